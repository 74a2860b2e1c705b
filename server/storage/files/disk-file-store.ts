import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { objectNotFound } from '../storage-error.ts';
import { DiskFileRead } from './disk-file-read.ts';
import { DiskFileWrite } from './disk-file-write.ts';
import {
  type FileStore,
  type FileWrite,
  isVersion,
  type Publication,
  type StoredFile,
} from './file-store.ts';
import { UnfinishedFolder } from './unfinished-folder.ts';

/**
 * `objects/ab/<version>` holds published bytes, `unfinished/<version>` those on their way. Publishing
 * links a finished file into `objects`; its name in `unfinished` stays until the row is committed, so
 * whatever a crash interrupts is found there at the next start, without looking through everything.
 */
export class DiskFileStore implements FileStore {
  readonly #objects: string;
  readonly #unfinished: UnfinishedFolder;

  constructor(directory: string, worker?: number) {
    this.#objects = path.join(directory, 'objects');
    this.#unfinished = new UnfinishedFolder(directory, worker);
  }

  async prepare(): Promise<void> {
    await mkdir(this.#objects, { recursive: true, mode: 0o700 });
    await this.#unfinished.prepare();
  }

  async begin(version: string): Promise<FileWrite> {
    const publication = this.#publication(version);
    const handle = await open(this.#unfinishedPath(version), 'wx', 0o600);
    return new DiskFileWrite(handle, publication);
  }

  async read(
    version: string,
    range?: { start: number; end: number },
  ): Promise<Readable | undefined> {
    if (!isVersion(version)) return undefined;
    // Opened first: once there is a handle, a removal cannot cut the answer short.
    const handle = await open(this.#objectPath(version), 'r').catch(ignoreMissing);
    if (!handle) return undefined;
    return new DiskFileRead(handle, range ?? { start: 0, end: (await handle.stat()).size - 1 });
  }

  async copy(source: string, version: string): Promise<Publication> {
    if (!isVersion(source)) throw objectNotFound();
    const publication = this.#publication(version);
    const target = this.#unfinishedPath(version);
    // Published bytes never change, so a second name for them is a copy.
    try {
      await link(this.#objectPath(source), target);
    } catch (error) {
      if (isMissing(error)) {
        await publication.discard();
        throw objectNotFound();
      }
      await copyFile(this.#objectPath(source), target, constants.COPYFILE_FICLONE);
      await syncFile(target);
    }
    return publication;
  }

  /**
   * Takes a complete file's bytes as an unpublished write; the file itself stays. An attempt whose
   * outcome nobody knows may have left the same bytes under that version.
   */
  async adopt(file: string, version: string): Promise<Publication> {
    const publication = this.#publication(version);
    await link(file, this.#unfinishedPath(version)).catch(ignorePresent);
    await syncFile(this.#unfinishedPath(version));
    return publication;
  }

  async remove(versions: readonly string[]): Promise<void> {
    for (const version of versions.filter(isVersion)) {
      await rm(this.#objectPath(version), { force: true });
    }
  }

  async *list(): AsyncIterable<StoredFile> {
    for (const folder of await readdir(this.#objects, { withFileTypes: true })) {
      if (!folder.isDirectory()) continue;
      for (const version of await readdir(path.join(this.#objects, folder.name))) {
        const found = await stat(this.#objectPath(version)).catch(ignoreMissing);
        if (found) yield { version, sizeBytes: found.size, modifiedAt: found.mtime };
      }
    }
  }

  async sizeOf(version: string): Promise<number | undefined> {
    if (!isVersion(version)) return undefined;
    return (await stat(this.#objectPath(version)).catch(ignoreMissing))?.size;
  }

  leftovers(): Promise<string[]> {
    return this.#unfinished.leftovers();
  }

  forget(version: string): Promise<void> {
    return this.#unfinished.forget(version);
  }

  #publication(version: string): Publication {
    const object = this.#objectPath(version);
    const unfinished = this.#unfinishedPath(version);
    this.#unfinished.begin(version);
    return {
      version,
      publish: async () => {
        await this.#makeFolder(path.dirname(object));
        await link(unfinished, object).catch(ignorePresent);
        await syncDirectory(path.dirname(object));
      },
      settle: async () => {
        await unlink(unfinished);
        this.#unfinished.end(version);
      },
      discard: async () => {
        await rm(object, { force: true });
        await rm(unfinished, { force: true });
        this.#unfinished.end(version);
      },
    };
  }

  async #makeFolder(folder: string): Promise<void> {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncDirectory(this.#objects);
  }

  #objectPath(version: string): string {
    return path.join(this.#objects, version.slice(0, 2), version);
  }

  #unfinishedPath(version: string): string {
    return this.#unfinished.pathOf(version);
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function ignoreMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

function ignorePresent(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}
