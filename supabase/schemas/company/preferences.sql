create table public.preferences (
  user_id uuid not null,
  company_id uuid,
  notify_project_updates boolean default true not null,
  notify_time_reminders boolean default true not null,
  notify_team_activity boolean default false not null,
  notify_email_digests boolean default false not null,
  time_zone text,
  date_format text default 'MM/DD/YYYY' not null,
  time_format text default '12h' not null,
  week_start smallint,
  auto_start_timer boolean default false not null,
  theme text default 'system' not null,
  language text,
  current_project_id uuid,
  extra jsonb default '{}'::jsonb not null,
  updated_at timestamptz default now() not null,
  chosen_switches text[] default '{}'::text[] not null,
  constraint preferences_pkey primary key (user_id),
  constraint preferences_date_format_known check (date_format in ('MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD')),
  constraint preferences_extra_is_small check (jsonb_typeof(extra) = 'object' and pg_column_size(extra) < 8192),
  constraint preferences_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint preferences_theme_known check (theme in ('system', 'light', 'dark')),
  constraint preferences_time_format_known check (time_format in ('12h', '24h')),
  constraint preferences_time_zone_length check (char_length(time_zone) <= 64),
  constraint preferences_week_start_is_a_day check (week_start >= 0 and week_start <= 6),
  constraint preferences_company_id_fkey foreign key (company_id) references public.companies(id) on delete set null,
  constraint preferences_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.preferences');
create index preferences_company on public.preferences (company_id);
comment on table public.preferences is 'Per account: notifications, formats, auto start.';
comment on column public.preferences.time_zone is 'Zone in which this person reads times; null is the company''s.';
comment on column public.preferences.week_start is 'First day of the week on this person''s screens; null is the company''s. Never a pay rule.';
comment on column public.preferences.chosen_switches is 'Which of the four switches (project_updates, time_reminders, team_activity, email_digests) the person has touched; those decide over the company''s defaults.';
comment on column public.preferences.current_project_id is 'The project chosen in the shell; preset in every timer.';
alter table public.preferences enable row level security;
grant select on table public.preferences to authenticated;
grant insert (user_id, notify_project_updates, notify_time_reminders, notify_team_activity, notify_email_digests, time_zone, date_format, time_format, week_start, auto_start_timer, theme, language, current_project_id, extra) on public.preferences to authenticated;
grant update (user_id, notify_project_updates, notify_time_reminders, notify_team_activity, notify_email_digests, time_zone, date_format, time_format, week_start, auto_start_timer, theme, language, current_project_id, extra) on public.preferences to authenticated;

create policy "People change their own preferences" on public.preferences
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_passed_second_factor()))
  with check (user_id = (select auth.uid()));

create policy "People insert their own preferences" on public.preferences
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.has_passed_second_factor()));

create policy "People read their own preferences" on public.preferences
  for select to authenticated
  using (user_id = (select auth.uid()));

create or replace trigger touch_updated_at before update on public.preferences
  for each row execute function private.touch_updated_at();

create or replace trigger remember_switches before insert or update on public.preferences
  for each row execute function private.remember_switches();

create or replace function private.remember_switches() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- What a new account has, before anybody touched it.
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old)
    else '{"notify_project_updates": true, "notify_time_reminders": true, "notify_team_activity": false, "notify_email_digests": false}' end;
begin
  new.chosen_switches := array(
    select s from unnest(array['project_updates', 'time_reminders', 'team_activity', 'email_digests']) s
    where s = any (new.chosen_switches) or before -> ('notify_' || s) <> to_jsonb(new) -> ('notify_' || s));
  return new;
end $$;
comment on function private.remember_switches() is 'Notes which switches of notifications a person has ever changed.';
