import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type HeldAction = 'apply' | 'adjust' | 'discard';

interface Decision {
  id: string;
  action: HeldAction;
  reason?: string;
}

const DONE = { apply: 'held.applied', adjust: 'held.adjusted', discard: 'held.discarded' } as const;

/** Applies, adjusts or discards a held punch; repeating it changes nothing. */
export function useResolveHeldEvent() {
  const { t } = useTranslation('offline');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action, reason }: Decision) =>
      unwrap(
        await supabase().rpc('resolve_held_event', {
          id_param: id,
          action_param: action,
          ...(reason ? { reason_param: reason } : {}),
        }),
      ),
    onSuccess: (_event, { action }) => toast.success(t(DONE[action])),
    onSettled: () =>
      Promise.all(
        [queryKeys.heldEvents, queryKeys.timeEntries, queryKeys.dashboard, queryKeys.payroll].map(
          (root) => client.invalidateQueries({ queryKey: [root] }),
        ),
      ),
    meta: { failureTitle: 'offline:held.failed' },
  });
}
