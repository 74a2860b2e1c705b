create type private.pay_break as (
  entry_id uuid,
  start_minute integer,
  end_minute integer,
  kind text,
  deducted boolean,
  automatic boolean
);

create type private.pay_names as (
  people uuid[],
  projects uuid[],
  codes uuid[],
  time_zones text[],
  project_zones integer[],
  classes uuid[]
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
  policy integer,
  day_policy integer,
  in_minute integer,
  out_minute integer,
  classification_id uuid
);

-- Numbers for what is looked up again at the end: narrow rows are what makes the steps cheap.
create type private.pay_segment as (
  person integer,
  job bigint,
  zone integer,
  run_zone integer,
  policy integer,
  day_policy integer,
  meal_waived boolean,
  start_minute integer,
  end_minute integer,
  run_start integer,
  gap_before integer,
  paid_breaks int4multirange,
  meals integer[],
  rests integer[]
);

create or replace function private.payroll_punches(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[] default null::private.pay_planned[]) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, meal_waived boolean, work_date date, policy integer, day_policy integer, in_minute integer, out_minute integer, classification_id uuid)
language plpgsql stable rows 10000 set search_path = '' set enable_nestloop = 'off' set enable_mergejoin = 'off' as $$
declare
  rounding integer := (select c.rounding_minutes from public.companies c where c.id = company_id_param);
  -- The company's policy of each day; most companies have no others.
  company_policies integer[] := private.company_policies(company_id_param, first_date_param, last_date_param);
  special boolean := exists (select from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
    where p.project_id is not null or p.employee_id is not null);
  unpaid uuid[] := private.unpaid_travel(company_id_param, first_date_param - 1, last_date_param + 1, employee_ids_param);
begin
  return query
  with policies as materialized (
    select * from private.payroll_policies_between(company_id_param, first_date_param, last_date_param)
  ), fetched as not materialized (
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date, t.clock_in, t.clock_out, t.classification_id
    from public.time_entries t
    where employee_ids_param is null and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days' and (unpaid is null or t.id <> all (unpaid))
    union all
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date, t.clock_in, t.clock_out, t.classification_id
    from public.time_entries t
    where t.employee_id = any (employee_ids_param) and t.company_id = company_id_param
      and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '2 days' and (unpaid is null or t.id <> all (unpaid))
    union all
    -- What is planned, where private.projected_pay asks.
    select gen_random_uuid(), t.employee_id, t.project_id, t.cost_code_id, false, t.work_date, t.starts, t.ends, null::uuid
    from unnest(planned_param) t
    where t.starts >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.starts < last_date_param::timestamp at time zone 'UTC' + interval '2 days'
  ), truncated as not materialized (
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date,
      company_policies[t.work_date - first_date_param + 15] as policy, company_policies[t.work_date - first_date_param + 15] as day_policy,
      private.epoch_minute(t.clock_in) as in_minute, private.epoch_minute(coalesce(t.clock_out, as_of_param)) as out_minute,
      t.classification_id
    from fetched t
    where not special and coalesce(t.clock_out, as_of_param) is not null
    union all
    select t.id, t.employee_id, t.project_id, t.cost_code_id, t.meal_waived, t.work_date,
      private.pick_policy(null, own.number, null, company_policies[t.work_date - first_date_param + 15]),
      private.pick_policy(own_job.number, own.number, job.number, company_policies[t.work_date - first_date_param + 15]),
      private.epoch_minute(t.clock_in), private.epoch_minute(coalesce(t.clock_out, as_of_param)), t.classification_id
    from fetched t
    left join policies own on own.employee_id = t.employee_id and own.project_id is null
      and t.work_date >= own.valid_from and t.work_date < own.valid_to
    left join policies job on job.project_id = t.project_id and job.employee_id is null
      and t.work_date >= job.valid_from and t.work_date < job.valid_to
    left join policies own_job on own_job.project_id = t.project_id and own_job.employee_id = t.employee_id
      and t.work_date >= own_job.valid_from and t.work_date < own_job.valid_to
    where special and coalesce(t.clock_out, as_of_param) is not null
  ), rounded as (
    select n.id, n.employee_id, n.project_id, n.cost_code_id, n.meal_waived, n.work_date, n.policy, n.day_policy,
      case when d.rounding_allowed and (n.previous_out is null or n.in_minute - n.previous_out > b.run_gap)
        then private.round_minute(n.in_minute, coalesce(site.time_zone, b.time_zone), rounding) else n.in_minute end as paid_in,
      case when d.rounding_allowed and (n.next_in is null or n.next_in - n.out_minute > b.run_gap)
        then private.round_minute(n.out_minute, coalesce(site.time_zone, b.time_zone), rounding) else n.out_minute end as paid_out,
      n.classification_id
    from (
      select t.*, lag(t.out_minute) over shift as previous_out, lead(t.in_minute) over shift as next_in
      from truncated t
      where rounding is not null
      window shift as (partition by t.employee_id order by t.in_minute, t.out_minute)
    ) n
    join policies b on b.number = n.policy
    join policies d on d.number = n.day_policy
    left join private.site_zones(company_id_param) site on site.project_id = n.project_id
    union all
    select t.* from truncated t
    where rounding is null
  )
  select r.id, r.employee_id, r.project_id, r.cost_code_id, r.meal_waived, r.work_date, r.policy, r.day_policy,
    r.paid_in, r.paid_out, r.classification_id
  from rounded r
  where r.paid_out > r.paid_in;
end $$;

create or replace function private.company_policies(company_id_param uuid, first_date_param date, last_date_param date) returns integer[]
language sql stable set search_path = '' as $$
  select array(
    select p.number
    from generate_series(0, last_date_param - first_date_param + 28) i
    join private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p on p.project_id is null and p.employee_id is null
      and first_date_param - 14 + i >= p.valid_from and first_date_param - 14 + i < p.valid_to
    order by i);
$$;
comment on function private.company_policies(uuid,date,date) is 'Number of the company''s own policy on each day of a range and two weeks around it: that of a date is at date - first_date_param + 15.';

create or replace function private.payroll_policies_between(company_id_param uuid, first_date_param date, last_date_param date) returns table(company_id uuid, policy_id uuid, project_id uuid, employee_id uuid, valid_from date, valid_to date, preset text, time_zone text, workday_start integer, week_dow integer, first_punch boolean, start_day boolean, weekly_after integer, consecutive_after integer, run_gap integer, rate_below_cents integer, rate_in_effect boolean, agreement boolean, floor_check boolean, unpaid_break integer, meal_premium boolean, rest_premium boolean, rounding_allowed boolean, auto_meal_allowed boolean, saturday_makeup boolean, seventh_day boolean, weekly_only boolean, policy jsonb, number integer)
language sql stable parallel safe rows 3 set search_path = '' as $$
  select p.*, (row_number() over (order by p.policy_id))::integer from private.payroll_policies(company_id_param) p
  where p.valid_from <= last_date_param + 14 and p.valid_to > first_date_param - 14;
$$;
comment on function private.payroll_policies_between(uuid,date,date) is 'Policies in force in the range and two weeks around it. Most ranges have one, and work carries their numbers, which are the same for the same range.';

create or replace function private.payroll_policies(company_id_param uuid) returns table(company_id uuid, policy_id uuid, project_id uuid, employee_id uuid, valid_from date, valid_to date, preset text, time_zone text, workday_start integer, week_dow integer, first_punch boolean, start_day boolean, weekly_after integer, consecutive_after integer, run_gap integer, rate_below_cents integer, rate_in_effect boolean, agreement boolean, floor_check boolean, unpaid_break integer, meal_premium boolean, rest_premium boolean, rounding_allowed boolean, auto_meal_allowed boolean, saturday_makeup boolean, seventh_day boolean, weekly_only boolean, policy jsonb)
language sql stable parallel safe rows 3 set search_path = '' as $$
  with stored as (
    select p.id, p.project_id, p.employee_id, p.effective_from, p.preset,
      -- What a rule stored by an earlier version does not say is as in its preset.
      coalesce(private.overtime_preset(p.preset), private.overtime_policy_defaults()) || p.policy as policy
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

create or replace function private.governing_policy(company_id_param uuid, employee_id_param uuid, project_id_param uuid, date_param date) returns setof public.overtime_policies
language sql stable parallel safe rows 1 as $$
  select p.* from public.overtime_policies p
  where p.company_id = company_id_param and p.effective_from <= date_param and (p.project_id is null or p.project_id = project_id_param)
    and (p.employee_id is null or p.employee_id = employee_id_param)
  order by p.employee_id is null, p.project_id is null, p.effective_from desc limit 1;
$$;
comment on function private.governing_policy(uuid,uuid,uuid,date) is 'The overtime policy that holds for a person''s work on a project: one that names both, the person''s, the project''s, the company''s; nothing where the company stored none. Set at a time: private.pick_policy. Without a search path, so that it is inlined.';
grant execute on function private.governing_policy(uuid,uuid,uuid,date) to authenticated, service_role;

create or replace function private.governing_policy_id(company_id_param uuid, employee_id_param uuid, project_id_param uuid, date_param date) returns uuid
language sql stable parallel safe set search_path = '' as $$
  select coalesce((select p.id from private.governing_policy(company_id_param, employee_id_param, project_id_param, date_param) p), '00000000-0000-0000-0000-000000000000');
$$;
comment on function private.governing_policy_id(uuid,uuid,uuid,date) is 'private.governing_policy as policy_id of private.payroll_policies, which has a row for companies without a policy too.';

create or replace function private.pick_policy(own_job_param integer, own_param integer, job_param integer, general_param integer) returns integer
language sql immutable parallel safe
return coalesce(own_job_param, own_param, job_param, general_param);
comment on function private.pick_policy(integer,integer,integer,integer) is 'private.governing_policy where the four were joined. An exempt person is exempt on every project, unless a rule names both.';

create or replace function private.payroll_breaks(company_id_param uuid, first_date_param date, last_date_param date, punches_param private.pay_punch[]) returns setof private.pay_break
language sql stable rows 10000 set search_path = '' as $$
  with policies as materialized (
    select p.number, p.unpaid_break, p.run_gap, p.auto_meal_allowed, p.time_zone, p.workday_start
    from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p
  ), punched as materialized (
    select p.entry_id, greatest(private.epoch_minute(b.started_at), p.in_minute) as start_minute,
      least(coalesce(private.epoch_minute(b.ended_at), p.out_minute), p.out_minute) as end_minute, b.kind,
      private.break_is_deducted(b.paid, private.epoch_minute(b.started_at),
        coalesce(private.epoch_minute(b.ended_at), p.out_minute), y.unpaid_break) as deducted
    from unnest(punches_param) p
    join public.time_entry_breaks b on b.company_id = company_id_param and b.time_entry_id = p.entry_id
    join policies y on y.number = p.day_policy
    where b.started_at >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and b.started_at < (select to_timestamp(max(o.out_minute) * 60.0) + interval '1 day' from unnest(punches_param) o)
  ), shifts as (
    -- A shift is everything whose run of work began on one day, in the zone of where it began, without a gap of four hours.
    select r.*, max(r.in_minute) filter (where r.begins and coalesce(r.gap >= 240, true)) over (partition by r.employee_id order by r.in_minute) as shift_start,
      exists (select from punched b where b.entry_id = r.entry_id and (b.kind = 'meal' or b.deducted)) as ate,
      private.local_date(r.run_start, coalesce(began.time_zone, r.time_zone), r.workday_start) as shift_date
    from (
      select p.*, max(p.in_minute) filter (where p.begins) over (partition by p.employee_id order by p.in_minute) as run_start
      from (
        select q.*, coalesce(q.gap > q.run_gap, true) as begins
        from (
          select p.*, y.unpaid_break, y.run_gap, y.auto_meal_allowed, y.time_zone, y.workday_start,
            p.in_minute - lag(p.out_minute) over (partition by p.employee_id order by p.in_minute) as gap
          from unnest(punches_param) p
          join policies y on y.number = p.day_policy
          where (select c.auto_meal_minutes is not null from public.companies c where c.id = company_id_param)
        ) q
      ) p
    ) r
    left join (
      select p.employee_id, p.in_minute, s.time_zone
      from unnest(punches_param) p join private.site_zones(company_id_param) s on s.project_id = p.project_id
    ) began on began.employee_id = r.employee_id and began.in_minute = r.run_start
  ), automatic_meals as (
    -- docs/rules/breaks.md: strictly more than N hours, no meal punched, not cancelled by the worker (BR-4, BR-5);
    -- taken from the middle of the shift's longest entry.
    select distinct on (s.employee_id, s.shift_date, s.shift_start) s.entry_id,
      s.in_minute + greatest(s.out_minute - s.in_minute - c.auto_meal_minutes, 0) / 2 as start_minute,
      s.in_minute + greatest(s.out_minute - s.in_minute - c.auto_meal_minutes, 0) / 2
        + least(c.auto_meal_minutes, s.out_minute - s.in_minute) as end_minute
    from shifts s
    join public.companies c on c.id = company_id_param and c.auto_meal_minutes is not null
    join (
      select s.employee_id, s.shift_date, s.shift_start
      from shifts s join public.companies c on c.id = company_id_param
      group by s.employee_id, s.shift_date, s.shift_start, c.auto_meal_after_minutes
      having sum(s.out_minute - s.in_minute) > c.auto_meal_after_minutes
        and not bool_or(s.meal_waived) and bool_and(s.auto_meal_allowed)
        -- A gap long enough to eat in is a meal that was punched as out and in.
        and not coalesce(bool_or(s.gap >= s.unpaid_break and (not s.begins or s.gap < 240)), false)
        and not bool_or(s.ate)
    ) due on due.employee_id = s.employee_id and due.shift_date = s.shift_date and due.shift_start = s.shift_start
    order by s.employee_id, s.shift_date, s.shift_start, s.out_minute - s.in_minute desc, s.in_minute
  )
  select b.entry_id, b.start_minute, b.end_minute, b.kind, b.deducted, false
  from punched b where b.end_minute > b.start_minute
  union all
  select a.entry_id, a.start_minute, a.end_minute, 'meal', true, true from automatic_meals a;
$$;

create or replace function private.pay_names(company_id_param uuid, employee_ids_param uuid[]) returns private.pay_names
language sql stable set search_path = '' as $$
  with zones as materialized (
    select c.time_zone || array(select distinct s.time_zone from private.site_zones(c.id) s) as names from public.companies c where c.id = company_id_param
  )
  select array(select e.id from public.employees e
      where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param)) order by e.id),
    array(select p.id from public.projects p where p.company_id = company_id_param order by p.id),
    array(select k.id from public.cost_codes k where k.company_id = company_id_param order by k.id), z.names,
    array(select coalesce(array_position(z.names, p.time_zone), 1) from public.projects p where p.company_id = company_id_param order by p.id),
    array(select k.id from public.work_classifications k where k.company_id = company_id_param order by k.id)
  from zones z;
$$;
comment on function private.pay_names(uuid,uuid[]) is 'What the numbers of a computation stand for. Numbers are in the order of the ids, and a job without a project, code or class has the number after the last.';

create or replace function private.payroll_segments(company_id_param uuid, first_date_param date, last_date_param date, week_minute_param integer, reach_param integer, employee_ids_param uuid[], as_of_param timestamptz, planned_param private.pay_planned[], names_param private.pay_names) returns setof private.pay_segment
language plpgsql stable rows 10000 set search_path = '' as $$
declare
  run_gaps integer[] := array(select p.run_gap from private.payroll_policies_between(company_id_param, first_date_param, last_date_param) p order by p.number);
  auto_meals boolean := (select c.auto_meal_minutes is not null from public.companies c where c.id = company_id_param);
  projects integer := cardinality((names_param).projects);
  codes integer := cardinality((names_param).codes);
  -- Most companies have none, and then the number of a job is that of its project and code.
  classes integer := cardinality((names_param).classes);
begin
  return query
  with fetched as materialized (
    select * from private.payroll_punches(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param, planned_param)
  ), punches as not materialized (
    -- The days before concern only people who worked up to the first week's beginning, or into a break that may have been a meal.
    select p.* from fetched p
    where p.in_minute >= week_minute_param or p.employee_id in (
      select r.employee_id from fetched r where r.in_minute < week_minute_param and r.out_minute > week_minute_param - reach_param)
  ), breaks as (
    select b.entry_id, range_agg(int4range(b.start_minute, b.end_minute)) filter (where b.deducted) as unpaid,
      range_agg(int4range(b.start_minute, b.end_minute)) filter (where not b.deducted) as paid,
      array_agg(b.start_minute) filter (where not b.deducted and b.kind = 'meal' and b.end_minute - b.start_minute >= private.meal_length()) as meals,
      array_agg(b.start_minute) filter (where not b.deducted and b.kind = 'rest' and b.end_minute - b.start_minute >= private.rest_length()) as rests
    from private.payroll_breaks(company_id_param, first_date_param, last_date_param, array(
      select row(p.*)::private.pay_punch from punches p
      where auto_meals or p.entry_id in (
        select b.time_entry_id from public.time_entry_breaks b
        where b.company_id = company_id_param and b.started_at >= first_date_param::timestamp at time zone 'UTC' - interval '1 day'
          and b.started_at < (select to_timestamp(max(r.out_minute) * 60.0) + interval '1 day' from fetched r)))) b
    group by b.entry_id
  ), cut as materialized (
    select e.number::integer as person,
      ((coalesce(j.number, projects + 1) - 1) * (codes + 1) + coalesce(k.number, codes + 1) - 1) * (classes + 1) + coalesce(c.number, classes + 1) - 1 as job,
      coalesce(j.zone, 1) as zone, p.policy, p.day_policy, p.meal_waived, p.in_minute, p.out_minute, b.unpaid, b.paid, b.meals, b.rests
    from punches p
    join unnest((names_param).people) with ordinality e (id, number) on e.id = p.employee_id
    left join unnest((names_param).projects, (names_param).project_zones) with ordinality j (id, zone, number) on j.id = p.project_id
    left join unnest((names_param).codes) with ordinality k (id, number) on k.id = p.cost_code_id
    left join unnest((names_param).classes) with ordinality c (id, number) on classes > 0 and c.id = p.classification_id
    left join breaks b on b.entry_id = p.entry_id
  ), segments as (
    select c.person, c.job, c.zone, c.policy, c.day_policy, c.meal_waived, c.in_minute as start_minute, c.out_minute as end_minute,
      c.paid, c.meals, c.rests
    from cut c where c.unpaid is null
    union all
    select w.person, w.job, w.zone, w.policy, w.day_policy, w.meal_waived, lower(w.minutes), upper(w.minutes), w.paid, w.meals, w.rests
    from (
      select c.*, unnest(int4multirange(int4range(c.in_minute, c.out_minute)) - c.unpaid) as minutes from cut c where c.unpaid is not null
    ) w
  ), gaps as (
    select s.*, s.start_minute - lag(s.end_minute) over (partition by s.person order by s.start_minute) as gap from segments s
  ), runs as (
    -- When the run of work began, and in which zone.
    select g.*, max(g.start_minute::bigint << 16 | g.zone) filter (where coalesce(g.gap > run_gaps[g.policy], true))
      over (partition by g.person order by g.start_minute) as run
    from gaps g
  )
  select r.person, r.job, r.zone, (r.run & 65535)::integer, r.policy, r.day_policy, r.meal_waived, r.start_minute, r.end_minute,
    (r.run >> 16)::integer, r.gap,
    case when r.paid is not null then nullif(r.paid * int4multirange(int4range(r.start_minute, r.end_minute)), '{}') end, r.meals, r.rests
  from runs r;
end $$;
comment on function private.payroll_segments(uuid,date,date,integer,integer,uuid[],timestamp with time zone,private.pay_planned[],private.pay_names) is 'Stretches of paid work: punches without what is taken off.';
