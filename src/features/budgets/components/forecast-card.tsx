import { Card } from '@/components/ui/card';
import type { Forecast } from '@/features/budgets/api/queries';
import { Curve } from '@/features/budgets/components/curve';
import { FinishDate } from '@/features/budgets/components/finish-date';
import type { AtCompletion } from '@/features/budgets/forecast';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ForecastCardProps {
  projectId: string;
  hours: AtCompletion;
  /** Instead of the hours: dollars of labor. */
  cost: AtCompletion | null;
  finish: string | null;
  recent: Forecast | undefined;
}

/** What the project will take, how sure that is, and when it ends; beside it the curves. */
export function ForecastCard({ projectId, hours, cost, finish, recent }: ForecastCardProps) {
  return (
    <Card className="grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Facts
        projectId={projectId}
        figures={cost ?? hours}
        isCost={cost !== null}
        finish={finish}
        recent={recent}
      />
      <Curve
        projectId={projectId}
        budget={hours.budget ?? 0}
        expected={{ finish, forecast: hours.forecast, low: hours.low, high: hours.high }}
      />
    </Card>
  );
}

/** Hours with their unit, or dollars. */
export function useAmount(isCost: boolean) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  return (value: number): string =>
    isCost ? `$${format.number(value)}` : t('hours', { hours: format.number(value) });
}

interface FactsProps {
  projectId: string;
  figures: AtCompletion;
  isCost: boolean;
  finish: string | null;
  recent: Forecast | undefined;
}

/** How far the forecast is from the budget. */
export function OverBudget({ figures, isCost }: Pick<FactsProps, 'figures' | 'isCost'>) {
  const { t } = useTranslation('budgets');
  const amount = useAmount(isCost);
  const { forecast, budget } = figures;
  if (forecast === null || budget === null) return null;
  const over = Math.round(forecast - budget);
  return (
    <p className={cn('text-sm', over > 0 ? 'text-danger' : 'text-muted')}>
      {t(over > 0 ? 'forecast.over' : over < 0 ? 'forecast.under' : 'forecast.even', {
        amount: amount(Math.abs(over)),
        budget: amount(budget),
      })}
    </p>
  );
}

function Facts({ projectId, figures, isCost, finish, recent }: FactsProps) {
  const { t } = useTranslation('budgets');
  const amount = useAmount(isCost);
  const { forecast, low, high } = figures;
  const isKnown = low !== null && high !== null;
  return (
    <div className="border-b p-5 lg:border-r lg:border-b-0">
      <p className="text-muted text-sm">{t(isCost ? 'forecast.laborTitle' : 'forecast.title')}</p>
      <p className="tabular font-[660] text-stat tracking-[-0.03em]">
        {forecast === null ? '–' : amount(forecast)}
      </p>
      <OverBudget figures={figures} isCost={isCost} />
      {isCost && figures.budget === null && (
        <p className="text-muted text-sm">{t('forecast.noLaborBudget')}</p>
      )}
      <dl className="mt-4 flex flex-col gap-3 border-t pt-4 text-sm">
        <div>
          <dt className="text-muted">{t('forecast.range')}</dt>
          <dd>
            <span className="tabular font-[620]">
              {isKnown
                ? t('forecast.between', { low: amount(low), high: amount(high) })
                : t('forecast.tooEarly')}
            </span>
            <span className="block text-muted text-xs">
              {t(isKnown ? 'forecast.rangeText' : 'forecast.tooEarlyText')}
            </span>
          </dd>
        </div>
        {isKnown && (
          <div>
            <dt className="text-muted">{t('forecast.finish')}</dt>
            <dd>
              <FinishDate
                projectId={projectId}
                finish={finish}
                deadline={recent?.deadline ?? null}
              />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
