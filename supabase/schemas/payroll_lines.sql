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

create or replace function private.payroll_lines_computed(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns setof private.pay_lines
language plpgsql stable rows 10000 set search_path = '' set jit = 'off' set enable_nestloop = 'off' as $$
declare
  weeks_from date;
  weeks_to date;
  premium_hours boolean;
  company_week integer;
begin
  select c.week_start into company_week from public.companies c where c.id = company_id_param;
  -- Whole workweeks of every policy in question.
  select min(private.week_of(first_date_param, p.week_dow)), max(private.week_of(last_date_param, p.week_dow) + 6),
    bool_or(p.meal_premium or p.rest_premium) into weeks_from, weeks_to, premium_hours
  from private.payroll_policies(company_id_param) p
  where p.valid_from <= last_date_param + 7 and p.valid_to > first_date_param - 10;
  return query
  with policies as materialized (
    select p.policy_id, p.rate_in_effect, p.agreement, p.floor_check from private.payroll_policies(company_id_param) p
  ), by_rule as (
    -- A run of work that reaches into the first week may have begun some days before.
    select w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id,
      w.rule, w.threshold, sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute,
      sum(w.paid_break_minutes)::integer as paid_break_minutes
    from private.payroll_work(company_id_param, weeks_from - 3, weeks_to, employee_ids_param, as_of_param) w
    group by w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id,
      w.rule, w.threshold
  ), merged as (
    -- Section 8.2: equal keys are merged before rounding (AR-3).
    select w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id,
      sum(w.minutes)::integer as minutes, min(w.first_minute) as first_minute, bit_or(1 << w.rule) as rules,
      sum(w.paid_break_minutes)::integer as paid_break_minutes,
      jsonb_agg(jsonb_build_object('rule', private.payroll_rule_names(1 << w.rule), 'threshold_minutes', w.threshold,
        'minutes', w.minutes) order by w.first_minute) as rule_minutes
    from by_rule w
    group by w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id
  ), straight as materialized (
    -- Step 6.
    select m.*, (2 * m.minutes::bigint * m.rate_e4 + 6000) / 12000 as straight_cents,
      (m.multiplier - 100) * m.minutes as weight,
      case when y.rate_in_effect
        then (2 * m.minutes::bigint * m.rate_e4 * (m.multiplier - 100) + 600000) / 1200000 end as contract_premium,
      y.rate_in_effect, y.agreement, y.floor_check
    from merged m join policies y on y.policy_id = m.week_policy_id
  ), items as materialized (
    select * from private.payroll_item_amounts(company_id_param, first_date_param, last_date_param, employee_ids_param)
  ), extras as (
    -- Pay that is in the regular rate without being hours (L5).
    select i.employee_id, i.week_start, sum(i.amount_cents)::bigint as cents
    from items i where private.pay_code_in_regular_rate(i.pay_code) group by i.employee_id, i.week_start
  ), weeks as (
    select s.employee_id, s.week_start, s.rate_in_effect, s.agreement, s.floor_check,
      sum(s.minutes)::bigint as worked, max(s.work_date) as last_date, bool_or(s.rate_e4 is null) as unpriced,
      sum(s.straight_cents)::bigint + coalesce(max(x.cents), 0) as remuneration,
      sum(s.weight)::bigint as weight, sum(s.contract_premium)::bigint as contract_premium
    from straight s
    left join extras x on x.employee_id = s.employee_id and x.week_start = s.week_start
    group by s.employee_id, s.week_start, s.rate_in_effect, s.agreement, s.floor_check
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
    select s.*, o.premium, o.adjustment, o.flsa,
      coalesce(s.contract_premium, o.premium * s.weight / o.weight
        + case when row_number() over (partition by s.employee_id, s.week_start
            order by o.premium * s.weight % o.weight desc, s.work_date, s.first_minute, s.multiplier, s.project_id, s.cost_code_id)
          <= o.premium - sum(o.premium * s.weight / o.weight) over (partition by s.employee_id, s.week_start)
          then 1 else 0 end) as premium_cents
    from straight s
    join owed o on o.employee_id = s.employee_id and o.week_start = s.week_start
    where s.weight > 0
  ), premium_lines as (
    select h.employee_id, h.work_date, h.week_start, h.project_id, h.cost_code_id, h.rate_e4, h.multiplier,
      case when h.multiplier < 200 then 'OT' else 'DT' end as pay_code, h.minutes, h.straight_cents, h.premium_cents,
      h.rules, h.first_minute, h.paid_break_minutes, h.rule_minutes, h.flsa, h.premium + h.adjustment as paid
    from shared h
    union all
    select o.employee_id, o.last_date, o.week_start, null, null, null, 100, 'FLSA_ADJ', 0, 0, o.adjustment,
      1 << 7, 2147483647, 0, null, o.flsa, o.premium + o.adjustment
    from owed o where o.adjustment > 0
  ), flsa_lines as (
    -- Step 9: the part of each premium that the FLSA requires, by largest remainder again.
    select l.*, case when l.paid = 0 then 0 else l.flsa * l.premium_cents / l.paid
      + case when row_number() over (partition by l.employee_id, l.week_start
          order by l.flsa * l.premium_cents % nullif(l.paid, 0) desc nulls last, l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id)
        <= l.flsa - sum(l.flsa * l.premium_cents / nullif(l.paid, 0)) over (partition by l.employee_id, l.week_start)
        then 1 else 0 end end as flsa_cents
    from premium_lines l
  ), lines as (
    select s.employee_id, s.work_date, s.week_start, s.project_id, s.cost_code_id, s.rate_e4, s.multiplier, 'REG' as pay_code,
      s.minutes, s.straight_cents, case when s.rate_e4 is not null then 0::bigint end as premium_cents, 0::bigint as flsa_cents,
      s.rules, s.first_minute, s.paid_break_minutes, null::uuid as pay_item_id, s.rule_minutes
    from straight s where s.weight = 0
    union all
    select f.employee_id, f.work_date, f.week_start, f.project_id, f.cost_code_id, f.rate_e4, f.multiplier, f.pay_code,
      f.minutes, f.straight_cents, f.premium_cents, coalesce(f.flsa_cents, 0), f.rules, f.first_minute, f.paid_break_minutes, null, f.rule_minutes
    from flsa_lines f
    union all
    -- One hour at the week's regular rate (Ferra).
    select h.employee_id, h.work_date, h.week_start, null, null, null, 100, h.pay_code, 0, 0,
      case when not o.unpriced then (120 * o.remuneration + o.worked) / (2 * o.worked) end, 0,
      case h.pay_code when 'MEAL_PREM' then 1 << 8 else 1 << 9 end, 2147483646, 0, null, null
    from private.payroll_premium_hours(company_id_param, weeks_from - 3, weeks_to, employee_ids_param, as_of_param) h
    join owed o on o.employee_id = h.employee_id and o.week_start = h.week_start
    where premium_hours
    union all
    select i.employee_id, i.work_date, i.week_start, i.project_id, i.cost_code_id, i.rate_e4, 100, i.pay_code,
      i.minutes, i.amount_cents, case when i.amount_cents is not null then 0 end, 0,
      case i.pay_code when 'ADJUSTMENT' then 1 << 11 else 1 << 10 end, 2147483645, 0, i.pay_item_id, null
    from items i
  )
  select company_id_param, l.employee_id, private.week_of(l.work_date, company_week), l.work_date, l.week_start, l.project_id,
    l.cost_code_id, (l.rate_e4 * 0.0001)::numeric(10, 4), l.multiplier * 0.01, l.pay_code, l.minutes, l.straight_cents, l.premium_cents,
    l.straight_cents + l.premium_cents, l.flsa_cents::bigint, private.payroll_rule_names(l.rules), l.paid_break_minutes,
    l.first_minute, l.pay_item_id, l.rule_minutes
  from lines l
  where l.work_date between first_date_param and last_date_param;
end $$;
comment on function private.payroll_lines_computed(uuid,date,date,uuid[],timestamp with time zone) is 'Lines of the range, computed from entries, breaks, rates and policies on whole workweeks. A running entry counts up to as_of_param, or not at all.';

create or replace function private.payroll_lines_now(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns setof private.pay_lines
language plpgsql security definer rows 10000 set search_path = '' set jit = 'off' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  missing record;
begin
  select array_agg(distinct m.employee_id) as people, min(m.week) as first_week, max(m.week) as last_week into missing
  from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param) m;

  if missing.people is not null and current_setting('transaction_read_only') = 'off' and private.pay_lock(company_id_param, true) then
    -- What is outdated is taken and forgotten by one statement: a change that commits after it keeps its row
    -- for the next who fills, one that commits before it is not deleted unread.
    with taken as (
      delete from private.pay_weeks_outdated o where o.company_id = company_id_param returning o.employee_id, o.first_date, o.last_date
    ), lines_gone as (
      delete from private.pay_lines l using taken o
      where l.company_id = company_id_param
        and (o.employee_id is null or o.employee_id = l.employee_id) and o.first_date <= l.week + 6 and o.last_date >= l.week
    )
    delete from private.pay_weeks k using taken o
    where k.company_id = company_id_param
      and (o.employee_id is null or o.employee_id = k.employee_id) and o.first_date <= k.week + 6 and o.last_date >= k.week;
    -- Weeks that became outdated since keep their lines, or they would be kept twice.
    with gone as materialized (
      select e.id as employee_id, w.week
      from public.employees e
      cross join (select first_week + 7 * i as week from generate_series(0, (last_week - first_week) / 7) i) w
      where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
        and not exists (select from private.pay_weeks k
          where k.company_id = company_id_param and k.week = w.week and k.employee_id = e.id)
    ), marked as (
      insert into private.pay_weeks (company_id, week, employee_id)
      select company_id_param, g.week, g.employee_id from gone g on conflict do nothing
    ), range as (
      select min(g.week) as first_week, max(g.week) + 6 as last_date, array_agg(distinct g.employee_id) as people from gone g
    )
    insert into private.pay_lines
    select l.* from range r
    cross join lateral private.payroll_lines_computed(company_id_param, r.first_week, r.last_date,
      case when employee_ids_param is not null or cardinality(r.people) < 50 then r.people end, null) l
    join gone g on g.employee_id = l.employee_id and g.week = l.week
    where r.people is not null;
    select null::uuid[] as people, null::date as first_week, null::date as last_week into missing;
  end if;

  return query
  select l.* from private.pay_lines l
  where l.company_id = company_id_param and l.week between first_week and last_week
    and l.work_date between first_date_param and last_date_param
    and (employee_ids_param is null or l.employee_id = any (employee_ids_param))
    and (missing.people is null or not l.employee_id = any (missing.people));
  if missing.people is not null then
    return query
    select l.* from private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, missing.people, null) l;
  end if;
end $$;
comment on function private.payroll_lines_now(uuid,date,date,uuid[]) is 'Lines of a range under today''s time, rates and rules: those kept, and those missing computed, all at once, and kept.';

create or replace function public.payroll_line_origins(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, entry_ids uuid[], certified boolean, approved_by text, approved_at timestamptz, equipment text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  zone text;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  select c.time_zone into zone from public.companies c where c.id = company;
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
      greatest(t.work_date, ((t.clock_out - interval '1 microsecond') at time zone zone)::date), interval '1 day') d
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
