import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (fields: Omit<Unavailable, 'id'>) =>
      unwrap(
        await supabase()
          .from('availability')
          .insert({ company_id: companyId, employee_id: employeeId, ...fields }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [queryKeys.schedule] }),
    meta: { quiet: true },
  });
}

export function useRemoveUnavailable(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(
        await supabase().from('availability').delete().eq('company_id', companyId).eq('id', id),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [queryKeys.schedule] }),
    meta: { failureText: 'scheduling:error.remove' },
  });
}
