import { Temporal } from 'temporal-polyfill';
import type { IsoDate } from '@/lib/format';
import type { MinuteOfDay } from '@/lib/loose-time';

/** Calendar arithmetic. Zone and now are always passed in; nothing here asks the device. */

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

export function dateOf(nowMilliseconds: number, timeZone: string): IsoDate {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMilliseconds))
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function addMonths(date: IsoDate, months: number): IsoDate {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

export function daysBetween(start: IsoDate, end: IsoDate): number {
  return Temporal.PlainDate.from(start).until(Temporal.PlainDate.from(end)).total('days');
}

export function weekDayOf(date: IsoDate): WeekDay {
  return (Temporal.PlainDate.from(date).dayOfWeek % 7) as WeekDay;
}

export function weekOf(date: IsoDate, weekStart: WeekDay): DateRange {
  const start = addDays(date, -((weekDayOf(date) - weekStart + 7) % 7));
  return { start, end: addDays(start, 6) };
}

export function monthOf(date: IsoDate): DateRange {
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  return { start: first.toString(), end: first.with({ day: first.daysInMonth }).toString() };
}

/** Midnights of the zone around whole days; on clock-change days 23 or 25 hours apart. */
export function instantRange(range: DateRange, timeZone: string): InstantRange {
  const midnight = (date: IsoDate): string =>
    Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString();
  return { start: midnight(range.start), end: midnight(addDays(range.end, 1)) };
}

/**
 * The instant at which a wall clock in the zone shows this time. A time skipped by the clock
 * change moves forward by the gap; a time that occurs twice means the first.
 */
export function instantAt(date: IsoDate, minute: MinuteOfDay, timeZone: string): string {
  return Temporal.PlainDate.from(date)
    .toZonedDateTime({
      timeZone,
      plainTime: Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 }),
    })
    .toInstant()
    .toString();
}

export function minuteOfDay(instant: string, timeZone: string): MinuteOfDay {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return zoned.hour * 60 + zoned.minute;
}

export function secondsBetween(start: string, end: string): number {
  return Math.floor((Date.parse(end) - Date.parse(start)) / 1000);
}

export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}
