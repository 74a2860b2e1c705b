import { createHash, randomUUID } from 'node:crypto';
import { DatabaseError, type Sql } from '../../database/sql/sql.ts';
import { inBlocks } from '../files/blocks.ts';
import type { FileStore, FileWrite } from '../files/file-store.ts';
import type { RemovedFiles } from '../files/removed-files.ts';
import { objectNotFound, StorageError, tooLarge } from '../storage-error.ts';
import {
  type Checksum,
  checksumMismatch,
  type Gathered,
  type Spool,
  untilBroken,
} from './spool.ts';

/** The pieces supabase-js sends, with room to spare; more than that is kept as several. */
const PIECE_BYTES = 8 * 1024 * 1024;
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

interface Piece {
  readonly offset: number;
  readonly size: number;
  readonly write: FileWrite;
}

/**
 * Each piece is a stored file of its own and a row of `storage.resumable_pieces`, so that any server
 * can take the next one. No lock is held: of two that bring the same offset, the row lets one through.
 */
export class PieceSpool implements Spool {
  readonly #sql: Sql;
  readonly #files: FileStore;
  readonly #removedFiles: RemovedFiles;

  constructor(sql: Sql, files: FileStore, removedFiles: RemovedFiles) {
    this.#sql = sql;
    this.#files = files;
    this.#removedFiles = removedFiles;
  }

  async prepare(): Promise<void> {}

  async create(): Promise<void> {}

  async offsetOf(id: string): Promise<number> {
    const [row] = await this.#sql<{ end: string }[]>`
      select coalesce(max(offset_bytes + size_bytes), 0) as end
        from storage.resumable_pieces where upload_id = ${id}`;
    return Number(row?.end);
  }

  async append(
    id: string,
    offset: number,
    body: AsyncIterable<Buffer>,
    limitBytes: number,
    checksum: Checksum | undefined,
  ): Promise<number> {
    const hash = checksum && createHash(checksum.algorithm);
    const whole = untilBroken(body);
    const held: Piece[] = [];
    let position = offset;
    try {
      for await (const block of inBlocks(whole.bytes, PIECE_BYTES)) {
        if (position + block.length > limitBytes) throw tooLarge();
        hash?.update(block);
        held.push(await this.#write(position, block));
        position += block.length;
        if (!checksum) await this.#keep(id, held);
      }
      if (hash && hash.digest('base64') !== checksum?.digest) throw checksumMismatch();
      if (checksum) whole.throwIfBroken();
      await this.#keep(id, held);
    } catch (error) {
      for (const { write } of held) await write.discard();
      throw error;
    }
    whole.throwIfBroken();
    return position;
  }

  /** Twice over the wire to the store, which is what joining pieces of any size takes. */
  async gather(id: string): Promise<Gathered> {
    const write = await this.#files.begin(id);
    try {
      const received = await write.receive(this.#bytesOf(id), Number.POSITIVE_INFINITY);
      return { received, publication: this.#unlessTaken(write) };
    } catch (error) {
      await this.#unlessTaken(write).discard();
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await this.#sql`delete from storage.resumable_pieces where upload_id = ${id}`;
    void this.#removedFiles.sweep();
  }

  /** None: pieces go with the row of their upload. */
  async list(): Promise<string[]> {
    return [];
  }

  async #write(offset: number, block: Buffer): Promise<Piece> {
    const write = await this.#files.begin(randomUUID());
    try {
      await write.receive(one(block), block.length);
      await write.publish();
    } catch (error) {
      await write.discard();
      throw error;
    }
    return { offset, size: block.length, write };
  }

  /** All rows or none; a piece that is kept is no longer held. */
  async #keep(id: string, held: Piece[]): Promise<void> {
    if (held.length === 0) return;
    const rows = held.map(({ offset, size, write }) => ({
      upload_id: id,
      offset_bytes: offset,
      size_bytes: size,
      version: write.version,
    }));
    try {
      await this.#sql`insert into storage.resumable_pieces ${this.#sql(rows)}`;
    } catch (error) {
      throw inUploadWords(error);
    }
    for (const { write } of held.splice(0)) await write.settle();
  }

  async *#bytesOf(id: string): AsyncGenerator<Buffer> {
    const pieces = await this.#sql<{ version: string }[]>`
      select version from storage.resumable_pieces where upload_id = ${id} order by offset_bytes`;
    for (const { version } of pieces) {
      const bytes = await this.#files.read(version);
      if (!bytes) throw objectNotFound();
      for await (const chunk of bytes) yield Buffer.from(chunk);
    }
  }

  /** Another server may have finished the same upload meanwhile: then the bytes are its object's. */
  #unlessTaken(write: FileWrite): FileWrite {
    const discard = async () => {
      const { version } = write;
      const [row] = await this.#sql`select from storage.objects where version = ${version}`;
      await (row ? write.settle() : write.discard());
    };
    return {
      version: write.version,
      receive: (body, limitBytes) => write.receive(body, limitBytes),
      publish: () => write.publish(),
      settle: () => write.settle(),
      discard,
    };
  }
}

async function* one(block: Buffer): AsyncGenerator<Buffer> {
  yield block;
}

function inUploadWords(error: unknown): unknown {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === UNIQUE_VIOLATION) {
    return refusal(409, 'OffsetConflict', 'Upload-Offset conflict, another request was first');
  }
  if (code === FOREIGN_KEY_VIOLATION) return refusal(404, 'NoSuchUpload', 'Upload not found');
  return error;
}

function refusal(status: number, name: string, message: string): StorageError {
  return new StorageError({ statusCode: status, error: name, message }, { httpStatus: status });
}
