create table private.crew_day_entries (
  company_id uuid not null,
  entry_id uuid not null,
  crew_id uuid not null,
  saved_at timestamptz not null,
  constraint crew_day_entries_pkey primary key (company_id, entry_id),
  constraint crew_day_entries_company_id_entry_id_fkey foreign key (company_id, entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.crew_day_entries');
comment on table private.crew_day_entries is 'Entries the crew matrix wrote. It replaces them while nobody changed them since saved_at; changed ones count as own punches.';
alter table private.crew_day_entries enable row level security;

create or replace function public.crew_today() returns table(employee_id uuid, first_name text, last_name text, job_title text, crew_ids uuid[], crew_names text[], leads boolean, status text, since timestamptz, project_id uuid, project_name text, cost_code_id uuid, minutes bigint, last_out timestamptz, time_off boolean, plan_project_id uuid, plan_project_name text, plan_cost_code_id uuid, plan_starts_at timestamptz, plan_ends_at timestamptz, classification_id uuid, closed_project_ids uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  today date := private.company_today(me.company_id);
begin
  return query
  -- Where the foreman is on the team, a colleague may not be; managers start anybody anywhere.
  with teams as materialized (
    select part.id, array(select private.project_line(part.id, me.company_id)) as line
    from private.projects_of_member(me.company_id, me.id) part (id)
    join public.projects p on p.company_id = me.company_id and p.id = part.id and p.status = 'active'
    where me.role = 'foreman')
  select e.id, e.first_name, e.last_name, e.job_title, coalesce(crew.ids, '{}'), coalesce(crew.names, '{}'), coalesce(crew.leads, false),
    case when running.id is null then 'out' when pause.id is not null then 'break' else 'in' end,
    coalesce(pause.started_at, running.clock_in), p.id, p.name, running.cost_code_id,
    coalesce(worked.seconds / 60, 0), worked.last_out, coalesce(away.is_off, false),
    plan.project_id, planned.name, plan.cost_code_id, plan.starts, plan.ends, running.classification_id,
    array(select t.id from teams t where t.id is distinct from plan.project_id and not exists (select from public.project_members m
      where m.company_id = me.company_id and m.employee_id = e.id and m.project_id = any (t.line)))
  from private.my_crew() mine (id)
  join public.employees e on e.company_id = me.company_id and e.id = mine.id
  left join lateral (
    select array_agg(c.id order by c.name) as ids, array_agg(c.name order by c.name) as names, bool_or(c.foreman_id = me.id) as leads
    from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    where m.company_id = me.company_id and m.employee_id = e.id and daterange(m.from_date, m.to_date, '[]') @> today) crew on true
  left join public.time_entries running on running.company_id = me.company_id and running.employee_id = e.id and running.clock_out is null
  left join public.time_entry_breaks pause on pause.company_id = me.company_id and pause.time_entry_id = running.id and pause.ended_at is null
  -- Who works on a project the caller may not read works; on what is not said.
  left join public.projects p on p.company_id = me.company_id and p.id = running.project_id
    and (me.role <> 'foreman' or p.id not in (select private.projects_closed_to_me()))
  left join lateral (
    select sum(w.seconds)::bigint as seconds, max(near.clock_out) as last_out
    from public.time_entries near
    cross join lateral (
      select x.seconds from private.work_pieces x
      where x.company_id = near.company_id and x.entry_id = near.id and x.work_date = today offset 0) w
    where near.company_id = me.company_id and near.employee_id = e.id and near.clock_in > now() - interval '48 hours') worked on true
  left join lateral (
    -- Half a day of eight hours and more; a morning at the dentist is no day off.
    select sum(d.minutes) >= 240 as is_off
    from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = me.company_id and r.employee_id = e.id and r.status = 'approved'
      and today between r.start_date and r.end_date and d.day = today) away on true
  left join lateral (
    select t.project_id, (s.published ->> 'cost_code_id')::uuid as cost_code_id, t.starts, t.ends
    from private.published_shifts(me.company_id, e.id, now() - interval '1 day', now() + interval '1 day') t
    join public.shifts s on s.company_id = me.company_id and s.id = t.shift_id
    cross join lateral (select private.zone_of(me.company_id, t.project_id) as name) zone
    where (t.starts at time zone zone.name)::date = (now() at time zone zone.name)::date or now() between t.starts and t.ends
    order by t.ends <= now(), t.starts limit 1) plan on true
  left join public.projects planned on planned.company_id = me.company_id and planned.id = plan.project_id
  order by e.last_name, e.first_name, e.id;
end $$;
comment on function public.crew_today() is 'Foremen and managers: whom they may clock, with the crews of today, where the clock stands (in, break, out, with its classification on public work), minutes of today, approved time off and the published shift of today: the one that goes on or comes next, else the last. closed_project_ids: projects of a foreman''s own teams that the person is not on.';
grant execute on function public.crew_today() to authenticated;

create or replace function public.crew_clock_out(employee_ids_param uuid[], ended_at_param timestamptz default null::timestamptz) returns table(employee_id uuid, entry_id uuid, result text, hint text, message text, detail jsonb)
language sql security definer set search_path = '' as $$
  select * from private.clock_crew('out', employee_ids_param, null, jsonb_build_object('ended_at', ended_at_param));
$$;
comment on function public.crew_clock_out(uuid[],timestamptz) is 'Stops the clock for a crew. ended_at: when those really stopped whose clock has run over 16 hours; the others stop now. Result: stopped, not_running, entry_too_long (over 24 hours and no real end: a manager decides), refused. Refused: this person only, with hint and message (by name) and detail (rule, certificates); where nobody could be done the call fails.';
grant execute on function public.crew_clock_out(uuid[],timestamptz) to authenticated;

create or replace function private.stop_of_crew(person public.employees, ended_at_param timestamptz, moment_param timestamptz, out id uuid, out result text)
language plpgsql security definer set search_path = '' as $$
declare
  running public.time_entries := private.running_entry(person.company_id, person.id);
begin
  id := running.id;
  result := case
    when running.id is null then 'not_running'
    when ended_at_param is null and moment_param - running.clock_in > interval '24 hours' and not private.is_manager() then 'entry_too_long'
    else 'stopped' end;
  if result = 'stopped' and ended_at_param is not null and private.is_long_clock(running.clock_in, moment_param) then
    perform private.stop_with_stated_end(running, ended_at_param, null, null, 'crew');
  elsif result = 'stopped' then
    perform private.stop_entry(running, moment_param, null, null);
  end if;
end $$;

create or replace function public.crew_clock_in(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, ids_param uuid[] default null::uuid[], equipment_id_param uuid default null::uuid, location_param jsonb default null::jsonb, classification_id_param uuid default null::uuid) returns table(employee_id uuid, entry_id uuid, result text, hint text, message text, detail jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_location_reason(private.my_company_id(), project_id_param);
  return query select * from private.clock_crew('in', employee_ids_param, ids_param, jsonb_build_object('project_id', project_id_param,
    'cost_code_id', cost_code_id_param, 'notes', notes_param, 'equipment_id', equipment_id_param, 'location', location_param,
    'classification_id', classification_id_param));
end $$;
comment on function public.crew_clock_in(uuid[],uuid,uuid,text,uuid[],uuid,jsonb,uuid) is 'Starts the clock for a crew. ids_param, in the same order, makes a repeated call change nothing. Where a rule of the clock stops somebody, the header X-Reason says why it starts all the same; location_param is where the caller is, who on site stands for the crew, and is not stored. Result: started, already_running, refused. Refused: this person only, with hint and message (by name) and detail (rule, certificates); where nobody could be done the call fails.';
grant execute on function public.crew_clock_in(uuid[],uuid,uuid,text,uuid[],uuid,jsonb,uuid) to authenticated;

create or replace function private.start_of_crew(person public.employees, id_param uuid, work_param jsonb, moment_param timestamptz, out id uuid, out result text)
language plpgsql security definer set search_path = '' as $$
begin
  select e.id into id from public.time_entries e where e.company_id = person.company_id and e.employee_id = person.id and e.id = id_param;
  result := 'started';
  if id is null then
    id := (private.running_entry(person.company_id, person.id)).id;
    if id is not null then
      result := 'already_running';
    else
      id := (private.begin_of_crew(person, id_param, work_param, moment_param)).id;
    end if;
  end if;
end $$;

create or replace function private.begin_of_crew(person public.employees, id_param uuid, work_param jsonb, moment_param timestamptz) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
  location jsonb := nullif(work_param -> 'location', 'null');
begin
  entry := jsonb_populate_record(null::public.time_entries, work_param - 'location');
  perform private.require_certified(person, entry.project_id, entry.equipment_id, moment_param);
  perform private.require_rule_reason(person, entry.project_id, moment_param, location);
  entry := private.start_entry(person, id_param, entry.project_id, entry.cost_code_id, entry.notes, 'crew', null, moment_param,
    entry.equipment_id, entry.classification_id);
  perform private.note_crew_rules(entry, location, private.change_reason());
  return entry;
end $$;
comment on function private.begin_of_crew(public.employees,uuid,jsonb,timestamptz) is 'The new entry of somebody whose foreman or manager starts or switches their clock.';

create or replace function public.crew_switch(employee_ids_param uuid[], project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, ids_param uuid[] default null::uuid[], equipment_id_param uuid default null::uuid, location_param jsonb default null::jsonb, classification_id_param uuid default null::uuid) returns table(employee_id uuid, entry_id uuid, result text, hint text, message text, detail jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_location_reason(private.my_company_id(), project_id_param);
  return query select * from private.clock_crew('switch', employee_ids_param, ids_param, jsonb_build_object('project_id', project_id_param,
    'cost_code_id', cost_code_id_param, 'notes', notes_param, 'equipment_id', equipment_id_param, 'location', location_param,
    'classification_id', classification_id_param));
end $$;
comment on function public.crew_switch(uuid[],uuid,uuid,text,uuid[],uuid,jsonb,uuid) is 'Moves a crew to another project, cost code or classification; reason and location as for crew_clock_in. Result: switched, not_running, entry_too_long, refused. Refused: this person only, with hint and message (by name) and detail (rule, certificates); where nobody could be done the call fails.';
grant execute on function public.crew_switch(uuid[],uuid,uuid,text,uuid[],uuid,jsonb,uuid) to authenticated;

create or replace function private.switch_of_crew(person public.employees, id_param uuid, work_param jsonb, moment_param timestamptz, out id uuid, out result text)
language plpgsql security definer set search_path = '' as $$
declare
  running public.time_entries := private.running_entry(person.company_id, person.id);
begin
  id := running.id;
  result := case
    when running.id is null then 'not_running'
    when running.id = id_param then 'switched'
    when moment_param - running.clock_in > interval '24 hours' and not private.is_manager() then 'entry_too_long' end;
  if result is null then
    running := private.stop_entry(running, moment_param, null, null);
    id := (private.begin_of_crew(person, id_param, work_param, running.clock_out)).id;
    result := 'switched';
  end if;
end $$;

create or replace function public.crew_day(crew_id_param uuid, work_date_param date, project_id_param uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  crew public.crews := private.require_crew(crew_id_param);
begin
  return (
    select coalesce(json_agg(json_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'job_title', e.job_title,
        'cells', (select coalesce(json_agg(json_build_object('cost_code_id', c.cost_code_id, 'classification_id', c.classification_id, 'minutes', c.minutes, 'own_minutes', c.own_minutes)), '[]')
          from private.crew_day_cells(crew.company_id, e.id, work_date_param, project_id_param) c))
        order by e.id is distinct from crew.foreman_id, e.last_name, e.first_name), '[]')
    from public.employees e
    where e.company_id = crew.company_id and e.active and exists (
      select from public.crew_members m where m.company_id = crew.company_id and m.crew_id = crew.id and m.employee_id = e.id
        and daterange(m.from_date, m.to_date, '[]') @> work_date_param));
end $$;
comment on function public.crew_day(uuid,date,uuid) is 'The people of a crew on a day with the minutes they have on a project by cost code, and how many of them they punched themselves; the classification of a cell where it has one. For its foreman and managers.';
grant execute on function public.crew_day(uuid,date,uuid) to authenticated;

create or replace function private.crew_day_cells(company_id_param uuid, employee_id_param uuid, work_date_param date, project_id_param uuid) returns table(cost_code_id uuid, minutes integer, own_minutes integer, first_written timestamptz, saved_at timestamptz, classification_id uuid)
language sql stable security definer set search_path = '' as $$
  select w.cost_code_id, (sum(w.seconds) / 60)::integer, (sum(w.seconds) filter (where k.entry_id is null) / 60)::integer,
    min(t.clock_in) filter (where k.entry_id is not null), max(t.updated_at),
    case when count(distinct t.classification_id) = 1 and count(*) = count(t.classification_id) then min(t.classification_id::text)::uuid end
  from public.time_entries t
  join private.work_pieces w on w.company_id = t.company_id and w.entry_id = t.id
  left join private.crew_day_entries k on k.company_id = t.company_id and k.entry_id = t.id and k.saved_at = t.updated_at
  where t.company_id = company_id_param and t.employee_id = employee_id_param and t.project_id = project_id_param
    and t.clock_in >= work_date_param::timestamp at time zone 'UTC' - interval '38 hours'
    and t.clock_in < work_date_param::timestamp at time zone 'UTC' + interval '38 hours'
    and w.work_date = work_date_param and not w.running
  group by w.cost_code_id;
$$;
comment on function private.crew_day_cells(uuid,uuid,date,uuid) is 'Minutes of a person on a project and day by cost code, how many of them are own punches, since when, and their classification where all of it has the same.';

create or replace function public.preview_crew_day(crew_id_param uuid, work_date_param date, project_id_param uuid, rows_param jsonb) returns table(employee_id uuid, result text, message text, entries jsonb, changed jsonb)
language sql stable security definer set search_path = '' as $$
  select r.employee_id, case when r.reason is not null then 'conflict' else 'saved' end,
    coalesce(r.reason, case when r.less then 'own_time_kept' end), r.entries, r.changed
  from private.crew_day_rows(crew_id_param, work_date_param, project_id_param, rows_param) r;
$$;
comment on function public.preview_crew_day(uuid,date,uuid,jsonb) is 'What save_crew_day would do, with the entries the day would have: [{"cost_code_id", "classification_id", "clock_in", "clock_out"}].';
grant execute on function public.preview_crew_day(uuid,date,uuid,jsonb) to authenticated;

create or replace function private.crew_day_rows(crew_id_param uuid, work_date_param date, project_id_param uuid, rows_param jsonb) returns table(employee_id uuid, reason text, entries jsonb, less boolean, changed jsonb, classes jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  crew public.crews := private.require_crew(crew_id_param);
  plan private.crew_day_plan;
  sent jsonb;
  cells jsonb;
  member boolean;
begin
  if work_date_param is null or not isfinite(work_date_param) or rows_param is null or jsonb_typeof(rows_param) <> 'array' or exists (
      select from jsonb_array_elements(rows_param) r where jsonb_typeof(r) <> 'object' or not r ? 'minutes') or exists (
      select from jsonb_to_recordset(rows_param) as r (employee_id uuid, minutes integer)
      where r.employee_id is null or r.minutes not between 0 and 1440) then
    raise exception using errcode = 'P0001', hint = 'invalid_crew_hours', message = 'Every row needs a person and 0 to 1440 minutes.';
  end if;
  if not exists (select from public.projects p where p.company_id = crew.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_required', message = 'Choose a project.';
  end if;
  for employee_id, sent, member in
    select p.id, p.sent,
      exists (select from public.crew_members m join public.employees e on e.company_id = m.company_id and e.id = m.employee_id and e.active
        where m.company_id = crew.company_id and m.crew_id = crew.id and m.employee_id = p.id
          and daterange(m.from_date, m.to_date, '[]') @> work_date_param)
    from (
      select (r.row ->> 'employee_id')::uuid as id, jsonb_agg(r.row order by r.position) as sent, min(r.position) as position
      from jsonb_array_elements(rows_param) with ordinality as r (row, position)
      group by 1) p
    order by p.position
  loop
    reason := 'not_in_crew';
    entries := '[]';
    less := false;
    changed := '[]';
    classes := '[]';
    if member then
      with stored as (
        select * from private.crew_day_cells(crew.company_id, employee_id, work_date_param, project_id_param)
      ), wanted as (
        select s.cost_code_id, sum(coalesce(s.minutes, 0)) as minutes, sum(s.based_on) as based_on, min(s.position) as position,
          (array_agg(s.classification_id order by s.position desc) filter (where s.classification_id is not null))[1] as classification_id
        from rows from (jsonb_to_recordset(sent) as (cost_code_id uuid, minutes integer, based_on integer, classification_id uuid)) with ordinality
          as s (cost_code_id, minutes, based_on, classification_id, position)
        group by s.cost_code_id
      ), merged as (
        select coalesce(w.cost_code_id, s.cost_code_id) as cost_code_id, w.minutes as asked, w.based_on, coalesce(s.minutes, 0) as saved, s.saved_at,
          w.position is not null as is_sent, w.position, s.first_written, w.classification_id as chosen, s.classification_id
        from wanted w full join stored s on coalesce(s.cost_code_id::text, '') = coalesce(w.cost_code_id::text, '')
      )
      -- Cells that stand keep their order; new ones follow in the order sent.
      select coalesce(jsonb_agg(jsonb_build_object('cost_code_id', m.cost_code_id, 'minutes', case when m.is_sent then m.asked else m.saved end,
              'classification_id', coalesce(m.chosen, m.classification_id))
            order by m.first_written, m.position) filter (where m.is_sent or m.first_written is not null), '[]'),
          coalesce(jsonb_agg(jsonb_build_object('cost_code_id', m.cost_code_id, 'based_on', m.based_on, 'saved', m.saved, 'yours', m.asked,
            'saved_at', m.saved_at) order by m.position)
            filter (where m.is_sent and m.based_on <> m.saved and m.asked <> m.saved), '[]'),
          coalesce(jsonb_agg(jsonb_build_object('cost_code_id', m.cost_code_id, 'classification_id', m.chosen)) filter (where m.chosen is not null), '[]')
        into cells, changed, classes from merged m;
      plan := private.plan_crew_day(crew.company_id, employee_id, work_date_param, project_id_param, cells);
      reason := case when changed <> '[]' then 'changed_meanwhile' else plan.reason end;
      entries := plan.entries;
      less := plan.less;
    end if;
    return next;
  end loop;
end $$;
comment on function private.crew_day_rows(uuid,date,uuid,jsonb) is 'For each person sent: the entries of the day with the cells sent changed and all others as they are, or the reason why not; changed: cells that no longer have the minutes they were based on; classes: the classification chosen for a cell, own punches included.';

create or replace function private.plan_crew_day(company_id_param uuid, employee_id_param uuid, work_date_param date, project_id_param uuid, cells_param jsonb) returns private.crew_day_plan
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.zone_of(company_id_param, project_id_param);
  day constant tstzrange := tstzrange(work_date_param::timestamp at time zone zone, (work_date_param + 1)::timestamp at time zone zone);
  begins constant timestamptz := private.crew_day_start(company_id_param, employee_id_param, work_date_param, zone);
  lunch constant tstzrange := tstzrange((work_date_param + time '12:00') at time zone zone, (work_date_param + time '12:30') at time zone zone);
  plan private.crew_day_plan := (null, '[]', false);
  own record;
  busy tstzmultirange;
  missing jsonb;
  day_minutes bigint;
  cell record;
  gap tstzrange;
  left_over interval;
  ends timestamptz;
begin
  if private.is_locked(company_id_param, work_date_param, work_date_param) then
    plan.reason := 'locked';
    return plan;
  end if;
  if exists (select from public.approvals a
      where a.company_id = company_id_param and a.employee_id = employee_id_param and a.work_date = work_date_param) then
    plan.reason := 'approved';
    return plan;
  end if;

  select coalesce(range_agg(tstzrange(t.clock_in, t.clock_out)), '{}') as spans, array_agg(t.id) as ids,
      coalesce(bool_or(exists (select from public.time_entry_breaks b
        where b.company_id = t.company_id and b.time_entry_id = t.id and not b.paid)), false) as took_break
    into own
    from public.time_entries t
    where t.company_id = company_id_param and t.employee_id = employee_id_param
      and t.clock_in < upper(day) and t.clock_in > lower(day) - interval '7 days' and coalesce(t.clock_out, 'infinity') > lower(day)
      and not exists (select from private.crew_day_written(company_id_param, employee_id_param, work_date_param, project_id_param) w
        where w.id = t.id);

  with punched as (
    select w.project_id, w.cost_code_id, sum(w.seconds) / 60 as minutes
      from private.work_pieces w
      where w.company_id = company_id_param and w.entry_id = any (own.ids) and w.work_date = work_date_param and not w.running
      group by 1, 2
  ), cells as (
    select c.cost_code_id, sum(c.minutes) as minutes, min(c.position) as position, min(c.classification_id::text)::uuid as classification_id
      from rows from (jsonb_to_recordset(cells_param) as (cost_code_id uuid, minutes integer, classification_id uuid)) with ordinality
        as c (cost_code_id, minutes, classification_id, position)
      group by 1
  ), gaps as (
    select c.cost_code_id, c.position, c.classification_id, c.minutes - coalesce(p.minutes, 0) as minutes
      from cells c left join punched p on p.project_id = project_id_param and p.cost_code_id is not distinct from c.cost_code_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('cost_code_id', g.cost_code_id, 'classification_id', g.classification_id, 'minutes', g.minutes) order by g.position)
      filter (where g.minutes > 0), '[]'),
      coalesce(bool_or(g.minutes < 0), false),
      coalesce(sum(g.minutes) filter (where g.minutes > 0), 0) + coalesce((select sum(p.minutes) from punched p), 0)
    into missing, plan.less, day_minutes from gaps g;

  busy := own.spans;
  if day_minutes > 300 and not own.took_break then
    busy := busy + tstzmultirange(lunch);
  end if;
  for cell in select * from jsonb_to_recordset(missing) as c (cost_code_id uuid, classification_id uuid, minutes integer) loop
    left_over := make_interval(mins => cell.minutes);
    for gap in select unnest(tstzmultirange(tstzrange(begins, upper(day))) - busy) loop
      exit when left_over <= interval '0';
      ends := least(upper(gap), lower(gap) + left_over);
      -- Whole minutes: what is booked is what was asked for.
      ends := lower(gap) + date_trunc('minute', ends - lower(gap));
      continue when ends <= lower(gap);
      plan.entries := plan.entries || jsonb_build_object('cost_code_id', cell.cost_code_id, 'classification_id', cell.classification_id,
        'clock_in', lower(gap), 'clock_out', ends);
      busy := busy + tstzmultirange(tstzrange(lower(gap), ends));
      left_over := left_over - (ends - lower(gap));
    end loop;
    if left_over > interval '0' then
      return ('no_room', '[]'::jsonb, plan.less)::private.crew_day_plan;
    end if;
  end loop;
  if exists (select from jsonb_to_recordset(plan.entries) as e (clock_out timestamptz) where e.clock_out > now()) then
    return ('time_in_future', '[]'::jsonb, plan.less)::private.crew_day_plan;
  end if;
  return plan;
end $$;
comment on function private.plan_crew_day(uuid,uuid,date,uuid,jsonb) is 'The entries that bring a person to the hours of the cells around what they punched, or the reason why that cannot be. Cells are totals; less: some cell is below the own punches, which stay.';

create or replace function private.crew_day_start(company_id_param uuid, employee_id_param uuid, work_date_param date, zone_param text) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  starts timestamptz;
begin
  -- Schedules may not be there yet.
  if to_regclass('public.shifts') is not null then
    execute 'select min(s.starts_at) from public.shifts s
      where s.company_id = $1 and s.employee_id = $2 and s.status = ''published''
        and s.starts_at >= $3::timestamp at time zone $4 and s.starts_at < ($3 + 1)::timestamp at time zone $4'
      into starts using company_id_param, employee_id_param, work_date_param, zone_param;
  end if;
  return coalesce(starts, (work_date_param + time '07:00') at time zone zone_param);
end $$;

create or replace function private.crew_day_written(company_id_param uuid, employee_id_param uuid, work_date_param date, project_id_param uuid) returns setof public.time_entries
language sql stable security definer set search_path = '' as $$
  select t.* from public.time_entries t
  join private.crew_day_entries k on k.company_id = t.company_id and k.entry_id = t.id and k.saved_at = t.updated_at
  where t.company_id = company_id_param and t.employee_id = employee_id_param and t.work_date = work_date_param
    and t.project_id = project_id_param
    and t.clock_in >= work_date_param::timestamp at time zone 'UTC' - interval '14 hours'
    and t.clock_in < work_date_param::timestamp at time zone 'UTC' + interval '38 hours';
$$;

create or replace function public.save_crew_day(crew_id_param uuid, work_date_param date, project_id_param uuid, rows_param jsonb) returns table(employee_id uuid, result text, message text, changed jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  crew public.crews := private.require_crew(crew_id_param);
  people uuid[];
  plan record;
begin
  perform private.give_reason('Crew hours');
  people := array(select distinct r.employee_id from jsonb_to_recordset(rows_param) as r (employee_id uuid) where r.employee_id is not null);
  perform private.lock_people(crew.company_id, people,
    array(select t.id from public.time_entries t where t.company_id = crew.company_id and t.employee_id = any (people) and t.work_date = work_date_param));
  for plan in select * from private.crew_day_rows(crew_id_param, work_date_param, project_id_param, rows_param) loop
    employee_id := plan.employee_id;
    result := 'conflict';
    message := plan.reason;
    changed := plan.changed;
    if plan.reason is null then
      begin
        result := case when private.write_crew_day(crew.company_id, crew.id, plan.employee_id, work_date_param, project_id_param, plan.entries, plan.classes)
          then 'saved' else 'same' end;
        message := case when plan.less then 'own_time_kept' end;
      exception when raise_exception or integrity_constraint_violation then
        -- This person only: everyone else's hours are saved.
        get stacked diagnostics message = pg_exception_hint;
        message := coalesce(nullif(message, ''), 'no_room');
      end;
    end if;
    return next;
  end loop;
end $$;
comment on function public.save_crew_day(uuid,date,uuid,jsonb) is 'Brings cells of a crew''s day to these hours: rows [{"employee_id", "cost_code_id", "minutes", "based_on", "classification_id"}], totals per cell. Cells not sent stay; 0 or null removes one. based_on (optional): the minutes it had when it was typed over; if others were saved meanwhile the person is a conflict (changed_meanwhile) and changed lists the cells with both figures. classification_id (optional, on public work): for all time of the cell. Own punches stay. Result: saved, same, conflict; the message is a reason.';
grant execute on function public.save_crew_day(uuid,date,uuid,jsonb) to authenticated;

create or replace function private.write_crew_day(company_id_param uuid, crew_id_param uuid, employee_id_param uuid, work_date_param date, project_id_param uuid, entries_param jsonb, classes_param jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  removed integer;
  written integer;
  reclassified integer;
begin
  -- What stands already stays untouched, with its notes and history.
  delete from public.time_entries t where t.company_id = company_id_param and t.id in (
    select w.id from private.crew_day_written(company_id_param, employee_id_param, work_date_param, project_id_param) w
    where not exists (select from jsonb_to_recordset(entries_param) as e (cost_code_id uuid, clock_in timestamptz, clock_out timestamptz)
      where (e.cost_code_id, e.clock_in, e.clock_out) is not distinct from (w.cost_code_id, w.clock_in, w.clock_out)));
  get diagnostics removed = row_count;
  with stored as (
    select t.id, c.classification_id, k.entry_id is not null as is_written
    from jsonb_to_recordset(classes_param) as c (cost_code_id uuid, classification_id uuid)
    join public.time_entries t on t.company_id = company_id_param and t.employee_id = employee_id_param and t.work_date = work_date_param
      and t.project_id = project_id_param and t.cost_code_id is not distinct from c.cost_code_id and t.clock_out is not null
      and t.classification_id is distinct from private.usable_classification(t.company_id, t.project_id, c.classification_id, t.work_date)
    left join private.crew_day_entries k on k.company_id = t.company_id and k.entry_id = t.id and k.saved_at = t.updated_at
  ), changed as (
    update public.time_entries t set classification_id = s.classification_id from stored s
      where t.company_id = company_id_param and t.id = s.id
      returning t.id, t.updated_at, s.is_written
  ), noted as (
    update private.crew_day_entries k set saved_at = c.updated_at from changed c
      where k.company_id = company_id_param and k.entry_id = c.id and c.is_written
  )
  select count(*) into reclassified from changed;
  with added as (
    insert into public.time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id, classification_id, source)
      select company_id_param, employee_id_param, e.clock_in, e.clock_out, project_id_param, e.cost_code_id, e.classification_id, 'crew'
      from jsonb_to_recordset(entries_param) as e (cost_code_id uuid, classification_id uuid, clock_in timestamptz, clock_out timestamptz)
      where not exists (select from private.crew_day_written(company_id_param, employee_id_param, work_date_param, project_id_param) w
        where (e.cost_code_id, e.clock_in, e.clock_out) is not distinct from (w.cost_code_id, w.clock_in, w.clock_out))
      order by e.clock_in
      returning id, updated_at)
  insert into private.crew_day_entries (company_id, entry_id, crew_id, saved_at)
    select company_id_param, a.id, crew_id_param, a.updated_at from added a;
  get diagnostics written = row_count;
  return removed + written + reclassified > 0;
end $$;
comment on function private.write_crew_day(uuid,uuid,uuid,date,uuid,jsonb,jsonb) is 'Replaces what the matrix wrote for a person, project and day, and gives all time of cells the classification chosen for them; false if it stands already.';
