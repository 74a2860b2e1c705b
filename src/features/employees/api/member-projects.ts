import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useEmployeeWrite } from './use-employee-write';

interface Membership {
  employeeId: string;
  projectId: string;
  member: boolean;
}

export function useSetMembership(companyId: string) {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ employeeId, projectId, member }: Membership) => {
      const table = supabase().from('project_members');
      const row = { company_id: companyId, project_id: projectId, employee_id: employeeId };
      unwrap(member ? await table.insert(row) : await table.delete().match(row));
    },
    ({ member }) => (member ? t('toast.teamAdded') : t('toast.teamRemoved')),
  );
}
