-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.kiosk_pairing_attempts (
  user_id uuid not null,
  attempted_at timestamptz default clock_timestamp() not null,
  constraint finite_attempted_at check (isfinite(attempted_at)),
  constraint kiosk_pairing_attempts_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
create index kiosk_pairing_attempts_user_id_idx on private.kiosk_pairing_attempts using btree (user_id, attempted_at);
comment on table private.kiosk_pairing_attempts is 'Wrong pairing codes of the last quarter of an hour.';
alter table private.kiosk_pairing_attempts enable row level security;
