create table public.employee_classifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  project_id uuid not null,
  classification_id uuid not null,
  from_date date default CURRENT_DATE not null,
  cash_in_lieu numeric(10,4),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_classifications_pkey primary key (company_id, id),
  constraint employee_classifications_once unique (company_id, employee_id, project_id, from_date),
  constraint employee_classifications_cash_not_negative check (cash_in_lieu >= 0 and cash_in_lieu < 10000),
  constraint employee_classifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint employee_classifications_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint employee_classifications_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_classifications');
comment on table public.employee_classifications is 'The usual class of a person on a public project from a date on, and the cash paid in lieu of fringe.';
comment on column public.employee_classifications.cash_in_lieu is 'Per hour; null: what the plans leave open of the fringe.';
alter table public.employee_classifications enable row level security;
grant select, insert, update, delete on table public.employee_classifications to authenticated;

create policy "Managers add the usual classes of people" on public.employee_classifications
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change the usual classes of people" on public.employee_classifications
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete the usual classes of people" on public.employee_classifications
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read the usual classes of people, people their own" on public.employee_classifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace trigger fill_company_id before insert on public.employee_classifications
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.employee_classifications
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.employee_classifications
  for each row execute function private.lock_identity();

create or replace trigger class_of_project before insert or update on public.employee_classifications
  for each row execute function private.check_class_of_project();

create or replace trigger own_pay after insert or delete or update on public.employee_classifications
  for each row execute function private.check_own_decision('own_pay');

create or replace trigger touch_updated_at before update on public.employee_classifications
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.employee_classifications
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.employee_classifications
  for each row execute function private.record_change();
