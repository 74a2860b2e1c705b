-- Burden is looked up for every line of pay, so the planner must see into the lookup: a function in FROM is inlined,
-- one in an expression with a subquery is not.

create function private.burden_of(company_id_param uuid, employee_id_param uuid, date_param date) returns setof numeric
language sql stable rows 1 as $$
  select b.percent from public.burden_rates b
  left join public.employees e on b.trade is not null and e.company_id = b.company_id and e.id = employee_id_param
  where b.company_id = company_id_param and b.effective_from <= date_param
    and (b.employee_id is null or b.employee_id = employee_id_param)
    and (b.trade is null or lower(btrim(b.trade)) = lower(btrim(e.job_title)))
  order by (b.employee_id is null), (b.trade is null), b.effective_from desc limit 1;
$$;
comment on function private.burden_of(uuid, uuid, date) is 'What a person''s labor costs on top of pay on a day, in percent: theirs, else their trade''s, else the company''s; no row: nothing.';
revoke execute on function private.burden_of(uuid, uuid, date) from public;

create or replace function private.labor_cost(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql set search_path = '' as $$
declare
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  open_work record;
begin
  select min(w.work_date) - 1 as first_date, max(w.work_date) + 1 as last_date, array_agg(distinct w.employee_id) as people into open_work
  from (
    select k.work_date, k.employee_id from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
    union all
    select i.work_date, i.employee_id from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
  ) w
  where locked_dates is null or not locked_dates @> w.work_date;
  return query
  with lines as (
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from public.payroll_lines l where l.company_id = company_id_param and l.project_id = project_id_param
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.payroll_lines_now(company_id_param, open_work.first_date, open_work.last_date, open_work.people) l
     where open_work.people is not null and l.project_id = project_id_param
       and (locked_dates is null or not locked_dates @> l.work_date)
  ), weeks as (
    -- Burden is rounded once per person, week and code.
    select r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(burden.percent, 0) as percent,
      coalesce(sum(l.minutes) filter (where l.total_cents is null), 0) as unpriced
    from lines l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join lateral private.burden_of(company_id_param, l.employee_id, l.work_date) as burden (percent) on true
    group by l.employee_id, l.week_start, r.root, burden.percent
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, sum(w.unpriced)::bigint
  from weeks w group by w.root;
end $$;

create or replace function public.budget_pace(project_id_param uuid) returns table(people numeric, hours_per_week numeric, overtime_per_week numeric, weekly_after numeric, daily_after numeric, hour_cost numeric, overtime_premium numeric)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_project(project_id_param, true);
  today date := private.company_today(me.company_id);
  this_week date := private.week_of(today, (select c.week_start from public.companies c where c.id = me.company_id));
begin
  return query
  with pace as (
    select * from private.project_pace(me.company_id, array[project_id_param], today)
  ), paid as (
    select sum(l.minutes) filter (where l.multiplier > 1) / 60.0 as overtime,
      sum(l.straight_cents * b.factor) / nullif(sum(l.minutes) filter (where l.straight_cents is not null), 0) * 0.6 as straight,
      sum(l.premium_cents * b.factor) filter (where l.multiplier > 1) / nullif(sum(l.minutes) filter (where l.multiplier > 1 and l.premium_cents is not null), 0) * 0.6 as premium
    from private.payroll_lines_between(me.company_id, this_week - 28, this_week - 1, null, null) l
    left join lateral private.burden_of(me.company_id, l.employee_id, l.work_date) as burden (percent) on true
    cross join lateral (select 1 + coalesce(burden.percent, 0) / 100 as factor) b
    where l.project_id = project_id_param and l.pay_code in ('REG', 'OT', 'DT')
  ), rule as (
    select y.weekly_after, (y.policy #>> '{daily,0,after}')::integer as daily_after from private.payroll_policies(me.company_id) y
     where y.employee_id is null and (y.project_id is null or y.project_id = project_id_param) and today >= y.valid_from and today < y.valid_to
     order by y.project_id nulls last limit 1
  )
  select p.people, p.hours_per_week, coalesce(d.overtime, 0) / p.weeks,
    r.weekly_after / 60.0, r.daily_after / 60.0,
    case when me.role in ('owner', 'manager') then d.straight end,
    case when me.role in ('owner', 'manager') then coalesce(d.premium, d.straight / 2) end
  from pace p cross join paid d cross join rule r;
end $$;

drop function private.burden_percent(uuid, uuid, date);
