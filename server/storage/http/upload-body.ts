import type { FastifyRequest } from 'fastify';
import { invalidRequest, tooLarge } from '../storage-error.ts';
import { boundaryOf, type FormPart, MultipartReader } from './multipart.ts';

/** An upload as it arrives, raw or as a form. */
export interface UploadBody {
  readonly contentType: string | undefined;
  /** As announced; unknown for forms and for streams without a length. */
  readonly announcedBytes: number | undefined;
  readonly bytes: AsyncIterable<Buffer>;
  /** A form's fields may follow its file: to be asked for once the bytes have been read. */
  fields(): Promise<UploadFields>;
}

interface UploadFields {
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown> | null;
  readonly contentType: string | undefined;
}

const FIELD_LIMIT_BYTES = 1024 * 1024;
const NOT_CACHED = 'no-cache';

export async function readUploadBody(request: FastifyRequest): Promise<UploadBody> {
  const contentType = request.headers['content-type'];
  if (/^multipart\/form-data/i.test(contentType ?? '')) return readForm(request, contentType ?? '');
  const length = request.headers['content-length'];
  return {
    contentType,
    announcedBytes: length === undefined ? undefined : Number(length),
    bytes: bytesOf(request),
    fields: async () => ({
      cacheControl: request.headers['cache-control'] ?? NOT_CACHED,
      userMetadata: userMetadataOf(request),
      contentType: undefined,
    }),
  };
}

/**
 * The body's bytes, by an iterator that leaves the connection whole when it is left early. A chunk is
 * lent until the next one is asked for: its memory is given back at once instead of by the garbage
 * collector, which halves what a large upload costs.
 */
export async function* bytesOf(request: FastifyRequest): AsyncGenerator<Buffer<ArrayBuffer>> {
  try {
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      yield chunk;
      if (chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0);
    }
  } catch (error) {
    // Nobody is left to answer; a client that hangs up is no fault of ours.
    throw request.raw.readableAborted ? invalidRequest('The client hung up', error) : error;
  }
}

async function readForm(request: FastifyRequest, contentType: string): Promise<UploadBody> {
  const reader = new MultipartReader(bytesOf(request), boundaryOf(contentType));
  const fields = new Map<string, string>();
  const file = await readToFile(reader, fields);
  if (!file) throw invalidRequest('No file in the form');
  return {
    contentType: contentTypeOf(fields) ?? file.contentType,
    announcedBytes: undefined,
    bytes: file.bytes,
    fields: async () => {
      const second = await readToFile(reader, fields);
      if (second) throw invalidRequest('More than one file in the form');
      return {
        cacheControl: cacheControlOf(fields.get('cacheControl')),
        userMetadata: parseMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
        contentType: contentTypeOf(fields),
      };
    },
  };
}

/** Collects fields up to the next file, which is whatever part has a file name: clients name it "". */
async function readToFile(
  reader: MultipartReader,
  fields: Map<string, string>,
): Promise<FormPart | undefined> {
  for (;;) {
    const part = await reader.next();
    if (!part || part.filename !== undefined) return part;
    fields.set(part.name, await readText(part.bytes));
  }
}

async function readText(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > FIELD_LIMIT_BYTES) throw tooLarge();
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString();
}

/** Forms and resumable uploads give seconds; a raw upload's header is complete. */
export function cacheControlOf(field: string | undefined): string {
  if (!field) return NOT_CACHED;
  return /^\d+$/.test(field) ? `max-age=${field}` : headerValue('cacheControl', field);
}

/** It is sent back as a header one day: a line break would begin another one. */
export function headerValue(name: string, value: string): string {
  if (/^[\x20-\x7e]{1,200}$/.test(value)) return value;
  throw invalidRequest(`${name} takes one line of plain characters`);
}

function contentTypeOf(fields: ReadonlyMap<string, string>): string | undefined {
  const value = fields.get('contentType');
  return value ? headerValue('contentType', value) : undefined;
}

/** What the client says of an object beside its bytes: JSON in base64. */
export const userMetadataOf = ({ headers }: FastifyRequest) =>
  parseMetadata(decodeBase64(headers['x-metadata']));

function decodeBase64(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? Buffer.from(header, 'base64').toString() : undefined;
}

export function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Said below, with what it takes.
  }
  throw invalidRequest('metadata takes a JSON object');
}
