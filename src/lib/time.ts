import type { IsoDate } from '@/lib/format';
import type { MinuteOfDay } from '@/lib/loose-time';
import { instantShowing, wallTimeAt, writtenInstant } from '@/lib/zone';

/** Calendar arithmetic. Zone and now are always passed in; nothing here asks the device. */

const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;

/** 0 = Sunday … 6 = Saturday, as in `companies.week_start`. */
export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface DateRange {
  start: IsoDate;
  /** Last day, inclusive. */
  end: IsoDate;
}

export interface InstantRange {
  start: string;
  /** First instant after the range. */
  end: string;
}

/** Midnight of a date, as if there were no zones. */
function midnight(date: IsoDate): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

const written = (milliseconds: number): IsoDate =>
  new Date(milliseconds).toISOString().slice(0, 10);

export function dateOf(nowMilliseconds: number, timeZone: string): IsoDate {
  return written(wallTimeAt(nowMilliseconds, timeZone));
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return written(midnight(date) + days * DAY_MILLISECONDS);
}

/** The same day of another month, or its last where it is shorter. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(new Date(0).setUTCFullYear(year, month + months, 0)).getUTCDate();
  return written(new Date(0).setUTCFullYear(year, month - 1 + months, Math.min(day, last)));
}

export function weekDayOf(date: IsoDate): WeekDay {
  return new Date(midnight(date)).getUTCDay() as WeekDay;
}

export function weekOf(date: IsoDate, weekStart: WeekDay): DateRange {
  const start = addDays(date, -((weekDayOf(date) - weekStart + 7) % 7));
  return { start, end: addDays(start, 6) };
}

export function monthOf(date: IsoDate): DateRange {
  const first = `${date.slice(0, 8)}01`;
  return { start: first, end: addDays(addMonths(first, 1), -1) };
}

/** Midnights of the zone around whole days; on clock-change days 23 or 25 hours apart. */
export function instantRange(range: DateRange, timeZone: string): InstantRange {
  return {
    start: instantAt(range.start, 0, timeZone),
    end: instantAt(addDays(range.end, 1), 0, timeZone),
  };
}

/**
 * The instant at which a wall clock in the zone shows this time. A time skipped by the clock
 * change moves forward by the gap; a time that occurs twice means the first.
 */
export function instantAt(date: IsoDate, minute: MinuteOfDay, timeZone: string): string {
  return writtenInstant(instantShowing(wallTime(date, minute), timeZone));
}

/** As `zone.ts` writes it. */
export function wallTime(date: IsoDate, minute: MinuteOfDay): number {
  return midnight(date) + minute * MINUTE_MILLISECONDS;
}

export function minuteOfDay(instant: string, timeZone: string): MinuteOfDay {
  const shown = wallTimeAt(Date.parse(instant), timeZone);
  return Math.floor((shown % DAY_MILLISECONDS) / MINUTE_MILLISECONDS);
}

export function isIsoDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && written(midnight(text)) === text;
}
