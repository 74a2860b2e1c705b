import { deleteRow } from '@/entities/edit/save-row';
import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface NewRate {
  employeeId: string;
  hourlyRate: number;
  effectiveFrom: string;
  projectId: string | null;
  costCodeId: string | null;
}

export function useAddRate(companyId: string) {
  const { t } = useTranslation('employees');
  return useWrite({
    send: async (rate: NewRate) =>
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
    done: t('toast.rateAdded'),
    stale: STALE_PEOPLE,
    quiet: true,
  });
}

export function useDeleteRate(companyId: string) {
  const { t } = useTranslation('employees');
  return useWrite({
    send: (rateId: string) => deleteRow('employee_rates', companyId, rateId),
    done: t('toast.rateDeleted'),
    stale: STALE_PEOPLE,
  });
}
