import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type ImportRecord = Row<'imports'>;

export interface Totals {
  seconds: number;
  entries: number;
}

export function importsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.imports, companyId],
    queryFn: async ({ signal }): Promise<ImportRecord[]> =>
      unwrap(
        await supabase()
          .from('imports')
          .select('*')
          .eq('company_id', companyId)
          .order('created_at', { ascending: false })
          .limit(50)
          .abortSignal(signal),
      ),
  });
}
