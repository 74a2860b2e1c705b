import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Role } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface EmployeeOption {
  id: string;
  user_id: string | null;
  first_name: string;
  last_name: string;
  role: Role;
  active: boolean;
}

/** Managers and owners get the whole company here, others only themselves: the database decides. */
export function employeeOptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.employees, 'options', companyId],
    queryFn: async ({ signal }): Promise<EmployeeOption[]> =>
      unwrap(
        await supabase()
          .from('employees')
          .select('id, user_id, first_name, last_name, role, active')
          .eq('company_id', companyId)
          .order('first_name')
          .order('last_name')
          .abortSignal(signal),
      ),
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
