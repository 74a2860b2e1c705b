import { chmodSync, constants, mkdirSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';

const UNFINISHED = '.new';

/** Writes the whole file or leaves the old one as it is. Only its owner may read it. */
export async function writeAtomically(file: string, text: string): Promise<void> {
  makePrivateDirectory(path.dirname(file));
  const unfinished = file + UNFINISHED;
  try {
    await withFile(unfinished, async (handle) => {
      const { bytesWritten } = await handle.write(text, 0);
      await handle.truncate(bytesWritten);
    });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  await syncDirectory(path.dirname(file));
}

/** Takes the room that `writeAtomically` of this file will need. */
export async function reserveRoom(file: string, bytes: number): Promise<void> {
  makePrivateDirectory(path.dirname(file));
  try {
    await withFile(file + UNFINISHED, (handle) => handle.write(Buffer.alloc(bytes), 0, bytes, 0));
  } catch (error) {
    rmSync(file + UNFINISHED, { force: true });
    throw error;
  }
}

function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

/** Not emptied first: the room it has is what was reserved. */
async function withFile(file: string, write: (handle: FileHandle) => Promise<unknown>) {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Windows cannot open a directory, and needs no such step. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
