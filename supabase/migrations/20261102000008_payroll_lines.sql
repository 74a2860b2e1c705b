-- Payroll, steps 6 to 9: lines with money, the regular rate, premiums, the FLSA floor.
-- Whole cents and exact fractions of whole numbers throughout: half_up(n/d) = (2n + d) / (2d) for n >= 0 (section 8).

-- Half up, negative amounts mirrored (AR-9).
create function private.half_up(numerator_param bigint, denominator_param bigint) returns bigint
language sql immutable parallel safe
return sign(numerator_param)::bigint * ((2 * abs(numerator_param) + denominator_param) / (2 * denominator_param));

-- The rules behind a line, as names. A line merges equal keys, so two rules may share one.
create function private.payroll_rule_list(rules_param integer) returns text
language sql immutable parallel safe
return (select string_agg(names.name, '+' order by names.bit)
  from unnest(array['regular', 'weekly', 'consecutive', 'daily', 'seventh_day', 'day_of_week', 'holiday',
    'flsa_floor', 'meal_premium', 'rest_premium', 'pay_item', 'adjustment']) with ordinality names (name, bit)
  where rules_param & (1 << (names.bit::integer - 1)) <> 0);

-- Inlined for the usual ones.
create function private.payroll_rule_names(rules_param integer) returns text
language sql immutable parallel safe
return case rules_param when 1 then 'regular' when 2 then 'weekly' when 8 then 'daily'
  else private.payroll_rule_list(rules_param) end;
comment on function private.payroll_rule_names(integer) is 'Names of the rules in a bit mask, as shown in payroll_lines.rule.';

create type private.payroll_line as (
  employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, rate_e4 integer,
  multiplier integer, pay_code text, minutes integer,
  straight_cents bigint, premium_cents bigint, flsa_premium_cents bigint,
  rules integer, first_minute integer, paid_break_minutes integer, pay_item_id uuid
);

create function private.payroll_work(scope private.payroll_scope)
returns table (
  employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer,
  start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer,
  paid_break_minutes integer, week_policy_id uuid
)
language plpgsql stable rows 10000 set search_path = '' as $$
begin
  if scope.simple then
    return query select * from private.payroll_work_simple(scope);
  else
    -- A run of work that reaches into the first week may have begun some days before.
    return query select * from private.payroll_work_general(
      scope.company_id, scope.weeks_from - 3, scope.weeks_to, scope.employee_id, scope.as_of);
  end if;
end $$;
comment on function private.payroll_work(private.payroll_scope) is
  'Steps 1 to 5: paid minutes of every workweek the range touches, each with one multiplier and its rule.';

-- Section 3: an hour of pay for a missed, late or short meal, and one for missed rests, per workday.
-- Meals: 30 minutes begun by the end of the fifth hour of work, a second by the end of the tenth when work
-- exceeds ten; the first may be waived up to six hours, the second up to twelve if the first was taken (BR-6 to BR-8).
-- Rests: judged only where the policy says so, because they are seldom punched.
create function private.payroll_premium_hours(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns table (employee_id uuid, work_date date, week_start date, pay_code text)
language sql stable rows 10000 set search_path = '' set enable_nestloop = off as $$
  with policies as materialized (
    select * from private.payroll_policies(company_id_param)
  ), segments as materialized (
    select s.*, base.week_dow, private.local_date(s.run_start, base.time_zone, base.workday_start) as shift_date
    from private.payroll_segments(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param) s
    join policies base on base.policy_id = s.policy_id
  ), placed as (
    select s.*, row_number() over shift as position,
      (sum(s.end_minute - s.start_minute) over shift)::integer - (s.end_minute - s.start_minute) as worked_before
    from segments s
    window shift as (partition by s.employee_id, s.shift_date order by s.start_minute)
  ), breaks as (
    select p.employee_id, p.shift_date, b.kind, b.end_minute - b.start_minute as length,
      p.worked_before + b.start_minute - p.start_minute as worked_before
    from private.payroll_breaks(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param) b
    join placed p on p.entry_id = b.entry_id and b.start_minute >= p.start_minute and b.start_minute < p.end_minute
    where not b.deducted
  ), meals as (
    select p.employee_id, p.shift_date, p.worked_before from placed p where p.position > 1 and p.gap_before >= 30
    union all
    select b.employee_id, b.shift_date, b.worked_before from breaks b where b.kind = 'meal' and b.length >= 30
  ), meal_counts as (
    select m.employee_id, m.shift_date, count(*) filter (where m.worked_before <= 300) as by_fifth_hour,
      count(*) filter (where m.worked_before <= 600) as by_tenth_hour
    from meals m group by m.employee_id, m.shift_date
  ), rest_counts as (
    select b.employee_id, b.shift_date, count(*) as taken
    from breaks b where b.kind = 'rest' and b.length >= 10 group by b.employee_id, b.shift_date
  ), shifts as (
    select p.employee_id, p.shift_date, min(p.week_dow) as week_dow, bool_or(p.meal_waived) as waived,
      sum(p.end_minute - p.start_minute) as worked,
      (array_agg(p.day_policy_id order by p.start_minute))[1] as policy_id
    from placed p group by p.employee_id, p.shift_date
  ), judged as (
    select s.*, y.meal_premium, y.rest_premium,
      s.worked > 300 and coalesce(m.by_fifth_hour, 0) = 0 and not (s.waived and s.worked <= 360) as first_missed,
      s.worked > 600 and coalesce(m.by_tenth_hour, 0) < 2
        and not (s.waived and s.worked <= 720 and coalesce(m.by_fifth_hour, 0) > 0) as second_missed,
      case when s.worked < 210 then 0 when s.worked <= 360 then 1 else 1 + ceil((s.worked - 360) / 240.0) end
        > coalesce(r.taken, 0) as rest_missed
    from shifts s
    join policies y on y.policy_id = s.policy_id
    left join meal_counts m on m.employee_id = s.employee_id and m.shift_date = s.shift_date
    left join rest_counts r on r.employee_id = s.employee_id and r.shift_date = s.shift_date
  )
  select j.employee_id, j.shift_date, j.shift_date - (extract(dow from j.shift_date)::integer - j.week_dow + 7) % 7, c.pay_code
  from judged j cross join (values ('MEAL_PREM'), ('REST_PREM')) c (pay_code)
  where case c.pay_code when 'MEAL_PREM' then j.meal_premium and (j.first_missed or j.second_missed)
    else j.rest_premium and j.rest_missed end;
$$;
comment on function private.payroll_premium_hours(uuid, date, date, uuid, timestamptz) is 'Workdays on which an hour of premium pay is owed (pay, not hours worked).';

-- Pay items of the weeks in question with their amounts; leave without a rate is paid at the own rate.
create function private.payroll_item_amounts(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid
) returns table (
  pay_item_id uuid, employee_id uuid, work_date date, week_start date, pay_code text, project_id uuid, cost_code_id uuid,
  minutes integer, rate_e4 integer, amount_cents bigint
)
language sql stable rows 100 set search_path = '' as $$
  select i.id, i.employee_id, i.work_date,
    i.work_date - (extract(dow from i.work_date)::integer - coalesce(own.week_dow, general.week_dow) + 7) % 7,
    i.pay_code, i.project_id, i.cost_code_id, i.minutes, r.rate_e4,
    coalesce(i.amount_cents, private.half_up(i.minutes::bigint * r.rate_e4, 6000))
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
    and (employee_id_param is null or i.employee_id = employee_id_param);
$$;
