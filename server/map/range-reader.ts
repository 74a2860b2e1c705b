import { open } from 'node:fs/promises';

/** Bytes by their place: an archive of tiles is never read from its beginning to its end. */
export interface RangeReader {
  readonly sizeBytes: number;
  /** Exactly so many bytes, or an error. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openFileReader(file: string): Promise<RangeReader> {
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  return {
    sizeBytes: size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw new Error(`${file} ends at ${offset + filled}`);
        filled += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}
