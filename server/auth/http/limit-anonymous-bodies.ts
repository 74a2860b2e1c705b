import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bodyTooLarge, limitBytes, MAX_ANONYMOUS_BODY_BYTES } from '../../http/anonymous-body.ts';
import { hasUnknownLength, http2StreamOf } from '../../http/http2-request.ts';
import { isApiToken } from '../api-tokens/token-format.ts';
import { AuthenticationError, type Authenticator, type Identity } from '../authenticate.ts';

/** These find out who asks by themselves, before they read a body. */
const IDENTIFY_FIRST =
  /^\/(storage\/v1|system\/v1\/map\/upload|scim\/v2|quickbooks\/desktop)(\/|$|\?)/;

/** An account that anybody makes with one request shows nobody: what a tablet stored without a signal, and no more. */
const MAX_ANONYMOUS_ACCOUNT_BODY_BYTES = 256 * 1024;

/** Large bodies are read of those who have shown who they are; nobody else keeps the server busy with one. */
export function limitAnonymousBodies(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { raw, headers, url } = request;
    if (!mayBeLarge(raw) || IDENTIFY_FIRST.test(url)) return payload;
    const maxBytes = await maxBytesOf(authenticator, headers);
    const length = hasUnknownLength(raw) ? Number.POSITIVE_INFINITY : lengthOf(raw);
    if (length <= maxBytes) return payload;
    // HTTP/2 ends the request alone, and by itself.
    if (!http2StreamOf(raw)) void reply.header('connection', 'close');
    if (!hasUnknownLength(raw)) throw bodyTooLarge();
    return Readable.from(limitBytes(raw, maxBytes));
  });
}

export function mayBeLarge(raw: IncomingMessage): boolean {
  return hasUnknownLength(raw) || lengthOf(raw) > MAX_ANONYMOUS_BODY_BYTES;
}

const lengthOf = (raw: IncomingMessage) => Number(raw.headers['content-length'] ?? 0);

async function maxBytesOf(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
): Promise<number> {
  try {
    const claims = await claimsOf(authenticator, headers);
    if (claims['role'] === 'anon') return MAX_ANONYMOUS_BODY_BYTES;
    return claims['is_anonymous'] === true
      ? MAX_ANONYMOUS_ACCOUNT_BODY_BYTES
      : Number.POSITIVE_INFINITY;
  } catch (error) {
    if (error instanceof AuthenticationError) return MAX_ANONYMOUS_BODY_BYTES;
    throw error;
  }
}

async function claimsOf(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
): Promise<Readonly<Record<string, unknown>>> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (headers['apikey'] !== undefined || bearer === undefined || isApiToken(bearer)) {
    return ofIdentity(await authenticator.authenticate(headers));
  }
  // Without a key: a token of a session, or a key of the new kind, says who it is by itself.
  return bearer.split('.').length === 3
    ? authenticator.verifyToken(bearer)
    : ofIdentity(await authenticator.authenticate({ apikey: bearer }));
}

const ofIdentity = ({ role, claims }: Identity) => ({ ...claims, role });
