import type { FileHandle } from 'node:fs/promises';
import { inBlocks } from './blocks.ts';
import type { FileWrite, Publication, ReceivedBytes } from './file-store.ts';
import { ByteCounter } from './received-bytes.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
/** How much may wait in the system's cache before it is told to write it out in the background. */
const FLUSH_BYTES = 32 * BLOCK_BYTES;

/** Receives one upload: hashing here and writing in a worker thread overlap. */
export class DiskFileWrite implements FileWrite {
  readonly #handle: FileHandle;
  readonly #publication: Publication;

  constructor(handle: FileHandle, publication: Publication) {
    this.#handle = handle;
    this.#publication = publication;
  }

  get version(): string {
    return this.#publication.version;
  }

  async receive(body: AsyncIterable<Buffer>, limitBytes: number): Promise<ReceivedBytes> {
    const counter = new ByteCounter(limitBytes);
    try {
      await this.#writeAll(body, counter);
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
    }
    return counter.finish();
  }

  async #writeAll(body: AsyncIterable<Buffer>, counter: ByteCounter): Promise<void> {
    let unflushedBytes = 0;
    let writing: Promise<void> | undefined;
    let flushing: Promise<void> | undefined;
    try {
      for await (const block of inBlocks(body, BLOCK_BYTES)) {
        counter.add(block);
        await writing;
        writing = writeFully(this.#handle, block);
        writing.catch(() => undefined);
        unflushedBytes += block.length;
        if (unflushedBytes < FLUSH_BYTES) continue;
        await flushing;
        flushing = this.#handle.datasync();
        flushing.catch(() => undefined);
        unflushedBytes = 0;
      }
    } finally {
      // The handle must not be closed under a write that is still running.
      await Promise.allSettled([writing, flushing]);
    }
    await writing;
    await flushing;
  }

  publish(): Promise<void> {
    return this.#publication.publish();
  }

  settle(): Promise<void> {
    return this.#publication.settle();
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await this.#publication.discard();
  }
}

/** A disk that is nearly full may take only part of what it was given. */
async function writeFully(handle: FileHandle, bytes: Buffer): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
  }
}
