import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../database/caller.ts';
import { findBucket } from '../buckets/buckets.ts';
import { toStorageError } from '../database-error.ts';
import { callerOfLink } from '../link-signer.ts';
import type { LinkGrant } from '../link-tokens.ts';
import type { StorageContext } from '../storage-context.ts';
import { bucketNotFound } from '../storage-error.ts';
import { findAnyObject, findObject, type ObjectRow } from './objects.ts';

interface Path {
  readonly bucketId: string;
  readonly name: string;
}

/** A public bucket's objects are everyone's to read; elsewhere the caller's policies decide. */
export async function findReadableObject(
  { database }: StorageContext,
  caller: Caller,
  path: Path,
  operation: string,
  headers: IncomingHttpHeaders,
): Promise<ObjectRow | undefined> {
  const bucket = await findBucket(database.sql, path.bucketId);
  if (bucket.public) return findAnyObject(database.sql, path);
  try {
    return await findObject(database.requests, caller, path, operation, headers);
  } catch (error) {
    throw toStorageError(error);
  }
}

/** For callers without a key: a private bucket is not even admitted to exist. */
export async function findPublicObject(
  { database }: StorageContext,
  path: Path,
): Promise<ObjectRow | undefined> {
  const bucket = await findBucket(database.sql, path.bucketId);
  if (!bucket.public) throw bucketNotFound();
  return findAnyObject(database.sql, path);
}

/** By a link, as whoever made it: what they may no longer see, nobody sees through their link. */
export async function findLinkedObject(
  { database }: StorageContext,
  grant: LinkGrant,
  path: Path,
): Promise<ObjectRow | undefined> {
  const caller = await callerOfLink(database.sql, grant);
  return findObject(database.requests, caller, path, 'storage.object.sign');
}
