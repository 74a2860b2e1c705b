import * as Instant from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import * as PlainTime from 'temporal-polyfill/fns/PlainTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import type { IsoDate } from '@/lib/format';
import type { MinuteOfDay } from '@/lib/loose-time';

/**
 * Calendar arithmetic, on Temporal's functions rather than its classes: a third of the weight.
 * Zone and now are always passed in; nothing here asks the device.
 */

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

function plainDate(date: IsoDate): PlainDate.Record {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return PlainDate.create(year, month, day);
}

const written = (date: PlainDate.Record): IsoDate => PlainDate.toString(date);

export function dateOf(nowMilliseconds: number, timeZone: string): IsoDate {
  const now = Instant.fromEpochMilliseconds(Math.floor(nowMilliseconds));
  return written(ZonedDateTime.toPlainDate(Instant.toZonedDateTimeISO(now, timeZone)));
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return written(PlainDate.addDays(plainDate(date), days));
}

export function addMonths(date: IsoDate, months: number): IsoDate {
  return written(PlainDate.addMonths(plainDate(date), months));
}

export function weekDayOf(date: IsoDate): WeekDay {
  return (PlainDate.dayOfWeek(plainDate(date)) % 7) as WeekDay;
}

export function weekOf(date: IsoDate, weekStart: WeekDay): DateRange {
  const start = addDays(date, -((weekDayOf(date) - weekStart + 7) % 7));
  return { start, end: addDays(start, 6) };
}

export function monthOf(date: IsoDate): DateRange {
  const first = `${date.slice(0, 8)}01`;
  return { start: first, end: addDays(first, PlainDate.daysInMonth(plainDate(first)) - 1) };
}

/** Midnights of the zone around whole days; on clock-change days 23 or 25 hours apart. */
export function instantRange(range: DateRange, timeZone: string): InstantRange {
  const midnight = (date: IsoDate): string => {
    const zoned = PlainDate.toZonedDateTime(plainDate(date), timeZone);
    return Instant.toString(ZonedDateTime.toInstant(zoned));
  };
  return { start: midnight(range.start), end: midnight(addDays(range.end, 1)) };
}

/**
 * The instant at which a wall clock in the zone shows this time. A time skipped by the clock
 * change moves forward by the gap; a time that occurs twice means the first.
 */
export function instantAt(date: IsoDate, minute: MinuteOfDay, timeZone: string): string {
  const plainTime = PlainTime.create(Math.floor(minute / 60), minute % 60);
  const zoned = PlainDate.toZonedDateTime(plainDate(date), { timeZone, plainTime });
  return Instant.toString(ZonedDateTime.toInstant(zoned));
}

export function minuteOfDay(instant: string, timeZone: string): MinuteOfDay {
  const milliseconds = Instant.fromEpochMilliseconds(Date.parse(instant));
  const time = ZonedDateTime.toPlainTime(Instant.toZonedDateTimeISO(milliseconds, timeZone));
  return time.hour * 60 + time.minute;
}

export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return written(plainDate(text)) === text;
  } catch {
    return false;
  }
}
