create table private.moved_entries (
  company_id uuid not null,
  time_entry_id uuid not null,
  project_moved boolean not null,
  start_moved boolean not null,
  constraint moved_entries_pkey primary key (company_id, time_entry_id),
  constraint moved_entries_one check (project_moved or start_moved),
  constraint moved_entries_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
