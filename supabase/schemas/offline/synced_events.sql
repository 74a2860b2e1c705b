create table public.synced_events (
  company_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  device_id text not null,
  sequence bigint not null,
  kind text not null,
  happened_at timestamptz not null,
  offset_ms bigint not null,
  counts_at timestamptz not null,
  payload jsonb not null,
  entry_id uuid,
  ends_id uuid,
  state text default 'received' not null,
  created_by uuid,
  created_at timestamptz default clock_timestamp() not null,
  constraint synced_events_pkey primary key (company_id, id),
  constraint synced_events_device_length check (char_length(device_id) >= 1 and char_length(device_id) <= 100),
  constraint synced_events_kind_length check (char_length(kind) >= 1 and char_length(kind) <= 40),
  constraint synced_events_state_known check (state in ('received', 'unreadable', 'closing', 'applied', 'repeated', 'held', 'adjusted', 'discarded')),
  constraint synced_events_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.synced_events');
create index synced_events_by_device on public.synced_events (company_id, device_id, sequence);
create index synced_events_by_employee on public.synced_events (company_id, employee_id, sequence);
create index synced_events_by_ended_entry on public.synced_events (company_id, ends_id) where ends_id is not null;
create index synced_events_by_entry on public.synced_events (company_id, entry_id);
create index synced_events_by_sender on public.synced_events (company_id, created_by, created_at);
comment on table public.synced_events is 'Every event a device sent after it had no signal, once: what makes a repeat harmless, and the evidence beside the entry''s source.';
comment on column public.synced_events.happened_at is 'By the device''s clock.';
comment on column public.synced_events.offset_ms is 'The server''s clock minus the device''s, as the device last measured it.';
comment on column public.synced_events.counts_at is 'The time that counts: happened_at plus the offset.';
comment on column public.synced_events.entry_id is 'The entry it starts, stops or belongs to.';
comment on column public.synced_events.ends_id is 'A switch: the entry it ended.';
comment on column public.synced_events.state is 'received and closing only within the call that brings it; closing: its time already ends the entry or break it belongs to.';
alter table public.synced_events enable row level security;
grant select on table public.synced_events to authenticated;

create policy "Managers read the events of their company, others their own" on public.synced_events
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger forget_event_place after update of state on public.synced_events
  for each row when (new.state in ('applied', 'repeated', 'adjusted', 'discarded')) execute function private.forget_event_place();

create or replace function public.sync_events(events_param jsonb, company_id_param uuid default null::uuid) returns table(id uuid, result text, entry_id uuid, reason text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sender public.employees;
  ids uuid[];
  results text[] := '{}';
  item record;
  event public.synced_events;
begin
  if events_param is null or jsonb_typeof(events_param) <> 'array' or jsonb_array_length(events_param) = 0 then
    return;
  end if;
  sender := private.event_sender(company_id_param);
  if sender.id is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  end if;
  perform private.check_event_count(sender.company_id, jsonb_array_length(events_param));
  perform private.lock_people(sender.company_id,
    array(select e.id from public.employees e where e.company_id = sender.company_id
      and (e.id = sender.id or e.id = any (array(select private.uuid_or_null(x ->> 'employee_id') from jsonb_array_elements(events_param) x)))),
    array(select e.id from public.time_entries e where e.company_id = sender.company_id
      and e.id = any (array(select private.uuid_or_null(x #>> '{payload,entry_id}') from jsonb_array_elements(events_param) x))));
  -- Lets an entry stay open that began over a day ago.
  perform set_config('chalkline.syncing', 'on', true);
  ids := array(select private.receive_event(sender, x) from jsonb_array_elements(events_param) with ordinality as e (x, place) order by place);

  for item in
    select u.id, u.place from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = sender.company_id and s.id = u.id
    order by s.device_id, s.sequence, u.place
  loop
    select * into event from public.synced_events s where s.company_id = sender.company_id and s.id = item.id;
    if event.state in ('received', 'unreadable', 'closing') then
      perform private.give_reason(case when event.employee_id <> sender.id then private.event_reason(event)
        when event.kind = 'entry' then event.payload ->> 'reason' end);
      results[item.place] := private.check_event(event, 'new');
    else
      results[item.place] := case event.state when 'held' then 'held' else 'repeated' end;
    end if;
  end loop;
  perform set_config('chalkline.syncing', '', true);

  return query
    select s.id,
      -- Held at first, and applied when the rest of the batch was there.
      case when results[u.place] = 'held' and s.state = 'applied' then 'applied' else results[u.place] end,
      case when s.state in ('applied', 'repeated') then s.entry_id end,
      case when s.state = 'held' then h.reason end
    from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = sender.company_id and s.id = u.id
    left join public.held_events h on h.company_id = s.company_id and h.id = s.id
    order by u.place;
end $$;
comment on function public.sync_events(jsonb,uuid) is 'Events of a device that had no signal: [{"id", "device_id", "sequence", "kind", "happened_at", "offset_ms", "employee_id", "payload"}], judged by device and sequence, one result each in the order given: applied, repeated or held with the reason. Idempotent by id. company_id_param: the company they were made in, where that is one the sender left.';
grant execute on function public.sync_events(jsonb,uuid) to authenticated;

create or replace function private.event_sender(company_id_param uuid default null::uuid) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  sender public.employees := private.me();
begin
  if sender.id is null or sender.company_id <> company_id_param then
    -- A company they work in is another token's; one they left has none.
    sender := null;
    select e.* into sender from public.employees e
      where e.user_id = auth.uid() and not e.active and private.has_passed_second_factor()
        and e.company_id = coalesce(company_id_param, private.uuid_or_null(auth.jwt() ->> 'company_id'), e.company_id)
        and not exists (select from public.employees o where o.user_id = e.user_id and o.company_id = e.company_id and o.active)
      order by e.deactivated_at desc nulls last limit 1;
  end if;
  return sender;
end $$;
comment on function private.event_sender(uuid) is 'The caller''s employee record in the company of the token, or one that was deactivated, in the company asked for: what they punched before is kept for a manager.';

create or replace function private.check_event_count(company_id_param uuid, events_param integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if events_param + (select count(*) from public.synced_events s where s.company_id = company_id_param and s.created_by = auth.uid()
      and s.created_at > clock_timestamp() - interval '1 day') > (case when private.is_anonymous() then 20000 else 5000 end) then
    raise exception using errcode = 'P0001', hint = 'too_many_events_today',
      message = 'Too many events were sent from this account today. They stay on the device; send them tomorrow.';
  end if;
end $$;
comment on function private.check_event_count(uuid,integer) is 'Refuses more events of an account in a day than a phone (5,000) or a tablet (20,000) can have seen. They stay on the device.';

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
      -- Differences of times stay intervals, whatever a clock says.
      or not (received.happened_at between '1900-01-01' and '2200-01-01' and received.counts_at between '1900-01-01' and '2200-01-01')
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

create or replace function private.plain_payload(payload_param jsonb, length_param integer default 2000, nested_param boolean default true) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(p.key, case jsonb_typeof(p.value)
      when 'string' then to_jsonb(left(p.value #>> '{}', length_param))
      when 'object' then private.plain_payload(p.value, length_param, false)
      when 'array' then (select coalesce(jsonb_agg((select coalesce(jsonb_object_agg(k.key, k.value), '{}')
            from jsonb_each(case jsonb_typeof(b.value) when 'object' then b.value else '{}' end) k
            where k.key in ('started_at', 'ended_at', 'kind', 'paid', 'equipment_id', 'share') and jsonb_typeof(k.value) not in ('object', 'array')) order by b.place), '[]')
          from jsonb_array_elements(p.value) with ordinality as b (value, place) where b.place <= 50)
      else p.value end), '{}')
  from (select * from jsonb_each(case jsonb_typeof(payload_param) when 'object' then payload_param else '{}' end) e
    where e.key not in ('location', 'latitude', 'longitude', 'accuracy_m', 'fix_age_s') and char_length(e.key) <= 100
      and (jsonb_typeof(e.value) in ('string', 'boolean', 'null')
        or (jsonb_typeof(e.value) = 'number' and char_length(e.value::text) <= 100)
        or (jsonb_typeof(e.value) = 'array' and e.key in ('breaks', 'machines'))
        -- Answers to custom fields; of an event nobody can read: what it brought.
        or (jsonb_typeof(e.value) = 'object' and e.key in ('custom', 'payload') and nested_param))
    order by e.key limit 60) p;
$$;
comment on function private.plain_payload(jsonb,integer,boolean) is 'What is stored of what a device sent: words, numbers, breaks, machines and answers to custom fields; no places, and nothing that nobody asked for.';

create or replace function private.clock_evidence(event jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from (
    select k.key, event -> k.key as value from unnest('{sent_at_ms,sent_offset_ms,sent_monotonic_ms,sent_monotonic_origin}'::text[]) as k (key)
    union all
    select k.key, event #> array['payload', k.key] from unnest('{monotonic_ms,monotonic_origin}'::text[]) as k (key)) e
  where jsonb_typeof(e.value) = 'number';
$$;
comment on function private.clock_evidence(jsonb) is 'What a device says about its clock beside an event: its difference and its counter, then and when it was sent. Numbers, or nothing.';

create or replace function private.event_reason(event public.synced_events) returns text
language sql stable set search_path = '' as $$
  select coalesce(nullif(btrim(event.payload ->> 'reason'), ''),
    case when event.kind in ('clock_in', 'clock_out', 'switch') then 'Punched on a phone without signal' end);
$$;
comment on function private.event_reason(public.synced_events) is 'Why the time of someone else changes: what the sender wrote; a punch needs no more than that it is one.';

create or replace function private.check_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  hint_text text;
  detail_text text;
  said text;
  outcome text;
begin
  -- Another event of the same call may have settled part of it.
  select * into event from public.synced_events s where s.company_id = event.company_id and s.id = event.id;
  begin
    outcome := private.apply_event(event, mode_param);
  exception
    when serialization_failure or deadlock_detected or insufficient_resources or object_not_in_prerequisite_state or query_canceled then
      raise; -- nothing is wrong with the event: the device sends it again
    when others then
      get stacked diagnostics hint_text = pg_exception_hint, detail_text = pg_exception_detail, said = message_text;
      perform private.hold_event(event, hint_text, detail_text, said);
      return 'held';
  end;
  if outcome <> 'held' then
    perform private.settle_event(event, outcome);
  end if;
  if outcome = 'applied' and event.kind in ('clock_in', 'switch', 'entry') then
    perform private.check_waiting_events(event);
  end if;
  return outcome;
end $$;
comment on function private.check_event(public.synced_events,text) is 'applied, repeated or held; a sub-transaction of its own. What waited for it is judged again.';

create or replace function private.apply_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_problem record;
begin
  if mode_param = 'new' then
    if event.state = 'unreadable' then
      perform private.hold('unreadable');
    end if;
    perform private.check_sender(event);
    if event.state = 'received' and private.already_done(event) then
      return 'repeated';
    end if;
    found_problem := private.punch_problem(event);
    if found_problem.problem is not null then
      perform private.hold(found_problem.problem, found_problem.detail);
    end if;
  end if;
  return case event.kind
    when 'clock_in' then private.apply_start(event, event.counts_at, mode_param)
    when 'clock_out' then private.apply_stop(event, mode_param)
    when 'switch' then private.apply_switch(event, mode_param)
    when 'entry' then private.apply_entry(event, mode_param)
    when 'quantity' then private.apply_quantity(event)
    else private.apply_break(event, mode_param) end;
end $$;
comment on function private.apply_event(public.synced_events,text) is 'Applies an event or raises why not. Mode: new, again (was judged before: who and whose clock are settled), consent (a manager decided: also past approvals and stops).';

create or replace function private.hold(problem_param text, detail_param jsonb default '{}'::jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = problem_param, detail = detail_param::text, message = 'This event is held.';
end $$;

create or replace function private.check_sender(event public.synced_events) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  clocks constant boolean := event.kind in ('clock_in', 'clock_out', 'switch');
  entry public.time_entries;
  new_day date;
  edits boolean;
begin
  if event.employee_id = me.id then
    return;
  end if;
  if not clocks then
    select * into entry from public.time_entries e where e.company_id = event.company_id and e.employee_id = event.employee_id
      and e.id = case event.kind when 'entry' then event.entry_id else private.entry_meant(event) end;
  end if;
  edits := me.company_role_id is not null and event.kind = 'entry' and private.edits_time_of(event, entry);
  if me.id is null or event.kind = 'quantity' or me.role = 'employee' and not edits
    or not exists (select from public.employees e where e.company_id = me.company_id and e.id = event.employee_id and e.active) then
    perform private.hold('not_allowed');
  end if;
  if me.role = 'foreman' and not edits then
    new_day := ((event.payload ->> 'clock_in')::timestamptz
      at time zone private.zone_of(event.company_id, (event.payload ->> 'project_id')::uuid))::date;
    if not (case when clocks then private.clocks_for(event.employee_id, event.counts_at)
      else entry.id is not null and private.leads_on(event.employee_id, entry.work_date)
        and (new_day is null or private.leads_on(event.employee_id, new_day)) end) then
      perform private.hold('not_allowed');
    end if;
  end if;
  if not clocks and (me.role = 'foreman' and not edits or edits and entry.id is not null or (event.kind = 'entry' and entry.id is not null
      and (select c.edit_reason_required from public.companies c where c.id = me.company_id)))
    and nullif(btrim(event.payload ->> 'reason'), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Give a reason for changing someone else''s time.';
  end if;
end $$;
comment on function private.check_sender(public.synced_events) is 'Holds an event about someone else that the caller could not make with a signal: the clock of their crew on that day, corrections of days they led, with a reason; time that a role of the company''s own lets them edit; managers everyone in the company.';

create or replace function private.edits_time_of(event public.synced_events, entry public.time_entries) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  scope private.right_scope := private.scope_of('edit_time');
begin
  return coalesce((entry.id is null or private.covers_work(scope, entry.employee_id, entry.project_id))
    and (entry.id is not null or private.covers_person(scope, event.employee_id))
    and (entry.id is not null and event.payload ->> 'clock_in' is null
      or private.covers_work(scope, event.employee_id, (event.payload ->> 'project_id')::uuid)), false);
end $$;
comment on function private.edits_time_of(public.synced_events,public.time_entries) is 'Whether a role of the company''s own lets the caller edit the time an event is about, as it was and as it would be.';

create or replace function private.already_done(event public.synced_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select case event.kind
    when 'clock_in' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id)
    when 'switch' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id)
    when 'clock_out' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id
        and abs(extract(epoch from e.clock_out - private.stop_moment(event, e.clock_in))) <= 60)
    when 'start_break' then exists (select from public.time_entry_breaks b
      where b.company_id = event.company_id and b.id = private.uuid_or_null(event.payload ->> 'break_id') and b.employee_id = event.employee_id)
    when 'end_break' then exists (select from public.time_entry_breaks b
      where b.company_id = event.company_id and b.id = private.uuid_or_null(event.payload ->> 'break_id') and b.employee_id = event.employee_id
        and abs(extract(epoch from b.ended_at - event.counts_at)) <= 60)
    else false end;
$$;
comment on function private.already_done(public.synced_events) is 'Whether the server has what this event says, from the same punch with a signal.';

create or replace function private.punch_problem(event public.synced_events, out problem text, out detail jsonb) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  hours constant smallint := (select c.late_punch_hours from public.companies c where c.id = event.company_id);
  paired_at constant timestamptz := (select min(k.paired_at) from public.kiosks k where k.company_id = event.company_id and k.user_id = event.created_by);
  seen_at timestamptz;
begin
  if event.kind = 'quantity' then
    return; -- its day is chosen, not read off the phone's clock
  elsif private.clock_is_wrong(event) then
    problem := 'clock_wrong';
    detail := jsonb_build_object('at', event.counts_at);
  elsif event.kind = 'entry' then
    return; -- typed by hand: the rules about one's own time decide
  elsif event.counts_at < event.created_at - make_interval(hours => hours) then
    problem := 'late';
    detail := jsonb_build_object('hours', hours);
  elsif coalesce(paired_at, private.known_since(event), 'infinity') > event.counts_at + interval '5 minutes' then
    problem := 'new_device';
    detail := '{}';
  elsif paired_at is null then
    seen_at := private.seen_meanwhile(event);
    if seen_at is not null then
      problem := 'contradiction';
      detail := jsonb_build_object('at', seen_at);
    end if;
  end if;
end $$;
comment on function private.punch_problem(public.synced_events) is 'Why the time of an event is not believed: a wrong clock, too late, a device nobody knew, or against what the server saw meanwhile. Null: nothing speaks against it.';

create or replace function private.clock_is_wrong(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  select
    -- Off all along: measured before the event and when it was sent, the difference is the same.
    case when event.payload ->> 'sent_offset_ms' is null then abs(event.offset_ms) > 300000
      else abs(event.offset_ms) > 86400000 or abs((event.payload ->> 'sent_offset_ms')::numeric - event.offset_ms) > 300000 end
    or private.clock_was_set_back(event)
    or event.counts_at > clock_timestamp() + interval '5 minutes'
    or coalesce(event.counts_at + interval '5 minutes' < (
      select s.counts_at from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.sequence < event.sequence and s.state = 'applied'
        -- Quantities are not judged by the clock, so they say nothing about it.
        and s.kind <> 'quantity'
      order by s.sequence desc limit 1), false);
$$;
comment on function private.clock_is_wrong(public.synced_events) is 'Off by over five minutes and not all along, by over a day, changed around the event, ahead, or set back since the device''s last applied event.';

create or replace function private.clock_was_set_back(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  -- A counter that goes on where a clock jumps; it may stand still while a phone sleeps, it never runs ahead.
  -- Compared between the event and its sending, and with the event before it, within one start of the app.
  select coalesce((event.payload ->> 'sent_monotonic_ms')::numeric - (event.payload ->> 'monotonic_ms')::numeric
      > (event.payload ->> 'sent_at_ms')::numeric - extract(epoch from event.happened_at) * 1000 + 300000, false)
      and event.payload ->> 'sent_monotonic_origin' = event.payload ->> 'monotonic_origin'
    or coalesce((select event.payload ->> 'monotonic_origin' = s.payload ->> 'monotonic_origin'
        and (event.payload ->> 'monotonic_ms')::numeric - (s.payload ->> 'monotonic_ms')::numeric
          > extract(epoch from event.happened_at - s.happened_at) * 1000 + 300000
      from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.created_by = event.created_by
        and s.sequence < event.sequence and s.state <> 'unreadable'
      order by s.sequence desc limit 1), false);
$$;
comment on function private.clock_was_set_back(public.synced_events) is 'Whether the device''s clock was set back around the event, by its counter.';

create or replace function private.known_since(event public.synced_events) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select d.first_seen_at from private.known_devices d
      where d.company_id = event.company_id and d.user_id = event.created_by and d.device_id = event.device_id),
    -- Signed in before the punch and ever since: the same browser, whatever it calls itself.
    (select s.created_at from auth.sessions s where event.created_by = auth.uid() and s.user_id = event.created_by
      and s.id::text = auth.jwt() ->> 'session_id'));
$$;
comment on function private.known_since(public.synced_events) is 'Since when the server knows the device an event came from; null: it does not.';

create or replace function private.seen_meanwhile(event public.synced_events) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    -- A device sends what waits in order: what it left out when it sent others had not happened.
    (select min(s.created_at) from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.created_by = event.created_by
        and s.created_at > event.counts_at + interval '5 minutes' and s.created_at < event.created_at - interval '10 minutes'),
    (select min(e.created_at) from public.time_entries e
      where e.company_id = event.company_id and e.employee_id = event.employee_id and e.created_by = event.created_by and e.source = 'timer'
        and e.clock_in > event.counts_at and e.created_at > event.counts_at + interval '5 minutes'
        and e.created_at < event.created_at - interval '10 minutes'
        and not exists (select from public.synced_events s where s.company_id = e.company_id and s.entry_id = e.id)));
$$;
comment on function private.seen_meanwhile(public.synced_events) is 'When the sender''s device, or the sender with the clock, reached the server after this event and did not say it; null: never.';

create or replace function private.apply_start(event public.synced_events, moment_param timestamptz, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  source constant text := private.entry_source(event);
  closing public.synced_events;
  ends timestamptz;
  broken_rule text;
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
  if mode_param <> 'consent' then
    broken_rule := private.hold_by_rule(event, source, moment_param);
  end if;
  closing := private.closing_event(event, mode_param);
  closing.counts_at := private.stop_moment(closing, moment_param);
  if closing.counts_at > moment_param and (mode_param = 'consent' or closing.counts_at - moment_param <= interval '24 hours') then
    ends := closing.counts_at;
  end if;
  perform private.insert_offline_entry(event, moment_param, ends, source, mode_param);
  if broken_rule is not null then
    perform private.note_clock_rule(private.own_entry(event, event.entry_id), broken_rule,
      case when source = 'crew' and nullif(btrim(event.payload ->> 'reason'), '') is not null then 'overridden' else 'flagged' end,
      nullif(btrim(event.payload ->> 'reason'), ''));
  end if;
  if mode_param <> 'consent' then
    -- Never held: whoever was sent to work without a signal did work.
    perform private.note_uncertified(private.own_entry(event, event.entry_id));
  end if;
  if ends is not null then
    update public.synced_events s set state = 'closing' where s.company_id = closing.company_id and s.id = closing.id;
  end if;
  return 'applied';
end $$;
comment on function private.apply_start(public.synced_events,timestamp with time zone,text) is 'Starts an entry, with its end where that is known: open-ended it could overlap what came later.';

create or replace function private.closing_event(started public.synced_events, mode_param text) returns public.synced_events
language plpgsql stable security definer set search_path = '' as $$
declare
  closing public.synced_events;
begin
  select x.* into closing from public.synced_events x
    where x.company_id = started.company_id and x.employee_id = started.employee_id and x.state in ('received', 'held') and x.id <> started.id
      and ((x.kind = 'clock_out' and x.entry_id = started.entry_id)
        or (x.kind = 'switch' and x.payload ->> 'from_entry_id' = started.entry_id::text)
        or (x.device_id = started.device_id and (x.kind, x.entry_id is null) in (('clock_out', true), ('switch', false))
          and x.payload ->> 'from_entry_id' is null
          and x.sequence = (select min(n.sequence) from public.synced_events n
            where n.company_id = started.company_id and n.employee_id = started.employee_id and n.device_id = started.device_id
              and n.sequence > started.sequence and n.kind in ('clock_in', 'clock_out', 'switch') and n.state not in ('adjusted', 'discarded'))))
      -- What was not judged yet is, as its turn would; what is held says why.
      and (mode_param = 'consent' or case x.state when 'received' then (private.punch_problem(x)).problem is null
        else not exists (select from public.held_events h
          where h.company_id = x.company_id and h.id = x.id and private.only_managers_decide(h.problem)) end)
    order by x.counts_at limit 1;
  return closing;
end $$;
comment on function private.closing_event(public.synced_events,text) is 'The clock-out or switch, in this batch or held, that ends what this event starts.';

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
  entry.machines := private.event_machines(event);
  entry.classification_id := private.event_classification(event);
  perform private.check_new_time(entry, mode_param);
  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, machines, classification_id, notes, source, custom)
    values (entry.company_id, entry.id, entry.employee_id, entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.equipment_id,
      entry.machines, entry.classification_id, event.payload ->> 'notes', source_param,
      private.usable_custom(entry.company_id, 'time_entries', event.payload -> 'custom'))
    returning * into entry;
  perform private.take_start_location(entry, private.event_place(event));
end $$;

create or replace function private.event_classification(event public.synced_events) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  -- A class nobody can read is no reason to hold a punch.
  select case when event.payload ->> 'classification_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (event.payload ->> 'classification_id')::uuid end;
$$;
comment on function private.event_classification(public.synced_events) is 'The class of public work that was chosen on the device; null where none was, or nothing that could be one.';

create or replace function private.apply_stop(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.entry_to_act_on(event);
begin
  update public.synced_events s set entry_id = entry.id where s.company_id = event.company_id and s.id = event.id;
  if (select s.state = 'closing' from public.synced_events s where s.company_id = event.company_id and s.id = event.id) then
    update public.time_entries e set notes = event.payload ->> 'notes'
      where e.company_id = entry.company_id and e.id = entry.id and event.payload ->> 'notes' is not null;
    if private.stop_moment(event, entry.clock_in) <> event.counts_at then
      perform private.note_stated_end(entry, entry.clock_out, private.stated_at_channel(event), clock_timestamp());
    end if;
    perform private.take_location(entry, 'out', private.event_place(event));
    return 'applied';
  end if;
  return private.stop_offline(event, entry, mode_param);
end $$;

create or replace function private.stop_offline(event public.synced_events, entry public.time_entries, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.zone_of(entry.company_id, entry.project_id);
  last_moment timestamptz := (select greatest(entry.clock_in, max(coalesce(nullif(b.ended_at, entry.clock_out), b.started_at)))
    from public.time_entry_breaks b where b.company_id = entry.company_id and b.time_entry_id = entry.id);
  is_stated constant boolean := event.counts_at <> private.stop_moment(event, entry.clock_in);
begin
  event.counts_at := private.stop_moment(event, entry.clock_in);
  if entry.clock_out is not null and abs(extract(epoch from entry.clock_out - event.counts_at)) <= 60 then
    return 'repeated';
  elsif entry.clock_out is not null and mode_param <> 'consent'
    -- What the person pressed goes before an end that only a rule wrote, unless it would add time.
    and not (event.counts_at < entry.clock_out and private.stopped_itself(entry.company_id, entry.id, entry.clock_out)) then
    perform private.hold('already_stopped', jsonb_build_object('at', entry.clock_out));
  elsif is_stated and entry.clock_out is null and not private.is_locked(entry.company_id, entry.work_date, (event.counts_at at time zone zone)::date) then
    perform private.note_stated_end(entry, event.counts_at, private.stated_at_channel(event), clock_timestamp());
    entry := private.stop_entry_at(entry, event.counts_at, null, (event.payload ->> 'meal_waived')::boolean);
    perform private.take_location(entry, 'out', private.event_place(event));
    return 'applied';
  elsif private.in_order(event.counts_at, last_moment) <= entry.clock_in then
    raise exception using errcode = 'P0001', hint = 'end_before_start', message = 'The end is before the start.';
  end if;
  if private.is_locked(entry.company_id, entry.work_date, (event.counts_at at time zone zone)::date) then
    perform private.refuse_frozen_time(true);
  elsif mode_param <> 'consent' and event.counts_at - entry.clock_in > interval '24 hours' then
    perform private.hold('too_long');
  end if;
  perform private.cut_breaks_of_stop(s, event.counts_at) from public.clock_stops s
    where s.company_id = entry.company_id and s.time_entry_id = entry.id and s.stopped_at = entry.clock_out;
  update public.time_entries e set clock_out = private.in_order(event.counts_at, last_moment),
      notes = coalesce(case when event.kind = 'clock_out' then event.payload ->> 'notes' end, e.notes),
      meal_waived = coalesce((event.payload ->> 'meal_waived')::boolean, e.meal_waived)
    where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  perform private.take_location(entry, 'out', private.event_place(event));
  return 'applied';
end $$;

create or replace function private.stop_moment(event public.synced_events, clock_in_param timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  -- Asked for on the device after 16 hours. What it cannot mean is not believed, and the punch counts as it was made.
  select case when event.kind = 'clock_out' and private.is_long_clock(clock_in_param, event.counts_at)
      and s.said > clock_in_param and s.said <= event.counts_at and s.said - clock_in_param <= interval '24 hours' then s.said
    else event.counts_at end
  from (select case when event.payload ->> 'ended_at' ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}' then (event.payload ->> 'ended_at')::timestamptz end as said) s;
$$;
comment on function private.stop_moment(public.synced_events,timestamptz) is 'When a clock-out without a signal ends the clock: when it was pressed, or of a clock of over 16 hours the real end that was said then (payload ended_at).';

create or replace function private.stated_at_channel(event public.synced_events) returns text
language sql stable set search_path = '' as $$
  select case private.entry_source(event) when 'timer' then 'clock' else private.entry_source(event) end;
$$;

create or replace function private.in_order(moment_param timestamptz, after_param timestamptz) returns timestamptz
language sql immutable parallel safe
return case
  when moment_param <= after_param and after_param - moment_param <= interval '60 seconds' then after_param + interval '1 microsecond'
  else moment_param end;
comment on function private.in_order(timestamptz,timestamptz) is 'When something counts that was pressed after something else: what came before may have the time of the server, and the clock of a phone is known to the second at best.';

create or replace function private.apply_switch(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ended public.time_entries;
  hint_text text;
  detail_text text;
  said text;
  outcome text;
begin
  if (private.own_entry(event, event.entry_id)).id is not null then
    return 'repeated';
  end if;
  ended := private.entry_to_act_on(event);
  if not (select s.state = 'closing' from public.synced_events s where s.company_id = event.company_id and s.id = event.id)
    and ended.id is distinct from event.ends_id then
    perform private.stop_offline(event, ended, mode_param);
  end if;
  event.ends_id := ended.id;
  -- Wherever the new work cannot be started, the old has ended.
  begin
    outcome := private.apply_start(event, greatest(event.counts_at, (private.own_entry(event, ended.id)).clock_out), mode_param);
    update public.synced_events s set ends_id = ended.id where s.company_id = event.company_id and s.id = event.id;
    return outcome;
  exception when raise_exception or integrity_constraint_violation then
    get stacked diagnostics hint_text = pg_exception_hint, detail_text = pg_exception_detail, said = message_text;
    if mode_param = 'consent' then
      raise;
    end if;
    perform private.hold_event(event, hint_text, detail_text, said);
    return 'held';
  end;
end $$;
comment on function private.apply_switch(public.synced_events,text) is 'Ends what ran and starts the next; where the next cannot be started it is held, and the old has ended all the same.';

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
  if not exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id) then
    perform private.check_held_count(event.company_id);
  end if;
  insert into public.held_events as h (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at,
      payload, entry_id, problem, detail, reason, created_by)
    values (event.company_id, event.id, event.employee_id, event.device_id, event.sequence, event.kind, event.happened_at, event.offset_ms,
      event.counts_at, event.payload, coalesce(event.entry_id, private.entry_meant(event)), problem, detail,
      private.held_text(problem, detail, private.zone_of(event.company_id, null)), event.created_by)
    on conflict (company_id, id) do update
      set problem = excluded.problem, detail = excluded.detail, reason = excluded.reason, entry_id = excluded.entry_id
      where h.status = 'held';
  update public.synced_events s set state = 'held', entry_id = event.entry_id, ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
end $$;
comment on function private.hold_event(public.synced_events,text,text,text) is 'Holds an event with its reason; one that is held already keeps its row.';

create or replace function private.apply_entry(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.own_entry(event, event.entry_id);
  starts timestamptz := (event.payload ->> 'clock_in')::timestamptz;
  ends timestamptz := (event.payload ->> 'clock_out')::timestamptz;
  breaks jsonb := case when jsonb_typeof(event.payload -> 'breaks') = 'array' then event.payload -> 'breaks' end;
  class constant uuid := private.event_classification(event);
  custom_values jsonb;
  known boolean := entry.id is not null;
begin
  if starts is null then
    -- Only words about time that is there, or what was run during it.
    if not known then
      perform private.hold('waiting');
    end if;
    if event.payload ? 'machines' then
      perform private.name_machines(entry, event.payload -> 'machines', event.counts_at);
      return 'applied';
    end if;
    update public.time_entries e set notes = event.payload ->> 'notes' where e.company_id = entry.company_id and e.id = entry.id;
    return 'applied';
  end if;
  -- What the office filled in is not the phone's to take away.
  custom_values := entry.custom || private.usable_custom(event.company_id, 'time_entries', event.payload -> 'custom');
  if known and (entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.notes) is not distinct from
      (starts, ends, (event.payload ->> 'project_id')::uuid, (event.payload ->> 'cost_code_id')::uuid, event.payload ->> 'notes')
    and coalesce(class, entry.classification_id) is not distinct from entry.classification_id and custom_values = entry.custom
    and coalesce(private.event_machines(event), entry.machines) is not distinct from entry.machines then
    return 'repeated';
  end if;
  if mode_param <> 'consent' then
    if event.employee_id = private.my_employee_id() then
      perform private.require_own_time_right(case when known then 'edit' else 'add' end);
    end if;
    if known and entry.updated_at > event.counts_at then
      raise exception using errcode = 'P0001', hint = 'changed_meanwhile', message = 'Someone changed this entry in the meantime.';
    elsif ends - starts > interval '24 hours' then
      perform private.hold('too_long');
    end if;
  end if;
  if known and breaks is not null then
    delete from public.time_entry_breaks b where b.company_id = entry.company_id and b.time_entry_id = entry.id;
  end if;
  if known then
    update public.time_entries e set clock_in = starts, clock_out = ends, project_id = (event.payload ->> 'project_id')::uuid,
        cost_code_id = (event.payload ->> 'cost_code_id')::uuid, classification_id = coalesce(class, e.classification_id),
        notes = event.payload ->> 'notes', custom = custom_values, machines = coalesce(private.event_machines(event), e.machines)
      where e.company_id = entry.company_id and e.id = entry.id;
  else
    perform private.insert_offline_entry(event, starts, ends, 'manual', mode_param);
    entry := private.own_entry(event, event.entry_id);
  end if;
  perform private.write_breaks(entry, breaks);
  update public.time_entries e set meal_waived = (event.payload ->> 'meal_waived')::boolean
    where e.company_id = entry.company_id and e.id = entry.id and e.meal_waived <> (event.payload ->> 'meal_waived')::boolean;
  return 'applied';
end $$;

create or replace function private.apply_quantity(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entered public.quantities;
begin
  entered := jsonb_populate_record(null::public.quantities,
    event.payload || jsonb_build_object('id', event.payload -> 'quantity_id', 'company_id', event.company_id));
  if exists (select from public.quantities q where q.company_id = event.company_id and q.id = entered.id) then
    return 'repeated'; -- entered with signal, and the answer was lost
  elsif event.employee_id is distinct from (select e.id from public.employees e
      where e.company_id = event.company_id and e.user_id = event.created_by) then
    perform private.hold('not_allowed'); -- one's own only: nobody enters for the crew
  elsif not exists (select from public.projects p where p.company_id = event.company_id and p.id = entered.project_id)
    or not exists (select from public.cost_codes c where c.company_id = event.company_id and c.id = entered.cost_code_id) then
    perform private.hold('unreadable');
  elsif not private.is_manager() and entered.project_id in (select private.projects_closed_to_me()) then
    perform private.hold('project_not_open_to_you');
  end if;
  insert into public.quantities (company_id, id, project_id, cost_code_id, work_date, quantity, area, note, photo_id)
    values (event.company_id, coalesce(entered.id, event.id), entered.project_id, entered.cost_code_id, entered.work_date,
      entered.quantity, entered.area, entered.note, entered.photo_id);
  return 'applied';
end $$;
comment on function private.apply_quantity(public.synced_events) is 'Enters a quantity of the sender, once; what the table refuses is raised.';

create or replace function private.apply_break(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.entry_to_act_on(event);
  pause public.time_entry_breaks;
  ending public.synced_events;
  break_kind text := coalesce(event.payload ->> 'break_kind', 'meal');
begin
  update public.synced_events s set entry_id = entry.id where s.company_id = event.company_id and s.id = event.id;
  if event.kind = 'end_break' and event.state = 'closing' then
    return 'applied';
  end if;
  select * into pause from public.time_entry_breaks b
    where b.company_id = event.company_id and b.time_entry_id = entry.id
      and case when event.payload ->> 'break_id' is not null and (event.kind = 'start_break' or exists (select from public.time_entry_breaks n
            where n.company_id = event.company_id and n.id = (event.payload ->> 'break_id')::uuid and n.time_entry_id = entry.id))
          then b.id = (event.payload ->> 'break_id')::uuid or (event.kind = 'start_break' and b.ended_at is null)
        when event.kind = 'start_break' then b.ended_at is null
        else b.started_at <= event.counts_at end
    order by b.started_at desc limit 1;

  if event.kind = 'start_break' then
    if pause.id is not null then
      if pause.id = (event.payload ->> 'break_id')::uuid or abs(extract(epoch from pause.started_at - event.counts_at)) <= 60 then
        return 'repeated';
      end if;
      raise exception using errcode = 'P0001', hint = 'on_break', message = 'Already on a break.';
    end if;
    select x.* into ending from public.synced_events x
      where x.company_id = event.company_id and x.employee_id = event.employee_id and x.device_id = event.device_id and x.state in ('received', 'held')
        and x.kind = 'end_break' and x.counts_at > event.counts_at
        and x.sequence = (select min(n.sequence) from public.synced_events n where n.company_id = event.company_id
          and n.employee_id = event.employee_id and n.device_id = event.device_id and n.sequence > event.sequence
          and n.kind in ('start_break', 'end_break', 'clock_out', 'switch', 'clock_in') and n.state not in ('adjusted', 'discarded'));
    insert into public.time_entry_breaks (company_id, id, time_entry_id, employee_id, started_at, ended_at, kind, paid)
      values (event.company_id, coalesce((event.payload ->> 'break_id')::uuid, event.id), entry.id, event.employee_id, private.in_order(event.counts_at, entry.clock_in),
        least(ending.counts_at, entry.clock_out), break_kind, coalesce((event.payload ->> 'paid')::boolean, break_kind = 'rest'));
    update public.synced_events s set state = 'closing' where s.company_id = ending.company_id and s.id = ending.id;
    return 'applied';
  end if;

  if pause.id is null then
    raise exception using errcode = 'P0001', hint = 'not_on_break', message = 'The break was never started.';
  elsif pause.ended_at is not null and abs(extract(epoch from pause.ended_at - event.counts_at)) <= 60 then
    return 'repeated';
  elsif pause.ended_at is not null and mode_param <> 'consent'
    and not (event.counts_at < pause.ended_at and private.stopped_itself(entry.company_id, entry.id, pause.ended_at)) then
    raise exception using errcode = 'P0001', hint = 'break_ended', message = 'This break has already ended.';
  end if;
  update public.time_entry_breaks b set ended_at = private.in_order(event.counts_at, pause.started_at) where b.company_id = pause.company_id and b.id = pause.id;
  return 'applied';
end $$;

create or replace function private.settle_event(event public.synced_events, state_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.synced_events s set state = state_param, entry_id = coalesce(event.entry_id, s.entry_id), ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
  update public.held_events h set status = 'applied', resolved_at = clock_timestamp()
    where h.company_id = event.company_id and h.id = event.id and h.status = 'held';
end $$;

create or replace function private.check_event_again(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id
      and (h.status <> 'held' or private.only_managers_decide(h.problem)))
    -- Time typed by hand has the rights of who typed it, whoever's event asks again.
    or (event.kind = 'entry' and event.created_by is distinct from auth.uid()) then
    return 'held';
  end if;
  return private.check_event(event, 'again');
end $$;
comment on function private.check_event_again(public.synced_events) is 'Judges a held event once more, unless only a manager may let it count.';

create or replace function private.is_now(moment_param timestamptz) returns boolean
language sql
return coalesce(moment_param between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes', false);
comment on function private.is_now(timestamp with time zone) is 'Whether an instant that a client sent means this moment: the clock, not a time by hand.';
grant execute on function private.is_now(timestamp with time zone) to authenticated, service_role;

create or replace function private.last_today(company_id_param uuid) returns date
language sql stable set search_path = '' as $$
  select min((now() at time zone z.time_zone)::date)
  from (
    select c.time_zone from public.companies c where c.id = company_id_param
    union
    select p.time_zone from public.projects p
    where p.company_id = company_id_param and p.time_zone is not null and p.status = 'active'
  ) z;
$$;
comment on function private.last_today(uuid) is 'Today where it ends last: in the company''s zone or that of an active project.';

create or replace function private.require_known_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_known_time(new.company_id, new.employee_id, new.time_entry_id) then
    -- No refusal for good: the punch may still be on its way, and the device keeps the answer until then.
    raise exception using errcode = 'foreign_key_violation', hint = 'time_not_known_yet',
      message = 'The time this answer is about has not arrived yet.';
  end if;
  return new;
end $$;
comment on function private.require_known_time() is 'Stands for a foreign key: an answer may come with a held event, and outlives its entry.';

create or replace function private.is_known_time(company_id_param uuid, employee_id_param uuid, time_entry_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.time_entries t
      where t.company_id = company_id_param and t.id = time_entry_id_param and t.employee_id = employee_id_param)
    -- Held events, too: the answers are there when the entry is.
    or exists (select from public.synced_events s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.entry_id = time_entry_id_param)
    or exists (select from public.synced_events s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.id = time_entry_id_param)
    -- Deleted meanwhile: what was said about it is still worth hearing.
    or exists (select from public.audit_events a where a.company_id = company_id_param and a.entity_id = time_entry_id_param
      and a.entity = 'time_entries' and a.employee_id = employee_id_param);
$$;
comment on function private.is_known_time(uuid,uuid,uuid) is 'Whether a person has or had this entry, or an event of theirs names it.';
