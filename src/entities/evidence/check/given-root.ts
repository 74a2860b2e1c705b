import type { RootText, SignedRoot } from '../packet-format.ts';
import { type KnownKeys, readKeys } from './check-keys.ts';
import { type CheckedRoot, isRootSigned, readRootText, readSignedRoot } from './check-roots.ts';
import { Tally } from './problem.ts';
import { countOf, fieldsOf, hashOf, textsOf } from './read-values.ts';

/** The end of a history as somebody received it: a signed root, or a check of the history in Settings. */
export interface GivenRoot {
  readonly name: string;
  readonly companyId: string;
  readonly company: string;
  readonly to: number;
  readonly chainHash: string;
  readonly at: string;
  /** Null: noted by a check of the history, not signed. */
  readonly signed: SignedRoot | null;
  readonly text: RootText | null;
  /** Keys that came with it. */
  readonly keys: unknown;
}

export function readGivenRoot(name: string, value: unknown): GivenRoot | null {
  const fields = fieldsOf(value);
  const signed = readSignedRoot(fields);
  if (signed) {
    const text = readRootText(signed.signed_text);
    if (!text) return null;
    return {
      ...{ name, companyId: text.company_id, company: text.company, to: text.to },
      ...{ chainHash: text.chain_hash, at: text.created_at, signed, text },
      keys: fields?.['keys'] ?? null,
    };
  }
  const texts = textsOf(fields, ['company_id', 'company', 'checked_at']);
  const to = countOf(fields?.['last_position']);
  const chainHash = hashOf(fields?.['last_hash']);
  if (!texts || to === null || !chainHash) return null;
  const [companyId = '', company = '', at = ''] = texts;
  return { name, companyId, company, to, chainHash, at, signed: null, text: null, keys: null };
}

/**
 * What was received must be part of the history in the packet. Of the same positions there can be only one root;
 * one from before those of the packet, or made after it, says nothing about it and is left open.
 */
export function checkGivenRoot(
  given: GivenRoot,
  { roots, madeAt, tally }: { roots: readonly CheckedRoot[]; madeAt: string; tally: Tally },
): void {
  const isSame = ({ text, signedText }: CheckedRoot): boolean =>
    given.signed ? signedText === given.signed.signed_text : text.chain_hash === given.chainHash;
  const isOther = roots.some(({ text }) => text.company_id !== given.companyId);
  const compared = roots.filter(({ text }) =>
    given.text ? overlaps(text, given.text) : text.to === given.to,
  );
  const last = roots.at(-1);
  // A packet has all roots up to the newest, so it cannot end before one that was there when it was made.
  const isCutOff =
    given.signed !== null && last !== undefined && given.to > last.text.to && given.at < madeAt;
  if (isOther || isCutOff || (compared.length > 0 && !compared.some(isSame)))
    tally.fail('given_root', { file: given.name, position: given.to, at: given.at });
  else if (compared.length > 0) tally.fits += 1;
  else tally.open += 1;
}

const overlaps = (a: RootText, b: RootText): boolean => a.from <= b.to && a.to >= b.from;

/** A root by itself: its signature by the keys that came with it. */
export async function checkSingleRoot(given: GivenRoot): Promise<{
  readonly keys: KnownKeys;
  readonly keyTally: Tally;
  readonly rootTally: Tally;
}> {
  const keyTally = new Tally('keys');
  const rootTally = new Tally('roots');
  const keys = (await keyTally.run(() => readKeys(given.keys, keyTally))) ?? new Map();
  if (given.signed && isRootSigned(keys, given.signed)) rootTally.fits += 1;
  else rootTally.fail('root_signature', { position: 0, at: given.at });
  return { keys, keyTally, rootTally };
}
