import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { Forecast } from '@/features/budgets/api/queries';
import type { BudgetRow, Figures } from '@/features/budgets/budget-rows';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { addMonths } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** Code and name, and below how much of the quantity is done. */
export function RowTitle({ row }: { row: BudgetRow }) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  if (row.kind === 'group') return <span className="font-[620]">{row.title}</span>;
  const { line } = row;
  const amount = (value: number) => format.number(value, Number.isInteger(value) ? 0 : 1);
  return (
    <>
      {line.code ? (
        <>
          <span className="tabular text-muted">{line.code}</span> {line.name}
        </>
      ) : (
        t('withoutCode')
      )}
      <p className="font-normal text-muted text-xs">
        {!line.budgeted
          ? t('notInBudget')
          : line.budget_quantity
            ? t('quantityOf', {
                done: amount(line.actual_quantity),
                planned: amount(line.budget_quantity),
                unit: line.unit ?? '',
              })
            : t('noQuantity')}
      </p>
    </>
  );
}

const bold = (row: BudgetRow, content: ReactNode) =>
  row.kind === 'group' && content !== '–' ? <span className="font-[620]">{content}</span> : content;

function Signed({ value, bad }: { value: number; bad: 'above' | 'below' }) {
  const format = useFormat();
  const rounded = Math.round(value);
  const isBad = bad === 'above' ? rounded > 0 : rounded < 0;
  const tone = isBad ? 'text-danger' : rounded === 0 ? 'text-muted' : 'text-success-strong';
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return (
    <span className={tone}>
      {sign}
      {format.number(Math.abs(rounded))}
    </span>
  );
}

/** Where the code is likely to end, as its last weeks went. */
function Range({ forecast }: { forecast: Forecast | undefined }) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  if (!forecast || forecast.open_hours === 0) return null;
  const { low_hours: low, high_hours: high } = forecast;
  return (
    <p className="whitespace-nowrap text-muted text-xs">
      {low === null || high === null
        ? t('forecast.tooEarly')
        : `${format.number(low)} – ${format.number(high)}`}
    </p>
  );
}

/** The columns of the report; hours are shown whole, and lead to the entries behind them. */
export function useReportColumns(
  projectId: string,
  totals: Figures,
  forecasts: readonly Forecast[],
): Column<BudgetRow>[] {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const mayDrill = useIsPrivileged();
  const { today } = useCalendar();
  const hours = (value: number | null) => (value === null ? '–' : format.number(value));
  const percent = (value: number | null) => (value === null ? '–' : format.percent(value / 100));
  const used = ({ percent_used }: Figures) => {
    const tone = (percent_used ?? 0) > 90 && 'text-danger';
    return <span className={cn(tone)}>{percent(percent_used)}</span>;
  };
  const variance = ({ variance_hours }: Figures) =>
    variance_hours === null ? '–' : <Signed value={variance_hours} bad="below" />;
  const forecast = ({ forecast_hours, budget_hours }: Figures) =>
    forecast_hours === null ? (
      '–'
    ) : (
      <>
        {format.number(forecast_hours)}{' '}
        <span className="ml-1 text-xs">
          <Signed value={forecast_hours - budget_hours} bad="above" />
        </span>
      </>
    );
  const rangeOf = (code: string | null) =>
    forecasts.find(({ is_project, cost_code_id }) => !is_project && cost_code_id === code);
  // Others read no time but their own, so their figures lead nowhere.
  const actual = (row: BudgetRow) =>
    mayDrill && row.kind === 'line' && row.line.cost_code_id !== null ? (
      <Link
        className="text-primary hover:underline"
        aria-label={t('entriesOf', { code: row.line.code, hours: hours(row.figures.actual_hours) })}
        to={`/time-tracker?period=custom&from=${addMonths(today, -24)}&to=${today}&project=${projectId}&code=${row.line.cost_code_id}`}
      >
        {hours(row.figures.actual_hours)}
      </Link>
    ) : (
      hours(row.figures.actual_hours)
    );
  const figure = (
    id: 'budget' | 'complete' | 'earned' | 'variance' | 'forecast' | 'usedShare',
    show: (figures: Figures) => ReactNode,
  ): Column<BudgetRow> => ({
    id,
    header: t(`column.${id}`),
    align: 'end',
    cell: (row) => bold(row, show(row.figures)),
    total: show(totals),
  });
  return [
    {
      id: 'code',
      header: t('column.code'),
      card: 'title',
      cell: (row) => <RowTitle row={row} />,
    },
    figure('budget', (figures) => hours(figures.budget_hours)),
    {
      id: 'actual',
      header: t('column.actual'),
      align: 'end',
      cell: (row) => bold(row, actual(row)),
      total: hours(totals.actual_hours),
    },
    figure('usedShare', used),
    figure('complete', (figures) => percent(figures.percent_complete)),
    figure('earned', (figures) => hours(figures.earned_hours)),
    figure('variance', variance),
    {
      ...figure('forecast', forecast),
      cell: (row) => (
        <>
          {bold(row, forecast(row.figures))}
          {row.kind === 'line' && <Range forecast={rangeOf(row.line.cost_code_id)} />}
        </>
      ),
    },
  ];
}
