import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRowImport } from '@/components/shared/import-table/use-row-import';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

type PersonRow = Record<string, string>;

async function callImport(rows: readonly PersonRow[], dryRun: boolean) {
  return unwrap(
    await supabase().rpc('import_employees', { rows_param: rows as never, dry_run_param: dryRun }),
  );
}

/** Added people can be taken back while they have neither account nor time. */
export function useImportEmployees(companyId: string) {
  const { t } = useTranslation('employees');
  const client = useQueryClient();
  return useRowImport({
    check: (rows: readonly PersonRow[]) => callImport(rows, true),
    add: async (rows) => (await callImport(rows, false)).map(({ employee_id }) => employee_id),
    undo: async (ids) =>
      unwrap(
        await supabase()
          .from('employees')
          .delete()
          .eq('company_id', companyId)
          .in('id', [...ids]),
      ),
    refresh: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.employees] }),
        client.invalidateQueries({ queryKey: [queryKeys.team] }),
      ]),
    added: (count) => t('toast.imported', { count }),
    undone: t('toast.importUndone'),
  });
}
