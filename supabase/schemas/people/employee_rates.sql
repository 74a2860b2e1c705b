create table public.employee_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  hourly_rate numeric(10,4) not null,
  effective_from date default '1970-01-01'::date not null,
  project_id uuid,
  cost_code_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint employee_rates_pkey primary key (company_id, id),
  constraint employee_rates_one_per_day unique nulls not distinct (company_id, employee_id, project_id, cost_code_id, effective_from),
  constraint employee_rates_at_most check (hourly_rate <= 9999.99),
  constraint employee_rates_not_negative check (hourly_rate >= 0),
  constraint employee_rates_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint employee_rates_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint employee_rates_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.employee_rates');
create index employee_rates_cost_code on public.employee_rates (company_id, cost_code_id) where cost_code_id is not null;
create index employee_rates_project on public.employee_rates (company_id, project_id) where project_id is not null;
comment on table public.employee_rates is 'Hourly base rate from a date on, in general or for a project or cost code. The newest effective_from not after the work date counts.';
alter table public.employee_rates enable row level security;
grant select, delete on table public.employee_rates to authenticated;
grant insert (company_id, id, employee_id, hourly_rate, effective_from, project_id, cost_code_id) on public.employee_rates to authenticated;
grant update (company_id, id, employee_id, hourly_rate, effective_from, project_id, cost_code_id) on public.employee_rates to authenticated;

create policy "Company roles that see rates read those of their scope" on public.employee_rates
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_a_right('{see_rates,payroll}')) and private.covers_person((select private.scope_of_a('{see_rates,payroll}')), employee_id));

create policy "Managers add rates" on public.employee_rates
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change rates" on public.employee_rates
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete rates" on public.employee_rates
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read rates, people their own unless the company hides " on public.employee_rates
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace trigger fill_company_id before insert on public.employee_rates
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_identity before update on public.employee_rates
  for each row execute function private.lock_identity();

create or replace trigger own_pay after insert or delete or update on public.employee_rates
  for each row execute function private.check_own_decision('own_pay');

create or replace trigger x_changes_pay after insert or delete or update on public.employee_rates
  for each row execute function private.rule_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.employee_rates
  for each row execute function private.record_change();
