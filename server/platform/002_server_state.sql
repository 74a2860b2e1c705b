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
