import { saveChanges } from '@/entities/edit/save-changes';
import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import type { Change } from '@/lib/rows';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

type Rights = Pick<Change<'employees'>, 'own_time_add' | 'own_time_edit' | 'own_time_delete'>;

export function useSaveOwnTimeException(companyId: string) {
  const { t } = useTranslation('employees');
  return useWrite({
    send: ({ id, after, before }: { id: string; after: Rights; before: Rights }) =>
      saveChanges({ table: 'employees', key: { company_id: companyId, id }, after, before }),
    done: t('toast.saved'),
    stale: STALE_PEOPLE,
    quiet: true,
  });
}
