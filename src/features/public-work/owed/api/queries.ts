import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** What a person's week on a public project is short of, in cents. */
export interface OwedWeek {
  employee_id: string;
  first_name: string;
  last_name: string;
  project_id: string;
  project_name: string;
  week_end: string;
  classes: readonly string[] | null;
  minutes: number;
  due_cents: number;
  paid_cents: number;
  base_cents: number;
  fringe_cents: number;
  premium_cents: number;
  short_cents: number;
  locked: boolean;
}

export const owedKey = (week: Pick<OwedWeek, 'employee_id' | 'project_id' | 'week_end'>): string =>
  `${week.employee_id} ${week.project_id} ${week.week_end}`;

/** Who is short of what, in weeks that end in the range; null is every public project. */
export function owedWeeksQuery(companyId: string, range: DateRange, projectId: string | null) {
  return queryOptions({
    queryKey: [queryKeys.owed, 'public-work', companyId, range.start, range.end, projectId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .rpc('prevailing_wage_owed', {
            start_date_param: range.start,
            end_date_param: range.end,
            ...(projectId !== null && { project_id_param: projectId }),
          })
          .abortSignal(signal),
      )) as OwedWeek[],
    // Rates and determinations are changed on other screens.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export type Restitution = Row<'restitutions'>;

/** What was decided for weeks that end in the range, the newest first. */
export function restitutionsQuery(companyId: string, range: DateRange, projectId: string | null) {
  return queryOptions({
    queryKey: [queryKeys.owed, 'restitutions', companyId, range.start, range.end, projectId],
    queryFn: async ({ signal }): Promise<Restitution[]> =>
      allRows(() => {
        const all = supabase()
          .from('restitutions')
          .select('*')
          .eq('company_id', companyId)
          .gte('week_end', range.start)
          .lte('week_end', range.end)
          .order('created_at', { ascending: false })
          .order('id');
        return (projectId === null ? all : all.eq('project_id', projectId)).abortSignal(signal);
      }),
  });
}
