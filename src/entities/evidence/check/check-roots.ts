import { readSignedText } from '../canonical-json.ts';
import { digestHex } from '../digest.ts';
import { FORMATS, type RootText, type SignedRoot } from '../packet-format.ts';
import type { KnownKeys } from './check-keys.ts';
import { Mismatch, type Tally } from './problem.ts';
import { countOf, fieldsOf, hashOf, textsOf } from './read-values.ts';
import { isSignedBy } from './verify-signature.ts';

export interface CheckedRoot {
  readonly text: RootText;
  readonly signedText: string;
  readonly keyId: string;
  /** Signed, of this company, and linked to the one before. */
  readonly holds: boolean;
}

const TEXTS = ['company_id', 'company', 'reason', 'created_at'];

export function readSignedRoot(value: unknown): SignedRoot | null {
  const texts = textsOf(fieldsOf(value), ['signed_text', 'signature', 'key_id']);
  if (!texts) return null;
  const [signed_text = '', signature = '', key_id = ''] = texts;
  return { signed_text, signature, key_id };
}

export function readRootText(signedText: string): RootText | null {
  const text = readSignedText(signedText);
  const from = countOf(text?.['from']);
  const to = countOf(text?.['to']);
  if (text?.['format'] !== FORMATS.root || !textsOf(text, TEXTS)) return null;
  if (from === null || to === null || from < 1 || to < from) return null;
  if (!hashOf(text['chain_hash']) || !hashOf(text['merkle_root'])) return null;
  if (text['previous'] !== null && !hashOf(text['previous'])) return null;
  return text as unknown as RootText;
}

export function isRootSigned(keys: KnownKeys, { signed_text, signature, key_id }: SignedRoot) {
  const key = keys.get(key_id);
  return key !== undefined && isSignedBy(key.bytes, signed_text, signature);
}

/** `history/roots.json`, oldest first; null in place of a root that cannot be read. */
export function checkRoots(
  value: unknown,
  { keys, companyId, tally }: { keys: KnownKeys; companyId: string; tally: Tally },
): (CheckedRoot | null)[] {
  if (!Array.isArray(value)) throw new Mismatch('roots');
  let before: CheckedRoot | null | undefined;
  return value.map((item, position) => {
    const signed = readSignedRoot(item);
    const text = signed && readRootText(signed.signed_text);
    const failed = tally.failed;
    if (!signed || !text) {
      tally.fail('root_text', { position });
      before = null;
      return null;
    }
    const place = { position, at: text.created_at };
    if (!isRootSigned(keys, signed)) tally.fail('root_signature', place);
    else if (text.company_id !== companyId) tally.fail('root_company', place);
    else if (!isLinked(text, before)) tally.fail('root_chain', place);
    else tally.fits += 1;
    const root = {
      ...{ text, signedText: signed.signed_text, keyId: signed.key_id },
      holds: tally.failed === failed,
    };
    before = root;
    return root;
  });
}

/** The first of the packet may continue roots that are not in it. */
function isLinked({ previous, from }: RootText, before: CheckedRoot | null | undefined): boolean {
  if (before === undefined) return (previous === null) === (from === 1);
  if (before === null) return false;
  return previous === digestHex(before.signedText) && from === before.text.to + 1;
}
