import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Membership {
  employeeId: string;
  projectId: string;
  member: boolean;
}

export function useSetMembership(companyId: string) {
  const { t } = useTranslation('employees');
  return useWrite({
    send: async ({ employeeId, projectId, member }: Membership) => {
      const table = supabase().from('project_members');
      const row = { company_id: companyId, project_id: projectId, employee_id: employeeId };
      unwrap(member ? await table.insert(row) : await table.delete().match(row));
    },
    done: (_result, { member }) => (member ? t('toast.teamAdded') : t('toast.teamRemoved')),
    stale: STALE_PEOPLE,
  });
}
