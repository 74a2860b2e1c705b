import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
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

/** Makes it, closed to others; one in /tmp that somebody else made before is refused. */
export function makeSocketDirectory(directory: string, user: SystemUser): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  user.own(directory);
  const { uid, mode } = statSync(directory);
  const owner = user.ids.uid ?? process.getuid?.() ?? uid;
  if (uid === owner && (mode & 0o077) === 0) return;
  throw new StartupError(
    `${directory} belongs to somebody else. Remove it, or set DATA_DIR to a folder with a shorter path.`,
  );
}
