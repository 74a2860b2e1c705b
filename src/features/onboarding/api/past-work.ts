import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** Companies the viewer left whose records of them they may still read. */
export const pastEmploymentsQuery = (userId: string) =>
  queryOptions({
    queryKey: [queryKeys.viewer, 'past-employments', userId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('past_employments').abortSignal(signal)),
  });

export interface PastPay {
  work_date: string;
  pay_code: string;
  minutes: number;
  multiplier: number;
  /** Null where the company hides rates, or none was known. */
  hourly_rate: number | null;
  total_cents: number | null;
}

export interface PastEntry {
  id: string;
  work_date: string;
  clock_in: string;
  clock_out: string | null;
  project_name: string | null;
}

export function pastWorkQuery(employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.viewer, 'past-work', employeeId, range.start, range.end],
    queryFn: async ({ signal }): Promise<{ entries: PastEntry[]; pay: PastPay[] }> => {
      const asked = {
        employee_id_param: employeeId,
        start_date_param: range.start,
        end_date_param: range.end,
      };
      const [entries, pay] = await Promise.all([
        supabase().rpc('past_time', asked).abortSignal(signal),
        supabase().rpc('past_pay', asked).abortSignal(signal),
      ]);
      return { entries: unwrap(entries), pay: unwrap(pay) };
    },
  });
}
