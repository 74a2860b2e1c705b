-- Payroll, steps 1 to 5 once more, for the company that has one weekly rule and nothing else.
-- That is the default and most of the world; it needs no day arithmetic, so it reads each entry once.
-- Tests hold it equal, line by line, to the general path.

-- Everything the two paths need to know, found once per call.
create type private.payroll_scope as (
  company_id uuid, employee_id uuid, as_of timestamptz,
  first_date date, last_date date,          -- dates asked for
  weeks_from date, weeks_to date,           -- the same, widened to whole workweeks of every policy
  simple boolean,                           -- one weekly rule, no rounding, no automatic meals
  policy_id uuid, weekly_after integer, unpaid_break integer,
  rate_in_effect boolean, floor_holds boolean, -- how premiums are paid
  first_week date,                          -- first day of the first workweek touched
  day_starts integer[],                     -- its boundary and those of all days up to the end of the last workweek
  begins timestamptz, ends timestamptz,     -- the same as instants, for the index
  prevailing_projects uuid[],
  job_rates boolean,                        -- rates for a project or cost code exist
  breaks boolean,                           -- breaks exist in the range
  company_zone boolean,                     -- days begin at midnight in the company's zone, as work_date does
  over_a_day boolean,                       -- an entry of more than a day reaches into the range
  premium_hours boolean                     -- some policy pays for missed meals or rests (section 3)
);

create function private.payroll_scope(
  company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz
) returns private.payroll_scope
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
comment on function private.payroll_scope(uuid, date, date, uuid, timestamptz) is 'Which path a range takes, and its boundaries.';

-- Base rate for a project or cost code on a date: the most specific, then the newest.
-- On prevailing-wage projects never less than what holds elsewhere (RT-2).
create function private.job_rate_e4(
  company_id_param uuid, employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, date_param date, prevailing_param boolean
) returns integer
language sql stable parallel safe
begin atomic
  select case when prevailing_param then max(best.rate_e4) else (array_agg(best.rate_e4 order by best.elsewhere))[1] end
  from (
    select distinct on (r.project_id is null) r.project_id is null as elsewhere, (r.hourly_rate * 10000)::integer as rate_e4
    from public.employee_rates r
    where r.company_id = company_id_param and r.employee_id = employee_id_param
      and (r.project_id is null or r.project_id = project_id_param)
      and (r.cost_code_id is null or r.cost_code_id = cost_code_id_param)
      and r.effective_from <= date_param
    order by r.project_id is null, r.cost_code_id is null, r.effective_from desc
  ) best;
end;

-- Work per entry and day with the minutes of its week before it: the input of the weekly rule.
-- Written to be inlined into its callers, hence plain arguments instead of the scope. "offset 0" keeps
-- the planner from repeating an expression in every place that uses it.
create function private.payroll_counted_simple(
  company_id_param uuid, employee_ids_param uuid[], as_of_param timestamptz, first_week_param date, day_starts_param integer[],
  begins_param timestamptz, ends_param timestamptz, unpaid_break_param integer,
  breaks_param boolean, job_rates_param boolean, prevailing_param uuid[]
) returns table (
  employee_id uuid, project_id uuid, cost_code_id uuid, day integer, week integer, start_minute integer, minutes integer,
  rate_e4 integer, week_offset integer, paid_break_minutes integer
)
language sql stable parallel safe
begin atomic
  select w.employee_id, w.project_id, w.cost_code_id, w.day, w.week, w.start_minute, w.minutes, w.rate_e4,
    -- Step 5, chronological.
    (sum(w.minutes) over (partition by w.employee_id, w.week order by w.start_minute rows unbounded preceding))::integer
      - w.minutes,
    w.paid_break_minutes
  from (
    select p.employee_id, p.project_id, p.cost_code_id, p.day, (p.day - 1) / 7 as week,
      greatest(p.in_minute, day_starts_param[p.day]) as start_minute,
      least(p.out_minute, day_starts_param[p.day + 1]) - greatest(p.in_minute, day_starts_param[p.day])
        - coalesce(k.unpaid, 0) as minutes,
      coalesce(k.paid, 0) as paid_break_minutes,
      case when job_rates_param then private.job_rate_e4(company_id_param, p.employee_id, p.project_id, p.cost_code_id,
          first_week_param + p.day - 1, coalesce(p.project_id = any (prevailing_param), false))
        else r.rate_e4 end as rate_e4
    from (
      -- An entry over midnight is one row per day it touches.
      select e.id, e.employee_id, e.project_id, e.cost_code_id, e.in_minute, e.out_minute,
        generate_series(greatest(e.first_day, 1),
          case when e.out_minute <= day_starts_param[e.first_day + 1] then e.first_day
            else least(width_bucket(e.out_minute - 1, day_starts_param), array_upper(day_starts_param, 1) - 1) end) as day
      from (
        -- work_date is the start's date in the company's zone; the policy's zone may differ.
        select t.id, t.employee_id, t.project_id, t.cost_code_id, t.in_minute, t.out_minute,
          case when t.in_minute >= day_starts_param[t.day] and t.in_minute < day_starts_param[t.day + 1] then t.day
            else width_bucket(t.in_minute, day_starts_param) end as first_day
        from (
          select t.id, t.employee_id, t.project_id, t.cost_code_id, t.work_date - first_week_param + 1 as day,
            private.epoch_minute(t.clock_in) as in_minute,
            private.epoch_minute(coalesce(t.clock_out, as_of_param)) as out_minute
          from public.time_entries t
          where t.company_id = company_id_param
            and t.clock_in >= begins_param - interval '3 days' and t.clock_in < ends_param
            and coalesce(t.clock_out, as_of_param) > begins_param
            and (employee_ids_param is null or t.employee_id = any (employee_ids_param))
          offset 0
        ) t
        offset 0
      ) e
      offset 0
    ) p
    left join (
      -- Where a break lies within a day does not matter here, only how long it is.
      select b.time_entry_id, b.day,
        sum(b.minutes) filter (where not b.counts)::integer as unpaid,
        sum(b.minutes) filter (where b.counts)::integer as paid
      from (
        select c.time_entry_id, c.day, c.paid or c.ended - c.started < unpaid_break_param as counts,
          least(c.ended, day_starts_param[c.day + 1]) - greatest(c.started, day_starts_param[c.day]) as minutes
        from (
          select a.time_entry_id, a.paid, a.started, a.ended,
            generate_series(greatest(width_bucket(a.started, day_starts_param), 1),
              least(width_bucket(a.ended - 1, day_starts_param), array_upper(day_starts_param, 1) - 1)) as day
          from (
            select x.time_entry_id, x.paid, private.epoch_minute(x.started_at) as started,
              private.epoch_minute(coalesce(x.ended_at, as_of_param)) as ended
            from public.time_entry_breaks x
            where breaks_param and x.company_id = company_id_param
              and x.started_at >= begins_param - interval '3 days' and x.started_at < ends_param
              and (employee_ids_param is null or x.employee_id = any (employee_ids_param))
            offset 0
          ) a
          offset 0
        ) c
      ) b
      group by b.time_entry_id, b.day
    ) k on k.time_entry_id = p.id and k.day = p.day
    left join private.payroll_rates(company_id_param) r on r.employee_id = p.employee_id
      and r.project_id is null and r.cost_code_id is null
      and first_week_param + p.day - 1 >= r.valid_from and first_week_param + p.day - 1 < r.valid_to
    offset 0
  ) w
  where w.minutes > 0;
end;
comment on function private.payroll_counted_simple(uuid, uuid[], timestamptz, date, integer[], timestamptz, timestamptz, integer, boolean, boolean, uuid[]) is
  'Paid minutes per entry and day, with the minutes its week had before them.';

create function private.payroll_work_simple(scope private.payroll_scope)
returns table (
  employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer,
  start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer,
  paid_break_minutes integer, week_policy_id uuid
)
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
comment on function private.payroll_work_simple(private.payroll_scope) is
  'Steps 1 to 5 for one weekly rule: paid minutes with their one multiplier.';

revoke all on function private.payroll_scope(uuid, date, date, uuid, timestamptz),
  private.job_rate_e4(uuid, uuid, uuid, uuid, date, boolean),
  private.payroll_counted_simple(uuid, uuid[], timestamptz, date, integer[], timestamptz, timestamptz, integer, boolean, boolean, uuid[]),
  private.payroll_work_simple(private.payroll_scope) from public;
