create table public.units (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  description text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint units_pkey primary key (company_id, id),
  constraint units_name_once_per_company unique (company_id, name),
  constraint units_description_length check (char_length(description) <= 100),
  constraint units_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 20),
  constraint units_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.units');
comment on table public.units is 'Units of measure to choose from. Cost codes and budget lines hold the name; a renamed unit renames it on cost codes.';
alter table public.units enable row level security;
alter publication supabase_realtime add table public.units;
grant select, insert, update, delete on table public.units to authenticated;

create policy "Company roles that manage lists add units" on public.units
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists change units" on public.units
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone)
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists delete units" on public.units
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Employees read the units of their company" on public.units
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add units" on public.units
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change units" on public.units
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete units" on public.units
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.units
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.units
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.units
  for each row execute function private.lock_identity();

create or replace trigger rename_unit after update on public.units
  for each row when (old.name is distinct from new.name) execute function private.rename_unit();

create or replace function private.rename_unit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cost_codes k set unit = new.name where k.company_id = new.company_id and k.unit = old.name;
  return null;
end $$;

create or replace trigger touch_updated_at before update on public.units
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.units
  for each row execute function private.record_change();

create or replace function public.unit_rates() returns table(cost_code_id uuid, code text, name text, code_group text, unit text, projects bigint, quantity numeric, hours numeric, hours_per_unit numeric, lowest numeric, highest numeric, budget_per_unit numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  return query
  with seen as materialized (
    select p.id, p.status from public.projects p where p.company_id = me.company_id
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))
  ), finished as (
    select f.cost_code_id, f.unit, f.actual_quantity, f.actual_hours, f.budget_hours, f.budget_quantity
      from private.budget_figures(me.company_id, array(select s.id from seen s)) f
      join seen s on s.id = f.project_id
     -- A share of a whole is no quantity one could bid with.
     where f.cost_code_id is not null and f.unit is not null and f.unit <> '%' and f.actual_quantity > 0 and f.actual_hours > 0
       and (s.status = 'completed' or f.percent_complete >= 100)
  )
  select k.id, k.code, k.name, k.code_group, max(f.unit), count(*), sum(f.actual_quantity), sum(f.actual_hours),
    sum(f.actual_hours) / sum(f.actual_quantity), min(f.actual_hours / f.actual_quantity), max(f.actual_hours / f.actual_quantity),
    sum(f.budget_hours) filter (where f.budget_quantity > 0) / nullif(sum(f.budget_quantity) filter (where f.budget_quantity > 0), 0)
  from finished f join public.cost_codes k on k.company_id = me.company_id and k.id = f.cost_code_id
  group by k.company_id, k.id, lower(f.unit)
  order by k.code_group collate "C" nulls last, k.code collate "C", 5;
end $$;
comment on function public.unit_rates() is 'Foremen and above: hours per unit by cost code and unit over finished work (the code is complete, or its project is), with the number of projects, the lowest and the highest of them, and what the budgets said.';
grant execute on function public.unit_rates() to authenticated;

create or replace function private.check_merged_units() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.budget_lines a
    join public.budget_lines b on b.company_id = a.company_id and b.budget_id = a.budget_id
    join private.cost_code_roots(new.company_id) ka on ka.id = a.cost_code_id
    join private.cost_code_roots(new.company_id) kb on kb.id = b.cost_code_id
    join public.cost_codes ca on ca.company_id = a.company_id and ca.id = ka.id
    join public.cost_codes cb on cb.company_id = b.company_id and cb.id = kb.id
    where a.company_id = new.company_id and ka.root = old.id and kb.root = new.merged_into
      and a.quantity > 0 and b.quantity > 0
      and lower(coalesce(a.unit, ca.unit, '')) <> lower(coalesce(b.unit, cb.unit, ''))
  ) then
    raise exception using errcode = 'P0001', hint = 'cost_code_units_differ',
      message = 'A budget counts these two codes in different units, so they cannot become one.';
  end if;
  return new;
end $$;
comment on function private.check_merged_units() is 'Refuses to merge two codes that one budget counts in different units.';
