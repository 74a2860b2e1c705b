-- The pay engine goes through the punches once: its steps hand arrays of rows to each other instead of each
-- asking the step before again, and carry numbers of pieces and weeks instead of their keys. The arithmetic is the same.

create type private.pay_punch as (
  entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date,
  policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer
);
create type private.pay_planned as (
  employee_id uuid, project_id uuid, cost_code_id uuid, work_date date, starts timestamptz, ends timestamptz
);
create type private.pay_break as (
  entry_id uuid, start_minute integer, end_minute integer, kind text, deducted boolean, automatic boolean
);
create type private.pay_segment as (
  entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, policy_id uuid, day_policy_id uuid, meal_waived boolean,
  start_minute integer, end_minute integer, run_start integer, gap_before integer, paid_breaks int4multirange
);
create type private.pay_piece as (
  piece integer, person integer, week integer, employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer,
  week_start date, work_date date, week_policy_id uuid, rule_policy_id uuid, day_key integer, day_date date, day_week date,
  run_start integer, start_minute integer, minutes integer, paid_break_minutes integer
);

-- 2000-01-02 was a Sunday; extract() would go through numeric.
create or replace function private.week_of(date_param date, week_start_param integer) returns date
language sql immutable parallel safe
return date_param - ((date_param - date '2000-01-02' - week_start_param) % 7 + 7) % 7;

create or replace function private.payroll_rule_names(rules_param integer) returns text
language sql immutable parallel safe
return case rules_param when 1 then 'regular' when 2 then 'weekly' when 4 then 'consecutive' when 8 then 'daily'
  when 16 then 'seventh_day' when 32 then 'day_of_week' when 64 then 'holiday' when 128 then 'flsa_floor'
  when 256 then 'meal_premium' when 512 then 'rest_premium' when 1024 then 'pay_item' when 2048 then 'adjustment'
  else private.payroll_rule_list(rules_param) end;

create function private.payroll_policies_between(company_id_param uuid, first_date_param date, last_date_param date)
returns table (
  company_id uuid, policy_id uuid, project_id uuid, employee_id uuid, valid_from date, valid_to date, preset text, time_zone text,
  workday_start integer, week_dow integer, first_punch boolean, start_day boolean, weekly_after integer, consecutive_after integer,
  run_gap integer, rate_below_cents integer, rate_in_effect boolean, agreement boolean, floor_check boolean, unpaid_break integer,
  meal_premium boolean, rest_premium boolean, rounding_allowed boolean, auto_meal_allowed boolean, saturday_makeup boolean,
  seventh_day boolean, weekly_only boolean, policy jsonb
)
language sql stable parallel safe rows 200 set search_path = '' as $$
  select p.* from private.payroll_policies(company_id_param) p
  where p.valid_from <= last_date_param + 14 and p.valid_to > first_date_param - 14;
$$;
comment on function private.payroll_policies_between(uuid, date, date) is
  'Policies in force in the range and two weeks around it. Most ranges have one, and who joins it goes through the work once.';

drop function private.payroll_punches(uuid, date, date, uuid[], timestamptz);
create function private.payroll_punches(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date, policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with policies as materialized (
    select * from private.payroll_policies_between(company_id_param, first_date_param, last_date_param)
  ), fetched as (
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date, t.clock_in, t.clock_out
    from public.time_entries t
    where employee_ids_param is null and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
    union all
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date, t.clock_in, t.clock_out
    from public.time_entries t
    where t.employee_id = any (employee_ids_param) and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
    union all
    -- What is planned, where private.projected_pay asks.
    select gen_random_uuid(), t.employee_id, t.project_id, t.cost_code_id, false, t.work_date, t.starts, t.ends
    from unnest(planned_param) t
    where t.starts >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.starts < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
  ), truncated as not materialized (
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date,
      coalesce(own.policy_id, company_wide.policy_id) as policy_id,
      -- The more specific policy wins: employee on a project, project (the work state governs), employee, company.
      coalesce(own_job.policy_id, job.policy_id, own.policy_id, company_wide.policy_id) as day_policy_id,
      private.epoch_minute(t.clock_in) as in_minute,
      private.epoch_minute(coalesce(t.clock_out, as_of_param)) as out_minute
    from fetched t
    join policies company_wide on company_wide.project_id is null and company_wide.employee_id is null
      and t.work_date >= company_wide.valid_from and t.work_date < company_wide.valid_to
    left join policies own on own.employee_id = t.employee_id and own.project_id is null
      and t.work_date >= own.valid_from and t.work_date < own.valid_to
    left join policies job on job.project_id = t.project_id and job.employee_id is null
      and t.work_date >= job.valid_from and t.work_date < job.valid_to
    left join policies own_job on own_job.project_id = t.project_id and own_job.employee_id = t.employee_id
      and t.work_date >= own_job.valid_from and t.work_date < own_job.valid_to
    where coalesce(t.clock_out, as_of_param) is not null
  ), company as materialized (
    select c.rounding_minutes from public.companies c where c.id = company_id_param
  ), rounded as (
    select n.id, n.employee_id, n.project_id, n.cost_code_id, n.meal_waived, n.work_date, n.policy_id, n.day_policy_id,
      case when d.rounding_allowed and (n.previous_out is null or n.in_minute - n.previous_out > b.run_gap)
        then private.round_minute(n.in_minute, b.time_zone, c.rounding_minutes) else n.in_minute end as paid_in,
      case when d.rounding_allowed and (n.next_in is null or n.next_in - n.out_minute > b.run_gap)
        then private.round_minute(n.out_minute, b.time_zone, c.rounding_minutes) else n.out_minute end as paid_out
    from (
      select t.*, lag(t.out_minute) over shift as previous_out, lead(t.in_minute) over shift as next_in
      from truncated t
      where (select c.rounding_minutes is not null from company c)
      window shift as (partition by t.employee_id order by t.in_minute, t.out_minute)
    ) n
    join policies b on b.policy_id = n.policy_id
    join policies d on d.policy_id = n.day_policy_id
    cross join company c
    union all
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date, t.policy_id, t.day_policy_id,
      t.in_minute, t.out_minute
    from truncated t
    where (select c.rounding_minutes is null from company c)
  )
  select r.id, r.employee_id, r.project_id, r.cost_code_id, r.meal_waived, r.work_date, r.policy_id, r.day_policy_id,
    r.paid_in, r.paid_out
  from rounded r
  where r.paid_out > r.paid_in;
$$;

drop function private.payroll_breaks(uuid, date, date, uuid[], timestamptz);
create function private.payroll_breaks(company_id_param uuid, first_date_param date, last_date_param date, punches_param private.pay_punch[]) returns setof private.pay_break
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select p.policy_id, p.unpaid_break, p.run_gap, p.auto_meal_allowed, p.time_zone, p.workday_start
    from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
  ), punched as materialized (
    select p.entry_id, greatest(private.epoch_minute(b.started_at), p.in_minute) as start_minute,
      least(coalesce(private.epoch_minute(b.ended_at), p.out_minute), p.out_minute) as end_minute, b.kind,
      private.break_is_deducted(b.paid, private.epoch_minute(b.started_at),
        coalesce(private.epoch_minute(b.ended_at), p.out_minute), y.unpaid_break) as deducted
    from unnest(punches_param) p
    join public.time_entry_breaks b on b.company_id = company_id_param and b.time_entry_id = p.entry_id
    join policies y on y.policy_id = p.day_policy_id
    where b.started_at >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and b.started_at < (select to_timestamp(max(o.out_minute) * 60.0) + interval '1 day' from unnest(punches_param) o)
  ), shifts as (
    -- A shift is everything whose run of work began on one day.
    select p.*, exists (select from punched b where b.entry_id = p.entry_id and (b.kind = 'meal' or b.deducted)) as ate,
      private.local_date(max(p.in_minute) filter (where p.begins) over run, p.time_zone, p.workday_start) as shift_date
    from (
      select q.*, coalesce(q.gap > q.run_gap, true) as begins
      from (
        select p.*, y.unpaid_break, y.run_gap, y.auto_meal_allowed, y.time_zone, y.workday_start,
          p.in_minute - lag(p.out_minute) over (partition by p.employee_id order by p.in_minute) as gap
        from unnest(punches_param) p
        join policies y on y.policy_id = p.day_policy_id
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

drop function private.payroll_segments(uuid, date, date, uuid[], timestamptz);
create function private.payroll_segments(company_id_param uuid, first_date_param date, last_date_param date, punches_param private.pay_punch[], breaks_param private.pay_break[]) returns setof private.pay_segment
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with unpaid as (
    select b.entry_id, range_agg(int4range(b.start_minute, b.end_minute)) as minutes
    from unnest(breaks_param) b where b.deducted group by b.entry_id
  ), paid as (
    select b.entry_id, range_agg(int4range(b.start_minute, b.end_minute)) as minutes
    from unnest(breaks_param) b where not b.deducted group by b.entry_id
  ), segments as (
    select p.*, p.in_minute as start_minute, p.out_minute as end_minute
    from unnest(punches_param) p
    where not exists (select from unpaid u where u.entry_id = p.entry_id)
    union all
    select p.*, lower(w.minutes), upper(w.minutes)
    from unnest(punches_param) p
    join unpaid u on u.entry_id = p.entry_id
    cross join lateral unnest(int4multirange(int4range(p.in_minute, p.out_minute)) - u.minutes) w (minutes)
  ), gaps as (
    select s.*, y.run_gap, s.start_minute - lag(s.end_minute) over (partition by s.employee_id order by s.start_minute) as gap
    from segments s
    join private.payroll_policies_between(company_id_param, first_date_param, last_date_param) y on y.policy_id = s.policy_id
  ), runs as (
    select g.*, max(g.start_minute) filter (where coalesce(g.gap > g.run_gap, true))
      over (partition by g.employee_id order by g.start_minute) as run_start
    from gaps g
  )
  select r.entry_id, r.employee_id, r.project_id, r.cost_code_id, r.policy_id, r.day_policy_id, r.meal_waived,
    r.start_minute, r.end_minute, r.run_start, r.gap,
    nullif(b.minutes * int4multirange(int4range(r.start_minute, r.end_minute)), '{}')
  from runs r
  left join paid b on b.entry_id = r.entry_id;
$$;

drop function private.payroll_pieces(uuid, date, date, uuid[], timestamptz);
create function private.payroll_pieces(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[]) returns setof private.pay_piece
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with recursive policies as materialized (
    select p.*, (row_number() over ())::integer as number
    from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
  ), calendars as materialized (
    -- Wide enough for a segment that begins before the first date or ends after the last.
    select p.policy_id, p.week_dow, first_date_param - 4 as first_date,
      private.day_starts(p.time_zone, p.workday_start, first_date_param - 4, last_date_param - first_date_param + 12) as starts
    from policies p
  ), rates as materialized (
    select * from private.payroll_rates(company_id_param) r
    where r.valid_from <= last_date_param + 14 and r.valid_to > first_date_param - 14
  ), segments as materialized (
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.start_minute, s.end_minute, s.paid_breaks,
      c.starts, c.first_date, c.week_dow,
      width_bucket(s.start_minute, c.starts) as first_day, width_bucket(s.end_minute - 1, c.starts) as last_day,
      width_bucket(s.run_start, c.starts) as run_day
    from unnest(segments_param) s
    join calendars c on c.policy_id = s.policy_id
  ), by_day as (
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.first_date + (s.run_day - 1) as run_date,
      s.first_date + (s.first_day - 1) as work_date, s.week_dow, s.start_minute, s.end_minute, s.paid_breaks
    from segments s where s.first_day = s.last_day
    union all
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.first_date + (s.run_day - 1),
      s.first_date + (d.i - 1), s.week_dow,
      greatest(s.start_minute, s.starts[d.i]), least(s.end_minute, s.starts[d.i + 1]), s.paid_breaks
    from segments s cross join lateral generate_series(s.first_day, s.last_day) d (i)
    where s.first_day <> s.last_day
  ), priced as materialized (
    select b.employee_id, b.project_id, b.cost_code_id, b.run_start, b.run_date, b.work_date, b.week_dow, b.start_minute, b.end_minute,
      case when b.paid_breaks is null then 0 else (
        select coalesce(sum(upper(r) - lower(r)), 0)::integer
        from unnest(b.paid_breaks * int4multirange(int4range(b.start_minute, b.end_minute))) r)
      end as paid_break_minutes,
      private.week_of(b.work_date, b.week_dow) as week_start,
      coalesce(own.number, company_wide.number) as base_policy, rule.number as rule_policy, rule.first_punch,
      case when rule.start_day then b.run_date else b.work_date end as day_date,
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
    join policies rule on rule.number = coalesce(own_job.number, job.number, own.number, company_wide.number)
    left join public.projects j on j.company_id = company_id_param and j.id = b.project_id
    left join rates r on r.employee_id = b.employee_id and r.project_id is null and r.cost_code_id is null
      and b.work_date >= r.valid_from and b.work_date < r.valid_to
    left join rates rc on rc.employee_id = b.employee_id and rc.project_id is null and rc.cost_code_id = b.cost_code_id
      and b.work_date >= rc.valid_from and b.work_date < rc.valid_to
    left join rates rp on rp.employee_id = b.employee_id and rp.project_id = b.project_id and rp.cost_code_id is null
      and b.work_date >= rp.valid_from and b.work_date < rp.valid_to
    left join rates rpc on rpc.employee_id = b.employee_id and rpc.project_id = b.project_id and rpc.cost_code_id = b.cost_code_id
      and b.work_date >= rpc.valid_from and b.work_date < rpc.valid_to
  ), by_punch as materialized (
    select p.* from priced p where p.first_punch and (select bool_or(y.first_punch) from policies y)
  ), anchors (employee_id, week_start, anchor) as (
    -- L13: a workday of 24 hours begins when work begins; the next begins with the first work after it.
    -- Each workweek starts its own chain, so that it stands alone (L4). One step per workday, all people at once.
    select p.employee_id, p.week_start, min(p.start_minute) from by_punch p group by p.employee_id, p.week_start
    union all
    select n.employee_id, n.week_start, n.anchor
    from (
      select distinct on (a.employee_id, a.week_start) a.employee_id, a.week_start,
        greatest(p.start_minute, a.anchor + 1440) as anchor
      from anchors a
      join by_punch p on p.employee_id = a.employee_id and p.week_start = a.week_start and p.end_minute > a.anchor + 1440
      order by a.employee_id, a.week_start, p.start_minute
    ) n
  ), anchored_days as (
    select a.*, lead(a.anchor) over (partition by a.employee_id, a.week_start order by a.anchor) as next_anchor,
      c.first_date + (width_bucket(a.anchor, c.starts) - 1) as anchor_date
    from anchors a
    join (
      select p.employee_id, p.week_start, min(p.base_policy) as base_policy from by_punch p group by p.employee_id, p.week_start
    ) b on b.employee_id = a.employee_id and b.week_start = a.week_start
    join policies y on y.number = b.base_policy
    join calendars c on c.policy_id = y.policy_id
  ), keyed as materialized (
    -- start_day: the whole run belongs to the day it began, for the daily rules only.
    select p.*, p.day_date - date '2000-01-01' as day_key
    from priced p where not p.first_punch
    union all
    select p.employee_id, p.project_id, p.cost_code_id, p.run_start, p.run_date, p.work_date, p.week_dow,
      greatest(p.start_minute, a.anchor), least(p.end_minute, coalesce(a.next_anchor, p.end_minute)),
      case when p.start_minute >= a.anchor then p.paid_break_minutes else 0 end,
      p.week_start, p.base_policy, p.rule_policy, p.first_punch, a.anchor_date, p.rate_e4, a.anchor
    from by_punch p
    join anchored_days a on a.employee_id = p.employee_id and a.week_start = p.week_start
      and a.anchor < p.end_minute and coalesce(a.next_anchor, p.end_minute) > p.start_minute
  ), governed as (
    -- Section 1.2: a day's daily rules are those of the place where most of it was worked.
    select distinct on (g.employee_id, g.day_key) g.employee_id, g.day_key, g.rule_policy
    from (
      select k.employee_id, k.day_key, k.rule_policy, sum(k.end_minute - k.start_minute) as minutes,
        min(k.start_minute) as first_minute
      from keyed k
      where (select count(*) > 1 from policies)
      group by k.employee_id, k.day_key, k.rule_policy
    ) g
    order by g.employee_id, g.day_key, g.minutes desc, g.first_minute
  ), weeks as (
    select w.*, (row_number() over ())::integer as week, (dense_rank() over (order by w.employee_id))::integer as person
    from (
      -- The rules of the week are those in force when its work began.
      select k.employee_id, k.week_start, (min(k.start_minute::bigint << 32 | k.base_policy) & 4294967295)::integer as base_policy
      from keyed k group by k.employee_id, k.week_start
    ) w
  )
  select (row_number() over ())::integer, w.person, w.week, k.employee_id, k.project_id, k.cost_code_id, k.rate_e4, k.week_start, k.work_date,
    week_rules.policy_id, day_rules.policy_id, k.day_key, k.day_date, private.week_of(k.day_date, k.week_dow),
    k.run_start, k.start_minute, k.end_minute - k.start_minute, k.paid_break_minutes
  from keyed k
  join weeks w on w.employee_id = k.employee_id and w.week_start = k.week_start
  join policies week_rules on week_rules.number = w.base_policy
  left join governed g on g.employee_id = k.employee_id and g.day_key = k.day_key
  join policies day_rules on day_rules.number = coalesce(g.rule_policy, k.rule_policy);
$$;

drop function private.payroll_work(uuid, date, date, uuid[], timestamptz);
create function private.payroll_work(company_id_param uuid, first_date_param date, last_date_param date, pieces_param private.pay_piece[])
returns table (piece integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer)
language sql stable rows 40000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with policies as materialized (
    select * from private.payroll_policies_between(company_id_param, first_date_param, last_date_param)
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
      greatest(100, d.multiplier, s.multiplier)::integer as multiplier,
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
  ), asked as materialized (
    -- What no policy of the range asks for is not looked at.
    select bool_or(p.rate_below_cents is not null) as rates, bool_or(p.seventh_day) as seventh,
      bool_or(p.consecutive_after is not null) as runs,
      exists (select from bands b where b.lower > 0) as days
    from policies p
  ), day_rules as materialized (
    select p.policy_id, (d ->> 'dow')::integer as dow, coalesce((d ->> 'holiday')::boolean, false) as holiday,
      ((d ->> 'mult')::numeric * 100)::integer as multiplier,
      p.saturday_makeup and (d ->> 'dow')::integer = 6 as makeup
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'day_rules') d
  ), holidays as materialized (
    select p.policy_id, h.date
    from policies p join public.holidays h on h.company_id = company_id_param
    union
    select p.policy_id, (h #>> '{}')::date from policies p cross join lateral jsonb_array_elements(p.policy -> 'holidays') h
  ), weeks as (
    -- L13: the rate that decides about daily overtime is the week's weighted one, unrounded, strictly below.
    select p.week, sum(p.minutes) as minutes, sum(p.minutes::bigint * p.rate_e4) as value_e4, bool_or(p.rate_e4 is null) as unpriced
    from unnest(pieces_param) p where (select a.rates from asked a) group by p.week
  ), full_weeks as (
    -- L7, L9: work on all seven workdays of the fixed workweek.
    select p.person, p.day_week from unnest(pieces_param) p where (select a.seventh from asked a)
    group by p.person, p.day_week having bit_or(1 << (p.day_date - p.day_week)) = 127
  ), special_days as (
    select distinct on (d.person, d.day_key) d.person, d.day_key, r.multiplier, case when r.holiday then 6 else 5 end as rule
    from (
      select p.person, p.day_key, p.day_date, p.rule_policy_id from unnest(pieces_param) p
      where (select count(*) > 0 from day_rules)
      group by p.person, p.day_key, p.day_date, p.rule_policy_id
    ) d
    join day_rules r on r.policy_id = d.rule_policy_id and not r.makeup
    left join holidays h on h.policy_id = d.rule_policy_id and h.date = d.day_date
    where case when r.holiday then h.date is not null else r.dow = extract(dow from d.day_date)::integer end
      and r.multiplier > 100
    order by d.person, d.day_key, r.multiplier desc, r.holiday desc
  ), days as (
    select p.piece, (sum(p.minutes) over (partition by p.person, p.day_key order by p.start_minute))::integer - p.minutes as worked_before
    from unnest(pieces_param) p where (select a.days from asked a)
  ), runs as (
    select p.piece, (sum(p.minutes) over (partition by p.person, p.run_start order by p.start_minute))::integer - p.minutes as worked_before
    from unnest(pieces_param) p where (select a.runs from asked a)
  ), placed as (
    select p.piece, p.week, p.start_minute, p.minutes, p.paid_break_minutes, p.rule_policy_id,
      y.consecutive_after, z.weekly_after, makeup.multiplier as makeup_multiplier,
      y.rate_below_cents is null or w.unpriced or w.value_e4 < y.rate_below_cents::bigint * 100 * w.minutes as daily_applies,
      y.seventh_day and p.day_date = p.day_week + 6 and f.person is not null as seventh,
      s.multiplier as special_multiplier, s.rule as special_rule,
      coalesce(d.worked_before, 0) as day_offset, coalesce(r.worked_before, 0) as run_offset
    from unnest(pieces_param) p
    join policies y on y.policy_id = p.rule_policy_id
    join policies z on z.policy_id = p.week_policy_id
    left join weeks w on w.week = p.week
    left join full_weeks f on f.person = p.person and f.day_week = p.day_week
    left join special_days s on s.person = p.person and s.day_key = p.day_key
    left join day_rules makeup on makeup.policy_id = p.rule_policy_id and makeup.makeup
      and extract(dow from p.day_date)::integer = 6
    left join days d on d.piece = p.piece
    left join runs r on r.piece = p.piece
  ), daily as (
    -- Step 4: the highest of day rule, seventh day and daily overtime.
    select p.piece, p.week, p.weekly_after, p.consecutive_after, p.makeup_multiplier,
      p.start_minute + greatest(b.lower - p.day_offset, 0) as start_minute,
      p.run_offset + greatest(b.lower - p.day_offset, 0) as run_offset,
      least(b.upper, p.day_offset + p.minutes) - greatest(b.lower, p.day_offset) as minutes,
      greatest(b.multiplier, p.special_multiplier) as multiplier,
      case when p.special_multiplier >= b.multiplier then p.special_rule else b.rule end as rule,
      case when p.special_multiplier >= b.multiplier then 0 else b.threshold end as threshold,
      case when b.lower <= p.day_offset then p.paid_break_minutes else 0 end as paid_break_minutes
    from placed p
    join bands b on b.policy_id = p.rule_policy_id and b.daily_applies = p.daily_applies and b.seventh = p.seventh
      and b.lower < p.day_offset + p.minutes and b.upper > p.day_offset
  ), consecutive as (
    -- L14: beyond twelve consecutive hours, unless the minute already has a premium.
    select d.piece, d.week, d.weekly_after, d.makeup_multiplier,
      case when b.beyond then greatest(d.start_minute, d.start_minute + d.consecutive_after - d.run_offset) else d.start_minute end as start_minute,
      case when b.beyond then least(d.minutes, d.run_offset + d.minutes - d.consecutive_after)
        when d.multiplier > 100 or d.consecutive_after is null then d.minutes
        else least(d.minutes, greatest(d.consecutive_after - d.run_offset, 0)) end as minutes,
      case when b.beyond then 150 else d.multiplier end as multiplier,
      case when b.beyond then 2 else d.rule end as rule,
      case when b.beyond then d.consecutive_after else d.threshold end as threshold,
      case when b.beyond and d.run_offset < d.consecutive_after then 0 else d.paid_break_minutes end as paid_break_minutes
    from daily d
    cross join (select false as beyond union all select true from asked a where a.runs) b
    where not b.beyond or d.multiplier = 100 and d.run_offset + d.minutes > d.consecutive_after
  ), counted as (
    -- Step 5, chronological: only minutes still at 1.0 count toward the week (L8, L18).
    select c.*,
      (sum(case when c.multiplier = 100 then c.minutes else 0 end)
        over (partition by c.week order by c.start_minute, c.multiplier))::integer
      - case when c.multiplier = 100 then c.minutes else 0 end as week_offset
    from consecutive c where c.minutes > 0
  )
  select c.piece,
    case when b.beyond then greatest(c.start_minute, c.start_minute + c.weekly_after - c.week_offset) else c.start_minute end,
    case when b.beyond then least(c.minutes, c.week_offset + c.minutes - c.weekly_after)
      when c.multiplier > 100 or c.weekly_after is null then c.minutes
      else least(c.minutes, greatest(c.weekly_after - c.week_offset, 0)) end,
    case when b.beyond then coalesce(c.makeup_multiplier, 150) else c.multiplier end,
    case when b.beyond then 1 else c.rule end, case when b.beyond then c.weekly_after else c.threshold end,
    case when b.beyond and c.week_offset < c.weekly_after then 0 else c.paid_break_minutes end
  from counted c
  cross join (values (false), (true)) b (beyond)
  where case when b.beyond then c.multiplier = 100 and c.week_offset + c.minutes > c.weekly_after
    else c.multiplier > 100 or c.weekly_after is null or c.week_offset < c.weekly_after end;
$$;

drop function private.payroll_premium_hours(uuid, date, date, uuid[], timestamptz);
create function private.payroll_premium_hours(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[], breaks_param private.pay_break[]) returns table(employee_id uuid, work_date date, week_start date, pay_code text)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with policies as materialized (
    select p.*, (row_number() over ())::integer as number
    from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
  ), segments as (
    select s.entry_id, s.employee_id, s.meal_waived, s.start_minute, s.end_minute, s.gap_before, base.week_dow, day_policy.number as day_policy,
      private.local_date(s.run_start, base.time_zone, base.workday_start) as shift_date
    from unnest(segments_param) s
    join policies base on base.policy_id = s.policy_id
    join policies day_policy on day_policy.policy_id = s.day_policy_id
  ), placed as materialized (
    select s.*, row_number() over shift as position,
      (sum(s.end_minute - s.start_minute) over shift)::integer - (s.end_minute - s.start_minute) as worked_before
    from segments s
    window shift as (partition by s.employee_id, s.shift_date order by s.start_minute)
  ), breaks as (
    select p.employee_id, p.shift_date, b.kind, b.end_minute - b.start_minute as length,
      p.worked_before + b.start_minute - p.start_minute as worked_before
    from unnest(breaks_param) b
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
      -- The rules of the shift are those of where it began.
      (min(p.start_minute::bigint << 32 | p.day_policy) & 4294967295)::integer as policy
    from placed p group by p.employee_id, p.shift_date
  ), judged as (
    select s.*, y.meal_premium, y.rest_premium,
      s.worked > 300 and coalesce(m.by_fifth_hour, 0) = 0 and not (s.waived and s.worked <= 360) as first_missed,
      s.worked > 600 and coalesce(m.by_tenth_hour, 0) < 2
        and not (s.waived and s.worked <= 720 and coalesce(m.by_fifth_hour, 0) > 0) as second_missed,
      case when s.worked < 210 then 0 when s.worked <= 360 then 1 else 1 + (s.worked - 360 + 239) / 240 end
        > coalesce(r.taken, 0) as rest_missed
    from shifts s
    join policies y on y.number = s.policy
    left join meal_counts m on m.employee_id = s.employee_id and m.shift_date = s.shift_date
    left join rest_counts r on r.employee_id = s.employee_id and r.shift_date = s.shift_date
  )
  select j.employee_id, j.shift_date, private.week_of(j.shift_date, j.week_dow), c.pay_code
  from judged j cross join (values ('MEAL_PREM'), ('REST_PREM')) c (pay_code)
  where case c.pay_code when 'MEAL_PREM' then j.meal_premium and (j.first_missed or j.second_missed)
    else j.rest_premium and j.rest_missed end;
$$;

drop function private.payroll_lines_computed(uuid, date, date, uuid[], timestamptz);
create function private.payroll_lines_computed(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null) returns setof private.pay_lines
language plpgsql stable rows 10000 set search_path = '' set jit = 'off' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
declare
  weeks_from date;
  weeks_to date;
  premium_hours boolean;
  company_week integer;
  punches private.pay_punch[];
  breaks private.pay_break[];
  segments private.pay_segment[];
  pieces private.pay_piece[];
begin
  select c.week_start into company_week from public.companies c where c.id = company_id_param;
  -- Whole workweeks of every policy in question. A run of work that reaches into the first week may have begun some days before.
  select min(private.week_of(first_date_param, p.week_dow)) - 3, max(private.week_of(last_date_param, p.week_dow) + 6),
    bool_or(p.meal_premium or p.rest_premium) into weeks_from, weeks_to, premium_hours
  from private.payroll_policies(company_id_param) p
  where p.valid_from <= last_date_param + 7 and p.valid_to > first_date_param - 10;
  punches := array(select row(p.*)::private.pay_punch
    from private.payroll_punches(company_id_param, weeks_from, weeks_to, employee_ids_param, as_of_param, planned_param) p);
  breaks := array(select b from private.payroll_breaks(company_id_param, weeks_from, weeks_to, punches) b);
  segments := array(select s from private.payroll_segments(company_id_param, weeks_from, weeks_to, punches, breaks) s);
  pieces := array(select p from private.payroll_pieces(company_id_param, weeks_from, weeks_to, segments) p);
  return query
  with work as materialized (
    select * from private.payroll_work(company_id_param, weeks_from, weeks_to, pieces)
      with ordinality as w (piece, start_minute, minutes, multiplier, rule, threshold, paid_break_minutes, number)
  ), merged as materialized (
    -- Section 8.2: equal keys are merged before rounding (AR-3). Step 6.
    select (row_number() over ())::integer as line, g.week, g.work_date, g.project_id, g.cost_code_id, g.rate_e4, g.multiplier,
      g.minutes, g.first_minute, g.rules, g.paid_break_minutes, g.threshold,
      case when g.rules & (g.rules - 1) <> 0 or g.threshold <> g.last_threshold then g.numbers end as mixed,
      (2 * g.minutes::bigint * g.rate_e4 + 6000) / 12000 as straight_cents, (g.multiplier - 100) * g.minutes as weight,
      (2 * g.minutes::bigint * g.rate_e4 * (g.multiplier - 100) + 600000) / 1200000 as contract_premium
    from (
      select p.week, p.work_date, p.project_id, p.cost_code_id, p.rate_e4, w.multiplier,
        sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute, bit_or(1 << w.rule) as rules,
        sum(w.paid_break_minutes)::integer as paid_break_minutes,
        min(w.threshold) as threshold, max(w.threshold) as last_threshold, array_agg(w.number) as numbers
      from work w join unnest(pieces) p on p.piece = w.piece
      group by p.week, p.work_date, p.project_id, p.cost_code_id, p.rate_e4, w.multiplier
    ) g
  ), one_rule as (
    -- The same few lengths come again and again, so each is written once.
    select d.rules, coalesce(d.threshold, -1) as threshold, d.minutes, jsonb_build_array(jsonb_build_object(
      'rule', private.payroll_rule_names(d.rules), 'threshold_minutes', d.threshold, 'minutes', d.minutes)) as rule_minutes
    from (select distinct m.rules, m.threshold, m.minutes from merged m where m.mixed is null) d
  ), several_rules as (
    select r.line, jsonb_agg(jsonb_build_object('rule', private.payroll_rule_names(1 << r.rule), 'threshold_minutes', r.threshold,
      'minutes', r.minutes) order by r.first_minute) as rule_minutes
    from (
      select n.line, w.rule, w.threshold, sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute
      from (select m.line, unnest(m.mixed) as number from merged m where m.mixed is not null) n
      join work w on w.number = n.number
      group by n.line, w.rule, w.threshold
    ) r
    group by r.line
  ), items as materialized (
    select * from private.payroll_item_amounts(company_id_param, first_date_param, last_date_param, employee_ids_param)
  ), extras as (
    -- Pay that is in the regular rate without being hours (L5).
    select i.employee_id, i.week_start, sum(i.amount_cents)::bigint as cents
    from items i where private.pay_code_in_regular_rate(i.pay_code) group by i.employee_id, i.week_start
  ), weeks as (
    select s.*, w.employee_id, w.week_start, y.rate_in_effect, y.agreement, y.floor_check,
      s.straight_cents + coalesce(x.cents, 0) as remuneration
    from (
      select m.week, sum(m.minutes)::bigint as worked, max(m.work_date) as last_date, bool_or(m.rate_e4 is null) as unpriced,
        sum(m.straight_cents)::bigint as straight_cents, sum(m.weight)::bigint as weight, sum(m.contract_premium)::bigint as contract_premium
      from merged m group by m.week
    ) s
    join (select distinct p.week, p.employee_id, p.week_start, p.week_policy_id from unnest(pieces) p) w on w.week = s.week
    join private.payroll_policies(company_id_param) y on y.policy_id = w.week_policy_id
    left join extras x on x.employee_id = w.employee_id and x.week_start = w.week_start
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
    select m.line, m.week, m.work_date, m.first_minute, m.multiplier, m.project_id, m.cost_code_id, o.flsa, o.premium + o.adjustment as paid,
      coalesce(case when o.rate_in_effect then m.contract_premium end, o.premium * m.weight / o.weight
        + case when row_number() over (partition by m.week
            order by o.premium * m.weight % o.weight desc, m.work_date, m.first_minute, m.multiplier, m.project_id, m.cost_code_id)
          <= o.premium - sum(o.premium * m.weight / o.weight) over (partition by m.week)
          then 1 else 0 end) as premium_cents
    from merged m
    join owed o on o.week = m.week
    where m.weight > 0
  ), premium_lines as (
    select s.line, s.week, s.work_date, s.first_minute, s.multiplier, s.project_id, s.cost_code_id, s.flsa, s.paid, s.premium_cents
    from shared s
    union all
    select null, o.week, o.last_date, 2147483647, 100, null, null, o.flsa, o.premium + o.adjustment, o.adjustment
    from owed o where o.adjustment > 0
  ), flsa_lines as materialized (
    -- Step 9: the part of each premium that the FLSA requires, by largest remainder again.
    select l.line, l.week, l.premium_cents, coalesce(case when l.paid = 0 then 0 else l.flsa * l.premium_cents / l.paid
      + case when row_number() over (partition by l.week
          order by l.flsa * l.premium_cents % nullif(l.paid, 0) desc nulls last, l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id)
        <= l.flsa - sum(l.flsa * l.premium_cents / nullif(l.paid, 0)) over (partition by l.week)
        then 1 else 0 end end, 0) as flsa_cents
    from premium_lines l
  ), lines as (
    select o.employee_id, m.work_date, o.week_start, m.project_id, m.cost_code_id, m.rate_e4, m.multiplier,
      case when m.multiplier = 100 then 'REG' when m.multiplier < 200 then 'OT' else 'DT' end as pay_code, m.minutes, m.straight_cents,
      case when m.weight > 0 then f.premium_cents when m.rate_e4 is not null then 0 end as premium_cents,
      coalesce(f.flsa_cents, 0) as flsa_cents, m.rules, m.first_minute, m.paid_break_minutes, null::uuid as pay_item_id,
      coalesce(d.rule_minutes, r.rule_minutes) as rule_minutes
    from merged m
    join owed o on o.week = m.week
    left join flsa_lines f on f.line = m.line
    left join one_rule d on m.mixed is null and d.rules = m.rules and d.threshold = coalesce(m.threshold, -1) and d.minutes = m.minutes
    left join several_rules r on r.line = m.line
    union all
    select o.employee_id, o.last_date, o.week_start, null, null, null, 100, 'FLSA_ADJ', 0, 0, f.premium_cents, f.flsa_cents,
      1 << 7, 2147483647, 0, null, null
    from flsa_lines f join owed o on o.week = f.week where f.line is null
    union all
    -- One hour at the week's regular rate (Ferra).
    select h.employee_id, h.work_date, h.week_start, null, null, null, 100, h.pay_code, 0, 0,
      case when not o.unpriced then (120 * o.remuneration + o.worked) / (2 * o.worked) end, 0,
      case h.pay_code when 'MEAL_PREM' then 1 << 8 else 1 << 9 end, 2147483646, 0, null, null
    from private.payroll_premium_hours(company_id_param, weeks_from, weeks_to, segments, breaks) h
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
  -- Said this way, because the planner takes a range to be rare and would hash the many lines instead of the few.
  where not (l.work_date < first_date_param or l.work_date > last_date_param);
end $$;
comment on function private.payroll_lines_computed(uuid, date, date, uuid[], timestamptz, private.pay_planned[]) is
  'Lines of the range, computed from entries, breaks, rates and policies on whole workweeks. A running entry counts up to as_of_param, or not at all; planned work as if it were worked.';

create or replace function public.payroll_explanation(employee_id_param uuid, start_date_param date, end_date_param date) returns table(week_start date, work_date date, project_id uuid, cost_code_id uuid, pay_code text, multiplier numeric, minutes integer, rule text, rules jsonb, hourly_rate numeric, straight_cents bigint, premium_cents bigint, total_cents bigint, paid_break_minutes integer, auto_meal_minutes integer, day_minutes integer, week_minutes integer, week_regular_rate numeric, policy_preset text, locked boolean)
language plpgsql security definer set search_path = '' as $$
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
    from private.payroll_breaks(company, start_date_param - 1, end_date_param + 1, array(
      select row(p.*)::private.pay_punch
      from private.payroll_punches(company, start_date_param - 1, end_date_param + 1, array[employee_id_param], null) p)) b
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

-- One index is enough: readers of everybody go person by person, and each line costs one entry less to keep.
drop index private.pay_lines_by_week;

create function private.fill_pay(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' set jit = 'off' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  missing uuid[];
begin
  select array_agg(distinct m.employee_id) into missing
  from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param) m;

  if missing is not null and current_setting('transaction_read_only') = 'off' and private.pay_lock(company_id_param, true) then
    -- What is outdated is taken and forgotten by one statement: a change that commits after it keeps its row
    -- for the next who fills, one that commits before it is not deleted unread.
    with taken as (
      delete from private.pay_weeks_outdated o where o.company_id = company_id_param returning o.employee_id, o.first_date, o.last_date
    ), lines_gone as (
      delete from private.pay_lines l using taken o
      where l.company_id = company_id_param
        and (o.employee_id is null or o.employee_id = l.employee_id) and o.first_date <= l.week + 6 and o.last_date >= l.week
    )
    delete from private.pay_weeks k using taken o
    where k.company_id = company_id_param
      and (o.employee_id is null or o.employee_id = k.employee_id) and o.first_date <= k.week + 6 and o.last_date >= k.week;
    -- Weeks that became outdated since keep their lines, or they would be kept twice.
    with gone as materialized (
      select e.id as employee_id, w.week
      from public.employees e
      cross join (select first_week + 7 * i as week from generate_series(0, (last_week - first_week) / 7) i) w
      where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
        and not exists (select from private.pay_weeks k
          where k.company_id = company_id_param and k.week = w.week and k.employee_id = e.id)
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
    missing := null;
  end if;
  return missing;
end $$;
comment on function private.fill_pay(uuid, date, date, uuid[]) is
  'Computes and keeps the missing lines of a range. Returns whose lines could not be kept, because somebody writes or the transaction only reads.';

create or replace function private.payroll_lines_now(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns setof private.pay_lines
language plpgsql security definer rows 10000 set search_path = '' set jit = 'off' as $$
declare
  missing uuid[] := private.fill_pay(company_id_param, first_date_param, last_date_param, employee_ids_param);
  people uuid[] := array(select e.id from public.employees e
    where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
      and (missing is null or not e.id = any (missing)));
begin
  return query
  select l.* from private.pay_lines l
  where l.company_id = company_id_param and l.employee_id = any (people)
    and l.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param;
  if missing is not null then
    return query
    select l.* from private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, missing, null) l;
  end if;
end $$;

create or replace function private.payroll_totals(company_id_param uuid, first_date_param date, last_date_param date) returns setof private.payroll_total
language plpgsql set search_path = '' as $$
declare
  people uuid[] := array(select e.id from public.employees e where e.company_id = company_id_param);
  -- Lines that are all kept are added up where they lie, without being handed on first.
  kept boolean := not exists (
      select from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked' and p.start_date <= last_date_param and p.end_date >= first_date_param)
    and private.fill_pay(company_id_param, first_date_param, last_date_param, null) is null;
begin
  return query
  with lines as (
    select l.employee_id, l.pay_code, l.minutes, l.paid_break_minutes, l.total_cents, l.straight_cents, l.flsa_premium_cents, l.rate as hourly_rate
    from private.pay_lines l
    where kept and l.company_id = company_id_param and l.employee_id = any (people)
      and l.week between first_date_param - 6 and last_date_param and l.work_date between first_date_param and last_date_param
    union all
    select l.employee_id, l.pay_code, l.minutes, l.paid_break_minutes, l.total_cents, l.straight_cents, l.flsa_premium_cents, l.hourly_rate
    from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, null, null) l
    where not kept
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

create or replace function private.projected_pay(company_id_param uuid, start_date_param date, end_date_param date, moment_param timestamptz) returns table(employee_id uuid, week_start date, planned_minutes bigint, overtime_minutes bigint, overtime_cents bigint, premium_cents bigint, plan_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  week integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_day date := private.week_of(start_date_param, week);
  last_day date := private.week_of(end_date_param, week) + 6;
  plan private.pay_planned[] := array(
    select (w.employee_id, w.project_id, w.cost_code_id, w.work_date, w.starts, w.ends)::private.pay_planned
    from private.planned_work(company_id_param, first_day, last_day, moment_param) w);
  people uuid[] := array(select distinct w.employee_id from unnest(plan) w);
begin
  if people = '{}' then
    return;
  end if;
  return query
  with worked as (
    select p.employee_id, p.week_start, sum(p.total_cents) as cents, sum(p.minutes) filter (where p.pay_code in ('REG', 'OT', 'DT')) as minutes
    from private.payroll_lines_computed(company_id_param, first_day, last_day, people, moment_param) p
    group by p.employee_id, p.week_start
  )
  select l.employee_id, l.week_start,
    coalesce(sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')), 0)::bigint - coalesce(max(w.minutes), 0)::bigint,
    coalesce(sum(l.minutes) filter (where l.pay_code in ('OT', 'DT')), 0)::bigint,
    sum(l.total_cents) filter (where l.pay_code in ('OT', 'DT'))::bigint,
    sum(l.premium_cents) filter (where l.pay_code in ('OT', 'DT'))::bigint,
    sum(l.total_cents)::bigint - coalesce(max(w.cents), 0)::bigint
  from private.payroll_lines_computed(company_id_param, first_day, last_day, people, moment_param, plan) l
  left join worked w on w.employee_id = l.employee_id and w.week_start = l.week_start
  group by l.employee_id, l.week_start;
end $$;

revoke all on function private.fill_pay(uuid, date, date, uuid[]), private.payroll_punches(uuid, date, date, uuid[], timestamptz, private.pay_planned[]),
  private.payroll_lines_computed(uuid, date, date, uuid[], timestamptz, private.pay_planned[]), private.payroll_policies_between(uuid, date, date), private.payroll_breaks(uuid, date, date, private.pay_punch[]),
  private.payroll_segments(uuid, date, date, private.pay_punch[], private.pay_break[]),
  private.payroll_pieces(uuid, date, date, private.pay_segment[]), private.payroll_work(uuid, date, date, private.pay_piece[]),
  private.payroll_premium_hours(uuid, date, date, private.pay_segment[], private.pay_break[]) from public;
