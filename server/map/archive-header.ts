import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles';
import { ArchiveError } from './archive-error.ts';

export const HEADER_BYTES = 127;
const SPEC_VERSION = 3;

export interface ArchiveHeader extends Header {
  readonly leafDirectoryLength: number;
  readonly tileDataLength: number;
}

/** The browser decodes these two; other archives have to be written anew. */
const COMPRESSIONS: readonly Compression[] = [Compression.None, Compression.Gzip];
const PICTURES: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif];

/** Checks what the first bytes promise; `sizeBytes` is that of the complete file. */
export function readHeader(bytes: Buffer, sizeBytes: number): ArchiveHeader {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 7) !== 'PMTiles') {
    throw new ArchiveError('not_pmtiles', 'This is not a PMTiles file');
  }
  const version = bytes.readUInt8(7);
  if (version !== SPEC_VERSION) {
    throw new ArchiveError(
      'old_version',
      `This is PMTiles version ${version}; version 3 is needed`,
    );
  }
  const header = bytesToHeader(new Uint8Array(bytes.subarray(0, HEADER_BYTES)).buffer);
  checkSections(header, sizeBytes);
  checkKind(header);
  checkPlace(header);
  return header as ArchiveHeader;
}

export function isVector({ tileType }: Header): boolean {
  return tileType === TileType.Mvt;
}

function checkSections(header: Header, sizeBytes: number): void {
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  if (!ends.every((end) => Number.isSafeInteger(end))) {
    throw new ArchiveError('damaged', 'The header of this file is damaged');
  }
  const needed = Math.max(...ends);
  if (needed > sizeBytes) {
    throw new ArchiveError(
      'incomplete',
      `The file is incomplete: it has ${sizeBytes} bytes and needs ${needed}. Download it again`,
    );
  }
  if (header.rootDirectoryLength === 0 || !header.tileDataLength) {
    throw new ArchiveError('empty', 'There are no tiles in this file');
  }
}

function checkKind(header: Header): void {
  if (!isVector(header) && !PICTURES.includes(header.tileType)) {
    throw new ArchiveError(
      'unknown_tiles',
      'The tiles of this file are neither vector tiles (MVT) nor pictures',
    );
  }
  const isReadable = [header.internalCompression, header.tileCompression].every((compression) =>
    COMPRESSIONS.includes(compression),
  );
  if (!isReadable) {
    throw new ArchiveError(
      'unknown_compression',
      'This file is compressed with Brotli or Zstandard, which browsers cannot read here; use gzip',
    );
  }
}

function checkPlace({ minZoom, maxZoom, minLon, minLat, maxLon, maxLat }: Header): void {
  const isPlace =
    minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90 && minLon < maxLon;
  if (!isPlace || minLat >= maxLat || minZoom > maxZoom || maxZoom > 30) {
    throw new ArchiveError('damaged', 'The bounds or zoom levels of this file make no sense');
  }
}
