import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export function useApproveQuantities(companyId: string) {
  const { t } = useTranslation('progress');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) =>
      unwrap(
        await supabase()
          .from('quantities')
          .update({ status: 'approved' })
          .eq('company_id', companyId)
          .in('id', [...ids]),
      ),
    onSuccess: (_saved, ids) => {
      toast.success(t('toast.approved', { count: ids.length }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.budgets] }),
  });
}
