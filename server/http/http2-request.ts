import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';

/** The stream of a request over HTTP/2, undefined over HTTP/1.1, which is all that Fastify's types know. */
export function http2StreamOf(
  raw: IncomingMessage | ServerResponse,
): ServerHttp2Stream | undefined {
  return (raw as { readonly stream?: ServerHttp2Stream }).stream;
}

/** HTTP/2 needs no header for it: the last frame says that it is the last. */
export function hasBody(raw: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  const stream = http2StreamOf(raw);
  if (stream && length === undefined) return !stream.endAfterHeaders;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Whether a body follows whose size nobody announced. */
export function hasUnknownLength(raw: IncomingMessage): boolean {
  return raw.headers['content-length'] === undefined && hasBody(raw);
}

/** Ends a request in its middle: over HTTP/1.1 with its connection, over HTTP/2 alone. */
export function abortRequest(raw: IncomingMessage): void {
  const stream = http2StreamOf(raw);
  if (stream) stream.close(constants.NGHTTP2_CANCEL);
  else raw.destroy();
}
