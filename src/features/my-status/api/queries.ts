import { queryOptions } from '@tanstack/react-query';
import type { PunchPlace } from '@/entities/geofence/punch-place';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

const WHILE_RUNNING = 60_000;

export interface WeekSummary {
  week_start: string;
  week_end: string;
  regular_minutes: number;
  overtime_minutes: number;
  double_time_minutes: number;
  worked_minutes: number;
  weekly_after: number | null;
  running: boolean;
}

/** The caller's workweek by the payroll engine, what runs counted up to now. */
export function weekSummaryQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'week-summary', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('week_summary').abortSignal(signal).single()) as WeekSummary,
    refetchInterval: (query) => (query.state.data?.running ? WHILE_RUNNING : false),
  });
}

/** Where the caller punched last. */
export function ownPlacesQuery(companyId: string, employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'own-places', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('punch_locations')
          .select(
            'id, moment, punched_at, latitude, longitude, accuracy_m, fix_age_s, inside, edge_m',
          )
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .order('punched_at', { ascending: false })
          .limit(5)
          .abortSignal(signal),
      ) as PunchPlace[],
  });
}

export interface LocationView {
  id: string;
  viewer_name: string;
  viewer_role: 'owner' | 'manager' | 'foreman' | 'employee';
  viewed_at: string;
  purpose: string;
  start_date: string;
  end_date: string;
}

/** Who looked at the caller's locations, when and why. */
export function locationViewsQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.locationViews, employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('my_location_views').abortSignal(signal)) as LocationView[],
  });
}

/** Who read the caller's last four digits, when and what for. */
export function identityViewsQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'my-identity-views', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('my_identity_views').abortSignal(signal)),
  });
}

export interface ExplainedLine {
  work_date: string;
  pay_code: string;
  minutes: number;
  /** Null where the company hides pay from people. */
  total_cents: number | null;
  /** Of public work: the class of the determination. */
  classification_id?: string | null;
}

/** The caller's own pay lines of a period. */
export function hoursQuery(employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'my-hours', employeeId, range],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('payroll_explanation', {
            employee_id_param: employeeId,
            start_date_param: range.start,
            end_date_param: range.end,
          })
          .abortSignal(signal),
      ) as ExplainedLine[],
  });
}

/** A row of the caller on a certified payroll; what is not there is hidden by the company. */
export interface OwnReportRow {
  classification: string | null;
  kind: 'J' | 'RA';
  level: string | null;
  days: readonly { date: string; st: string; ot: string; dt: string }[];
  total: string;
  total_ot: string;
  total_dt: string;
  rate_st?: string | null;
  rate_ot?: string | null;
  cash_in_lieu?: string;
  fringe_credit?: string;
  gross_project?: string | null;
  gross_all?: string | null;
  deductions?: { total: string | null } | null;
  net?: string | null;
}

export interface OwnReport {
  certified_payroll_id: string;
  project_name: string;
  week_end: string;
  number: number;
  revision: number;
  newest: boolean;
  signed_name: string;
  signed_title: string;
  signed_at: string;
  own_rows: OwnReportRow[];
}

/** The signed reports that contain the caller, with the caller's own rows alone. */
export function ownReportsQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'own', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase().rpc('my_certified_payrolls').abortSignal(signal),
      ) as unknown as OwnReport[],
  });
}
