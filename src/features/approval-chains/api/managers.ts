import { queryOptions } from '@tanstack/react-query';
import { saveRow } from '@/entities/edit/save-row';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type ManagedProject = Pick<Row<'projects'>, 'id' | 'name' | 'manager_id'>;

export const projectManagersQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.approvals, 'managers', companyId],
    queryFn: async ({ signal }): Promise<ManagedProject[]> =>
      allRows(() =>
        supabase()
          .from('projects')
          .select('id, name, manager_id')
          .eq('company_id', companyId)
          .eq('status', 'active')
          .is('archived_at', null)
          .order('name')
          .order('id')
          .abortSignal(signal),
      ),
  });

export function useNameManager(companyId: string) {
  const { t } = useTranslation('approval-chains');
  return useWrite({
    send: ({ opened, managerId }: { opened: ManagedProject; managerId: string | null }) =>
      saveRow({ table: 'projects', companyId, opened, fields: { manager_id: managerId } }),
    done: t('toast.saved'),
    stale: [queryKeys.approvals, queryKeys.projects],
  });
}
