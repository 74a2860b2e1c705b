import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import type { Forecast } from '@/features/budgets/api/queries';
import type { Subtotal } from '@/features/budgets/budget-rows';
import { Curve } from '@/features/budgets/components/curve';
import { FinishDate } from '@/features/budgets/components/finish-date';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';

export interface ForecastCardProps {
  projectId: string;
  totals: Subtotal;
  /** The range of the last weeks around the forecast, and when it ends. */
  recent: Forecast | undefined;
}

/** What the project will take, how sure that is, and when it ends; beside it the curves. */
export function ForecastCard({ projectId, totals, recent }: ForecastCardProps) {
  return (
    <Card className="grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Facts totals={totals} recent={recent} />
      <Curve
        projectId={projectId}
        budget={totals.budget_hours}
        expected={{
          finish: recent?.finish_date ?? null,
          forecast: recent?.forecast_hours ?? null,
          low: recent?.low_hours ?? null,
          high: recent?.high_hours ?? null,
        }}
      />
    </Card>
  );
}

function Facts({ totals, recent }: Omit<ForecastCardProps, 'projectId'>) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const hours = (value: number) => format.number(value);
  const { forecast_hours: forecast, budget_hours: budget } = totals;
  const over = forecast === null ? 0 : Math.round(forecast - budget);
  const known = recent && recent.forecast_hours !== null ? recent : null;
  return (
    <div className="border-b p-5 lg:border-r lg:border-b-0">
      <p className="text-muted text-sm">{t('forecast.title')}</p>
      <p className="tabular font-[660] text-stat tracking-[-0.03em]">
        {forecast === null ? '–' : t('hours', { hours: hours(forecast) })}
      </p>
      {forecast !== null && (
        <p className={cn('text-sm', over > 0 ? 'text-danger' : 'text-muted')}>
          {t(over > 0 ? 'forecast.over' : over < 0 ? 'forecast.under' : 'forecast.even', {
            hours: hours(Math.abs(over)),
            budget: hours(budget),
          })}
        </p>
      )}
      <dl className="mt-4 flex flex-col gap-3 border-t pt-4 text-sm">
        <div>
          <dt className="text-muted">{t('forecast.range')}</dt>
          <dd>
            <span className="tabular font-[620]">
              {known
                ? t('forecast.between', {
                    low: hours(known.low_hours ?? 0),
                    high: hours(known.high_hours ?? 0),
                  })
                : t('forecast.tooEarly')}
            </span>
            <span className="block text-muted text-xs">
              {t(known ? 'forecast.rangeText' : 'forecast.tooEarlyText')}
            </span>
          </dd>
        </div>
        {known && (
          <div>
            <dt className="text-muted">{t('forecast.finish')}</dt>
            <dd>
              <FinishDate finish={known.finish_date} deadline={known.deadline} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
