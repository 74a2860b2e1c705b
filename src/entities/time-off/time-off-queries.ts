import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type TimeOffType = Row<'time_off_types'>;
export type TimeOffStatus = 'requested' | 'approved' | 'declined' | 'withdrawn';
export type TimeOffRequest = Narrowed<Row<'time_off_requests'>, { status: TimeOffStatus }>;
export type Holiday = Row<'holidays'>;

/** Whether hours of this kind are counted at all. */
export const keepsBalance = (type: Pick<TimeOffType, 'paid' | 'accrual'>): boolean =>
  type.paid || type.accrual !== null;

export const timeOffTypesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'types', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('time_off_types')
          .select('*')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ),
  });

export const holidaysQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'holidays', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('holidays')
          .select('*')
          .eq('company_id', companyId)
          .order('date')
          .abortSignal(signal),
      ),
  });

export const timeOffBalancesQuery = (employeeId: string, date: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'balances', employeeId, date],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('time_off_balance', { employee_id_param: employeeId, on_date_param: date })
          .abortSignal(signal),
      ),
  });

/** The kinds a person may ask for, the ones they ask for most first. */
export const timeOffKindsQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'kinds', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('time_off_kinds', { employee_id_param: employeeId })
          .abortSignal(signal),
      ),
  });

export const ownRequestsQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'own', companyId, employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('time_off_requests')
          .select('*')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .order('start_date', { ascending: false })
          .limit(100)
          .abortSignal(signal),
      ) as TimeOffRequest[],
  });

export function useOwnTimeOff() {
  const employee = useEmployee();
  const companyId = employee?.company_id ?? '';
  const types = useQuery({ ...timeOffTypesQuery(companyId), enabled: employee !== null });
  const requests = useQuery({
    ...ownRequestsQuery(companyId, employee?.id ?? ''),
    enabled: employee !== null,
  });
  return { types, requests };
}

/** Days on which people of the caller's crews (for managers: all) are away. */
export const awayQuery = (start: IsoDate, end: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'away', start, end],
    queryFn: async ({ signal }) =>
      allRows(() =>
        supabase()
          .rpc('time_off_calendar', { start_date_param: start, end_date_param: end })
          .abortSignal(signal),
      ),
  });
