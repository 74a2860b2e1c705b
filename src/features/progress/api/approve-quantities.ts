import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export function useApproveQuantities(companyId: string) {
  const { t } = useTranslation('progress');
  return useWrite({
    send: async (ids: readonly string[]) =>
      unwrap(
        await supabase()
          .from('quantities')
          .update({ status: 'approved' })
          .eq('company_id', companyId)
          .in('id', [...ids]),
      ),
    done: (_saved, ids) => t('toast.approved', { count: ids.length }),
    stale: [queryKeys.budgets],
  });
}
