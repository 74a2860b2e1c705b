import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** Why the rate is what it is, as the lines of pay say it. */
export const RATE_REASONS = [
  'own',
  'determination',
  'topped_up',
  'apprentice',
  'over_ratio',
] as const;

/** An hour of public work under one class and rate, in dollars. */
export interface HourValue {
  project_id: string;
  classification_id: string;
  classification_name: string;
  classification_name_es: string;
  first_date: string;
  last_date: string;
  minutes: number;
  rate_reason: (typeof RATE_REASONS)[number] | null;
  level: string | null;
  percent: number | null;
  required_base: number;
  required_fringe: number;
  own_rate: number | null;
  hourly_rate: number | null;
  overtime_rate: number | null;
  cash: number;
  plans: readonly { name: string; kind: string; credit: number }[];
  plan_credit: number;
  required_total: number;
  paid_total: number | null;
}

/** Part of the pay, so it is loaded again with it. */
export function hourValuesQuery(employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'hour-values', employeeId, range.start, range.end],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('hour_values', {
            employee_id_param: employeeId,
            start_date_param: range.start,
            end_date_param: range.end,
          })
          .abortSignal(signal),
      ) as unknown as HourValue[],
  });
}
