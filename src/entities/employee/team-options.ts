import { useQuery } from '@tanstack/react-query';
import { employeeName } from '@/entities/employee/employees-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** The people My Team shows, oneself included, to choose from; foremen cannot list the company. */
export function useTeam(): { value: string; text: string }[] {
  const employee = useEmployee();
  const { data = [] } = useQuery({
    queryKey: [queryKeys.team, 'options', employee?.id],
    enabled: employee !== null,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => unwrap(await supabase().rpc('my_team').abortSignal(signal)),
  });
  const others = data
    .filter(({ employee_id }) => employee_id !== employee?.id)
    .map((person) => ({ value: person.employee_id, text: employeeName(person) }));
  return employee ? [{ value: employee.id, text: employeeName(employee) }, ...others] : others;
}
