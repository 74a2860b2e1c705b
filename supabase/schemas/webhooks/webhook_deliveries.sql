create table public.webhook_deliveries (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  entity_id uuid not null,
  event_sequence bigint not null,
  kind text default 'event' not null,
  attempt integer default 1 not null,
  status text default 'waiting' not null,
  send_after timestamptz default clock_timestamp() not null,
  claimed_until timestamptz,
  sent_at timestamptz,
  duration_ms integer,
  response_code integer,
  response text,
  error text,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint webhook_deliveries_pkey primary key (company_id, id),
  constraint webhook_deliveries_kind_known check (kind in ('event', 'repeat', 'test')),
  constraint webhook_deliveries_status_known check (status in ('queued', 'waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_attempt_range check (attempt between 1 and 1000),
  constraint webhook_deliveries_sent_once_finished check ((status in ('delivered', 'failed')) = (sent_at is not null)),
  constraint webhook_deliveries_response_length check (char_length(response) <= 4000 and char_length(error) <= 500),
  constraint webhook_deliveries_code_range check (response_code between 100 and 999 and duration_ms >= 0),
  constraint webhook_deliveries_endpoint foreign key (company_id, endpoint_id) references public.webhook_endpoints(company_id, id) on delete cascade,
  constraint webhook_deliveries_event foreign key (company_id, event_id) references public.webhook_events(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.webhook_deliveries');
create index webhook_deliveries_due on public.webhook_deliveries (company_id, endpoint_id, send_after) where status = 'waiting';
create index webhook_deliveries_unfinished on public.webhook_deliveries (company_id, endpoint_id, entity_id, event_sequence) where status in ('queued', 'waiting');
create index webhook_deliveries_by_endpoint on public.webhook_deliveries (company_id, endpoint_id, created_at desc);
create index webhook_deliveries_by_event on public.webhook_deliveries (company_id, event_id);
create index webhook_deliveries_by_time on public.webhook_deliveries (created_at);
-- Not in the audit history: it is a list of what was sent of the history, kept for 30 days.
comment on table public.webhook_deliveries is 'Every attempt to deliver an event to a webhook, and those that wait; kept for 30 days. Written by functions only.';
comment on column public.webhook_deliveries.kind is 'event: by itself; repeat: sent again by a person, tried once; test: send_test_webhook.';
comment on column public.webhook_deliveries.status is 'queued: an earlier event of the same thing is not delivered yet; waiting: sent at send_after; delivered: answered with 2xx; failed: this attempt, another one may wait.';
comment on column public.webhook_deliveries.claimed_until is 'A server that took it and died is given up on then, and another one sends it.';
comment on column public.webhook_deliveries.response is 'The beginning of the answer.';
comment on column public.webhook_deliveries.error is 'Why it failed: timeout, unreachable, forbidden, redirect, secret, status; with details after a colon.';
alter table public.webhook_deliveries enable row level security;
grant select on table public.webhook_deliveries to authenticated;

create policy "Managers read the deliveries of their company" on public.webhook_deliveries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace function private.queue_webhook_deliveries(limit_param integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_event public.webhook_events;
  event public.webhook_events;
begin
  for found_event in
    select * from public.webhook_events v where v.sequence is null order by v.occurred_at, v.position limit limit_param
  loop
    event := private.number_webhook_event(found_event);
    -- Before what is below reads what is unfinished: whoever notes an end holds the same lock.
    perform from public.webhook_endpoints e where e.company_id = event.company_id and (e.active or e.off_since > event.occurred_at) order by e.id for no key update;
    insert into public.webhook_deliveries (company_id, endpoint_id, event_id, entity_id, event_sequence, send_after, status, created_by)
      select event.company_id, e.id, event.id, event.entity_id, event.sequence, event.occurred_at,
        case when exists (select from public.webhook_deliveries d where d.company_id = event.company_id and d.endpoint_id = e.id
          and d.entity_id = event.entity_id and d.status in ('queued', 'waiting') and d.kind = 'event') then 'queued' else 'waiting' end, null
      from public.webhook_endpoints e
      -- Also one that was turned off since: what happened before waits until it is on again.
      where e.company_id = event.company_id and (e.active or e.off_since > event.occurred_at) and e.created_at <= event.occurred_at and event.type = any (e.events)
        and (event.project_ids is null or e.project_ids = '{}' or e.project_ids && event.project_ids);
  end loop;
end $$;
comment on function private.queue_webhook_deliveries(integer) is 'Numbers events that are committed, in their order, and queues them for each endpoint that wants them.';

create or replace function private.claim_webhooks(count_param integer, troubled_param integer, now_param timestamptz default null::timestamptz) returns table(id uuid, endpoint_id uuid, url text, secrets text[], message_id text, body text, attempt integer, kind text, troubled boolean)
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := coalesce(now_param, clock_timestamp());
  -- At once to one endpoint, of all servers; one that fails or is slow gets one turn at a time.
  per_endpoint constant integer := 8;
  slow_ms constant integer := 5000;
begin
  -- Servers take turns: each has to see what the other took.
  perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
  perform private.queue_webhook_deliveries(1000);
  return query
    with endpoints as (
      select e.company_id, e.id, e.url, e.active and coalesce(e.held_until <= moment, true) as open,
        e.failing_since is not null or coalesce(e.last_duration_ms > slow_ms, false) as troubled
      from public.webhook_endpoints e
    ), free as (
      select e.*, case when e.troubled then 1 else per_endpoint end - (
        select count(*) from public.webhook_deliveries d
        where d.company_id = e.company_id and d.endpoint_id = e.id and d.status = 'waiting' and d.claimed_until >= moment)::integer as slots
      from endpoints e
    ), due as (
      select d.company_id, d.id, f.id as endpoint_id, f.url, f.troubled, d.send_after, d.nth
      from free f cross join lateral (
        select d.company_id, d.id, d.send_after, row_number() over (order by d.send_after, d.event_sequence) as nth
        from public.webhook_deliveries d
        where d.company_id = f.company_id and d.endpoint_id = f.id and d.status = 'waiting' and d.send_after <= moment
          and (d.claimed_until is null or d.claimed_until < moment) and (f.open or d.kind = 'test')
        order by d.send_after, d.event_sequence limit greatest(f.slots, 0)) d
    ), ranked as (
      select d.*, row_number() over (partition by d.troubled order by d.nth, d.send_after) as turn from due d
    ), taken as (
      update public.webhook_deliveries d set claimed_until = moment + interval '60 seconds'
      from (select r.* from ranked r where not r.troubled or r.turn <= troubled_param order by r.troubled, r.turn limit count_param) r
      where d.company_id = r.company_id and d.id = r.id
      returning d.company_id, d.id, d.event_id, d.endpoint_id, d.attempt, d.kind, r.url, r.troubled
    )
    select t.id, t.endpoint_id, t.url,
      array(select coalesce(s.sealed, s.secret) from private.webhook_secrets s
        where s.company_id = t.company_id and s.endpoint_id = t.endpoint_id and coalesce(s.valid_until > moment, true) order by s.created_at desc),
      'msg_' || replace(v.id::text, '-', ''), v.payload::text, t.attempt, t.kind, t.troubled
    from taken t join public.webhook_events v on v.company_id = t.company_id and v.id = t.event_id;
end $$;
comment on function private.claim_webhooks(integer,integer,timestamp with time zone) is 'For the server that delivers ([webhooks] claim of config.toml): takes what is due, troubled_param of endpoints in trouble at most. What is not noted within a minute is given out again. A secret that is sealed is given out as it is stored.';

create or replace function private.note_webhook_attempt(id_param uuid, result_param jsonb, now_param timestamptz default null::timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := coalesce(now_param, clock_timestamp());
  delivered constant boolean := (result_param ->> 'delivered')::boolean;
  retry_seconds constant double precision := (result_param ->> 'retry_seconds')::double precision;
  endpoint public.webhook_endpoints;
  delivery public.webhook_deliveries;
begin
  select e.* into endpoint from public.webhook_endpoints e join public.webhook_deliveries d on d.company_id = e.company_id and d.endpoint_id = e.id
    where d.id = id_param for no key update of e;
  update public.webhook_deliveries d
    set status = case when delivered then 'delivered' else 'failed' end, claimed_until = null, sent_at = moment,
      duration_ms = (result_param ->> 'duration_ms')::integer, response_code = (result_param ->> 'response_code')::integer,
      response = left(result_param ->> 'response', 4000), error = left(result_param ->> 'error', 500)
    where d.company_id = endpoint.company_id and d.id = id_param and d.status = 'waiting'
    returning d.* into delivery;
  -- Deleted meanwhile, or sent by another server after this one seemed dead.
  if delivery.id is null then
    return;
  end if;
  if delivery.kind <> 'test' then
    perform private.note_webhook_health(endpoint, delivered, (result_param ->> 'gone')::boolean,
      moment + make_interval(secs => (result_param ->> 'hold_seconds')::double precision), delivery.duration_ms, moment);
  end if;
  if delivery.kind <> 'event' then
    return;
  end if;
  if not delivered and retry_seconds is not null then
    insert into public.webhook_deliveries (company_id, endpoint_id, event_id, entity_id, event_sequence, attempt, send_after, created_by)
      values (delivery.company_id, delivery.endpoint_id, delivery.event_id, delivery.entity_id, delivery.event_sequence, delivery.attempt + 1,
        moment + make_interval(secs => retry_seconds), null);
    return;
  end if;
  -- Delivered, or given up: the next event of the same thing has its turn.
  update public.webhook_deliveries d set status = 'waiting', send_after = moment
    where d.company_id = delivery.company_id and d.id = (
      select q.id from public.webhook_deliveries q
      where q.company_id = delivery.company_id and q.endpoint_id = delivery.endpoint_id and q.entity_id = delivery.entity_id and q.status = 'queued'
      order by q.event_sequence limit 1);
end $$;
comment on function private.note_webhook_attempt(uuid,jsonb,timestamp with time zone) is 'For the server that delivers ([webhooks] note of config.toml): what became of an attempt. result: delivered, response_code, response, error, duration_ms, retry_seconds (none: no further attempt), hold_seconds (nothing for this endpoint before), gone.';

create or replace function private.note_webhook_health(endpoint public.webhook_endpoints, delivered_param boolean, gone_param boolean, held_until_param timestamptz, duration_ms_param integer, moment_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := case when not endpoint.active or delivered_param then null when gone_param then 'gone'
    when endpoint.failing_since <= moment_param - interval '3 days' then 'failing' end;
begin
  update public.webhook_endpoints e
    set failing_since = case when not delivered_param then coalesce(e.failing_since, moment_param) end,
      held_until = case when not delivered_param then coalesce(held_until_param, e.held_until) end,
      last_success_at = case when delivered_param then moment_param else e.last_success_at end,
      last_duration_ms = duration_ms_param
    where e.company_id = endpoint.company_id and e.id = endpoint.id;
  if reason is not null then
    update public.webhook_endpoints e set active = false, off_since = moment_param, off_reason = reason
      where e.company_id = endpoint.company_id and e.id = endpoint.id;
    perform private.notify_person(r.company_id, r.id, 'webhook_off', 'webhook ' || endpoint.id || ' ' || moment_param, 'webhook_off',
        jsonb_build_object('url', endpoint.url, 'gone', case when reason = 'gone' then true end,
          'since', case when reason = 'failing' then to_char(endpoint.failing_since at time zone private.zone_of(endpoint.company_id, null), 'YYYY-MM-DD') end),
        jsonb_build_object('path', '/settings?tab=developers'))
      from public.employees r where r.company_id = endpoint.company_id and r.active and r.role = 'owner';
  end if;
end $$;
comment on function private.note_webhook_health(public.webhook_endpoints,boolean,boolean,timestamp with time zone,integer,timestamp with time zone) is 'How an endpoint is; turned off, with a notification to the owners, when it answers 410 or nothing has arrived for three days.';

create or replace function public.send_test_webhook(id_param uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  endpoint public.webhook_endpoints := private.require_webhook(id_param);
  event public.webhook_events;
  made uuid;
begin
  if (select count(*) from public.webhook_deliveries d
      where d.company_id = endpoint.company_id and d.endpoint_id = endpoint.id and d.kind = 'test' and d.created_at > now() - interval '1 minute') >= 10 then
    raise exception using errcode = 'P0001', hint = 'too_many_webhook_tests', message = 'Ten tests a minute are enough. Wait a moment.';
  end if;
  insert into public.webhook_events (company_id, type, occurred_at, entity_id, data, sequence, payload)
    select endpoint.company_id, 'webhook.test', moment, endpoint.id, '{}', 0,
      json_build_object('type', 'webhook.test', 'timestamp', to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'data', json_build_object('id', endpoint.id, 'version', 1, 'sequence', 0, 'company_sequence', 0, 'company_id', endpoint.company_id))
    from clock_timestamp() moment
    returning * into event;
  insert into public.webhook_deliveries (company_id, endpoint_id, event_id, entity_id, event_sequence, kind)
    values (endpoint.company_id, endpoint.id, event.id, event.entity_id, 0, 'test') returning id into made;
  perform pg_notify('webhook_events', '');
  return made;
end $$;
comment on function public.send_test_webhook(uuid) is 'Manager, owner: sends a webhook.test event to one webhook, also to one that is off. Returns the id of its row in webhook_deliveries. Ten a minute.';
grant execute on function public.send_test_webhook(uuid) to authenticated;

create or replace function public.repeat_delivery(id_param uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  delivery public.webhook_deliveries;
  endpoint public.webhook_endpoints;
  result uuid;
begin
  select * into delivery from public.webhook_deliveries d where d.company_id = me.company_id and d.id = id_param;
  if delivery.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  endpoint := private.require_webhook(delivery.endpoint_id);
  if not endpoint.active then
    raise exception using errcode = 'P0001', hint = 'webhook_off', message = 'This webhook is off. Turn it on first.';
  end if;
  -- What waits for its next attempt has it now.
  update public.webhook_deliveries d set send_after = least(d.send_after, clock_timestamp())
    where d.company_id = me.company_id and d.endpoint_id = delivery.endpoint_id and d.event_id = delivery.event_id and d.status in ('waiting', 'queued')
    returning d.id into result;
  if result is null then
    insert into public.webhook_deliveries (company_id, endpoint_id, event_id, entity_id, event_sequence, kind, attempt)
      values (delivery.company_id, delivery.endpoint_id, delivery.event_id, delivery.entity_id, delivery.event_sequence, 'repeat',
        (select max(d.attempt) + 1 from public.webhook_deliveries d
          where d.company_id = me.company_id and d.endpoint_id = delivery.endpoint_id and d.event_id = delivery.event_id))
      returning id into result;
  end if;
  perform pg_notify('webhook_events', '');
  return result;
end $$;
comment on function public.repeat_delivery(uuid) is 'Manager, owner: sends the event of a delivery to its webhook again, once, with the same webhook-id; where an attempt waits for its time, that one at once. Returns the id of the row in webhook_deliveries.';
grant execute on function public.repeat_delivery(uuid) to authenticated;

create or replace function private.webhook_figures() returns table(endpoints integer, failing integer, turned_off integer, waiting integer, due_since timestamptz, delivered integer, last_delivered_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.endpoints, e.failing, e.turned_off, d.waiting, d.due_since, s.delivered, e.last_delivered_at
  from (select count(*)::integer as endpoints, count(*) filter (where active and failing_since is not null)::integer as failing,
      count(*) filter (where off_reason in ('gone', 'failing') and off_since > now() - interval '7 days')::integer as turned_off,
      max(last_success_at) as last_delivered_at
    from public.webhook_endpoints) e,
    -- What a server holds at the moment, or an endpoint asked to wait for, is not late.
    (select count(*)::integer as waiting, min(d.send_after) filter (where d.status = 'waiting'
        and coalesce(d.claimed_until < now(), true) and coalesce(e.held_until < now(), true) and e.failing_since is null) as due_since
      from public.webhook_deliveries d join public.webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
      where d.status in ('waiting', 'queued') and e.active) d,
    (select count(*)::integer as delivered from public.webhook_deliveries d
      where d.status = 'delivered' and d.created_at > now() - interval '1 day') s;
$$;
comment on function private.webhook_figures() is 'For Settings › System of the installation ([webhooks] figures of config.toml): webhooks of all companies, those in trouble, what waits and since when it could have been sent.';

create or replace function private.forget_old_webhook_deliveries() returns void
language sql security definer set search_path = '' as $$
  delete from public.webhook_deliveries where created_at < now() - interval '30 days';
  delete from public.webhook_events v where v.created_at < now() - interval '30 days'
    and not exists (select from public.webhook_deliveries d where d.company_id = v.company_id and d.event_id = v.id);
  delete from private.webhook_secrets where valid_until < now();
$$;
select cron.schedule('old webhook deliveries', '41 3 * * *', 'select private.forget_old_webhook_deliveries()');
