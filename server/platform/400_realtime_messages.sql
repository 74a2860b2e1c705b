-- Channels as a hosted project has them: policies on realtime.messages decide who may use a private
-- channel, realtime.send() speaks to a channel from SQL.

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  binary_payload bytea,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  constraint messages_pkey primary key (id, inserted_at)
);
create index if not exists messages_inserted_at_topic_index
  on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
create index if not exists messages_inserted_at_index on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The name of the channel that is asked for, for policies.
create or replace function realtime.topic() returns text
language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- With the rights of whoever calls it: the insert policy on realtime.messages decides. A failure is
-- a warning only, so that a trigger which announces a change can never undo it.
create or replace function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
) returns void language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case
      when jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then payload || jsonb_build_object('id', message_id)
      else payload
    end,
    event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

create or replace function realtime.send_binary(
  payload bytea, event text, topic text, private boolean default true
) returns void language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- For a product's own row triggers: announces a change of a row on a private channel.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', to_jsonb(old), 'record', to_jsonb(new),
      'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name, true);
end $$;

grant execute on function
  realtime.topic(),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
to anon, authenticated, service_role;
