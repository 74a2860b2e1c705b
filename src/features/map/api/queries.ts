import { queryOptions } from '@tanstack/react-query';
import type { PunchPlace } from '@/entities/geofence/punch-place';
import { allRows } from '@/lib/all-pages';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** Others' clocks are not ours to hear of live in every role, so the list is asked for anew. */
const ROLL_CALL_POLL = 30_000;

export interface OnSite {
  employee_id: string;
  first_name: string;
  last_name: string;
  job_title: string | null;
  phone: string | null;
  project_id: string | null;
  project_name: string | null;
  time_entry_id: string;
  since: string;
  status: 'in' | 'break';
  inside: boolean | null;
  edge_m: number | null;
  /** Only where the person allows it. */
  emergency_name: string | null;
  emergency_phone: string | null;
}

/** Who is on the clock at which site, from punches. */
export function onSiteQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.team, 'on-site', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('on_site_now').abortSignal(signal),
      )) as unknown as OnSite[],
    refetchInterval: ROLL_CALL_POLL,
  });
}

export interface VisitorOnSite {
  id: string;
  project_id: string;
  project_name: string;
  kind: 'visitor' | 'subcontractor';
  name: string;
  company_name: string | null;
  trade: string | null;
  phone: string | null;
  headcount: number;
  since: string;
}

/** Who signed in at which site without being on the clock; stored for when there is no signal, as the clocks are. */
export function visitorsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.team, 'visitors', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('site_visits_now').abortSignal(signal),
      )) as unknown as VisitorOnSite[],
    refetchInterval: ROLL_CALL_POLL,
  });
}

/** Where the projects are that one may see. */
export function addressesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.projects, 'addresses', companyId],
    queryFn: async ({ signal }) =>
      allRows(() =>
        supabase()
          .from('projects')
          .select('id, address')
          .eq('company_id', companyId)
          .not('address', 'is', null)
          .order('id')
          .abortSignal(signal),
      ),
    enabled: companyId !== '',
  });
}

export interface Punch extends PunchPlace {
  employee_id: string;
  project_id: string | null;
}

/** A punch with the names people read. */
export type NamedPunch = Punch & { name: string; project: string };

export interface Look {
  employeeId: string | null;
  day: IsoDate;
  purpose: string;
}

/** Where people punched. Every call is a look that the people see, so it is never repeated by itself. */
export function punchesQuery(look: Look | null) {
  return queryOptions({
    queryKey: [queryKeys.places, look],
    queryFn: async () =>
      (await allRows(() =>
        supabase().rpc('punch_locations_for', {
          employee_id_param: (look?.employeeId ?? null) as string,
          start_date_param: look?.day ?? '',
          end_date_param: look?.day ?? '',
          purpose_param: look?.purpose ?? '',
        }),
      )) as unknown as Punch[],
    enabled: look !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}
