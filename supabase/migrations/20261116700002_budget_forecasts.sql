-- Hours and progress by week; the forecast at the pace of the last weeks, its range and the day it ends.

create function private.budget_weeks(company_id_param uuid, project_ids_param uuid[], start_date_param date, end_date_param date)
returns table (project_id uuid, cost_code_id uuid, week date, actual_hours numeric, earned_hours numeric)
language sql stable rows 1000 set search_path = '' as $$
  with roots as materialized (
    select * from private.cost_code_roots(company_id_param)
  ), lines as (
    select l.project_id, r.root, sum(l.hours) as hours, sum(l.quantity) as quantity
      from private.current_budget_lines l join roots r on r.id = l.cost_code_id
     where l.company_id = company_id_param and l.project_id = any (project_ids_param)
     group by l.project_id, r.root
  ), parts as (
    select w.project_id, w.cost_code_id, w.work_date, w.seconds, 0::numeric as done from private.work_done w
     where w.company_id = company_id_param and w.project_id = any (project_ids_param) and w.work_date between start_date_param and end_date_param
    union all
    select q.project_id, q.cost_code_id, q.work_date, 0, q.quantity from public.quantities q
     where q.company_id = company_id_param and q.project_id = any (project_ids_param) and q.work_date between start_date_param and end_date_param
  ), sums as (
    select p.project_id, r.root, private.week_of(p.work_date, c.week_start) as week, sum(p.seconds) / 3600.0 as actual, sum(p.done) as done
      from parts p join public.companies c on c.id = company_id_param left join roots r on r.id = p.cost_code_id
     group by 1, 2, 3
  )
  select s.project_id, s.root, s.week, s.actual, l.hours * s.done / nullif(l.quantity, 0)
  from sums s left join lines l on l.project_id = s.project_id and l.root = s.root;
$$;
comment on function private.budget_weeks(uuid, uuid[], date, date) is
  'Hours worked and earned by project, code and week of the company, unrounded. Earned is null where the budget has no quantity.';
revoke execute on function private.budget_weeks(uuid, uuid[], date, date) from public;

create function private.budget_forecasts(company_id_param uuid, project_ids_param uuid[], today_param date)
returns table (project_id uuid, cost_code_id uuid, is_project boolean, weeks integer, too_early boolean, recent_factor numeric, trend numeric[],
  forecast_hours numeric, low_hours numeric, high_hours numeric, open_hours numeric)
language sql stable rows 200 set search_path = '' as $$
  with calendar as (
    select private.week_of(today_param, c.week_start) as this_week from public.companies c where c.id = company_id_param
  ), scopes as (
    -- What the budget measures by quantities; the rest takes its budget, or what it took already.
    select f.project_id, f.cost_code_id, false as is_project, f.actual_hours as actual, 0::numeric as unmeasured, 0::numeric as unmeasured_open,
        greatest(0, f.budget_hours - f.earned_hours) as left_to_earn, f.percent_complete as complete
      from private.budget_figures(company_id_param, project_ids_param) f where f.earned_hours is not null
    union all
    select f.project_id, null, true, sum(f.actual_hours) filter (where f.earned_hours is not null),
        coalesce(sum(greatest(f.budget_hours, f.actual_hours)) filter (where f.earned_hours is null), 0),
        coalesce(sum(greatest(f.budget_hours - f.actual_hours, 0)) filter (where f.earned_hours is null), 0),
        sum(greatest(0, f.budget_hours - f.earned_hours)), 100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0)
      from private.budget_figures(company_id_param, project_ids_param) f group by f.project_id having count(f.earned_hours) > 0
  ), weeks as materialized (
    select w.* from calendar c
     cross join lateral private.budget_weeks(company_id_param, project_ids_param, c.this_week - 182, c.this_week - 1) w
     where w.earned_hours is not null
  ), samples as (
    select w.project_id, w.cost_code_id, false as is_project, w.week, w.actual_hours as actual, w.earned_hours as earned from weeks w where w.actual_hours > 0
    union all
    select w.project_id, null, true, w.week, sum(w.actual_hours), sum(w.earned_hours) from weeks w group by w.project_id, w.week having sum(w.actual_hours) > 0
  ), recent as (
    select s.* from (
      select s.*, row_number() over (partition by s.project_id, s.is_project, s.cost_code_id order by s.week desc) as place from samples s) s
     where s.place <= 6
  ), paces as (
    select r.project_id, r.is_project, r.cost_code_id, count(*)::integer as n, sum(r.actual) as actual, sum(r.earned) as earned,
      array_agg(round(r.earned / r.actual, 4) order by r.week) as trend
    from recent r group by 1, 2, 3
  ), spreads as (
    -- Variance of a week's hours around what the pace says they should be.
    select p.project_id, p.is_project, p.cost_code_id, sum((r.actual - p.actual / p.earned * r.earned) ^ 2) / (p.n - 1) as variance
    from paces p join recent r on r.project_id = p.project_id and r.is_project = p.is_project and r.cost_code_id is not distinct from p.cost_code_id
    where p.n > 1 and p.earned > 0 group by 1, 2, 3, p.n
  ), judged as (
    select s.*, coalesce(p.n, 0) as n, p.trend, p.earned / nullif(p.actual, 0) as factor, p.actual / nullif(p.earned, 0) as pace,
      (s.left_to_earn > 0 and (coalesce(p.n, 0) < 3 or coalesce(p.earned, 0) <= 0 or s.complete < 10)) is not false as early,
      -- Of the pace itself, and of the weeks to come around it.
      (array[3.078, 1.886, 1.638, 1.533, 1.476])[p.n - 1]
        * sqrt(v.variance * p.n * ((s.left_to_earn / nullif(p.earned, 0)) ^ 2 + s.left_to_earn / nullif(p.earned, 0))) as margin
    from scopes s
    left join paces p on p.project_id = s.project_id and p.is_project = s.is_project and p.cost_code_id is not distinct from s.cost_code_id
    left join spreads v on v.project_id = s.project_id and v.is_project = s.is_project and v.cost_code_id is not distinct from s.cost_code_id
  ), expected as (
    select j.*, case when not j.early then j.left_to_earn * coalesce(j.pace, 0) end as to_come from judged j
  )
  select e.project_id, e.cost_code_id, e.is_project, e.n, e.early, e.factor, e.trend,
    e.actual + e.unmeasured + e.to_come,
    e.actual + e.unmeasured + greatest(0, e.to_come - coalesce(e.margin, 0)),
    e.actual + e.unmeasured + e.to_come + coalesce(e.margin, 0),
    e.to_come + e.unmeasured_open
  from expected e;
$$;
comment on function private.budget_forecasts(uuid, uuid[], date) is
  'Hours at completion by project and by code at the pace of the last six weeks with work, with the range eight of ten such projects end in. Too early: under three such weeks, nothing earned in them, or less than a tenth done.';
revoke execute on function private.budget_forecasts(uuid, uuid[], date) from public;

create function private.project_pace(company_id_param uuid, project_ids_param uuid[], today_param date)
returns table (project_id uuid, weeks integer, hours_per_week numeric, people numeric)
language sql stable rows 100 set search_path = '' as $$
  with calendar as (
    select private.week_of(today_param, c.week_start) as this_week, c.week_start from public.companies c where c.id = company_id_param
  ), projects as (
    select p.id, c.this_week, c.week_start, (select min(w.work_date) from public.work_totals w where w.company_id = company_id_param and w.project_id = p.id) as first_date
      from unnest(project_ids_param) as p (id) cross join calendar c
  ), worked as (
    select w.project_id, w.employee_id, private.week_of(w.work_date, c.week_start) as week, sum(w.seconds) as seconds
      from calendar c join public.work_totals w on w.company_id = company_id_param and w.project_id = any (project_ids_param)
        and w.work_date between c.this_week - 28 and c.this_week - 1
     group by 1, 2, 3 having sum(w.seconds) > 0
  )
  select p.id, n.weeks, sum(w.seconds) / 3600.0 / n.weeks, count(w.employee_id)::numeric / n.weeks
  from projects p
  -- A project that began in between is judged from its first week on.
  cross join lateral (select least(4, (p.this_week - private.week_of(p.first_date, p.week_start)) / 7) as weeks) n
  join worked w on w.project_id = p.id
  where n.weeks > 0 group by p.id, n.weeks;
$$;
comment on function private.project_pace(uuid, uuid[], date) is
  'Hours and people a week over the last four whole weeks, of projects that had work in them.';
revoke execute on function private.project_pace(uuid, uuid[], date) from public;

create function public.budget_forecast(project_id_param uuid default null)
returns table (project_id uuid, cost_code_id uuid, is_project boolean, weeks integer, too_early boolean, recent_factor numeric, trend numeric[],
  forecast_hours numeric, low_hours numeric, high_hours numeric, open_hours numeric, hours_per_week numeric, people numeric, finish_date date, deadline date)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees;
  projects uuid[];
  today date;
begin
  if project_id_param is not null then
    me := private.require_project(project_id_param, true);
    projects := array[project_id_param];
  else
    me := private.require_employee();
    if me.role not in ('owner', 'manager', 'foreman') then
      raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
    end if;
    projects := array(select distinct b.project_id from public.budgets b
      join public.projects p on p.company_id = b.company_id and p.id = b.project_id and p.archived_at is null
      where b.company_id = me.company_id and b.status = 'approved'
        and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me())));
  end if;
  today := private.company_today(me.company_id);
  return query
  select f.project_id, f.cost_code_id, f.is_project, f.weeks, f.too_early, f.recent_factor, f.trend, f.forecast_hours, f.low_hours, f.high_hours,
    f.open_hours, case when f.is_project then w.hours_per_week end, case when f.is_project then w.people end,
    -- A finish more than twenty years away says nothing.
    case when f.is_project and f.open_hours / nullif(w.hours_per_week, 0) < 1000 then today + ceil(7 * f.open_hours / w.hours_per_week)::integer end,
    p.deadline
  from private.budget_forecasts(me.company_id, projects, today) f
  join public.projects p on p.company_id = me.company_id and p.id = f.project_id
  left join private.project_pace(me.company_id, projects, today) w on w.project_id = f.project_id
  where project_id_param is not null or f.is_project
  order by f.is_project desc, f.project_id, f.cost_code_id;
end $$;
comment on function public.budget_forecast(uuid) is
  'Foremen and above: hours at completion at the pace of the last weeks with their likely range, and the day the work ends with the present crew; of one project and its codes, or of every project with a budget.';
revoke execute on function public.budget_forecast(uuid) from public, anon;
grant execute on function public.budget_forecast(uuid) to authenticated;

create function public.budget_weeks(project_id_param uuid)
returns table (week date, actual_hours numeric, earned_hours numeric, planned_hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_project(project_id_param, true);
  today date := private.company_today(me.company_id);
  week_begins integer := (select c.week_start from public.companies c where c.id = me.company_id);
  deadline date := (select p.deadline from public.projects p where p.company_id = me.company_id and p.id = project_id_param);
  budget numeric := (select sum(l.hours) from private.current_budget_lines l where l.company_id = me.company_id and l.project_id = project_id_param);
  first_date date;
begin
  first_date := least(
    (select min(w.work_date) from private.work_done w where w.company_id = me.company_id and w.project_id = project_id_param),
    (select min(q.work_date) from public.quantities q where q.company_id = me.company_id and q.project_id = project_id_param));
  if first_date is null then
    return;
  end if;
  return query
  with sums as (
    select s.week, sum(s.actual_hours) as actual, sum(s.earned_hours) as earned
      from private.budget_weeks(me.company_id, array[project_id_param], first_date, greatest(today, first_date)) s group by s.week
  )
  select w.week, case when w.week <= today then coalesce(s.actual, 0) end, case when w.week <= today then coalesce(s.earned, 0) end,
    budget * least(1, (w.week + 7 - first_date)::numeric / (deadline + 1 - first_date))
  from (select private.week_of(first_date, week_begins) + 7 * n as week
    from generate_series(0, least(520, (private.week_of(greatest(today, deadline, first_date), week_begins) - private.week_of(first_date, week_begins)) / 7)) n) w
  left join sums s on s.week = w.week
  order by w.week;
end $$;
comment on function public.budget_weeks(uuid) is
  'Foremen and above: hours worked and earned in each week since the first, and hours planned up to its end: the budget spread evenly from the first day to the deadline, null without one.';
revoke execute on function public.budget_weeks(uuid) from public, anon;
grant execute on function public.budget_weeks(uuid) to authenticated;

create function private.burden_percent(company_id_param uuid, employee_id_param uuid, date_param date) returns numeric
language sql stable
return coalesce((
  select b.percent from public.burden_rates b
  left join public.employees e on b.trade is not null and e.company_id = b.company_id and e.id = employee_id_param
  where b.company_id = company_id_param and b.effective_from <= date_param
    and (b.employee_id is null or b.employee_id = employee_id_param)
    and (b.trade is null or lower(btrim(b.trade)) = lower(btrim(e.job_title)))
  order by (b.employee_id is null), (b.trade is null), b.effective_from desc limit 1), 0);
comment on function private.burden_percent(uuid, uuid, date) is 'What a person''s labor costs on top of pay on a day, in percent: theirs, else their trade''s, else the company''s.';
revoke execute on function private.burden_percent(uuid, uuid, date) from public;

create or replace function private.labor_cost(company_id_param uuid, project_id_param uuid)
returns table (cost_code_id uuid, amount numeric, unpriced_minutes bigint)
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
    select r.root, coalesce(sum(l.total_cents), 0) as cents, burden.percent,
      coalesce(sum(l.minutes) filter (where l.total_cents is null), 0) as unpriced
    from lines l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    cross join lateral (select private.burden_percent(company_id_param, l.employee_id, l.work_date) as percent) burden
    group by l.employee_id, l.week_start, r.root, burden.percent
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, sum(w.unpriced)::bigint
  from weeks w group by w.root;
end $$;

create function public.budget_pace(project_id_param uuid)
returns table (people numeric, hours_per_week numeric, overtime_per_week numeric, weekly_after numeric, daily_after numeric,
  hour_cost numeric, overtime_premium numeric)
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
    cross join lateral (select 1 + private.burden_percent(me.company_id, l.employee_id, l.work_date) / 100 as factor) b
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
comment on function public.budget_pace(uuid) is
  'Foremen and above: people, hours and overtime a week on a project over the last four whole weeks, from when overtime counts, and for managers what an hour and the premium of an overtime hour cost with burden. Nothing while nobody worked in them.';
revoke execute on function public.budget_pace(uuid) from public, anon;
grant execute on function public.budget_pace(uuid) to authenticated;
