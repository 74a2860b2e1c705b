import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type EmergencyContact = Pick<Row<'emergency_contacts'>, 'name' | 'phone' | 'on_roll_call'>;

const KEY = [queryKeys.settings, 'emergency'];

export const emergencyQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [...KEY, companyId, employeeId],
    queryFn: async ({ signal }): Promise<EmergencyContact | null> =>
      unwrap(
        await supabase()
          .from('emergency_contacts')
          .select('name, phone, on_roll_call')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .abortSignal(signal),
      )[0] ?? null,
  });

/** Without a name and a number the contact is taken away. */
export function useSaveEmergency(companyId: string, employeeId: string) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (contact: EmergencyContact) => {
      const table = supabase().from('emergency_contacts');
      const subject = { company_id: companyId, employee_id: employeeId };
      unwrap(
        contact.name === '' && contact.phone === ''
          ? await table.delete().match(subject)
          : await table.upsert(
              { ...subject, ...contact },
              { onConflict: 'company_id,employee_id' },
            ),
      );
    },
    onSuccess: () => {
      toast.success(t('emergency.saved'));
      return client.invalidateQueries({ queryKey: KEY });
    },
    meta: { quiet: true },
  });
}
