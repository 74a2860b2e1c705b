import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export const GROUPINGS = [
  'employee',
  'project',
  'cost_code',
  'equipment',
  'classification',
  'day',
  'week',
  'month',
] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface ReportRow {
  group_key: string | null;
  label: string | null;
  detail: string | null;
  seconds: number;
  entries: number;
  people: number;
  then_key: string | null;
  then_label: string | null;
  /** What the hours cost; null where it is not asked for. */
  cents: number | null;
}

export function reportQuery(from: string, to: string, grouping: Grouping, thenBy: Grouping | null) {
  return queryOptions({
    queryKey: [queryKeys.reports, from, to, grouping, thenBy],
    queryFn: async ({ signal }): Promise<Omit<ReportRow, 'cents'>[]> =>
      allRows(() =>
        supabase()
          .rpc('hours_report', {
            start_date_param: from,
            end_date_param: to,
            group_by_param: grouping,
            then_by_param: thenBy,
          })
          .abortSignal(signal),
      ),
  });
}

export interface CostRow {
  group_key: string | null;
  label: string | null;
  detail: string | null;
  then_key: string | null;
  then_label: string | null;
  total_cents: number;
  /** Minutes of people without a rate: their cost is not known. */
  unrated_minutes: number;
}

/** Managers and owners only; lines of pay know no equipment. */
export function costQuery(from: string, to: string, grouping: Grouping, thenBy: Grouping | null) {
  return queryOptions({
    queryKey: [queryKeys.reports, 'cost', from, to, grouping, thenBy],
    queryFn: async ({ signal }): Promise<CostRow[]> =>
      unwrap(
        await supabase()
          .rpc('labor_cost_report', {
            start_date_param: from,
            end_date_param: to,
            group_by_param: grouping,
            then_by_param: thenBy,
          })
          .abortSignal(signal),
      ),
  });
}
