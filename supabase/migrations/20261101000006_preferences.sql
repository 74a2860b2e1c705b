-- How one person likes the app to behave. Made with the account, on every device the same.

create table public.preferences (
  user_id uuid primary key references auth.users (id) on delete cascade,
  company_id uuid references public.companies (id) on delete set null,
  notify_project_updates boolean not null default true,
  notify_time_reminders boolean not null default true,
  notify_team_activity boolean not null default false,
  notify_email_digests boolean not null default false,
  time_zone text constraint preferences_time_zone_length check (char_length(time_zone) <= 64),
  date_format text not null default 'MM/DD/YYYY' constraint preferences_date_format_known
    check (date_format in ('MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD')),
  time_format text not null default '12h' constraint preferences_time_format_known check (time_format in ('12h', '24h')),
  week_start smallint constraint preferences_week_start_is_a_day check (week_start between 0 and 6),
  auto_start_timer boolean not null default false,
  theme text not null default 'system' constraint preferences_theme_known check (theme in ('system', 'light', 'dark')),
  language text constraint preferences_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  current_project_id uuid,
  extra jsonb not null default '{}' constraint preferences_extra_is_small
    check (jsonb_typeof(extra) = 'object' and pg_column_size(extra) < 8192),
  updated_at timestamptz not null default now()
);
create index preferences_company on public.preferences (company_id);

comment on table public.preferences is 'Per account: notifications, formats, auto start.';
comment on column public.preferences.time_zone is 'Zone in which this person reads times; null is the company''s.';
comment on column public.preferences.week_start is 'First day of the week on this person''s screens; null is the company''s. Never a pay rule.';
comment on column public.preferences.current_project_id is 'The project chosen in the shell; preset in every timer.';

create trigger touch_updated_at before update on public.preferences
  for each row execute function private.touch_updated_at();

alter table public.preferences enable row level security;

create policy "People read their own preferences" on public.preferences
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People insert their own preferences" on public.preferences
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own preferences" on public.preferences
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select on public.preferences to authenticated;
grant insert (user_id, notify_project_updates, notify_time_reminders, notify_team_activity, notify_email_digests,
  time_zone, date_format, time_format, week_start, auto_start_timer, theme, language, current_project_id, extra)
  on public.preferences to authenticated;
grant update (user_id, notify_project_updates, notify_time_reminders, notify_team_activity, notify_email_digests,
  time_zone, date_format, time_format, week_start, auto_start_timer, theme, language, current_project_id, extra)
  on public.preferences to authenticated;
grant select, insert, update, delete on public.preferences to service_role;
