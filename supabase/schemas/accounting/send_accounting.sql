create or replace function private.accounting_due(limit_param integer default 10, systems_param text[] default null::text[]) returns table(connection_id uuid, company_id uuid, system text, environment text, external_company_id text, client_id text, settings jsonb, sealed text, lease uuid, read_lists boolean, lists_read_at timestamptz, cursor jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  found_connection record;
  taken uuid;
begin
  for found_connection in
    select c.company_id, c.id, c.lists_wanted or coalesce(c.lists_read_at < clock_timestamp() - interval '1 hour', true) as lists_due
    from public.accounting_connections c
    join private.accounting_leases l on l.company_id = c.company_id and l.connection_id = c.id
    where c.state = 'connected' and (systems_param is null or c.system = any (systems_param))
      and coalesce(l.leased_until < clock_timestamp(), true) and coalesce(l.rests_until < clock_timestamp(), true)
    order by c.last_sent_at nulls first
    for no key update of l skip locked
  loop
    exit when limit_param <= 0;
    perform private.compute_accounting(found_connection.company_id, found_connection.id);
    continue when not found_connection.lists_due and not exists (
      select from public.accounting_activities a
      where a.company_id = found_connection.company_id and a.connection_id = found_connection.id
        and a.state in ('new', 'sending', 'changed', 'deleting') and coalesce(a.next_attempt_at <= clock_timestamp(), true));
    limit_param := limit_param - 1;
    update private.accounting_leases l set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '2 minutes'
      where l.company_id = found_connection.company_id and l.connection_id = found_connection.id returning l.lease into taken;
    return query
    select c.id, c.company_id, c.system, c.environment, c.external_company_id, c.client_id, private.accounting_settings(c), s.sealed, taken,
      found_connection.lists_due, c.lists_read_at, l.cursor
    from public.accounting_connections c
    join private.accounting_leases l on l.company_id = c.company_id and l.connection_id = c.id
    left join private.accounting_secrets s on s.company_id = c.company_id and s.connection_id = c.id
    where c.company_id = found_connection.company_id and c.id = found_connection.id;
  end loop;
end $$;
comment on function private.accounting_due(integer,text[]) is 'For the server ([accounting] of config.toml): connections with something to do, each under a lease that ends after two minutes unless it is renewed by another call.';

create or replace function private.accounting_lease(connection_id_param uuid, system_param text) returns table(connection_id uuid, company_id uuid, system text, environment text, external_company_id text, client_id text, settings jsonb, sealed text, lease uuid, read_lists boolean, lists_read_at timestamptz, cursor jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections;
  taken uuid;
begin
  select * into connection from public.accounting_connections c where c.id = connection_id_param and c.system = system_param and c.state = 'connected';
  update private.accounting_leases l set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '2 minutes'
    where l.company_id = connection.company_id and l.connection_id = connection.id and coalesce(l.leased_until < clock_timestamp(), true)
    returning l.lease into taken;
  if taken is null then
    return;
  end if;
  perform private.compute_accounting(connection.company_id, connection.id);
  return query
  select c.id, c.company_id, c.system, c.environment, c.external_company_id, c.client_id, private.accounting_settings(c), s.sealed, taken,
    c.lists_wanted or coalesce(c.lists_read_at < clock_timestamp() - interval '1 hour', true), c.lists_read_at, l.cursor
  from public.accounting_connections c
  join private.accounting_leases l on l.company_id = c.company_id and l.connection_id = c.id
  left join private.accounting_secrets s on s.company_id = c.company_id and s.connection_id = c.id
  where c.company_id = connection.company_id and c.id = connection.id;
end $$;
comment on function private.accounting_lease(uuid,text) is 'For a system that asks by itself (the Web Connector of QuickBooks Desktop): as accounting_due, of the one connection that asks, also when nothing is to be sent. Nothing, while another has it.';

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
    raise exception using errcode = 'P0001', hint = 'accounting_lease_lost', message = 'Another server works on this connection, or somebody paused it.';
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
    select a.company_id, a.id
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
      returning a.*
  )
  select jsonb_agg(jsonb_build_object('activity_id', n.id, 'action', n.request_action, 'request_id', n.request_id, 'external_id', n.external_id,
      'sync_token', n.sync_token, 'attempt', n.attempts, 'content', n.request_content, 'sent_content', n.sent_content,
      'may_exist', n.decision is distinct from 'send_ours') order by n.request_action <> 'delete', n.work_date, n.id)
    into taken from noted n;
  return coalesce(taken, '[]');
end $$;
comment on function private.accounting_take(uuid,uuid,integer) is 'For the server: what to send now, with request ids that are committed before anything is sent. What was taken and not noted comes again, with the same id and the same content, whatever our time says by now. may_exist: whether the same entered by hand is a conflict (exists), or was decided to be sent beside it.';

create or replace function private.accounting_note(connection_id_param uuid, lease_param uuid, activity_id_param uuid, request_id_param uuid, outcome_param jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
  moment constant timestamptz := clock_timestamp();
  kind constant text := outcome_param ->> 'kind';
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
          60 * power(2, least(activity.attempts, 9) - 1)), 0), 86400))
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
comment on function private.accounting_note(uuid,uuid,uuid,uuid,jsonb) is 'For the server: what became of a request: {"kind": "sent", "external_id", "sync_token"} | {"kind": "deleted"} | {"kind": "conflict", "reason": "edited" | "billed" | "gone" | "exists", "theirs": {"external_id", "sync_token", "content"}} | {"kind": "refused", "code", "detail"} | {"kind": "retry", "after_seconds", "code", "detail"}. A retry keeps its request id: nobody knows whether it arrived. Returns the state.';

create or replace function private.accounting_note_connection(connection_id_param uuid, lease_param uuid, facts_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
begin
  update public.accounting_connections c set
      state = case when facts_param ->> 'state' in ('connected', 'sign_in_needed') and c.state in ('connected', 'sign_in_needed') then facts_param ->> 'state' else c.state end,
      company_name = case when facts_param ? 'company_name' then left(coalesce(facts_param ->> 'company_name', ''), 200) else c.company_name end,
      external_company_id = coalesce(facts_param ->> 'external_company_id', c.external_company_id),
      problem = case when facts_param ? 'problem' then left(facts_param ->> 'problem', 60) else c.problem end,
      problem_detail = case when facts_param ? 'problem' then left(facts_param ->> 'problem_detail', 1000) else c.problem_detail end
    where c.company_id = connection.company_id and c.id = connection.id;
  update private.accounting_leases l set cursor = case when jsonb_typeof(facts_param -> 'cursor') = 'object' then facts_param -> 'cursor' else l.cursor end,
      rests_until = case when facts_param ? 'rest_seconds' then clock_timestamp() + make_interval(secs => least(greatest((facts_param ->> 'rest_seconds')::double precision, 0), 86400)) else l.rests_until end,
      lease = case when (facts_param ->> 'release')::boolean then null else l.lease end,
      leased_until = case when (facts_param ->> 'release')::boolean then null else l.leased_until end
    where l.company_id = connection.company_id and l.connection_id = connection.id;
end $$;
comment on function private.accounting_note_connection(uuid,uuid,jsonb) is 'For the server: what it learned of a connection: state (connected, sign_in_needed), company_name, external_company_id, problem with problem_detail (null: none any more), cursor (what the system remembers), rest_seconds (nothing before), release (the lease is given back).';

create or replace function private.accounting_note_records(connection_id_param uuid, lease_param uuid, kind_param text, rows_param jsonb, complete_param boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections := private.hold_accounting_lease(connection_id_param, lease_param);
  changed integer;
begin
  with given as materialized (
    select distinct on (g.external_id) g.external_id, left(coalesce(g.name, ''), 500) as name, nullif(g.parent, '') as parent, nullif(g.email, '') as email, nullif(g.number, '') as number,
      coalesce(g.active, true) as active, coalesce(g.details, '{}') as details
    from jsonb_to_recordset(rows_param) g (external_id text, name text, parent text, email text, number text, active boolean, details jsonb)
  ), written as (
    insert into public.accounting_records as r (company_id, connection_id, kind, external_id, name, parent_external_id, email, number, active, details)
      select connection.company_id, connection.id, kind_param, g.external_id, g.name, g.parent, g.email, g.number, g.active, g.details from given g
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
  update public.accounting_connections c set lists_read_at = clock_timestamp(), lists_wanted = false
    where complete_param and c.company_id = connection.company_id and c.id = connection.id;
  return changed;
end $$;
comment on function private.accounting_note_records(uuid,uuid,text,jsonb,boolean) is 'For the server: records of a kind read there: [{"external_id", "name", "parent", "email", "number", "active", "details"}]. complete: those not named are not active there any more. Returns how many changed.';

create or replace function private.accounting_set_up(connection_id_param uuid, facts_param jsonb, sealed_param text default null::text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections;
begin
  update public.accounting_connections c set
      client_id = coalesce(facts_param ->> 'client_id', c.client_id), environment = coalesce(facts_param ->> 'environment', c.environment),
      external_company_id = coalesce(facts_param ->> 'external_company_id', c.external_company_id), company_name = left(coalesce(facts_param ->> 'company_name', c.company_name), 200),
      settings = c.settings || case when jsonb_typeof(facts_param -> 'own') = 'object' then jsonb_build_object('own', facts_param -> 'own') else '{}' end,
      state = case when facts_param ->> 'state' in ('set_up', 'connected', 'sign_in_needed') and c.state <> 'disconnected' then facts_param ->> 'state' else c.state end,
      problem = case when facts_param ->> 'state' = 'connected' then null else c.problem end, problem_detail = case when facts_param ->> 'state' = 'connected' then null else c.problem_detail end,
      lists_wanted = c.lists_wanted or coalesce(facts_param ->> 'state' = 'connected', false)
    where c.id = connection_id_param and c.state <> 'disconnected'
    returning * into connection;
  if connection.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  if sealed_param is not null then
    insert into private.accounting_secrets as s (company_id, connection_id, sealed) values (connection.company_id, connection.id, sealed_param)
      on conflict on constraint accounting_secrets_pkey do update set sealed = excluded.sealed, updated_at = clock_timestamp();
  end if;
  perform pg_notify('accounting', '');
end $$;
comment on function private.accounting_set_up(uuid,jsonb,text) is 'For the server, after it checked that an owner asks: what was given or answered at set-up (client_id, environment, external_company_id, company_name, own, state) and the sealed secrets.';

create or replace function private.accounting_swap_secret(connection_id_param uuid, sealed_before_param text, sealed_after_param text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.accounting_secrets s set sealed = sealed_after_param, updated_at = clock_timestamp()
    where s.connection_id = connection_id_param and s.sealed = sealed_before_param;
  return found;
end $$;
comment on function private.accounting_swap_secret(uuid,text,text) is 'For the server: replaces sealed secrets if they are still those it read, so that of two refreshed tokens the right one stays.';
