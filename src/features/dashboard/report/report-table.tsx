import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import type { Grouping, ReportRow } from '@/features/dashboard/api/report-query';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ReportTableProps {
  rows: readonly ReportRow[];
  grouping: Grouping;
  thenBy: Grouping | null;
  withCost: boolean;
}

/** The rows as the file will have them. */
export function ReportTable({ rows, grouping, thenBy, withCost }: ReportTableProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const cents = rows.reduce((sum, row) => sum + (row.cents ?? 0), 0);
  return (
    <DataTable
      label={t('report.preview')}
      rows={rows}
      rowKey={({ group_key, then_key }) => `${group_key} ${then_key}`}
      totalLabel={t('report.total')}
      empty={<EmptyState title={t('report.empty')} />}
      columns={[
        {
          id: 'label',
          header: t(`report.grouping.${grouping}`),
          card: 'title',
          cell: ({ label }) => label ?? t('report.without'),
        },
        ...(thenBy
          ? [
              {
                id: 'then',
                header: t(`report.grouping.${thenBy}`),
                cell: ({ then_label }: ReportRow) => then_label ?? t('report.without'),
              },
            ]
          : []),
        { id: 'detail', header: t('report.detail'), cell: ({ detail }) => detail ?? '' },
        {
          id: 'entries',
          header: t('report.entries'),
          align: 'end',
          cell: ({ entries }) => entries,
        },
        {
          id: 'hours',
          header: t('report.hours'),
          align: 'end',
          card: 'aside',
          cell: (row) => formatHoursMinutes(row.seconds),
          total: formatHoursMinutes(seconds),
        },
        ...(withCost
          ? [
              {
                id: 'cost',
                header: t('report.cost'),
                align: 'end' as const,
                cell: (row: ReportRow) => format.moneyFromCents(row.cents ?? 0),
                total: format.moneyFromCents(cents),
              },
            ]
          : []),
      ]}
    />
  );
}
