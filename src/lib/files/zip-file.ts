import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { temporaryFile } from '@/lib/files/temporary-file';

type Bytes = Uint8Array<ArrayBuffer>;

export interface ZipEntry {
  name: string;
  content: AsyncIterable<Bytes>;
  /** Photos and the like are compressed already. */
  packed?: boolean;
  changedAt?: Date;
}

/** A ZIP written piece by piece, each before the next is read: none of it is held in memory. */
export async function zipFile(temporaryName: string) {
  const file = await temporaryFile(temporaryName);
  let written: Promise<void> = Promise.resolve();
  let bytes = 0;
  let entries = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    bytes += piece.length;
    written = written.then(() => file.write(piece as Bytes));
  });
  return {
    get size() {
      return { bytes, entries };
    },
    async add({ name, content, packed = false, changedAt }: ZipEntry): Promise<void> {
      const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      if (changedAt) entry.mtime = changedAt;
      zip.add(entry);
      entries += 1;
      for await (const piece of content) {
        entry.push(piece);
        await written;
      }
      entry.push(new Uint8Array(), true);
      await written;
    },
    async finish(): Promise<Blob> {
      zip.end();
      await written;
      return file.finish();
    },
  };
}

export type ZipFile = Awaited<ReturnType<typeof zipFile>>;

/** Two files of an archive may have one name; none takes the place of another. Adds the name to `taken`. */
export function uniqueName(name: string, id: string, taken: Set<string>): string {
  const unique = taken.has(name) ? name.replace(/(\.\w+)$/, `-${id.slice(-8)}$1`) : name;
  taken.add(unique);
  return unique;
}

/** Pieces of a stream; not every browser walks one by itself. */
export async function* piecesOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

export async function* onePiece(bytes: ArrayBuffer): AsyncGenerator<Bytes> {
  yield new Uint8Array(bytes);
}

export async function* textPieces(text: string): AsyncGenerator<Bytes> {
  yield strToU8(text) as Bytes;
}
