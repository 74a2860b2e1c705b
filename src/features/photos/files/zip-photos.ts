import { originalAddresses } from '@/features/photos/api/photo-file';
import type { Photo } from '@/features/photos/api/queries';
import { downloadNameOf } from '@/features/photos/files/file-names';
import { AppError } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { piecesOf, zipFile } from '@/lib/files/zip-file';

/** Originals in one archive, streamed: none is held in memory whole. */
export async function downloadZip(
  name: string,
  photos: readonly Photo[],
  onProgress: (share: number) => void,
): Promise<void> {
  const addresses = await originalAddresses(photos.map(({ path }) => path));
  const zip = await zipFile('chalkline-photos');
  for (const [index, photo] of photos.entries()) {
    const response = await fetch(addresses.get(photo.path) ?? '');
    if (!response.ok || !response.body) throw new AppError(`http_${response.status}`);
    await zip.add({
      name: downloadNameOf(photo),
      content: piecesOf(response.body),
      packed: true,
      changedAt: new Date(photo.taken_at),
    });
    onProgress((index + 1) / photos.length);
  }
  downloadFile(name, 'application/zip', await zip.finish());
}
