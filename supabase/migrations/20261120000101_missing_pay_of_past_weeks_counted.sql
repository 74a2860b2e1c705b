-- This week's pay is missing for somebody all day, and everything was counted week by week then. Weeks that the job of
-- every minute keeps are counted at once, whatever is missing in the newest ones.

create or replace function private.pay_weeks_missing(company_id_param uuid, first_week_param date, last_week_param date, employee_ids_param uuid[])
returns table (employee_id uuid, week date)
language plpgsql stable set search_path = '' as $$
declare
  weeks integer := (last_week_param - first_week_param) / 7 + 1;
  past_weeks integer := case when first_week_param > current_date - 14 then 0
    else least(weeks, (current_date - 14 - first_week_param) / 7 + 1) end;
  first_week date := first_week_param;
  last_past_week date := first_week_param + 7 * (past_weeks - 1);
  people_asked bigint;
  kept bigint;
begin
  if employee_ids_param is null then
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param);
    kept := (select count(*) from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week_param and last_past_week);
  else
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param and e.id = any (employee_ids_param));
    kept := (select count(*) from private.pay_weeks k where k.company_id = company_id_param and k.employee_id = any (employee_ids_param)
      and k.week between first_week_param and last_past_week);
  end if;
  -- Mostly no past week is missing: there are as many rows as there are people and weeks.
  if kept = people_asked * past_weeks and not exists (
      select from private.pay_weeks_outdated o where o.company_id = company_id_param and o.first_date <= last_past_week + 6) then
    first_week := first_week_param + 7 * past_weeks;
  end if;
  if first_week > last_week_param then
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
    from (select first_week + 7 * i as week from generate_series(0, (last_week_param - first_week) / 7) i) w
    left join (
      select k.week, count(*) as people from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week and last_week_param
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
    and k.week between first_week and last_week_param
  where k.employee_id is null
    or exists (select from outdated o
      where (o.employee_id is null or o.employee_id = a.id) and o.first_date <= s.week + 6 and o.last_date >= s.week);
end $$;

-- And of the newest weeks only those are asked about who worked on the project in them.
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
  percents numeric[] := (select array_agg(coalesce(b.percent, 0) order by d.date)
    from unnest(burden_dates) as d (date) left join lateral private.burden_of(company_id_param, null, d.date) as b (percent) on true);
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
  last_week date := private.week_of(last_date, week_start);
  -- This week and the last one change all day, and are asked about for those who worked here in them.
  from_week date := greatest(private.week_of(first_date, week_start), private.week_of(current_date, week_start) - 7);
  any_outdated boolean;
  workers uuid[];
  missing uuid[];
begin
  from_week := least(from_week, (
    select min(m.week) from private.pay_weeks_missing(company_id_param, private.week_of(first_date, week_start), least(last_week, from_week - 7), null) m
    where locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7)));
  workers := array(
    select k.employee_id from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and k.work_date between from_week - 1 and last_week + 7
    union
    select i.employee_id from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and i.work_date between from_week - 1 and last_week + 7);
  if cardinality(workers) > 0 then
    missing := private.fill_pay(company_id_param, from_week, last_week, workers);
  end if;
  any_outdated := exists (select from private.pay_weeks_outdated o where o.company_id = company_id_param);
  return query
  with lines as not materialized (
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from public.payroll_lines l where l.company_id = company_id_param and l.project_id = project_id_param
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.pay_lines l
     where l.company_id = company_id_param and l.project_id = project_id_param and l.week between first_date - 6 and last_date
       and (locked_dates is null or not locked_dates @> l.work_date)
       and (missing is null or l.week not between from_week and last_week or not l.employee_id = any (missing))
       -- Lines of somebody whose work left the project while somebody filled.
       and (not any_outdated or not exists (
         select from private.pay_weeks_outdated o
          where o.company_id = company_id_param and (o.employee_id is null or o.employee_id = l.employee_id)
            and o.first_date <= l.week + 6 and o.last_date >= l.week))
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.payroll_lines_computed(company_id_param, from_week, last_week + 6, missing, null) l
     where missing is not null and l.project_id = project_id_param and (locked_dates is null or not locked_dates @> l.work_date)
  ), special as materialized (
    -- Most people have the percentage of the company.
    select e.id as employee_id, s.stretch, b.percent
    from public.employees e
    cross join generate_subscripts(burden_dates, 1) s (stretch)
    cross join lateral private.burden_of(company_id_param, e.id, burden_dates[s.stretch]) as b (percent)
    where e.company_id = company_id_param and exists (
      select from public.burden_rates r where r.company_id = company_id_param
        and (r.employee_id = e.id or lower(btrim(r.trade)) = lower(btrim(e.job_title))))
  ), weeks as (
    -- Burden is rounded once per person, week and code.
    select r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(p.percent, percents[l.stretch], 0) as percent,
      sum(l.minutes) filter (where l.total_cents is null) as unpriced
    from (select k.*, width_bucket(k.work_date, burden_dates) as stretch from lines k where burden_dates is not null) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join special p on p.employee_id = l.employee_id and p.stretch = l.stretch
    group by l.employee_id, l.week_start, r.root, 3
    union all
    -- Without burden nothing is rounded, and people and weeks need not be told apart.
    select r.root, coalesce(l.cents, 0), 0, l.unpriced
    from (
      select k.cost_code_id, sum(k.total_cents) as cents, sum(k.minutes) filter (where k.total_cents is null) as unpriced
      from lines k where burden_dates is null group by k.cost_code_id
    ) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, coalesce(sum(w.unpriced), 0)::bigint
  from weeks w group by w.root;
end $$;
