/** When a link to a saved report is mailed, as `saved_reports.schedule` has it. */
export type Schedule =
  | { every: 'day'; hour: number }
  | { every: 'week'; weekday: number; hour: number }
  | { every: 'month'; day: number; hour: number };

export const RHYTHMS = ['never', 'day', 'week', 'month'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** Early enough to be read before work. */
const HOUR = 6;
const MONDAY = 1;

export function rhythmOf(schedule: unknown): Rhythm {
  const every = (schedule as { every?: unknown } | null)?.every;
  return RHYTHMS.find((rhythm) => rhythm === every) ?? 'never';
}

/** What stays as it was stored is not written anew: another client may have chosen its own hour. */
export function scheduleFor(rhythm: Rhythm, stored: unknown): Schedule | null {
  if (rhythm !== 'never' && rhythmOf(stored) === rhythm) return stored as Schedule;
  switch (rhythm) {
    case 'never':
      return null;
    case 'day':
      return { every: 'day', hour: HOUR };
    case 'week':
      return { every: 'week', weekday: MONDAY, hour: HOUR };
    case 'month':
      return { every: 'month', day: 1, hour: HOUR };
  }
}
