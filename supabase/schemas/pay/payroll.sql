create type private.payroll_total as (
  employee_id uuid,
  regular_minutes bigint,
  overtime_minutes bigint,
  double_time_minutes bigint,
  paid_break_minutes bigint,
  regular_cents bigint,
  overtime_cents bigint,
  double_time_cents bigint,
  other_cents bigint,
  straight_cents bigint,
  flsa_cents bigint,
  unpriced boolean,
  rates bigint,
  one_rate_e4 integer,
  leave_minutes bigint,
  leave_cents bigint,
  premium_cents bigint,
  fringe_cents bigint,
  reimbursed_cents bigint
);

create or replace function public.week_summary(employee_id_param uuid default null::uuid, date_param date default null::date) returns table(week_start date, week_end date, regular_minutes integer, overtime_minutes integer, double_time_minutes integer, worked_minutes integer, paid_break_minutes integer, weekly_after integer, running boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person uuid := coalesce(employee_id_param, me.id);
  company uuid := private.require_view_of_time(person);
  wanted date := coalesce(date_param, private.company_today(company));
  policy record;
  first_day date;
begin
  select p.week_dow, p.weekly_after into policy from private.payroll_policies(company) p
  where p.policy_id = private.governing_policy_id(company, person, null, wanted);
  first_day := private.week_of(wanted, policy.week_dow);
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
comment on function public.week_summary(uuid,date) is 'Everyone for themselves, managers for anyone: the workweek of a date, the running entry counted up to now.';
grant execute on function public.week_summary(uuid,date) to authenticated;

create or replace function public.payroll_explanation(employee_id_param uuid, start_date_param date, end_date_param date) returns table(week_start date, work_date date, project_id uuid, cost_code_id uuid, pay_code text, multiplier numeric, minutes integer, rule text, rules jsonb, hourly_rate numeric, straight_cents bigint, premium_cents bigint, total_cents bigint, paid_break_minutes integer, auto_meal_minutes integer, day_minutes integer, week_minutes integer, week_regular_rate numeric, policy_preset text, locked boolean, classification_id uuid, rate_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_view_of_time(employee_id_param);
  show_pay boolean := private.is_manager() or private.has_right('payroll') or private.own_rate_visible();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with full_weeks as materialized (
    -- Whole weeks, so that the week's figures are those the premium came from.
    select l.* from private.payroll_lines_between(company, start_date_param - 6, end_date_param + 6, employee_id_param, null) l
  ), weeks as (
    select l.week_start, sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) as minutes,
      sum(l.minutes) filter (where l.pay_code = 'REG') as straight_minutes, min(l.work_date) filter (where l.pay_code in ('REG', 'OT', 'DT')) as first_date,
      sum(l.straight_cents) filter (where i.flat_sum) as flat_cents,
      case when not bool_or(l.straight_cents is null) filter (where l.pay_code in ('REG', 'OT', 'DT') or private.pay_code_in_regular_rate(l.pay_code))
        then sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT') or private.pay_code_in_regular_rate(l.pay_code)) end
        + coalesce((
          -- On public work of the base at least (docs/rules/public-work.md#overtime).
          select sum(w.minutes::bigint * (w.overtime_base_e4 - w.rate_e4)) / 6000.0
          from private.public_work_lines(company, start_date_param - 6, end_date_param + 6, employee_id_param, true) w
          where w.week_start = l.week_start and w.is_public and w.minutes > 0 and w.overtime_base_e4 > w.rate_e4), 0) as remuneration
    from full_weeks l
    left join public.pay_items i on i.company_id = company and i.id = l.pay_item_id
    group by l.week_start
  ), automatic as (
    select private.local_date(b.start_minute, private.zone_of(company, t.project_id), 0) as work_date, sum(b.end_minute - b.start_minute) as minutes
    from private.payroll_breaks(company, start_date_param - 1, end_date_param + 1, array(
      select row(p.*)::private.pay_punch
      from private.payroll_punches(company, start_date_param - 1, end_date_param + 1, array[employee_id_param], null) p)) b
    join public.time_entries t on t.company_id = company and t.id = b.entry_id
    where b.automatic group by 1
  )
  select l.week_start, l.work_date, l.project_id, l.cost_code_id, l.pay_code, l.multiplier, l.minutes, l.rule,
    coalesce(l.rule_minutes, jsonb_build_array(jsonb_build_object('rule', l.rule, 'threshold_minutes', l.threshold, 'minutes', l.minutes))),
    case when show_pay then l.hourly_rate end, case when show_pay then l.straight_cents end,
    case when show_pay then l.premium_cents end, case when show_pay then l.total_cents end,
    l.paid_break_minutes, coalesce(a.minutes, 0)::integer,
    (sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) over (partition by l.work_date))::integer,
    w.minutes::integer,
    case when show_pay and w.minutes > 0 then round(private.regular_rate(w.remuneration,
      case when w.straight_minutes > 0 and r.policy ->> 'flat_bonus' = 'straight_hours' then coalesce(w.flat_cents, 0) else 0 end, w.minutes, w.straight_minutes) / 100, 4) end,
    p.preset, l.locked, l.classification_id, l.rate_reason
  from full_weeks l
  join weeks w on w.week_start = l.week_start
  left join automatic a on a.work_date = l.work_date
  left join private.payroll_policies(company) p on p.policy_id = private.governing_policy_id(company, employee_id_param, l.project_id, l.work_date)
  left join private.payroll_policies(company) r on w.flat_cents > 0
    and r.policy_id = private.governing_policy_id(company, employee_id_param, null, w.first_date)
  where l.work_date between start_date_param and end_date_param
  order by l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id;
end $$;
comment on function public.payroll_explanation(uuid,date,date) is 'Everyone for themselves, managers for anyone: lines with the rules and thresholds behind them. Amounts are null for people whose company hides pay.';
grant execute on function public.payroll_explanation(uuid,date,date) to authenticated;

create or replace function private.regular_rate(remuneration_param numeric, flat_param numeric, worked_param numeric, straight_param numeric) returns numeric
language sql immutable parallel safe
return 60 * case when flat_param = 0 then remuneration_param / worked_param
  else ((remuneration_param - flat_param) * straight_param + flat_param * worked_param) / (worked_param * straight_param) end;
comment on function private.regular_rate(numeric,numeric,numeric,numeric) is 'The regular rate of a week, in cents an hour, unrounded: pay over all minutes worked, flat sums (docs/rules/overtime.md#l20) over those without a premium.';

create or replace function private.pay_code_in_regular_rate(pay_code_param text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select pay_code_param in ('SHIFT_DIFF', 'BONUS_ND');
$$;

create or replace function public.payroll_overview(start_date_param date, end_date_param date) returns table(employee_id uuid, first_name text, last_name text, employee_number text, active boolean, regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer, total_hours numeric, hourly_rate numeric, total_earnings numeric, other_pay numeric, flags text[], days_worked integer, days_approved integer, approval text, signature text, signed_at timestamptz, signature_note text, locked boolean, has_account boolean, leave_minutes integer, leave_pay numeric, premium_pay numeric, minimum_wage_missing numeric, fringe_pay numeric, reimbursed_pay numeric)
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' set statement_timeout = '60s' as $$
declare
  me public.employees := private.me();
  company uuid := me.company_id;
  pays boolean := coalesce(me.role in ('owner', 'manager'), false) or private.has_right('payroll');
  is_fully_locked boolean;
begin
  if not pays and not private.has_right('approve_time') then
    perform private.require_manager();
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  is_fully_locked := not exists (
    select from generate_series(start_date_param, end_date_param, interval '1 day') d
    where not private.is_locked(company, d::date, d::date));
  return query
  with days as (
    select t.employee_id, t.work_date, bool_and(private.approval_covers(a.approved_at, t.updated_at, t.clock_out)) as approved
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
    group by t.employee_id, t.work_date
  ), people as (
    select d.employee_id, count(*)::integer as worked, (count(*) filter (where d.approved))::integer as approved
    from days d group by d.employee_id
  ), issues as (
    select i.employee_id, array_agg(distinct i.kind) as kinds
    from private.time_issues(company, null, start_date_param, end_date_param) i
    -- It says something about the rate.
    where pays or i.kind <> 'below_minimum_wage'
    group by i.employee_id
  ), short as materialized (
    select b.employee_id, sum(b.missing_cents) * 0.01 as dollars
    from private.below_minimum_wage(company, null, start_date_param, end_date_param) b where pays group by b.employee_id
  ), answers as (
    select distinct on (s.employee_id) s.employee_id, s.disputed, s.signed_at, s.note, s.invalidated_at
    from public.timesheet_signatures s
    where s.company_id = company and s.start_date <= start_date_param and s.end_date >= end_date_param
    order by s.employee_id, s.signed_at desc
  )
  select e.id, e.first_name, e.last_name, e.employee_number, e.active,
    coalesce(x.regular_minutes, 0), coalesce(x.overtime_minutes, 0), coalesce(x.double_time_minutes, 0), coalesce(x.paid_break_minutes, 0),
    coalesce(x.total_hours, 0.00), case when pays then x.hourly_rate end, case when not pays then null when x.employee_id is null then 0.00 else x.total_earnings end,
    case when not pays then null when x.employee_id is null then 0.00 else x.other_pay end,
    array_remove(array[case when x.unapproved then 'unapproved' end], null) || coalesce(i.kinds, '{}'),
    coalesce(p.worked, 0), coalesce(p.approved, 0),
    case when coalesce(p.worked, 0) = 0 then 'nothing' when p.approved = p.worked then 'approved'
      when p.approved > 0 then 'partly' else 'open' end,
    case when s.employee_id is null then 'none' when s.invalidated_at is not null then 'outdated'
      when s.disputed then 'disputed' else 'signed' end,
    s.signed_at, s.note, is_fully_locked, e.user_id is not null,
    coalesce(x.leave_minutes, 0), case when not pays then null when x.employee_id is null then 0.00 else x.leave_pay end,
    case when not pays then null when x.employee_id is null then 0.00 else x.premium_pay end, h.dollars,
    case when not pays then null when x.employee_id is null then 0.00 else x.fringe_pay end,
    case when not pays then null when x.employee_id is null then 0.00 else x.reimbursed_pay end
  from public.employees e
  left join private.payroll_export_data(company, start_date_param, end_date_param) x on x.employee_id = e.id
  left join people p on p.employee_id = e.id
  left join issues i on i.employee_id = e.id
  left join answers s on s.employee_id = e.id
  left join short h on h.employee_id = e.id
  where e.company_id = company and (e.active or x.employee_id is not null)
    and (pays or private.approves_within(e.id, start_date_param, end_date_param))
  order by e.last_name, e.first_name, e.id;
end $$;
comment on function public.payroll_overview(date,date) is 'Manager, owner, roles with payroll; roles that approve time for those whose days they may approve, without money: every employee with hours, earnings, issues (flags, with unapproved), approval and signature of a period. other_pay holds all pay that is not for hours worked; leave_pay, premium_pay and fringe_pay (cash in lieu of fringe) are parts of it. reimbursed_pay is repaid beside the earnings. minimum_wage_missing: what those with below_minimum_wage lack to the minimum wage.';
grant execute on function public.payroll_overview(date,date) to authenticated;

create or replace function private.time_issues(company_id_param uuid, employee_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, time_entry_id uuid, kind text, severity text)
language sql set search_path = '' as $$
  with entries as (
    select t.employee_id, t.work_date, t.id, t.clock_in, t.clock_out, t.project_id, t.cost_code_id, t.classification_id,
      private.approval_covers(a.approved_at, t.updated_at, t.clock_out) as approved,
      a.id is not null and not private.approval_covers(a.approved_at, t.updated_at, t.clock_in) as changed_after,
      -- A shift is cut in two by every change of job, so the length is that of the day.
      sum(coalesce(t.clock_out, now()) - t.clock_in) over (partition by t.employee_id, t.work_date) > interval '16 hours' as long_day
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
      and (employee_id_param is null or t.employee_id = employee_id_param)
  ), company as materialized (
    select c.cost_code_required, exists (select from public.projects p where p.company_id = c.id) as has_projects,
      array(select w.project_id from public.public_contracts w where w.company_id = c.id) as public_projects
    from public.companies c where c.id = company_id_param
  ), doubtful as (
    -- Most entries have nothing to be looked at for.
    select e.*, c.cost_code_required, c.has_projects, e.classification_id is null and e.project_id = any (c.public_projects) as is_unclassified
    from entries e cross join company c
    where e.clock_out is null or e.changed_after or not e.approved
      and (e.long_day or c.has_projects and e.project_id is null or c.cost_code_required and e.cost_code_id is null
        or e.classification_id is null and e.project_id = any (c.public_projects))
  )
  select e.employee_id, e.work_date, e.id, i.kind, i.severity
  from doubtful e
  cross join lateral (values
    ('missing_clock_out', 'stop', e.clock_out is null and private.is_forgotten(e.clock_in)),
    ('on_the_clock', 'wait', e.clock_out is null and not private.is_forgotten(e.clock_in)),
    ('long_entry', 'check', e.clock_out is not null and e.long_day and not e.approved),
    ('no_project', 'check', e.has_projects and e.project_id is null and not e.approved),
    ('no_cost_code', 'check', e.cost_code_required and e.cost_code_id is null and not e.approved
      and private.has_bookable_code(company_id_param, e.project_id)),
    ('no_classification', 'check', e.is_unclassified and not e.approved),
    ('changed_after_approval', 'check', e.changed_after)) i (kind, severity, found)
  where i.found
  union all
  select l.employee_id, l.work_date, null::uuid, 'no_rate', 'stop'
  from private.unpriced_days(company_id_param, start_date_param, end_date_param, employee_id_param) l
  union all
  select b.employee_id, b.work_date, null::uuid, 'below_minimum_wage', 'check'
  from private.below_minimum_wage(company_id_param, employee_id_param, start_date_param, end_date_param) b
  union all
  select t.employee_id, t.work_date, t.id, 'end_disputed', 'check'
  from public.forgotten_punches f
  join public.time_entries t on t.company_id = f.company_id and t.id = f.time_entry_id
  where f.company_id = company_id_param and f.disputed and f.decided_at is null and t.work_date between start_date_param and end_date_param
    and (employee_id_param is null or t.employee_id = employee_id_param)
  union all
  select s.employee_id, greatest(s.start_date, start_date_param), null::uuid, 'disputed', 'check'
  from public.timesheet_signatures s
  where s.company_id = company_id_param and s.disputed and s.invalidated_at is null
    and s.start_date <= end_date_param and s.end_date >= start_date_param
    and (employee_id_param is null or s.employee_id = employee_id_param);
$$;
comment on function private.time_issues(uuid,uuid,date,date) is 'What is wrong with the time of a range, of one person or of all. stop: cannot be approved; wait: still at work; check: somebody must look, and approving that person''s day says that somebody did.';

create or replace function public.rounding_report(start_date_param date, end_date_param date) returns table(employee_id uuid, first_name text, last_name text, exact_minutes bigint, rounded_minutes bigint, difference_minutes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
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
comment on function public.rounding_report(date,date) is 'Manager, owner: minutes between punches exactly and as rounded for pay, who lost most first.';
grant execute on function public.rounding_report(date,date) to authenticated;

create or replace function public.payroll_adjustments_owed(start_date_param date, end_date_param date) returns table(employee_id uuid, start_date date, end_date date, paid_cents bigint, computed_cents bigint, difference_cents bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select o.employee_id, p.start_date, p.end_date, sum(o.paid_cents)::bigint,
    sum(o.computed_cents)::bigint, sum(o.difference_cents)::bigint
  from private.payroll_owed(company, start_date_param, end_date_param) o
  join public.pay_periods p on p.company_id = company and p.id = o.pay_period_id
  group by o.employee_id, p.start_date, p.end_date, o.difference_cents is null
  having sum(o.difference_cents) <> 0 or o.difference_cents is null and (sum(o.paid_cents) <> 0 or sum(o.difference_minutes) <> 0)
  order by p.start_date, o.employee_id, o.difference_cents is null;
end $$;
comment on function public.payroll_adjustments_owed(date,date) is 'Manager, owner: for locked periods in the range, who is owed (or was overpaid) what under today''s rates and rules. Lines whose pay is not known by now stand in a row of their own, without a difference: nothing is posted for them until they have a rate.';
grant execute on function public.payroll_adjustments_owed(date,date) to authenticated;

create or replace function private.payroll_owed(company_id_param uuid, first_date_param date, last_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, pay_code text, pay_period_id uuid, line_id uuid, week_start date, paid_cents bigint, computed_cents bigint, difference_minutes integer, difference_cents bigint, difference_flsa_cents bigint)
language sql set search_path = '' as $$
  with of_no_project as (
    -- Before 0.4 a missed meal or rest was paid on no project. What was, is compared as it was.
    select l.employee_id, l.work_date, l.pay_code from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
      and l.pay_code in ('MEAL_PREM', 'REST_PREM') and l.project_id is null
    union
    select i.employee_id, i.corrects_date, i.corrects_pay_code from public.pay_items i
    where i.company_id = company_id_param and i.corrects_date between first_date_param and last_date_param
      and i.corrects_pay_code in ('MEAL_PREM', 'REST_PREM') and i.project_id is null
  ), amounts as (
    select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.pay_code, l.id as line_id, l.week_start, l.first_minute,
      -- Frozen without an amount, nothing was paid.
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
    select v.employee_id, v.work_date, case when n.employee_id is null then v.project_id end, case when n.employee_id is null then v.cost_code_id end,
      v.pay_code, null, v.week_start, null, 0, v.straight_cents + v.premium_cents, v.minutes, v.flsa_premium_cents
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, null) v
    left join of_no_project n on (n.employee_id, n.work_date, n.pay_code) = (v.employee_id, v.work_date, v.pay_code)
  ), lines as (
    select a.employee_id, a.work_date, a.project_id, a.cost_code_id, a.pay_code,
      (array_agg(a.line_id order by a.first_minute, a.line_id) filter (where a.line_id is not null))[1] as line_id,
      min(a.week_start) as week_start, sum(a.paid)::bigint as paid, sum(a.minutes)::integer as minutes,
      -- What is not known is not zero: such a line is owed nothing that could be posted, and takes nothing back.
      case when not bool_or(a.computed is null) then sum(a.computed)::bigint end as computed,
      case when not bool_or(a.computed is null) then sum(a.computed - a.paid)::bigint end as cents, sum(a.flsa)::bigint as flsa
    from amounts a group by a.employee_id, a.work_date, a.project_id, a.cost_code_id, a.pay_code
  ), placed as (
    -- What was posted for a day as a whole is not any line's: the rest of such a day goes to the line that differs most.
    select l.*, bool_or(l.pay_code is null and l.cents <> 0) over day as of_the_day,
      case when not bool_or(l.cents is null) over day then sum(l.cents) over day end as day_cents,
      -- The workweek a day was locked in, also for what it would be paid as since the week starts on another day.
      min(l.week_start) over day as day_week,
      row_number() over (partition by l.employee_id, l.work_date
        order by l.pay_code is null, abs(l.cents) desc nulls last, l.pay_code, l.project_id, l.cost_code_id) as place
    from lines l
    window day as (partition by l.employee_id, l.work_date)
  ), owed as (
    select d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.pay_code, p.id as pay_period_id, d.line_id, d.day_week, d.paid, d.computed,
      case when d.of_the_day then 0 else d.minutes end as minutes,
      case when not d.of_the_day then d.cents when d.place = 1 then d.day_cents::bigint else 0 end as cents,
      case when d.of_the_day then 0 else d.flsa end as flsa
    from placed d
    join public.pay_periods p on p.company_id = company_id_param and p.status = 'locked'
      and d.work_date between p.start_date and p.end_date
  ), restituted as (
    -- Restitution of more than was computed then. As far as it is computed today, it is paid (docs/payroll.md#one-ledger).
    select r.employee_id, r.project_id, r.week_start, greatest(r.cents - coalesce(w.base_cents + w.fringe_cents + w.premium_cents, 0), 0) as cents
    from (
      select t.employee_id, t.project_id, t.week_end - 6 as week_start, sum(i.amount_cents)::bigint as cents
      from public.restitutions t
      join public.pay_items i on i.company_id = t.company_id and i.restitution_id = t.id and i.corrects_date is null
      where t.company_id = company_id_param and t.week_end between first_date_param and last_date_param + 6
      group by t.employee_id, t.project_id, t.week_end
    ) r
    left join lateral private.wages_due(company_id_param, r.week_start, r.week_start + 6, r.project_id, r.employee_id, true) w
      on w.week_start = r.week_start and w.project_id = r.project_id
  ), settled as (
    select o.*, greatest(o.cents, 0) as more, r.cents as restituted, bool_or(o.cents is null) over of_week as unknown,
      sum(greatest(o.cents, 0)) over (of_week order by o.work_date, o.pay_code, o.cost_code_id rows unbounded preceding) as more_until,
      row_number() over (of_week order by o.work_date, o.pay_code, o.cost_code_id) as place, sum(greatest(o.cents, 0)) over of_week as more_of_week
    from owed o
    left join restituted r on r.employee_id = o.employee_id and r.project_id = o.project_id and o.work_date between r.week_start and r.week_start + 6
      and o.pay_code in ('REG', 'OT', 'DT', 'FRINGE_CASH')
    window of_week as (partition by o.employee_id, o.project_id, r.week_start)
  )
  select s.employee_id, s.work_date, s.project_id, s.cost_code_id, s.pay_code, s.pay_period_id, s.line_id, s.day_week, s.paid, s.computed, s.minutes,
    (s.cents - case when s.restituted is null or s.unknown then 0
      else least(s.more, greatest(s.restituted - s.more_until + s.more, 0))
        + case when s.place = 1 then greatest(s.restituted - s.more_of_week, 0) else 0 end end)::bigint, s.flsa
  from settled s;
$$;
comment on function private.payroll_owed(uuid,date,date) is 'Per person, locked day, project, cost code and pay code: what recomputing would pay beyond what was paid, adjusted and restituted; null where it is not known, for want of a rate.';

create or replace function public.post_payroll_adjustments(start_date_param date, end_date_param date, reason_param text, post_date_param date default null::date) returns table(employee_id uuid, amount_cents bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
  post_date date := coalesce(post_date_param, private.company_today(company));
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why pay is adjusted.';
  end if;
  perform private.lock_time_exclusive(company);
  if private.is_locked(company, post_date, post_date) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Post the change in an open period.';
  end if;
  perform private.give_reason(reason_param);
  return query
  select a.employee_id, sum(a.amount_cents)::bigint
  from private.post_adjustments(company, start_date_param, end_date_param, post_date, btrim(reason_param)) a
  group by a.employee_id;
end $$;
comment on function public.post_payroll_adjustments(date,date,text,date) is 'Manager, owner: posts what is owed for locked periods as adjustments on an open day, each naming the frozen line it corrects. Posting twice posts nothing.';
grant execute on function public.post_payroll_adjustments(date,date,text,date) to authenticated;

create or replace function private.post_adjustments(company_id_param uuid, start_date_param date, end_date_param date, post_date_param date, note_param text, completed_before_param date default null::date) returns table(employee_id uuid, amount_cents bigint)
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

create or replace function public.rate_change_preview(employee_id_param uuid, hourly_rate_param numeric, effective_from_param date, project_id_param uuid default null::uuid, cost_code_id_param uuid default null::uuid) returns table(employee_id uuid, start_date date, end_date date, locked boolean, before_cents bigint, after_cents bigint, difference_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  today date := private.company_today(company);
  first_date date := greatest(effective_from_param, today - 400);
  before_open jsonb;
  after_open jsonb;
begin
  perform private.require_colleague(company, employee_id_param);
  if hourly_rate_param is null or hourly_rate_param < 0 or effective_from_param is null then
    raise exception using errcode = 'P0001', hint = 'invalid_rate', message = 'Enter a rate and the date it starts.';
  end if;
  if first_date > today then
    return;
  end if;
  before_open := private.pay_by_period(company, employee_id_param, first_date, today);
  begin
    insert into public.employee_rates (company_id, employee_id, hourly_rate, effective_from, project_id, cost_code_id)
    values (company, employee_id_param, hourly_rate_param, effective_from_param, project_id_param, cost_code_id_param)
    on conflict on constraint employee_rates_one_per_day do update set hourly_rate = excluded.hourly_rate;
    after_open := private.pay_by_period(company, employee_id_param, first_date, today);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query
  select employee_id_param, (b.value ->> 'start_date')::date, (b.value ->> 'end_date')::date, (b.value ->> 'locked')::boolean,
    (b.value ->> 'cents')::bigint, (a.value ->> 'cents')::bigint, (a.value ->> 'cents')::bigint - (b.value ->> 'cents')::bigint
  from jsonb_array_elements(before_open) b
  join jsonb_array_elements(after_open) a on a.value ->> 'start_date' = b.value ->> 'start_date'
  where a.value ->> 'cents' is distinct from b.value ->> 'cents'
  order by 2;
end $$;
comment on function public.rate_change_preview(uuid,numeric,date,uuid,uuid) is 'Manager, owner: what a rate from a date on would change in each pay period so far. Changes nothing.';
grant execute on function public.rate_change_preview(uuid,numeric,date,uuid,uuid) to authenticated;

create or replace function private.pay_by_period(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns jsonb
language sql set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('start_date', p.start_date, 'end_date', p.end_date, 'locked', p.locked, 'cents', p.cents)), '[]')
  from (
    select b.start_date, b.end_date,
      exists (select from public.pay_periods k where k.company_id = company_id_param and k.status = 'locked'
        and k.start_date = b.start_date) as locked,
      case when bool_or(l.cents is null) then null else sum(l.cents) end as cents
    from (
      select v.work_date, case when not bool_or(v.straight_cents is null or v.premium_cents is null)
          then sum(v.straight_cents + v.premium_cents) end as cents
      from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, array[employee_id_param]) v
      where v.pay_code <> 'ADJUSTMENT'
      group by v.work_date
    ) l
    cross join lateral private.pay_period_at(company_id_param, l.work_date) b
    group by b.start_date, b.end_date
  ) p;
$$;

create or replace function public.note_payroll_file_hash(export_id_param uuid, file_hash_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
begin
  update public.payroll_exports x set file_hash = lower(file_hash_param)
  where x.company_id = company and x.id = export_id_param and x.exported_by = auth.uid() and x.file_hash is null;
end $$;
comment on function public.note_payroll_file_hash(uuid,text) is 'Who made the export: the SHA-256 of its file, once. Later calls change nothing.';
grant execute on function public.note_payroll_file_hash(uuid,text) to authenticated;

create or replace function public.payroll_adjustment_lines(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select o.employee_id, o.work_date, o.project_id, o.cost_code_id, o.pay_code, o.difference_minutes, o.difference_cents
  from private.payroll_owed(company, start_date_param, end_date_param) o
  where o.difference_cents <> 0
  order by o.work_date, o.employee_id, o.pay_code, o.project_id, o.cost_code_id;
end $$;
comment on function public.payroll_adjustment_lines(date,date) is 'Manager, owner: the lines that posting what is owed for locked periods of the range would post, before it is decided.';
grant execute on function public.payroll_adjustment_lines(date,date) to authenticated;

create or replace function private.pick_rate(prevailing_param boolean, project_code_param integer, project_param integer, code_param integer, own_param integer) returns integer
language sql immutable parallel safe
return case when prevailing_param then greatest(coalesce(project_code_param, project_param), coalesce(code_param, own_param)) else coalesce(project_code_param, project_param, code_param, own_param) end;

create or replace function private.require_payroll_rights(company_id_param uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_system() and company_id_param is not null then
    return;
  end if;
  if company_id_param is null or not (private.is_manager() or private.has_right('payroll')) or company_id_param is distinct from private.my_company_id() then
    raise exception using errcode = '42501', hint = 'payroll_not_allowed',
      message = 'Only managers and owners of this company may see its payroll.';
  end if;
end $$;

create or replace function private.freeze_lines(company_id_param uuid, pay_period_id_param uuid, start_date_param date, end_date_param date) returns void
language sql set search_path = '' as $$
  insert into public.payroll_lines (company_id, pay_period_id, employee_id, work_date, week_start, project_id, cost_code_id,
    rate, multiplier, pay_code, minutes, straight_cents, premium_cents, total_cents, flsa_premium_cents, rule,
    paid_break_minutes, first_minute, pay_item_id, rules, certified, classification_id, classification, rate_reason)
  select company_id_param, pay_period_id_param, l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id,
    l.rate, l.multiplier, l.pay_code, l.minutes, l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule,
    l.paid_break_minutes, l.first_minute, l.pay_item_id,
    private.line_rules(l.pay_code, l.rule, l.threshold, l.minutes, l.rule_minutes), coalesce(p.prevailing_wage, false) or l.rate_reason is not null,
    l.classification_id, k.name, l.rate_reason
  from private.payroll_lines_now(company_id_param, start_date_param, end_date_param, null) l
  left join public.projects p on p.company_id = company_id_param and p.id = l.project_id
  left join public.work_classifications k on k.company_id = company_id_param and k.id = l.classification_id;
$$;

create or replace function private.week_summary(recipient_param private.notification_recipients, first_day_param date, moment_param timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with days as (
    select w.work_date, sum(w.seconds) as seconds
    from private.work_done w
    where w.company_id = recipient_param.company_id and w.employee_id = recipient_param.employee_id
      and w.work_date between first_day_param and first_day_param + 6
    group by 1
  ), company as (
    select sum(w.seconds) as seconds from private.work_done w
    where recipient_param.role in ('owner', 'manager') and w.company_id = recipient_param.company_id
      and w.work_date between first_day_param and first_day_param + 6)
  select jsonb_build_object('total', private.hours_text(coalesce(sum(d.seconds), 0)),
      'days', string_agg(private.day_text(d.work_date, recipient_param) || ': ' || private.hours_text(d.seconds), E'\n' order by d.work_date),
      'company_total', private.hours_text((select seconds from company)),
      'first_day', to_char(first_day_param, recipient_param.date_format),
      'last_day', to_char(first_day_param + 6, recipient_param.date_format))
  from days d having count(*) > 0 or (select seconds from company) is not null;
$$;
comment on function private.week_summary(private.notification_recipients,date,timestamp with time zone) is 'The week of one person, for managers with the hours of the company; null when there is nothing to notify of.';

create or replace function private.payroll_item_amounts(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns table(pay_item_id uuid, employee_id uuid, work_date date, week_start date, pay_code text, project_id uuid, cost_code_id uuid, minutes integer, rate_e4 integer, amount_cents bigint, flsa_cents bigint, flat_sum boolean)
language sql stable rows 100 set search_path = '' as $$
  select i.id, i.employee_id, i.work_date,
    private.week_of(i.work_date, private.pick_policy(null, own.week_dow, null, general.week_dow)),
    i.pay_code, i.project_id, i.cost_code_id, i.minutes,
    -- The corrected line had its own rate, the difference has none.
    case when i.corrects_pay_code is null then r.rate_e4 end,
    coalesce(i.amount_cents, private.half_up(i.minutes::bigint * r.rate_e4, 6000)), i.flsa_premium_cents, i.flat_sum
  from public.pay_items i
  join private.payroll_policies(company_id_param) general
    on general.employee_id is null and general.project_id is null
    and i.work_date >= general.valid_from and i.work_date < general.valid_to
  left join private.payroll_policies(company_id_param) own
    on own.employee_id = i.employee_id and own.project_id is null
    and i.work_date >= own.valid_from and i.work_date < own.valid_to
  cross join lateral (
    select coalesce(private.rate_e4(i.hourly_rate), private.job_rate_e4(
      i.company_id, i.employee_id, i.project_id, i.cost_code_id, i.work_date, false)) as rate_e4
  ) r
  where i.company_id = company_id_param and i.work_date between first_date_param - 6 and last_date_param + 6
    and (employee_ids_param is null or i.employee_id = any (employee_ids_param));
$$;

create or replace function private.job_rate_e4(company_id_param uuid, employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, date_param date, prevailing_param boolean) returns integer
language sql stable parallel safe set search_path = '' as $$
  select private.pick_rate(prevailing_param,
    max(r.rate_e4) filter (where r.project_id is not null and r.cost_code_id is not null),
    max(r.rate_e4) filter (where r.project_id is not null and r.cost_code_id is null),
    max(r.rate_e4) filter (where r.project_id is null and r.cost_code_id is not null),
    max(r.rate_e4) filter (where r.project_id is null and r.cost_code_id is null))
  from private.payroll_rates(company_id_param) r
  where r.employee_id = employee_id_param and date_param >= r.valid_from and date_param < r.valid_to
    and (r.project_id is null or r.project_id = project_id_param) and (r.cost_code_id is null or r.cost_code_id = cost_code_id_param);
$$;
comment on function private.job_rate_e4(uuid,uuid,uuid,uuid,date,boolean) is 'The rate of one person on one day, by the rule of private.pick_rate.';
