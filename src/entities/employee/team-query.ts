import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface TeamMember {
  employee_id: string;
  first_name: string;
  last_name: string;
  job_title: string | null;
  status: 'in' | 'break' | 'out';
  since: string | null;
  project_id: string | null;
  project_name: string | null;
}

/** Names and status of those one works with; of everyone for managers. */
export function teamQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.team, employeeId],
    queryFn: async ({ signal }) =>
      (await allRows(() => supabase().rpc('my_team').abortSignal(signal))) as TeamMember[],
  });
}
