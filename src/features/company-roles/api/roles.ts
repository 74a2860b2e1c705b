import type { CompanyRole } from '@/entities/company-role/company-roles-query';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { Right } from '@/entities/viewer/viewer';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** A line of the matrix: whether a person has a right, and over whom. */
export interface EffectiveRight {
  right_name: Right;
  given: boolean;
  everyone: boolean;
  by_project: boolean;
  people: string[];
  projects: string[];
}

export const whatWouldSeeQuery = (employeeId: string) =>
  rowsQuery<EffectiveRight[]>([queryKeys.companyRoles, 'what-would-see', employeeId], () =>
    supabase().rpc('what_would_see', { employee_id_param: employeeId }),
  );

type RoleFields = Pick<CompanyRole, 'name' | 'base' | 'rights' | 'scope' | 'group_id'>;

const STALE = [[queryKeys.companyRoles], [queryKeys.employees], [queryKeys.viewer]];

export function useSaveRole(companyId: string, opened: CompanyRole | null) {
  const { t } = useTranslation('company-roles');
  return useWrite({
    // A group means nothing without its scope.
    send: (fields: RoleFields) =>
      saveRow({
        table: 'company_roles',
        companyId,
        fields,
        opened,
        together: [['scope', 'group_id', 'rights']],
      }),
    done: t('role.saved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteRole(companyId: string) {
  const { t } = useTranslation('company-roles');
  return useWrite({
    send: (id: string) => deleteRow('company_roles', companyId, id),
    done: t('role.deleted'),
    stale: STALE,
  });
}
