-- A batch of events from a device that had no signal: each applied once or held, none refused.

create function private.event_sender() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  sender public.employees;
begin
  select e.* into sender from public.employees e
    where e.user_id = auth.uid() and private.has_passed_second_factor()
    order by e.active desc, e.deactivated_at desc nulls last limit 1;
  return sender;
end $$;
comment on function private.event_sender() is 'The caller''s employee record, also one that was deactivated: what they punched before is kept for a manager.';

create function private.receive_event(sender public.employees, event jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  received public.synced_events;
  known public.synced_events;
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
    received.payload := coalesce(nullif(event -> 'payload', 'null'), '{}')
      || case when event ? 'sent_offset_ms' then jsonb_build_object('sent_offset_ms', (event ->> 'sent_offset_ms')::numeric) else '{}' end;
    received.entry_id := coalesce((received.payload ->> 'entry_id')::uuid,
      case when received.kind in ('clock_in', 'switch', 'entry') then received.id end);
    received.employee_id := coalesce((event ->> 'employee_id')::uuid, sender.id);
    if received.kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break', 'entry')
      or jsonb_typeof(received.payload) <> 'object' or not isfinite(received.counts_at)
      or char_length(received.device_id) not between 1 and 100
      or (received.device_id is null or received.sequence is null or received.kind is null or received.happened_at is null)
      or not exists (select from public.employees e where e.company_id = sender.company_id and e.id = received.employee_id) then
      raise invalid_parameter_value;
    end if;
  exception when data_exception or invalid_text_representation then
    -- Kept as it came, for a person to read.
    received.state := 'unreadable';
    received.device_id := coalesce(nullif(left(event ->> 'device_id', 100), ''), 'unknown');
    received.sequence := 0;
    received.kind := coalesce(nullif(left(event ->> 'kind', 40), ''), 'unknown');
    received.happened_at := clock_timestamp();
    received.offset_ms := 0;
    received.counts_at := received.happened_at;
    received.payload := event;
    received.entry_id := null;
    received.employee_id := sender.id;
  end;
  insert into public.synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload,
      entry_id, state, created_by)
    values (sender.company_id, received.id, received.employee_id, received.device_id, received.sequence, received.kind, received.happened_at,
      received.offset_ms, received.counts_at, received.payload, received.entry_id, received.state, auth.uid());
  return received.id;
end $$;
comment on function private.receive_event(public.employees,jsonb) is 'Writes an event down unless it is known; one that makes no sense is written down as it came.';

create function private.lock_people(company_id_param uuid, people_param uuid[], entries_param uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Rows first, then the company, then the people, as every writer of time does.
  perform from public.time_entries e
    where e.company_id = company_id_param and e.employee_id = any (people_param) and (e.clock_out is null or e.id = any (entries_param))
    order by e.employee_id, e.id for no key update;
  perform private.open_time(company_id_param);
  perform private.lock_employee_time(company_id_param, id) from unnest(people_param) as id order by id;
end $$;

create function public.sync_events(events_param jsonb) returns table (id uuid, result text, entry_id uuid, reason text)
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
  sender := private.event_sender();
  if sender.id is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  end if;
  perform private.lock_people(sender.company_id,
    array(select e.id from public.employees e where e.company_id = sender.company_id
      and (e.id = sender.id or e.id::text in (select x ->> 'employee_id' from jsonb_array_elements(events_param) x))),
    array(select e.id from public.time_entries e where e.company_id = sender.company_id
      and e.id::text in (select x #>> '{payload,entry_id}' from jsonb_array_elements(events_param) x)));
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
      perform private.give_reason(case when event.employee_id <> sender.id then 'Punched on a phone without signal' end);
      results[item.place] := private.judge_event(event, 'new');
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
comment on function public.sync_events(jsonb) is 'Events of a device that had no signal: [{"id", "device_id", "sequence", "kind", "happened_at", "offset_ms", "employee_id", "payload"}], judged by device and sequence, one result each in the order given: applied, repeated or held with the reason. Idempotent by id.';
revoke execute on function public.sync_events(jsonb) from public, anon;
grant execute on function public.sync_events(jsonb) to authenticated;
