import type { FileHandle } from 'node:fs/promises';
import type { FileWrite, Publication, ReceivedBytes } from './file-store.ts';
import { ByteCounter } from './received-bytes.ts';

/** Large enough that the disk is asked seldom, small enough that memory does not notice. */
const WRITE_BYTES = 1024 * 1024;
/** How much may wait in the system's cache before it is told to write it out in the background. */
const FLUSH_BYTES = 64 * 1024 * 1024;

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
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    let unflushedBytes = 0;
    let writing: Promise<unknown> = Promise.resolve();
    let flushing: Promise<unknown> | undefined;
    try {
      for await (const chunk of body) {
        counter.add(chunk);
        waiting.push(chunk);
        waitingBytes += chunk.length;
        if (waitingBytes < WRITE_BYTES) continue;
        await writing;
        writing = writeFully(this.#handle, waiting, waitingBytes);
        writing.catch(() => undefined);
        unflushedBytes += waitingBytes;
        waiting = [];
        waitingBytes = 0;
        if (unflushedBytes < FLUSH_BYTES) continue;
        await flushing;
        flushing = this.#handle.datasync();
        flushing.catch(() => undefined);
        unflushedBytes = 0;
      }
      await writing;
      if (waitingBytes > 0) await writeFully(this.#handle, waiting, waitingBytes);
    } finally {
      // The handle must not be closed under a write that is still running.
      await Promise.allSettled([writing, flushing]);
    }
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
async function writeFully(handle: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks);
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  await handle.appendFile(rest);
}
