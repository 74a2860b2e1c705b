import { randomBytes } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose';

/** The server's secrets, generated once. */
export interface Keys {
  /** `sb_publishable_…`: what browsers hold; acts as `anon`. */
  readonly publishableKey: string;
  /** `sb_secret_…`: acts as `service_role`. */
  readonly secretKey: string;
  /** Signs new access tokens (ES256). */
  readonly signingKey: { readonly kid: string; readonly privateKey: CryptoKey };
  /** Current and previous public keys. */
  readonly jwks: JSONWebKeySet;
  /** For links to files and other tokens that must never pass as a login. */
  readonly linkSecret: Uint8Array;
}

/** How keys are stored: the newest signing key first, older ones kept so that their tokens live on. */
export interface StoredKeys {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly linkSecret: string;
  readonly signingKeys: readonly JWK[];
}

export async function generateKeys(): Promise<StoredKeys> {
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    linkSecret: randomBytes(32).toString('base64url'),
    signingKeys: [await generateSigningKey()],
  };
}

export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

export async function importKeys(stored: StoredKeys): Promise<Keys> {
  const [current] = stored.signingKeys;
  if (!current) throw new Error('The stored keys contain no signing key');
  return {
    publishableKey: stored.publishableKey,
    secretKey: stored.secretKey,
    linkSecret: Buffer.from(stored.linkSecret, 'base64url'),
    signingKey: {
      kid: String(current.kid),
      privateKey: (await importJWK(current, 'ES256')) as CryptoKey,
    },
    jwks: { keys: stored.signingKeys.map(({ d: _private, ...open }) => open) },
  };
}
