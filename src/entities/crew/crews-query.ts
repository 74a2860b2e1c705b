import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** Crews by name, with who leads them. */
export const crewsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.crews, 'list', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('crews')
          .select('id, name, foreman_id')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ),
  });
