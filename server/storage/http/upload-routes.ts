import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import { findBucket } from '../buckets/buckets.ts';
import { callerOfLink } from '../link-signer.ts';
import { storeObject, type Target } from '../objects/store-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { identify } from './identify.ts';
import { objectPath } from './object-path.ts';
import { readUploadBody } from './upload-body.ts';

/** Uploads of whole files: POST creates (or replaces, when told to), PUT replaces. */
export function uploadRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
): void {
  app.post('/object/:bucket/*', async (request) => {
    const upsert = request.headers['x-upsert'] === 'true';
    const target = await targetOf(request, upsert, 'storage.object.upload');
    return upload(request, target);
  });

  app.put('/object/:bucket/*', async (request) => {
    const target = await targetOf(request, true, 'storage.object.upload_update');
    return upload(request, target);
  });

  app.put('/object/upload/sign/:bucket/*', async (request) => {
    const { bucketId, name } = objectPath(request);
    const { token = '' } = request.query as { token?: string };
    const grant = await context.links.verify(token, `${bucketId}/${name}`, 'upload');
    return upload(request, {
      caller: await callerOfLink(context.database.sql, grant),
      ownerId: grant.owner ?? null,
      bucket: await findBucket(context.database.sql, bucketId),
      name,
      upsert: grant.upsert === true,
      operation: 'storage.object.upload_signed',
    });
  });

  async function targetOf(
    request: FastifyRequest,
    upsert: boolean,
    operation: string,
  ): Promise<Target> {
    const { bucketId, name } = objectPath(request);
    const caller = await identify(authenticator, request.headers);
    const bucket = await findBucket(context.database.sql, bucketId);
    return { ...caller, bucket, name, upsert, operation };
  }

  async function upload(request: FastifyRequest, target: Target) {
    const id = await storeObject(context, target, await readUploadBody(request));
    return { Id: id, Key: `${target.bucket.id}/${target.name}` };
  }
}
