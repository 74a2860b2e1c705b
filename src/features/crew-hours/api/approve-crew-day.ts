import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { errorWords, unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface ApproveDay {
  date: IsoDate;
  people: readonly { id: string; name: string }[];
}

export interface ApprovedDay {
  approved: number;
  /** Whose day could not be approved, and why. */
  refused: { name: string; why: string }[];
}

async function approve({ date, people }: ApproveDay): Promise<ApprovedDay> {
  const result: ApprovedDay = { approved: 0, refused: [] };
  for (const { id, name } of people) {
    try {
      unwrap(
        await supabase().rpc('approve_time', {
          employee_id_param: id,
          start_date_param: date,
          end_date_param: date,
        }),
      );
      result.approved += 1;
    } catch (error) {
      result.refused.push({ name, why: errorWords(error) });
    }
  }
  return result;
}

/** One person after the other: whoever has an open clock keeps nobody else waiting. */
export function useApproveCrewDay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: approve,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.crews] }),
        client.invalidateQueries({ queryKey: [queryKeys.payroll] }),
        refreshTime(client),
      ]),
    meta: { quiet: true },
  });
}
