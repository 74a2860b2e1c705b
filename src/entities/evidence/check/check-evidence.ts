// Where checking begins: files as somebody dropped or named them, in any order.
import { FORMATS, type RootText } from '../packet-format.ts';
import { type CheckOptions, checkPacket, checkTrust, type PacketResult } from './check-packet.ts';
import { checkSingleRoot, type GivenRoot, readGivenRoot } from './given-root.ts';
import type { CheckCount, Problem } from './problem.ts';
import { decodeUtf8, fieldsOf, parseJson } from './read-values.ts';

export interface GivenFile {
  readonly name: string;
  readonly content: Blob;
}

/** A root by itself, or a note of a check of the history, which nobody signed. */
export interface RootResult {
  readonly what: 'root' | 'note';
  readonly checks: readonly CheckCount[];
  readonly company: string;
  readonly to: number;
  readonly at: string;
  readonly text: RootText | null;
  readonly chainHash: string;
  readonly fingerprint: string | null;
}

export interface UnreadableResult {
  readonly what: 'unreadable';
  readonly checks: readonly CheckCount[];
}

export type CheckResult = (PacketResult | RootResult | UnreadableResult) & {
  readonly name: string;
  readonly problem: Problem | null;
};

const MAX_JSON_BYTES = 50_000_000;

async function isZip({ content }: GivenFile): Promise<boolean> {
  const [first, second] = new Uint8Array(await content.slice(0, 2).arrayBuffer());
  return first === 0x50 && second === 0x4b;
}

async function readJson({ content }: GivenFile): Promise<unknown> {
  if (content.size > MAX_JSON_BYTES) return undefined;
  return parseJson(decodeUtf8(new Uint8Array(await content.arrayBuffer())) ?? '');
}

/** What somebody gave, told apart by content and not by name. */
async function sort(files: readonly GivenFile[]) {
  const packets: GivenFile[] = [];
  const roots: GivenRoot[] = [];
  const unknown: string[] = [];
  let keys: unknown = null;
  for (const file of files) {
    if (await isZip(file)) {
      packets.push(file);
      continue;
    }
    const value = await readJson(file);
    const root = readGivenRoot(file.name, value);
    if (root) roots.push(root);
    else if (fieldsOf(value)?.['format'] === FORMATS.ledger) keys = value;
    else unknown.push(file.name);
  }
  // A root that came by mail has its keys on the server it is from.
  return { packets, unknown, roots: roots.map((root) => ({ ...root, keys: root.keys ?? keys })) };
}

const unreadable = (file: string): UnreadableResult & { problem: Problem } => {
  const problem: Problem = { check: 'container', kind: 'unreadable', file };
  const checks = [{ check: 'container', fits: 0, failed: 1, open: 0, problem } as const];
  return { what: 'unreadable', checks, problem };
};

export const problemOf = (checks: readonly CheckCount[]): Problem | null =>
  checks.find(({ problem }) => problem !== null)?.problem ?? null;

async function checkRoot(given: GivenRoot, fingerprints: readonly string[]): Promise<RootResult> {
  const { company, to, at, text, chainHash, signed } = given;
  const about = { company, to, at, text, chainHash };
  if (!signed) return { what: 'note', checks: [], ...about, fingerprint: null };
  const { keys, keyTally, rootTally } = await checkSingleRoot(given);
  checkTrust(keys, [signed.key_id], { tally: keyTally, fingerprints });
  const fingerprint = keys.get(signed.key_id)?.fingerprint ?? null;
  return {
    ...{ what: 'root', ...about, fingerprint },
    checks: [keyTally.count(), rootTally.count()],
  };
}

/** Packets are checked against the roots given with them; roots alone by themselves. */
export async function checkEvidence(
  files: readonly GivenFile[],
  options: CheckOptions = {},
): Promise<CheckResult[]> {
  const { packets, roots: given, unknown } = await sort(files);
  const roots = [...(options.roots ?? []), ...given];
  const results: CheckResult[] = unknown.map((name) => ({ ...unreadable(name), name }));
  for (const { name, content } of packets) {
    const result = await checkPacket(content, { ...options, roots });
    results.push({ ...result, name, problem: problemOf(result.checks) });
  }
  if (packets.length > 0) return results;
  for (const root of roots) {
    const result = await checkRoot(root, options.fingerprints ?? []);
    results.push({ ...result, name: root.name, problem: problemOf(result.checks) });
  }
  return results;
}
