import { useState } from 'react';
import { type FilledFilter, filledRecords } from '@/features/forms/api/queries';
import { useAnswerLabel } from '@/features/forms/use-answer-label';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** Saves everything the filters match; of one form with every answer. */
export function useFilledCsv(companyId: string) {
  const { t, language } = useTranslation('forms');
  const { t: common } = useTranslation('common');
  const labelOf = useAnswerLabel();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const save = async (filter: FilledFilter): Promise<void> => {
    setBusy(true);
    try {
      const [{ filledCsv }, records] = await Promise.all([
        loadCode(() => import('@/features/forms/files/filled-csv')),
        filledRecords(companyId, filter),
      ]);
      const file = filledCsv(records, filter.formId !== null, t, { labelOf, format, language });
      downloadFile(`${t('title')}.csv`, FILE_TYPES.csv, file);
    } catch (cause) {
      toast.error(common('error.title'), { description: errorText(cause) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: (filter: FilledFilter) => void save(filter) };
}
