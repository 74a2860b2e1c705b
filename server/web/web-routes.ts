import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../http/http-error.ts';
import { readWebFiles, type WebFile } from './web-files.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self' https: wss:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The web app: files by name, every other address the app itself, which knows its routes. */
export async function webRoutes(app: FastifyInstance): Promise<void> {
  const files = readWebFiles();

  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const file = files.get(path);
    if (file) return send(request, reply, file);
    if (isApiOrAsset(path)) throw notFound(path);
    const index = files.get('/index.html');
    if (!index) throw new HttpError(503, { message: 'The web app is not built. Run npm start.' });
    return send(request, reply, index);
  });
  app.setNotFoundHandler((request) => {
    throw notFound(request.url.split('?', 1)[0] ?? '');
  });
}

function send(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  // The policy rules documents; on scripts, styles and fonts it would only be weight.
  if (file.type.startsWith('text/html')) reply.headers(SECURITY_HEADERS);
  else reply.header('x-content-type-options', 'nosniff');
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
  return reply.send(file.content);
}

function isApiOrAsset(path: string): boolean {
  return /^\/(auth|rest|storage|realtime)\/v1(\/|$)|^\/(assets|dev)\//.test(path);
}

function notFound(path: string): HttpError {
  const message = `There is nothing at ${path}`;
  return new HttpError(404, { code: 'not_found', error_code: 'not_found', message, msg: message });
}
