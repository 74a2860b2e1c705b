-- What the labor of a project costs, as payroll before it: whether pay is kept was asked with one
-- snapshot and read with the next, and a change that committed in between had deleted its week, which
-- then was in neither. One stable function now asks and reads, all of whose queries share the snapshot
-- of the statement that calls it.

create function private.labor_cost_kept(company_id_param uuid, project_id_param uuid, compute_param boolean) returns table (cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql stable set search_path = '' as $$
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
  from_week date := greatest(private.week_of(first_date, week_start), private.week_of(current_date, week_start) - 7);
  any_outdated boolean := exists (select from private.pay_weeks_outdated o where o.company_id = company_id_param);
  missing uuid[];
begin
  from_week := least(from_week, (
    select min(m.week) from private.pay_weeks_missing(company_id_param, private.week_of(first_date, week_start), least(last_week, from_week - 7), null) m
    where locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7)));
  missing := (
    select array_agg(distinct m.employee_id)
    from private.pay_weeks_missing(company_id_param, from_week, last_week, private.labor_workers(company_id_param, project_id_param, from_week, last_week)) m);
  if missing is not null and not compute_param then
    return;
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
comment on function private.labor_cost_kept(uuid, uuid, boolean) is 'As private.labor_cost, from kept lines alone: nothing while pay of the project is missing, or with compute_param computed for this answer.';
revoke execute on function private.labor_cost_kept(uuid, uuid, boolean) from public;

create function private.labor_workers(company_id_param uuid, project_id_param uuid, first_week_param date, last_week_param date) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select k.employee_id from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and k.work_date between first_week_param - 1 and last_week_param + 7
    union
    select i.employee_id from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and i.work_date between first_week_param - 1 and last_week_param + 7);
$$;
comment on function private.labor_workers(uuid, uuid, date, date) is 'Who worked on a project, or was paid something for it, in some weeks.';
revoke execute on function private.labor_workers(uuid, uuid, date, date) from public;

create or replace function private.labor_cost(company_id_param uuid, project_id_param uuid) returns table (cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql set search_path = '' set plan_cache_mode = 'auto' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  week date := private.week_of(current_date, week_start);
  workers uuid[] := private.labor_workers(company_id_param, project_id_param, week - 7, week);
  missing uuid[];
  locked_dates datemultirange;
  first_week date;
  last_week date;
begin
  -- This week and the last one change all day, and are asked about for those who worked here in them.
  if cardinality(workers) > 0 then
    missing := private.fill_pay(company_id_param, week - 7, week, workers);
  end if;
  return query select * from private.labor_cost_kept(company_id_param, project_id_param, missing is not null);
  if found or missing is not null then
    return;
  end if;
  -- There is nothing, or other weeks are missing: from the first of them on.
  locked_dates := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  select private.week_of(min(d.first_date) - 1, week_start), private.week_of(max(d.last_date) + 1, week_start) into first_week, last_week
  from (
    select min(k.work_date) as first_date, max(k.work_date) as last_date
      from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
    union all
    select min(i.work_date), max(i.work_date)
      from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
  ) d;
  first_week := (
    select min(m.week) from private.pay_weeks_missing(company_id_param, first_week, last_week, null) m
    where locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7));
  if first_week is not null then
    perform private.fill_pay(company_id_param, first_week, last_week, private.labor_workers(company_id_param, project_id_param, first_week, last_week));
    return query select * from private.labor_cost_kept(company_id_param, project_id_param, true);
  end if;
end $$;
