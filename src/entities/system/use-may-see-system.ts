import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { offersSystemStatus } from '@/lib/env';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

const maySeeSystemQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.system, 'may-see', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('may_see_system').abortSignal(signal)),
    staleTime: 5 * 60_000,
  });

/** Whether this person sees the state of the installation; undefined: not known yet. */
export function useMaySeeSystem(): boolean | undefined {
  const { employee } = useViewer();
  const asks = employee?.role === 'owner' && offersSystemStatus();
  const query = useQuery({ ...maySeeSystemQuery(employee?.id ?? ''), enabled: asks });
  if (!asks || query.isError) return false;
  return query.data;
}
