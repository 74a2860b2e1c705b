create table public.approvals (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  work_date date not null,
  approved_by uuid,
  approved_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint approvals_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id) on delete cascade,
  constraint approvals_once_per_day unique (company_id, employee_id, work_date)
);
create index approvals_by_date on public.approvals (company_id, work_date);

comment on table public.approvals is 'One row per employee and day that was approved; it freezes that day. Written by functions only, under private.close_time().';

alter table public.approvals enable row level security;

create policy "Managers read the approvals of their company, others their own" on public.approvals
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

grant select on public.approvals to authenticated;
grant select, insert, update, delete on public.approvals to service_role;
