import type { Calendar } from '@/entities/time-entry/period';
import { addDays, addMonths, type DateRange, monthOf, weekOf } from '@/lib/time';

export const NAMED_PERIODS = [
  'lastSevenDays',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
] as const;
export type NamedPeriod = (typeof NAMED_PERIODS)[number];

/** Days of a period that moves along with today. */
export function namedRange(period: NamedPeriod, { today, weekStart }: Calendar): DateRange {
  const week = weekOf(today, weekStart);
  switch (period) {
    case 'lastSevenDays':
      return { start: addDays(today, -6), end: today };
    case 'thisWeek':
      return week;
    case 'lastWeek':
      return weekOf(addDays(week.start, -1), weekStart);
    case 'thisMonth':
      return monthOf(today);
    case 'lastMonth':
      return monthOf(addMonths(`${today.slice(0, 8)}01`, -1));
    case 'thisYear':
      return { start: `${today.slice(0, 4)}-01-01`, end: `${today.slice(0, 4)}-12-31` };
  }
}
