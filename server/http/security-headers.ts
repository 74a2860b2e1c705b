import type { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 3600;
const API = /^\/((auth|rest|storage|realtime)\/v1|scim\/v2|quickbooks\/desktop)(\/|$)/;

/**
 * Set before anything else happens, so that refusals and failures carry them as well. With TLS of our
 * own `hstsHeader` says whether browsers are told to insist on it; behind a proxy SITE_URL does.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  hstsHeader: () => string | undefined = () => undefined,
): void {
  const everywhere: Record<string, string> = { 'x-content-type-options': 'nosniff' };
  if (config.tls.mode === 'off' && config.siteUrl.startsWith('https:')) {
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
    const hsts = (request.raw.socket as Partial<TLSSocket>).encrypted && hstsHeader();
    if (hsts) reply.header('strict-transport-security', hsts);
    done();
  });
}
