import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  return useWrite({
    send: async ({ id, action, reason }: Decision) =>
      unwrap(
        await supabase().rpc('resolve_held_event', {
          id_param: id,
          action_param: action,
          ...(reason ? { reason_param: reason } : {}),
        }),
      ),
    done: (_event, { action }) => t(DONE[action]),
    stale: [queryKeys.heldEvents, queryKeys.timeEntries, queryKeys.dashboard, queryKeys.payroll],
    failureTitle: 'offline:held.failed',
  });
}
