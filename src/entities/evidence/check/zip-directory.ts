// The container of docs/evidence.md: every byte that is not content has one possible value.
import { isPacketFileName } from '../packet-format.ts';
import { Mismatch } from './problem.ts';

export interface ZipEntry {
  readonly name: string;
  /** Where its local header begins. */
  readonly offset: number;
  /** Where its bytes begin. */
  readonly start: number;
  readonly size: number;
  readonly crc: number;
  readonly localHeader: Uint8Array;
  readonly descriptor: Uint8Array;
}

const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const MAX_DIRECTORY_BYTES = 32_000_000;

interface Field {
  readonly bytes: 2 | 4;
  readonly value: number;
}

const short = (value: number): Field => ({ bytes: 2, value });
const long = (value: number): Field => ({ bytes: 4, value });

function written(fields: readonly Field[], name = ''): Uint8Array {
  const bytes = fields.flatMap(({ bytes: size, value }) =>
    Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 255),
  );
  return Uint8Array.from([...bytes, ...Array.from(name, (char) => char.charCodeAt(0))]);
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

const slice = async (blob: Blob, start: number, end: number): Promise<Uint8Array> =>
  new Uint8Array(await blob.slice(start, end).arrayBuffer());

const refuse = (position: number): never => {
  throw new Mismatch('container', { position });
};

interface Header {
  readonly name: string;
  readonly time: number;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

/** Version 20, a descriptor behind the bytes, no compression, and the time. */
const about = (time: number): Field[] => [short(20), short(8), short(0), long(time)];

const centralHeader = ({ name, time, crc, size, offset }: Header): Uint8Array =>
  written(
    [
      ...[long(0x02014b50), short(20), ...about(time), long(crc), long(size), long(size)],
      ...[short(name.length), short(0), short(0), short(0), short(0), long(0), long(offset)],
    ],
    name,
  );

const localHeader = ({ name, time }: Header): Uint8Array =>
  written(
    [
      ...[long(0x04034b50), ...about(time), long(0), long(0), long(0)],
      ...[short(name.length), short(0)],
    ],
    name,
  );

function readHeader(directory: Uint8Array, at: number): Header {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  if (at + CENTRAL_BYTES > directory.length) return refuse(at);
  const nameLength = view.getUint16(at + 28, true);
  const end = at + CENTRAL_BYTES + nameLength;
  if (end > directory.length) return refuse(at);
  const header = {
    name: String.fromCharCode(...directory.subarray(at + CENTRAL_BYTES, end)),
    time: view.getUint32(at + 12, true),
    crc: view.getUint32(at + 16, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  return sameBytes(centralHeader(header), directory.subarray(at, end)) ? header : refuse(at);
}

/** The end of the directory: how many entries it has, and where it begins. */
async function readEnd(blob: Blob): Promise<{ entries: number; start: number }> {
  if (blob.size < END_BYTES) return refuse(0);
  const end = await slice(blob, blob.size - END_BYTES, blob.size);
  const view = new DataView(end.buffer);
  const entries = view.getUint16(10, true);
  const bytes = view.getUint32(12, true);
  const start = view.getUint32(16, true);
  const fields = [long(0x06054b50), short(0), short(0), short(entries), short(entries)];
  const expected = written([...fields, long(bytes), long(start), short(0)]);
  if (!sameBytes(expected, end) || start + bytes + END_BYTES !== blob.size)
    return refuse(blob.size - END_BYTES);
  if (bytes > MAX_DIRECTORY_BYTES) return refuse(start);
  return { entries, start };
}

/** The entries in their order. Their local headers are still to be compared. */
export async function readDirectory(blob: Blob): Promise<ZipEntry[]> {
  const { entries, start } = await readEnd(blob);
  const directory = await slice(blob, start, blob.size - END_BYTES);
  const found: ZipEntry[] = [];
  const names = new Set<string>();
  let time: number | undefined;
  let at = 0;
  let offset = 0;
  for (let number = 0; number < entries; number += 1) {
    const header = readHeader(directory, at);
    const { name, size, crc } = header;
    time ??= header.time;
    if (header.offset !== offset || header.time !== time) refuse(start + at);
    if (!isPacketFileName(name)) throw new Mismatch('file_name', { file: name });
    if (names.has(name.toLowerCase())) throw new Mismatch('file_twice', { file: name });
    names.add(name.toLowerCase());
    const dataStart = offset + LOCAL_BYTES + name.length;
    found.push({
      ...{ name, offset, start: dataStart, size, crc },
      localHeader: localHeader(header),
      descriptor: written([long(0x08074b50), long(crc), long(size), long(size)]),
    });
    at += CENTRAL_BYTES + name.length;
    offset = dataStart + size + DESCRIPTOR_BYTES;
  }
  if (at !== directory.length || offset !== start) refuse(start);
  return found;
}
