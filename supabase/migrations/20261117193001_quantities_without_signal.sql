-- A quantity entered in a basement travels with the punches: in order, once, held where it is refused.

create or replace function private.clock_is_wrong(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  select abs(event.offset_ms) > 300000
    -- Measured again when it was sent: changed in between.
    or abs(coalesce((event.payload ->> 'sent_offset_ms')::numeric, event.offset_ms) - event.offset_ms) > 300000
    or event.counts_at > clock_timestamp() + interval '5 minutes'
    or coalesce(event.counts_at + interval '5 minutes' < (
      select s.counts_at from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.sequence < event.sequence and s.state = 'applied'
        -- Quantities are not judged by the clock, so they say nothing about it.
        and s.kind <> 'quantity'
      order by s.sequence desc limit 1), false);
$$;

create function private.apply_quantity(event public.synced_events) returns text
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
  insert into public.quantities (company_id, id, project_id, cost_code_id, work_date, quantity, area, note)
    values (event.company_id, coalesce(entered.id, event.id), entered.project_id, entered.cost_code_id, entered.work_date,
      entered.quantity, entered.area, entered.note);
  return 'applied';
end $$;
comment on function private.apply_quantity(public.synced_events) is 'Enters a quantity of the sender, once; what the table refuses is raised.';
revoke execute on function private.apply_quantity(public.synced_events) from public;

create or replace function private.apply_event(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if mode_param = 'new' then
    if event.state = 'unreadable' then
      perform private.hold('unreadable');
    elsif private.my_employee_id() is null
      or (event.employee_id <> private.my_employee_id() and event.employee_id not in (select private.my_crew())) then
      perform private.hold('not_allowed');
    -- The day of a quantity is chosen, not read off the phone's clock.
    elsif event.kind <> 'quantity' and private.clock_is_wrong(event) then
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

create or replace function private.receive_event(sender public.employees, event jsonb) returns uuid
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
      case when received.kind in ('clock_in', 'switch', 'entry', 'quantity') then received.id end);
    received.employee_id := coalesce((event ->> 'employee_id')::uuid, sender.id);
    if received.kind not in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break', 'entry', 'quantity')
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
