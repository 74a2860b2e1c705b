import { Cron } from 'croner';

/**
 * The first time after `after` that a schedule names, in UTC as pg_cron counts. Its own words beside
 * cron's five fields: `30 seconds`, and `$` for the last day of a month.
 */
export function nextRun(schedule: string, after: Date): Date {
  const text = schedule.trim().toLowerCase();
  const seconds = /^([1-9]|[1-5]\d) seconds?$/.exec(text)?.[1];
  if (seconds) return new Date(after.getTime() + Number(seconds) * 1000);
  const next = nextByFields(text, schedule, after);
  if (!next) throw new Error(`invalid schedule: ${schedule} never comes`);
  return next;
}

function nextByFields(text: string, schedule: string, after: Date): Date | null {
  const [, , day = '*', , weekday = '*'] = text.split(/\s+/);
  const options = {
    mode: '5-part',
    timezone: 'UTC',
    sloppyRanges: true,
    // Cron's oldest quirk: with both day fields restricted, either one suffices.
    domAndDow: day.startsWith('*') || weekday.startsWith('*'),
  } as const;
  try {
    return new Cron(text.replace('$', 'L'), options).nextRun(after);
  } catch (error) {
    throw new Error(`invalid schedule: ${schedule}`, { cause: error });
  }
}
