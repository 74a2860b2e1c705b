-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.known_devices (
  company_id uuid not null,
  user_id uuid not null,
  device_id text not null,
  first_seen_at timestamptz default clock_timestamp() not null,
  constraint known_devices_pkey primary key (company_id, user_id, device_id),
  constraint finite_first_seen_at check (isfinite(first_seen_at)),
  constraint known_devices_device_length check (char_length(device_id) >= 1 and char_length(device_id) <= 100),
  constraint known_devices_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
comment on table private.known_devices is 'Since when the server knows a device of an account: it announced itself, or sent events.';
alter table private.known_devices enable row level security;
