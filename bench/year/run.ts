// `node scripts/bootstrap.mjs ../bench/year/run.ts [--people 300] [--weeks 52] [--seed 1]`: a company works a year that ended
// last week, through the API of a server whose clock runs through it. After each week pay, budgets, certified payrolls and
// time off are compared with what a clerk counts from the plain facts. Needs libfaketime.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../testing/random.ts';
import { jumpingClock, noShiftedClock } from '../../testing/shifted-clock.ts';
import { startEnvironment } from '../environment.ts';
import { cpuSeconds, cpuSecondsOf } from '../processes.ts';
import { Api } from './api.ts';
import { instantOf, periodsUntil, plusDays } from './calendar.ts';
import { ServerClock } from './clock.ts';
import { openCompany } from './company.ts';
import { Year } from './year.ts';

const MAX_SHOWN = 20;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '300' },
    weeks: { type: 'string', default: '52' },
    seed: { type: 'string' },
  },
});
if (noShiftedClock) throw new Error(noShiftedClock);
const [people, weeks] = [Number(values.people), Number(values.weeks)];
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);
say(`${people} people, ${weeks} weeks, --seed ${seed}`);

const begun = performance.now();
const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-year-'));
// PostgreSQL runs as a user of its own and reads it too.
chmodSync(directory, 0o755);
const offsetFile = path.join(directory, 'offset');
const periods = periodsUntil(Date.now(), weeks);
const [first] = periods;
if (!first || weeks < 4) throw new Error('A year has four weeks at least.');
const opening = instantOf(plusDays(first.start, -1), 600);
const clock = new ServerClock(offsetFile, opening);
const environment = await startEnvironment(jumpingClock(offsetFile));
let differences = 0;
try {
  const random = new Random(seed);
  const { office, facts } = await openCompany(environment, random, periods);
  const year = new Year(environment, clock, office, facts, random, people);
  for (const [number, period] of periods.entries()) {
    const from = performance.now();
    const found = await year.play(number);
    differences += found.length;
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const cut = period.isCut ? ', the workweek moves' : '';
    say(
      `${period.start} to ${period.end}${cut}: ${facts.people.length} people so far, ${facts.shifts.size} entries, ${found.length} differences, ${seconds} s`,
    );
    for (const text of found.slice(0, MAX_SHOWN)) say(`  ${text}`);
    if (found.length > MAX_SHOWN) say(`  and ${found.length - MAX_SHOWN} more`);
  }
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const { counts } = year;
  say(
    `${facts.people.length} people, ${weeks} weeks, ${facts.shifts.size} entries, ${counts.certified} certified payrolls, ${counts.tickets} tickets, ` +
      `${counts.raises} raises, ${counts.late} phones found late, ${counts.corrections} late corrections, ${counts.retro} raises from an earlier day: ` +
      `${differences} differences, ${Api.calls} calls, ${Api.cutShort} of them cut short by the shifted clock and repeated, ${minutes} minutes, load ${loadavg()[0]?.toFixed(1)}, seed ${seed}`,
  );
  const { user, system } = process.cpuUsage();
  const seconds = {
    server: cpuSeconds(environment.serverPid),
    PostgreSQL: cpuSecondsOf(environment.postmasterPid),
    clerk: (user + system) / 1e6,
  };
  const shown = Object.entries(seconds).map(([name, value]) => `${name} ${value.toFixed(0)} s`);
  say(`Processor time: ${shown.join(', ')}. Waited for: ${Api.slowest}`);
} finally {
  await environment.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(differences === 0 ? 0 : 1);
