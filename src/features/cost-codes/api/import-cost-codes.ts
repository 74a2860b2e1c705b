import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { errorWords, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface CostCodeRow {
  code: string;
  name: string;
  group: string;
  unit: string;
}

export interface RowVerdict {
  row_number: number;
  verdict: string;
}

async function callImport(rows: readonly CostCodeRow[], dryRun: boolean) {
  return unwrap(
    await supabase().rpc('import_cost_codes', {
      rows_param: rows as never,
      dry_run_param: dryRun,
    }),
  );
}

/** Judging and adding rows; added ones can be taken back while nothing was booked on them. */
export function useImportCostCodes(companyId: string) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [queryKeys.costCodes] });
  const report = (cause: unknown) => {
    toast.error(t('common:error.title'), { description: errorWords(cause) });
    throw cause;
  };

  async function takeBack(ids: readonly string[]) {
    unwrap(
      await supabase()
        .from('cost_codes')
        .delete()
        .eq('company_id', companyId)
        .in('id', [...ids]),
    );
    toast.success(t('toast.importUndone'));
    await refresh();
  }

  return {
    check: (rows: readonly CostCodeRow[]): Promise<RowVerdict[]> =>
      callImport(rows, true).catch(report),
    importAll: async (rows: readonly CostCodeRow[]) => {
      const made = await callImport(rows, false).catch(report);
      const ids = made.map(({ id }) => id);
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
