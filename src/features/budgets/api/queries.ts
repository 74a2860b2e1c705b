import { queryOptions } from '@tanstack/react-query';
import type { BudgetFigures, ProjectFigures } from '@/features/budgets/budget-rows';
import type { BudgetWeek } from '@/features/budgets/curve';
import type { Pace } from '@/features/budgets/what-if';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

/** Every project with the sums of its budget. */
export function budgetOverviewQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'overview', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('budget_overview').order('project_id').abortSignal(signal),
      )) as ProjectFigures[],
  });
}

/** Of a project alone, or of it and its phases together. */
export function budgetReportQuery(projectId: string, branch = false) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'report', projectId, branch],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .rpc('budget_report', {
            project_id_param: projectId,
            ...(branch ? { branch_param: true } : {}),
          })
          .abortSignal(signal),
      )) as BudgetFigures[],
  });
}

export type BudgetVersion = Pick<
  Row<'budgets'>,
  'id' | 'version' | 'name' | 'status' | 'approved_at'
> & {
  lines: Pick<
    Row<'budget_lines'>,
    | 'cost_code_id'
    | 'hours'
    | 'labor_amount'
    | 'quantity'
    | 'unit'
    | 'equipment_amount'
    | 'other_amount'
    | 'milestones'
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
            'id, version, name, status, approved_at, lines:budget_lines(cost_code_id, hours, labor_amount, quantity, unit, equipment_amount, other_amount, milestones)',
          )
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('version', { ascending: false })
          .abortSignal(signal),
      ),
  });
}

/** Hours at completion and their range at the pace of the last weeks, of a project or of one of its codes. */
export interface Forecast {
  project_id: string;
  cost_code_id: string | null;
  is_project: boolean;
  weeks: number;
  too_early: boolean;
  recent_factor: number | null;
  trend: number[] | null;
  forecast_hours: number | null;
  low_hours: number | null;
  high_hours: number | null;
  open_hours: number | null;
  hours_per_week: number | null;
  people: number | null;
  finish_date: string | null;
  deadline: string | null;
}

/** Of one project and its codes, or of every project with a budget. */
export function budgetForecastQuery(companyId: string, projectId: string | null) {
  return rowsQuery<Forecast[]>([queryKeys.budgets, 'forecast', companyId, projectId], () =>
    supabase().rpc('budget_forecast', projectId ? { project_id_param: projectId } : {}),
  );
}

export function budgetWeeksQuery(projectId: string) {
  return rowsQuery<BudgetWeek[]>([queryKeys.budgets, 'weeks', projectId], () =>
    supabase().rpc('budget_weeks', { project_id_param: projectId }),
  );
}

/** Null while nobody worked on the project in the last four weeks. */
export function budgetPaceQuery(projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'pace', projectId],
    queryFn: async ({ signal }): Promise<Pace | null> => {
      const [pace] = unwrap(
        await supabase().rpc('budget_pace', { project_id_param: projectId }).abortSignal(signal),
      ) as Pace[];
      return pace ?? null;
    },
  });
}

export type Scenario = Pick<
  Row<'budget_scenarios'>,
  'id' | 'name' | 'people' | 'weeks_later' | 'four_tens' | 'no_overtime' | 'productivity_change'
>;

export function scenariosQuery(companyId: string, projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'scenarios', companyId, projectId],
    queryFn: async ({ signal }): Promise<Scenario[]> =>
      unwrap(
        await supabase()
          .from('budget_scenarios')
          .select('id, name, people, weeks_later, four_tens, no_overtime, productivity_change')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('created_at')
          .abortSignal(signal),
      ),
  });
}

export interface UnitRate {
  cost_code_id: string;
  code: string;
  name: string;
  code_group: string | null;
  unit: string;
  projects: number;
  quantity: number;
  hours: number;
  hours_per_unit: number;
  lowest: number;
  highest: number;
  budget_per_unit: number | null;
}

export function unitRatesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'unit-rates', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() => supabase().rpc('unit_rates').abortSignal(signal))) as UnitRate[],
  });
}

export type BurdenRate = Pick<
  Row<'burden_rates'>,
  'id' | 'employee_id' | 'trade' | 'percent' | 'effective_from'
>;

export function burdenRatesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'burden', companyId],
    queryFn: async ({ signal }): Promise<BurdenRate[]> =>
      unwrap(
        await supabase()
          .from('burden_rates')
          .select('id, employee_id, trade, percent, effective_from')
          .eq('company_id', companyId)
          .order('effective_from', { ascending: false })
          .abortSignal(signal),
      ),
  });
}
