-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.kiosk_seals (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  kiosk_id uuid not null,
  secret bytea default extensions.gen_random_bytes(32) not null,
  created_at timestamptz default now() not null,
  constraint kiosk_seals_pkey primary key (company_id, id),
  constraint finite_created_at check (isfinite(created_at)),
  constraint kiosk_seals_company_id_kiosk_id_fkey foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete cascade
);
create index kiosk_seals_by_kiosk on private.kiosk_seals using btree (company_id, kiosk_id, created_at);
comment on table private.kiosk_seals is 'Where the chains began that tablets seal PINs with while they have no signal.';
alter table private.kiosk_seals enable row level security;
