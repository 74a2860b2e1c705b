-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create type private.payroll_scope as (
  company_id uuid,
  employee_id uuid,
  as_of timestamptz,
  first_date date,
  last_date date,
  weeks_from date,
  weeks_to date,
  simple boolean,
  policy_id uuid,
  weekly_after integer,
  unpaid_break integer,
  rate_in_effect boolean,
  floor_holds boolean,
  first_week date,
  day_starts integer[],
  begins timestamptz,
  ends timestamptz,
  prevailing_projects uuid[],
  job_rates boolean,
  breaks boolean,
  company_zone boolean,
  over_a_day boolean,
  premium_hours boolean
);

create or replace function private.payroll_breaks(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(entry_id uuid, start_minute integer, end_minute integer, kind text, deducted boolean, automatic boolean)
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select p.policy_id, p.unpaid_break, p.run_gap, p.auto_meal_allowed, p.time_zone, p.workday_start
    from private.payroll_policies(company_id_param) p
  ), punches as materialized (
    select p.*, y.unpaid_break, y.run_gap, y.auto_meal_allowed, y.time_zone, y.workday_start
    from private.payroll_punches(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param) p
    join policies y on y.policy_id = p.day_policy_id
  ), punched as materialized (
    select p.entry_id, greatest(private.epoch_minute(b.started_at), p.in_minute) as start_minute,
      least(coalesce(private.epoch_minute(b.ended_at), p.out_minute), p.out_minute) as end_minute, b.kind,
      not b.paid and coalesce(private.epoch_minute(b.ended_at), p.out_minute)
        - private.epoch_minute(b.started_at) >= p.unpaid_break as deducted
    from punches p
    join public.time_entry_breaks b on b.company_id = company_id_param and b.time_entry_id = p.entry_id
    where b.started_at >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
  ), shifts as (
    -- A shift is everything whose run of work began on one day.
    select p.*, exists (select from punched b where b.entry_id = p.entry_id and (b.kind = 'meal' or b.deducted)) as ate,
      private.local_date(max(p.in_minute) filter (where p.begins) over run, p.time_zone, p.workday_start) as shift_date
    from (
      select q.*, coalesce(q.gap > q.run_gap, true) as begins
      from (
        select p.*, p.in_minute - lag(p.out_minute) over (partition by p.employee_id order by p.in_minute) as gap
        from punches p
        where (select c.auto_meal_minutes is not null from public.companies c where c.id = company_id_param)
      ) q
    ) p
    window run as (partition by p.employee_id order by p.in_minute)
  ), automatic_meals as (
    -- Section 3: strictly more than N hours, no meal punched, not cancelled by the worker (BR-4, BR-5);
    -- taken from the middle of the shift's longest entry.
    select distinct on (s.employee_id, s.shift_date) s.entry_id,
      s.in_minute + greatest(s.out_minute - s.in_minute - c.auto_meal_minutes, 0) / 2 as start_minute,
      s.in_minute + greatest(s.out_minute - s.in_minute - c.auto_meal_minutes, 0) / 2
        + least(c.auto_meal_minutes, s.out_minute - s.in_minute) as end_minute
    from shifts s
    join public.companies c on c.id = company_id_param and c.auto_meal_minutes is not null
    join (
      select s.employee_id, s.shift_date
      from shifts s join public.companies c on c.id = company_id_param
      group by s.employee_id, s.shift_date, c.auto_meal_after_minutes
      having sum(s.out_minute - s.in_minute) > c.auto_meal_after_minutes
        and not bool_or(s.meal_waived) and bool_and(s.auto_meal_allowed)
        -- A gap long enough to eat in is a meal that was punched as out and in.
        and not coalesce(bool_or(s.gap >= s.unpaid_break and (not s.begins or s.gap < 240)), false)
        and not bool_or(s.ate)
    ) due on due.employee_id = s.employee_id and due.shift_date = s.shift_date
    order by s.employee_id, s.shift_date, s.out_minute - s.in_minute desc, s.in_minute
  )
  select b.entry_id, b.start_minute, b.end_minute, b.kind, b.deducted, false
  from punched b where b.end_minute > b.start_minute
  union all
  select a.entry_id, a.start_minute, a.end_minute, 'meal', true, true from automatic_meals a;
$$;
comment on function private.payroll_breaks(uuid,date,date,uuid,timestamp with time zone) is 'Step 1: which breaks are unpaid, automatic meals included.';

create or replace function private.payroll_rates(company_id_param uuid) returns table(employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer, valid_from date, valid_to date)
language sql stable parallel safe
begin atomic
 select r.employee_id,
     r.project_id,
     r.cost_code_id,
     ((r.hourly_rate * (10000)::numeric))::integer as int4,
     r.effective_from,
     lead(r.effective_from, 1, 'infinity'::date) over (partition by r.employee_id, r.project_id, r.cost_code_id order by r.effective_from) as lead
    from public.employee_rates r
   where (r.company_id = payroll_rates.company_id_param);
end;
comment on function private.payroll_rates(uuid) is 'Rates as whole 1/10000 of a dollar, each from valid_from up to, not including, valid_to.';

create or replace function private.payroll_counted_simple(company_id_param uuid, employee_ids_param uuid[], as_of_param timestamptz, first_week_param date, day_starts_param integer[], begins_param timestamptz, ends_param timestamptz, unpaid_break_param integer, breaks_param boolean, job_rates_param boolean, prevailing_param uuid[]) returns table(employee_id uuid, project_id uuid, cost_code_id uuid, day integer, week integer, start_minute integer, minutes integer, rate_e4 integer, week_offset integer, paid_break_minutes integer)
language sql stable parallel safe
begin atomic
 select w.employee_id,
     w.project_id,
     w.cost_code_id,
     w.day,
     w.week,
     w.start_minute,
     w.minutes,
     w.rate_e4,
     ((sum(w.minutes) over (partition by w.employee_id, w.week order by w.start_minute rows unbounded preceding))::integer - w.minutes),
     w.paid_break_minutes
    from ( select p.employee_id,
             p.project_id,
             p.cost_code_id,
             p.day,
             ((p.day - 1) / 7) as week,
             greatest(p.in_minute, (payroll_counted_simple.day_starts_param)[p.day]) as start_minute,
             ((least(p.out_minute, (payroll_counted_simple.day_starts_param)[(p.day + 1)]) - greatest(p.in_minute, (payroll_counted_simple.day_starts_param)[p.day])) - coalesce(k.unpaid, 0)) as minutes,
             coalesce(k.paid, 0) as paid_break_minutes,
                 case
                     when payroll_counted_simple.job_rates_param then private.job_rate_e4(payroll_counted_simple.company_id_param, p.employee_id, p.project_id, p.cost_code_id, ((payroll_counted_simple.first_week_param + p.day) - 1), coalesce((p.project_id = any (payroll_counted_simple.prevailing_param)), false))
                     else r.rate_e4
                 end as rate_e4
            from ((( select e.id,
                     e.employee_id,
                     e.project_id,
                     e.cost_code_id,
                     e.in_minute,
                     e.out_minute,
                     generate_series(greatest(e.first_day, 1),
                         case
                             when (e.out_minute <= (payroll_counted_simple.day_starts_param)[(e.first_day + 1)]) then e.first_day
                             else least(width_bucket((e.out_minute - 1), payroll_counted_simple.day_starts_param), (array_upper(payroll_counted_simple.day_starts_param, 1) - 1))
                         end) as day
                    from ( select t.id,
                             t.employee_id,
                             t.project_id,
                             t.cost_code_id,
                             t.in_minute,
                             t.out_minute,
                                 case
                                     when ((t.in_minute >= (payroll_counted_simple.day_starts_param)[t.day]) and (t.in_minute < (payroll_counted_simple.day_starts_param)[(t.day + 1)])) then t.day
                                     else width_bucket(t.in_minute, payroll_counted_simple.day_starts_param)
                                 end as first_day
                            from ( select t_1.id,
                                     t_1.employee_id,
                                     t_1.project_id,
                                     t_1.cost_code_id,
                                     ((t_1.work_date - payroll_counted_simple.first_week_param) + 1) as day,
                                     private.epoch_minute(t_1.clock_in) as in_minute,
                                     private.epoch_minute(coalesce(t_1.clock_out, payroll_counted_simple.as_of_param)) as out_minute
                                    from public.time_entries t_1
                                   where ((t_1.company_id = payroll_counted_simple.company_id_param) and (t_1.clock_in >= (payroll_counted_simple.begins_param - '3 days'::interval)) and (t_1.clock_in < payroll_counted_simple.ends_param) and (coalesce(t_1.clock_out, payroll_counted_simple.as_of_param) > payroll_counted_simple.begins_param) and ((payroll_counted_simple.employee_ids_param is null) or (t_1.employee_id = any (payroll_counted_simple.employee_ids_param))))
                                  offset 0) t
                          offset 0) e
                  offset 0) p
              left join ( select b.time_entry_id,
                     b.day,
                     (sum(b.minutes) filter (where (not b.counts)))::integer as unpaid,
                     (sum(b.minutes) filter (where b.counts))::integer as paid
                    from ( select c.time_entry_id,
                             c.day,
                             (c.paid or ((c.ended - c.started) < payroll_counted_simple.unpaid_break_param)) as counts,
                             (least(c.ended, (payroll_counted_simple.day_starts_param)[(c.day + 1)]) - greatest(c.started, (payroll_counted_simple.day_starts_param)[c.day])) as minutes
                            from ( select a.time_entry_id,
                                     a.paid,
                                     a.started,
                                     a.ended,
                                     generate_series(greatest(width_bucket(a.started, payroll_counted_simple.day_starts_param), 1), least(width_bucket((a.ended - 1), payroll_counted_simple.day_starts_param), (array_upper(payroll_counted_simple.day_starts_param, 1) - 1))) as day
                                    from ( select x.time_entry_id,
    x.paid,
    private.epoch_minute(x.started_at) as started,
    private.epoch_minute(coalesce(x.ended_at, payroll_counted_simple.as_of_param)) as ended
   from public.time_entry_breaks x
  where (payroll_counted_simple.breaks_param and (x.company_id = payroll_counted_simple.company_id_param) and (x.started_at >= (payroll_counted_simple.begins_param - '3 days'::interval)) and (x.started_at < payroll_counted_simple.ends_param) and ((payroll_counted_simple.employee_ids_param is null) or (x.employee_id = any (payroll_counted_simple.employee_ids_param))))
 offset 0) a
                                  offset 0) c) b
                   group by b.time_entry_id, b.day) k on (((k.time_entry_id = p.id) and (k.day = p.day))))
              left join private.payroll_rates(payroll_counted_simple.company_id_param) r(employee_id, project_id, cost_code_id, rate_e4, valid_from, valid_to) on (((r.employee_id = p.employee_id) and (r.project_id is null) and (r.cost_code_id is null) and (((payroll_counted_simple.first_week_param + p.day) - 1) >= r.valid_from) and (((payroll_counted_simple.first_week_param + p.day) - 1) < r.valid_to))))
          offset 0) w
   where (w.minutes > 0);
end;
comment on function private.payroll_counted_simple(uuid,uuid[],timestamptz,date,integer[],timestamptz,timestamptz,integer,boolean,boolean,uuid[]) is 'Paid minutes per entry and day, with the minutes its week had before them.';

create or replace function private.payroll_lines_live(scope private.payroll_scope) returns setof private.payroll_line
language plpgsql stable rows 10000 set search_path = '' set jit = 'off' set enable_nestloop = 'off' as $$
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
comment on function private.payroll_lines_live(private.payroll_scope) is 'Lines of the range, computed from entries, breaks, rates and policies on whole workweeks.';

create or replace function private.payroll_pieces(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer, week_start date, work_date date, week_policy_id uuid, rule_policy_id uuid, day_key integer, day_date date, day_week date, run_start integer, start_minute integer, minutes integer, paid_break_minutes integer)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' as $$
  with recursive policies as materialized (
    select * from private.payroll_policies(company_id_param)
  ), calendars as materialized (
    -- Wide enough for a segment that begins before the first date or ends after the last.
    select p.policy_id, p.week_dow, p.start_day, first_date_param - 4 as first_date,
      private.day_starts(p.time_zone, p.workday_start, first_date_param - 4, last_date_param - first_date_param + 12) as starts
    from policies p
  ), segments as materialized (
    select s.*, c.starts, c.first_date, c.week_dow,
      width_bucket(s.start_minute, c.starts) as first_day, width_bucket(s.end_minute - 1, c.starts) as last_day,
      width_bucket(s.run_start, c.starts) as run_day
    from private.payroll_segments(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param) s
    join calendars c on c.policy_id = s.policy_id
  ), by_day as (
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.first_date + (s.run_day - 1) as run_date,
      s.first_date + (d.i - 1) as work_date, s.week_dow,
      greatest(s.start_minute, s.starts[d.i]) as start_minute, least(s.end_minute, s.starts[d.i + 1]) as end_minute,
      case when d.i = s.first_day then s.paid_break_minutes else 0 end as paid_break_minutes
    from segments s cross join lateral generate_series(s.first_day, s.last_day) d (i)
  ), priced as materialized (
    select b.*, b.work_date - (extract(dow from b.work_date)::integer - b.week_dow + 7) % 7 as week_start,
      base.policy_id as base_policy_id, rule.policy_id as rule_policy_id, rule.first_punch, rule.start_day,
      private.pick_rate(coalesce(j.prevailing_wage, false), rpc.rate_e4, rp.rate_e4, rc.rate_e4, r.rate_e4) as rate_e4
    from by_day b
    join policies company_wide on company_wide.project_id is null and company_wide.employee_id is null
      and b.work_date >= company_wide.valid_from and b.work_date < company_wide.valid_to
    left join policies own on own.employee_id = b.employee_id and own.project_id is null
      and b.work_date >= own.valid_from and b.work_date < own.valid_to
    left join policies job on job.project_id = b.project_id and job.employee_id is null
      and b.work_date >= job.valid_from and b.work_date < job.valid_to
    left join policies own_job on own_job.project_id = b.project_id and own_job.employee_id = b.employee_id
      and b.work_date >= own_job.valid_from and b.work_date < own_job.valid_to
    join policies base on base.policy_id = coalesce(own.policy_id, company_wide.policy_id)
    join policies rule on rule.policy_id
      = coalesce(own_job.policy_id, job.policy_id, own.policy_id, company_wide.policy_id)
    left join public.projects j on j.company_id = company_id_param and j.id = b.project_id
    left join private.payroll_rates(company_id_param) r on r.employee_id = b.employee_id
      and r.project_id is null and r.cost_code_id is null
      and b.work_date >= r.valid_from and b.work_date < r.valid_to
    left join private.payroll_rates(company_id_param) rc on rc.employee_id = b.employee_id
      and rc.project_id is null and rc.cost_code_id = b.cost_code_id
      and b.work_date >= rc.valid_from and b.work_date < rc.valid_to
    left join private.payroll_rates(company_id_param) rp on rp.employee_id = b.employee_id
      and rp.project_id = b.project_id and rp.cost_code_id is null
      and b.work_date >= rp.valid_from and b.work_date < rp.valid_to
    left join private.payroll_rates(company_id_param) rpc on rpc.employee_id = b.employee_id
      and rpc.project_id = b.project_id and rpc.cost_code_id = b.cost_code_id
      and b.work_date >= rpc.valid_from and b.work_date < rpc.valid_to
  ), anchors (employee_id, week_start, anchor) as (
    -- L13: a workday of 24 hours begins when work begins; the next begins with the first work after it.
    -- Each workweek starts its own chain, so that it stands alone (L4). One step per workday, all people at once.
    select p.employee_id, p.week_start, min(p.start_minute)
    from priced p where p.first_punch group by p.employee_id, p.week_start
    union all
    select n.employee_id, n.week_start, n.anchor
    from (
      select distinct on (a.employee_id, a.week_start) a.employee_id, a.week_start,
        greatest(p.start_minute, a.anchor + 1440) as anchor
      from anchors a
      join priced p on p.employee_id = a.employee_id and p.week_start = a.week_start
        and p.first_punch and p.end_minute > a.anchor + 1440
      order by a.employee_id, a.week_start, p.start_minute
    ) n
  ), anchored_days as (
    select a.*, lead(a.anchor) over (partition by a.employee_id, a.week_start order by a.anchor) as next_anchor,
      c.first_date + (width_bucket(a.anchor, c.starts) - 1) as anchor_date
    from anchors a
    join lateral (
      select p.base_policy_id from priced p
      where p.employee_id = a.employee_id and p.week_start = a.week_start limit 1
    ) b on true
    join calendars c on c.policy_id = b.base_policy_id
  ), keyed as (
    -- start_day: the whole run belongs to the day it began, for the daily rules only.
    select p.*, case when p.start_day then p.run_date else p.work_date end as day_date,
      (case when p.start_day then p.run_date else p.work_date end) - date '2000-01-01' as day_key
    from priced p where not p.first_punch
    union all
    select p.employee_id, p.project_id, p.cost_code_id, p.run_start, p.run_date, p.work_date, p.week_dow,
      greatest(p.start_minute, a.anchor), least(p.end_minute, coalesce(a.next_anchor, p.end_minute)),
      case when p.start_minute >= a.anchor then p.paid_break_minutes else 0 end,
      p.week_start, p.base_policy_id, p.rule_policy_id, p.first_punch, p.start_day, p.rate_e4,
      a.anchor_date, a.anchor
    from priced p
    join anchored_days a on a.employee_id = p.employee_id and a.week_start = p.week_start
      and a.anchor < p.end_minute and coalesce(a.next_anchor, p.end_minute) > p.start_minute
    where p.first_punch
  ), governed as (
    -- Section 1.2: a day's daily rules are those of the place where most of it was worked.
    select distinct on (g.employee_id, g.day_key) g.employee_id, g.day_key, g.rule_policy_id
    from (
      select k.employee_id, k.day_key, k.rule_policy_id, sum(k.end_minute - k.start_minute) as minutes,
        min(k.start_minute) as first_minute
      from keyed k group by k.employee_id, k.day_key, k.rule_policy_id
    ) g
    order by g.employee_id, g.day_key, g.minutes desc, g.first_minute
  )
  select k.employee_id, k.project_id, k.cost_code_id, k.rate_e4, k.week_start, k.work_date,
    -- The rules of the week are those in force when its work began.
    first_value(k.base_policy_id) over (partition by k.employee_id, k.week_start order by k.start_minute),
    g.rule_policy_id, k.day_key, k.day_date,
    k.day_date - (extract(dow from k.day_date)::integer - k.week_dow + 7) % 7,
    k.run_start, k.start_minute, k.end_minute - k.start_minute, k.paid_break_minutes
  from keyed k
  join governed g on g.employee_id = k.employee_id and g.day_key = k.day_key;
$$;
comment on function private.payroll_pieces(uuid,date,date,uuid,timestamp with time zone) is 'Step 3: work cut at workdays (in the policy''s zone) with week, workday of the daily rules, policy and rate.';

create or replace function private.payroll_policies(company_id_param uuid) returns table(company_id uuid, policy_id uuid, project_id uuid, employee_id uuid, valid_from date, valid_to date, preset text, time_zone text, workday_start integer, week_dow integer, first_punch boolean, start_day boolean, weekly_after integer, consecutive_after integer, run_gap integer, rate_below_cents integer, rate_in_effect boolean, agreement boolean, floor_check boolean, unpaid_break integer, meal_premium boolean, rest_premium boolean, rounding_allowed boolean, auto_meal_allowed boolean, saturday_makeup boolean, seventh_day boolean, weekly_only boolean, policy jsonb)
language sql stable parallel safe rows 3 set search_path = '' as $$
  with stored as (
    select p.id, p.project_id, p.employee_id, p.effective_from, p.preset,
      private.overtime_policy_defaults() || p.policy as policy
    from public.overtime_policies p
    where p.company_id = company_id_param
    union all
    select '00000000-0000-0000-0000-000000000000', null, null, '-infinity', 'FLSA',
      private.overtime_policy_defaults()
  )
  select c.id, s.id, s.project_id, s.employee_id, s.effective_from,
    coalesce(lead(s.effective_from) over (partition by s.project_id, s.employee_id order by s.effective_from), 'infinity'),
    s.preset,
    coalesce(s.policy ->> 'tz', c.time_zone),
    substr(s.policy ->> 'workday_start', 1, 2)::integer * 60 + substr(s.policy ->> 'workday_start', 4, 2)::integer,
    coalesce((s.policy ->> 'workweek_start_dow')::integer, c.week_start),
    s.policy ->> 'workday_anchor' = 'first_punch',
    s.policy ->> 'day_split' = 'start_day',
    (s.policy ->> 'weekly_after')::integer,
    (s.policy ->> 'consecutive_after')::integer,
    (s.policy ->> 'run_gap_minutes')::integer,
    (s.policy ->> 'daily_only_if_rate_below_cents')::integer,
    s.policy ->> 'rate_method' = 'rate_in_effect',
    (s.policy ->> 'agreement_7g2')::boolean,
    (s.policy ->> 'flsa_floor_check')::boolean,
    (s.policy ->> 'unpaid_break_minutes')::integer,
    (s.policy ->> 'meal_premium')::boolean,
    (s.policy ->> 'rest_premium')::boolean,
    (s.policy ->> 'rounding_allowed')::boolean,
    (s.policy ->> 'auto_meal_allowed')::boolean,
    (s.policy ->> 'saturday_makeup')::boolean,
    (s.policy #>> '{seventh_day,on}')::boolean,
    s.policy -> 'daily' = '[]' and s.policy -> 'day_rules' = '[]' and s.policy ->> 'consecutive_after' is null
      and not (s.policy #>> '{seventh_day,on}')::boolean
      and not (s.policy ->> 'meal_premium')::boolean and not (s.policy ->> 'rest_premium')::boolean,
    s.policy
  from stored s cross join public.companies c
  where c.id = company_id_param;
$$;
comment on function private.payroll_policies(uuid) is 'Overtime policies as typed rows. project_id null and employee_id null: the company''s.';

create or replace function private.payroll_premium_hours(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(employee_id uuid, work_date date, week_start date, pay_code text)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' as $$
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
comment on function private.payroll_premium_hours(uuid,date,date,uuid,timestamp with time zone) is 'Workdays on which an hour of premium pay is owed (pay, not hours worked).';

create or replace function private.payroll_punches(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date, policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer)
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select * from private.payroll_policies(company_id_param)
  ), fetched as (
    select t.* from public.time_entries t
    where employee_id_param is null and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
    union all
    select t.* from public.time_entries t
    where t.employee_id = employee_id_param and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
  ), truncated as (
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date,
      base.policy_id, base.run_gap, base.time_zone, day_policy.policy_id as day_policy_id,
      day_policy.rounding_allowed,
      private.epoch_minute(t.clock_in) as in_minute,
      private.epoch_minute(coalesce(t.clock_out, as_of_param)) as out_minute
    from fetched t
    -- The more specific policy wins: employee on a project, project (the work state governs), employee, company.
    join policies company_wide on company_wide.project_id is null and company_wide.employee_id is null
      and t.work_date >= company_wide.valid_from and t.work_date < company_wide.valid_to
    left join policies own on own.employee_id = t.employee_id and own.project_id is null
      and t.work_date >= own.valid_from and t.work_date < own.valid_to
    left join policies job on job.project_id = t.project_id and job.employee_id is null
      and t.work_date >= job.valid_from and t.work_date < job.valid_to
    left join policies own_job on own_job.project_id = t.project_id and own_job.employee_id = t.employee_id
      and t.work_date >= own_job.valid_from and t.work_date < own_job.valid_to
    join policies base on base.policy_id = coalesce(own.policy_id, company_wide.policy_id)
    join policies day_policy on day_policy.policy_id
      = coalesce(own_job.policy_id, job.policy_id, own.policy_id, company_wide.policy_id)
    where coalesce(t.clock_out, as_of_param) is not null
  ), neighbours as (
    select t.*, lag(t.out_minute) over shift as previous_out, lead(t.in_minute) over shift as next_in
    from truncated t
    window shift as (partition by t.employee_id order by t.in_minute, t.out_minute)
  ), rounded as (
    select n.*,
      case when n.rounding_allowed and c.rounding_minutes is not null
          and (n.previous_out is null or n.in_minute - n.previous_out > n.run_gap)
        then private.round_minute(n.in_minute, n.time_zone, c.rounding_minutes) else n.in_minute end as paid_in,
      case when n.rounding_allowed and c.rounding_minutes is not null
          and (n.next_in is null or n.next_in - n.out_minute > n.run_gap)
        then private.round_minute(n.out_minute, n.time_zone, c.rounding_minutes) else n.out_minute end as paid_out
    from neighbours n cross join public.companies c
    where c.id = company_id_param
  )
  select r.id, r.employee_id, r.project_id, r.cost_code_id, r.meal_waived, r.work_date, r.policy_id, r.day_policy_id,
    r.paid_in, r.paid_out
  from rounded r
  where r.paid_out > r.paid_in;
$$;
comment on function private.payroll_punches(uuid,date,date,uuid,timestamp with time zone) is 'Step 1: entries with truncated and, if the company wants it, neutrally rounded punches.';

create or replace function private.payroll_rule_list(rules_param integer) returns text
language sql immutable parallel safe
return (select string_agg(names.name, '+'::text order by names."bit") as string_agg from unnest(array['regular'::text, 'weekly'::text, 'consecutive'::text, 'daily'::text, 'seventh_day'::text, 'day_of_week'::text, 'holiday'::text, 'flsa_floor'::text, 'meal_premium'::text, 'rest_premium'::text, 'pay_item'::text, 'adjustment'::text]) with ordinality names(name, "bit") where ((payroll_rule_list.rules_param & (1 << ((names."bit")::integer - 1))) <> 0));

create or replace function private.payroll_rule_minutes(company_id_param uuid, start_date_param date, end_date_param date, employee_id_param uuid) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric, rules jsonb)
language sql stable rows 10000 set search_path = '' as $$
  select r.employee_id, r.work_date, r.project_id, r.cost_code_id, r.rate_e4 * 0.0001, r.multiplier * 0.01,
    jsonb_agg(jsonb_build_object('rule', private.payroll_rule_names(1 << r.rule), 'threshold_minutes', r.threshold,
      'minutes', r.minutes) order by r.first_minute)
  from (
    select w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.rule, w.threshold,
      sum(w.minutes) as minutes, min(w.start_minute) as first_minute
    from private.payroll_work(private.payroll_scope(company_id_param, start_date_param, end_date_param, employee_id_param, null)) w
    where w.work_date between start_date_param and end_date_param
    group by w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.rule, w.threshold
  ) r
  group by r.employee_id, r.work_date, r.project_id, r.cost_code_id, r.rate_e4, r.multiplier;
$$;

create or replace function private.payroll_rule_names(rules_param integer) returns text
language sql immutable parallel safe
return case rules_param when 1 then 'regular'::text when 2 then 'weekly'::text when 8 then 'daily'::text else private.payroll_rule_list(rules_param) end;
comment on function private.payroll_rule_names(integer) is 'Names of the rules in a bit mask, as shown in payroll_lines.rule.';

create or replace function private.payroll_scope(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns private.payroll_scope
language plpgsql stable set search_path = '' as $$
declare
  scope private.payroll_scope;
  company record;
  single record;
begin
  scope.company_id := company_id_param;
  scope.employee_id := employee_id_param;
  scope.as_of := as_of_param;
  scope.first_date := first_date_param;
  scope.last_date := last_date_param;
  select c.rounding_minutes, c.auto_meal_minutes, c.time_zone into company from public.companies c where c.id = company_id_param;
  -- A week may begin six days before the range and a shift three days before that week.
  select p.*, count(*) over () as policies, bool_or(p.meal_premium or p.rest_premium) over () as premium_hours,
    min(first_date_param - (extract(dow from first_date_param)::integer - p.week_dow + 7) % 7) over () as weeks_from,
    max(last_date_param + 6 - (extract(dow from last_date_param)::integer - p.week_dow + 7) % 7) over () as weeks_to into single
  from private.payroll_policies(company_id_param) p
  where p.valid_from <= last_date_param + 7 and p.valid_to > first_date_param - 10 limit 1;
  scope.premium_hours := single.premium_hours;
  scope.weeks_from := single.weeks_from;
  scope.weeks_to := single.weeks_to;
  scope.simple := single.policies = 1 and single.weekly_only and single.workday_start = 0
    and (company.rounding_minutes is null or not single.rounding_allowed)
    and (company.auto_meal_minutes is null or not single.auto_meal_allowed);
  if scope.simple then
    scope.policy_id := single.policy_id;
    scope.weekly_after := single.weekly_after;
    scope.unpaid_break := single.unpaid_break;
    scope.rate_in_effect := single.rate_in_effect;
    scope.floor_holds := single.floor_check and not (single.rate_in_effect and single.agreement);
    scope.first_week := first_date_param - (extract(dow from first_date_param)::integer - single.week_dow + 7) % 7;
    scope.day_starts := private.day_starts(single.time_zone, 0, scope.first_week,
      ((last_date_param - scope.first_week) / 7 + 1) * 7);
    scope.begins := to_timestamp(scope.day_starts[1]::bigint * 60);
    scope.ends := to_timestamp(scope.day_starts[array_upper(scope.day_starts, 1)]::bigint * 60);
    scope.company_zone := single.time_zone = company.time_zone;
    scope.over_a_day := exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.clock_out - t.clock_in > interval '24 hours'
        and t.clock_in >= scope.begins - interval '3 days' and t.clock_in < scope.begins and t.clock_out > scope.begins);
    scope.prevailing_projects := array(
      select j.id from public.projects j where j.company_id = company_id_param and j.prevailing_wage);
    scope.job_rates := exists (
      select from public.employee_rates r
      where r.company_id = company_id_param and (r.project_id is not null or r.cost_code_id is not null));
    scope.breaks := exists (
      select from public.time_entry_breaks b
      where b.company_id = company_id_param and b.started_at >= scope.begins - interval '3 days'
        and b.started_at < scope.ends + interval '3 days');
  end if;
  return scope;
end $$;
comment on function private.payroll_scope(uuid,date,date,uuid,timestamp with time zone) is 'Which path a range takes, and its boundaries.';

create or replace function private.payroll_segments(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, policy_id uuid, day_policy_id uuid, meal_waived boolean, start_minute integer, end_minute integer, run_start integer, gap_before integer, paid_break_minutes integer)
language sql stable rows 10000 set search_path = '' as $$
  with punches as materialized (
    select p.*, y.run_gap
    from private.payroll_punches(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param) p
    join private.payroll_policies(company_id_param) y on y.policy_id = p.policy_id
  ), breaks as materialized (
    select * from private.payroll_breaks(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param)
  ), ends as (
    -- Work resumes at the start of the entry and at the end of each unpaid break.
    select p.entry_id, p.in_minute as break_start, p.in_minute as resumes from punches p
    union all
    select b.entry_id, b.start_minute, b.end_minute from breaks b where b.deducted
  ), worked as (
    select e.entry_id, e.resumes as start_minute,
      lead(e.break_start) over (partition by e.entry_id order by e.resumes, e.break_start) as next_break
    from ends e
  ), segments as (
    select p.*, w.start_minute, coalesce(w.next_break, p.out_minute) as end_minute
    from worked w join punches p on p.entry_id = w.entry_id
    where coalesce(w.next_break, p.out_minute) > w.start_minute
  ), gaps as (
    select s.*, s.start_minute - lag(s.end_minute) over (partition by s.employee_id order by s.start_minute) as gap
    from segments s
  ), paid_breaks as (
    select s.entry_id, s.start_minute,
      sum(least(b.end_minute, s.end_minute) - greatest(b.start_minute, s.start_minute))::integer as minutes
    from segments s join breaks b on b.entry_id = s.entry_id and not b.deducted
    where b.start_minute < s.end_minute and b.end_minute > s.start_minute
    group by s.entry_id, s.start_minute
  )
  select g.entry_id, g.employee_id, g.project_id, g.cost_code_id, g.policy_id, g.day_policy_id, g.meal_waived,
    g.start_minute, g.end_minute,
    max(g.start_minute) filter (where coalesce(g.gap > g.run_gap, true))
      over (partition by g.employee_id order by g.start_minute),
    g.gap, coalesce(pb.minutes, 0)
  from gaps g
  left join paid_breaks pb on pb.entry_id = g.entry_id and pb.start_minute = g.start_minute;
$$;
comment on function private.payroll_segments(uuid,date,date,uuid,timestamp with time zone) is 'Steps 1 and 2: stretches of paid work in whole minutes since 1970. gap_before is the time since the person last worked.';

create or replace function private.payroll_work(scope private.payroll_scope) returns table(employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer, week_policy_id uuid)
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
comment on function private.payroll_work(private.payroll_scope) is 'Steps 1 to 5: paid minutes of every workweek the range touches, each with one multiplier and its rule.';

create or replace function private.payroll_work_general(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer, week_policy_id uuid)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' as $$
  with policies as materialized (
    select * from private.payroll_policies(company_id_param)
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
      greatest(100, d.multiplier, s.multiplier) as multiplier,
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
  ), day_rules as materialized (
    select p.policy_id, (d ->> 'dow')::integer as dow, coalesce((d ->> 'holiday')::boolean, false) as holiday,
      ((d ->> 'mult')::numeric * 100)::integer as multiplier,
      p.saturday_makeup and (d ->> 'dow')::integer = 6 as makeup
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'day_rules') d
  ), holidays as materialized (
    select p.policy_id, h.holiday_date
    from policies p join public.company_holidays h on h.company_id = company_id_param
    union
    select p.policy_id, (h #>> '{}')::date from policies p cross join lateral jsonb_array_elements(p.policy -> 'holidays') h
  ), pieces as materialized (
    select * from private.payroll_pieces(company_id_param, first_date_param, last_date_param, employee_id_param, as_of_param)
  ), weeks as (
    -- L13: the rate that decides about daily overtime is the week's weighted one, unrounded, strictly below.
    select p.employee_id, p.week_start, sum(p.minutes) as minutes,
      sum(p.minutes::bigint * p.rate_e4) as value_e4, bool_or(p.rate_e4 is null) as unpriced
    from pieces p group by p.employee_id, p.week_start
  ), days as (
    select p.employee_id, p.day_key, p.day_date, p.day_week, p.rule_policy_id
    from pieces p group by p.employee_id, p.day_key, p.day_date, p.day_week, p.rule_policy_id
  ), full_weeks as (
    -- L7, L9: work on all seven workdays of the fixed workweek.
    select d.employee_id, d.day_week from days d
    group by d.employee_id, d.day_week having count(distinct d.day_date) = 7
  ), special_days as materialized (
    select distinct on (d.employee_id, d.day_key) d.employee_id, d.day_key, r.multiplier,
      case when r.holiday then 6 else 5 end as rule
    from days d
    join day_rules r on r.policy_id = d.rule_policy_id and not r.makeup
    left join holidays h on h.policy_id = d.rule_policy_id and h.holiday_date = d.day_date
    where case when r.holiday then h.holiday_date is not null else r.dow = extract(dow from d.day_date)::integer end
      and r.multiplier > 100
    order by d.employee_id, d.day_key, r.multiplier desc, r.holiday desc
  ), placed as (
    select p.*, y.consecutive_after, z.weekly_after, makeup.multiplier as makeup_multiplier,
      y.rate_below_cents is null or w.unpriced or w.value_e4 < y.rate_below_cents::bigint * 100 * w.minutes as daily_applies,
      y.seventh_day and p.day_date = p.day_week + 6 and f.employee_id is not null as seventh,
      s.multiplier as special_multiplier, s.rule as special_rule,
      (sum(p.minutes) over (partition by p.employee_id, p.day_key order by p.start_minute))::integer - p.minutes as day_offset,
      (sum(p.minutes) over (partition by p.employee_id, p.run_start order by p.start_minute))::integer - p.minutes as run_offset
    from pieces p
    join policies y on y.policy_id = p.rule_policy_id
    join policies z on z.policy_id = p.week_policy_id
    join weeks w on w.employee_id = p.employee_id and w.week_start = p.week_start
    left join full_weeks f on f.employee_id = p.employee_id and f.day_week = p.day_week
    left join special_days s on s.employee_id = p.employee_id and s.day_key = p.day_key
    left join day_rules makeup on makeup.policy_id = p.rule_policy_id and makeup.makeup
      and extract(dow from p.day_date)::integer = 6
  ), daily as (
    -- Step 4: the highest of day rule, seventh day and daily overtime.
    select p.employee_id, p.week_start, p.work_date, p.project_id, p.cost_code_id, p.rate_e4, p.week_policy_id,
      p.weekly_after, p.consecutive_after, p.makeup_multiplier,
      p.start_minute + greatest(b.lower - p.day_offset, 0) as start_minute,
      p.run_offset + greatest(b.lower - p.day_offset, 0) as run_offset,
      least(b.upper, p.day_offset + p.minutes) - greatest(b.lower, p.day_offset) as minutes,
      greatest(b.multiplier, p.special_multiplier)::integer as multiplier,
      case when p.special_multiplier >= b.multiplier then p.special_rule else b.rule end as rule,
      case when p.special_multiplier >= b.multiplier then 0 else b.threshold end as threshold,
      case when b.lower <= p.day_offset then p.paid_break_minutes else 0 end as paid_break_minutes
    from placed p
    join bands b on b.policy_id = p.rule_policy_id and b.daily_applies = p.daily_applies and b.seventh = p.seventh
      and b.lower < p.day_offset + p.minutes and b.upper > p.day_offset
  ), consecutive as (
    -- L14: beyond twelve consecutive hours, unless the minute already has a premium.
    select d.employee_id, d.week_start, d.work_date, d.project_id, d.cost_code_id, d.rate_e4, d.week_policy_id,
      d.weekly_after, d.makeup_multiplier, d.start_minute,
      case when d.multiplier > 100 or d.consecutive_after is null then d.minutes
        else least(d.minutes, greatest(d.consecutive_after - d.run_offset, 0)) end as minutes,
      d.multiplier, d.rule, d.threshold, d.paid_break_minutes
    from daily d
    union all
    select d.employee_id, d.week_start, d.work_date, d.project_id, d.cost_code_id, d.rate_e4, d.week_policy_id,
      d.weekly_after, d.makeup_multiplier, greatest(d.start_minute, d.start_minute + d.consecutive_after - d.run_offset),
      least(d.minutes, d.run_offset + d.minutes - d.consecutive_after), 150, 2, d.consecutive_after,
      case when d.run_offset >= d.consecutive_after then d.paid_break_minutes else 0 end
    from daily d
    where d.multiplier = 100 and d.run_offset + d.minutes > d.consecutive_after
  ), counted as materialized (
    -- Step 5, chronological: only minutes still at 1.0 count toward the week (L8, L18).
    select c.*,
      (sum(case when c.multiplier = 100 then c.minutes else 0 end)
        over (partition by c.employee_id, c.week_start order by c.start_minute, c.multiplier))::integer
      - case when c.multiplier = 100 then c.minutes else 0 end as week_offset
    from consecutive c where c.minutes > 0
  )
  select c.employee_id, c.week_start, c.work_date, c.project_id, c.cost_code_id, c.rate_e4, c.start_minute,
    case when c.multiplier > 100 or c.weekly_after is null then c.minutes
      else least(c.minutes, greatest(c.weekly_after - c.week_offset, 0)) end,
    c.multiplier, c.rule, c.threshold, c.paid_break_minutes, c.week_policy_id
  from counted c
  where c.multiplier > 100 or c.weekly_after is null or c.week_offset < c.weekly_after
  union all
  select c.employee_id, c.week_start, c.work_date, c.project_id, c.cost_code_id, c.rate_e4,
    greatest(c.start_minute, c.start_minute + c.weekly_after - c.week_offset),
    least(c.minutes, c.week_offset + c.minutes - c.weekly_after),
    coalesce(c.makeup_multiplier, 150), 1, c.weekly_after,
    case when c.week_offset >= c.weekly_after then c.paid_break_minutes else 0 end, c.week_policy_id
  from counted c
  where c.multiplier = 100 and c.week_offset + c.minutes > c.weekly_after;
$$;
comment on function private.payroll_work_general(uuid,date,date,uuid,timestamp with time zone) is 'Steps 1 to 5 for any policy: paid minutes with their one multiplier and the rule that gave it.';

create or replace function private.payroll_work_simple(scope private.payroll_scope) returns table(employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer, week_policy_id uuid)
language plpgsql stable rows 10000 set search_path = '' as $$
begin
  return query
  with counted as materialized (
    select * from private.payroll_counted_simple(scope.company_id, case when scope.employee_id is not null then array[scope.employee_id] end, scope.as_of, scope.first_week,
      scope.day_starts, scope.begins, scope.ends, scope.unpaid_break, scope.breaks, scope.job_rates, scope.prevailing_projects)
  )
  select c.employee_id, scope.first_week + c.week * 7, scope.first_week + c.day - 1, c.project_id, c.cost_code_id,
    c.rate_e4, c.start_minute, least(c.minutes, coalesce(scope.weekly_after - c.week_offset, c.minutes)),
    100, 0, null::integer, c.paid_break_minutes, scope.policy_id
  from counted c
  where scope.weekly_after is null or c.week_offset < scope.weekly_after
  union all
  select c.employee_id, scope.first_week + c.week * 7, scope.first_week + c.day - 1, c.project_id, c.cost_code_id,
    c.rate_e4, greatest(c.start_minute, c.start_minute + scope.weekly_after - c.week_offset),
    least(c.minutes, c.week_offset + c.minutes - scope.weekly_after),
    150, 1, scope.weekly_after,
    case when c.week_offset >= scope.weekly_after then c.paid_break_minutes else 0 end, scope.policy_id
  from counted c
  where c.week_offset + c.minutes > scope.weekly_after;
end $$;
comment on function private.payroll_work_simple(private.payroll_scope) is 'Steps 1 to 5 for one weekly rule: paid minutes with their one multiplier.';
