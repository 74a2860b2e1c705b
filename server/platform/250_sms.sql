-- Outgoing text messages. A row is written in the same transaction as what causes the text. A text is sent
-- at most once: it is marked as being sent, and that is committed, before the gateway hears of it; what
-- became of one whose sender died is unknown, and it is never sent again.

create schema if not exists sms;
revoke all on schema sms from public;

create table if not exists sms.outbox (
  id uuid not null primary key default gen_random_uuid(),
  to_number text not null,
  template text,
  language text not null default 'en',
  data jsonb not null default '{}',
  path text,
  body text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  send_after timestamptz not null default now(),
  status text not null default 'waiting',
  attempts integer not null default 0,
  claimed_until timestamptz,
  segments integer,
  provider_id text,
  sent_at timestamptz,
  finished_at timestamptz,
  error text,
  error_detail text,
  note_after timestamptz,
  constraint outbox_number_check check (to_number ~ '^\+[1-9][0-9]{6,14}$'),
  constraint outbox_template_check check (template ~ '^[a-z0-9_-]{1,80}$'),
  constraint outbox_status_check check (status in ('waiting', 'sending', 'sent', 'delivered', 'failed'))
);
comment on column sms.outbox.path is 'Of the site, made a full link when the text is sent.';
comment on column sms.outbox.body is 'A text that is no template''s, such as an answer.';
comment on column sms.outbox.claimed_until is 'A server that began to send and has not noted the answer by then is dead: the outcome is unknown.';
comment on column sms.outbox.note_after is 'Set with an outcome the project was not notified of yet: when to call it.';
create index if not exists outbox_due_idx on sms.outbox (send_after) where status = 'waiting';
create index if not exists outbox_sending_idx on sms.outbox (claimed_until) where status = 'sending';
create index if not exists outbox_note_after_idx on sms.outbox (note_after) where note_after is not null;
create index if not exists outbox_provider_id_idx on sms.outbox (provider_id) where provider_id is not null;
create index if not exists outbox_created_at_idx on sms.outbox (created_at);

-- Without a gateway texts are kept here in development, to be read at /dev/texts.
create table if not exists sms.captured (
  id uuid not null primary key,
  to_number text not null,
  body text not null,
  segments integer not null,
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists captured_created_at_idx on sms.captured (created_at desc);

-- Gateways repeat what they were not answered in time: the same text is answered once.
create table if not exists sms.inbox (
  provider_id text not null primary key,
  received_at timestamptz not null default now()
);
create index if not exists inbox_received_at_idx on sms.inbox (received_at);

create table if not exists sms.gateway (
  only_row boolean not null primary key default true check (only_row),
  mode text not null check (mode in ('off', 'captured', 'gateway')),
  sender text
);
comment on table sms.gateway is 'What the servers send with; each writes it when it starts.';

create or replace function sms.available() returns boolean
language sql stable set search_path = '' as $$
  select coalesce((select g.mode <> 'off' from sms.gateway g), false);
$$;
comment on function sms.available() is 'Whether texts can be sent, or are captured for development.';

create or replace function sms.sender() returns text
language sql stable set search_path = '' as $$
  select g.sender from sms.gateway g;
$$;
comment on function sms.sender() is 'The number or name texts come from, where it is known.';

create or replace function sms.enqueue(
  to_param text,
  template_param text,
  language_param text,
  data_param jsonb default '{}',
  options_param jsonb default '{}'
) returns uuid
language sql set search_path = '' as $$
  insert into sms.outbox (to_number, template, language, data, path, send_after, expires_at)
  values (to_param, template_param, coalesce(language_param, 'en'), coalesce(data_param, '{}'),
    options_param ->> 'path', coalesce((options_param ->> 'send_after')::timestamptz, now()),
    coalesce((options_param ->> 'expires_at')::timestamptz, now() + interval '6 hours'))
  returning id;
$$;
comment on function sms.enqueue(text, text, text, jsonb, jsonb) is
  'Queues a text; its wording is in <SUPABASE_DIR>/templates/messages.<language>.json. Options: path, send_after, expires_at (six hours where it is left out: a backup that is restored later sends nothing again). The id is the idempotency key.';

create or replace function sms.wake_servers() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('sms_outbox', '');
  return null;
end
$$;
drop trigger if exists wake_servers on sms.outbox;
create trigger wake_servers after insert on sms.outbox
  for each statement execute function sms.wake_servers();

create or replace function sms.prune() returns void
language sql set search_path = '' as $$
  delete from sms.outbox where finished_at < now() - interval '30 days';
  delete from sms.inbox where received_at < now() - interval '7 days';
  delete from sms.captured where created_at < now() - interval '30 days';
  delete from sms.captured where id in (select id from sms.captured order by created_at desc offset 2000);
$$;

revoke all on function sms.available() from public;
revoke all on function sms.sender() from public;
revoke all on function sms.enqueue(text, text, text, jsonb, jsonb) from public;
revoke all on function sms.wake_servers() from public;
revoke all on function sms.prune() from public;

do $do$
begin
  if not exists (select from pg_extension where extname = 'pg_cron' and extversion <> 'platform') then
    perform cron.schedule('platform: prune texts', '57 * * * *', 'select sms.prune()');
  end if;
end
$do$;
