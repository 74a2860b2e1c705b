import { useMemo } from 'react';
import type { GridSort } from '@/components/shared/grid/grid-types';
import { type CellContext, showCell } from '@/features/lists/cell-values';
import { STATE } from '@/features/lists/components/list-grid';
import type { Drafts } from '@/features/lists/drafts';
import { isMerged, type ListDefinition, type ListRow } from '@/features/lists/list-definition';
import { shownRows } from '@/features/lists/shown-rows';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

interface Options {
  definition: ListDefinition;
  saved: readonly ListRow[];
  context: CellContext;
  drafts: Drafts;
  /** Those added since the list was opened; they stay last. */
  added: readonly string[];
}

/** The rows that fit the address, each with its state in words, and what the filter offers. */
export function useShownRows({ definition, saved, context, drafts, added }: Options) {
  const { t } = useTranslation('lists');
  const [params, change] = useAddressParams();
  const search = params.get('search') ?? '';
  const chosen = params.get('filter') ?? '';
  const archived = params.get('show') === 'archived';
  const sortedBy = params.get('sort');
  const sort = useMemo(() => readSort(sortedBy), [sortedBy]);
  const rows = useMemo(() => {
    const kept = t(archived ? 'state.archived' : 'state.active');
    const merged = new Set(saved.filter(isMerged).map(({ id }) => id));
    const shown = shownRows(saved, definition, context, drafts, added, {
      search,
      chosen,
      archived,
      sort,
    });
    return shown.map((row) => {
      const changed = row.before
        ? t('state.changed')
        : merged.has(row.key)
          ? t('state.merged')
          : kept;
      return { ...row, texts: { ...row.texts, [STATE]: row.isNew ? t('state.new') : changed } };
    });
  }, [saved, definition, context, drafts, added, search, chosen, archived, sort, t]);
  const choices = useMemo(
    () => filterChoices(definition, saved, context),
    [definition, saved, context],
  );
  /** Up, down, and then as the list has it. */
  const sortBy = (column: string): void => {
    if (!definition.columns.some(({ key }) => key === column)) return;
    if (sort?.column !== column) change('sort', column);
    else change('sort', sort.direction === 'up' ? `-${column}` : null);
  };
  return { rows, choices, archived, sort, sortBy };
}

/** `name`, or `-name` from the end. */
function readSort(text: string | null): GridSort | null {
  if (!text) return null;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'down' }
    : { column: text, direction: 'up' };
}

function filterChoices(
  { columns, filter }: ListDefinition,
  saved: readonly ListRow[],
  context: CellContext,
): string[] {
  const column = columns.find(({ key }) => key === filter);
  if (!column) return [];
  const texts = new Set(saved.map((row) => showCell(column, row[column.key], context)));
  return [...texts].filter(Boolean).sort((a, b) => a.localeCompare(b));
}
