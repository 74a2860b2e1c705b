import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

interface Named {
  employee_id: string;
  first_name: string;
  last_name: string;
}

export interface OnTheClock extends Named {
  clock_in: string;
  project_name: string | null;
  on_break: boolean;
}

export interface Activity extends Named {
  entry_id: string;
  kind: 'in' | 'out' | 'break';
  at: string;
  seconds: number | null;
  project_name: string | null;
  cost_code: string | null;
  cost_code_name: string | null;
}

export interface TopProject {
  id: string;
  name: string;
  client: string | null;
  color: string | null;
  percent_complete: number;
  seconds: number;
}

export interface Needs {
  long_running: (Named & { entry_id: string; clock_in: string })[];
  missing_rates: Named[];
  disputes: (Named & { start_date: string; end_date: string; note: string })[];
  /** Open items of Verification. */
  verifications: number;
  unapproved_seconds: number;
  period_start: string;
  period_end: string;
}

export interface FirstSteps {
  project: boolean;
  cost_codes: boolean;
  people: boolean;
  time: boolean;
}

export interface Dashboard {
  as_of: string;
  today: string;
  week_begin: string;
  manages: boolean;
  /** Not in answers that were stored before there was any. */
  has_extra_work?: boolean;
  hours: {
    today_seconds: number;
    /** Up to the same time of day. */
    yesterday_by_now_seconds: number;
    week_seconds: number;
    /** Up to the same day and time. */
    last_week_seconds: number;
    /** Seven, from the first day of the week. */
    days: { date: string; seconds: number }[];
  };
  active_projects: number;
  active_projects_change: number;
  team_members: number;
  team_members_change: number;
  /** Clocks that run for the hours above. */
  counting: number;
  /** Of the company or, for whoever does not manage, of those whom My Team shows. */
  on_the_clock: OnTheClock[];
  recent_activity: Activity[];
  top_projects: TopProject[];
  top_projects_since: string;
  /** Managers and owners only, as are the first steps. */
  needs: Needs | null;
  first_steps: FirstSteps | null;
}

export function dashboardQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.dashboard, employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('dashboard').abortSignal(signal)) as unknown as Dashboard,
    refetchInterval: 60_000,
  });
}

/** Punches outside their sites that nobody has looked at. */
export function offSiteQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.verification, 'off-site', companyId],
    queryFn: async ({ signal }) => {
      const { count, error } = await supabase()
        .from('verifications')
        .select('id', { count: 'exact', head: true })
        .eq('company_id', companyId)
        .eq('status', 'open')
        .eq('kind', 'off_site_punch')
        .abortSignal(signal);
      if (error) throw error;
      return count ?? 0;
    },
    enabled: companyId !== '',
  });
}
