import { queryOptions, useMutation } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface AuditProof {
  company_id: string;
  company: string;
  checked_at: string;
  events: number;
  first_at: string | null;
  last_at: string | null;
  broken_id: string | null;
  broken_at: string | null;
  waiting: number;
  last_position: number | null;
  last_hash: string | null;
}

/** Recomputes the whole history of the company; asked for by a press only. */
export function useCheckHistory() {
  return useMutation({
    mutationFn: async () => unwrap(await supabase().rpc('audit_proof')) as unknown as AuditProof,
    meta: { quiet: true },
  });
}

/** What rounding did to each person's minutes. */
export const roundingQuery = (start: string, end: string) =>
  queryOptions({
    queryKey: [queryKeys.settings, 'rounding', start, end],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('rounding_report', { start_date_param: start, end_date_param: end })
          .abortSignal(signal),
      ),
  });
