create table public.approval_chains (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  project_id uuid,
  group_id uuid,
  override_allowed boolean default true not null,
  remind_after_days smallint default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint approval_chains_pkey primary key (company_id, id),
  constraint approval_chains_one_per_place unique nulls not distinct (company_id, project_id, group_id),
  constraint approval_chains_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint approval_chains_one_kind check (project_id is null or group_id is null),
  constraint approval_chains_remind_range check (remind_after_days >= 0 and remind_after_days <= 30),
  constraint approval_chains_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint approval_chains_group foreign key (company_id, group_id) references public.employee_groups(company_id, id),
  constraint approval_chains_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.approval_chains');
create index approval_chains_by_group on public.approval_chains (company_id, group_id) where group_id is not null;
create table public.approval_steps (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  chain_id uuid not null,
  level smallint not null,
  name text,
  decider text not null,
  role text,
  employee_id uuid,
  company_role_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint approval_steps_pkey primary key (company_id, id),
  constraint approval_steps_once unique nulls not distinct (company_id, chain_id, decider, role, employee_id, company_role_id),
  constraint approval_steps_company_role check ((decider = 'company_role') = (company_role_id is not null)),
  constraint approval_steps_decider_known check (decider in ('crew_foreman', 'project_manager', 'role', 'person', 'company_role')),
  constraint approval_steps_level_range check (level >= 1 and level <= 10),
  constraint approval_steps_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 60),
  constraint approval_steps_person check ((decider = 'person') = (employee_id is not null)),
  constraint approval_steps_role check ((decider = 'role') = (role is not null)),
  constraint approval_steps_role_known check (role in ('manager', 'owner')),
  constraint approval_steps_chain foreign key (company_id, chain_id) references public.approval_chains(company_id, id) on delete cascade,
  constraint approval_steps_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint approval_steps_role_of_company foreign key (company_id, company_role_id) references public.company_roles(company_id, id)
);
select private.refuse_non_finite('public.approval_steps');
create index approval_steps_by_company_role on public.approval_steps (company_id, company_role_id) where company_role_id is not null;
create index approval_steps_by_employee on public.approval_steps (company_id, employee_id) where employee_id is not null;
create table public.approval_substitutes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  substitute_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint approval_substitutes_pkey primary key (company_id, id),
  constraint approval_substitutes_once unique (company_id, employee_id),
  constraint approval_substitutes_somebody_else check (employee_id <> substitute_id),
  constraint approval_substitutes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint approval_substitutes_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint approval_substitutes_substitute foreign key (company_id, substitute_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.approval_substitutes');
create index approval_substitutes_by_substitute on public.approval_substitutes (company_id, substitute_id);
create table public.step_approvals (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  step_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  entry_version text not null,
  seen jsonb not null,
  decision text not null,
  decided_by uuid,
  stands_in_for uuid,
  reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint step_approvals_pkey primary key (company_id, id),
  constraint step_approvals_once unique (company_id, time_entry_id, step_id),
  constraint step_approvals_decision_known check (decision in ('approved', 'overridden', 'returned')),
  constraint step_approvals_reason_given check (decision = 'approved' or reason is not null),
  constraint step_approvals_reason_length check (char_length(btrim(reason)) >= 1 and char_length(reason) <= 500),
  constraint step_approvals_version_length check (char_length(entry_version) <= 100),
  constraint step_approvals_decided_by foreign key (company_id, decided_by) references public.employees(company_id, id) on delete set null (decided_by),
  constraint step_approvals_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint step_approvals_stands_in_for foreign key (company_id, stands_in_for) references public.employees(company_id, id) on delete set null (stands_in_for),
  constraint step_approvals_step foreign key (company_id, step_id) references public.approval_steps(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.step_approvals');
create index step_approvals_by_decider on public.step_approvals (company_id, decided_by) where decided_by is not null;
create index step_approvals_by_person on public.step_approvals (company_id, employee_id, work_date);
create index step_approvals_by_step on public.step_approvals (company_id, step_id);
create index step_approvals_by_substitute on public.step_approvals (company_id, stands_in_for) where stands_in_for is not null;
alter publication supabase_realtime add table public.step_approvals;
alter table public.projects add column manager_id uuid;
alter table public.projects add constraint projects_manager
  foreign key (company_id, manager_id) references public.employees(company_id, id) on delete set null (manager_id);
create index projects_by_manager on public.projects using btree (company_id, manager_id) where manager_id is not null;
create type private.step_choice as (
  time_entry_id uuid,
  step_id uuid,
  employee_id uuid,
  work_date date,
  entry_version text,
  stands_in_for uuid
);
