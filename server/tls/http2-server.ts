import {
  constants,
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { FastifyInstance } from 'fastify';
import type { TimeLimits } from '../http/time-limits.ts';

const KIBIBYTE = 1024;
/** With the protocol's 64 KiB a photo would wait for the network's answer twenty times. */
const STREAM_WINDOW_BYTES = 512 * KIBIBYTE;
const SESSION_WINDOW_BYTES = 4 * 1024 * KIBIBYTE;
const MAX_STREAMS = 128;

/** Speaks HTTP/2 on connections it is given (`emit('connection')`); it listens nowhere itself. */
export function createHttp2Server(app: FastifyInstance, limits: TimeLimits): Http2Server {
  const settings = { initialWindowSize: STREAM_WINDOW_BYTES, maxConcurrentStreams: MAX_STREAMS };
  const server = createServer({ settings });
  server.on('session', (session) => {
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    session.setTimeout(limits.idleMs, () => closeSession(session, limits.idleMs));
  });
  server.on('request', (request, response) => {
    limitTime(request, limits);
    failWhenAborted(request);
    route(app, request, response);
  });
  return server;
}

/** Fastify takes both kinds of request; its types take the kind of the server it made. */
function route(app: FastifyInstance, request: Http2ServerRequest, response: Http2ServerResponse) {
  app.routing(
    request as unknown as Parameters<typeof app.routing>[0],
    response as unknown as Parameters<typeof app.routing>[1],
  );
}

/** Asks the client to leave; one that does not is dropped. */
export function closeSession(session: ServerHttp2Session, timeoutMs: number): void {
  if (session.destroyed) return;
  session.close();
  const timer = setTimeout(() => session.destroy(), timeoutMs).unref();
  session.once('close', () => clearTimeout(timer));
}

/** As `requestTimeout` and `connectionTimeout` do over HTTP/1.1. */
function limitTime(request: Http2ServerRequest, { requestMs, idleMs }: TimeLimits): void {
  const { stream } = request;
  const cancel = () => stream.close(constants.NGHTTP2_CANCEL);
  stream.setTimeout(idleMs, cancel);
  const timer = setTimeout(cancel, requestMs).unref();
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}

/**
 * Node ends the body of a request that was aborted as if it were complete. Half of an upload, or half
 * of the rows of an import, must not be taken for all of it.
 */
function failWhenAborted(request: Http2ServerRequest): void {
  request.on('error', () => undefined);
  request.once('aborted', () => request.destroy(new Error('The client hung up')));
}
