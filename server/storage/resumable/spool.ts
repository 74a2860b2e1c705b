import type { Publication, ReceivedBytes } from '../files/file-store.ts';
import { StorageError } from '../storage-error.ts';

export interface Checksum {
  readonly algorithm: string;
  /** Base64. */
  readonly digest: string;
}

export interface Gathered {
  readonly received: ReceivedBytes;
  readonly publication: Publication;
}

/** Where the bytes of unfinished uploads wait. */
export interface Spool {
  prepare(): Promise<void>;
  create(id: string): Promise<void>;
  /** Undefined when nothing of that upload is here. */
  offsetOf(id: string): Promise<number | undefined>;
  /**
   * Adds bytes at the end and answers how far that is. A connection that breaks keeps what has come so
   * far, unless a checksum was promised for all of it.
   */
  append(
    id: string,
    offset: number,
    body: AsyncIterable<Buffer>,
    limitBytes: number,
    checksum: Checksum | undefined,
  ): Promise<number>;
  /** All bytes as one unpublished write whose version is the upload's id. */
  gather(id: string): Promise<Gathered>;
  remove(id: string): Promise<void>;
  /** Uploads of which bytes may be here without a row. */
  list(): Promise<string[]>;
}

/** Ends where the connection breaks: what came before is still to be kept. */
export function untilBroken(body: AsyncIterable<Buffer>) {
  let broken: { readonly error: unknown } | undefined;
  async function* bytes() {
    try {
      yield* body;
    } catch (error) {
      broken = { error };
    }
  }
  return {
    bytes: bytes(),
    throwIfBroken() {
      if (broken) throw broken.error;
    },
  };
}

export function checksumMismatch(): StorageError {
  return new StorageError(
    { statusCode: 460, error: 'InvalidChecksum', message: 'Checksum mismatch' },
    { httpStatus: 460 },
  );
}
