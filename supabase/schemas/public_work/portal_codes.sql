create table public.portal_codes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  format text not null,
  classification text default '' not null,
  codes jsonb default '{}'::jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint portal_codes_pkey primary key (company_id, id),
  constraint portal_codes_once unique (company_id, project_id, format, classification),
  constraint portal_codes_format_known check (format in ('ca', 'ny', 'wa', 'lcptracker')),
  constraint portal_codes_classification_length check (char_length(classification) <= 300),
  constraint portal_codes_codes_object check (jsonb_typeof(codes) = 'object' and char_length(codes::text) <= 4000),
  constraint portal_codes_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.portal_codes');
comment on table public.portal_codes is 'What the portal of an agency calls a class of a public project, typed once and written into its file. docs/rules/agency-files.md';
comment on column public.portal_codes.classification is 'The class as the report prints it, so that a new modification of the determination has the codes too; empty: codes of the project itself.';
comment on column public.portal_codes.codes is 'By the name of the field, such as {"class_code": "CARP-J"}.';
alter table public.portal_codes enable row level security;
grant select, insert, update, delete on table public.portal_codes to authenticated;

create policy "Managers read codes of portals" on public.portal_codes
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers add codes of portals" on public.portal_codes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change codes of portals" on public.portal_codes
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete codes of portals" on public.portal_codes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.portal_codes
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.portal_codes
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.portal_codes
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.portal_codes
  for each row execute function private.touch_updated_at();

create or replace trigger check_text before insert or update on public.portal_codes
  for each row execute function private.check_portal_codes();

create or replace trigger zz_record_change after insert or delete or update on public.portal_codes
  for each row execute function private.record_change();

create or replace function private.check_portal_codes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.codes) = 'object' and exists (
    select from jsonb_each(new.codes) c where jsonb_typeof(c.value) <> 'string' or char_length(c.value #>> '{}') > 300
  ) then
    raise exception using errcode = 'P0001', hint = 'portal_code_invalid', message = 'Codes of portals are texts of up to 300 characters.';
  end if;
  return new;
end $$;
