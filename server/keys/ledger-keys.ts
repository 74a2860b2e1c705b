import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { JWK } from 'jose';

/** A text and who signed it. The text is canonical JSON (RFC 8785); its UTF-8 bytes are signed. */
export interface SignedText {
  readonly text: string;
  readonly signature: string;
  readonly key_id: string;
}

/** What is published of a key, for as long as the installation exists. */
export interface PublishedLedgerKey {
  readonly key_id: string;
  /** The 32 bytes of the key, base64. */
  readonly public_key: string;
  /** The first 16 hex digits of the SHA-256 of those bytes. */
  readonly fingerprint: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  /** The key before names this one; null for the first. */
  readonly introduced_by: SignedText | null;
}

/** A retired key signs nothing more, so its private half is not stored any longer. */
export type StoredLedgerKey = PublishedLedgerKey & { readonly jwk?: JWK };

/** Signs what the project asks for, and knows every key that ever did. */
export interface LedgerKeys {
  readonly published: readonly PublishedLedgerKey[];
  sign(text: string): Omit<SignedText, 'text'>;
  /** False also for a key that was never ours. */
  holds(signed: SignedText): boolean;
}

export function generateLedgerKey(now = new Date()): StoredLedgerKey {
  return makeLedgerKey([], now);
}

/** Adds a key, introduced by the newest, which signs nothing more from now on. */
export function rotateLedgerKeys(
  stored: readonly StoredLedgerKey[],
  now = new Date(),
): StoredLedgerKey[] {
  const newest = stored[0];
  if (!newest) return [generateLedgerKey(now)];
  const next = makeLedgerKey(stored, now);
  const { key_id, public_key, fingerprint, created_at } = next;
  // In the order of RFC 8785.
  const text = JSON.stringify({
    created_at,
    fingerprint,
    format: 'chalkline-key/1',
    key_id,
    public_key,
  });
  const introduced_by = { text, ...importLedgerKeys(stored).sign(text) };
  const { jwk: _private, ...retired } = { ...newest, retired_at: created_at };
  return [{ ...next, introduced_by }, retired, ...stored.slice(1)];
}

export function importLedgerKeys(stored: readonly StoredLedgerKey[]): LedgerKeys {
  const [newest] = stored;
  if (!newest?.jwk) throw new Error('The stored keys contain no key for the history');
  const privateKey = createPrivateKey({
    key: newest.jwk as Record<string, string>,
    format: 'jwk',
  });
  const open = new Map(stored.map((key) => [key.key_id, publicKeyOf(key)]));
  return {
    published: stored.map(({ jwk: _private, ...published }) => published),
    sign: (text) => ({
      signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
      key_id: newest.key_id,
    }),
    holds({ text, signature, key_id }) {
      const key = open.get(key_id);
      return Boolean(key && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64')));
    },
  };
}

function makeLedgerKey(others: readonly StoredLedgerKey[], now: Date): StoredLedgerKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = privateKey.export({ format: 'jwk' }) as JWK;
  const bytes = Buffer.from(jwk.x ?? '', 'base64url');
  return {
    key_id: nextKeyId(others, now),
    public_key: bytes.toString('base64'),
    fingerprint: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    created_at: now.toISOString().replace('Z', '000Z'),
    retired_at: null,
    introduced_by: null,
    jwk,
  };
}

/** `ledger-2026-11`, the second one of that month `ledger-2026-11-2`. */
function nextKeyId(others: readonly StoredLedgerKey[], now: Date): string {
  const month = `ledger-${now.toISOString().slice(0, 7)}`;
  const taken = others.filter(({ key_id }) => key_id.startsWith(month)).length;
  return taken === 0 ? month : `${month}-${taken + 1}`;
}

function publicKeyOf({ public_key }: PublishedLedgerKey): KeyObject {
  const x = Buffer.from(public_key, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
