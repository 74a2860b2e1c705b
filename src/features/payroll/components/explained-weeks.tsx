import type { ReactNode } from 'react';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { presetOf } from '@/entities/company/overtime-presets';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { useDayLabels } from '@/features/payroll/components/use-day-labels';
import { usePayCodeName } from '@/features/payroll/components/use-pay-code-name';
import { type ExplainedDay, explainWeeks, isWorked } from '@/features/payroll/explain';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ExplainedWeeksProps {
  lines: readonly ExplainedLine[];
  /** At the end of a day's line, such as its approval. */
  dayAside?: (day: ExplainedDay) => ReactNode;
}

/** Every figure in words: weeks, days, the rules behind them, and the lines of pay. */
export function ExplainedWeeks({ lines, dayAside }: ExplainedWeeksProps) {
  const { t } = useTranslation(['payroll', 'common']);
  const format = useFormat();
  const policyName = (key: string): string => {
    const preset = presetOf(key);
    return preset ? t(`common:overtimePreset.${preset}`) : key.replaceAll('_', ' ');
  };
  const dayWords = useDayLabels();
  const lineWords = useLineWords();
  return (
    <div className="flex flex-col gap-5">
      {explainWeeks(lines).map((week) => (
        <section key={week.start}>
          <h3 className="border-b pb-1.5 font-[620] text-sm">
            {t(week.regularRate === null ? 'explain.week' : 'explain.weekRate', {
              date: format.dayMonth(week.start),
              hours: formatDuration(week.minutes * 60),
              rate: format.money(week.regularRate ?? 0),
            })}
            {week.policy && (
              <span className="ml-2 font-normal text-muted">
                {t('explain.rule', { policy: policyName(week.policy) })}
              </span>
            )}
          </h3>
          <ul className="divide-y">
            {week.days.map((day) => (
              <li key={day.date} className="flex items-start gap-3 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="tabular text-sm">
                    {dayWords(day)}
                    <span className="text-muted"> · {format.dayMonth(day.date)}</span>
                  </p>
                  <ul className="tabular text-muted text-xs">
                    {day.lines.map((line) => (
                      <li
                        key={`${line.project_id}${line.cost_code_id}${line.classification_id}${line.pay_code}${line.hourly_rate}${line.multiplier}`}
                      >
                        {lineWords(line)}
                      </li>
                    ))}
                    {day.paidBreakMinutes > 0 && (
                      <li>
                        {t('explain.paidBreaks', {
                          time: formatDuration(day.paidBreakMinutes * 60),
                        })}
                      </li>
                    )}
                    {day.autoMealMinutes > 0 && (
                      <li>
                        {t('explain.autoMeal', {
                          time: formatDuration(day.autoMealMinutes * 60),
                        })}
                      </li>
                    )}
                  </ul>
                </div>
                {dayAside?.(day)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Reasons worth a word; a person's own rate needs none. */
const RATE_REASONS = ['determination', 'topped_up', 'apprentice', 'over_ratio'] as const;

function useLineWords(): (line: ExplainedLine) => string {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  const nameOf = usePayCodeName();
  const classOf = useClassificationNames();
  return (line) => {
    const project = projects.find(({ id }) => id === line.project_id)?.name;
    const costCode = codes.find(({ id }) => id === line.cost_code_id);
    const code = costCode && `${costCode.code} ${costCode.name}`;
    const time = formatDuration(line.minutes * 60);
    const amount = line.total_cents === null ? null : format.moneyFromCents(line.total_cents);
    if (!isWorked(line.pay_code)) {
      // Hours that are paid and were not worked, or an amount; never hours times a rate it is not.
      return [
        nameOf(line.pay_code),
        project,
        classOf(line.classification_id),
        line.minutes > 0 && time,
        amount,
      ]
        .filter(Boolean)
        .join(' · ');
    }
    const place = [project ?? t('explain.noProject'), code, classOf(line.classification_id)]
      .filter(Boolean)
      .join(' · ');
    if (line.hourly_rate === null || amount === null) {
      return t('explain.lineNoPay', { project: place, time });
    }
    const words = t(line.premium_cents ? 'explain.linePremium' : 'explain.line', {
      project: place,
      time,
      rate: format.money(line.hourly_rate),
      premium: format.moneyFromCents(line.premium_cents ?? 0),
      amount,
    });
    const reason = RATE_REASONS.find((known) => known === line.rate_reason);
    return reason ? `${words} · ${t(`explain.rate.${reason}`)}` : words;
  };
}
