import { gzipSync } from 'node:zlib';
import type { Entry } from 'pmtiles';
import { HEADER_BYTES } from '../../server/map/archive-header.ts';

/** Header and root directory together: what a reader asks for first. */
const MAX_FIRST_READ_BYTES = 16_384;
const FIRST_LEAF_ENTRIES = 4_096;

export interface Directories {
  readonly root: Buffer;
  readonly leaves: Buffer;
}

/** Varints of up to 53 bits: offsets go beyond what bit operators hold. */
function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function serialize(entries: readonly Entry[]): Buffer {
  const bytes: number[] = [];
  pushVarint(bytes, entries.length);
  let before = 0;
  for (const { tileId } of entries) {
    pushVarint(bytes, tileId - before);
    before = tileId;
  }
  for (const { runLength } of entries) pushVarint(bytes, runLength);
  for (const { length } of entries) pushVarint(bytes, length);
  let end = -1;
  for (const { offset, length } of entries) {
    // Zero: right behind the entry before.
    pushVarint(bytes, offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return gzipSync(Buffer.from(bytes));
}

function withLeaves(entries: readonly Entry[], leafEntries: number): Directories {
  const root: Entry[] = [];
  const leaves: Buffer[] = [];
  let offset = 0;
  for (let index = 0; index < entries.length; index += leafEntries) {
    const leaf = serialize(entries.slice(index, index + leafEntries));
    const tileId = entries[index]?.tileId ?? 0;
    root.push({ tileId, offset, length: leaf.length, runLength: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: serialize(root), leaves: Buffer.concat(leaves) };
}

/** One directory where it fits into the first read, else a root of leaves, as large as it takes. */
export function buildDirectories(entries: readonly Entry[]): Directories {
  const fits = ({ root }: Directories) => root.length <= MAX_FIRST_READ_BYTES - HEADER_BYTES;
  if (entries.length <= MAX_FIRST_READ_BYTES) {
    const flat = { root: serialize(entries), leaves: Buffer.alloc(0) };
    if (fits(flat)) return flat;
  }
  let leafEntries = Math.max(FIRST_LEAF_ENTRIES, Math.ceil(entries.length / 3_500));
  for (;;) {
    const directories = withLeaves(entries, leafEntries);
    if (fits(directories)) return directories;
    leafEntries = Math.ceil(leafEntries * 1.3);
  }
}
