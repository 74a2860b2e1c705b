import { gzipSync } from 'node:zlib';
import { Compression, type Entry, TileType, zxyToTileId } from 'pmtiles';
import { buildDirectories } from '../scripts/map/build-directories.ts';
import { writeHeader } from '../scripts/map/write-header.ts';

const HEADER_BYTES = 127;
const LAYERS = ['earth', 'water', 'roads', 'places', 'buildings'];

export interface SmallTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface Options {
  readonly layers?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Every tile of these zooms, each with its own address as its content. */
export function worldTiles(maxZoom: number, textOf = address): SmallTile[] {
  const tiles: SmallTile[] = [];
  for (let z = 0; z <= maxZoom; z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) tiles.push({ z, x, y, text: textOf(z, x, y) });
    }
  }
  return tiles;
}

function address(z: number, x: number, y: number): string {
  return `${z}/${x}/${y}`;
}

/** A PMTiles file of vector tiles, clustered and without doubles, as tools write it. */
export function smallArchive(tiles: readonly SmallTile[], options: Options = {}): Buffer {
  const sorted = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), text: tile.text }))
    .sort((one, other) => one.id - other.id);
  const places = new Map<string, { offset: number; length: number }>();
  const data: Buffer[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const { id, text } of sorted) {
    let place = places.get(text);
    if (!place) {
      const bytes = gzipSync(text);
      place = { offset, length: bytes.length };
      places.set(text, place);
      data.push(bytes);
      offset += bytes.length;
    }
    const last = entries.at(-1);
    if (last?.offset === place.offset && last.tileId + last.runLength === id) last.runLength += 1;
    else entries.push({ tileId: id, ...place, runLength: 1 });
  }
  const { root, leaves } = buildDirectories(entries);
  const metadata = gzipSync(
    JSON.stringify({
      name: 'Small world',
      attribution: '<a href="https://osm.org/copyright">&copy; OpenStreetMap</a>',
      vector_layers: (options.layers ?? LAYERS).map((id) => ({ id, fields: {} })),
      'planetiler:osm:osmosisreplicationtime': '2026-11-01T00:00:00Z',
      ...options.metadata,
    }),
  );
  const metadataOffset = HEADER_BYTES + root.length;
  const leafOffset = metadataOffset + metadata.length;
  const header = writeHeader({
    specVersion: 3,
    rootDirectoryOffset: HEADER_BYTES,
    rootDirectoryLength: root.length,
    jsonMetadataOffset: metadataOffset,
    jsonMetadataLength: metadata.length,
    leafDirectoryOffset: leafOffset,
    leafDirectoryLength: leaves.length,
    tileDataOffset: leafOffset + leaves.length,
    tileDataLength: offset,
    numAddressedTiles: sorted.length,
    numTileEntries: entries.length,
    numTileContents: data.length,
    clustered: true,
    internalCompression: Compression.Gzip,
    tileCompression: Compression.Gzip,
    tileType: TileType.Mvt,
    minZoom: 0,
    maxZoom: Math.max(...tiles.map(({ z }) => z)),
    minLon: -180,
    minLat: -85,
    maxLon: 180,
    maxLat: 85,
    centerZoom: 0,
    centerLon: 0,
    centerLat: 0,
  });
  return Buffer.concat([header, root, metadata, leaves, ...data]);
}
