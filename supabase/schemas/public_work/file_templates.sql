create table public.file_templates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  agency text,
  content jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  purpose text default 'certified_payroll'::text not null,
  constraint file_templates_pkey primary key (company_id, id),
  constraint file_templates_name_once unique (company_id, name),
  constraint file_templates_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 100),
  constraint file_templates_agency_length check (char_length(agency) <= 200),
  constraint file_templates_purpose_known check (purpose in ('certified_payroll', 'payroll')),
  constraint file_templates_content_form check (case jsonb_typeof(content -> 'columns') when 'array' then jsonb_array_length(content -> 'columns') between 1 and 200 and char_length(content::text) <= 60000 else false end),
  constraint file_templates_company foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.file_templates');
comment on table public.file_templates is 'A file with columns of a company''s own: how an agency wants a certified payroll, or how its accounting reads hours. Columns, what stands in them, and how the file is written. docs/rules/agency-files.md, docs/rules/exports.md';
comment on column public.file_templates.purpose is 'What the file is made of: a certified payroll, or the lines of pay of a period.';
comment on column public.file_templates.content is 'The template as it is exported and shared; the web app reads it strictly.';
alter table public.file_templates enable row level security;
grant select, insert, update, delete on table public.file_templates to authenticated;

create policy "Managers read templates of agency files" on public.file_templates
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers add templates of agency files" on public.file_templates
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change templates of agency files" on public.file_templates
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete templates of agency files" on public.file_templates
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.file_templates
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.file_templates
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.file_templates
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.file_templates
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.file_templates
  for each row execute function private.record_change();
