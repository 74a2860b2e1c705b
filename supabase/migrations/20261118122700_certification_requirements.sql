create table public.certification_requirements (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  type_id uuid not null,
  role text,
  project_id uuid,
  class_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint certification_requirements_pkey primary key (company_id, id),
  constraint certification_requirements_once unique nulls not distinct (company_id, type_id, role, project_id, class_id),
  constraint certification_requirements_one_target check (num_nonnulls(role, project_id, class_id) <= 1),
  constraint certification_requirements_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint certification_requirements_class foreign key (company_id, class_id) references public.equipment_classes(company_id, id) on delete cascade,
  constraint certification_requirements_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certification_requirements_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint certification_requirements_type foreign key (company_id, type_id) references public.certification_types(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.certification_requirements');
create index certification_requirements_by_class on public.certification_requirements (company_id, class_id) where class_id is not null;
create index certification_requirements_by_project on public.certification_requirements (company_id, project_id) where project_id is not null;
alter publication supabase_realtime add table public.certification_requirements;
