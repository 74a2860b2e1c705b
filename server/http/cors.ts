import type { FastifyInstance, FastifyRequest } from 'fastify';

const API = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)/;
const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, ' +
  'Transfer-Encoding, Range-Unit, ETag, X-Request-Id, X-Supabase-Api-Version, Retry-After, ' +
  'Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Offset, Upload-Length, ' +
  'Upload-Expires, Upload-Metadata, X-Total-Count, Link, Preference-Applied, ' +
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate';

/** As on Supabase: any origin may call the API. Tokens travel in headers, never in cookies. */
export function registerCors(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!API.test(request.url)) return done();
    reply.header('access-control-allow-origin', '*');
    if (!isPreflight(request)) {
      reply.header('access-control-expose-headers', EXPOSED);
      return done();
    }
    reply
      .code(200)
      .headers({
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '3600',
        vary: 'Access-Control-Request-Headers',
      })
      .send();
  });
  app.options('/*', (_request, reply) => reply.code(200).send());
}

function isPreflight(request: FastifyRequest): boolean {
  return (
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  );
}
