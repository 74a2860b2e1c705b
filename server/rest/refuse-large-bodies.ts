import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { hasUnknownLength, http2StreamOf } from '../http/http2-request.ts';
import { identify } from './identify.ts';
import { queryOf } from './request/query-of-url.ts';

const LARGE_BYTES = 64 * 1024;

/** Who is not let in is told before megabytes of theirs are read, and hung up on. */
export function refuseLargeBodies(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!mayBeLarge(request.raw)) return done();
    const refuse = (error: Error) => {
      // HTTP/2 ends the request alone, and by itself.
      if (!http2StreamOf(request.raw)) reply.header('connection', 'close');
      done(error);
    };
    try {
      const identity = identify(authenticator, request.headers, queryOf(request.url).apiKey);
      if (identity instanceof Promise) identity.then(() => done(), refuse);
      else done();
    } catch (error) {
      refuse(error as Error);
    }
  });
}

function mayBeLarge(raw: IncomingMessage): boolean {
  return hasUnknownLength(raw) || Number(raw.headers['content-length'] ?? 0) > LARGE_BYTES;
}
