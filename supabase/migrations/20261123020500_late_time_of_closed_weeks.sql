-- Late time of a closed week: a punch that arrived late, time entered late, late time off and late raises take one
-- path. The record is put on its true day, the week is computed anew, and what that differs from before is posted
-- on an open day, line by line: the day, project, cost code and kind of pay it corrects, with its minutes.

alter table public.pay_items add column corrects_pay_code text;
alter table public.pay_items add column flsa_premium_cents bigint not null default 0;
alter table public.pay_items add constraint pay_items_corrects_code_with_date check (corrects_pay_code is null or corrects_date is not null);
comment on column public.pay_items.corrects_pay_code is 'Adjustments of locked pay: the pay code of the corrected line (REG, OT, PTO ...); project_id and cost_code_id are that line''s, minutes what it gained or lost. Null: of the day as a whole.';
comment on column public.pay_items.flsa_premium_cents is 'Adjustments: the part of the amount that the FLSA itself requires as premium (W-2 box 12 code TT).';
create index pay_items_corrections_of_person on public.pay_items (company_id, employee_id, corrects_date) where corrects_date is not null;

create type private.late_difference as (
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  pay_code text,
  minutes integer,
  amount_cents bigint,
  flsa_premium_cents bigint,
  locked boolean
);

create or replace function private.refuse_frozen_time(locked_param boolean) returns void
language plpgsql set search_path = '' as $$
begin
  -- A manager decided to record it late: what it changes is posted on an open day.
  if coalesce(current_setting('chalkline.late_time', true), '') = 'on' then
    return;
  end if;
  if locked_param then
    raise exception using errcode = 'P0001', hint = 'period_locked',
      message = 'This pay period is locked. Enter a correction in an open period.';
  end if;
  raise exception using errcode = 'P0001', hint = 'time_approved',
    message = 'This time has been approved and cannot be changed.';
end $$;

create or replace function private.check_pay_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'UPDATE' then
    if new.payroll_line_id is null and to_jsonb(new) - 'payroll_line_id' = to_jsonb(old) - 'payroll_line_id' then
      return new;
    end if;
  end if;
  perform private.lock_time_shared(case when tg_op = 'DELETE' then old.company_id else new.company_id end);
  -- Late time off belongs to its day; what it is worth is posted on an open one.
  if coalesce(current_setting('chalkline.late_time', true), '') = 'on'
    and 'ADJUSTMENT' not in (case when tg_op <> 'INSERT' then old.pay_code else '' end, case when tg_op <> 'DELETE' then new.pay_code else '' end) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  for changed in
    select p.start_date from public.pay_periods p
    where p.status = 'locked'
      and ((tg_op <> 'INSERT' and p.company_id = old.company_id and old.work_date between p.start_date and p.end_date)
        or (tg_op <> 'DELETE' and p.company_id = new.company_id and new.work_date between p.start_date and p.end_date))
    limit 1
  loop
    raise exception using errcode = 'P0001', hint = 'period_locked',
      message = 'This pay period is locked. Post the change in an open period.';
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

drop function private.payroll_item_amounts(uuid, date, date, uuid[]);

create or replace function private.payroll_item_amounts(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns table(pay_item_id uuid, employee_id uuid, work_date date, week_start date, pay_code text, project_id uuid, cost_code_id uuid, minutes integer, rate_e4 integer, amount_cents bigint, flsa_cents bigint)
language sql stable rows 100 set search_path = '' as $$
  select i.id, i.employee_id, i.work_date,
    i.work_date - (extract(dow from i.work_date)::integer - coalesce(own.week_dow, general.week_dow) + 7) % 7,
    i.pay_code, i.project_id, i.cost_code_id, i.minutes,
    -- The corrected line had its own rate, the difference has none.
    case when i.corrects_pay_code is null then r.rate_e4 end,
    coalesce(i.amount_cents, private.half_up(i.minutes::bigint * r.rate_e4, 6000)), i.flsa_premium_cents
  from public.pay_items i
  join private.payroll_policies(company_id_param) general
    on general.employee_id is null and general.project_id is null
    and i.work_date >= general.valid_from and i.work_date < general.valid_to
  left join private.payroll_policies(company_id_param) own
    on own.employee_id = i.employee_id and own.project_id is null
    and i.work_date >= own.valid_from and i.work_date < own.valid_to
  cross join lateral (
    select coalesce((i.hourly_rate * 10000)::integer, private.job_rate_e4(
      i.company_id, i.employee_id, i.project_id, i.cost_code_id, i.work_date, false)) as rate_e4
  ) r
  where i.company_id = company_id_param and i.work_date between first_date_param - 6 and last_date_param + 6
    and (employee_ids_param is null or i.employee_id = any (employee_ids_param));
$$;

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

drop function private.payroll_owed(uuid, date, date);
create function private.payroll_owed(company_id_param uuid, first_date_param date, last_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, pay_code text, pay_period_id uuid, line_id uuid, week_start date, paid_cents bigint, computed_cents bigint, difference_minutes integer, difference_cents bigint, difference_flsa_cents bigint)
language sql set search_path = '' as $$
  with amounts as (
    select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.pay_code, l.id as line_id, l.week_start, l.first_minute,
      coalesce(l.total_cents, 0) as paid, 0::bigint as computed, -l.minutes as minutes, -l.flsa_premium_cents as flsa
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
    union all
    select i.employee_id, i.corrects_date, case when i.corrects_pay_code is not null then i.project_id end,
      case when i.corrects_pay_code is not null then i.cost_code_id end, i.corrects_pay_code, null, null, null,
      i.amount_cents, 0, -i.minutes, -i.flsa_premium_cents
    from public.pay_items i
    where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT'
      and i.corrects_date between first_date_param and last_date_param
    union all
    select v.employee_id, v.work_date, v.project_id, v.cost_code_id, v.pay_code, null, v.week_start, null,
      0, coalesce(v.straight_cents + v.premium_cents, 0), v.minutes, v.flsa_premium_cents
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, null) v
  ), lines as (
    select a.employee_id, a.work_date, a.project_id, a.cost_code_id, a.pay_code,
      (array_agg(a.line_id order by a.first_minute, a.line_id) filter (where a.line_id is not null))[1] as line_id,
      min(a.week_start) as week_start, sum(a.paid)::bigint as paid, sum(a.computed)::bigint as computed,
      sum(a.minutes)::integer as minutes, sum(a.computed - a.paid)::bigint as cents, sum(a.flsa)::bigint as flsa
    from amounts a group by a.employee_id, a.work_date, a.project_id, a.cost_code_id, a.pay_code
  ), placed as (
    -- What was posted for a day as a whole is not any line's: the rest of such a day goes to the line that differs most.
    select l.*, bool_or(l.pay_code is null and l.cents <> 0) over day as of_the_day, sum(l.cents) over day as day_cents,
      row_number() over (partition by l.employee_id, l.work_date
        order by l.pay_code is null, abs(l.cents) desc, l.pay_code, l.project_id, l.cost_code_id) as place
    from lines l
    window day as (partition by l.employee_id, l.work_date)
  )
  select d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.pay_code, p.id, d.line_id, d.week_start, d.paid, d.computed,
    case when d.of_the_day then 0 else d.minutes end,
    case when not d.of_the_day then d.cents when d.place = 1 then d.day_cents::bigint else 0 end,
    case when d.of_the_day then 0 else d.flsa end
  from placed d
  join public.pay_periods p on p.company_id = company_id_param and p.status = 'locked'
    and d.work_date between p.start_date and p.end_date;
$$;
comment on function private.payroll_owed(uuid,date,date) is 'Per person, locked day, project, cost code and pay code: what recomputing would pay beyond what was paid and adjusted.';

drop function private.post_adjustments(uuid, date, date, date, text);
create function private.post_adjustments(company_id_param uuid, start_date_param date, end_date_param date, post_date_param date, note_param text, completed_before_param date default null) returns table(employee_id uuid, amount_cents bigint)
language sql set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents, flsa_premium_cents, project_id, cost_code_id,
    note, payroll_line_id, corrects_date, corrects_pay_code)
  select company_id_param, o.employee_id, post_date_param, 'ADJUSTMENT', o.difference_minutes, o.difference_cents, o.difference_flsa_cents,
    o.project_id, o.cost_code_id, left(note_param, 500), o.line_id, o.work_date, o.pay_code
  from private.payroll_owed(company_id_param, start_date_param, end_date_param) o
  join public.companies c on c.id = company_id_param
  where o.difference_cents <> 0
    and (completed_before_param is null or coalesce(o.week_start, private.week_of(o.work_date, c.week_start)) + 6 >= completed_before_param)
  returning employee_id, amount_cents;
$$;
comment on function private.post_adjustments(uuid,date,date,date,text,date) is 'Posts what is owed for locked days of a range on an open day; with completed_before_param only of workweeks that reach that day.';

create or replace function public.payroll_adjustments_owed(start_date_param date, end_date_param date) returns table(employee_id uuid, start_date date, end_date date, paid_cents bigint, computed_cents bigint, difference_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select o.employee_id, p.start_date, p.end_date, sum(o.paid_cents)::bigint,
    sum(o.computed_cents)::bigint, sum(o.difference_cents)::bigint
  from private.payroll_owed(company, start_date_param, end_date_param) o
  join public.pay_periods p on p.company_id = company and p.id = o.pay_period_id
  group by o.employee_id, p.start_date, p.end_date
  having sum(o.difference_cents) <> 0
  order by p.start_date, o.employee_id;
end $$;

create function public.payroll_adjustment_lines(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select o.employee_id, o.work_date, o.project_id, o.cost_code_id, o.pay_code, o.difference_minutes, o.difference_cents
  from private.payroll_owed(company, start_date_param, end_date_param) o
  where o.difference_cents <> 0
  order by o.work_date, o.employee_id, o.pay_code, o.project_id, o.cost_code_id;
end $$;
comment on function public.payroll_adjustment_lines(date,date) is 'Manager, owner: the lines that posting what is owed for locked periods of the range would post, before it is decided.';
revoke execute on function public.payroll_adjustment_lines(date,date) from public;
grant execute on function public.payroll_adjustment_lines(date,date) to authenticated;

create or replace function public.lock_pay_period(start_date_param date, end_date_param date, unknown_pay_param boolean default false) returns public.pay_periods
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_manager()).company_id;
  period public.pay_periods;
  open_people json;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_time_exclusive(company);
  select p.* into period from public.pay_periods p
  where p.company_id = company and p.status = 'locked'
    and daterange(p.start_date, p.end_date, '[]') && daterange(start_date_param, end_date_param, '[]') limit 1;
  if period.start_date = start_date_param and period.end_date = end_date_param then
    return period;
  elsif period.id is not null then
    raise exception using errcode = 'P0001', hint = 'period_overlaps_locked',
      message = 'Some of these days are in a locked pay period.',
      detail = json_build_object('start_date', period.start_date, 'end_date', period.end_date)::text;
  end if;
  -- Nobody could clock in on a locked day.
  if end_date_param >= private.last_today(company) then
    raise exception using errcode = 'P0001', hint = 'period_not_over',
      message = 'This period is not over. Lock it after its last day.',
      detail = json_build_object('end_date', end_date_param)::text;
  end if;
  -- A running entry that touched a locked day could never be ended.
  select json_agg(t.employee_id) into open_people from public.time_entries t
  where t.company_id = company and t.clock_out is null and t.work_date <= end_date_param;
  if open_people is not null then
    raise exception using errcode = 'P0001', hint = 'missing_clock_out', detail = open_people::text,
      message = 'Someone has time without an end in this period. Set the clock-out first.';
  end if;
  -- Frozen without a rate, somebody would be missing in every file of the period.
  select json_agg(distinct i.employee_id) into open_people from private.time_issues(company, null, start_date_param, end_date_param) i
  where i.kind = 'no_rate';
  if open_people is not null and unknown_pay_param is not true then
    raise exception using errcode = 'P0001', hint = 'unknown_pay', detail = open_people::text,
      message = 'The pay of someone in this period is unknown. Set the rate first, or lock it with unknown pay.';
  end if;

  -- A week that began in the period before was frozen half done; its regular rate is known only now.
  perform private.post_adjustments(company, start_date_param - 6, start_date_param - 1, start_date_param, 'Workweek completed', start_date_param);

  delete from public.pay_periods p
  where p.company_id = company and p.status = 'open'
    and daterange(p.start_date, p.end_date, '[]') && daterange(start_date_param, end_date_param, '[]')
    and (p.start_date, p.end_date) is distinct from (start_date_param, end_date_param);
  update public.pay_periods p set status = 'locked', locked_at = clock_timestamp(), locked_by = auth.uid()
  where p.company_id = company and p.start_date = start_date_param and p.end_date = end_date_param
  returning * into period;
  if not found then
    insert into public.pay_periods (company_id, start_date, end_date, status, locked_at, locked_by)
    values (company, start_date_param, end_date_param, 'locked', clock_timestamp(), auth.uid())
    returning * into period;
  end if;
  perform private.freeze_lines(company, period.id, start_date_param, end_date_param);
  return period;
end $$;

create or replace function public.unlock_pay_period(start_date_param date, end_date_param date, reason_param text, keep_adjustments_param boolean default false) returns public.pay_periods
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  period public.pay_periods;
begin
  if nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this period is unlocked.';
  end if;
  perform private.lock_time_exclusive(company);
  perform private.give_reason(reason_param);
  update public.pay_periods p set status = 'open', locked_at = null, locked_by = null,
    unlocked_at = clock_timestamp(), unlocked_by = auth.uid(), unlock_reason = btrim(reason_param)
  where p.company_id = company and p.start_date = start_date_param and p.end_date = end_date_param and p.status = 'locked'
  returning * into period;
  if not found then
    raise exception using errcode = 'P0001', hint = 'period_not_locked', message = 'There is no locked period with these dates.';
  end if;
  delete from public.payroll_lines l where l.company_id = company and l.pay_period_id = period.id;

  -- The period pays its days in full from now on. What was posted for them is taken back where its day is
  -- open; what stays is deducted here, on the day it was for, so that nothing is paid twice.
  if not coalesce(keep_adjustments_param, false) then
    delete from public.pay_items i
    where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
      and not private.is_locked(company, i.work_date, i.work_date);
  end if;
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents, flsa_premium_cents, project_id, cost_code_id,
    note, corrects_date, corrects_pay_code)
  select company, i.employee_id, i.corrects_date, 'ADJUSTMENT', -sum(i.minutes), -sum(i.amount_cents), -sum(i.flsa_premium_cents),
    i.project_id, i.cost_code_id, 'Adjustment already posted', i.corrects_date, i.corrects_pay_code
  from public.pay_items i
  where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
  group by i.employee_id, i.corrects_date, i.project_id, i.cost_code_id, i.corrects_pay_code
  having sum(i.amount_cents) <> 0 or sum(i.minutes) <> 0;
  return period;
end $$;

drop function public.posted_adjustments(date, date);
create function public.posted_adjustments(start_date_param date, end_date_param date) returns table(employee_id uuid, first_name text, last_name text, posted_on date, amount_cents bigint, minutes integer, reason text, locked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select e.id, e.first_name, e.last_name, i.work_date, sum(i.amount_cents)::bigint, sum(i.minutes)::integer,
    string_agg(distinct i.note, '; '), private.is_locked(company, i.work_date, i.work_date)
  from public.pay_items i
  join public.employees e on e.company_id = company and e.id = i.employee_id
  where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
    and i.work_date not between start_date_param and end_date_param
  group by e.id, e.first_name, e.last_name, i.work_date
  having sum(i.amount_cents) <> 0 or sum(i.minutes) <> 0
  order by e.last_name, e.first_name, e.id, i.work_date;
end $$;
comment on function public.posted_adjustments(date,date) is 'Manager, owner: adjustments posted elsewhere that correct days of the range, with their minutes and reasons, and whether the day they stand on is locked.';
revoke execute on function public.posted_adjustments(date,date) from public;
grant execute on function public.posted_adjustments(date,date) to authenticated;

create function private.pay_by_line(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns private.late_difference[]
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

create function private.post_late_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date, before_param private.late_difference[], note_param text) returns setof private.late_difference
language plpgsql set search_path = '' as $$
declare
  differences private.late_difference[];
begin
  perform set_config('chalkline.late_time', '', true);
  differences := array(
    select row(d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.cents, d.flsa, d.locked)::private.late_difference
    from (
      select v.work_date, v.project_id, v.cost_code_id, v.pay_code, bool_or(v.locked) as locked, sum(v.sign * v.minutes)::integer as minutes,
        case when not bool_or(v.amount_cents is null) then sum(v.sign * v.amount_cents)::bigint end as cents,
        sum(v.sign * v.flsa_premium_cents)::bigint as flsa
      from (
        select 1 as sign, a.* from unnest(private.pay_by_line(company_id_param, employee_id_param, first_date_param, last_date_param)) a
        union all
        select -1, b.* from unnest(before_param) b
      ) v
      group by v.work_date, v.project_id, v.cost_code_id, v.pay_code
    ) d
    where d.minutes <> 0 or d.cents <> 0 or d.cents is null
    order by d.work_date, d.pay_code, d.project_id, d.cost_code_id);
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents, flsa_premium_cents, project_id, cost_code_id,
    note, payroll_line_id, corrects_date, corrects_pay_code, created_by)
  select company_id_param, employee_id_param, private.company_today(company_id_param), 'ADJUSTMENT', d.minutes, coalesce(d.amount_cents, 0),
    d.flsa_premium_cents, d.project_id, d.cost_code_id, left(note_param, 500),
    (select l.id from public.payroll_lines l
      where l.company_id = company_id_param and l.employee_id = employee_id_param and l.work_date = d.work_date and l.pay_code = d.pay_code
        and (l.project_id, l.cost_code_id) is not distinct from (d.project_id, d.cost_code_id)
      order by l.first_minute, l.id limit 1),
    d.work_date, d.pay_code, auth.uid()
  from unnest(differences) d
  where d.locked and (d.minutes <> 0 or d.amount_cents <> 0);
  return query select * from unnest(differences);
end $$;
comment on function private.post_late_pay(uuid,uuid,date,date,private.late_difference[],text) is 'Ends recording late: posts on today what locked days are worth beyond before_param, and returns every difference. A missing rate has no amount yet; it is owed once there is one.';

create function private.approve_late_time(company_id_param uuid, employee_id_param uuid, work_date_param date) returns void
language plpgsql set search_path = '' as $$
begin
  -- Deciding to pay it approves it, together with a day that was approved before; nobody approves their own.
  if employee_id_param = private.my_employee_id() or exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param and t.work_date = work_date_param
        and t.updated_at < transaction_timestamp() and not private.is_approved(t)) then
    return;
  end if;
  insert into public.approvals (company_id, employee_id, work_date, approved_by)
  values (company_id_param, employee_id_param, work_date_param, auth.uid())
  on conflict on constraint approvals_once_per_day do update set approved_by = excluded.approved_by;
end $$;

create function private.pay_held_time(held public.held_events, reason_param text) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := array(select g.id from private.held_group(held) g);
  first_date date;
  last_date date;
  before private.late_difference[];
  entry record;
  days integer := 0;
begin
  if held.kind = 'quantity' then
    raise exception using errcode = 'P0001', hint = 'not_adjustable', message = 'There is no time to pay here. Apply it, or discard it.';
  end if;
  -- Wide enough for the workweek of every day that the events or their entry touch, in any zone.
  select min(m.at)::date - 9, max(m.at)::date + 9 into first_date, last_date
  from (
    select s.counts_at as at from public.synced_events s where s.company_id = held.company_id and s.id = any (chosen)
    union all
    select unnest(array[t.clock_in, t.clock_out]) from public.time_entries t where t.company_id = held.company_id and t.id = held.entry_id
    union all
    select unnest(array[(held.payload ->> 'clock_in')::timestamptz, (held.payload ->> 'clock_out')::timestamptz]) where held.kind = 'entry'
  ) m;
  before := private.pay_by_line(held.company_id, held.employee_id, first_date, last_date);
  perform set_config('chalkline.late_time', 'on', true);
  perform private.apply_held_events(held);
  for entry in
    select distinct t.id, t.work_date, t.clock_out, private.is_locked(t.company_id, t.work_date,
      (t.clock_out at time zone private.zone_of(t.company_id, t.project_id))::date) as locked
    from public.synced_events s
    join public.time_entries t on t.company_id = s.company_id and t.id = s.entry_id
    where s.company_id = held.company_id and s.id = any (chosen) and s.kind <> 'quantity'
  loop
    if entry.clock_out is null then
      raise exception using errcode = 'P0001', hint = 'not_adjustable',
        message = 'There is no complete time to pay here. Apply it, or discard it and enter the time by hand.';
    end if;
    perform private.approve_late_time(held.company_id, held.employee_id, entry.work_date) where entry.locked;
    days := days + entry.locked::integer;
  end loop;
  if days = 0 then
    raise exception using errcode = 'P0001', hint = 'not_adjustable',
      message = 'There is no complete time to pay here. Apply it, or discard it and enter the time by hand.';
  end if;
  return query select * from private.post_late_pay(held.company_id, held.employee_id, first_date, last_date, before, reason_param);
end $$;
comment on function private.pay_held_time(public.held_events,text) is 'Puts held time of a locked period on its true day and posts the difference.';

create function private.apply_held_events(held public.held_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := array(select g.id from private.held_group(held) g);
  event public.synced_events;
begin
  perform set_config('chalkline.syncing', 'on', true);
  for event in select g.* from private.held_group(held) g loop
    select * into event from public.synced_events s where s.company_id = held.company_id and s.id = event.id;
    perform private.settle_event(event, private.apply_event(event, 'consent'));
  end loop;
  for event in select s.* from public.synced_events s
    where s.company_id = held.company_id and s.id = any (chosen) and s.kind in ('clock_in', 'switch', 'entry') loop
    perform private.check_waiting_events(event);
  end loop;
  perform set_config('chalkline.syncing', '', true);
end $$;
comment on function private.apply_held_events(public.held_events) is 'Applies what is decided together with this event, as a manager consents to it.';

create or replace function public.resolve_held_event(id_param uuid, action_param text, reason_param text default null::text) returns public.held_events
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  held public.held_events;
  chosen uuid[];
  why text := nullif(btrim(reason_param), '');
  wanted text := case action_param when 'apply' then 'applied' when 'adjust' then 'adjusted' when 'discard' then 'discarded' end;
begin
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif wanted is null then
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose apply, adjust or discard.';
  elsif why is null and wanted <> 'applied' then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Give a reason for the decision.';
  end if;
  perform private.lock_people(me.company_id, array[held.employee_id], array[held.entry_id]);
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param for update;
  if held.status = wanted then
    return held;
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  perform private.give_reason(coalesce(why, 'Held punch applied'));
  chosen := array(select g.id from private.held_group(held) g);

  if wanted = 'applied' then
    perform private.apply_held_events(held);
  else
    if wanted = 'adjusted' then
      perform private.decide_for_self('own_approval', held.employee_id, held.id,
        jsonb_build_object('entity', 'held_events', 'action', 'update', 'day', left(held.counts_at::text, 10)));
      perform private.pay_held_time(held, why);
    end if;
    update public.synced_events s set state = wanted where s.company_id = me.company_id and s.id = any (chosen);
    update public.held_events h set status = wanted, resolved_at = clock_timestamp()
      where h.company_id = me.company_id and h.id = any (chosen);
  end if;
  update public.held_events h set resolved_by = auth.uid(), resolution = why
    where h.company_id = me.company_id and h.id = any (chosen) and h.status = wanted;
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  return held;
end $$;

comment on function public.resolve_held_event(uuid,text,text) is 'Manager, owner: applies a held event as is possible now, pays time of a locked period on its true day with the difference posted on today (adjust, with a reason; held_event_preview shows it before), or discards it with a reason. A held clock-in takes the events of its entry along.';
drop function private.held_minutes(public.held_events);

create function public.held_event_preview(id_param uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  held public.held_events;
  differences private.late_difference[];
begin
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  perform private.lock_people(me.company_id, array[held.employee_id], array[held.entry_id]);
  begin
    perform private.give_reason('Preview');
    differences := array(select d from private.pay_held_time(held, 'Preview') d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.held_event_preview(uuid) is 'Manager, owner: what paying held time of a locked period would change, line by line; posted: as an adjustment of today, the rest in the open period itself. Changes nothing.';
revoke execute on function public.held_event_preview(uuid) from public;
grant execute on function public.held_event_preview(uuid) to authenticated;

create function private.decide_late_time_off(request public.time_off_requests, type public.time_off_types, approve_param boolean, note_param text) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  before private.late_difference[];
begin
  if not private.is_locked(request.company_id, request.start_date, request.end_date) then
    if approve_param then
      perform private.pay_time_off(request, type);
    else
      delete from public.pay_items i where i.company_id = request.company_id and i.time_off_request_id = request.id;
    end if;
    return;
  end if;
  perform private.lock_time_shared(request.company_id);
  perform private.lock_employee_time(request.company_id, request.employee_id);
  before := private.pay_by_line(request.company_id, request.employee_id, request.start_date - 7, request.end_date + 7);
  perform set_config('chalkline.late_time', 'on', true);
  if approve_param then
    perform private.pay_time_off(request, type);
  else
    delete from public.pay_items i where i.company_id = request.company_id and i.time_off_request_id = request.id;
  end if;
  return query select * from private.post_late_pay(request.company_id, request.employee_id, request.start_date - 7, request.end_date + 7,
    before, note_param);
end $$;
comment on function private.decide_late_time_off(public.time_off_requests,public.time_off_types,boolean,text) is 'Pays approved time off, or takes its pay back; days of a locked period are recorded late.';

create or replace function public.decide_time_off(request_id_param uuid, approve_param boolean, note_param text default null::text) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  type public.time_off_types;
begin
  if request.status <> 'requested' or approve_param is null then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = request.type_id;
  if approve_param and (type.paid or type.accrual is not null) and nullif(btrim(note_param), '') is null
    and private.lowest_after(request, type) < 0 then
    raise exception using errcode = 'P0001', hint = 'time_off_below_zero', message = 'This takes the balance below zero. Say why you approve it.';
  end if;
  update public.time_off_requests r set status = case when approve_param then 'approved' else 'declined' end,
    decision_note = nullif(btrim(note_param), ''), decided_by = auth.uid(), decided_at = now()
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  if approve_param then
    perform private.decide_late_time_off(request, type, true, concat_ws(': ', type.name, request.decision_note));
  end if;
  return request;
end $$;

comment on function public.decide_time_off(uuid,boolean,text) is 'Managers: approves or declines a request. Below a balance of 0 with a note only. Paid hours become pay items; those of a locked period are posted as adjustments of today (time_off_preview shows them before).';

create or replace function public.withdraw_time_off(request_id_param uuid) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  manages boolean := me.role in ('owner', 'manager');
begin
  if request.employee_id <> me.id and not manages then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This request was not found.';
  end if;
  if request.status not in ('requested', 'approved') then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  if request.status = 'approved' and not manages and request.start_date <= private.company_today(me.company_id) then
    raise exception using errcode = 'P0001', hint = 'time_off_begun', message = 'This time off has begun. Ask a manager.';
  end if;
  perform private.decide_late_time_off(request, null, false, 'Time off withdrawn');
  update public.time_off_requests r set status = 'withdrawn'
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  return request;
end $$;

comment on function public.withdraw_time_off(uuid) is 'Everyone: takes back their own request, approved ones until they begin; managers anyone''s. Its pay items go; what a locked period paid is posted back as adjustments of today.';

create function public.time_off_preview(request_id_param uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  type public.time_off_types;
  differences private.late_difference[];
begin
  if request.status <> 'requested' then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = request.type_id;
  begin
    differences := array(select d from private.decide_late_time_off(request, type, true, 'Preview') d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.time_off_preview(uuid) is 'Manager, owner: what approving a request for days of a locked period would post, line by line; nothing for open days. Changes nothing.';
revoke execute on function public.time_off_preview(uuid) from public;
grant execute on function public.time_off_preview(uuid) to authenticated;

create function private.enter_late_time(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid, notes_param text, breaks_param jsonb, reason_param text, id_param uuid) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  first_date date := clock_in_param::date - 9;
  last_date date := clock_out_param::date + 9;
  zone text := private.zone_of(me.company_id, project_id_param);
  before private.late_difference[];
  entry public.time_entries;
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  if clock_out_param is null or not coalesce(clock_in_param < clock_out_param, false) then
    raise exception using errcode = 'P0001', hint = 'end_before_start', message = 'The end is before the start.';
  elsif nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this time is late.';
  end if;
  perform private.lock_people(me.company_id, array[employee_id_param], '{}');
  if exists (select from public.time_entries t where t.company_id = me.company_id and t.id = id_param) then
    return; -- the answer to the first call was lost
  elsif not private.is_locked(me.company_id, (clock_in_param at time zone zone)::date, (clock_out_param at time zone zone)::date) then
    raise exception using errcode = 'P0001', hint = 'period_open', message = 'This pay period is open. Save the time as usual.';
  end if;
  perform private.decide_for_self('own_approval', employee_id_param, id_param,
    jsonb_build_object('entity', 'time_entries', 'action', 'insert', 'day', left(clock_in_param::text, 10)));
  before := private.pay_by_line(me.company_id, employee_id_param, first_date, last_date);
  perform set_config('chalkline.late_time', 'on', true);
  entry := public.save_time_entry(id_param, employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param,
    notes_param, breaks_param, reason_param);
  perform private.approve_late_time(me.company_id, employee_id_param, entry.work_date);
  return query select * from private.post_late_pay(me.company_id, employee_id_param, first_date, last_date, before, btrim(reason_param));
end $$;

create function public.enter_late_time(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, reason_param text, cost_code_id_param uuid default null, notes_param text default null, breaks_param jsonb default null) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language sql security definer set search_path = '' as $$
  select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked
  from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param, notes_param,
    breaks_param, reason_param, id_param) d;
$$;
comment on function public.enter_late_time(uuid,uuid,timestamptz,timestamptz,uuid,text,uuid,text,jsonb) is 'Manager, owner: records time of a locked period on its true day and posts the difference on today, with a reason. Idempotent by id.';
revoke execute on function public.enter_late_time(uuid,uuid,timestamptz,timestamptz,uuid,text,uuid,text,jsonb) from public;
grant execute on function public.enter_late_time(uuid,uuid,timestamptz,timestamptz,uuid,text,uuid,text,jsonb) to authenticated;

create function public.late_time_preview(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid default null, breaks_param jsonb default null) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  differences private.late_difference[];
begin
  begin
    differences := array(select d from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param,
      cost_code_id_param, null, breaks_param, 'Preview', gen_random_uuid()) d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.late_time_preview(uuid,timestamptz,timestamptz,uuid,uuid,jsonb) is 'Manager, owner: what enter_late_time would change, line by line. Changes nothing.';
revoke execute on function public.late_time_preview(uuid,timestamptz,timestamptz,uuid,uuid,jsonb) from public;
grant execute on function public.late_time_preview(uuid,timestamptz,timestamptz,uuid,uuid,jsonb) to authenticated;
