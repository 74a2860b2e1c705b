import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePayTypes } from '@/entities/pay-type/use-pay-types';
import { useViewer } from '@/entities/viewer/use-viewer';
import { listQuery } from '@/features/lists/api/queries';
import type { CellContext, LookupRow } from '@/features/lists/cell-values';
import { definitionOf } from '@/features/lists/definitions';
import {
  AS_STORED,
  isArchived,
  type ListDefinition,
  type ListName,
  OWN_PAY_NAMES,
  titleOf,
} from '@/features/lists/list-definition';
import { useFormat } from '@/lib/format-context';
import { translate } from '@/lib/translation';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

function listsOf({ columns }: ListDefinition): ListName[] {
  const lists = columns.flatMap(({ kind }) => ('list' in kind ? [kind.list] : []));
  return [...new Set(lists)];
}

const namesPay = ({ columns }: ListDefinition): boolean =>
  columns.some(({ kind }) => kind.type === 'choice' && kind.words === OWN_PAY_NAMES);

/** Words, dates and the rows of other lists that the cells of this one speak of. */
export function useCellContext(definition: ListDefinition) {
  const { t } = useTranslation(['lists', 'common']);
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const companyId = useViewer().company?.id ?? '';
  const { nameOf } = usePayTypes(namesPay(definition));
  const names = listsOf(definition);
  const results = useQueries({
    queries: names.map((name) => listQuery(companyId, definitionOf(name))),
    combine: (answers) => ({
      rows: answers.map(({ data }) => data),
      isPending: answers.some(({ isPending }) => isPending),
    }),
  });
  const lookups = useMemo(() => {
    const named = listsOf(definition);
    return new Map<ListName, LookupRow[]>(
      named.map((name, index) => {
        const other = definitionOf(name);
        const rows = (results.rows[index] ?? []).map((row) => ({
          id: row.id,
          name: titleOf(other, row),
          archived: isArchived(other, row),
        }));
        return [name, rows];
      }),
    );
  }, [definition, results.rows]);
  const context = useMemo<CellContext>(
    () => ({
      lookups,
      word: (words, value) => {
        if (words === AS_STORED) return value;
        if (words !== OWN_PAY_NAMES) return translate(`${words}.${value}`);
        return nameOf(value, translate(`lists:payCode.${value}`));
      },
      yes: t('yes'),
      no: t('no'),
      showDate: (date) => format.date(date),
      dateFormat: format.preferences.dateFormat,
      today,
    }),
    [lookups, nameOf, t, format, today],
  );
  return { context, isPending: results.isPending };
}
