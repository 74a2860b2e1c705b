import { queryOptions } from '@tanstack/react-query';
import type { Proposal } from '@/entities/forgotten-punch/proposal';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { InstantRange } from '@/lib/time';

/** What a person said about the end of an entry, beside what was proposed. */
export interface StatedEnd extends Pick<Proposal, 'proposed_at' | 'reason'> {
  time_entry_id: string;
  answered_time: string;
  disputed: boolean;
  decided_at: string | null;
}

/** Of entries that began in these days; the last word about each comes last. */
export const statedEndsQuery = (companyId: string, employeeId: string, range: InstantRange) =>
  queryOptions({
    queryKey: [queryKeys.forgottenPunches, 'said', employeeId, range],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('forgotten_punches')
          .select('time_entry_id, answered_time, proposed_at, reason, disputed, decided_at')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .eq('answer', 'stopped')
          .gte('clock_in', range.start)
          .lt('clock_in', range.end)
          .order('answered_at')
          .abortSignal(signal),
      ) as StatedEnd[],
  });
