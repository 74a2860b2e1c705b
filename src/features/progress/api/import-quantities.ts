import { useQueryClient } from '@tanstack/react-query';
import type { RowResult } from '@/components/shared/import-table/import-dialog';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

interface ImportedRow {
  row_number: number;
  result: 'new' | 'changed' | 'same' | 'error';
  message: string | null;
}

/** Rows of a project's quantities: checked first, then saved; the database says what is wrong. */
export function useImportQuantities(projectId: string, words: (code: string | null) => string) {
  const client = useQueryClient();
  const send = async (rows: readonly Record<string, string>[], isTrial: boolean) =>
    unwrap(
      await supabase().rpc('import_rows', {
        list_param: 'quantities',
        rows_param: rows.map((row) => ({ ...row, project_id: projectId })) as never,
        dry_run_param: isTrial,
      }),
    ) as ImportedRow[];
  return {
    check: async (rows: Record<string, string>[]): Promise<RowResult[]> =>
      (await send(rows, true)).map(({ row_number, result, message }) => ({
        row: row_number,
        ok: result !== 'error',
        text: words(result === 'error' ? message : null),
      })),
    importAll: async (rows: Record<string, string>[]) => {
      await send(rows, false);
      await Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.budgets] }),
        client.invalidateQueries({ queryKey: [queryKeys.projects] }),
      ]);
    },
  };
}
