const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value;
});

/** The checksum of ZIP, of what comes piece by piece: begins with 0 and goes on with what it gave. */
export function crc32(piece: Uint8Array, before = 0): number {
  let value = ~before;
  for (let index = 0; index < piece.length; index += 1) {
    value = (value >>> 8) ^ (TABLE[(value ^ (piece[index] as number)) & 255] as number);
  }
  return ~value >>> 0;
}
