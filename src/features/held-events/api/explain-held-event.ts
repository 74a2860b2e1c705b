import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

/** Says how a held punch came about; it can be changed until somebody decides. */
export function useExplainHeldEvent(id: string) {
  const { t } = useTranslation('offline');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (explanation: string) =>
      unwrap(
        await supabase().rpc('explain_held_event', {
          id_param: id,
          explanation_param: explanation,
        }),
      ),
    onSuccess: () => toast.success(t('held.explained')),
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.heldEvents] }),
    meta: { failureTitle: 'offline:held.explainFailed' },
  });
}
