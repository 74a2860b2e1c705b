-- The rate of somebody with several rates is not their average. The rates themselves are in the lines.

create or replace function public.generate_payroll_export_data(company_id_param uuid, start_date_param date, end_date_param date) returns table(first_name text, last_name text, total_hours numeric, hourly_rate numeric, total_earnings numeric, employee_id uuid, employee_number text, regular_hours numeric, overtime_hours numeric, double_time_hours numeric, regular_pay numeric, overtime_pay numeric, double_time_pay numeric, other_pay numeric, paid_break_hours numeric, flags text[], no_rate boolean, missing_clock_out boolean, unapproved boolean, regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer, flsa_overtime_premium numeric)
language plpgsql security definer set search_path = '' set jit = 'off' set plan_cache_mode = 'force_generic_plan' set enable_nestloop = 'off' as $$
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
    left join private.payroll_totals(company_id_param, start_date_param, end_date_param) t on t.employee_id = e.id
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
    -- Several rates in the range: none of them, and an average is nobody's rate.
    case when s.rates = 1 then s.one_rate_e4 * 0.0001 end,
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

-- Rates are compared line by line; exports made before hold an average here.
create or replace function private.export_content(summary_param jsonb, lines_param jsonb) returns table(employee_id uuid, first_name text, last_name text, hours numeric, earnings numeric, figures jsonb, lines jsonb)
language sql stable set search_path = '' as $$
  select (s.row ->> 'employee_id')::uuid, s.row ->> 'first_name', s.row ->> 'last_name',
    (s.row ->> 'total_hours')::numeric, (s.row ->> 'total_earnings')::numeric,
    s.row - 'flags' - 'unapproved' - 'missing_clock_out' - 'hourly_rate', l.lines
  from jsonb_array_elements(coalesce(summary_param, '[]')) s (row)
  left join (
    select l.row ->> 'employee_id' as employee_id,
      jsonb_agg(l.row - 'line_id' - 'locked' - 'pay_item_id' order by (l.row - 'line_id' - 'locked' - 'pay_item_id')::text) as lines
    from jsonb_array_elements(coalesce(lines_param, '[]')) l (row)
    group by l.row ->> 'employee_id'
  ) l on l.employee_id = s.row ->> 'employee_id';
$$;
