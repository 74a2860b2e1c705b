import { queryOptions } from '@tanstack/react-query';
import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type EmergencyContact = Pick<Row<'emergency_contacts'>, 'name' | 'phone' | 'on_roll_call'>;

interface EmergencyEdit {
  contact: EmergencyContact;
  /** As it was when the form was opened; null: there was none. */
  opened: EmergencyContact | null;
}

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
  return useWrite({
    send: async ({ contact, opened }: EmergencyEdit): Promise<EmergencyContact | null> => {
      const table = supabase().from('emergency_contacts');
      const key = { company_id: companyId, employee_id: employeeId };
      if (contact.name === '' && contact.phone === '') {
        unwrap(await table.delete().match(key));
        return null;
      }
      if (!opened) {
        unwrap(await table.insert({ ...key, ...contact }));
        return contact;
      }
      const saved = await saveChanges({
        table: 'emergency_contacts',
        key,
        after: contact,
        before: opened,
        together: [['name', 'phone']],
      });
      return { ...contact, ...saved } as EmergencyContact;
    },
    done: t('emergency.saved'),
    stale: [KEY],
    quiet: true,
  });
}
