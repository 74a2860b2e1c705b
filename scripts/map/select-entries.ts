import type { Entry } from 'pmtiles';
import { readDirectory } from '../../server/map/archive-directory.ts';
import type { ArchiveHeader } from '../../server/map/archive-header.ts';
import type { RangeReader } from '../../server/map/range-reader.ts';
import type { IdRange } from './hilbert-ranges.ts';

/** The first range that ends behind this id. */
function firstRangeAt(ranges: readonly IdRange[], id: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The parts of one entry that are wanted: a run of equal tiles may be cut into several. */
function wantedParts(entry: Entry, ranges: readonly IdRange[]): Entry[] {
  const end = entry.tileId + entry.runLength;
  const parts: Entry[] = [];
  for (let index = firstRangeAt(ranges, entry.tileId); index < ranges.length; index += 1) {
    const [from, to] = ranges[index] as IdRange;
    if (from >= end) break;
    const tileId = Math.max(from, entry.tileId);
    parts.push({ ...entry, tileId, runLength: Math.min(to, end) - tileId });
  }
  return parts;
}

const isWanted = (from: number, to: number, ranges: readonly IdRange[]): boolean =>
  (ranges[firstRangeAt(ranges, from)]?.[0] ?? Number.POSITIVE_INFINITY) < to;

/** Entries of all wanted tiles by their id; only directories that may hold one are read. */
export async function selectEntries(
  reader: RangeReader,
  header: ArchiveHeader,
  ranges: readonly IdRange[],
): Promise<Entry[]> {
  const found: Entry[] = [];
  const walk = async (offset: number, length: number, until: number): Promise<void> => {
    const bytes = await reader.read(offset, length);
    const entries = readDirectory(bytes, header.internalCompression);
    for (const [index, entry] of entries.entries()) {
      const end = entries[index + 1]?.tileId ?? until;
      if (entry.runLength > 0) {
        for (const part of wantedParts(entry, ranges)) found.push(part);
      } else if (isWanted(entry.tileId, end, ranges)) {
        await walk(header.leafDirectoryOffset + entry.offset, entry.length, end);
      }
    }
  };
  await walk(header.rootDirectoryOffset, header.rootDirectoryLength, Number.POSITIVE_INFINITY);
  return found;
}
