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
  classification_id uuid,
  rate_reason text,
  constraint payroll_lines_pkey primary key (company_id, id),
  constraint payroll_lines_rate_reason_known check (rate_reason in ('own', 'determination', 'topped_up', 'apprentice', 'over_ratio')),
  constraint payroll_lines_total_adds_up check (total_cents = (straight_cents + premium_cents)),
  constraint payroll_lines_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id),
  constraint payroll_lines_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint payroll_lines_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint payroll_lines_pay_period foreign key (company_id, pay_period_id) references public.pay_periods(company_id, id) on delete cascade,
  constraint payroll_lines_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.payroll_lines');
create index payroll_lines_by_date on public.payroll_lines (company_id, work_date);
create index payroll_lines_by_employee on public.payroll_lines (company_id, employee_id, work_date);
create index payroll_lines_by_period on public.payroll_lines (company_id, pay_period_id, employee_id, work_date);
create index payroll_lines_classification on public.payroll_lines (company_id, classification_id) where classification_id is not null;
create index payroll_lines_cost_code on public.payroll_lines (company_id, cost_code_id) where cost_code_id is not null;
create index payroll_lines_project on public.payroll_lines (company_id, project_id) where project_id is not null;
comment on table public.payroll_lines is 'Payroll of a locked period as it was when locked: integer minutes and cents, with the rule that produced each line.';
comment on column public.payroll_lines.classification is 'On public work: the name of the class when the period was locked.';
comment on column public.payroll_lines.classification_id is 'On public work: the class of the determination in effect on the day.';
comment on column public.payroll_lines.rate_reason is 'On public work, why this rate: own, determination, topped_up, apprentice, over_ratio.';
comment on column public.payroll_lines.straight_cents is 'Null where no rate was known when the period was locked.';
comment on column public.payroll_lines.rule is 'Why this multiplier: e.g. weekly_over_40, daily_over_8, seventh_day.';
comment on column public.payroll_lines.flsa_premium_cents is 'Part of the premium that the FLSA itself requires (W-2 box 12 code TT).';
comment on column public.payroll_lines.first_minute is 'Order within the day: minutes since 1970 of the first minute in the line.';
comment on column public.payroll_lines.rules is 'The rules behind the minutes: [{"rule", "threshold_minutes", "minutes"}].';
alter table public.payroll_lines enable row level security;
grant select on table public.payroll_lines to authenticated;

create policy "Company roles with payroll read what is paid" on public.payroll_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('payroll')));

create policy "Managers read the payroll of their company, others their own" on public.payroll_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace function public.payroll_lines_for(company_id_param uuid, start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint, rule text, pay_code text, flsa_premium_cents bigint, paid_break_minutes integer, week_start date, locked boolean, line_id uuid, pay_item_id uuid, classification_id uuid, rate_reason text)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_payroll_rights(company_id_param);
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.hourly_rate, l.multiplier, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.rule, l.pay_code, l.flsa_premium_cents, l.paid_break_minutes,
    l.week_start, l.locked, l.line_id, l.pay_item_id, l.classification_id, l.rate_reason
  from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
  join public.employees e on e.company_id = company_id_param and e.id = l.employee_id
  order by e.last_name collate "C", e.first_name collate "C", e.id, l.work_date, l.first_minute, l.multiplier,
    l.project_id, l.cost_code_id, l.hourly_rate, l.pay_code, l.pay_item_id, l.classification_id;
end $$;
comment on function public.payroll_lines_for(uuid,date,date,uuid) is 'Managers and owners: one row per employee, work date, project, cost code, rate and multiplier, on public work also class, with the rule that produced it and the reason of its rate. Premium pay, leave and adjustments follow as rows of their own pay code with multiplier 1.';
grant execute on function public.payroll_lines_for(uuid,date,date,uuid) to authenticated;

create or replace function private.payroll_lines_between(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric, pay_code text, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint, flsa_premium_cents bigint, rule text, paid_break_minutes integer, first_minute integer, pay_item_id uuid, line_id uuid, locked boolean, threshold integer, rule_minutes jsonb, classification_id uuid, rate_reason text)
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
      l.pay_item_id, l.id, true, null::integer, l.rules, l.classification_id, l.rate_reason
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
      and (employee_id_param is null or l.employee_id = employee_id_param);
    if locked_dates @> daterange(first_date_param, last_date_param, '[]') then
      return;
    end if;
  end if;
  -- A running entry moves on with every look, so its lines are not cached.
  if as_of_param is not null and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param and t.clock_out is null) then
    return query
    select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate, l.multiplier, l.pay_code, l.minutes,
      l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
      l.pay_item_id, null::uuid, false, l.threshold, l.rule_minutes, l.classification_id, l.rate_reason
    from private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, people, as_of_param) l
    where locked_dates is null or not locked_dates @> l.work_date;
    return;
  end if;
  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate, l.multiplier, l.pay_code, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
    l.pay_item_id, null::uuid, false, l.threshold, l.rule_minutes, l.classification_id, l.rate_reason
  from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, people) l
  where locked_dates is null or not locked_dates @> l.work_date;
end $$;
comment on function private.payroll_lines_between(uuid,date,date,uuid,timestamp with time zone) is 'Lines of a range: as frozen in locked periods, as today''s rules give them elsewhere.';

create or replace function private.payroll_computed(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null::private.pay_planned[]) returns table(employee_id uuid, week date, project_id uuid, unpriced boolean, lines private.pay_line[])
language plpgsql stable rows 3000 set search_path = '' set jit = 'off' set enable_nestloop = 'off' set enable_mergejoin = 'off' set plan_cache_mode = 'auto' as $$
declare
  weeks_from date;
  weeks_to date;
  premium_hours boolean;
  week_minute integer;
  reach integer;
  company_week integer;
  names private.pay_names := private.pay_names(company_id_param, employee_ids_param);
  codes integer := cardinality(names.codes) + 1;
  people uuid[] := names.people;
  project_ids uuid[] := names.projects;
  code_ids uuid[] := names.codes;
  segments private.pay_segment[];
  rates_in_effect boolean[];
  agreements boolean[];
  floor_checks boolean[];
  is_exempt boolean[];
  rates_in_cents boolean[];
  flat_on_straight_hours boolean[];
  -- What contracts ask for, by the number of the terms; null without any, and then nothing below is of public work.
  terms private.pay_term[];
  is_public boolean := exists (select from public.public_contracts c where c.company_id = company_id_param);
  prices integer;
  classes uuid[];
  bases integer[];
  fringes integer[];
  credits integer[];
  cashes integer[];
  cash_agreed boolean[];
  top_ups boolean[];
begin
  -- For a few people making plans costs more than following them, so one is made for all; for many a plan that knows what is there.
  perform set_config('plan_cache_mode', case when cardinality(people) < 50 then 'force_generic_plan' else 'force_custom_plan' end, true);
  select c.week_start into company_week from public.companies c where c.id = company_id_param;
  -- Whole workweeks of every policy in question. A run of work that reaches into the first week may have begun some days before.
  select min(private.week_of(first_date_param, p.week_dow)) - 3, max(private.week_of(last_date_param, p.week_dow) + 6),
    bool_or(p.meal_premium or p.rest_premium),
    min(private.epoch_minute((private.week_of(first_date_param, p.week_dow) + make_interval(mins => p.workday_start)) at time zone z.time_zone)),
    max(greatest(p.run_gap, 240)) + 60
    into weeks_from, weeks_to, premium_hours, week_minute, reach
  from private.payroll_policies(company_id_param) p
  cross join unnest(names.time_zones) z (time_zone)
  where p.valid_from <= last_date_param + 7 and p.valid_to > first_date_param - 10;
  select array_agg(p.rate_in_effect order by p.number), array_agg(p.agreement order by p.number), array_agg(p.floor_check order by p.number),
    array_agg(p.weekly_after is null and not p.floor_check order by p.number),
    array_agg(p.policy ->> 'regular_rate' = 'dol_cents' order by p.number),
    array_agg(p.policy ->> 'flat_bonus' = 'straight_hours' order by p.number)
    into rates_in_effect, agreements, floor_checks, is_exempt, rates_in_cents, flat_on_straight_hours
  from private.payroll_policies_between(company_id_param, weeks_from, weeks_to) p;
  segments := array(select s from private.payroll_segments(company_id_param, weeks_from, weeks_to, week_minute, reach,
    employee_ids_param, as_of_param, planned_param, names) s);
  if is_public then
    terms := array(select t from private.public_work_terms(company_id_param, weeks_from, weeks_to, segments, names) t);
    select array_agg(t.classification_id order by t.number), array_agg(t.base_e4 order by t.number), array_agg(t.fringe_e4 order by t.number),
      array_agg(t.credit_e4 order by t.number), array_agg(t.cash_e4 order by t.number), array_agg(t.cash_agreed order by t.number),
      array_agg(t.top_up order by t.number)
      into classes, bases, fringes, credits, cashes, cash_agreed, top_ups
    from (select distinct on (u.number) u.* from unnest(terms) u order by u.number) t;
    is_public := cardinality(terms) > 0;
  end if;
  prices := private.price_count(terms);
  return query
  with work as materialized (
    select * from private.payroll_work(company_id_param, weeks_from, weeks_to, segments, names, case when is_public then terms end)
  ), grouped as not materialized (
    select w.week, min(w.week_policy) as week_policy, w.work_date, w.job, w.rate_e4, w.multiplier,
      sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute, bit_or(1 << w.rule) as rules,
      sum(w.paid_break_minutes)::integer as paid_break_minutes, min(w.threshold) as threshold, max(w.threshold) as last_threshold
    from work w
    group by w.week, w.work_date, w.job, w.rate_e4, w.multiplier
  ), merged as materialized (
    -- Step 6: equal keys are merged before rounding (docs/rules/rounding.md#cents, AR-3).
    select g.week, g.week_policy, g.work_date, g.job, g.rate_e4, g.multiplier,
      g.minutes, g.first_minute, g.rules, g.paid_break_minutes, g.threshold,
      g.rules & (g.rules - 1) <> 0 or coalesce(g.threshold <> g.last_threshold, false) as mixed,
      (2 * g.minutes::bigint * g.rate_e4 + 6000) / 12000 as straight_cents, (g.multiplier - 100) * g.minutes as weight,
      (2 * g.minutes::bigint * g.rate_e4 * (g.multiplier - 100) + 600000) / 1200000 as contract_premium, null::bigint as base_cents
    from grouped g where not is_public or g.job % prices = 0
    union all
    -- docs/rules/public-work.md#rounding: what a report prints is rounded once for the week, and shared out to its days.
    select g.week, g.week_policy, g.work_date, g.job, g.rate_e4, g.multiplier,
      g.minutes, g.first_minute, g.rules, g.paid_break_minutes, g.threshold,
      g.rules & (g.rules - 1) <> 0 or coalesce(g.threshold <> g.last_threshold, false),
      private.share(g.straight, 6000, (sum(g.straight) over of_week)::bigint, (sum(g.straight / 6000) over of_week)::bigint,
        row_number() over (of_week order by g.straight % 6000 desc, g.work_date, g.first_minute, g.job)),
      (g.multiplier - 100) * g.minutes,
      private.share(g.premium, 600000, (sum(g.premium) over of_week)::bigint, (sum(g.premium / 600000) over of_week)::bigint,
        row_number() over (of_week order by g.premium % 600000 desc, g.work_date, g.first_minute, g.job)),
      private.share(g.base, 6000, (sum(g.base) over of_week)::bigint, (sum(g.base / 6000) over of_week)::bigint,
        row_number() over (of_week order by g.base % 6000 desc, g.work_date, g.first_minute, g.job))
    from (
      select p.*, p.minutes::bigint * p.rate_e4 as straight, p.minutes::bigint * p.base_e4 as base,
        p.minutes::bigint * p.base_e4 * (p.multiplier - 100) as premium
      from (
        -- docs/rules/public-work.md#overtime
        select g.*, private.overtime_base(g.rate_e4, bases[g.job % prices / 8], fringes[g.job % prices / 8], credits[g.job % prices / 8],
            cashes[g.job % prices / 8], top_ups[g.job % prices / 8]) as base_e4,
          classes[g.job % prices / 8] as classification_id
        from grouped g where is_public and g.job % prices > 0
      ) p
    ) g
    window of_week as (partition by g.week, g.job / (codes * prices), g.classification_id, g.rate_e4, g.multiplier)
  ), several_rules as (
    select r.week, r.work_date, r.job, r.rate_e4, r.multiplier, jsonb_agg(jsonb_build_object('rule', private.payroll_rule_names(1 << r.rule),
      'threshold_minutes', r.threshold, 'minutes', r.minutes) order by r.first_minute) as rule_minutes
    from (
      select w.week, w.work_date, w.job, w.rate_e4, w.multiplier, w.rule, w.threshold, sum(w.minutes)::integer as minutes,
        min(w.start_minute) as first_minute
      from merged m
      join work w on w.week = m.week and w.work_date = m.work_date and w.multiplier = m.multiplier and w.job = m.job
        and w.rate_e4 is not distinct from m.rate_e4
      where m.mixed
      group by w.week, w.work_date, w.job, w.rate_e4, w.multiplier, w.rule, w.threshold
    ) r
    group by r.week, r.work_date, r.job, r.rate_e4, r.multiplier
  ), items as materialized (
    select * from private.payroll_item_amounts(company_id_param, first_date_param, last_date_param, employee_ids_param)
  ), extras as (
    -- Pay that is in the regular rate without being hours (docs/rules/overtime.md#l5).
    select private.week_number(e.number::integer, i.week_start) as week,
      case when not bool_or(i.amount_cents is null) then sum(i.amount_cents)::bigint end as cents,
      coalesce(sum(i.amount_cents) filter (where i.flat_sum), 0)::bigint as flat_cents
    from items i join unnest(people) with ordinality e (id, number) on e.id = i.employee_id
    where private.pay_code_in_regular_rate(i.pay_code) group by 1
  ), weeks as (
    select s.*, rates_in_effect[s.policy] as rate_in_effect,
      floor_checks[s.policy] and not (rates_in_effect[s.policy] and agreements[s.policy]) as floor_check,
      s.straight_cents + case when x.week is null then 0 else x.cents end as remuneration,
      -- docs/rules/overtime.md#l20
      case when flat_on_straight_hours[s.policy] and s.straight_minutes > 0 then coalesce(x.flat_cents, 0) else 0 end as flat_cents
    from (
      select m.week, min(m.week_policy) as policy, sum(m.minutes)::bigint as worked,
        coalesce(sum(m.minutes) filter (where m.weight = 0), 0)::bigint as straight_minutes, max(m.work_date) as last_date, bool_or(m.rate_e4 is null) as unpriced,
        sum(coalesce(m.base_cents, m.straight_cents))::bigint as straight_cents, sum(m.weight)::bigint as weight, sum(m.contract_premium)::bigint as contract_premium
      from merged m group by m.week
    ) s
    left join extras x on x.week = s.week
  ), premiums as (
    -- Step 7: once per employee and week; unknown where a rate is missing.
    select w.*, case when w.unpriced then null
        when w.rate_in_effect then w.contract_premium
        when w.flat_cents > 0 then div(2 * (w.weight * ((w.remuneration - w.flat_cents) * w.straight_minutes + w.flat_cents * w.worked::numeric)
            + 100 * w.flat_cents * (w.worked::numeric * (w.worked - w.straight_minutes)))
          + 100 * w.worked * w.straight_minutes, 200 * w.worked * w.straight_minutes)::bigint
        when rates_in_cents[w.policy] then (2 * w.weight * r.cents + 6000) / 12000
        else (2 * w.weight * w.remuneration + 100 * w.worked) / (200 * w.worked) end as premium,
      case when w.unpriced then null when w.worked <= 2400 then 0
        when rates_in_cents[w.policy] then (2 * (w.worked - 2400) * r.cents + 120) / 240
        else (2 * (w.worked - 2400) * w.remuneration + 2 * w.worked) / (4 * w.worked) end as need
    from weeks w
    -- The regular rate of an hour as the Department of Labor prints it.
    cross join lateral (select round(private.regular_rate(w.remuneration, 0, w.worked, w.worked))::bigint as cents) r
  ), owed as materialized (
    -- Steps 8 and 9.
    select p.*, case when p.floor_check then greatest(p.need - p.premium, 0) else 0 end as adjustment,
      -- Whom the FLSA owes no overtime (OT-X1), premiums of a determination are none of it.
      case when is_exempt[p.policy] then 0
        else least(p.need, p.premium + case when p.floor_check then greatest(p.need - p.premium, 0) else 0 end) end as flsa
    from premiums p
  ), shared as (
    -- Largest remainder: whole cents first, the cents left over to the largest fractions, ties to the earlier line.
    select m.week, m.work_date, m.job, m.minutes, m.multiplier, m.rules, m.paid_break_minutes, m.first_minute, m.straight_cents, m.rate_e4,
      m.threshold, m.mixed, o.flsa, o.premium + o.adjustment as paid,
      coalesce(case when o.rate_in_effect then m.contract_premium end, o.premium * m.weight / o.weight
        + case when row_number() over (partition by m.week
            order by o.premium * m.weight % o.weight desc, m.work_date, m.first_minute, m.multiplier, m.job)
          <= o.premium - (sum(o.premium * m.weight / o.weight) over (partition by m.week))::bigint
          then 1 else 0 end) as premium_cents
    from merged m
    join owed o on o.week = m.week
    where m.weight > 0
    union all
    select o.week, o.last_date, null, 0, 100, 1 << 7, 0, 2147483647, 0, null, null, false, o.flsa, o.premium + o.adjustment, o.adjustment
    from owed o where o.adjustment > 0
  ), work_lines as (
    select m.week, m.work_date, m.job, m.minutes, m.multiplier, m.rules, m.paid_break_minutes, m.first_minute, 0::bigint as flsa_cents,
      m.straight_cents, case when m.rate_e4 is not null then 0::bigint end as premium_cents, m.rate_e4, m.threshold, m.mixed
    from merged m where m.weight = 0
    union all
    -- Step 9: the part of each premium that the FLSA requires, by largest remainder again.
    select s.week, s.work_date, s.job, s.minutes, s.multiplier, s.rules, s.paid_break_minutes, s.first_minute,
      coalesce(case when s.paid = 0 then 0 else s.flsa * s.premium_cents / s.paid
        + case when row_number() over (partition by s.week
            order by s.flsa * s.premium_cents % nullif(s.paid, 0) desc nulls last, s.work_date, s.first_minute, s.multiplier, s.job)
          <= s.flsa - (sum(s.flsa * s.premium_cents / nullif(s.paid, 0)) over (partition by s.week))::bigint
          then 1 else 0 end end, 0),
      s.straight_cents, s.premium_cents, s.rate_e4, s.threshold, s.mixed
    from shared s
  ), all_lines as (
    select l.week, l.job / (codes * prices) as project, l.work_date, l.minutes, l.multiplier, l.rules, l.paid_break_minutes, l.first_minute, l.flsa_cents,
      case when l.rules = 1 << 7 then 'FLSA_ADJ' when l.multiplier = 100 then 'REG' when l.multiplier < 200 then 'OT' else 'DT' end as pay_code,
      l.straight_cents, l.premium_cents, l.rate_e4, case when not l.mixed then l.threshold end as threshold,
      code_ids[l.job / prices % codes + 1] as cost_code_id, null::uuid as pay_item_id, r.rule_minutes, case when is_public then l.job % prices end as price,
      case when is_public then private.rate_reason(l.job % prices) end as rate_reason
    from work_lines l
    left join several_rules r on l.mixed and r.week = l.week and r.work_date = l.work_date and r.job = l.job and r.multiplier = l.multiplier
      and r.rate_e4 is not distinct from l.rate_e4
    union all
    -- One hour at the week's regular rate (Ferra), on the project where it was earned.
    select h.week, h.project, h.work_date, 0, 100, case h.pay_code when 'MEAL_PREM' then 1 << 8 else 1 << 9 end, 0, 2147483646, 0, h.pay_code,
      0, case when not o.unpriced then round(private.regular_rate(o.remuneration, o.flat_cents, o.worked, o.straight_minutes))::bigint end, null, null, code_ids[h.code + 1], null, null, null, null
    from private.payroll_premium_hours(company_id_param, weeks_from, weeks_to, segments, names) h
    join owed o on o.week = h.week
    where premium_hours
    union all
    select private.week_number(e.number::integer, i.week_start), j.number - 1, i.work_date, i.minutes, 100,
      case i.pay_code when 'ADJUSTMENT' then 1 << 11 else 1 << 10 end, 0, 2147483645, i.flsa_cents, i.pay_code,
      i.amount_cents, case when i.amount_cents is not null then 0 end, i.rate_e4, null, i.cost_code_id, i.pay_item_id, null, null, null
    from items i
    join unnest(people) with ordinality e (id, number) on e.id = i.employee_id
    left join unnest(project_ids) with ordinality j (id, number) on j.id = i.project_id
    union all
    -- docs/rules/public-work.md#cash: for every hour, without a premium, rounded once for the week.
    select c.week, c.job / (codes * prices), c.work_date, 0, 100, 1 << 15, 0, 2147483644, 0, 'FRINGE_CASH',
      private.share(c.amount, 6000, (sum(c.amount) over of_week)::bigint, (sum(c.amount / 6000) over of_week)::bigint,
        row_number() over (of_week order by c.amount % 6000 desc, c.work_date, c.first_minute, c.job)), 0, c.cash_e4, null,
      code_ids[c.job / prices % codes + 1], null, null, c.job % prices,
      case when c.cash_e4 > cashes[c.job % prices / 8] then 'topped_up' when cash_agreed[c.job % prices / 8] then 'own' else 'determination' end
    from (
      select m.week, m.work_date, m.job, x.cash_e4, min(m.first_minute) as first_minute, sum(m.minutes)::bigint * x.cash_e4 as amount
      from merged m
      cross join lateral (select m.job % prices / 8 as term) t
      cross join lateral (select private.topped_up_cash(m.rate_e4, bases[t.term], fringes[t.term], credits[t.term], cashes[t.term], top_ups[t.term]) as cash_e4) x
      where is_public and m.job % prices > 0 and x.cash_e4 > 0
      group by m.week, m.work_date, m.job, x.cash_e4
    ) c
    window of_week as (partition by c.week, c.job / (codes * prices), classes[c.job % prices / 8])
  )
  select people[g.person], g.week, project_ids[g.project + 1], g.unpriced, g.lines
  from (
    select l.week / 10000000 as person, private.week_of(l.work_date, company_week) as week, nullif(l.project, cardinality(project_ids)) as project,
      bool_or(l.straight_cents is null or l.premium_cents is null) as unpriced,
      array_agg(row(l.work_date, date '2000-01-01' + (l.week % 10000000 - 5000000)::integer, l.minutes, l.multiplier, l.rules, l.paid_break_minutes,
        l.first_minute, l.flsa_cents, l.pay_code, l.straight_cents, l.premium_cents, l.rate_e4, l.threshold, l.cost_code_id, l.pay_item_id,
        l.rule_minutes, case when is_public then classes[l.price / 8] end, l.rate_reason)::private.pay_line) as lines
    from all_lines l
    -- Said this way, because the planner takes a range to be rare and would hash the many lines instead of the few.
    where case when l.work_date between first_date_param and last_date_param then true else false end
    group by 1, 2, 3
  ) g;
end $$;
comment on function private.payroll_computed(uuid,date,date,uuid[],timestamp with time zone,private.pay_planned[]) is 'Lines of the range, computed from entries, breaks, rates and policies on full workweeks, together by person, week of the company and project. A running entry counts up to as_of_param, or not at all; planned work as if it were worked.';

create or replace function private.payroll_lines_computed(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null::private.pay_planned[]) returns setof private.computed_line
language sql stable rows 10000 set search_path = '' as $$
  select l.* from private.payroll_computed(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param, planned_param) p
  cross join lateral private.lines_of(p.employee_id, p.week, p.project_id, p.lines) l;
$$;
comment on function private.payroll_lines_computed(uuid,date,date,uuid[],timestamp with time zone,private.pay_planned[]) is 'The lines of private.payroll_computed, one by one.';

create or replace function private.payroll_lines_now(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns setof private.computed_line
language plpgsql security definer rows 10000 set search_path = '' set jit = 'off' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  people uuid[] := array(select e.id from public.employees e
    where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param)));
begin
  return query
  select l.* from private.pay_lines p
  cross join lateral private.lines_of(p.employee_id, p.week, p.project_id, p.lines) l
  where p.company_id = company_id_param and p.employee_id = any (people)
    and p.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
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
  select l.* from private.pay_lines p
  cross join lateral private.lines_of(p.employee_id, p.week, p.project_id, p.lines) l
  where p.company_id = company_id_param and p.employee_id = any (people)
    and p.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
    and p.employee_id <> all (coalesce((select m.people from missing m), '{}'))
  union all
  select l.* from missing m
  cross join lateral private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, m.people, null) l
  where m.people is not null;
end $$;
comment on function private.payroll_lines_now(uuid,date,date,uuid[]) is 'Lines of a range under today''s time, rates and rules: those cached, and those missing computed, all at once, and cached.';

create or replace function public.payroll_line_origins(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, entry_ids uuid[], certified boolean, approved_by text, approved_at timestamptz, equipment text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with entries as (
    -- A shift over midnight has lines on both days; its approval is that of the day it began.
    select t.id, t.employee_id, d::date as work_date, t.project_id, t.cost_code_id, t.clock_in, a.approved_by, a.approved_at,
      machines.names
    from public.time_entries t
    left join lateral (select array_agg(coalesce(q.number, q.name)) as names from public.equipment q
      where q.company_id = t.company_id and q.id in (select m.equipment_id from private.machines_of(t.equipment_id, t.machines) m)
        and t.equipment_id is not null) machines on true
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
      and private.approval_covers(a.approved_at, t.updated_at, t.clock_out)
    cross join lateral generate_series(t.work_date,
      private.last_date_of(t.work_date, t.clock_out, private.zone_of(company, t.project_id)), interval '1 day') d
    where t.company_id = company and t.clock_out is not null
      and t.work_date between start_date_param - 7 and end_date_param
  ), origins as (
    select e.employee_id, e.work_date, e.project_id, e.cost_code_id, array_agg(e.id order by e.clock_in, e.id) as entry_ids,
      bool_and(e.approved_at is not null) as approved, max(e.approved_at) as approved_at,
      (array_agg(e.approved_by order by e.approved_at desc nulls last))[1] as approver,
      jsonb_agg(e.names) filter (where e.names is not null) as machines
    from entries e
    where e.work_date between start_date_param and end_date_param
    group by e.employee_id, e.work_date, e.project_id, e.cost_code_id
  )
  select o.employee_id, o.work_date, o.project_id, o.cost_code_id, o.entry_ids,
    coalesce(frozen.certified, p.prevailing_wage or c.id is not null, false),
    case when o.approved then btrim(concat_ws(' ', who.first_name, who.last_name)) end,
    case when o.approved then o.approved_at end, array(select distinct m.machine from jsonb_array_elements(o.machines) l (names) cross join jsonb_array_elements_text(l.names) m (machine) order by 1)
  from origins o
  left join public.projects p on p.company_id = company and p.id = o.project_id
  left join public.public_contracts c on c.company_id = company and c.project_id = o.project_id
  -- What a locked period says stays, whatever becomes of the project.
  left join lateral (
    -- Only work under a contract has a reason of its rate.
    select bool_or(l.certified or l.rate_reason is not null) as certified from public.payroll_lines l
    where l.company_id = company and l.employee_id = o.employee_id and l.work_date = o.work_date and l.project_id = o.project_id) frozen on true
  left join public.employees who on who.company_id = company and who.user_id = o.approver
  order by o.employee_id, o.work_date, o.project_id, o.cost_code_id;
end $$;
comment on function public.payroll_line_origins(date,date) is 'Manager, owner: per person, day, project and cost code the entries behind the lines, whether the work is certified (a public contract, or prevailing wage), who approved it when, and the machines, by number or name.';
grant execute on function public.payroll_line_origins(date,date) to authenticated;

create or replace function private.live_totals(company_id_param uuid, first_date_param date, last_date_param date) returns jsonb
language sql set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', t.employee_id, 'regular', t.regular, 'overtime', t.overtime,
    'double_time', t.double_time, 'cents', t.cents, 'premium', t.premium)), '[]')
  from (
    select l.employee_id, coalesce(sum(l.minutes) filter (where l.pay_code = 'REG'), 0) as regular,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'OT'), 0) as overtime,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'DT'), 0) as double_time,
      case when not bool_or(l.straight_cents is null or l.premium_cents is null) then sum(l.straight_cents + l.premium_cents) end as cents,
      coalesce(sum(l.straight_cents + l.premium_cents) filter (where private.is_premium_code(l.pay_code)), 0) as premium
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, null) l
    group by l.employee_id
  ) t;
$$;

create or replace function private.is_leave_code(pay_code_param text) returns boolean
language sql immutable parallel safe as $$
  select pay_code_param in ('PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY');
$$;
comment on function private.is_leave_code(text) is 'Hours that are paid and not worked.';

create or replace function private.is_premium_code(pay_code_param text) returns boolean
language sql immutable parallel safe as $$
  select pay_code_param in ('SHIFT_DIFF', 'MEAL_PREM', 'REST_PREM');
$$;
comment on function private.is_premium_code(text) is 'What a rule adds to the pay of hours worked; overtime is in the hours themselves.';

create or replace function private.payroll_totals(company_id_param uuid, first_date_param date, last_date_param date) returns setof private.payroll_total
language plpgsql set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  people uuid[] := array(select e.id from public.employees e where e.company_id = company_id_param);
  -- Lines that are all cached are added up where they lie, without being handed on first.
  is_cached boolean := not exists (
      select from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked' and p.start_date <= last_date_param and p.end_date >= first_date_param)
    and private.fill_pay(company_id_param, first_date_param, last_date_param, null) is null;
begin
  return query
  with complete as materialized (
    select is_cached and not exists (select from private.pay_weeks_missing(company_id_param, first_week, last_week, null)) as is_complete
  ), lines as (
    select p.employee_id, l.pay_code, l.minutes, l.paid_break_minutes, l.straight_cents + l.premium_cents as total_cents, l.straight_cents,
      l.flsa_premium_cents, l.rate_e4
    from private.pay_lines p cross join lateral unnest(p.lines) l
    where (select w.is_complete from complete w) and p.company_id = company_id_param and p.employee_id = any (people)
      and p.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
    union all
    select l.employee_id, l.pay_code, l.minutes, l.paid_break_minutes, l.total_cents, l.straight_cents, l.flsa_premium_cents,
      (l.hourly_rate * 10000)::integer
    from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, null, null) l
    where not (select w.is_complete from complete w)
  ), codes as (
    -- A person has few codes of pay, so what is told apart by them is added up after them.
    select l.employee_id, l.pay_code, l.pay_code in ('REG', 'OT', 'DT') as is_work, sum(l.minutes) as minutes,
      sum(l.paid_break_minutes) as paid_break_minutes, sum(l.total_cents)::bigint as total_cents, sum(l.straight_cents)::bigint as straight_cents,
      sum(l.flsa_premium_cents)::bigint as flsa_cents, bool_or(l.total_cents is null) as unpriced, min(l.rate_e4) as lowest_e4, max(l.rate_e4) as highest_e4
    from lines l group by l.employee_id, l.pay_code
  )
  select c.employee_id,
    coalesce(sum(c.minutes) filter (where c.pay_code = 'REG'), 0)::bigint,
    coalesce(sum(c.minutes) filter (where c.pay_code = 'OT'), 0)::bigint,
    coalesce(sum(c.minutes) filter (where c.pay_code = 'DT'), 0)::bigint,
    sum(c.paid_break_minutes)::bigint,
    coalesce(sum(c.total_cents) filter (where c.pay_code = 'REG'), 0)::bigint,
    coalesce(sum(c.total_cents) filter (where c.pay_code in ('OT', 'FLSA_ADJ')), 0)::bigint,
    coalesce(sum(c.total_cents) filter (where c.pay_code = 'DT'), 0)::bigint,
    coalesce(sum(c.total_cents) filter (where not c.is_work and c.pay_code <> 'FLSA_ADJ' and not private.is_reimbursement_code(c.pay_code)), 0)::bigint,
    coalesce(sum(c.straight_cents) filter (where c.is_work), 0)::bigint,
    sum(c.flsa_cents)::bigint,
    bool_or(c.unpriced),
    -- One rate, or several.
    case when min(c.lowest_e4) filter (where c.is_work) = max(c.highest_e4) filter (where c.is_work) then 1 else 2 end::bigint,
    max(c.highest_e4) filter (where c.is_work),
    coalesce(sum(c.minutes) filter (where private.is_leave_code(c.pay_code)), 0)::bigint,
    coalesce(sum(c.total_cents) filter (where private.is_leave_code(c.pay_code)), 0)::bigint,
    coalesce(sum(c.total_cents) filter (where private.is_premium_code(c.pay_code)), 0)::bigint,
    coalesce(sum(c.total_cents) filter (where c.pay_code = 'FRINGE_CASH'), 0)::bigint,
    coalesce(sum(c.total_cents) filter (where private.is_reimbursement_code(c.pay_code)), 0)::bigint
  from codes c
  group by c.employee_id;
end $$;
comment on function private.payroll_totals(uuid,date,date) is 'Minutes and cents per employee with worked time or pay items in the range.';

create or replace function private.unpriced_days(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid) returns table(employee_id uuid, work_date date)
language plpgsql set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  asked uuid[] := case when employee_id_param is not null then array[employee_id_param] end;
  is_cached boolean := not exists (
      select from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked' and p.start_date <= last_date_param and p.end_date >= first_date_param)
    and private.fill_pay(company_id_param, first_date_param, last_date_param, asked) is null;
begin
  return query
  with complete as materialized (
    select is_cached and not exists (select from private.pay_weeks_missing(company_id_param, first_week, last_week, asked)) as is_complete
  )
  select p.employee_id, l.work_date
  from private.pay_lines p cross join lateral unnest(p.lines) l
  where (select w.is_complete from complete w) and p.company_id = company_id_param and p.unpriced
    and (employee_id_param is null or p.employee_id = employee_id_param)
    and p.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
    and (l.straight_cents is null or l.premium_cents is null)
  union
  select l.employee_id, l.work_date
  from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, employee_id_param, null) l
  where not (select w.is_complete from complete w) and l.total_cents is null;
end $$;
comment on function private.unpriced_days(uuid,date,date,uuid) is 'Who has a line of pay without an amount on which day: work without a rate. employee null is everyone.';

create or replace function private.pay_by_line(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns private.late_difference[]
language sql set search_path = '' as $$
  select coalesce(array_agg(row(v.work_date, v.project_id, v.cost_code_id, v.pay_code, v.minutes, v.cents, v.flsa,
    private.is_locked(company_id_param, v.work_date, v.work_date))::private.late_difference), '{}')
  from (
    select l.work_date, l.project_id, l.cost_code_id, l.pay_code, sum(l.minutes)::integer as minutes,
      case when not bool_or(l.total_cents is null) then sum(l.total_cents)::bigint end as cents, sum(l.flsa_premium_cents)::bigint as flsa
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, array[employee_id_param]) l
    where l.pay_code <> 'ADJUSTMENT'
    group by l.work_date, l.project_id, l.cost_code_id, l.pay_code
  ) v;
$$;
comment on function private.pay_by_line(uuid,uuid,date,date) is 'What each day of a person is worth now, by project, cost code and pay code.';
