import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';

/** Owners: how long deleted documents are kept. */
export function useSaveRetention(companyId: string) {
  const { t } = useTranslation('documents');
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ days, opened }: { days: number; opened: number }) =>
      saveChanges({
        table: 'companies',
        key: { id: companyId },
        after: { document_retention_days: days },
        before: { document_retention_days: opened },
      }),
    onSuccess: () => {
      toast.success(t('toast.saved'));
      return client.invalidateQueries({ queryKey: [queryKeys.viewer] });
    },
  });
}
