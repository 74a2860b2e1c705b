// `npm run test:dates [-- CLOCK …]`: the suites that know of days and hours, at each of these clocks. Server
// and database of the tests see the same clock.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { noShiftedClock, shiftedClock } from '../testing/shifted-clock.ts';

const ROOT = path.join(import.meta.dirname, '..');
const DAY_MS = 86_400_000;

interface Clock {
  readonly zone: string;
  /** The day, as if there were no zones. */
  readonly day: (today: Date) => number;
  readonly time: string;
}

const nextSunday = (today: Date): number => today.getTime() + (7 - today.getUTCDay()) * DAY_MS;
const lastOfMonth = (today: Date): number =>
  Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0);

const CLOCKS: Readonly<Record<string, Clock>> = {
  sunday: { zone: 'America/New_York', day: nextSunday, time: '12:00' },
  'sunday-night': { zone: 'UTC', day: nextSunday, time: '23:58' },
  kathmandu: { zone: 'Asia/Kathmandu', day: lastOfMonth, time: '23:58' },
  honolulu: { zone: 'Pacific/Honolulu', day: lastOfMonth, time: '23:58' },
  // What was written with today's dates in mind must not grow old.
  'next-year': { zone: 'UTC', day: (today) => today.getTime() + 366 * DAY_MS, time: '09:00' },
};

/** Every test of the database and of plain functions; of the others those that ask for the time. */
const ASKS_FOR_THE_TIME = /\bnow\(\)|current_date|Date\.now\(|new Date\(\)/;
const withTime = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).filter((file) =>
    ASKS_FOR_THE_TIME.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
const SUITES: Readonly<Record<string, readonly string[]>> = {
  db: [],
  unit: ['src/lib/', 'src/entities/', ...withTime('{src,server}/**/*.test.{ts,tsx}')],
  api: withTime('contract/*.test.ts'),
};

/** The instant at which that clock shows that day and time. */
function momentOf({ zone, day, time }: Clock): Date {
  const today = new Date(new Date().toISOString().slice(0, 10));
  const wall = new Date(`${new Date(day(today)).toISOString().slice(0, 10)}T${time}:00Z`);
  const shown = (instant: Date): number =>
    Date.parse(`${instant.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
  return new Date(2 * wall.getTime() - shown(wall));
}

if (noShiftedClock) {
  console.error(noShiftedClock);
  process.exit(1);
}
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in CLOCKS));
if (unknown.length > 0) {
  console.error(`"${unknown[0]}" is no clock: ${Object.keys(CLOCKS).join(', ')}.`);
  process.exit(1);
}
const failed: string[] = [];
for (const [name, clock] of Object.entries(CLOCKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const moment = momentOf(clock);
  const shown = moment.toLocaleString('en-US', {
    timeZone: clock.zone,
    dateStyle: 'full',
    timeStyle: 'short',
  });
  for (const [suite, files] of Object.entries(SUITES)) {
    console.log(`\n══ ${suite} on ${shown} in ${clock.zone} ══`);
    const { status } = spawnSync(
      process.execPath,
      [path.join(ROOT, 'scripts', 'test.ts'), suite, ...files],
      { stdio: 'inherit', env: { ...process.env, ...shiftedClock(moment), TZ: clock.zone } },
    );
    if (status !== 0) failed.push(`${name} ${suite}`);
  }
}
console.log(failed.length === 0 ? '\nEvery clock passed' : `\nFailed:\n  ${failed.join('\n  ')}`);
process.exit(failed.length === 0 ? 0 : 1);
