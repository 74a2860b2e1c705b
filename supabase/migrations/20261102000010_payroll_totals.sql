-- Reading payroll: frozen lines where a period is locked, computed ones elsewhere; totals per employee.

create function private.payroll_lines_between(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns table (
  employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, hourly_rate numeric,
  multiplier numeric, pay_code text, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint,
  flsa_premium_cents bigint, rule text, paid_break_minutes integer, first_minute integer,
  pay_item_id uuid, line_id uuid, locked boolean
)
language plpgsql stable set search_path = '' as $$
declare
  open_dates record;
begin
  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate::numeric, l.multiplier, l.pay_code, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
    l.pay_item_id, l.id, true
  from public.payroll_lines l
  where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
    and (employee_id_param is null or l.employee_id = employee_id_param);

  select min(d::date) as first_date, max(d::date) as last_date into open_dates
  from generate_series(first_date_param, last_date_param, interval '1 day') d
  where not exists (
    select from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked' and d::date between p.start_date and p.end_date);
  if open_dates.first_date is null then
    return;
  end if;

  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate_e4 * 0.0001,
    l.multiplier * 0.01, l.pay_code, l.minutes, l.straight_cents, l.premium_cents, l.straight_cents + l.premium_cents,
    l.flsa_premium_cents, private.payroll_rule_names(l.rules), l.paid_break_minutes, l.first_minute,
    l.pay_item_id, null::uuid, false
  from private.payroll_lines_live(private.payroll_scope(
    company_id_param, open_dates.first_date, open_dates.last_date, employee_id_param, as_of_param)) l
  where not exists (
    select from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked' and l.work_date between p.start_date and p.end_date);
end $$;
comment on function private.payroll_lines_between(uuid, date, date, uuid, timestamptz) is
  'Lines of a range: as frozen in locked periods, computed elsewhere.';

create type private.payroll_total as (
  employee_id uuid, regular_minutes bigint, overtime_minutes bigint, double_time_minutes bigint, paid_break_minutes bigint,
  regular_cents bigint, overtime_cents bigint, double_time_cents bigint, other_cents bigint,
  straight_cents bigint, flsa_cents bigint, unpriced boolean, rates bigint, one_rate_e4 integer
);

-- Totals of any range, from its lines.
create function private.payroll_totals_from_lines(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns setof private.payroll_total
language sql stable set search_path = '' as $$
  select l.employee_id,
    coalesce(sum(l.minutes) filter (where l.pay_code = 'REG'), 0),
    coalesce(sum(l.minutes) filter (where l.pay_code = 'OT'), 0),
    coalesce(sum(l.minutes) filter (where l.pay_code = 'DT'), 0),
    sum(l.paid_break_minutes),
    coalesce(sum(l.total_cents) filter (where l.pay_code = 'REG'), 0)::bigint,
    coalesce(sum(l.total_cents) filter (where l.pay_code in ('OT', 'FLSA_ADJ')), 0)::bigint,
    coalesce(sum(l.total_cents) filter (where l.pay_code = 'DT'), 0)::bigint,
    coalesce(sum(l.total_cents) filter (where l.pay_code not in ('REG', 'OT', 'DT', 'FLSA_ADJ')), 0)::bigint,
    coalesce(sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')), 0)::bigint,
    sum(l.flsa_premium_cents)::bigint,
    bool_or(l.total_cents is null),
    count(distinct l.hourly_rate) filter (where l.pay_code in ('REG', 'OT', 'DT')),
    (max(l.hourly_rate) filter (where l.pay_code in ('REG', 'OT', 'DT')) * 10000)::integer
  from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param) l
  group by l.employee_id;
$$;

-- Totals of whole workweeks under one weekly rule: no line needs its share of the premium, so none is made.
create function private.payroll_totals_simple(scope private.payroll_scope, rate_in_effect_param boolean, agreement_param boolean, floor_check_param boolean)
returns setof private.payroll_total
language plpgsql stable set search_path = '' set jit = off set plan_cache_mode = force_custom_plan
  set enable_mergejoin = off set enable_incremental_sort = off as $$
declare
  company uuid := scope.company_id;
  employee uuid := scope.employee_id;
  instant timestamptz := scope.as_of;
  first_week date := scope.first_week;
  starts integer[] := scope.day_starts;
  begins timestamptz := scope.begins;
  ends timestamptz := scope.ends;
  unpaid integer := scope.unpaid_break;
  breaks boolean := scope.breaks;
  job_rates boolean := scope.job_rates;
  prevailing uuid[] := scope.prevailing_projects;
  weekly_after integer := coalesce(scope.weekly_after, 1000000);
begin
  return query
  with lines as (
    select c.employee_id, c.week, c.rate_e4,
      sum(least(c.minutes, greatest(weekly_after - c.week_offset, 0))) as regular,
      sum(least(c.minutes, greatest(c.week_offset + c.minutes - weekly_after, 0))) as overtime,
      sum(c.paid_break_minutes) as paid_break
    from private.payroll_counted_simple(company, employee, instant, first_week, starts, begins, ends, unpaid, breaks, job_rates, prevailing) c
    group by c.employee_id, c.week, c.day, c.project_id, c.cost_code_id, c.rate_e4
  ), weeks as (
    select l.employee_id, sum(l.regular)::bigint as regular, sum(l.overtime)::bigint as overtime, sum(l.paid_break)::bigint as paid_break,
      sum((2 * l.regular * l.rate_e4 + 6000) / 12000)::bigint as regular_straight,
      sum((2 * l.overtime * l.rate_e4 + 6000) / 12000)::bigint as overtime_straight,
      sum((l.overtime * l.rate_e4 + 6000) / 12000)::bigint as contract_premium,
      count(*) - count(l.rate_e4) as unpriced, min(l.rate_e4) as lowest, max(l.rate_e4) as highest
    from lines l group by l.employee_id, l.week
  ), premiums as (
    select w.*, case when rate_in_effect_param then w.contract_premium
        else (w.overtime * (w.regular_straight + w.overtime_straight) + w.regular + w.overtime)
          / (2 * (w.regular + w.overtime)) end as premium,
      case when w.regular + w.overtime > 2400
        then ((w.regular + w.overtime - 2400) * (w.regular_straight + w.overtime_straight) + w.regular + w.overtime)
          / (2 * (w.regular + w.overtime)) else 0 end as need
    from weeks w
  )
  select p.employee_id, sum(p.regular)::bigint, sum(p.overtime)::bigint, 0::bigint, sum(p.paid_break)::bigint,
    sum(p.regular_straight)::bigint,
    sum(p.overtime_straight + case when floor_check_param and not (rate_in_effect_param and agreement_param)
      then greatest(p.premium, p.need) else p.premium end)::bigint,
    0::bigint, 0::bigint,
    sum(p.regular_straight + p.overtime_straight)::bigint,
    sum(case when floor_check_param and not (rate_in_effect_param and agreement_param) then p.need else least(p.premium, p.need) end)::bigint,
    sum(p.unpriced) > 0, case when min(p.lowest) = max(p.highest) then 1 else 2 end::bigint, max(p.highest)
  from premiums p group by p.employee_id;
end $$;

create function private.payroll_totals(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns setof private.payroll_total
language plpgsql stable set search_path = '' as $$
declare
  scope private.payroll_scope := private.payroll_scope(
    company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param);
  policy record;
begin
  if scope.simple and scope.first_week = first_date_param
    and scope.first_week + array_upper(scope.day_starts, 1) - 2 = last_date_param
    and not exists (
      select from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked'
        and p.start_date <= last_date_param and p.end_date >= first_date_param)
    and not exists (
      select from public.pay_items i
      where i.company_id = company_id_param and i.work_date between first_date_param and last_date_param)
  then
    select p.rate_in_effect, p.agreement, p.floor_check into policy
    from private.payroll_policies(company_id_param) p where p.policy_id = scope.policy_id;
    return query select * from private.payroll_totals_simple(scope, policy.rate_in_effect, policy.agreement, policy.floor_check);
  else
    return query select * from private.payroll_totals_from_lines(
      company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param);
  end if;
end $$;
comment on function private.payroll_totals(uuid, date, date, uuid, timestamptz) is 'Minutes and cents per employee with worked time or pay items in the range.';

revoke all on function private.payroll_lines_between(uuid, date, date, uuid, timestamptz),
  private.payroll_totals_from_lines(uuid, date, date, uuid, timestamptz),
  private.payroll_totals_simple(private.payroll_scope, boolean, boolean, boolean),
  private.payroll_totals(uuid, date, date, uuid, timestamptz) from public;
