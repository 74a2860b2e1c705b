import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '../files/file-store.ts';
import { objectNotFound, StorageError } from '../storage-error.ts';
import type { ObjectRow } from './objects.ts';
import { isUnchanged, rangeOf } from './preconditions.ts';
import { safetyHeaders } from './safety-headers.ts';

type Find = () => Promise<ObjectRow | undefined>;

/** Answers with an object's bytes, all of them, a range, or the news that nothing changed. */
export async function serveObject(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  find: Find,
): Promise<FastifyReply> {
  const object = await find();
  if (!object) throw objectNotFound();
  const { sizeBytes, headers } = describeAnswer(request, object);
  reply.headers(headers);
  if (isUnchanged(request.headers, headers.etag, headers['last-modified'])) {
    return reply.code(304).send();
  }
  const range = rangeOf(request.headers, sizeBytes, headers);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${sizeBytes}`);
    throw new StorageError(
      { statusCode: 416, error: 'InvalidRange', message: 'The requested range is not satisfiable' },
      { httpStatus: 416 },
    );
  }
  if (request.method === 'HEAD') return reply.header('content-length', sizeBytes).send();
  const stream = await files.read(object.version ?? '', range);
  if (!stream) return serveReplacement(request, reply, files, object, find);
  if (!range) return reply.header('content-length', sizeBytes).send(stream);
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(stream);
}

/** Between reading the row and opening the file, another upload may have replaced both. */
async function serveReplacement(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  stale: ObjectRow,
  find: Find,
): Promise<FastifyReply> {
  const current = await find();
  if (!current || current.version === stale.version) throw objectNotFound();
  return serveObject(request, reply, files, async () => current);
}

/** What a private answer may say of the time it may be stored; nothing that makes it public. */
const PRIVATE_DIRECTIVE =
  /^(max-age=\d+|no-cache|no-store|no-transform|must-revalidate|immutable)$/i;

/** What took a permission to read is for the reader's own cache, never for one that others share. */
export function cacheControlFor(request: FastifyRequest, object: ObjectRow): string {
  const stored = object.metadata?.cacheControl ?? 'no-cache';
  const isPublic = /\/(object|render\/image)\/public\/:bucket/.test(request.routeOptions.url ?? '');
  if (isPublic) return stored;
  const directives = stored.split(',').map((directive) => directive.trim());
  return ['private', ...directives.filter((one) => PRIVATE_DIRECTIVE.test(one))].join(', ');
}

function describeAnswer(request: FastifyRequest, object: ObjectRow) {
  const metadata = object.metadata ?? {};
  const { download } = request.query as { download?: string };
  const contentType = metadata.mimetype ?? 'application/octet-stream';
  const modified = new Date(metadata.lastModified ?? object.updated_at).toUTCString();
  return {
    sizeBytes: Number(metadata.size ?? 0),
    headers: {
      'content-type': contentType,
      'accept-ranges': 'bytes',
      'cache-control': cacheControlFor(request, object),
      etag: metadata.eTag ?? `"${object.version}"`,
      'last-modified': modified,
      ...safetyHeaders(contentType, download),
    },
  };
}
