-- A budget report asked for every week of everybody who ever worked on the project whether its pay is kept, and for the
-- burden of every line. Now weeks are counted, only those that are not whole are looked at, only people who worked on the
-- project in them are filled, and burden is asked once per person and stretch of time in which no percentage changes.
-- The rest of the report has one right plan, which is kept.

create index pay_items_by_project on public.pay_items (company_id, project_id, work_date) where project_id is not null;

create or replace function private.pay_weeks_missing(company_id_param uuid, first_week_param date, last_week_param date, employee_ids_param uuid[])
returns table (employee_id uuid, week date)
language plpgsql stable set search_path = '' as $$
declare
  weeks integer := (last_week_param - first_week_param) / 7 + 1;
  people_asked bigint;
  kept bigint;
begin
  -- Mostly nothing is missing: there are as many rows as there are people and weeks.
  if employee_ids_param is null then
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param);
    kept := (select count(*) from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week_param and last_week_param);
  else
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param and e.id = any (employee_ids_param));
    kept := (select count(*) from private.pay_weeks k where k.company_id = company_id_param and k.employee_id = any (employee_ids_param)
      and k.week between first_week_param and last_week_param);
  end if;
  if kept = people_asked * weeks and not exists (select from private.pay_weeks_outdated o where o.company_id = company_id_param) then
    return;
  end if;
  return query
  with asked as materialized (
    select e.id from public.employees e
    where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
  ), outdated as materialized (
    select o.employee_id, o.first_date, o.last_date from private.pay_weeks_outdated o where o.company_id = company_id_param
  ), short as materialized (
    select w.week
    from (select first_week_param + 7 * i as week from generate_series(0, weeks - 1) i) w
    left join (
      select k.week, count(*) as people from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week_param and last_week_param
        and (employee_ids_param is null or k.employee_id = any (employee_ids_param))
      group by k.week
    ) k on k.week = w.week
    where coalesce(k.people, 0) < people_asked
      or exists (select from outdated o where o.first_date <= w.week + 6 and o.last_date >= w.week)
  )
  select a.id, s.week
  from short s
  cross join asked a
  left join private.pay_weeks k on k.company_id = company_id_param and k.week = s.week and k.employee_id = a.id
  where k.employee_id is null
    or exists (select from outdated o
      where (o.employee_id is null or o.employee_id = a.id) and o.first_date <= s.week + 6 and o.last_date >= s.week);
end $$;
comment on function private.pay_weeks_missing(uuid, date, date, uuid[]) is
  'Weeks in a range whose pay is not kept, or kept from before a change, and whose they are.';

create or replace function private.past_pay_weeks_missing(company_id_param uuid) returns table(week date, missing bigint)
language sql stable set search_path = '' as $$
  with company as (
    select c.week_start, (select count(*) from public.employees e where e.company_id = c.id) as people,
      (select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
        where p.company_id = c.id and p.status = 'locked') as locked_dates,
      -- A policy with another zone may count the first day's work to the day before.
      private.week_of((select min(k.work_date) - 1 from public.work_totals k where k.company_id = c.id), c.week_start) as first_week,
      private.week_of(current_date, c.week_start) - 14 as last_week
    from public.companies c where c.id = company_id_param
  ), kept as (
    select k.week, count(*) as people from private.pay_weeks k where k.company_id = company_id_param group by k.week
  ), weeks as (
    select w.week, case when exists (
        select from private.pay_weeks_outdated o
        where o.company_id = company_id_param and o.first_date <= w.week + 6 and o.last_date >= w.week)
      then c.people else c.people - coalesce(k.people, 0) end as missing
    from company c
    cross join lateral (select c.first_week + 7 * i as week from generate_series(0, (c.last_week - c.first_week) / 7) i) w
    left join kept k on k.week = w.week
    where c.locked_dates is null or not c.locked_dates @> daterange(w.week, w.week + 7)
  )
  select w.week, w.missing from weeks w where w.missing > 0;
$$;

create or replace function private.labor_cost(company_id_param uuid, project_id_param uuid)
returns table (cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql set search_path = '' set plan_cache_mode = 'auto' as $$
declare
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- Days on which a percentage may change; between two of them lies a stretch in which none does.
  burden_dates date[] := (select array_agg(distinct b.effective_from) from public.burden_rates b where b.company_id = company_id_param);
  first_date date := least(
    (select min(k.work_date) from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> k.work_date)),
    (select min(i.work_date) from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> i.work_date))) - 1;
  last_date date := greatest(
    (select max(k.work_date) from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> k.work_date)),
    (select max(i.work_date) from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> i.work_date))) + 1;
  gone record;
  workers uuid[];
  missing uuid[];
  untrusted uuid[];
begin
  select min(m.week) as first_week, max(m.week) as last_week, array_agg(distinct m.employee_id) as people into gone
  from private.pay_weeks_missing(company_id_param, private.week_of(first_date, week_start), private.week_of(last_date, week_start), null) m
  where first_date is not null and (locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7));
  if gone.people is not null then
    workers := array(
      select k.employee_id from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
        and k.work_date between gone.first_week - 1 and gone.last_week + 7 and k.employee_id = any (gone.people)
      union
      select i.employee_id from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
        and i.work_date between gone.first_week - 1 and gone.last_week + 7 and i.employee_id = any (gone.people));
    if cardinality(workers) > 0 then
      missing := private.fill_pay(company_id_param, gone.first_week, gone.last_week, workers);
    end if;
    -- Of whoever did no work here in these weeks, lines may be left from before a change.
    untrusted := array(
      select unnest(gone.people) except (select unnest(workers) except select unnest(missing)));
  end if;
  return query
  with lines as not materialized (
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from public.payroll_lines l where l.company_id = company_id_param and l.project_id = project_id_param
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.pay_lines l
     where l.company_id = company_id_param and l.project_id = project_id_param and l.week between first_date - 6 and last_date
       and (locked_dates is null or not locked_dates @> l.work_date)
       and (untrusted is null or l.week not between gone.first_week and gone.last_week or not l.employee_id = any (untrusted))
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.payroll_lines_computed(company_id_param, gone.first_week, gone.last_week + 6, missing, null) l
     where missing is not null and l.project_id = project_id_param and (locked_dates is null or not locked_dates @> l.work_date)
  ), stretches as materialized (
    -- Without burden nothing is rounded, and people and weeks need not be told apart.
    select k.cost_code_id, null::uuid as employee_id, null::date as week_start, 0 as stretch,
      sum(k.total_cents) as cents, sum(k.minutes) filter (where k.total_cents is null) as unpriced
    from lines k where burden_dates is null group by k.cost_code_id
    union all
    select k.cost_code_id, k.employee_id, k.week_start, width_bucket(k.work_date, burden_dates),
      sum(k.total_cents), sum(k.minutes) filter (where k.total_cents is null)
    from lines k where burden_dates is not null group by 1, 2, 3, 4
  ), burdens as (
    select p.employee_id, p.stretch, b.percent
    from (select distinct s.employee_id, s.stretch from stretches s where s.stretch > 0) p
    cross join lateral private.burden_of(company_id_param, p.employee_id, burden_dates[p.stretch]) as b (percent)
  ), weeks as (
    -- Burden is rounded once per person, week and code.
    select r.root, coalesce(sum(s.cents), 0) as cents, coalesce(b.percent, 0) as percent, coalesce(sum(s.unpriced), 0) as unpriced
    from stretches s
    left join private.cost_code_roots(company_id_param) r on r.id = s.cost_code_id
    left join burdens b on b.employee_id = s.employee_id and b.stretch = s.stretch
    group by s.employee_id, s.week_start, r.root, b.percent
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, sum(w.unpriced)::bigint
  from weeks w group by w.root;
end $$;

alter function public.budget_report(uuid) set plan_cache_mode = 'force_generic_plan';
alter function private.budget_figures(uuid, uuid[]) set plan_cache_mode = 'force_generic_plan';
alter function private.machine_cost(uuid, uuid) set plan_cache_mode = 'force_generic_plan';
alter function private.cost_code_roots(uuid) set plan_cache_mode = 'force_generic_plan';
