import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { contentOf, type Entries, type Entry } from './entries.ts';

export interface PackOptions {
  /** The folder everything is in; none for the root. */
  readonly prefix?: string;
  /** Of every file, so that the same content is the same archive. */
  readonly modifiedAt: Date;
  /** Of gzip; 9 without it. */
  readonly level?: number;
}

export interface Packed {
  readonly sha256: string;
  readonly bytes: number;
  /** Of the tar inside, by which an image names its layers. */
  readonly tarSha256: string;
}

/** The same bytes for the same entries: sorted, without owners, with one time for all. */
export async function packArchive(
  file: string,
  entries: Entries,
  { prefix = '', modifiedAt, level = 9 }: PackOptions,
): Promise<Packed> {
  const tar = pack();
  const [inside, outside] = [new Measure(), new Measure()];
  const writing = pipeline(tar, inside, createGzip({ level }), outside, createWriteStream(file));
  const common = { mtime: modifiedAt, uid: 0, gid: 0, uname: '', gname: '' };
  for (const folder of foldersOf([...entries.keys()].map((name) => prefix + name))) {
    await add(tar, { ...common, name: `${folder}/`, type: 'directory', mode: 0o755 });
  }
  for (const [name, entry] of sorted(entries)) {
    await addEntry(tar, { ...common, name: prefix + name }, entry);
  }
  tar.finalize();
  await writing;
  return { sha256: outside.sha256, bytes: outside.bytes, tarSha256: inside.sha256 };
}

type Header = Parameters<Pack['entry']>[0];

class Measure extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;
  sha256 = '';

  override _transform(chunk: Buffer, _: unknown, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.sha256 = this.#hash.digest('hex');
    done();
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function sorted(entries: Entries): [string, Entry][] {
  return [...entries].sort(([one], [other]) => compare(one, other));
}

function foldersOf(names: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const name of names) {
    const parts = name.split('/');
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders].sort(compare);
}

function addEntry(tar: Pack, header: Header, entry: Entry): Promise<void> {
  if ('owner' in entry) {
    const { mode, owner } = entry;
    return add(tar, {
      ...header,
      name: `${header.name}/`,
      type: 'directory',
      ...{ mode, uid: owner, gid: owner },
    });
  }
  if ('link' in entry) {
    return add(tar, { ...header, type: 'symlink', linkname: entry.link, mode: 0o777 });
  }
  return add(tar, { ...header, mode: entry.isProgram ? 0o755 : 0o644 }, contentOf(entry));
}

function add(tar: Pack, header: Header, content: Buffer | string = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry(header, content, (error) => (error ? reject(error) : resolve()));
  });
}
