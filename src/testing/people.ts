import type { Session } from '@supabase/auth-js';
import type { Role, Viewer, ViewerAnswer } from '@/entities/viewer/viewer';

export const COMPANY_ID = '00000000-0000-7000-8000-000000000001';
export const EMPLOYEE_ID = '00000000-0000-7000-8000-000000000002';
const USER_ID = '00000000-0000-4000-8000-000000000003';
const LONG_AGO = '2026-01-05T12:00:00Z';
/** 2100: no test lasts until its session has to be renewed. */
const FAR_AWAY = 4_102_444_800;

/** Maria Reyes of Reyes Concrete in New York, in the role given. */
export function viewerIn(role: Role, changes: Partial<ViewerAnswer> = {}): ViewerAnswer {
  return {
    profile: {
      id: USER_ID,
      company_id: COMPANY_ID,
      first_name: 'Maria',
      last_name: 'Reyes',
      role,
      avatar_path: null,
      job_title: null,
      language: null,
      phone: null,
      created_at: LONG_AGO,
      updated_at: LONG_AGO,
    },
    employee: {
      id: EMPLOYEE_ID,
      company_id: COMPANY_ID,
      user_id: USER_ID,
      first_name: 'Maria',
      last_name: 'Reyes',
      role,
      active: true,
      email: 'maria@example.com',
      employee_number: '000001',
      language: 'en',
      external_ids: {},
      job_title: null,
      phone: null,
      deactivated_at: null,
      created_at: LONG_AGO,
      updated_at: LONG_AGO,
    } as Viewer['employee'],
    company: {
      id: COMPANY_ID,
      name: 'Reyes Concrete',
      time_zone: 'America/New_York',
      week_start: 0,
      pay_period_kind: 'weekly',
      pay_period_anchor: '2026-01-04',
      capture_location: false,
      cost_code_required: false,
      edit_reason_required: false,
      own_rate_visible: true,
      team_visible: true,
      auto_meal_after_minutes: null,
      auto_meal_minutes: null,
      rounding_minutes: null,
      settings: {},
      created_at: LONG_AGO,
      updated_at: LONG_AGO,
    } as Viewer['company'],
    preferences: {
      user_id: USER_ID,
      company_id: COMPANY_ID,
      auto_start_timer: false,
      current_project_id: null,
      date_format: 'MM/DD/YYYY',
      time_format: '12h',
      time_zone: null,
      week_start: null,
      language: null,
      theme: 'light',
      extra: {},
      notify_email_digests: true,
      notify_project_updates: true,
      notify_team_activity: true,
      notify_time_reminders: true,
      updated_at: LONG_AGO,
    } as Viewer['preferences'],
    deactivated: false,
    running_entry: null,
    invitations: [],
    server_time: new Date().toISOString(),
    ...changes,
  };
}

/** `company`: the one its token is for, if it names one. */
export function session(userId = USER_ID, company?: string): Session {
  const user = {
    id: userId,
    email: 'maria@example.com',
    aud: 'authenticated',
    role: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: LONG_AGO,
  };
  const claims = {
    sub: userId,
    exp: FAR_AWAY,
    aal: 'aal1',
    role: 'authenticated',
    ...(company && { company_id: company }),
  };
  return {
    access_token: ['{"alg":"HS256"}', JSON.stringify(claims), 'x'].map(base64url).join('.'),
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: FAR_AWAY,
    user,
  };
}

const base64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
