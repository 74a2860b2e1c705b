-- Notifications to the devices of people (web push). A row is written in the same transaction as what
-- causes it; the servers sharing the database send it.

create schema if not exists push;
revoke all on schema push from public;

create table if not exists push.outbox (
  id uuid not null primary key default gen_random_uuid(),
  -- Where the push service of the person's browser takes it, and the keys it is encrypted for.
  endpoint text not null,
  origin text not null generated always as (lower(substring(endpoint from '^[a-zA-Z]+://[^/?#]*'))) stored,
  p256dh text not null,
  auth text not null,
  template text not null,
  language text not null default 'en',
  data jsonb not null default '{}',
  options jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  send_after timestamptz not null default now(),
  claimed_until timestamptz,
  attempts integer not null default 0,
  finished_at timestamptz,
  outcome text,
  last_error text,
  note_after timestamptz,
  constraint outbox_endpoint_check check (length(endpoint) <= 2000 and endpoint ~ '^https?://[^[:space:][:cntrl:]]+$'),
  constraint outbox_template_check check (template ~ '^[a-z0-9_-]{1,80}$'),
  constraint outbox_data_check check (jsonb_typeof(data) = 'object' and jsonb_typeof(options) = 'object'),
  constraint outbox_outcome_check check ((outcome is null) = (finished_at is null) and outcome in ('sent', 'failed', 'gone'))
);
comment on column push.outbox.claimed_until is
  'A server that took it and died is given up on then, and another one sends it.';
comment on column push.outbox.note_after is
  'Set with the outcome, cleared when the function of the project (notifications.outcome in config.toml) has taken it.';
create index if not exists outbox_due_idx on push.outbox (send_after) where outcome is null;
create index if not exists outbox_claimed_idx on push.outbox (endpoint) where outcome is null and claimed_until is not null;
create index if not exists outbox_finished_idx on push.outbox (finished_at) where outcome is not null;
create index if not exists outbox_note_idx on push.outbox (note_after) where note_after is not null;

-- One row for each push service that was ever asked: when it wants to be asked again, and whether it
-- answers at all.
create table if not exists push.origins (
  origin text not null primary key,
  held_until timestamptz,
  answered_at timestamptz,
  failed_at timestamptz,
  last_error text
);

-- Whether this installation reaches any push service.
create table if not exists push.way_out (
  singleton boolean primary key default true check (singleton),
  is_open boolean not null,
  checked_at timestamptz not null,
  problem text
);

create or replace function push.is_reachable() returns boolean
language sql stable set search_path = '' as $$
  select coalesce((select w.is_open from push.way_out w), true);
$$;
comment on function push.is_reachable() is
  'Whether a push service was reached when one was last asked; true before the first was. Where it is false, reach people otherwise.';

create or replace function push.enqueue(
  endpoint_param text,
  p256dh_param text,
  auth_param text,
  template_param text,
  language_param text,
  data_param jsonb default '{}',
  options_param jsonb default '{}'
) returns uuid
language plpgsql set search_path = '' as $$
declare
  options jsonb := coalesce(options_param, '{}');
  -- A day, unless it is said; push services hold nothing for longer than four weeks.
  ttl_seconds integer := least(coalesce((options ->> 'ttl_seconds')::integer, 86400), 2419200);
  new_id uuid;
begin
  insert into push.outbox (endpoint, p256dh, auth, template, language, data, options, expires_at)
  values (endpoint_param, p256dh_param, auth_param, template_param, coalesce(language_param, 'en'),
    coalesce(data_param, '{}'), options,
    -- Also what is worth something only now gets a minute: the first attempt may meet a busy service.
    now() + make_interval(secs => greatest(ttl_seconds, 60)))
  returning id into new_id;
  return new_id;
end
$$;
comment on function push.enqueue(text, text, text, text, text, jsonb, jsonb) is
  'Queues a notification for one device; its text is in <SUPABASE_DIR>/templates/messages.<language>.json. Options: "path" (opened by a tap), "tag" (replaces what is shown with the same tag), "urgency" (very-low, low, normal, high), "ttl_seconds", "details" (the text for people who chose it), "actions" (names; their titles are the templates action_<name>), "action_data".';

create or replace function push.wake_servers() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('push_outbox', '');
  return null;
end
$$;
drop trigger if exists wake_servers on push.outbox;
create trigger wake_servers after insert on push.outbox
  for each statement execute function push.wake_servers();

create or replace function push.prune() returns void
language sql set search_path = '' as $$
  delete from push.outbox where finished_at < now() - interval '30 days'
    or (outcome <> 'failed' and note_after is null and finished_at < now() - interval '7 days');
  delete from push.origins where greatest(answered_at, failed_at, held_until) < now() - interval '90 days';
$$;

revoke all on function push.is_reachable() from public;
revoke all on function push.enqueue(text, text, text, text, text, jsonb, jsonb) from public;
revoke all on function push.wake_servers() from public;
revoke all on function push.prune() from public;

do $do$
begin
  -- Where the real pg_cron is installed it is left alone, as in 210_cron.sql.
  if not exists (select from pg_extension where extname = 'pg_cron' and extversion <> 'platform') then
    perform cron.schedule('platform: prune push', '27 * * * *', 'select push.prune()');
  end if;
end
$do$;
