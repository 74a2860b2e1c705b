import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UnreliableWire } from '../../testing/unreliable-wire.ts';
import { childrenOf, workersOf } from '../processes.ts';
import type { Site } from './site.ts';

const HEADROOM = 64 * 1024 * 1024;

/** Does harm; what it holds on to (a full disk, a stalled process) it lets go before it resolves. */
export type Fault = (site: Site) => Promise<void>;

export const PROCESS_FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9 the server': async (site) => kill(site.serverPid, 'SIGKILL'),
  'kill -9 PostgreSQL': async (site) => kill(site.postmasterPid, 'SIGKILL'),
  'kill -9 a connection of PostgreSQL': async (site) => {
    kill(anyOf(childrenOf(site.postmasterPid)), 'SIGKILL');
  },
  'kill -9 server and PostgreSQL': async (site) => {
    const { serverPid, postmasterPid } = site;
    kill(serverPid, 'SIGKILL');
    kill(postmasterPid, 'SIGKILL');
  },
  'PostgreSQL stands still': async (site) => {
    const stopped = childrenOf(site.postmasterPid);
    for (const pid of stopped) kill(pid, 'SIGSTOP');
    await sleep(500 + Math.random() * 2_500);
    for (const pid of stopped) kill(pid, 'SIGCONT');
  },
};

/** Of a server with several processes. */
export const WORKER_FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9 a worker': async (site) => kill(anyOf(workersOf(site.serverPid)), 'SIGKILL'),
  'kill -9 every worker': async (site) => {
    for (const pid of workersOf(site.serverPid)) kill(pid, 'SIGKILL');
  },
  'a worker is stopped in order': async (site) => kill(anyOf(workersOf(site.serverPid)), 'SIGTERM'),
};

export function wireFaults(wire: UnreliableWire): Readonly<Record<string, Fault>> {
  return {
    'database connections dropped': async () => wire.cut(),
    'database connections cut within a message': () => wire.cutWithinMessages(),
    'slow database connections': () => wire.slowDown(3_000),
    'silent database connections': () => wire.fallSilent(1_000 + Math.random() * 4_000),
  };
}

/** Needs a file system of its own, small enough to be filled. */
export const fullDisk: Fault = async ({ dataDir }) => {
  const filler = path.join(dataDir, 'filler');
  try {
    fill(dataDir, filler);
    await sleep(2_000 + Math.random() * 3_000);
  } finally {
    rmSync(filler, { force: true });
  }
};

/** At once as far as nobody else needs the space meanwhile, the rest bit by bit until it is refused. */
function fill(directory: string, filler: string): void {
  const { bavail, bsize } = statfsSync(directory);
  execFileSync('fallocate', ['--length', String(bavail * bsize - HEADROOM), filler]);
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) appendFileSync(filler, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Sets the clock that server and database see, in turn back by minutes and forward by hours. */
export function clockJump(offsetFile: string): Fault {
  let offsetSeconds = 0;
  let back = false;
  return async () => {
    back = !back;
    offsetSeconds += Math.round(back ? -180 * Math.random() : 300 + 36_000 * Math.random());
    writeFileSync(offsetFile, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}s\n`);
    await sleep(1_500);
  };
}

function anyOf(pids: readonly number[]): number {
  return pids[Math.floor(Math.random() * pids.length)] ?? 0;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 1) process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
