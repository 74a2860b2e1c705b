// `npm start`: builds the web app if it is stale, then starts the server in this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { BUILD_MEMORY } from './build-memory.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const KILLED_BUILD = `The web app could not be built: the system ended the build, which it does when memory runs out. ${BUILD_MEMORY}`;

/** In a process of its own: a build takes a gigabyte, and the server would keep it for as long as it runs. */
async function build(): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  for (const stopSignal of STOP_SIGNALS) process.off(stopSignal, stop);
  if (signal === 'SIGKILL') console.error(`\n  ${KILLED_BUILD}\n`);
  if (code !== 0) process.exit(code ?? 1);
}

// An archive of a release has the web app and not what it is made from.
if (existsSync(path.join(import.meta.dirname, 'build.ts'))) await build();
await import('../server/start.ts');
