-- Payroll, step 3 of the general path: work cut at workdays and workweeks, with the rate and the rules of each piece.

-- Base rate on the work date, the most specific first (section 4.1): project and cost code, project,
-- cost code, the employee's own. On prevailing-wage projects the own rate is a floor (RT-2).
create function private.pick_rate(
  prevailing_param boolean, project_code_param integer, project_param integer, code_param integer, own_param integer
) returns integer
language sql immutable parallel safe
return case when prevailing_param
  then greatest(coalesce(project_code_param, project_param), coalesce(code_param, own_param))
  else coalesce(project_code_param, project_param, code_param, own_param) end;

create function private.payroll_pieces(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
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
comment on function private.payroll_pieces(uuid, date, date, uuid, timestamptz) is
  'Step 3: work cut at workdays (in the policy''s zone) with week, workday of the daily rules, policy and rate.';

revoke all on function private.pick_rate(boolean, integer, integer, integer, integer),
  private.payroll_pieces(uuid, date, date, uuid, timestamptz) from public;
