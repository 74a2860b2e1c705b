-- Work belongs to the day of its site: payroll cuts days, weeks and runs in the zone of the project, else of
-- the company, as work dates and reports always did. And of several overtime rules the one of the person wins:
-- person on a project, person, project, company.

create index projects_with_own_zone on public.projects (company_id, time_zone) where time_zone is not null;

create function private.site_zones(company_id_param uuid) returns table(project_id uuid, time_zone text)
language sql stable parallel safe rows 1 set search_path = '' as $$
  select p.id, p.time_zone
  from public.projects p
  join public.companies c on c.id = p.company_id
  where p.company_id = company_id_param and p.time_zone is not null and p.time_zone <> c.time_zone;
$$;
comment on function private.site_zones(uuid) is 'Projects in another zone than the company''s. Most companies have none.';

create function private.has_site_zones(company_id_param uuid) returns boolean
language sql stable parallel safe
return exists (select from public.projects p join public.companies c on c.id = p.company_id
  where p.company_id = company_id_param and p.time_zone is not null and p.time_zone <> c.time_zone);

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

create or replace function private.payroll_lines_computed(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null::private.pay_planned[]) returns setof private.pay_lines
language plpgsql stable rows 10000 set search_path = '' set jit = 'off' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
declare
  weeks_from date;
  weeks_to date;
  premium_hours boolean;
  week_minute integer;
  reach integer;
  company_week integer;
  punches private.pay_punch[];
  breaks private.pay_break[];
  segments private.pay_segment[];
  pieces private.pay_piece[];
begin
  select c.week_start into company_week from public.companies c where c.id = company_id_param;
  -- Whole workweeks of every policy in question. A run of work that reaches into the first week may have begun some days before.
  select min(private.week_of(first_date_param, p.week_dow)) - 3, max(private.week_of(last_date_param, p.week_dow) + 6),
    bool_or(p.meal_premium or p.rest_premium),
    min(private.epoch_minute((private.week_of(first_date_param, p.week_dow) + make_interval(mins => p.workday_start)) at time zone z.time_zone)),
    max(greatest(p.run_gap, 240)) + 60
    into weeks_from, weeks_to, premium_hours, week_minute, reach
  from private.payroll_policies(company_id_param) p
  cross join (select c.time_zone from public.companies c where c.id = company_id_param
    union select s.time_zone from private.site_zones(company_id_param) s) z
  where p.valid_from <= last_date_param + 7 and p.valid_to > first_date_param - 10;
  -- The days before concern only people who worked up to the first week's beginning, or into a break that may have been a meal.
  punches := array(
    with fetched as materialized (
      select * from private.payroll_punches(company_id_param, weeks_from, weeks_to, employee_ids_param, as_of_param, planned_param)
    )
    select row(p.*)::private.pay_punch from fetched p
    where p.in_minute >= week_minute or p.employee_id in (
      select r.employee_id from fetched r where r.in_minute < week_minute and r.out_minute > week_minute - reach));
  breaks := array(select b from private.payroll_breaks(company_id_param, weeks_from, weeks_to, punches) b);
  segments := array(select s from private.payroll_segments(company_id_param, weeks_from, weeks_to, punches, breaks) s);
  pieces := array(select p from private.payroll_pieces(company_id_param, weeks_from, weeks_to, segments) p);
  return query
  with work as materialized (
    select * from private.payroll_work(company_id_param, weeks_from, weeks_to, pieces)
  ), merged as materialized (
    -- Section 8.2: equal keys are merged before rounding (AR-3). Step 6.
    select (row_number() over ())::integer as line, g.week, g.work_date, g.project_id, g.cost_code_id, g.rate_e4, g.multiplier,
      g.minutes, g.first_minute, g.rules, g.paid_break_minutes, g.threshold,
      g.rules & (g.rules - 1) <> 0 or coalesce(g.threshold <> g.last_threshold, false) as mixed,
      (2 * g.minutes::bigint * g.rate_e4 + 6000) / 12000 as straight_cents, (g.multiplier - 100) * g.minutes as weight,
      (2 * g.minutes::bigint * g.rate_e4 * (g.multiplier - 100) + 600000) / 1200000 as contract_premium
    from (
      select w.week, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier,
        sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute, bit_or(1 << w.rule) as rules,
        sum(w.paid_break_minutes)::integer as paid_break_minutes, min(w.threshold) as threshold, max(w.threshold) as last_threshold
      from work w
      group by w.week, w.work_date, w.project_id, w.cost_code_id, w.rate_e4, w.multiplier
    ) g
  ), one_rule as (
    -- The same few lengths come again and again, so each is written once.
    select d.rules, coalesce(d.threshold, -1) as threshold, d.minutes, jsonb_build_array(jsonb_build_object(
      'rule', private.payroll_rule_names(d.rules), 'threshold_minutes', d.threshold, 'minutes', d.minutes)) as rule_minutes
    from (select distinct m.rules, m.threshold, m.minutes from merged m where not m.mixed) d
  ), several_rules as (
    select r.line, jsonb_agg(jsonb_build_object('rule', private.payroll_rule_names(1 << r.rule), 'threshold_minutes', r.threshold,
      'minutes', r.minutes) order by r.first_minute) as rule_minutes
    from (
      select m.line, w.rule, w.threshold, sum(w.minutes)::integer as minutes, min(w.start_minute) as first_minute
      from merged m
      join work w on w.week = m.week and w.work_date = m.work_date and w.multiplier = m.multiplier
        and (w.project_id, w.cost_code_id, w.rate_e4) is not distinct from (m.project_id, m.cost_code_id, m.rate_e4)
      where m.mixed
      group by m.line, w.rule, w.threshold
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
    left join one_rule d on not m.mixed and d.rules = m.rules and d.threshold = coalesce(m.threshold, -1) and d.minutes = m.minutes
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
  where case when l.work_date between first_date_param and last_date_param then true else false end;
end $$;

create or replace function public.payroll_line_origins(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, entry_ids uuid[], certified boolean, approved_by text, approved_at timestamptz, equipment text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with entries as (
    -- A shift over midnight has lines on both days; its approval is that of the day it began.
    select t.id, t.employee_id, d::date as work_date, t.project_id, t.cost_code_id, t.clock_in, a.approved_by, a.approved_at,
      coalesce(q.number, q.name) as machine
    from public.time_entries t
    left join public.equipment q on q.company_id = t.company_id and q.id = t.equipment_id
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
      and a.approved_at >= t.updated_at
    cross join lateral generate_series(t.work_date,
      greatest(t.work_date, ((t.clock_out - interval '1 microsecond') at time zone private.zone_of(company, t.project_id))::date), interval '1 day') d
    where t.company_id = company and t.clock_out is not null
      and t.work_date between start_date_param - 7 and end_date_param
  ), origins as (
    select e.employee_id, e.work_date, e.project_id, e.cost_code_id, array_agg(e.id order by e.clock_in, e.id) as entry_ids,
      bool_and(e.approved_at is not null) as approved, max(e.approved_at) as approved_at,
      (array_agg(e.approved_by order by e.approved_at desc nulls last))[1] as approver,
      array_agg(distinct e.machine) filter (where e.machine is not null) as machines
    from entries e
    where e.work_date between start_date_param and end_date_param
    group by e.employee_id, e.work_date, e.project_id, e.cost_code_id
  )
  select o.employee_id, o.work_date, o.project_id, o.cost_code_id, o.entry_ids,
    coalesce(frozen.certified, p.prevailing_wage, false),
    case when o.approved then btrim(concat_ws(' ', who.first_name, who.last_name)) end,
    case when o.approved then o.approved_at end, coalesce(o.machines, '{}')
  from origins o
  left join public.projects p on p.company_id = company and p.id = o.project_id
  -- What a locked period says stays, whatever becomes of the project.
  left join lateral (
    select l.certified from public.payroll_lines l
    where l.company_id = company and l.employee_id = o.employee_id and l.work_date = o.work_date and l.project_id = o.project_id
    limit 1) frozen on true
  left join public.employees who on who.company_id = company and who.user_id = o.approver
  order by o.employee_id, o.work_date, o.project_id, o.cost_code_id;
end $$;

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
    select private.local_date(b.start_minute, private.zone_of(company, t.project_id), 0) as work_date, sum(b.end_minute - b.start_minute) as minutes
    from private.payroll_breaks(company, start_date_param - 1, end_date_param + 1, array(
      select row(p.*)::private.pay_punch
      from private.payroll_punches(company, start_date_param - 1, end_date_param + 1, array[employee_id_param], null) p)) b
    join public.time_entries t on t.company_id = company and t.id = b.entry_id
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
    order by y.employee_id is null, y.project_id is null limit 1
  ) p on true
  where l.work_date between start_date_param and end_date_param
  order by l.work_date, l.first_minute, l.multiplier, l.project_id, l.cost_code_id;
end $$;

create or replace function private.unpaid_break_minimum(company_id_param uuid, employee_id_param uuid, project_id_param uuid, date_param date) returns integer
language sql stable parallel safe
return coalesce((select (p.policy ->> 'unpaid_break_minutes')::integer from public.overtime_policies p
  where p.company_id = company_id_param and p.effective_from <= date_param
    and (p.project_id is null or p.project_id = project_id_param) and (p.employee_id is null or p.employee_id = employee_id_param)
  order by p.employee_id is null, p.project_id is null, p.effective_from desc limit 1), private.unpaid_break_default());

create or replace function private.forget_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- A policy with another day or hour for its week has weeks that reach into the next of the company's.
  reach integer := case when exists (
    select from public.overtime_policies p
    where p.company_id = company_id_param and (p.policy ->> 'workweek_start_dow' is not null
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
    -- Stored dates have no infinity.
    values (company_id_param, employee_id_param, greatest(first_week, date '0001-01-01'), least(last_week, date '9999-12-31'));
  end if;
end $$;

create or replace function private.forget_pay_of_work(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  first_date date;
  last_date date;
  begins timestamptz;
  ends timestamptz;
  -- At a site in another zone the same work may belong to the day before or after.
  margin interval := case when private.has_site_zones(company_id_param) then interval '26 hours' else interval '1 hour' end;
begin
  select c.time_zone, c.week_start into company from public.companies c where c.id = company_id_param;
  first_date := ((from_param - margin) at time zone company.time_zone)::date;
  last_date := ((to_param + margin) at time zone company.time_zone)::date;
  begins := private.week_of(first_date, company.week_start)::timestamp at time zone company.time_zone;
  ends := (private.week_of(last_date, company.week_start) + 7)::timestamp at time zone company.time_zone;
  if from_param < begins + interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= begins - interval '4 days' and t.clock_in < begins + margin and t.clock_out > begins - interval '1 day') then
    first_date := private.week_of(first_date, company.week_start) - 1;
  end if;
  if to_param > ends - interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= ends - interval '4 days' and t.clock_in < ends + interval '1 day' and t.clock_out > ends - margin) then
    last_date := private.week_of(last_date, company.week_start) + 7;
  end if;
  perform private.forget_pay(company_id_param, employee_id_param, first_date, last_date);
end $$;

create or replace function private.is_open(entry_param public.time_entries) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.is_approved(entry_param) and not private.is_locked(entry_param.company_id, entry_param.work_date,
    (coalesce(entry_param.clock_out, now()) at time zone private.zone_of(entry_param.company_id, entry_param.project_id))::date);
end $$;

create or replace function public.merge_cost_codes(from_id_param uuid, into_id_param uuid) returns table(moved_entries bigint, kept_entries bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  source public.cost_codes;
  target public.cost_codes;
begin
  select * into source from public.cost_codes k where k.company_id = me.company_id and k.id = from_id_param for update;
  select * into target from public.cost_codes k where k.company_id = me.company_id and k.id = into_id_param for update;
  if source.id is null or target.id is null then
    raise exception using errcode = 'P0001', hint = 'cost_code_unknown', message = 'This cost code does not exist.';
  elsif source.id = target.id or not target.active or source.merged_into is not null then
    raise exception using errcode = 'P0001', hint = 'cost_codes_not_mergeable',
      message = 'Choose two different cost codes; the one that stays must be in use.';
  end if;
  perform private.give_reason('Merged ' || source.code || ' into ' || target.code);

  insert into public.project_cost_codes (company_id, project_id, cost_code_id)
    select p.company_id, p.project_id, target.id from public.project_cost_codes p
     where p.company_id = me.company_id and p.cost_code_id = source.id
    on conflict do nothing;
  delete from public.project_cost_codes p where p.company_id = me.company_id and p.cost_code_id = source.id;
  update public.employee_rates r set cost_code_id = target.id
    where r.company_id = me.company_id and r.cost_code_id = source.id
      and not exists (select from public.employee_rates o where o.company_id = r.company_id and o.employee_id = r.employee_id
        and o.effective_from = r.effective_from and o.cost_code_id = target.id and o.project_id is not distinct from r.project_id);
  -- Approved and locked time never changes: it keeps the old code, which says where it went.
  update public.time_entries t set cost_code_id = target.id
    where t.company_id = me.company_id and t.cost_code_id = source.id
      and private.is_open(t);
  get diagnostics moved_entries = row_count;
  select count(*) into kept_entries from public.time_entries t where t.company_id = me.company_id and t.cost_code_id = source.id;
  update public.cost_codes k set active = false, merged_into = target.id where k.company_id = me.company_id and k.id = source.id;
  return next;
end $$;

create or replace function public.timesheet_changes(start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns table(occurred_at timestamptz, action text, entity text, entity_id uuid, work_date date, changed_by text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_employee()).company_id;
  person uuid := coalesce(employee_id_param, private.my_employee_id());
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if person is distinct from private.my_employee_id() then
    perform private.require_manager();
  end if;
  return query
  select a.occurred_at, a.action, a.entity, a.entity_id, d.work_date,
    coalesce(nullif(btrim(e.first_name || ' ' || e.last_name), ''), ''), a.before, a.after, a.reason
  from public.audit_events a
  join public.employees subject on subject.company_id = company and subject.id = person
  left join public.employees e on e.company_id = company and e.user_id = a.actor_id
  left join public.time_entries entry on entry.company_id = company
    and entry.id = coalesce(a.after ->> 'time_entry_id', a.before ->> 'time_entry_id')::uuid
  cross join lateral (
    select coalesce((a.after ->> 'work_date')::date, (a.before ->> 'work_date')::date,
      (coalesce(a.after ->> 'started_at', a.before ->> 'started_at')::timestamptz at time zone private.zone_of(company, entry.project_id))::date) as work_date
  ) d
  where a.company_id = company and a.employee_id = person and a.entity in ('time_entries', 'time_entry_breaks')
    and a.actor_id is distinct from subject.user_id and d.work_date between start_date_param and end_date_param
  order by a.sequence;
end $$;

drop function private.refuse_zone_that_moves_paid_time(uuid, text, text);

create function private.refuse_zone_that_moves_paid_time(company_id_param uuid, project_id_param uuid, old_zone_param text, new_zone_param text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  period record;
begin
  select p.start_date, p.end_date into period
    from public.pay_periods p
    cross join lateral (values (p.start_date), (p.end_date + 1)) as edge (day)
    cross join lateral (
      select least(m.before, m.after) as starts, greatest(m.before, m.after) as ends
        from (select edge.day::timestamp at time zone old_zone_param as before, edge.day::timestamp at time zone new_zone_param as after) m
    ) moved
    join public.time_entries t on t.company_id = company_id_param
      and t.clock_in < moved.ends and coalesce(t.clock_out, 'infinity') > moved.starts
    left join public.projects site on site.company_id = t.company_id and site.id = t.project_id
   where p.company_id = company_id_param and p.status = 'locked'
     and case when project_id_param is null then site.time_zone is null else t.project_id = project_id_param end
   order by p.start_date limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'zone_moves_locked_time',
      message = 'This time zone would move hours in or out of a locked pay period. Unlock the period first.',
      detail = json_build_object('start_date', period.start_date, 'end_date', period.end_date)::text;
  end if;
end $$;
comment on function private.refuse_zone_that_moves_paid_time(uuid,uuid,text,text) is 'Refuses a change of the zone of a company (project null) or project while its time lies between the old and the new midnight of a locked period''s edge.';

create or replace function private.lock_time_for_new_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_time_exclusive(new.id);
  perform private.refuse_zone_that_moves_paid_time(new.id, null, old.time_zone, new.time_zone);
  return new;
end $$;

create or replace function private.check_project_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company_zone text := (select c.time_zone from public.companies c where c.id = new.company_id);
begin
  if new.time_zone is not null then
    perform private.check_time_zone(new.time_zone);
  end if;
  if tg_op = 'UPDATE' then
    perform private.lock_time_exclusive(new.company_id);
    perform private.refuse_zone_that_moves_paid_time(new.company_id, new.id, coalesce(old.time_zone, company_zone),
      coalesce(new.time_zone, company_zone));
  end if;
  return new;
end $$;
comment on function private.check_project_zone() is 'A known zone that moves no paid time; writers of time wait for a new one, so none uses the old one.';

drop trigger x_changes_pay on public.projects;
create trigger x_changes_pay after update on public.projects
  for each row when (old.prevailing_wage is distinct from new.prevailing_wage or old.time_zone is distinct from new.time_zone)
  execute function private.company_changes_pay();

create function private.last_today(company_id_param uuid) returns date
language sql stable set search_path = '' as $$
  select min((now() at time zone z.time_zone)::date)
  from (
    select c.time_zone from public.companies c where c.id = company_id_param
    union
    select p.time_zone from public.projects p
    where p.company_id = company_id_param and p.time_zone is not null and p.status = 'active'
  ) z;
$$;
comment on function private.last_today(uuid) is 'Today where it ends last: in the company''s zone or that of an active project.';

create or replace function public.lock_pay_period(start_date_param date, end_date_param date, unknown_pay_param boolean default false) returns public.pay_periods
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_manager()).company_id;
  period public.pay_periods;
  open_people json;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_time_exclusive(company);
  select p.* into period from public.pay_periods p
  where p.company_id = company and p.status = 'locked'
    and daterange(p.start_date, p.end_date, '[]') && daterange(start_date_param, end_date_param, '[]') limit 1;
  if period.start_date = start_date_param and period.end_date = end_date_param then
    return period;
  elsif period.id is not null then
    raise exception using errcode = 'P0001', hint = 'period_overlaps_locked',
      message = 'Some of these days are in a locked pay period.',
      detail = json_build_object('start_date', period.start_date, 'end_date', period.end_date)::text;
  end if;
  -- Nobody could clock in on a locked day.
  if end_date_param >= private.last_today(company) then
    raise exception using errcode = 'P0001', hint = 'period_not_over',
      message = 'This period is not over. Lock it after its last day.',
      detail = json_build_object('end_date', end_date_param)::text;
  end if;
  -- A running entry that touched a locked day could never be ended.
  select json_agg(t.employee_id) into open_people from public.time_entries t
  where t.company_id = company and t.clock_out is null and t.work_date <= end_date_param;
  if open_people is not null then
    raise exception using errcode = 'P0001', hint = 'missing_clock_out', detail = open_people::text,
      message = 'Someone has time without an end in this period. Set the clock-out first.';
  end if;
  -- Frozen without a rate, somebody would be missing in every file of the period.
  select json_agg(distinct i.employee_id) into open_people from private.time_issues(company, null, start_date_param, end_date_param) i
  where i.kind = 'no_rate';
  if open_people is not null and unknown_pay_param is not true then
    raise exception using errcode = 'P0001', hint = 'unknown_pay', detail = open_people::text,
      message = 'The pay of someone in this period is unknown. Set the rate first, or lock it with unknown pay.';
  end if;

  -- A week that began in the period before was frozen half done; its regular rate is known only now.
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, note, payroll_line_id, corrects_date)
  select company, o.employee_id, start_date_param, 'ADJUSTMENT', o.difference_cents, 'Workweek completed', o.line_id, o.work_date
  from private.payroll_owed(company, start_date_param - 6, start_date_param - 1) o
  join public.companies c on c.id = company
  left join public.payroll_lines l on l.company_id = company and l.id = o.line_id
  where o.difference_cents <> 0 and coalesce(l.week_start, private.week_of(o.work_date, c.week_start)) + 6 >= start_date_param;

  delete from public.pay_periods p
  where p.company_id = company and p.status = 'open'
    and daterange(p.start_date, p.end_date, '[]') && daterange(start_date_param, end_date_param, '[]')
    and (p.start_date, p.end_date) is distinct from (start_date_param, end_date_param);
  update public.pay_periods p set status = 'locked', locked_at = clock_timestamp(), locked_by = auth.uid()
  where p.company_id = company and p.start_date = start_date_param and p.end_date = end_date_param
  returning * into period;
  if not found then
    insert into public.pay_periods (company_id, start_date, end_date, status, locked_at, locked_by)
    values (company, start_date_param, end_date_param, 'locked', clock_timestamp(), auth.uid())
    returning * into period;
  end if;
  perform private.freeze_lines(company, period.id, start_date_param, end_date_param);
  return period;
end $$;

create or replace function public.set_overtime_policy(preset_param text, effective_from_param date, custom_param jsonb default null::jsonb, project_id_param uuid default null::uuid, employee_id_param uuid default null::uuid) returns public.overtime_policies
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  resolved record;
  zone text;
  saved public.overtime_policies;
begin
  if not private.is_owner() then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only an owner may change the overtime policy.';
  end if;
  if effective_from_param is null then
    raise exception using errcode = 'P0001', hint = 'date_required', message = 'Choose the date the policy starts.';
  end if;
  if (project_id_param is not null and not exists (
        select from public.projects p where p.company_id = company and p.id = project_id_param))
    or (employee_id_param is not null and not exists (
        select from public.employees e where e.company_id = company and e.id = employee_id_param)) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This project or person was not found.';
  end if;
  resolved := private.resolve_overtime_policy(preset_param, custom_param);
  zone := private.zone_of(company, project_id_param);
  if resolved.policy ->> 'tz' <> zone then
    raise exception using errcode = 'P0001', hint = 'overtime_rule_zone', detail = zone,
      message = format('Days follow the time zone of the project, or of the company: %s here. Change it there.', zone);
  end if;
  resolved.policy := resolved.policy || '{"tz": null}';
  insert into public.overtime_policies (company_id, effective_from, preset, policy, project_id, employee_id)
  values (company, effective_from_param, resolved.preset, resolved.policy, project_id_param, employee_id_param)
  on conflict on constraint overtime_policies_one_per_day do update
    set preset = excluded.preset, policy = excluded.policy, created_by = excluded.created_by
  returning * into saved;
  return saved;
end $$;

-- Rules of before: a zone in them was ignored for projects, and differed from the work dates for others.
update public.overtime_policies p set policy = p.policy || '{"tz": null}' where p.policy ->> 'tz' is not null;

-- Stored pay and hours that rest on the old order or the company's midnight.
do $$
declare
  company uuid;
begin
  for company in
    select c.id from public.companies c
    where private.has_site_zones(c.id) or exists (
      select from public.overtime_policies o join public.overtime_policies j on j.company_id = o.company_id
      where o.company_id = c.id and o.employee_id is not null and o.project_id is null and j.project_id is not null and j.employee_id is null)
  loop
    perform private.forget_pay(company, null, '-infinity', 'infinity');
    perform private.recount_work(company);
  end loop;
end $$;
