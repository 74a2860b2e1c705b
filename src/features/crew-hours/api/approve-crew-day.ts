import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { errorText, unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

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
      result.refused.push({ name, why: errorText(error) });
    }
  }
  return result;
}

/** One person after the other: whoever has an open clock keeps nobody else waiting. */
export function useApproveCrewDay() {
  return useWrite({
    send: approve,
    stale: [queryKeys.crews, queryKeys.payroll, refreshTime],
    quiet: true,
  });
}
