-- Whether the caller manages matters to an entry of more than a day and to a project with a team. It was
-- asked with every punch.

create or replace function private.keep_time_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
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

  perform private.lock_time_shared(new.company_id);
  perform private.lock_employee_time(new.company_id, new.employee_id);
  moment := clock_timestamp();
  select coalesce(p.time_zone, c.time_zone) as time_zone, c.cost_code_required, c.edit_reason_required into company
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
    if not moved and not rebooked and (new.notes, new.meal_waived) is not distinct from (old.notes, old.meal_waived) then
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
      perform private.refuse_frozen_time(true);
    elsif private.is_approved(old) then
      perform private.refuse_frozen_time(false);
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
        message = 'You can''t enter time in the future.';
    end if;
    -- What a phone kept while it had no signal may have begun long ago; its own rules hold an end that is too late.
    if coalesce(new.clock_out, moment) - new.clock_in > interval '24 hours'
      and coalesce(current_setting('chalkline.syncing', true), '') <> 'on'
      and not (private.is_system() or private.is_manager()) then
      raise exception using errcode = 'P0001', hint = 'entry_too_long',
        message = 'An entry cannot be longer than 24 hours. Set the time you really stopped, or ask a manager.';
    end if;
    if private.is_locked(new.company_id, new.work_date, (coalesce(new.clock_out, moment) at time zone company.time_zone)::date) then
      perform private.refuse_frozen_time(true);
    end if;
    perform private.check_overlap(new);
  end if;
  if tg_op = 'UPDATE' and new.work_date <> old.work_date and private.is_locked(new.company_id, new.work_date, new.work_date) then
    -- Moved to a project in another zone, where it counts for a day that is closed.
    perform private.refuse_frozen_time(true);
  end if;
  if rebooked or (tg_op = 'UPDATE' and new.clock_out is null and old.clock_out is not null) then
    perform private.check_booking(new, null, company.cost_code_required);
  end if;
  return new;
end $$;

create or replace function private.check_booking(entry public.time_entries, manages_param boolean, code_required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  project record;
  -- What comes from another program may belong to what is over by now.
  history boolean := private.change_source() = 'import' and entry.clock_out is not null;
begin
  if entry.project_id is not null then
    select p.status, p.archived_at,
        exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id) as has_team,
        exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id
          and m.employee_id = entry.employee_id) as in_team
      into project
      from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id;
    -- Who is asking is looked up here, unless the caller of this function knows.
    if found and project.has_team and not project.in_team and not coalesce(manages_param, private.is_system() or private.is_manager()) then
      raise exception using errcode = 'P0001', hint = 'project_not_open_to_you',
        message = 'You are not on the team of this project.';
    end if;
    if project.archived_at is not null and not history or (project.status <> 'active' and entry.clock_out is null) then
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
  if not history and exists (select from public.cost_codes c
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
