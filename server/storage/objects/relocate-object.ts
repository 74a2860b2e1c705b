import { randomUUID } from 'node:crypto';
import { findBucket } from '../buckets/buckets.ts';
import { toStorageError } from '../database-error.ts';
import type { StorageCaller } from '../http/identify.ts';
import { checkKey } from '../names.ts';
import type { StorageContext } from '../storage-context.ts';
import { objectNotFound, tooLarge } from '../storage-error.ts';
import { checkAllowed } from './content-type.ts';
import {
  findAnyObject,
  findObject,
  type ObjectMetadata,
  type ObjectRow,
  readRows,
} from './objects.ts';
import { commitObject, limitOf, type Target, testUpload } from './store-object.ts';

export interface Relocation {
  readonly from: { readonly bucketId: string; readonly name: string };
  readonly to: { readonly bucketId: string; readonly name: string };
}

export type CopyMetadata = Partial<Pick<ObjectMetadata, 'mimetype' | 'cacheControl'>>;

interface CopyOptions {
  readonly upsert: boolean;
  /** Instead of what its source has. */
  readonly metadata?: CopyMetadata;
  readonly userMetadata?: Record<string, unknown> | null;
}

/** Only the row moves; bytes are found by version, wherever their row says they are. */
export async function moveObject(
  context: StorageContext,
  { caller }: StorageCaller,
  { from, to }: Relocation,
): Promise<string> {
  const { database } = context;
  const operation = 'storage.object.move';
  checkKey(to.name);
  const source = await findObject(database.requests, caller, from, operation);
  if (!source) throw objectNotFound();
  await checkTaken(context, source, to.bucketId);
  const statement = {
    text: `update storage.objects set bucket_id = $3, name = $4
            where bucket_id = $1 and name = $2 returning to_json(id)::text`,
    values: [from.bucketId, from.name, to.bucketId, to.name],
  };
  try {
    const settings = { 'storage.operation': operation };
    const [result] = await database.requests.run(caller, [statement], { settings });
    const [id] = readRows<string>(result?.rows);
    if (id === undefined) throw objectNotFound();
    return id;
  } catch (error) {
    throw toStorageError(error);
  }
}

export async function copyObject(
  context: StorageContext,
  identity: StorageCaller,
  { from, to }: Relocation,
  options: CopyOptions,
): Promise<ObjectRow> {
  const { database, files } = context;
  const operation = 'storage.object.copy';
  checkKey(to.name);
  const source = await findObject(database.requests, identity.caller, from, operation);
  if (!source?.version) throw objectNotFound();
  const bucket = await checkTaken(context, source, to.bucketId);
  const metadata = { ...source.metadata, ...options.metadata };
  if (options.metadata?.mimetype) checkAllowed(bucket, metadata.mimetype);
  const target: Target = { ...identity, bucket, name: to.name, upsert: options.upsert, operation };
  await testUpload(context, target, metadata);
  const copy = await files.copy(source.version, randomUUID());
  const object = {
    bucketId: to.bucketId,
    name: to.name,
    ownerId: identity.ownerId,
    version: copy.version,
    metadata: { ...metadata, lastModified: new Date().toISOString() },
    userMetadata: options.userMetadata === undefined ? source.user_metadata : options.userMetadata,
  };
  await commitObject(context, target, object, copy);
  const row = await findAnyObject(database.sql, to);
  if (!row) throw objectNotFound();
  return row;
}

/** Another bucket's limits hold for what comes from elsewhere, too. */
async function checkTaken(context: StorageContext, source: ObjectRow, bucketId: string) {
  const bucket = await findBucket(context.database.sql, bucketId);
  if (source.bucket_id === bucketId) return bucket;
  if (Number(source.metadata?.size ?? 0) > limitOf(context, bucket)) throw tooLarge();
  checkAllowed(bucket, source.metadata?.mimetype);
  return bucket;
}
