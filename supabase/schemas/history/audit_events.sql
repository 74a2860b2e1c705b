create table public.audit_events (
  company_id uuid not null,
  sequence bigint not null,
  id uuid default gen_random_uuid() not null,
  occurred_at timestamptz default clock_timestamp() not null,
  actor_id uuid,
  source text not null,
  action text not null,
  entity text not null,
  entity_id uuid,
  employee_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash text,
  hash text not null,
  constraint audit_events_pkey primary key (company_id, sequence, id)
);
select private.refuse_non_finite('public.audit_events');
create index audit_events_by_employee on public.audit_events (company_id, employee_id, sequence desc) where employee_id is not null;
create index audit_events_by_entity on public.audit_events (company_id, entity_id, sequence desc);
create index audit_events_by_entry_of_break on public.audit_events (company_id, (coalesce(after, before) ->> 'time_entry_id')) where entity = 'time_entry_breaks';
create index audit_events_by_kind on public.audit_events (company_id, entity, occurred_at desc);
comment on table public.audit_events is 'Who changed what, when and why. Append only; each row is sealed by its hash and linked to the one before it in private.audit_links.';
comment on column public.audit_events.sequence is 'Order within the company: microseconds since 1970 (events from before links: 1, 2, 3 …).';
comment on column public.audit_events.actor_id is 'The account that acted; null for the system.';
comment on column public.audit_events.source is 'web, mobile, kiosk, import, api (any other client), or database (no client).';
comment on column public.audit_events.employee_id is 'The person whose record it is; that person may read the event.';
comment on column public.audit_events.previous_hash is 'Events from before links: hash of the event before. Null since.';
comment on column public.audit_events.hash is 'SHA-256 (hex) over previous_hash and the canonical row.';
alter table public.audit_events enable row level security;
grant select on table public.audit_events to authenticated;

create policy "Managers read the history of their company, others their own" on public.audit_events
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) and entity <> all ((select private.hidden_from_managers())::text[])
      or employee_id = (select private.my_employee_id()) and entity <> all ((select private.hidden_from_own_record((select private.my_company_id())))::text[]))
    and (entity <> 'companies' or (select private.is_owner()) or coalesce(before -> 'billing', '{}'::jsonb) = '{}'::jsonb and coalesce(after -> 'billing', '{}'::jsonb) = '{}'::jsonb)
    -- A shift is the planner's alone until it is published.
    and (entity <> 'shifts' or (select private.is_manager()) or coalesce(after, before) ->> 'status' = 'published'));

create or replace function private.hidden_from_managers() returns text[]
language sql stable parallel safe security definer set search_path = '' as $$
  select case when private.is_owner() then '{}' else '{api_tokens,billing_contacts,ledger_recipients,safety_officers}'::text[] end
    || case when private.records_injuries() then '{}' else '{injury_case_days,injury_cases,osha_establishments,osha_summaries}'::text[] end;
$$;
comment on function private.hidden_from_managers() is 'Tables whose rows are for owners, or for who records injuries: the caller does not read their history either.';
grant execute on function private.hidden_from_managers() to authenticated, service_role;

create or replace function private.hidden_from_own_record(company_id_param uuid) returns text[]
language sql stable parallel safe security definer set search_path = '' as $$
  select '{accounting_activities,accounting_mappings,bill_rates,burden_rates,clock_rule_members,employee_invitations,extra_work_tickets,invoiced_time,kiosk_photos,legal_holds,payroll_fact_differences,payroll_worker_ids,ticket_lines}'::text[]
    || case when c.own_rate_visible then '{}' else '{employee_classifications,employee_rates,pay_items,payroll_facts,restitutions}'::text[] end
  from public.companies c where c.id = company_id_param;
$$;
comment on function private.hidden_from_own_record(uuid) is 'Tables whose rows about a person only managers read, and those about pay where the company hides rates: the person does not read their history either.';
grant execute on function private.hidden_from_own_record(uuid) to authenticated, service_role;

create or replace trigger history_is_append_only before delete or update on public.audit_events
  for each row execute function private.protect_history();

create or replace function private.protect_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{before,after,reason}'::text[] = to_jsonb(old) - '{before,after,reason}'::text[] and private.is_redacted(new) then
      return new;
    end if;
  end if;
  raise exception using errcode = '42501', hint = 'append_only', message = 'Records of audit_events cannot be changed.';
end $$;
comment on function private.protect_history() is 'An event stays as it is, for every role; its content may go once an event of the same chain says what is left of it.';

create or replace function private.is_redacted(event public.audit_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select event.before is null and event.reason is null and coalesce(event.after ->> 'redaction' ~ '^[0-9a-f-]{36}$', false)
    and exists (select from public.audit_events r
      where r.company_id = event.company_id and r.entity_id = case when event.after ->> 'redaction' ~ '^[0-9a-f-]{36}$' then (event.after ->> 'redaction')::uuid end
        and r.entity = 'audit_events' and r.action = 'content_deleted' and r.after -> 'events' ->> event.id::text = private.audit_hash(event));
$$;
comment on function private.is_redacted(public.audit_events) is 'Whether the content of an event was deleted by retention, and what is left is as the event that says so sealed it.';

create or replace trigger history_is_never_emptied before truncate on public.audit_events
  for each statement execute function private.refuse_change();

create or replace trigger link_audit_events after insert on public.audit_events referencing new table as new_events
  for each statement execute function private.link_new_audit_events();

create or replace function private.link_new_audit_events() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_event public.audit_events;
  event public.audit_events;
  events integer := 0;
  company uuid;
begin
  -- One, or more than one.
  for found_event in select * from new_events limit 2 loop
    event := found_event;
    events := events + 1;
  end loop;
  if events = 1 and private.lock_audit_chain(event.company_id) then
    perform private.link_audit_events(event.company_id, event);
    return null;
  end if;
  insert into private.audit_unlinked (company_id, sequence, event_id, event_hash)
    select n.company_id, n.sequence, n.id, n.hash from new_events n;
  if events > 1 then
    for company in select distinct n.company_id from new_events n loop
      if private.lock_audit_chain(company) then
        perform private.link_audit_events(company);
      end if;
    end loop;
  end if;
  return null;
end $$;
comment on function private.link_new_audit_events() is 'Links the event after those that wait if the chain is free. Of many at once some wait, for whoever comes next or for the job.';

create or replace function private.lock_audit_chain(company_id_param uuid) returns boolean
language sql
return current_setting('transaction_isolation') = 'read committed'
    and pg_try_advisory_xact_lock(hashtextextended('audit:' || company_id_param::text, 0));

create or replace function private.link_audit_events(company_id_param uuid, own_param public.audit_events default null::public.audit_events) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  place bigint;
  link_hash bytea;
  note record;
  sequences bigint[] := '{}';
  events uuid[] := '{}';
  hashes bytea[] := '{}';
  waiting integer;
begin
  select l.position, l.hash into place, link_hash
    from private.audit_links l where l.company_id = company_id_param order by l.position desc limit 1;
  place := coalesce(place, 0);
  if own_param.id is not null and not exists (select from private.audit_unlinked u where u.company_id = company_id_param) then
    -- As a rule nothing waits.
    insert into private.audit_links (company_id, position, sequence, event_id, hash)
      values (company_id_param, place + 1, own_param.sequence, own_param.id,
        private.audit_link_hash(link_hash, place + 1, own_param.hash));
    return 0;
  end if;
  for note in
    select u.sequence, u.event_id, u.event_hash from private.audit_unlinked u
    where u.company_id = company_id_param order by u.sequence, u.event_id limit 200
  loop
    sequences := sequences || note.sequence;
    events := events || note.event_id;
    link_hash := private.audit_link_hash(link_hash, place + cardinality(events), note.event_hash);
    hashes := hashes || link_hash;
  end loop;
  waiting := cardinality(events);
  if own_param.id is not null then
    sequences := sequences || own_param.sequence;
    events := events || own_param.id;
    hashes := hashes || private.audit_link_hash(link_hash, place + cardinality(events), own_param.hash);
  end if;
  insert into private.audit_links (company_id, position, sequence, event_id, hash)
    select company_id_param, place + n.number, n.sequence, n.event_id, n.hash
    from unnest(sequences, events, hashes) with ordinality as n (sequence, event_id, hash, number);
  if waiting > 0 then
    delete from private.audit_unlinked u using unnest(sequences, events) as n (sequence, event_id)
      where u.company_id = company_id_param and u.sequence = n.sequence and u.event_id = n.event_id;
  end if;
  return waiting;
end $$;
comment on function private.link_audit_events(uuid,public.audit_events) is 'Links events that wait, oldest first, as many as nobody''s clock-in feels (200), and after them the one given; returns how many waited.';

create or replace function private.audit_link_hash(previous_param bytea, position_param bigint, event_hash_param text) returns bytea
language sql immutable parallel safe
return sha256((coalesce(previous_param, '\x'::bytea) || convert_to(((position_param || ' '::text) || event_hash_param), 'UTF8'::name)));
comment on function private.audit_link_hash(bytea,bigint,text) is 'Hash of a link: SHA-256 over the link before, the position and the event''s own hash.';

create or replace trigger seal_audit_event before insert on public.audit_events
  for each row execute function private.seal_audit_event();

create or replace function private.seal_audit_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.occurred_at := clock_timestamp();
  new.sequence := (extract(epoch from new.occurred_at) * 1000000)::bigint;
  new.previous_hash := null;
  new.hash := private.audit_hash(new);
  return new;
end $$;
comment on function private.seal_audit_event() is 'Gives the event, whoever inserts it, its time, its place in the order and its hash.';

create or replace function private.audit_text(event public.audit_events) returns text
language sql stable parallel safe
return jsonb_build_array(
      event.company_id, event.sequence, event.id, (extract(epoch from event.occurred_at) * 1000000)::bigint,
      event.actor_id, event.source, event.action, event.entity, event.entity_id, event.employee_id,
      event.before, event.after, event.reason)::text;
comment on function private.audit_text(public.audit_events) is 'The row of an event as a JSON array, instants in microseconds: what is hashed after previous_hash.';

create or replace function private.audit_hash(event public.audit_events) returns text
language sql stable parallel safe
return encode(sha256(convert_to(coalesce(event.previous_hash, '') || private.audit_text(event), 'UTF8')), 'hex');
comment on function private.audit_hash(public.audit_events) is 'Hash of an event: SHA-256 over previous_hash and the row as a JSON array, instants in microseconds.';

create table private.audit_links (
  company_id uuid not null,
  "position" bigint not null,
  sequence bigint not null,
  event_id uuid not null,
  hash bytea not null,
  constraint audit_links_pkey primary key (company_id, "position"),
  constraint audit_links_once unique (company_id, event_id)
);
comment on table private.audit_links is 'The chain of audit_events: one order per company. hash = SHA-256 over the link before, the position and the event''s own hash.';
alter table private.audit_links enable row level security;

create or replace trigger links_are_append_only before delete or update on private.audit_links
  for each row execute function private.refuse_change();

create or replace trigger links_are_never_emptied before truncate on private.audit_links
  for each statement execute function private.refuse_change();

create table private.audit_unlinked (
  company_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  event_hash text not null,
  constraint audit_unlinked_pkey primary key (company_id, sequence, event_id)
);
comment on table private.audit_unlinked is 'Events that are committed and not linked yet, with the hash they were sealed with. Emptied by private.link_audit_events().';
alter table private.audit_unlinked enable row level security;

create or replace trigger notes_are_never_emptied before truncate on private.audit_unlinked
  for each statement execute function private.protect_unlinked_events();

create or replace function private.protect_unlinked_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from private.audit_links l where l.company_id = old.company_id and l.event_id = old.event_id) then
      return old;
    end if;
  end if;
  raise exception using errcode = '42501', hint = 'append_only', message = 'An event waits here until it is linked.';
end $$;
comment on function private.protect_unlinked_events() is 'A note goes when its link is there, for every role.';

create or replace trigger notes_stay_until_linked before delete or update on private.audit_unlinked
  for each row execute function private.protect_unlinked_events();

create or replace function public.verify_audit_chain(company_id_param uuid) returns table(checked bigint, broken_id uuid, unlinked bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_system()
    and not (private.is_manager() and company_id_param = private.my_company_id()) then
    raise exception using errcode = '42501', hint = 'managers_only',
      message = 'Only managers and owners may check the history of their company.';
  end if;
  return query
    with chain as (
      -- Every link, and every note of one to come, has its event as it was sealed.
      select l.position, l.sequence, l.event_id, e.id is not null
          -- Nearly always the first, which is inlined.
          and (e.hash = private.audit_hash(e) or private.audit_event_holds(e))
          and l.position = coalesce(lag(l.position) over places, 0) + 1
          and l.hash = private.audit_link_hash(lag(l.hash) over places, l.position, e.hash)
          and (e.previous_hash is null or e.previous_hash = lag(e.hash) over places) as holds, e.id is not null as found
      from private.audit_links l
      left join public.audit_events e on e.company_id = l.company_id and e.sequence = l.sequence and e.id = l.event_id
      where l.company_id = company_id_param
      window places as (order by l.position)
    ), waiting as (
      select u.sequence, u.event_id, coalesce(e.hash = u.event_hash and private.audit_event_holds(e), false) as holds,
        e.id is not null as found
      from private.audit_unlinked u
      left join public.audit_events e on e.company_id = u.company_id and e.sequence = u.sequence and e.id = u.event_id
      where u.company_id = company_id_param
    ), strangers as (
      -- An event with neither came in past the triggers.
      select e.sequence, e.id from public.audit_events e
      where e.company_id = company_id_param
        and not exists (select from private.audit_links l where l.company_id = e.company_id and l.event_id = e.id)
        and not exists (select from private.audit_unlinked u
          where u.company_id = e.company_id and u.sequence = e.sequence and u.event_id = e.id)
    ), judged as (
      select c.position, c.sequence, c.event_id, coalesce(c.holds, false) as holds, c.found, false as waits from chain c
      union all
      select null, w.sequence, w.event_id, w.holds, w.found, true from waiting w
      union all
      select null, s.sequence, s.id, false, true, false from strangers s
    )
    select count(*) filter (where j.found),
      (array_agg(j.event_id order by j.position, j.sequence) filter (where not j.holds))[1],
      count(*) filter (where j.waits)
    from judged j;
end $$;
comment on function public.verify_audit_chain(uuid) is 'Recomputes the chain of a company: how many events were checked, the first one that does not fit, and how many are sealed but not linked yet.';
grant execute on function public.verify_audit_chain(uuid) to authenticated;

create or replace function private.audit_event_holds(event public.audit_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when event.hash = private.audit_hash(event) then true
    -- A place was taken out of a held punch: a later event of the same chain says so, and seals what is left.
    when event.entity = 'held_events' then exists (select from public.audit_events r
      where r.company_id = event.company_id and r.entity_id = event.entity_id and r.entity = 'held_events' and r.action = 'redacted'
        and r.after ->> 'event_id' = event.id::text and r.after ->> 'content_hash' = private.audit_hash(event)) or private.is_redacted(event)
    else private.is_redacted(event) end;
$$;
comment on function private.audit_event_holds(public.audit_events) is 'Whether an event is as it was sealed, or as a later event sealed what is left of it without its place.';

create or replace function public.audit_proof() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  checked record;
  last_link record;
begin
  select * into checked from public.verify_audit_chain(me.company_id);
  select l.position, encode(l.hash, 'hex') as hash into last_link
    from private.audit_links l where l.company_id = me.company_id order by l.position desc limit 1;
  return (select jsonb_build_object('company_id', c.id, 'company', c.name, 'checked_at', now(),
      'events', checked.checked, 'broken_id', checked.broken_id, 'waiting', checked.unlinked,
      'broken_at', (select e.occurred_at from public.audit_events e where e.company_id = c.id and e.id = checked.broken_id),
      'first_at', (select min(e.occurred_at) from public.audit_events e where e.company_id = c.id),
      'last_at', (select max(e.occurred_at) from public.audit_events e where e.company_id = c.id),
      'last_position', last_link.position, 'last_hash', last_link.hash)
    from public.companies c where c.id = me.company_id);
end $$;
comment on function public.audit_proof() is 'Manager, owner: checks the history of the company (verify_audit_chain) and names the end of its chain, so that a later check shows whether anything before it was changed.';
grant execute on function public.audit_proof() to authenticated;

create or replace function private.record_name(event public.audit_events) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  known jsonb := coalesce(event.before, '{}') || coalesce(event.after, '{}');
  row_now jsonb;
  name text;
begin
  -- A change has only what was changed: the rest is read from the record, where it still is.
  if event.entity in ('projects', 'customers', 'cost_codes', 'cost_code_groups', 'equipment', 'equipment_classes', 'crews', 'documents', 'folders',
      'bulletins', 'shifts', 'budgets', 'field_reports', 'incidents', 'geofences', 'kiosks', 'saved_reports', 'units', 'break_types', 'pay_types',
      'time_off_types', 'certification_types', 'delay_reasons', 'holidays', 'photo_shares', 'quantities', 'clock_questions', 'photos') then
    execute format('select to_jsonb(r) from public.%I r where r.company_id = $1 and r.id = $2', event.entity)
      into row_now using event.company_id, event.entity_id;
    known := coalesce(row_now, '{}') || jsonb_strip_nulls(known);
  end if;
  name := nullif(btrim(concat_ws(' ', coalesce(known ->> 'number', known ->> 'code'), coalesce(known ->> 'name', known ->> 'title', known ->> 'label',
    known ->> 'file_name', known ->> 'text_en', known ->> 'caption'))), '');
  return coalesce(concat_ws(' · ', name, (select p.name from public.projects p where p.company_id = event.company_id and p.id::text = known ->> 'project_id'),
    coalesce(known ->> 'work_date', known ->> 'shift_date', known ->> 'report_date', left(known ->> 'starts_at', 10))), '');
end $$;
comment on function private.record_name(public.audit_events) is 'What a record is called: its number or code and name, its project and its day.';
-- Asked with the rights of whoever reads the trail, about what its policy lets them read.
grant execute on function private.record_name(public.audit_events) to authenticated;

create or replace function public.audit_trail(start_date_param date, end_date_param date, entity_param text default null::text, actor_id_param uuid default null::uuid, exports_param boolean default false, before_param bigint default null::bigint, limit_param integer default 100) returns table(id uuid, sequence bigint, occurred_at timestamptz, actor_name text, source text, action text, entity text, entity_id uuid, person text, before jsonb, after jsonb, reason text)
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, null);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select a.id, a.sequence, a.occurred_at, btrim(concat_ws(' ', who.first_name, who.last_name)), a.source, a.action, a.entity, a.entity_id,
      coalesce(nullif(btrim(concat_ws(' ', about.first_name, about.last_name)), ''), private.record_name(a)), a.before, a.after, a.reason
    from public.audit_events a
    left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
    left join public.employees about on about.company_id = a.company_id and about.id = a.employee_id
    -- Since events are linked their sequence is the time in microseconds, and the key is sorted by it.
    where a.company_id = me.company_id
      and a.sequence >= (extract(epoch from (start_date_param::timestamp at time zone zone)) * 1000000)::bigint
      and a.sequence < (extract(epoch from ((end_date_param + 1)::timestamp at time zone zone)) * 1000000)::bigint
      and (before_param is null or a.sequence < before_param)
      and (entity_param is null or a.entity = entity_param)
      and (actor_id_param is null or a.actor_id = (select e.user_id from public.employees e where e.company_id = me.company_id and e.id = actor_id_param))
      and (not exports_param or a.action = 'exported' or a.entity = 'payroll_exports' and a.action = 'created')
    order by a.sequence desc, a.id desc limit least(greatest(limit_param, 1), 500);
end $$;
comment on function public.audit_trail(date,date,text,uuid,boolean,bigint,integer) is 'Managers: the history of the company between two days, newest first, with names; as far as its policy lets them read. For more, ask with the last sequence.';
grant execute on function public.audit_trail(date,date,text,uuid,boolean,bigint,integer) to authenticated;

create or replace function public.sign_ins(start_date_param date, end_date_param date) returns table(signed_in_at timestamptz, person text, last_seen_at timestamptz, user_agent text, ip text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, null);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select s.created_at, btrim(e.first_name || ' ' || e.last_name), coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      case when me.role = 'owner' then s.user_agent end, case when me.role = 'owner' then host(s.ip) end
    from public.employees e join auth.sessions s on s.user_id = e.user_id
    left join private.session_companies here on here.session_id = s.id
    where e.company_id = me.company_id and e.active and coalesce(here.company_id, me.company_id) = me.company_id
      and s.created_at >= (start_date_param::timestamp at time zone zone) and s.created_at < ((end_date_param + 1)::timestamp at time zone zone)
    order by 1 desc limit 1000;
end $$;
comment on function public.sign_ins(date,date) is 'Managers: sessions of people of the company that began between two days, were not ended since and are not in another company; device and address for owners only.';
grant execute on function public.sign_ins(date,date) to authenticated;

create or replace function public.location_looks(start_date_param date, end_date_param date) returns table(viewed_at timestamptz, viewer text, person text, purpose text, start_date date, end_date date)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, null);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select v.viewed_at, btrim(w.first_name || ' ' || w.last_name), btrim(e.first_name || ' ' || e.last_name), v.purpose, v.start_date, v.end_date
    from public.location_views v
    join public.employees w on w.company_id = v.company_id and w.id = v.viewer_id
    join public.employees e on e.company_id = v.company_id and e.id = v.employee_id
    where v.company_id = me.company_id
      and v.viewed_at >= (start_date_param::timestamp at time zone zone) and v.viewed_at < ((end_date_param + 1)::timestamp at time zone zone)
    order by 1 desc limit 1000;
end $$;
comment on function public.location_looks(date,date) is 'Managers: who looked at whose locations between two days, and why.';
grant execute on function public.location_looks(date,date) to authenticated;

create or replace function private.check_reason(company_id_param uuid, employee_id_param uuid, required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if required_param is not true then
    return;
  end if;
  if not private.is_system() and employee_id_param is distinct from private.my_employee_id() and private.change_reason() is null then
    raise exception using errcode = 'P0001', hint = 'reason_required',
      message = 'Give a reason for changing someone else''s time.';
  end if;
end $$;

create or replace function private.change_reason() returns text
language sql stable
return nullif(btrim(left(coalesce(
    nullif(current_setting('chalkline.reason', true), ''),
    private.percent_decode(private.request_header('x-reason'))), 500)), '');
comment on function private.change_reason() is 'Reason given for the change being made, or null.';
grant execute on function private.change_reason() to authenticated, service_role;

create or replace function private.give_reason(reason_param text) returns void
language sql set search_path = '' as $$
  select set_config('chalkline.reason', coalesce(reason_param, ''), true);
$$;
comment on function private.give_reason(text) is 'Sets the reason for the rest of the transaction.';
grant execute on function private.give_reason(text) to authenticated, service_role;

create or replace function private.link_waiting_audit_events() returns void
language sql set search_path = '' as $$
  select private.for_each_company(array_agg(distinct u.company_id), 'select private.link_waiting_audit_events($1)') from private.audit_unlinked u;
$$;

create or replace function private.link_waiting_audit_events(company_id_param uuid) returns bigint
language plpgsql set search_path = '' as $$
declare
  part integer;
  linked bigint := 0;
begin
  if private.lock_audit_chain(company_id_param) then
    loop
      part := private.link_audit_events(company_id_param);
      linked := linked + part;
      exit when part < 200;
    end loop;
  end if;
  return linked;
end $$;
select cron.schedule('audit-links', '* * * * *', 'select private.link_waiting_audit_events()');

create or replace function private.record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := auth.uid();
  origin text := private.change_source();
  given_reason text := private.noted_reason();
begin
  if tg_op = 'INSERT' then
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, before, after, reason)
    select n.company_id, actor, origin, 'created', tg_table_name, n.id, n.employee_id, null, to_jsonb(n), given_reason from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, before, after, reason)
    select o.company_id, actor, origin, 'deleted', tg_table_name, o.id, o.employee_id, to_jsonb(o), null, given_reason from old_rows o;
  else
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, before, after, reason)
    select n.company_id, actor, origin, 'updated', tg_table_name, n.id, n.employee_id, r.before, r.after, given_reason
      from old_rows o join new_rows n on n.company_id = o.company_id and n.id = o.id
      cross join lateral (select to_jsonb(o) as before, to_jsonb(n) as after offset 0) r
      where r.before - '{updated_at,updated_by}'::text[] <> r.after - '{updated_at,updated_by}'::text[];
  end if;
  return null;
end $$;
comment on function private.record_changes() is 'As private.record_change(), for tables whose rows are changed by thousands: the events of a statement at once.';

create or replace function private.change_source() returns text
language sql stable
return case
    when nullif(current_setting('chalkline.source', true), '') is not null then current_setting('chalkline.source', true)
    when private.request_header('x-client-source') in ('web', 'mobile') then private.request_header('x-client-source')
    when nullif(current_setting('request.jwt.claims', true), '') is not null then 'api'
    else 'database' end;
comment on function private.change_source() is 'Where the change comes from, as audit_events.source.';

create or replace function private.token_note() returns text
language sql stable parallel safe as $$
  select case when current_setting('role') = 'api_token' then 'API token: ' || (auth.jwt() ->> 'token_name')
    || coalesce(', tool: ' || left(nullif(private.request_header('x-agent-tool'), ''), 64), '') end;
$$;
comment on function private.token_note() is 'Which token made a change, and by which tool of an agent, where no other reason was given; null for everyone else.';

create or replace function private.noted_reason() returns text
language sql stable parallel safe as $$
  -- What an agent did is never taken for what its person typed, whatever reason it gave.
  select case when private.request_header('x-agent-tool') <> '' then nullif(concat_ws(' · ', private.change_reason(), private.token_note()), '')
    else coalesce(private.change_reason(), private.token_note()) end;
$$;
comment on function private.noted_reason() is 'What the history says of why: the reason given, or which token it was; of an agent both.';

create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb;
  new_row jsonb;
  subject jsonb;
  -- Columns that are too long for the history, or not for it: the arguments of the trigger.
  left_out constant text[] := coalesce(tg_argv, '{}');
begin
  if tg_op <> 'INSERT' then
    old_row := to_jsonb(old) - 'rows' - left_out;
  end if;
  if tg_op <> 'DELETE' then
    new_row := to_jsonb(new) - 'rows' - left_out;
  end if;
  if old_row - 'updated_at' - 'updated_by' = new_row - 'updated_at' - 'updated_by' then
    return null;
  end if;
  subject := coalesce(new_row, old_row);
  -- Of what retention deletes the history says only that it went.
  if tg_op = 'DELETE' and current_setting('chalkline.retention', true) = 'on' then
    old_row := jsonb_build_object('id', subject -> 'id', 'retention', true);
  end if;
  insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, before, after, reason)
  values (
    (subject ->> case tg_table_name when 'companies' then 'id' else 'company_id' end)::uuid,
    auth.uid(), private.change_source(),
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    tg_table_name, (subject ->> 'id')::uuid,
    -- What a customer pays for somebody's hour, and what accounting has, is not that person's to read.
    case when tg_table_name not in ('bill_rates', 'accounting_mappings', 'accounting_activities') then (subject ->> case tg_table_name when 'employees' then 'id' else 'employee_id' end)::uuid end,
    old_row, new_row, private.noted_reason());
  return null;
end $$;
comment on function private.record_change() is 'Leaves an audit event for the row that changed; a change of nothing leaves none.';
