// Keys and a signed history made by hand, with the types and helpers that the product writes packets with.
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { canonicalJson, type Json } from '../../src/entities/evidence/canonical-json.ts';
import { digestHex } from '../../src/entities/evidence/digest.ts';
import { merklePath, merkleRoot } from '../../src/entities/evidence/merkle-tree.ts';
import {
  type DeviceKey,
  type EventLine,
  eventHash,
  FORMATS,
  fingerprintOf,
  type LedgerKey,
  type RootText,
  type Signed,
  type SignedRoot,
} from '../../src/entities/evidence/packet-format.ts';

export interface SigningKey {
  readonly line: LedgerKey;
  readonly sign: (text: string) => Signed;
}

export function signingKey(id: string, introducer?: SigningKey): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const about = {
    ...{ key_id: id, public_key: bytes.toString('base64'), fingerprint: fingerprintOf(bytes) },
    created_at: '2026-07-01T00:00:00.000000Z',
  };
  const text = canonicalJson({ format: FORMATS.key, ...about });
  return {
    line: { ...about, retired_at: null, introduced_by: introducer?.sign(text) ?? null },
    sign: (signed) => ({
      text: signed,
      signature: sign(null, Buffer.from(signed), privateKey).toString('base64'),
      key_id: id,
    }),
  };
}

/** A key of a worker's phone, as WebCrypto makes it. */
export function deviceKey(): { jwk: DeviceKey; sign: (text: string) => string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  return {
    jwk: { kty, crv, x, y } as DeviceKey,
    sign: (text) => signText(privateKey, text),
  };
}

const signText = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');

export interface TestEvent {
  readonly id: string;
  readonly text: string;
  readonly previous_hash: string | null;
  readonly hash: string;
}

interface EventOptions {
  readonly day: number;
  readonly action?: string;
  readonly entity?: string;
  readonly after?: Json;
  readonly previousHash?: string | null;
}

/** As private.audit_hash writes it: the text of a jsonb array, with spaces. */
export function testEvent(companyId: string, options: EventOptions): TestEvent {
  const { day, action = 'updated', entity = 'time_entries', after = { minutes: day } } = options;
  const id = randomUUID();
  const microseconds = Date.UTC(2026, 10, day, 15) * 1000 + 7;
  const fields = [
    ...[companyId, microseconds, id, microseconds, null, 'mobile', action, entity, randomUUID()],
    ...[randomUUID(), null, after, 'Forgot to clock out «ñ»'],
  ];
  const text = JSON.stringify(fields).replaceAll('","', '", "');
  const previous_hash = options.previousHash ?? null;
  return { id, text, previous_hash, hash: eventHash({ text, previous_hash }) };
}

export interface History {
  readonly roots: SignedRoot[];
  readonly lines: EventLine[];
  /** The hash of the link at each position. */
  readonly links: string[];
}

/** Roots of so many events each, signed by the key of each day, with a line for every event. */
export function history(
  company: { readonly id: string; readonly name: string },
  days: readonly { readonly events: readonly TestEvent[]; readonly key: SigningKey }[],
): History {
  const roots: SignedRoot[] = [];
  const lines: EventLine[] = [];
  const links: string[] = [];
  let link: Buffer = Buffer.alloc(0);
  for (const [root, { events, key }] of days.entries()) {
    const from = lines.length + 1;
    const entries = { from, hashes: events.map(({ hash }) => hash) };
    for (const [index, { text, previous_hash, hash }] of events.entries()) {
      const position = from + index;
      link = createHash('sha256').update(link).update(`${position} ${hash}`).digest();
      links.push(link.toString('hex'));
      lines.push({ position, root, text, previous_hash, path: merklePath(entries, position) });
    }
    const text: RootText = {
      ...{ format: FORMATS.root, company_id: company.id, company: company.name, from },
      ...{ to: lines.length, chain_hash: link.toString('hex'), merkle_root: merkleRoot(entries) },
      previous: roots.length > 0 ? digestHex(roots.at(-1)?.signed_text ?? '') : null,
      reason: 'daily',
      created_at: `2026-11-${String(root + 2).padStart(2, '0')}T06:59:00.000000Z`,
    };
    const { text: signed_text, signature, key_id } = key.sign(canonicalJson({ ...text }));
    roots.push({ signed_text, signature, key_id });
  }
  return { roots, lines, links };
}
