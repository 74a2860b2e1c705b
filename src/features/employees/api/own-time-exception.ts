import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Change } from '@/lib/rows';
import { useEmployeeWrite } from './use-employee-write';

type Rights = Pick<Change<'employees'>, 'own_time_add' | 'own_time_edit' | 'own_time_delete'>;

export function useSaveOwnTimeException(companyId: string) {
  const { t } = useTranslation('employees');
  return useEmployeeWrite(
    ({ id, after, before }: { id: string; after: Rights; before: Rights }) =>
      saveChanges({ table: 'employees', key: { company_id: companyId, id }, after, before }),
    () => t('toast.saved'),
    { quiet: true },
  );
}
