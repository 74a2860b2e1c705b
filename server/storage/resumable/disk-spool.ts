import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inBlocks } from '../files/blocks.ts';
import type { DiskFileStore } from '../files/disk-file-store.ts';
import { ByteCounter } from '../files/received-bytes.ts';
import { StorageError, tooLarge } from '../storage-error.ts';
import {
  type Checksum,
  checksumMismatch,
  type Gathered,
  type Spool,
  untilBroken,
} from './spool.ts';

const WRITE_BYTES = 1024 * 1024;

/** One file per upload, on this server's disk; how far an upload has come is the size of its file. */
export class DiskSpool implements Spool {
  readonly #directory: string;
  readonly #files: DiskFileStore;

  constructor(directory: string, files: DiskFileStore) {
    this.#directory = directory;
    this.#files = files;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
  }

  async create(id: string): Promise<void> {
    const handle = await open(this.#fileOf(id), 'wx', 0o600);
    await handle.close();
  }

  async offsetOf(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.#fileOf(id))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async append(
    id: string,
    offset: number,
    body: AsyncIterable<Buffer>,
    limitBytes: number,
    checksum: Checksum | undefined,
  ): Promise<number> {
    const handle = await open(this.#fileOf(id), 'r+');
    try {
      const hash = checksum && createHash(checksum.algorithm);
      const end = await appendAll(handle, offset, body, limitBytes, (chunk) => hash?.update(chunk));
      if (hash && hash.digest('base64') !== checksum.digest) throw checksumMismatch();
      return end;
    } catch (error) {
      if (checksum || error instanceof StorageError) await handle.truncate(offset);
      throw error;
    } finally {
      await handle.close();
    }
  }

  async gather(id: string): Promise<Gathered> {
    const counter = new ByteCounter(Number.POSITIVE_INFINITY);
    const bytes = createReadStream(this.#fileOf(id), { highWaterMark: WRITE_BYTES });
    for await (const chunk of bytes) counter.add(chunk);
    const publication = await this.#files.adopt(this.#fileOf(id), id);
    return { received: counter.finish(), publication };
  }

  async remove(id: string): Promise<void> {
    await rm(this.#fileOf(id), { force: true });
  }

  list(): Promise<string[]> {
    return readdir(this.#directory);
  }

  #fileOf(id: string): string {
    return path.join(this.#directory, id);
  }
}

async function appendAll(
  handle: FileHandle,
  offset: number,
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  look: (chunk: Buffer) => void,
): Promise<number> {
  let position = offset;
  const whole = untilBroken(body);
  for await (const block of inBlocks(whole.bytes, WRITE_BYTES)) {
    if (position + block.length > limitBytes) throw tooLarge();
    look(block);
    let written = 0;
    while (written < block.length) {
      const done = await handle.write(block, written, block.length - written, position);
      written += done.bytesWritten;
      position += done.bytesWritten;
    }
  }
  whole.throwIfBroken();
  return position;
}
