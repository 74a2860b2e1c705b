// `npm test [-- unit|db|api|e2e|thorough|installations|journeys|check … [FILE …]]`: runs the suites and adds up their
// results. What names no suite (a file, an option) goes to the suite's own runner. Without a suite it makes one
// journey through each module in the browser and leaves out `thorough`, `installations` and `journeys`: `beyond` are
// these, `all` is everything (`e2e`, when it is named, all journeys). `--changed [BASE]` runs what a change can touch.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import type { SlowFile, Summary } from '../testing/summary-reporter.ts';
import { changedTests } from './changed-tests.ts';
import { runChecks } from './check.ts';
import { findChromium, findShell } from './find-chromium.ts';

interface Result {
  readonly passed: number;
  readonly failed: number;
  /** The tests that failed, by file and name. */
  readonly failures?: readonly string[];
  readonly slowest?: readonly SlowFile[];
}

const ROOT = path.join(import.meta.dirname, '..');
const results = mkdtempSync(path.join(tmpdir(), 'chalkline-results-'));

/** Compiled code for all processes of a run, a hundred of which would translate the same files. */
const COMPILED = path.join(ROOT, 'node_modules', '.cache', 'compiled');
const NOTHING: Summary = { passed: 0, failed: [], slowest: [] };
const API_HALVES = ['api-auth', 'api-data'];
/** As e2e/fixtures.ts has it. */
const MODULE = '@module';
/** What `npm run test:all` has beyond `npm test`. */
const BEYOND = ['thorough', 'installations', 'journeys'];
const SLOWEST_SHOWN = 10;

const SUITES: Readonly<Record<string, () => Promise<Result>>> = {
  check,
  // Some wait for a server or a database to start. Component tests run in two processes of one worker each: with
  // two workers, Vitest makes a DOM for every file instead of one for all.
  unit: async () =>
    sum(
      await Promise.all([
        runVitest('unit', '--project=web', ...leftOut, '--maxWorkers=2', ...filesOf('unit')),
        ...halves.map((half) =>
          runVitest('components', '--maxWorkers=1', ...half, ...filesOf('unit')),
        ),
      ]),
    ),
  db: () => runVitest('db', ...leftOut, '--maxWorkers=2', ...filesOf('db')),
  thorough: () => runVitest('thorough', '--maxWorkers=1', ...narrowing),
  // They wait for processes to start and to end.
  installations: () => runVitest('installations', '--maxWorkers=3', ...narrowing),
  // Each half one by one, because its files share a server; the halves side by side.
  api: async () =>
    sum(
      await Promise.all(
        API_HALVES.map((half) => runVitest(half, '--maxWorkers=1', ...filesOf('api'))),
      ),
    ),
  e2e: () => runPlaywright([...(isWhole ? ['--grep', MODULE] : []), ...filesOf('e2e')]),
  journeys: () => runPlaywright(['--grep-invert', MODULE, ...narrowing]),
};

/** One stage after the other. What waits much (for limits, mails, other servers) runs beside what does not. */
const STAGES: readonly (readonly string[])[] = [
  ['check'],
  ['unit'],
  ['db', 'api'],
  ['e2e'],
  ['thorough', 'installations'],
  ['journeys'],
];
const given = process.argv.slice(2);
const [scope] = given;
const isWhole = scope === undefined || scope === 'all';
const changed = scope === '--changed' ? changedTests(ROOT, given[1]) : undefined;
const wanted = changed
  ? Object.keys(changed)
  : scope === 'beyond'
    ? BEYOND
    : given.filter((argument) => argument in SUITES);
const narrowing =
  isWhole || changed || scope === 'beyond' ? [] : given.filter((argument) => !(argument in SUITES));
const isNarrow = narrowing.length > 0 || changed !== undefined;
/** Of database tests; the generated ones at half their size. `all`, and what is named, makes them whole. */
const effort = process.env['TEST_EFFORT'] ?? (scope === undefined ? '0.5' : '1');
/** A file is run by the name of its folder's suite, also one that `npm test` leaves out. */
const leftOut = isNarrow ? ['--project=installations', '--project=thorough'] : [];
/** A single file has no halves. */
const halves = isNarrow ? [[]] : [['--shard=1/2'], ['--shard=2/2']];

function filesOf(suite: string): readonly string[] {
  return changed?.[suite] ?? narrowing;
}

/** Told of an end that this process is asked for, which they would outlive. */
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
}

function run(
  script: string,
  args: readonly string[],
  { env = {}, isLow = false }: { env?: NodeJS.ProcessEnv; isLow?: boolean } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...env },
    });
    if (isLow && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    running.add(child);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Once in a run, whoever asks first. */
let built: Promise<number> | undefined;
function build(isLow = false): Promise<number> {
  built ??= run('scripts/build.ts', [], { isLow });
  return built;
}

/** Once in a run, too: where it is missing it is installed beside the first tests. */
let found: Promise<string | undefined> | undefined;
function browser(): Promise<string | undefined> {
  found ??= findChromium().catch((error: Error) => {
    console.error(`\n  ${error.message}`);
    return undefined;
  });
  return found;
}

/** In a whole run nobody waits for it: it takes what the tests leave of the processor. */
async function check(): Promise<Result> {
  if (isWhole) await build(true);
  return runChecks(isWhole);
}

let reports = 0;
async function runVitest(project: string, ...options: readonly string[]): Promise<Result> {
  reports += 1;
  const file = path.join(results, `${reports}.json`);
  const code = await run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      `--project=${project}`,
      ...options,
      '--passWithNoTests',
      '--reporter=minimal',
      '--reporter=./testing/summary-reporter.ts',
    ],
    { env: { TEST_SUMMARY: file, ...(project === 'db' && { TEST_EFFORT: effort }) } },
  );
  const { passed, failed, slowest } = readReport<Summary>(file) ?? NOTHING;
  return { ...counted(code, passed, failed.length), failures: failed, slowest };
}

async function runPlaywright(options: readonly string[]): Promise<Result> {
  const chromium = await browser();
  if (!chromium || (await build()) !== 0) return { passed: 0, failed: 1 };
  const file = path.join(results, 'e2e.json');
  const code = await run(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=dot,json', ...options],
    {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        CHROMIUM: chromium,
        CHROMIUM_SHELL: findShell(chromium),
      },
    },
  );
  const report = readReport<PlaywrightReport>(file);
  const { expected, unexpected } = report?.stats ?? { expected: 0, unexpected: 0 };
  return {
    ...counted(code, expected, unexpected),
    failures: failuresIn(report?.suites ?? []),
  };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number };
  readonly suites: readonly PlaywrightSuite[];
}

function failuresIn(suites: readonly PlaywrightSuite[]): string[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map(({ file, line, title }) => `e2e/${file}:${line} ${title}`),
    ...failuresIn(inner),
  ]);
}

function sum(results: readonly Result[]): Result {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.reduce((total, { failed }) => total + failed, 0),
    failures: results.flatMap(({ failures = [] }) => failures),
    slowest: results.flatMap(({ slowest = [] }) => slowest),
  };
}

/** A suite that ended badly without naming a failed test still counts as one. */
function counted(code: number, passed: number, failed: number): Result {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

const [word] = narrowing;
if (word !== undefined && (wanted.length !== 1 || /^\w+$/.test(word))) {
  console.error(
    `"${word}" is no suite (${Object.keys(SUITES).join(', ')}). For one file: npm run test:unit -- FILE, or test:db, test:api, test:e2e.`,
  );
  process.exit(1);
}
async function runSuite(name: string): Promise<Result> {
  const start = performance.now();
  const result = (await SUITES[name]?.()) ?? { passed: 0, failed: 1 };
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`  ${name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s`);
  return result;
}

if (isWhole) {
  console.log(`  generated database tests: TEST_EFFORT=${effort}`);
  void browser();
}
const beside = isWhole ? [runSuite('check')] : [];
const isNext = (name: string) =>
  isWhole ? name !== 'check' && (scope === 'all' || !BEYOND.includes(name)) : wanted.includes(name);
const done: Result[] = [];
for (const stage of STAGES) {
  done.push(...(await Promise.all(stage.filter(isNext).map(runSuite))));
  // Later stages use what it makes.
  await built;
}
const total = sum([...done, ...(await Promise.all(beside))]);
rmSync(results, { recursive: true, force: true });
const { failures = [], slowest = [] } = total;
if (slowest.length > SLOWEST_SHOWN) {
  const slow = slowest.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
  console.log(
    `\nSlowest files:\n${slow.map((one) => `  ${one.seconds} s ${one.file}`).join('\n')}`,
  );
}
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
