-- A punch that is held for its project or cost code is corrected by the person who made it.

create function public.correct_held_event(id_param uuid, project_id_param uuid, cost_code_id_param uuid default null) returns public.held_events
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  held public.held_events;
  event public.synced_events;
  booking jsonb := jsonb_build_object('project_id', project_id_param, 'cost_code_id', cost_code_id_param);
begin
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param and h.employee_id = me.id;
  if held.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This punch was not found.';
  elsif project_id_param is null then
    raise exception using errcode = 'P0001', hint = 'project_required', message = 'Please select a project before starting the timer.';
  end if;
  perform private.lock_people(me.company_id, array[me.id], array[held.entry_id]);
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param for update;
  if held.status = 'applied' and held.payload @> booking then
    return held;
  elsif held.status <> 'held' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  elsif held.problem <> 'booking' or held.kind not in ('clock_in', 'switch', 'entry')
    or (held.kind = 'entry' and held.created_by is distinct from auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'held_event_not_correctable',
      message = 'This punch is not held for its project or cost code. Your manager decides.';
  end if;
  perform private.give_reason('Picked another project or cost code for a held punch');
  perform set_config('chalkline.syncing', 'on', true);
  -- What was sent stays beside what counts now.
  booking := booking || jsonb_build_object('sent_booking', coalesce(held.payload -> 'sent_booking',
    jsonb_build_object('project_id', held.payload -> 'project_id', 'cost_code_id', held.payload -> 'cost_code_id')));
  update public.synced_events s set payload = s.payload || booking where s.company_id = me.company_id and s.id = held.id returning * into event;
  update public.held_events h set payload = h.payload || booking where h.company_id = me.company_id and h.id = held.id;
  perform private.check_event(event, 'again');
  perform set_config('chalkline.syncing', '', true);
  select * into held from public.held_events h where h.company_id = me.company_id and h.id = id_param;
  if held.status = 'held' and held.problem = 'booking' then
    raise exception using errcode = 'P0001', hint = held.detail ->> 'hint', message = held.reason;
  elsif held.status = 'applied' then
    update public.held_events h set resolved_by = auth.uid() where h.company_id = me.company_id and h.id = id_param returning * into held;
  end if;
  return held;
end $$;
comment on function public.correct_held_event(uuid,uuid,uuid) is 'Everyone: picks another project and cost code for a punch of their own that is held for them. It is judged again with what waits for it; what cannot be booked there either is refused and changes nothing.';
revoke all on function public.correct_held_event(uuid,uuid,uuid) from public, anon;
grant execute on function public.correct_held_event(uuid,uuid,uuid) to authenticated;
