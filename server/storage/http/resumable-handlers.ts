import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import { callerOfLink } from '../link-signer.ts';
import {
  type ResumableUpload,
  type ResumableUploads,
  uploadNotFound,
} from '../resumable/resumable-uploads.ts';
import type { StorageContext } from '../storage-context.ts';
import { identify, type StorageCaller } from './identify.ts';
import { checksumOf, lengthOf, metadataOf, offsetOf, tusError } from './tus-headers.ts';
import { bytesOf, cacheControlOf, parseMetadata } from './upload-body.ts';

const PIECE_TYPE = 'application/offset+octet-stream';

/** What the methods of TUS do to an upload. */
export class ResumableHandlers {
  readonly #context: StorageContext;
  readonly #authenticator: Authenticator;
  readonly #uploads: ResumableUploads;

  constructor(context: StorageContext, authenticator: Authenticator, uploads: ResumableUploads) {
    this.#context = context;
    this.#authenticator = authenticator;
    this.#uploads = uploads;
  }

  async create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const metadata = metadataOf(request.headers);
    const bucketId = metadata.get('bucketName') ?? '';
    const name = metadata.get('objectName') ?? '';
    const { identity, upsert } = await this.#whoFor(request, `${bucketId}/${name}`);
    const upload = await this.#uploads.create(identity, {
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
    if (hasBytes || upload.lengthBytes === 0) await this.#take(request, reply, identity, upload);
    else reply.headers({ 'upload-offset': '0', 'upload-expires': upload.expiresAt.toUTCString() });
    return reply.send();
  }

  async append(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.headers['content-type'] !== PIECE_TYPE) {
      throw tusError(415, `Content-Type takes ${PIECE_TYPE}`);
    }
    const found = await this.#ownUpload(request);
    const { identity } = found;
    let { upload } = found;
    if (offsetOf(request.headers) !== upload.offset) {
      throw tusError(409, `Upload-Offset conflict, the upload is at ${upload.offset}`);
    }
    const length = lengthOf(request.headers, true);
    if (upload.lengthBytes === undefined && length !== undefined) {
      upload = await this.#uploads.setLength(upload, length);
    }
    await this.#take(request, reply, identity, upload);
    return reply.code(204).send();
  }

  async tell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { identity, upload } = await this.#ownUpload(request);
    await this.#uploads.complete(identity, upload);
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

  async terminate(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { upload } = await this.#ownUpload(request);
    await this.#uploads.terminate(upload.id);
    return reply.code(204).send();
  }

  async #take(
    request: FastifyRequest,
    reply: FastifyReply,
    identity: StorageCaller,
    upload: ResumableUpload,
  ): Promise<void> {
    const checksum = checksumOf(request.headers);
    const offset = upload.finished
      ? upload.offset
      : await this.#uploads.append(identity, upload, bytesOf(request), checksum);
    reply.headers({
      'upload-offset': String(offset),
      'upload-expires': upload.expiresAt.toUTCString(),
    });
  }

  /** Another's upload is not there. */
  async #ownUpload(request: FastifyRequest) {
    const upload = await this.#uploads.find((request.params as { id: string }).id);
    const { identity } = await this.#whoFor(request, `${upload.bucketId}/${upload.name}`);
    if (identity.ownerId !== upload.ownerId) throw uploadNotFound();
    return { identity, upload };
  }

  async #whoFor(
    request: FastifyRequest,
    path: string,
  ): Promise<{ identity: StorageCaller; upsert: boolean }> {
    const token = request.headers['x-signature'];
    if (typeof token !== 'string') {
      const identity = await identify(this.#authenticator, request.headers);
      return { identity, upsert: request.headers['x-upsert'] === 'true' };
    }
    const grant = await this.#context.links.verify(token, path, 'upload');
    return {
      identity: {
        caller: await callerOfLink(this.#context.database.sql, grant),
        ownerId: grant.owner ?? null,
      },
      upsert: grant.upsert === true,
    };
  }
}

/** Absolute, as a hosted project answers: not every client resolves a relative one. */
function addressOf(request: FastifyRequest): string {
  const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
  return `${request.protocol}://${request.host}${path}`;
}
