import { queryOptions } from '@tanstack/react-query';
import type { RoleScope } from '@/entities/company-role/rights';
import type { Right } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type CompanyRole = Narrowed<
  Row<'company_roles'>,
  { base: 'employee' | 'foreman'; rights: Right[]; scope: RoleScope }
>;

/** The roles a company made itself. */
export const companyRolesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.companyRoles, 'roles', companyId],
    queryFn: async ({ signal }): Promise<CompanyRole[]> =>
      unwrap(
        await supabase()
          .from('company_roles')
          .select('*')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ) as CompanyRole[],
  });
