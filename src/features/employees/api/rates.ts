import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useEmployeeWrite } from './use-employee-write';

export interface NewRate {
  employeeId: string;
  hourlyRate: number;
  effectiveFrom: string;
  projectId: string | null;
  costCodeId: string | null;
}

export function useAddRate(companyId: string) {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async (rate: NewRate) =>
      unwrap(
        await supabase().from('employee_rates').insert({
          company_id: companyId,
          employee_id: rate.employeeId,
          hourly_rate: rate.hourlyRate,
          effective_from: rate.effectiveFrom,
          project_id: rate.projectId,
          cost_code_id: rate.costCodeId,
        }),
      ),
    () => t('toast.rateAdded'),
    { quiet: true },
  );
}

export function useDeleteRate(companyId: string) {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async (rateId: string) =>
      unwrap(
        await supabase()
          .from('employee_rates')
          .delete()
          .eq('company_id', companyId)
          .eq('id', rateId),
      ),
    () => t('toast.rateDeleted'),
  );
}
