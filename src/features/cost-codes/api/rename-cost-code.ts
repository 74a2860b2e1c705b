import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

interface Renamed {
  id: string;
  /** What was edited in its place. */
  change: { name: string } | { unit: string | null };
}

export function useRenameCostCode(companyId: string) {
  const { t } = useTranslation('cost-codes');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, change }: Renamed) =>
      unwrap(
        await supabase().from('cost_codes').update(change).eq('company_id', companyId).eq('id', id),
      ),
    onSuccess: () => {
      toast.success(t('toast.saved'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.costCodes] }),
  });
}
