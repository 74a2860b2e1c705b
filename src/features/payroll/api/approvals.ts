import { useTranslation } from 'react-i18next';
import { usePayrollWrite } from '@/features/payroll/api/use-payroll-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

interface PersonDays extends DateRange {
  employeeId: string;
}

const days = ({ start, end }: DateRange) => ({ start_date_param: start, end_date_param: end });

export function useApprove() {
  const { t } = useTranslation('payroll');
  return usePayrollWrite(
    async ({ employeeId, ...range }: PersonDays) =>
      unwrap(
        await supabase().rpc('approve_time', { employee_id_param: employeeId, ...days(range) }),
      ),
    (count) => (count > 0 ? t('toast.approved', { count }) : t('toast.nothingApproved')),
    'payroll:error.approve',
  );
}

export function useApproveClean() {
  const { t } = useTranslation('payroll');
  return usePayrollWrite(
    async (range: DateRange) => unwrap(await supabase().rpc('approve_clean_time', days(range))),
    (people) =>
      people.length > 0
        ? t('toast.approvedAll', { count: people.length })
        : t('toast.nothingApproved'),
    'payroll:error.approve',
  );
}

export function useUnapprove() {
  const { t } = useTranslation('payroll');
  return usePayrollWrite(
    async ({ employeeId, reason, ...range }: PersonDays & { reason: string }) =>
      unwrap(
        await supabase().rpc('unapprove_time', {
          employee_id_param: employeeId,
          ...days(range),
          reason_param: reason.trim() || null,
        }),
      ),
    (count) => t('toast.unapproved', { count }),
    'payroll:error.unapprove',
  );
}
