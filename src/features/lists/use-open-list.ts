import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsPrivileged, useMayEverywhere, useViewer } from '@/entities/viewer/use-viewer';
import { listQuery } from '@/features/lists/api/queries';
import { summarize } from '@/features/lists/drafts';
import type { ListDefinition, ListRow } from '@/features/lists/list-definition';
import { useCellContext } from '@/features/lists/use-cell-context';
import { useListEditing } from '@/features/lists/use-list-editing';
import { useShownColumns } from '@/features/lists/use-shown-columns';
import { useShownRows } from '@/features/lists/use-shown-rows';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

/** What a role of the company's own that manages lists may change: `private.rights()`. */
const LISTS_OF_ROLES: readonly string[] = [
  'projects',
  'customers',
  'cost_codes',
  'cost_code_groups',
  'equipment',
  'units',
  'delay_reasons',
];
const FILTERS = ['search', 'filter', 'show', 'sort'];
const NONE: ListRow[] = [];

/** A list as it is open: its rows, which of them are shown and how, and what is typed and not saved. */
export function useOpenList(definition: ListDefinition) {
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const managesAll = useIsPrivileged();
  const managesLists = useMayEverywhere('manage_lists');
  const manages = managesAll || (managesLists && LISTS_OF_ROLES.includes(definition.name));
  const query = useQuery(listQuery(companyId, definition));
  useLiveTable({
    table: definition.name,
    filter: companyId ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.lists],
  });
  const { data: saved = NONE } = query;
  const { context, isPending } = useCellContext(definition);
  const editing = useListEditing({ definition, rows: saved, context, companyId });
  const { drafts, added } = editing;
  useUnsavedWarning(drafts.size > 0, { ignored: FILTERS });
  return {
    definition,
    companyId,
    readOnly: !manages || (definition.ownersOnly === true && employee?.role !== 'owner'),
    query: { ...query, isPending: query.isPending || isPending },
    saved,
    isEmpty: saved.length === 0 && drafts.size === 0,
    context,
    editing,
    /** How much is typed and not saved. */
    summary: useMemo(() => summarize(drafts, definition, context), [drafts, definition, context]),
    ...useShownColumns(definition),
    ...useShownRows({ definition, saved, context, drafts, added }),
  };
}

export type OpenList = ReturnType<typeof useOpenList>;
