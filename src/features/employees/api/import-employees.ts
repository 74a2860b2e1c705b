import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { errorWords, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

async function callImport(rows: readonly Record<string, string>[], dryRun: boolean) {
  return unwrap(
    await supabase().rpc('import_employees', { rows_param: rows as never, dry_run_param: dryRun }),
  );
}

/** Judging and adding people; added ones can be taken back while they have neither account nor time. */
export function useImportEmployees(companyId: string) {
  const { t } = useTranslation(['employees', 'common']);
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [queryKeys.employees] }),
      client.invalidateQueries({ queryKey: [queryKeys.team] }),
    ]);
  const report = (cause: unknown) => {
    toast.error(t('common:error.title'), { description: errorWords(cause) });
    throw cause;
  };

  async function takeBack(ids: readonly string[]) {
    unwrap(
      await supabase()
        .from('employees')
        .delete()
        .eq('company_id', companyId)
        .in('id', [...ids]),
    );
    toast.success(t('toast.importUndone'));
    await refresh();
  }

  return {
    check: (rows: readonly Record<string, string>[]) => callImport(rows, true).catch(report),
    importAll: async (rows: readonly Record<string, string>[]) => {
      const made = await callImport(rows, false).catch(report);
      const ids = made.map(({ employee_id }) => employee_id);
      toast.success(t('toast.imported', { count: ids.length }), {
        duration: 10_000,
        action: {
          label: t('common:action.undo'),
          onClick: () => void takeBack(ids).catch(report),
        },
      });
      await refresh();
    },
  };
}
