// `npm run bench -- [--only name] [--seconds 5] [--connections 32] [--lite FOLDER] [--json]`
// Runs the scenarios against our server and against the same SQL sent straight to PostgreSQL.
import { parseArgs } from 'node:util';
import { startEnvironment } from './environment.ts';
import type { Measurement } from './load.ts';
import { residentMebibytes } from './processes.ts';
import { board } from './scenarios/board.ts';
import { budget } from './scenarios/budget.ts';
import { coldAndWarmStart } from './scenarios/cold-and-warm-start.ts';
import { dashboard } from './scenarios/dashboard.ts';
import { dataApi } from './scenarios/data-api.ts';
import { growth } from './scenarios/growth.ts';
import { hostile } from './scenarios/hostile.ts';
import { imports } from './scenarios/imports.ts';
import { payroll } from './scenarios/payroll.ts';
import { photos } from './scenarios/photos.ts';
import { punches } from './scenarios/punches.ts';
import { realtime } from './scenarios/realtime.ts';
import { reports } from './scenarios/reports.ts';
import type { Scenario, ScenarioResult } from './scenarios/scenario.ts';
import { shiftStart } from './scenarios/shift-start.ts';
import { signIn } from './scenarios/sign-in.ts';
import { storm } from './scenarios/storm.ts';
import { storms } from './scenarios/storms.ts';
import { uploads } from './scenarios/uploads.ts';
import { web } from './scenarios/web.ts';

const SCENARIOS: readonly Scenario[] = [
  coldAndWarmStart,
  dataApi,
  shiftStart,
  growth,
  dashboard,
  reports,
  payroll,
  imports,
  storm,
  punches,
  board,
  budget,
  uploads,
  photos,
  signIn,
  realtime,
  web,
  storms,
  hostile,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    entries: { type: 'string', default: '100000' },
    lite: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const options = {
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  entries: Number(values.entries),
  lite: values.lite,
};
const results: ScenarioResult[] = [];
for (const scenario of SCENARIOS.filter(({ name }) => !values.only || name === values.only)) {
  const environment = await startEnvironment(scenario.env);
  try {
    const restMebibytes = residentMebibytes(environment.serverPid);
    for await (const result of scenario.run(environment, options)) {
      results.push(result);
      if (!values.json) console.log(row(result));
    }
    const loadMebibytes = residentMebibytes(environment.serverPid);
    if (!values.json) {
      console.log(
        `memory of the server: ${restMebibytes.toFixed(0)} MiB at rest, ${loadMebibytes.toFixed(0)} MiB after the load`,
      );
    }
  } finally {
    await environment.stop();
  }
}
if (values.json) console.log(JSON.stringify(results, null, 2));
process.exit(0);

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
