import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inBlocks } from '../files/blocks.ts';
import type { ReceivedBytes } from '../files/file-store.ts';
import { ByteCounter } from '../files/received-bytes.ts';
import { StorageError, tooLarge } from '../storage-error.ts';

export interface Checksum {
  readonly algorithm: string;
  /** Base64. */
  readonly digest: string;
}

const WRITE_BYTES = 1024 * 1024;

/** Where the bytes of unfinished uploads wait; how far one has come is the size of its file. */
export class Spool {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
  }

  fileOf(id: string): string {
    return path.join(this.#directory, id);
  }

  async create(id: string): Promise<void> {
    const handle = await open(this.fileOf(id), 'wx', 0o600);
    await handle.close();
  }

  /** Undefined when nothing of that upload is here. */
  async offsetOf(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.fileOf(id))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Adds bytes at the end. A connection that breaks keeps what has come so far, unless a checksum
   * was promised for all of it.
   */
  async append(
    id: string,
    offset: number,
    body: AsyncIterable<Buffer>,
    limitBytes: number,
    checksum: Checksum | undefined,
  ): Promise<number> {
    const handle = await open(this.fileOf(id), 'r+');
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

  async examine(id: string): Promise<ReceivedBytes> {
    const counter = new ByteCounter(Number.POSITIVE_INFINITY);
    const bytes = createReadStream(this.fileOf(id), { highWaterMark: WRITE_BYTES });
    for await (const chunk of bytes) counter.add(chunk);
    return counter.finish();
  }

  async remove(id: string): Promise<void> {
    await rm(this.fileOf(id), { force: true });
  }

  list(): Promise<string[]> {
    return readdir(this.#directory);
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
  let broken: unknown;
  /** What came before the connection broke is still to be written. */
  async function* untilBroken() {
    try {
      yield* body;
    } catch (error) {
      broken = error;
    }
  }
  for await (const block of inBlocks(untilBroken(), WRITE_BYTES)) {
    if (position + block.length > limitBytes) throw tooLarge();
    look(block);
    let written = 0;
    while (written < block.length) {
      const done = await handle.write(block, written, block.length - written, position);
      written += done.bytesWritten;
      position += done.bytesWritten;
    }
  }
  if (broken !== undefined) throw broken;
  return position;
}

function checksumMismatch(): StorageError {
  return new StorageError(
    { statusCode: 460, error: 'InvalidChecksum', message: 'Checksum mismatch' },
    { httpStatus: 460 },
  );
}
