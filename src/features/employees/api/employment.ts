import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useEmployeeWrite } from './use-employee-write';

interface Person {
  id: string;
  name: string;
}

/** Ends someone's access at once; history stays. */
export function useDeactivate() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('deactivate_employee', { employee_id_param: id })),
    ({ name }) => t('toast.deactivated', { name }),
  );
}

export function useReactivate() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('reactivate_employee', { employee_id_param: id })),
    ({ name }) => t('toast.reactivated', { name }),
  );
}

export function useSendInvitation() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('resend_invitation', { employee_id_param: id })),
    (_person, { email }) => t('toast.invited', { email }),
  );
}

export function useWithdrawInvitation() {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id }: Person) =>
      unwrap(await supabase().rpc('withdraw_invitation', { employee_id_param: id })),
    () => t('toast.withdrawn'),
  );
}
