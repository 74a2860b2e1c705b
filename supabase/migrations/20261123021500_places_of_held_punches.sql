-- Where somebody was at a punch that is held: apart from the event, read by nobody, forgotten in time.
set check_function_bodies = off;

create table private.event_places (
  company_id uuid not null,
  event_id uuid not null,
  punched_at timestamptz not null,
  place jsonb not null,
  primary key (company_id, event_id),
  constraint finite_punched_at check (isfinite(punched_at)),
  constraint event_places_event foreign key (company_id, event_id) references public.synced_events (company_id, id) on delete cascade
);
create index event_places_by_age on private.event_places (company_id, punched_at);
comment on table private.event_places is 'Where a device was at an event that is not decided yet. Goes to punch_locations when the punch counts, else away; after companies.location_days in any case.';
alter table private.event_places enable row level security;

create or replace function private.plain_payload(payload_param jsonb, length_param integer default 2000, nested_param boolean default true) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(p.key, case jsonb_typeof(p.value)
      when 'string' then to_jsonb(left(p.value #>> '{}', length_param))
      when 'object' then private.plain_payload(p.value, length_param, false)
      when 'array' then (select coalesce(jsonb_agg((select coalesce(jsonb_object_agg(k.key, k.value), '{}')
            from jsonb_each(case jsonb_typeof(b.value) when 'object' then b.value else '{}' end) k
            where k.key in ('started_at', 'ended_at', 'kind', 'paid') and jsonb_typeof(k.value) not in ('object', 'array')) order by b.place), '[]')
          from jsonb_array_elements(p.value) with ordinality as b (value, place) where b.place <= 50)
      else p.value end), '{}')
  from (select * from jsonb_each(case jsonb_typeof(payload_param) when 'object' then payload_param else '{}' end) e
    where e.key not in ('location', 'latitude', 'longitude', 'accuracy_m', 'fix_age_s') and char_length(e.key) <= 100
      and (jsonb_typeof(e.value) in ('string', 'boolean', 'null')
        or (jsonb_typeof(e.value) = 'number' and char_length(e.value::text) <= 100)
        or (jsonb_typeof(e.value) = 'array' and e.key = 'breaks')
        -- Of an event nobody can read: what it brought.
        or (jsonb_typeof(e.value) = 'object' and e.key = 'payload' and nested_param))
    order by e.key limit 60) p;
$$;
comment on function private.plain_payload(jsonb,integer,boolean) is 'What is stored of what a device sent: words, numbers and breaks; no places, and nothing that nobody asked for.';

create or replace function private.event_place(event public.synced_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select p.place from private.event_places p where p.company_id = event.company_id and p.event_id = event.id;
$$;

create or replace function private.note_event_place(event public.synced_events, location_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place record := private.read_location(location_param);
begin
  -- One's own punches only, as with a signal, and only where the company records places.
  if place.latitude is not null and place.longitude is not null and event.kind in ('clock_in', 'clock_out', 'switch')
    and exists (select from public.companies c join public.employees e on e.company_id = c.id and e.id = event.employee_id and e.user_id = event.created_by
      where c.id = event.company_id and c.capture_location) then
    insert into private.event_places (company_id, event_id, punched_at, place)
      values (event.company_id, event.id, event.counts_at, jsonb_strip_nulls(jsonb_build_object('latitude', round(place.latitude::numeric, 5),
        'longitude', round(place.longitude::numeric, 5), 'accuracy_m', place.accuracy_m, 'fix_age_s', place.fix_age_s)))
      on conflict do nothing;
  end if;
end $$;
comment on function private.note_event_place(public.synced_events,jsonb) is 'Keeps where a device was at an event until it is decided.';

create or replace function private.forget_event_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.event_places p where p.company_id = new.company_id and p.event_id = new.id;
  return null;
end $$;

create or replace trigger forget_event_place after update of state on public.synced_events
  for each row when (new.state in ('applied', 'repeated', 'adjusted', 'discarded')) execute function private.forget_event_place();

create or replace function private.forget_locations(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  forgotten bigint;
begin
  update public.punch_locations l set latitude = null, longitude = null, accuracy_m = null, fix_age_s = null, edge_m = null
    from public.companies c
    where c.id = l.company_id and l.latitude is not null and l.punched_at < moment_param - make_interval(days => c.location_days);
  get diagnostics forgotten = row_count;
  delete from private.event_places p using public.companies c
    where c.id = p.company_id and (not c.capture_location or p.punched_at < moment_param - make_interval(days => c.location_days));
  return forgotten;
end $$;

create or replace function private.receive_event(sender public.employees, event jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  received public.synced_events;
  known public.synced_events;
  location jsonb;
begin
  received.id := (event ->> 'id')::uuid;
  if received.id is null then
    raise exception using errcode = 'P0001', hint = 'event_without_id', message = 'An event has no id.';
  end if;
  select * into known from public.synced_events s where s.company_id = sender.company_id and s.id = received.id;
  if known.id is not null then
    if known.created_by is distinct from auth.uid() then
      raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
    end if;
    return known.id;
  end if;
  received.state := 'received';
  begin
    received.device_id := event ->> 'device_id';
    received.sequence := (event ->> 'sequence')::bigint;
    received.kind := event ->> 'kind';
    received.happened_at := (event ->> 'happened_at')::timestamptz;
    received.offset_ms := round(coalesce((event ->> 'offset_ms')::numeric, 0));
    received.counts_at := received.happened_at + received.offset_ms * interval '1 millisecond';
    if octet_length(event::text) > 16384 or jsonb_typeof(coalesce(nullif(event -> 'payload', 'null'), '{}')) <> 'object' then
      raise invalid_parameter_value;
    end if;
    location := event #> '{payload,location}';
    received.payload := private.plain_payload(event -> 'payload')
      - '{sent_at_ms,sent_offset_ms,sent_monotonic_ms,sent_monotonic_origin,monotonic_ms,monotonic_origin}'::text[]
      || private.clock_evidence(event);
    received.entry_id := coalesce((received.payload ->> 'entry_id')::uuid,
      case when received.kind in ('clock_in', 'switch', 'entry', 'quantity') then received.id end);
    received.employee_id := coalesce((event ->> 'employee_id')::uuid, sender.id);
    if received.kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break', 'entry', 'quantity')
      or not isfinite(received.counts_at)
      or char_length(received.device_id) not between 1 and 100
      or (received.device_id is null or received.sequence is null or received.kind is null or received.happened_at is null)
      or not exists (select from public.employees e where e.company_id = sender.company_id and e.id = received.employee_id) then
      raise invalid_parameter_value;
    end if;
  exception when data_exception or invalid_text_representation then
    -- What can be read of it, for a person to read.
    location := null;
    received.state := 'unreadable';
    received.device_id := coalesce(nullif(left(event ->> 'device_id', 100), ''), 'unknown');
    received.sequence := 0;
    received.kind := coalesce(nullif(left(event ->> 'kind', 40), ''), 'unknown');
    received.happened_at := clock_timestamp();
    received.offset_ms := 0;
    received.counts_at := received.happened_at;
    received.payload := private.plain_payload(event, 200);
    received.entry_id := null;
    received.employee_id := sender.id;
  end;
  insert into public.synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload,
      entry_id, state, created_by)
    values (sender.company_id, received.id, received.employee_id, received.device_id, received.sequence, received.kind, received.happened_at,
      received.offset_ms, received.counts_at, received.payload, received.entry_id, received.state, auth.uid())
    returning * into received;
  perform private.note_event_place(received, location);
  perform private.note_device(sender.company_id, received.device_id);
  return received.id;
end $$;

comment on function private.receive_event(public.employees,jsonb) is 'Writes an event down unless it is known, its place apart; of one that makes no sense, or is larger than 16 KB, what can be read.';

create or replace function private.hold_event(event public.synced_events, hint_param text, detail_param text, message_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem text := private.held_problem(hint_param);
  known jsonb := case when detail_param like '{%' then detail_param::jsonb else '{}' end;
  detail jsonb;
begin
  detail := case problem
    when 'overlap' then jsonb_strip_nulls(jsonb_build_object('entry_id', known -> 'id', 'clock_in', known -> 'clock_in', 'clock_out', known -> 'clock_out',
      'by', (select nullif(btrim(concat_ws(' ', who.first_name, who.last_name)), '') from public.time_entries e
        join public.employees who on who.company_id = e.company_id and who.user_id = e.created_by
        where e.company_id = event.company_id and e.id = (known ->> 'id')::uuid)))
    when 'booking' then jsonb_build_object('hint', hint_param)
    when 'other' then jsonb_build_object('hint', coalesce(nullif(hint_param, ''), 'other'), 'message', message_param)
    else known end;
  insert into public.held_events as h (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at,
      payload, entry_id, problem, detail, reason, created_by)
    values (event.company_id, event.id, event.employee_id, event.device_id, event.sequence, event.kind, event.happened_at, event.offset_ms,
      event.counts_at, event.payload, coalesce(event.entry_id, private.entry_meant(event)), problem, detail,
      private.held_words(problem, detail, private.zone_of(event.company_id, null)), event.created_by)
    on conflict (company_id, id) do update
      set problem = excluded.problem, detail = excluded.detail, reason = excluded.reason, entry_id = excluded.entry_id
      where h.status = 'held';
  update public.synced_events s set state = 'held', entry_id = event.entry_id, ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
end $$;

create or replace function private.settle_event(event public.synced_events, state_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.synced_events s set state = state_param, entry_id = coalesce(event.entry_id, s.entry_id), ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
  update public.held_events h set status = 'applied', resolved_at = clock_timestamp()
    where h.company_id = event.company_id and h.id = event.id and h.status = 'held';
end $$;

create or replace function private.apply_start(event public.synced_events, moment_param timestamptz, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  source constant text := private.entry_source(event);
  closing public.synced_events;
  ends timestamptz;
begin
  if (private.own_entry(event, event.entry_id)).id is not null then
    return 'repeated'; -- started with signal, and the answer was lost
  end if;
  if mode_param <> 'consent' and source = 'timer' then
    perform private.require_location(event.company_id, (event.payload ->> 'project_id')::uuid, private.event_place(event));
  elsif mode_param <> 'consent' and source = 'crew' and nullif(btrim(event.payload ->> 'reason'), '') is null
    and private.asks_for_location(event.company_id, (event.payload ->> 'project_id')::uuid) then
    raise exception using errcode = 'P0001', hint = 'location_reason_required',
      message = 'This project asks for a location. Say why you start the clock without one.';
  end if;
  closing := private.closing_event(event, mode_param);
  if closing.counts_at > moment_param and (mode_param = 'consent' or closing.counts_at - moment_param <= interval '24 hours') then
    ends := closing.counts_at;
  end if;
  perform private.insert_offline_entry(event, moment_param, ends, source, mode_param);
  if ends is not null then
    update public.synced_events s set state = 'closing' where s.company_id = closing.company_id and s.id = closing.id;
  end if;
  return 'applied';
end $$;

create or replace function private.apply_stop(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.entry_to_act_on(event);
begin
  update public.synced_events s set entry_id = entry.id where s.company_id = event.company_id and s.id = event.id;
  if (select s.state = 'closing' from public.synced_events s where s.company_id = event.company_id and s.id = event.id) then
    update public.time_entries e set notes = event.payload ->> 'notes'
      where e.company_id = entry.company_id and e.id = entry.id and event.payload ->> 'notes' is not null;
    perform private.take_location(entry, 'out', private.event_place(event));
    return 'applied';
  end if;
  return private.stop_offline(event, entry, mode_param);
end $$;

create or replace function private.stop_offline(event public.synced_events, entry public.time_entries, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.zone_of(entry.company_id, entry.project_id);
begin
  if entry.clock_out is not null and abs(extract(epoch from entry.clock_out - event.counts_at)) <= 60 then
    return 'repeated';
  elsif entry.clock_out is not null and mode_param <> 'consent' then
    perform private.hold('already_stopped', jsonb_build_object('at', entry.clock_out));
  elsif event.counts_at <= entry.clock_in then
    raise exception using errcode = 'P0001', hint = 'end_before_start', message = 'The end is before the start.';
  end if;
  if private.is_locked(entry.company_id, entry.work_date, (event.counts_at at time zone zone)::date) then
    perform private.refuse_frozen_time(true);
  elsif mode_param <> 'consent' and event.counts_at - entry.clock_in > interval '24 hours' then
    perform private.hold('too_long');
  end if;
  update public.time_entries e set clock_out = event.counts_at,
      notes = coalesce(case when event.kind = 'clock_out' then event.payload ->> 'notes' end, e.notes),
      meal_waived = coalesce((event.payload ->> 'meal_waived')::boolean, e.meal_waived)
    where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  perform private.take_location(entry, 'out', private.event_place(event));
  return 'applied';
end $$;

create or replace function private.insert_offline_entry(event public.synced_events, from_param timestamptz, to_param timestamptz, source_param text, mode_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  entry.company_id := event.company_id;
  entry.id := event.entry_id;
  entry.employee_id := event.employee_id;
  entry.clock_in := from_param;
  entry.clock_out := to_param;
  entry.project_id := (event.payload ->> 'project_id')::uuid;
  entry.cost_code_id := (event.payload ->> 'cost_code_id')::uuid;
  entry.equipment_id := (event.payload ->> 'equipment_id')::uuid;
  perform private.check_new_time(entry, mode_param);
  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, source)
    values (entry.company_id, entry.id, entry.employee_id, entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.equipment_id,
      event.payload ->> 'notes', source_param)
    returning * into entry;
  perform private.take_start_location(entry, private.event_place(event));
end $$;

create or replace function private.audit_event_holds(event public.audit_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when event.hash = private.audit_hash(event) then true
    -- A place was taken out of a held punch: a later event of the same chain says so, and seals what is left.
    when event.entity = 'held_events' then exists (select from public.audit_events r
      where r.company_id = event.company_id and r.entity_id = event.entity_id and r.entity = 'held_events' and r.action = 'redacted'
        and r.after ->> 'event_id' = event.id::text and r.after ->> 'content_hash' = private.audit_hash(event))
    else false end;
$$;
comment on function private.audit_event_holds(public.audit_events) is 'Whether an event is as it was sealed, or as a later event sealed what is left of it without its place.';

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
      select l.position, l.sequence, l.event_id, e.id is not null and private.audit_event_holds(e)
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


-- What is stored already. Places of punches that wait go to their new home, where the company records any; all others go.
insert into private.event_places (company_id, event_id, punched_at, place)
  select s.company_id, s.id, s.counts_at, jsonb_strip_nulls(to_jsonb(place))
  from public.synced_events s
  join public.companies c on c.id = s.company_id and c.capture_location
  join public.employees e on e.company_id = s.company_id and e.id = s.employee_id and e.user_id = s.created_by
  cross join lateral private.read_location(s.payload -> 'location') place
  where s.state = 'held' and s.kind in ('clock_in', 'clock_out', 'switch')
    and place.latitude is not null and place.longitude is not null
    and s.counts_at > now() - make_interval(days => c.location_days);
update public.synced_events s set payload = private.plain_payload(s.payload)
  where s.payload::text ~ '"(location|latitude|longitude)"';

alter table public.held_events disable trigger user;
update public.held_events h set payload = private.plain_payload(h.payload)
  where h.payload::text ~ '"(location|latitude|longitude)"';
alter table public.held_events enable trigger user;

-- The history of held punches: the place goes, the link stays, and a new event of the chain says so.
alter table public.audit_events disable trigger history_is_append_only;
with chosen as (
  -- What was changed behind the chain's back before stays found.
  select e.company_id, e.sequence, e.id, e.hash = private.audit_hash(e) as holds from public.audit_events e
    where e.entity = 'held_events' and concat(e.before, e.after) ~ '"(location|latitude|longitude)"'
), changed as (
  update public.audit_events e set
      before = case when e.before ? 'payload' then jsonb_set(e.before, '{payload}', private.plain_payload(e.before -> 'payload')) else e.before end,
      after = case when e.after ? 'payload' then jsonb_set(e.after, '{payload}', private.plain_payload(e.after -> 'payload')) else e.after end
    from chosen c where e.company_id = c.company_id and e.sequence = c.sequence and e.id = c.id
    returning e as event, c.holds
)
insert into public.audit_events (company_id, source, action, entity, entity_id, employee_id, after, reason)
  select (c.event).company_id, 'database', 'redacted', 'held_events', (c.event).entity_id, (c.event).employee_id,
    jsonb_build_object('event_id', (c.event).id, 'content_hash', private.audit_hash(c.event)), 'Places of punches are not kept in the history'
  from changed c where c.holds;
alter table public.audit_events enable trigger history_is_append_only;
