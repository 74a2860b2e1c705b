// `npm run test:long [-- FILE …]`: tests that repeat (testing/test-length.ts), at full length.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const SUITES: Readonly<Record<string, string>> = {
  unit: '{server,scripts}/**/*.test.ts',
  db: 'supabase/tests/*.test.ts',
  api: 'contract/*.test.ts',
  e2e: 'e2e/*.spec.ts',
};
const asked = process.argv.slice(2);
const isLong = (file: string): boolean =>
  readFileSync(path.join(ROOT, file), 'utf8').includes('/test-length.ts') &&
  (asked.length === 0 || asked.includes(file));

let failed = 0;
for (const [suite, pattern] of Object.entries(SUITES)) {
  const files = globSync(pattern, { cwd: ROOT }).filter(isLong).sort();
  if (files.length === 0) continue;
  const { status } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'scripts', 'test.ts'), suite, ...files],
    { stdio: 'inherit', env: { ...process.env, TEST_LENGTH: 'long' } },
  );
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
