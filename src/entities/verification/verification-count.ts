import { useQuery } from '@tanstack/react-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useLiveTable } from '@/lib/use-live-table';

/** How many items a manager should look at; 0 for everyone else, without asking. */
export function useVerificationCount(): number {
  const manages = useIsPrivileged();
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const enabled = manages && companyId !== '';
  useLiveTable({
    table: 'verifications',
    filter: enabled ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.verification],
  });
  useLiveTable({
    table: 'kiosk_photos',
    filter: enabled && company?.kiosk_photos ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.verification],
  });
  const { data = 0 } = useQuery({
    queryKey: [queryKeys.verification, 'count', companyId],
    enabled,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('verification_count').abortSignal(signal)),
  });
  return data;
}
