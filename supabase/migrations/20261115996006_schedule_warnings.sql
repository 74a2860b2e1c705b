-- Warnings about a plan, what it will cost, and how the days went against it.

create or replace function private.payroll_punches(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date, policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer)
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select * from private.payroll_policies(company_id_param)
  ), fetched as (
    select t.* from public.time_entries t
    where employee_ids_param is null and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
    union all
    select t.* from public.time_entries t
    where t.employee_id = any (employee_ids_param) and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
    union all
    -- What is planned, while private.projected_pay asks; otherwise the setting is empty.
    select t.* from jsonb_array_elements(nullif(current_setting('chalkline.planned_work', true), '')::jsonb) planned
    cross join lateral jsonb_populate_record(null::public.time_entries, planned.value) t
    where t.company_id = company_id_param and (employee_ids_param is null or t.employee_id = any (employee_ids_param))
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
  ), truncated as (
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date,
      base.policy_id, base.run_gap, base.time_zone, day_policy.policy_id as day_policy_id,
      day_policy.rounding_allowed,
      private.epoch_minute(t.clock_in) as in_minute,
      private.epoch_minute(coalesce(t.clock_out, as_of_param)) as out_minute
    from fetched t
    -- The more specific policy wins: employee on a project, project (the work state governs), employee, company.
    join policies company_wide on company_wide.project_id is null and company_wide.employee_id is null
      and t.work_date >= company_wide.valid_from and t.work_date < company_wide.valid_to
    left join policies own on own.employee_id = t.employee_id and own.project_id is null
      and t.work_date >= own.valid_from and t.work_date < own.valid_to
    left join policies job on job.project_id = t.project_id and job.employee_id is null
      and t.work_date >= job.valid_from and t.work_date < job.valid_to
    left join policies own_job on own_job.project_id = t.project_id and own_job.employee_id = t.employee_id
      and t.work_date >= own_job.valid_from and t.work_date < own_job.valid_to
    join policies base on base.policy_id = coalesce(own.policy_id, company_wide.policy_id)
    join policies day_policy on day_policy.policy_id
      = coalesce(own_job.policy_id, job.policy_id, own.policy_id, company_wide.policy_id)
    where coalesce(t.clock_out, as_of_param) is not null
  ), neighbours as (
    select t.*, lag(t.out_minute) over shift as previous_out, lead(t.in_minute) over shift as next_in
    from truncated t
    window shift as (partition by t.employee_id order by t.in_minute, t.out_minute)
  ), rounded as (
    select n.*,
      case when n.rounding_allowed and c.rounding_minutes is not null
          and (n.previous_out is null or n.in_minute - n.previous_out > n.run_gap)
        then private.round_minute(n.in_minute, n.time_zone, c.rounding_minutes) else n.in_minute end as paid_in,
      case when n.rounding_allowed and c.rounding_minutes is not null
          and (n.next_in is null or n.next_in - n.out_minute > n.run_gap)
        then private.round_minute(n.out_minute, n.time_zone, c.rounding_minutes) else n.out_minute end as paid_out
    from neighbours n cross join public.companies c
    where c.id = company_id_param
  )
  select r.id, r.employee_id, r.project_id, r.cost_code_id, r.meal_waived, r.work_date, r.policy_id, r.day_policy_id,
    r.paid_in, r.paid_out
  from rounded r
  where r.paid_out > r.paid_in;
$$;

create function private.planned_work(company_id_param uuid, start_date_param date, end_date_param date, moment_param timestamptz)
returns table (employee_id uuid, work_date date, shift_id uuid, project_id uuid, cost_code_id uuid, starts timestamptz, ends timestamptz)
language sql stable security definer set search_path = '' as $$
  with ordered as (
    select s.*, max(s.ends_at) over (partition by s.employee_id order by s.starts_at, s.ends_at, s.id
        rows between unbounded preceding and 1 preceding) as busy_until
    from public.shifts s
    where s.company_id = company_id_param and s.employee_id is not null and not s.cancelled
      and s.work_date between start_date_param and end_date_param
  ), pieces as (
    -- Half an hour off a shift of more than five hours, after four, where rules ask for a meal.
    select o.*, p.starts, p.ends from ordered o
    cross join lateral (values
      (o.starts_at, case when o.ends_at - o.starts_at > interval '5 hours' then o.starts_at + interval '4 hours' else o.ends_at end),
      (case when o.ends_at - o.starts_at > interval '5 hours' then o.starts_at + interval '4 hours 30 minutes' end, o.ends_at)) p (starts, ends)
    where p.starts is not null
  )
  select p.employee_id, p.work_date, p.id, p.project_id, p.cost_code_id, greatest(p.starts, p.busy_until, moment_param), p.ends
  from pieces p
  where p.ends > greatest(p.starts, p.busy_until, moment_param);
$$;
revoke execute on function private.planned_work(uuid, date, date, timestamptz) from public;
comment on function private.planned_work(uuid, date, date, timestamptz) is 'What is still to be worked after a moment: shifts less half an hour if over five hours, time that is booked twice once.';

create function private.projected_pay(company_id_param uuid, start_date_param date, end_date_param date, moment_param timestamptz)
returns table (employee_id uuid, week_start date, planned_minutes bigint, overtime_minutes bigint, overtime_cents bigint, premium_cents bigint, plan_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  people uuid[];
  plan jsonb;
  worked jsonb;
  week integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_day date := private.week_of(start_date_param, week);
  last_day date := private.week_of(end_date_param, week) + 6;
begin
  select array_agg(distinct w.employee_id), jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'company_id', company_id_param,
      'employee_id', w.employee_id, 'project_id', w.project_id, 'cost_code_id', w.cost_code_id, 'work_date', w.work_date,
      'meal_waived', false, 'clock_in', w.starts, 'clock_out', w.ends))
    into people, plan from private.planned_work(company_id_param, first_day, last_day, moment_param) w;
  if people is null then
    return;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', l.employee_id, 'week_start', l.week_start, 'cents', l.cents, 'minutes', l.minutes)), '[]')
    into worked
    from (select p.employee_id, p.week_start, sum(p.total_cents) as cents, sum(p.minutes) filter (where p.pay_code in ('REG', 'OT', 'DT')) as minutes
      from private.payroll_lines_computed(company_id_param, first_day, last_day, people, moment_param) p group by 1, 2) l;
  perform set_config('chalkline.planned_work', plan::text, true);
  return query
  select l.employee_id, l.week_start,
    coalesce(sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')), 0)::bigint - coalesce(max(w.minutes), 0)::bigint,
    coalesce(sum(l.minutes) filter (where l.pay_code in ('OT', 'DT')), 0)::bigint,
    sum(l.total_cents) filter (where l.pay_code in ('OT', 'DT'))::bigint,
    sum(l.premium_cents) filter (where l.pay_code in ('OT', 'DT'))::bigint,
    sum(l.total_cents)::bigint - coalesce(max(w.cents), 0)::bigint
  from private.payroll_lines_computed(company_id_param, first_day, last_day, people, moment_param) l
  left join jsonb_to_recordset(worked) as w (employee_id uuid, week_start date, cents bigint, minutes bigint)
    on w.employee_id = l.employee_id and w.week_start = l.week_start
  group by l.employee_id, l.week_start;
  -- An error undoes the setting with everything else.
  perform set_config('chalkline.planned_work', '', true);
end $$;
revoke execute on function private.projected_pay(uuid, date, date, timestamptz) from public;
comment on function private.projected_pay(uuid, date, date, timestamptz) is 'Worked time and remaining plan through the pay engine, per person and workweek. plan_cents is what the plan adds; unknown (null) where a rate is missing.';

create function private.shift_conflicts(company_id_param uuid, start_date_param date, end_date_param date)
returns table (kind text, severity text, employee_id uuid, equipment_id uuid, shift_id uuid, other_shift_id uuid, work_date date, minutes bigint)
language sql stable security definer set search_path = '' as $$
  with planned as materialized (
    select s.*, private.zone_of(s.company_id, s.project_id) as zone from public.shifts s
    where s.company_id = company_id_param and s.work_date between start_date_param - 1 and end_date_param + 1 and not s.cancelled
  ), wanted as (
    select * from planned p where p.work_date between start_date_param and end_date_param
  ), followed as (
    select p.*, lead(p.id) over next as next_id, lead(p.starts_at) over next as next_starts, lead(p.work_date) over next as next_date
    from planned p where p.employee_id is not null
    window next as (partition by p.employee_id order by p.starts_at, p.ends_at, p.id)
  )
  -- Two at the same time; ends are exclusive.
  select 'overlap', 'error', a.employee_id, null::uuid, b.id, a.id, b.work_date,
    (extract(epoch from least(a.ends_at, b.ends_at) - b.starts_at) / 60)::bigint
  from planned a join planned b on b.employee_id = a.employee_id and b.id <> a.id and a.ends_at > b.starts_at
    and (a.starts_at, a.id) < (b.starts_at, b.id)
  where b.work_date between start_date_param and end_date_param
  union all
  select 'equipment_overlap', 'error', b.employee_id, a.equipment_id, b.id, a.id, b.work_date,
    (extract(epoch from least(a.ends_at, b.ends_at) - b.starts_at) / 60)::bigint
  from planned a join planned b on b.equipment_id = a.equipment_id and b.id <> a.id and a.ends_at > b.starts_at
    and (a.starts_at, a.id) < (b.starts_at, b.id)
    -- A machine and its operators on one project are together.
    and (b.project_id is distinct from a.project_id or b.employee_id = a.employee_id or (a.employee_id is null and b.employee_id is null))
  where b.work_date between start_date_param and end_date_param
  union all
  select 'time_off', 'error', w.employee_id, null, w.id, null, w.work_date, d.minutes
  from wanted w
  join public.time_off_requests r on r.company_id = w.company_id and r.employee_id = w.employee_id and r.status = 'approved'
    and w.work_date between r.start_date and r.end_date
  cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
  where d.day = w.work_date and d.minutes > 0
  union all
  select 'equipment_' || q.status, 'error', w.employee_id, q.id, w.id, null, w.work_date, null
  from wanted w join public.equipment q on q.company_id = w.company_id and q.id = w.equipment_id and q.status in ('down', 'retired')
  union all
  select 'equipment_off_rent', 'warning', w.employee_id, q.id, w.id, null, w.work_date, null
  from wanted w join public.equipment q on q.company_id = w.company_id and q.id = w.equipment_id and q.off_rent_date < w.work_date
  union all
  -- Under ten hours between the work of one day and the next, by the clock that runs, not the one on the wall.
  select 'rest', 'warning', f.employee_id, null, f.next_id, f.id, f.next_date, (extract(epoch from f.next_starts - f.ends_at) / 60)::bigint
  from followed f
  where f.next_date <> f.work_date and f.next_starts > f.ends_at and f.next_starts < f.ends_at + interval '10 hours'
    and f.next_date between start_date_param and end_date_param
  union all
  select 'availability', 'warning', w.employee_id, null, w.id, null, w.work_date, null
  from wanted w
  where exists (select from public.availability v
    where v.company_id = w.company_id and v.employee_id = w.employee_id
      and (v.weekday is null or v.weekday = extract(dow from w.work_date))
      and w.work_date >= coalesce(v.start_date, w.work_date) and w.work_date <= coalesce(v.end_date, w.work_date)
      and w.starts_at < (w.work_date + coalesce(v.end_time, time '24:00')) at time zone w.zone
      and w.ends_at > (w.work_date + coalesce(v.start_time, time '00:00')) at time zone w.zone);
$$;
revoke execute on function private.shift_conflicts(uuid, date, date) from public;

create function public.schedule_warnings(start_date_param date, end_date_param date)
returns table (kind text, severity text, employee_id uuid, equipment_id uuid, shift_id uuid, other_shift_id uuid, work_date date,
  minutes bigint, cents bigint, premium_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select c.kind, c.severity, c.employee_id, c.equipment_id, c.shift_id, c.other_shift_id, c.work_date, c.minutes, null::bigint, null::bigint
  from private.shift_conflicts(me.company_id, start_date_param, end_date_param) c
  union all
  select 'overtime', 'warning', p.employee_id, null, null, null, p.week_start, p.overtime_minutes, p.overtime_cents, p.premium_cents
  from private.projected_pay(me.company_id, start_date_param, end_date_param, now()) p
  where p.overtime_minutes > 0 and p.planned_minutes > 0
  order by 2, 7, 1, 3;
end $$;
revoke execute on function public.schedule_warnings(date, date) from public, anon;
grant execute on function public.schedule_warnings(date, date) to authenticated;
comment on function public.schedule_warnings(date, date) is 'Managers: what is wrong with a plan: overlap, equipment_overlap, time_off, equipment_down, equipment_retired, equipment_off_rent, rest, availability, and per workweek overtime with what its hours cost. Nothing is refused.';

create function private.day_plans(company_id_param uuid, start_date_param date, end_date_param date)
returns table (employee_id uuid, work_date date, shift_id uuid, project_id uuid, starts timestamptz, ends timestamptz, minutes bigint, shifts bigint)
language sql stable security definer set search_path = '' as $$
  with told as (
    select s.id, (s.published ->> 'employee_id')::uuid as employee_id, (s.published ->> 'project_id')::uuid as project_id,
      to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends
    from public.shifts s
    where s.company_id = company_id_param and s.published ->> 'employee_id' is not null
      and s.work_date between start_date_param - 31 and end_date_param + 31
  ), dated as (
    select t.*, (t.starts at time zone private.zone_of(company_id_param, t.project_id))::date as work_date from told t
  )
  select d.employee_id, d.work_date, (array_agg(d.id order by d.starts))[1], (array_agg(d.project_id order by d.starts))[1],
    min(d.starts), max(d.ends),
    sum(extract(epoch from d.ends - d.starts) / 60 - case when d.ends - d.starts > interval '5 hours' then 30 else 0 end)::bigint, count(*)
  from dated d where d.work_date between start_date_param and end_date_param
  group by d.employee_id, d.work_date;
$$;
revoke execute on function private.day_plans(uuid, date, date) from public;
comment on function private.day_plans(uuid, date, date) is 'The published plan of each person and day, as they were told.';

create function private.plan_and_actual_at(company_id_param uuid, people_param uuid[], start_date_param date, end_date_param date, moment_param timestamptz)
returns table (employee_id uuid, work_date date, shift_id uuid, project_id uuid, planned_start timestamptz, planned_end timestamptz, planned_minutes bigint,
  actual_start timestamptz, actual_end timestamptz, actual_minutes bigint, running boolean, result text)
language sql stable security definer set search_path = '' as $$
  with plans as (
    select * from private.day_plans(company_id_param, start_date_param, end_date_param) p
    where people_param is null or p.employee_id = any (people_param)
  ), punches as (
    select t.employee_id, t.work_date, min(t.clock_in) as clock_in, max(t.clock_out) as clock_out, bool_or(t.clock_out is null) as running,
      (array_agg(t.project_id order by t.clock_in))[1] as project_id
    from public.time_entries t
    where t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= (start_date_param - 1)::timestamp at time zone 'UTC' and t.clock_in < (end_date_param + 3)::timestamp at time zone 'UTC'
      and (people_param is null or t.employee_id = any (people_param))
    group by 1, 2
  ), worked as (
    select w.employee_id, w.work_date, sum(w.seconds) / 60 as minutes from private.work_done w
    where w.company_id = company_id_param and w.work_date between start_date_param and end_date_param group by 1, 2
  ), off as (
    select r.employee_id, d.day from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = company_id_param and r.status = 'approved' and r.start_date <= end_date_param and r.end_date >= start_date_param and d.minutes > 0
  )
  select coalesce(p.employee_id, a.employee_id), coalesce(p.work_date, a.work_date), p.shift_id, coalesce(p.project_id, a.project_id),
    p.starts, p.ends, p.minutes, a.clock_in, case when not a.running then a.clock_out end, round(w.minutes)::bigint, coalesce(a.running, false),
    case
      when p.employee_id is null then 'unplanned'
      when a.employee_id is null and o.day is not null then 'time_off'
      when a.employee_id is null and moment_param < p.starts then 'upcoming'
      when a.employee_id is null and moment_param < p.starts + limits.late then 'due'
      when a.employee_id is null then 'absent'
      when a.clock_in > p.starts + limits.late then 'late'
      when a.clock_in < p.starts - limits.late then 'early'
      when not a.running and a.clock_out < p.ends - limits.late and moment_param >= p.ends then 'left_early'
      else 'on_time' end
  from plans p
  full join punches a on a.employee_id = p.employee_id and a.work_date = p.work_date
  left join worked w on w.employee_id = coalesce(p.employee_id, a.employee_id) and w.work_date = coalesce(p.work_date, a.work_date)
  left join off o on o.employee_id = p.employee_id and o.day = p.work_date
  cross join (select make_interval(mins => c.late_after_minutes) as late from public.companies c where c.id = company_id_param) limits;
$$;
revoke execute on function private.plan_and_actual_at(uuid, uuid[], date, date, timestamptz) from public;

create function public.plan_and_actual(start_date_param date, end_date_param date)
returns table (employee_id uuid, work_date date, shift_id uuid, project_id uuid, planned_start timestamptz, planned_end timestamptz, planned_minutes bigint,
  actual_start timestamptz, actual_end timestamptz, actual_minutes bigint, running boolean, result text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  people uuid[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if me.role = 'foreman' then
    people := array(select private.my_crew()) || me.id;
  elsif me.role = 'employee' then
    people := array[me.id];
  end if;
  return query select * from private.plan_and_actual_at(me.company_id, people, start_date_param, end_date_param, now()) r
    order by r.work_date, r.planned_start nulls last, r.employee_id;
end $$;
revoke execute on function public.plan_and_actual(date, date) from public, anon;
grant execute on function public.plan_and_actual(date, date) to authenticated;
comment on function public.plan_and_actual(date, date) is 'The published plan beside what was worked, per person and day: on_time, late, early, left_early, absent, due, upcoming, time_off or unplanned. Managers everyone, foremen their crew, others themselves.';
