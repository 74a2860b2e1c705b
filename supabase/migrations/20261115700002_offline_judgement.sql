-- How one event from a device without signal is judged and applied. The order of the checks is the
-- table in docs/offline.md: the upper row decides. What cannot be applied is raised with the problem
-- as hint, and the caller holds it.

create function private.hold(problem_param text, detail_param jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = problem_param, detail = detail_param::text, message = 'This event is held.';
end $$;

create function private.held_problem(hint_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when hint_param in ('not_allowed', 'unreadable', 'clock_wrong', 'waiting', 'already_stopped', 'too_long') then hint_param
    when hint_param = 'period_locked' then 'locked'
    when hint_param = 'time_approved' then 'approved'
    when hint_param in ('project_not_active', 'project_not_open_to_you', 'cost_code_archived', 'cost_code_not_on_project',
      'cost_code_required') then 'booking'
    when hint_param in ('already_running', 'time_overlap') then 'overlap'
    when hint_param = 'entry_too_long' then 'too_long'
    else 'other' end;
$$;
comment on function private.held_problem(text) is 'The problem of a held event from the hint of what refused it.';

create function private.held_words(problem_param text, detail_param jsonb, zone_param text) returns text
language sql stable set search_path = '' as $$
  select case problem_param
    when 'clock_wrong' then format('Your phone''s clock was wrong. We think it was %s.', clock.at)
    when 'waiting' then 'Waiting for the clock-in.'
    when 'already_stopped' then format('Already clocked out at %s.', clock.at)
    when 'locked' then 'This pay period is closed.'
    when 'approved' then 'This day was approved.'
    when 'booking' then case detail_param ->> 'hint'
      when 'project_not_active' then 'Project closed. Pick another.'
      when 'project_not_open_to_you' then 'Not on the team of this project. Pick another.'
      else 'Cost code not in use here. Pick another.' end
    when 'overlap' then format('Overlaps %s–%s%s.', clock.starts, coalesce(clock.ends, 'now'),
      coalesce(' by ' || (detail_param ->> 'by'), ''))
    when 'too_long' then 'Longer than 24 hours.'
    when 'other' then detail_param ->> 'message'
    else 'Your manager has to look at this.' end
  from (select
    to_char((detail_param ->> 'at')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as at,
    to_char((detail_param ->> 'clock_in')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as starts,
    to_char((detail_param ->> 'clock_out')::timestamptz at time zone zone_param, 'FMHH12:MI AM') as ends) clock;
$$;
comment on function private.held_words(text,jsonb,text) is 'What the worker reads.';

create function private.hold_event(event public.synced_events, hint_param text, detail_param text, message_param text) returns void
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
comment on function private.hold_event(public.synced_events,text,text,text) is 'Holds an event with its reason; one that is held already keeps its row.';

create function private.settle_event(event public.synced_events, state_param text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.synced_events s set state = state_param, entry_id = coalesce(event.entry_id, s.entry_id), ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
  update public.held_events h set status = 'applied', resolved_at = clock_timestamp()
    where h.company_id = event.company_id and h.id = event.id and h.status = 'held';
end $$;

create function private.clock_is_wrong(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  select abs(event.offset_ms) > 300000
    -- Measured again when it was sent: changed in between.
    or abs(coalesce((event.payload ->> 'sent_offset_ms')::numeric, event.offset_ms) - event.offset_ms) > 300000
    or event.counts_at > clock_timestamp() + interval '5 minutes'
    or coalesce(event.counts_at + interval '5 minutes' < (
      select s.counts_at from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.sequence < event.sequence and s.state = 'applied'
      order by s.sequence desc limit 1), false);
$$;
comment on function private.clock_is_wrong(public.synced_events) is 'Off by over five minutes, ahead, or set back since the device''s last applied event.';

create function private.entry_meant(event public.synced_events) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  named uuid := case event.kind when 'switch' then (event.payload ->> 'from_entry_id')::uuid else event.entry_id end;
  started public.synced_events;
  running uuid;
begin
  if named is not null then
    return named;
  end if;
  select * into started from public.synced_events s
    where s.company_id = event.company_id and s.employee_id = event.employee_id and s.device_id = event.device_id
      and s.sequence < event.sequence and s.kind in ('clock_in', 'switch') and s.state not in ('adjusted', 'discarded')
    order by s.sequence desc limit 1;
  select e.id into running from public.time_entries e
    where e.company_id = event.company_id and e.employee_id = event.employee_id and e.clock_out is null and e.clock_in <= event.counts_at;
  if started.state in ('received', 'held') then
    return started.entry_id;
  end if;
  return coalesce(running, started.entry_id, (select e.id from public.time_entries e
    where e.company_id = event.company_id and e.employee_id = event.employee_id and e.clock_in <= event.counts_at
    order by e.clock_in desc limit 1));
end $$;
comment on function private.entry_meant(public.synced_events) is 'The entry an event acts on: named, or the one its device started last, or the one that runs.';

create function private.closing_event(started public.synced_events, mode_param text) returns public.synced_events
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
      and (mode_param = 'consent' or not private.clock_is_wrong(x))
      and (mode_param = 'consent' or not exists (select from public.held_events h
        where h.company_id = x.company_id and h.id = x.id and h.problem in ('not_allowed', 'unreadable', 'clock_wrong')))
    order by x.counts_at limit 1;
  return closing;
end $$;
comment on function private.closing_event(public.synced_events,text) is 'The clock-out or switch, in this batch or held, that ends what this event starts.';

create function private.event_location(event public.synced_events) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(event.payload -> 'location') = 'object' then jsonb_strip_nulls(jsonb_build_object(
    'lat', coalesce(event.payload #> '{location,lat}', event.payload #> '{location,latitude}'),
    'lon', coalesce(event.payload #> '{location,lon}', event.payload #> '{location,longitude}'),
    'accuracy', coalesce(event.payload #> '{location,accuracy}', event.payload #> '{location,accuracy_m}'))) end;
$$;

create function private.check_new_time(entry public.time_entries, mode_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.zone_of(entry.company_id, entry.project_id);
  first_day date := (entry.clock_in at time zone zone)::date;
  code_required boolean;
begin
  if private.is_locked(entry.company_id, first_day, (coalesce(entry.clock_out, clock_timestamp()) at time zone zone)::date) then
    perform private.raise_frozen(true);
  end if;
  if mode_param <> 'consent' and exists (select from public.approvals a
      where a.company_id = entry.company_id and a.employee_id = entry.employee_id and a.work_date = first_day and a.approved_at > entry.clock_in) then
    perform private.raise_frozen(false);
  end if;
  if entry.project_id is not null and not exists (select from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id) then
    perform private.hold('project_not_active');
  end if;
  if entry.cost_code_id is not null and not exists (select from public.cost_codes c where c.company_id = entry.company_id and c.id = entry.cost_code_id) then
    perform private.hold('cost_code_archived');
  end if;
  select c.cost_code_required into code_required from public.companies c where c.id = entry.company_id;
  perform private.check_booking(entry, private.is_manager(), code_required);
  perform private.check_overlap(entry);
  if mode_param <> 'consent' and entry.clock_out - entry.clock_in > interval '24 hours' then
    perform private.hold('too_long');
  end if;
end $$;
comment on function private.check_new_time(public.time_entries,text) is 'Closed, approved, booking, overlap, length, in this order: the upper row of the table decides.';

create function private.insert_offline_entry(event public.synced_events, from_param timestamptz, to_param timestamptz, source_param text, mode_param text) returns void
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
  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, source, clock_in_location)
    values (entry.company_id, entry.id, entry.employee_id, entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.equipment_id,
      event.payload ->> 'notes', source_param, private.event_location(event));
end $$;

create function private.own_entry(event public.synced_events, id_param uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  select * into entry from public.time_entries e
    where e.company_id = event.company_id and e.id = id_param for no key update;
  if entry.employee_id <> event.employee_id then
    raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
  end if;
  return entry;
end $$;
comment on function private.own_entry(public.synced_events,uuid) is 'The entry of the event''s person, its row locked, or null.';

create function private.apply_start(event public.synced_events, moment_param timestamptz, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  closing public.synced_events;
  ends timestamptz;
begin
  if (private.own_entry(event, event.entry_id)).id is not null then
    return 'repeated'; -- started with signal, and the answer was lost
  end if;
  closing := private.closing_event(event, mode_param);
  if closing.counts_at > moment_param and (mode_param = 'consent' or closing.counts_at - moment_param <= interval '24 hours') then
    ends := closing.counts_at;
  end if;
  perform private.insert_offline_entry(event, moment_param, ends,
    case when event.created_by = (select e.user_id from public.employees e where e.company_id = event.company_id and e.id = event.employee_id)
      then 'timer' else 'crew' end, mode_param);
  if ends is not null then
    update public.synced_events s set state = 'closing' where s.company_id = closing.company_id and s.id = closing.id;
  end if;
  return 'applied';
end $$;
comment on function private.apply_start(public.synced_events,timestamptz,text) is 'Starts an entry, with its end where that is known: open-ended it could overlap what came later.';

create function private.entry_to_act_on(event public.synced_events) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  meant uuid := private.entry_meant(event);
  started public.synced_events;
  entry public.time_entries;
begin
  select * into started from public.synced_events s
    where s.company_id = event.company_id and s.employee_id = event.employee_id and s.entry_id = meant and s.id <> event.id
      and s.kind in ('clock_in', 'switch', 'entry') and s.state = 'held' limit 1;
  -- With its end at hand a clock-in that was held may fit after all.
  if started.id is not null and event.kind in ('clock_out', 'switch') then
    perform private.judge_again(started);
  end if;
  entry := private.own_entry(event, meant);
  if entry.id is null then
    perform private.hold('waiting');
  end if;
  return entry;
end $$;
comment on function private.entry_to_act_on(public.synced_events) is 'The entry a clock-out, switch or break belongs to; held as waiting while its clock-in is not there.';

create function private.stop_offline(event public.synced_events, entry public.time_entries, mode_param text) returns text
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
    perform private.raise_frozen(true);
  elsif mode_param <> 'consent' and event.counts_at - entry.clock_in > interval '24 hours' then
    perform private.hold('too_long');
  end if;
  update public.time_entries e set clock_out = event.counts_at, clock_out_location = private.event_location(event),
      notes = coalesce(case when event.kind = 'clock_out' then event.payload ->> 'notes' end, e.notes),
      meal_waived = coalesce((event.payload ->> 'meal_waived')::boolean, e.meal_waived)
    where e.company_id = entry.company_id and e.id = entry.id;
  return 'applied';
end $$;

create function private.apply_stop(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.entry_to_act_on(event);
begin
  update public.synced_events s set entry_id = entry.id where s.company_id = event.company_id and s.id = event.id;
  if (select s.state = 'closing' from public.synced_events s where s.company_id = event.company_id and s.id = event.id) then
    update public.time_entries e set clock_out_location = private.event_location(event), notes = coalesce(event.payload ->> 'notes', e.notes)
      where e.company_id = entry.company_id and e.id = entry.id
        and (private.event_location(event) is not null or event.payload ->> 'notes' is not null);
    return 'applied';
  end if;
  return private.stop_offline(event, entry, mode_param);
end $$;

create function private.apply_switch(event public.synced_events, mode_param text) returns text
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

create function private.apply_break(event public.synced_events, mode_param text) returns text
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
      values (event.company_id, coalesce((event.payload ->> 'break_id')::uuid, event.id), entry.id, event.employee_id, event.counts_at,
        least(ending.counts_at, entry.clock_out), break_kind, coalesce((event.payload ->> 'paid')::boolean, break_kind = 'rest'));
    update public.synced_events s set state = 'closing' where s.company_id = ending.company_id and s.id = ending.id;
    return 'applied';
  end if;

  if pause.id is null then
    raise exception using errcode = 'P0001', hint = 'not_on_break', message = 'The break was never started.';
  elsif pause.ended_at is not null and abs(extract(epoch from pause.ended_at - event.counts_at)) <= 60 then
    return 'repeated';
  elsif pause.ended_at is not null and mode_param <> 'consent' then
    raise exception using errcode = 'P0001', hint = 'break_ended', message = 'This break has already ended.';
  end if;
  update public.time_entry_breaks b set ended_at = event.counts_at where b.company_id = pause.company_id and b.id = pause.id;
  return 'applied';
end $$;

create function private.apply_entry(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.own_entry(event, event.entry_id);
  starts timestamptz := (event.payload ->> 'clock_in')::timestamptz;
  ends timestamptz := (event.payload ->> 'clock_out')::timestamptz;
begin
  if starts is null then
    -- Only words about time that is there.
    if entry.id is null then
      perform private.hold('waiting');
    end if;
    update public.time_entries e set notes = event.payload ->> 'notes' where e.company_id = entry.company_id and e.id = entry.id;
    return 'applied';
  elsif entry.id is null then
    perform private.insert_offline_entry(event, starts, ends, 'manual', mode_param);
    return 'applied';
  elsif (entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.notes) is not distinct from
      (starts, ends, (event.payload ->> 'project_id')::uuid, (event.payload ->> 'cost_code_id')::uuid, event.payload ->> 'notes') then
    return 'repeated';
  elsif mode_param <> 'consent' and entry.updated_at > event.counts_at then
    raise exception using errcode = 'P0001', hint = 'changed_meanwhile', message = 'Someone changed this entry in the meantime.';
  elsif mode_param <> 'consent' and ends - starts > interval '24 hours' then
    perform private.hold('too_long');
  end if;
  update public.time_entries e set clock_in = starts, clock_out = ends, project_id = (event.payload ->> 'project_id')::uuid,
      cost_code_id = (event.payload ->> 'cost_code_id')::uuid, notes = event.payload ->> 'notes'
    where e.company_id = entry.company_id and e.id = entry.id;
  return 'applied';
end $$;

create function private.apply_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if mode_param = 'new' then
    if event.state = 'unreadable' then
      perform private.hold('unreadable');
    elsif private.my_employee_id() is null
      or (event.employee_id <> private.my_employee_id() and event.employee_id not in (select private.my_crew())) then
      perform private.hold('not_allowed');
    elsif private.clock_is_wrong(event) then
      perform private.hold('clock_wrong', jsonb_build_object('at', event.counts_at));
    end if;
  end if;
  return case event.kind
    when 'clock_in' then private.apply_start(event, event.counts_at, mode_param)
    when 'clock_out' then private.apply_stop(event, mode_param)
    when 'switch' then private.apply_switch(event, mode_param)
    when 'entry' then private.apply_entry(event, mode_param)
    else private.apply_break(event, mode_param) end;
end $$;
comment on function private.apply_event(public.synced_events,text) is 'Applies an event or raises why not. Mode: new, again (was judged before: who and whose clock are settled), consent (a manager decided: also past approvals and stops).';

create function private.judge_event(event public.synced_events, mode_param text) returns text
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
    perform private.judge_waiting(event);
  end if;
  return outcome;
end $$;
comment on function private.judge_event(public.synced_events,text) is 'applied, repeated or held; a sub-transaction of its own. What waited for it is judged again.';

create function private.judge_again(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.held_events h where h.company_id = event.company_id and h.id = event.id
      and (h.status <> 'held' or h.problem in ('not_allowed', 'unreadable', 'clock_wrong'))) then
    return 'held';
  end if;
  return private.judge_event(event, 'again');
end $$;

create function private.judge_waiting(started public.synced_events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting public.synced_events;
begin
  for waiting in
    select s.* from public.synced_events s join public.held_events h on h.company_id = s.company_id and h.id = s.id
    where s.company_id = started.company_id and s.employee_id = started.employee_id and s.id <> started.id
      and h.status = 'held' and h.problem = 'waiting' and s.state in ('held', 'closing')
      and (s.state = 'closing' or private.entry_meant(s) = started.entry_id)
    order by s.device_id, s.sequence
  loop
    perform private.judge_again(waiting);
  end loop;
end $$;
comment on function private.judge_waiting(public.synced_events) is 'Judges again what waited for this clock-in.';
