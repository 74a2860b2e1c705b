import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import {
  type ResumableUpload,
  type ResumableUploads,
  uploadNotFound,
} from '../resumable/resumable-uploads.ts';
import type { StorageContext } from '../storage-context.ts';
import { StorageError } from '../storage-error.ts';
import { identify, PLATFORM_CALLER, type StorageCaller } from './identify.ts';
import {
  checksumOf,
  lengthOf,
  metadataOf,
  offsetOf,
  TUS_VERSION,
  tusError,
} from './tus-headers.ts';
import { bytesOf, cacheControlOf, parseMetadata } from './upload-body.ts';

const EXTENSIONS =
  'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum';
const PIECE_TYPE = 'application/offset+octet-stream';

/** TUS 1.0.0; `/sign` takes an upload link's token instead of a login. */
export function resumableRoutes(
  app: FastifyInstance,
  context: StorageContext,
  authenticator: Authenticator,
  uploads: ResumableUploads,
): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof StorageError)) throw error;
      // TUS clients decide by the real status what can be tried again.
      return reply.code(error.details.statusCode).headers(error.headers).send(error.body);
    });
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
      const version = request.headers['tus-resumable'];
      if (request.method !== 'OPTIONS' && version !== TUS_VERSION) {
        reply.header('tus-version', TUS_VERSION);
        throw tusError(412, 'Tus-Resumable takes 1.0.0');
      }
    });
    for (const url of ['/upload/resumable', '/upload/resumable/sign']) {
      scope.options(url, (_request, reply) => describeServer(reply));
      scope.post(url, create);
      scope.head(`${url}/:id`, tell);
      scope.patch(`${url}/:id`, append);
      scope.delete(`${url}/:id`, terminate);
      // For networks that let nothing but GET and POST pass.
      scope.post(`${url}/:id`, (request, reply) => {
        const method = String(request.headers['x-http-method-override']).toUpperCase();
        if (method === 'PATCH') return append(request, reply);
        if (method === 'DELETE') return terminate(request, reply);
        throw tusError(404, 'Not found');
      });
    }
  });

  function describeServer(reply: FastifyReply): FastifyReply {
    return reply
      .code(204)
      .headers({
        'tus-version': TUS_VERSION,
        'tus-extension': EXTENSIONS,
        'tus-max-size': String(context.fileSizeLimitBytes),
        'tus-checksum-algorithm': 'sha1,sha256,md5',
      })
      .send();
  }

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const metadata = metadataOf(request.headers);
    const bucketId = metadata.get('bucketName') ?? '';
    const name = metadata.get('objectName') ?? '';
    const { identity, upsert } = await whoFor(request, `${bucketId}/${name}`);
    const upload = await uploads.create(identity, {
      bucketId,
      name,
      upsert,
      lengthBytes: lengthOf(request.headers),
      contentType: metadata.get('contentType'),
      cacheControl: cacheControlOf(metadata.get('cacheControl')),
      userMetadata: parseMetadata(metadata.get('metadata')),
    });
    reply.code(201).header('location', `${addressOf(request)}/${upload.id}`);
    const hasBytes = request.headers['content-type'] === PIECE_TYPE;
    if (hasBytes || upload.lengthBytes === 0) await take(request, reply, identity, upload);
    else reply.headers({ 'upload-offset': '0', 'upload-expires': upload.expiresAt.toUTCString() });
    return reply.send();
  }

  async function append(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.headers['content-type'] !== PIECE_TYPE) {
      throw tusError(415, `Content-Type takes ${PIECE_TYPE}`);
    }
    const found = await ownUpload(request);
    const { identity } = found;
    let { upload } = found;
    if (offsetOf(request.headers) !== upload.offset) {
      throw tusError(409, `Upload-Offset conflict, the upload is at ${upload.offset}`);
    }
    const length = lengthOf(request.headers, true);
    if (upload.lengthBytes === undefined && length !== undefined) {
      upload = await uploads.setLength(upload, length);
    }
    await take(request, reply, identity, upload);
    return reply.code(204).send();
  }

  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    identity: StorageCaller,
    upload: ResumableUpload,
  ): Promise<void> {
    const checksum = checksumOf(request.headers);
    const offset = upload.finished
      ? upload.offset
      : await uploads.append(identity, upload, bytesOf(request), checksum);
    reply.headers({
      'upload-offset': String(offset),
      'upload-expires': upload.expiresAt.toUTCString(),
    });
  }

  async function tell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { identity, upload } = await ownUpload(request);
    await uploads.complete(identity, upload);
    const length: Record<string, string> =
      upload.lengthBytes === undefined
        ? { 'upload-defer-length': '1' }
        : { 'upload-length': String(upload.lengthBytes) };
    return reply
      .code(200)
      .headers({
        ...length,
        'upload-offset': String(upload.offset),
        'upload-expires': upload.expiresAt.toUTCString(),
      })
      .send();
  }

  async function terminate(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { upload } = await ownUpload(request);
    await uploads.terminate(upload.id);
    return reply.code(204).send();
  }

  /** Another's upload is not there. */
  async function ownUpload(request: FastifyRequest) {
    const upload = await uploads.find((request.params as { id: string }).id);
    const { identity } = await whoFor(request, `${upload.bucketId}/${upload.name}`);
    if (identity.ownerId !== upload.ownerId) throw uploadNotFound();
    return { identity, upload };
  }

  async function whoFor(
    request: FastifyRequest,
    path: string,
  ): Promise<{ identity: StorageCaller; upsert: boolean }> {
    const token = request.headers['x-signature'];
    if (typeof token !== 'string') {
      const identity = await identify(authenticator, request.headers);
      return { identity, upsert: request.headers['x-upsert'] === 'true' };
    }
    const grant = await context.links.verify(token, path, 'upload');
    return {
      identity: { caller: PLATFORM_CALLER, ownerId: grant.owner ?? null },
      upsert: grant.upsert === true,
    };
  }
}

/** Absolute, as a hosted project answers: not every client resolves a relative one. */
function addressOf(request: FastifyRequest): string {
  const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
  return `${request.protocol}://${request.host}${path}`;
}
