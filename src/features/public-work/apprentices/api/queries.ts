import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type Program = Narrowed<
  Row<'apprenticeship_programs'>,
  { registered_with: 'OA' | 'SAA'; fringe_rule: 'program' | 'full' }
>;

export type Step = Row<'apprenticeships'>;

export const programsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'programs', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('apprenticeship_programs')
          .select('*')
          .eq('company_id', companyId)
          .order('name')
          .order('occupation')
          .order('id')
          .abortSignal(signal),
      )) as Program[],
  });

export const stepsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'steps', companyId],
    queryFn: ({ signal }): Promise<Step[]> =>
      allRows(() =>
        supabase()
          .from('apprenticeships')
          .select('*')
          .eq('company_id', companyId)
          .order('from_date')
          .order('id')
          .abortSignal(signal),
      ),
  });

/** The crafts of all public projects, to see which ones a program covers. */
export const craftsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'crafts', companyId],
    queryFn: async ({ signal }) => {
      const classes = unwrap(await supabase().rpc('project_classifications').abortSignal(signal));
      return [...new Set(classes.map(({ craft }) => craft))].sort();
    },
  });

/** Projects with a contract: the sites where a ratio counts. */
export const publicProjectsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'public-projects', companyId],
    queryFn: async ({ signal }) =>
      (
        await allRows(() =>
          supabase()
            .from('public_contracts')
            .select('project_id')
            .eq('company_id', companyId)
            .order('id')
            .abortSignal(signal),
        )
      ).map(({ project_id }) => project_id),
  });

export interface ApprenticeThere {
  employee_id: string;
  name: string;
  first_punch: string;
  level: string;
  percent: number;
  over: boolean;
}

/** One craft of one program on a site and day. */
export interface RatioDay {
  work_date: IsoDate;
  craft: string;
  program_id: string;
  program_name: string;
  ratio_apprentices: number;
  ratio_journeyworkers: number;
  journeyworkers: number;
  apprentices: number;
  allowed: number;
  over_count: number;
  people: ApprenticeThere[];
}

export const ratioQuery = (projectId: string, start: IsoDate, end: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'ratio', projectId, start, end],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .rpc('apprentice_ratio', {
            project_id_param: projectId,
            start_date_param: start,
            end_date_param: end,
          })
          .abortSignal(signal),
      )) as unknown as RatioDay[],
  });
