import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export function billingHistoryQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'exports', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('payroll_exports')
          .select('id, format, start_date, end_date, created_at')
          .eq('company_id', companyId)
          .order('created_at', { ascending: false })
          .limit(100)
          .abortSignal(signal),
      ),
  });
}
