import type { RestoreOutcome } from './restore-test.ts';

const BACKUP_HOUR = 2;
/** An hour after that night's backup began. */
const TEST_HOUR = 3;
const SUNDAY = 0;
const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The backup that should exist by now: today's from two o'clock on, by this machine's clock. */
export function backupName(now: Date): string | undefined {
  if (now.getHours() < BACKUP_HOUR) return undefined;
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `backup-${day}.tar.zst`;
}

export function nextBackupAt(now: Date): Date {
  return atHour(now, now.getHours() < BACKUP_HOUR ? 0 : 1, BACKUP_HOUR);
}

/**
 * Once a week, from three o'clock on Sunday on, so that a machine that was off then does it later. The
 * first backup is tested at once; after a failure the next backup is, and without room it is tried daily.
 */
export function isRestoreTestDue(
  now: Date,
  newest: string,
  last: { startedAt: Date; outcome: RestoreOutcome; file: string } | undefined,
): boolean {
  if (!last) return true;
  if (last.outcome === 'failed' && last.file !== newest) return true;
  if (last.outcome === 'skipped' && now.getTime() - last.startedAt.getTime() >= DAY_MS) return true;
  return last.startedAt < lastTestHour(now);
}

export function nextRestoreTestAt(now: Date): Date {
  const last = lastTestHour(now);
  return atHour(last, DAYS, TEST_HOUR);
}

function lastTestHour(now: Date): Date {
  const sinceSunday = (now.getDay() - SUNDAY + DAYS) % DAYS;
  const sunday = atHour(now, -sinceSunday, TEST_HOUR);
  return sunday <= now ? sunday : atHour(sunday, -DAYS, TEST_HOUR);
}

/** By this machine's clock, also across a change to or from summer time. */
function atHour(day: Date, daysLater: number, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, hour);
}
