-- Budget, work and progress of a project by cost code: earned value of labor.

create view private.current_budget_lines as
  select b.project_id, l.*
    from public.budget_lines l
    join public.budgets b on b.company_id = l.company_id and b.id = l.budget_id and b.status = 'approved'
   where not exists (select from public.budgets n where n.company_id = b.company_id and n.project_id = b.project_id
     and n.status = 'approved' and n.version > b.version);
comment on view private.current_budget_lines is 'Lines of the newest approved version of every project; filter by company_id.';
create index budgets_approved on public.budgets (company_id, project_id, version desc) where status = 'approved';

create function private.budget_figures(company_id_param uuid, project_ids_param uuid[])
returns table (project_id uuid, cost_code_id uuid, unit text, budgeted boolean, budget_hours numeric, budget_amount numeric, budget_quantity numeric,
  actual_hours numeric, actual_quantity numeric, percent_used numeric, percent_complete numeric, earned_hours numeric,
  variance_hours numeric, productivity_factor numeric, forecast_hours numeric)
language sql stable rows 200 set search_path = '' as $$
  with roots as materialized (
    select * from private.cost_code_roots(company_id_param)
  ), parts as (
    select l.project_id, l.cost_code_id, l.unit, true as budgeted, l.hours, l.labor_amount as amount, l.quantity as planned, 0::bigint as seconds, null::numeric as done
      from private.current_budget_lines l
     where l.company_id = company_id_param and l.project_id = any (project_ids_param)
    union all
    select w.project_id, w.cost_code_id, null, false, 0, null, null, sum(w.seconds)::bigint, null
      from private.work_ever w
     where w.company_id = company_id_param and w.project_id = any (project_ids_param)
     group by w.project_id, w.cost_code_id having sum(w.entries) > 0
    union all
    select q.project_id, q.cost_code_id, null, false, 0, null, null, 0, sum(q.quantity)
      from public.quantities q
     where q.company_id = company_id_param and q.project_id = any (project_ids_param)
     group by q.project_id, q.cost_code_id
  ), sums as (
    select p.project_id, r.root as cost_code_id, max(p.unit) as unit, bool_or(p.budgeted) as budgeted, sum(p.hours) as budget, sum(p.amount) as amount,
      sum(p.planned) as planned, sum(p.seconds) / 3600.0 as actual, coalesce(sum(p.done), 0) as done
      from parts p left join roots r on r.id = p.cost_code_id
     group by p.project_id, r.root
  )
  select s.project_id, s.cost_code_id, coalesce(s.unit, k.unit), s.budgeted, s.budget, s.amount, s.planned, s.actual, s.done,
    100 * s.actual / nullif(s.budget, 0), 100 * s.done / nullif(s.planned, 0), e.earned, e.earned - s.actual,
    e.earned / nullif(s.actual, 0),
    s.actual + greatest(0, s.budget - e.earned) * s.actual / nullif(e.earned, 0)
  from sums s
  cross join lateral (select s.budget * s.done / nullif(s.planned, 0) as earned) e
  left join public.cost_codes k on k.company_id = company_id_param and k.id = s.cost_code_id;
$$;
comment on function private.budget_figures(uuid, uuid[]) is
  'Earned value by project and cost code, unrounded. A code that was merged counts with the one that stayed; work without a code has none.';
revoke execute on function private.budget_figures(uuid, uuid[]) from public;

create function private.labor_cost(company_id_param uuid, project_id_param uuid)
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
    select r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(burden.percent, 0) as percent,
      coalesce(sum(l.minutes) filter (where l.total_cents is null), 0) as unpriced
    from lines l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join lateral (
      select b.percent from public.burden_rates b
      left join public.employees e on b.trade is not null and e.company_id = b.company_id and e.id = l.employee_id
      where b.company_id = company_id_param and b.effective_from <= l.work_date
        and (b.employee_id is null or b.employee_id = l.employee_id)
        and (b.trade is null or lower(btrim(b.trade)) = lower(btrim(e.job_title)))
      order by (b.employee_id is null), (b.trade is null), b.effective_from desc limit 1) burden on true
    group by l.employee_id, l.week_start, r.root, burden.percent
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, sum(w.unpriced)::bigint
  from weeks w group by w.root;
end $$;
comment on function private.labor_cost(uuid, uuid) is
  'What the labor of a project costs by code: its pay lines, as frozen or as of now, with burden; and the minutes nobody knows a rate of.';
revoke execute on function private.labor_cost(uuid, uuid) from public;

create function private.require_project(project_id_param uuid, foremen_only_param boolean) returns public.employees
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if foremen_only_param and me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  return me;
end $$;
comment on function private.require_project(uuid, boolean) is 'The caller''s employee record; refuses projects the caller does not see, and employees where foremen are asked for.';
revoke execute on function private.require_project(uuid, boolean) from public;

create function public.budget_report(project_id_param uuid)
returns table (cost_code_id uuid, code text, name text, code_group text, unit text, budgeted boolean,
  budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric, earned_hours numeric,
  variance_hours numeric, forecast_hours numeric, budget_amount numeric, actual_amount numeric, budget_quantity numeric,
  actual_quantity numeric, productivity_factor numeric, unpriced_hours numeric)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_project(project_id_param, true);
  manages boolean := me.role in ('owner', 'manager');
begin
  return query
  with cost as materialized (
    select * from private.labor_cost(me.company_id, project_id_param) where manages
  ), figures as materialized (
    select * from private.budget_figures(me.company_id, array[project_id_param])
  )
  select coalesce(f.cost_code_id, c.cost_code_id), k.code, k.name, k.code_group, f.unit, coalesce(f.budgeted, false), coalesce(f.budget_hours, 0),
    coalesce(f.actual_hours, 0), f.percent_used, f.percent_complete, f.earned_hours, f.variance_hours, f.forecast_hours,
    case when manages then f.budget_amount end, case when manages then coalesce(c.amount, 0) end,
    f.budget_quantity, coalesce(f.actual_quantity, 0), f.productivity_factor, case when manages then coalesce(c.unpriced_minutes, 0) / 60.0 end
  from figures f
  full join cost c on coalesce(c.cost_code_id::text, '') = coalesce(f.cost_code_id::text, '')
  left join public.cost_codes k on k.company_id = me.company_id and k.id = coalesce(f.cost_code_id, c.cost_code_id)
  order by k.code_group collate "C" nulls last, k.code collate "C" nulls last;
end $$;
comment on function public.budget_report(uuid) is
  'Foremen and above: budget, work, progress and forecast of a project by cost code, unrounded; amounts for managers and owners only. The newest approved version counts.';
revoke execute on function public.budget_report(uuid) from public, anon;
grant execute on function public.budget_report(uuid) to authenticated;

create function public.budget_overview()
returns table (project_id uuid, version integer, budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric,
  earned_hours numeric, variance_hours numeric, forecast_hours numeric, worst_code text, worst_hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  projects uuid[];
begin
  if me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  projects := array(select p.id from public.projects p where p.company_id = me.company_id and p.archived_at is null
    and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me())));
  return query
  select g.id, (select max(b.version) from public.budgets b
      where b.company_id = me.company_id and b.project_id = g.id and b.status = 'approved'),
    g.budget, g.actual, 100 * g.actual / nullif(g.budget, 0), 100 * g.earned / nullif(g.budget, 0), g.earned, g.variance,
    case when g.earned > 0 then g.forecast end,
    k.code || ' ' || k.name, g.worst_hours
  from (
    -- Section totals: sums; a line without forecast is expected to take its budget, or what it took already.
    select p.id, coalesce(sum(f.budget_hours), 0) as budget, coalesce(sum(f.actual_hours), 0) as actual, sum(f.earned_hours) as earned,
      sum(f.variance_hours) as variance, sum(coalesce(f.forecast_hours, greatest(f.budget_hours, f.actual_hours))) as forecast,
      (array_agg(f.cost_code_id order by f.variance_hours) filter (where f.variance_hours < 0))[1] as worst,
      min(f.variance_hours) filter (where f.variance_hours < 0) as worst_hours
    from unnest(projects) as p (id)
    left join private.budget_figures(me.company_id, projects) f on f.project_id = p.id
    group by p.id
  ) g
  left join public.cost_codes k on k.company_id = me.company_id and k.id = g.worst;
end $$;
comment on function public.budget_overview() is
  'Foremen and above: every project the caller sees with the sums of its budget report, and the code that lost the most hours.';
revoke execute on function public.budget_overview() from public, anon;
grant execute on function public.budget_overview() to authenticated;

create function public.progress_report(project_id_param uuid, start_date_param date, end_date_param date)
returns table (cost_code_id uuid, code text, name text, code_group text, unit text, budget_quantity numeric, previous_quantity numeric,
  quantity numeric, cumulative_quantity numeric, unapproved_quantity numeric, percent_complete numeric, actual_hours numeric,
  earned_hours numeric, productivity_factor numeric, usual_quantity numeric, last_quantity numeric, last_date date)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_project(project_id_param, false);
  leads boolean := me.role in ('owner', 'manager', 'foreman');
begin
  if start_date_param is null or end_date_param is null or start_date_param > end_date_param then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'The first day must not be after the last.';
  end if;
  return query
  with roots as materialized (
    select * from private.cost_code_roots(me.company_id)
  ), lines as (
    select r.root, max(l.unit) as unit, sum(l.quantity) as planned, sum(l.hours) as hours
      from private.current_budget_lines l join roots r on r.id = l.cost_code_id
     where l.company_id = me.company_id and l.project_id = project_id_param group by r.root
  ), entered as (
    select r.root, coalesce(sum(q.quantity) filter (where q.work_date < start_date_param), 0) as previous,
      coalesce(sum(q.quantity) filter (where q.work_date >= start_date_param), 0) as current, sum(q.quantity) as done,
      coalesce(sum(q.quantity) filter (where q.status = 'entered'), 0) as unapproved
      from public.quantities q join roots r on r.id = q.cost_code_id
     where q.company_id = me.company_id and q.project_id = project_id_param and q.work_date <= end_date_param group by r.root
  ), recent as (
    -- The usual amount is the middle one of the last ten.
    select n.root, percentile_disc(0.5) within group (order by n.quantity) as usual,
      (array_agg(n.quantity order by n.place))[1] as last_quantity, max(n.work_date) as last_date
      from (select r.root, q.quantity, q.work_date,
          row_number() over (partition by r.root order by q.work_date desc, q.created_at desc, q.id) as place
        from public.quantities q join roots r on r.id = q.cost_code_id
       where q.company_id = me.company_id and q.project_id = project_id_param and q.work_date <= end_date_param and q.quantity > 0) n
     where n.place <= 10 group by n.root
  ), worked as (
    select r.root, sum(w.seconds) / 3600.0 as hours
      from private.work_done w join roots r on r.id = w.cost_code_id
     where leads and w.company_id = me.company_id and w.project_id = project_id_param
       and w.work_date between start_date_param and end_date_param group by r.root
  )
  select k.id, k.code, k.name, k.code_group, coalesce(l.unit, k.unit), l.planned, coalesce(e.previous, 0), coalesce(e.current, 0),
    coalesce(e.done, 0), coalesce(e.unapproved, 0), 100 * coalesce(e.done, 0) / nullif(l.planned, 0),
    case when leads then coalesce(w.hours, 0) end,
    case when leads then l.hours * coalesce(e.current, 0) / nullif(l.planned, 0) end,
    case when leads then l.hours * coalesce(e.current, 0) / nullif(l.planned, 0) / nullif(w.hours, 0) end,
    n.usual, n.last_quantity, n.last_date
  from public.cost_codes k
  left join lines l on l.root = k.id
  left join entered e on e.root = k.id
  left join recent n on n.root = k.id
  left join worked w on w.root = k.id
  where k.company_id = me.company_id and (l.root is not null or e.root is not null or w.root is not null)
  order by k.code_group collate "C" nulls last, k.code collate "C";
end $$;
comment on function public.progress_report(uuid, date, date) is
  'Quantities of a project by cost code before and in a period, with what is usual; hours and productivity of the period for foremen and above.';
revoke execute on function public.progress_report(uuid, date, date) from public, anon;
grant execute on function public.progress_report(uuid, date, date) to authenticated;
