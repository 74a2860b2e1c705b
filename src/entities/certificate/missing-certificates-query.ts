import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface MissingCertificate {
  employee_id: string;
  employee_name: string;
  type_id: string;
  type_name: string;
  state: 'missing' | 'expired' | 'expiring' | 'no_proof';
  expires_on: string | null;
  /** The next published shift it is needed for; null: by role, or everyone needs it. */
  work_date: string | null;
  project_name: string | null;
  /** Without it the clock does not start. */
  blocks_clock: boolean;
  /** The last photo of it that was sent; null: none. */
  proof: 'waiting' | 'readable' | 'unreadable' | null;
}

/** Required certificates that are missing or end soon: one's own, and those of whom one may clock. */
export const missingCertificatesQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.certificates, 'missing', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase().rpc('missing_certificates').abortSignal(signal),
      ) as MissingCertificate[],
    staleTime: 10 * 60_000,
  });
