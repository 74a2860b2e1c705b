import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { Caller } from '../../database/caller.ts';
import type { Statement, StatementResult } from '../../database/request-transaction.ts';
import {
  type BucketSettings,
  deleteBucket,
  insertBucket,
  selectBucket,
  selectBuckets,
  updateBucket,
} from '../buckets/bucket-statements.ts';
import { toStorageError } from '../database-error.ts';
import { checkBucketName } from '../names.ts';
import { readRows } from '../objects/objects.ts';
import { emptyBucket } from '../objects/remove-objects.ts';
import { parseSize } from '../size-limit.ts';
import type { StorageContext } from '../storage-context.ts';
import { bucketNotFound, mimeTypeRefused, StorageError, tooLarge } from '../storage-error.ts';
import { identify } from './identify.ts';
import { readJson, readQuery } from './json-body.ts';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

const settingsBody = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
});
const newBucketBody = settingsBody.extend({
  id: z.string().optional(),
  name: z.string(),
});

const MIME_TYPE = /^(\*|\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+)(;.*)?)$/;

export function bucketRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
): void {
  app.get('/bucket', async (request) => {
    const { search, limit, ...rest } = readQuery(request, listQuery);
    const list = selectBuckets({ ...rest, search, limit });
    return readRows((await run(request, 'storage.bucket.list', list)).rows);
  });

  app.get('/bucket/:id', async (request) => {
    const [bucket] = readRows(
      (await run(request, 'storage.bucket.get', selectBucket(idOf(request)))).rows,
    );
    if (!bucket) throw bucketNotFound();
    return bucket;
  });

  app.post('/bucket', async (request) => {
    const { caller, ownerId } = await identify(authenticator, request.headers);
    const body = await readJson(request, caller, newBucketBody);
    const id = body.id ?? body.name;
    checkBucketName(id);
    const statement = insertBucket(id, ownerId, {
      public: false,
      fileSizeLimitBytes: null,
      allowedMimeTypes: null,
      ...settingsOf(context, body),
    });
    await runAs(caller, 'storage.bucket.create', statement);
    return { name: id };
  });

  app.put('/bucket/:id', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const settings = settingsOf(context, await readJson(request, caller, settingsBody));
    const statement = updateBucket(idOf(request), settings);
    const { rows } = await runAs(caller, 'storage.bucket.update', statement);
    if (rows.length === 0) throw bucketNotFound();
    return { message: 'Successfully updated' };
  });

  app.post('/bucket/:id/empty', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const id = idOf(request);
    const operation = 'storage.bucket.empty';
    const { rows } = await runAs(caller, operation, selectBucket(id));
    if (rows.length === 0) throw bucketNotFound();
    await emptyBucket(context, caller, id, operation);
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' };
  });

  app.delete('/bucket/:id', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const id = idOf(request);
    const [object] = await context.database.sql`
      select from storage.objects where bucket_id = ${id} limit 1`;
    const visible = await runAs(caller, 'storage.bucket.delete', selectBucket(id));
    if (visible.rows.length === 0) throw bucketNotFound();
    if (object) throw notEmpty();
    const { rows } = await runAs(caller, 'storage.bucket.delete', deleteBucket(id));
    if (rows.length === 0) throw bucketNotFound();
    return { message: 'Successfully deleted' };
  });

  async function run(request: FastifyRequest, operation: string, statement: Statement) {
    const { caller } = await identify(authenticator, request.headers);
    return runAs(caller, operation, statement);
  }

  async function runAs(
    caller: Caller,
    operation: string,
    statement: Statement,
  ): Promise<StatementResult> {
    try {
      const settings = { 'storage.operation': operation };
      const [result] = await context.database.requests.run(caller, [statement], { settings });
      return result ?? { rows: [], commandTag: '' };
    } catch (error) {
      throw toStorageError(error);
    }
  }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

function settingsOf(
  context: StorageContext,
  body: z.output<typeof settingsBody>,
): Partial<BucketSettings> {
  const limit = body.file_size_limit;
  const limitBytes = limit === null || limit === undefined ? limit : parseSize(limit);
  if ((limitBytes ?? 0) > context.fileSizeLimitBytes) throw tooLarge();
  const types = body.allowed_mime_types;
  const wrong = types?.find((type) => !MIME_TYPE.test(type));
  if (wrong !== undefined) throw mimeTypeRefused(wrong);
  return {
    ...(body.public !== undefined && { public: body.public }),
    ...(limitBytes !== undefined && { fileSizeLimitBytes: limitBytes }),
    ...(types !== undefined && { allowedMimeTypes: types }),
  };
}

function notEmpty(): StorageError {
  return new StorageError({
    statusCode: 409,
    error: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  });
}
