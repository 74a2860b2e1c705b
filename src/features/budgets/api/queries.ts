import { queryOptions } from '@tanstack/react-query';
import type { BudgetFigures, ProjectFigures } from '@/features/budgets/budget-rows';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

/** Every project with the sums of its budget. */
export function budgetOverviewQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'overview', companyId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('budget_overview').abortSignal(signal)) as ProjectFigures[],
  });
}

export function budgetReportQuery(projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'report', projectId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase().rpc('budget_report', { project_id_param: projectId }).abortSignal(signal),
      ) as BudgetFigures[],
  });
}

export type BudgetVersion = Pick<
  Row<'budgets'>,
  'id' | 'version' | 'name' | 'status' | 'approved_at'
> & {
  lines: Pick<
    Row<'budget_lines'>,
    'cost_code_id' | 'hours' | 'labor_amount' | 'quantity' | 'unit'
  >[];
};

/** Versions of a project's budget with their lines, the newest first. */
export function budgetVersionsQuery(companyId: string, projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'versions', companyId, projectId],
    queryFn: async ({ signal }): Promise<BudgetVersion[]> =>
      unwrap(
        await supabase()
          .from('budgets')
          .select(
            'id, version, name, status, approved_at, lines:budget_lines(cost_code_id, hours, labor_amount, quantity, unit)',
          )
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('version', { ascending: false })
          .abortSignal(signal),
      ),
  });
}
