import { startFileJob } from '@/components/shared/file-job';
import { type FilledFilter, filledRecords, photosOf } from '@/features/forms/api/queries';
import { useMakeFormPdf } from '@/features/forms/files/use-form-pdf';
import { zipForms } from '@/features/forms/files/zip-forms';
import { downloadFile } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';

/** Saves the PDFs of everything the filters match in one ZIP, while one goes on working. */
export function useFilledZip(companyId: string): (filter: FilledFilter) => void {
  const { t } = useTranslation('forms');
  const { t: common } = useTranslation('common');
  const makePdf = useMakeFormPdf();
  const name = t('title');
  return (filter) =>
    startFileJob({
      id: 'forms',
      texts: {
        busy: t('zip.busy'),
        making: t('zip.making'),
        progress: t('zip.making'),
        done: t('zip.done'),
        canceled: t('zip.canceled'),
        failed: t('zip.failed'),
        again: t('zip.again'),
        cancel: common('action.cancel'),
      },
      make: async ({ signal, onProgress }) => {
        onProgress(t('zip.reading'), 0);
        const records = await filledRecords(companyId, filter);
        const all = records.length;
        const file = await zipForms(records, {
          makePdf: async (record) =>
            makePdf({ ...record, photos: await photosOf(companyId, record.photo_ids) }),
          signal,
          onDone: (done) => onProgress(t('zip.progress', { done, all }), done / all),
        });
        downloadFile(`${name}.zip`, 'application/zip', file);
        return [];
      },
    });
}
