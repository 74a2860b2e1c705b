create table public.employee_groups (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_groups_pkey primary key (company_id, id),
  constraint employee_groups_name_once_per_company unique (company_id, name),
  constraint employee_groups_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint employee_groups_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 100),
  constraint employee_groups_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.employee_groups');
create table public.employee_group_members (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  group_id uuid not null,
  employee_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint employee_group_members_pkey primary key (company_id, id),
  constraint employee_group_members_once unique (company_id, group_id, employee_id),
  constraint employee_group_members_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint employee_group_members_group foreign key (company_id, group_id) references public.employee_groups(company_id, id) on delete cascade,
  constraint employee_group_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_group_members');
create index employee_group_members_by_employee on public.employee_group_members (company_id, employee_id);
create table public.company_roles (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  base text default 'employee' not null,
  rights text[] not null,
  scope text not null,
  group_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint company_roles_pkey primary key (company_id, id),
  constraint company_roles_name_once_per_company unique (company_id, name),
  constraint company_roles_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 60),
  constraint company_roles_base_known check (base in ('employee', 'foreman')),
  constraint company_roles_rights_known check (rights <@ array['see_rates', 'edit_time', 'approve_time', 'schedule', 'see_locations', 'budgets', 'tickets', 'manage_lists', 'payroll']),
  constraint company_roles_rights_given check (cardinality(rights) > 0 and array_position(rights, null) is null),
  constraint company_roles_scope_known check (scope in ('everyone', 'own_crews', 'own_projects', 'group')),
  constraint company_roles_group_given check ((scope = 'group') = (group_id is not null)),
  constraint company_roles_scope_of_projects check (scope in ('everyone', 'own_projects') or not rights && array['budgets', 'tickets', 'manage_lists']),
  constraint company_roles_scope_of_payroll check (scope = 'everyone' or not rights && array['payroll']),
  constraint company_roles_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint company_roles_group foreign key (company_id, group_id) references public.employee_groups(company_id, id)
);
select private.refuse_non_finite('public.company_roles');
create index company_roles_by_group on public.company_roles (company_id, group_id) where group_id is not null;
alter table public.employees add column company_role_id uuid;
alter table public.employees add constraint employees_company_role_for_workers check (company_role_id is null or (role = any (array['employee'::text, 'foreman'::text])));
alter table public.employees add constraint employees_company_role
  foreign key (company_id, company_role_id) references public.company_roles(company_id, id);
create index employees_by_company_role on public.employees using btree (company_id, company_role_id) where company_role_id is not null;
create type private.right_scope as (
  everyone boolean,
  me uuid,
  by_project boolean,
  people uuid[],
  projects uuid[]
);
-- One more column is returned.
drop function if exists private.who_asks(uuid,text,text);
