import { useTranslation } from 'react-i18next';
import type { Role } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useEmployeeWrite } from './use-employee-write';

export interface EmployeeChange {
  id: string;
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
    async ({ id, ...values }: EmployeeChange) =>
      unwrap(
        await supabase().from('employees').update(values).eq('company_id', companyId).eq('id', id),
      ),
    () => t('toast.saved'),
    { quiet: true },
  );
}
