import { useFormat } from '@/lib/format-context';

/** A Sunday, to name the days of the week from. */
const SUNDAY = '2026-11-01';

export function useWeekDays(): { value: string; label: string }[] {
  const format = useFormat();
  return Array.from({ length: 7 }, (_, day) => ({
    value: String(day),
    label: format.weekday(`${SUNDAY.slice(0, 8)}0${day + 1}`, 'long'),
  }));
}
