-- The clock functions take the equipment that is worked with. Parameters keep their order; the new one is the last.

drop function public.clock_in(uuid, uuid, text, uuid, jsonb);
drop function public.switch_project(uuid, uuid, text, uuid, jsonb);
drop function public.crew_clock_in(uuid[], uuid, uuid, text, uuid[]);
drop function public.crew_switch(uuid[], uuid, uuid, text, uuid[]);
drop function public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean);
drop function private.start_entry(public.employees, uuid, uuid, uuid, text, text, jsonb, timestamptz);

create function private.start_entry(me public.employees, id_param uuid, project_id_param uuid, cost_code_id_param uuid,
  notes_param text, source_param text, location_param jsonb, moment_param timestamptz,
  equipment_id_param uuid default null) returns public.time_entries
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  if project_id_param is null then
    raise exception using errcode = 'P0001', hint = 'project_required',
      message = 'Please select a project before starting the timer.';
  end if;
  insert into public.time_entries (company_id, id, employee_id, clock_in, project_id, cost_code_id, equipment_id, notes, source, clock_in_location)
    values (me.company_id, coalesce(id_param, gen_random_uuid()), me.id,
      -- A clock set back must not keep anyone from starting: the new entry begins where the last one ended.
      coalesce((select last.clock_out from (
          select e.clock_out from public.time_entries e
            where e.company_id = me.company_id and e.employee_id = me.id and e.clock_in <= moment_param + interval '5 minutes'
            order by e.clock_in desc limit 1) last
        where last.clock_out > moment_param and last.clock_out <= moment_param + interval '5 minutes'), moment_param),
      project_id_param, cost_code_id_param, equipment_id_param, notes_param, source_param, location_param)
    returning * into entry;
  return entry;
end $$;

create function public.clock_in(project_id_param uuid, cost_code_id_param uuid default null, notes_param text default null,
  id_param uuid default null, location_param jsonb default null, equipment_id_param uuid default null) returns public.time_entries
language plpgsql volatile security definer set search_path = '' as $$
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
    entry := private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, clock_timestamp(),
      equipment_id_param);
  end if;
  return entry;
end $$;

create function public.switch_project(project_id_param uuid, cost_code_id_param uuid default null, notes_param text default null,
  id_param uuid default null, location_param jsonb default null, equipment_id_param uuid default null) returns public.time_entries
language plpgsql volatile security definer set search_path = '' as $$
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
  -- One shared instant: no minute is lost or counted twice.
  running := private.stop_entry(running, clock_timestamp(), location_param, null);
  return private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, running.clock_out,
    equipment_id_param);
end $$;
comment on function public.switch_project(uuid, uuid, text, uuid, jsonb, uuid) is 'Ends the running entry and starts another at the same instant.';

create function public.crew_clock_in(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null,
  notes_param text default null, ids_param uuid[] default null, equipment_id_param uuid default null)
returns table (employee_id uuid, entry_id uuid, result text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  company uuid := private.lock_crew(employee_ids_param);
  moment timestamptz := clock_timestamp();
  person public.employees;
  running uuid;
  position integer;
begin
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
comment on function public.crew_clock_in(uuid[], uuid, uuid, text, uuid[], uuid) is
  'Starts the clock for a crew. ids_param, in the same order, makes a repeated call change nothing. Result: started, already_running.';

create function public.crew_switch(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null,
  notes_param text default null, ids_param uuid[] default null, equipment_id_param uuid default null)
returns table (employee_id uuid, entry_id uuid, result text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  company uuid := private.lock_crew(employee_ids_param);
  moment timestamptz := clock_timestamp();
  person public.employees;
  running public.time_entries;
  position integer;
begin
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
comment on function public.crew_switch(uuid[], uuid, uuid, text, uuid[], uuid) is 'Moves a crew to another project or cost code. Result: switched, not_running, entry_too_long.';

create function public.save_time_entry(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz,
  project_id_param uuid, cost_code_id_param uuid default null, notes_param text default null, breaks_param jsonb default null,
  reason_param text default null, meal_waived_param boolean default null, equipment_id_param uuid default null) returns public.time_entries
language plpgsql volatile security invoker set search_path = '' as $$
declare
  entry public.time_entries;
  known boolean;
begin
  select * into entry from public.time_entries e
    where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  if not found then
    -- The same call may be under way on another connection, after a lost answer: wait for it and look again.
    perform private.lock_employee_time(private.my_company_id(), coalesce(employee_id_param, private.my_employee_id()));
    select * into entry from public.time_entries e
      where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  end if;
  known := found;
  if known then
    perform private.require_reason(entry.employee_id, reason_param);
  else
    perform private.give_reason(reason_param);
  end if;

  -- Breaks that stay untouched leave no trace in the history.
  if breaks_param is not null and known then
    delete from public.time_entry_breaks b
      where b.company_id = entry.company_id and b.time_entry_id = entry.id
        and not exists (select from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
          where (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;

  if known then
    update public.time_entries e
      set employee_id = coalesce(employee_id_param, e.employee_id), clock_in = clock_in_param, clock_out = clock_out_param,
        project_id = project_id_param, cost_code_id = cost_code_id_param, equipment_id = equipment_id_param, notes = notes_param,
        meal_waived = coalesce(meal_waived_param, e.meal_waived)
      where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  else
    insert into public.time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, meal_waived)
      values (coalesce(id_param, gen_random_uuid()), coalesce(employee_id_param, private.my_employee_id()), clock_in_param, clock_out_param,
        project_id_param, cost_code_id_param, equipment_id_param, notes_param, coalesce(meal_waived_param, false))
      returning * into entry;
  end if;

  if breaks_param is not null then
    insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      select entry.company_id, entry.id, w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)
      from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
      where not exists (select from public.time_entry_breaks b
        where b.company_id = entry.company_id and b.time_entry_id = entry.id
          and (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;
  return entry;
end $$;
comment on function public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean, uuid) is
  'Adds or changes an entry with its breaks: [{"started_at", "ended_at", "kind", "paid"}], null leaves them. Idempotent by id. Changing someone else''s time needs a reason.';

revoke execute on function private.start_entry(public.employees, uuid, uuid, uuid, text, text, jsonb, timestamptz, uuid) from public;
revoke execute on function public.clock_in(uuid, uuid, text, uuid, jsonb, uuid), public.switch_project(uuid, uuid, text, uuid, jsonb, uuid),
  public.crew_clock_in(uuid[], uuid, uuid, text, uuid[], uuid), public.crew_switch(uuid[], uuid, uuid, text, uuid[], uuid),
  public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean, uuid) from public, anon;
grant execute on function public.clock_in(uuid, uuid, text, uuid, jsonb, uuid), public.switch_project(uuid, uuid, text, uuid, jsonb, uuid),
  public.crew_clock_in(uuid[], uuid, uuid, text, uuid[], uuid), public.crew_switch(uuid[], uuid, uuid, text, uuid[], uuid),
  public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean, uuid) to authenticated;
