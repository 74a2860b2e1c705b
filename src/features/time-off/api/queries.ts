import type { TimeOffRequest } from '@/entities/time-off/time-off-queries';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

/** Everyone's requests, the newest first. Managers only. */
export const requestsQuery = (companyId: string) =>
  rowsQuery<TimeOffRequest[]>([queryKeys.timeOff, 'requests', companyId], () =>
    supabase()
      .from('time_off_requests')
      .select('*')
      .eq('company_id', companyId)
      .order('start_date', { ascending: false })
      .limit(500),
  );

/** What would be left of the balance after each open request. */
export const toDecideQuery = (companyId: string) =>
  rowsQuery([queryKeys.timeOff, 'to-decide', companyId], () =>
    supabase().rpc('time_off_to_decide'),
  );

export const explanationQuery = (employeeId: string, typeId: string, date: IsoDate) =>
  rowsQuery([queryKeys.timeOff, 'explanation', employeeId, typeId, date], () =>
    supabase().rpc('time_off_explanation', {
      employee_id_param: employeeId,
      type_id_param: typeId,
      on_date_param: date,
    }),
  );

/** Crews with who is in them; whoever is in none is beside everyone else. */
export const crewsQuery = (companyId: string) =>
  rowsQuery([queryKeys.crews, 'with-members', companyId], () =>
    supabase()
      .from('crews')
      .select('id, name, crew_members(employee_id, from_date, to_date)')
      .eq('company_id', companyId)
      .order('name'),
  );
