import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../../auth/authenticate.ts';
import { type CopyMetadata, copyObject, moveObject } from '../objects/relocate-object.ts';
import { removeObjects } from '../objects/remove-objects.ts';
import type { StorageContext } from '../storage-context.ts';
import { objectNotFound } from '../storage-error.ts';
import { identify } from './identify.ts';
import { readJson } from './json-body.ts';
import { objectPath } from './object-path.ts';
import { cacheControlOf, headerValue, userMetadataOf } from './upload-body.ts';

const relocationBody = z.object({
  bucketId: z.string().min(1),
  sourceKey: z.string().min(1),
  destinationKey: z.string(),
  destinationBucket: z.string().min(1).nullish(),
});
const copyBody = relocationBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .looseObject({ mimetype: z.string().optional(), cacheControl: z.string().optional() })
    .nullish(),
});
const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** Moving, copying and removing what is stored. */
export function manageRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
): void {
  app.post('/object/move', async (request) => {
    const identity = await identify(authenticator, request.headers);
    const relocation = relocationOf(await readJson(request, identity.caller, relocationBody));
    const id = await moveObject(context, identity, relocation);
    const { bucketId, name } = relocation.to;
    return { message: 'Successfully moved', Id: id, Key: `${bucketId}/${name}` };
  });

  app.post('/object/copy', async (request) => {
    const identity = await identify(authenticator, request.headers);
    const body = await readJson(request, identity.caller, copyBody);
    const relocation = relocationOf(body);
    const object = await copyObject(context, identity, relocation, {
      upsert: request.headers['x-upsert'] === 'true',
      ...(!body.copyMetadata && {
        metadata: newMetadata(body.metadata),
        userMetadata: userMetadataOf(request),
      }),
    });
    const { bucketId, name } = relocation.to;
    return { Id: object.id, Key: `${bucketId}/${name}`, ...object };
  });

  app.delete('/object/:bucket', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const { prefixes } = await readJson(request, caller, removeBody);
    const { bucket } = request.params as { bucket: string };
    return removeObjects(context, caller, bucket, prefixes, 'storage.object.delete_many');
  });

  app.delete('/object/:bucket/*', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const { bucketId, name } = objectPath(request);
    const removed = await removeObjects(context, caller, bucketId, [name], 'storage.object.delete');
    if (removed.length === 0) throw objectNotFound();
    return { message: 'Successfully deleted' };
  });
}

/** Type and caching that the copy gets instead of those of its source. */
function newMetadata(said: z.output<typeof copyBody>['metadata']): CopyMetadata {
  return {
    ...(said?.mimetype && { mimetype: headerValue('mimetype', said.mimetype) }),
    ...(said?.cacheControl && { cacheControl: cacheControlOf(said.cacheControl) }),
  };
}

function relocationOf(body: z.output<typeof relocationBody>) {
  return {
    from: { bucketId: body.bucketId, name: body.sourceKey },
    to: { bucketId: body.destinationBucket ?? body.bucketId, name: body.destinationKey },
  };
}
