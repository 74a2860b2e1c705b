-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.live_totals(company_id_param uuid, first_date_param date, last_date_param date) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', t.employee_id, 'regular', t.regular, 'overtime', t.overtime,
    'double_time', t.double_time, 'cents', t.cents)), '[]')
  from (
    select l.employee_id, coalesce(sum(l.minutes) filter (where l.pay_code = 'REG'), 0) as regular,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'OT'), 0) as overtime,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'DT'), 0) as double_time,
      case when not bool_or(l.straight_cents is null or l.premium_cents is null) then sum(l.straight_cents + l.premium_cents) end as cents
    from private.payroll_lines_live(private.payroll_scope(company_id_param, first_date_param, last_date_param, null, null)) l
    group by l.employee_id
  ) t;
$$;

create or replace function private.payroll_totals(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns setof private.payroll_total
language plpgsql stable set search_path = '' as $$
declare
  scope private.payroll_scope := private.payroll_scope(
    company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param);
begin
  if not coalesce(scope.simple and scope.first_week = first_date_param
      and scope.first_week + array_upper(scope.day_starts, 1) - 2 = last_date_param, false)
    or exists (
      select from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked'
        and p.start_date <= last_date_param and p.end_date >= first_date_param)
    or exists (
      select from public.pay_items i
      where i.company_id = company_id_param and i.work_date between first_date_param and last_date_param)
  then
    return query select * from private.payroll_totals_from_lines(
      company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param);
    return;
  end if;

  if scope.job_rates or scope.over_a_day then
    return query select * from private.payroll_totals_simple(
      scope, case when employee_id_param is not null then array[employee_id_param] end);
    return;
  end if;
  return query
  with totals as materialized (
    select * from private.payroll_totals_plain(scope)
  )
  select t.employee_id, t.regular, t.overtime, 0::bigint, t.paid_break, t.regular_straight, t.overtime_straight + t.premium,
    0::bigint, 0::bigint, t.regular_straight + t.overtime_straight, t.flsa, false,
    case when t.lowest_rate = t.highest_rate then 1 else 2 end::bigint, t.highest_rate
  from totals t where t.plain
  union all
  select o.* from private.payroll_totals_others(scope, array(select t.employee_id from totals t where not t.plain)) o;
end $$;
comment on function private.payroll_totals(uuid,date,date,uuid,timestamp with time zone) is 'Minutes and cents per employee with worked time or pay items in the range.';

create or replace function private.payroll_totals_from_lines(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns setof private.payroll_total
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

create or replace function private.payroll_totals_others(scope private.payroll_scope, employee_ids_param uuid[]) returns setof private.payroll_total
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(employee_ids_param) = 0 then
    return;
  elsif cardinality(employee_ids_param) <= 50 then
    return query select * from private.payroll_totals_simple(scope, employee_ids_param);
  else
    return query select t.* from private.payroll_totals_simple(scope, null) t
    join unnest(employee_ids_param) o on o = t.employee_id;
  end if;
end $$;

create or replace function private.payroll_totals_plain(scope private.payroll_scope) returns table(employee_id uuid, plain boolean, regular bigint, overtime bigint, paid_break bigint, regular_straight bigint, overtime_straight bigint, premium bigint, flsa bigint, lowest_rate integer, highest_rate integer)
language plpgsql stable set search_path = '' set jit = 'off' set plan_cache_mode = 'force_generic_plan' set enable_mergejoin = 'off' set enable_nestloop = 'off' set enable_indexscan = 'off' set enable_sort = 'off' as $$
declare
  company uuid := scope.company_id;
  employee uuid := scope.employee_id;
  instant timestamptz := scope.as_of;
  first_week date := scope.first_week;
  instants timestamptz[] := array(
    select to_timestamp(m::bigint * 60) from unnest(scope.day_starts) with ordinality d (m, i) order by i);
  lookback timestamptz := scope.begins - interval '1 day';
  begins timestamptz := scope.begins;
  ends timestamptz := scope.ends;
  unpaid_break integer := scope.unpaid_break;
  breaks boolean := scope.breaks;
  company_zone boolean := scope.company_zone;
  weekly_after integer := coalesce(scope.weekly_after, 1000000);
  in_effect boolean := scope.rate_in_effect;
  floor_holds boolean := scope.floor_holds;
begin
  return query
  with weeks as (
    -- Bit 22 of late marks a piece that is not plain; a day with two pieces shows in their number.
    select t.employee_id, (t.work_date - first_week) / 7 as week, count(*) as pieces,
      bit_or(case when (t.work_date - first_week) % 7 < 5
        then private.whole_minutes(t.clock_in, coalesce(t.clock_out, instant)) << 11 * ((t.work_date - first_week) % 7)
        else 0 end) as early,
      bit_or(case when not coalesce(coalesce(t.clock_out, instant) <= instants[t.work_date - first_week + 2]
            and (company_zone or t.clock_in >= instants[t.work_date - first_week + 1]), false)
          then 1 << 22
        when (t.work_date - first_week) % 7 >= 5
          then private.whole_minutes(t.clock_in, coalesce(t.clock_out, instant)) << 11 * ((t.work_date - first_week) % 7 - 5)
        else 0 end) as late
    from public.time_entries t
    where t.company_id = company and t.clock_in >= lookback and t.clock_in < ends
      and coalesce(t.clock_out, instant) > begins and (employee is null or t.employee_id = employee)
    group by t.employee_id, (t.work_date - first_week) / 7
  ), pauses as (
    -- Days are plain, so a break lies in the day of its entry; a day with two unpaid ones shows in their number.
    select k.employee_id, k.day / 7 as week, sum(k.length) filter (where k.counts)::integer as paid,
      count(*) filter (where not k.counts) as unpaid,
      bit_or(case when not k.counts and k.day % 7 < 5 then k.length::bigint << 11 * (k.day % 7) else 0 end) as early,
      bit_or(case when not k.counts and k.day % 7 >= 5 then k.length::bigint << 11 * (k.day % 7 - 5) else 0 end) as late
    from (
      select x.employee_id, x.day, x.length, x.paid or x.length < unpaid_break as counts
      from (
        select b.employee_id, b.paid, width_bucket(b.started_at, instants) - 1 as day,
          private.whole_minutes(b.started_at, coalesce(b.ended_at, instant))::integer as length
        from public.time_entry_breaks b
        where breaks and b.company_id = company and b.started_at >= begins and b.started_at < ends
        offset 0
      ) x
    ) k group by k.employee_id, k.day / 7
  ), days as (
    select w.employee_id, w.pieces, r.rate_e4, r.rate_e4::bigint * 2 as twice, coalesce(p.paid, 0) as paid_break,
      w.late >> 22 = 0 and coalesce(p.unpaid = (p.early & 2047 > 0)::integer + (p.early >> 11 & 2047 > 0)::integer
        + (p.early >> 22 & 2047 > 0)::integer + (p.early >> 33 & 2047 > 0)::integer + (p.early >> 44 & 2047 > 0)::integer
        + (p.late & 2047 > 0)::integer + (p.late >> 11 & 2047 > 0)::integer, true) as plain,
      (w.early & 2047)::integer - coalesce(p.early & 2047, 0)::integer as d0,
      (w.early >> 11 & 2047)::integer - coalesce(p.early >> 11 & 2047, 0)::integer as d1,
      (w.early >> 22 & 2047)::integer - coalesce(p.early >> 22 & 2047, 0)::integer as d2,
      (w.early >> 33 & 2047)::integer - coalesce(p.early >> 33 & 2047, 0)::integer as d3,
      (w.early >> 44 & 2047)::integer - coalesce(p.early >> 44 & 2047, 0)::integer as d4,
      (w.late & 2047)::integer - coalesce(p.late & 2047, 0)::integer as d5,
      (w.late >> 11 & 2047)::integer - coalesce(p.late >> 11 & 2047, 0)::integer as d6
    from weeks w
    left join pauses p on p.employee_id = w.employee_id and p.week = w.week
    left join private.payroll_rates(company) r on r.employee_id = w.employee_id and r.project_id is null and r.cost_code_id is null
      and first_week + w.week * 7 >= r.valid_from and first_week + w.week * 7 + 6 < r.valid_to
    offset 0
  ), parts as (
    -- Overtime of a day: what the week has beyond the threshold by its end, at most the day.
    select d.*,
      greatest(d.d0 - weekly_after, 0) as o0,
      least(d.d1, greatest(d.d0 + d.d1 - weekly_after, 0)) as o1,
      least(d.d2, greatest(d.d0 + d.d1 + d.d2 - weekly_after, 0)) as o2,
      least(d.d3, greatest(d.d0 + d.d1 + d.d2 + d.d3 - weekly_after, 0)) as o3,
      least(d.d4, greatest(d.d0 + d.d1 + d.d2 + d.d3 + d.d4 - weekly_after, 0)) as o4,
      least(d.d5, greatest(d.d0 + d.d1 + d.d2 + d.d3 + d.d4 + d.d5 - weekly_after, 0)) as o5,
      least(d.d6, greatest(d.d0 + d.d1 + d.d2 + d.d3 + d.d4 + d.d5 + d.d6 - weekly_after, 0)) as o6
    from days d
    offset 0
  ), money as (
    -- Cents of a week fit an integer, and sums of integers are fast.
    select s.employee_id, s.rate_e4, s.paid_break,
      -- As many days with time as pieces, none eaten up by breaks, one rate.
      s.plain and s.rate_e4 is not null and s.pieces = (s.d0 > 0)::integer + (s.d1 > 0)::integer + (s.d2 > 0)::integer
        + (s.d3 > 0)::integer + (s.d4 > 0)::integer + (s.d5 > 0)::integer + (s.d6 > 0)::integer as plain,
      s.d0 + s.d1 + s.d2 + s.d3 + s.d4 + s.d5 + s.d6 as worked,
      s.o0 + s.o1 + s.o2 + s.o3 + s.o4 + s.o5 + s.o6 as overtime,
      (((s.d0 - s.o0) * s.twice + 6000) / 12000 + ((s.d1 - s.o1) * s.twice + 6000) / 12000
        + ((s.d2 - s.o2) * s.twice + 6000) / 12000 + ((s.d3 - s.o3) * s.twice + 6000) / 12000
        + ((s.d4 - s.o4) * s.twice + 6000) / 12000 + ((s.d5 - s.o5) * s.twice + 6000) / 12000
        + ((s.d6 - s.o6) * s.twice + 6000) / 12000)::integer as regular_straight,
      ((s.o0 * s.twice + 6000) / 12000 + (s.o1 * s.twice + 6000) / 12000 + (s.o2 * s.twice + 6000) / 12000
        + (s.o3 * s.twice + 6000) / 12000 + (s.o4 * s.twice + 6000) / 12000 + (s.o5 * s.twice + 6000) / 12000
        + (s.o6 * s.twice + 6000) / 12000)::integer as overtime_straight,
      case when in_effect then
        ((s.o0 * s.twice + 12000) / 24000 + (s.o1 * s.twice + 12000) / 24000 + (s.o2 * s.twice + 12000) / 24000
          + (s.o3 * s.twice + 12000) / 24000 + (s.o4 * s.twice + 12000) / 24000 + (s.o5 * s.twice + 12000) / 24000
          + (s.o6 * s.twice + 12000) / 24000)::integer end as contract_premium
    from parts s
    offset 0
  ), premiums as (
    select m.*,
      private.week_premium(m.worked - m.overtime, m.overtime, m.regular_straight + m.overtime_straight, m.contract_premium, in_effect)::integer as premium,
      private.week_need(m.worked, m.regular_straight + m.overtime_straight)::integer as need
    from money m
    offset 0
  )
  select p.employee_id, bool_and(p.plain), sum(p.worked - p.overtime), sum(p.overtime), sum(p.paid_break),
    sum(p.regular_straight), sum(p.overtime_straight), sum(case when floor_holds then greatest(p.premium, p.need) else p.premium end),
    sum(case when floor_holds then p.need else least(p.premium, p.need) end), min(p.rate_e4), max(p.rate_e4)
  from premiums p group by p.employee_id;
end $$;

create or replace function private.payroll_totals_simple(scope private.payroll_scope, employee_ids_param uuid[]) returns setof private.payroll_total
language plpgsql stable set search_path = '' set jit = 'off' set enable_mergejoin = 'off' set enable_incremental_sort = 'off' set enable_nestloop = 'off' as $$
declare
  company uuid := scope.company_id;
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
  in_effect boolean := scope.rate_in_effect;
  floor_holds boolean := scope.floor_holds;
begin
  return query
  with lines as (
    select c.employee_id, c.week, c.rate_e4,
      sum(least(c.minutes, greatest(weekly_after - c.week_offset, 0)))::integer as regular,
      sum(least(c.minutes, greatest(c.week_offset + c.minutes - weekly_after, 0)))::integer as overtime,
      sum(c.paid_break_minutes)::integer as paid_break
    from private.payroll_counted_simple(company, employee_ids_param, instant, first_week, starts, begins, ends, unpaid, breaks, job_rates, prevailing) c
    group by c.employee_id, c.week, c.day, c.project_id, c.cost_code_id, c.rate_e4
  ), weeks as (
    -- Cents of one line fit an integer, and sums of integers are fast.
    select l.employee_id, sum(l.regular) as regular, sum(l.overtime) as overtime, sum(l.paid_break) as paid_break,
      sum(((2 * l.regular::bigint * l.rate_e4 + 6000) / 12000)::integer) as regular_straight,
      sum(((2 * l.overtime::bigint * l.rate_e4 + 6000) / 12000)::integer) as overtime_straight,
      sum(((l.overtime::bigint * l.rate_e4 + 6000) / 12000)::integer) as contract_premium,
      count(*) - count(l.rate_e4) as unpriced, min(l.rate_e4) as lowest, max(l.rate_e4) as highest
    from lines l group by l.employee_id, l.week
  ), premiums as (
    select w.*, private.week_premium(w.regular, w.overtime, w.regular_straight + w.overtime_straight, w.contract_premium, in_effect) as premium,
      private.week_need(w.regular + w.overtime, w.regular_straight + w.overtime_straight) as need
    from weeks w
  )
  select p.employee_id, sum(p.regular)::bigint, sum(p.overtime)::bigint, 0::bigint, sum(p.paid_break)::bigint,
    sum(p.regular_straight)::bigint,
    sum(p.overtime_straight + case when floor_holds
      then greatest(p.premium, p.need) else p.premium end)::bigint,
    0::bigint, 0::bigint,
    sum(p.regular_straight + p.overtime_straight)::bigint,
    sum(case when floor_holds then p.need else least(p.premium, p.need) end)::bigint,
    sum(p.unpriced) > 0, case when min(p.lowest) = max(p.highest) then 1 else 2 end::bigint, max(p.highest)
  from premiums p group by p.employee_id;
end $$;
