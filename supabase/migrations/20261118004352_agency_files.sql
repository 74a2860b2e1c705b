create table public.file_templates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  agency text,
  content jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint file_templates_pkey primary key (company_id, id),
  constraint file_templates_name_once unique (company_id, name),
  constraint file_templates_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 100),
  constraint file_templates_agency_length check (char_length(agency) <= 200),
  constraint file_templates_content_form check (case jsonb_typeof(content -> 'columns') when 'array' then jsonb_array_length(content -> 'columns') between 1 and 200 and char_length(content::text) <= 60000 else false end),
  constraint file_templates_company foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.file_templates');
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
