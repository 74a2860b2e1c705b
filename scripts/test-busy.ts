// `npm run test:busy [-- …]`: what `npm test -- …` runs, while four busy loops take the processor from it.
import { spawn } from 'node:child_process';
import path from 'node:path';

const LOOPS = 4;
/** Ends by itself when this process is gone, however it ended. */
const LOOP = 'const parent = process.ppid; while (process.ppid === parent);';

const loops = Array.from({ length: LOOPS }, () =>
  spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' }),
);
process.on('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
});
const tests = spawn(
  process.execPath,
  [path.join(import.meta.dirname, 'test.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
// The terminal tells all of them; the tests stop their servers first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => tests.kill(signal));
tests.on('close', (code) => process.exit(code ?? 1));
