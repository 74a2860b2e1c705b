create or replace function private.accounting_connection(connection_id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('connection_id', c.id, 'company_id', c.company_id, 'system', c.system, 'environment', c.environment, 'state', c.state,
    'external_company_id', c.external_company_id, 'client_id', c.client_id, 'settings', private.accounting_settings(c), 'send_from', c.send_from, 'lease', l.lease,
    'read_lists', c.lists_wanted or coalesce(c.lists_read_at < clock_timestamp() - interval '1 hour', true), 'lists_read_at', c.lists_read_at, 'cursor', l.cursor)
  from public.accounting_connections c
  join private.accounting_leases l on l.company_id = c.company_id and l.connection_id = c.id
  where c.id = connection_id_param and c.state <> 'disconnected';
$$;
comment on function private.accounting_connection(uuid) is 'For the server ([accounting] connection of config.toml): a connection with its settings; null: there is none.';

create or replace function private.accounting_due() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  taken jsonb := '[]';
begin
  for due in
    select c.company_id, c.id, c.lists_wanted or coalesce(c.lists_read_at < clock_timestamp() - interval '1 hour', true) as lists_due
    from public.accounting_connections c
    join private.accounting_leases l on l.company_id = c.company_id and l.connection_id = c.id
    -- The Web Connector of QuickBooks Desktop asks by itself, with private.accounting_lease().
    where c.state = 'connected' and c.system <> 'quickbooks_desktop'
      and coalesce(l.leased_until < clock_timestamp(), true) and coalesce(l.rests_until < clock_timestamp(), true)
    order by c.last_sent_at nulls first
    for no key update of l skip locked
  loop
    perform private.compute_accounting(due.company_id, due.id);
    continue when not due.lists_due and not exists (
      select from public.accounting_activities a
      where a.company_id = due.company_id and a.connection_id = due.id
        and a.state in ('new', 'sending', 'changed', 'deleting') and coalesce(a.next_attempt_at <= clock_timestamp(), true));
    update private.accounting_leases l set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '2 minutes'
      where l.company_id = due.company_id and l.connection_id = due.id;
    taken := taken || private.accounting_connection(due.id);
    exit when jsonb_array_length(taken) >= 10;
  end loop;
  return taken;
end $$;
comment on function private.accounting_due() is 'For the server ([accounting] due of config.toml): connections with something to do, each under a lease that ends two minutes after the last call with it.';

create or replace function private.accounting_lease(connection_id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  leased private.accounting_leases;
begin
  update private.accounting_leases l set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '2 minutes'
    from public.accounting_connections c
    where l.connection_id = connection_id_param and c.company_id = l.company_id and c.id = l.connection_id and c.state = 'connected'
      and coalesce(l.leased_until < clock_timestamp(), true)
    returning l.* into leased;
  if leased.connection_id is null then
    return null;
  end if;
  perform private.compute_accounting(leased.company_id, leased.connection_id);
  return private.accounting_connection(leased.connection_id);
end $$;
comment on function private.accounting_lease(uuid) is 'For a system that asks by itself (the Web Connector of QuickBooks Desktop): a lease on one connection, also when nothing is to be sent. Null while another has it or it is not connected.';

create or replace function private.hold_accounting_lease(connection_id_param uuid, lease_param uuid) returns public.accounting_connections
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections;
begin
  update private.accounting_leases l set leased_until = clock_timestamp() + interval '2 minutes'
    from public.accounting_connections c
    where l.connection_id = connection_id_param and l.lease = lease_param and c.company_id = l.company_id and c.id = l.connection_id
    returning c.* into connection;
  if connection.id is null then
    raise exception using errcode = 'P0001', hint = 'accounting_lease_ended', message = 'Another server works on this connection, or somebody paused it.';
  end if;
  return connection;
end $$;
comment on function private.hold_accounting_lease(uuid,uuid) is 'The connection of a lease, which is good for two more minutes; refuses a lease that is not held any more.';

create or replace function private.accounting_take(connection_id_param uuid, lease_param uuid, limit_param integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
  taken jsonb;
begin
  perform private.compute_accounting(connection.company_id, connection.id);
  with due as materialized (
    select a.company_id, a.id, a.request_id is not null as unanswered
    from public.accounting_activities a
    where a.company_id = connection.company_id and a.connection_id = connection.id
      and a.state in ('new', 'sending', 'changed', 'deleting') and coalesce(a.next_attempt_at <= clock_timestamp(), true)
    -- What is under way first; what is deleted before what is new, so that an hour is never there twice.
    order by a.request_id is null, a.state <> 'deleting', a.work_date, a.id
    limit least(greatest(limit_param, 0), 1000)
    for update
  ), noted as (
    update public.accounting_activities a
      set request_id = coalesce(a.request_id, gen_random_uuid()),
        request_action = coalesce(a.request_action, case when a.content is null then 'delete' when a.external_id is null then 'create' else 'update' end),
        request_content = case when a.request_id is not null then a.request_content when a.content is null then null
          else a.content || jsonb_build_object('description', btrim(concat(a.content ->> 'description', ' [CL:', left(a.id::text, 8), ']'))) end,
        request_hash = case when a.request_id is not null then a.request_hash else a.content_hash end,
        attempts = a.attempts + 1, next_attempt_at = null
      from due d where a.company_id = d.company_id and a.id = d.id
      returning a.*, d.unanswered
  )
  select jsonb_agg(jsonb_build_object('activity_id', n.id, 'action', n.request_action, 'request_id', n.request_id, 'external_id', n.external_id,
      'sync_token', n.sync_token, 'attempt', n.attempts, 'unanswered', n.unanswered, 'content', n.request_content, 'sent_content', n.sent_content,
      'may_exist', n.decision is distinct from 'send_ours') order by n.request_action <> 'delete', n.work_date, n.id)
    into taken from noted n;
  return coalesce(taken, '[]');
end $$;
comment on function private.accounting_take(uuid,uuid,integer) is 'For the server: what to send now, with request ids that are committed before anything is sent. What was taken and not noted comes again, with the same id and the same content, whatever our time says by now (unanswered). may_exist: whether the same entered by hand is a conflict (exists), or was decided to be sent beside it.';

create or replace function private.accounting_note(connection_id_param uuid, lease_param uuid, activity_id_param uuid, request_id_param uuid, outcome_param jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
  moment constant timestamptz := clock_timestamp();
  kind constant text := outcome_param ->> 'kind';
  -- Only who knows that nothing arrived gives up the request id.
  arrived constant boolean := coalesce((outcome_param ->> 'arrived')::boolean, true);
  activity public.accounting_activities;
begin
  select * into activity from public.accounting_activities a
    where a.company_id = connection.company_id and a.connection_id = connection.id and a.id = activity_id_param for update;
  -- Noted already: an answer that came twice changes nothing.
  if activity.request_id is distinct from request_id_param or activity.id is null then
    return activity.state;
  end if;
  if kind = 'retry' then
    update public.accounting_activities a set problem = left(outcome_param ->> 'code', 100), problem_detail = left(outcome_param ->> 'detail', 1000), problem_hash = null,
        next_attempt_at = moment + make_interval(secs => least(greatest(coalesce((outcome_param ->> 'after_seconds')::double precision,
          60 * power(2, least(activity.attempts, 9) - 1)), 0), 86400)),
        request_id = case when arrived then a.request_id end, request_action = case when arrived then a.request_action end,
        request_content = case when arrived then a.request_content end, request_hash = case when arrived then a.request_hash end
      where a.company_id = activity.company_id and a.id = activity.id returning * into activity;
  elsif kind = 'sent' then
    update public.accounting_activities a set external_id = outcome_param ->> 'external_id', sync_token = outcome_param ->> 'sync_token',
        sent_content = activity.request_content, sent_hash = activity.request_hash, sent_at = moment, settled_hash = null,
        request_id = null, request_action = null, request_content = null, request_hash = null, problem = null, problem_detail = null, problem_hash = null,
        decision = null, decided_by = null, decided_at = null, attempts = 0, next_attempt_at = null
      where a.company_id = activity.company_id and a.id = activity.id returning * into activity;
    update public.accounting_connections c set last_sent_at = moment where c.company_id = activity.company_id and c.id = activity.connection_id;
  elsif kind = 'deleted' then
    update public.accounting_activities a set external_id = null, sync_token = null, sent_content = null, sent_hash = null, sent_at = moment, settled_hash = null,
        request_id = null, request_action = null, request_content = null, request_hash = null, problem = null, problem_detail = null, problem_hash = null,
        decision = null, decided_by = null, decided_at = null, attempts = 0, next_attempt_at = null
      where a.company_id = activity.company_id and a.id = activity.id returning * into activity;
    update public.accounting_connections c set last_sent_at = moment where c.company_id = activity.company_id and c.id = activity.connection_id;
  elsif kind = 'conflict' then
    update public.accounting_activities a set conflict = outcome_param ->> 'reason', theirs = outcome_param -> 'theirs',
        request_id = null, request_action = null, request_content = null, request_hash = null, problem = null, problem_detail = null, problem_hash = null,
        decision = null, decided_by = null, decided_at = null, attempts = 0, next_attempt_at = null
      where a.company_id = activity.company_id and a.id = activity.id returning * into activity;
  elsif kind = 'refused' then
    update public.accounting_activities a set problem = left(coalesce(outcome_param ->> 'code', 'refused'), 100), problem_detail = left(outcome_param ->> 'detail', 1000),
        problem_hash = coalesce(activity.request_hash, '-'), request_id = null, request_action = null, request_content = null, request_hash = null, next_attempt_at = null
      where a.company_id = activity.company_id and a.id = activity.id returning * into activity;
  else
    raise exception using errcode = '22023', hint = 'invalid_outcome', message = 'The outcome is sent, deleted, conflict, refused or retry.';
  end if;
  return activity.state;
end $$;
comment on function private.accounting_note(uuid,uuid,uuid,uuid,jsonb) is 'For the server: what became of a request: {"kind": "sent", "external_id", "sync_token"} | {"kind": "deleted"} | {"kind": "conflict", "reason": "edited" | "billed" | "gone" | "exists" | "unsure" | "by_hand", "theirs": {"external_id", "sync_token", "content"}} | {"kind": "refused", "code", "detail"} | {"kind": "retry", "after_seconds", "code", "detail"}. A retry keeps its request id, because nobody knows whether it arrived, unless "arrived" is false. Without a request id: noticed while nothing was under way. Returns the state.';

create or replace function private.accounting_sent(connection_id_param uuid, lease_param uuid, external_ids_param text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  connection constant public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('activity_id', a.id, 'external_id', a.external_id, 'sent_content', a.sent_content) order by a.work_date, a.id), '[]')
    from public.accounting_activities a
    where a.company_id = connection.company_id and a.connection_id = connection.id and a.state = 'sent' and a.external_id = any (external_ids_param));
end $$;
comment on function private.accounting_sent(uuid,uuid,text[]) is 'For the server: activities with these ids there that are as they were sent. What is under way or to be decided is compared when it is written.';

create or replace function private.accounting_note_connection(connection_id_param uuid, lease_param uuid, facts_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections;
begin
  if lease_param is not null then
    connection := private.hold_accounting_lease(connection_id_param, lease_param);
  else
    perform from private.accounting_leases l where l.connection_id = connection_id_param for update;
    select * into connection from public.accounting_connections c where c.id = connection_id_param and c.state <> 'disconnected' for no key update;
  end if;
  if connection.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  update public.accounting_connections c set
      -- Who paused it resumes it; a server at work changes nothing about that.
      state = case when facts_param ->> 'state' in ('connected', 'sign_in_needed', 'disconnected') and (lease_param is null or c.state <> 'paused')
        then facts_param ->> 'state' else c.state end,
      company_name = case when facts_param ? 'company_name' then left(coalesce(facts_param ->> 'company_name', ''), 200) else c.company_name end,
      external_company_id = case when facts_param ? 'external_company_id' then facts_param ->> 'external_company_id' else c.external_company_id end,
      problem = case when facts_param ? 'problem' then left(facts_param ->> 'problem', 60) else c.problem end,
      problem_detail = case when facts_param ? 'problem' then left(facts_param ->> 'problem_detail', 1000) else c.problem_detail end,
      lists_read_at = case when (facts_param ->> 'lists_read')::boolean then clock_timestamp() else c.lists_read_at end,
      lists_wanted = case when (facts_param ->> 'lists_read')::boolean then false
        else c.lists_wanted or lease_param is null and coalesce(facts_param ->> 'state' = 'connected', false) end
    where c.company_id = connection.company_id and c.id = connection.id;
  update private.accounting_leases l set cursor = case when jsonb_typeof(facts_param -> 'cursor') = 'object' then facts_param -> 'cursor' else l.cursor end,
      -- Somebody signed in: nothing waits any longer.
      rests_until = case when lease_param is null and facts_param ->> 'state' = 'connected' then null when facts_param ? 'wait_seconds'
        then clock_timestamp() + make_interval(secs => least(greatest((facts_param ->> 'wait_seconds')::double precision, 0), 86400)) else l.rests_until end,
      lease = case when (facts_param ->> 'release')::boolean then null else l.lease end,
      leased_until = case when (facts_param ->> 'release')::boolean then null else l.leased_until end
    where l.company_id = connection.company_id and l.connection_id = connection.id;
  if lease_param is null and facts_param ->> 'state' = 'connected' then
    update public.accounting_activities a set next_attempt_at = null
      where a.company_id = connection.company_id and a.connection_id = connection.id and a.request_id is not null and a.next_attempt_at > clock_timestamp();
  end if;
  if facts_param ->> 'state' = 'disconnected' then
    delete from private.accounting_secrets s where s.company_id = connection.company_id and s.connection_id = connection.id;
  end if;
  if lease_param is null then
    perform pg_notify('accounting', '');
  end if;
end $$;
comment on function private.accounting_note_connection(uuid,uuid,jsonb) is 'For the server: what it learned of a connection: state (connected, sign_in_needed, disconnected), company_name, external_company_id, problem with problem_detail (null: none any more), lists_read, cursor (what the system remembers between rounds), wait_seconds (nothing before), release (the lease is given back). Without a lease: an owner set it up, which the server has checked.';

create or replace function private.accounting_note_records(connection_id_param uuid, lease_param uuid, kind_param text, rows_param jsonb, complete_param boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
  changed integer;
begin
  with given as materialized (
    select distinct on (g.external_id) g.external_id, g.name is null as noted_before, left(coalesce(g.name, ''), 500) as name, nullif(g.parent, '') as parent, nullif(g.email, '') as email, nullif(g.number, '') as number,
      coalesce(g.active, true) as active, coalesce(g.details, '{}') as details
    from jsonb_to_recordset(rows_param) g (external_id text, name text, parent text, email text, number text, active boolean, details jsonb)
  ), written as (
    insert into public.accounting_records as r (company_id, connection_id, kind, external_id, name, parent_external_id, email, number, active, details)
      select connection.company_id, connection.id, kind_param, g.external_id, g.name, g.parent, g.email, g.number, g.active, g.details from given g where not g.noted_before
      on conflict on constraint accounting_records_once do update
        set name = excluded.name, parent_external_id = excluded.parent_external_id, email = excluded.email, number = excluded.number, active = excluded.active, details = excluded.details
        where (r.name, r.parent_external_id, r.email, r.number, r.active, r.details)
          is distinct from (excluded.name, excluded.parent_external_id, excluded.email, excluded.number, excluded.active, excluded.details)
      returning r.id
  ), gone as (
    update public.accounting_records r set active = false
      where complete_param and r.company_id = connection.company_id and r.connection_id = connection.id and r.kind = kind_param and r.active
        and r.external_id not in (select g.external_id from given g)
      returning r.id
  )
  select count(*) into changed from (select id from written union all select id from gone) w;
  -- What is matched with a record that changed is computed again.
  if changed > 0 and exists (select from public.accounting_mappings m where m.company_id = connection.company_id and m.connection_id = connection.id) then
    update private.accounting_leases l set computed_position = null where l.company_id = connection.company_id and l.connection_id = connection.id;
  end if;
  return changed;
end $$;
comment on function private.accounting_note_records(uuid,uuid,text,jsonb,boolean) is 'For the server: records of a kind read there: [{"external_id", "name", "parent", "email", "number", "active", "details"}]. A row with an id alone was noted before. complete: those not named are not active there any more. Returns how many changed.';

create or replace function private.accounting_read_secret(connection_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select s.sealed from private.accounting_secrets s where s.connection_id = connection_id_param;
$$;
comment on function private.accounting_read_secret(uuid) is 'For the server: the sealed secrets of a connection, or null.';

create or replace function private.accounting_swap_secret(connection_id_param uuid, sealed_before_param text, sealed_after_param text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if sealed_before_param is null then
    insert into private.accounting_secrets (company_id, connection_id, sealed)
      select c.company_id, c.id, sealed_after_param from public.accounting_connections c where c.id = connection_id_param and c.state <> 'disconnected'
      on conflict on constraint accounting_secrets_pkey do nothing;
  elsif sealed_after_param is null then
    delete from private.accounting_secrets s where s.connection_id = connection_id_param and s.sealed = sealed_before_param;
  else
    update private.accounting_secrets s set sealed = sealed_after_param, updated_at = clock_timestamp()
      where s.connection_id = connection_id_param and s.sealed = sealed_before_param;
  end if;
  return found;
end $$;
comment on function private.accounting_swap_secret(uuid,text,text) is 'For the server: replaces sealed secrets if they are still those it read (null: none), so that of two refreshed tokens the right one stays. Without new ones they are deleted.';

create or replace function private.accounting_figures() returns table(connections integer, signed_out integer, failing integer, held_up integer, waiting integer, sent integer, last_sent_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer, count(*) filter (where c.state = 'sign_in_needed')::integer, count(*) filter (where c.state = 'connected' and c.problem is not null)::integer,
    -- Lists are read every hour: where they were not for two, and nothing is known to be wrong, nobody is at it. Web Connectors come when their computer is on.
    count(*) filter (where c.state = 'connected' and c.system <> 'quickbooks_desktop' and c.problem is null and c.created_at < clock_timestamp() - interval '2 hours'
      and coalesce(c.lists_read_at < clock_timestamp() - interval '2 hours', true) and coalesce(l.rests_until < clock_timestamp(), true))::integer,
    coalesce(sum(a.waiting), 0)::integer, coalesce(sum(a.sent), 0)::integer, max(c.last_sent_at)
  from public.accounting_connections c
  join private.accounting_leases l on l.company_id = c.company_id and l.connection_id = c.id
  left join lateral (
    select (select count(*) from public.accounting_activities a where a.company_id = c.company_id and a.connection_id = c.id and a.state in ('new', 'sending', 'changed', 'deleting')) as waiting,
      (select count(*) from public.accounting_activities a where a.company_id = c.company_id and a.connection_id = c.id and a.sent_at > clock_timestamp() - interval '24 hours') as sent
  ) a on true
  where c.state not in ('set_up', 'disconnected');
$$;
comment on function private.accounting_figures() is 'For Settings › System of the installation ([accounting] figures of config.toml): connected systems of all companies, those that wait for a sign-in or have a problem, what waits to be sent and what was.';
