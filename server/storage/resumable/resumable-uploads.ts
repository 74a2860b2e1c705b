import { randomUUID } from 'node:crypto';
import type { Locks } from '../../team/locks.ts';
import { findBucket } from '../buckets/buckets.ts';
import type { StorageCaller } from '../http/identify.ts';
import { checkKey } from '../names.ts';
import { checkAllowed } from '../objects/content-type.ts';
import {
  commitObject,
  describeObject,
  limitOf,
  type Target,
  testUpload,
} from '../objects/store-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { StorageError, tooLarge } from '../storage-error.ts';
import type { Checksum, Spool } from './spool.ts';

export interface NewUpload {
  readonly bucketId: string;
  readonly name: string;
  readonly upsert: boolean;
  /** Undefined while the client does not know it yet. */
  readonly lengthBytes: number | undefined;
  readonly contentType: string | undefined;
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown> | null;
}

export interface ResumableUpload extends NewUpload {
  readonly id: string;
  readonly ownerId: string | null;
  readonly expiresAt: Date;
  readonly finished: boolean;
  readonly offset: number;
}

/** Of one account in one bucket. */
const MAX_UNFINISHED = 20;
const LIFETIME_MS = 24 * 60 * 60 * 1000;
const EXPIRY_INTERVAL_MS = 60 * 60 * 1000;

/** Uploads in pieces that survive lost connections and restarts of either side. */
export class ResumableUploads {
  readonly #context: StorageContext;
  readonly #spool: Spool;
  readonly #locks: Locks;
  readonly #timer: NodeJS.Timeout;

  constructor(context: StorageContext, spool: Spool, locks: Locks) {
    this.#context = context;
    this.#spool = spool;
    this.#locks = locks;
    const expire = () =>
      this.expire().catch((error) => context.log.error({ err: error }, 'expiring uploads failed'));
    this.#timer = setInterval(expire, EXPIRY_INTERVAL_MS).unref();
  }

  async prepare(): Promise<void> {
    await this.#spool.prepare();
    await this.expire();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async create(identity: StorageCaller, upload: NewUpload): Promise<ResumableUpload> {
    checkKey(upload.name);
    const target = await this.#targetOf(identity, upload, 'storage.tus.upload.create');
    checkAllowed(target.bucket, upload.contentType);
    if ((upload.lengthBytes ?? 0) > limitOf(this.#context, target.bucket)) throw tooLarge();
    await testUpload(this.#context, target, {
      ...(upload.contentType && { mimetype: upload.contentType }),
      ...(upload.lengthBytes !== undefined && {
        size: upload.lengthBytes,
        contentLength: upload.lengthBytes,
      }),
    });
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + LIFETIME_MS);
    const { sql } = this.#context.database;
    await sql`
      insert into storage.resumable_uploads
        (id, bucket_id, name, owner_id, upsert, length_bytes, content_type, cache_control,
         user_metadata, expires_at)
      values (${id}, ${upload.bucketId}, ${upload.name}, ${identity.ownerId}, ${upload.upsert},
        ${upload.lengthBytes ?? null}, ${upload.contentType ?? null}, ${upload.cacheControl},
        ${upload.userMetadata && JSON.stringify(upload.userMetadata)}::text::jsonb, ${expiresAt})`;
    // After the row: bytes without one are taken for left behind.
    await this.#spool.create(id);
    await this.#forgetSurplus(upload.bucketId, identity.ownerId);
    return { ...upload, id, ownerId: identity.ownerId, expiresAt, finished: false, offset: 0 };
  }

  /** Uploads that were begun and left take space as well: of one account's only the newest stay. */
  async #forgetSurplus(bucketId: string, ownerId: string | null): Promise<void> {
    if (ownerId === null) return;
    const surplus = await this.#context.database.sql<{ id: string }[]>`
      delete from storage.resumable_uploads where id in (
        select id from storage.resumable_uploads
         where bucket_id = ${bucketId} and owner_id = ${ownerId} and finished_at is null
         order by expires_at desc offset ${MAX_UNFINISHED})
      returning id`;
    for (const { id } of surplus) await this.#spool.remove(id);
  }

  /** Where an upload stands. One whose last bytes came just before a crash is finished here. */
  async find(id: string): Promise<ResumableUpload> {
    const { sql } = this.#context.database;
    const [row] = /^[0-9a-f-]{36}$/.test(id)
      ? await sql`
          select *, user_metadata::text as metadata_text from storage.resumable_uploads
           where id = ${id} and expires_at > now()`
      : [];
    if (!row) throw uploadNotFound();
    const lengthBytes = row['length_bytes'] === null ? undefined : Number(row['length_bytes']);
    const finished = row['finished_at'] !== null;
    const offset = finished ? lengthBytes : await this.#spool.offsetOf(id);
    if (offset === undefined) throw uploadNotFound();
    return {
      id,
      bucketId: row['bucket_id'],
      name: row['name'],
      ownerId: row['owner_id'],
      upsert: row['upsert'],
      lengthBytes,
      contentType: row['content_type'] ?? undefined,
      cacheControl: row['cache_control'],
      userMetadata: row['metadata_text'] === null ? null : JSON.parse(row['metadata_text']),
      expiresAt: row['expires_at'],
      finished,
      offset,
    };
  }

  async setLength(upload: ResumableUpload, lengthBytes: number): Promise<ResumableUpload> {
    const bucket = await findBucket(this.#context.database.sql, upload.bucketId);
    if (lengthBytes > limitOf(this.#context, bucket)) throw tooLarge();
    await this.#context.database.sql`
      update storage.resumable_uploads set length_bytes = ${lengthBytes} where id = ${upload.id}`;
    return { ...upload, lengthBytes };
  }

  /** Takes a piece; the last one makes the object. Answers how far the upload has come. */
  async append(
    identity: StorageCaller,
    upload: ResumableUpload,
    body: AsyncIterable<Buffer>,
    checksum: Checksum | undefined,
  ): Promise<number> {
    return this.#exclusively(upload.id, async () => {
      const { sql } = this.#context.database;
      const limit =
        upload.lengthBytes ?? limitOf(this.#context, await findBucket(sql, upload.bucketId));
      const offset = await this.#spool.append(upload.id, upload.offset, body, limit, checksum);
      if (offset === upload.lengthBytes) await this.#finish(identity, upload);
      return offset;
    });
  }

  /** For an upload that has all its bytes but no object yet. */
  async complete(identity: StorageCaller, upload: ResumableUpload): Promise<void> {
    if (upload.finished || upload.offset !== upload.lengthBytes) return;
    await this.#exclusively(upload.id, () => this.#finish(identity, upload));
  }

  async terminate(id: string): Promise<void> {
    await this.#context.database.sql`delete from storage.resumable_uploads where id = ${id}`;
    await this.#spool.remove(id);
  }

  /** Forgets what was not finished in time, and bytes whose upload is gone. */
  async expire(): Promise<void> {
    const { sql } = this.#context.database;
    await sql`delete from storage.resumable_uploads where expires_at < now()`;
    const waiting = await this.#spool.list();
    if (waiting.length === 0) return;
    const rows = await sql<{ id: string }[]>`
      select id from storage.resumable_uploads
       where id::text = any(${waiting}) and finished_at is null`;
    const known = new Set(rows.map((row) => row.id));
    for (const id of waiting) if (!known.has(id)) await this.#spool.remove(id);
  }

  /** The upload's id becomes the bytes' version: a second try finds what the first has done. */
  async #finish(identity: StorageCaller, upload: ResumableUpload): Promise<void> {
    const { database } = this.#context;
    const [done] = await database.sql`select from storage.objects where version = ${upload.id}`;
    if (!done) {
      const target = await this.#targetOf(identity, upload, 'storage.tus.upload.part');
      const { received, publication } = await this.#spool.gather(upload.id);
      const object = await describeObject(target, upload.id, received, upload).catch(
        async (error) => {
          await publication.discard();
          await this.terminate(upload.id);
          throw error;
        },
      );
      await commitObject(this.#context, target, object, publication);
    }
    await database.sql`
      update storage.resumable_uploads set finished_at = now() where id = ${upload.id}`;
    await this.#spool.remove(upload.id);
  }

  async #targetOf(identity: StorageCaller, upload: NewUpload, operation: string): Promise<Target> {
    const bucket = await findBucket(this.#context.database.sql, upload.bucketId);
    return { ...identity, bucket, name: upload.name, upsert: upload.upsert, operation };
  }

  /** Two pieces at once would write over each other. */
  async #exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    const unlock = await this.#locks.acquire(id);
    if (!unlock) {
      throw new StorageError(
        { statusCode: 423, error: 'ResourceLocked', message: 'The resource is locked' },
        { httpStatus: 423 },
      );
    }
    try {
      return await work();
    } finally {
      unlock();
    }
  }
}

export function uploadNotFound(): StorageError {
  return new StorageError(
    { statusCode: 404, error: 'NoSuchUpload', message: 'Upload not found' },
    { httpStatus: 404 },
  );
}
