// Days that follow the clock, for tests of what is still to come.

const DAY_MS = 86_400_000;
const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string =>
  dateOf(Date.parse(day) + days * DAY_MS);

/** The next Monday after today, 1, or one a number of weeks later. */
export function comingMonday(week = 1, now = Date.now()): string {
  const toMonday = (8 - new Date(now).getUTCDay()) % 7 || 7;
  return dateOf(now + (toMonday + (week - 1) * 7) * DAY_MS);
}

/** The Sunday in March of next year on which New York sets its clocks forward. */
export function springForward(now = Date.now()): string {
  const first = Date.UTC(new Date(now).getUTCFullYear() + 1, 2, 1);
  return dateOf(first + (((7 - new Date(first).getUTCDay()) % 7) + 7) * DAY_MS);
}
