-- The first screen was planned anew on every look, which took as long as reading what it shows. What is optional stands in branches of its
-- own, so that one plan serves managers and workers. Breaks are fetched by time, and their policy is asked only where it can matter.

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

create or replace function private.unapproved_seconds(company_id_param uuid, start_param date, end_param date) returns bigint
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  -- Days of locked periods once, not for every row.
  with locked as materialized (
    select array(select d::date from public.pay_periods l, generate_series(greatest(l.start_date, start_param), least(l.end_date, end_param), interval '1 day') d
      where l.company_id = company_id_param and l.status = 'locked' and l.start_date <= end_param and l.end_date >= start_param) as days)
  select coalesce(sum(k.seconds), 0) from public.work_totals k
   where k.company_id = company_id_param and k.work_date between start_param and end_param
     and k.work_date <> all ((select l.days from locked l)::date[])
     and not exists (select from public.approvals a where a.company_id = company_id_param and a.employee_id = k.employee_id and a.work_date = k.work_date
       and a.work_date between start_param and end_param);
$$;

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

alter function private.dashboard_needs(uuid, date) set plan_cache_mode = 'force_generic_plan';
alter function private.dashboard_clock(uuid, uuid) set plan_cache_mode = 'force_generic_plan';
