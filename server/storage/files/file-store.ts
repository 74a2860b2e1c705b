import type { Readable } from 'node:stream';

/** Where bytes are kept. Each write has a version of its own and is never changed afterwards. */
export interface FileStore {
  /** Begins a write nobody can see until it is published. */
  begin(version: string): Promise<FileWrite>;
  /**
   * Undefined when there are no such bytes. `end` is the last byte wanted, itself included. Chunks are
   * lent: their memory is used again soon after, so whoever keeps one copies it.
   */
  read(version: string, range?: { start: number; end: number }): Promise<Readable | undefined>;
  /** The same bytes under another version, unpublished until the copy is settled by its row. */
  copy(source: string, version: string): Promise<Publication>;
  remove(versions: readonly string[]): Promise<void>;
  /** Everything that is published, in no order. */
  list(): AsyncIterable<StoredFile>;
  sizeOf(version: string): Promise<number | undefined>;
  /** Writes a crash left behind, as versions; none of them is under way. */
  leftovers(): Promise<string[]>;
  /** Forgets a leftover once its fate is decided. */
  forget(version: string): Promise<void>;
}

export interface StoredFile {
  readonly version: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Bytes waiting for their row. Between publish and settle a crash leaves a leftover. */
export interface Publication {
  readonly version: string;
  /** Makes the bytes readable, durably; called inside the row's transaction. */
  publish(): Promise<void>;
  /** The row is committed. */
  settle(): Promise<void>;
  /** The row was refused: no trace stays. */
  discard(): Promise<void>;
}

export interface FileWrite extends Publication {
  /** Takes the whole body, whose chunks are lent, or fails with `tooLarge` as soon as it exceeds the limit. */
  receive(body: AsyncIterable<Buffer>, limitBytes: number): Promise<ReceivedBytes>;
}

export interface ReceivedBytes {
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The first bytes, by which the type is recognised. */
  readonly head: Buffer;
}

/**
 * Versions come from rows, and rows may have been written by anyone a policy lets: only names of our
 * own making ever become part of a path.
 */
export function isVersion(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** How many first bytes are kept for recognising a type. */
export const HEAD_BYTES = 4_100;
