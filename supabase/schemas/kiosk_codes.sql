-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.kiosk_codes (
  company_id uuid not null,
  kiosk_id uuid not null,
  code_hash text not null,
  expires_at timestamptz not null,
  constraint kiosk_codes_pkey primary key (company_id, kiosk_id),
  constraint kiosk_codes_code_hash_key unique (code_hash),
  constraint finite_expires_at check (isfinite(expires_at)),
  constraint kiosk_codes_company_id_kiosk_id_fkey foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete cascade
);
comment on table private.kiosk_codes is 'SHA-256 of pairing codes: 40 random bits for 30 minutes need no slow hash.';
alter table private.kiosk_codes enable row level security;

create or replace function private.kiosk_code_hash(code_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(upper(regexp_replace(code_param, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex')
$$;
comment on function private.kiosk_code_hash(text) is 'Case, spaces and dashes do not matter.';
