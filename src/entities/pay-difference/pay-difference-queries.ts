import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** What recomputing a closed week changes in one line of pay. */
export interface PayDifferenceLine {
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  /** Null: of the day as a whole. */
  pay_code: string | null;
  minutes: number;
  /** Null: no rate is known yet. */
  amount_cents: number | null;
  /** False: the day is open and pays it by itself. */
  posted?: boolean;
  employee_id?: string;
}

/** What paying a held punch of a locked period would post; null where it cannot be paid that way. */
export const heldPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.owed, 'held-preview', id],
    queryFn: async ({ signal }): Promise<PayDifferenceLine[] | null> => {
      const answer = await supabase()
        .rpc('held_event_preview', { id_param: id })
        .abortSignal(signal);
      // Refused for a reason: its period is open, it has no end, or it overlaps.
      return answer.error?.hint ? null : unwrap(answer);
    },
    staleTime: 0,
  });

/** What approving time off in a locked period would post; empty for open days. */
export const timeOffPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.owed, 'time-off-preview', id],
    queryFn: async ({ signal }): Promise<PayDifferenceLine[]> => {
      const answer = await supabase()
        .rpc('time_off_preview', { request_id_param: id })
        .abortSignal(signal);
      return answer.error?.hint ? [] : unwrap(answer);
    },
    staleTime: 0,
  });
