-- The clock takes the location with the punch. Only an own start on a project that asks for a location can be
-- refused for want of one; stopping never is, and a foreman starts the clock for someone by giving a reason.
-- Punches without signal are worked time already: they are never refused for it.

create function private.asks_for_location(company_id_param uuid, project_id_param uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.projects p join public.companies c on c.id = p.company_id
    where p.company_id = company_id_param and p.id = project_id_param and p.location_required and c.capture_location);
$$;

create function private.require_location(company_id_param uuid, project_id_param uuid, location_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  place record := private.read_location(location_param);
begin
  if (place.latitude is null or place.longitude is null) and private.asks_for_location(company_id_param, project_id_param) then
    raise exception using errcode = 'P0001', hint = 'location_required',
      message = 'This project asks for your location. Share it, or ask your foreman to start your clock.';
  end if;
end $$;

create function private.require_location_reason(company_id_param uuid, project_id_param uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.change_reason() is null and private.asks_for_location(company_id_param, project_id_param) then
    raise exception using errcode = 'P0001', hint = 'location_reason_required',
      message = 'This project asks for a location. Say why you start the clock without one.';
  end if;
end $$;

create function private.take_start_location(entry public.time_entries, location_param jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if location_param is not null then
    perform private.take_location(entry, case when (select last.clock_out from public.time_entries last
        where last.company_id = entry.company_id and last.employee_id = entry.employee_id and last.clock_in < entry.clock_in
        order by last.clock_in desc limit 1) = entry.clock_in then 'switch' else 'in' end, location_param);
  end if;
end $$;
comment on function private.take_start_location(public.time_entries, jsonb) is 'A start at the very end of the entry before is a switch.';

revoke execute on function private.asks_for_location(uuid, uuid), private.require_location(uuid, uuid, jsonb),
  private.require_location_reason(uuid, uuid), private.take_start_location(public.time_entries, jsonb)
  from public, anon, authenticated, service_role;

create or replace function private.start_entry(me public.employees, id_param uuid, project_id_param uuid, cost_code_id_param uuid, notes_param text, source_param text, location_param jsonb, moment_param timestamptz, equipment_id_param uuid default null::uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  if project_id_param is null then
    raise exception using errcode = 'P0001', hint = 'project_required',
      message = 'Please select a project before starting the timer.';
  end if;
  insert into public.time_entries (company_id, id, employee_id, clock_in, project_id, cost_code_id, equipment_id, notes, source)
    values (me.company_id, coalesce(id_param, gen_random_uuid()), me.id,
      -- A clock set back must not keep anyone from starting: the new entry begins where the last one ended.
      coalesce((select last.clock_out from (
          select e.clock_out from public.time_entries e
            where e.company_id = me.company_id and e.employee_id = me.id and e.clock_in <= moment_param + interval '5 minutes'
            order by e.clock_in desc limit 1) last
        where last.clock_out > moment_param and last.clock_out <= moment_param + interval '5 minutes'), moment_param),
      project_id_param, cost_code_id_param, equipment_id_param, notes_param, source_param)
    returning * into entry;
  perform private.take_start_location(entry, location_param);
  return entry;
end $$;

create or replace function private.stop_entry(entry public.time_entries, moment_param timestamptz, location_param jsonb, meal_waived_param boolean) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  stopped public.time_entries;
begin
  update public.time_entries e
    -- A clock set back must not keep anyone from stopping.
    set clock_out = greatest(moment_param, e.clock_in + interval '1 microsecond'),
      meal_waived = coalesce(meal_waived_param, e.meal_waived)
    where e.company_id = entry.company_id and e.id = entry.id
    returning * into stopped;
  if location_param is not null then
    perform private.take_location(stopped, 'out', location_param);
  end if;
  return stopped;
end $$;

create or replace function public.clock_in(project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, id_param uuid default null::uuid, location_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  perform private.open_time(me.company_id);
  perform private.lock_employee_time(me.company_id, me.id);
  if id_param is not null then
    entry := private.entry_of(me, id_param);
  end if;
  if entry.id is null then
    perform private.require_location(me.company_id, project_id_param, location_param);
    entry := private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, clock_timestamp(),
      equipment_id_param);
  end if;
  return entry;
end $$;

create or replace function public.switch_project(project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, id_param uuid default null::uuid, location_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  running public.time_entries;
  entry public.time_entries;
begin
  running := private.running_entry(me.company_id, me.id);
  perform private.open_time(me.company_id);
  perform private.lock_employee_time(me.company_id, me.id);
  if id_param is not null then
    entry := private.entry_of(me, id_param);
    if entry.id is not null then
      return entry;
    end if;
  end if;
  if running.id is null then
    raise exception using errcode = 'P0001', hint = 'not_running', message = 'The clock is not running.';
  end if;
  perform private.require_location(me.company_id, project_id_param, location_param);
  -- One shared instant: no minute is lost or counted twice.
  running := private.stop_entry(running, clock_timestamp(), location_param, null);
  return private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, running.clock_out,
    equipment_id_param);
end $$;

create or replace function public.undo_clock_out(entry_id_param uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  perform private.open_time(me.company_id);
  perform private.lock_employee_time(me.company_id, me.id);
  select * into entry from public.time_entries e
    where e.company_id = me.company_id and e.employee_id = me.id and e.id = entry_id_param for no key update;
  if entry.id is null then
    raise exception using errcode = 'P0001', hint = 'entry_gone', message = 'This entry no longer exists.';
  end if;
  if entry.clock_out is null then
    return entry;
  end if;
  -- A little more than the minute that is shown: the press itself takes time to arrive.
  if entry.source <> 'timer' or entry.clock_out < clock_timestamp() - interval '75 seconds' then
    raise exception using errcode = 'P0001', hint = 'undo_too_late',
      message = 'This can no longer be undone. Edit the entry instead.';
  end if;
  update public.time_entries e set clock_out = null
    where e.company_id = entry.company_id and e.id = entry.id
    returning * into entry;
  delete from public.punch_locations l where l.company_id = entry.company_id and l.time_entry_id = entry.id and l.moment = 'out';
  return entry;
end $$;

create or replace function public.crew_clock_in(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, ids_param uuid[] default null::uuid[], equipment_id_param uuid default null::uuid) returns table(employee_id uuid, entry_id uuid, result text)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.lock_crew(employee_ids_param);
  moment timestamptz := clock_timestamp();
  person public.employees;
  running uuid;
  position integer;
begin
  perform private.require_location_reason(company, project_id_param);
  for position in 1 .. coalesce(array_length(employee_ids_param, 1), 0) loop
    select * into person from public.employees e where e.company_id = company and e.id = employee_ids_param[position];
    employee_id := person.id;
    select e.id into running from public.time_entries e
      where e.company_id = company and e.employee_id = person.id and e.clock_out is null;
    entry_id := coalesce((select e.id from public.time_entries e
      where e.company_id = company and e.employee_id = person.id and e.id = ids_param[position]), running);
    result := case when entry_id = ids_param[position] then 'started' else 'already_running' end;
    if entry_id is null then
      entry_id := (private.start_entry(person, ids_param[position], project_id_param, cost_code_id_param, notes_param, 'crew', null, moment,
        equipment_id_param)).id;
      result := 'started';
    end if;
    return next;
  end loop;
end $$;

create or replace function public.crew_switch(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, ids_param uuid[] default null::uuid[], equipment_id_param uuid default null::uuid) returns table(employee_id uuid, entry_id uuid, result text)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.lock_crew(employee_ids_param);
  moment timestamptz := clock_timestamp();
  person public.employees;
  running public.time_entries;
  position integer;
begin
  perform private.require_location_reason(company, project_id_param);
  for position in 1 .. coalesce(array_length(employee_ids_param, 1), 0) loop
    select * into person from public.employees e where e.company_id = company and e.id = employee_ids_param[position];
    employee_id := person.id;
    running := private.running_entry(company, person.id);
    entry_id := running.id;
    result := case
      when running.id = ids_param[position] then 'switched'
      when running.id is null then 'not_running'
      when moment - running.clock_in > interval '24 hours' and not private.is_manager() then 'entry_too_long' end;
    if result is null then
      running := private.stop_entry(running, moment, null, null);
      entry_id := (private.start_entry(person, ids_param[position], project_id_param, cost_code_id_param, notes_param, 'crew', null, running.clock_out,
        equipment_id_param)).id;
      result := 'switched';
    end if;
    return next;
  end loop;
end $$;

create or replace function private.keep_time_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  manages boolean := private.is_system() or private.is_manager();
  moved boolean := true;
  rebooked boolean := true;
  moment timestamptz;
begin
  if tg_op = 'INSERT' and new.company_id is null then
    select e.company_id into strict new.company_id from public.employees e where e.id = new.employee_id;
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.company_id, new.employee_id) is distinct from (old.id, old.company_id, old.employee_id) then
      raise exception using errcode = 'P0001', hint = 'identity_fixed',
        message = 'An entry cannot be moved to another person. Delete it and enter a new one.';
    end if;
    moved := (new.clock_in, new.clock_out) is distinct from (old.clock_in, old.clock_out);
    rebooked := (new.project_id, new.cost_code_id, new.equipment_id)
      is distinct from (old.project_id, old.cost_code_id, old.equipment_id);
  end if;

  perform private.open_time(new.company_id);
  perform private.lock_employee_time(new.company_id, new.employee_id);
  moment := clock_timestamp();
  select coalesce(p.time_zone, c.time_zone) as time_zone, c.cost_code_required, c.edit_reason_required into company
    from public.companies c left join public.projects p on p.company_id = c.id and p.id = new.project_id
    where c.id = new.company_id;

  -- Derived columns follow; what a client sends for them is not asked.
  new.status := case when new.clock_out is null then 'active' else 'completed' end;
  new.work_date := (new.clock_in at time zone company.time_zone)::date;
  if tg_op = 'INSERT' then
    new.source := case when new.source = 'manual' and new.clock_out is null then 'timer' else new.source end;
    new.created_by := auth.uid();
    new.created_at := moment;
  else
    new.source := old.source;
    new.created_by := old.created_by;
    new.created_at := old.created_at;
    if not moved and not rebooked and (new.notes, new.meal_waived) is not distinct from (old.notes, old.meal_waived) then
      -- Nothing a person wrote has changed: only the work date may follow the zone.
      if private.is_locked(old.company_id, old.work_date, old.work_date)
        or private.is_locked(new.company_id, new.work_date, new.work_date) then
        return old;
      end if;
      new.updated_by := old.updated_by;
      new.updated_at := old.updated_at;
      return new;
    end if;
    if private.is_locked(old.company_id, old.work_date, (coalesce(old.clock_out, moment) at time zone company.time_zone)::date) then
      perform private.raise_frozen(true);
    elsif private.is_approved(old) then
      perform private.raise_frozen(false);
    end if;
    perform private.check_reason(new.company_id, new.employee_id, company.edit_reason_required);
  end if;
  new.updated_by := auth.uid();
  new.updated_at := moment;

  if moved and new.clock_in < coalesce(new.clock_out, 'infinity') then
    -- A clock set back since the start must not keep anyone from stopping.
    if (new.clock_in > moment + interval '5 minutes' and (tg_op = 'INSERT' or new.clock_in <> old.clock_in))
      or new.clock_out > greatest(moment + interval '5 minutes', new.clock_in + interval '1 microsecond') then
      raise exception using errcode = 'P0001', hint = 'time_in_future',
        message = 'Time cannot be entered ahead.';
    end if;
    -- What a phone kept while it had no signal may have begun long ago; its own rules hold an end that is too late.
    if not manages and coalesce(current_setting('chalkline.syncing', true), '') <> 'on'
      and coalesce(new.clock_out, moment) - new.clock_in > interval '24 hours' then
      raise exception using errcode = 'P0001', hint = 'entry_too_long',
        message = 'An entry cannot be longer than 24 hours. Set the time you really stopped, or ask a manager.';
    end if;
    if private.is_locked(new.company_id, new.work_date, (coalesce(new.clock_out, moment) at time zone company.time_zone)::date) then
      perform private.raise_frozen(true);
    end if;
    perform private.check_overlap(new);
  end if;
  if tg_op = 'UPDATE' and new.work_date <> old.work_date and private.is_locked(new.company_id, new.work_date, new.work_date) then
    -- Moved to a project in another zone, where it counts for a day that is closed.
    perform private.raise_frozen(true);
  end if;
  if rebooked or (tg_op = 'UPDATE' and new.clock_out is null and old.clock_out is not null) then
    perform private.check_booking(new, manages, company.cost_code_required);
  end if;
  return new;
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
  perform private.take_start_location(entry, event.payload -> 'location');
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
    perform private.raise_frozen(true);
  elsif mode_param <> 'consent' and event.counts_at - entry.clock_in > interval '24 hours' then
    perform private.hold('too_long');
  end if;
  update public.time_entries e set clock_out = event.counts_at,
      notes = coalesce(case when event.kind = 'clock_out' then event.payload ->> 'notes' end, e.notes),
      meal_waived = coalesce((event.payload ->> 'meal_waived')::boolean, e.meal_waived)
    where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  perform private.take_location(entry, 'out', event.payload -> 'location');
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
    perform private.take_location(entry, 'out', event.payload -> 'location');
    return 'applied';
  end if;
  return private.stop_offline(event, entry, mode_param);
end $$;

-- Managers read these rows; where someone stood is not for them to find there.
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
      event.counts_at, event.payload - 'location', coalesce(event.entry_id, private.entry_meant(event)), problem, detail,
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
  update public.synced_events s set state = state_param, payload = s.payload - 'location', entry_id = coalesce(event.entry_id, s.entry_id), ends_id = coalesce(event.ends_id, s.ends_id)
    where s.company_id = event.company_id and s.id = event.id;
  update public.held_events h set status = 'applied', resolved_at = clock_timestamp()
    where h.company_id = event.company_id and h.id = event.id and h.status = 'held';
end $$;

alter table public.time_entries drop column clock_in_location, drop column clock_out_location;
drop function private.clean_location(jsonb);
drop function private.event_location(public.synced_events);
