import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

const CHUNK_BYTES = 256 * 1024;
/**
 * One chunk being sent, one waiting, one being read. More are never out at once: each is larger than
 * what a socket accepts before it asks to wait, so the next is only taken once the last is gone.
 */
const CHUNKS = 3;

/** Reads a file, or a part of it, into the same few buffers over and over. */
export class DiskFileRead extends Readable {
  readonly #handle: FileHandle;
  readonly #end: number;
  #position: number;
  #turn = 0;
  readonly #buffers: Buffer[] = [];

  constructor(handle: FileHandle, range: { start: number; end: number }) {
    super({ highWaterMark: 1 });
    this.#handle = handle;
    this.#position = range.start;
    this.#end = range.end;
  }

  override _read(): void {
    const wanted = Math.min(CHUNK_BYTES, this.#end - this.#position + 1);
    if (wanted <= 0) {
      this.push(null);
      return;
    }
    this.#handle.read(this.#nextBuffer(), 0, wanted, this.#position).then(
      ({ bytesRead, buffer }) => {
        this.#position += bytesRead;
        // A file shorter than its row says: better a broken answer than one that looks whole.
        if (bytesRead === 0) this.destroy(new Error('The stored file ends too early'));
        else this.push(buffer.subarray(0, bytesRead));
      },
      (error) => this.destroy(error),
    );
  }

  #nextBuffer(): Buffer {
    const index = this.#turn++ % CHUNKS;
    const remaining = this.#end - this.#position + 1;
    this.#buffers[index] ??= Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, remaining));
    return this.#buffers[index];
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#handle.close().then(
      () => done(error),
      (closing) => done(error ?? closing),
    );
  }
}
