import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export function useMergeCostCodes() {
  const { t } = useTranslation('cost-codes');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ from, into }: { from: string; into: string }) =>
      unwrap(
        await supabase().rpc('merge_cost_codes', { from_id_param: from, into_id_param: into }),
      )[0],
    onSuccess: async (result) => {
      toast.success(t('toast.merged'), {
        description: t('toast.mergedText', {
          moved: result?.moved_entries ?? 0,
          kept: result?.kept_entries ?? 0,
        }),
      });
      await client.invalidateQueries({ queryKey: [queryKeys.costCodes] });
      await refreshTime(client);
    },
    meta: { failureText: 'cost-codes:error.merge' },
  });
}
