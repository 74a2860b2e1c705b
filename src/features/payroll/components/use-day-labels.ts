import type { DayPart, ExplainedDay } from '@/features/payroll/explain';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const REASONS = [
  'weekly',
  'daily',
  'consecutive',
  'seventh_day',
  'day_of_week',
  'holiday',
  'cwhssa',
  'determination_daily',
  'determination_day',
] as const;
const OTHERS = [
  'flsa_floor',
  'meal_premium',
  'rest_premium',
  'pay_item',
  'adjustment',
  'fringe_cash',
] as const;

/** `Friday: 4:40 regular, 3:10 overtime, over 40 hours in the week` */
export function useDayLabels(): (day: ExplainedDay) => string {
  const { t } = useTranslation('payroll');
  const format = useFormat();

  const threshold = (minutes: number | null) =>
    minutes !== null && minutes % 60 === 0
      ? format.number(minutes / 60)
      : formatDuration((minutes ?? 0) * 60);
  const part = ({ code, rule, threshold_minutes, minutes }: DayPart) => {
    const words = { time: formatDuration(minutes * 60), kind: t(`explain.kind.${code}`) };
    const reason = REASONS.find((known) => known === rule);
    if (!reason) return t('explain.part', words);
    const why = t(`explain.why.${reason}`, { hours: threshold(threshold_minutes) });
    return t('explain.partBecause', { ...words, why });
  };
  const other = ({ rule, cents }: ExplainedDay['others'][number]) =>
    t('explain.otherPart', {
      amount: cents === null ? '' : format.moneyFromCents(cents),
      why: t(`explain.other.${OTHERS.find((known) => known === rule) ?? 'pay_item'}`),
    }).trim();

  return (day) => {
    const weekday = format.weekday(day.date, 'long');
    return t('explain.day', {
      day: weekday.charAt(0).toLocaleUpperCase(format.locale) + weekday.slice(1),
      parts: [...day.parts.map(part), ...day.others.map(other)].join(', '),
    });
  };
}
