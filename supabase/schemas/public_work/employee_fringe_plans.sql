create table public.employee_fringe_plans (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  plan_id uuid not null,
  from_date date default CURRENT_DATE not null,
  to_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_fringe_plans_pkey primary key (company_id, id),
  constraint employee_fringe_plans_dates check (to_date >= from_date),
  constraint employee_fringe_plans_once_at_a_time exclude using gist (uuid_hash_extended(plan_id, uuid_hash_extended(company_id, 0)) with =, uuid_hash_extended(employee_id, 0) with =, daterange(from_date, to_date, '[]') with &&),
  constraint employee_fringe_plans_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint employee_fringe_plans_plan foreign key (company_id, plan_id) references public.fringe_plans(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_fringe_plans');
comment on table public.employee_fringe_plans is 'Who is in which plan, from when to when.';
alter table public.employee_fringe_plans enable row level security;
grant select, insert, update, delete on table public.employee_fringe_plans to authenticated;

create policy "Managers add who is in a plan" on public.employee_fringe_plans
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change who is in a plan" on public.employee_fringe_plans
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete who is in a plan" on public.employee_fringe_plans
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read who is in a plan, people their own" on public.employee_fringe_plans
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.employee_fringe_plans
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.employee_fringe_plans
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.employee_fringe_plans
  for each row execute function private.lock_identity();

create or replace trigger own_pay after insert or delete or update on public.employee_fringe_plans
  for each row execute function private.check_own_decision('own_pay');

create or replace trigger touch_updated_at before update on public.employee_fringe_plans
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.employee_fringe_plans
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.employee_fringe_plans
  for each row execute function private.record_change();
