import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import type { CodeProgress } from '@/features/progress/api/queries';
import { useAmount } from '@/features/progress/use-amount';
import { csvText } from '@/lib/files/csv';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';

const COLUMNS = ['previous', 'current', 'cumulative', 'planned', 'complete'] as const;
const WORK = ['hours', 'earned', 'factor'] as const;
type Name = (typeof COLUMNS)[number] | (typeof WORK)[number];

const figures: Record<Name, (code: CodeProgress) => number | null> = {
  previous: (code) => code.previous_quantity,
  current: (code) => code.quantity,
  cumulative: (code) => code.cumulative_quantity,
  planned: (code) => code.budget_quantity,
  complete: (code) => code.percent_complete,
  hours: (code) => code.actual_hours,
  earned: (code) => code.earned_hours,
  factor: (code) => code.productivity_factor,
};

export interface ReportTableProps {
  codes: readonly CodeProgress[];
  range: DateRange;
}

/** What was done before, in these days and altogether; with hours for foremen and above. */
export function ReportTable({ codes, range }: ReportTableProps) {
  const { t } = useTranslation('progress');
  const format = useFormat();
  const amount = useAmount();
  const leads = useEmployee()?.role !== 'employee';
  const names: readonly Name[] = leads ? [...COLUMNS, ...WORK] : COLUMNS;
  const show = (name: Name, value: number | null) => {
    if (value === null) return '–';
    if (name === 'complete') return format.percent(value / 100);
    return name === 'factor' ? format.number(value, 2) : amount(value);
  };
  const columns: Column<CodeProgress>[] = [
    {
      id: 'code',
      header: t('column.code'),
      card: 'title',
      cell: ({ code, name, unit }) => (
        <>
          <span className="tabular text-muted">{code}</span> {name}
          {unit && <span className="text-muted"> · {unit}</span>}
        </>
      ),
    },
    ...names.map(
      (name): Column<CodeProgress> => ({
        id: name,
        header: t(`column.${name}`),
        align: 'end',
        cell: (code) => show(name, figures[name](code)),
      }),
    ),
  ];
  const download = () => {
    const heading = [t('column.code'), t('column.name'), t('column.unit')];
    const rows = codes.map((code) => [
      code.code,
      code.name,
      code.unit,
      ...names.map((name) => {
        const value = figures[name](code);
        return value === null ? null : Math.round(value * 10_000) / 10_000;
      }),
    ]);
    const titles = names.map((name) => t(`column.${name}`));
    downloadFile('progress.csv', 'text/csv', csvText([[...heading, ...titles], ...rows]));
  };
  if (codes.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t('report.title')}
        description={format.dateRange(range.start, range.end)}
        divided
        action={
          <Button onClick={download}>
            <Download aria-hidden="true" />
            {t('csv')}
          </Button>
        }
      />
      <DataTable
        label={t('report.title')}
        rows={codes}
        columns={columns}
        rowKey={({ cost_code_id }) => cost_code_id}
      />
    </Card>
  );
}
