import { queryOptions } from '@tanstack/react-query';
import { deleteRow } from '@/entities/edit/save-row';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type Unavailable = Pick<
  Row<'availability'>,
  'id' | 'weekday' | 'start_date' | 'end_date' | 'start_time' | 'end_time' | 'note'
>;

const KEY = [queryKeys.schedule, 'availability'];

/** When someone cannot work, past dates left out. */
export const availabilityQuery = (companyId: string, employeeId: string, today: IsoDate) =>
  queryOptions({
    queryKey: [...KEY, companyId, employeeId, today],
    queryFn: async ({ signal }): Promise<Unavailable[]> =>
      unwrap(
        await supabase()
          .from('availability')
          .select('id, weekday, start_date, end_date, start_time, end_time, note')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .or(`end_date.is.null,end_date.gte.${today}`)
          .order('weekday')
          .order('start_date')
          .abortSignal(signal),
      ),
  });

export function useAddUnavailable(companyId: string, employeeId: string) {
  return useWrite({
    send: async (fields: Omit<Unavailable, 'id'>) =>
      unwrap(
        await supabase()
          .from('availability')
          .insert({ company_id: companyId, employee_id: employeeId, ...fields }),
      ),
    stale: [queryKeys.schedule],
    quiet: true,
  });
}

export function useRemoveUnavailable(companyId: string) {
  return useWrite({
    send: (id: string) => deleteRow('availability', companyId, id),
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.remove',
  });
}
