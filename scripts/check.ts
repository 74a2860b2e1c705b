// `npm run check`: types, lint and format, import directions, dead code, lockfiles, landed migrations,
// dependency audit; all at once.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import { auditDependencies } from './audit.ts';
import { checkLandedMigrations } from './landed-migrations.ts';
import { checkLockfiles } from './lockfile.ts';

const ROOT = path.join(import.meta.dirname, '..');

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  'types of the server': ['typescript-native/bin/tsc', '-p', 'tsconfig.server.json'],
  'types of the web app': ['typescript-native/bin/tsc', '-p', 'tsconfig.web.json'],
  'types of the tests': ['typescript-native/bin/tsc', '-p', 'tsconfig.tests.json'],
  'lint and format': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  'import directions': [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'server',
    'supabase',
    'contract',
    'e2e',
    'testing',
    'bench',
    'scripts',
  ],
  'dead code': ['knip/bin/knip.js', '--no-progress'],
};

/** What needs no tool: each tells what is wrong, one line each. */
const QUICK_CHECKS: Readonly<Record<string, (directory: string) => string[]>> = {
  'packages for every platform': checkLockfiles,
  'landed migrations': checkLandedMigrations,
};

/** Runs every check, beside more urgent work with low priority, and prints what fails; the result says how many did. */
export async function runChecks(isLow = false): Promise<{ passed: number; failed: number }> {
  const quick = Object.entries(QUICK_CHECKS).map(runQuickCheck);
  const outcomes = await Promise.all([
    ...quick,
    ...Object.entries(CHECKS).map(([name, command]) => runCheck(name, command, isLow)),
    runAudit(),
  ]);
  const passed = outcomes.filter(Boolean).length;
  return { passed, failed: outcomes.length - passed };
}

function runCheck(
  name: string,
  [command = '', ...args]: readonly string[],
  isLow: boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, 'node_modules', command), ...args], {
      cwd: ROOT,
    });
    if (isLow && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => {
      tell(name, code === 0);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

function runQuickCheck([name, check]: [string, (directory: string) => string[]]): boolean {
  const problems = check(ROOT);
  tell(name, problems.length === 0);
  for (const problem of problems) console.log(`    ${problem}`);
  return problems.length === 0;
}

async function runAudit(): Promise<boolean> {
  const { passed, note } = await auditDependencies(ROOT);
  tell('known vulnerabilities in dependencies', passed);
  if (note) console.log(passed ? styleText('yellow', `    ${note}`) : note);
  return passed;
}

function tell(name: string, passed: boolean): void {
  console.log(`  ${passed ? styleText('green', '✓') : styleText('red', '✗')} ${name}`);
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exit(failed === 0 ? 0 : 1);
}
