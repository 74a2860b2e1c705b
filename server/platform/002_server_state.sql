-- Keys that several servers on one database share. Readable by the owner of the database alone.
create table if not exists supabase_migrations.server_keys (
  singleton boolean primary key default true check (singleton),
  keys jsonb not null
);

-- A seed is planned before the first migration and loaded after the last.
create table if not exists supabase_migrations.seed_loads (
  planned_at timestamptz not null default now(),
  loaded_at timestamptz
);

-- What UPDATE_URL answered; `source` is a hash of that address.
create table if not exists supabase_migrations.update_checks (
  source text primary key,
  next_at timestamptz not null,
  asked_at timestamptz,
  version text,
  notes_url text,
  security boolean not null default false,
  problem text
);
