create table public.apprenticeships (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  program_id uuid not null,
  registration_number text,
  from_date date not null,
  to_date date,
  level text not null,
  percent numeric(5,2) not null,
  fringe_percent numeric(5,2),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint apprenticeships_pkey primary key (company_id, id),
  constraint apprenticeships_dates check (to_date >= from_date),
  constraint apprenticeships_level_length check (char_length(btrim(level)) >= 1 and char_length(level) <= 100 and char_length(registration_number) <= 100),
  constraint apprenticeships_percent_range check (percent > 0 and percent <= 100 and fringe_percent >= 0 and fringe_percent <= 100),
  constraint apprenticeships_one_at_a_time exclude using gist (uuid_hash_extended(employee_id, uuid_hash_extended(company_id, 0)) with =, daterange(from_date, to_date, '[]') with &&),
  constraint apprenticeships_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint apprenticeships_program foreign key (company_id, program_id) references public.apprenticeship_programs(company_id, id)
);
select private.refuse_non_finite('public.apprenticeships');
comment on table public.apprenticeships is 'The steps of an apprentice: a row for each, with its percent of the journeyworkers wage.';
comment on column public.apprenticeships.fringe_percent is 'Of the determinations fringe, where the program says so; null: all of it.';
alter table public.apprenticeships enable row level security;
grant select, insert, update, delete on table public.apprenticeships to authenticated;

create policy "Managers add apprenticeships" on public.apprenticeships
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change apprenticeships" on public.apprenticeships
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete apprenticeships" on public.apprenticeships
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read apprenticeships, people their own" on public.apprenticeships
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.apprenticeships
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.apprenticeships
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.apprenticeships
  for each row execute function private.lock_identity();

create or replace trigger own_pay after insert or delete or update on public.apprenticeships
  for each row execute function private.check_own_decision('own_pay');

create or replace trigger touch_updated_at before update on public.apprenticeships
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.apprenticeships
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.apprenticeships
  for each row execute function private.record_change();
