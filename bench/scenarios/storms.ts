import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Scenario } from './scenario.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RUNS = [
  { name: '10,000 generated requests', project: 'unit', file: 'server/rest/fuzz.test.ts' },
  {
    name: '10,000 schedules without signal',
    project: 'db',
    file: 'supabase/tests/offline-simulation.test.ts',
  },
  { name: '10,000 sign-ins', project: 'api-auth', file: 'contract/auth-limits.test.ts' },
  { name: '300 races for every rule', project: 'db', file: 'supabase/tests/races.test.ts' },
  {
    name: 'every change under every overtime rule, 300 races',
    project: 'db',
    file: 'supabase/tests/payroll-kept.test.ts',
  },
  {
    name: 'budgets of 500 generated projects',
    project: 'db',
    file: 'supabase/tests/budgets-generated.test.ts',
  },
] as const;

const FULL_LENGTH = {
  FUZZ_REQUESTS: '10000',
  SIGN_INS: '10000',
  GUESSES: '10',
  CHANGES_EVERY: '1',
  RACE_ROUNDS: '300',
  WEEKS_OF: '34',
  OFFLINE_SCHEDULES: '10000',
  BUDGET_PROJECTS: '500',
};

/** Tests whose loops are short in `npm test`, at full length. */
export const storms: Scenario = {
  name: 'storms',
  async *run() {
    for (const { name, project, file } of RUNS) {
      const start = performance.now();
      const code = await runTests(project, file);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      yield { name, note: `${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s` };
    }
  },
};

function runTests(project: string, file: string): Promise<number> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', `--project=${project}`, file], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...FULL_LENGTH },
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
