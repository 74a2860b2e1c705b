// `npm run fuzz -- [--requests 1000000] [--seed N] [--first N] [--only rest,auth] [--at-once 96]`
// Sends generated requests to every route of a running server and says what was wrong with the answers.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { print, slowSeconds } from './report.ts';
import { openStage } from './stage.ts';

// Many at once: an account that takes more than others is made to wait while the processors are busy, refusals are
// held back for a moment, and meanwhile others are to be answered.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    first: { type: 'string', default: '0' },
    only: { type: 'string' },
    'at-once': { type: 'string', default: '96' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}`);
const stage = await openStage();
console.log(`${stage.server.routes.length} routes, ${stage.callers.length} callers`);
stage.findings.onFirst = (kind, example) => console.log(`FOUND ${kind}\n  ${example}`);
const before = stage.server.cpuSeconds();
const ownBefore = process.cpuUsage();
const begun = performance.now();
const minutes = () => ((performance.now() - begun) / 60_000).toFixed(1);
const report = await fuzz(stage, {
  seed,
  requests: Number(values.requests),
  first: Number(values.first),
  atOnce: Number(values['at-once']),
  ...(values.only ? { only: values.only.split(',') } : {}),
  onProgress: (done) => console.log(`${done} after ${minutes()} min`),
});
print(report, `seed ${seed}, ${minutes()} min`);
const { server, postgres } = stage.server.cpuSeconds();
const mine = process.cpuUsage(ownBefore);
const perRequest = (seconds: number) => `${((seconds * 1000) / report.sent).toFixed(2)} ms`;
console.log(
  `processor time of a request: server ${perRequest(server - before.server)}, PostgreSQL ${perRequest(postgres - before.postgres)}, sender ${perRequest((mine.user + mine.system) / 1e6)}`,
);
await stage.stop();
process.exit(report.findings.length === 0 && slowSeconds(report) === 0 ? 0 : 1);
