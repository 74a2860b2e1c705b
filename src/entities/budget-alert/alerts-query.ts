import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** What was noticed about a budget and nobody marked as seen. */
export interface BudgetAlert {
  id: string;
  project_id: string;
  kind: 'hours' | 'cost' | 'ahead';
  percent_used: number;
  percent_complete: number | null;
  /** The percentages are of that moment. */
  created_at: string;
  project: { name: string } | null;
  /** Null: the whole project. */
  code: { code: string; name: string } | null;
}

/** Whole projects first, then the newest. */
export function budgetAlertsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'alerts', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('budget_alerts')
          .select(
            'id, project_id, kind, percent_used, percent_complete, created_at, project:projects(name), code:cost_codes(code, name)',
          )
          .eq('company_id', companyId)
          .is('seen_at', null)
          .order('cost_code_id', { nullsFirst: true })
          .order('created_at', { ascending: false })
          .limit(200)
          .abortSignal(signal),
      ) as unknown as BudgetAlert[],
    enabled: companyId !== '',
  });
}
