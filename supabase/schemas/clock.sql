-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.clock_evidence(event jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from (
    select k.key, event -> k.key as value from unnest('{sent_at_ms,sent_offset_ms,sent_monotonic_ms,sent_monotonic_origin}'::text[]) as k (key)
    union all
    select k.key, event #> array['payload', k.key] from unnest('{monotonic_ms,monotonic_origin}'::text[]) as k (key)) e
  where jsonb_typeof(e.value) = 'number';
$$;
comment on function private.clock_evidence(jsonb) is 'What a device says about its clock beside an event: its difference and its counter, then and when it was sent. Numbers, or nothing.';

create or replace function private.clock_is_wrong(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  select
    -- Off all along: measured before the event and when it was sent, the difference is the same.
    case when event.payload ->> 'sent_offset_ms' is null then abs(event.offset_ms) > 300000
      else abs(event.offset_ms) > 86400000 or abs((event.payload ->> 'sent_offset_ms')::numeric - event.offset_ms) > 300000 end
    or private.clock_was_set_back(event)
    or event.counts_at > clock_timestamp() + interval '5 minutes'
    or coalesce(event.counts_at + interval '5 minutes' < (
      select s.counts_at from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.sequence < event.sequence and s.state = 'applied'
        -- Quantities are not judged by the clock, so they say nothing about it.
        and s.kind <> 'quantity'
      order by s.sequence desc limit 1), false);
$$;
comment on function private.clock_is_wrong(public.synced_events) is 'Off by over five minutes and not all along, by over a day, changed around the event, ahead, or set back since the device''s last applied event.';

create or replace function private.clock_was_set_back(event public.synced_events) returns boolean
language sql stable set search_path = '' as $$
  -- A counter that goes on where a clock jumps; it may stand still while a phone sleeps, it never runs ahead.
  -- Compared between the event and its sending, and with the event before it, within one start of the app.
  select coalesce((event.payload ->> 'sent_monotonic_ms')::numeric - (event.payload ->> 'monotonic_ms')::numeric
      > (event.payload ->> 'sent_at_ms')::numeric - extract(epoch from event.happened_at) * 1000 + 300000, false)
      and event.payload ->> 'sent_monotonic_origin' = event.payload ->> 'monotonic_origin'
    or coalesce((select event.payload ->> 'monotonic_origin' = s.payload ->> 'monotonic_origin'
        and (event.payload ->> 'monotonic_ms')::numeric - (s.payload ->> 'monotonic_ms')::numeric
          > extract(epoch from event.happened_at - s.happened_at) * 1000 + 300000
      from public.synced_events s
      where s.company_id = event.company_id and s.device_id = event.device_id and s.created_by = event.created_by
        and s.sequence < event.sequence and s.state <> 'unreadable'
      order by s.sequence desc limit 1), false);
$$;
comment on function private.clock_was_set_back(public.synced_events) is 'Whether the device''s clock was set back around the event, by its counter.';

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

create or replace function private.running_pay(company_id_param uuid, project_id_param uuid default null::uuid) returns table(employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, minutes integer, total_cents bigint, sign integer)
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
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.minutes, l.total_cents, 1
  from private.payroll_lines_computed(company_id_param, first_date, last_date, people, clock_timestamp()) l
  where locked_dates is null or not locked_dates @> l.work_date
  union all
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.minutes, l.total_cents, -1
  from private.payroll_lines_now(company_id_param, first_date, last_date, people) l
  where locked_dates is null or not locked_dates @> l.work_date;
end $$;
comment on function private.running_pay(uuid,uuid) is 'What running clocks up to now add to pay: the lines of those on the clock as they would be (sign 1) and as they are kept without it (sign -1), of all or of who worked on a project.';

create or replace function private.start_entry(me public.employees, id_param uuid, project_id_param uuid, cost_code_id_param uuid, notes_param text, source_param text, location_param jsonb, moment_param timestamptz, equipment_id_param uuid default null::uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  if project_id_param is null then
    raise exception using errcode = 'P0001', hint = 'project_required',
      message = 'Please select a project before starting the timer.';
  end if;
  insert into public.time_entries (company_id, id, employee_id, clock_in, project_id, cost_code_id, equipment_id, notes, source)
    values (me.company_id, coalesce(id_param, gen_random_uuid()), me.id,
      -- A clock set back must not keep anyone from starting: the new entry begins where the last one ended.
      coalesce((select last.clock_out from (
          select e.clock_out from public.time_entries e
            where e.company_id = me.company_id and e.employee_id = me.id and e.clock_in <= moment_param + interval '5 minutes'
            order by e.clock_in desc limit 1) last
        where last.clock_out > moment_param and last.clock_out <= moment_param + interval '5 minutes'), moment_param),
      project_id_param, cost_code_id_param, equipment_id_param, notes_param, source_param)
    returning * into entry;
  perform private.take_start_location(entry, location_param);
  return entry;
end $$;

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

create or replace function private.stop_offline(event public.synced_events, entry public.time_entries, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.zone_of(entry.company_id, entry.project_id);
begin
  if entry.clock_out is not null and abs(extract(epoch from entry.clock_out - event.counts_at)) <= 60 then
    return 'repeated';
  elsif entry.clock_out is not null and mode_param <> 'consent' then
    perform private.hold('already_stopped', jsonb_build_object('at', entry.clock_out));
  elsif event.counts_at <= entry.clock_in then
    raise exception using errcode = 'P0001', hint = 'end_before_start', message = 'The end is before the start.';
  end if;
  if private.is_locked(entry.company_id, entry.work_date, (event.counts_at at time zone zone)::date) then
    perform private.refuse_frozen_time(true);
  elsif mode_param <> 'consent' and event.counts_at - entry.clock_in > interval '24 hours' then
    perform private.hold('too_long');
  end if;
  update public.time_entries e set clock_out = event.counts_at,
      notes = coalesce(case when event.kind = 'clock_out' then event.payload ->> 'notes' end, e.notes),
      meal_waived = coalesce((event.payload ->> 'meal_waived')::boolean, e.meal_waived)
    where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  perform private.take_location(entry, 'out', private.event_place(event));
  return 'applied';
end $$;

create or replace function public.clock_in(project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, id_param uuid default null::uuid, location_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid) returns public.time_entries
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  perform private.lock_time_shared(me.company_id);
  perform private.lock_employee_time(me.company_id, me.id);
  if id_param is not null then
    entry := private.entry_of(me, id_param);
  end if;
  if entry.id is null then
    perform private.require_location(me.company_id, project_id_param, location_param);
    entry := private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, clock_timestamp(),
      equipment_id_param);
  end if;
  return entry;
end $$;
grant execute on function public.clock_in(uuid,uuid,text,uuid,jsonb,uuid) to authenticated;

create or replace function public.clock_out(entry_id_param uuid default null::uuid, location_param jsonb default null::jsonb, meal_waived_param boolean default null::boolean) returns public.time_entries
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
  if entry.clock_out is null then
    entry := private.stop_entry(entry, clock_timestamp(), location_param, meal_waived_param);
  end if;
  return entry;
end $$;
comment on function public.clock_out(uuid,jsonb,boolean) is 'Stops the entry now, an open break included. One that is stopped already is returned as it is.';
grant execute on function public.clock_out(uuid,jsonb,boolean) to authenticated;

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

create or replace function public.switch_project(project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, id_param uuid default null::uuid, location_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid) returns public.time_entries
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_employee();
  running public.time_entries;
  entry public.time_entries;
begin
  running := private.running_entry(me.company_id, me.id);
  perform private.lock_time_shared(me.company_id);
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
  perform private.require_location(me.company_id, project_id_param, location_param);
  -- One shared instant: no minute is lost or counted twice.
  running := private.stop_entry(running, clock_timestamp(), location_param, null);
  return private.start_entry(me, id_param, project_id_param, cost_code_id_param, notes_param, 'timer', location_param, running.clock_out,
    equipment_id_param);
end $$;
comment on function public.switch_project(uuid,uuid,text,uuid,jsonb,uuid) is 'Ends the running entry and starts another at the same instant.';
grant execute on function public.switch_project(uuid,uuid,text,uuid,jsonb,uuid) to authenticated;
