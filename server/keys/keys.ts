import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import {
  generateLedgerKey,
  importLedgerKeys,
  type LedgerKeys,
  type StoredLedgerKey,
} from './ledger-keys.ts';
import { generateSealKey, importSealKeys, type SealKeys, type StoredSealKey } from './seal-keys.ts';

/** The server's secrets, generated once. */
export interface Keys {
  /** `sb_publishable_…`: what browsers hold; acts as `anon`. */
  readonly publishableKey: string;
  /** `sb_secret_…`: acts as `service_role`. */
  readonly secretKey: string;
  /** Signs new access tokens (ES256). Changes when keys are rotated: ask each time. */
  readonly signingKey: SigningKey;
  /** The public keys of all tokens that may be out, and of the key that signs next. */
  readonly jwks: JSONWebKeySet;
  /** For links to files and other tokens that must never pass as a login. */
  readonly linkSecret: Uint8Array;
  /** Shows push services who sends; every subscription of a browser is bound to it. */
  readonly pushKey: PushKey;
  /** Signs the ends of histories and evidence. Changes when keys are rotated: ask each time. */
  readonly ledgerKeys: LedgerKeys;
  /** Seals secrets of connected systems. Changes when keys are rotated: ask each time. */
  readonly sealKeys: SealKeys;
}

/** P-256, as RFC 8292 wants it. */
export interface PushKey {
  /** The uncompressed point, 65 bytes, base64url: what browsers subscribe with. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

export type SigningAlgorithm = 'ES256' | 'RS256';

interface SigningKey {
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** Keys that can be exchanged while the server runs. */
export interface LiveKeys extends Keys {
  replace(stored: StoredKeys): Promise<void>;
}

/** `signs_from` is when it starts to sign, in Unix seconds; published before, see rotateKeys. */
type StoredSigningKey = JWK & { readonly signs_from?: number };

/** How keys are stored: the newest signing key first, older ones kept so that their tokens live on. */
export interface StoredKeys {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly linkSecret: string;
  readonly signingKeys: readonly StoredSigningKey[];
  /** Never rotated: with another one every subscription would be lost. Missing in older installations. */
  readonly pushKey?: JWK;
  /** The newest first; none is ever dropped. Missing in older installations. */
  readonly ledgerKeys?: readonly StoredLedgerKey[];
  /** The newest first; none is ever dropped. Missing in older installations. */
  readonly sealKeys?: readonly StoredSealKey[];
}

/** Clients keep the published keys for ten minutes: a new one must be known to them before it signs. */
const ANNOUNCED_SECONDS = 15 * 60;
/** The longest life a token can be given, and a day. */
const RETIRED_SECONDS = 8 * 24 * 3600;

export async function generateKeys(): Promise<StoredKeys> {
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
    linkSecret: randomBytes(32).toString('base64url'),
    signingKeys: [await generateSigningKey()],
    ...(await generateLaterKeys()),
  };
}

/** Keys that earlier versions did not have: their installations get them at the next start. */
export type LaterKeys = Required<Pick<StoredKeys, (typeof LATER_KEYS)[number]>>;

export const LATER_KEYS = ['pushKey', 'ledgerKeys', 'sealKeys'] as const;

export async function withLaterKeys(stored: StoredKeys): Promise<StoredKeys> {
  if (hasLaterKeys(stored)) return stored;
  return { ...(await generateLaterKeys()), ...stored };
}

export function hasLaterKeys(stored: StoredKeys): boolean {
  return LATER_KEYS.every((name) => stored[name] !== undefined);
}

async function generateLaterKeys(): Promise<LaterKeys> {
  return {
    pushKey: await generatePushKey(),
    ledgerKeys: [generateLedgerKey()],
    sealKeys: [generateSealKey()],
  };
}

/** Adds a signing key that takes effect in a while, and drops those no token can be signed with any more. */
export async function rotateKeys(stored: StoredKeys, nowMs = Date.now()): Promise<StoredKeys> {
  const now = Math.floor(nowMs / 1000);
  const next = { ...(await generateSigningKey()), signs_from: now + ANNOUNCED_SECONDS };
  const kept = stored.signingKeys.filter((_key, index) => {
    const successor = stored.signingKeys[index - 1];
    return successor === undefined || (successor.signs_from ?? 0) + RETIRED_SECONDS > now;
  });
  return { ...stored, signingKeys: [next, ...kept] };
}

/** `project` are the keys of `auth.signing_keys_path`: the first one signs, ours stay valid. `sealing` likewise. */
export async function importKeys(
  stored: StoredKeys,
  project: readonly JWK[] = [],
  sealing: readonly StoredSealKey[] = [],
): Promise<LiveKeys> {
  let signing = await importSigningKeys(stored, project);
  let ledgerKeys = importLedgerKeys(stored.ledgerKeys ?? []);
  let sealKeys = importSealKeys([...sealing, ...(stored.sealKeys ?? [])]);
  return {
    publishableKey: stored.publishableKey,
    secretKey: stored.secretKey,
    linkSecret: Buffer.from(stored.linkSecret, 'base64url'),
    pushKey: importPushKey(stored.pushKey),
    get signingKey() {
      return signing.at(Date.now() / 1000);
    },
    get jwks() {
      return signing.jwks;
    },
    get ledgerKeys() {
      return ledgerKeys;
    },
    get sealKeys() {
      return sealKeys;
    },
    async replace(newer) {
      signing = await importSigningKeys(newer, project);
      ledgerKeys = importLedgerKeys(newer.ledgerKeys ?? []);
      sealKeys = importSealKeys([...sealing, ...(newer.sealKeys ?? [])]);
    },
  };
}

async function importSigningKeys(stored: StoredKeys, project: readonly JWK[]) {
  const signingKeys: readonly StoredSigningKey[] = [...project, ...stored.signingKeys];
  const imported = await Promise.all(
    signingKeys.map(async (jwk) => ({
      kid: String(jwk.kid),
      alg: jwk.alg as SigningAlgorithm,
      privateKey: (await importJWK(jwk)) as CryptoKey,
      signsFrom: jwk.signs_from ?? 0,
    })),
  );
  const oldest = imported.at(-1);
  if (!oldest) throw new Error('The stored keys contain no signing key');
  const open = signingKeys.map(publicPart);
  return {
    jwks: { keys: open },
    at: (now: number): SigningKey => imported.find(({ signsFrom }) => signsFrom <= now) ?? oldest,
  };
}

function importPushKey(jwk: JWK | undefined): PushKey {
  if (!jwk) throw new Error('The stored keys contain no key for web push');
  const [x, y] = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'));
  const point = Buffer.concat([Buffer.of(4), x ?? Buffer.of(), y ?? Buffer.of()]);
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk as Record<string, string>, format: 'jwk' }),
  };
}

/** Named one by one: what is not known to be public is not published. */
function publicPart({ kty, kid, alg, crv, x, y, n, e }: StoredSigningKey): JWK {
  const key = kty === 'RSA' ? { n, e } : { crv, x, y };
  return { kty, kid, alg, use: 'sig', ...key } as JWK;
}

async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

async function generatePushKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return exportJWK(privateKey);
}
