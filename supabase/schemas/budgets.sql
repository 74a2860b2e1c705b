-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.budgets (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  version integer default 0 not null,
  name text default ''::text not null,
  status text default 'draft'::text not null,
  approved_at timestamptz,
  approved_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint budgets_pkey primary key (company_id, id),
  constraint budgets_version_once_per_project unique (company_id, project_id, version),
  constraint budgets_name_length check (char_length(name) <= 200),
  constraint budgets_status_known check (status = any (array['draft'::text, 'approved'::text])),
  constraint budgets_version_range check (version >= 1 and version <= 10000),
  constraint finite_approved_at check (isfinite(approved_at)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint budgets_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
create index budgets_approved on public.budgets using btree (company_id, project_id, version desc) where status = 'approved'::text;
comment on table public.budgets is 'A version of a project''s budget: the original or a change. The approved one with the highest version counts.';
comment on column public.budgets.version is 'Counts up per project; 0 in an insert means the next one.';
alter table public.budgets enable row level security;
grant select, insert, update, delete on table public.budgets to authenticated;

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

alter publication supabase_realtime add table public.budgets;

create or replace trigger fill_company_id before insert on public.budgets
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace function private.keep_budget() returns trigger
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
comment on function private.keep_budget() is 'Counts versions, notes who approved when, and keeps what was approved.';

create or replace trigger keep_budget before insert or delete or update on public.budgets
  for each row execute function private.keep_budget();

create or replace trigger keep_identity before update on public.budgets
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.budgets
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.budgets
  for each row execute function private.record_change();

create or replace function private.budget_figures(company_id_param uuid, project_ids_param uuid[]) returns table(project_id uuid, cost_code_id uuid, unit text, budgeted boolean, budget_hours numeric, budget_amount numeric, budget_quantity numeric, actual_hours numeric, actual_quantity numeric, percent_used numeric, percent_complete numeric, earned_hours numeric, variance_hours numeric, productivity_factor numeric, forecast_hours numeric)
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
comment on function private.budget_figures(uuid,uuid[]) is 'Earned value by project and cost code, unrounded. A code that was merged counts with the one that stayed; work without a code has none.';

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

create or replace function public.budget_overview() returns table(project_id uuid, version integer, budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric, earned_hours numeric, variance_hours numeric, forecast_hours numeric, worst_code text, worst_hours numeric)
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
comment on function public.budget_overview() is 'Foremen and above: every project the caller sees with the sums of its budget report, and the code that lost the most hours.';
grant execute on function public.budget_overview() to authenticated;

create or replace function public.budget_report(project_id_param uuid) returns table(cost_code_id uuid, code text, name text, code_group text, unit text, budgeted boolean, budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric, earned_hours numeric, variance_hours numeric, forecast_hours numeric, budget_amount numeric, actual_amount numeric, budget_quantity numeric, actual_quantity numeric, productivity_factor numeric, unpriced_hours numeric)
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
comment on function public.budget_report(uuid) is 'Foremen and above: budget, work, progress and forecast of a project by cost code, unrounded; amounts for managers and owners only. The newest approved version counts.';
grant execute on function public.budget_report(uuid) to authenticated;

create or replace function public.save_budget(project_id_param uuid, name_param text, lines_param jsonb, budget_id_param uuid default null::uuid) returns public.budgets
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  saved public.budgets;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  if lines_param is null or jsonb_typeof(lines_param) <> 'array' then
    raise exception using errcode = 'P0001', hint = 'budget_lines_missing', message = 'Give the lines of the budget.';
  end if;
  if budget_id_param is null then
    insert into public.budgets (company_id, project_id, name) values (me.company_id, project_id_param, coalesce(btrim(name_param), ''))
      returning * into saved;
  else
    update public.budgets b set name = coalesce(btrim(name_param), '')
     where b.company_id = me.company_id and b.id = budget_id_param and b.project_id = project_id_param
     returning * into saved;
    if saved.id is null then
      raise exception using errcode = 'P0001', hint = 'budget_unknown', message = 'This budget does not exist.';
    end if;
    delete from public.budget_lines l where l.company_id = me.company_id and l.budget_id = saved.id;
  end if;
  if saved.status = 'approved' then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
  end if;
  insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit)
    select me.company_id, saved.id, l.cost_code_id, coalesce(l.hours, 0), l.labor_amount, l.quantity, nullif(btrim(l.unit), '')
      from jsonb_to_recordset(lines_param) as l (cost_code_id uuid, hours numeric, labor_amount numeric, quantity numeric, unit text);
  return saved;
end $$;
comment on function public.save_budget(uuid,text,jsonb,uuid) is 'Managers: a draft with its lines, new or instead of the draft named: [{"cost_code_id", "hours", "labor_amount", "quantity", "unit"}].';
grant execute on function public.save_budget(uuid,text,jsonb,uuid) to authenticated;
