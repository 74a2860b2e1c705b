-- What time may never look like, whoever writes it: plain inserts and updates, the clock functions,
-- an import or the service role.

create function private.me() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees;
begin
  select * into me from public.employees e
    where e.user_id = auth.uid() and e.active and private.has_passed_second_factor();
  return me;
end $$;
comment on function private.me() is 'The caller''s employee record, or null.';
revoke all on function private.me() from public;
grant execute on function private.me() to authenticated, service_role;

-- All writes of one person's time queue here. Two devices then never wait for each other inside a
-- constraint, and the loser can be told what the winner did. Row locks come before this lock.
create function private.lock_employee_time(company_id_param uuid, employee_id_param uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('employee:' || company_id_param::text || employee_id_param::text, 0));
$$;
comment on function private.lock_employee_time(uuid, uuid) is 'Serialises writes of one employee''s time until the transaction ends.';

create function private.is_locked(company_id_param uuid, from_param date, to_param date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked'
      and daterange(p.start_date, p.end_date, '[]') && daterange(from_param, to_param, '[]'));
end $$;
comment on function private.is_locked(uuid, date, date) is 'Whether any of these dates lies in a locked pay period.';

create function private.is_approved(entry public.time_entries) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return entry.clock_out is not null and exists (
    select from public.approvals a
    where a.company_id = entry.company_id and a.employee_id = entry.employee_id and a.work_date = entry.work_date
      and a.approved_at >= entry.updated_at);
end $$;
comment on function private.is_approved(public.time_entries) is 'Whether a completed entry is covered by an approval of its work date made after its last change.';

create function private.clean_location(location_param jsonb) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
begin
  return nullif(jsonb_strip_nulls(jsonb_build_object(
    'lat', round((location_param ->> 'lat')::numeric, 5),
    'lon', round((location_param ->> 'lon')::numeric, 5),
    'accuracy', round((location_param ->> 'accuracy')::numeric))), '{}');
exception when others then
  -- A location that makes no sense must never keep someone from clocking in.
  return null;
end $$;
comment on function private.clean_location(jsonb) is 'Latitude and longitude to 5 decimals with accuracy in metres, or null.';

create function private.raise_frozen(locked_param boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if locked_param then
    raise exception using errcode = 'P0001', hint = 'period_locked',
      message = 'This pay period is locked. Enter a correction in an open period.';
  end if;
  raise exception using errcode = 'P0001', hint = 'time_approved',
    message = 'This time has been approved and cannot be changed.';
end $$;

create function private.check_reason(company_id_param uuid, employee_id_param uuid, required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if required_param and not private.is_system()
    and employee_id_param is distinct from private.my_employee_id() and private.change_reason() is null then
    raise exception using errcode = 'P0001', hint = 'reason_required',
      message = 'Say why you change the time of someone else.';
  end if;
end $$;

create function private.check_booking(entry public.time_entries, manages_param boolean, code_required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  project record;
begin
  if entry.project_id is not null then
    select p.status, p.archived_at,
        exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id) as has_team,
        exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id
          and m.employee_id = entry.employee_id) as in_team
      into project
      from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id;
    if found and project.has_team and not project.in_team and not manages_param then
      raise exception using errcode = 'P0001', hint = 'project_not_open_to_you',
        message = 'You are not on the team of this project.';
    end if;
    if project.archived_at is not null or (project.status <> 'active' and entry.clock_out is null) then
      raise exception using errcode = 'P0001', hint = 'project_not_active',
        message = 'This project is not active, so no time can be started on it.';
    end if;
  end if;

  if entry.cost_code_id is null then
    if code_required_param then
      raise exception using errcode = 'P0001', hint = 'cost_code_required',
        message = 'Your company asks for a cost code on every entry.';
    end if;
    return;
  end if;
  if exists (select from public.cost_codes c
      where c.company_id = entry.company_id and c.id = entry.cost_code_id and not c.active) then
    raise exception using errcode = 'P0001', hint = 'cost_code_archived',
      message = 'This cost code is no longer in use.';
  end if;
  if exists (select from public.project_cost_codes l
      where l.company_id = entry.company_id and l.project_id = entry.project_id)
    and not exists (select from public.project_cost_codes l
      where l.company_id = entry.company_id and l.project_id = entry.project_id and l.cost_code_id = entry.cost_code_id) then
    raise exception using errcode = 'P0001', hint = 'cost_code_not_on_project',
      message = 'This cost code is not used on this project.';
  end if;
end $$;
comment on function private.check_booking(public.time_entries, boolean, boolean) is
  'Project open to the person and active, cost code in use and allowed there. What does not exist is left to the foreign key.';

-- The constraint would refuse an overlap as well, but could not name the other entry.
-- As entries never overlap, only the last one that starts before the new end can be in the way.
create function private.check_overlap(entry public.time_entries) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  select e.id, e.clock_in, e.clock_out, e.project_id, e.cost_code_id, e.notes into other
    from public.time_entries e
    where e.company_id = entry.company_id and e.employee_id = entry.employee_id
      and e.clock_in < coalesce(entry.clock_out, 'infinity') and e.id <> entry.id
    order by e.clock_in desc limit 1;
  if not found or other.clock_out <= entry.clock_in then
    return;
  end if;
  if other.clock_out is null and entry.clock_out is null then
    raise exception using errcode = 'unique_violation', constraint = 'time_entries_one_running',
      schema = 'public', table = 'time_entries', hint = 'already_running', detail = to_json(other)::text,
      message = 'The clock is already running.';
  end if;
  raise exception using errcode = 'exclusion_violation', constraint = 'time_entries_no_overlap',
    schema = 'public', table = 'time_entries', hint = 'time_overlap', detail = to_json(other)::text,
    message = 'This time overlaps another entry.';
end $$;
comment on function private.check_overlap(public.time_entries) is 'Refuses an overlap with the other entry as JSON in the detail.';

grant execute on function private.lock_employee_time(uuid, uuid), private.open_time(uuid) to authenticated, service_role;
