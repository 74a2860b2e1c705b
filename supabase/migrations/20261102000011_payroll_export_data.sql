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
  order by e.last_name collate "C", e.first_name collate "C", e.id, l.work_date, l.first_minute, l.multiplier,
    l.project_id, l.cost_code_id, l.hourly_rate;
end $$;
comment on function public.payroll_lines_for(uuid, date, date, uuid) is
  'Managers and owners: one row per employee, work date, project, cost code, rate and multiplier, with the rule that produced it. Premium pay, leave and adjustments follow as rows of their own pay code with multiplier 1.';

-- Hundredths of an hour for one row of a table whose rows must add up to the table's total (section 8.6):
-- floor, plus one for the rows with the largest fractions, the earlier row first. minutes * 5 / 3 leaves 0, 1 or
-- 2 thirds; place_param is the row's place among those with as many, twos_param how many have two.
create function private.hour_hundredths(minutes_param integer, leftover_param bigint, place_param bigint, twos_param bigint)
returns bigint
language sql immutable parallel safe
return minutes_param * 5 / 3 + case minutes_param * 5 % 3
  when 2 then (place_param <= leftover_param)::integer
  when 1 then (twos_param + place_param <= leftover_param)::integer
  else 0 end;

-- How many hundredths the floors of a column fall short of its total.
create function private.leftover_hundredths(minutes_param bigint, floors_param bigint) returns bigint
language sql immutable parallel safe
return (10 * minutes_param + 3) / 6 - floors_param;

create function public.generate_payroll_export_data(company_id_param uuid, start_date_param date, end_date_param date)
returns table (
  first_name text, last_name text, total_hours numeric, hourly_rate numeric, total_earnings numeric,
  employee_id uuid, employee_number text,
  regular_hours numeric, overtime_hours numeric, double_time_hours numeric,
  regular_pay numeric, overtime_pay numeric, double_time_pay numeric, other_pay numeric, paid_break_hours numeric,
  flags text[], no_rate boolean, missing_clock_out boolean, unapproved boolean,
  regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer,
  flsa_overtime_premium numeric
)
language plpgsql stable security definer set search_path = '' set jit = off
  set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
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
  ), people as materialized (
    select e.first_name, e.last_name, e.id, e.employee_number,
      t.regular_cents, t.overtime_cents, t.double_time_cents, t.other_cents, t.straight_cents, t.flsa_cents,
      t.unpriced, t.rates, t.one_rate_e4,
      r.employee_id is not null as missing_clock_out,
      case when any_approved then u.employee_id is not null else t.employee_id is not null end as unapproved,
      coalesce(t.regular_minutes, 0)::integer as regular, coalesce(t.overtime_minutes, 0)::integer as overtime,
      coalesce(t.double_time_minutes, 0)::integer as double_time, coalesce(t.paid_break_minutes, 0)::integer as paid_break,
      coalesce(t.regular_minutes + t.overtime_minutes + t.double_time_minutes, 0)::integer as worked
    from public.employees e
    left join private.payroll_totals(company_id_param, start_date_param, end_date_param, null, null) t on t.employee_id = e.id
    left join running r on r.employee_id = e.id
    left join unapproved_people u on u.employee_id = e.id
    where e.company_id = company_id_param and (t.employee_id is not null or r.employee_id is not null)
  ), columns as (
    select private.leftover_hundredths(sum(p.worked), sum(p.worked * 5 / 3)) as worked,
      private.leftover_hundredths(sum(p.regular), sum(p.regular * 5 / 3)) as regular,
      private.leftover_hundredths(sum(p.overtime), sum(p.overtime * 5 / 3)) as overtime,
      private.leftover_hundredths(sum(p.double_time), sum(p.double_time * 5 / 3)) as double_time,
      count(*) filter (where p.worked * 5 % 3 = 2) as worked_twos, count(*) filter (where p.regular * 5 % 3 = 2) as regular_twos,
      count(*) filter (where p.overtime * 5 % 3 = 2) as overtime_twos, count(*) filter (where p.double_time * 5 % 3 = 2) as double_twos
    from people p
  ), spread as (
    select p.*,
      count(*) filter (where p.worked * 5 % 3 = 2) over o as worked_2, count(*) filter (where p.worked * 5 % 3 = 1) over o as worked_1,
      count(*) filter (where p.regular * 5 % 3 = 2) over o as regular_2, count(*) filter (where p.regular * 5 % 3 = 1) over o as regular_1,
      count(*) filter (where p.overtime * 5 % 3 = 2) over o as overtime_2, count(*) filter (where p.overtime * 5 % 3 = 1) over o as overtime_1,
      count(*) filter (where p.double_time * 5 % 3 = 2) over o as double_2, count(*) filter (where p.double_time * 5 % 3 = 1) over o as double_1
    from people p
    -- Bytewise, because comparing names by a language's rules costs more than the payroll; screens sort for people.
    window o as (order by p.last_name collate "C", p.first_name collate "C", p.id rows unbounded preceding)
  )
  select s.first_name, s.last_name,
    private.hour_hundredths(s.worked, c.worked, case when s.worked * 5 % 3 = 2 then s.worked_2 else s.worked_1 end, c.worked_twos) * 0.01,
    -- Several rates in the range: what an hour earned on average before premiums.
    case when s.rates = 1 then s.one_rate_e4 * 0.0001
      when s.worked > 0 and not s.unpriced then round(s.straight_cents * 0.6 / s.worked, 4) end,
    case when not s.unpriced then (s.regular_cents + s.overtime_cents + s.double_time_cents + s.other_cents) * 0.01 end,
    s.id, s.employee_number,
    private.hour_hundredths(s.regular, c.regular, case when s.regular * 5 % 3 = 2 then s.regular_2 else s.regular_1 end, c.regular_twos) * 0.01,
    private.hour_hundredths(s.overtime, c.overtime, case when s.overtime * 5 % 3 = 2 then s.overtime_2 else s.overtime_1 end, c.overtime_twos) * 0.01,
    private.hour_hundredths(s.double_time, c.double_time, case when s.double_time * 5 % 3 = 2 then s.double_2 else s.double_1 end, c.double_twos) * 0.01,
    case when not s.unpriced then s.regular_cents * 0.01 end,
    case when not s.unpriced then s.overtime_cents * 0.01 end,
    case when not s.unpriced then s.double_time_cents * 0.01 end,
    case when not s.unpriced then s.other_cents * 0.01 end,
    (10 * s.paid_break + 3) / 6 * 0.01,
    case when s.unpriced or s.missing_clock_out then array_remove(array[case when s.unpriced then 'no_rate' end,
        case when s.missing_clock_out then 'missing_clock_out' end, case when s.unapproved then 'unapproved' end], null)
      when s.unapproved then '{unapproved}'::text[] else '{}'::text[] end,
    coalesce(s.unpriced, false), s.missing_clock_out, s.unapproved,
    s.regular, s.overtime, s.double_time, s.paid_break, s.flsa_cents * 0.01
  from spread s cross join columns c
  order by s.last_name collate "C", s.first_name collate "C", s.id;
end $$;
comment on function public.generate_payroll_export_data(uuid, date, date) is
  'Managers and owners: one row per employee with time in the range. Hours add up to their column''s total; earnings are null where a rate is missing.';

revoke all on function private.require_payroll_rights(uuid), private.require_date_range(date, date),
  private.hour_hundredths(integer, bigint, bigint, bigint), private.leftover_hundredths(bigint, bigint) from public;
revoke all on function public.payroll_lines_for(uuid, date, date, uuid),
  public.generate_payroll_export_data(uuid, date, date) from public, anon;
grant execute on function public.payroll_lines_for(uuid, date, date, uuid),
  public.generate_payroll_export_data(uuid, date, date) to authenticated, service_role;
