import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { addDays } from '@/lib/time';

export type DayReport = Narrowed<
  Pick<Row<'field_reports'>, 'project_id' | 'status'>,
  { status: 'draft' | 'submitted' | 'reviewed' | 'locked' }
>;

/** The field reports of a day, of the projects one sees. */
export const dayReportsQuery = (companyId: string, day: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.fieldReports, 'of-day', companyId, day],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('field_reports')
          .select('project_id, status')
          .eq('company_id', companyId)
          .eq('report_date', day)
          .abortSignal(signal),
      ) as DayReport[],
  });

/** Of each quantity of a day, its project and cost code. */
export const dayQuantitiesQuery = (companyId: string, day: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.budgets, 'quantities-of-day', companyId, day],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('quantities')
          .select('project_id, cost_code_id')
          .eq('company_id', companyId)
          .eq('work_date', day)
          .abortSignal(signal),
      ),
  });

/** How far back a foreman is reminded of who did not sign out. */
const DAYS_BACK = 6;

/** Who is on site without being on the clock, and who left this week without signing out. */
export function unresolvedVisitsQuery(companyId: string, day: IsoDate) {
  return queryOptions({
    queryKey: [queryKeys.siteSignIn, 'to-look-at', companyId, day],
    queryFn: ({ signal }) =>
      allRows(() =>
        supabase()
          .from('site_visits')
          .select('id, project_id, how_out, headcount')
          .eq('company_id', companyId)
          .gte('work_date', addDays(day, -DAYS_BACK))
          .is('signed_out_at', null)
          .order('id')
          .abortSignal(signal),
      ),
    refetchInterval: 60_000,
  });
}
