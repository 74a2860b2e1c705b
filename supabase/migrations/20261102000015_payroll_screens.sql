-- What the screens ask in one call: My Status, Payroll, and the explanation of any figure.

-- Own time, or a manager asking. Returns the company.
create function private.require_view_of_time(employee_id_param uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if employee_id_param is distinct from me.id then
    perform private.require_manager();
    perform private.require_colleague(me.company_id, employee_id_param);
  end if;
  return me.company_id;
end $$;

create function public.week_summary(employee_id_param uuid default null, date_param date default null)
returns table (
  week_start date, week_end date, regular_minutes integer, overtime_minutes integer, double_time_minutes integer,
  worked_minutes integer, paid_break_minutes integer, weekly_after integer, running boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person uuid := coalesce(employee_id_param, me.id);
  company uuid := private.require_view_of_time(person);
  wanted date := coalesce(date_param, private.company_today(company));
  policy record;
  first_day date;
begin
  select p.week_dow, p.weekly_after into policy from private.payroll_policies(company) p
  where p.project_id is null and (p.employee_id is null or p.employee_id = person)
    and wanted >= p.valid_from and wanted < p.valid_to
  order by p.employee_id is null limit 1;
  first_day := wanted - (extract(dow from wanted)::integer - policy.week_dow + 7) % 7;
  return query
  select first_day, first_day + 6,
    coalesce(sum(l.minutes) filter (where l.pay_code = 'REG'), 0)::integer,
    coalesce(sum(l.minutes) filter (where l.pay_code = 'OT'), 0)::integer,
    coalesce(sum(l.minutes) filter (where l.pay_code = 'DT'), 0)::integer,
    coalesce(sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')), 0)::integer,
    coalesce(sum(l.paid_break_minutes), 0)::integer, policy.weekly_after,
    exists (select from public.time_entries t where t.company_id = company and t.employee_id = person and t.clock_out is null)
  from private.payroll_lines_between(company, first_day, first_day + 6, person, clock_timestamp()) l;
end $$;
comment on function public.week_summary(uuid, date) is
  'Everyone for themselves, managers for anyone: the workweek of a date, the running entry counted up to now.';

create function public.payroll_explanation(employee_id_param uuid, start_date_param date, end_date_param date)
returns table (
  week_start date, work_date date, project_id uuid, cost_code_id uuid, pay_code text, multiplier numeric, minutes integer,
  rule text, rules jsonb, hourly_rate numeric, straight_cents bigint, premium_cents bigint, total_cents bigint,
  paid_break_minutes integer, auto_meal_minutes integer, day_minutes integer, week_minutes integer,
  week_regular_rate numeric, policy_preset text, locked boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.require_view_of_time(employee_id_param);
  show_pay boolean := private.is_manager() or private.own_rate_visible();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with whole_weeks as materialized (
    -- Whole weeks, so that the week's figures are those the premium came from.
    select l.* from private.payroll_lines_between(company, start_date_param - 6, end_date_param + 6, employee_id_param, null) l
  ), weeks as (
    select l.week_start, sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) as minutes,
      sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT') or private.pay_code_in_regular_rate(l.pay_code)) as remuneration
    from whole_weeks l group by l.week_start
  ), automatic as (
    select private.local_date(b.start_minute, c.time_zone, 0) as work_date, sum(b.end_minute - b.start_minute) as minutes
    from private.payroll_breaks(company, start_date_param - 1, end_date_param + 1, employee_id_param, null) b
    join public.companies c on c.id = company
    where b.automatic group by 1
  )
  select l.week_start, l.work_date, l.project_id, l.cost_code_id, l.pay_code, l.multiplier, l.minutes, l.rule,
    coalesce(l.rules, r.rules, jsonb_build_array(jsonb_build_object('rule', l.rule, 'threshold_minutes', null, 'minutes', l.minutes))),
    case when show_pay then l.hourly_rate end, case when show_pay then l.straight_cents end,
    case when show_pay then l.premium_cents end, case when show_pay then l.total_cents end,
    l.paid_break_minutes, coalesce(a.minutes, 0)::integer,
    (sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) over (partition by l.work_date))::integer,
    w.minutes::integer,
    case when show_pay and w.minutes > 0 then round(w.remuneration * 0.6 / w.minutes, 4) end,
    p.preset, l.locked
  from whole_weeks l
  join weeks w on w.week_start = l.week_start
  left join private.payroll_rule_minutes(company, start_date_param, end_date_param, employee_id_param) r
    on not l.locked and r.work_date = l.work_date and r.multiplier = l.multiplier and l.pay_code in ('REG', 'OT', 'DT')
    and (r.project_id, r.cost_code_id, r.hourly_rate) is not distinct from (l.project_id, l.cost_code_id, l.hourly_rate)
  left join automatic a on a.work_date = l.work_date
  left join lateral (
    select y.preset from private.payroll_policies(company) y
    where (y.project_id is null or y.project_id = l.project_id) and (y.employee_id is null or y.employee_id = employee_id_param)
      and l.work_date >= y.valid_from and l.work_date < y.valid_to
    order by y.project_id is null, y.employee_id is null limit 1
  ) p on true
  where l.work_date between start_date_param and end_date_param
  order by l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id;
end $$;
comment on function public.payroll_explanation(uuid, date, date) is
  'Everyone for themselves, managers for anyone: lines with the rules and thresholds behind them. Amounts are null for people whose company hides pay.';

create function private.is_forgotten(clock_in_param timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select clock_in_param < now() - interval '12 hours';
$$;
comment on function private.is_forgotten(timestamptz) is 'Whether a running entry is too old to be somebody still at work.';

create function public.payroll_overview(start_date_param date, end_date_param date)
returns table (
  employee_id uuid, first_name text, last_name text, employee_number text, active boolean,
  regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer,
  total_hours numeric, hourly_rate numeric, total_earnings numeric, other_pay numeric, flags text[],
  days_worked integer, days_approved integer, approval text, signature text, signed_at timestamptz, signature_note text, locked boolean, has_account boolean
)
language plpgsql stable security definer set search_path = '' set jit = off set enable_nestloop = off as $$
declare
  company uuid := (private.require_manager()).company_id;
  whole_locked boolean;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  whole_locked := not exists (
    select from generate_series(start_date_param, end_date_param, interval '1 day') d
    where not private.is_locked(company, d::date, d::date));
  return query
  with entries as (
    select t.employee_id, t.work_date, t.clock_in, t.clock_out, t.project_id, t.cost_code_id, c.cost_code_required,
      a.approved_at >= t.updated_at as approved, a.approved_at < t.updated_at as changed_after
    from public.time_entries t
    join public.companies c on c.id = t.company_id
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
  ), days as (
    select e.employee_id, e.work_date, bool_and(coalesce(e.approved, false)) as approved, bool_or(coalesce(e.changed_after, false)) as changed_after,
      bool_or(coalesce(e.clock_out, now()) - e.clock_in > interval '16 hours') as too_long,
      bool_or(e.clock_out is null and not private.is_forgotten(e.clock_in)) as on_the_clock,
      bool_or(e.project_id is null) as no_project, bool_or(e.cost_code_required and e.cost_code_id is null) as no_cost_code
    from entries e group by e.employee_id, e.work_date
  ), people as (
    select d.employee_id, count(*)::integer as worked, (count(*) filter (where d.approved))::integer as approved,
      array_remove(array[case when bool_or(d.too_long) then 'long_entry' end, case when bool_or(d.no_project) then 'no_project' end,
        case when bool_or(d.no_cost_code) then 'no_cost_code' end,
        case when bool_or(d.changed_after) then 'changed_after_approval' end], null) as flags,
      bool_or(d.on_the_clock) as on_the_clock
    from days d group by d.employee_id
  ), answers as (
    select distinct on (s.employee_id) s.employee_id, s.disputed, s.signed_at, s.note, s.invalidated_at
    from public.timesheet_signatures s
    where s.company_id = company and s.start_date <= start_date_param and s.end_date >= end_date_param
    order by s.employee_id, s.signed_at desc
  )
  select e.id, e.first_name, e.last_name, e.employee_number, e.active,
    coalesce(x.regular_minutes, 0), coalesce(x.overtime_minutes, 0), coalesce(x.double_time_minutes, 0), coalesce(x.paid_break_minutes, 0),
    coalesce(x.total_hours, 0.00), x.hourly_rate, case when x.employee_id is null then 0.00 else x.total_earnings end,
    case when x.employee_id is null then 0.00 else x.other_pay end,
    -- Someone at work is no mistake to mend; a person has one running entry at most.
    coalesce(case when p.on_the_clock then array_replace(x.flags, 'missing_clock_out', 'on_the_clock') else x.flags end, '{}')
      || coalesce(p.flags, '{}'),
    coalesce(p.worked, 0), coalesce(p.approved, 0),
    case when coalesce(p.worked, 0) = 0 then 'nothing' when p.approved = p.worked then 'approved'
      when p.approved > 0 then 'partly' else 'open' end,
    case when s.employee_id is null then 'none' when s.invalidated_at is not null then 'outdated'
      when s.disputed then 'disputed' else 'signed' end,
    s.signed_at, s.note, whole_locked, e.user_id is not null
  from public.employees e
  left join public.generate_payroll_export_data(company, start_date_param, end_date_param) x on x.employee_id = e.id
  left join people p on p.employee_id = e.id
  left join answers s on s.employee_id = e.id
  where e.company_id = company and (e.active or x.employee_id is not null)
  order by e.last_name, e.first_name, e.id;
end $$;
comment on function public.payroll_overview(date, date) is
  'Manager, owner: every employee with hours, earnings, flags, approval and signature of a period.';

-- Missing clock-outs with a proposal: the middle of what others on that project did that day, else of
-- the company that day, else the person's own habit, else eight hours.
create function public.propose_clock_outs(start_date_param date, end_date_param date)
returns table (
  time_entry_id uuid, employee_id uuid, first_name text, last_name text, project_id uuid, work_date date,
  clock_in timestamptz, proposed_clock_out timestamptz, basis text, sample_size integer
)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select t.id, t.employee_id, e.first_name, e.last_name, t.project_id, t.work_date, t.clock_in,
    least(coalesce(on_project.proposed, on_day.proposed, habit.proposed, t.clock_in + interval '8 hours'), now()),
    case when on_project.proposed is not null then 'project' when on_day.proposed is not null then 'company'
      when habit.proposed is not null then 'habit' else 'eight_hours' end,
    coalesce(case when on_project.proposed is not null then on_project.size when on_day.proposed is not null then on_day.size
      when habit.proposed is not null then habit.size end, 0)::integer
  from public.time_entries t
  join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
  join public.companies c on c.id = t.company_id
  left join lateral (
    select percentile_disc(0.5) within group (order by o.clock_out) as proposed, count(*) as size
    from public.time_entries o
    where o.company_id = company and o.project_id = t.project_id and o.work_date = t.work_date
      and o.clock_in between t.clock_in - interval '1 day' and t.clock_in + interval '1 day'
      and o.employee_id <> t.employee_id and o.clock_out > t.clock_in
  ) on_project on true
  left join lateral (
    select percentile_disc(0.5) within group (order by o.clock_out) as proposed, count(*) as size
    from public.time_entries o
    where on_project.proposed is null and o.company_id = company and o.work_date = t.work_date
      and o.clock_in between t.clock_in - interval '1 day' and t.clock_in + interval '1 day'
      and o.employee_id <> t.employee_id and o.clock_out > t.clock_in
  ) on_day on true
  left join lateral (
    select t.clock_in + percentile_disc(0.5) within group (order by o.clock_out - o.clock_in) as proposed, count(*) as size
    from public.time_entries o
    where on_project.proposed is null and on_day.proposed is null and o.company_id = company and o.employee_id = t.employee_id
      and o.clock_in between t.clock_in - interval '28 days' and t.clock_in and o.clock_out is not null
  ) habit on true
  where t.company_id = company and t.clock_out is null and t.work_date between start_date_param and end_date_param
    and private.is_forgotten(t.clock_in)
    and (t.work_date < (now() at time zone c.time_zone)::date or now() - t.clock_in > interval '12 hours')
  order by t.work_date, e.last_name, e.first_name, t.id;
end $$;
comment on function public.propose_clock_outs(date, date) is
  'Manager, owner: entries nobody ended, each with a proposed end and what it rests on (project, company, habit, eight_hours).';

-- Section 2: rounding is fair only if over time nobody loses by it.
create function public.rounding_report(start_date_param date, end_date_param date)
returns table (employee_id uuid, first_name text, last_name text, exact_minutes bigint, rounded_minutes bigint, difference_minutes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select e.id, e.first_name, e.last_name, sum(x.exact)::bigint, sum(p.out_minute - p.in_minute)::bigint,
    sum(p.out_minute - p.in_minute - x.exact)::bigint
  from private.payroll_punches(company, start_date_param - 1, end_date_param + 1, null, null) p
  join public.time_entries t on t.company_id = company and t.id = p.entry_id
  join public.employees e on e.company_id = company and e.id = p.employee_id
  cross join lateral (select private.epoch_minute(t.clock_out) - private.epoch_minute(t.clock_in) as exact) x
  where p.work_date between start_date_param and end_date_param
  group by e.id, e.first_name, e.last_name
  order by 6, e.last_name, e.first_name, e.id;
end $$;
comment on function public.rounding_report(date, date) is
  'Manager, owner: minutes between punches exactly and as rounded for pay, who lost most first.';

revoke all on function private.require_view_of_time(uuid), private.is_forgotten(timestamptz) from public;
revoke all on function public.week_summary(uuid, date), public.payroll_explanation(uuid, date, date),
  public.payroll_overview(date, date), public.propose_clock_outs(date, date), public.rounding_report(date, date) from public, anon;
grant execute on function public.week_summary(uuid, date), public.payroll_explanation(uuid, date, date),
  public.payroll_overview(date, date), public.propose_clock_outs(date, date), public.rounding_report(date, date)
  to authenticated, service_role;
