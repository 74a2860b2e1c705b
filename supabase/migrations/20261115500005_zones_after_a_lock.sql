-- A period that is locked has paid its hours. A new zone moves midnight, and with it the hours beside the
-- period's first and last midnight: in or out of what was paid. So the zone stays while there are such hours.

create function private.refuse_zone_that_moves_paid_time(
  company_id_param uuid, old_zone_param text, new_zone_param text
) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  period record;
begin
  select p.start_date, p.end_date into period
    from public.pay_periods p
    cross join lateral (values (p.start_date), (p.end_date + 1)) as edge (day)
    cross join lateral (
      select least(m.before, m.after) as starts, greatest(m.before, m.after) as ends
        from (select edge.day::timestamp at time zone old_zone_param as before, edge.day::timestamp at time zone new_zone_param as after) m
    ) moved
    join public.time_entries t on t.company_id = company_id_param
      and t.clock_in < moved.ends and coalesce(t.clock_out, 'infinity') > moved.starts
   where p.company_id = company_id_param and p.status = 'locked'
   order by p.start_date limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'zone_moves_locked_time',
      message = 'This time zone would move hours in or out of a locked pay period. Unlock the period first.',
      detail = json_build_object('start_date', period.start_date, 'end_date', period.end_date)::text;
  end if;
end $$;
comment on function private.refuse_zone_that_moves_paid_time(uuid, text, text) is
  'Refuses a change of zone while time lies between the old and the new midnight of a locked period''s edge.';
revoke execute on function private.refuse_zone_that_moves_paid_time(uuid, text, text) from public, anon, authenticated, service_role;

create or replace function private.close_time_for_new_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_time(new.id);
  perform private.refuse_zone_that_moves_paid_time(new.id, old.time_zone, new.time_zone);
  return new;
end $$;

-- A project's zone moves dates only; none moves out of a locked period, and none into one.
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
      if private.is_locked(old.company_id, old.work_date, old.work_date)
        or private.is_locked(new.company_id, new.work_date, new.work_date) then
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
