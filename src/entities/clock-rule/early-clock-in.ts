import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type EarlyClockIn = Narrowed<
  Pick<Row<'early_clock_ins'>, 'rule' | 'shift_starts_at' | 'clocked_in_at'>,
  { rule: 'ask_reason' | 'from_shift' }
>;

/** Whether the clock was started before the shift, and what follows from that; null when it was not. */
export const earlyClockInQuery = (entryId: string) =>
  queryOptions({
    queryKey: [queryKeys.schedule, 'early', entryId],
    queryFn: async ({ signal }) =>
      (unwrap(
        await supabase()
          .from('early_clock_ins')
          .select('rule, shift_starts_at, clocked_in_at')
          .eq('time_entry_id', entryId)
          .abortSignal(signal),
      )[0] ?? null) as EarlyClockIn | null,
  });

export function useExplainEarly() {
  return useWrite({
    send: async ({ entryId, reason }: { entryId: string; reason: string }) =>
      unwrap(
        await supabase().rpc('explain_early_clock_in', {
          time_entry_id_param: entryId,
          reason_param: reason,
        }),
      ),
    quiet: true,
  });
}
