import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { TIME_LIMITS, timeLimitOptions } from '../http/time-limits.ts';
import type { CertificateSource } from './certificate.ts';
import { isNamed } from './certificate-names.ts';

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;

/**
 * Plain HTTP from outside: answers an issuer's challenge, and sends everybody else to HTTPS; in a local
 * network it shows what a device needs for that.
 */
export function createPlainListener(
  app: FastifyInstance,
  config: Config,
  source: CertificateSource,
): Server {
  const { http, requestTimeout, connectionTimeout } = timeLimitOptions(TIME_LIMITS);
  const server = createServer({ ...http, requestTimeout }, (request, response) => {
    // What proxies and monitors of this machine ask without a certificate for its address.
    if (pathOf(request) === '/health') return app.routing(request, response);
    answer(app, config, source, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { connection: 'close' });
      response.end();
    });
  });
  server.setTimeout(connectionTimeout);
  return server;
}

async function answer(
  app: FastifyInstance,
  config: Config,
  source: CertificateSource,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request);
  const token = CHALLENGE.exec(path)?.[1];
  if (token !== undefined) {
    const text = (await source.httpChallenge?.(token)) ?? null;
    const type = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
    response.writeHead(text === null ? 404 : 200, type).end(text ?? 'Not found');
    return;
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && config.tls.mode === 'lan') {
    // A device that does not trust the authority yet would see nothing but a warning over HTTPS.
    if (!/^\/lan(\/|$)/.test(path)) request.url = `/lan${(request.url ?? '').slice(path.length)}`;
    app.routing(request, response);
    return;
  }
  const names = [...config.tls.domains, ...(source.current()?.names ?? [])];
  const location = httpsLocation(config.siteUrl, names, request);
  // A body that was sent is not read: it belongs to HTTPS.
  response.writeHead(308, { location, connection: 'close', 'content-length': '0' }).end();
}

/** The name that was asked for, where it is ours: whoever sets the header must not lead others away. */
function httpsLocation(
  siteUrl: string,
  names: readonly string[],
  request: IncomingMessage,
): string {
  const target = new URL(siteUrl);
  const host = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i
    .exec(request.headers.host ?? '')?.[1]
    ?.toLowerCase();
  if (host !== undefined && isNamed(host.replace(/^\[|\]$/g, ''), names)) target.hostname = host;
  return `${target.origin}${request.url?.startsWith('/') ? request.url : '/'}`;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
