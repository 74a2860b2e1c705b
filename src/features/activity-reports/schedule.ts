/** When a saved report is mailed and with which file, as `saved_reports.schedule` has it. */
export type Schedule = (
  | { every: 'day'; hour: number }
  | { every: 'week'; weekday: number; hour: number }
  | { every: 'month'; day: number; hour: number }
) & { file?: Exclude<Sending, 'link'> };

export const RHYTHMS = ['never', 'day', 'week', 'month'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** A link alone, or a file beside it. */
export const SENDINGS = ['link', 'pdf', 'xlsx', 'csv'] as const;
export type Sending = (typeof SENDINGS)[number];

/** Early enough to be read before work. */
const HOUR = 6;
const MONDAY = 1;

export function rhythmOf(schedule: unknown): Rhythm {
  const every = (schedule as { every?: unknown } | null)?.every;
  return RHYTHMS.find((rhythm) => rhythm === every) ?? 'never';
}

export function sendingOf(schedule: unknown): Sending {
  const file = (schedule as { file?: unknown } | null)?.file;
  return SENDINGS.find((sending) => sending === file) ?? 'link';
}

/** What stays as it was stored is not written anew: another client may have chosen its own hour. */
function timesOf(rhythm: Exclude<Rhythm, 'never'>, stored: unknown): Schedule {
  if (rhythmOf(stored) === rhythm) return stored as Schedule;
  if (rhythm === 'day') return { every: 'day', hour: HOUR };
  if (rhythm === 'week') return { every: 'week', weekday: MONDAY, hour: HOUR };
  return { every: 'month', day: 1, hour: HOUR };
}

export function scheduleFor(rhythm: Rhythm, sending: Sending, stored: unknown): Schedule | null {
  if (rhythm === 'never') return null;
  const { file: _stored, ...times } = timesOf(rhythm, stored);
  return sending === 'link' ? times : { ...times, file: sending };
}
