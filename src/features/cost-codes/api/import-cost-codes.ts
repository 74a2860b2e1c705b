import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRowImport } from '@/components/shared/import-table/use-row-import';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface CostCodeRow {
  code: string;
  name: string;
  group: string;
  unit: string;
}

async function callImport(rows: readonly CostCodeRow[], dryRun: boolean) {
  return unwrap(
    await supabase().rpc('import_cost_codes', {
      rows_param: rows as never,
      dry_run_param: dryRun,
    }),
  );
}

/** Added codes can be taken back while nothing was booked on them. */
export function useImportCostCodes(companyId: string) {
  const { t } = useTranslation('cost-codes');
  const client = useQueryClient();
  return useRowImport({
    check: (rows: readonly CostCodeRow[]) => callImport(rows, true),
    add: async (rows) => (await callImport(rows, false)).map(({ id }) => id),
    undo: async (ids) =>
      unwrap(
        await supabase()
          .from('cost_codes')
          .delete()
          .eq('company_id', companyId)
          .in('id', [...ids]),
      ),
    refresh: () => client.invalidateQueries({ queryKey: [queryKeys.costCodes] }),
    added: (count) => t('toast.imported', { count }),
    undone: t('toast.importUndone'),
  });
}
