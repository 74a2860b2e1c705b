import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';
import { explain, type PostgresProcess, spawnAs } from './postgres-process.ts';
import type { SystemUser } from './system-user.ts';

const POLL_INTERVAL_MS = 250;

/**
 * PostgreSQL by way of pg_ctl, for systems without signals. On Windows pg_ctl also gives up an
 * administrator's rights, with which PostgreSQL refuses to run.
 */
export function pgCtl(user: SystemUser, program: string, clusterDir: string) {
  const log = `${clusterDir}.log`;
  const run = (...args: string[]): Promise<number | null> =>
    new Promise((resolve, reject) => {
      const child = spawnAs(user, program, [...args, '-D', clusterDir, '-w', '-t', '120']);
      child.once('error', reject);
      // Not "close": the PostgreSQL that it leaves running holds on to its output.
      child.once('exit', resolve);
    });
  const stop = async (): Promise<void> => {
    await run('stop', '-m', 'fast');
  };

  return {
    stop,
    async launch(flags: readonly string[]): Promise<PostgresProcess> {
      const code = await run('start', '-l', log, '-o', flags.map(quoted).join(' '));
      if (code !== 0) throw explain(readText(log), 'PostgreSQL did not start');
      const pid = Number.parseInt(readText(path.join(clusterDir, 'postmaster.pid')), 10);
      return { ended: waitForEnd(pid, log), end: () => void stop() };
    },
  };
}

/** pg_ctl passes its options through a shell, and folders may hold spaces. */
function quoted(flag: string): string {
  if (process.platform === 'win32') return `"${flag}"`;
  return `'${flag.replaceAll("'", "'\\''")}'`;
}

async function waitForEnd(pid: number, log: string): Promise<string> {
  for await (const _ of setInterval(POLL_INTERVAL_MS)) {
    try {
      process.kill(pid, 0);
    } catch {
      break;
    }
  }
  return readText(log).trim().split('\n').at(-1) ?? '';
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
