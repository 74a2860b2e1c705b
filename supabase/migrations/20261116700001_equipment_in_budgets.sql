-- Machines in budgets: an amount planned by code, and what their hours cost at the rates of their classes.

alter table public.budget_lines add column equipment_amount numeric(14,2),
  add constraint budget_lines_equipment_not_negative check (equipment_amount >= 0);
select private.refuse_non_finite('public.budget_lines');
comment on column public.budget_lines.equipment_amount is 'Cost of machines planned for the code; null: none was planned.';

create or replace view private.current_budget_lines as
  select b.project_id, l.company_id, l.id, l.budget_id, l.cost_code_id, l.hours, l.labor_amount, l.quantity, l.unit, l.created_by, l.created_at,
    l.equipment_amount
    from public.budget_lines l
    join public.budgets b on b.company_id = l.company_id and b.id = l.budget_id and b.status = 'approved'
   where not exists (select from public.budgets n where n.company_id = b.company_id and n.project_id = b.project_id
     and n.status = 'approved' and n.version > b.version);

create or replace function private.keep_budget_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  approved boolean := exists (select from public.budgets b
    where b.company_id = old.company_id and b.id = old.budget_id and b.status = 'approved');
begin
  if approved and (tg_op = 'DELETE' or (new.budget_id, new.cost_code_id, new.hours, new.labor_amount, new.quantity, new.unit, new.equipment_amount)
      is distinct from (old.budget_id, old.cost_code_id, old.hours, old.labor_amount, old.quantity, old.unit, old.equipment_amount)) then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function public.save_budget(project_id_param uuid, name_param text, lines_param jsonb, budget_id_param uuid default null)
returns public.budgets
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
  insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit, equipment_amount)
    select me.company_id, saved.id, l.cost_code_id, coalesce(l.hours, 0), l.labor_amount, l.quantity, nullif(btrim(l.unit), ''), l.equipment_amount
      from jsonb_to_recordset(lines_param) as l
        (cost_code_id uuid, hours numeric, labor_amount numeric, quantity numeric, unit text, equipment_amount numeric);
  return saved;
end $$;
comment on function public.save_budget(uuid, text, jsonb, uuid) is
  'Managers: a draft with its lines, new or instead of the draft named: [{"cost_code_id", "hours", "labor_amount", "quantity", "unit", "equipment_amount"}].';

create function private.machine_cost(company_id_param uuid, project_id_param uuid)
returns table (cost_code_id uuid, amount numeric, unpriced_seconds bigint)
language sql stable set search_path = '' as $$
  with machines as materialized (
    select w.equipment_id, min(w.work_date) as first_date, max(w.work_date) as last_date from private.work_done w
     where w.company_id = company_id_param and w.project_id = project_id_param and w.equipment_id is not null
     group by w.equipment_id
  ), parts as (
    select p.equipment_id, t.cost_code_id, p.seconds - p.overlap_seconds as working, 0 as idle
      from machines m
      cross join lateral private.machine_pieces(company_id_param, m.first_date, m.last_date, m.equipment_id) p
      join public.time_entries t on t.company_id = company_id_param and t.id = p.entry_id
     where p.project_id = project_id_param
    union all
    select d.equipment_id, null, d.working_minutes * 60, d.idle_minutes * 60 from public.equipment_days d
     where d.company_id = company_id_param and d.project_id = project_id_param
  ), sums as (
    select p.equipment_id, r.root, sum(p.working) as working, sum(p.idle) as idle
      from parts p left join private.cost_code_roots(company_id_param) r on r.id = p.cost_code_id
     group by p.equipment_id, r.root
  )
  select s.root, coalesce(sum(round((s.working * c.operating_rate + s.idle * coalesce(c.standby_rate, 0)) / 3600, 2)), 0),
    coalesce(sum(s.working) filter (where c.operating_rate is null), 0)::bigint
  from sums s
  join public.equipment q on q.company_id = company_id_param and q.id = s.equipment_id
  left join public.equipment_classes c on c.company_id = company_id_param and c.id = q.class_id
  group by s.root;
$$;
comment on function private.machine_cost(uuid, uuid) is
  'What the machines of a project cost by code: working hours at the operating rate of their class, idle ones at its standby rate, to the cent by machine and code. Days entered without an operator have no code.';
revoke execute on function private.machine_cost(uuid, uuid) from public;

drop function public.budget_report(uuid);
create function public.budget_report(project_id_param uuid)
returns table (cost_code_id uuid, code text, name text, code_group text, unit text, budgeted boolean,
  budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric, earned_hours numeric,
  variance_hours numeric, forecast_hours numeric, budget_amount numeric, actual_amount numeric, budget_quantity numeric,
  actual_quantity numeric, productivity_factor numeric, unpriced_hours numeric, equipment_budget_amount numeric, equipment_amount numeric)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_project(project_id_param, true);
  manages boolean := me.role in ('owner', 'manager');
begin
  return query
  with roots as materialized (
    select * from private.cost_code_roots(me.company_id)
  ), labor as materialized (
    select * from private.labor_cost(me.company_id, project_id_param) where manages
  ), machines as materialized (
    select * from private.machine_cost(me.company_id, project_id_param) where manages
  ), planned as materialized (
    select r.root, sum(l.equipment_amount) as amount
      from private.current_budget_lines l join roots r on r.id = l.cost_code_id
     where manages and l.company_id = me.company_id and l.project_id = project_id_param group by r.root
  ), figures as materialized (
    select * from private.budget_figures(me.company_id, array[project_id_param])
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
comment on function public.budget_report(uuid) is
  'Foremen and above: budget, work, progress and forecast of a project by cost code, unrounded; amounts of labor and of machines for managers and owners only. The newest approved version counts.';
revoke execute on function public.budget_report(uuid) from public, anon;
grant execute on function public.budget_report(uuid) to authenticated;
