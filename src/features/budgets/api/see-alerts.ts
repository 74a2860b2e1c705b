import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';

/** Takes alerts off the lists of all managers; the database notes who and when. */
export function useSeeAlerts(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) =>
      unwrap(
        await supabase()
          .from('budget_alerts')
          .update({ seen_at: new Date(serverNow()).toISOString() })
          .eq('company_id', companyId)
          .in('id', [...ids]),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.budgets, 'alerts'] }),
  });
}
