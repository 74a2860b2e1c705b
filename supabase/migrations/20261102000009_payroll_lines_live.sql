-- Steps 6 to 9 put together: the lines of a range, computed now.

create function private.payroll_lines_live(scope private.payroll_scope)
returns setof private.payroll_line
language plpgsql stable rows 10000 set search_path = '' set jit = off set enable_nestloop = off as $$
begin
  return query
  with policies as materialized (
    select p.policy_id, p.rate_in_effect, p.agreement, p.floor_check from private.payroll_policies(scope.company_id) p
  ), merged as (
    -- Section 8.2: equal keys are merged before rounding (AR-3).
    select w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id,
      sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute, bit_or(1 << w.rule) as rules,
      sum(w.paid_break_minutes)::integer as paid_break_minutes
    from private.payroll_work(scope) w
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
    select * from private.payroll_item_amounts(scope.company_id, scope.first_date, scope.last_date, scope.employee_id)
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
      h.rules, h.first_minute, h.paid_break_minutes, h.flsa, h.premium + h.adjustment as paid
    from shared h
    union all
    select o.employee_id, o.last_date, o.week_start, null, null, null, 100, 'FLSA_ADJ', 0, 0, o.adjustment,
      1 << 7, 2147483647, 0, o.flsa, o.premium + o.adjustment
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
      s.rules, s.first_minute, s.paid_break_minutes, null::uuid as pay_item_id
    from straight s where s.weight = 0
    union all
    select f.employee_id, f.work_date, f.week_start, f.project_id, f.cost_code_id, f.rate_e4, f.multiplier, f.pay_code,
      f.minutes, f.straight_cents, f.premium_cents, coalesce(f.flsa_cents, 0), f.rules, f.first_minute, f.paid_break_minutes, null
    from flsa_lines f
    union all
    -- One hour at the week's regular rate (Ferra).
    select h.employee_id, h.work_date, h.week_start, null, null, null, 100, h.pay_code, 0, 0,
      case when not o.unpriced then (120 * o.remuneration + o.worked) / (2 * o.worked) end, 0,
      case h.pay_code when 'MEAL_PREM' then 1 << 8 else 1 << 9 end, 2147483646, 0, null
    from private.payroll_premium_hours(scope.company_id, scope.weeks_from - 3, scope.weeks_to, scope.employee_id, scope.as_of) h
    join owed o on o.employee_id = h.employee_id and o.week_start = h.week_start
    where scope.premium_hours
    union all
    select i.employee_id, i.work_date, i.week_start, i.project_id, i.cost_code_id, i.rate_e4, 100, i.pay_code,
      i.minutes, i.amount_cents, case when i.amount_cents is not null then 0 end, 0,
      case i.pay_code when 'ADJUSTMENT' then 1 << 11 else 1 << 10 end, 2147483645, 0, i.pay_item_id
    from items i
  )
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate_e4, l.multiplier, l.pay_code,
    l.minutes, l.straight_cents, l.premium_cents, l.flsa_cents::bigint, l.rules, l.first_minute, l.paid_break_minutes, l.pay_item_id
  from lines l
  where l.work_date between scope.first_date and scope.last_date;
end $$;
comment on function private.payroll_lines_live(private.payroll_scope) is
  'Lines of the range, computed from entries, breaks, rates and policies on whole workweeks.';

revoke all on function private.half_up(bigint, bigint), private.payroll_rule_list(integer), private.payroll_rule_names(integer),
  private.payroll_work(private.payroll_scope),
  private.payroll_premium_hours(uuid, date, date, uuid, timestamptz),
  private.payroll_item_amounts(uuid, date, date, uuid),
  private.payroll_lines_live(private.payroll_scope) from public;
