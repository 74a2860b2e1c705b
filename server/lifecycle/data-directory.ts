import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StartupError } from '../startup-error.ts';
import { foreignOwnerProblem } from './data-owner.ts';

/** Makes the data directory, closed to everyone else, and claims it for this process alone. */
export function claimDataDirectory(dataDir: string): { release(): void } {
  prepare(dataDir);
  const file = path.join(dataDir, 'server.lock');
  const self = identify(process.pid) ?? '';
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      writeFileSync(file, `${process.pid} ${self}`, { flag: 'wx', mode: 0o600 });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(dataDir, error);
      refuseIfAlive(file, dataDir);
      rmSync(file, { force: true });
    }
  }
  throw new StartupError(`The data directory ${dataDir} is being claimed by another server.`);
}

function prepare(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!statSync(dataDir).isDirectory()) throw new Error('not a folder');
    const problem = foreignOwnerProblem(dataDir);
    if (problem) throw new StartupError(problem);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

function unwritable(dataDir: string, cause: unknown): StartupError {
  if (cause instanceof StartupError) return cause;
  if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') {
    return new StartupError('The disk is full. Free some space and start again; nothing was lost.');
  }
  return new StartupError(
    `The data directory ${dataDir} cannot be written. Set DATA_DIR to a folder that the user who starts the server may write.`,
    { cause },
  );
}

function refuseIfAlive(file: string, dataDir: string): void {
  const [pid, identity] = readLock(file).split(' ', 2);
  if (!pid || identify(Number(pid)) !== identity) return;
  throw new StartupError(
    `The data directory ${dataDir} is in use by a running server (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** When a process began, so that a reused process id is not taken for the old one. */
function identify(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  try {
    if (process.platform === 'darwin') {
      const began = execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' });
      return began.trim().replaceAll(/\s+/g, '-');
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return 'unknown';
  }
}
