import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** Names of all classes of machines, for managers. */
export const equipmentClassesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.equipment, 'class-names', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('equipment_classes')
          .select('id, name')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ),
  });
