import { minutesOfHours } from '@/lib/read-number';
import { addDays, isIsoDate } from '@/lib/time';

/** The order of day, month and year in a file. Never guessed where it could be either. */
export type DateOrder = 'YMD' | 'MDY' | 'DMY';
export const DATE_ORDERS: readonly DateOrder[] = ['YMD', 'MDY', 'DMY'];

const DATE = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})/;
const TIME = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?\s*m?\.?\s*$/i;
const OFFSET = /\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})$/;
const pad = (value: number | string): string => String(value).padStart(2, '0');

/** `2026-11-02`, or null where the words are no date in this order. */
export function dateIn(text: string, order: DateOrder): string | null {
  const match = DATE.exec(text.trim());
  if (!match) return null;
  const [, first = '', second = '', third = ''] = match;
  // A year in front leaves no doubt, whatever the rest of the file has.
  if (first.length !== 4 && order === 'YMD') return null;
  const [year, month, day] =
    first.length === 4
      ? [first, second, third]
      : order === 'DMY'
        ? [third, second, first]
        : [third, first, second];
  const iso = `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`;
  return isIsoDate(iso) ? iso : null;
}

/** `07:05:00`, or null where the words end in no time of day. */
export function timeIn(text: string): string | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [, hours = '', minutes = '', seconds = '00', half] = match;
  let hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  return hour > 23 || Number(minutes) > 59 ? null : `${pad(hour)}:${minutes}:${pad(seconds)}`;
}

/**
 * The orders that every date of the file can be read in; more than one: the user must say. A date that
 * is none in any order says nothing about the others.
 */
export function possibleOrders(dates: readonly string[]): DateOrder[] {
  const given = dates.filter((text) => DATE.test(text.trim()));
  const real = given.filter((text) => DATE_ORDERS.some((order) => dateIn(text, order) !== null));
  if (real.length === 0 && given.length > 0) return [];
  if (real.every((text) => dateIn(text, 'YMD') !== null)) return ['YMD'];
  return DATE_ORDERS.filter((order) => real.every((text) => dateIn(text, order) !== null));
}

/** Start and end on the wall, as `2026-11-02T07:00:00`; the words themselves where they can't be read. */
export function spanIn(
  cells: { date: string; start: string; endDate: string; end: string },
  order: DateOrder,
): { start: string; end: string; isNextDay?: boolean } {
  const [start, end] = [cells.start, cells.end].map((text) => text.trim()) as [string, string];
  if (OFFSET.test(start) && OFFSET.test(end))
    return { start: start.replace(' ', 'T'), end: end.replace(' ', 'T') };
  const startDate = dateIn(start, order) ?? dateIn(cells.date, order);
  const startTime = timeIn(start);
  const endTime = timeIn(end);
  const ownEndDate = dateIn(end, order) ?? dateIn(cells.endDate, order);
  if (!startDate || !startTime || !endTime)
    return { start: startDate && startTime ? `${startDate}T${startTime}` : start, end };
  // One date for both and an end before the start: it ended the next morning.
  const endDate = ownEndDate ?? (endTime < startTime ? addDays(startDate, 1) : startDate);
  return {
    start: `${startDate}T${startTime}`,
    end: `${endDate}T${endTime}`,
    isNextDay: !ownEndDate && endDate !== startDate,
  };
}

/** Minutes of "7.50", "7:30", "07:30:00"; "18:25 min" and the like say nothing. */
export function minutesIn(text: string): string {
  const words = text.trim();
  const clock = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/.exec(words);
  if (clock)
    return String(
      Number(clock[1]) * 60 + Number(clock[2]) + Math.round(Number(clock[3] ?? 0) / 60),
    );
  return String(minutesOfHours(words, 999 * 60) ?? '');
}
