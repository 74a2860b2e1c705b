import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bodyTooLarge, limitBytes, MAX_ANONYMOUS_BODY_BYTES } from '../../http/anonymous-body.ts';
import { hasUnknownLength, http2StreamOf } from '../../http/http2-request.ts';
import { isApiToken } from '../api-tokens/token-format.ts';
import { AuthenticationError, type Authenticator } from '../authenticate.ts';

/** These find out who asks by themselves, before they read a body. */
const IDENTIFY_FIRST =
  /^\/(storage\/v1|system\/v1\/map\/upload|scim\/v2|quickbooks\/desktop)(\/|$|\?)/;

/** Large bodies are read of those who have shown who they are; nobody else keeps the server busy with one. */
export function limitAnonymousBodies(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { raw, headers, url } = request;
    if (!mayBeLarge(raw) || IDENTIFY_FIRST.test(url) || (await isKnown(authenticator, headers))) {
      return payload;
    }
    // HTTP/2 ends the request alone, and by itself.
    if (!http2StreamOf(raw)) void reply.header('connection', 'close');
    if (!hasUnknownLength(raw)) throw bodyTooLarge();
    return Readable.from(limitBytes(raw, MAX_ANONYMOUS_BODY_BYTES));
  });
}

export function mayBeLarge(raw: IncomingMessage): boolean {
  const length = Number(raw.headers['content-length'] ?? 0);
  return hasUnknownLength(raw) || length > MAX_ANONYMOUS_BODY_BYTES;
}

async function isKnown(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  try {
    return (await roleOf(authenticator, headers)) !== 'anon';
  } catch (error) {
    if (error instanceof AuthenticationError) return false;
    throw error;
  }
}

async function roleOf(authenticator: Authenticator, headers: IncomingHttpHeaders) {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (headers['apikey'] !== undefined || bearer === undefined || isApiToken(bearer)) {
    return (await authenticator.authenticate(headers)).role;
  }
  // Without a key: a token of a session, or a key of the new kind, says who it is by itself.
  return bearer.split('.').length === 3
    ? (await authenticator.verifyToken(bearer))['role']
    : (await authenticator.authenticate({ apikey: bearer })).role;
}
