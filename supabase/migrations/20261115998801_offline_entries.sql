-- Time typed by hand on a phone without signal: with its breaks and reason, and only where the company
-- lets the person add or change their own time.

create function private.write_breaks(entry public.time_entries, breaks_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    select entry.company_id, entry.id, w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)
    from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean);
end $$;
comment on function private.write_breaks(public.time_entries,jsonb) is 'The breaks of time typed by hand, as save_time_entry takes them.';

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
    if nullif(btrim(event.payload ->> 'reason'), '') is not null then
      perform private.give_reason(btrim(event.payload ->> 'reason'));
    end if;
    perform private.require_own_time_right(case when known then 'edit' else 'add' end);
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
