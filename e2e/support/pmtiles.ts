import sharp from 'sharp';

const HEADER_BYTES = 127;

/** A PMTiles archive (version 3) of one picture of one color that is the whole world. */
export async function worldOfOneColor(background: string): Promise<Buffer> {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
  // One entry: tile 0, one in a run, its length as a varint, at the beginning of the data.
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const sections = [directory.length, metadata.length, 0, tile.length];
  let offset = HEADER_BYTES;
  for (const [index, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    offset += length;
  }
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(1n, place);
  // Clustered, nothing compressed twice, PNG, zoom 0 to 0, the whole world.
  Buffer.from([1, 1, 1, 2, 0, 0]).copy(header, 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, directory, metadata, tile]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
