import { runningDigest } from '@/entities/evidence/digest';
import type { PacketFileLine } from '@/entities/evidence/packet-format';
import { AppError } from '@/lib/errors';
import { sha256 } from '@/lib/files/sha256';
import { zipFile } from '@/lib/files/zip-file';

type Bytes = Uint8Array<ArrayBuffer>;
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/** A file of a packet: what it contains, or how that is made or fetched when its turn comes. */
export interface PacketFile {
  name: string;
  content: Content | (() => Promise<Content>);
  /** What was recorded about the bytes: they are written as they are, and what differs is listed. */
  sha256?: string | null;
}

/** A file that is not what was recorded about it. */
export interface Difference {
  name: string;
  recorded: string;
  found: string;
}

/** A ZIP without its 64-bit extension ends at 4 GB and 65,535 files. */
const MAX_BYTES = 4_200_000_000;
const MAX_FILES = 65_000;

interface WriterOptions {
  /** Of the temporary file; another packet of the same name takes its place. */
  temporaryName: string;
  /** The date of every file: the moment the packet was made. */
  madeAt: Date;
  /** Packets that are signed are not compressed: docs/decisions/412-packets-are-not-compressed.md */
  compressed: boolean;
  signal?: AbortSignal;
}

/** What is there at once is hashed by the browser, beside the page; the rest on its way. */
async function readable(
  content: Content,
): Promise<{ pieces: Iterable<Bytes> | AsyncIterable<Bytes>; known: string | null }> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  if (!ArrayBuffer.isView(bytes)) return { pieces: bytes as AsyncIterable<Bytes>, known: null };
  return { pieces: [bytes as Bytes], known: await sha256(bytes as Bytes) };
}

/** Writes the ZIP of a packet file by file, hashing each piece on its way: memory stays flat. */
export async function packetWriter({ temporaryName, madeAt, compressed, signal }: WriterOptions) {
  const zip = await zipFile(temporaryName);
  const lines: PacketFileLine[] = [];
  const differences: Difference[] = [];
  async function add(file: PacketFile): Promise<PacketFileLine> {
    signal?.throwIfAborted();
    const content = typeof file.content === 'function' ? await file.content() : file.content;
    const { pieces, known } = await readable(content);
    const hash = runningDigest();
    let bytes = 0;
    async function* hashed(): AsyncGenerator<Bytes> {
      for await (const piece of pieces) {
        signal?.throwIfAborted();
        if (known === null) hash.update(piece);
        bytes += piece.length;
        if (zip.size.bytes + piece.length > MAX_BYTES || zip.size.entries > MAX_FILES)
          throw new AppError('packet_too_large');
        yield piece;
      }
    }
    const { name } = file;
    await zip.add({ name, content: hashed(), packed: !compressed, changedAt: madeAt });
    const line = { name, bytes, sha256: known ?? hash.hex() };
    lines.push(line);
    if (file.sha256 && file.sha256 !== line.sha256)
      differences.push({ name, recorded: file.sha256, found: line.sha256 });
    return line;
  }
  return { lines, differences, add, finish: (): Promise<Blob> => zip.finish() };
}

export type PacketWriter = Awaited<ReturnType<typeof packetWriter>>;
