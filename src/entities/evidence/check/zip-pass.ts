import { runningDigest } from '../digest.ts';
import { crc32 } from './crc32.ts';
import type { Tally } from './problem.ts';
import { sameBytes, type ZipEntry } from './zip-directory.ts';

export interface FoundFile {
  readonly entry: ZipEntry;
  readonly sha256: string;
  readonly checksumFits: boolean;
}

/** Takes a stream apart at given lengths, holding no more than the piece at hand. */
function feed(blob: Blob) {
  const reader = blob.stream().getReader();
  let piece: Uint8Array = new Uint8Array();
  const next = async (max: number): Promise<Uint8Array> => {
    while (piece.length === 0) {
      const { done, value } = await reader.read();
      if (done) throw new Error('The file ended while it was read.');
      piece = value;
    }
    const part = piece.subarray(0, max);
    piece = piece.subarray(part.length);
    return part;
  };
  return {
    async pass(bytes: number, use: (part: Uint8Array) => void): Promise<void> {
      for (let left = bytes; left > 0; ) {
        const part = await next(left);
        use(part);
        left -= part.length;
      }
    },
    cancel: () => reader.cancel(),
  };
}

async function take(source: ReturnType<typeof feed>, bytes: number): Promise<Uint8Array> {
  const taken = new Uint8Array(bytes);
  let at = 0;
  await source.pass(bytes, (part) => {
    taken.set(part, at);
    at += part.length;
  });
  return taken;
}

/** Reads all of it once from front to back: headers are compared, contents hashed. Memory stays flat. */
export async function passThroughZip(
  blob: Blob,
  entries: readonly ZipEntry[],
  container: Tally,
  onProgress: (done: number, all: number) => void,
): Promise<Map<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  const source = feed(blob);
  for (const entry of entries) {
    const header = await take(source, entry.localHeader.length);
    const hash = runningDigest();
    let crc = 0;
    let done = entry.start;
    await source.pass(entry.size, (part) => {
      hash.update(part);
      crc = crc32(part, crc);
      done += part.length;
      onProgress(done, blob.size);
    });
    const descriptor = await take(source, entry.descriptor.length);
    if (!sameBytes(header, entry.localHeader))
      container.fail('container', { position: entry.offset });
    else if (!sameBytes(descriptor, entry.descriptor))
      container.fail('container', { position: entry.start + entry.size });
    else container.fits += 1;
    found.set(entry.name, { entry, sha256: hash.hex(), checksumFits: crc === entry.crc });
  }
  await source.cancel();
  return found;
}
