// `node bench/kill-restart.ts [rounds]`: start, kill -9 at a random moment, start again. It must always come up.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, spawnServer } from '../testing/spawn-server.ts';

const ROOT = path.join(import.meta.dirname, '..');
const MAX_LIFE_MS = 4_000;
const rounds = Number(process.argv[2] ?? 50);
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-kill-'));

/** Kills before, during or after the start, whatever the moment hits. */
async function startAndKill(): Promise<number> {
  const lifeMs = Math.round(Math.random() * MAX_LIFE_MS);
  const child = spawn(process.execPath, ['server/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  await sleep(lifeMs);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  return lifeMs;
}

let survived = 0;
for (let round = 1; round <= rounds; round++) {
  const lifeMs = await startAndKill();
  const begun = performance.now();
  const server = await spawnServer({ DATA_DIR: dataDir, DEMO: 'on' });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (!isRunning(server)) {
    console.log(`round ${round}: killed after ${lifeMs} ms, did NOT come up:\n${server.output}`);
    continue;
  }
  const { status } = await fetch(`${server.url}/health`);
  await server.end(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
  if (status === 200) survived++;
  console.log(`round ${round}: killed after ${lifeMs} ms, up again in ${seconds} s`);
}
const last = await spawnServer({ DATA_DIR: dataDir });
if (isRunning(last)) await last.end('SIGTERM');
rmSync(dataDir, { recursive: true, force: true });
console.log(`${survived} of ${rounds} starts came up`);
process.exit(survived === rounds ? 0 : 1);
