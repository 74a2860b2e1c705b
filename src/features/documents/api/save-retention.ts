import { saveChanges } from '@/entities/edit/save-changes';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Owners: how long deleted documents are kept. */
export function useSaveRetention(companyId: string) {
  const { t } = useTranslation('documents');
  return useWrite({
    send: ({ days, opened }: { days: number; opened: number }) =>
      saveChanges({
        table: 'companies',
        key: { id: companyId },
        after: { document_retention_days: days },
        before: { document_retention_days: opened },
      }),
    done: t('toast.saved'),
    stale: [queryKeys.viewer],
  });
}
