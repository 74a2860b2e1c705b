import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../startup-error.ts';

const OUTPUT = { encoding: 'utf8', windowsHide: true } as const;

/**
 * Stops a PostgreSQL that outlived its server (killed hard). The caller holds the data directory's
 * lock, so no living server uses it.
 */
export async function stopOrphanedProcess(
  clusterDir: string,
  socketDirectory: string,
  stopWithoutSignals?: () => Promise<void>,
): Promise<void> {
  const pid = readPid(clusterDir);
  if (pid === undefined) return;
  if (stopWithoutSignals) {
    // Where there are no signals, a pid file that is stale is no obstacle to PostgreSQL either.
    if (isPostgresOf(pid, clusterDir)) await stopWithoutSignals();
    return;
  }
  if (!isPostgresOf(pid, clusterDir)) {
    disown(clusterDir, socketDirectory);
    return;
  }
  const waits: readonly [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 10_000],
  ];
  for (const [signal, timeoutMs] of waits) {
    if (!send(pid, signal) || (await hasEnded(pid, timeoutMs))) return;
  }
  throw new StartupError(
    `A PostgreSQL left behind by an earlier run (process ${pid}) does not stop. End it and start again.`,
  );
}

/**
 * PostgreSQL refuses to start while the process id in its old pid file exists, be it a process that
 * nobody has reaped yet or another one with the same number, as in a container started again. An id
 * of its parent it takes for stale, and still checks whether old backends use the shared memory that
 * the rest of the file names; so the file is kept. The lock of the socket holds the same id.
 */
function disown(clusterDir: string, socketDirectory: string): void {
  const file = path.join(clusterDir, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
  for (const lock of globSync('.s.PGSQL.*.lock', { cwd: socketDirectory })) {
    rmSync(path.join(socketDirectory, lock), { force: true });
  }
}

function readPid(clusterDir: string): number | undefined {
  const file = path.join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/** Process ids are used again, so the id alone proves nothing. */
function isPostgresOf(pid: number, clusterDir: string): boolean {
  if (!send(pid, 0)) return false;
  if (process.platform === 'win32') return /postgres/i.test(describe(pid));
  return describe(pid).includes(clusterDir);
}

/** The command line of a process, or its name where the system tells no more. */
function describe(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return process.platform === 'win32'
      ? execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], OUTPUT)
      : execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], OUTPUT);
  } catch {
    return '';
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function hasEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (!send(pid, 0)) return true;
    await sleep(50);
  }
  return false;
}
