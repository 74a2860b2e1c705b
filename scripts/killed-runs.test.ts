import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Makes the folder of a cluster with a stand-in for its PostgreSQL, says both, and stays. */
const RUN = `
  import { spawn } from 'node:child_process';
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { makeClusterFolder } from './testing/cluster-folder.ts';
  const folder = makeClusterFolder('chalkline-killed-');
  const postgres = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  mkdirSync(folder + '/postgres');
  writeFileSync(folder + '/postgres/postmaster.pid', postgres.pid + '\\n');
  console.log(JSON.stringify({ folder, pid: postgres.pid }));
  setInterval(() => undefined, 60_000);
`;

/** What ended and was not yet asked about by whoever took it over runs no more. */
const isRunning = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

test.skipIf(process.platform === 'win32')(
  'a run that is killed leaves neither its PostgreSQL nor its files',
  async () => {
    const run = spawn(process.execPath, ['--input-type=module-typescript', '-e', RUN], {
      cwd: path.join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>((resolve) => run.stdout.once('data', resolve));
    const { folder, pid } = JSON.parse(said) as { folder: string; pid: number };
    expect([isRunning(pid), existsSync(folder)]).toEqual([true, true]);
    run.kill('SIGKILL');
    await expect.poll(() => [isRunning(pid), existsSync(folder)]).toEqual([false, false]);
  },
);
