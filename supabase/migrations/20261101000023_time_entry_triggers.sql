-- Runs before the rules as the caller, so that nobody learns from a rule's error about time that
-- is not theirs: row-level security would refuse too, but only after the triggers.
create function private.refuse_time_of_others() returns trigger
language plpgsql set search_path = '' as $$
declare
  me public.employees;
begin
  if current_user in ('authenticated', 'anon') then
    me := private.me();
    new.company_id := coalesce(new.company_id, me.company_id);
    if me.id is null or new.company_id is distinct from me.company_id
      or not (me.role in ('owner', 'manager') or new.employee_id is not distinct from me.id) then
      raise exception using errcode = '42501',
        message = format('new row violates row-level security policy for table "%s"', tg_table_name);
    end if;
    -- What the entry says about its own origin is not the client's to choose; managers may import.
    if new.source <> 'import' or me.role not in ('owner', 'manager') then
      new.source := 'manual';
    end if;
  end if;
  return new;
end $$;
comment on function private.refuse_time_of_others() is 'Refuses a client''s insert for others before any rule looks at it.';

create function private.keep_time_rules() returns trigger
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
    rebooked := (new.project_id, new.cost_code_id) is distinct from (old.project_id, old.cost_code_id);
  end if;

  perform private.open_time(new.company_id);
  perform private.lock_employee_time(new.company_id, new.employee_id);
  moment := clock_timestamp();
  select c.time_zone, c.cost_code_required, c.capture_location, c.edit_reason_required into company
    from public.companies c where c.id = new.company_id;

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
      -- Nothing a person wrote has changed: only the work date may follow the company's zone.
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

create function private.keep_deletion_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
begin
  perform private.open_time(old.company_id);
  perform private.lock_employee_time(old.company_id, old.employee_id);
  select c.time_zone, c.edit_reason_required into company from public.companies c where c.id = old.company_id;
  if private.is_locked(old.company_id, old.work_date, (coalesce(old.clock_out, now()) at time zone company.time_zone)::date) then
    perform private.raise_frozen(true);
  elsif private.is_approved(old) then
    perform private.raise_frozen(false);
  end if;
  perform private.check_reason(old.company_id, old.employee_id, company.edit_reason_required);
  return old;
end $$;
comment on function private.keep_deletion_rules() is 'Approved and locked time cannot be deleted; the audit trigger records the rest.';

-- Stopping while on break ends the break; otherwise breaks stay inside their entry.
create function private.keep_breaks_inside() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.clock_out is not null then
    update public.time_entry_breaks b set ended_at = new.clock_out
      where b.company_id = new.company_id and b.time_entry_id = new.id
        and b.ended_at is null and b.started_at < new.clock_out;
  end if;
  if exists (
    select from public.time_entry_breaks b
    where b.company_id = new.company_id and b.time_entry_id = new.id
      and (b.started_at < new.clock_in or coalesce(b.ended_at, b.started_at) > coalesce(new.clock_out, 'infinity')
        or (b.ended_at is null and new.clock_out is not null))) then
    raise exception using errcode = 'P0001', hint = 'break_outside_entry',
      message = 'A break lies outside this time. Change or delete the break first.';
  end if;
  return null;
end $$;

create trigger a_refuse_time_of_others before insert on public.time_entries
  for each row execute function private.refuse_time_of_others();
create trigger b_keep_time_rules before insert or update on public.time_entries
  for each row execute function private.keep_time_rules();
create trigger b_keep_deletion_rules before delete on public.time_entries
  for each row execute function private.keep_deletion_rules();
create trigger keep_breaks_inside after update on public.time_entries
  for each row when ((old.clock_in, old.clock_out) is distinct from (new.clock_in, new.clock_out))
  execute function private.keep_breaks_inside();

-- A new zone applies to every period that is not locked. Writers of time wait, so none uses the old one.
create function private.close_time_for_new_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_time(new.id);
  return new;
end $$;

create function private.move_work_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.time_entries e set work_date = (e.clock_in at time zone new.time_zone)::date
    where e.company_id = new.id and e.work_date <> (e.clock_in at time zone new.time_zone)::date;
  return null;
end $$;
comment on function private.move_work_dates() is 'Recomputes work dates after a change of the company''s zone; locked periods keep theirs.';

create trigger close_time_for_new_zone before update on public.companies
  for each row when (old.time_zone is distinct from new.time_zone)
  execute function private.close_time_for_new_zone();
create trigger move_work_dates after update on public.companies
  for each row when (old.time_zone is distinct from new.time_zone)
  execute function private.move_work_dates();
