-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.crew_day_entries (
  company_id uuid not null,
  entry_id uuid not null,
  crew_id uuid not null,
  saved_at timestamptz not null,
  constraint crew_day_entries_pkey primary key (company_id, entry_id),
  constraint finite_saved_at check (isfinite(saved_at)),
  constraint crew_day_entries_company_id_entry_id_fkey foreign key (company_id, entry_id) references public.time_entries(company_id, id) on delete cascade
);
comment on table private.crew_day_entries is 'Entries the crew matrix wrote. It replaces them while nobody changed them since saved_at; changed ones count as own punches.';
alter table private.crew_day_entries enable row level security;
