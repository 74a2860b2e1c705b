-- What a project may take: versions of a budget, each with one line per cost code.

create table public.budgets (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  version integer not null default 0 constraint budgets_version_range check (version between 1 and 10000),
  name text not null default '' constraint budgets_name_length check (char_length(name) <= 200),
  status text not null default 'draft' constraint budgets_status_known check (status in ('draft', 'approved')),
  approved_at timestamptz,
  approved_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint budgets_version_once_per_project unique (company_id, project_id, version),
  constraint budgets_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete cascade
);
comment on table public.budgets is 'A version of a project''s budget: the original or a change. The approved one with the highest version counts.';
comment on column public.budgets.version is 'Counts up per project; 0 in an insert means the next one.';

create table public.budget_lines (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  budget_id uuid not null,
  cost_code_id uuid not null,
  hours numeric(12, 2) not null default 0 constraint budget_lines_hours_not_negative check (hours >= 0),
  labor_amount numeric(14, 2) constraint budget_lines_amount_not_negative check (labor_amount >= 0),
  quantity numeric(16, 4) constraint budget_lines_quantity_not_negative check (quantity >= 0),
  unit text constraint budget_lines_unit_length check (char_length(unit) <= 20),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint budget_lines_code_once_per_budget unique (company_id, budget_id, cost_code_id),
  constraint budget_lines_budget foreign key (company_id, budget_id) references public.budgets (company_id, id) on delete cascade,
  constraint budget_lines_cost_code foreign key (company_id, cost_code_id) references public.cost_codes (company_id, id)
);
create index budget_lines_by_cost_code on public.budget_lines (company_id, cost_code_id);
comment on table public.budget_lines is 'Hours, labor and quantity planned for a cost code. Percent complete is the unit % with the quantity 100.';
comment on column public.budget_lines.unit is 'Unit of the quantity; null is the cost code''s own.';

create table public.burden_rates (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid,
  trade text constraint burden_rates_trade_length check (char_length(btrim(trade)) between 1 and 100),
  percent numeric(6, 3) not null constraint burden_rates_percent_range check (percent between 0 and 300),
  effective_from date not null default '1970-01-01',
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint burden_rates_one_scope check (employee_id is null or trade is null),
  constraint burden_rates_one_per_day unique nulls not distinct (company_id, employee_id, trade, effective_from),
  constraint burden_rates_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
comment on table public.burden_rates is 'What labor costs on top of pay, in percent, from a date on: of a person, else of a trade (employees.job_title), else of the company.';

select private.refuse_non_finite('public.budgets'), private.refuse_non_finite('public.budget_lines'),
  private.refuse_non_finite('public.burden_rates');

create function private.keep_budget() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- A project that goes takes its budgets along.
    if old.status = 'approved' and exists (select from public.projects p where p.company_id = old.company_id and p.id = old.project_id) then
      raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget stays. Make a new version.';
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
      raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget stays. Make a new version.';
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
revoke execute on function private.keep_budget() from public;

create function private.keep_budget_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  approved boolean := exists (select from public.budgets b
    where b.company_id = old.company_id and b.id = old.budget_id and b.status = 'approved');
begin
  if approved and (tg_op = 'DELETE' or (new.budget_id, new.cost_code_id, new.hours, new.labor_amount, new.quantity, new.unit)
      is distinct from (old.budget_id, old.cost_code_id, old.hours, old.labor_amount, old.quantity, old.unit)) then
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget stays. Make a new version.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.keep_budget_line() is 'A line of an approved version keeps its figures; a code without a line may still get one.';
revoke execute on function private.keep_budget_line() from public;

create trigger fill_company_id before insert on public.budgets
  for each row execute function private.fill_company_id('projects', 'project_id');
create trigger keep_budget before insert or update or delete on public.budgets
  for each row execute function private.keep_budget();
create trigger keep_creator before insert or update on public.budgets
  for each row execute function private.keep_creator();
create trigger keep_identity before update on public.budgets
  for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.budgets
  for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.budgets
  for each row execute function private.record_change();

create trigger fill_company_id before insert on public.budget_lines
  for each row execute function private.fill_company_id('budgets', 'budget_id');
create trigger keep_budget_line before update or delete on public.budget_lines
  for each row execute function private.keep_budget_line();
create trigger keep_creator before insert or update on public.budget_lines
  for each row execute function private.keep_creator();
create trigger keep_identity before update on public.budget_lines
  for each row execute function private.keep_identity();
create trigger zz_record_change after insert or update or delete on public.budget_lines
  for each row execute function private.record_change();

create trigger fill_company_id before insert on public.burden_rates
  for each row execute function private.fill_company_id();
create trigger keep_creator before insert or update on public.burden_rates
  for each row execute function private.keep_creator();
create trigger keep_identity before update on public.burden_rates
  for each row execute function private.keep_identity();
create trigger zz_record_change after insert or update or delete on public.burden_rates
  for each row execute function private.record_change();

-- Amounts are for managers; foremen get hours and quantities from the reports.
do $$
declare
  name text;
begin
  foreach name in array array['budgets', 'budget_lines', 'burden_rates'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('create policy %I on public.%I for select to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))',
      format('Managers read %s', replace(name, '_', ' ')), name);
    execute format('create policy %I on public.%I for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()))',
      format('Managers add %s', replace(name, '_', ' ')), name);
    execute format('create policy %I on public.%I for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager())) with check (company_id = (select private.my_company_id()))',
      format('Managers change %s', replace(name, '_', ' ')), name);
    execute format('create policy %I on public.%I for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))',
      format('Managers delete %s', replace(name, '_', ' ')), name);
    execute format('grant select, insert, update, delete on public.%I to authenticated, service_role', name);
  end loop;
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.budgets;
  end if;
end $$;

create function public.save_budget(project_id_param uuid, name_param text, lines_param jsonb, budget_id_param uuid default null) returns public.budgets
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
    raise exception using errcode = 'P0001', hint = 'budget_approved', message = 'An approved budget stays. Make a new version.';
  end if;
  insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit)
    select me.company_id, saved.id, l.cost_code_id, coalesce(l.hours, 0), l.labor_amount, l.quantity, nullif(btrim(l.unit), '')
      from jsonb_to_recordset(lines_param) as l (cost_code_id uuid, hours numeric, labor_amount numeric, quantity numeric, unit text);
  return saved;
end $$;
comment on function public.save_budget(uuid, text, jsonb, uuid) is
  'Managers: a draft with its lines, new or instead of the draft named: [{"cost_code_id", "hours", "labor_amount", "quantity", "unit"}].';
revoke execute on function public.save_budget(uuid, text, jsonb, uuid) from public, anon;
grant execute on function public.save_budget(uuid, text, jsonb, uuid) to authenticated;
