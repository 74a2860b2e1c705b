import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
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
  const parent = hasRoom() ? MEMORY : tmpdir();
  if (parent === MEMORY) removeForgotten(prefix);
  const folder = mkdtempSync(path.join(parent, prefix));
  clearAfterKill(folder);
  return folder;
}

/** Waits for the end of this process, which closes its input; an orderly end has removed the folder before. */
const CLEAR = `
  read -r _
  pid=$(head -n 1 "$1/postgres/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
  rm -rf "$1"`;

/** A run that is killed stops no PostgreSQL: what this starts does, and removes its files. */
function clearAfterKill(folder: string): void {
  if (process.platform === 'win32') return;
  const guard = spawn('/bin/sh', ['-c', CLEAR, 'sh', folder], {
    // Not of the group that Ctrl-C ends.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
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
