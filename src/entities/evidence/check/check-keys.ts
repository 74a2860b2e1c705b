import { readSignedText } from '../canonical-json.ts';
import { FORMATS, fingerprintOf, type Signed } from '../packet-format.ts';
import { Mismatch, type Tally } from './problem.ts';
import { fieldsOf, textsOf } from './read-values.ts';
import { fromBase64, isSignedBy } from './verify-signature.ts';

export interface KnownKey {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly fingerprint: string;
  /** Which key introduced it; null for the oldest. */
  readonly introducedBy: string | null;
}

/** Keys by their id, newest first. */
export type KnownKeys = ReadonlyMap<string, KnownKey>;

export function readSigned(value: unknown): Signed | null {
  const texts = textsOf(fieldsOf(value), ['text', 'signature', 'key_id']);
  if (!texts) return null;
  const [text = '', signature = '', key_id = ''] = texts;
  return { text, signature, key_id };
}

/** What the text says, where a known key signed it and it is of this format; otherwise null. */
export function readSignedBy(keys: KnownKeys, signed: Signed | null, format: string) {
  const key = signed && keys.get(signed.key_id);
  if (!key || !isSignedBy(key.bytes, signed.text, signed.signature)) return null;
  const said = readSignedText(signed.text);
  return said?.['format'] === format ? said : null;
}

interface WrittenKey extends KnownKey {
  readonly publicKey: string;
  readonly introduction: Signed | null;
}

function readKey(value: unknown): WrittenKey | null {
  const fields = fieldsOf(value);
  const texts = textsOf(fields, ['key_id', 'public_key', 'fingerprint', 'created_at']);
  if (!fields || !texts) return null;
  const [id = '', publicKey = '', fingerprint = ''] = texts;
  const bytes = fromBase64(publicKey);
  if (bytes?.length !== 32 || fingerprintOf(bytes) !== fingerprint) return null;
  const introduction = readSigned(fields['introduced_by']);
  if (!introduction && fields['introduced_by'] !== null) return null;
  const introducedBy = introduction?.key_id ?? null;
  return { id, bytes, fingerprint, introducedBy, publicKey, introduction };
}

/** `history/keys.json`: each key but the oldest is introduced by one further down. */
export function readKeys(value: unknown, tally: Tally): KnownKeys {
  const fields = fieldsOf(value);
  const list = Array.isArray(fields?.['keys']) ? fields['keys'].map(readKey) : [];
  if (fields?.['format'] !== FORMATS.ledger || list.length === 0) throw new Mismatch('keys');
  const keys = new Map<string, KnownKey>();
  for (const [position, key] of list.toReversed().entries()) {
    if (!key || keys.has(key.id)) throw new Mismatch('keys', { position });
    const said = readSignedBy(keys, key.introduction, FORMATS.key);
    const introduced = said?.['key_id'] === key.id && said['public_key'] === key.publicKey;
    if (position === 0 ? key.introduction : !introduced)
      tally.fail('key_introduction', { found: key.id });
    else tally.fits += 1;
    keys.set(key.id, key);
  }
  return new Map([...keys].reverse());
}

const plain = (fingerprint: string): string => fingerprint.replace(/\s/g, '').toLowerCase();

/** Keys of these fingerprints and those they introduced; null where none of the keys has one. */
export function trustedKeys(keys: KnownKeys, fingerprints: readonly string[]): Set<string> | null {
  const given = new Set(fingerprints.map(plain));
  const trusted = new Set<string>();
  for (const key of [...keys.values()].reverse()) {
    const isIntroduced = key.introducedBy !== null && trusted.has(key.introducedBy);
    if (given.has(key.fingerprint) || isIntroduced) trusted.add(key.id);
  }
  return trusted.size > 0 ? trusted : null;
}
