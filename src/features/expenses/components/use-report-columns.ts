import type { Column } from '@/components/shared/data-table/column';
import type { Grouping } from '@/features/expenses/api/queries';
import { KINDS } from '@/features/expenses/expense';
import type { ReportColumn } from '@/lib/files/grouped-sheet';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';
import type { Database } from '../../../../supabase/types';

type Row = Database['public']['Functions']['expense_report']['Returns'][number];

const FIGURES = [
  'receipts',
  'mileage',
  'per_diem',
  'entered',
  'approved',
  'paid',
  'total',
] as const;
const HEADERS = {
  receipts: 'receipts',
  mileage: 'mileage',
  per_diem: 'perDiem',
  entered: 'entered',
  approved: 'approved',
  paid: 'paid',
  total: 'total',
} as const;

/** The same figures on the screen and in files. */
export function useReportColumns(rows: readonly Row[], by: Grouping, then: Grouping | null) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const nameOf = (grouping: Grouping, key: string | null, label: string | null): string => {
    if (!key) return t('report.noCode');
    if (grouping === 'kind') {
      const kind = KINDS.find((one) => one === key);
      return kind ? t(`kind.${kind}`) : key;
    }
    if (grouping === 'month') return format.month(key as IsoDate);
    return grouping === 'period' ? format.date(key as IsoDate) : (label ?? key);
  };
  const sums = FIGURES.map((figure) =>
    rows.reduce((sum, row) => sum + Math.round(row[figure] * 100), 0),
  );
  const names: { id: string; header: string; of: (row: Row) => string }[] = [
    {
      id: 'group',
      header: t(`report.grouping.${by}`),
      of: (row) => nameOf(by, row.group_key, row.label),
    },
    ...(then
      ? [
          {
            id: 'then',
            header: t(`report.grouping.${then}`),
            of: (row: Row) => nameOf(then, row.then_key, row.then_label),
          },
        ]
      : []),
  ];
  const columns: Column<Row>[] = [
    ...names.map(({ id, header, of }, index) => ({
      id,
      header,
      cell: of,
      sortBy: of,
      ...(index === 0 ? { card: 'title' as const } : {}),
    })),
    ...FIGURES.map((figure, index) => ({
      id: figure,
      header: t(`column.${HEADERS[figure]}`),
      align: 'end' as const,
      cell: (row: Row) => format.money(row[figure]),
      sortBy: (row: Row) => row[figure],
      total: format.moneyFromCents(sums[index] ?? 0),
      ...(figure === 'total' ? { card: 'aside' as const } : {}),
    })),
    {
      id: 'miles',
      header: t('column.miles'),
      align: 'end',
      cell: (row) => format.number(row.miles, 1),
      sortBy: (row) => row.miles,
    },
  ];
  const fileColumns: ReportColumn[] = [
    ...names.map(({ id, header }) => ({
      id,
      header,
      format: 'text' as const,
      weight: 3,
      written: String,
    })),
    ...FIGURES.map((figure) => ({
      id: figure,
      header: t(`column.${HEADERS[figure]}`),
      format: 'money' as const,
      weight: 2,
      digits: 2,
      written: format.money,
    })),
    {
      id: 'miles',
      header: t('column.miles'),
      format: 'rate',
      weight: 1.5,
      digits: 2,
      written: (value) => format.number(value, 1),
    },
  ];
  return {
    columns,
    file: {
      columns: fileColumns,
      rows: rows.map((row) => ({
        kind: 'line' as const,
        cells: [...names.map(({ of }) => of(row)), ...FIGURES.map((name) => row[name]), row.miles],
      })),
    },
  };
}
