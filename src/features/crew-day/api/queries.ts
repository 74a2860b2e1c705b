import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

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
