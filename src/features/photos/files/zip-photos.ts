import { Zip, ZipPassThrough } from 'fflate';
import { originalAddresses } from '@/features/photos/api/photo-file';
import type { Photo } from '@/features/photos/api/queries';
import { downloadNameOf } from '@/features/photos/files/file-names';
import { AppError } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { temporaryFile } from '@/lib/files/temporary-file';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pieces of the archive in order, each written before the next is read. */
async function writePhotos(
  photos: readonly Photo[],
  addresses: ReadonlyMap<string, string>,
  write: (piece: Bytes) => Promise<void>,
  onProgress: (share: number) => void,
): Promise<void> {
  let written: Promise<void> = Promise.resolve();
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    written = written.then(() => write(piece as Bytes));
  });
  for (const [index, photo] of photos.entries()) {
    const response = await fetch(addresses.get(photo.path) ?? '');
    if (!response.ok || !response.body) throw new AppError(`http_${response.status}`);
    // Photos are compressed already.
    const entry = new ZipPassThrough(downloadNameOf(photo));
    entry.mtime = new Date(photo.taken_at);
    zip.add(entry);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      entry.push(value ?? new Uint8Array(), done);
      await written;
      if (done) break;
    }
    onProgress((index + 1) / photos.length);
  }
  zip.end();
  await written;
}

/** Originals in one archive, streamed: none is held in memory whole. */
export async function downloadZip(
  name: string,
  photos: readonly Photo[],
  onProgress: (share: number) => void,
): Promise<void> {
  const addresses = await originalAddresses(photos.map(({ path }) => path));
  const file = await temporaryFile();
  await writePhotos(photos, addresses, (piece) => file.write(piece), onProgress);
  downloadFile(name, 'application/zip', await file.finish());
}
