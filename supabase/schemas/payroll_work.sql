-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.payroll_breaks(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(entry_id uuid, start_minute integer, end_minute integer, kind text, deducted boolean, automatic boolean)
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

create or replace function private.payroll_pieces(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer, week_start date, work_date date, week_policy_id uuid, rule_policy_id uuid, day_key integer, day_date date, day_week date, run_start integer, start_minute integer, minutes integer, paid_break_minutes integer)
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

create or replace function private.payroll_premium_hours(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(employee_id uuid, work_date date, week_start date, pay_code text)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' as $$
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

create or replace function private.payroll_punches(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date, policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer)
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
    union all
    -- What is planned, while private.projected_pay asks; otherwise the setting is empty.
    select t.* from jsonb_array_elements(nullif(current_setting('chalkline.planned_work', true), '')::jsonb) planned
    cross join lateral jsonb_populate_record(null::public.time_entries, planned.value) t
    where t.company_id = company_id_param and (employee_ids_param is null or t.employee_id = any (employee_ids_param))
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

create or replace function private.payroll_rule_list(rules_param integer) returns text
language sql immutable parallel safe
return (select string_agg(names.name, '+'::text order by names."bit") as string_agg from unnest(array['regular'::text, 'weekly'::text, 'consecutive'::text, 'daily'::text, 'seventh_day'::text, 'day_of_week'::text, 'holiday'::text, 'flsa_floor'::text, 'meal_premium'::text, 'rest_premium'::text, 'pay_item'::text, 'adjustment'::text]) with ordinality names(name, "bit") where ((payroll_rule_list.rules_param & (1 << ((names."bit")::integer - 1))) <> 0));

create or replace function private.payroll_rule_names(rules_param integer) returns text
language sql immutable parallel safe
return case rules_param when 1 then 'regular'::text when 2 then 'weekly'::text when 8 then 'daily'::text else private.payroll_rule_list(rules_param) end;
comment on function private.payroll_rule_names(integer) is 'Names of the rules in a bit mask, as shown in payroll_lines.rule.';

create or replace function private.payroll_segments(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, policy_id uuid, day_policy_id uuid, meal_waived boolean, start_minute integer, end_minute integer, run_start integer, gap_before integer, paid_breaks int4multirange)
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

create or replace function private.payroll_work(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer, week_policy_id uuid)
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
    select p.policy_id, h.date
    from policies p join public.holidays h on h.company_id = company_id_param
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
    left join holidays h on h.policy_id = d.rule_policy_id and h.date = d.day_date
    where case when r.holiday then h.date is not null else r.dow = extract(dow from d.day_date)::integer end
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
