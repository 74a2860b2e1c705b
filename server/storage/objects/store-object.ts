import { randomUUID } from 'node:crypto';
import type { Caller } from '../../database/caller.ts';
import { PostgresError } from '../../database/postgres-error.ts';
import type { Sql } from '../../database/sql/sql.ts';
import { ConnectionLostError } from '../../database/wire/connection.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Bucket } from '../buckets/buckets.ts';
import { toStorageError } from '../database-error.ts';
import type { Publication, ReceivedBytes } from '../files/file-store.ts';
import type { UploadBody } from '../http/upload-body.ts';
import { checkKey } from '../names.ts';
import type { StorageContext } from '../storage-context.ts';
import { alreadyExists, tooLarge } from '../storage-error.ts';
import { checkAllowed, checkDetectedAllowed, detectType, storedType } from './content-type.ts';
import { findAnyObject, insertObject, type NewObject, type ObjectMetadata } from './objects.ts';

/** Who puts an object where. */
export interface Target {
  readonly caller: Caller;
  readonly ownerId: string | null;
  readonly bucket: Bucket;
  readonly name: string;
  readonly upsert: boolean;
  /** Told to policies by `storage.operation()`. */
  readonly operation: string;
}

/** Receives the bytes, then writes row and file together or neither. Answers the object's id. */
export async function storeObject(
  context: StorageContext,
  target: Target,
  body: UploadBody,
): Promise<string> {
  const limitBytes = limitOf(context, target.bucket);
  checkKey(target.name);
  checkAllowed(target.bucket, body.contentType);
  if ((body.announcedBytes ?? 0) > limitBytes) throw tooLarge();
  await testUpload(context, target, {
    ...(body.contentType && { mimetype: body.contentType }),
    ...(body.announcedBytes !== undefined && {
      size: body.announcedBytes,
      contentLength: body.announcedBytes,
    }),
  });
  const write = await context.files.begin(randomUUID());
  let object: NewObject;
  try {
    const received = await write.receive(body.bytes, limitBytes);
    const fields = await body.fields();
    const contentType = fields.contentType ?? body.contentType;
    // A field after the file says it anew.
    checkAllowed(target.bucket, contentType);
    object = await describeObject(target, write.version, received, { ...fields, contentType });
  } catch (error) {
    await write.discard();
    throw toStorageError(error);
  }
  return commitObject(context, target, object, write);
}

export function limitOf(context: StorageContext, bucket: Bucket): number {
  return Math.min(
    bucket.fileSizeLimitBytes ?? Number.POSITIVE_INFINITY,
    context.fileSizeLimitBytes,
  );
}

/** Asks the policies before any byte is taken: the real statement, undone. */
export async function testUpload(
  { database }: StorageContext,
  target: Target,
  metadata: Partial<ObjectMetadata>,
): Promise<void> {
  const object: NewObject = {
    bucketId: target.bucket.id,
    name: target.name,
    ownerId: target.ownerId,
    version: randomUUID(),
    metadata,
    userMetadata: null,
  };
  try {
    await database.requests.run(target.caller, [insertObject(object, target.upsert)], {
      rollback: true,
      settings: { 'storage.operation': target.operation },
    });
  } catch (error) {
    const isOwn = isRefusal(error) && !target.upsert && (await hasStoredIt(database.sql, object));
    throw isOwn ? alreadyExists(error) : toStorageError(error);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof PostgresError && error.code === '42501';
}

/**
 * Policies may refuse a second file before the name does. Whoever asks again, because the answer was
 * lost, is told that theirs is there.
 */
async function hasStoredIt(sql: Sql, { bucketId, name, ownerId }: NewObject): Promise<boolean> {
  if (ownerId === null) return false;
  const rows = await sql`
    select from storage.objects
     where bucket_id = ${bucketId} and name = ${name} and owner_id = ${ownerId}`;
  return rows.length > 0;
}

/** The row to write for bytes that have arrived, if the bucket takes what they prove to be. */
export async function describeObject(
  target: Target,
  version: string,
  received: ReceivedBytes,
  said: {
    readonly contentType: string | undefined;
    readonly cacheControl: string;
    readonly userMetadata: Record<string, unknown> | null;
  },
): Promise<NewObject> {
  const detected = await detectType(received.head);
  checkDetectedAllowed(target.bucket, detected);
  return {
    bucketId: target.bucket.id,
    name: target.name,
    ownerId: target.ownerId,
    version,
    metadata: {
      eTag: `"${received.sha256}"`,
      size: received.sizeBytes,
      mimetype: storedType(said.contentType, detected),
      cacheControl: said.cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: received.sizeBytes,
      httpStatusCode: 200,
    },
    userMetadata: said.userMetadata,
  };
}

/** Row and bytes become visible in one moment: the transaction's commit. */
export async function commitObject(
  { database, removedFiles }: StorageContext,
  target: Target,
  object: NewObject,
  publication: Publication,
): Promise<string> {
  const settings = { 'storage.operation': target.operation };
  try {
    await database.requests.transaction(target.caller, { settings }, async (transaction) => {
      await transaction.query(insertObject(object, target.upsert));
      await publication.publish();
    });
  } catch (error) {
    // A connection lost at the commit leaves the outcome open: then the next start decides.
    if (isDefinite(error)) await publication.discard();
    throw toStorageError(error);
  }
  await publication.settle();
  if (target.upsert) void removedFiles.sweep();
  const row = await findAnyObject(database.sql, object);
  return row?.id ?? '';
}

function isDefinite(error: unknown): boolean {
  const { code = '', cause } = error as NodeJS.ErrnoException;
  if (cause instanceof ConnectionLostError) return false;
  return error instanceof PostgresError || error instanceof HttpError || /^E[A-Z]+$/.test(code);
}
