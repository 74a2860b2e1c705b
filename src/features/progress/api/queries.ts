import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

/** A cost code of a project with its quantities before and in a period. */
export interface CodeProgress {
  cost_code_id: string;
  code: string;
  name: string;
  code_group: string | null;
  unit: string | null;
  budget_quantity: number | null;
  previous_quantity: number;
  quantity: number;
  cumulative_quantity: number;
  unapproved_quantity: number;
  percent_complete: number | null;
  /** Null for employees. */
  actual_hours: number | null;
  earned_hours: number | null;
  productivity_factor: number | null;
  usual_quantity: number | null;
  last_quantity: number | null;
  last_date: string | null;
  /** Steps of a code counted in percent, in their order. */
  milestones: string | null;
}

export function progressReportQuery(projectId: string, { start, end }: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.budgets, 'progress', projectId, start, end],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .rpc('progress_report', {
            project_id_param: projectId,
            start_date_param: start,
            end_date_param: end,
          })
          .abortSignal(signal),
      )) as CodeProgress[],
  });
}

export type Quantity = Narrowed<
  Pick<
    Row<'quantities'>,
    'id' | 'cost_code_id' | 'work_date' | 'quantity' | 'area' | 'note' | 'status'
  >,
  { status: 'entered' | 'approved' }
> & { photos: { id: string }[] };

/** The latest entries of a project. */
export function quantitiesQuery(companyId: string, projectId: string) {
  return rowsQuery<Quantity[]>([queryKeys.budgets, 'quantities', companyId, projectId], () =>
    supabase()
      .from('quantities')
      .select('id, cost_code_id, work_date, quantity, area, note, status, photos(id)')
      .not('photos.uploaded_at', 'is', null)
      .is('photos.deleted_at', null)
      .eq('company_id', companyId)
      .eq('project_id', projectId)
      .order('work_date', { ascending: false })
      .order('created_at', { ascending: false })
      .limit(50),
  );
}
