create table public.legal_holds (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid,
  project_id uuid,
  reason text not null,
  released_at timestamptz,
  released_by uuid,
  release_reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint legal_holds_pkey primary key (company_id, id),
  constraint legal_holds_one_subject check ((employee_id is null) <> (project_id is null)),
  constraint legal_holds_reason_length check (char_length(btrim(reason)) between 3 and 500 and char_length(release_reason) <= 500),
  constraint legal_holds_released check ((released_at is null) = (release_reason is null)),
  constraint legal_holds_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint legal_holds_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint legal_holds_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.legal_holds');
create index legal_holds_open on public.legal_holds (company_id) where released_at is null;
create table public.retention_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  years integer default 7 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint retention_rules_pkey primary key (company_id, id),
  constraint retention_rules_once unique (company_id, kind),
  constraint retention_rules_kind_known check (kind in ('photos', 'history')),
  constraint retention_rules_not_below_law check (years >= case kind when 'history' then 6 else 3 end and years <= 100),
  constraint retention_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.retention_rules');
