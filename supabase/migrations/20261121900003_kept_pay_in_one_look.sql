-- Kept pay was looked for and read by two statements, each with a snapshot of its own. A clock-out
-- that committed in between had deleted its week, which then was neither kept nor missing: the
-- person's week was not in the answer, once. Whether it is whole is now asked by the statement that
-- reads it; functions that are stable share its snapshot.

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

create or replace function private.payroll_totals(company_id_param uuid, first_date_param date, last_date_param date) returns setof private.payroll_total
language plpgsql set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  people uuid[] := array(select e.id from public.employees e where e.company_id = company_id_param);
  -- Lines that are all kept are added up where they lie, without being handed on first.
  kept boolean := not exists (
      select from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked' and p.start_date <= last_date_param and p.end_date >= first_date_param)
    and private.fill_pay(company_id_param, first_date_param, last_date_param, null) is null;
begin
  return query
  with whole as materialized (
    select kept and not exists (select from private.pay_weeks_missing(company_id_param, first_week, last_week, null)) as is_whole
  ), lines as (
    select l.employee_id, l.pay_code, l.minutes, l.paid_break_minutes, l.total_cents, l.straight_cents, l.flsa_premium_cents, l.rate as hourly_rate
    from private.pay_lines l
    where (select w.is_whole from whole w) and l.company_id = company_id_param and l.employee_id = any (people)
      and l.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
    union all
    select l.employee_id, l.pay_code, l.minutes, l.paid_break_minutes, l.total_cents, l.straight_cents, l.flsa_premium_cents, l.hourly_rate
    from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, null, null) l
    where not (select w.is_whole from whole w)
  )
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
    -- One rate, or several.
    case when min(l.hourly_rate) filter (where l.pay_code in ('REG', 'OT', 'DT'))
        = max(l.hourly_rate) filter (where l.pay_code in ('REG', 'OT', 'DT')) then 1 else 2 end::bigint,
    (max(l.hourly_rate) filter (where l.pay_code in ('REG', 'OT', 'DT')) * 10000)::integer
  from lines l
  group by l.employee_id;
end $$;
