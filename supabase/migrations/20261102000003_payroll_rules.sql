-- The rules payroll reads: policies as typed rows on a timeline, day boundaries, rates on a timeline.

-- Whole minutes since 1970: seconds are cut off, never rounded (RN-7). Instants, so a clock change
-- needs no case of its own (L15). date_part is exact here: microseconds since 1970 fit its 53 bits.
create function private.epoch_minute(instant_param timestamptz) returns integer
language sql stable parallel safe
return floor(date_part('epoch', instant_param) / 60)::integer;
comment on function private.epoch_minute(timestamptz) is 'Whole minutes since 1970, seconds cut off.';

-- The workday a minute lies in.
create function private.local_date(minute_param integer, time_zone_param text, workday_start_param integer) returns date
language sql stable parallel safe
return ((to_timestamp(minute_param::bigint * 60) at time zone time_zone_param)
  - make_interval(mins => workday_start_param))::date;

-- Policies of a company, each from valid_from up to, not including, valid_to within its scope.
-- Before the first one of the company, FLSA holds. tz and week start fall back to the company's.
create function private.payroll_policies(company_id_param uuid)
returns table (
  company_id uuid, policy_id uuid, project_id uuid, employee_id uuid, valid_from date, valid_to date,
  preset text, time_zone text, workday_start integer, week_dow integer,
  first_punch boolean, start_day boolean, weekly_after integer, consecutive_after integer, run_gap integer,
  rate_below_cents integer, rate_in_effect boolean, agreement boolean, floor_check boolean,
  unpaid_break integer, meal_premium boolean, rest_premium boolean,
  rounding_allowed boolean, auto_meal_allowed boolean, saturday_makeup boolean, seventh_day boolean,
  weekly_only boolean, policy jsonb
)
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
comment on function private.payroll_policies(uuid) is
  'Overtime policies as typed rows. project_id null and employee_id null: the company''s.';

-- First minutes of count + 1 workdays, so that element i and i + 1 enclose the i-th date.
-- Local time, so a workday with a clock change has 23 or 25 hours.
create function private.day_starts(time_zone_param text, workday_start_param integer, first_date_param date, count_param integer)
returns integer[]
language sql stable parallel safe set search_path = '' as $$
  select array_agg(private.epoch_minute(
      ((first_date_param + i) + make_interval(mins => workday_start_param)) at time zone time_zone_param) order by i)
  from generate_series(0, count_param) i;
$$;
comment on function private.day_starts(text, integer, date, integer) is 'Minutes since 1970 at which each of count_param workdays begins, and the end of the last.';

-- Rates on a timeline: one row per employee, scope and stretch of dates.
create function private.payroll_rates(company_id_param uuid)
returns table (employee_id uuid, project_id uuid, cost_code_id uuid, rate_e4 integer, valid_from date, valid_to date)
language sql stable parallel safe
begin atomic
  select r.employee_id, r.project_id, r.cost_code_id, (r.hourly_rate * 10000)::integer, r.effective_from,
    lead(r.effective_from, 1, 'infinity') over (
      partition by r.employee_id, r.project_id, r.cost_code_id order by r.effective_from)
  from public.employee_rates r
  where r.company_id = company_id_param;
end;
comment on function private.payroll_rates(uuid) is 'Rates as whole 1/10000 of a dollar, each from valid_from up to, not including, valid_to.';

revoke all on function private.epoch_minute(timestamptz), private.local_date(integer, text, integer), private.payroll_policies(uuid),
  private.day_starts(text, integer, date, integer), private.payroll_rates(uuid) from public;
