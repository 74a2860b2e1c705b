-- A phone writes every punch down before it sends it, and sends it again where the answer was lost. What
-- the server did then is done: a doubt about the phone must not hold it a second time.
create or replace function private.already_done(event public.synced_events) returns boolean
language sql stable security definer set search_path = '' as $$
  select case event.kind
    when 'clock_in' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id)
    when 'switch' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id)
    when 'clock_out' then exists (select from public.time_entries e
      where e.company_id = event.company_id and e.id = event.entry_id and e.employee_id = event.employee_id
        and abs(extract(epoch from e.clock_out - event.counts_at)) <= 60)
    when 'start_break' then exists (select from public.time_entry_breaks b
      where b.company_id = event.company_id and b.id::text = event.payload ->> 'break_id' and b.employee_id = event.employee_id)
    when 'end_break' then exists (select from public.time_entry_breaks b
      where b.company_id = event.company_id and b.id::text = event.payload ->> 'break_id' and b.employee_id = event.employee_id
        and abs(extract(epoch from b.ended_at - event.counts_at)) <= 60)
    else false end;
$$;
comment on function private.already_done(public.synced_events) is 'Whether the server has what this event says, from the same punch with a signal.';
revoke all on function private.already_done(public.synced_events) from public, anon, authenticated;

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
