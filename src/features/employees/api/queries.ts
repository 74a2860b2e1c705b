import { queryOptions } from '@tanstack/react-query';
import type { TeamMember } from '@/entities/employee/team-query';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import type { Role } from '@/entities/viewer/viewer';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';

export type ClockStatus = TeamMember['status'];

const COLUMNS =
  'id, user_id, first_name, last_name, email, phone, job_title, language, role, active, employee_number, own_time_add, own_time_edit, own_time_delete, join_asked_at, company_role_id, custom';

export type Employee = Narrowed<
  Pick<
    Row<'employees'>,
    | 'id'
    | 'user_id'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'phone'
    | 'job_title'
    | 'language'
    | 'role'
    | 'active'
    | 'employee_number'
    | 'own_time_add'
    | 'own_time_edit'
    | 'own_time_delete'
    | 'join_asked_at'
    | 'company_role_id'
    | 'custom'
  >,
  { role: Role }
> & {
  status: ClockStatus;
  projectId: string | null;
  projectName: string | null;
  rate: number | null;
  minutesThisWeek: number;
  lastSeen: string | null;
  invitation: 'open' | 'expired' | null;
};

async function fetchEmployees(companyId: string, signal: AbortSignal): Promise<Employee[]> {
  const [people, overview] = await Promise.all([
    allRows(() =>
      supabase()
        .from('employees')
        .select(COLUMNS)
        .eq('company_id', companyId)
        .order('last_name')
        .order('first_name')
        .order('id')
        .abortSignal(signal),
    ),
    allRows(() => supabase().rpc('employee_overview').order('employee_id').abortSignal(signal)),
  ]);
  const byId = new Map(overview.map((row) => [row.employee_id, row]));
  return people.map((person) => {
    const seen = byId.get(person.id);
    return {
      ...person,
      role: person.role as Role,
      status: (seen?.status ?? 'out') as ClockStatus,
      projectId: seen?.project_id ?? null,
      projectName: seen?.project_name ?? null,
      rate: seen?.hourly_rate ?? null,
      minutesThisWeek: seen?.minutes_this_week ?? 0,
      lastSeen: seen?.last_seen ?? null,
      invitation: (seen?.invitation ?? null) as Employee['invitation'],
    };
  });
}

/** Has an account and waits for an invitation. */
export const asksToJoin = ({ user_id, join_asked_at, invitation, active }: Employee): boolean =>
  active && user_id === null && join_asked_at !== null && invitation !== 'open';

/** Everyone in the company with what managers need to see. Refreshed by changes of time. */
export function employeesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.team, queryKeys.employees, companyId],
    queryFn: ({ signal }) => fetchEmployees(companyId, signal),
  });
}

export type Rate = Pick<
  Row<'employee_rates'>,
  'id' | 'hourly_rate' | 'effective_from' | 'project_id' | 'cost_code_id'
>;

export function ratesQuery(companyId: string, employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.employees, 'rates', companyId, employeeId],
    queryFn: async ({ signal }): Promise<Rate[]> =>
      unwrap(
        await supabase()
          .from('employee_rates')
          .select('id, hourly_rate, effective_from, project_id, cost_code_id')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .order('effective_from', { ascending: false })
          .abortSignal(signal),
      ),
  });
}

/** Rates of everybody whose rates the caller reads, the newest first. */
export function allRatesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.employees, 'rates', companyId],
    queryFn: async ({ signal }): Promise<(Rate & { employee_id: string })[]> =>
      allRows(() =>
        supabase()
          .from('employee_rates')
          .select('id, employee_id, hourly_rate, effective_from, project_id, cost_code_id')
          .eq('company_id', companyId)
          .order('effective_from', { ascending: false })
          .order('id')
          .abortSignal(signal),
      ),
  });
}

export function memberProjectsQuery(companyId: string, employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.employees, 'projects', companyId, employeeId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const rows = unwrap(
        await supabase()
          .from('project_members')
          .select('project_id')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .abortSignal(signal),
      );
      return rows.map(({ project_id }) => project_id);
    },
  });
}

const RECENT_ENTRIES = 20;
const RECENT_DAYS = 366;

/** The person's last entries, newest first, with their time as every screen counts it. */
export function recentTimeQuery(companyId: string, employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'recent', companyId, employeeId],
    queryFn: async ({ signal }): Promise<TimeEntry[]> => {
      const page = unwrap(
        await supabase()
          .rpc('list_time_entries', {
            start_param: new Date(serverNow() - RECENT_DAYS * 86_400_000).toISOString(),
            end_param: new Date(serverNow() + 86_400_000).toISOString(),
            employee_id_param: employeeId,
            limit_param: RECENT_ENTRIES,
          })
          .abortSignal(signal),
      ) as unknown as { entries: TimeEntry[] };
      return page.entries;
    },
  });
}

export interface HistoryEvent {
  occurred_at: string;
  action: 'created' | 'updated' | 'deleted';
  entity: 'employees' | 'employee_rates' | 'employee_invitations';
  actor_name: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export function employeeHistoryQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.audit, 'employee', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('employee_history', { employee_id_param: employeeId })
          .abortSignal(signal),
      ) as HistoryEvent[],
    staleTime: 0,
  });
}

export interface RateEffect {
  start_date: string;
  end_date: string;
  locked: boolean;
  difference_cents: number;
}

/** What a rate from a past day on would change, pay period by pay period. */
export function rateEffectQuery(rate: {
  employeeId: string;
  hourlyRate: number;
  effectiveFrom: string;
  projectId: string | null;
  costCodeId: string | null;
}) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'rate-effect', rate],
    queryFn: async ({ signal }): Promise<RateEffect[]> =>
      unwrap(
        await supabase()
          .rpc('rate_change_preview', {
            employee_id_param: rate.employeeId,
            hourly_rate_param: rate.hourlyRate,
            effective_from_param: rate.effectiveFrom,
            project_id_param: rate.projectId,
            cost_code_id_param: rate.costCodeId,
          })
          .abortSignal(signal),
      ),
  });
}
