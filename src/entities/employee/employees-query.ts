import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Role } from '@/entities/viewer/viewer';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type EmployeeOption = Narrowed<
  Pick<Row<'employees'>, 'id' | 'user_id' | 'first_name' | 'last_name' | 'role' | 'active'>,
  { role: Role }
>;

/** Managers and owners get the whole company here, others only themselves: the database decides. */
export function employeeOptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.employees, 'options', companyId],
    queryFn: async ({ signal }): Promise<EmployeeOption[]> =>
      allRows(() =>
        supabase()
          .from('employees')
          .select('id, user_id, first_name, last_name, role, active')
          .eq('company_id', companyId)
          .order('first_name')
          .order('last_name')
          .order('id')
          .abortSignal(signal),
      ) as Promise<EmployeeOption[]>,
    staleTime: 5 * 60_000,
  });
}

export function useEmployeeOptions() {
  const companyId = useViewer().company?.id ?? '';
  return useQuery({ ...employeeOptionsQuery(companyId), enabled: companyId !== '' });
}

export function employeeName(employee: { first_name: string; last_name: string }): string {
  return `${employee.first_name} ${employee.last_name}`.trim();
}
