-- Screens, reports and mails read the totals, so that they all say the same.

create or replace function public.project_overview()
returns table (project_id uuid, team_size bigint, seconds bigint, entries bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
begin
  return query
    select p.id,
      (select count(*) from public.project_members m where m.company_id = p.company_id and m.project_id = p.id),
      coalesce(t.seconds, 0)::bigint, coalesce(t.entries, 0)::bigint
    from public.projects p
    left join (
      select w.project_id, sum(w.seconds) as seconds, sum(w.entries) as entries
        from private.work_ever w
       where w.company_id = me.company_id and (manages or w.employee_id = me.id) and w.project_id is not null
       group by w.project_id) t on t.project_id = p.id
    where p.company_id = me.company_id and (manages or p.id not in (select private.projects_closed_to_me()));
end $$;
comment on function public.project_overview() is 'Team size and hours of every project the caller may see; workers get their own hours.';

create or replace function public.project_details(project_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
  result jsonb;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (manages or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  with worked as (
    select w.employee_id, w.cost_code_id, sum(w.seconds) as seconds, sum(w.entries) as entries
      from private.work_ever w
     where w.company_id = me.company_id and (manages or w.employee_id = me.id) and w.project_id = project_id_param
     group by w.employee_id, w.cost_code_id
  ), latest as (
    select t.* from public.time_entries t
     where t.company_id = me.company_id and t.project_id = project_id_param and (manages or t.employee_id = me.id)
     order by t.clock_in desc limit 8)
  select jsonb_build_object(
    'seconds', (select coalesce(sum(w.seconds), 0)::bigint from worked w),
    'by_cost_code', (select coalesce(jsonb_agg(jsonb_build_object('id', g.cost_code_id, 'code', k.code, 'name', k.name, 'seconds', g.seconds) order by g.seconds desc), '[]')
      from (select w.cost_code_id, sum(w.seconds)::bigint as seconds from worked w group by w.cost_code_id having sum(w.entries) > 0) g
      left join public.cost_codes k on k.company_id = me.company_id and k.id = g.cost_code_id),
    'by_person', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name, 'seconds', g.seconds) order by g.seconds desc), '[]')
      from (select w.employee_id, sum(w.seconds)::bigint as seconds from worked w group by w.employee_id having sum(w.entries) > 0) g
      join public.employees e on e.company_id = me.company_id and e.id = g.employee_id),
    'recent', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'clock_in', r.clock_in, 'clock_out', r.clock_out, 'seconds', (select sum(w.seconds) from private.work_pieces w where w.company_id = r.company_id and w.entry_id = r.id)) order by r.clock_in desc), '[]')
      from latest r
      join public.employees e on e.company_id = me.company_id and e.id = r.employee_id))
    into result;
  return result;
end $$;
comment on function public.project_details(uuid) is 'Hours of a project by cost code and person, and its latest entries; workers get their own.';

create or replace function public.cost_code_usage()
returns table (cost_code_id uuid, minutes_this_month bigint, entries bigint, last_used date, project_ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  manages boolean := me.role in ('owner', 'manager');
  month_begin date;
begin
  select date_trunc('month', now() at time zone c.time_zone)::date into month_begin from public.companies c where c.id = me.company_id;
  return query
    select k.id, coalesce(month.minutes, 0), coalesce(ever.entries, 0),
      greatest((select w.work_date from public.work_totals w
        where w.company_id = k.company_id and w.cost_code_id = k.id and (manages or w.employee_id = me.id)
        order by w.work_date desc limit 1), running.work_date),
      array(select p.project_id from public.project_cost_codes p where p.company_id = k.company_id and p.cost_code_id = k.id)
    from public.cost_codes k
    left join (
      select w.cost_code_id, sum(w.seconds) / 60 as minutes from private.work_done w
       where w.company_id = me.company_id and w.work_date >= month_begin and (manages or w.employee_id = me.id)
       group by w.cost_code_id) month on month.cost_code_id = k.id
    left join (
      select w.cost_code_id, sum(w.entries)::bigint as entries from private.work_ever w
       where w.company_id = me.company_id and (manages or w.employee_id = me.id)
       group by w.cost_code_id) ever on ever.cost_code_id = k.id
    left join (
      select t.cost_code_id, max(t.work_date) as work_date from public.time_entries t
       where t.company_id = me.company_id and t.clock_out is null and (manages or t.employee_id = me.id)
       group by t.cost_code_id) running on running.cost_code_id = k.id
    where k.company_id = me.company_id;
end $$;
comment on function public.cost_code_usage() is 'How much each code of the company is used, of the time the caller may read, and the projects it is limited to.';

create or replace function public.employee_overview()
returns table (employee_id uuid, status text, since timestamptz, project_id uuid, project_name text, hourly_rate numeric,
  minutes_this_week bigint, last_seen timestamptz, has_account boolean, invitation text, invitation_expires_at timestamptz, avatar_path text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  today date;
  week_begin date;
begin
  select (now() at time zone c.time_zone)::date into today from public.companies c where c.id = me.company_id;
  select today - ((extract(dow from today)::integer - c.week_start + 7) % 7) into week_begin
    from public.companies c where c.id = me.company_id;
  return query
    select e.id,
      case when running.id is null then 'out' when pause.id is not null then 'break' else 'in' end,
      coalesce(pause.started_at, running.clock_in),
      running.project_id, p.name,
      (select r.hourly_rate from public.employee_rates r
        where r.company_id = e.company_id and r.employee_id = e.id and r.project_id is null and r.cost_code_id is null
          and r.effective_from <= today order by r.effective_from desc limit 1),
      coalesce(week.minutes, 0),
      (select greatest(t.clock_in, t.clock_out) from public.time_entries t
        where t.company_id = e.company_id and t.employee_id = e.id order by t.clock_in desc limit 1),
      e.user_id is not null,
      case when i.id is null then null when i.expires_at > now() then 'open' else 'expired' end,
      i.expires_at,
      pr.avatar_path
    from public.employees e
    left join public.time_entries running on running.company_id = e.company_id and running.employee_id = e.id and running.clock_out is null
    left join public.time_entry_breaks pause on pause.company_id = e.company_id and pause.time_entry_id = running.id and pause.ended_at is null
    left join public.projects p on p.company_id = e.company_id and p.id = running.project_id
    left join public.employee_invitations i on i.company_id = e.company_id and i.employee_id = e.id
      and i.accepted_at is null and i.withdrawn_at is null
    left join public.profiles pr on pr.id = e.user_id
    left join (
      select w.employee_id, sum(w.seconds) / 60 as minutes from private.work_done w
       where w.company_id = me.company_id and w.work_date >= week_begin group by w.employee_id) week on week.employee_id = e.id
    where e.company_id = me.company_id;
end $$;

create or replace function private.day_summary(company_id_param uuid, day_param date, zone_param text, moment_param timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with spans as (
    select w.employee_id, w.project_id, sum(w.seconds) as seconds
    from private.work_done w
    where w.company_id = company_id_param and w.work_date = day_param
    group by 1, 2
  ), people as (
    select btrim(e.first_name || ' ' || e.last_name) as person, sum(s.seconds) as seconds,
      string_agg(coalesce(p.name, '-') || ' ' || private.hours_text(s.seconds), ', ' order by s.seconds desc, p.name) as places
    from spans s
    join public.employees e on e.company_id = company_id_param and e.id = s.employee_id
    left join public.projects p on p.company_id = company_id_param and p.id = s.project_id
    group by e.id, 1)
  select jsonb_build_object('summary', string_agg(person || ': ' || places, E'\n' order by person), 'total', private.hours_text(sum(seconds)))
  from people having count(*) > 0;
$$;

create or replace function private.week_summary(recipient_param private.notification_recipients, first_day_param date, moment_param timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with days as (
    select w.work_date, sum(w.seconds) as seconds
    from private.work_done w
    where w.company_id = recipient_param.company_id and w.employee_id = recipient_param.employee_id
      and w.work_date between first_day_param and first_day_param + 6
    group by 1
  ), company as (
    select sum(w.seconds) as seconds from private.work_done w
    where recipient_param.role in ('owner', 'manager') and w.company_id = recipient_param.company_id
      and w.work_date between first_day_param and first_day_param + 6)
  select jsonb_build_object('total', private.hours_text(coalesce(sum(d.seconds), 0)),
      'days', string_agg(private.day_text(d.work_date, recipient_param) || ': ' || private.hours_text(d.seconds), E'\n' order by d.work_date),
      'company_total', private.hours_text((select seconds from company)),
      'first_day', to_char(first_day_param, recipient_param.date_format),
      'last_day', to_char(first_day_param + 6, recipient_param.date_format))
  from days d having count(*) > 0 or (select seconds from company) is not null;
$$;

-- The running clock on the screen obeys the same rule for breaks.
create or replace function public.viewer() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return json_build_object(
    'server_time', clock_timestamp(),
    'profile', (select to_json(p) from public.profiles p where p.id = auth.uid()),
    'preferences', (select to_json(p) from public.preferences p where p.user_id = auth.uid()),
    'employee', case when me.id is not null then to_json(me) end,
    'deactivated', me.id is null and exists (select from public.employees e where e.user_id = auth.uid() and not e.active),
    'company', (select to_json(c) from public.companies c where c.id = me.company_id),
    'running_entry', (
      select to_jsonb(t) || jsonb_build_object('breaks', coalesce(
        (select jsonb_agg(to_jsonb(b) || jsonb_build_object('deducted', private.break_is_deducted(b.paid,
            private.epoch_minute(b.started_at), private.epoch_minute(b.ended_at),
            private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date))) order by b.started_at)
          from public.time_entry_breaks b
          where b.company_id = t.company_id and b.time_entry_id = t.id), '[]'))
      from public.time_entries t
      where t.company_id = me.company_id and t.employee_id = me.id and t.clock_out is null),
    'invitations', case when me.id is null then
      (select coalesce(json_agg(i), '[]') from public.my_invitations() i) else '[]' end);
end $$;
