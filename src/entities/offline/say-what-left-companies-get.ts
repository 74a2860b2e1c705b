import { strToU8, zipSync } from 'fflate';
import { type OfLeftCompanies, sendToLeftCompanies } from '@/entities/offline/left-companies';
import { readFile, removeFromQueue } from '@/entities/offline/queue-store';
import { downloadFile } from '@/lib/files/download';
import { loadNamespaces } from '@/lib/i18n';
import { toast } from '@/lib/toast';
import { text } from '@/lib/translation';

/** A file of everything, photos included; only then it leaves the device. */
async function saveAndRemove(userId: string, unsendable: OfLeftCompanies['unsendable']) {
  const files: Record<string, Uint8Array> = {
    'list.json': strToU8(JSON.stringify(unsendable, null, 2)),
  };
  for (const { id } of unsendable) {
    const file = await readFile<Blob | ArrayBuffer>(userId, id);
    if (file) files[`${id}.bin`] = new Uint8Array(await new Blob([file]).arrayBuffer());
  }
  downloadFile('chalkline-not-sent.zip', 'application/zip', zipSync(files) as BlobPart);
  await removeFromQueue(userId, new Set(unsendable.map(({ id }) => id)));
}

/**
 * What was done for a company before one left it: punches go to its managers, who decide; what needs rights
 * one has no more stays here until the person has a copy of it. Said again at every start until then.
 */
export async function sayWhatLeftCompaniesGet(userId: string): Promise<void> {
  const { sent, unsendable } = await sendToLeftCompanies(userId);
  if (sent === 0 && unsendable.length === 0) return;
  await loadNamespaces(['companies']);
  if (sent > 0) {
    toast.info(text('companies:left.sent', { count: sent }), {
      description: text('companies:left.sentText'),
    });
  }
  if (unsendable.length === 0) return;
  toast.warning(text('companies:left.stays', { count: unsendable.length }), {
    description: text('companies:left.staysText'),
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: text('companies:left.save'),
      onClick: () =>
        void saveAndRemove(userId, unsendable).catch(() =>
          toast.error(text('companies:left.notSaved')),
        ),
    },
  });
}
