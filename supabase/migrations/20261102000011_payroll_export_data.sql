-- What clients read: lines, and one row per employee for the export.

-- Says no in the same words whether the company is another one or none at all.
create function private.require_payroll_rights(company_id_param uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_system() and company_id_param is not null then
    return;
  end if;
  if company_id_param is null or not private.is_manager() or company_id_param is distinct from private.my_company_id() then
    raise exception using errcode = '42501', hint = 'payroll_not_allowed',
      message = 'Only managers and owners of this company may see its payroll.';
  end if;
end $$;

create function private.require_date_range(start_date_param date, end_date_param date) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if start_date_param is null or end_date_param is null or start_date_param > end_date_param then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'The first day must not be after the last.';
  end if;
  if end_date_param - start_date_param > 400 then
    raise exception using errcode = 'P0001', hint = 'date_range_too_long', message = 'Choose a range of at most 400 days.';
  end if;
end $$;

create function public.payroll_lines_for(
  company_id_param uuid, start_date_param date, end_date_param date, employee_id_param uuid default null
) returns table (
  employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric,
  minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint, rule text, pay_code text,
  flsa_premium_cents bigint, paid_break_minutes integer, week_start date, locked boolean, line_id uuid, pay_item_id uuid
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_payroll_rights(company_id_param);
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.hourly_rate, l.multiplier, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.rule, l.pay_code, l.flsa_premium_cents, l.paid_break_minutes,
    l.week_start, l.locked, l.line_id, l.pay_item_id
  from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
  join public.employees e on e.company_id = company_id_param and e.id = l.employee_id
  order by e.last_name, e.first_name, e.id, l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id, l.hourly_rate;
end $$;
comment on function public.payroll_lines_for(uuid, date, date, uuid) is
  'Managers and owners: one row per employee, work date, project, cost code, rate and multiplier, with the rule that produced it. Premium pay, leave and adjustments follow as rows of their own pay code with multiplier 1.';

-- Hundredths of an hour for one row of a table whose rows must add up to the table's total (section 8.6):
-- floor, plus one for the rows with the largest fractions. Fractions of minutes * 5 / 3 are 0, 1 or 2 thirds.
create function private.hour_hundredths(
  minutes_param bigint, all_minutes_param bigint, all_floors_param bigint, two_thirds_so_far bigint, all_two_thirds bigint, one_third_so_far bigint
) returns bigint
language sql immutable parallel safe
return minutes_param * 5 / 3 + case
  when minutes_param * 5 % 3 = 2 and two_thirds_so_far <= (10 * all_minutes_param + 3) / 6 - all_floors_param then 1
  when minutes_param * 5 % 3 = 1 and all_two_thirds + one_third_so_far <= (10 * all_minutes_param + 3) / 6 - all_floors_param then 1
  else 0 end;

create function public.generate_payroll_export_data(company_id_param uuid, start_date_param date, end_date_param date)
returns table (
  first_name text, last_name text, total_hours numeric, hourly_rate numeric, total_earnings numeric,
  employee_id uuid, employee_number text,
  regular_hours numeric, overtime_hours numeric, double_time_hours numeric,
  regular_pay numeric, overtime_pay numeric, double_time_pay numeric, other_pay numeric, paid_break_hours numeric,
  flags text[], no_rate boolean, missing_clock_out boolean, unapproved boolean,
  regular_minutes bigint, overtime_minutes bigint, double_time_minutes bigint, paid_break_minutes bigint,
  flsa_overtime_premium numeric
)
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  any_approved boolean;
begin
  perform private.require_payroll_rights(company_id_param);
  perform private.require_date_range(start_date_param, end_date_param);
  any_approved := exists (
    select from public.approvals a
    where a.company_id = company_id_param and a.work_date between start_date_param - 1 and end_date_param);
  return query
  with running as (
    select t.employee_id from public.time_entries t
    where t.company_id = company_id_param and t.clock_out is null and t.work_date between start_date_param and end_date_param
  ), unapproved_people as (
    select distinct t.employee_id from public.time_entries t
    where any_approved and t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
      and t.clock_out is not null
      and not exists (
        select from public.approvals a
        where a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
          and a.approved_at >= t.updated_at)
  ), people as (
    select e.first_name, e.last_name, e.id, e.employee_number, t.*,
      r.employee_id is not null as missing_clock_out,
      case when any_approved then u.employee_id is not null else t.employee_id is not null end as unapproved,
      coalesce(t.regular_minutes, 0) as regular, coalesce(t.overtime_minutes, 0) as overtime,
      coalesce(t.double_time_minutes, 0) as double_time, coalesce(t.paid_break_minutes, 0) as paid_break,
      coalesce(t.regular_minutes + t.overtime_minutes + t.double_time_minutes, 0) as worked
    from public.employees e
    left join private.payroll_totals(company_id_param, start_date_param, end_date_param, null, null) t on t.employee_id = e.id
    left join running r on r.employee_id = e.id
    left join unapproved_people u on u.employee_id = e.id
    where e.company_id = company_id_param and (t.employee_id is not null or r.employee_id is not null)
  ), spread as (
    select p.*,
      sum(p.worked) over a as worked_a, sum(p.worked * 5 / 3) over a as worked_f,
      count(*) filter (where p.worked * 5 % 3 = 2) over o as worked_2, count(*) filter (where p.worked * 5 % 3 = 2) over a as worked_2a,
      count(*) filter (where p.worked * 5 % 3 = 1) over o as worked_1,
      sum(p.regular) over a as regular_a, sum(p.regular * 5 / 3) over a as regular_f,
      count(*) filter (where p.regular * 5 % 3 = 2) over o as regular_2, count(*) filter (where p.regular * 5 % 3 = 2) over a as regular_2a,
      count(*) filter (where p.regular * 5 % 3 = 1) over o as regular_1,
      sum(p.overtime) over a as overtime_a, sum(p.overtime * 5 / 3) over a as overtime_f,
      count(*) filter (where p.overtime * 5 % 3 = 2) over o as overtime_2, count(*) filter (where p.overtime * 5 % 3 = 2) over a as overtime_2a,
      count(*) filter (where p.overtime * 5 % 3 = 1) over o as overtime_1,
      sum(p.double_time) over a as double_a, sum(p.double_time * 5 / 3) over a as double_f,
      count(*) filter (where p.double_time * 5 % 3 = 2) over o as double_2, count(*) filter (where p.double_time * 5 % 3 = 2) over a as double_2a,
      count(*) filter (where p.double_time * 5 % 3 = 1) over o as double_1
    from people p
    window a as (), o as (order by p.last_name, p.first_name, p.id rows unbounded preceding)
  )
  select s.first_name, s.last_name,
    private.hour_hundredths(s.worked, s.worked_a::bigint, s.worked_f::bigint, s.worked_2, s.worked_2a, s.worked_1) * 0.01,
    -- Several rates in the range: what an hour earned on average before premiums.
    case when s.rates = 1 then s.one_rate_e4 * 0.0001
      when s.worked > 0 and not s.unpriced then round(s.straight_cents * 0.6 / s.worked, 4) end,
    case when not s.unpriced then (s.regular_cents + s.overtime_cents + s.double_time_cents + s.other_cents) * 0.01 end,
    s.id, s.employee_number,
    private.hour_hundredths(s.regular, s.regular_a::bigint, s.regular_f::bigint, s.regular_2, s.regular_2a, s.regular_1) * 0.01,
    private.hour_hundredths(s.overtime, s.overtime_a::bigint, s.overtime_f::bigint, s.overtime_2, s.overtime_2a, s.overtime_1) * 0.01,
    private.hour_hundredths(s.double_time, s.double_a::bigint, s.double_f::bigint, s.double_2, s.double_2a, s.double_1) * 0.01,
    case when not s.unpriced then s.regular_cents * 0.01 end,
    case when not s.unpriced then s.overtime_cents * 0.01 end,
    case when not s.unpriced then s.double_time_cents * 0.01 end,
    case when not s.unpriced then s.other_cents * 0.01 end,
    (10 * s.paid_break + 3) / 6 * 0.01,
    array_remove(array[case when s.unpriced then 'no_rate' end, case when s.missing_clock_out then 'missing_clock_out' end,
      case when s.unapproved then 'unapproved' end], null),
    coalesce(s.unpriced, false), s.missing_clock_out, s.unapproved,
    s.regular, s.overtime, s.double_time, s.paid_break, s.flsa_cents * 0.01
  from spread s
  order by s.last_name, s.first_name, s.id;
end $$;
comment on function public.generate_payroll_export_data(uuid, date, date) is
  'Managers and owners: one row per employee with time in the range. Hours add up to their column''s total; earnings are null where a rate is missing.';

revoke all on function private.require_payroll_rights(uuid), private.require_date_range(date, date),
  private.hour_hundredths(bigint, bigint, bigint, bigint, bigint, bigint) from public;
revoke all on function public.payroll_lines_for(uuid, date, date, uuid),
  public.generate_payroll_export_data(uuid, date, date) from public, anon;
grant execute on function public.payroll_lines_for(uuid, date, date, uuid),
  public.generate_payroll_export_data(uuid, date, date) to authenticated, service_role;
