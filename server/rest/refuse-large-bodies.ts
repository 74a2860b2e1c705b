import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { mayBeLarge } from '../auth/http/limit-anonymous-bodies.ts';
import { http2StreamOf } from '../http/http2-request.ts';
import { identify } from './identify.ts';
import { queryOf } from './request/query-of-url.ts';

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
