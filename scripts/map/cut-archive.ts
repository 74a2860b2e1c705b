import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Entry } from 'pmtiles';
import { ArchiveError } from '../../server/map/archive-error.ts';
import { type ArchiveHeader, HEADER_BYTES } from '../../server/map/archive-header.ts';
import { headerOf, metadataOf } from '../../server/map/inspect-archive.ts';
import type { RangeReader } from '../../server/map/range-reader.ts';
import { buildDirectories } from './build-directories.ts';
import { type Bounds, countTiles, tileRanges } from './hilbert-ranges.ts';
import { selectEntries } from './select-entries.ts';
import { writeHeader } from './write-header.ts';

export interface Cut {
  readonly bounds: Bounds;
  /** The file's own where it is left out. */
  readonly maxZoom?: number | undefined;
  /** With the size of the file to come, before anything is written; may still refuse. */
  readonly onStart?: (sizeBytes: number) => Promise<void>;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
}

interface Layout {
  readonly entries: readonly Entry[];
  /** Bytes of the source in the order in which they are written, each once. */
  readonly copies: readonly { readonly offset: number; readonly length: number }[];
  readonly dataBytes: number;
}

const MAX_READ_BYTES = 8 * 1024 * 1024;
/** Bytes between two wanted tiles that are read along rather than asked around. */
const MAX_GAP_BYTES = 64 * 1024;

/** Writes the tiles within the bounds as an archive of their own; answers its size. */
export async function cutArchive(reader: RangeReader, target: string, cut: Cut): Promise<number> {
  const source = await headerOf(reader);
  const bounds = intersect(cut.bounds, source);
  const maxZoom = Math.min(cut.maxZoom ?? source.maxZoom, source.maxZoom);
  const ranges = tileRanges(bounds, source.minZoom, maxZoom);
  const entries = await selectEntries(reader, source, ranges);
  if (entries.length === 0) throw new ArchiveError('empty', 'No tile lies within these bounds');
  const layout = arrange(entries);
  const { raw } = await metadataOf(reader, source);
  const metadata = gzipSync(JSON.stringify(raw));
  const head = headOf(source, { bounds, maxZoom, layout, metadata });
  await cut.onStart?.(head.length + layout.dataBytes);
  const part = `${target}.part`;
  const handle = await open(part, 'w');
  try {
    await handle.write(head);
    await copyTiles(reader, source, handle, layout, cut.onProgress);
    await handle.datasync();
    await handle.close();
    await rename(part, target);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
  return head.length + layout.dataBytes;
}

/** Tiles beyond the source's bounds are not in it. */
function intersect([west, south, east, north]: Bounds, header: ArchiveHeader): Bounds {
  const both: Bounds = [
    Math.max(west, header.minLon),
    Math.max(south, header.minLat),
    Math.min(east, header.maxLon),
    Math.min(north, header.maxLat),
  ];
  if (both[0] >= both[2] || both[1] >= both[3]) {
    const { minLon, minLat, maxLon, maxLat } = header;
    throw new ArchiveError(
      'empty',
      `These bounds lie outside the file, which covers ${[minLon, minLat, maxLon, maxLat].join(',')}`,
    );
  }
  return both;
}

/** Contents that several tiles share, such as open water, are written once. */
function arrange(entries: readonly Entry[]): Layout {
  const places = new Map<number, number>();
  const copies: { offset: number; length: number }[] = [];
  let dataBytes = 0;
  const moved = entries.map((entry) => {
    let offset = places.get(entry.offset);
    if (offset === undefined) {
      offset = dataBytes;
      places.set(entry.offset, offset);
      copies.push({ offset: entry.offset, length: entry.length });
      dataBytes += entry.length;
    }
    return { ...entry, offset };
  });
  return { entries: moved, copies, dataBytes };
}

interface Contents {
  readonly bounds: Bounds;
  readonly maxZoom: number;
  readonly layout: Layout;
  readonly metadata: Buffer;
}

function headOf(source: ArchiveHeader, { bounds, maxZoom, layout, metadata }: Contents): Buffer {
  const { root, leaves } = buildDirectories(layout.entries);
  const metadataOffset = HEADER_BYTES + root.length;
  const leafOffset = metadataOffset + metadata.length;
  const [west, south, east, north] = bounds;
  const header = writeHeader({
    ...source,
    rootDirectoryOffset: HEADER_BYTES,
    rootDirectoryLength: root.length,
    jsonMetadataOffset: metadataOffset,
    jsonMetadataLength: metadata.length,
    leafDirectoryOffset: leafOffset,
    leafDirectoryLength: leaves.length,
    tileDataOffset: leafOffset + leaves.length,
    tileDataLength: layout.dataBytes,
    numAddressedTiles: countTiles(
      layout.entries.map(({ tileId, runLength }) => [tileId, tileId + runLength]),
    ),
    numTileEntries: layout.entries.length,
    numTileContents: layout.copies.length,
    maxZoom,
    minLon: west,
    minLat: south,
    maxLon: east,
    maxLat: north,
    centerZoom: Math.min(maxZoom, Math.max(source.minZoom, 10)),
    centerLon: (west + east) / 2,
    centerLat: (south + north) / 2,
  });
  return Buffer.concat([header, root, metadata, leaves]);
}

async function copyTiles(
  reader: RangeReader,
  source: ArchiveHeader,
  target: FileHandle,
  { copies, dataBytes }: Layout,
  onProgress: Cut['onProgress'],
): Promise<void> {
  let done = 0;
  for (let first = 0; first < copies.length; ) {
    const next = endOfRead(copies, first);
    const batch = copies.slice(first, next);
    const start = batch[0]?.offset ?? 0;
    const end = (batch.at(-1)?.offset ?? 0) + (batch.at(-1)?.length ?? 0);
    const bytes = await reader.read(source.tileDataOffset + start, end - start);
    const tiles = batch.map(({ offset, length }) =>
      bytes.subarray(offset - start, offset - start + length),
    );
    await target.write(Buffer.concat(tiles));
    done += tiles.reduce((sum, { length }) => sum + length, 0);
    onProgress?.(done, dataBytes);
    first = next;
  }
}

/** Neighbors on the curve are neighbors in the file: they are read together. */
function endOfRead(copies: Layout['copies'], first: number): number {
  const start = copies[first]?.offset ?? 0;
  let end = start + (copies[first]?.length ?? 0);
  let index = first + 1;
  for (; index < copies.length; index += 1) {
    const { offset, length } = copies[index] as Layout['copies'][number];
    const isNear = offset >= end && offset - end <= MAX_GAP_BYTES;
    if (!isNear || offset + length - start > MAX_READ_BYTES) break;
    end = offset + length;
  }
  return index;
}
