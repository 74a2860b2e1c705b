create table public.approvals (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  work_date date not null,
  approved_by uuid,
  approved_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint approvals_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id) on delete cascade,
  constraint approvals_once_per_day unique (company_id, employee_id, work_date)
);
create index approvals_by_date on public.approvals (company_id, work_date);

comment on table public.approvals is
  'One row per employee and day that was approved. Written by functions only, under private.close_time(). Approving again renews approved_at.';
comment on column public.approvals.approved_at is
  'An approval covers the completed entries of its day that were last changed before it: those are frozen. What is added or stopped later is unapproved until the day is approved again.';

-- By the clock and not by the start of the transaction: the approver may have waited for a writer.
create function private.stamp_approval() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.approved_at := clock_timestamp();
  return new;
end $$;
create trigger stamp_approval before insert or update on public.approvals
  for each row execute function private.stamp_approval();

alter table public.approvals enable row level security;

create policy "Managers read the approvals of their company, others their own" on public.approvals
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

grant select on public.approvals to authenticated;
grant select, insert, update, delete on public.approvals to service_role;
