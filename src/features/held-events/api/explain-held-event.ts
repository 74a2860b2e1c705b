import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Says how a held punch came about; it can be changed until somebody decides. */
export function useExplainHeldEvent(id: string) {
  const { t } = useTranslation('offline');
  return useWrite({
    send: async (explanation: string) =>
      unwrap(
        await supabase().rpc('explain_held_event', {
          id_param: id,
          explanation_param: explanation,
        }),
      ),
    done: t('held.explained'),
    stale: [queryKeys.heldEvents],
    failureTitle: 'offline:held.explainFailed',
  });
}
