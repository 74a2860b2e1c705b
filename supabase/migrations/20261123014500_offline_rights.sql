-- Events from devices without a signal have the rights of the same act with a signal.
set check_function_bodies = off;

create or replace function private.check_sender(event public.synced_events) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  clocks constant boolean := event.kind in ('clock_in', 'clock_out', 'switch');
  entry public.time_entries;
  new_day date;
begin
  if event.employee_id = me.id then
    return;
  elsif me.id is null or me.role = 'employee' or event.kind = 'quantity'
    or not exists (select from public.employees e where e.company_id = me.company_id and e.id = event.employee_id and e.active) then
    perform private.hold('not_allowed');
  end if;
  if not clocks then
    select * into entry from public.time_entries e where e.company_id = event.company_id and e.employee_id = event.employee_id
      and e.id = case event.kind when 'entry' then event.entry_id else private.entry_meant(event) end;
  end if;
  if me.role = 'foreman' then
    new_day := ((event.payload ->> 'clock_in')::timestamptz
      at time zone private.zone_of(event.company_id, (event.payload ->> 'project_id')::uuid))::date;
    if not (case when clocks then private.clocks_for(event.employee_id, event.counts_at)
      else entry.id is not null and private.leads_on(event.employee_id, entry.work_date)
        and (new_day is null or private.leads_on(event.employee_id, new_day)) end) then
      perform private.hold('not_allowed');
    end if;
  end if;
  if not clocks and (me.role = 'foreman' or (event.kind = 'entry' and entry.id is not null))
    and nullif(btrim(event.payload ->> 'reason'), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Give a reason for changing someone else''s time.';
  end if;
end $$;
comment on function private.check_sender(public.synced_events) is 'Holds an event about someone else that the caller could not make with a signal: the clock of their crew on that day, corrections of days they led, with a reason; managers everyone in the company.';

create or replace function private.clocks_for(employee_id_param uuid, moment_param timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.project_members mine
      join public.project_members theirs on theirs.company_id = mine.company_id and theirs.project_id = mine.project_id
      where mine.company_id = me.company_id and mine.employee_id = me.id and theirs.employee_id = employee_id_param)
    or private.leads_on(employee_id_param, (moment_param at time zone private.zone_of(me.company_id, null))::date)
  from private.me() me;
$$;
comment on function private.clocks_for(uuid,timestamp with time zone) is 'Whether the calling foreman may clock this person in and out at that moment: a project''s team together, or in the crew on that day.';

create or replace function private.apply_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if mode_param = 'new' then
    if event.state = 'unreadable' then
      perform private.hold('unreadable');
    end if;
    perform private.check_sender(event);
    -- The day of a quantity is chosen, not read off the phone's clock.
    if event.kind <> 'quantity' and private.clock_is_wrong(event) then
      perform private.hold('clock_wrong', jsonb_build_object('at', event.counts_at));
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

create or replace function private.entry_source(event public.synced_events) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.employees e
      where e.company_id = event.company_id and e.id = event.employee_id and e.user_id = event.created_by) then 'timer'
    when exists (select from public.kiosks k where k.company_id = event.company_id and k.user_id = event.created_by) then 'kiosk'
    else 'crew' end;
$$;
comment on function private.entry_source(public.synced_events) is 'Who punched: the person (timer), a tablet (kiosk) or someone for them (crew).';

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
    perform private.require_location(event.company_id, (event.payload ->> 'project_id')::uuid, event.payload -> 'location');
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

create or replace function private.apply_entry(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.own_entry(event, event.entry_id);
  starts timestamptz := (event.payload ->> 'clock_in')::timestamptz;
  ends timestamptz := (event.payload ->> 'clock_out')::timestamptz;
  breaks jsonb := case when jsonb_typeof(event.payload -> 'breaks') = 'array' then event.payload -> 'breaks' end;
  known boolean := entry.id is not null;
begin
  if starts is null then
    -- Only words about time that is there.
    if not known then
      perform private.hold('waiting');
    end if;
    update public.time_entries e set notes = event.payload ->> 'notes' where e.company_id = entry.company_id and e.id = entry.id;
    return 'applied';
  end if;
  if known and (entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.notes) is not distinct from
      (starts, ends, (event.payload ->> 'project_id')::uuid, (event.payload ->> 'cost_code_id')::uuid, event.payload ->> 'notes') then
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
        cost_code_id = (event.payload ->> 'cost_code_id')::uuid, notes = event.payload ->> 'notes'
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

create or replace function private.check_event_again(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id
      and (h.status <> 'held' or h.problem in ('not_allowed', 'unreadable', 'clock_wrong', 'wrong_pin', 'kiosk_revoked')))
    -- Time typed by hand has the rights of who typed it, whoever's event asks again.
    or (event.kind = 'entry' and event.created_by is distinct from auth.uid()) then
    return 'held';
  end if;
  return private.check_event(event, 'again');
end $$;
comment on function private.check_event_again(public.synced_events) is 'Judges a held event once more, unless only a manager may let it count.';

create or replace function private.event_reason(event public.synced_events) returns text
language sql stable set search_path = '' as $$
  select coalesce(nullif(btrim(event.payload ->> 'reason'), ''),
    case when event.kind in ('clock_in', 'clock_out', 'switch') then 'Punched on a phone without signal' end);
$$;
comment on function private.event_reason(public.synced_events) is 'Why the time of someone else changes: what the sender wrote; a punch needs no more than that it is one.';

create or replace function public.sync_events(events_param jsonb) returns table(id uuid, result text, entry_id uuid, reason text)
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

create or replace function public.kiosk_sync_events(kiosk_id_param uuid, events_param jsonb) returns table(id uuid, result text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  kiosk public.kiosks;
  sent jsonb;
  person public.employees;
  event public.synced_events;
  why record;
  ids uuid[] := '{}';
  one uuid;
begin
  -- A revoked one too: what it kept is for a manager to look at, up to a number that a stolen tablet cannot flood anyone with.
  select * into kiosk from public.kiosks k where k.user_id = auth.uid() and k.id = kiosk_id_param;
  if kiosk.id is null or (select count(*) >= 500 from public.held_events h
      where h.company_id = kiosk.company_id and h.problem = 'kiosk_revoked' and h.created_by = auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'kiosk_not_paired', message = 'This tablet is not paired.';
  elsif jsonb_typeof(events_param) is distinct from 'array' then
    return;
  elsif jsonb_array_length(events_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'too_many_events', message = 'Send at most 500 events at a time.';
  end if;
  perform private.lock_people(kiosk.company_id,
    array(select e.id from public.employees e where e.company_id = kiosk.company_id
      and e.id::text in (select x ->> 'employee_id' from jsonb_array_elements(events_param) x)),
    array(select e.id from public.time_entries e where e.company_id = kiosk.company_id
      and e.id::text in (select x #>> '{payload,entry_id}' from jsonb_array_elements(events_param) x)));
  perform set_config('chalkline.syncing', 'on', true);
  perform private.give_reason('Punched at a kiosk without signal');

  -- All PINs first: a clock-out with a wrong one must not end what another event starts.
  for sent in select x from jsonb_array_elements(events_param) with ordinality as e (x, place) order by place loop
    select * into person from public.employees e where e.company_id = kiosk.company_id and e.id::text = sent ->> 'employee_id';
    if person.id is null then
      return query select (sent ->> 'id')::uuid, 'unknown';
      continue;
    end if;
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id::text = sent ->> 'id';
    -- What a tablet can say with a signal, and no more.
    one := private.receive_event(person, sent - 'sealed' || jsonb_build_object('payload', (
      select coalesce(jsonb_object_agg(p.key, p.value), '{}') from jsonb_each(case jsonb_typeof(sent -> 'payload') when 'object' then sent -> 'payload' else '{}' end) p
      where p.key in ('entry_id', 'from_entry_id', 'break_id', 'project_id', 'cost_code_id', 'monotonic_ms'))));
    if event.id is null then
      select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id = one;
      why := private.kiosk_problem(kiosk, event, sent);
      if why.problem is not null then
        perform private.hold_event(event, why.problem, why.detail::text, null);
      end if;
    end if;
    ids := ids || one;
  end loop;
  for one in select s.id from public.synced_events s where s.company_id = kiosk.company_id and s.id = any (ids) order by s.device_id, s.sequence loop
    select * into event from public.synced_events s where s.company_id = kiosk.company_id and s.id = one;
    if event.state in ('received', 'closing') then
      perform private.check_event(event, 'again');
    end if;
  end loop;
  perform set_config('chalkline.syncing', '', true);
  return query select s.id, case s.state when 'applied' then 'applied' when 'held' then 'held' else 'repeated' end
    from unnest(ids) with ordinality as u (id, place)
    join public.synced_events s on s.company_id = kiosk.company_id and s.id = u.id order by u.place;
end $$;
