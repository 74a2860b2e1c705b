import type { IncomingHttpHeaders } from 'node:http';
import type { Checksum } from '../resumable/spool.ts';
import { StorageError } from '../storage-error.ts';

export const TUS_VERSION = '1.0.0';
const CHECKSUMS = ['sha1', 'sha256', 'md5'];

export function tusError(status: number, message: string): StorageError {
  return new StorageError(
    { statusCode: status, error: 'TusError', message },
    { httpStatus: status },
  );
}

/** `name base64,name base64` */
export function metadataOf(headers: IncomingHttpHeaders): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const pair of String(headers['upload-metadata'] ?? '').split(',')) {
    const [name = '', value = ''] = pair.trim().split(' ', 2);
    if (name) metadata.set(name, Buffer.from(value, 'base64').toString());
  }
  return metadata;
}

/** The whole upload's size; undefined when the client will tell it later. */
export function lengthOf(headers: IncomingHttpHeaders, optional = false): number | undefined {
  const length = headers['upload-length'];
  if (length === undefined && (optional || headers['upload-defer-length'] === '1')) {
    return undefined;
  }
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) {
    throw tusError(400, 'Upload-Length takes a number of bytes');
  }
  return Number(length);
}

export function offsetOf(headers: IncomingHttpHeaders): number {
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    throw tusError(400, 'Upload-Offset takes a number of bytes');
  }
  return Number(offset);
}

export function checksumOf(headers: IncomingHttpHeaders): Checksum | undefined {
  const header = headers['upload-checksum'];
  if (typeof header !== 'string') return undefined;
  const [algorithm = '', digest = ''] = header.split(' ', 2);
  if (!CHECKSUMS.includes(algorithm)) {
    throw tusError(400, `Upload-Checksum takes ${CHECKSUMS.join(', ')}`);
  }
  return { algorithm, digest };
}
