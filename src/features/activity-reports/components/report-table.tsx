import { Activity } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Card } from '@/components/ui/card';
import type { RowName } from '@/features/activity-reports/definition';
import type { PivotRow } from '@/features/activity-reports/pivot';
import type { Report } from '@/features/activity-reports/use-report';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';

const FILTERS: Partial<Record<RowName, string>> = {
  employee: 'employee',
  project: 'project',
  cost_code: 'code',
};

/** Where the entries behind a line are; null where the list cannot be narrowed to them. */
export function entriesLink(
  row: PivotRow,
  { by, second }: { by: RowName; second: RowName | null },
  range: DateRange,
): string | null {
  const params = new URLSearchParams({ period: 'custom', from: range.start, to: range.end });
  const groupings: [RowName | null, string | null][] = [
    [by, row.by],
    [second, row.second],
  ];
  for (const [grouping, key] of groupings) {
    if (grouping === null) continue;
    const name = FILTERS[grouping];
    if (grouping === 'day' && key) {
      params.set('from', key);
      params.set('to', key);
    } else if (name && key) params.set(name, key);
    else return null;
  }
  return `/time-tracker?${params}`;
}

export function ReportTable({ report }: { report: Report }) {
  const { t } = useTranslation('activity-reports');
  const format = useFormat();
  const { table, definition, range, adds, named, written } = report;
  const { by, second, across } = definition;
  const columns: Column<PivotRow>[] = [
    {
      id: 'by',
      header: t(`row.${by}`),
      card: 'title',
      sortBy: (row) => row.label,
      cell: (row) => <RowTitle row={row} report={report} />,
    },
  ];
  if (second)
    columns.push({
      id: 'second',
      header: t(`row.${second}`),
      sortBy: (row) => row.secondLabel,
      cell: (row) => named(row.secondLabel, second),
    });
  for (const key of table.columns)
    columns.push({
      id: key,
      header: across === 'month' ? format.month(key) : format.dayMonth(key),
      align: 'end',
      sortBy: (row) => row.cells.get(key) ?? null,
      cell: (row) => (row.cells.has(key) ? written(row.cells.get(key) ?? 0) : '–'),
      ...(adds.down ? { total: written(table.totals.get(key) ?? 0) } : {}),
    });
  if (adds.across || table.columns.length === 0)
    columns.push({
      id: 'total',
      header: across ? t('total') : t(`measure.${definition.measure}`),
      align: 'end',
      card: 'aside',
      sortBy: (row) => row.total,
      cell: (row) => <span className="font-[620]">{written(row.total ?? 0)}</span>,
      ...(adds.down ? { total: written(table.total) } : {}),
    });
  if (adds.down && table.total > 0)
    columns.push({
      id: 'share',
      header: t('share'),
      align: 'end',
      cell: (row) => format.percent((row.total ?? 0) / table.total),
    });
  return (
    <Card className="mt-4">
      <DataTable
        label={t('table')}
        rows={table.rows}
        columns={columns}
        rowKey={(row) => row.key}
        totalLabel={t('total')}
        empty={<EmptyState icon={Activity} title={t('empty.title')} text={t('empty.text')} />}
      />
      <p className="border-t px-5 py-3 text-muted text-sm">
        {t('period.shown', { days: format.dateRange(range.start, range.end) })}
      </p>
    </Card>
  );
}

function RowTitle({ row, report }: { row: PivotRow; report: Report }) {
  const { definition, range, named } = report;
  const title = named(row.label, definition.by);
  const entries = entriesLink(row, definition, range);
  return (
    <span className="flex min-w-0 flex-col">
      {entries ? (
        <Link className="break-words font-[550] hover:underline" to={entries}>
          {title}
        </Link>
      ) : (
        <span className="break-words font-[550]">{title}</span>
      )}
      {row.detail && <span className="break-words text-muted text-sm">{row.detail}</span>}
    </span>
  );
}
