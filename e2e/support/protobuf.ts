/** As much of protocol buffers as the push service of Chromium speaks. */
export function varint(value: bigint | number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const byte = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? byte | 0x80 : byte);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const tag = (number: number, type: number): Buffer => varint((number << 3) | type);

export const numberField = (number: number, value: bigint | number): Buffer =>
  Buffer.concat([tag(number, 0), varint(value)]);

export function fixedField(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([tag(number, 1), bytes]);
}

export function bytesField(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([tag(number, 2), varint(bytes.length), bytes]);
}

/** A varint at this place, and where it ends; null: not all of it is here yet. */
export function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } | null {
  let value = 0n;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return null;
}
