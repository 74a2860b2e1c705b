import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import type { SystemUser } from './system-user.ts';

/** Of a Unix socket's whole path: 107 on Linux, 103 on macOS. */
const MAX_PATH_BYTES = 103;
const LOCK_FILE_NAME = '/.s.PGSQL.65535.lock';

/**
 * In the data directory, or, when that is too deep, in /tmp. Not in TMPDIR, which may be deep as well,
 * and differs for a command that looks for the running database from another terminal.
 */
export function socketDirectoryOf(dataDir: string): string {
  const inside = path.join(dataDir, 'run');
  if (Buffer.byteLength(inside + LOCK_FILE_NAME) <= MAX_PATH_BYTES) return inside;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return `/tmp/chalkline-${digest}`;
}

/**
 * Makes it, closed to others. One that somebody else made before (anybody can in /tmp) is made anew by
 * root and refused by everyone else; it holds nothing but the socket.
 */
export function makeSocketDirectory(directory: string, user: SystemUser): void {
  const owner = user.owner?.uid ?? process.getuid?.();
  if (isOwn(directory, owner)) {
    chmodSync(directory, 0o700);
    return;
  }
  if (process.getuid?.() === 0) rmSync(directory, { recursive: true, force: true });
  if (create(directory, user)) return;
  throw new StartupError(
    `${directory} belongs to somebody else. Remove it and start again: sudo rm -r '${directory}'`,
  );
}

function isOwn(directory: string, owner: number | undefined): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === (owner ?? stat.uid);
}

/** Fails when it is there already: only a new one is sure to be nobody else's. */
function create(directory: string, user: SystemUser): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  user.own(directory);
  return true;
}
