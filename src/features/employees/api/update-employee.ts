import type { CustomValues } from '@/entities/custom-field/custom-field';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Role } from '@/entities/viewer/viewer';
import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface EmployeeFields {
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  job_title: string | null;
  employee_number: string | null;
  language: string;
  role: Role;
  /** Where the company has fields of its own. */
  custom?: CustomValues;
}

export function useUpdateEmployee(companyId: string) {
  const { t } = useTranslation('employees');
  return useWrite({
    send: ({
      id,
      after,
      before,
    }: {
      id: string;
      after: EmployeeFields;
      before: Omit<EmployeeFields, 'custom'> & { custom?: unknown };
    }) => saveChanges({ table: 'employees', key: { company_id: companyId, id }, after, before }),
    done: t('toast.saved'),
    stale: STALE_PEOPLE,
    quiet: true,
  });
}
