import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface WaitingTimesheet {
  start_date: string;
  end_date: string;
  seconds: number;
}

function waitingTimesheetsQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'waiting-timesheets', employeeId],
    queryFn: async ({ signal }): Promise<WaitingTimesheet[]> =>
      unwrap(await supabase().rpc('waiting_timesheets').abortSignal(signal)),
    staleTime: 300_000,
  });
}

/** The viewer's own timesheets that wait for a signature; managers sign none. */
export function useWaitingTimesheets(): WaitingTimesheet[] {
  const employeeId = useEmployee()?.id ?? '';
  const privileged = useIsPrivileged();
  const { data } = useQuery({
    ...waitingTimesheetsQuery(employeeId),
    enabled: employeeId !== '' && !privileged,
  });
  return data ?? [];
}
