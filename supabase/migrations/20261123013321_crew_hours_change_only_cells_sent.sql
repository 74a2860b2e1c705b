-- Crew hours: a save changes the cells it sends. Cells that are not sent stay; 0 minutes or null removes a cell.
-- A cell may say what it was based on: if other minutes were saved meanwhile, the person is a conflict with both figures.

create function private.crew_day_cells(company_id_param uuid, employee_id_param uuid, work_date_param date, project_id_param uuid)
returns table(cost_code_id uuid, minutes integer, own_minutes integer, first_written timestamptz, saved_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select w.cost_code_id, (sum(w.seconds) / 60)::integer, (sum(w.seconds) filter (where k.entry_id is null) / 60)::integer,
    min(t.clock_in) filter (where k.entry_id is not null), max(t.updated_at)
  from public.time_entries t
  join private.work_pieces w on w.company_id = t.company_id and w.entry_id = t.id
  left join private.crew_day_entries k on k.company_id = t.company_id and k.entry_id = t.id and k.saved_at = t.updated_at
  where t.company_id = company_id_param and t.employee_id = employee_id_param and t.project_id = project_id_param
    and t.clock_in >= work_date_param::timestamp at time zone 'UTC' - interval '38 hours'
    and t.clock_in < work_date_param::timestamp at time zone 'UTC' + interval '38 hours'
    and w.work_date = work_date_param and not w.running
  group by w.cost_code_id;
$$;
comment on function private.crew_day_cells(uuid,uuid,date,uuid) is 'Minutes of a person on a project and day by cost code, how many of them are own punches, and since when.';

create or replace function public.crew_day(crew_id_param uuid, work_date_param date, project_id_param uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  crew public.crews := private.require_crew(crew_id_param);
begin
  return (
    select coalesce(json_agg(json_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'job_title', e.job_title,
        'cells', (select coalesce(json_agg(json_build_object('cost_code_id', c.cost_code_id, 'minutes', c.minutes, 'own_minutes', c.own_minutes)), '[]')
          from private.crew_day_cells(crew.company_id, e.id, work_date_param, project_id_param) c))
        order by e.id is distinct from crew.foreman_id, e.last_name, e.first_name), '[]')
    from public.employees e
    where e.company_id = crew.company_id and e.active and exists (
      select from public.crew_members m where m.company_id = crew.company_id and m.crew_id = crew.id and m.employee_id = e.id
        and daterange(m.from_date, m.to_date, '[]') @> work_date_param));
end $$;

drop function public.preview_crew_day(uuid,date,uuid,jsonb);
drop function public.save_crew_day(uuid,date,uuid,jsonb);
drop function private.crew_day_rows(uuid,date,uuid,jsonb);

create function private.crew_day_rows(crew_id_param uuid, work_date_param date, project_id_param uuid, rows_param jsonb)
returns table(employee_id uuid, reason text, entries jsonb, less boolean, changed jsonb)
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
    if member then
      with stored as (
        select * from private.crew_day_cells(crew.company_id, employee_id, work_date_param, project_id_param)
      ), wanted as (
        select s.cost_code_id, sum(coalesce(s.minutes, 0)) as minutes, sum(s.based_on) as based_on, min(s.position) as position
        from rows from (jsonb_to_recordset(sent) as (cost_code_id uuid, minutes integer, based_on integer)) with ordinality
          as s (cost_code_id, minutes, based_on, position)
        group by s.cost_code_id
      ), merged as (
        select coalesce(w.cost_code_id, s.cost_code_id) as cost_code_id, w.minutes as asked, w.based_on, coalesce(s.minutes, 0) as saved, s.saved_at,
          w.position is not null as is_sent, w.position, s.first_written
        from wanted w full join stored s on coalesce(s.cost_code_id::text, '') = coalesce(w.cost_code_id::text, '')
      )
      -- Cells that stand keep their order; new ones follow in the order sent.
      select coalesce(jsonb_agg(jsonb_build_object('cost_code_id', m.cost_code_id, 'minutes', case when m.is_sent then m.asked else m.saved end)
            order by m.first_written, m.position) filter (where m.is_sent or m.first_written is not null), '[]'),
          coalesce(jsonb_agg(jsonb_build_object('cost_code_id', m.cost_code_id, 'based_on', m.based_on, 'saved', m.saved, 'yours', m.asked,
            'saved_at', m.saved_at) order by m.position)
            filter (where m.is_sent and m.based_on <> m.saved and m.asked <> m.saved), '[]')
        into cells, changed from merged m;
      plan := private.plan_crew_day(crew.company_id, employee_id, work_date_param, project_id_param, cells);
      reason := case when changed <> '[]' then 'changed_meanwhile' else plan.reason end;
      entries := plan.entries;
      less := plan.less;
    end if;
    return next;
  end loop;
end $$;
comment on function private.crew_day_rows(uuid,date,uuid,jsonb) is 'For each person sent: the entries of the day with the cells sent changed and all others as they are, or the reason why not; changed: cells that no longer have the minutes they were based on.';

create or replace function private.write_crew_day(company_id_param uuid, crew_id_param uuid, employee_id_param uuid, work_date_param date, project_id_param uuid, entries_param jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  removed integer;
  written integer;
begin
  -- What stands already stays untouched, with its notes and history.
  delete from public.time_entries t where t.company_id = company_id_param and t.id in (
    select w.id from private.crew_day_written(company_id_param, employee_id_param, work_date_param, project_id_param) w
    where not exists (select from jsonb_to_recordset(entries_param) as e (cost_code_id uuid, clock_in timestamptz, clock_out timestamptz)
      where (e.cost_code_id, e.clock_in, e.clock_out) is not distinct from (w.cost_code_id, w.clock_in, w.clock_out)));
  get diagnostics removed = row_count;
  with added as (
    insert into public.time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id, source)
      select company_id_param, employee_id_param, e.clock_in, e.clock_out, project_id_param, e.cost_code_id, 'crew'
      from jsonb_to_recordset(entries_param) as e (cost_code_id uuid, clock_in timestamptz, clock_out timestamptz)
      where not exists (select from private.crew_day_written(company_id_param, employee_id_param, work_date_param, project_id_param) w
        where (e.cost_code_id, e.clock_in, e.clock_out) is not distinct from (w.cost_code_id, w.clock_in, w.clock_out))
      order by e.clock_in
      returning id, updated_at)
  insert into private.crew_day_entries (company_id, entry_id, crew_id, saved_at)
    select company_id_param, a.id, crew_id_param, a.updated_at from added a;
  get diagnostics written = row_count;
  return removed + written > 0;
end $$;

create function public.preview_crew_day(crew_id_param uuid, work_date_param date, project_id_param uuid, rows_param jsonb)
returns table(employee_id uuid, result text, message text, entries jsonb, changed jsonb)
language sql stable security definer set search_path = '' as $$
  select r.employee_id, case when r.reason is not null then 'conflict' else 'saved' end,
    coalesce(r.reason, case when r.less then 'own_time_kept' end), r.entries, r.changed
  from private.crew_day_rows(crew_id_param, work_date_param, project_id_param, rows_param) r;
$$;
comment on function public.preview_crew_day(uuid,date,uuid,jsonb) is 'What save_crew_day would do, with the entries the day would have: [{"cost_code_id", "clock_in", "clock_out"}].';
revoke execute on function public.preview_crew_day(uuid,date,uuid,jsonb) from public, anon;
grant execute on function public.preview_crew_day(uuid,date,uuid,jsonb) to authenticated;

create function public.save_crew_day(crew_id_param uuid, work_date_param date, project_id_param uuid, rows_param jsonb)
returns table(employee_id uuid, result text, message text, changed jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  crew public.crews := private.require_crew(crew_id_param);
  plan record;
begin
  perform private.give_reason('Crew hours');
  perform private.lock_time_shared(crew.company_id);
  perform private.lock_employee_time(crew.company_id, people.id) from (
    select distinct r.employee_id as id from jsonb_to_recordset(rows_param) as r (employee_id uuid)
    where r.employee_id is not null order by 1) people;
  for plan in select * from private.crew_day_rows(crew_id_param, work_date_param, project_id_param, rows_param) loop
    employee_id := plan.employee_id;
    result := 'conflict';
    message := plan.reason;
    changed := plan.changed;
    if plan.reason is null then
      begin
        result := case when private.write_crew_day(crew.company_id, crew.id, plan.employee_id, work_date_param, project_id_param, plan.entries)
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
comment on function public.save_crew_day(uuid,date,uuid,jsonb) is 'Brings cells of a crew''s day to these hours: rows [{"employee_id", "cost_code_id", "minutes", "based_on"}], totals per cell. Cells not sent stay; 0 or null removes one. based_on (optional): the minutes it had when it was typed over; if others were saved meanwhile the person is a conflict (changed_meanwhile) and changed lists the cells with both figures. Own punches stay. Result: saved, same, conflict; the message is a reason.';
revoke execute on function public.save_crew_day(uuid,date,uuid,jsonb) from public, anon;
grant execute on function public.save_crew_day(uuid,date,uuid,jsonb) to authenticated;
