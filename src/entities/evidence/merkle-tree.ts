// The tree of RFC 6962, section 2.1, over the entries of a history from one position to another.
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { bytesOf, digest } from './digest.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

const leafOf = (position: number, eventHash: string): Uint8Array =>
  digest(concatBytes(LEAF, bytesOf(`${position} ${eventHash}`)));

const nodeOf = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  digest(concatBytes(NODE, left, right));

/** The largest power of two below the size: so many leaves are on the left. */
const leftSize = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (!first) return digest('');
  if (leaves.length === 1) return first;
  const left = leftSize(leaves.length);
  return nodeOf(rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

function pathOf(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const left = leftSize(leaves.length);
  return index < left
    ? [...pathOf(leaves.slice(0, left), index), rootOf(leaves.slice(left))]
    : [...pathOf(leaves.slice(left), index - left), rootOf(leaves.slice(0, left))];
}

/** Hashes of entries in order, the first of them at position `from`. */
export interface Entries {
  readonly from: number;
  readonly hashes: readonly string[];
}

const leavesOf = ({ from, hashes }: Entries): Uint8Array[] =>
  hashes.map((hash, index) => leafOf(from + index, hash));

export const merkleRoot = (entries: Entries): string => bytesToHex(rootOf(leavesOf(entries)));

/** What proves the entry at a position: hashes from its neighbor up to below the root. */
export const merklePath = (entries: Entries, position: number): string[] =>
  pathOf(leavesOf(entries), position - entries.from).map(bytesToHex);

interface ProvenEntry {
  readonly position: number;
  readonly hash: string;
  readonly path: readonly string[];
}

/** The root this entry and path lead to (RFC 9162, section 2.1.3.2), or null where the path has the wrong length. */
export function rootFromPath(
  { position, hash, path }: ProvenEntry,
  { from, to }: { readonly from: number; readonly to: number },
): string | null {
  let index = position - from;
  let last = to - from;
  if (index < 0 || index > last) return null;
  let node = leafOf(position, hash);
  for (const step of path) {
    if (last === 0) return null;
    const sibling = hexToBytes(step);
    if (index % 2 === 1 || index === last) {
      node = nodeOf(sibling, node);
      // The last one of an odd row has no neighbor there: it moves up until it has one.
      while (index % 2 === 0 && index !== 0) {
        index = Math.floor(index / 2);
        last = Math.floor(last / 2);
      }
    } else {
      node = nodeOf(node, sibling);
    }
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? bytesToHex(node) : null;
}
