-- A manager decides what becomes of an event that was held.

create function private.held_group(held public.held_events) returns setof public.synced_events
language sql stable security definer set search_path = '' as $$
  -- A held clock-in stands for the whole entry; what else is held stands for itself.
  select s.* from public.synced_events s
    join public.held_events h on h.company_id = s.company_id and h.id = s.id
    where h.company_id = held.company_id and h.employee_id = held.employee_id and h.status = 'held'
      and (h.id = held.id or (h.entry_id = held.entry_id and exists (
        select from public.held_events starting where starting.company_id = held.company_id and starting.employee_id = held.employee_id
          and starting.entry_id = held.entry_id and starting.kind in ('clock_in', 'switch') and starting.status = 'held')))
    order by s.kind in ('clock_in', 'switch') desc, s.device_id, s.sequence;
$$;
comment on function private.held_group(public.held_events) is 'What is decided together: the events of an entry whose clock-in is held, the clock-in first.';

create function private.held_minutes(held public.held_events) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  started public.synced_events;
  ended timestamptz;
  stopped timestamptz;
  least_minutes integer;
begin
  if held.kind = 'entry' then
    return private.epoch_minute((held.payload ->> 'clock_out')::timestamptz) - private.epoch_minute((held.payload ->> 'clock_in')::timestamptz);
  end if;
  select * into started from private.held_group(held) g where g.kind in ('clock_in', 'switch') limit 1;
  if started.id is null then
    select e.clock_out into stopped from public.time_entries e
      where e.company_id = held.company_id and e.employee_id = held.employee_id and e.id = held.entry_id and held.kind = 'clock_out';
    return private.epoch_minute(held.counts_at) - private.epoch_minute(stopped);
  end if;
  ended := (private.closing_event(started, 'consent')).counts_at;
  least_minutes := private.unpaid_break_minimum(held.company_id, held.employee_id, (started.payload ->> 'project_id')::uuid, started.counts_at::date);
  return private.epoch_minute(ended) - private.epoch_minute(started.counts_at) - coalesce((
    select sum(private.epoch_minute(pause.ends) - private.epoch_minute(pause.starts)) from (
      select g.counts_at as starts,
        least(ended, (select min(e.counts_at) from private.held_group(held) e where e.kind = 'end_break' and e.counts_at > g.counts_at)) as ends,
        coalesce((g.payload ->> 'paid')::boolean, g.payload ->> 'break_kind' = 'rest', false) as paid
      from private.held_group(held) g where g.kind = 'start_break') pause
    where private.break_is_deducted(pause.paid, private.epoch_minute(pause.starts), private.epoch_minute(pause.ends), least_minutes)), 0);
end $$;
comment on function private.held_minutes(public.held_events) is 'Minutes an adjustment pays for: the held entry without its unpaid breaks, or what a later clock-out adds. Null while there is no end.';

create function public.resolve_held_event(id_param uuid, action_param text, reason_param text default null) returns public.held_events
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  held public.held_events;
  event public.synced_events;
  chosen uuid[];
  why text := nullif(btrim(reason_param), '');
  minutes integer;
  wanted text := case action_param when 'apply' then 'applied' when 'adjust' then 'adjusted' when 'discard' then 'discarded' end;
begin
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif wanted is null then
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose apply, adjust or discard.';
  elsif why is null and wanted <> 'applied' then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why you decide so.';
  end if;
  perform private.lock_people(me.company_id, array[held.employee_id], array[held.entry_id]);
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param for update;
  if held.status = wanted then
    return held;
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  perform private.give_reason(coalesce(why, 'Held punch applied'));
  chosen := array(select g.id from private.held_group(held) g);

  if wanted = 'applied' then
    perform set_config('chalkline.syncing', 'on', true);
    for event in select g.* from private.held_group(held) g loop
      select * into event from public.synced_events s where s.company_id = me.company_id and s.id = event.id;
      perform private.settle_event(event, private.apply_event(event, 'consent'));
    end loop;
    for event in select s.* from public.synced_events s
      where s.company_id = me.company_id and s.id = any (chosen) and s.kind in ('clock_in', 'switch', 'entry') loop
      perform private.judge_waiting(event);
    end loop;
    perform set_config('chalkline.syncing', '', true);
  else
    if wanted = 'adjusted' then
      minutes := private.held_minutes(held);
      if coalesce(minutes, 0) = 0 then
        raise exception using errcode = 'P0001', hint = 'not_adjustable',
          message = 'There is no complete time to pay here. Apply it, or discard it and enter the time by hand.';
      end if;
      insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, project_id, cost_code_id, note, created_by)
        select me.company_id, held.employee_id, private.company_today(me.company_id), 'ADJUSTMENT', minutes,
          (select p.id from public.projects p where p.company_id = me.company_id and p.id = (booking.payload ->> 'project_id')::uuid),
          (select c.id from public.cost_codes c where c.company_id = me.company_id and c.id = (booking.payload ->> 'cost_code_id')::uuid), why, auth.uid()
        from (select g.payload from private.held_group(held) g limit 1) booking;
    end if;
    update public.synced_events s set state = wanted where s.company_id = me.company_id and s.id = any (chosen);
    update public.held_events h set status = wanted, resolved_at = clock_timestamp()
      where h.company_id = me.company_id and h.id = any (chosen);
  end if;
  update public.held_events h set resolved_by = auth.uid(), resolution = why
    where h.company_id = me.company_id and h.id = any (chosen) and h.status = wanted;
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  return held;
end $$;
comment on function public.resolve_held_event(uuid,text,text) is 'Manager, owner: applies a held event as is possible now, pays its minutes as an adjustment of today (adjust, with a reason), or discards it with a reason. A held clock-in takes the events of its entry along.';
revoke execute on function public.resolve_held_event(uuid,text,text) from public, anon;
grant execute on function public.resolve_held_event(uuid,text,text) to authenticated;
