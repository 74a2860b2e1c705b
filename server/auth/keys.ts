import type { CryptoKey, JSONWebKeySet } from 'jose';

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
