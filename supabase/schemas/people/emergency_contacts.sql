create table public.emergency_contacts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  name text not null,
  phone text not null,
  on_roll_call boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint emergency_contacts_pkey primary key (company_id, id),
  constraint emergency_contacts_one_each unique (company_id, employee_id),
  constraint emergency_contacts_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint emergency_contacts_phone_length check (char_length(btrim(phone)) >= 3 and char_length(btrim(phone)) <= 40),
  constraint emergency_contacts_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint emergency_contacts_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.emergency_contacts');
comment on table public.emergency_contacts is 'Whom to call when something happens to a person. Kept by the person and the managers.';
comment on column public.emergency_contacts.on_roll_call is 'Whether foremen see it on the roll call of a site.';
alter table public.emergency_contacts enable row level security;
alter publication supabase_realtime add table public.emergency_contacts;
grant select, insert, update, delete on table public.emergency_contacts to authenticated;

create policy "People add their own emergency contact, managers any" on public.emergency_contacts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People change their own emergency contact, managers any" on public.emergency_contacts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People delete their own emergency contact, managers any" on public.emergency_contacts
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People read their own emergency contact, managers all" on public.emergency_contacts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.emergency_contacts
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.emergency_contacts
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.emergency_contacts
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.emergency_contacts
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.emergency_contacts
  for each row execute function private.record_change();
