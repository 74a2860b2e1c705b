-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.payroll_lines (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  pay_period_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  project_id uuid,
  cost_code_id uuid,
  classification text,
  rate numeric(10,4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  rule text not null,
  certified boolean default false not null,
  week_start date,
  flsa_premium_cents bigint default 0 not null,
  paid_break_minutes integer default 0 not null,
  first_minute integer default 0 not null,
  pay_item_id uuid,
  rules jsonb,
  constraint payroll_lines_pkey primary key (company_id, id),
  constraint finite_multiplier check (multiplier > '-Infinity'::numeric and multiplier < 'Infinity'::numeric),
  constraint finite_rate check (rate > '-Infinity'::numeric and rate < 'Infinity'::numeric),
  constraint finite_week_start check (isfinite(week_start)),
  constraint finite_work_date check (isfinite(work_date)),
  constraint payroll_lines_total_adds_up check (total_cents = (straight_cents + premium_cents)),
  constraint payroll_lines_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint payroll_lines_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint payroll_lines_pay_period foreign key (company_id, pay_period_id) references public.pay_periods(company_id, id) on delete cascade,
  constraint payroll_lines_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
create index payroll_lines_by_date on public.payroll_lines using btree (company_id, work_date);
create index payroll_lines_by_employee on public.payroll_lines using btree (company_id, employee_id, work_date);
create index payroll_lines_by_period on public.payroll_lines using btree (company_id, pay_period_id, employee_id, work_date);
create index payroll_lines_cost_code on public.payroll_lines using btree (company_id, cost_code_id) where cost_code_id is not null;
create index payroll_lines_project on public.payroll_lines using btree (company_id, project_id) where project_id is not null;
comment on table public.payroll_lines is 'Payroll of a locked period as it was when locked: integer minutes and cents, with the rule that produced each line.';
comment on column public.payroll_lines.straight_cents is 'Null where no rate was known when the period was locked.';
comment on column public.payroll_lines.rule is 'Why this multiplier: e.g. weekly_over_40, daily_over_8, seventh_day.';
comment on column public.payroll_lines.flsa_premium_cents is 'Part of the premium that the FLSA itself requires (W-2 box 12 code TT).';
comment on column public.payroll_lines.first_minute is 'Order within the day: minutes since 1970 of the first minute in the line.';
comment on column public.payroll_lines.rules is 'The rules behind the minutes: [{"rule", "threshold_minutes", "minutes"}].';
alter table public.payroll_lines enable row level security;
grant select on table public.payroll_lines to authenticated;

create policy "Managers read the payroll of their company, others their own" on public.payroll_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace function private.payroll_lines_between(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric, pay_code text, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint, flsa_premium_cents bigint, rule text, paid_break_minutes integer, first_minute integer, pay_item_id uuid, line_id uuid, locked boolean, rules jsonb)
language plpgsql rows 10000 set search_path = '' as $$
declare
  people uuid[] := case when employee_id_param is not null then array[employee_id_param] end;
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked'
      and p.start_date <= last_date_param and p.end_date >= first_date_param);
begin
  if locked_dates is not null then
    return query
    select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate::numeric, l.multiplier, l.pay_code, l.minutes,
      l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
      l.pay_item_id, l.id, true, l.rules
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
      and (employee_id_param is null or l.employee_id = employee_id_param);
    if locked_dates @> daterange(first_date_param, last_date_param, '[]') then
      return;
    end if;
  end if;
  -- A running entry moves on with every look, so its lines are not kept.
  if as_of_param is not null and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param and t.clock_out is null) then
    return query
    select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate, l.multiplier, l.pay_code, l.minutes,
      l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
      l.pay_item_id, null::uuid, false, l.rules
    from private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, people, as_of_param) l
    where locked_dates is null or not locked_dates @> l.work_date;
    return;
  end if;
  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate, l.multiplier, l.pay_code, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
    l.pay_item_id, null::uuid, false, l.rules
  from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, people) l
  where locked_dates is null or not locked_dates @> l.work_date;
end $$;
comment on function private.payroll_lines_between(uuid,date,date,uuid,timestamp with time zone) is 'Lines of a range: as frozen in locked periods, as today''s rules give them elsewhere.';

create or replace function private.payroll_lines_computed(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null::private.pay_planned[]) returns setof private.pay_lines
language plpgsql stable rows 10000 set search_path = '' set jit = 'off' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
declare
  weeks_from date;
  weeks_to date;
  premium_hours boolean;
  week_minute integer;
  reach integer;
  company_week integer;
  punches private.pay_punch[];
  breaks private.pay_break[];
  segments private.pay_segment[];
  pieces private.pay_piece[];
begin
  select c.week_start into company_week from public.companies c where c.id = company_id_param;
  -- Whole workweeks of every policy in question. A run of work that reaches into the first week may have begun some days before.
  select min(private.week_of(first_date_param, p.week_dow)) - 3, max(private.week_of(last_date_param, p.week_dow) + 6),
    bool_or(p.meal_premium or p.rest_premium),
    min(private.epoch_minute((private.week_of(first_date_param, p.week_dow) + make_interval(mins => p.workday_start)) at time zone z.time_zone)),
    max(greatest(p.run_gap, 240)) + 60
    into weeks_from, weeks_to, premium_hours, week_minute, reach
  from private.payroll_policies(company_id_param) p
  cross join (select c.time_zone from public.companies c where c.id = company_id_param
    union select s.time_zone from private.site_zones(company_id_param) s) z
  where p.valid_from <= last_date_param + 7 and p.valid_to > first_date_param - 10;
  -- The days before concern only people who worked up to the first week's beginning, or into a break that may have been a meal.
  punches := array(
    with fetched as materialized (
      select * from private.payroll_punches(company_id_param, weeks_from, weeks_to, employee_ids_param, as_of_param, planned_param)
    )
    select row(p.*)::private.pay_punch from fetched p
    where p.in_minute >= week_minute or p.employee_id in (
      select r.employee_id from fetched r where r.in_minute < week_minute and r.out_minute > week_minute - reach));
  breaks := array(select b from private.payroll_breaks(company_id_param, weeks_from, weeks_to, punches) b);
  segments := array(select s from private.payroll_segments(company_id_param, weeks_from, weeks_to, punches, breaks) s);
  pieces := array(select p from private.payroll_pieces(company_id_param, weeks_from, weeks_to, segments) p);
  return query
  with work as materialized (
    select * from private.payroll_work(company_id_param, weeks_from, weeks_to, pieces)
  ), merged as materialized (
    -- Section 8.2: equal keys are merged before rounding (AR-3). Step 6.
    select (row_number() over ())::integer as line, g.week, g.work_date, g.project_id, g.cost_code_id, g.rate_e4, g.multiplier,
      g.minutes, g.first_minute, g.rules, g.paid_break_minutes, g.threshold,
      g.rules & (g.rules - 1) <> 0 or coalesce(g.threshold <> g.last_threshold, false) as mixed,
      (2 * g.minutes::bigint * g.rate_e4 + 6000) / 12000 as straight_cents, (g.multiplier - 100) * g.minutes as weight,
      (2 * g.minutes::bigint * g.rate_e4 * (g.multiplier - 100) + 600000) / 1200000 as contract_premium
    from (
      select w.week, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier,
        sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute, bit_or(1 << w.rule) as rules,
        sum(w.paid_break_minutes)::integer as paid_break_minutes, min(w.threshold) as threshold, max(w.threshold) as last_threshold
      from work w
      group by w.week, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier
    ) g
  ), one_rule as (
    -- The same few lengths come again and again, so each is written once.
    select d.rules, coalesce(d.threshold, -1) as threshold, d.minutes, jsonb_build_array(jsonb_build_object(
      'rule', private.payroll_rule_names(d.rules), 'threshold_minutes', d.threshold, 'minutes', d.minutes)) as rule_minutes
    from (select distinct m.rules, m.threshold, m.minutes from merged m where not m.mixed) d
  ), several_rules as (
    select r.line, jsonb_agg(jsonb_build_object('rule', private.payroll_rule_names(1 << r.rule), 'threshold_minutes', r.threshold,
      'minutes', r.minutes) order by r.first_minute) as rule_minutes
    from (
      select m.line, w.rule, w.threshold, sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute
      from merged m
      join work w on w.week = m.week and w.work_date = m.work_date and w.multiplier = m.multiplier
        and (w.project_id, w.cost_code_id, w.rate_e4) is not distinct from (m.project_id, m.cost_code_id, m.rate_e4)
      where m.mixed
      group by m.line, w.rule, w.threshold
    ) r
    group by r.line
  ), items as materialized (
    select * from private.payroll_item_amounts(company_id_param, first_date_param, last_date_param, employee_ids_param)
  ), extras as (
    -- Pay that is in the regular rate without being hours (L5).
    select i.employee_id, i.week_start, sum(i.amount_cents)::bigint as cents
    from items i where private.pay_code_in_regular_rate(i.pay_code) group by i.employee_id, i.week_start
  ), weeks as (
    select s.*, w.employee_id, w.week_start, y.rate_in_effect, y.agreement, y.floor_check,
      s.straight_cents + coalesce(x.cents, 0) as remuneration
    from (
      select m.week, sum(m.minutes)::bigint as worked, max(m.work_date) as last_date, bool_or(m.rate_e4 is null) as unpriced,
        sum(m.straight_cents)::bigint as straight_cents, sum(m.weight)::bigint as weight, sum(m.contract_premium)::bigint as contract_premium
      from merged m group by m.week
    ) s
    join (select distinct p.week, p.employee_id, p.week_start, p.week_policy_id from unnest(pieces) p) w on w.week = s.week
    join private.payroll_policies(company_id_param) y on y.policy_id = w.week_policy_id
    left join extras x on x.employee_id = w.employee_id and x.week_start = w.week_start
  ), premiums as (
    -- Step 7: once per employee and week; unknown where a rate is missing.
    select w.*, case when w.unpriced then null
        when w.rate_in_effect then w.contract_premium
        else (2 * w.weight * w.remuneration + 100 * w.worked) / (200 * w.worked) end as premium,
      case when w.unpriced then null when w.worked <= 2400 then 0
        else (2 * (w.worked - 2400) * w.remuneration + 2 * w.worked) / (4 * w.worked) end as need
    from weeks w
  ), owed as materialized (
    -- Steps 8 and 9.
    select p.*, case when p.floor_check and not (p.rate_in_effect and p.agreement)
        then greatest(p.need - p.premium, 0) else 0 end as adjustment,
      least(p.need, p.premium + case when p.floor_check and not (p.rate_in_effect and p.agreement)
        then greatest(p.need - p.premium, 0) else 0 end) as flsa
    from premiums p
  ), shared as (
    -- Largest remainder: whole cents first, the cents left over to the largest fractions, ties to the earlier line.
    select m.line, m.week, m.work_date, m.first_minute, m.multiplier, m.project_id, m.cost_code_id, o.flsa, o.premium + o.adjustment as paid,
      coalesce(case when o.rate_in_effect then m.contract_premium end, o.premium * m.weight / o.weight
        + case when row_number() over (partition by m.week
            order by o.premium * m.weight % o.weight desc, m.work_date, m.first_minute, m.multiplier, m.project_id, m.cost_code_id)
          <= o.premium - sum(o.premium * m.weight / o.weight) over (partition by m.week)
          then 1 else 0 end) as premium_cents
    from merged m
    join owed o on o.week = m.week
    where m.weight > 0
  ), premium_lines as (
    select s.line, s.week, s.work_date, s.first_minute, s.multiplier, s.project_id, s.cost_code_id, s.flsa, s.paid, s.premium_cents
    from shared s
    union all
    select null, o.week, o.last_date, 2147483647, 100, null, null, o.flsa, o.premium + o.adjustment, o.adjustment
    from owed o where o.adjustment > 0
  ), flsa_lines as materialized (
    -- Step 9: the part of each premium that the FLSA requires, by largest remainder again.
    select l.line, l.week, l.premium_cents, coalesce(case when l.paid = 0 then 0 else l.flsa * l.premium_cents / l.paid
      + case when row_number() over (partition by l.week
          order by l.flsa * l.premium_cents % nullif(l.paid, 0) desc nulls last, l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id)
        <= l.flsa - sum(l.flsa * l.premium_cents / nullif(l.paid, 0)) over (partition by l.week)
        then 1 else 0 end end, 0) as flsa_cents
    from premium_lines l
  ), lines as (
    select o.employee_id, m.work_date, o.week_start, m.project_id, m.cost_code_id, m.rate_e4, m.multiplier,
      case when m.multiplier = 100 then 'REG' when m.multiplier < 200 then 'OT' else 'DT' end as pay_code, m.minutes, m.straight_cents,
      case when m.weight > 0 then f.premium_cents when m.rate_e4 is not null then 0 end as premium_cents,
      coalesce(f.flsa_cents, 0) as flsa_cents, m.rules, m.first_minute, m.paid_break_minutes, null::uuid as pay_item_id,
      coalesce(d.rule_minutes, r.rule_minutes) as rule_minutes
    from merged m
    join owed o on o.week = m.week
    left join flsa_lines f on f.line = m.line
    left join one_rule d on not m.mixed and d.rules = m.rules and d.threshold = coalesce(m.threshold, -1) and d.minutes = m.minutes
    left join several_rules r on r.line = m.line
    union all
    select o.employee_id, o.last_date, o.week_start, null, null, null, 100, 'FLSA_ADJ', 0, 0, f.premium_cents, f.flsa_cents,
      1 << 7, 2147483647, 0, null, null
    from flsa_lines f join owed o on o.week = f.week where f.line is null
    union all
    -- One hour at the week's regular rate (Ferra).
    select h.employee_id, h.work_date, h.week_start, null, null, null, 100, h.pay_code, 0, 0,
      case when not o.unpriced then (120 * o.remuneration + o.worked) / (2 * o.worked) end, 0,
      case h.pay_code when 'MEAL_PREM' then 1 << 8 else 1 << 9 end, 2147483646, 0, null, null
    from private.payroll_premium_hours(company_id_param, weeks_from, weeks_to, segments, breaks) h
    join owed o on o.employee_id = h.employee_id and o.week_start = h.week_start
    where premium_hours
    union all
    select i.employee_id, i.work_date, i.week_start, i.project_id, i.cost_code_id, i.rate_e4, 100, i.pay_code,
      i.minutes, i.amount_cents, case when i.amount_cents is not null then 0 end, i.flsa_cents,
      case i.pay_code when 'ADJUSTMENT' then 1 << 11 else 1 << 10 end, 2147483645, 0, i.pay_item_id, null
    from items i
  )
  select company_id_param, l.employee_id, private.week_of(l.work_date, company_week), l.work_date, l.week_start, l.project_id,
    l.cost_code_id, (l.rate_e4 * 0.0001)::numeric(10, 4), l.multiplier * 0.01, l.pay_code, l.minutes, l.straight_cents, l.premium_cents,
    l.straight_cents + l.premium_cents, l.flsa_cents::bigint, private.payroll_rule_names(l.rules), l.paid_break_minutes,
    l.first_minute, l.pay_item_id, l.rule_minutes
  from lines l
  -- Said this way, because the planner takes a range to be rare and would hash the many lines instead of the few.
  where case when l.work_date between first_date_param and last_date_param then true else false end;
end $$;
comment on function private.payroll_lines_computed(uuid,date,date,uuid[],timestamp with time zone,private.pay_planned[]) is 'Lines of the range, computed from entries, breaks, rates and policies on whole workweeks. A running entry counts up to as_of_param, or not at all; planned work as if it were worked.';

create or replace function private.payroll_lines_now(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns setof private.pay_lines
language plpgsql security definer rows 10000 set search_path = '' set jit = 'off' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  people uuid[] := array(select e.id from public.employees e
    where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param)));
begin
  return query
  select l.* from private.pay_lines l
  where l.company_id = company_id_param and l.employee_id = any (people)
    and l.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
    and not exists (select from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param));
  if found then
    return;
  end if;
  perform private.fill_pay(company_id_param, first_date_param, last_date_param, employee_ids_param);
  return query
  with missing as materialized (
    select array_agg(distinct m.employee_id) as people
    from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param) m
  )
  select l.* from private.pay_lines l
  where l.company_id = company_id_param and l.employee_id = any (people)
    and l.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
    and l.employee_id <> all (coalesce((select m.people from missing m), '{}'))
  union all
  select l.* from missing m
  cross join lateral private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, m.people, null) l
  where m.people is not null;
end $$;
comment on function private.payroll_lines_now(uuid,date,date,uuid[]) is 'Lines of a range under today''s time, rates and rules: those kept, and those missing computed, all at once, and kept.';

create or replace function public.payroll_line_origins(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, entry_ids uuid[], certified boolean, approved_by text, approved_at timestamptz, equipment text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with entries as (
    -- A shift over midnight has lines on both days; its approval is that of the day it began.
    select t.id, t.employee_id, d::date as work_date, t.project_id, t.cost_code_id, t.clock_in, a.approved_by, a.approved_at,
      coalesce(q.number, q.name) as machine
    from public.time_entries t
    left join public.equipment q on q.company_id = t.company_id and q.id = t.equipment_id
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
      and a.approved_at >= t.updated_at
    cross join lateral generate_series(t.work_date,
      greatest(t.work_date, ((t.clock_out - interval '1 microsecond') at time zone private.zone_of(company, t.project_id))::date), interval '1 day') d
    where t.company_id = company and t.clock_out is not null
      and t.work_date between start_date_param - 7 and end_date_param
  ), origins as (
    select e.employee_id, e.work_date, e.project_id, e.cost_code_id, array_agg(e.id order by e.clock_in, e.id) as entry_ids,
      bool_and(e.approved_at is not null) as approved, max(e.approved_at) as approved_at,
      (array_agg(e.approved_by order by e.approved_at desc nulls last))[1] as approver,
      array_agg(distinct e.machine) filter (where e.machine is not null) as machines
    from entries e
    where e.work_date between start_date_param and end_date_param
    group by e.employee_id, e.work_date, e.project_id, e.cost_code_id
  )
  select o.employee_id, o.work_date, o.project_id, o.cost_code_id, o.entry_ids,
    coalesce(frozen.certified, p.prevailing_wage, false),
    case when o.approved then btrim(concat_ws(' ', who.first_name, who.last_name)) end,
    case when o.approved then o.approved_at end, coalesce(o.machines, '{}')
  from origins o
  left join public.projects p on p.company_id = company and p.id = o.project_id
  -- What a locked period says stays, whatever becomes of the project.
  left join lateral (
    select l.certified from public.payroll_lines l
    where l.company_id = company and l.employee_id = o.employee_id and l.work_date = o.work_date and l.project_id = o.project_id
    limit 1) frozen on true
  left join public.employees who on who.company_id = company and who.user_id = o.approver
  order by o.employee_id, o.work_date, o.project_id, o.cost_code_id;
end $$;
comment on function public.payroll_line_origins(date,date) is 'Manager, owner: per person, day, project and cost code the entries behind the lines, whether the work is certified (prevailing wage), who approved it when, and the machines, by number or name.';
grant execute on function public.payroll_line_origins(date,date) to authenticated;

create or replace function public.payroll_lines_for(company_id_param uuid, start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint, rule text, pay_code text, flsa_premium_cents bigint, paid_break_minutes integer, week_start date, locked boolean, line_id uuid, pay_item_id uuid)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_payroll_rights(company_id_param);
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.hourly_rate, l.multiplier, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.rule, l.pay_code, l.flsa_premium_cents, l.paid_break_minutes,
    l.week_start, l.locked, l.line_id, l.pay_item_id
  from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
  join public.employees e on e.company_id = company_id_param and e.id = l.employee_id
  order by e.last_name collate "C", e.first_name collate "C", e.id, l.work_date, l.first_minute, l.multiplier,
    l.project_id, l.cost_code_id, l.hourly_rate;
end $$;
comment on function public.payroll_lines_for(uuid,date,date,uuid) is 'Managers and owners: one row per employee, work date, project, cost code, rate and multiplier, with the rule that produced it. Premium pay, leave and adjustments follow as rows of their own pay code with multiplier 1.';
grant execute on function public.payroll_lines_for(uuid,date,date,uuid) to authenticated;
