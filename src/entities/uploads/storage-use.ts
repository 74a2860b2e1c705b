import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** Files and bytes per bucket and project; for managers. */
export const storageUseQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'storage', companyId],
    queryFn: async ({ signal }) => unwrap(await supabase().rpc('storage_use').abortSignal(signal)),
  });
