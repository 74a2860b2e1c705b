import { gunzipSync } from 'node:zlib';
import { Compression, type Entry, readVarint } from 'pmtiles';
import { ArchiveError } from './archive-error.ts';

/** What a part of an archive may unpack to: a small file must not fill the memory. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

export function unpack(bytes: Buffer, compression: Compression): Buffer {
  if (compression === Compression.None) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    throw new ArchiveError('damaged', 'A part of this file cannot be unpacked', error);
  }
}

/** Entries of one directory, by tile. A run of zero points to a leaf directory. */
export function readDirectory(bytes: Buffer, compression: Compression): Entry[] {
  const buf = unpack(bytes, compression);
  const position = { buf, pos: 0 };
  const next = (): number => {
    if (position.pos >= buf.length) throw damaged();
    try {
      return readVarint(position);
    } catch (error) {
      throw damaged(error);
    }
  };
  const count = next();
  // Each entry takes four bytes at least, so that a damaged count cannot ask for all memory.
  if (count * 4 > buf.length) throw damaged();
  const column = (): number[] => Array.from({ length: count }, next);
  const [steps, runs, lengths, offsets] = [column(), column(), column(), column()];
  let tileId = 0;
  let end = 0;
  return steps.map((step, index) => {
    tileId += step;
    const length = lengths[index] ?? 0;
    const stored = offsets[index] ?? 0;
    // Zero: right behind the entry before.
    const offset = stored === 0 ? end : stored - 1;
    end = offset + length;
    return { tileId, offset, length, runLength: runs[index] ?? 0 };
  });
}

const damaged = (cause?: unknown) =>
  new ArchiveError('damaged', 'A directory of this file is damaged', cause);
