-- Computing pay: the days before the first week are looked at only for people who worked up to its beginning, and pieces
-- of work carry what lines are merged by, so that the merge needs no join whose size the planner cannot know (it planned
-- for five million rows and wrote to disk).

drop function private.payroll_work(uuid, date, date, private.pay_piece[]);

create function private.payroll_work(company_id_param uuid, first_date_param date, last_date_param date, pieces_param private.pay_piece[]) returns table(week integer, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer)
language sql stable rows 40000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with policies as materialized (
    select * from private.payroll_policies_between(company_id_param, first_date_param, last_date_param)
  ), daily_rules as (
    select p.policy_id, (d ->> 'after')::integer as after, ((d ->> 'mult')::numeric * 100)::integer as multiplier
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'daily') d
  ), cuts as (
    -- The minutes of a workday at which a rule begins, with and without the daily rules (L13) and the seventh day.
    select p.policy_id, v.daily_applies, v.seventh, 0 as lower
    from policies p cross join (values (true, false), (true, true), (false, false), (false, true)) v (daily_applies, seventh)
    union
    select d.policy_id, true, v.seventh, d.after from daily_rules d cross join (values (true), (false)) v (seventh)
    union
    select p.policy_id, v.daily_applies, true, (p.policy #>> '{seventh_day,first}')::integer
    from policies p cross join (values (true), (false)) v (daily_applies) where p.seventh_day
  ), bands as materialized (
    select c.policy_id, c.daily_applies, c.seventh, c.lower,
      lead(c.lower, 1, 1000000) over (partition by c.policy_id, c.daily_applies, c.seventh order by c.lower) as upper,
      greatest(100, d.multiplier, s.multiplier)::integer as multiplier,
      case when s.multiplier > 100 and s.multiplier >= coalesce(d.multiplier, 100) then 4
        when d.multiplier > 100 then 3 else 0 end as rule,
      case when s.multiplier > 100 and s.multiplier >= coalesce(d.multiplier, 100) then s.after
        when d.multiplier > 100 then d.after end as threshold
    from cuts c
    join policies p on p.policy_id = c.policy_id
    left join lateral (
      select r.multiplier, r.after from daily_rules r
      where c.daily_applies and r.policy_id = c.policy_id and r.after <= c.lower
      order by r.multiplier desc, r.after limit 1
    ) d on true
    left join lateral (
      select case when c.lower < (p.policy #>> '{seventh_day,first}')::integer
          then (p.policy #>> '{seventh_day,mult1}')::numeric else (p.policy #>> '{seventh_day,mult2}')::numeric end * 100 as multiplier,
        case when c.lower < (p.policy #>> '{seventh_day,first}')::integer then 0
          else (p.policy #>> '{seventh_day,first}')::integer end as after
      where c.seventh and p.seventh_day
    ) s on true
  ), asked as materialized (
    -- What no policy of the range asks for is not looked at.
    select bool_or(p.rate_below_cents is not null) as rates, bool_or(p.seventh_day) as seventh,
      bool_or(p.consecutive_after is not null) as runs,
      exists (select from bands b where b.lower > 0) as days
    from policies p
  ), day_rules as materialized (
    select p.policy_id, (d ->> 'dow')::integer as dow, coalesce((d ->> 'holiday')::boolean, false) as holiday,
      ((d ->> 'mult')::numeric * 100)::integer as multiplier,
      p.saturday_makeup and (d ->> 'dow')::integer = 6 as makeup
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'day_rules') d
  ), holidays as materialized (
    select p.policy_id, h.date
    from policies p join public.holidays h on h.company_id = company_id_param
    union
    select p.policy_id, (h #>> '{}')::date from policies p cross join lateral jsonb_array_elements(p.policy -> 'holidays') h
  ), weeks as (
    -- L13: the rate that decides about daily overtime is the week's weighted one, unrounded, strictly below.
    select p.week, sum(p.minutes) as minutes, sum(p.minutes::bigint * p.rate_e4) as value_e4, bool_or(p.rate_e4 is null) as unpriced
    from unnest(pieces_param) p where (select a.rates from asked a) group by p.week
  ), full_weeks as (
    -- L7, L9: work on all seven workdays of the fixed workweek.
    select p.person, p.day_week from unnest(pieces_param) p where (select a.seventh from asked a)
    group by p.person, p.day_week having bit_or(1 << (p.day_date - p.day_week)) = 127
  ), special_days as (
    select distinct on (d.person, d.day_key) d.person, d.day_key, r.multiplier, case when r.holiday then 6 else 5 end as rule
    from (
      select p.person, p.day_key, p.day_date, p.rule_policy_id from unnest(pieces_param) p
      where (select count(*) > 0 from day_rules)
      group by p.person, p.day_key, p.day_date, p.rule_policy_id
    ) d
    join day_rules r on r.policy_id = d.rule_policy_id and not r.makeup
    left join holidays h on h.policy_id = d.rule_policy_id and h.date = d.day_date
    where case when r.holiday then h.date is not null else r.dow = extract(dow from d.day_date)::integer end
      and r.multiplier > 100
    order by d.person, d.day_key, r.multiplier desc, r.holiday desc
  ), days as (
    select p.piece, (sum(p.minutes) over (partition by p.person, p.day_key order by p.start_minute))::integer - p.minutes as worked_before
    from unnest(pieces_param) p where (select a.days from asked a)
  ), runs as (
    select p.piece, (sum(p.minutes) over (partition by p.person, p.run_start order by p.start_minute))::integer - p.minutes as worked_before
    from unnest(pieces_param) p where (select a.runs from asked a)
  ), placed as (
    select p.piece, p.week, p.start_minute, p.minutes, p.paid_break_minutes, p.rule_policy_id,
      y.consecutive_after, z.weekly_after, makeup.multiplier as makeup_multiplier,
      y.rate_below_cents is null or w.unpriced or w.value_e4 < y.rate_below_cents::bigint * 100 * w.minutes as daily_applies,
      y.seventh_day and p.day_date = p.day_week + 6 and f.person is not null as seventh,
      s.multiplier as special_multiplier, s.rule as special_rule,
      coalesce(d.worked_before, 0) as day_offset, coalesce(r.worked_before, 0) as run_offset
    from unnest(pieces_param) p
    join policies y on y.policy_id = p.rule_policy_id
    join policies z on z.policy_id = p.week_policy_id
    left join weeks w on w.week = p.week
    left join full_weeks f on f.person = p.person and f.day_week = p.day_week
    left join special_days s on s.person = p.person and s.day_key = p.day_key
    left join day_rules makeup on makeup.policy_id = p.rule_policy_id and makeup.makeup
      and extract(dow from p.day_date)::integer = 6
    left join days d on d.piece = p.piece
    left join runs r on r.piece = p.piece
  ), daily as (
    -- Step 4: the highest of day rule, seventh day and daily overtime.
    select p.piece, p.week, p.weekly_after, p.consecutive_after, p.makeup_multiplier,
      p.start_minute + greatest(b.lower - p.day_offset, 0) as start_minute,
      p.run_offset + greatest(b.lower - p.day_offset, 0) as run_offset,
      least(b.upper, p.day_offset + p.minutes) - greatest(b.lower, p.day_offset) as minutes,
      greatest(b.multiplier, p.special_multiplier) as multiplier,
      case when p.special_multiplier >= b.multiplier then p.special_rule else b.rule end as rule,
      case when p.special_multiplier >= b.multiplier then 0 else b.threshold end as threshold,
      case when b.lower <= p.day_offset then p.paid_break_minutes else 0 end as paid_break_minutes
    from placed p
    join bands b on b.policy_id = p.rule_policy_id and b.daily_applies = p.daily_applies and b.seventh = p.seventh
      and b.lower < p.day_offset + p.minutes and b.upper > p.day_offset
  ), consecutive as (
    -- L14: beyond twelve consecutive hours, unless the minute already has a premium.
    select d.piece, d.week, d.weekly_after, d.makeup_multiplier,
      case when b.beyond then greatest(d.start_minute, d.start_minute + d.consecutive_after - d.run_offset) else d.start_minute end as start_minute,
      case when b.beyond then least(d.minutes, d.run_offset + d.minutes - d.consecutive_after)
        when d.multiplier > 100 or d.consecutive_after is null then d.minutes
        else least(d.minutes, greatest(d.consecutive_after - d.run_offset, 0)) end as minutes,
      case when b.beyond then 150 else d.multiplier end as multiplier,
      case when b.beyond then 2 else d.rule end as rule,
      case when b.beyond then d.consecutive_after else d.threshold end as threshold,
      case when b.beyond and d.run_offset < d.consecutive_after then 0 else d.paid_break_minutes end as paid_break_minutes
    from daily d
    cross join (select false as beyond union all select true from asked a where a.runs) b
    where not b.beyond or d.multiplier = 100 and d.run_offset + d.minutes > d.consecutive_after
  ), counted as (
    -- Step 5, chronological: only minutes still at 1.0 count toward the week (L8, L18).
    select c.*,
      (sum(case when c.multiplier = 100 then c.minutes else 0 end)
        over (partition by c.week order by c.start_minute, c.multiplier))::integer
      - case when c.multiplier = 100 then c.minutes else 0 end as week_offset
    from consecutive c where c.minutes > 0
  )
  select p.week, p.work_date, p.project_id, p.cost_code_id, p.rate_e4,
    case when b.beyond then greatest(c.start_minute, c.start_minute + c.weekly_after - c.week_offset) else c.start_minute end,
    case when b.beyond then least(c.minutes, c.week_offset + c.minutes - c.weekly_after)
      when c.multiplier > 100 or c.weekly_after is null then c.minutes
      else least(c.minutes, greatest(c.weekly_after - c.week_offset, 0)) end,
    case when b.beyond then coalesce(c.makeup_multiplier, 150) else c.multiplier end,
    case when b.beyond then 1 else c.rule end, case when b.beyond then c.weekly_after else c.threshold end,
    case when b.beyond and c.week_offset < c.weekly_after then 0 else c.paid_break_minutes end
  from counted c
  join unnest(pieces_param) p on p.piece = c.piece
  cross join (values (false), (true)) b (beyond)
  where case when b.beyond then c.multiplier = 100 and c.week_offset + c.minutes > c.weekly_after
    else c.multiplier > 100 or c.weekly_after is null or c.week_offset < c.weekly_after end;
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
    min(private.epoch_minute((private.week_of(first_date_param, p.week_dow) + make_interval(mins => p.workday_start)) at time zone p.time_zone)),
    max(greatest(p.run_gap, 240)) + 60
    into weeks_from, weeks_to, premium_hours, week_minute, reach
  from private.payroll_policies(company_id_param) p
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
      i.minutes, i.amount_cents, case when i.amount_cents is not null then 0 end, 0,
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
