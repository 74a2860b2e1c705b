// `npm run bench -- [--quick] [--only name,name] [--seconds 5] [--connections 32] [--entries 100000] [--lite FOLDER] [--people 5000] [--companies 2000] [--days 730] [--world FOLDER] [--json]`
// Runs the scenarios against our server and against the same SQL sent straight to PostgreSQL.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startEnvironment } from './environment.ts';
import { tableOf } from './figures.ts';
import type { Measurement } from './load.ts';
import { serverMebibytes } from './processes.ts';
import { approvals } from './scenarios/approvals.ts';
import { big } from './scenarios/big.ts';
import { board } from './scenarios/board.ts';
import { budget } from './scenarios/budget.ts';
import { coldAndWarmStart } from './scenarios/cold-and-warm-start.ts';
import { cores } from './scenarios/cores.ts';
import { dashboard } from './scenarios/dashboard.ts';
import { dataApi } from './scenarios/data-api.ts';
import { fromIcon } from './scenarios/from-icon.ts';
import { growth } from './scenarios/growth.ts';
import { hostile } from './scenarios/hostile.ts';
import { imports } from './scenarios/imports.ts';
import { packets } from './scenarios/packets.ts';
import { payroll } from './scenarios/payroll.ts';
import { photos } from './scenarios/photos.ts';
import { punches } from './scenarios/punches.ts';
import { realtime } from './scenarios/realtime.ts';
import { reports } from './scenarios/reports.ts';
import { requests } from './scenarios/requests.ts';
import type { Scenario, ScenarioResult, Settings } from './scenarios/scenario.ts';
import { shiftStart } from './scenarios/shift-start.ts';
import { signIn } from './scenarios/sign-in.ts';
import { storm } from './scenarios/storm.ts';
import { tokens } from './scenarios/tokens.ts';
import { uploads } from './scenarios/uploads.ts';
import { web } from './scenarios/web.ts';

const SCENARIOS: readonly Scenario[] = [
  coldAndWarmStart,
  dataApi,
  requests,
  tokens,
  cores,
  shiftStart,
  growth,
  big,
  dashboard,
  reports,
  payroll,
  imports,
  storm,
  punches,
  board,
  approvals,
  budget,
  uploads,
  photos,
  packets,
  signIn,
  realtime,
  web,
  fromIcon,
  hostile,
];
/** Of all scenarios; each has more of its own. */
const COMMON = {
  long: { seconds: 5, entries: 100_000 },
  quick: { seconds: 3, entries: 50_000 },
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '32' },
    entries: { type: 'string' },
    lite: { type: 'string' },
    people: { type: 'string' },
    companies: { type: 'string' },
    days: { type: 'string' },
    world: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => {
  if (!values.json) console.log(text);
};
const common = settingsOf(COMMON);
const options = {
  seconds: Number(values.seconds ?? common.seconds),
  connections: Number(values.connections),
  entries: Number(values.entries ?? common.entries),
  lite: values.lite,
  people: values.people === undefined ? undefined : Number(values.people),
  companies: values.companies === undefined ? undefined : Number(values.companies),
  days: values.days === undefined ? undefined : Number(values.days),
  world: values.world,
};
const wanted = values.only?.split(',');
const results: ScenarioResult[] = [];
const begun = performance.now();
if (values.quick) say(`quick: ${smaller(COMMON)}; of each scenario what its first line says`);
for (const scenario of SCENARIOS.filter(({ name, onlyByName }) =>
  wanted ? wanted.includes(name) : !onlyByName,
)) {
  try {
    await run(scenario);
  } catch (error) {
    console.error(`${scenario.name} failed:`, error);
    process.exitCode = 1;
  }
}
const figures = results.flatMap((result) => result.figures ?? []);
if (figures.length > 0) say(`\n${tableOf(figures)}`);
say(`${values.quick ? 'quick, ' : ''}${minutes(performance.now() - begun)}`);
if (values.json) console.log(JSON.stringify(results, null, 2));
process.exit();

async function run(scenario: Scenario): Promise<void> {
  const { name, env, settings = { long: {}, quick: {} } } = scenario;
  const begun = performance.now();
  const fewer = values.quick ? smaller(settings) : '';
  say(`\n${name}${fewer && `, quick: ${fewer}`}`);
  const dataDir = await scenario.dataDir?.(options, settingsOf(settings));
  const environment = await startEnvironment(env, dataDir);
  try {
    const restMebibytes = serverMebibytes(environment.serverPid);
    for await (const result of scenario.run(environment, options, settingsOf(settings))) {
      results.push(result);
      say(row(result));
    }
    const loadMebibytes = serverMebibytes(environment.serverPid);
    say(
      `memory of the server: ${restMebibytes.toFixed(0)} MiB at rest, ${loadMebibytes.toFixed(0)} MiB after the load; took ${minutes(performance.now() - begun)}`,
    );
  } finally {
    await environment.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  }
}

function settingsOf<S extends Settings>({ long, quick }: { long: S; quick: Partial<S> }): S {
  return values.quick ? { ...long, ...quick } : long;
}

function smaller({ long, quick }: { long: Settings; quick: Partial<Settings> }): string {
  const number = (value: Settings[string] | undefined) =>
    [value ?? []]
      .flat()
      .map((one) => one.toLocaleString('en'))
      .join('/');
  const words = Object.keys(quick).map(
    (name) => `${name} ${number(quick[name])} instead of ${number(long[name])}`,
  );
  return words.join(', ');
}

function minutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

function row({ name, ours, direct, lite, note }: ScenarioResult): string {
  const parts = [name.padEnd(36)];
  if (ours) parts.push(`ours ${numbers(ours)}`);
  if (direct) parts.push(`direct ${numbers(direct)}`);
  if (ours && direct) parts.push(`ratio ${(ours.perSecond / direct.perSecond).toFixed(2)}`);
  if (ours && lite) {
    parts.push(`lite ${numbers(lite)}`, `× ${(ours.perSecond / lite.perSecond).toFixed(1)}`);
  }
  if (note) parts.push(note);
  return parts.join('   ');
}

function numbers({ perSecond, p50Ms, p95Ms, p99Ms, errors }: Measurement): string {
  const latency = [p50Ms, p95Ms, p99Ms].map((value) => value.toFixed(1)).join('/');
  return `${perSecond.toFixed(0).padStart(6)}/s ${latency} ms${errors > 0 ? ` ${errors} errors` : ''}`;
}
