import { existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** Where Linux stores files in memory. */
const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 6 * 2 ** 30;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * A new folder for a cluster of tests. Each test file makes a database of its own, for which PostgreSQL
 * first writes what all others changed: on a disk that takes seconds while many run, in memory a tenth.
 */
export function makeClusterFolder(prefix: string): string {
  if (!hasRoom()) return mkdtempSync(path.join(tmpdir(), prefix));
  removeForgotten(prefix);
  return mkdtempSync(path.join(MEMORY, prefix));
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES;
}

/** Of runs that were killed: memory is scarcer than disk. */
function removeForgotten(prefix: string): void {
  for (const folder of globSync(`${prefix}*`, { cwd: MEMORY })) {
    const full = path.join(MEMORY, folder);
    const made = statSync(full, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - made > FORGOTTEN_AFTER_MS) rmSync(full, { recursive: true, force: true });
  }
}
