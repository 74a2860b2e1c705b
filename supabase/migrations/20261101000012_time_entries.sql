create table public.time_entries (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  clock_in timestamptz not null,
  clock_out timestamptz,
  work_date date not null default current_date,
  project_id uuid,
  cost_code_id uuid,
  notes text constraint time_entries_notes_length check (char_length(notes) <= 2000),
  status text not null default 'active',
  source text not null default 'manual' constraint time_entries_source_known
    check (source in ('timer', 'manual', 'crew', 'kiosk', 'import')),
  meal_waived boolean not null default false,
  clock_in_location jsonb,
  clock_out_location jsonb,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint time_entries_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id),
  constraint time_entries_project foreign key (company_id, project_id)
    references public.projects (company_id, id),
  constraint time_entries_cost_code foreign key (company_id, cost_code_id)
    references public.cost_codes (company_id, id),
  constraint time_entries_end_after_start check (clock_out > clock_in),
  constraint time_entries_status_follows_clock_out
    check (status = case when clock_out is null then 'active' else 'completed' end),
  -- By a hash of the person: as columns, the planner would take this index for looking up someone's entries,
  -- which costs far more than the B-tree does.
  constraint time_entries_no_overlap exclude using gist
    (uuid_hash_extended(employee_id, uuid_hash_extended(company_id, 0)) extensions.gist_int8_ops with operator(pg_catalog.=),
     tstzrange(clock_in, clock_out) with operator(pg_catalog.&&))
);
create unique index time_entries_one_running on public.time_entries (company_id, employee_id) where clock_out is null;
create index time_entries_by_employee on public.time_entries (company_id, employee_id, clock_in desc);
create index time_entries_by_company on public.time_entries (company_id, clock_in desc);
create index time_entries_by_project on public.time_entries (company_id, project_id, clock_in desc);
create index time_entries_by_cost_code on public.time_entries (company_id, cost_code_id) where cost_code_id is not null;

comment on table public.time_entries is 'A stretch of time one person worked. Exact instants; rounding is a pay rule.';
comment on column public.time_entries.clock_out is 'Null while running.';
comment on column public.time_entries.work_date is 'Local date of clock_in in the company''s zone, kept by trigger.';
comment on column public.time_entries.status is 'active while running, completed otherwise; follows clock_out by trigger.';
comment on column public.time_entries.source is 'How the entry came to be: timer, manual, crew (by a foreman), kiosk, import.';
comment on column public.time_entries.meal_waived is 'The person says there was no full meal break, so none is deducted.';
comment on column public.time_entries.clock_in_location is '{"lat", "lon", "accuracy"} at the moment of clocking in, if the person allowed it; never in between.';

alter table public.time_entries enable row level security;

-- company AND (role OR own): a top-level OR would hide the index order from the planner.
create policy "Managers read the time of their own company, others their own" on public.time_entries
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers add time for their company, others for themselves" on public.time_entries
  for insert to authenticated
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers change the time of their company, others their own" on public.time_entries
  for update to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers delete the time of their company, others their own" on public.time_entries
  for delete to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

grant select, insert, update, delete on public.time_entries to authenticated, service_role;
