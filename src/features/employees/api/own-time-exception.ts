import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import type { Change } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useEmployeeWrite } from './use-employee-write';

type Exception = { id: string } & Pick<
  Change<'employees'>,
  'own_time_add' | 'own_time_edit' | 'own_time_delete'
>;

export function useSaveOwnTimeException(companyId: string) {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    async ({ id, ...rights }: Exception) =>
      unwrap(
        await supabase().from('employees').update(rights).eq('company_id', companyId).eq('id', id),
      ),
    () => t('toast.saved'),
    { quiet: true },
  );
}
