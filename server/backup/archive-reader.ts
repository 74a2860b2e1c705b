import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { StartupError } from '../startup-error.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly content: Readable;
}

/** The entries of the archive in order; each must be read to its end before the next one comes. */
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

/**
 * Tables and files, each as one: a table lies in pieces one after the other, which are cut anywhere,
 * also within a row.
 */
export async function* readSubjects(file: string): AsyncGenerator<ArchiveEntry> {
  const entries = readArchive(file);
  let next = await entries.next();
  try {
    while (!next.done) {
      const name = subjectOf(next.value.name);
      const content = Readable.from(readWhile((found) => subjectOf(found) === name));
      yield { name, content };
      await finished(content.resume());
    }
  } finally {
    await entries.return(undefined);
  }

  async function* readWhile(belongs: (name: string) => boolean): AsyncGenerator<Buffer> {
    while (!next.done && belongs(next.value.name)) {
      yield* next.value.content;
      next = await entries.next();
    }
  }
}

function subjectOf(name: string): string {
  return name.startsWith('tables/') ? name.slice(0, name.lastIndexOf('/')) : name;
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
