import type { IsoDate } from '@/lib/format';
import { addDays, weekDayOf } from '@/lib/time';

export const FULL_DAY_HOURS = 8;
const MAX_DAYS = 400;

/** As the database spreads a request: Monday to Friday without holidays, else its first day. */
export function workingDays(
  start: IsoDate,
  end: IsoDate,
  holidays: ReadonlySet<IsoDate>,
): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = start, n = 0; day <= end && n < MAX_DAYS; day = addDays(day, 1), n += 1) {
    const weekDay = weekDayOf(day);
    if (weekDay !== 0 && weekDay !== 6 && !holidays.has(day)) days.push(day);
  }
  return days.length > 0 ? days : [start];
}

/** Hours of the database as whole minutes in seconds, for `formatDuration`. */
export const hoursToSeconds = (hours: number): number => Math.round(hours * 60) * 60;
