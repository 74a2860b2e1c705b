import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 3600;
const API = /^\/(auth|rest|storage|realtime)\/v1(\/|$)/;

/** Set before anything else happens, so that refusals and failures carry them as well. */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const everywhere: Record<string, string> = { 'x-content-type-options': 'nosniff' };
  if (config.siteUrl.startsWith('https:')) {
    everywhere['strict-transport-security'] = `max-age=${TWO_YEARS_SECONDS}`;
  }
  // Answers of the APIs are data about people: nobody's cache keeps them, no page shows them as its
  // own. Files, keys and the web app say for themselves what else may be.
  const api = {
    ...everywhere,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(API.test(request.url) ? api : everywhere);
    done();
  });
}
