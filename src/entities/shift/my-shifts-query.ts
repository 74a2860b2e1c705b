import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectNames } from '@/entities/project/projects-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { addDays } from '@/lib/time';
import { useLiveTable } from '@/lib/use-live-table';
import { useToday } from '@/lib/use-today';
import type { Database } from '../../../supabase/types';

/** How far ahead people look; the same on every screen, so that all of it is stored for an app without a signal. */
const SHIFT_DAYS = 28;

/** The key has no date: what was stored yesterday names the shift of today. */
export const myShiftsQuery = (employeeId: string, today: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.schedule, 'mine', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('my_shifts', {
            start_date_param: today,
            end_date_param: addDays(today, SHIFT_DAYS - 1),
          })
          .abortSignal(signal),
      ),
    select: (shifts) => shifts.filter(({ work_date }) => work_date >= today),
  });

export type MyShift = Database['public']['Functions']['my_shifts']['Returns'][number];

/** The viewer's shifts from today on, as they were told, with the names of pickers. */
export function useMyShifts() {
  const employee = useEmployee();
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  useLiveTable({
    table: 'shifts',
    filter: employee ? `company_id=eq.${employee.company_id}` : null,
    stale: [queryKeys.schedule],
  });
  const query = useQuery({
    ...myShiftsQuery(employee?.id ?? '', today),
    enabled: employee !== null,
  });
  const nameOf = useProjectNames();
  const { data: codes } = useCostCodeOptions();
  const data = useMemo(
    () =>
      query.data?.map((shift) => {
        const code = codes?.find(({ id }) => id === shift.cost_code_id);
        return {
          ...shift,
          project_name: nameOf(shift.project_id, shift.project_name),
          cost_code: code ? `${code.code} ${code.name}` : shift.cost_code,
        };
      }),
    [query.data, nameOf, codes],
  );
  return { ...query, data, today };
}
