import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

interface ListChange {
  list: 'team' | 'costCodes';
  id: string;
  listed: boolean;
}

/** Puts someone on the team or a code on the list of a project, or takes them off. */
export function useChangeProjectList(companyId: string, projectId: string) {
  return useWrite({
    send: async ({ list, id, listed }: ListChange) => {
      const key = { company_id: companyId, project_id: projectId };
      if (list === 'team') {
        const row = { ...key, employee_id: id };
        const table = supabase().from('project_members');
        unwrap(listed ? await table.insert(row) : await table.delete().match(row));
      } else {
        const row = { ...key, cost_code_id: id };
        const table = supabase().from('project_cost_codes');
        unwrap(listed ? await table.insert(row) : await table.delete().match(row));
      }
    },
    stale: [queryKeys.projects, queryKeys.costCodes],
  });
}
