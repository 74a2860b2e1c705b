import { toAppError } from '@/lib/errors';
import { piecesOf, textPieces, type ZipFile, zipFile } from '@/lib/files/zip-file';
import { bucket } from '@/lib/full-client';

export interface StoredFile {
  bucket: 'photos' | 'documents';
  path: string;
  bytes: number;
}

/** A ZIP without its 64-bit extension ends at 4 GB and 65,535 files. */
const FULL = { bytes: 3_500_000_000, entries: 60_000 };

interface FileRow {
  path?: unknown;
  size_bytes?: unknown;
  uploaded_at?: unknown;
  deleted_at?: unknown;
}

/** The files that rows of the export name; those never stored or deleted have none. */
export function exportedFiles(list: string, rows: readonly FileRow[]): StoredFile[] {
  const from = (name: StoredFile['bucket'], kept: readonly FileRow[]) =>
    kept.map(({ path, size_bytes }) => ({
      bucket: name,
      path: String(path),
      bytes: Number(size_bytes ?? 0),
    }));
  if (list === 'document_versions') return from('documents', rows);
  if (list !== 'photos') return [];
  return from(
    'photos',
    rows.filter(({ uploaded_at, deleted_at }) => uploaded_at && !deleted_at),
  );
}

/** The bytes of a file with the owner's rights; null: it was erased meanwhile. */
async function contentOf({
  bucket: name,
  path,
}: StoredFile): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const { data, error } = await (await bucket(name)).download(path).asStream();
  if (data) return data as ReadableStream<Uint8Array<ArrayBuffer>>;
  const { status, statusCode } = error as { status?: number; statusCode?: string };
  if (status === 404 || statusCode === '404') return null;
  throw toAppError(error);
}

interface AddOptions {
  signal: AbortSignal;
  onPart: (part: number, content: Blob) => void;
  onFile: (done: number) => void;
}

/** Adds the files one after another, each under its bucket and path; a full archive is followed by another. */
export async function addFiles(
  first: ZipFile,
  files: readonly StoredFile[],
  { signal, onPart, onFile }: AddOptions,
): Promise<void> {
  let zip = first;
  let part = 1;
  const missing: string[] = [];
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    const { bytes, entries } = zip.size;
    if (bytes + file.bytes > FULL.bytes || entries >= FULL.entries) {
      onPart(part, await zip.finish());
      part += 1;
      zip = await zipFile(`chalkline-export-${part}`);
    }
    const name = `${file.bucket}/${file.path}`;
    const content = await contentOf(file);
    if (content) await zip.add({ name, content: piecesOf(content), packed: true });
    else missing.push(name);
    onFile(index + 1);
  }
  if (missing.length > 0) {
    const names = textPieces(`${missing.join('\r\n')}\r\n`);
    await zip.add({ name: 'missing-files.txt', content: names });
  }
  onPart(part, await zip.finish());
}
