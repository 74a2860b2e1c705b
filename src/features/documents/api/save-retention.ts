import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

/** Owners: how long deleted documents are kept. */
export function useSaveRetention(companyId: string) {
  const { t } = useTranslation('documents');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (days: number) =>
      unwrap(
        await supabase()
          .from('companies')
          .update({ document_retention_days: days })
          .eq('id', companyId),
      ),
    onSuccess: () => {
      toast.success(t('toast.saved'));
      return client.invalidateQueries({ queryKey: [queryKeys.viewer] });
    },
  });
}
