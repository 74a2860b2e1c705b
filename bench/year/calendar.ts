import { Temporal } from 'temporal-polyfill';

export const ZONE = 'America/New_York';
const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** What is paid and locked at once, and the workweek it is paid by. */
export interface Period {
  readonly start: string;
  readonly end: string;
  readonly week: string;
  /** The day between the old weeks and the new ones. */
  readonly isCut: boolean;
}

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const dayOfWeek = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export const daysOf = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day);
  return days;
};

const midnights = new Map<string, number>();
/** Where the day begins in New York, in milliseconds. */
export function midnightOf(date: string): number {
  let found = midnights.get(date);
  if (found === undefined) {
    found = Temporal.PlainDate.from(date).toZonedDateTime(ZONE).epochMilliseconds;
    midnights.set(date, found);
  }
  return found;
}

/** Minutes that have passed since midnight, on days of 23 and 25 hours too. */
export const instantOf = (date: string, minutes: number): number =>
  midnightOf(date) + minutes * MINUTE_MS;

/** New York is four or five hours behind: the day before, unless today's midnight has passed. */
export function dateAt(instant: number): string {
  const today = new Date(instant).toISOString().slice(0, 10);
  return midnightOf(today) <= instant ? today : plusDays(today, -1);
}

/** Weeks from Sunday, then one Sunday for itself, then weeks from Monday; the last one ended last week. */
export function periodsUntil(now: number, weeks: number): Period[] {
  let last = plusDays(dateAt(now), -1);
  while (dayOfWeek(last) !== 0) last = plusDays(last, -1);
  const later = Math.floor(weeks / 2);
  const moved = plusDays(last, -7 * later);
  const full = (start: string): Period => ({
    start,
    end: plusDays(start, 6),
    week: start,
    isCut: false,
  });
  return [
    ...Array.from({ length: weeks - later }, (_, number) =>
      full(plusDays(moved, -7 * (weeks - later - number))),
    ),
    { start: moved, end: moved, week: plusDays(moved, -6), isCut: true },
    ...Array.from({ length: later }, (_, number) => full(plusDays(moved, 1 + 7 * number))),
  ];
}
