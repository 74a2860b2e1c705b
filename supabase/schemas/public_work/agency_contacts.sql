create table public.agency_contacts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  name text not null,
  email text not null,
  language text default 'en' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint agency_contacts_pkey primary key (company_id, id),
  constraint agency_contacts_once unique (company_id, project_id, email),
  constraint agency_contacts_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200),
  constraint agency_contacts_email_form check (email = lower(email) and char_length(email) <= 254 and email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@]+$'),
  constraint agency_contacts_language_known check (language in ('en', 'es')),
  constraint agency_contacts_contract foreign key (company_id, project_id) references public.public_contracts(company_id, project_id) on delete cascade
);
select private.refuse_non_finite('public.agency_contacts');
comment on table public.agency_contacts is 'Who at the agency gets the certified payrolls of a project by mail.';
alter table public.agency_contacts enable row level security;
grant select, insert, update, delete on table public.agency_contacts to authenticated;

create policy "Managers add contacts at agencies" on public.agency_contacts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change contacts at agencies" on public.agency_contacts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete contacts at agencies" on public.agency_contacts
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read contacts at agencies" on public.agency_contacts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.agency_contacts
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.agency_contacts
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.agency_contacts
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.agency_contacts
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.agency_contacts
  for each row execute function private.record_change();
