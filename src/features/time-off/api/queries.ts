import { queryOptions } from '@tanstack/react-query';
import type { TimeOffRequest } from '@/entities/time-off/time-off-queries';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** Everyone's requests, the newest first. Managers only. */
export const requestsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'requests', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('time_off_requests')
          .select('*')
          .eq('company_id', companyId)
          .order('start_date', { ascending: false })
          .limit(500)
          .abortSignal(signal),
      ) as TimeOffRequest[],
  });

/** What would be left of the balance after each open request. */
export const toDecideQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'to-decide', companyId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('time_off_to_decide').abortSignal(signal)),
  });

export const explanationQuery = (employeeId: string, typeId: string, date: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.timeOff, 'explanation', employeeId, typeId, date],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('time_off_explanation', {
            employee_id_param: employeeId,
            type_id_param: typeId,
            on_date_param: date,
          })
          .abortSignal(signal),
      ),
  });

/** Crews with who is in them; whoever is in none is beside everyone else. */
export const crewsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.crews, 'with-members', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('crews')
          .select('id, name, crew_members(employee_id, from_date, to_date)')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ),
  });
