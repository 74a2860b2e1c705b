import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

/** Takes alerts off the lists of all managers; the database notes who and when. */
export function useSeeAlerts(companyId: string) {
  return useWrite({
    send: async (ids: readonly string[]) =>
      unwrap(
        await supabase()
          .from('budget_alerts')
          .update({ seen_at: new Date(serverNow()).toISOString() })
          .eq('company_id', companyId)
          .in('id', [...ids]),
      ),
    stale: [[queryKeys.budgets, 'alerts']],
  });
}
