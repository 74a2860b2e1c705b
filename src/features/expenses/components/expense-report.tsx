import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { ExportMenu } from '@/components/shared/export-menu';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { GROUPINGS, type Grouping, reportQuery } from '@/features/expenses/api/queries';
import { RangeFields } from '@/features/expenses/components/range-fields';
import { TravelTotals } from '@/features/expenses/components/travel-totals';
import { useRange } from '@/features/expenses/components/use-range';
import { useReportColumns } from '@/features/expenses/components/use-report-columns';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const NONE = 'none';
const groupingOf = (name: string | null): Grouping | null =>
  GROUPINGS.find((grouping) => grouping === name) ?? null;

/** What was spent, by one or two of person, project, code, kind, month and pay period. */
export function ExpenseReport() {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const company = useViewer().company;
  const { range, params, change } = useRange();
  const by = groupingOf(params.get('by')) ?? 'employee';
  const asked = groupingOf(params.get('then'));
  const then = asked === by ? null : asked;
  const report = useQuery(reportQuery(company?.id ?? '', range, by, then));
  const rows = report.data ?? [];
  const { columns, file } = useReportColumns(rows, by, then);
  const option = (value: Grouping) => ({ value, label: t(`report.grouping.${value}`) });
  return (
    <div className="grid gap-4">
      <Card>
        <div className="flex flex-wrap items-end gap-3 border-b px-5 py-4" data-print="hide">
          <RangeFields range={range} onChange={change} />
          <Field label={t('report.by')} className="w-40">
            <Select
              value={by}
              onValueChange={(next) => change('by', next)}
              options={GROUPINGS.map(option)}
            />
          </Field>
          <Field label={t('report.then')} className="w-40">
            <Select
              value={then ?? NONE}
              onValueChange={(next) => change('then', next === NONE ? null : next)}
              options={[
                { value: NONE, label: t('report.none') },
                ...GROUPINGS.filter((grouping) => grouping !== by).map(option),
              ]}
            />
          </Field>
          <div className="ml-auto">
            <ExportMenu
              name={`expense-report-${range.start}-${range.end}`}
              disabled={rows.length === 0}
              make={() => ({
                title: t('title'),
                company: company?.name ?? '',
                notes: [format.dateRange(range.start, range.end)],
                remarks: [],
                ...file,
              })}
            />
          </div>
        </div>
        <Loaded query={report} skeleton={<TableSkeleton />}>
          <DataTable
            label={t('tab.report')}
            rows={rows}
            columns={columns}
            rowKey={(row) => `${row.group_key} ${row.then_key}`}
            empty={<EmptyState icon={ChartColumn} title={t('report.empty')} />}
          />
        </Loaded>
      </Card>
      <TravelTotals range={range} />
    </div>
  );
}
