create table public.overtime_policies (
  company_id uuid not null references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  effective_from date not null,
  preset text not null,
  policy jsonb not null constraint overtime_policies_policy_is_object check (jsonb_typeof(policy) = 'object'),
  project_id uuid,
  employee_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint overtime_policies_project foreign key (company_id, project_id)
    references public.projects (company_id, id) on delete cascade,
  constraint overtime_policies_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id) on delete cascade,
  constraint overtime_policies_one_per_day unique nulls not distinct
    (company_id, project_id, employee_id, effective_from)
);

comment on table public.overtime_policies is 'Overtime rules from a date on: for the company, one project or one employee. Written by set_overtime_policy only.';
comment on column public.overtime_policies.preset is 'Key of the preset the policy started from, or CUSTOM.';

alter table public.overtime_policies enable row level security;

create policy "Employees read the overtime rules of their company" on public.overtime_policies
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id is null or employee_id = (select private.my_employee_id())));

grant select on public.overtime_policies to authenticated;
grant select, insert, update, delete on public.overtime_policies to service_role;
