import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

interface PayPeriod {
  start_date: string;
  end_date: string;
  is_current: boolean;
}

/** The company's current pay period and the one before it. */
export function payPeriodsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'recent-periods', companyId],
    queryFn: async ({ signal }): Promise<PayPeriod[]> =>
      unwrap(await supabase().rpc('recent_pay_periods', { count_param: 2 }).abortSignal(signal)),
  });
}

/** The pay period a date lies in, however long ago. */
export function payPeriodAtQuery(companyId: string, date: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'recent-periods', companyId, 'at', date],
    queryFn: async ({ signal }): Promise<PayPeriod | null> =>
      unwrap(await supabase().rpc('pay_period_for', { date_param: date }).abortSignal(signal))[0] ??
      null,
  });
}
