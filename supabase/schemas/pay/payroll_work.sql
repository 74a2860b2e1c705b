create or replace function private.rate_e4(rate_param numeric) returns integer
language sql immutable parallel safe
return case when rate_param < 100000 then (rate_param * 10000)::integer end;
comment on function private.rate_e4(numeric) is 'A rate as whole 1/10000 of a dollar. One that was stored before there was a limit, and is no rate of an hour, is unknown: it must not stop the pay of everybody else.';

create or replace function private.payroll_rates(company_id_param uuid) returns table(employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer, valid_from date, valid_to date)
language sql stable parallel safe
begin atomic
 select r.employee_id,
     r.project_id,
     r.cost_code_id,
     private.rate_e4(r.hourly_rate) as rate_e4,
     r.effective_from,
     lead(r.effective_from, 1, 'infinity'::date) over (partition by r.employee_id, r.project_id, r.cost_code_id order by r.effective_from) as lead
    from public.employee_rates r
   where (r.company_id = payroll_rates.company_id_param);
end;
comment on function private.payroll_rates(uuid) is 'Rates as whole 1/10000 of a dollar, each from valid_from up to, not including, valid_to.';

create or replace function private.week_number(person_param integer, week_start_param date) returns bigint
language sql immutable parallel safe
return person_param * bigint '10000000' + 5000000 + (week_start_param - date '2000-01-01');
comment on function private.week_number(integer,date) is 'A person''s week as one number.';

create or replace function private.payroll_work(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[], names_param private.pay_names, terms_param private.pay_term[]) returns table(week bigint, week_policy integer, work_date date, job bigint, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer)
language plpgsql stable rows 40000 set search_path = '' as $$
declare
  codes integer := cardinality((names_param).codes) + 1;
  classes integer := cardinality((names_param).classes) + 1;
  jobs_of_project integer := codes * classes;
  -- docs/rules/public-work.md: what contracts ask for. Once work is priced, a job says by which terms and why instead of its class;
  -- without terms, of people who did no public work, neither.
  prices integer := private.price_count(terms_param);
  is_public boolean := terms_param is not null;
  covered_terms boolean[];
  by_determination boolean := false;
  by_statute boolean := false;
  zone_names text[] := (names_param).time_zones;
  -- Wide enough for a segment that begins before the first date or ends after the last.
  first_day date := first_date_param - 4;
  -- What rules say, by the number of the policy; and the company's policy of each day.
  week_dows integer[];
  weekly_afters integer[];
  consecutive_afters integer[];
  makeups integer[];
  seventh_days boolean[];
  rates_below integer[];
  first_punches boolean[];
  start_days boolean[];
  workday_starts integer[];
  company_policies integer[] := private.company_policies(company_id_param, first_date_param, last_date_param);
  -- What no policy of the range asks for is not looked at.
  several boolean;
  special boolean;
  by_job boolean;
  by_run boolean;
  by_punch boolean;
  by_start boolean;
  by_day boolean;
  by_date boolean;
begin
  select array_agg(p.week_dow order by p.number), array_agg(p.weekly_after order by p.number), array_agg(p.consecutive_after order by p.number),
    array_agg(case when p.saturday_makeup then (
      select max(((d ->> 'mult')::numeric * 100)::integer) from jsonb_array_elements(p.policy -> 'day_rules') d where (d ->> 'dow')::integer = 6)
      end order by p.number),
    array_agg(p.seventh_day order by p.number), array_agg(p.rate_below_cents order by p.number),
    array_agg(p.first_punch order by p.number), array_agg(p.start_day order by p.number), array_agg(p.workday_start order by p.number),
    count(*) > 1, bool_or(p.project_id is not null or p.employee_id is not null), bool_or(p.consecutive_after is not null),
    bool_or(p.first_punch), bool_or(p.start_day), bool_or(p.seventh_day or p.policy -> 'daily' <> '[]'), bool_or(p.policy -> 'day_rules' <> '[]')
    into week_dows, weekly_afters, consecutive_afters, makeups, seventh_days, rates_below, first_punches, start_days, workday_starts,
      several, special, by_run, by_punch, by_start, by_day, by_date
  from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p;
  if is_public then
    select array_agg(t.covered order by t.number), bool_or(t.daily <> '[]' or coalesce(t.day_multiplier, 100) > 100), bool_or(t.covered)
      into covered_terms, by_determination, by_statute
    from (select distinct on (u.number) u.* from unnest(terms_param) u order by u.number) t;
    by_day := by_day or by_determination;
  end if;
  by_job := exists (
    select from private.payroll_rates(company_id_param) r
    where (r.project_id is not null or r.cost_code_id is not null)
      and r.valid_from <= last_date_param + 14 and r.valid_to > first_date_param - 14);
  return query
  with recursive policies as materialized (
    select * from private.payroll_policies_between(company_id_param, first_date_param, last_date_param)
  ), people as not materialized (
    select e.id, e.number::integer as person from unnest((names_param).people) with ordinality e (id, number)
  ), projects as not materialized (
    select j.id, j.number - 1 as project from unnest((names_param).projects) with ordinality j (id, number)
  ), exceptions as materialized (
    -- Policies of a person, a project, or both.
    select p.number, p.valid_from, p.valid_to, e.person, j.project
    from policies p left join people e on e.id = p.employee_id left join projects j on j.id = p.project_id
    where special and (p.employee_id is null) = (e.person is null) and (e.person is not null or j.project is not null)
  ), calendars as materialized (
    select p.number * 65536 + z.number as calendar,
      private.day_starts(z.name, p.workday_start, first_day, last_date_param - first_date_param + 12) as starts
    from policies p cross join unnest((names_param).time_zones) with ordinality z (name, number)
  ), rates as materialized (
    select e.person, j.project, k.number - 1 as code, r.cost_code_id is not null as of_code, r.project_id is not null as of_project,
      r.rate_e4, r.valid_from, r.valid_to
    from private.payroll_rates(company_id_param) r
    join people e on e.id = r.employee_id
    left join projects j on j.id = r.project_id
    left join unnest((names_param).codes) with ordinality k (id, number) on k.id = r.cost_code_id
    where r.valid_from <= last_date_param + 14 and r.valid_to > first_date_param - 14
  ), segments as materialized (
    select s.person, s.job, c.calendar, s.policy, s.run_start, s.start_minute, s.end_minute, s.paid_breaks,
      width_bucket(s.start_minute, c.starts) as from_day, width_bucket(s.end_minute - 1, c.starts) as to_day,
      -- A run that went on at a site in another zone keeps the day on which it began where it began.
      case when not by_start then null when s.run_zone <> s.zone
        then private.local_date(s.run_start, zone_names[s.run_zone], workday_starts[s.policy])
        else first_day + (width_bucket(s.run_start, c.starts) - 1) end as run_date
    from unnest(segments_param) s
    join calendars c on c.calendar = s.policy * 65536 + s.zone
  ), by_days as not materialized (
    select s.person, s.job, s.run_start, s.run_date, first_day + (s.from_day - 1) as work_date, week_dows[s.policy] as week_dow,
      s.start_minute, s.end_minute, s.paid_breaks
    from segments s where s.from_day = s.to_day
    union all
    select s.person, s.job, s.run_start, s.run_date, first_day + (d.i - 1), week_dows[s.policy],
      greatest(s.start_minute, c.starts[d.i]), least(s.end_minute, c.starts[d.i + 1]), s.paid_breaks
    from segments s
    join calendars c on c.calendar = s.calendar
    cross join lateral generate_series(s.from_day, s.to_day) d (i)
    where s.from_day <> s.to_day
  ), governed_by as not materialized (
    select b.*, company_policies[b.work_date - first_date_param + 15] as base_policy, company_policies[b.work_date - first_date_param + 15] as rule_policy
    from by_days b where not special
    union all
    select b.*, private.pick_policy(null, own.number, null, company_policies[b.work_date - first_date_param + 15]),
      private.pick_policy(own_job.number, own.number, job.number, company_policies[b.work_date - first_date_param + 15])
    from by_days b
    left join exceptions own on own.person = b.person and own.project is null and b.work_date >= own.valid_from and b.work_date < own.valid_to
    left join exceptions job on job.project = b.job / jobs_of_project and job.person is null and b.work_date >= job.valid_from and b.work_date < job.valid_to
    left join exceptions own_job on own_job.project = b.job / jobs_of_project and own_job.person = b.person
      and b.work_date >= own_job.valid_from and b.work_date < own_job.valid_to
    where special
  ), priced as not materialized (
    select g.*, r.rate_e4
    from governed_by g
    left join rates r on r.person = g.person and not r.of_project and not r.of_code and g.work_date >= r.valid_from and g.work_date < r.valid_to
    where not by_job
    union all
    select g.*, private.pick_rate(coalesce(p.prevailing_wage, false), rpc.rate_e4, rp.rate_e4, rc.rate_e4, r.rate_e4)
    from governed_by g
    left join projects j on j.project = g.job / jobs_of_project
    left join public.projects p on p.company_id = company_id_param and p.id = j.id
    left join rates r on r.person = g.person and not r.of_project and not r.of_code and g.work_date >= r.valid_from and g.work_date < r.valid_to
    left join rates rc on rc.person = g.person and not rc.of_project and rc.code = g.job / classes % codes
      and g.work_date >= rc.valid_from and g.work_date < rc.valid_to
    left join rates rp on rp.person = g.person and rp.project = g.job / jobs_of_project and not rp.of_code
      and g.work_date >= rp.valid_from and g.work_date < rp.valid_to
    left join rates rpc on rpc.person = g.person and rpc.project = g.job / jobs_of_project and rpc.code = g.job / classes % codes
      and g.work_date >= rpc.valid_from and g.work_date < rpc.valid_to
    where by_job
  ), worked as materialized (
    select p.person, case when is_public then p.job / classes * prices + coalesce(t.number * 8
          + private.rate_reason_number(p.rate_e4, x.rate_e4, t.base_e4, t.apprentice), 0) else p.job / classes end as job,
      p.run_start, p.work_date, p.week_dow, p.start_minute, p.end_minute, p.base_policy, p.rule_policy,
      case when t.number is null then p.rate_e4 else x.rate_e4 end as rate_e4,
      case when p.paid_breaks is null then 0 else (
        select coalesce(sum(upper(r) - lower(r)), 0)::integer
        from unnest(p.paid_breaks * int4multirange(int4range(p.start_minute, p.end_minute))) r)
      end as paid_break_minutes,
      private.week_number(p.person, private.week_of(p.work_date, p.week_dow)) as week,
      -- start_day: the whole run belongs to the day it began, for the daily rules only.
      case when start_days[p.rule_policy] then p.run_date else p.work_date end as day_date
    from priced p
    left join unnest(terms_param) t on is_public and t.person = p.person and t.place = p.job / jobs_of_project * classes + p.job % classes
      and t.work_date = p.work_date
    cross join lateral (
      select private.topped_up_rate(p.rate_e4, t.base_e4, t.fringe_e4, t.credit_e4, t.cash_e4, t.top_up) as rate_e4) x
  ), punched as materialized (
    select w.* from worked w where by_punch and first_punches[w.rule_policy]
  ), anchors (week, anchor) as (
    -- docs/rules/overtime.md#l13: a workday of 24 hours begins when work begins; the next begins with the first work after it.
    -- Each workweek starts its own chain, so that it stands alone (#l4). One step per workday, all people at once.
    select p.week, min(p.start_minute) from punched p group by p.week
    union all
    select n.week, n.anchor
    from (
      select distinct on (a.week) a.week, greatest(p.start_minute, a.anchor + 1440) as anchor
      from anchors a
      join punched p on p.week = a.week and p.end_minute > a.anchor + 1440
      order by a.week, p.start_minute
    ) n
  ), anchored_days as (
    -- Every anchor lies in a piece, and a piece in one day of its site.
    select a.*, lead(a.anchor) over (partition by a.week order by a.anchor) as next_anchor, p.work_date as anchor_date
    from anchors a
    join punched p on p.week = a.week and p.start_minute <= a.anchor and p.end_minute > a.anchor
  ), pieces as not materialized (
    select w.person, w.job, w.run_start, w.work_date, w.week_dow, w.start_minute, w.end_minute, w.base_policy, w.rule_policy, w.rate_e4,
      w.paid_break_minutes, w.week, w.day_date, w.day_date - date '2000-01-01' as day_key
    from worked w where not by_punch or not first_punches[w.rule_policy]
    union all
    select p.person, p.job, p.run_start, p.work_date, p.week_dow, greatest(p.start_minute, a.anchor),
      least(p.end_minute, coalesce(a.next_anchor, p.end_minute)), p.base_policy, p.rule_policy, p.rate_e4,
      case when p.start_minute >= a.anchor then p.paid_break_minutes else 0 end, p.week, a.anchor_date, a.anchor
    from punched p
    join anchored_days a on a.week = p.week and a.anchor < p.end_minute and coalesce(a.next_anchor, p.end_minute) > p.start_minute
    where by_punch
  ), governed as (
    -- docs/rules/overtime.md#the-policy: a day's daily rules are those of the place where most of it was worked.
    select distinct on (g.person, g.day_key) g.person, g.day_key, g.rule_policy
    from (
      select k.person, k.day_key, k.rule_policy, sum(k.end_minute - k.start_minute) as minutes, min(k.start_minute) as first_minute
      from pieces k where several group by k.person, k.day_key, k.rule_policy
    ) g
    order by g.person, g.day_key, g.minutes desc, g.first_minute
  ), begun as (
    -- The rules of the week are those in force when its work began.
    select k.week, (min(k.start_minute::bigint << 32 | k.base_policy) & 4294967295)::integer as policy
    from pieces k where several group by k.week
  ), ruled as not materialized (
    select k.person, k.week, k.job, k.rate_e4, k.work_date, k.run_start, k.start_minute, k.end_minute - k.start_minute as minutes,
      k.paid_break_minutes, k.day_key, k.day_date, k.week_dow, k.base_policy as week_policy, k.rule_policy
    from pieces k where not several
    union all
    select k.person, k.week, k.job, k.rate_e4, k.work_date, k.run_start, k.start_minute, k.end_minute - k.start_minute,
      k.paid_break_minutes, k.day_key, k.day_date, k.week_dow, b.policy, g.rule_policy
    from pieces k
    join begun b on b.week = k.week
    join governed g on g.person = k.person and g.day_key = k.day_key
    where several
  ), daily_rules as (
    select p.number as policy, (d ->> 'after')::integer as after, ((d ->> 'mult')::numeric * 100)::integer as multiplier
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'daily') d
  ), cuts as (
    -- The minutes of a workday at which a rule begins, with and without the daily rules (docs/rules/overtime.md#l13) and the seventh day.
    select p.number as policy, v.daily_applies, v.seventh, 0 as lower
    from policies p cross join (values (true, false), (true, true), (false, false), (false, true)) v (daily_applies, seventh)
    union
    select d.policy, true, v.seventh, d.after from daily_rules d cross join (values (true), (false)) v (seventh)
    union
    select p.number, v.daily_applies, true, (p.policy #>> '{seventh_day,first}')::integer
    from policies p cross join (values (true), (false)) v (daily_applies) where p.seventh_day
  ), bands as materialized (
    select c.policy * 4 + c.daily_applies::integer * 2 + c.seventh::integer as key, c.lower,
      lead(c.lower, 1, 1000000) over (partition by c.policy, c.daily_applies, c.seventh order by c.lower) as upper,
      greatest(100, d.multiplier, s.multiplier)::integer as multiplier,
      case when s.multiplier > 100 and s.multiplier >= coalesce(d.multiplier, 100) then 4
        when d.multiplier > 100 then 3 else 0 end as rule,
      case when s.multiplier > 100 and s.multiplier >= coalesce(d.multiplier, 100) then s.after
        when d.multiplier > 100 then d.after end as threshold
    from cuts c
    join policies p on p.number = c.policy
    left join lateral (
      select r.multiplier, r.after from daily_rules r
      where c.daily_applies and r.policy = c.policy and r.after <= c.lower
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
    select p.number as policy, (d ->> 'dow')::integer as dow, coalesce((d ->> 'holiday')::boolean, false) as holiday,
      ((d ->> 'mult')::numeric * 100)::integer as multiplier
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'day_rules') d
    where p.saturday_makeup is not true or (d ->> 'dow')::integer is distinct from 6
  ), holidays as materialized (
    select p.number as policy, h.date
    from policies p join public.holidays h on h.company_id = company_id_param
    union
    select p.number, (h #>> '{}')::date from policies p cross join lateral jsonb_array_elements(p.policy -> 'holidays') h
  ), determination_bands as materialized (
    -- The minutes of a day of public work at which a rule of the determination begins.
    select c.number as term, c.lower, lead(c.lower, 1, 2147483647) over (partition by c.number order by c.lower) as upper,
      greatest(100, d.multiplier, c.day_multiplier) as multiplier, case when c.day_multiplier >= coalesce(d.multiplier, 100) then 14 else 13 end as rule,
      case when c.day_multiplier >= coalesce(d.multiplier, 100) then 0 else d.after end as threshold
    from (
      select t.number, t.daily, t.day_multiplier, 0 as lower from unnest(terms_param) t where by_determination
      union
      select t.number, t.daily, t.day_multiplier, (x ->> 'after')::integer from unnest(terms_param) t cross join lateral jsonb_array_elements(t.daily) x
      where by_determination
    ) c
    left join lateral (
      select ((x ->> 'mult')::numeric * 100)::integer as multiplier, (x ->> 'after')::integer as after from jsonb_array_elements(c.daily) x
      where (x ->> 'after')::integer <= c.lower
      order by 1 desc, 2 limit 1
    ) d on true
  ), special_days as (
    select distinct on (d.person, d.day_key) d.person, d.day_key, r.multiplier, case when r.holiday then 6 else 5 end as rule
    from (
      select p.person, p.day_key, p.day_date, p.rule_policy from ruled p where by_date
      group by p.person, p.day_key, p.day_date, p.rule_policy
    ) d
    join day_rules r on r.policy = d.rule_policy
    left join holidays h on h.policy = d.rule_policy and h.date = d.day_date
    where case when r.holiday then h.date is not null else r.dow = extract(dow from d.day_date)::integer end
      and r.multiplier > 100
    order by d.person, d.day_key, r.multiplier desc, r.holiday desc
  ), low_weeks as (
    -- docs/rules/overtime.md#l13: the rate that decides about daily overtime is the week's weighted one, unrounded, strictly below.
    select w.week, y.number as policy
    from (
      select p.week, sum(p.end_minute - p.start_minute) as minutes, sum((p.end_minute - p.start_minute)::bigint * p.rate_e4) as value_e4,
        bool_or(p.rate_e4 is null) as unpriced
      from worked p group by p.week
    ) w
    join policies y on y.rate_below_cents is not null and (w.unpriced or w.value_e4 < y.rate_below_cents::bigint * 100 * w.minutes)
  ), offsets as (
    select r.*, 0 as day_offset, 0 as public_offset, false as beyond from ruled r where not by_day and not by_run
    union all
    select r.*, (sum(r.minutes) over (partition by r.person, r.day_key order by r.start_minute))::integer - r.minutes,
      case when by_determination then (sum(case when r.job % prices > 0 then r.minutes end)
        over (partition by r.person, r.day_key order by r.start_minute))::integer - r.minutes end, false
    from ruled r where by_day and not by_run
    union all
    -- docs/rules/overtime.md#l14: beyond twelve consecutive hours, unless the minute already has a premium.
    select r.person, r.week, r.job, r.rate_e4, r.work_date, r.run_start,
      case when c.beyond then greatest(r.start_minute, r.start_minute + r.consecutive_after - r.run_offset) else r.start_minute end,
      case when c.beyond then least(r.minutes, r.run_offset + r.minutes - r.consecutive_after)
        when r.consecutive_after is null then r.minutes else least(r.minutes, r.consecutive_after - r.run_offset) end,
      case when c.beyond and r.run_offset < r.consecutive_after then 0 else r.paid_break_minutes end,
      r.day_key, r.day_date, r.week_dow, r.week_policy, r.rule_policy,
      r.day_offset + case when c.beyond then greatest(r.consecutive_after - r.run_offset, 0) else 0 end,
      r.public_offset + case when c.beyond then greatest(r.consecutive_after - r.run_offset, 0) else 0 end, c.beyond
    from (
      select p.*, consecutive_afters[p.rule_policy] as consecutive_after,
        (sum(p.minutes) over (partition by p.person, p.day_key order by p.start_minute))::integer - p.minutes as day_offset,
        case when by_determination then (sum(case when p.job % prices > 0 then p.minutes end)
          over (partition by p.person, p.day_key order by p.start_minute))::integer - p.minutes end as public_offset,
        (sum(p.minutes) over (partition by p.person, p.run_start order by p.start_minute))::integer - p.minutes as run_offset
      from ruled p where by_run
    ) r
    cross join (values (false), (true)) c (beyond)
    where case when c.beyond then r.run_offset + r.minutes > r.consecutive_after
      else r.consecutive_after is null or r.run_offset < r.consecutive_after end
  ), keyed as (
    select o.week, o.week_policy, o.job, o.rate_e4, o.work_date, o.start_minute, o.minutes, o.paid_break_minutes, o.day_offset, o.public_offset,
      o.rule_policy, o.beyond, weekly_afters[o.week_policy] as weekly_after,
      -- The first of 2000 was a Saturday.
      case when (o.day_date - date '2000-01-01') % 7 = 0 then makeups[o.rule_policy] end as makeup_multiplier,
      s.multiplier as special_multiplier, s.rule as special_rule,
      o.rule_policy * 4
        + case when rates_below[o.rule_policy] is null or (o.week, o.rule_policy) in (select w.week, w.policy from low_weeks w) then 2 else 0 end
        -- docs/rules/overtime.md#l7 and #l9: work on all seven workdays of the fixed workweek.
        + case when seventh_days[o.rule_policy] and o.day_date = private.week_of(o.day_date, o.week_dow) + 6
            and (o.person, private.week_of(o.day_date, o.week_dow)) in (
              select p.person, private.week_of(p.day_date, p.week_dow) from pieces p
              group by 1, 2 having bit_or(1 << (p.day_date - private.week_of(p.day_date, p.week_dow))) = 127) then 1 else 0 end as band
    from offsets o
    left join special_days s on s.person = o.person and s.day_key = o.day_key
    -- So that what it takes to find the band is done once for each piece.
    offset 0
  ), policy_daily as (
    -- Step 4 of docs/rules/overtime.md#order-of-application: the highest of day rule, seventh day and daily overtime; then consecutive hours.
    select k.week, k.week_policy, k.job, k.rate_e4, k.work_date, k.weekly_after, k.makeup_multiplier,
      k.start_minute + greatest(b.lower - k.day_offset, 0) as start_minute,
      least(b.upper, k.day_offset + k.minutes) - greatest(b.lower, k.day_offset) as minutes,
      case when k.beyond and greatest(b.multiplier, k.special_multiplier) = 100 then 150
        else greatest(b.multiplier, k.special_multiplier) end as multiplier,
      case when k.beyond and greatest(b.multiplier, k.special_multiplier) = 100 then 2
        when k.special_multiplier >= b.multiplier then k.special_rule else b.rule end as rule,
      case when k.beyond and greatest(b.multiplier, k.special_multiplier) = 100 then consecutive_afters[k.rule_policy]
        when k.special_multiplier >= b.multiplier then 0 else b.threshold end as threshold,
      case when b.lower <= k.day_offset then k.paid_break_minutes else 0 end as paid_break_minutes,
      k.public_offset + greatest(b.lower - k.day_offset, 0) as public_offset
    from keyed k
    join bands b on b.key = k.band and b.lower < k.day_offset + k.minutes and b.upper > k.day_offset
  ), daily as (
    -- docs/rules/public-work.md#rules-of-the-day: the higher wins.
    select d.week, d.week_policy, d.job, d.rate_e4, d.work_date, d.weekly_after, d.makeup_multiplier,
      case when by_determination and b.lower > d.public_offset then d.start_minute + b.lower - d.public_offset else d.start_minute end as start_minute,
      case when by_determination and b.term is not null then least(b.upper, d.public_offset + d.minutes) - greatest(b.lower, d.public_offset)
        else d.minutes end as minutes,
      case when by_determination then greatest(d.multiplier, b.multiplier) else d.multiplier end as multiplier,
      case when by_determination and b.multiplier > d.multiplier then b.rule else d.rule end as rule,
      case when by_determination and b.multiplier > d.multiplier then b.threshold else d.threshold end as threshold,
      case when by_determination and b.lower > d.public_offset then 0 else d.paid_break_minutes end as paid_break_minutes
    from policy_daily d
    left join determination_bands b on by_determination and b.term = (d.job % prices / 8)::integer
      and b.lower < d.public_offset + d.minutes and b.upper > d.public_offset
  ), counted as (
    -- Step 5, chronological: only minutes still at 1.0 count toward the week (#l8, #l18).
    select d.*, case when d.multiplier = 100 then (sum(case when d.multiplier = 100 then d.minutes else 0 end)
        over (partition by d.week order by d.start_minute, d.multiplier))::integer - d.minutes end as week_offset,
      -- docs/rules/public-work.md#overtime: of covered contracts, how far it is to the 40 hours of all of them.
      case when by_statute and d.multiplier = 100 and covered_terms[d.job % prices / 8] then 2400 + d.minutes
        - (sum(case when d.multiplier = 100 and covered_terms[d.job % prices / 8] then d.minutes else 0 end)
          over (partition by d.week order by d.start_minute, d.multiplier))::integer end as statute_distance
    from daily d
  ), limited as (
    -- Whichever threshold comes first.
    select c.week, c.week_policy, c.job, c.rate_e4, c.work_date, c.makeup_multiplier, c.start_minute, c.minutes, c.multiplier, c.rule,
      c.threshold, c.paid_break_minutes, c.week_offset,
      case when by_statute then least(c.weekly_after, c.week_offset + c.statute_distance) else c.weekly_after end as weekly_after,
      by_statute and c.statute_distance is not null and coalesce(c.week_offset + c.statute_distance < c.weekly_after, true) as statutory
    from counted c
  ), parted as (
    -- What is before the threshold of the week, what is beyond it, or a part of each.
    select c.*, unnest(case when c.multiplier > 100 or c.weekly_after is null or c.week_offset + c.minutes <= c.weekly_after then array[false]
      when c.week_offset >= c.weekly_after then array[true] else array[false, true] end) as beyond
    from limited c
  )
  select p.week, p.week_policy, p.work_date, p.job, p.rate_e4,
    case when p.beyond then greatest(p.start_minute, p.start_minute + p.weekly_after - p.week_offset) else p.start_minute end,
    case when p.beyond then least(p.minutes, p.week_offset + p.minutes - p.weekly_after)
      when p.multiplier > 100 or p.weekly_after is null then p.minutes
      else least(p.minutes, p.weekly_after - p.week_offset) end,
    case when p.beyond then coalesce(p.makeup_multiplier, 150) else p.multiplier end,
    case when p.beyond and p.statutory then 12 when p.beyond then 1 else p.rule end,
    case when p.beyond and p.statutory then 2400 when p.beyond then p.weekly_after else p.threshold end,
    case when p.beyond and p.week_offset < p.weekly_after then 0 else p.paid_break_minutes end
  from parted p;
end $$;
comment on function private.payroll_work(uuid,date,date,private.pay_segment[],private.pay_names,private.pay_term[]) is 'Minutes of work by week, day, job and rate, each with its multiplier and the rule behind it. private.week_number makes the numbers of weeks. With terms of public work the last part of a job is its price: eight times the number of its terms, and why its rate is paid; 0 for other work.';

create or replace function private.count_between(numbers_param integer[], from_param integer, to_param integer) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select count(*)::integer from unnest(numbers_param) n where n >= from_param and n < to_param;
$$;

create or replace function private.meal_limit(meal_param integer, waived_param boolean) returns integer
language sql immutable parallel safe
return case when meal_param = 1 then case when waived_param then 360 else 300 end when waived_param then 720 else 600 end;
comment on function private.meal_limit(integer,boolean) is 'docs/rules/breaks.md: minutes of work by which the first or second meal begins, or up to which a shift may go without one that was waived.';

create or replace function private.meal_length() returns integer
language sql immutable parallel safe
return 30;
comment on function private.meal_length() is 'docs/rules/breaks.md: minutes a meal lasts at least.';

create or replace function private.rest_length() returns integer
language sql immutable parallel safe
return 10;
comment on function private.rest_length() is 'docs/rules/breaks.md: minutes a rest lasts at least.';

create or replace function private.meal_is_missed(worked_param integer, by_fifth_hour_param integer, by_tenth_hour_param integer, waived_param boolean) returns boolean
language sql immutable parallel safe
return worked_param > private.meal_limit(1, waived_param) and by_fifth_hour_param = 0
  or worked_param > private.meal_limit(2, waived_param and by_fifth_hour_param > 0) and by_tenth_hour_param < 2;
comment on function private.meal_is_missed(integer,integer,integer,boolean) is 'docs/rules/breaks.md: whether a shift of so many minutes lacks a meal, with the meals begun by its fifth and tenth hour. A waiver covers a first meal up to 6 hours, or a second up to 12 where the first was taken.';

create or replace function private.rests_due(worked_param integer) returns integer
language sql immutable parallel safe
return case when worked_param < 210 then 0 when worked_param <= 360 then 1 else 1 + (worked_param - 360 + 239) / 240 end;
comment on function private.rests_due(integer) is 'docs/rules/breaks.md: rests of ten minutes that a shift of so many minutes has to have.';

create or replace function private.rest_limit(rest_param integer) returns integer
language sql immutable parallel safe
return rest_param * 240;
comment on function private.rest_limit(integer) is 'docs/rules/breaks.md: minutes of work by which a rest begins while the shift goes on: one in each four hours.';

create or replace function private.payroll_shifts(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[], names_param private.pay_names) returns table(person integer, shift_date date, week_dow integer, waived boolean, worked integer, policy integer, meals integer, by_fifth_hour integer, by_tenth_hour integer, rests integer, first_minute integer, last_minute integer)
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select p.number, p.workday_start, p.week_dow,
      private.day_starts((names_param).time_zones[1], p.workday_start, first_date_param - 4, last_date_param - first_date_param + 12) as starts
    from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
  ), segments as (
    select s.person, s.meal_waived, s.start_minute, s.end_minute, s.gap_before, s.meals, s.rests, s.day_policy, y.week_dow,
      case when s.run_zone > 1 then private.local_date(s.run_start, (names_param).time_zones[s.run_zone], y.workday_start)
        else first_date_param - 4 + (width_bucket(s.run_start, y.starts) - 1) end as shift_date
    from unnest(segments_param) s
    join policies y on y.number = s.policy
  ), placed as (
    select s.*, row_number() over shift as position,
      (sum(s.end_minute - s.start_minute) over shift)::integer - (s.end_minute - s.start_minute) as worked_before
    from segments s
    window shift as (partition by s.person, s.shift_date order by s.start_minute)
  )
  -- The rules of a shift are those of the place where most of it was worked, as with overtime (docs/rules/overtime.md#the-policy).
  select g.person, g.shift_date, min(g.week_dow), bool_or(g.waived), sum(g.worked)::integer, (min(array[-g.worked, g.first_minute, g.day_policy]))[3],
    sum(g.meals)::integer, sum(g.by_fifth_hour)::integer, sum(g.by_tenth_hour)::integer, sum(g.rests)::integer, min(g.first_minute), max(g.last_minute)
  from (
    select p.person, p.shift_date, p.day_policy, min(p.week_dow) as week_dow, bool_or(p.meal_waived) as waived,
      sum(p.end_minute - p.start_minute)::integer as worked,
      -- A gap long enough is a meal, as is a paid one of half an hour.
      sum(case when p.position > 1 and p.gap_before >= private.meal_length() then 1 else 0 end
        + case when p.meals is null then 0 else private.count_between(p.meals, p.start_minute, p.end_minute) end) as meals,
      sum(case when p.position > 1 and p.gap_before >= private.meal_length() and p.worked_before <= private.meal_limit(1, false) then 1 else 0 end
        + case when p.meals is null then 0 else private.count_between(p.meals, p.start_minute, least(p.end_minute, p.start_minute + private.meal_limit(1, false) + 1 - p.worked_before)) end) as by_fifth_hour,
      sum(case when p.position > 1 and p.gap_before >= private.meal_length() and p.worked_before <= private.meal_limit(2, false) then 1 else 0 end
        + case when p.meals is null then 0 else private.count_between(p.meals, p.start_minute, least(p.end_minute, p.start_minute + private.meal_limit(2, false) + 1 - p.worked_before)) end) as by_tenth_hour,
      sum(case when p.rests is null then 0 else private.count_between(p.rests, p.start_minute, p.end_minute) end) as rests,
      min(p.start_minute) as first_minute, max(p.end_minute) as last_minute
    from placed p group by p.person, p.shift_date, p.day_policy
  ) g
  group by g.person, g.shift_date;
$$;
comment on function private.payroll_shifts(uuid,date,date,private.pay_segment[],private.pay_names) is 'Shifts with their minutes of work, the meals begun by the fifth and the tenth hour of work, and rests: what pay and the break board judge.';

create or replace function private.payroll_premium_hours(company_id_param uuid, first_date_param date, last_date_param date, segments_param private.pay_segment[], names_param private.pay_names) returns table(week bigint, work_date date, pay_code text, project bigint, code bigint)
language sql stable rows 10000 set search_path = '' as $$
  with judged as (
    select s.person, s.shift_date, s.week_dow, s.policy, s.first_minute, s.last_minute,
      y.meal_premium and private.meal_is_missed(s.worked, s.by_fifth_hour, s.by_tenth_hour, s.waived) as meal_missed,
      y.rest_premium and private.rests_due(s.worked) > s.rests as rest_missed
    from private.payroll_shifts(company_id_param, first_date_param, last_date_param, segments_param, names_param) s
    join private.payroll_policies_between(company_id_param, first_date_param, last_date_param) y on y.number = s.policy
  ), missed as (
    select * from judged j where j.meal_missed or j.rest_missed
  ), earned as (
    -- Where most of the shift was worked that is under its rules.
    select distinct on (m.person, m.shift_date) m.*, w.job
    from missed m
    join unnest(segments_param) g on g.person = m.person and g.day_policy = m.policy and g.start_minute >= m.first_minute and g.end_minute <= m.last_minute
    cross join lateral (select g.job / (cardinality((names_param).classes) + 1) as job) w
    group by m.person, m.shift_date, m.week_dow, m.policy, m.first_minute, m.last_minute, m.meal_missed, m.rest_missed, w.job
    order by m.person, m.shift_date, sum(g.end_minute - g.start_minute) desc, min(g.start_minute)
  )
  select private.week_number(e.person, private.week_of(e.shift_date, e.week_dow)), e.shift_date,
    unnest(case when e.meal_missed and e.rest_missed then array['MEAL_PREM', 'REST_PREM'] when e.meal_missed then array['MEAL_PREM']
      else array['REST_PREM'] end),
    e.job / (cardinality((names_param).codes) + 1), e.job % (cardinality((names_param).codes) + 1)
  from earned e;
$$;
comment on function private.payroll_premium_hours(uuid,date,date,private.pay_segment[],private.pay_names) is 'Shifts for which an hour is owed, because a meal or a rest was missed, with the project and code where it was earned.';
