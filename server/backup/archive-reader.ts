import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { StartupError } from '../startup-error.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly content: Readable;
}

/** The entries of a backup in order; each must be read to its end before the next one comes. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const fail = (cause: Error) => tar.destroy(unreadable(file, cause));
  createReadStream(file).on('error', fail).pipe(createZstdDecompress()).on('error', fail).pipe(tar);
  for await (const entry of tar) {
    const content = entry as unknown as Readable;
    yield { name: entry.header.name, content };
    content.resume();
  }
}

export async function readAll(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function unreadable(file: string, cause: Error): StartupError {
  const reason =
    (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'does not exist'
      : 'is damaged or no backup';
  return new StartupError(`${file} ${reason}.`, { cause });
}
