create or replace function public.dashboard() returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
  scope uuid := case when me.role in ('owner', 'manager') then null else me.id end;
  company public.companies;
  today date;
  week_begin date;
  day_begin timestamptz;
  period_start date;
  period_end date;
begin
  select * into company from public.companies c where c.id = me.company_id;
  today := (now() at time zone company.time_zone)::date;
  week_begin := private.week_of(today, company.week_start);
  day_begin := today::timestamp at time zone company.time_zone;
  if manages then
    select b.start_date, b.end_date into period_start, period_end from private.pay_periods_back(me.company_id, today, 2) b
      order by b.start_date limit 1;
  end if;
  return (
    select json_build_object(
      'as_of', now(), 'today', today, 'week_begin', week_begin, 'manages', manages,
      'hours', time.hours, 'top_projects', time.top_projects, 'top_projects_since', today - 6,
      'active_projects', (select count(*) from public.projects p where p.company_id = me.company_id and p.status = 'active' and p.archived_at is null),
      'active_projects_change', private.dashboard_change(me.company_id, 'projects', day_begin),
      'team_members', (select count(*) from public.employees e where e.company_id = me.company_id and e.active),
      'team_members_change', private.dashboard_change(me.company_id, 'employees', day_begin),
      -- How many clocks run for the hours above, which a screen lets grow until it asks again.
      'counting', clock.counting, 'on_the_clock', clock.people,
      'recent_activity', private.dashboard_activity(me.company_id, scope),
      'has_extra_work', manages and private.has_extra_work(me.company_id, null),
      'needs', case when manages then json_build_object(
        'long_running', clock.long_running, 'missing_rates', private.dashboard_missing_rates(me.company_id, today),
        'disputes', private.open_disputes(me.company_id), 'verifications', private.open_items(me.company_id),
        'unapproved_seconds', time.unapproved_seconds, 'period_start', period_start, 'period_end', period_end) end,
      'first_steps', case when manages then json_build_object(
        'project', exists (select from public.projects p where p.company_id = me.company_id),
        'cost_codes', exists (select from public.cost_codes k where k.company_id = me.company_id),
        'people', (select count(*) > 1 from (select from public.employees e where e.company_id = me.company_id limit 2) two),
        'time', exists (select from public.time_entries t where t.company_id = me.company_id)) end)
    from private.dashboard_time(me.company_id, scope, company.time_zone, today, week_begin, period_start, period_end) time
    cross join private.dashboard_clock(me.company_id, scope) clock);
end $$;
comment on function public.dashboard() is 'Everyone: the figures of the first screen; managers and owners the company''s, others their own.';
grant execute on function public.dashboard() to authenticated;

create or replace function private.dashboard_time(company_id_param uuid, employee_id_param uuid, zone_param text, today_param date, week_begin_param date, period_start_param date, period_end_param date, out hours json, out top_projects json, out unapproved_seconds bigint) returns record
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  -- Every day is read once: for the chart, for last week and for what nobody approved.
  with running as materialized (
    -- By itself: grouped at once, a plan may read all entries in the order of the groups.
    select w.work_date, w.project_id, w.seconds from private.work_pieces w
    where (employee_id_param is null or w.employee_id = employee_id_param) and w.company_id = company_id_param and w.running
  ), changed as materialized (
    -- Added or changed after its day was approved.
    select t.id, t.work_date from public.time_entries t
    join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where employee_id_param is null and t.company_id = company_id_param and t.clock_out is not null and not private.approval_covers(a.approved_at, t.updated_at, t.clock_out)
      and t.work_date between period_start_param and period_end_param
      and t.clock_in >= period_start_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < period_end_param::timestamp at time zone 'UTC' + interval '2 days'
  ), sums as materialized (
    select k.work_date, k.project_id, sum(k.seconds) as seconds,
      -- Hashed once; a join might look every day of everybody up.
      sum(k.seconds) filter (where k.work_date between period_start_param and period_end_param
        and (k.employee_id, k.work_date) not in (select a.employee_id, a.work_date from public.approvals a
          where a.company_id = company_id_param and a.work_date between period_start_param and period_end_param)) as unapproved
    from public.work_totals k
    where employee_id_param is null and k.company_id = company_id_param and k.work_date >= least(week_begin_param - 7, period_start_param)
    group by k.work_date, k.project_id
    union all
    select k.work_date, k.project_id, sum(k.seconds), null from public.work_totals k
    where k.employee_id = employee_id_param and k.company_id = company_id_param and k.work_date >= week_begin_param - 7
    group by k.work_date, k.project_id
    union all
    select w.work_date, w.project_id, 0, sum(w.seconds) from changed c
    join private.work_pieces w on w.company_id = company_id_param and w.entry_id = c.id and w.work_date = c.work_date
    group by w.work_date, w.project_id
    union all
    select r.work_date, r.project_id, sum(r.seconds), null from running r group by r.work_date, r.project_id
  ), top_projects as (
    select n.top_id as project_id, sum(s.seconds)::bigint as seconds
      from (select w.project_id, sum(w.seconds) as seconds from sums w
         where w.work_date >= today_param - 6 and w.project_id is not null group by w.project_id) s
      join private.project_paths n on n.company_id = company_id_param and n.id = s.project_id
     group by n.top_id order by 2 desc limit 5
  ), totals as (
    select coalesce(sum(s.seconds) filter (where s.work_date = today_param), 0)::bigint as today,
      coalesce(sum(s.seconds) filter (where s.work_date = today_param - 1), 0)::bigint as yesterday,
      coalesce(sum(s.seconds) filter (where s.work_date >= week_begin_param), 0)::bigint as week,
      coalesce(sum(s.seconds) filter (where s.work_date between week_begin_param - 7 and least(week_begin_param - 1, today_param - 7)), 0)::bigint as last_week,
      coalesce(sum(s.unapproved) filter (where not exists (select from public.pay_periods l
        where l.company_id = company_id_param and l.status = 'locked' and s.work_date between l.start_date and l.end_date)), 0)::bigint as unapproved
    from sums s
  ), by_now as (
    -- By the clock on the wall, also when a clock change lies between.
    select private.seconds_after(company_id_param, employee_id_param, (moment.wall - interval '1 day') at time zone zone_param,
        today_param::timestamp at time zone zone_param) as after_yesterday,
      private.seconds_after(company_id_param, employee_id_param, (moment.wall - interval '7 days') at time zone zone_param,
        (today_param - 6)::timestamp at time zone zone_param) as after_last_week
    from (select now() at time zone zone_param as wall) moment
  )
  select json_build_object('today_seconds', t.today, 'yesterday_seconds', t.yesterday,
      'yesterday_by_now_seconds', greatest(t.yesterday - n.after_yesterday, 0), 'week_seconds', t.week,
      'last_week_seconds', greatest(t.last_week - n.after_last_week, 0),
      'days', (select json_agg(json_build_object('date', day::date, 'seconds',
          coalesce((select sum(d.seconds) from sums d where d.work_date = day::date), 0)::bigint) order by day)
        from generate_series(week_begin_param::timestamp, week_begin_param + 6, interval '1 day') as day)),
    (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'client', p.client, 'color', p.color,
        'percent_complete', p.percent_complete, 'seconds', top.seconds) order by top.seconds desc), '[]')
      from top_projects top join public.projects p on p.company_id = company_id_param and p.id = top.project_id),
    t.unapproved
  from totals t cross join by_now n;
$$;

create or replace function private.seconds_after(company_id_param uuid, employee_id_param uuid, moment_param timestamptz, day_end_param timestamptz) returns bigint
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_indexscan = 'off' set enable_nestloop = 'off' as $$
  -- Entries of a day lie side by side: fetched page by page, not in the order of an index, and hashed for their breaks.
  with late as materialized (
    select t.id, t.employee_id, t.project_id, t.work_date,
      private.epoch_minute(greatest(t.clock_in, moment_param)) as starts,
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
      and b.started_at >= moment_param - interval '24 hours' and b.started_at < day_end_param and coalesce(b.ended_at, now()) > moment_param
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

create or replace function private.dashboard_change(company_id_param uuid, entity_param text, since_param timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(private.counts_as_active(entity_param, a.after)::integer - private.counts_as_active(entity_param, a.before)::integer), 0)
    from public.audit_events a
   where a.company_id = company_id_param and a.entity = entity_param and a.occurred_at >= since_param
     and (a.before is not null or coalesce((a.after ->> 'created_at')::timestamptz >= since_param, true))
     -- On its first day a company has no team of yesterday to compare with; its first projects are news.
     and (entity_param = 'projects' or exists (select from public.companies c where c.id = company_id_param and c.created_at < since_param));
$$;

create or replace function private.dashboard_clock(company_id_param uuid, employee_id_param uuid, out people json, out counting bigint, out long_running json) returns record
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  with clocks as materialized (
    select t.id, t.employee_id, t.clock_in, e.first_name, e.last_name, p.path as project_name, b.paid as paid_break,
      employee_id_param is null or t.employee_id = employee_id_param as counts
    from public.time_entries t
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    left join private.project_paths p on p.company_id = t.company_id and p.id = t.project_id
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    where t.company_id = company_id_param and t.clock_out is null)
  select
    coalesce(json_agg(json_build_object('employee_id', c.employee_id, 'first_name', c.first_name, 'last_name', c.last_name,
      'clock_in', c.clock_in, 'project_name', c.project_name, 'on_break', c.paid_break is not null) order by c.clock_in)
      -- Whoever does not manage sees whom My Team shows, and themselves.
      filter (where c.counts or c.employee_id in (select m.employee_id from public.my_team() m)), '[]'),
    count(*) filter (where c.counts and c.paid_break is not false),
    coalesce(json_agg(json_build_object('entry_id', c.id, 'employee_id', c.employee_id, 'first_name', c.first_name,
      'last_name', c.last_name, 'clock_in', c.clock_in) order by c.clock_in) filter (where c.clock_in < now() - interval '12 hours'), '[]')
  from clocks c;
$$;

create or replace function private.dashboard_activity(company_id_param uuid, employee_id_param uuid) returns json
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
  select coalesce(json_agg(json_build_object('entry_id', h.entry_id, 'employee_id', h.employee_id, 'first_name', e.first_name,
      'last_name', e.last_name, 'kind', h.kind, 'at', h.at, 'seconds', case when h.kind = 'out' then
        (select sum(w.seconds) from private.work_pieces w where w.company_id = company_id_param and w.entry_id = h.entry_id) end,
      'project_name', p.path, 'cost_code', k.code, 'cost_code_name', k.name) order by h.at desc), '[]')
    from (select * from happenings order by at desc limit 8) h
    join public.employees e on e.company_id = company_id_param and e.id = h.employee_id
    left join private.project_paths p on p.company_id = company_id_param and p.id = h.project_id
    left join public.cost_codes k on k.company_id = company_id_param and k.id = h.cost_code_id;
$$;

create or replace function private.dashboard_missing_rates(company_id_param uuid, today_param date) returns json
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  select coalesce(json_agg(json_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name) order by e.last_name), '[]')
  from public.employees e
  where e.company_id = company_id_param and e.active
    and not exists (select from public.employee_rates r where r.company_id = e.company_id and r.employee_id = e.id and r.effective_from <= today_param)
    and exists (select from public.time_entries t where t.company_id = e.company_id and t.employee_id = e.id);
$$;
