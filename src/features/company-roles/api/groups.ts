import { queryOptions } from '@tanstack/react-query';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Group = Row<'employee_groups'> & { people: string[] };

export const groupsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.companyRoles, 'groups', companyId],
    queryFn: async ({ signal }): Promise<Group[]> => {
      const [groups, members] = await Promise.all([
        supabase()
          .from('employee_groups')
          .select('*')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
        allRows(() =>
          supabase()
            .from('employee_group_members')
            .select('group_id, employee_id')
            .eq('company_id', companyId)
            .order('id')
            .abortSignal(signal),
        ),
      ]);
      return unwrap(groups).map((group) => ({
        ...group,
        people: members
          .filter(({ group_id }) => group_id === group.id)
          .map(({ employee_id }) => employee_id),
      }));
    },
  });

interface GroupDraft {
  fields: { name: string; name_es: string | null };
  people: readonly string[];
}

/** The name first, then who is new and who is out: what somebody else added meanwhile stays. */
export function useSaveGroup(companyId: string, opened: Group | null) {
  const { t } = useTranslation('company-roles');
  return useWrite({
    send: async ({ fields, people }: GroupDraft) => {
      const { id } = await saveRow({ table: 'employee_groups', companyId, fields, opened });
      const before = opened?.people ?? [];
      const added = people.filter((person) => !before.includes(person));
      const removed = before.filter((person) => !people.includes(person));
      const table = () => supabase().from('employee_group_members');
      if (added.length > 0) {
        const rows = added.map((employee_id) => ({ group_id: id, employee_id }));
        unwrap(
          await table().upsert(rows, {
            onConflict: 'company_id,group_id,employee_id',
            ignoreDuplicates: true,
          }),
        );
      }
      if (removed.length > 0)
        unwrap(await table().delete().eq('group_id', id).in('employee_id', removed));
    },
    done: t('group.saved'),
    stale: [queryKeys.companyRoles],
    quiet: true,
  });
}

export function useDeleteGroup(companyId: string) {
  const { t } = useTranslation('company-roles');
  return useWrite({
    send: (id: string) => deleteRow('employee_groups', companyId, id),
    done: t('group.deleted'),
    stale: [queryKeys.companyRoles],
  });
}
