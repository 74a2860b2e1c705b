-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.dashboard_activity(company_id_param uuid, employee_id_param uuid) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  with latest as (
    (select t.* from public.time_entries t where employee_id_param is null and t.company_id = company_id_param
      order by t.clock_in desc limit 20)
    union all
    (select t.* from public.time_entries t where t.employee_id = employee_id_param and t.company_id = company_id_param
      order by t.clock_in desc limit 20)
  ), happenings as (
    select t.id as entry_id, t.employee_id, t.project_id, t.cost_code_id, 'in' as kind, t.clock_in as at from latest t
    union all
    select t.id, t.employee_id, t.project_id, t.cost_code_id, 'out', t.clock_out from latest t where t.clock_out is not null
    union all
    select t.id, t.employee_id, t.project_id, t.cost_code_id, 'break', b.started_at
      from latest t join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id)
  select coalesce(jsonb_agg(jsonb_build_object('entry_id', h.entry_id, 'employee_id', h.employee_id, 'first_name', e.first_name,
      'last_name', e.last_name, 'kind', h.kind, 'at', h.at, 'seconds', case when h.kind = 'out' then
        (select sum(w.seconds) from private.work_pieces w where w.company_id = company_id_param and w.entry_id = h.entry_id) end,
      'project_name', p.name, 'cost_code', k.code, 'cost_code_name', k.name) order by h.at desc), '[]')
    from (select * from happenings order by at desc limit 8) h
    join public.employees e on e.company_id = company_id_param and e.id = h.employee_id
    left join public.projects p on p.company_id = company_id_param and p.id = h.project_id
    left join public.cost_codes k on k.company_id = company_id_param and k.id = h.cost_code_id;
$$;

create or replace function private.dashboard_change(company_id_param uuid, entity_param text, since_param timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(private.counts_as_active(entity_param, a.after)::integer - private.counts_as_active(entity_param, a.before)::integer), 0)
    from public.audit_events a
   where a.company_id = company_id_param and a.entity = entity_param and a.occurred_at >= since_param
     and (a.before is not null or coalesce((a.after ->> 'created_at')::timestamptz >= since_param, true))
     -- On its first day a company has no team of yesterday to compare with; its first projects are news.
     and (entity_param = 'projects' or exists (select from public.companies c where c.id = company_id_param and c.created_at < since_param));
$$;

create or replace function private.dashboard_clock(company_id_param uuid, employee_id_param uuid) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
      'clock_in', t.clock_in, 'project_name', p.name, 'on_break', exists (
        select from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null)) order by t.clock_in), '[]')
    from public.time_entries t
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
   where t.company_id = company_id_param and t.clock_out is null
     -- Whoever does not manage sees whom My Team shows, and themselves.
     and (employee_id_param is null or t.employee_id = employee_id_param or t.employee_id in (select m.employee_id from public.my_team() m));
$$;

create or replace function private.dashboard_needs(company_id_param uuid, today_param date) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  with period as (
    select b.start_date, b.end_date from private.pay_periods_back(company_id_param, today_param, 2) b order by b.start_date limit 1)
  select jsonb_build_object(
    'long_running', (select coalesce(jsonb_agg(jsonb_build_object('entry_id', t.id, 'employee_id', e.id, 'first_name', e.first_name,
        'last_name', e.last_name, 'clock_in', t.clock_in) order by t.clock_in), '[]')
      from public.time_entries t join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
      where t.company_id = company_id_param and t.clock_out is null and t.clock_in < now() - interval '12 hours'),
    'missing_rates', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name) order by e.last_name), '[]')
      from public.employees e
      where e.company_id = company_id_param and e.active
        and not exists (select from public.employee_rates r where r.company_id = e.company_id and r.employee_id = e.id and r.effective_from <= today_param)
        and exists (select from public.time_entries t where t.company_id = e.company_id and t.employee_id = e.id)),
    'disputes', private.open_disputes(company_id_param),
    'verifications', private.open_items(company_id_param),
    'unapproved_seconds', private.unapproved_seconds(company_id_param, period.start_date, period.end_date),
    'period_start', period.start_date, 'period_end', period.end_date)
  from period;
$$;

create or replace function private.dashboard_time(company_id_param uuid, employee_id_param uuid, zone_param text, today_param date, week_begin_param date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  -- By the clock on the wall, also when a clock change lies between.
  local_now timestamp := now() at time zone zone_param;
  after_yesterday bigint := private.seconds_after(company_id_param, employee_id_param,
    (local_now - interval '1 day') at time zone zone_param, today_param::timestamp at time zone zone_param);
  after_last_week bigint := private.seconds_after(company_id_param, employee_id_param,
    (local_now - interval '7 days') at time zone zone_param, (today_param - 6)::timestamp at time zone zone_param);
  result jsonb;
begin
  with sums as materialized (
    select w.work_date, w.project_id, sum(w.seconds) as seconds from private.work_done w
     where w.company_id = company_id_param and (employee_id_param is null or w.employee_id = employee_id_param)
       and w.work_date >= week_begin_param - 7
     group by w.work_date, w.project_id
  ), top_projects as (
    select s.project_id, sum(s.seconds)::bigint as seconds from sums s
     where s.work_date >= today_param - 6 and s.project_id is not null
     group by s.project_id order by 2 desc limit 5)
  select jsonb_build_object(
    'hours', jsonb_build_object(
      'today_seconds', coalesce(sum(s.seconds) filter (where s.work_date = today_param), 0)::bigint,
      'yesterday_seconds', coalesce(sum(s.seconds) filter (where s.work_date = today_param - 1), 0)::bigint,
      'yesterday_by_now_seconds', greatest(coalesce(sum(s.seconds) filter (where s.work_date = today_param - 1), 0) - after_yesterday, 0)::bigint,
      'week_seconds', coalesce(sum(s.seconds) filter (where s.work_date >= week_begin_param), 0)::bigint,
      'last_week_seconds', greatest(coalesce(sum(s.seconds) filter (where s.work_date < week_begin_param and s.work_date <= today_param - 7), 0)
        - after_last_week, 0)::bigint,
      'days', (select jsonb_agg(jsonb_build_object('date', day::date, 'seconds',
          coalesce((select sum(d.seconds) from sums d where d.work_date = day::date), 0)::bigint) order by day)
        from generate_series(week_begin_param::timestamp, week_begin_param + 6, interval '1 day') as day)),
    'top_projects', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'client', p.client, 'color', p.color,
        'percent_complete', p.percent_complete, 'seconds', top.seconds) order by top.seconds desc), '[]')
      from top_projects top join public.projects p on p.company_id = company_id_param and p.id = top.project_id))
    into result from sums s;
  return result;
end $$;

create or replace function private.seconds_after(company_id_param uuid, employee_id_param uuid, moment_param timestamptz, day_end_param timestamptz) returns bigint
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  with late as materialized (
    select t.id, t.employee_id, t.project_id, t.work_date,
      greatest(private.epoch_minute(t.clock_in), private.epoch_minute(moment_param)) as starts,
      private.epoch_minute(least(coalesce(t.clock_out, now()), day_end_param)) as ends
    from (
      select * from public.time_entries e where employee_id_param is null and e.company_id = company_id_param
        and e.clock_in >= moment_param - interval '24 hours' and e.clock_in < day_end_param
      union all
      select * from public.time_entries e where e.employee_id = employee_id_param and e.company_id = company_id_param
        and e.clock_in >= moment_param - interval '24 hours' and e.clock_in < day_end_param) t
    where coalesce(t.clock_out, now()) > moment_param
  ), pauses as (
    select l.employee_id, l.project_id, l.work_date, b.paid, private.epoch_minute(b.started_at) as began, private.epoch_minute(b.ended_at) as ended,
      least(private.epoch_minute(coalesce(b.ended_at, now())), l.ends) - greatest(private.epoch_minute(b.started_at), l.starts) as minutes
    from late l
    -- No break begins before its entry.
    join public.time_entry_breaks b on b.company_id = company_id_param and b.time_entry_id = l.id and not b.paid
      and b.started_at >= moment_param - interval '24 hours' and b.started_at < day_end_param
  )
  select 60 * (coalesce((select sum(greatest(l.ends - l.starts, 0)) from late l), 0) - coalesce((
    select sum(p.minutes) from pauses p
    where p.minutes > 0
      -- As long as the longest minimum: off under every policy, whichever it is.
      and (p.ended - p.began >= (select greatest(max((y.policy ->> 'unpaid_break_minutes')::integer), private.unpaid_break_default())
          from public.overtime_policies y where y.company_id = company_id_param)
        or private.break_is_deducted(p.paid, p.began, p.ended, private.unpaid_break_minimum(company_id_param, p.employee_id, p.project_id, p.work_date)))), 0));
$$;
comment on function private.seconds_after(uuid,uuid,timestamp with time zone,timestamp with time zone) is 'Seconds worked between a moment and the end of its day.';

create or replace function public.dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
  scope uuid := case when me.role in ('owner', 'manager') then null else me.id end;
  company public.companies;
  today date;
  week_begin date;
  day_begin timestamptz;
begin
  select * into company from public.companies c where c.id = me.company_id;
  today := (now() at time zone company.time_zone)::date;
  week_begin := today - ((extract(dow from today)::integer - company.week_start + 7) % 7);
  day_begin := today::timestamp at time zone company.time_zone;
  return private.dashboard_time(me.company_id, scope, company.time_zone, today, week_begin) || jsonb_build_object(
    'as_of', now(), 'today', today, 'week_begin', week_begin, 'manages', manages,
    'active_projects', (select count(*) from public.projects p where p.company_id = me.company_id and p.status = 'active' and p.archived_at is null),
    'active_projects_change', private.dashboard_change(me.company_id, 'projects', day_begin),
    'team_members', (select count(*) from public.employees e where e.company_id = me.company_id and e.active),
    'team_members_change', private.dashboard_change(me.company_id, 'employees', day_begin),
    -- How many clocks run for the hours above, which a screen lets grow until it asks again.
    'counting', (select count(*) from public.time_entries t
      where t.company_id = me.company_id and t.clock_out is null and (scope is null or t.employee_id = scope)
        and not exists (select from public.time_entry_breaks b
          where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null and not b.paid)),
    'on_the_clock', private.dashboard_clock(me.company_id, scope),
    'recent_activity', private.dashboard_activity(me.company_id, scope),
    'top_projects_since', today - 6,
    'needs', case when manages then private.dashboard_needs(me.company_id, today) end,
    'first_steps', case when manages then jsonb_build_object(
      'project', exists (select from public.projects p where p.company_id = me.company_id),
      'cost_codes', exists (select from public.cost_codes k where k.company_id = me.company_id),
      'people', (select count(*) > 1 from (select from public.employees e where e.company_id = me.company_id limit 2) two),
      'time', exists (select from public.time_entries t where t.company_id = me.company_id)) end);
end $$;
comment on function public.dashboard() is 'Everyone: the figures of the first screen; managers and owners the company''s, others their own.';
grant execute on function public.dashboard() to authenticated;
