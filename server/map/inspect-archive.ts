import type { Entry } from 'pmtiles';
import { readDirectory, unpack } from './archive-directory.ts';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveHeader, HEADER_BYTES, isVector, readHeader } from './archive-header.ts';
import { type ArchiveMetadata, readMetadata } from './archive-metadata.ts';
import type { RangeReader } from './range-reader.ts';
import { schemaOf, type TileSchema } from './tile-schema.ts';

/** What a file of tiles says of itself. */
export interface ArchiveFacts {
  readonly sizeBytes: number;
  readonly kind: 'vector' | 'raster';
  /** Of vector tiles. */
  readonly schema: TileSchema | null;
  readonly name: string | null;
  /** Plain text: who has to be named. */
  readonly attribution: string;
  readonly license: string | null;
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly tiles: number;
  /** How old the data is, where the file says so. */
  readonly dataAt: string | null;
}

const MAX_METADATA_BYTES = 16 * 1024 * 1024;
/** A leaf may point to leaves, but not for ever. */
const MAX_DEPTH = 4;

/** Reads header, metadata, directories and one tile; throws ArchiveError with what is wrong. */
export async function inspectArchive(reader: RangeReader): Promise<ArchiveFacts> {
  const header = await headerOf(reader);
  const metadata = await metadataOf(reader, header);
  await checkOneTile(reader, header);
  const schema = isVector(header) ? schemaOf(metadata.layers) : null;
  if (isVector(header) && !schema) throw unknownLayers(metadata.layers);
  const { minLon, minLat, maxLon, maxLat } = header;
  return {
    sizeBytes: reader.sizeBytes,
    kind: isVector(header) ? 'vector' : 'raster',
    schema,
    name: metadata.name,
    attribution: metadata.attribution,
    license: metadata.license,
    bounds: [minLon, minLat, maxLon, maxLat],
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    tiles: header.numAddressedTiles,
    dataAt: metadata.dataAt,
  };
}

export async function headerOf(reader: RangeReader): Promise<ArchiveHeader> {
  const length = Math.min(HEADER_BYTES, reader.sizeBytes);
  return readHeader(await reader.read(0, length), reader.sizeBytes);
}

export async function metadataOf(
  reader: RangeReader,
  header: ArchiveHeader,
): Promise<ArchiveMetadata> {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header;
  if (jsonMetadataLength > MAX_METADATA_BYTES) {
    throw new ArchiveError('damaged', 'The description inside this file is too large');
  }
  const packed = await reader.read(jsonMetadataOffset, jsonMetadataLength);
  return readMetadata(unpack(packed, internalCompression), isVector(header));
}

async function checkOneTile(reader: RangeReader, header: ArchiveHeader): Promise<void> {
  const tile = await firstTile(reader, header);
  if (tile.offset + tile.length > header.tileDataLength) {
    throw new ArchiveError('damaged', 'A directory of this file is damaged');
  }
  unpack(
    await reader.read(header.tileDataOffset + tile.offset, tile.length),
    header.tileCompression,
  );
}

async function firstTile(reader: RangeReader, header: ArchiveHeader): Promise<Entry> {
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const [entry] = readDirectory(await reader.read(offset, length), header.internalCompression);
    if (!entry) throw new ArchiveError('empty', 'There are no tiles in this file');
    if (entry.runLength > 0) return entry;
    if (entry.offset + entry.length > header.leafDirectoryLength) break;
    [offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length];
  }
  throw new ArchiveError('damaged', 'A directory of this file is damaged');
}

function unknownLayers(layers: readonly string[]): ArchiveError {
  const named = layers.slice(0, 12).join(', ') || 'none';
  return new ArchiveError(
    'unknown_layers',
    `The layers of this file (${named}) are those of no schema that can be drawn: Protomaps, OpenMapTiles or Shortbread`,
  );
}
