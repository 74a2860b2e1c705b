import type { IsoDate } from '@/lib/format';
import { addDays, type DateRange, type WeekDay, weekOf } from '@/lib/time';

export const PERIODS = ['today', 'yesterday', 'week', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

export interface Calendar {
  today: IsoDate;
  weekStart: WeekDay;
}

/** Days of a tab. A custom range in disorder is turned around rather than refused. */
export function periodRange(
  period: Period,
  { today, weekStart }: Calendar,
  custom: DateRange | null = null,
): DateRange {
  if (period === 'yesterday') return { start: addDays(today, -1), end: addDays(today, -1) };
  if (period === 'week') return weekOf(today, weekStart);
  if (period === 'custom' && custom) {
    return custom.start <= custom.end ? custom : { start: custom.end, end: custom.start };
  }
  return { start: today, end: today };
}
