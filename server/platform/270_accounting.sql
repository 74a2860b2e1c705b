-- Accounting systems of companies: the functions named in [accounting] of config.toml give out what is to be
-- sent and take what became of it. Here is that somebody asks them, and who is signing in there at this moment.

create schema if not exists accounting;
revoke all on schema accounting from public;

create or replace function accounting.available() returns boolean
language sql stable set search_path = '' as $$
  select true;
$$;
comment on function accounting.available() is 'There where a server speaks to accounting systems; a hosted project has no such function.';
revoke all on function accounting.available() from public;

-- Only hashes of states: who reads this table can answer for nobody.
create table if not exists accounting.visits (
  state_hash text not null primary key,
  connection_id uuid not null,
  user_id uuid not null,
  return_to text not null,
  created_at timestamptz not null default now()
);
create index if not exists visits_created_at_idx on accounting.visits (created_at);
alter table accounting.visits enable row level security;
