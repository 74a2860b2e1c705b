import type { FilledRecord } from '@/features/forms/api/queries';
import { loadCode } from '@/lib/load-code';

interface Zipping {
  makePdf: (record: FilledRecord) => Promise<ArrayBuffer>;
  signal: AbortSignal;
  onDone: (done: number) => void;
}

/** The papers of filled forms in one archive, one in memory at a time. */
export async function zipForms(
  records: readonly FilledRecord[],
  { makePdf, signal, onDone }: Zipping,
): Promise<Blob> {
  const [{ onePiece, uniqueName, zipFile }, { formFileName }] = await Promise.all([
    loadCode(() => import('@/lib/files/zip-file')),
    loadCode(() => import('@/features/forms/files/form-pdf')),
  ]);
  const zip = await zipFile('chalkline-forms');
  const taken = new Set<string>();
  for (const [index, record] of records.entries()) {
    signal.throwIfAborted();
    await zip.add({
      name: uniqueName(formFileName(record), record.id, taken),
      content: onePiece(await makePdf(record)),
      packed: true,
      changedAt: new Date(record.filled_at),
    });
    onDone(index + 1);
  }
  return zip.finish();
}
