create or replace function public.clock_out(entry_id_param uuid default null::uuid, location_param jsonb default null::jsonb, meal_waived_param boolean default null::boolean, ended_at_param timestamptz default null::timestamptz) returns public.time_entries
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  if entry_id_param is null then
    entry := private.running_entry(me.company_id, me.id);
  else
    select * into entry from public.time_entries e
      where e.company_id = me.company_id and e.employee_id = me.id and e.id = entry_id_param for no key update;
  end if;
  if entry.id is null then
    raise exception using errcode = 'P0001', hint = 'not_running', message = 'The clock is not running.';
  end if;
  if entry.clock_out is null and ended_at_param is not null then
    entry := private.stop_with_stated_end(entry, ended_at_param, location_param, meal_waived_param, 'clock');
  elsif entry.clock_out is null then
    entry := private.stop_entry(entry, clock_timestamp(), location_param, meal_waived_param);
  end if;
  return entry;
end $$;
comment on function public.clock_out(uuid,jsonb,boolean,timestamptz) is 'Stops the entry now, an open break included. One that is stopped already is returned as it is. ended_at: of a clock that has run over 16 hours, when the person really stopped; without it such a stop is flagged.';
grant execute on function public.clock_out(uuid,jsonb,boolean,timestamptz) to authenticated;

create or replace function private.running_entry(company_id_param uuid, employee_id_param uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  select * into entry from public.time_entries e
    where e.company_id = company_id_param and e.employee_id = employee_id_param and e.clock_out is null
    for no key update;
  return entry;
end $$;
comment on function private.running_entry(uuid,uuid) is 'The running entry, its row locked, or null.';

create or replace function private.stop_entry(entry public.time_entries, moment_param timestamptz, location_param jsonb, meal_waived_param boolean) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  stopped public.time_entries;
begin
  update public.time_entries e
    -- A clock set back must not keep anyone from stopping.
    set clock_out = greatest(moment_param, e.clock_in + interval '1 microsecond'),
      meal_waived = coalesce(meal_waived_param, e.meal_waived)
    where e.company_id = entry.company_id and e.id = entry.id
    returning * into stopped;
  if location_param is not null then
    perform private.take_location(stopped, 'out', location_param);
  end if;
  return stopped;
end $$;

create or replace function public.start_break(kind_param text default 'meal'::text, paid_param boolean default null::boolean, id_param uuid default null::uuid) returns public.time_entry_breaks
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  running public.time_entries := private.running_entry(me.company_id, me.id);
  pause public.time_entry_breaks;
begin
  if id_param is not null then
    select * into pause from public.time_entry_breaks b
      where b.company_id = me.company_id and b.employee_id = me.id and b.id = id_param;
    if found then
      return pause;
    end if;
  end if;
  if running.id is null then
    raise exception using errcode = 'P0001', hint = 'not_running', message = 'The clock is not running.';
  end if;
  select * into pause from public.time_entry_breaks b
    where b.company_id = me.company_id and b.time_entry_id = running.id and b.ended_at is null;
  if not found then
    insert into public.time_entry_breaks (company_id, id, time_entry_id, employee_id, started_at, kind, paid)
      values (me.company_id, coalesce(id_param, gen_random_uuid()), running.id, me.id,
        greatest(clock_timestamp(), running.clock_in), kind_param, coalesce(paid_param, kind_param = 'rest'))
      returning * into pause;
  end if;
  return pause;
end $$;
comment on function public.start_break(text,boolean,uuid) is 'Starts a break on the running entry; on a break already, returns that one. A meal is unpaid and a rest paid unless said otherwise.';
grant execute on function public.start_break(text,boolean,uuid) to authenticated;

create or replace function public.end_break() returns public.time_entry_breaks
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  running public.time_entries := private.running_entry(me.company_id, me.id);
  pause public.time_entry_breaks;
begin
  select * into pause from public.time_entry_breaks b
    where b.company_id = me.company_id and b.time_entry_id = running.id
    order by b.started_at desc limit 1;
  if not found then
    raise exception using errcode = 'P0001', hint = 'not_on_break', message = 'You are not on a break.';
  end if;
  if pause.ended_at is null then
    update public.time_entry_breaks b set ended_at = greatest(clock_timestamp(), b.started_at + interval '1 microsecond')
      where b.company_id = pause.company_id and b.id = pause.id returning * into pause;
  end if;
  return pause;
end $$;
comment on function public.end_break() is 'Ends the break of the running entry; repeated, returns the break that was ended.';
grant execute on function public.end_break() to authenticated;

create or replace function public.clock_in(project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, id_param uuid default null::uuid, location_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, classification_id_param uuid default null::uuid, custom_param jsonb default null::jsonb) returns public.time_entries
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  perform private.lock_person_time(me.company_id, me.id);
  if id_param is not null then
    entry := private.entry_of(me, id_param);
  end if;
  if entry.id is null then
    perform private.require_location(me.company_id, project_id_param, location_param);
    entry := private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, clock_timestamp(),
      equipment_id_param, classification_id_param, custom_param);
  elsif entry.updated_at = entry.created_at then
    -- What was changed since stays as it is for a repeat.
    perform private.require_same_call(entry, jsonb_build_object('project_id', project_id_param));
  end if;
  return entry;
end $$;
comment on function public.clock_in(uuid,uuid,text,uuid,jsonb,uuid,uuid,jsonb) is 'Starts the clock. classification: of public work; custom: values of custom fields. What is not chosen, or cannot be chosen, never stops a start. Idempotent by id.';
grant execute on function public.clock_in(uuid,uuid,text,uuid,jsonb,uuid,uuid,jsonb) to authenticated;

create or replace function private.start_entry(me public.employees, id_param uuid, project_id_param uuid, cost_code_id_param uuid, notes_param text, source_param text, location_param jsonb, moment_param timestamptz, equipment_id_param uuid default null::uuid, classification_id_param uuid default null::uuid, custom_param jsonb default null::jsonb) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  if project_id_param is null then
    raise exception using errcode = 'P0001', hint = 'project_required',
      message = 'Please select a project before starting the timer.';
  end if;
  insert into public.time_entries (company_id, id, employee_id, clock_in, project_id, cost_code_id, equipment_id, classification_id, notes, source, custom)
    values (me.company_id, coalesce(id_param, gen_random_uuid()), me.id,
      -- A clock set back must not keep anyone from starting: the new entry begins where the last one ended.
      coalesce((select last.clock_out from (
          select e.clock_out from public.time_entries e
            where e.company_id = me.company_id and e.employee_id = me.id and e.clock_in <= moment_param + interval '5 minutes'
            order by e.clock_in desc limit 1) last
        where last.clock_out > moment_param and last.clock_out <= moment_param + interval '5 minutes'), moment_param),
      project_id_param, cost_code_id_param, equipment_id_param, classification_id_param, notes_param, source_param,
      case when custom_param is null then '{}' else private.usable_custom(me.company_id, 'time_entries', custom_param) end)
    returning * into entry;
  perform private.take_start_location(entry, location_param);
  if source_param <> 'crew' then
    -- A tablet of the site is on it.
    perform private.keep_clock_rules(entry, location_param, source_param = 'kiosk' and private.is_at_my_kiosk(me.company_id, project_id_param), true);
  end if;
  return entry;
end $$;

create or replace function public.switch_project(project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, id_param uuid default null::uuid, location_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, classification_id_param uuid default null::uuid, custom_param jsonb default null::jsonb) returns public.time_entries
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  running public.time_entries;
  entry public.time_entries;
begin
  perform private.lock_people(me.company_id, array[me.id]);
  running := private.running_entry(me.company_id, me.id);
  if id_param is not null then
    entry := private.entry_of(me, id_param);
    if entry.id is not null then
      if entry.updated_at = entry.created_at then
        perform private.require_same_call(entry, jsonb_build_object('project_id', project_id_param));
      end if;
      return entry;
    end if;
  end if;
  if running.id is null then
    raise exception using errcode = 'P0001', hint = 'not_running', message = 'The clock is not running.';
  end if;
  perform private.require_location(me.company_id, project_id_param, location_param);
  -- One shared instant: no minute is lost or counted twice.
  running := private.stop_entry(running, clock_timestamp(), location_param, null);
  return private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, running.clock_out,
    equipment_id_param, classification_id_param, custom_param);
end $$;
comment on function public.switch_project(uuid,uuid,text,uuid,jsonb,uuid,uuid,jsonb) is 'Ends the running entry and starts another at the same instant, also where only the classification is another.';
grant execute on function public.switch_project(uuid,uuid,text,uuid,jsonb,uuid,uuid,jsonb) to authenticated;

create or replace function public.recent_work(limit_param integer default 3) returns table(project_id uuid, cost_code_id uuid, last_used_at timestamptz, classification_id uuid)
language sql stable security definer set search_path = '' as $$
  -- The last 60 entries, not the history: what was worked on longer ago is not worth a button.
  with me as materialized (select (private.me()).*),
  last_entries as materialized (
    select e.project_id, e.cost_code_id, e.clock_in,
        case when e.classification_id is not null then private.usable_classification(e.company_id, e.project_id, e.classification_id, private.company_today(e.company_id)) end as classification_id
      from me join public.time_entries e on e.company_id = me.company_id and e.employee_id = me.id
      where e.project_id is not null
      order by e.clock_in desc limit 60),
  pairs as (
    select l.project_id, l.cost_code_id, l.classification_id, max(l.clock_in) as last_used_at
      from last_entries l group by l.project_id, l.cost_code_id, l.classification_id)
  select p.project_id, p.cost_code_id, p.last_used_at, p.classification_id
    from pairs p, me
    where exists (
        select from public.projects j
          where j.company_id = me.company_id and j.id = p.project_id and j.status = 'active')
      and (me.role in ('owner', 'manager') or private.may_work_on(me.company_id, me.id, p.project_id, now()))
      and (p.cost_code_id is null or exists (
        select from public.cost_codes c
          where c.company_id = me.company_id and c.id = p.cost_code_id and c.active))
      and (p.cost_code_id is null or not exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id)
        or exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id and a.cost_code_id = p.cost_code_id))
    order by p.last_used_at desc
    limit least(greatest(coalesce(limit_param, 3), 0), 20)
$$;
comment on function public.recent_work(integer) is 'The caller''s last projects and cost codes that can still be booked, with the classification of public work, newest first.';
grant execute on function public.recent_work(integer) to authenticated;

create or replace function public.undo_clock_out(entry_id_param uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  perform private.lock_people(me.company_id, array[me.id], array[entry_id_param]);
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
  update public.time_entries e set clock_out = null
    where e.company_id = entry.company_id and e.id = entry.id
    returning * into entry;
  delete from public.punch_locations l where l.company_id = entry.company_id and l.time_entry_id = entry.id and l.moment = 'out';
  return entry;
end $$;
comment on function public.undo_clock_out(uuid) is 'Takes back the caller''s own stop of the last minute: the clock has run all the while. A break that the stop ended stays ended.';
grant execute on function public.undo_clock_out(uuid) to authenticated;

create or replace function private.refuse_undo() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.request_header('prefer') ~* '(tx\s*=\s*rollback|max-affected)' then
    raise exception using errcode = 'P0001', hint = 'cannot_be_undone', message = 'This call cannot be rolled back.';
  end if;
end $$;
comment on function private.refuse_undo() is 'Refuses a request that asks to be undone after it was answered: a guess that undoes its own count would be free.';

create or replace function private.running_pay(company_id_param uuid, project_id_param uuid default null::uuid) returns table(employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, minutes integer, total_cents bigint, sign integer, classification_id uuid)
language plpgsql set search_path = '' as $$
declare
  -- Clocks nobody stopped for weeks are a mistake to fix, not a cost.
  first_date date := (select min(t.work_date) from public.time_entries t
    where t.company_id = company_id_param and t.clock_out is null and t.work_date > private.company_today(company_id_param) - 35) - 6;
  last_date date := private.company_today(company_id_param) + 6;
  people uuid[] := array(
    select distinct t.employee_id from public.time_entries t
    where t.company_id = company_id_param and t.clock_out is null and t.work_date > first_date
      and (project_id_param is null or exists (select from public.time_entries o where o.company_id = company_id_param
        and o.employee_id = t.employee_id and o.project_id = project_id_param and o.work_date >= first_date)));
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
begin
  if cardinality(people) = 0 then
    return;
  end if;
  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.minutes, l.total_cents, 1, l.classification_id
  from private.payroll_lines_computed(company_id_param, first_date, last_date, people, clock_timestamp()) l
  where locked_dates is null or not locked_dates @> l.work_date
  union all
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.minutes, l.total_cents, -1, l.classification_id
  from private.payroll_lines_now(company_id_param, first_date, last_date, people) l
  where locked_dates is null or not locked_dates @> l.work_date;
end $$;
comment on function private.running_pay(uuid,uuid) is 'What running clocks up to now add to pay: the lines of those on the clock as they would be (sign 1) and as they are cached without it (sign -1), of all or of who worked on a project.';
