import { Activity } from 'lucide-react';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Card } from '@/components/ui/card';
import type { Definition, Measure, RowName, Span } from '@/features/activity-reports/definition';
import type { PivotRow } from '@/features/activity-reports/pivot';
import { addsUp } from '@/features/activity-reports/report-labels';
import type { Report } from '@/features/activity-reports/use-report';
import { useFormat } from '@/lib/format-context';
import { addDays, addMonths, type DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const FILTERS: Partial<Record<RowName, string>> = {
  employee: 'employee',
  project: 'project',
  cost_code: 'code',
};

/** The days of a column, as far as the report has them. */
export function spanOf(key: string, span: Span, range: DateRange): DateRange {
  const end =
    span === 'day' ? key : span === 'week' ? addDays(key, 6) : addDays(addMonths(key, 1), -1);
  return {
    start: key > range.start ? key : range.start,
    end: end < range.end ? end : range.end,
  };
}

/** Where the entries behind a figure are; null where the list cannot be narrowed to them. */
export function entriesLink(
  row: PivotRow,
  { by, second, project, employee }: Pick<Definition, 'by' | 'second' | 'project' | 'employee'>,
  range: DateRange,
): string | null {
  const params = new URLSearchParams({ period: 'custom', from: range.start, to: range.end });
  if (project) params.set('project', project);
  if (employee) params.set('employee', employee);
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
      cell: (row) =>
        row.cells.has(key) && across ? (
          <Figure row={row} report={report} range={spanOf(key, across, range)}>
            {written(row.cells.get(key) ?? 0)}
          </Figure>
        ) : (
          '–'
        ),
      ...(adds.down ? { total: written(table.totals.get(key) ?? 0) } : {}),
    });
  if (adds.across || table.columns.length === 0)
    columns.push({
      id: 'total',
      header: across ? t('total') : t(`measure.${definition.measure}`),
      align: 'end',
      card: 'aside',
      sortBy: (row) => row.total,
      cell: (row) => (
        <span className="font-[620]">
          <Figure row={row} report={report} range={range}>
            {written(row.total ?? 0)}
          </Figure>
        </span>
      ),
      ...(adds.down ? { total: written(table.total) } : {}),
    });
  for (const name of definition.also)
    columns.push({
      id: `also ${name}`,
      header: t(`measure.${name}`),
      align: 'end',
      sortBy: (row) => row.also.get(name) ?? null,
      cell: (row) => {
        const figure = row.also.get(name);
        return figure === undefined ? (
          '–'
        ) : (
          <Figure row={row} report={report} range={range} measure={name}>
            {written(figure, name)}
          </Figure>
        );
      },
      ...(addsUp(name).down ? { total: written(table.alsoTotals.get(name) ?? 0, name) } : {}),
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

interface FigureProps {
  row: PivotRow;
  report: Report;
  range: DateRange;
  measure?: Measure;
  children: string;
}

/** A figure leads to the entries it was made of; quantities have none. */
function Figure({ row, report, range, measure, children }: FigureProps) {
  const { definition } = report;
  const entries =
    (measure ?? definition.measure) === 'quantity' ? null : entriesLink(row, definition, range);
  return entries ? (
    <Link className="hover:underline" to={entries}>
      {children}
    </Link>
  ) : (
    children
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
