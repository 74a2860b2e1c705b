-- "No data found" (P0002) is an internal error to the data API; this is an answer to the caller.
create or replace function public.undo_clock_out(entry_id_param uuid) returns public.time_entries
language plpgsql volatile security definer set search_path = '' as $$
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
  update public.time_entries e set clock_out = null, clock_out_location = null
    where e.company_id = entry.company_id and e.id = entry.id
    returning * into entry;
  return entry;
end $$;
