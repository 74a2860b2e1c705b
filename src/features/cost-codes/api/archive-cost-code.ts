import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

interface Change {
  id: string;
  code: string;
  active: boolean;
}

/** Archives or restores, with the way back in the toast. */
export function useArchiveCostCode(companyId: string) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ id, active }: Change) =>
      unwrap(
        await supabase()
          .from('cost_codes')
          .update({ active })
          .eq('company_id', companyId)
          .eq('id', id),
      ),
    onSuccess: (_changed, change) => {
      toast.success(t(change.active ? 'toast.restored' : 'toast.archived', { code: change.code }), {
        action: {
          label: t('common:action.undo'),
          onClick: () => mutation.mutate({ ...change, active: !change.active }),
        },
      });
      return client.invalidateQueries({ queryKey: [queryKeys.costCodes] });
    },
  });
  return mutation;
}
