import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { identify } from './identify.ts';
import { queryOf } from './request/query-of-url.ts';

const LARGE_BYTES = 64 * 1024;

/** Who is not let in is told before megabytes of theirs are read, and hung up on. */
export function refuseLargeBodies(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!mayBeLarge(request.headers)) return done();
    const refuse = (error: Error) => {
      reply.header('connection', 'close');
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

function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) > LARGE_BYTES);
}
