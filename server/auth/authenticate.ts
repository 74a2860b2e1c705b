import type { IncomingHttpHeaders } from 'node:http';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Caller } from '../database/caller.ts';
import type { Keys } from '../keys/keys.ts';

type KeyRole = 'anon' | 'service_role';

/** Who sent a request: the API key's role, and the user's token on top when there is one. */
export interface Identity {
  readonly caller: Caller;
  readonly role: string;
  readonly claims: JWTPayload;
  readonly keyRole: KeyRole;
}

export type AuthenticationFailure =
  | 'missing_key'
  | 'unknown_key'
  | 'invalid_token'
  | 'expired_token';

export class AuthenticationError extends Error {
  readonly reason: AuthenticationFailure;

  constructor(reason: AuthenticationFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface Authenticator {
  /** Checks `apikey` and `Authorization`; throws AuthenticationError. */
  authenticate(headers: IncomingHttpHeaders): Identity | Promise<Identity>;
  /** The role an API key stands for, or AuthenticationError. */
  keyRole(apiKey: string): KeyRole | Promise<KeyRole>;
  /** Verifies a user's access token alone. */
  verifyToken(token: string): Promise<JWTPayload>;
  /** A token this server has just signed: whoever uses it next need not wait for its signature. */
  remember(token: string, claims: JWTPayload): void;
}

const CACHE_LIMIT = 20_000;
/** As PostgREST allows between two clocks. */
const CLOCK_TOLERANCE_SECONDS = 30;

interface Known {
  /** The key it came with: with another one it would be somebody else. */
  readonly apiKey: string;
  readonly identity: Identity;
}

export function createAuthenticator(keys: Keys, jwtSecret: string | undefined): Authenticator {
  let published = keys.jwks;
  let keySet = createLocalJWKSet(published);
  const legacySecret = jwtSecret === undefined ? undefined : new TextEncoder().encode(jwtSecret);
  /**
   * By the header as clients write it, so that it need not be taken apart. However else somebody writes
   * it, it is kept once.
   */
  const cache = new Map<string, Known>();
  // A map, not an object: `__proto__` is no key.
  const keyIdentities: ReadonlyMap<string, Identity> = new Map([
    [keys.publishableKey, identityOf({ role: 'anon' }, 'anon')],
    [keys.secretKey, identityOf({ role: 'service_role' }, 'service_role')],
  ]);

  async function verifyToken(token: string): Promise<JWTPayload> {
    if (keys.jwks !== published) {
      published = keys.jwks;
      keySet = createLocalJWKSet(published);
    }
    try {
      const legacy = legacySecret !== undefined && algorithmOf(token) === 'HS256';
      const { payload } = legacy
        ? await jwtVerify(token, legacySecret, { algorithms: ['HS256'] })
        : await jwtVerify(token, keySet, { algorithms: ['ES256', 'RS256'] });
      requireSoundClaims(payload);
      return payload;
    } catch (error) {
      const expired = error instanceof errors.JWTExpired;
      throw new AuthenticationError(expired ? 'expired_token' : 'invalid_token', error);
    }
  }

  async function keyRole(apiKey: string): Promise<KeyRole> {
    const known = keyIdentities.get(apiKey);
    if (known) return known.keyRole;
    // No secret is needed: a key may be signed with the project's own signing keys as well.
    if (!isToken(apiKey)) throw new AuthenticationError('unknown_key');
    const { role } = await verifyToken(apiKey);
    return role === 'service_role' ? 'service_role' : 'anon';
  }

  async function verify(apiKey: string, token: string): Promise<Identity> {
    const key = await keyRole(apiKey);
    const identity = keyIdentities.get(token) ?? identityOf(await verifyToken(token), key);
    keep(token, { apiKey, identity });
    return identity;
  }

  function keep(token: string, known: Known): void {
    if (cache.size >= CACHE_LIMIT) cache.clear();
    cache.set(headerOf(token), known);
  }

  function remember(token: string, claims: JWTPayload): void {
    keep(token, { apiKey: keys.publishableKey, identity: identityOf(claims, 'anon') });
  }

  function lookUp(apiKey: string, header: string): Identity | undefined {
    const known = cache.get(header);
    if (known?.apiKey !== apiKey) return undefined;
    if (!isExpired(known.identity.claims)) return known.identity;
    cache.delete(header);
    return undefined;
  }

  function authenticate(headers: IncomingHttpHeaders): Identity | Promise<Identity> {
    const apiKey = headers['apikey'];
    if (typeof apiKey !== 'string' || apiKey === '') throw new AuthenticationError('missing_key');
    const { authorization = '' } = headers;
    const known = lookUp(apiKey, authorization);
    if (known) return known;
    const token = bearerOf(authorization) ?? apiKey;
    return lookUp(apiKey, headerOf(token)) ?? verify(apiKey, token);
  }

  return { authenticate, keyRole, verifyToken, remember };
}

/** A signature does not make sense of what it signs: claims of these names have a meaning. */
function requireSoundClaims({ aud, iat }: JWTPayload): void {
  const audiences: unknown[] = [aud ?? ''].flat();
  if (!audiences.every((audience) => typeof audience === 'string')) {
    throw new Error('aud takes a text or a list of texts');
  }
  if (iat !== undefined && iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) {
    throw new Error('iat lies in the future');
  }
}

function identityOf(claims: JWTPayload, keyRole: KeyRole): Identity {
  const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon';
  return { caller: { role, claims: JSON.stringify(claims) }, role, claims, keyRole };
}

function isExpired(claims: JWTPayload): boolean {
  return claims.exp !== undefined && claims.exp * 1000 <= Date.now();
}

function headerOf(token: string): string {
  return `Bearer ${token}`;
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
}

const isToken = (key: string) => key.split('.').length === 3;

function algorithmOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).alg;
  } catch {
    return undefined;
  }
}
