-- A foreman clocks the crew in and out: everyone who shares a team (project_members) with the foreman.
-- Managers and owners may do it for anyone. One verdict per person: who is on the clock already
-- does not keep the others from starting.

create function private.my_crew() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role in ('owner', 'manager') then
    return query select e.id from public.employees e where e.company_id = me.company_id and e.active;
  elsif me.role = 'foreman' then
    return query
      select distinct e.id
      from public.project_members mine
      join public.project_members theirs on theirs.company_id = mine.company_id and theirs.project_id = mine.project_id
      join public.employees e on e.company_id = theirs.company_id and e.id = theirs.employee_id and e.active
      where mine.company_id = me.company_id and mine.employee_id = me.id;
  end if;
end $$;
comment on function private.my_crew() is 'Whom the caller may clock in and out.';

-- Locks are taken in the order of the ids, so that two foremen with common people never wait in a circle.
create function private.lock_crew(employee_ids_param uuid[]) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  if exists (select unnest(employee_ids_param) except select private.my_crew()) then
    raise exception using errcode = '42501', hint = 'not_your_crew', message = 'Someone on this list is not in your crew.';
  end if;
  perform from public.time_entries e
    where e.company_id = company and e.employee_id = any (employee_ids_param) and e.clock_out is null
    order by e.employee_id for no key update;
  perform private.open_time(company);
  perform private.lock_employee_time(company, id) from unnest(employee_ids_param) as id order by id;
  return company;
end $$;

create function public.crew_clock_in(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null,
  notes_param text default null, ids_param uuid[] default null)
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
      entry_id := (private.start_entry(person, ids_param[position], project_id_param, cost_code_id_param, notes_param, 'crew', null, moment)).id;
      result := 'started';
    end if;
    return next;
  end loop;
end $$;
comment on function public.crew_clock_in(uuid[], uuid, uuid, text, uuid[]) is
  'Starts the clock for a crew. ids_param, in the same order, makes a repeated call change nothing. Result: started, already_running.';

create function public.crew_clock_out(employee_ids_param uuid[])
returns table (employee_id uuid, entry_id uuid, result text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  company uuid := private.lock_crew(employee_ids_param);
  moment timestamptz := clock_timestamp();
  running public.time_entries;
begin
  foreach employee_id in array employee_ids_param loop
    running := private.running_entry(company, employee_id);
    entry_id := running.id;
    result := case
      when running.id is null then 'not_running'
      when moment - running.clock_in > interval '24 hours' and not private.is_manager() then 'entry_too_long'
      else 'stopped' end;
    if result = 'stopped' then
      perform private.stop_entry(running, moment, null, null);
    end if;
    return next;
  end loop;
end $$;
comment on function public.crew_clock_out(uuid[]) is 'Stops the clock for a crew. Result: stopped, not_running, entry_too_long (over 24 hours: a manager decides).';

create function public.crew_switch(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null,
  notes_param text default null, ids_param uuid[] default null)
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
      entry_id := (private.start_entry(person, ids_param[position], project_id_param, cost_code_id_param, notes_param, 'crew', null, running.clock_out)).id;
      result := 'switched';
    end if;
    return next;
  end loop;
end $$;
comment on function public.crew_switch(uuid[], uuid, uuid, text, uuid[]) is 'Moves a crew to another project or cost code. Result: switched, not_running, entry_too_long.';

grant execute on function public.crew_clock_in(uuid[], uuid, uuid, text, uuid[]), public.crew_clock_out(uuid[]),
  public.crew_switch(uuid[], uuid, uuid, text, uuid[]) to authenticated;
