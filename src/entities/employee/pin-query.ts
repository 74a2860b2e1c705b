import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Whether a person has a kiosk PIN and whether wrong tries have locked it; never the PIN. */
export const pinQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.employees, 'pin', companyId, employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('employee_pins')
          .select('locked_at, updated_at')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .abortSignal(signal),
      )[0] ?? null,
  });

export function useSetPin(employeeId: string) {
  const { t } = useTranslation('common');
  return useWrite({
    send: async (pin: string) =>
      unwrap(
        await supabase().rpc('set_employee_pin', {
          employee_id_param: employeeId,
          pin_param: pin,
        }),
      ),
    done: t('pin.saved'),
    stale: [[queryKeys.employees, 'pin']],
    quiet: true,
  });
}
