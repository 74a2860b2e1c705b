import { queryOptions } from '@tanstack/react-query';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { unwrap } from '@/lib/errors';
import type { DateFormat, TimeFormat } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { noteServerTime } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import type { Theme } from '@/lib/theme';
import type { WeekDay } from '@/lib/time';

export type Role = 'owner' | 'manager' | 'foreman' | 'employee';

export interface ViewerProfile {
  id: string;
  first_name: string | null;
  last_name: string | null;
  role: Role | null;
  phone: string | null;
  job_title: string | null;
  avatar_path: string | null;
  language: string | null;
}

export interface ViewerEmployee {
  id: string;
  company_id: string;
  first_name: string;
  last_name: string;
  role: Role;
}

export interface ViewerCompany {
  id: string;
  name: string;
  time_zone: string;
  week_start: WeekDay;
  pay_period_kind: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly';
  pay_period_anchor: string;
  cost_code_required: boolean;
  team_visible: boolean;
  own_rate_visible: boolean;
  edit_reason_required: boolean;
  capture_location: boolean;
}

export interface ViewerPreferences {
  time_zone: string | null;
  date_format: DateFormat;
  time_format: TimeFormat;
  week_start: WeekDay | null;
  auto_start_timer: boolean;
  theme: Theme;
  language: string | null;
  current_project_id: string | null;
  notify_project_updates: boolean;
  notify_time_reminders: boolean;
  notify_team_activity: boolean;
  notify_email_digests: boolean;
}

/** Everything the shell needs to know about who is looking, in one call. */
export interface Viewer {
  profile: ViewerProfile | null;
  employee: ViewerEmployee | null;
  company: ViewerCompany | null;
  preferences: ViewerPreferences | null;
  running_entry: RunningEntry | null;
  server_time: string;
}

export function viewerQuery(userId: string) {
  return queryOptions({
    queryKey: [queryKeys.viewer, userId],
    queryFn: async ({ signal }): Promise<Viewer> => {
      const sentAt = Date.now();
      const viewer = unwrap(await supabase().rpc('viewer').abortSignal(signal)) as Viewer;
      noteServerTime(viewer.server_time, sentAt, Date.now());
      return viewer;
    },
    staleTime: 60_000,
    // Another device may have started or stopped the clock.
    refetchOnWindowFocus: 'always',
  });
}
