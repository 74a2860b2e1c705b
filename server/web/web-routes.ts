import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { HttpError } from '../http/http-error.ts';
import { mapTiles } from '../map/map-tiles.ts';
import { readEarlierFile, readWebFiles, type WebFile } from './web-files.ts';

const SECURITY_HEADERS = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The web app: files by name, every other address the app itself, which knows its routes. */
export async function webRoutes(
  app: FastifyInstance,
  { config, directory }: { readonly config: Config; readonly directory?: string },
): Promise<void> {
  const files = readWebFiles(directory);
  const page = {
    ...SECURITY_HEADERS,
    'content-security-policy': contentSecurityPolicy(
      [config.siteUrlGiven ? config.siteUrl : undefined, config.hostedUrl].filter(
        (address) => address !== undefined,
      ),
      config.mapStyleUrl,
    ),
  };
  await app.register(mapTiles, { config });

  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const file = files.get(path) ?? readEarlierFile(path, directory);
    if (file) return send(request, reply, file, page);
    if (isApiOrAsset(path)) throw notFound(path);
    const index = files.get('/index.html');
    if (!index) throw new HttpError(503, { message: 'The web app is not built. Run npm start.' });
    return send(request, reply, index, page);
  });
  app.setNotFoundHandler((request) => {
    throw notFound(request.url.split('?', 1)[0] ?? '');
  });
}

/**
 * Scripts of ours alone, none in the page, nothing evaluated. Data comes from this server and from
 * where /config.json points, nowhere else; a base map from MAP_STYLE_URL. Styles in the page stay allowed: menus and dialogs set
 * their place with them.
 */
function contentSecurityPolicy(backends: readonly string[], mapStyleUrl?: string): string {
  const origins = [...new Set(backends.map((address) => new URL(address).origin))];
  const maps = mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin];
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...origins, ...maps].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...origins, ...sockets, ...maps].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  page: Readonly<Record<string, string>>,
): FastifyReply {
  // The policy rules documents; on scripts, styles and fonts it would only be weight.
  if (file.type.startsWith('text/html')) reply.headers(page);
  if (file.policy !== undefined)
    reply.header('content-security-policy', `${file.policy}; frame-ancestors 'none'`);
  reply.headers({
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'Accept-Encoding',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.brotli && /\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(file.brotli);
  }
  if (file.gzip && /\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.content());
}

function isApiOrAsset(path: string): boolean {
  return /^\/(auth|rest|storage|realtime|system|geocoder|weather)\/v1(\/|$)|^\/(assets|dev|push)\//.test(
    path,
  );
}

function notFound(path: string): HttpError {
  const message = `There is nothing at ${path}`;
  return new HttpError(404, { code: 'not_found', error_code: 'not_found', message, msg: message });
}
