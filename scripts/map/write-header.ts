import { Compression, type Header } from 'pmtiles';
import { HEADER_BYTES } from '../../server/map/archive-header.ts';

const MICRO = 10_000_000;

/** The header of a clustered archive of version 3 whose directories are packed with gzip. */
export function writeHeader(header: Header): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('PMTiles', 'latin1');
  bytes.writeUInt8(3, 7);
  const numbers = [
    header.rootDirectoryOffset,
    header.rootDirectoryLength,
    header.jsonMetadataOffset,
    header.jsonMetadataLength,
    header.leafDirectoryOffset,
    header.leafDirectoryLength ?? 0,
    header.tileDataOffset,
    header.tileDataLength ?? 0,
    header.numAddressedTiles,
    header.numTileEntries,
    header.numTileContents,
  ];
  for (const [index, value] of numbers.entries()) {
    bytes.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  }
  const kinds = [1, Compression.Gzip, header.tileCompression, header.tileType];
  Buffer.from([...kinds, header.minZoom, header.maxZoom]).copy(bytes, 96);
  const corners = [header.minLon, header.minLat, header.maxLon, header.maxLat];
  for (const [index, degrees] of corners.entries()) {
    bytes.writeInt32LE(Math.round(degrees * MICRO), 102 + index * 4);
  }
  bytes.writeUInt8(header.centerZoom, 118);
  bytes.writeInt32LE(Math.round(header.centerLon * MICRO), 119);
  bytes.writeInt32LE(Math.round(header.centerLat * MICRO), 123);
  return bytes;
}
