import { createHash, type Hash } from 'node:crypto';
import { tooLarge } from '../storage-error.ts';
import { HEAD_BYTES, type ReceivedBytes } from './file-store.ts';

/** Counts, hashes and limits bytes as they pass, and keeps the first of them. */
export class ByteCounter {
  readonly #hash: Hash = createHash('sha256');
  readonly #limitBytes: number;
  #head: Buffer = Buffer.alloc(0);
  #sizeBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(chunk: Buffer): void {
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > this.#limitBytes) throw tooLarge();
    if (this.#head.length < HEAD_BYTES) {
      const wanted = chunk.subarray(0, HEAD_BYTES - this.#head.length);
      this.#head = Buffer.concat([this.#head, wanted]);
    }
    this.#hash.update(chunk);
  }

  finish(): ReceivedBytes {
    return {
      sizeBytes: this.#sizeBytes,
      sha256: this.#hash.digest('hex'),
      head: this.#head,
    };
  }
}
