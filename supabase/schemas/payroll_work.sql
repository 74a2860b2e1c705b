-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create type private.pay_break as (
  entry_id uuid,
  start_minute integer,
  end_minute integer,
  kind text,
  deducted boolean,
  automatic boolean
);

create type private.pay_piece as (
  piece integer,
  person integer,
  week integer,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  rate_e4 integer,
  week_start date,
  work_date date,
  week_policy_id uuid,
  rule_policy_id uuid,
  day_key integer,
  day_date date,
  day_week date,
  run_start integer,
  start_minute integer,
  minutes integer,
  paid_break_minutes integer
);

create type private.pay_planned as (
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  work_date date,
  starts timestamptz,
  ends timestamptz
);

create type private.pay_punch as (
  entry_id uuid,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  meal_waived boolean,
  work_date date,
  policy_id uuid,
  day_policy_id uuid,
  in_minute integer,
  out_minute integer
);

create type private.pay_segment as (
  entry_id uuid,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  policy_id uuid,
  day_policy_id uuid,
  meal_waived boolean,
  start_minute integer,
  end_minute integer,
  run_start integer,
  gap_before integer,
  paid_breaks int4multirange
);

create or replace function private.payroll_breaks(company_id_param uuid, first_date_param date, last_date_param date, punches_param private.pay_punch[]) returns setof private.pay_break
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
    -- A shift is everything whose run of work began on one day, in the zone of where it began.
    select r.*, exists (select from punched b where b.entry_id = r.entry_id and (b.kind = 'meal' or b.deducted)) as ate,
      private.local_date(r.run_start, coalesce(began.time_zone, r.time_zone), r.workday_start) as shift_date
    from (
      select p.*, max(p.in_minute) filter (where p.begins) over (partition by p.employee_id order by p.in_minute) as run_start
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
    ) r
    left join (
      select p.employee_id, p.in_minute, s.time_zone
      from unnest(punches_param) p join private.site_zones(company_id_param) s on s.project_id = p.project_id
    ) began on began.employee_id = r.employee_id and began.in_minute = r.run_start
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

create or replace function private.payroll_pieces(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[]) returns setof private.pay_piece
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with recursive policies as materialized (
    select p.*, (row_number() over ())::integer as number
    from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
  ), sites as materialized (
    select * from private.site_zones(company_id_param)
  ), calendars as materialized (
    -- Wide enough for a segment that begins before the first date or ends after the last.
    select p.policy_id, p.week_dow, p.workday_start, z.time_zone, first_date_param - 4 as first_date,
      private.day_starts(z.time_zone, p.workday_start, first_date_param - 4, last_date_param - first_date_param + 12) as starts
    from policies p
    cross join (select c.time_zone from public.companies c where c.id = company_id_param union select s.time_zone from sites s) z
  ), rates as materialized (
    select * from private.payroll_rates(company_id_param) r
    where r.valid_from <= last_date_param + 14 and r.valid_to > first_date_param - 14
  ), segments as materialized (
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.start_minute, s.end_minute, s.paid_breaks,
      c.starts, c.first_date, c.week_dow,
      width_bucket(s.start_minute, c.starts) as first_day, width_bucket(s.end_minute - 1, c.starts) as last_day,
      -- A run that went on at a site in another zone keeps the day on which it began where it began.
      case when began.time_zone is distinct from site.time_zone
        then private.local_date(s.run_start, coalesce(began.time_zone, company.time_zone), c.workday_start)
        else c.first_date + (width_bucket(s.run_start, c.starts) - 1) end as run_date
    from unnest(segments_param) s
    join public.companies company on company.id = company_id_param
    left join sites site on site.project_id = s.project_id
    join calendars c on c.policy_id = s.policy_id and c.time_zone = coalesce(site.time_zone, company.time_zone)
    left join (
      select r.employee_id, r.start_minute, z.time_zone
      from unnest(segments_param) r join sites z on z.project_id = r.project_id
    ) began on began.employee_id = s.employee_id and began.start_minute = s.run_start
  ), by_day as (
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.run_date,
      s.first_date + (s.first_day - 1) as work_date, s.week_dow, s.start_minute, s.end_minute, s.paid_breaks
    from segments s where s.first_day = s.last_day
    union all
    select s.employee_id, s.project_id, s.cost_code_id, s.run_start, s.run_date,
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
    join policies rule on rule.number = coalesce(own_job.number, own.number, job.number, company_wide.number)
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
    -- Every anchor lies in a piece, and a piece in one day of its site.
    select a.*, lead(a.anchor) over (partition by a.employee_id, a.week_start order by a.anchor) as next_anchor,
      p.work_date as anchor_date
    from anchors a
    join by_punch p on p.employee_id = a.employee_id and p.week_start = a.week_start
      and p.start_minute <= a.anchor and p.end_minute > a.anchor
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
    c.time_zone,
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

create or replace function private.payroll_policies_between(company_id_param uuid, first_date_param date, last_date_param date) returns table(company_id uuid, policy_id uuid, project_id uuid, employee_id uuid, valid_from date, valid_to date, preset text, time_zone text, workday_start integer, week_dow integer, first_punch boolean, start_day boolean, weekly_after integer, consecutive_after integer, run_gap integer, rate_below_cents integer, rate_in_effect boolean, agreement boolean, floor_check boolean, unpaid_break integer, meal_premium boolean, rest_premium boolean, rounding_allowed boolean, auto_meal_allowed boolean, saturday_makeup boolean, seventh_day boolean, weekly_only boolean, policy jsonb)
language sql stable parallel safe rows 200 set search_path = '' as $$
  select p.* from private.payroll_policies(company_id_param) p
  where p.valid_from <= last_date_param + 14 and p.valid_to > first_date_param - 14;
$$;
comment on function private.payroll_policies_between(uuid,date,date) is 'Policies in force in the range and two weeks around it. Most ranges have one, and who joins it goes through the work once.';

create or replace function private.payroll_premium_hours(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[], breaks_param private.pay_break[]) returns table(employee_id uuid, work_date date, week_start date, pay_code text)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
  with policies as materialized (
    select p.*, (row_number() over ())::integer as number
    from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
  ), segments as (
    select s.entry_id, s.employee_id, s.meal_waived, s.start_minute, s.end_minute, s.gap_before, base.week_dow, day_policy.number as day_policy,
      private.local_date(s.run_start, coalesce(began.time_zone, base.time_zone), base.workday_start) as shift_date
    from unnest(segments_param) s
    left join (
      select r.employee_id, r.start_minute, z.time_zone
      from unnest(segments_param) r join private.site_zones(company_id_param) z on z.project_id = r.project_id
    ) began on began.employee_id = s.employee_id and began.start_minute = s.run_start
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

create or replace function private.payroll_punches(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null::private.pay_planned[]) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date, policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer)
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
      -- An exempt person is exempt on every project, unless a rule names both.
      coalesce(own_job.policy_id, own.policy_id, job.policy_id, company_wide.policy_id) as day_policy_id,
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
        then private.round_minute(n.in_minute, coalesce(site.time_zone, b.time_zone), c.rounding_minutes) else n.in_minute end as paid_in,
      case when d.rounding_allowed and (n.next_in is null or n.next_in - n.out_minute > b.run_gap)
        then private.round_minute(n.out_minute, coalesce(site.time_zone, b.time_zone), c.rounding_minutes) else n.out_minute end as paid_out
    from (
      select t.*, lag(t.out_minute) over shift as previous_out, lead(t.in_minute) over shift as next_in
      from truncated t
      where (select c.rounding_minutes is not null from company c)
      window shift as (partition by t.employee_id order by t.in_minute, t.out_minute)
    ) n
    join policies b on b.policy_id = n.policy_id
    join policies d on d.policy_id = n.day_policy_id
    left join private.site_zones(company_id_param) site on site.project_id = n.project_id
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

create or replace function private.payroll_rule_list(rules_param integer) returns text
language sql immutable parallel safe
return (select string_agg(names.name, '+'::text order by names."bit") as string_agg from unnest(array['regular'::text, 'weekly'::text, 'consecutive'::text, 'daily'::text, 'seventh_day'::text, 'day_of_week'::text, 'holiday'::text, 'flsa_floor'::text, 'meal_premium'::text, 'rest_premium'::text, 'pay_item'::text, 'adjustment'::text]) with ordinality names(name, "bit") where ((payroll_rule_list.rules_param & (1 << ((names."bit")::integer - 1))) <> 0));

create or replace function private.payroll_rule_names(rules_param integer) returns text
language sql immutable parallel safe
return case rules_param when 1 then 'regular'::text when 2 then 'weekly'::text when 4 then 'consecutive'::text when 8 then 'daily'::text when 16 then 'seventh_day'::text when 32 then 'day_of_week'::text when 64 then 'holiday'::text when 128 then 'flsa_floor'::text when 256 then 'meal_premium'::text when 512 then 'rest_premium'::text when 1024 then 'pay_item'::text when 2048 then 'adjustment'::text else private.payroll_rule_list(rules_param) end;
comment on function private.payroll_rule_names(integer) is 'Names of the rules in a bit mask, as shown in payroll_lines.rule.';

create or replace function private.payroll_segments(company_id_param uuid, first_date_param date, last_date_param date, punches_param private.pay_punch[], breaks_param private.pay_break[]) returns setof private.pay_segment
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

create or replace function private.payroll_work(company_id_param uuid, first_date_param date, last_date_param date, pieces_param private.pay_piece[]) returns table(week integer, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer)
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
  select p.week, p.work_date, p.project_id, p.cost_code_id, p.rate_e4,
    case when b.beyond then greatest(c.start_minute, c.start_minute + c.weekly_after - c.week_offset) else c.start_minute end,
    case when b.beyond then least(c.minutes, c.week_offset + c.minutes - c.weekly_after)
      when c.multiplier > 100 or c.weekly_after is null then c.minutes
      else least(c.minutes, greatest(c.weekly_after - c.week_offset, 0)) end,
    case when b.beyond then coalesce(c.makeup_multiplier, 150) else c.multiplier end,
    case when b.beyond then 1 else c.rule end, case when b.beyond then c.weekly_after else c.threshold end,
    case when b.beyond and c.week_offset < c.weekly_after then 0 else c.paid_break_minutes end
  from counted c
  join unnest(pieces_param) p on p.piece = c.piece
  cross join (values (false), (true)) b (beyond)
  where case when b.beyond then c.multiplier = 100 and c.week_offset + c.minutes > c.weekly_after
    else c.multiplier > 100 or c.weekly_after is null or c.week_offset < c.weekly_after end;
$$;
