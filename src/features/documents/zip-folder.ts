import { Zip, ZipPassThrough } from 'fflate';
import { downloadName, fetchFile } from '@/features/documents/api/file';
import type { Document } from '@/features/documents/api/queries';
import { currentVersion } from '@/features/documents/document-facts';
import { downloadFile } from '@/lib/files/download';

/**
 * The current files of a folder in one archive, one in memory at a time. They are stored as they are:
 * PDFs and pictures are compressed already.
 */
export async function zipFolder(name: string, documents: readonly Document[]): Promise<void> {
  const parts: Blob[] = [];
  const done = new Promise<void>((resolve, reject) => {
    const zip = new Zip((error, chunk, final) => {
      if (error) reject(error);
      // As a blob the browser may keep it outside of the page's memory.
      else parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
      if (final) resolve();
    });
    fill(zip, documents).catch(reject);
  });
  await done;
  downloadFile(`${name}.zip`, 'application/zip', new Blob(parts));
}

async function fill(zip: Zip, documents: readonly Document[]): Promise<void> {
  for (const document of documents) {
    const version = currentVersion(document);
    if (!version) continue;
    const entry = new ZipPassThrough(downloadName(document.name, version));
    zip.add(entry);
    const reader = (await fetchFile(version.path)).stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      entry.push(part.value);
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
}
