-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.lock_crew(employee_ids_param uuid[]) returns uuid
language plpgsql security definer set search_path = '' as $$
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

create or replace function private.my_crew() returns setof uuid
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

create or replace function public.crew_clock_in(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, ids_param uuid[] default null::uuid[], equipment_id_param uuid default null::uuid) returns table(employee_id uuid, entry_id uuid, result text)
language plpgsql security definer set search_path = '' as $$
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
comment on function public.crew_clock_in(uuid[],uuid,uuid,text,uuid[],uuid) is 'Starts the clock for a crew. ids_param, in the same order, makes a repeated call change nothing. Result: started, already_running.';
grant execute on function public.crew_clock_in(uuid[],uuid,uuid,text,uuid[],uuid) to authenticated;

create or replace function public.crew_clock_out(employee_ids_param uuid[]) returns table(employee_id uuid, entry_id uuid, result text)
language plpgsql security definer set search_path = '' as $$
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
grant execute on function public.crew_clock_out(uuid[]) to authenticated;

create or replace function public.crew_switch(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, ids_param uuid[] default null::uuid[], equipment_id_param uuid default null::uuid) returns table(employee_id uuid, entry_id uuid, result text)
language plpgsql security definer set search_path = '' as $$
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
comment on function public.crew_switch(uuid[],uuid,uuid,text,uuid[],uuid) is 'Moves a crew to another project or cost code. Result: switched, not_running, entry_too_long.';
grant execute on function public.crew_switch(uuid[],uuid,uuid,text,uuid[],uuid) to authenticated;

create or replace function public.my_team() returns table(employee_id uuid, first_name text, last_name text, job_title text, avatar_path text, status text, since timestamptz, project_id uuid, project_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  if me.id is null or (me.role = 'employee'
      and not (select c.team_visible from public.companies c where c.id = me.company_id)) then
    return;
  end if;
  return query
    with my_projects as (
      select m.project_id from public.project_members m where m.company_id = me.company_id and m.employee_id = me.id
      union
      -- Without teams, those who worked on the same project this week are the team.
      select t.project_id from public.time_entries t
        where t.company_id = me.company_id and t.employee_id = me.id and t.clock_in > now() - interval '7 days' and t.project_id is not null
    ), colleagues as (
      select e.id from public.employees e where e.company_id = me.company_id and me.role in ('owner', 'manager')
      union
      select m.employee_id from public.project_members m join my_projects p on p.project_id = m.project_id where m.company_id = me.company_id
      union
      select t.employee_id from public.time_entries t join my_projects p on p.project_id = t.project_id
        where t.company_id = me.company_id and t.clock_in > now() - interval '7 days'
    )
    select e.id, e.first_name, e.last_name, e.job_title, pr.avatar_path,
      case when t.id is null then 'out' when b.id is not null then 'break' else 'in' end,
      coalesce(b.started_at, t.clock_in), p.id, p.name
    from colleagues
    join public.employees e on e.company_id = me.company_id and e.id = colleagues.id and e.active
    left join public.profiles pr on pr.id = e.user_id
    left join public.time_entries t on t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    -- Who works on a project the caller may not read works; on what is not said.
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))
    order by e.last_name, e.first_name;
end $$;
comment on function public.my_team() is 'Names and on-the-clock status (in, break, out) of those who share a project with the caller; of everyone for managers. Employees see nobody where the company switched it off.';
grant execute on function public.my_team() to authenticated;
