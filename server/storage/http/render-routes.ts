import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { ImageRenderer } from '../images/image-renderer.ts';
import { parseTransform, type Transform, transformSchema } from '../images/transform-options.ts';
import type { ObjectRow } from '../objects/objects.ts';
import { isUnchanged } from '../objects/preconditions.ts';
import {
  findLinkedObject,
  findPublicObject,
  findReadableObject,
} from '../objects/readable-object.ts';
import { safetyHeaders } from '../objects/safety-headers.ts';
import { cacheControlFor } from '../objects/serve-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { objectNotFound } from '../storage-error.ts';
import { identify } from './identify.ts';
import { readQuery } from './json-body.ts';
import { objectPath } from './object-path.ts';

/** Pictures in the size a page needs. */
export function renderRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
  images: ImageRenderer,
): void {
  app.get('/render/image/public/:bucket/*', async (request, reply) => {
    const object = await findPublicObject(context, objectPath(request));
    return serve(request, reply, object, readQuery(request, transformSchema));
  });

  app.get('/render/image/authenticated/:bucket/*', async (request, reply) => {
    const { caller } = await identify(authenticator, request.headers);
    const operation = 'storage.render.image_authenticated';
    const { headers } = request;
    const object = await findReadableObject(
      context,
      caller,
      objectPath(request),
      operation,
      headers,
    );
    return serve(request, reply, object, readQuery(request, transformSchema));
  });

  app.get('/render/image/sign/:bucket/*', async (request, reply) => {
    const path = objectPath(request);
    const { token = '' } = request.query as { token?: string };
    const grant = await context.links.verify(token, `${path.bucketId}/${path.name}`, 'download');
    const object = await findLinkedObject(context, grant, path);
    return serve(request, reply, object, parseTransform(grant.transformations ?? ''));
  });

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    object: ObjectRow | undefined,
    transform: Transform,
  ): Promise<FastifyReply> {
    if (!object) throw objectNotFound();
    const image = await images.render(object, transform, request.headers.accept ?? '');
    const { download } = request.query as { download?: string };
    const modified = new Date(object.metadata?.lastModified ?? object.updated_at).toUTCString();
    reply.headers({
      'content-type': image.contentType,
      'cache-control': cacheControlFor(request, object),
      etag: image.etag,
      'last-modified': modified,
      // The same address answers in the format each browser takes.
      vary: 'Accept',
      'x-transformations': inTransformerWords(transform),
      ...safetyHeaders(image.contentType, download),
    });
    if (isUnchanged(request.headers, image.etag, modified)) return reply.code(304).send();
    const handle = await open(image.file, 'r');
    const { size } = await handle.stat();
    return reply.header('content-length', size).send(handle.createReadStream());
  }
}

const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** How a hosted project's image service names what was done. */
function inTransformerWords({ width, height, resize, quality }: Transform): string {
  return [
    height !== undefined && `height:${height}`,
    width !== undefined && `width:${width}`,
    `resizing_type:${RESIZING[resize ?? 'cover']}`,
    quality !== undefined && `quality:${quality}`,
  ]
    .filter(Boolean)
    .join(',');
}
