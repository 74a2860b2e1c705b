-- One pay engine. Lines are computed by one path for every rule, kept per employee and week in
-- private.pay_lines, and filled when somebody reads them, all that are missing at once. Whatever a line
-- rests on deletes it when it changes. Locked or not, the kept lines say what today's time, rates and rules
-- give; public.payroll_lines says what was frozen.

drop function private.payroll_totals(uuid, date, date, uuid, timestamptz),
  private.payroll_totals_others(private.payroll_scope, uuid[]), private.payroll_totals_plain(private.payroll_scope),
  private.payroll_totals_simple(private.payroll_scope, uuid[]),
  private.payroll_totals_from_lines(uuid, date, date, uuid, timestamptz),
  private.whole_minutes(timestamptz, timestamptz), private.week_premium(bigint, bigint, bigint, bigint, boolean),
  private.week_need(bigint, bigint), private.payroll_rule_minutes(uuid, date, date, uuid),
  private.payroll_lines_live(private.payroll_scope), private.payroll_work(private.payroll_scope),
  private.payroll_work_simple(private.payroll_scope),
  private.payroll_counted_simple(uuid, uuid[], timestamptz, date, integer[], timestamptz, timestamptz, integer, boolean, boolean, uuid[]),
  private.payroll_scope(uuid, date, date, uuid, timestamptz),
  private.payroll_item_amounts(uuid, date, date, uuid), private.payroll_premium_hours(uuid, date, date, uuid, timestamptz),
  private.payroll_work_general(uuid, date, date, uuid, timestamptz), private.payroll_pieces(uuid, date, date, uuid, timestamptz),
  private.payroll_segments(uuid, date, date, uuid, timestamptz), private.payroll_breaks(uuid, date, date, uuid, timestamptz),
  private.payroll_punches(uuid, date, date, uuid, timestamptz);
drop type private.payroll_line, private.payroll_scope;

-- Steps 1 to 5 and pay items as before, for several people at once: employee_ids_param null is everyone.

create function private.payroll_punches(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz
) returns table (
  entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date,
  policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer
)
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select * from private.payroll_policies(company_id_param)
  ), fetched as (
    select t.* from public.time_entries t
    where employee_ids_param is null and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
    union all
    select t.* from public.time_entries t
    where t.employee_id = any (employee_ids_param) and t.company_id = company_id_param
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

create function private.payroll_breaks(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz
) returns table (
  entry_id uuid, start_minute integer, end_minute integer, kind text, deducted boolean, automatic boolean
)
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select p.policy_id, p.unpaid_break, p.run_gap, p.auto_meal_allowed, p.time_zone, p.workday_start
    from private.payroll_policies(company_id_param) p
  ), punches as materialized (
    select p.*, y.unpaid_break, y.run_gap, y.auto_meal_allowed, y.time_zone, y.workday_start
    from private.payroll_punches(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param) p
    join policies y on y.policy_id = p.day_policy_id
  ), punched as materialized (
    select p.entry_id, greatest(private.epoch_minute(b.started_at), p.in_minute) as start_minute,
      least(coalesce(private.epoch_minute(b.ended_at), p.out_minute), p.out_minute) as end_minute, b.kind,
      private.break_is_deducted(b.paid, private.epoch_minute(b.started_at),
        coalesce(private.epoch_minute(b.ended_at), p.out_minute), p.unpaid_break) as deducted
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

create function private.payroll_segments(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz
) returns table (
  entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, policy_id uuid, day_policy_id uuid,
  meal_waived boolean, start_minute integer, end_minute integer, run_start integer, gap_before integer,
  paid_breaks int4multirange
)
language sql stable rows 10000 set search_path = '' as $$
  with punches as materialized (
    select p.*, y.run_gap
    from private.payroll_punches(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param) p
    join private.payroll_policies(company_id_param) y on y.policy_id = p.policy_id
  ), breaks as materialized (
    select * from private.payroll_breaks(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param)
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
      range_agg(int4range(greatest(b.start_minute, s.start_minute), least(b.end_minute, s.end_minute))) as minutes
    from segments s join breaks b on b.entry_id = s.entry_id and not b.deducted
    where b.start_minute < s.end_minute and b.end_minute > s.start_minute
    group by s.entry_id, s.start_minute
  )
  select g.entry_id, g.employee_id, g.project_id, g.cost_code_id, g.policy_id, g.day_policy_id, g.meal_waived,
    g.start_minute, g.end_minute,
    max(g.start_minute) filter (where coalesce(g.gap > g.run_gap, true))
      over (partition by g.employee_id order by g.start_minute),
    g.gap, pb.minutes
  from gaps g
  left join paid_breaks pb on pb.entry_id = g.entry_id and pb.start_minute = g.start_minute;
$$;

create function private.payroll_pieces(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz
) returns table (
  employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer,
  week_start date, work_date date, week_policy_id uuid, rule_policy_id uuid,
  day_key integer, day_date date, day_week date, run_start integer,
  start_minute integer, minutes integer, paid_break_minutes integer
)
language sql stable rows 10000 set search_path = '' set enable_nestloop = off as $$
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
    from private.payroll_segments(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param) s
    join calendars c on c.policy_id = s.policy_id
  ), by_day as (
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.first_date + (s.run_day - 1) as run_date,
      s.first_date + (d.i - 1) as work_date, s.week_dow,
      greatest(s.start_minute, s.starts[d.i]) as start_minute, least(s.end_minute, s.starts[d.i + 1]) as end_minute,
      case when s.paid_breaks is null then 0 else (
        select coalesce(sum(upper(b) - lower(b)), 0)::integer
        from unnest(s.paid_breaks * int4multirange(int4range(greatest(s.start_minute, s.starts[d.i]), least(s.end_minute, s.starts[d.i + 1])))) b)
      end as paid_break_minutes
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

create function private.payroll_work(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz
) returns table (
  employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer,
  start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer,
  paid_break_minutes integer, week_policy_id uuid
)
language sql stable rows 10000 set search_path = '' set enable_nestloop = off as $$
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
    select * from private.payroll_pieces(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param)
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

create function private.payroll_premium_hours(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz
) returns table (employee_id uuid, work_date date, week_start date, pay_code text)
language sql stable rows 10000 set search_path = '' set enable_nestloop = off as $$
  with policies as materialized (
    select * from private.payroll_policies(company_id_param)
  ), segments as materialized (
    select s.*, base.week_dow, private.local_date(s.run_start, base.time_zone, base.workday_start) as shift_date
    from private.payroll_segments(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param) s
    join policies base on base.policy_id = s.policy_id
  ), placed as (
    select s.*, row_number() over shift as position,
      (sum(s.end_minute - s.start_minute) over shift)::integer - (s.end_minute - s.start_minute) as worked_before
    from segments s
    window shift as (partition by s.employee_id, s.shift_date order by s.start_minute)
  ), breaks as (
    select p.employee_id, p.shift_date, b.kind, b.end_minute - b.start_minute as length,
      p.worked_before + b.start_minute - p.start_minute as worked_before
    from private.payroll_breaks(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param) b
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

create function private.payroll_item_amounts(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]
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
    and (employee_ids_param is null or i.employee_id = any (employee_ids_param));
$$;
-- Kept lines, shaped like public.payroll_lines. week is the first day of the company's week that the
-- work date lies in; week_start that of the workweek the overtime was counted in.
create table private.pay_lines (
  company_id uuid not null,
  employee_id uuid not null,
  week date not null,
  work_date date not null,
  week_start date not null,
  project_id uuid,
  cost_code_id uuid,
  rate numeric(10, 4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  flsa_premium_cents bigint not null,
  rule text not null,
  paid_break_minutes integer not null,
  first_minute integer not null,
  pay_item_id uuid,
  rules jsonb
);
create index pay_lines_by_employee on private.pay_lines (company_id, employee_id, week);
create index pay_lines_by_week on private.pay_lines (company_id, week);
comment on table private.pay_lines is 'Pay as today''s time, rates and rules give it. Filled by private.payroll_lines_now(), deleted by triggers.';

create table private.pay_weeks (
  company_id uuid not null,
  week date not null,
  employee_id uuid not null,
  primary key (company_id, week, employee_id),
  constraint pay_weeks_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index pay_weeks_by_employee on private.pay_weeks (company_id, employee_id, week);
comment on table private.pay_weeks is 'Which weeks of whom are in private.pay_lines, those without a line included.';

create table private.pay_weeks_outdated (
  company_id uuid not null references public.companies (id) on delete cascade,
  employee_id uuid,
  first_date date not null,
  last_date date not null
);
create index pay_weeks_outdated_by_company on private.pay_weeks_outdated (company_id);
comment on table private.pay_weeks_outdated is
  'Changes made while somebody was filling: what they concern does not hold, whatever is kept. employee_id null: everyone. Emptied by the next who fills.';

alter table private.pay_lines enable row level security;
alter table private.pay_weeks enable row level security;
alter table private.pay_weeks_outdated enable row level security;
revoke all on private.pay_lines, private.pay_weeks, private.pay_weeks_outdated from public, anon, authenticated;

create function private.week_of(date_param date, week_start_param integer) returns date
language sql immutable parallel safe
return date_param - (extract(dow from date_param)::integer - week_start_param + 7) % 7;
comment on function private.week_of(date, integer) is 'First day of the week of a date, for weeks that begin on this day of the week (0 is Sunday).';

-- Steps 6 to 9 put together: the lines of a range, computed now.
create function private.payroll_lines_computed(
  company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz
) returns setof private.pay_lines
language plpgsql stable rows 10000 set search_path = '' set jit = off set enable_nestloop = off as $$
declare
  weeks_from date;
  weeks_to date;
  premium_hours boolean;
  company_week integer;
begin
  select c.week_start into company_week from public.companies c where c.id = company_id_param;
  -- Whole workweeks of every policy in question.
  select min(private.week_of(first_date_param, p.week_dow)), max(private.week_of(last_date_param, p.week_dow) + 6),
    bool_or(p.meal_premium or p.rest_premium) into weeks_from, weeks_to, premium_hours
  from private.payroll_policies(company_id_param) p
  where p.valid_from <= last_date_param + 7 and p.valid_to > first_date_param - 10;
  return query
  with policies as materialized (
    select p.policy_id, p.rate_in_effect, p.agreement, p.floor_check from private.payroll_policies(company_id_param) p
  ), by_rule as (
    -- A run of work that reaches into the first week may have begun some days before.
    select w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id,
      w.rule, w.threshold, sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute,
      sum(w.paid_break_minutes)::integer as paid_break_minutes
    from private.payroll_work(company_id_param, weeks_from - 3, weeks_to, employee_ids_param, as_of_param) w
    group by w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id,
      w.rule, w.threshold
  ), merged as (
    -- Section 8.2: equal keys are merged before rounding (AR-3).
    select w.employee_id, w.week_start, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier, w.week_policy_id,
      sum(w.minutes)::integer as minutes, min(w.first_minute) as first_minute, bit_or(1 << w.rule) as rules,
      sum(w.paid_break_minutes)::integer as paid_break_minutes,
      jsonb_agg(jsonb_build_object('rule', private.payroll_rule_names(1 << w.rule), 'threshold_minutes', w.threshold,
        'minutes', w.minutes) order by w.first_minute) as rule_minutes
    from by_rule w
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
    select * from private.payroll_item_amounts(company_id_param, first_date_param, last_date_param, employee_ids_param)
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
      h.rules, h.first_minute, h.paid_break_minutes, h.rule_minutes, h.flsa, h.premium + h.adjustment as paid
    from shared h
    union all
    select o.employee_id, o.last_date, o.week_start, null, null, null, 100, 'FLSA_ADJ', 0, 0, o.adjustment,
      1 << 7, 2147483647, 0, null, o.flsa, o.premium + o.adjustment
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
      s.rules, s.first_minute, s.paid_break_minutes, null::uuid as pay_item_id, s.rule_minutes
    from straight s where s.weight = 0
    union all
    select f.employee_id, f.work_date, f.week_start, f.project_id, f.cost_code_id, f.rate_e4, f.multiplier, f.pay_code,
      f.minutes, f.straight_cents, f.premium_cents, coalesce(f.flsa_cents, 0), f.rules, f.first_minute, f.paid_break_minutes, null, f.rule_minutes
    from flsa_lines f
    union all
    -- One hour at the week's regular rate (Ferra).
    select h.employee_id, h.work_date, h.week_start, null, null, null, 100, h.pay_code, 0, 0,
      case when not o.unpriced then (120 * o.remuneration + o.worked) / (2 * o.worked) end, 0,
      case h.pay_code when 'MEAL_PREM' then 1 << 8 else 1 << 9 end, 2147483646, 0, null, null
    from private.payroll_premium_hours(company_id_param, weeks_from - 3, weeks_to, employee_ids_param, as_of_param) h
    join owed o on o.employee_id = h.employee_id and o.week_start = h.week_start
    where premium_hours
    union all
    select i.employee_id, i.work_date, i.week_start, i.project_id, i.cost_code_id, i.rate_e4, 100, i.pay_code,
      i.minutes, i.amount_cents, case when i.amount_cents is not null then 0 end, 0,
      case i.pay_code when 'ADJUSTMENT' then 1 << 11 else 1 << 10 end, 2147483645, 0, i.pay_item_id, null
    from items i
  )
  select company_id_param, l.employee_id, private.week_of(l.work_date, company_week), l.work_date, l.week_start, l.project_id,
    l.cost_code_id, (l.rate_e4 * 0.0001)::numeric(10, 4), l.multiplier * 0.01, l.pay_code, l.minutes, l.straight_cents, l.premium_cents,
    l.straight_cents + l.premium_cents, l.flsa_cents::bigint, private.payroll_rule_names(l.rules), l.paid_break_minutes,
    l.first_minute, l.pay_item_id, l.rule_minutes
  from lines l
  where l.work_date between first_date_param and last_date_param;
end $$;
comment on function private.payroll_lines_computed(uuid, date, date, uuid[], timestamptz) is
  'Lines of the range, computed from entries, breaks, rates and policies on whole workweeks. A running entry counts up to as_of_param, or not at all.';

-- Who fills holds this lock alone, who changes something shares it, both until their transaction ends, and
-- neither waits: who cannot fill computes without keeping, who cannot delete leaves a row in pay_weeks_outdated.
-- What is read after it must be read with a snapshot of its own, hence read committed.
create function private.pay_lock(company_id_param uuid, alone_param boolean) returns boolean
language sql volatile set search_path = '' as $$
  select current_setting('transaction_isolation') = 'read committed'
    and case when alone_param then pg_try_advisory_xact_lock(hashtextextended('pay:' || company_id_param::text, 0))
      else pg_try_advisory_xact_lock_shared(hashtextextended('pay:' || company_id_param::text, 0)) end;
$$;

-- Weeks of people in the range that are not kept, or kept and outdated.
create function private.pay_weeks_missing(company_id_param uuid, first_week_param date, last_week_param date, employee_ids_param uuid[])
returns table (employee_id uuid, week date)
language sql volatile set search_path = '' as $$
  select e.id, w.week
  from public.employees e
  cross join (select first_week_param + 7 * i as week from generate_series(0, (last_week_param - first_week_param) / 7) i) w
  left join private.pay_weeks k on k.company_id = company_id_param and k.week = w.week and k.employee_id = e.id
  where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
    and (k.employee_id is null or exists (
      select from private.pay_weeks_outdated o
      where o.company_id = company_id_param and (o.employee_id is null or o.employee_id = e.id)
        and o.first_date <= w.week + 6 and o.last_date >= w.week));
$$;

create function private.payroll_lines_now(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[])
returns setof private.pay_lines
language plpgsql volatile rows 10000 security definer set search_path = '' set jit = off as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  missing record;
begin
  select array_agg(distinct m.employee_id) as people, min(m.week) as first_week, max(m.week) as last_week into missing
  from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param) m;

  if missing.people is not null and current_setting('transaction_read_only') = 'off' and private.pay_lock(company_id_param, true) then
    delete from private.pay_lines l using private.pay_weeks_outdated o
    where l.company_id = company_id_param and o.company_id = company_id_param
      and (o.employee_id is null or o.employee_id = l.employee_id) and o.first_date <= l.week + 6 and o.last_date >= l.week;
    delete from private.pay_weeks k using private.pay_weeks_outdated o
    where k.company_id = company_id_param and o.company_id = company_id_param
      and (o.employee_id is null or o.employee_id = k.employee_id) and o.first_date <= k.week + 6 and o.last_date >= k.week;
    delete from private.pay_weeks_outdated o where o.company_id = company_id_param;
    -- A row in pay_weeks_outdated that is committed from here on is younger than what is filled now.
    with gone as materialized (
      select * from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param)
    ), marked as (
      insert into private.pay_weeks (company_id, week, employee_id)
      select company_id_param, g.week, g.employee_id from gone g on conflict do nothing
    ), range as (
      select min(g.week) as first_week, max(g.week) + 6 as last_date, array_agg(distinct g.employee_id) as people from gone g
    )
    insert into private.pay_lines
    select l.* from range r
    cross join lateral private.payroll_lines_computed(company_id_param, r.first_week, r.last_date,
      case when employee_ids_param is not null or cardinality(r.people) < 50 then r.people end, null) l
    join gone g on g.employee_id = l.employee_id and g.week = l.week
    where r.people is not null;
    select null::uuid[] as people, null::date as first_week, null::date as last_week into missing;
  end if;

  return query
  select l.* from private.pay_lines l
  where l.company_id = company_id_param and l.week between first_week and last_week
    and l.work_date between first_date_param and last_date_param
    and (employee_ids_param is null or l.employee_id = any (employee_ids_param))
    and (missing.people is null or not l.employee_id = any (missing.people));
  if missing.people is not null then
    return query
    select l.* from private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, missing.people, null) l;
  end if;
end $$;
comment on function private.payroll_lines_now(uuid, date, date, uuid[]) is
  'Lines of a range under today''s time, rates and rules: those kept, and those missing computed, all at once, and kept.';

-- Called by triggers: the weeks of these dates no longer hold.
create function private.forget_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- A policy with another day, hour or zone for its week has weeks that reach into the next of the company's.
  reach integer := case when exists (
    select from public.overtime_policies p
    where p.company_id = company_id_param and (p.policy ->> 'workweek_start_dow' is not null or p.policy ->> 'tz' is not null
      or coalesce(p.policy ->> 'workday_start', '00:00') <> '00:00')) then 7 else 0 end;
  first_week date := case when isfinite(first_date_param) then private.week_of(first_date_param, week_start) - reach else first_date_param end;
  last_week date := case when isfinite(last_date_param) then private.week_of(last_date_param, week_start) + reach else last_date_param end;
begin
  if private.pay_lock(company_id_param, false) then
    if employee_id_param is null then
      delete from private.pay_lines l where l.company_id = company_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k where k.company_id = company_id_param and k.week between first_week and last_week;
    else
      delete from private.pay_lines l
      where l.company_id = company_id_param and l.employee_id = employee_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k
      where k.company_id = company_id_param and k.employee_id = employee_id_param and k.week between first_week and last_week;
    end if;
  else
    insert into private.pay_weeks_outdated (company_id, employee_id, first_date, last_date)
    values (company_id_param, employee_id_param, first_week, last_week);
  end if;
end $$;
comment on function private.forget_pay(uuid, uuid, date, date) is 'Deletes the kept lines of these weeks; employee null is everyone.';

-- Work concerns the weeks it lies in, and the week beside them if the person worked around its boundary: a run
-- of work, a shift's meal and rounding look across it.
create function private.forget_pay_of_work(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  first_date date;
  last_date date;
  begins timestamptz;
  ends timestamptz;
begin
  select c.time_zone, c.week_start into company from public.companies c where c.id = company_id_param;
  first_date := ((from_param - interval '1 hour') at time zone company.time_zone)::date;
  last_date := ((to_param + interval '1 hour') at time zone company.time_zone)::date;
  begins := private.week_of(first_date, company.week_start)::timestamp at time zone company.time_zone;
  ends := (private.week_of(last_date, company.week_start) + 7)::timestamp at time zone company.time_zone;
  if from_param < begins + interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= begins - interval '4 days' and t.clock_in < begins and t.clock_out > begins - interval '1 day') then
    first_date := private.week_of(first_date, company.week_start) - 1;
  end if;
  if to_param > ends - interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= ends - interval '4 days' and t.clock_in < ends + interval '1 day' and t.clock_out > ends) then
    last_date := private.week_of(last_date, company.week_start) + 7;
  end if;
  perform private.forget_pay(company_id_param, employee_id_param, first_date, last_date);
end $$;

-- A running entry is in no line, so clocking in concerns nothing that is kept.
create function private.entry_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    if old.clock_out is not null then
      perform private.forget_pay_of_work(old.company_id, old.employee_id, old.clock_in, old.clock_out);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.clock_out is not null and (tg_op = 'INSERT' or (old.clock_in, old.clock_out) is distinct from (new.clock_in, new.clock_out)) then
      perform private.forget_pay_of_work(new.company_id, new.employee_id, new.clock_in, new.clock_out);
    end if;
  end if;
  return null;
end $$;
create trigger x_changes_pay after insert or delete on public.time_entries
  for each row execute function private.entry_changes_pay();
create trigger x_update_changes_pay after update on public.time_entries
  for each row when ((old.clock_in, old.clock_out, old.project_id, old.cost_code_id, old.meal_waived, old.work_date)
    is distinct from (new.clock_in, new.clock_out, new.project_id, new.cost_code_id, new.meal_waived, new.work_date))
  execute function private.entry_changes_pay();

create function private.break_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.forget_pay_of_work(t.company_id, t.employee_id, t.clock_in, t.clock_out)
  from public.time_entries t
  where t.company_id = changed.company_id and t.id = changed.time_entry_id and t.clock_out is not null;
  return null;
end $$;
create trigger x_changes_pay after insert or update or delete on public.time_entry_breaks
  for each row execute function private.break_changes_pay();

-- Rates and policies hold from a date on, for a person or for everyone.
create function private.rule_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.forget_pay(old.company_id, old.employee_id, old.effective_from, 'infinity');
  end if;
  if tg_op <> 'DELETE' then
    perform private.forget_pay(new.company_id, new.employee_id, new.effective_from, 'infinity');
  end if;
  return null;
end $$;
create trigger x_changes_pay after insert or update or delete on public.employee_rates
  for each row execute function private.rule_changes_pay();
create trigger x_changes_pay after insert or update or delete on public.overtime_policies
  for each row execute function private.rule_changes_pay();

create function private.item_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.forget_pay(old.company_id, old.employee_id, old.work_date, old.work_date);
  end if;
  if tg_op <> 'DELETE' then
    perform private.forget_pay(new.company_id, new.employee_id, new.work_date, new.work_date);
  end if;
  return null;
end $$;
create trigger x_changes_pay after insert or update or delete on public.pay_items
  for each row execute function private.item_changes_pay();

create function private.holiday_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.forget_pay(old.company_id, null, old.holiday_date, old.holiday_date);
  end if;
  if tg_op <> 'DELETE' then
    perform private.forget_pay(new.company_id, null, new.holiday_date, new.holiday_date);
  end if;
  return null;
end $$;
create trigger x_changes_pay after insert or update or delete on public.company_holidays
  for each row execute function private.holiday_changes_pay();

create function private.company_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_pay(
    (to_jsonb(new) ->> case tg_table_name when 'companies' then 'id' else 'company_id' end)::uuid, null, '-infinity', 'infinity');
  return null;
end $$;
create trigger x_changes_pay after update on public.companies
  for each row when ((old.time_zone, old.week_start, old.rounding_minutes, old.auto_meal_minutes, old.auto_meal_after_minutes)
    is distinct from (new.time_zone, new.week_start, new.rounding_minutes, new.auto_meal_minutes, new.auto_meal_after_minutes))
  execute function private.company_changes_pay();
create trigger x_changes_pay after update on public.projects
  for each row when (old.prevailing_wage is distinct from new.prevailing_wage)
  execute function private.company_changes_pay();

create or replace function private.payroll_lines_between(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns table (
  employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, hourly_rate numeric,
  multiplier numeric, pay_code text, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint,
  flsa_premium_cents bigint, rule text, paid_break_minutes integer, first_minute integer,
  pay_item_id uuid, line_id uuid, locked boolean, rules jsonb
)
language plpgsql volatile rows 10000 set search_path = '' as $$
declare
  people uuid[] := case when employee_id_param is not null then array[employee_id_param] end;
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked'
      and p.start_date <= last_date_param and p.end_date >= first_date_param);
begin
  if locked_dates is not null then
    return query
    select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate::numeric, l.multiplier, l.pay_code, l.minutes,
      l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
      l.pay_item_id, l.id, true, l.rules
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
      and (employee_id_param is null or l.employee_id = employee_id_param);
    if locked_dates @> daterange(first_date_param, last_date_param, '[]') then
      return;
    end if;
  end if;
  -- A running entry moves on with every look, so its lines are not kept.
  if as_of_param is not null and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param and t.clock_out is null) then
    return query
    select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate, l.multiplier, l.pay_code, l.minutes,
      l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
      l.pay_item_id, null::uuid, false, l.rules
    from private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, people, as_of_param) l
    where locked_dates is null or not locked_dates @> l.work_date;
    return;
  end if;
  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate, l.multiplier, l.pay_code, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
    l.pay_item_id, null::uuid, false, l.rules
  from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, people) l
  where locked_dates is null or not locked_dates @> l.work_date;
end $$;
comment on function private.payroll_lines_between(uuid, date, date, uuid, timestamptz) is
  'Lines of a range: as frozen in locked periods, as today''s rules give them elsewhere.';

create function private.payroll_totals(company_id_param uuid, first_date_param date, last_date_param date)
returns setof private.payroll_total
language sql volatile set search_path = '' as $$
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
  from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, null, null) l
  group by l.employee_id;
$$;
comment on function private.payroll_totals(uuid, date, date) is 'Minutes and cents per employee with worked time or pay items in the range.';

-- Freezes what the lines say now.
create or replace function private.freeze_lines(company_id_param uuid, pay_period_id_param uuid, start_date_param date, end_date_param date)
returns void
language sql set search_path = '' as $$
  insert into public.payroll_lines (company_id, pay_period_id, employee_id, work_date, week_start, project_id, cost_code_id,
    rate, multiplier, pay_code, minutes, straight_cents, premium_cents, total_cents, flsa_premium_cents, rule,
    paid_break_minutes, first_minute, pay_item_id, rules, certified)
  select company_id_param, pay_period_id_param, l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id,
    l.rate, l.multiplier, l.pay_code, l.minutes, l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule,
    l.paid_break_minutes, l.first_minute, l.pay_item_id, l.rules, coalesce(p.prevailing_wage, false)
  from private.payroll_lines_now(company_id_param, start_date_param, end_date_param, null) l
  left join public.projects p on p.company_id = company_id_param and p.id = l.project_id;
$$;

create or replace function private.payroll_owed(company_id_param uuid, first_date_param date, last_date_param date)
returns table (employee_id uuid, work_date date, pay_period_id uuid, line_id uuid,
  frozen_cents bigint, posted_cents bigint, computed_cents bigint, difference_cents bigint)
language sql volatile set search_path = '' as $$
  with frozen as (
    select l.employee_id, l.work_date, l.pay_period_id, (array_agg(l.id order by l.first_minute, l.id))[1] as line_id,
      coalesce(sum(l.total_cents), 0)::bigint as cents
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
    group by l.employee_id, l.work_date, l.pay_period_id
  ), posted as (
    select i.employee_id, i.corrects_date as work_date, sum(i.amount_cents)::bigint as cents
    from public.pay_items i
    where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT'
      and i.corrects_date between first_date_param and last_date_param
    group by i.employee_id, i.corrects_date
  ), computed as (
    select v.employee_id, v.work_date, sum(v.straight_cents + v.premium_cents)::bigint as cents
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, null) v
    group by v.employee_id, v.work_date
  )
  select f.employee_id, f.work_date, f.pay_period_id, f.line_id, f.cents, coalesce(p.cents, 0), coalesce(c.cents, 0),
    coalesce(c.cents, 0) - f.cents - coalesce(p.cents, 0)
  from frozen f
  left join posted p on p.employee_id = f.employee_id and p.work_date = f.work_date
  left join computed c on c.employee_id = f.employee_id and c.work_date = f.work_date;
$$;

create or replace function private.pay_by_period(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date)
returns jsonb
language sql volatile set search_path = '' as $$
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

create or replace function private.live_totals(company_id_param uuid, first_date_param date, last_date_param date) returns jsonb
language sql volatile set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', t.employee_id, 'regular', t.regular, 'overtime', t.overtime,
    'double_time', t.double_time, 'cents', t.cents)), '[]')
  from (
    select l.employee_id, coalesce(sum(l.minutes) filter (where l.pay_code = 'REG'), 0) as regular,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'OT'), 0) as overtime,
      coalesce(sum(l.minutes) filter (where l.pay_code = 'DT'), 0) as double_time,
      case when not bool_or(l.straight_cents is null or l.premium_cents is null) then sum(l.straight_cents + l.premium_cents) end as cents
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, null) l
    group by l.employee_id
  ) t;
$$;

create or replace function public.payroll_explanation(employee_id_param uuid, start_date_param date, end_date_param date)
returns table (
  week_start date, work_date date, project_id uuid, cost_code_id uuid, pay_code text, multiplier numeric, minutes integer,
  rule text, rules jsonb, hourly_rate numeric, straight_cents bigint, premium_cents bigint, total_cents bigint,
  paid_break_minutes integer, auto_meal_minutes integer, day_minutes integer, week_minutes integer,
  week_regular_rate numeric, policy_preset text, locked boolean
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  company uuid := private.require_view_of_time(employee_id_param);
  show_pay boolean := private.is_manager() or private.own_rate_visible();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with whole_weeks as materialized (
    -- Whole weeks, so that the week's figures are those the premium came from.
    select l.* from private.payroll_lines_between(company, start_date_param - 6, end_date_param + 6, employee_id_param, null) l
  ), weeks as (
    select l.week_start, sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) as minutes,
      sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT') or private.pay_code_in_regular_rate(l.pay_code)) as remuneration
    from whole_weeks l group by l.week_start
  ), automatic as (
    select private.local_date(b.start_minute, c.time_zone, 0) as work_date, sum(b.end_minute - b.start_minute) as minutes
    from private.payroll_breaks(company, start_date_param - 1, end_date_param + 1, array[employee_id_param], null) b
    join public.companies c on c.id = company
    where b.automatic group by 1
  )
  select l.week_start, l.work_date, l.project_id, l.cost_code_id, l.pay_code, l.multiplier, l.minutes, l.rule,
    coalesce(l.rules, jsonb_build_array(jsonb_build_object('rule', l.rule, 'threshold_minutes', null, 'minutes', l.minutes))),
    case when show_pay then l.hourly_rate end, case when show_pay then l.straight_cents end,
    case when show_pay then l.premium_cents end, case when show_pay then l.total_cents end,
    l.paid_break_minutes, coalesce(a.minutes, 0)::integer,
    (sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) over (partition by l.work_date))::integer,
    w.minutes::integer,
    case when show_pay and w.minutes > 0 then round(w.remuneration * 0.6 / w.minutes, 4) end,
    p.preset, l.locked
  from whole_weeks l
  join weeks w on w.week_start = l.week_start
  left join automatic a on a.work_date = l.work_date
  left join lateral (
    select y.preset from private.payroll_policies(company) y
    where (y.project_id is null or y.project_id = l.project_id) and (y.employee_id is null or y.employee_id = employee_id_param)
      and l.work_date >= y.valid_from and l.work_date < y.valid_to
    order by y.project_id is null, y.employee_id is null limit 1
  ) p on true
  where l.work_date between start_date_param and end_date_param
  order by l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id;
end $$;

create or replace function public.generate_payroll_export_data(company_id_param uuid, start_date_param date, end_date_param date)
returns table (
  first_name text, last_name text, total_hours numeric, hourly_rate numeric, total_earnings numeric,
  employee_id uuid, employee_number text,
  regular_hours numeric, overtime_hours numeric, double_time_hours numeric,
  regular_pay numeric, overtime_pay numeric, double_time_pay numeric, other_pay numeric, paid_break_hours numeric,
  flags text[], no_rate boolean, missing_clock_out boolean, unapproved boolean,
  regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer,
  flsa_overtime_premium numeric
)
language plpgsql volatile security definer set search_path = '' set jit = off
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

-- Reading pay may fill it.
alter function private.approval_blockers(uuid, uuid, date, date) volatile;
alter function public.payroll_lines_for(uuid, date, date, uuid) volatile;
alter function public.week_summary(uuid, date) volatile;
alter function public.payroll_overview(date, date) volatile;
alter function public.payroll_adjustments_owed(date, date) volatile;
alter function public.payroll_export_changes(uuid) volatile;

revoke all on function private.payroll_punches(uuid, date, date, uuid[], timestamptz), private.payroll_breaks(uuid, date, date, uuid[], timestamptz),
  private.payroll_segments(uuid, date, date, uuid[], timestamptz), private.payroll_pieces(uuid, date, date, uuid[], timestamptz),
  private.payroll_work(uuid, date, date, uuid[], timestamptz), private.payroll_premium_hours(uuid, date, date, uuid[], timestamptz),
  private.payroll_item_amounts(uuid, date, date, uuid[]), private.week_of(date, integer),
  private.payroll_lines_computed(uuid, date, date, uuid[], timestamptz), private.pay_lock(uuid, boolean),
  private.pay_weeks_missing(uuid, date, date, uuid[]), private.payroll_lines_now(uuid, date, date, uuid[]),
  private.forget_pay(uuid, uuid, date, date), private.forget_pay_of_work(uuid, uuid, timestamptz, timestamptz),
  private.entry_changes_pay(), private.break_changes_pay(), private.rule_changes_pay(), private.item_changes_pay(),
  private.holiday_changes_pay(), private.company_changes_pay(), private.payroll_totals(uuid, date, date) from public;
