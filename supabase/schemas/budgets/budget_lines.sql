create table public.budget_lines (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  budget_id uuid not null,
  cost_code_id uuid not null,
  hours numeric(12,2) default 0 not null,
  labor_amount numeric(14,2),
  quantity numeric(16,4),
  unit text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  equipment_amount numeric(14,2),
  milestones text,
  other_amount numeric(14,2),
  constraint budget_lines_pkey primary key (company_id, id),
  constraint budget_lines_code_once_per_budget unique (company_id, budget_id, cost_code_id),
  constraint budget_lines_amount_not_negative check (labor_amount >= 0),
  constraint budget_lines_equipment_not_negative check (equipment_amount >= 0),
  constraint budget_lines_other_not_negative check (other_amount >= 0),
  constraint budget_lines_hours_not_negative check (hours >= 0),
  constraint budget_lines_milestones_add_up check (milestones is null or coalesce(unit = '%' and quantity = 100, false) and private.budget_milestones_add_up(milestones)),
  constraint budget_lines_milestones_length check (char_length(milestones) <= 1000),
  constraint budget_lines_quantity_not_negative check (quantity >= 0),
  constraint budget_lines_unit_length check (char_length(unit) <= 20),
  constraint budget_lines_budget foreign key (company_id, budget_id) references public.budgets(company_id, id) on delete cascade,
  constraint budget_lines_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id)
);
select private.refuse_non_finite('public.budget_lines');
create index budget_lines_by_cost_code on public.budget_lines (company_id, cost_code_id);
comment on table public.budget_lines is 'Hours, labor and quantity planned for a cost code. Percent complete is the unit % with the quantity 100.';
comment on column public.budget_lines.unit is 'Unit of the quantity; null is the cost code''s own.';
comment on column public.budget_lines.equipment_amount is 'Cost of machines planned for the code; null: none was planned.';
comment on column public.budget_lines.other_amount is 'Material, subcontractors and other cost planned for the code; null: none was planned.';
comment on column public.budget_lines.milestones is 'Steps in the order they are done, each with its percent: "Rough-in 40, Trim 60". Unit %, quantity 100.';
alter table public.budget_lines enable row level security;
grant select, insert, update, delete on table public.budget_lines to authenticated;

create policy "Company roles with budgets add lines of their projects" on public.budget_lines
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and (exists ( select
   from public.budgets b
  where b.company_id = budget_lines.company_id and b.id = budget_lines.budget_id)));

create policy "Company roles with budgets change lines of their projects" on public.budget_lines
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and (exists ( select
   from public.budgets b
  where b.company_id = budget_lines.company_id and b.id = budget_lines.budget_id)))
  with check (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and (exists ( select
   from public.budgets b
  where b.company_id = budget_lines.company_id and b.id = budget_lines.budget_id)));

create policy "Company roles with budgets delete lines of their projects" on public.budget_lines
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and (exists ( select
   from public.budgets b
  where b.company_id = budget_lines.company_id and b.id = budget_lines.budget_id)));

create policy "Company roles with budgets read lines of their projects" on public.budget_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and (exists ( select
   from public.budgets b
  where b.company_id = budget_lines.company_id and b.id = budget_lines.budget_id)));

create policy "Managers add budget lines" on public.budget_lines
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change budget lines" on public.budget_lines
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete budget lines" on public.budget_lines
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read budget lines" on public.budget_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.budget_lines
  for each row execute function private.fill_company_id('budgets', 'budget_id');

create or replace trigger keep_budget_line before delete or update on public.budget_lines
  for each row execute function private.check_budget_line();

create or replace function private.check_budget_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  approved boolean := exists (select from public.budgets b
    where b.company_id = old.company_id and b.id = old.budget_id and b.status = 'approved');
begin
  if approved and (tg_op = 'DELETE' or (new.budget_id, new.cost_code_id, new.hours, new.labor_amount, new.quantity, new.unit, new.equipment_amount, new.milestones, new.other_amount)
      is distinct from (old.budget_id, old.cost_code_id, old.hours, old.labor_amount, old.quantity, old.unit, old.equipment_amount, old.milestones, old.other_amount)) then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget cannot be changed. Make a new version.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.check_budget_line() is 'A line of an approved version keeps its figures; a code without a line may still get one.';

create or replace trigger keep_creator before insert or update on public.budget_lines
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.budget_lines
  for each row execute function private.lock_identity();

create or replace trigger refresh_percent after insert on public.budget_lines referencing new table as new_rows
  for each statement execute function private.lines_change_percent();

create or replace function private.lines_change_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_percent(b.company_id, array_agg(distinct b.project_id))
    from new_rows n join public.budgets b on b.company_id = n.company_id and b.id = n.budget_id
   where b.status = 'approved' group by b.company_id;
  return null;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.budget_lines
  for each row execute function private.record_change();

create or replace view private.current_budget_lines as
 select b.project_id,
    l.company_id,
    l.id,
    l.budget_id,
    l.cost_code_id,
    l.hours,
    l.labor_amount,
    l.quantity,
    l.unit,
    l.created_by,
    l.created_at,
    l.equipment_amount,
    l.milestones,
    l.other_amount
   from public.budget_lines l
     join public.budgets b on b.company_id = l.company_id and b.id = l.budget_id and b.status = 'approved'::text
  where not (exists ( select
           from public.budgets n
          where n.company_id = b.company_id and n.project_id = b.project_id and n.status = 'approved'::text and n.version > b.version));
comment on view private.current_budget_lines is 'Lines of the newest approved version of every project; filter by company_id.';

create or replace function private.budget_lines_by_code(lines_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(l.cost_code_id, jsonb_build_object('hours', coalesce(l.hours, 0), 'labor_amount', l.labor_amount,
    'quantity', l.quantity, 'unit', nullif(btrim(l.unit), ''), 'equipment_amount', l.equipment_amount, 'other_amount', l.other_amount, 'milestones', nullif(btrim(l.milestones), '')))
    filter (where l.cost_code_id is not null), '{}')
  from jsonb_to_recordset(case jsonb_typeof(lines_param) when 'array' then lines_param else '[]' end) as l
    (cost_code_id uuid, hours numeric(12, 2), labor_amount numeric(14, 2), quantity numeric, unit text, equipment_amount numeric(14, 2), other_amount numeric(14, 2), milestones text);
$$;
comment on function private.budget_lines_by_code(jsonb) is 'Lines of a budget by cost code, in one way of writing, to compare them.';
