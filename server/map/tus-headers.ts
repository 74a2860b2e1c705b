import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from '../http/http-error.ts';
import type { NewMapUpload } from './map-upload.ts';

export const TUS_VERSION = '1.0.0';
export const PIECE_TYPE = 'application/offset+octet-stream';
const MAX_NAME = 200;

export function offsetOf(headers: IncomingHttpHeaders): number {
  return bytesIn(headers, 'upload-offset');
}

/** Name and day of the file say whether it is the one that was begun. */
export function newUploadOf(headers: IncomingHttpHeaders): NewMapUpload {
  const lengthBytes = bytesIn(headers, 'upload-length');
  const metadata = new Map(
    String(headers['upload-metadata'] ?? '')
      .split(',')
      .map((pair) => pair.trim().split(' ', 2))
      .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  );
  const fileName = (metadata.get('filename') ?? '').slice(0, MAX_NAME);
  const modified = (metadata.get('modified') ?? '').slice(0, MAX_NAME);
  return { lengthBytes, fileName, fingerprint: `${fileName} ${lengthBytes} ${modified}` };
}

function bytesIn(headers: IncomingHttpHeaders, name: string): number {
  const value = headers[name];
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw new HttpError(400, { code: 'map_header', message: `${name} takes a number of bytes` });
}
