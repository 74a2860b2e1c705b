-- Payroll, steps 1 to 3 of the general path: punches, rounding, breaks, shifts.
-- All times are whole minutes since 1970. Every function here is a pure reading of the tables.

-- Neutral rounding to the nearest increment on minutes since local midnight, ties up (RN-1 to RN-6).
create function private.round_minute(minute_param integer, time_zone_param text, increment_param integer)
returns integer
language sql stable parallel safe set search_path = '' as $$
  select minute_param - t + ((2 * t + increment_param) / (2 * increment_param)) * increment_param
  from (select extract(hour from local)::integer * 60 + extract(minute from local)::integer as t
        from (select to_timestamp(minute_param::bigint * 60) at time zone time_zone_param as local) l) m;
$$;

-- One row per entry: what its policy is, and its punches as they count for pay.
-- A running entry counts up to as_of_param, or not at all when that is null.
-- Only the ends of a shift are rounded: punches around a meal never are (Donohue), and a job switch
-- is one shared instant anyway.
create function private.payroll_punches(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns table (
  entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date,
  policy_id uuid, day_policy_id uuid, in_minute integer, out_minute integer
)
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
comment on function private.payroll_punches(uuid, date, date, uuid, timestamptz) is 'Step 1: entries with truncated and, if the company wants it, neutrally rounded punches.';

-- Breaks in minutes, clipped to their entry, and whether pay is deducted for them.
-- Rest breaks and meals under 30 minutes are work time, whatever they were called (BR-2, BR-3).
create function private.payroll_breaks(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns table (
  entry_id uuid, start_minute integer, end_minute integer, kind text, deducted boolean, automatic boolean
)
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
comment on function private.payroll_breaks(uuid, date, date, uuid, timestamptz) is 'Step 1: which breaks are unpaid, automatic meals included.';

-- What was worked, in one piece each: entries without their unpaid breaks, in runs.
-- A run is work interrupted only by gaps up to the policy's run_gap (L14: duty-free breaks up to an hour).
create function private.payroll_segments(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns table (
  entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, policy_id uuid, day_policy_id uuid,
  meal_waived boolean, start_minute integer, end_minute integer, run_start integer, gap_before integer,
  paid_break_minutes integer
)
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
comment on function private.payroll_segments(uuid, date, date, uuid, timestamptz) is
  'Steps 1 and 2: stretches of paid work in whole minutes since 1970. gap_before is the time since the person last worked.';

revoke all on function private.round_minute(integer, text, integer),
  private.payroll_punches(uuid, date, date, uuid, timestamptz),
  private.payroll_breaks(uuid, date, date, uuid, timestamptz),
  private.payroll_segments(uuid, date, date, uuid, timestamptz) from public;
