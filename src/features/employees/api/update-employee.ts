import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Role } from '@/entities/viewer/viewer';
import { useEmployeeWrite } from './use-employee-write';

export interface EmployeeFields {
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  job_title: string | null;
  employee_number: string | null;
  language: string;
  role: Role;
}

export function useUpdateEmployee(companyId: string) {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    ({ id, after, before }: { id: string; after: EmployeeFields; before: EmployeeFields }) =>
      saveChanges({ table: 'employees', key: { company_id: companyId, id }, after, before }),
    () => t('toast.saved'),
    { quiet: true },
  );
}
