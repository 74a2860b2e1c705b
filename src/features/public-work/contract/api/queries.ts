import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export const REGIMES = ['federal', 'ca', 'ny', 'wa', 'other'] as const;
export const CWHSSA = ['applies', 'does_not', 'unknown'] as const;

export type Contract = Narrowed<
  Row<'public_contracts'>,
  {
    regime: (typeof REGIMES)[number];
    cwhssa: (typeof CWHSSA)[number];
    contractor_role: 'prime' | 'sub';
    external_ids: Record<string, string>;
  }
>;

export function contractsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'contracts', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('public_contracts')
          .select('*')
          .eq('company_id', companyId)
          .order('id')
          .abortSignal(signal),
      )) as Contract[],
  });
}

/** The codes of public_work_checklist(), in the order in which one fixes them. */
export const CHECKS = [
  'contract_missing',
  'contract_number_missing',
  'prime_missing',
  'location_missing',
  'agency_missing',
  'determination_missing',
  'classes_missing',
  'class_ended',
  'time_without_class',
  'phases_without_contract',
  'cwhssa_unknown',
  'portal_id_missing',
  'week_differs',
  'modification_missing',
  'determination_later',
  'class_dropped',
  'people_without_class',
  'identity_missing',
] as const;

export interface Check {
  project_id: string;
  code: (typeof CHECKS)[number];
  severity: 'error' | 'warning';
  subject: string | null;
  names: string[] | null;
  quantity: number | null;
  first_date: string | null;
}

/** What public projects lack before their first certified week: of one, or of all. */
export function checklistQuery(companyId: string, projectId: string | null) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'checklist', companyId, projectId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .rpc('public_work_checklist', projectId ? { project_id_param: projectId } : {})
          .abortSignal(signal),
      )) as Check[],
  });
}

export type WorkClass = Pick<
  Row<'work_classifications'>,
  | 'id'
  | 'determination_id'
  | 'code'
  | 'name'
  | 'name_es'
  | 'craft'
  | 'base_rate'
  | 'fringe_rate'
  | 'zone_add'
  | 'overtime'
  | 'ends_on'
>;

export type Determination = Pick<
  Row<'wage_determinations'>,
  'id' | 'number' | 'modification' | 'published_on' | 'effective_from'
> & { classes: WorkClass[] };

/** With their classes; the newest first. */
export function determinationsQuery(companyId: string, projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'determinations', companyId, projectId],
    queryFn: async ({ signal }): Promise<Determination[]> => {
      const determinations = await allRows(() =>
        supabase()
          .from('wage_determinations')
          .select('id, number, modification, published_on, effective_from')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('number')
          .order('effective_from', { ascending: false })
          .abortSignal(signal),
      );
      // Apart from them: a text of a state has more classes than one answer has rows.
      const classes = await allRows(() =>
        supabase()
          .from('work_classifications')
          .select(
            'id, determination_id, code, name, name_es, craft, base_rate, fringe_rate, zone_add, overtime, ends_on, wage_determinations!inner(project_id)',
          )
          .eq('company_id', companyId)
          .eq('wage_determinations.project_id', projectId)
          .order('name')
          .order('id')
          .abortSignal(signal),
      );
      return determinations.map((determination) => ({
        ...determination,
        classes: classes
          .filter(({ determination_id }) => determination_id === determination.id)
          .map(({ wage_determinations: _, ...row }) => row),
      }));
    },
  });
}

export type CodeClass = Pick<
  Row<'cost_code_classifications'>,
  'id' | 'cost_code_id' | 'classification_id'
>;

/** Which class a cost code of the project stands for. */
export function codeClassesQuery(companyId: string, projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'code-classes', companyId, projectId],
    queryFn: async ({ signal }): Promise<CodeClass[]> =>
      allRows(() =>
        supabase()
          .from('cost_code_classifications')
          .select('id, cost_code_id, classification_id')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('id')
          .abortSignal(signal),
      ),
  });
}

export type PersonClass = Pick<
  Row<'employee_classifications'>,
  'id' | 'employee_id' | 'classification_id' | 'from_date' | 'cash_in_lieu'
>;

/** Usual classes of people on the project, with cash in lieu; the newest first. */
export function personClassesQuery(companyId: string, projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'person-classes', companyId, projectId],
    queryFn: async ({ signal }): Promise<PersonClass[]> =>
      allRows(() =>
        supabase()
          .from('employee_classifications')
          .select('id, employee_id, classification_id, from_date, cash_in_lieu')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('from_date', { ascending: false })
          .order('id')
          .abortSignal(signal),
      ),
  });
}
