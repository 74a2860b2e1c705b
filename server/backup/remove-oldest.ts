import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** `kind` tells backups of one kind by their names, which sort by time. */
export async function removeOldest(directory: string, kind: RegExp, keep: number): Promise<void> {
  const backups = (await readdir(directory)).filter((name) => kind.test(name)).sort();
  for (const name of backups.slice(0, Math.max(0, backups.length - keep))) {
    await rm(path.join(directory, name));
  }
}
