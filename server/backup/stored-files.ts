import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ArchiveWriter } from './archive-writer.ts';
import { type FileManifest, storedFileName } from './manifest.ts';

/** Stored objects; unfinished uploads and resized pictures are not worth keeping. */
const OBJECTS = 'objects';

export interface FrozenFiles {
  /** Freezes what was stored since. */
  addNew(): Promise<void>;
  archive(writer: ArchiveWriter): Promise<FileManifest[]>;
  release(): Promise<void>;
}

/**
 * Holds on to the files of this moment by hard links: a stored file is never changed in place, so
 * what is deleted while the backup runs is still there for it.
 */
export async function freezeStoredFiles(dataDir: string): Promise<FrozenFiles> {
  const storage = path.join(dataDir, 'storage');
  const frozen = await mkdtemp(path.join(dataDir, 'backup-'));
  const addNew = async () => {
    if (!existsSync(path.join(storage, OBJECTS))) return;
    for (const relative of await listFiles(storage, OBJECTS)) {
      await mkdir(path.join(frozen, path.dirname(relative)), { recursive: true });
      await link(path.join(storage, relative), path.join(frozen, relative)).catch(ignoreHandled);
    }
  };
  await addNew();
  return {
    addNew,
    archive: async (writer) => archiveFiles(frozen, await listFiles(frozen, '.'), writer),
    release: () => rm(frozen, { recursive: true, force: true }),
  };
}

async function archiveFiles(
  frozen: string,
  paths: readonly string[],
  writer: ArchiveWriter,
): Promise<FileManifest[]> {
  const files: FileManifest[] = [];
  for (const relative of paths) {
    const source = path.join(frozen, relative);
    const { size } = await stat(source);
    await writer.addFile(storedFileName(relative), source, size);
    files.push({ path: relative, bytes: size, sha256: await hashFile(source) });
  }
  return files;
}

async function listFiles(root: string, directory: string): Promise<string[]> {
  const entries = await readdir(path.join(root, directory), {
    recursive: true,
    withFileTypes: true,
  });
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      // A backup made on one system is restored on another.
      .map((file) => file.split(path.sep).join('/'))
  );
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Already linked, or deleted between listing and linking. */
function ignoreHandled(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
}
