import { Zip, ZipPassThrough } from 'fflate';

/** A ZIP as `src/lib/files/zip-file.ts` writes it, at once and in memory. */
export function zipBytes(files: Iterable<readonly [string, Uint8Array]>): Buffer {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [name, bytes] of files) {
    const entry = new ZipPassThrough(name);
    entry.mtime = new Date(2026, 10, 19, 15, 20);
    zip.add(entry);
    entry.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(pieces);
}
