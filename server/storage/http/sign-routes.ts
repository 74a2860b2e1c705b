import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { Caller } from '../../database/caller.ts';
import { findBucket } from '../buckets/buckets.ts';
import { describeTransform, transformSchema } from '../images/transform-options.ts';
import { signerOf } from '../link-signer.ts';
import { checkKey } from '../names.ts';
import { findObject } from '../objects/objects.ts';
import { testUpload } from '../objects/store-object.ts';
import { visibleNames } from '../objects/visible-names.ts';
import { MAX_LINK_SECONDS, type StorageContext } from '../storage-context.ts';
import { invalidRequest, objectNotFound } from '../storage-error.ts';
import { identify } from './identify.ts';
import { readJson } from './json-body.ts';
import { objectPath } from './object-path.ts';

const UPLOAD_LINK_SECONDS = 2 * 60 * 60;
const INVISIBLE = 'Either the object does not exist or you do not have access to it';

/** Clients that read the number from a form send it as text, which the Storage API takes as well. */
const seconds = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(1).max(MAX_LINK_SECONDS));
const signOne = z.object({ expiresIn: seconds, transform: transformSchema.optional() });
const signMany = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1).max(1000) });

/** Links that carry a permission: the policies are asked when they are made and again when they are used. */
export function signRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
): void {
  const { database, links, maxLinkSeconds } = context;

  /** The operator's own links may live as long as any. */
  function checkLife(caller: Caller, expiresIn: number): void {
    if (caller.role === 'service_role' || expiresIn <= maxLinkSeconds) return;
    throw invalidRequest(`expiresIn must be at most ${maxLinkSeconds} seconds`);
  }

  app.post('/object/sign/:bucket/*', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const { expiresIn, transform } = await readJson(request, caller, signOne);
    checkLife(caller, expiresIn);
    const object = objectPath(request);
    const found = await findObject(database.requests, caller, object, 'storage.object.sign');
    if (!found) throw objectNotFound();
    const url = `${object.bucketId}/${object.name}`;
    const isImage = transform !== undefined && Object.keys(transform).length > 0;
    const token = await links.sign(
      {
        url,
        scope: 'download',
        signer: signerOf(caller),
        ...(isImage && { transformations: describeTransform(transform) }),
      },
      expiresIn,
    );
    const route = isImage ? '/render/image/sign' : '/object/sign';
    return { signedURL: `${route}/${url}?token=${token}` };
  });

  app.post('/object/sign/:bucket', async (request) => {
    const { caller } = await identify(authenticator, request.headers);
    const { expiresIn, paths } = await readJson(request, caller, signMany);
    checkLife(caller, expiresIn);
    const signer = signerOf(caller);
    const { bucket } = request.params as { bucket: string };
    const operation = 'storage.object.sign_many';
    const visible = await visibleNames(database.requests, caller, bucket, paths, operation);
    return Promise.all(
      paths.map(async (path) => {
        if (!visible.has(path)) return { error: INVISIBLE, path, signedURL: null };
        const url = `${bucket}/${path}`;
        const token = await links.sign({ url, scope: 'download', signer }, expiresIn);
        return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
      }),
    );
  });

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const { caller, ownerId } = await identify(authenticator, request.headers);
    const { bucketId, name } = objectPath(request);
    checkKey(name);
    const bucket = await findBucket(database.sql, bucketId);
    const upsert = request.headers['x-upsert'] === 'true';
    const operation = 'storage.object.sign_upload_url';
    await testUpload(context, { caller, ownerId, bucket, name, upsert, operation }, {});
    const url = `${bucketId}/${name}`;
    const token = await links.sign(
      {
        url,
        scope: 'upload',
        upsert,
        signer: signerOf(caller),
        ...(ownerId !== null && { owner: ownerId }),
      },
      UPLOAD_LINK_SECONDS,
    );
    return { url: `/object/upload/sign/${url}?token=${token}`, token };
  });
}
