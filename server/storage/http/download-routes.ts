import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { ObjectRow } from '../objects/objects.ts';
import {
  findLinkedObject,
  findPublicObject,
  findReadableObject,
} from '../objects/readable-object.ts';
import { serveObject } from '../objects/serve-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { objectNotFound } from '../storage-error.ts';
import { identify } from './identify.ts';
import { objectPath } from './object-path.ts';

type Find = (request: FastifyRequest) => Promise<ObjectRow | undefined>;

/** Reading objects and what is known of them: as a signed-in caller, as anyone, or by a link. */
export function downloadRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
): void {
  const { files, links } = context;

  const byCaller =
    (operation: string): Find =>
    async (request) => {
      const { caller } = await identify(authenticator, request.headers);
      return findReadableObject(context, caller, objectPath(request), operation, request.headers);
    };
  const byAnyone: Find = (request) => findPublicObject(context, objectPath(request));
  const byLink: Find = async (request) => {
    const path = objectPath(request);
    const { token = '' } = request.query as { token?: string };
    const grant = await links.verify(token, `${path.bucketId}/${path.name}`, 'download');
    return findLinkedObject(context, grant, path);
  };

  serveAt('/object/:bucket/*', byCaller('storage.object.get_authenticated'));
  serveAt('/object/authenticated/:bucket/*', byCaller('storage.object.get_authenticated'));
  serveAt('/object/public/:bucket/*', byAnyone);
  serveAt('/object/sign/:bucket/*', byLink);
  tellAt('/object/info/:bucket/*', byCaller('storage.object.info_authenticated'));
  tellAt('/object/info/authenticated/:bucket/*', byCaller('storage.object.info_authenticated'));
  tellAt('/object/info/public/:bucket/*', byAnyone);

  function serveAt(url: string, find: Find): void {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => serveObject(request, reply, files, () => find(request)),
    });
  }

  function tellAt(url: string, find: Find): void {
    app.get(url, { exposeHeadRoute: false }, async (request) => {
      const object = await find(request);
      if (!object) throw objectNotFound();
      return objectInfo(object);
    });
    app.head(url, (request, reply) => serveObject(request, reply, files, () => find(request)));
  }
}

function objectInfo(object: ObjectRow) {
  const metadata = object.metadata ?? {};
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: metadata.lastModified ?? object.updated_at,
    created_at: object.created_at,
  };
}
