import { saveChanges } from '@/entities/edit/save-changes';
import type { Employee } from '@/features/employees/api/queries';
import { STALE_PEOPLE } from '@/features/employees/api/stale-people';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export function useGiveRole(companyId: string) {
  const { t } = useTranslation('company-roles');
  return useWrite({
    send: ({ employee, role }: { employee: Employee; role: string | null }) =>
      saveChanges({
        table: 'employees',
        key: { company_id: companyId, id: employee.id },
        after: { company_role_id: role },
        before: employee,
      }),
    done: t('give.saved'),
    stale: [...STALE_PEOPLE, queryKeys.companyRoles],
    quiet: true,
  });
}
