-- A foreman's or a kiosk's stop names no entry. One that arrives a second time, because its answer was
-- lost, means the time that began last: the device may have started an older one with an event, and the
-- newer one with a signal, of which there is no event.
create or replace function private.entry_meant(event public.synced_events) returns uuid
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
  return coalesce(running, (select e.id from public.time_entries e
    where e.company_id = event.company_id and e.employee_id = event.employee_id and e.clock_in <= event.counts_at
    order by e.clock_in desc limit 1), started.entry_id);
end $$;
comment on function private.entry_meant(public.synced_events) is 'The entry an event acts on: named, or the one its device started and the server does not have yet, or the one that runs, or the last one.';
