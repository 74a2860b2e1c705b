-- Webhooks: the functions named in [webhooks] of config.toml give out what is to be sent and take what
-- became of it. Here is only that somebody asks them.

create schema if not exists webhooks;
revoke all on schema webhooks from public;

create or replace function webhooks.available() returns boolean
language sql stable set search_path = '' as $$
  select true;
$$;
comment on function webhooks.available() is 'There where a server delivers webhooks; a hosted project has no such function.';
revoke all on function webhooks.available() from public;
