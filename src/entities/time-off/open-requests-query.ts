import { useQuery } from '@tanstack/react-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** How many requests for time off wait for the viewer's decision. */
export function useOpenTimeOffCount(): number {
  const companyId = useViewer().company?.id ?? '';
  const manages = useIsPrivileged();
  const { data = [] } = useQuery({
    queryKey: [queryKeys.timeOff, 'open', companyId],
    enabled: manages && companyId !== '',
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('time_off_requests')
          .select('id')
          .eq('company_id', companyId)
          .eq('status', 'requested')
          .limit(100)
          .abortSignal(signal),
      ),
  });
  return data.length;
}
