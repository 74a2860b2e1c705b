// `npm run check`: types, lint and format, import directions, dead code, lockfiles, landed migrations,
// dependency audit; all at once.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import { auditDependencies } from './audit.ts';
import { checkDates, checkLandedMigrations } from './landed-migrations.ts';
import { checkLockfiles } from './lockfile.ts';

const ROOT = path.join(import.meta.dirname, '..');

const CACHE = path.join('node_modules', '.cache');

/** Several checkers would work out the same types several times: twice the processor time for no gain in time. */
const typesOf = (project: string): readonly string[] => [
  'typescript-native/bin/tsc',
  ...['--checkers', '1', '-p', `tsconfig.${project}.json`],
  // What did not change since the last run is not worked out again.
  ...['--incremental', '--tsBuildInfoFile', path.join(CACHE, `${project}.tsbuildinfo`)],
];

/** Begins with the whole machine; the others take what it leaves. */
const SLOWEST_CHECK = 'types of the web app';

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  [SLOWEST_CHECK]: typesOf('web'),
  'types of the server': typesOf('server'),
  'types of the tests': typesOf('tests'),
  'lint and format': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  'import directions': [
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    ...['--cache', path.join(CACHE, 'dependency-cruiser'), '--cache-strategy', 'content'],
    'src',
    'server',
    'supabase',
    'contract',
    'e2e',
    'testing',
    'bench',
    'scripts',
  ],
  'dead code': [
    'knip/bin/knip.js',
    '--no-progress',
    ...['--cache', '--cache-location', path.join(CACHE, 'knip')],
  ],
};

/** What needs no tool: each tells what is wrong, one line each. */
const QUICK_CHECKS: Readonly<Record<string, (directory: string) => string[]>> = {
  'packages for every platform': checkLockfiles,
  'landed migrations': checkLandedMigrations,
  'dates of migrations': checkDates,
};

interface Outcome {
  readonly name: string;
  readonly passed: boolean;
}

interface Outcomes {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/** Runs every check, beside more urgent work with low priority, and prints what fails. */
export async function runChecks(isLow = false): Promise<Outcomes> {
  const quick = Object.entries(QUICK_CHECKS).map(runQuickCheck);
  const outcomes = await Promise.all([
    ...quick,
    ...Object.entries(CHECKS).map(([name, command]) => runCheck(name, command, isLow)),
    runAudit(),
  ]);
  const failures = outcomes.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`);
  return { passed: outcomes.length - failures.length, failed: failures.length, failures };
}

function runCheck(
  name: string,
  [command = '', ...args]: readonly string[],
  isLow: boolean,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, 'node_modules', command), ...args], {
      cwd: ROOT,
      // Memory for time: the compiler, which is written in Go, otherwise cleans up a hundred times.
      env: { ...process.env, GOGC: '400' },
    });
    if ((isLow || name !== SLOWEST_CHECK) && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => {
      const outcome = tell(name, code === 0);
      if (code !== 0) console.log(output);
      resolve(outcome);
    });
  });
}

function runQuickCheck([name, check]: [string, (directory: string) => string[]]): Outcome {
  const problems = check(ROOT);
  const outcome = tell(name, problems.length === 0);
  for (const problem of problems) console.log(`    ${problem}`);
  return outcome;
}

async function runAudit(): Promise<Outcome> {
  const { passed, note } = await auditDependencies(ROOT);
  const outcome = tell('known vulnerabilities in dependencies', passed);
  if (note) console.log(passed ? styleText('yellow', `    ${note}`) : note);
  return outcome;
}

function tell(name: string, passed: boolean): Outcome {
  console.log(`  ${passed ? styleText('green', '✓') : styleText('red', '✗')} ${name}`);
  return { name, passed };
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exit(failed === 0 ? 0 : 1);
}
