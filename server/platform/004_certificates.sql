-- What servers on one database share about the certificate of their names (server/tls/acme). Readable by
-- the owner of the database alone, like server_keys; not part of backups.
create table if not exists supabase_migrations.acme_accounts (
  directory_url text primary key,
  account_url text not null,
  private_key text not null
);

create table if not exists supabase_migrations.acme_certificates (
  names text primary key,
  directory_url text not null,
  chain text not null,
  private_key text not null,
  stored_at timestamptz not null
);

-- Answers to challenges under way: whichever server the issuer reaches gives them.
create table if not exists supabase_migrations.acme_challenges (
  token text primary key,
  name text not null,
  key_authorization text not null,
  expires_at timestamptz not null
);

-- Orders of the last hours: no more than a few an hour, however often a server starts.
create table if not exists supabase_migrations.acme_orders (
  id uuid primary key default gen_random_uuid(),
  names text not null,
  ordered_at timestamptz not null
);

-- How the last tries for these names went, and when the next one is due.
create table if not exists supabase_migrations.acme_attempts (
  names text primary key,
  failures integer not null default 0,
  problem text,
  next_try_at timestamptz,
  challenge_type text not null default 'http-01'
);
