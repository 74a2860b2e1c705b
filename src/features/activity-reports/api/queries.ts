import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { asked } from '@/features/activity-reports/definition';
import type { Answer } from '@/features/activity-reports/pivot';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export function activityReportQuery(definition: ReturnType<typeof asked>) {
  return queryOptions({
    queryKey: [queryKeys.reports, 'activity', definition],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('activity_report_table', { definition_param: asJson(definition) })
          .abortSignal(signal),
      ) as unknown as Answer[],
    // What was shown stays while the next answer is on its way.
    placeholderData: keepPreviousData,
  });
}

export type SavedReport = Pick<
  Row<'saved_reports'>,
  'id' | 'name' | 'definition' | 'shared' | 'schedule' | 'recipients' | 'created_by'
>;

export function savedReportsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.reports, 'saved', companyId],
    queryFn: async ({ signal }): Promise<SavedReport[]> =>
      unwrap(
        await supabase()
          .from('saved_reports')
          .select('id, name, definition, shared, schedule, recipients, created_by')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ),
  });
}
