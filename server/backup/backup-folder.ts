import { existsSync, mkdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A nightly backup; those of updates and of people have other names. */
export const NIGHTLY_NAME = /^backup-\d{4}-\d{2}-\d{2}\.tar\.zst$/;

export interface StoredBackup {
  readonly name: string;
  readonly bytes: number;
  readonly writtenAt: Date;
}

/** Oldest first; their names sort by time. None where there is no folder yet. */
export async function listBackups(directory: string): Promise<StoredBackup[]> {
  const names = await readdir(directory).catch(ignoreMissing);
  const found: StoredBackup[] = [];
  for (const name of names.filter((one) => NIGHTLY_NAME.test(one)).sort()) {
    const { size, mtime } = await stat(path.join(directory, name));
    found.push({ name, bytes: size, writtenAt: mtime });
  }
  return found;
}

/**
 * Folder by folder: Node's recursive `mkdir` never ends where a parent takes no folders and says that it
 * is missing, as in /proc.
 */
export function makeFolder(folder: string): void {
  const make = () => mkdirSync(folder, { mode: 0o700 });
  try {
    make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    make();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
