create table public.time_entry_breaks (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  time_entry_id uuid not null,
  employee_id uuid not null default private.my_employee_id(),
  started_at timestamptz not null,
  ended_at timestamptz,
  kind text not null default 'meal' constraint time_entry_breaks_kind_known check (kind in ('meal', 'rest')),
  paid boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint time_entry_breaks_entry foreign key (company_id, time_entry_id)
    references public.time_entries (company_id, id) on delete cascade,
  constraint time_entry_breaks_end_after_start check (ended_at > started_at),
  -- By a hash of the entry, for the same reason as in time_entries.
  constraint time_entry_breaks_no_overlap exclude using gist
    (uuid_hash_extended(time_entry_id, uuid_hash_extended(company_id, 0)) extensions.gist_int8_ops with operator(pg_catalog.=),
     tstzrange(started_at, ended_at) with operator(pg_catalog.&&))
);
create index time_entry_breaks_by_entry on public.time_entry_breaks (company_id, time_entry_id, started_at);
create unique index time_entry_breaks_one_open on public.time_entry_breaks (company_id, time_entry_id) where ended_at is null;

comment on table public.time_entry_breaks is 'Breaks within an entry. A meal may be unpaid; what is deducted is a pay rule.';
comment on column public.time_entry_breaks.ended_at is 'Null while on break.';
comment on column public.time_entry_breaks.employee_id is 'The employee of the entry, kept by trigger so that policies need no join.';

alter table public.time_entry_breaks enable row level security;

create policy "Managers read the breaks of their own company, others their own" on public.time_entry_breaks
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers add breaks for their company, others for themselves" on public.time_entry_breaks
  for insert to authenticated
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers change the breaks of their company, others their own" on public.time_entry_breaks
  for update to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers delete the breaks of their company, others their own" on public.time_entry_breaks
  for delete to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

grant select, insert, update, delete on public.time_entry_breaks to authenticated, service_role;
