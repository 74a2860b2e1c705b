import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export const KINDS = ['health', 'pension', 'vacation_holiday', 'training', 'other'] as const;
export const PERIODS = ['hour', 'month', 'year'] as const;

export type PlanKind = (typeof KINDS)[number];
export type CostPeriod = (typeof PERIODS)[number];

export type Plan = Narrowed<
  Row<'fringe_plans'>,
  { kind: PlanKind; cost_period: CostPeriod; hourly_credit: number }
>;

export type Enrollment = Pick<
  Row<'employee_fringe_plans'>,
  'id' | 'employee_id' | 'plan_id' | 'from_date' | 'to_date'
>;

export const plansQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'plans', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('fringe_plans')
          .select('*')
          .eq('company_id', companyId)
          .order('name')
          .order('from_date', { ascending: false })
          .order('id')
          .abortSignal(signal),
      )) as Plan[],
  });

export const enrollmentsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'enrollments', companyId],
    queryFn: ({ signal }): Promise<Enrollment[]> =>
      allRows(() =>
        supabase()
          .from('employee_fringe_plans')
          .select('id, employee_id, plan_id, from_date, to_date')
          .eq('company_id', companyId)
          .order('from_date')
          .order('id')
          .abortSignal(signal),
      ),
  });

interface CoveringPlan {
  plan_id: string;
  name: string;
  kind: PlanKind;
  credit: number;
}

/** One person in one class: its fringe, and how it is met. */
export interface Coverage {
  project_id: string;
  project_name: string;
  regime: string;
  top_up: boolean;
  classification_id: string;
  class_name: string;
  class_name_es: string;
  employee_id: string;
  first_name: string;
  last_name: string;
  level: string | null;
  fringe: number;
  credit: number;
  plans: CoveringPlan[];
  cash: number;
  cash_rule: 'given' | 'rest' | 'none';
  open: number;
  training: boolean;
}

export const coverageQuery = (companyId: string, date: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'coverage', companyId, date],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('fringe_coverage', { work_date_param: date }).abortSignal(signal),
      )) as unknown as Coverage[],
  });

export interface WorkedYear {
  employee_id: string;
  first_name: string;
  last_name: string;
  in_plan: boolean;
  first_date: IsoDate;
  last_date: IsoDate;
  public_hours: number;
  private_hours: number;
  days: number;
  yearly_hours: number;
}

export const workedYearsQuery = (companyId: string, planId: string | null) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'worked-years', companyId, planId],
    queryFn: ({ signal }): Promise<WorkedYear[]> =>
      allRows(() =>
        supabase()
          .rpc('fringe_hours', planId ? { plan_id_param: planId } : {})
          .abortSignal(signal),
      ),
  });
