import { Activity } from 'lucide-react';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Card } from '@/components/ui/card';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import type { Measure } from '@/features/activity-reports/definition';
import { entriesLink, spanOf } from '@/features/activity-reports/entries-link';
import type { PivotRow } from '@/features/activity-reports/pivot';
import { addsUp } from '@/features/activity-reports/report-labels';
import type { Report } from '@/features/activity-reports/use-report';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export function ReportTable({ report }: { report: Report }) {
  const { t } = useTranslation('activity-reports');
  const format = useFormat();
  const classOf = useClassificationNames();
  const { table, definition, range, adds, named, written } = report;
  const { by, second, across } = definition;
  const columns: Column<PivotRow>[] = [
    {
      id: 'by',
      header: report.rowName(by),
      card: 'title',
      sortBy: (row) => row.label,
      cell: (row) => <RowTitle row={row} report={report} />,
    },
  ];
  if (second)
    columns.push({
      id: 'second',
      header: report.rowName(second),
      sortBy: (row) => row.secondLabel,
      cell: (row) =>
        (second === 'classification' && classOf(row.second)) || named(row.secondLabel, second),
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
  const classOf = useClassificationNames();
  const classOfWork = definition.by === 'classification' ? classOf(row.by) : null;
  const title = classOfWork ?? named(row.label, definition.by);
  const detail = classOfWork ? row.label : row.detail;
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
      {detail && <span className="break-words text-muted text-sm">{detail}</span>}
    </span>
  );
}
