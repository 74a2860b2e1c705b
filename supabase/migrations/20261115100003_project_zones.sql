-- A project may lie in another zone than the company's office: its entries get their work date there.

alter table public.projects add column time_zone text
  constraint projects_time_zone_length check (char_length(time_zone) between 1 and 64);
comment on column public.projects.time_zone is 'IANA zone of the place; null is the company''s. The work date of an entry follows its project''s zone.';
comment on column public.time_entries.work_date is 'Local date of clock_in in the zone of its project or else its company, kept by trigger.';

create function private.check_time_zone(zone_param text) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- PostgreSQL also takes offsets and POSIX rules for a zone; those have no clock changes, so only names pass.
  if zone_param ~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$' then
    perform now() at time zone zone_param;
    return;
  end if;
  raise invalid_parameter_value;
exception when invalid_parameter_value then
  raise exception using errcode = 'P0001', hint = 'unknown_time_zone',
    message = 'This time zone is not known.', detail = zone_param;
end $$;
comment on function private.check_time_zone(text) is 'Refuses what is not the name of a zone.';

-- Plain SQL without settings, so that it melts into the query that asks.
create function private.zone_of(company_id_param uuid, project_id_param uuid) returns text
language sql stable parallel safe
return (select coalesce(
  (select p.time_zone from public.projects p where p.company_id = company_id_param and p.id = project_id_param),
  (select c.time_zone from public.companies c where c.id = company_id_param)));
comment on function private.zone_of(uuid, uuid) is 'Zone in which the work date of an entry on this project, or on none, begins and ends.';

create function private.check_project_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.time_zone is not null then
    perform private.check_time_zone(new.time_zone);
  end if;
  if tg_op = 'UPDATE' then
    perform private.close_time(new.company_id);
  end if;
  return new;
end $$;
comment on function private.check_project_zone() is 'A known zone; writers of time wait for a new one, so none uses the old one.';

create trigger check_project_zone before insert on public.projects
  for each row when (new.time_zone is not null) execute function private.check_project_zone();
create trigger check_new_project_zone before update on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.check_project_zone();

create or replace function private.keep_time_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  manages boolean := private.is_system() or private.is_manager();
  moved boolean := true;
  rebooked boolean := true;
  moment timestamptz;
begin
  if tg_op = 'INSERT' and new.company_id is null then
    select e.company_id into strict new.company_id from public.employees e where e.id = new.employee_id;
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.company_id, new.employee_id) is distinct from (old.id, old.company_id, old.employee_id) then
      raise exception using errcode = 'P0001', hint = 'identity_fixed',
        message = 'An entry cannot be moved to another person. Delete it and enter a new one.';
    end if;
    moved := (new.clock_in, new.clock_out) is distinct from (old.clock_in, old.clock_out);
    rebooked := (new.project_id, new.cost_code_id, new.equipment_id)
      is distinct from (old.project_id, old.cost_code_id, old.equipment_id);
  end if;

  perform private.open_time(new.company_id);
  perform private.lock_employee_time(new.company_id, new.employee_id);
  moment := clock_timestamp();
  select coalesce(p.time_zone, c.time_zone) as time_zone, c.cost_code_required, c.capture_location, c.edit_reason_required into company
    from public.companies c left join public.projects p on p.company_id = c.id and p.id = new.project_id
    where c.id = new.company_id;

  -- Derived columns follow; what a client sends for them is not asked.
  new.status := case when new.clock_out is null then 'active' else 'completed' end;
  new.work_date := (new.clock_in at time zone company.time_zone)::date;
  if tg_op = 'INSERT' then
    new.source := case when new.source = 'manual' and new.clock_out is null then 'timer' else new.source end;
    new.created_by := auth.uid();
    new.created_at := moment;
  else
    new.source := old.source;
    new.created_by := old.created_by;
    new.created_at := old.created_at;
    if not moved and not rebooked and (new.notes, new.meal_waived, new.clock_in_location, new.clock_out_location)
        is not distinct from (old.notes, old.meal_waived, old.clock_in_location, old.clock_out_location) then
      -- Nothing a person wrote has changed: only the work date may follow the zone.
      if private.is_locked(old.company_id, old.work_date, old.work_date) then
        return old;
      end if;
      new.updated_by := old.updated_by;
      new.updated_at := old.updated_at;
      return new;
    end if;
    if private.is_locked(old.company_id, old.work_date, (coalesce(old.clock_out, moment) at time zone company.time_zone)::date) then
      perform private.raise_frozen(true);
    elsif private.is_approved(old) then
      perform private.raise_frozen(false);
    end if;
    perform private.check_reason(new.company_id, new.employee_id, company.edit_reason_required);
  end if;
  new.updated_by := auth.uid();
  new.updated_at := moment;

  if moved and new.clock_in < coalesce(new.clock_out, 'infinity') then
    -- A clock set back since the start must not keep anyone from stopping.
    if (new.clock_in > moment + interval '5 minutes' and (tg_op = 'INSERT' or new.clock_in <> old.clock_in))
      or new.clock_out > greatest(moment + interval '5 minutes', new.clock_in + interval '1 microsecond') then
      raise exception using errcode = 'P0001', hint = 'time_in_future',
        message = 'Time cannot be entered ahead.';
    end if;
    if not manages and coalesce(new.clock_out, moment) - new.clock_in > interval '24 hours' then
      raise exception using errcode = 'P0001', hint = 'entry_too_long',
        message = 'An entry cannot be longer than 24 hours. Set the time you really stopped, or ask a manager.';
    end if;
    if private.is_locked(new.company_id, new.work_date, (coalesce(new.clock_out, moment) at time zone company.time_zone)::date) then
      perform private.raise_frozen(true);
    end if;
    perform private.check_overlap(new);
  end if;
  if tg_op = 'UPDATE' and new.work_date <> old.work_date and private.is_locked(new.company_id, new.work_date, new.work_date) then
    -- Moved to a project in another zone, where it counts for a day that is closed.
    perform private.raise_frozen(true);
  end if;
  if rebooked or (tg_op = 'UPDATE' and new.clock_out is null and old.clock_out is not null) then
    perform private.check_booking(new, manages, company.cost_code_required);
  end if;
  if company.capture_location then
    new.clock_in_location := private.clean_location(new.clock_in_location);
    new.clock_out_location := private.clean_location(new.clock_out_location);
  else
    new.clock_in_location := null;
    new.clock_out_location := null;
  end if;
  return new;
end $$;
comment on function private.keep_time_rules() is 'The rules of time for inserts and updates, and the derived columns.';

create or replace function private.keep_deletion_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
begin
  perform private.open_time(old.company_id);
  perform private.lock_employee_time(old.company_id, old.employee_id);
  select private.zone_of(c.id, old.project_id) as time_zone, c.edit_reason_required into company from public.companies c where c.id = old.company_id;
  if private.is_locked(old.company_id, old.work_date, (coalesce(old.clock_out, now()) at time zone company.time_zone)::date) then
    perform private.raise_frozen(true);
  elsif private.is_approved(old) then
    perform private.raise_frozen(false);
  end if;
  perform private.check_reason(old.company_id, old.employee_id, company.edit_reason_required);
  return old;
end $$;

create or replace function private.keep_break_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
  company record;
  subject public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and (new.id, new.company_id, new.time_entry_id) is distinct from (old.id, old.company_id, old.time_entry_id) then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'A break cannot be moved to another entry.';
  end if;

  -- The entry's row first, then the person's lock, as every writer of time does.
  perform from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id for key share;
  if not found then
    return subject; -- deleted with its entry, or refused by the foreign key
  end if;
  perform private.open_time(subject.company_id);
  perform private.lock_employee_time(subject.company_id,
    (select e.employee_id from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id));
  select * into entry from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id;
  select private.zone_of(c.id, entry.project_id) as time_zone, c.edit_reason_required into company from public.companies c where c.id = entry.company_id;

  if private.is_locked(entry.company_id, entry.work_date, (coalesce(entry.clock_out, now()) at time zone company.time_zone)::date) then
    perform private.raise_frozen(true);
  elsif private.is_approved(entry) then
    perform private.raise_frozen(false);
  end if;
  if tg_op <> 'INSERT' then
    perform private.check_reason(entry.company_id, entry.employee_id, company.edit_reason_required);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;

  new.employee_id := entry.employee_id;
  if new.started_at > clock_timestamp() + interval '5 minutes' or new.ended_at > clock_timestamp() + interval '5 minutes' then
    raise exception using errcode = 'P0001', hint = 'time_in_future', message = 'Time cannot be entered ahead.';
  end if;
  if new.started_at < entry.clock_in or coalesce(new.ended_at, new.started_at) > coalesce(entry.clock_out, 'infinity')
    or (new.ended_at is null and entry.clock_out is not null) then
    raise exception using errcode = 'P0001', hint = 'break_outside_entry',
      message = 'A break must lie within the time worked.';
  end if;
  return new;
end $$;

-- A new zone applies to every period that is not locked.
create or replace function private.move_work_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'companies' then
    update public.time_entries e set work_date = (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date
      where e.company_id = new.id and e.work_date <> (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date;
  else
    update public.time_entries e set work_date = (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date
      where e.company_id = new.company_id and e.project_id = new.id
        and e.work_date <> (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date;
  end if;
  return null;
end $$;
comment on function private.move_work_dates() is 'Recomputes work dates after a change of the company''s or a project''s zone; locked periods keep theirs.';

create trigger move_work_dates after update on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.move_work_dates();

revoke execute on function private.check_time_zone(text), private.check_project_zone() from public;
revoke execute on function private.zone_of(uuid, uuid) from public;
grant execute on function private.zone_of(uuid, uuid) to authenticated, service_role;
