-- What servers have to tell their sockets: changed rows, messages, presence. Written in the
-- transaction that made the news, read by every server, removed a minute later.

create table if not exists realtime.outbox (
  -- Readers ask for "what is visible now and was not in my last snapshot", so nothing is lost when
  -- transactions commit in another order than they wrote (a sequence alone could not tell).
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  kind text not null constraint outbox_kind_is_known
    check (kind in ('change', 'broadcast', 'presence', 'disconnect')),
  -- The server that wrote it and has already told its own sockets; null when SQL wrote it.
  origin uuid,
  relation oid,
  operation text,
  record json,
  old_record json,
  body json,
  binary_body bytea,
  created_at timestamptz not null default clock_timestamp(),
  constraint outbox_pkey primary key (xid, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);

create unlogged table if not exists realtime.servers (
  id uuid not null constraint servers_pkey primary key,
  seen_at timestamptz not null default now()
);

-- Which tables anyone listens to, so that a write nobody waits for costs one look into here.
create unlogged table if not exists realtime.watchers (
  relation oid not null,
  server uuid not null,
  expires_at timestamptz not null,
  constraint watchers_pkey primary key (relation, server)
);

create unlogged table if not exists realtime.presences (
  server uuid not null,
  topic text not null,
  private boolean not null,
  key text not null,
  ref text not null,
  meta json not null,
  constraint presences_pkey primary key (server, ref)
);
create index if not exists presences_topic_index on realtime.presences (topic, private);

revoke all on realtime.outbox, realtime.servers, realtime.watchers, realtime.presences
  from public, anon, authenticated, service_role;

create or replace function realtime.capture_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.outbox (kind, relation, operation, record, old_record)
  select 'change', tg_relid, tg_op,
         case when tg_op <> 'DELETE' then row_to_json(new) end,
         case when tg_op <> 'INSERT' then row_to_json(old) end
   where exists (
     select from realtime.watchers w where w.relation = tg_relid and w.expires_at > now());
  return null;
end $$;

create or replace function realtime.capture_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.outbox (kind, body, binary_body)
  values (
    'broadcast',
    json_build_object(
      'id', new.id, 'topic', new.topic, 'event', new.event, 'private', new.private,
      'payload', new.payload),
    new.binary_payload);
  return null;
end $$;

create or replace trigger deliver_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.capture_message();

-- Ends every channel of a user now, whatever their token says: for a product's own trigger on
-- "employee deactivated" and the like.
create or replace function realtime.disconnect(user_id_param uuid) returns void
language sql security definer set search_path = '' as $$
  insert into realtime.outbox (kind, body)
  values ('disconnect', json_build_object('user_id', user_id_param))
$$;

revoke all on function
  realtime.capture_change(), realtime.capture_message(), realtime.disconnect(uuid)
from public, anon, authenticated;
grant execute on function realtime.disconnect(uuid) to service_role;
