create table public.budgets (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  version integer default 0 not null,
  name text default '' not null,
  status text default 'draft' not null,
  approved_at timestamptz,
  approved_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint budgets_pkey primary key (company_id, id),
  constraint budgets_version_once_per_project unique (company_id, project_id, version),
  constraint budgets_name_length check (char_length(name) <= 200),
  constraint budgets_status_known check (status in ('draft', 'approved')),
  constraint budgets_version_range check (version >= 1 and version <= 10000),
  constraint budgets_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.budgets');
create index budgets_approved on public.budgets (company_id, project_id, version desc) where status = 'approved';
comment on table public.budgets is 'A version of a project''s budget: the original or a change. The approved one with the highest version counts.';
comment on column public.budgets.version is 'Counts up per project; 0 in an insert means the next one.';
alter table public.budgets enable row level security;
alter publication supabase_realtime add table public.budgets;
grant select, insert, update, delete on table public.budgets to authenticated;

create policy "Company roles with budgets add those of their projects" on public.budgets
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Company roles with budgets change those of their projects" on public.budgets
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id))
  with check (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Company roles with budgets delete those of their projects" on public.budgets
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Company roles with budgets read those of their projects" on public.budgets
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Managers add budgets" on public.budgets
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change budgets" on public.budgets
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete budgets" on public.budgets
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read budgets" on public.budgets
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.budgets
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_budget before insert or delete or update on public.budgets
  for each row execute function private.check_budget();

create or replace function private.check_budget() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- A project that goes takes its budgets along.
    if old.status = 'approved' and exists (select from public.projects p where p.company_id = old.company_id and p.id = old.project_id) then
      raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' and new.version = 0 then
    perform from public.projects p where p.company_id = new.company_id and p.id = new.project_id for no key update;
    new.version := 1 + coalesce((select max(b.version) from public.budgets b
      where b.company_id = new.company_id and b.project_id = new.project_id), 0);
  end if;
  if tg_op = 'UPDATE' then
    if old.status = 'approved' and (new.status, new.version, new.project_id, new.approved_at, new.approved_by)
        is distinct from (old.status, old.version, old.project_id, old.approved_at, old.approved_by) then
      raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
    end if;
  end if;
  if new.status = 'draft' then
    new.approved_at := null;
    new.approved_by := null;
  elsif tg_op = 'INSERT' or old.status = 'draft' then
    new.approved_at := case when private.is_system() then coalesce(new.approved_at, now()) else now() end;
    new.approved_by := case when private.is_system() then new.approved_by else auth.uid() end;
  end if;
  return new;
end $$;
comment on function private.check_budget() is 'Counts versions, notes who approved when, and keeps what was approved.';

create or replace trigger keep_creator before insert or update on public.budgets
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.budgets
  for each row execute function private.lock_identity();

create or replace trigger refresh_percent after update on public.budgets
  for each row when (old.status <> new.status) execute function private.row_changes_percent();

create or replace trigger touch_updated_at before update on public.budgets
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.budgets
  for each row execute function private.record_change();

create or replace function public.budget_overview() returns table(project_id uuid, version integer, budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric, earned_hours numeric, variance_hours numeric, forecast_hours numeric, worst_code text, worst_hours numeric, branch_budget_hours numeric, branch_actual_hours numeric, branch_earned_hours numeric)
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees;
  scope private.right_scope;
  projects uuid[];
begin
  me := private.require_foreman_or_right('budgets');
  scope := case when me.company_role_id is not null then private.scope_of('budgets') end;
  -- An archived phase still counts in what it is a part of.
  projects := array(select p.id from public.projects p where p.company_id = me.company_id and (p.archived_at is null or p.parent_id is not null)
    and (me.role in ('owner', 'manager') or me.role = 'foreman' and p.id not in (select private.projects_closed_to_me())
      or private.covers_project(scope, p.id)));
  return query
  with g as materialized (
    -- Section totals: sums; a line without forecast is expected to take its budget, or what it took already.
    select p.id, coalesce(sum(f.budget_hours), 0) as budget, coalesce(sum(f.actual_hours), 0) as actual, sum(f.earned_hours) as earned,
      sum(f.variance_hours) as variance, sum(coalesce(f.forecast_hours, greatest(f.budget_hours, f.actual_hours))) as forecast,
      (array_agg(f.cost_code_id order by f.variance_hours) filter (where f.variance_hours < 0))[1] as worst,
      min(f.variance_hours) filter (where f.variance_hours < 0) as worst_hours
    from unnest(projects) as p (id)
    left join private.budget_figures(me.company_id, projects) f on f.project_id = p.id
    group by p.id
  ), branches as (
    select a.id, sum(g.budget) as budget, sum(g.actual) as actual, sum(g.earned) as earned
    from g
    join public.projects p on p.company_id = me.company_id and p.id = g.id
    left join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
    cross join lateral (values (p.id), (p.parent_id), (u.parent_id)) a (id)
    where a.id is not null group by a.id having count(*) > 1
  )
  select g.id, (select max(b.version) from public.budgets b
      where b.company_id = me.company_id and b.project_id = g.id and b.status = 'approved'),
    g.budget, g.actual, 100 * g.actual / nullif(g.budget, 0), 100 * g.earned / nullif(g.budget, 0), g.earned, g.variance,
    case when g.earned > 0 then g.forecast end,
    k.code || ' ' || k.name, g.worst_hours, b.budget, b.actual, b.earned
  from g
  join public.projects p on p.company_id = me.company_id and p.id = g.id and p.archived_at is null
  left join branches b on b.id = g.id
  left join public.cost_codes k on k.company_id = me.company_id and k.id = g.worst;
end $$;
comment on function public.budget_overview() is 'Foremen and above: every project the caller sees with the sums of its budget report, the code that lost the most hours, and the sums with its phases (null without any).';
grant execute on function public.budget_overview() to authenticated;

create or replace function private.budget_figures(company_id_param uuid, project_ids_param uuid[]) returns table(project_id uuid, cost_code_id uuid, unit text, budgeted boolean, budget_hours numeric, budget_amount numeric, budget_quantity numeric, actual_hours numeric, actual_quantity numeric, percent_used numeric, percent_complete numeric, earned_hours numeric, variance_hours numeric, productivity_factor numeric, forecast_hours numeric)
language sql stable rows 200 set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
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
comment on function private.budget_figures(uuid,uuid[]) is 'Earned value by project and cost code, unrounded. A code that was merged counts with the one that stayed; work without a code has none.';

create or replace function public.budget_report(project_id_param uuid, branch_param boolean default false) returns table(cost_code_id uuid, code text, name text, code_group text, unit text, budgeted boolean, budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric, earned_hours numeric, variance_hours numeric, forecast_hours numeric, budget_amount numeric, actual_amount numeric, budget_quantity numeric, actual_quantity numeric, productivity_factor numeric, unpriced_hours numeric, equipment_budget_amount numeric, equipment_amount numeric)
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_project_for(project_id_param, 'budgets');
  manages boolean := me.role in ('owner', 'manager') or private.has_right('budgets', null, project_id_param);
  projects uuid[] := case when branch_param then private.branch_for(me, project_id_param) else array[project_id_param] end;
begin
  return query
  with roots as materialized (
    select * from private.cost_code_roots(me.company_id)
  ), labor as materialized (
    select l.cost_code_id, sum(l.amount) as amount, sum(l.unpriced_minutes) as unpriced_minutes
      from unnest(projects) p (id) cross join lateral private.labor_cost_to_now(me.company_id, p.id) l where manages group by l.cost_code_id
  ), machines as materialized (
    select m.cost_code_id, sum(m.amount) as amount
      from unnest(projects) p (id) cross join lateral private.machine_cost(me.company_id, p.id) m where manages group by m.cost_code_id
  ), planned as materialized (
    select r.root, sum(l.equipment_amount) as amount
      from private.current_budget_lines l join roots r on r.id = l.cost_code_id
     where manages and l.company_id = me.company_id and l.project_id = any (projects) group by r.root
  ), figures as materialized (
    select f.cost_code_id, max(f.unit) as unit, bool_or(f.budgeted) as budgeted, sum(f.budget_hours) as budget_hours, sum(f.budget_amount) as budget_amount,
      sum(f.budget_quantity) as budget_quantity, sum(f.actual_hours) as actual_hours, sum(f.actual_quantity) as actual_quantity,
      100 * sum(f.actual_hours) / nullif(sum(f.budget_hours), 0) as percent_used,
      -- Phases may measure a code differently: what is done is what was earned of the hours planned.
      case when count(*) = 1 then max(f.percent_complete) else 100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0) end as percent_complete,
      sum(f.earned_hours) as earned_hours, sum(f.variance_hours) as variance_hours,
      sum(f.earned_hours) / nullif(sum(f.actual_hours) filter (where f.earned_hours is not null), 0) as productivity_factor,
      case when count(*) = 1 then max(f.forecast_hours) else sum(coalesce(f.forecast_hours, greatest(f.budget_hours, f.actual_hours))) end as forecast_hours
      from private.budget_figures(me.company_id, projects) f group by f.cost_code_id
  ), codes as (
    select f.cost_code_id as id from figures f union select l.cost_code_id from labor l union select m.cost_code_id from machines m
  )
  select c.id, k.code, k.name, k.code_group, f.unit, coalesce(f.budgeted, false), coalesce(f.budget_hours, 0),
    coalesce(f.actual_hours, 0), f.percent_used, f.percent_complete, f.earned_hours, f.variance_hours, f.forecast_hours,
    case when manages then f.budget_amount end, case when manages then coalesce(l.amount, 0) end,
    f.budget_quantity, coalesce(f.actual_quantity, 0), f.productivity_factor, case when manages then coalesce(l.unpriced_minutes, 0) / 60.0 end,
    p.amount, case when manages then coalesce(m.amount, 0) end
  from codes c
  left join figures f on coalesce(f.cost_code_id::text, '') = coalesce(c.id::text, '')
  left join labor l on coalesce(l.cost_code_id::text, '') = coalesce(c.id::text, '')
  left join machines m on coalesce(m.cost_code_id::text, '') = coalesce(c.id::text, '')
  left join planned p on p.root = c.id
  left join public.cost_codes k on k.company_id = me.company_id and k.id = c.id
  order by k.code_group collate "C" nulls last, k.code collate "C" nulls last;
end $$;
comment on function public.budget_report(uuid,boolean) is 'Foremen and above: budget, work, progress and forecast of a project by cost code, with branch_param of it and its phases together, unrounded; amounts of labor and of machines for managers and owners only. The newest approved version counts.';
grant execute on function public.budget_report(uuid,boolean) to authenticated;

create or replace function public.budget_forecast(project_id_param uuid default null::uuid) returns table(project_id uuid, cost_code_id uuid, is_project boolean, weeks integer, too_early boolean, recent_factor numeric, trend numeric[], forecast_hours numeric, low_hours numeric, high_hours numeric, open_hours numeric, hours_per_week numeric, people numeric, finish_date date, deadline date)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees;
  scope private.right_scope;
  projects uuid[];
  today date;
begin
  if project_id_param is not null then
    me := private.require_project_for(project_id_param, 'budgets');
    projects := array[project_id_param];
  else
    me := private.require_foreman_or_right('budgets');
    scope := case when me.company_role_id is not null then private.scope_of('budgets') end;
    projects := array(select distinct b.project_id from public.budgets b
      join public.projects p on p.company_id = b.company_id and p.id = b.project_id and p.archived_at is null
      where b.company_id = me.company_id and b.status = 'approved'
        and (me.role in ('owner', 'manager') or me.role = 'foreman' and p.id not in (select private.projects_closed_to_me())
          or private.covers_project(scope, p.id)));
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
comment on function public.budget_forecast(uuid) is 'Foremen and above: hours at completion at the pace of the last weeks with their likely range, and the day the work ends with the present crew; of one project and its codes, or of every project with a budget.';
grant execute on function public.budget_forecast(uuid) to authenticated;

create or replace function private.budget_forecasts(company_id_param uuid, project_ids_param uuid[], today_param date) returns table(project_id uuid, cost_code_id uuid, is_project boolean, weeks integer, too_early boolean, recent_factor numeric, trend numeric[], forecast_hours numeric, low_hours numeric, high_hours numeric, open_hours numeric)
language sql stable rows 200 set search_path = '' as $$
  with calendar as (
    select private.week_of(today_param, c.week_start) as this_week from public.companies c where c.id = company_id_param
  ), scopes as (
    -- What the budget measures by quantities; the rest takes its budget, or what it took already.
    select f.project_id, f.cost_code_id, false as is_project, f.actual_hours as actual, 0::numeric as unmeasured,
        greatest(0, f.budget_hours - f.earned_hours) as left_to_earn, f.percent_complete as complete,
        coalesce(f.forecast_hours, greatest(f.budget_hours, f.actual_hours)) as at_completion, f.actual_hours as worked
      from private.budget_figures(company_id_param, project_ids_param) f where f.earned_hours is not null
    union all
    select f.project_id, null, true, sum(f.actual_hours) filter (where f.earned_hours is not null),
        coalesce(sum(greatest(f.budget_hours, f.actual_hours)) filter (where f.earned_hours is null), 0),
        sum(greatest(0, f.budget_hours - f.earned_hours)), 100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0),
        sum(coalesce(f.forecast_hours, greatest(f.budget_hours, f.actual_hours))), sum(f.actual_hours)
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
    -- The forecast of the report; the pace of the last weeks says how far it may be off.
    case when not e.early then e.at_completion end,
    case when not e.early then least(e.at_completion, e.actual + e.unmeasured + greatest(0, e.to_come - coalesce(e.margin, 0))) end,
    case when not e.early then greatest(e.at_completion, e.actual + e.unmeasured + e.to_come + coalesce(e.margin, 0)) end,
    case when not e.early then e.at_completion - e.worked end
  from expected e;
$$;
comment on function private.budget_forecasts(uuid,uuid[],date) is 'Hours at completion by project and by code, as in the report, with the range eight of ten such projects end in at the pace of the last six weeks with work. Too early: under three such weeks, nothing earned in them, or less than a tenth done.';

create or replace function private.budget_weeks(company_id_param uuid, project_ids_param uuid[], start_date_param date, end_date_param date) returns table(project_id uuid, cost_code_id uuid, week date, actual_hours numeric, earned_hours numeric)
language sql stable set search_path = '' as $$
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
comment on function private.budget_weeks(uuid,uuid[],date,date) is 'Hours worked and earned by project, code and week of the company, unrounded. Earned is null where the budget has no quantity.';

create or replace function private.project_pace(company_id_param uuid, project_ids_param uuid[], today_param date) returns table(project_id uuid, weeks integer, hours_per_week numeric, people numeric)
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
comment on function private.project_pace(uuid,uuid[],date) is 'Hours and people a week over the last four full weeks, of projects that had work in them.';

create or replace function public.budget_weeks(project_id_param uuid) returns table(week date, actual_hours numeric, earned_hours numeric, planned_hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_project_for(project_id_param, 'budgets');
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
    case when deadline < first_date then budget else budget * least(1, (w.week + 7 - first_date)::numeric / (deadline + 1 - first_date)) end
  from (select private.week_of(first_date, week_begins) + 7 * n as week
    from generate_series(0, least(520, (private.week_of(greatest(today, deadline, first_date), week_begins) - private.week_of(first_date, week_begins)) / 7)) n) w
  left join sums s on s.week = w.week
  order by w.week;
end $$;
comment on function public.budget_weeks(uuid) is 'Foremen and above: hours worked and earned in each week since the first, and hours planned up to its end: the budget spread evenly from the first day to the deadline, null without one.';
grant execute on function public.budget_weeks(uuid) to authenticated;

create or replace function public.budget_pace(project_id_param uuid) returns table(people numeric, hours_per_week numeric, overtime_per_week numeric, weekly_after numeric, daily_after numeric, hour_cost numeric, overtime_premium numeric)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_project_for(project_id_param, 'budgets');
  costs boolean := me.role in ('owner', 'manager') or private.has_right('budgets', null, project_id_param);
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
    where y.policy_id = private.governing_policy_id(me.company_id, null, project_id_param, today)
  )
  select p.people, p.hours_per_week, coalesce(d.overtime, 0) / p.weeks,
    r.weekly_after / 60.0, r.daily_after / 60.0,
    case when costs then d.straight end, case when costs then coalesce(d.premium, d.straight / 2) end
  from pace p cross join paid d cross join rule r;
end $$;
comment on function public.budget_pace(uuid) is 'Foremen and above: people, hours and overtime a week on a project over the last four full weeks, from when overtime counts, and for managers what an hour and the premium of an overtime hour cost with burden. Nothing while nobody worked in them.';
grant execute on function public.budget_pace(uuid) to authenticated;

create or replace function private.burden_of(company_id_param uuid, employee_id_param uuid, date_param date) returns setof numeric
language sql stable rows 1 as $$
  select b.percent from public.burden_rates b
  left join public.employees e on b.trade is not null and e.company_id = b.company_id and e.id = employee_id_param
  where b.company_id = company_id_param and b.effective_from <= date_param
    and (b.employee_id is null or b.employee_id = employee_id_param)
    and (b.trade is null or lower(btrim(b.trade)) = lower(btrim(e.job_title)))
  order by (b.employee_id is null), (b.trade is null), b.effective_from desc limit 1;
$$;
comment on function private.burden_of(uuid,uuid,date) is 'What a person''s labor costs on top of pay on a day, in percent: theirs, else their trade''s, else the company''s; no row: nothing.';

create or replace function public.progress_report(project_id_param uuid, start_date_param date, end_date_param date) returns table(cost_code_id uuid, code text, name text, code_group text, unit text, budget_quantity numeric, previous_quantity numeric, quantity numeric, cumulative_quantity numeric, unapproved_quantity numeric, percent_complete numeric, actual_hours numeric, earned_hours numeric, productivity_factor numeric, usual_quantity numeric, last_quantity numeric, last_date date, milestones text)
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
    select r.root, max(l.unit) as unit, sum(l.quantity) as planned, sum(l.hours) as hours,
      -- Of a code that others were merged into, the steps say nothing about the sum.
      case when count(*) = 1 then max(l.milestones) end as milestones
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
    n.usual, n.last_quantity, n.last_date, l.milestones
  from public.cost_codes k
  left join lines l on l.root = k.id
  left join entered e on e.root = k.id
  left join recent n on n.root = k.id
  left join worked w on w.root = k.id
  where k.company_id = me.company_id and (l.root is not null or e.root is not null or w.root is not null)
  order by k.code_group collate "C" nulls last, k.code collate "C";
end $$;
comment on function public.progress_report(uuid,date,date) is 'Quantities of a project by cost code before and in a period, with what is usual and its milestones; hours and productivity of the period for foremen and above.';
grant execute on function public.progress_report(uuid,date,date) to authenticated;

create or replace function public.save_budget(project_id_param uuid, name_param text, lines_param jsonb, budget_id_param uuid default null::uuid, based_on_param jsonb default null::jsonb) returns public.budgets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('budgets');
  saved public.budgets;
  stored jsonb;
  based_on jsonb;
  sent jsonb;
  changes jsonb;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  elsif me.company_role_id is not null and not private.has_right('budgets', null, project_id_param) then
    perform private.refuse_out_of_scope();
  end if;
  if lines_param is null or jsonb_typeof(lines_param) <> 'array' then
    raise exception using errcode = 'P0001', hint = 'budget_lines_missing', message = 'Give the lines of the budget.';
  end if;
  if budget_id_param is null then
    insert into public.budgets (company_id, project_id, name) values (me.company_id, project_id_param, coalesce(btrim(name_param), ''))
      returning * into saved;
  else
    select * into saved from public.budgets b
     where b.company_id = me.company_id and b.id = budget_id_param and b.project_id = project_id_param for update;
    if saved.id is null then
      raise exception using errcode = 'P0001', hint = 'budget_unknown', message = 'This budget does not exist.';
    end if;
  end if;
  if saved.status = 'approved' then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
  end if;
  if budget_id_param is not null then
    if jsonb_typeof(based_on_param) = 'object' then
      -- Line by line: what the caller did not change stays as it is by now.
      stored := jsonb_build_object('name', saved.name) || private.budget_lines_by_code((select jsonb_agg(to_jsonb(l)) from public.budget_lines l
        where l.company_id = me.company_id and l.budget_id = saved.id));
      based_on := jsonb_build_object('name', coalesce(based_on_param -> 'name', to_jsonb(saved.name))) || private.budget_lines_by_code(based_on_param -> 'lines');
      sent := jsonb_build_object('name', coalesce(btrim(name_param), '')) || private.budget_lines_by_code(lines_param);
      select coalesce(jsonb_object_agg(k, coalesce(sent -> k, 'null')), '{}') into changes
        from jsonb_object_keys(based_on || sent) k where sent -> k is distinct from based_on -> k;
      perform private.require_unchanged('budgets', saved.id, stored,
        (select jsonb_object_agg(k, coalesce(based_on -> k, 'null')) from jsonb_object_keys(based_on || sent || stored) k), changes);
      stored := stored || changes;
      name_param := stored ->> 'name';
      lines_param := coalesce((select jsonb_agg(l.value || jsonb_build_object('cost_code_id', l.key)) from jsonb_each(stored - 'name') l
        where jsonb_typeof(l.value) = 'object'), '[]');
    end if;
    update public.budgets b set name = coalesce(btrim(name_param), '')
     where b.company_id = me.company_id and b.id = saved.id returning * into saved;
    delete from public.budget_lines l where l.company_id = me.company_id and l.budget_id = saved.id;
  end if;
  insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit, equipment_amount, other_amount, milestones)
    select me.company_id, saved.id, l.cost_code_id, coalesce(l.hours, 0), l.labor_amount, l.quantity, nullif(btrim(l.unit), ''), l.equipment_amount, l.other_amount,
        nullif(btrim(l.milestones), '')
      from jsonb_to_recordset(lines_param) as l
        (cost_code_id uuid, hours numeric, labor_amount numeric, quantity numeric, unit text, equipment_amount numeric, other_amount numeric, milestones text);
  return saved;
end $$;
comment on function public.save_budget(uuid,text,jsonb,uuid,jsonb) is 'Managers: a draft with its lines, new or instead of the draft named: [{"cost_code_id", "hours", "labor_amount", "quantity", "unit", "equipment_amount", "other_amount", "milestones"}]. based_on: {"name", "lines"} as they were read; lines that equal it stay as they are by now, lines somebody else changed meanwhile are refused with changed_meanwhile.';
grant execute on function public.save_budget(uuid,text,jsonb,uuid,jsonb) to authenticated;

create or replace function private.row_changes_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'budgets' then
    perform private.refresh_percent(new.company_id, array[new.project_id]);
  else
    perform private.refresh_percent(new.company_id, array(
      select distinct b.project_id from public.budgets b
      join public.budget_lines l on l.company_id = b.company_id and l.budget_id = b.id
      where b.company_id = new.company_id and b.status = 'approved' and l.cost_code_id in (new.id, new.merged_into)));
  end if;
  return null;
end $$;
comment on function private.row_changes_percent() is 'After an approved budget, and after a merge of cost codes.';

create or replace function private.refresh_percent(company_id_param uuid, project_ids_param uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.projects p set percent_computed = c.percent is not null,
      percent_complete = coalesce(c.percent, p.percent_complete)
    from unnest(project_ids_param) as x (id)
    cross join lateral (select private.computed_percent(company_id_param, x.id) as percent) c
   where p.company_id = company_id_param and p.id = x.id
     and (p.percent_computed <> (c.percent is not null) or p.percent_complete <> c.percent);
$$;

create or replace function private.computed_percent(company_id_param uuid, project_id_param uuid) returns smallint
language sql stable set search_path = '' as $$
  with lines as (
    select r.root, sum(l.hours) as hours, sum(l.quantity) as planned
      from private.current_budget_lines l join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
     where l.company_id = company_id_param and l.project_id = project_id_param group by r.root
  ), entered as (
    select r.root, sum(q.quantity) as done
      from public.quantities q join private.cost_code_roots(company_id_param) r on r.id = q.cost_code_id
     where q.company_id = company_id_param and q.project_id = project_id_param group by r.root
  )
  select least(100, round(100 * sum(l.hours * coalesce(e.done, 0) / nullif(l.planned, 0)) / sum(l.hours)))::smallint
    from lines l left join entered e on e.root = l.root
  having bool_or(l.planned > 0) and sum(l.hours) > 0;
$$;
comment on function private.computed_percent(uuid,uuid) is 'Earned hours of the budget hours in percent, at most 100; null without a budget with quantities.';

create or replace function private.projected_pay(company_id_param uuid, start_date_param date, end_date_param date, moment_param timestamptz) returns table(employee_id uuid, week_start date, planned_minutes bigint, overtime_minutes bigint, overtime_cents bigint, premium_cents bigint, plan_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  week integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_day date := private.week_of(start_date_param, week);
  last_day date := private.week_of(end_date_param, week) + 6;
  plan private.pay_planned[] := array(
    select (w.employee_id, w.project_id, w.cost_code_id, w.work_date, w.starts, w.ends)::private.pay_planned
    from private.planned_work(company_id_param, first_day, last_day, moment_param) w);
  people uuid[] := array(select distinct w.employee_id from unnest(plan) w);
begin
  if people = '{}' then
    return;
  end if;
  return query
  with worked as (
    select p.employee_id, p.week_start, sum(p.total_cents) as cents, sum(p.minutes) filter (where p.pay_code in ('REG', 'OT', 'DT')) as minutes
    from private.payroll_lines_computed(company_id_param, first_day, last_day, people, moment_param) p
    group by p.employee_id, p.week_start
  )
  select l.employee_id, l.week_start,
    coalesce(sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')), 0)::bigint - coalesce(max(w.minutes), 0)::bigint,
    coalesce(sum(l.minutes) filter (where l.pay_code in ('OT', 'DT')), 0)::bigint,
    sum(l.total_cents) filter (where l.pay_code in ('OT', 'DT'))::bigint,
    sum(l.premium_cents) filter (where l.pay_code in ('OT', 'DT'))::bigint,
    sum(l.total_cents)::bigint - coalesce(max(w.cents), 0)::bigint
  from private.payroll_lines_computed(company_id_param, first_day, last_day, people, moment_param, plan) l
  left join worked w on w.employee_id = l.employee_id and w.week_start = l.week_start
  group by l.employee_id, l.week_start;
end $$;
comment on function private.projected_pay(uuid,date,date,timestamp with time zone) is 'Worked time and remaining plan through the pay engine, per person and workweek. plan_cents is what the plan adds; unknown (null) where a rate is missing.';

create or replace function private.import_budget(company_id_param uuid, item jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  project uuid := private.import_reference(company_id_param, 'project', item);
  budget uuid;
begin
  if project is null then
    perform private.refuse_row('import_project_missing');
  end if;
  select b.id into budget from public.budgets b
    where b.company_id = company_id_param and b.project_id = project and b.status = 'draft' order by b.version desc limit 1;
  if budget is null then
    insert into public.budgets (company_id, project_id, name) values (company_id_param, project, 'Import') returning id into budget;
  end if;
  return budget;
end $$;
comment on function private.import_budget(uuid,jsonb) is 'The draft that lines of a project go into; a new version where there is none. An approved one stays.';
grant execute on function private.import_budget(uuid,jsonb) to authenticated;

create or replace function private.budget_milestones_add_up(milestones_param text) returns boolean
language sql immutable set search_path = '' as $$
  select bool_and(coalesce(m.weight, 0) > 0) and sum(m.weight) = 100
    from (select substring(btrim(part) from '^.*\S\s+(\d+(?:\.\d+)?)\s*%?$')::numeric as weight
      from unnest(string_to_array(milestones_param, ',')) part) m;
$$;
comment on function private.budget_milestones_add_up(text) is 'Whether each step, "Rough-in 40, Trim 60", has a name and what it is worth, together 100.';
grant execute on function private.budget_milestones_add_up(text) to authenticated;
