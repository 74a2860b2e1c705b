create table public.time_entries (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  clock_in timestamptz not null,
  clock_out timestamptz,
  work_date date default CURRENT_DATE not null,
  project_id uuid,
  cost_code_id uuid,
  notes text,
  status text default 'active' not null,
  source text default 'manual' not null,
  meal_waived boolean default false not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  equipment_id uuid,
  device text,
  classification_id uuid,
  custom jsonb default '{}'::jsonb not null,
  machines jsonb,
  constraint time_entries_pkey primary key (company_id, id),
  constraint time_entries_no_overlap exclude using gist (uuid_hash_extended(employee_id, uuid_hash_extended(company_id, 0)) with =, tstzrange(clock_in, clock_out) with &&),
  constraint time_entries_device_length check (char_length(device) <= 300),
  constraint time_entries_end_after_start check (clock_out > clock_in),
  constraint time_entries_machines_form check (jsonb_typeof(machines) = 'array' and jsonb_array_length(machines) between 1 and 6),
  constraint time_entries_notes_length check (char_length(notes) <= 2000),
  constraint time_entries_source_known check (source in ('timer', 'manual', 'crew', 'kiosk', 'import')),
  constraint time_entries_status_follows_clock_out check (status =
case
    when clock_out is null then 'active'
    else 'completed'
end),
  constraint time_entries_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id),
  constraint time_entries_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint time_entries_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint time_entries_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id),
  constraint time_entries_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.time_entries');
create index time_entries_by_classification on public.time_entries (company_id, classification_id) where classification_id is not null;
create index time_entries_by_company on public.time_entries (company_id, clock_in desc);
create index time_entries_by_cost_code on public.time_entries (company_id, cost_code_id) where cost_code_id is not null;
create index time_entries_by_employee on public.time_entries (company_id, employee_id, clock_in desc);
create index time_entries_by_equipment on public.time_entries (company_id, equipment_id, clock_in desc) where equipment_id is not null;
create index time_entries_by_project on public.time_entries (company_id, project_id, clock_in desc);
create index time_entries_by_machines on public.time_entries (company_id, clock_in) where machines is not null;
create unique index time_entries_one_running on public.time_entries (company_id, employee_id) where clock_out is null;
create index time_entries_with_custom on public.time_entries (company_id) where custom <> '{}'::jsonb;
create index time_entries_over_a_day on public.time_entries (company_id, clock_in) where (clock_out - clock_in) > '24:00:00'::interval;
comment on table public.time_entries is 'A stretch of time one person worked. Exact instants; rounding is a pay rule.';
comment on column public.time_entries.clock_out is 'Null while running.';
comment on column public.time_entries.work_date is 'Local date of clock_in in the zone of its project or else its company, maintained by trigger.';
comment on column public.time_entries.status is 'active while running, completed otherwise; follows clock_out by trigger.';
comment on column public.time_entries.source is 'How the entry came to be: timer, manual, crew (by a foreman), kiosk, import.';
comment on column public.time_entries.meal_waived is 'The person says there was no full meal break, so none is deducted.';
comment on column public.time_entries.equipment_id is 'The machine or vehicle worked with, if any; of several the first.';
comment on column public.time_entries.machines is 'Several machines in one entry, or one that travelled or stood by: [{"equipment_id", "kind": working | travel | standby, "share": percent}], together 100; a part without a machine has no equipment_id. Null: all of the time is work with equipment_id. Naming another equipment_id alone ends the split.';
comment on column public.time_entries.device is 'What the device of the last punch calls itself (its browser''s agent text). Not the client''s to write.';
comment on column public.time_entries.classification_id is 'On public work: what kind of work it was, by the wage determination.';
comment on column public.time_entries.custom is 'Values of the company''s own fields, by the id of the field in custom_fields.';
alter table public.time_entries enable row level security;
alter publication supabase_realtime add table public.time_entries;
grant select, insert, update, delete on table public.time_entries to authenticated;

create table private.moved_entries (
  company_id uuid not null,
  time_entry_id uuid not null,
  project_moved boolean not null,
  start_moved boolean not null,
  constraint moved_entries_pkey primary key (company_id, time_entry_id),
  constraint moved_entries_one check (project_moved or start_moved),
  constraint moved_entries_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
comment on table private.moved_entries is 'Entries whose project or start somebody chose last who is neither the person nor a manager: no scope follows from them.';
alter table private.moved_entries enable row level security;

create policy "Company roles that edit time add it in their scope" on public.time_entries
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and private.covers_person((select private.scope_of('edit_time')), employee_id)
    and private.covers_work((select private.scope_of('edit_time')), employee_id, project_id));

create policy "Company roles that edit time change it in their scope" on public.time_entries
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and private.covers_work((select private.scope_of('edit_time')), employee_id, project_id))
  with check (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and private.covers_work((select private.scope_of('edit_time')), employee_id, project_id));

create policy "Company roles that edit time delete it in their scope" on public.time_entries
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and private.covers_work((select private.scope_of('edit_time')), employee_id, project_id));

create policy "Company roles with rights over time read it in their scope" on public.time_entries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_a_right('{edit_time,approve_time,payroll}')) and private.covers_work((select private.scope_of_a('{edit_time,approve_time,payroll}')), employee_id, project_id));

create policy "Foremen correct the time of their crews" on public.time_entries
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.crew_members m
     join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
  where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> time_entries.work_date)))
  with check (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.crew_members m
     join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
  where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> time_entries.work_date)));

create policy "Foremen read the time of their crews" on public.time_entries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.crew_members m
     join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
  where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> time_entries.work_date)));

create policy "Managers add time for their company, others for themselves" on public.time_entries
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers change the time of their company, others their own" on public.time_entries
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers delete the time of their company, others their own" on public.time_entries
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers read the time of their own company, others their own" on public.time_entries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger a_refuse_time_of_others before insert on public.time_entries
  for each row execute function private.refuse_time_of_others();

create or replace function private.refuse_time_of_others() returns trigger
language plpgsql set search_path = '' as $$
declare
  me public.employees;
begin
  if private.is_client() then
    me := private.me();
    new.company_id := coalesce(new.company_id, me.company_id);
    -- A token of the company is nobody, with a role.
    if me.company_id is null or new.company_id is distinct from me.company_id
      or not (me.role in ('owner', 'manager') or coalesce(new.employee_id = me.id, false)
        or private.has_right('edit_time', new.employee_id) and private.has_right('edit_time', new.employee_id, new.project_id)) then
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

create or replace trigger b_keep_deletion_rules before delete on public.time_entries
  for each row execute function private.check_time_deletion();

create or replace trigger b_keep_time_rules before insert or update on public.time_entries
  for each row execute function private.check_time_entry();

create or replace function private.check_time_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  moved boolean := true;
  rebooked boolean := true;
  reclassified boolean := true;
  moment timestamptz;
begin
  if tg_op = 'INSERT' and new.company_id is null then
    select (array_agg(e.company_id))[1] into new.company_id from public.employees e
     where e.id = new.employee_id having count(*) = 1;
    if new.company_id is null then
      raise exception using errcode = 'not_null_violation', column = 'company_id',
        message = 'company_id is missing, and the employee does not say which it is';
    end if;
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.company_id, new.employee_id) is distinct from (old.id, old.company_id, old.employee_id) then
      raise exception using errcode = 'P0001', hint = 'identity_fixed',
        message = 'An entry cannot be moved to another person. Delete it and enter a new one.';
    end if;
    if new.machines is not distinct from old.machines and new.equipment_id is distinct from old.equipment_id then
      new.machines := null; -- who names one machine means all of the time
    end if;
  end if;
  if new.machines is not null then
    new.machines := private.read_machines(new.company_id, new.machines);
    new.equipment_id := private.first_machine(new.machines);
    if jsonb_array_length(new.machines) = 1 and new.machines -> 0 ->> 'kind' = 'working' then
      new.machines := null;
    end if;
  end if;
  if tg_op = 'UPDATE' then
    moved := (new.clock_in, new.clock_out) is distinct from (old.clock_in, old.clock_out);
    rebooked := (new.project_id, new.cost_code_id, new.equipment_id, new.machines)
      is distinct from (old.project_id, old.cost_code_id, old.equipment_id, old.machines);
  end if;

  perform private.lock_person_time(new.company_id, new.employee_id);
  moment := clock_timestamp();
  select coalesce(p.time_zone, c.time_zone) as time_zone, c.cost_code_required, c.edit_reason_required,
      exists (select from public.public_contracts w where w.company_id = c.id and w.project_id = new.project_id) as is_public_work into company
    from public.companies c left join public.projects p on p.company_id = c.id and p.id = new.project_id
    where c.id = new.company_id;

  -- Derived columns follow; what a client sends for them is not asked.
  new.status := case when new.clock_out is null then 'active' else 'completed' end;
  new.work_date := (new.clock_in at time zone company.time_zone)::date;
  if company.is_public_work or new.classification_id is not null then
    new.classification_id := private.classify_entry(new, old, company.is_public_work);
  end if;
  if tg_op = 'INSERT' then
    new.source := case when new.source = 'manual' and new.clock_out is null then 'timer' else new.source end;
    new.created_by := auth.uid();
    new.created_at := moment;
  else
    new.source := old.source;
    new.created_by := old.created_by;
    new.created_at := old.created_at;
    reclassified := new.classification_id is distinct from old.classification_id;
    if not moved and not rebooked and not reclassified and (new.notes, new.meal_waived, new.custom) is not distinct from (old.notes, old.meal_waived, old.custom) then
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
    if (new.project_id, new.clock_in) is distinct from (old.project_id, old.clock_in) then
      perform private.note_move(new, old);
    end if;
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
    -- What a phone stored while it had no signal may have begun long ago; its own rules hold an end that is too late.
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
comment on function private.check_time_entry() is 'The rules of time for inserts and updates, and the derived columns.';

create or replace function private.note_move(entry public.time_entries, before public.time_entries) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_other boolean := exists (select from public.employees w where w.company_id = entry.company_id and w.user_id = auth.uid()
    and w.id <> entry.employee_id and w.role not in ('owner', 'manager'));
  noted private.moved_entries;
begin
  delete from private.moved_entries m where m.company_id = entry.company_id and m.time_entry_id = entry.id returning * into noted;
  -- Whoever chooses the start anew has not chosen the project.
  noted.project_moved := case when entry.project_id is distinct from before.project_id then is_other else coalesce(noted.project_moved, false) end;
  noted.start_moved := case when entry.clock_in is distinct from before.clock_in then is_other else coalesce(noted.start_moved, false) end;
  if noted.project_moved or noted.start_moved then
    insert into private.moved_entries (company_id, time_entry_id, project_moved, start_moved)
      values (entry.company_id, entry.id, noted.project_moved, noted.start_moved);
  end if;
end $$;
comment on function private.note_move(public.time_entries,public.time_entries) is 'Whoever corrects time for others must not widen by it whose rates they read.';

create or replace function private.lock_person_time(company_id_param uuid, employee_id_param uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_time_shared(company_id_param);
  perform pg_advisory_xact_lock(hashtextextended('employee:' || company_id_param::text || employee_id_param::text, 0));
end $$;
comment on function private.lock_person_time(uuid,uuid) is 'Serialises writes of one person''s time until the transaction ends, beside those of everybody else. Rows that are locked as well are locked before.';
grant execute on function private.lock_person_time(uuid,uuid) to authenticated, service_role;

create or replace function private.check_overlap(entry public.time_entries) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other record;
  shown text := '';
begin
  select e.id, e.clock_in, e.clock_out, e.project_id, e.cost_code_id, e.notes, e.work_date into other
    from public.time_entries e
    where e.company_id = entry.company_id and e.employee_id = entry.employee_id
      and e.clock_in < coalesce(entry.clock_out, 'infinity') and e.id <> entry.id
    order by e.clock_in desc limit 1;
  if not found or other.clock_out <= entry.clock_in then
    return;
  end if;
  if private.my_company_role() is null or entry.employee_id = private.my_employee_id() or private.is_manager()
    or private.leads_on(entry.employee_id, other.work_date)
    or private.covers_work(private.scope_of_a('{edit_time,approve_time,payroll}'), entry.employee_id, other.project_id) then
    shown := (to_jsonb(other) - 'work_date')::text;
  end if;
  if other.clock_out is null and entry.clock_out is null then
    raise exception using errcode = 'unique_violation', constraint = 'time_entries_one_running',
      schema = 'public', table = 'time_entries', hint = 'already_running', detail = shown,
      message = 'The clock is already running.';
  end if;
  raise exception using errcode = 'exclusion_violation', constraint = 'time_entries_no_overlap',
    schema = 'public', table = 'time_entries', hint = 'time_overlap', detail = shown,
    message = 'This time overlaps another entry.';
end $$;
comment on function private.check_overlap(public.time_entries) is 'Refuses an overlap with the other entry as JSON in the detail, where the caller may read it.';

create or replace function private.check_booking(entry public.time_entries, manages_param boolean, code_required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  project record;
  -- What comes from another program may belong to what is over by now.
  history boolean := entry.clock_out is not null and private.change_source() = 'import';
begin
  if entry.project_id is not null then
    select p.status, p.archived_at, p.phases_only into project
      from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id;
    -- Who is asking is looked up here, unless the caller of this function knows.
    if found and not private.may_work_on(entry.company_id, entry.employee_id, entry.project_id, entry.clock_in)
        and not coalesce(manages_param, private.is_system() or private.is_manager()) then
      raise exception using errcode = 'P0001', hint = 'project_not_open_to_you',
        message = case when entry.employee_id = private.my_employee_id()
          then 'You are not on the team of this project, and not scheduled there on this day.'
          -- Whoever starts somebody else is not who is missing on the team.
          else format('%s is not on the team of this project, and not scheduled there on this day. Ask the office to add them, or choose another project.',
            private.person_name(entry.company_id, entry.employee_id)) end;
    end if;
    if project.archived_at is not null and not history or (project.status <> 'active' and entry.clock_out is null) then
      raise exception using errcode = 'P0001', hint = 'project_not_active',
        message = 'This project is not active, so no time can be started on it.';
    end if;
    if project.phases_only and not history then
      if exists (select from public.projects c
          where c.company_id = entry.company_id and c.parent_id = entry.project_id and c.archived_at is null) then
        raise exception using errcode = 'P0001', hint = 'project_has_phases',
          message = 'Time on this project is booked on its phases. Choose one of them.';
      end if;
    end if;
  end if;

  if entry.cost_code_id is null then
    if code_required_param and private.has_bookable_code(entry.company_id, entry.project_id) then
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
comment on function private.check_booking(public.time_entries,boolean,boolean) is 'Project open to the person and active, cost code in use and allowed there, and not missing where one is required and could be chosen. What does not exist is left to the foreign key.';

create or replace trigger c_keep_own_time_rights before insert or delete or update on public.time_entries
  for each row execute function private.check_own_time_rights();

create or replace function private.check_own_time_rights() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The time of others is a manager's or their foreman's to correct, with its own rules.
  if private.is_client() and coalesce(new.employee_id, old.employee_id) is not distinct from private.my_employee_id() then
    if tg_op = 'INSERT' then
      if not (new.clock_out is null and private.is_now(new.clock_in)) then
        perform private.require_own_time_right('add');
      end if;
    elsif tg_op = 'DELETE' then
      perform private.require_own_time_right('delete');
    elsif (new.clock_in, new.clock_out, new.project_id, new.cost_code_id, new.equipment_id, new.machines, new.classification_id)
        is distinct from (old.clock_in, old.clock_out, old.project_id, old.cost_code_id, old.equipment_id, old.machines, old.classification_id)
      and not (old.clock_out is null and private.is_now(new.clock_out)
        and (new.clock_in, new.project_id, new.cost_code_id, new.equipment_id, new.machines, new.classification_id)
          is not distinct from (old.clock_in, old.project_id, old.cost_code_id, old.equipment_id, old.machines, old.classification_id)) then
      perform private.require_own_time_right('edit');
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.check_own_time_rights() is 'Starting and stopping the clock, notes, place and waiving a meal are always open; times and bookings by hand follow the rule.';

create or replace function private.require_own_time_right(action_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  rule text;
begin
  if me.id is null or me.role in ('owner', 'manager') then
    return; -- managers answer to the rules about other people's time
  end if;
  select case action_param
      when 'add' then coalesce(me.own_time_add, c.own_time_add)
      when 'edit' then coalesce(me.own_time_edit, c.own_time_edit)
      else coalesce(me.own_time_delete, c.own_time_delete) end
    into rule from public.companies c where c.id = me.company_id;
  if rule = 'not_allowed' then
    raise exception using errcode = 'P0001', hint = format('own_time_%s_refused', action_param),
      message = format('Your company does not let you %s your own time. Ask a manager.', action_param);
  elsif rule = 'with_reason' and private.change_reason() is null then
    raise exception using errcode = 'P0001', hint = 'own_reason_required',
      message = format('Say why you %s this time.', action_param);
  end if;
end $$;
comment on function private.require_own_time_right(text) is 'Refuses what the company does not let this person do with their own time, or asks for the reason. add, edit or delete.';
grant execute on function private.require_own_time_right(text) to authenticated, service_role;

create or replace trigger c_check_new_custom_values before insert on public.time_entries
  for each row when (new.custom <> '{}'::jsonb or new.clock_out is not null) execute function private.check_custom_values();

create or replace trigger c_check_custom_values before update on public.time_entries
  for each row when (old.custom is distinct from new.custom) execute function private.check_custom_values();

create or replace trigger d_foremen_say_why before update on public.time_entries
  for each row execute function private.foremen_say_why();

create or replace trigger e_count_from_shift before update on public.time_entries
  for each row when (old.clock_out is null and new.clock_out is not null) execute function private.count_from_shift();

create or replace trigger f_note_device before insert or update on public.time_entries
  for each row execute function private.note_device();

create or replace trigger keep_breaks_inside after update on public.time_entries
  for each row when (old.clock_in is distinct from new.clock_in or old.clock_out is distinct from new.clock_out) execute function private.check_breaks_inside();

create or replace trigger w_note_early_clock_in after insert on public.time_entries
  for each row when (new.clock_out is null) execute function private.note_early_clock_in();

create or replace trigger w_keep_clock_rules after insert on public.time_entries
  for each row execute function private.keep_own_clock_rules();

create or replace trigger w_keep_clock_rules_changed after update on public.time_entries
  for each row when (old.clock_in is distinct from new.clock_in or old.project_id is distinct from new.project_id) execute function private.keep_own_clock_rules();

create or replace trigger w_settle_clock_stop after update on public.time_entries
  for each row when (old.clock_out is not null and old.clock_out is distinct from new.clock_out) execute function private.settle_clock_stop();

create or replace trigger x_changes_pay after insert or delete on public.time_entries
  for each row execute function private.entry_changes_pay();

create or replace function private.entry_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    if old.clock_out is not null then
      perform private.invalidate_pay_of_work(old.company_id, old.employee_id, old.clock_in, old.clock_out);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.clock_out is not null and (tg_op = 'INSERT' or (old.clock_in, old.clock_out) is distinct from (new.clock_in, new.clock_out)) then
      perform private.invalidate_pay_of_work(new.company_id, new.employee_id, new.clock_in, new.clock_out);
    end if;
  end if;
  return null;
end $$;

create or replace trigger x_update_changes_pay after update on public.time_entries
  for each row when (old.clock_in is distinct from new.clock_in or old.clock_out is distinct from new.clock_out or old.project_id is distinct from new.project_id or old.cost_code_id is distinct from new.cost_code_id or old.classification_id is distinct from new.classification_id or old.meal_waived is distinct from new.meal_waived or old.work_date is distinct from new.work_date) execute function private.entry_changes_pay();

create or replace trigger y_changes_ask_again after insert or delete on public.time_entries
  for each row execute function private.entry_changes_ask_again();

create or replace trigger y_updates_ask_again after update on public.time_entries
  for each row when (old.clock_in is distinct from new.clock_in or old.clock_out is distinct from new.clock_out or old.project_id is distinct from new.project_id or old.cost_code_id is distinct from new.cost_code_id or old.classification_id is distinct from new.classification_id or old.meal_waived is distinct from new.meal_waived) execute function private.entry_changes_ask_again();

create or replace trigger zy_count_changed_entries after update on public.time_entries referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_entries();

create or replace function private.count_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  companies uuid[];
  people uuid[];
  dates date[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.company_id), array_agg(n.employee_id), array_agg(day) into companies, people, dates
      from new_rows n cross join private.days_reached(n.work_date, n.clock_in, n.clock_out) as day where n.clock_out is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(o.company_id), array_agg(o.employee_id), array_agg(day) into companies, people, dates
      from old_rows o cross join private.days_reached(o.work_date, o.clock_in, o.clock_out) as day where o.clock_out is not null;
  else
    select array_agg(v.company_id), array_agg(v.employee_id), array_agg(day) into companies, people, dates
      from old_rows o join new_rows n on n.company_id = o.company_id and n.id = o.id
        and (n.clock_in, n.clock_out, n.work_date, n.project_id, n.cost_code_id, n.equipment_id, n.machines, n.classification_id)
          is distinct from (o.clock_in, o.clock_out, o.work_date, o.project_id, o.cost_code_id, o.equipment_id, o.machines, o.classification_id)
      cross join lateral (values (o.company_id, o.employee_id, o.work_date, o.clock_in, o.clock_out),
        (n.company_id, n.employee_id, n.work_date, n.clock_in, n.clock_out)) as v (company_id, employee_id, work_date, clock_in, clock_out)
      cross join private.days_reached(v.work_date, v.clock_in, v.clock_out) as day
      where v.clock_out is not null;
  end if;
  if dates is not null then
    perform private.recount_days(companies, people, dates);
  end if;
  return null;
end $$;
comment on function private.count_entries() is 'Counts the days of changed entries anew; a running entry costs nothing.';

create or replace trigger zy_count_deleted_entries after delete on public.time_entries referencing old table as old_rows
  for each statement execute function private.count_entries();

create or replace trigger zy_count_new_entries after insert on public.time_entries referencing new table as new_rows
  for each statement execute function private.count_entries();

create or replace trigger zz_record_changed after update on public.time_entries referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();

create or replace trigger zz_record_deleted after delete on public.time_entries referencing old table as old_rows
  for each statement execute function private.record_changes();

create or replace trigger zz_record_new after insert on public.time_entries referencing new table as new_rows
  for each statement execute function private.record_changes();

create or replace function public.delete_time_entry(id_param uuid, reason_param text default null::text) returns boolean
language plpgsql set search_path = '' as $$
declare
  owner_id uuid;
begin
  select e.employee_id into owner_id from public.time_entries e
    where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  if not found then
    return false;
  end if;
  perform private.give_reason(reason_param);
  delete from public.time_entries e where e.company_id = (select private.my_company_id()) and e.id = id_param;
  if not found then
    -- A foreman reads it, and may not delete it.
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return true;
end $$;
comment on function public.delete_time_entry(uuid,text) is 'Deletes an entry with its breaks; false if there is none (any more). Deleting someone else''s needs a reason where the company asks for one (edit_reason_required).';
grant execute on function public.delete_time_entry(uuid,text) to authenticated;

create or replace function public.time_entry_history(entry_id_param uuid) returns table(occurred_at timestamptz, action text, entity text, actor_name text, source text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  subject uuid;
  reads boolean := false;
begin
  if me.company_role_id is not null then
    select t.employee_id, private.covers_work(private.scope_of_a('{edit_time,approve_time,payroll}'), t.employee_id, t.project_id)
      into subject, reads from public.time_entries t where t.company_id = me.company_id and t.id = entry_id_param;
  end if;
  return query
    select a.occurred_at, a.action, a.entity, btrim(concat_ws(' ', who.first_name, who.last_name)), a.source, a.before, a.after, a.reason
    from public.audit_events a
    left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
    where a.company_id = me.company_id
      -- Places are for people.
      and (a.entity in ('time_entries', 'time_entry_breaks') or a.entity = 'punch_locations' and not private.is_api_token())
      and (me.role in ('owner', 'manager') or a.employee_id = me.id or (me.role = 'foreman' and exists (
        select from public.time_entries t where t.company_id = me.company_id and t.id = entry_id_param
          and t.employee_id = a.employee_id and private.leads_on(t.employee_id, t.work_date)))
        or reads and a.employee_id = subject)
      and (a.entity_id = entry_id_param
        or (a.entity = 'time_entry_breaks' and coalesce(a.after, a.before) ->> 'time_entry_id' = entry_id_param::text))
    order by a.sequence;
end $$;
comment on function public.time_entry_history(uuid) is 'Who changed an entry and its breaks, when and why, oldest first. For the person and for managers.';
grant execute on function public.time_entry_history(uuid) to authenticated;

create or replace function public.list_time_entries(start_param timestamptz, end_param timestamptz, employee_id_param uuid default null::uuid, project_id_param uuid default null::uuid, cost_code_id_param uuid default null::uuid, status_param text default null::text, group_by_param text default null::text, offset_param integer default 0, limit_param integer default 200, equipment_id_param uuid default null::uuid, classification_id_param uuid default null::uuid, custom_param jsonb default null::jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  me uuid := private.my_employee_id();
  leads boolean := private.leads_a_crew();
  -- Managers see the company's, foremen that of the crews they lead, roles with rights over time their scope's, everyone else their own.
  scope private.right_scope := case when private.my_company_role() is not null then private.scope_of_a('{edit_time,approve_time,payroll}') end;
  person uuid := case when leads or private.is_manager() or (scope).everyone is not null then employee_id_param else me end;
  branch uuid[] := case when project_id_param is not null then private.project_branches(company, array[project_id_param]) end;
  classes uuid[];
  newest jsonb;
  conditions text;
  page uuid[];
  entries json;
  summary json;
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  end if;
  conditions := private.entry_conditions(person, branch, cost_code_id_param, status_param, equipment_id_param, classification_id_param);
  if classification_id_param is not null then
    classes := private.same_classes(company, array[classification_id_param]);
  end if;
  if group_by_param = 'classification' then
    newest := private.newest_classes(company, array[group_by_param]);
  end if;
  if custom_param is not null then
    conditions := conditions || private.custom_conditions(custom_param);
  end if;
  if leads or (scope).everyone is not null then
    conditions := conditions || format(' and (t.employee_id = %L', me)
      || case when leads then format(' or exists (
        select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
        where m.company_id = t.company_id and m.employee_id = t.employee_id and c.foreman_id = %L
          and daterange(m.from_date, m.to_date, ''[]'') @> t.work_date)', me) else '' end
      || case when (scope).everyone then ' or true' when (scope).by_project then format(' or t.project_id = any (%L::uuid[])', (scope).projects)
        when (scope).everyone is not null then format(' or t.employee_id = any (%L::uuid[])', (scope).people) else '' end || ')';
  end if;

  execute format('select array(select t.id from public.time_entries t %s where %s order by %s limit $7 offset $8)',
      case group_by_param
        when 'employee' then 'join public.employees e on e.company_id = t.company_id and e.id = t.employee_id'
        when 'project' then 'left join public.projects p on p.company_id = t.company_id and p.id = t.project_id'
        when 'cost_code' then 'left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id'
        when 'equipment' then 'left join public.equipment q on q.company_id = t.company_id and q.id = t.equipment_id'
        when 'classification' then 'left join public.work_classifications w on w.company_id = t.company_id and w.id = ($11 ->> t.classification_id::text)::uuid'
        else '' end,
      conditions,
      case group_by_param
        when 'employee' then 'e.last_name, e.first_name, t.employee_id, t.clock_in desc, t.id'
        when 'project' then 'p.name nulls last, t.project_id, t.clock_in desc, t.id'
        when 'cost_code' then 'k.code nulls last, t.cost_code_id, t.clock_in desc, t.id'
        when 'equipment' then 't.machines is not null, q.name nulls last, t.equipment_id, t.clock_in desc, t.id'
        when 'classification' then 'w.name nulls last, w.id, t.clock_in desc, t.id'
        else 't.clock_in desc, t.id' end)
    into page
    using company, start_param, end_param, person, branch, cost_code_id_param,
      least(greatest(limit_param, 1), 1000), greatest(offset_param, 0), equipment_id_param, classes, newest;

  select coalesce(json_agg(json_build_object(
      'id', t.id, 'employee_id', t.employee_id, 'first_name', e.first_name, 'last_name', e.last_name,
      'clock_in', t.clock_in, 'clock_out', t.clock_out, 'work_date', t.work_date, 'project_id', t.project_id,
      'cost_code_id', t.cost_code_id, 'equipment_id', t.equipment_id, 'machines', t.machines, 'classification_id', t.classification_id, 'group_key', newest ->> t.classification_id::text, 'notes', t.notes,
      'custom', t.custom, 'status', t.status, 'meal_waived', t.meal_waived, 'breaks', breaks.list,
      'offline', exists (select from public.synced_events s where s.company_id = company and s.entry_id = t.id and s.state = 'applied')
        or exists (select from public.synced_events s where s.company_id = company and s.ends_id = t.id),
      'minutes', private.epoch_minute(t.clock_out) - private.epoch_minute(t.clock_in) - coalesce(breaks.deducted, 0),
      'frozen', case
        when exists (select from public.pay_periods l where l.company_id = company and l.status = 'locked'
          and l.start_date <= t.work_date and l.end_date >= t.work_date) then 'locked'
        when t.clock_out is not null and exists (select from public.approvals a where a.company_id = company
          and a.employee_id = t.employee_id and a.work_date = t.work_date and private.approval_covers(a.approved_at, t.updated_at, t.clock_out)) then 'approved' end)
      order by chosen.position), '[]')
    into entries
    from unnest(page) with ordinality as chosen (id, position)
    join public.time_entries t on t.company_id = company and t.id = chosen.id
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', b.id, 'started_at', b.started_at, 'ended_at', b.ended_at,
            'kind', b.kind, 'paid', b.paid, 'deducted', b.deducted) order by b.started_at), '[]') as list,
          sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at)) filter (where b.deducted) as deducted
        from (
          select x.*, private.break_is_deducted(x.paid, private.epoch_minute(x.started_at), private.epoch_minute(x.ended_at),
              private.unpaid_break_minimum(company, t.employee_id, t.project_id, t.work_date)) as deducted
            from public.time_entry_breaks x where x.company_id = company and x.time_entry_id = t.id) b
    ) breaks;

  if offset_param = 0 then
    execute format($query$
      with chosen as materialized (
        select t.id, t.employee_id, t.project_id, t.work_date, t.clock_in, t.clock_out, %1$s as group_key
        from public.time_entries t where %2$s
      ), breaks as materialized (
        select b.time_entry_id, b.started_at, b.ended_at, b.paid, c.clock_out is null as running,
          private.break_is_deducted(b.paid, private.epoch_minute(b.started_at), private.epoch_minute(b.ended_at),
            private.unpaid_break_minimum($1, c.employee_id, c.project_id, c.work_date)) as deducted
        from chosen c join public.time_entry_breaks b on b.company_id = $1 and b.time_entry_id = c.id
        where not b.paid
      ), deducted as (
        select b.time_entry_id, sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at)) as minutes
        from breaks b where b.deducted and not b.running
        group by b.time_entry_id
      ), groups as (
        select c.group_key, count(*) as entries,
          sum(coalesce(private.epoch_minute(c.clock_out) - private.epoch_minute(c.clock_in) - coalesce(d.minutes, 0), 0)) as minutes
        from chosen c left join deducted d on d.time_entry_id = c.id
        group by c.group_key
      )
      select json_build_object(
        'entries', coalesce(sum(g.entries), 0), 'minutes', coalesce(sum(g.minutes), 0),
        'groups', coalesce(json_agg(json_build_object('key', g.group_key, 'entries', g.entries, 'minutes', g.minutes)), '[]'),
        'running', (select coalesce(json_agg(json_build_object('id', c.id, 'group_key', c.group_key, 'clock_in', c.clock_in,
            'breaks', (select coalesce(json_agg(json_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'paid', b.paid, 'deducted', b.deducted)), '[]')
              from breaks b where b.time_entry_id = c.id))), '[]')
          from chosen c where c.clock_out is null))
      from groups g
      $query$,
      case group_by_param when 'employee' then 't.employee_id::text' when 'project' then 't.project_id::text'
        when 'cost_code' then 't.cost_code_id::text' when 'equipment' then $key$case when t.machines is null then t.equipment_id::text else 'several' end$key$ when 'classification' then '$11 ->> t.classification_id::text'
        when 'day' then 't.work_date::text' else 'null::text' end,
      conditions)
    into summary
    using company, start_param, end_param, person, branch, cost_code_id_param, null::integer, null::integer, equipment_id_param, classes, newest;
  end if;
  return json_build_object('entries', entries, 'summary', summary);
end $$;
comment on function public.list_time_entries(timestamp with time zone,timestamp with time zone,uuid,uuid,uuid,text,text,integer,integer,uuid,uuid,jsonb) is 'Entries that start in [start, end), newest first or by group (employee, project, cost_code, equipment, classification, day), one page at a time. By equipment, entries with several machines are a group of their own (several). A classification stands for all its modifications: by it, group_key of an entry is the newest. custom: only those with these values of custom fields, by id of the field; null: without one. The first page carries the figures of the whole range: minutes of ended entries net of breaks that are taken off, and what still runs.';
grant execute on function public.list_time_entries(timestamp with time zone,timestamp with time zone,uuid,uuid,uuid,text,text,integer,integer,uuid,uuid,jsonb) to authenticated;

create or replace function private.entry_conditions(employee_id_param uuid, project_ids_param uuid[], cost_code_id_param uuid, status_param text, equipment_id_param uuid, classification_id_param uuid) returns text
language sql immutable parallel safe set search_path = '' as $$
  select concat(
    't.company_id = $1 and t.clock_in >= $2 and t.clock_in < $3',
    case when employee_id_param is not null then ' and t.employee_id = $4' end,
    -- One project alone is read in the order of its index.
    case when cardinality(project_ids_param) = 1 then ' and t.project_id = ($5)[1]' when project_ids_param is not null then ' and t.project_id = any ($5)' end,
    case when cost_code_id_param is not null then ' and t.cost_code_id = $6' end,
    case when equipment_id_param is not null then ' and (t.equipment_id = $9 or t.machines is not null and private.has_machine(t.machines, $9))' end,
    case when classification_id_param is not null then ' and t.classification_id = any ($10)' end,
    case when status_param = 'active' then ' and t.clock_out is null' when status_param = 'completed' then ' and t.clock_out is not null' end);
$$;

create or replace function public.save_time_entry(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, breaks_param jsonb default null::jsonb, reason_param text default null::text, meal_waived_param boolean default null::boolean, equipment_id_param uuid default null::uuid, based_on_param jsonb default null::jsonb, classification_id_param uuid default null::uuid, custom_param jsonb default null::jsonb, machines_param jsonb default null::jsonb) returns public.time_entries
language plpgsql set search_path = '' as $$
declare
  company constant uuid := private.my_company_id();
  entry public.time_entries;
  known boolean;
  kept jsonb;
begin
  if not private.has_entry(company, id_param) then
    -- The same call may be under way on another connection, after a lost answer: wait for it before looking.
    perform private.lock_person_time(company, coalesce(employee_id_param, private.my_employee_id()));
  end if;
  select * into entry from public.time_entries e where e.company_id = company and e.id = id_param for update;
  known := found;
  custom_param := nullif(custom_param, 'null');
  perform private.give_reason(reason_param);

  if known and jsonb_typeof(based_on_param) = 'object' then
    -- What the caller did not change stays as it is by now.
    kept := private.unchanged_of_entry(entry, based_on_param, jsonb_build_object('employee_id', coalesce(employee_id_param, entry.employee_id),
      'clock_in', clock_in_param, 'clock_out', clock_out_param, 'project_id', project_id_param, 'cost_code_id', cost_code_id_param,
      'equipment_id', equipment_id_param, 'classification_id', classification_id_param, 'notes', notes_param,
      'meal_waived', coalesce(meal_waived_param, entry.meal_waived), 'custom', coalesce(custom_param, entry.custom), 'machines', case when machines_param is null then entry.machines else nullif(machines_param, '[]') end, 'breaks', breaks_param));
    employee_id_param := case when kept ? 'employee_id' then entry.employee_id else employee_id_param end;
    clock_in_param := case when kept ? 'clock_in' then entry.clock_in else clock_in_param end;
    clock_out_param := case when kept ? 'clock_out' then entry.clock_out else clock_out_param end;
    project_id_param := case when kept ? 'project_id' then entry.project_id else project_id_param end;
    cost_code_id_param := case when kept ? 'cost_code_id' then entry.cost_code_id else cost_code_id_param end;
    equipment_id_param := case when kept ? 'equipment_id' then entry.equipment_id else equipment_id_param end;
    machines_param := case when kept ? 'machines' then null else machines_param end;
    classification_id_param := case when kept ? 'classification_id' then entry.classification_id else classification_id_param end;
    notes_param := case when kept ? 'notes' then entry.notes else notes_param end;
    meal_waived_param := case when kept ? 'meal_waived' then entry.meal_waived else meal_waived_param end;
    custom_param := case when kept ? 'custom' then null else custom_param end;
    breaks_param := case when kept ? 'breaks' then null else breaks_param end;
  end if;

  if known and not coalesce(based_on_param ? 'classification_id', false) then
    -- Whoever does not know of classes takes none away.
    classification_id_param := coalesce(classification_id_param, entry.classification_id);
  end if;

  -- Breaks that stay untouched leave no trace in the history.
  if breaks_param is not null and known and private.has_breaks(entry.company_id, entry.id) then
    delete from public.time_entry_breaks b
      where b.company_id = entry.company_id and b.time_entry_id = entry.id
        and not exists (select from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
          where (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;

  if known then
    update public.time_entries e
      set employee_id = coalesce(employee_id_param, e.employee_id), clock_in = clock_in_param, clock_out = clock_out_param,
        project_id = project_id_param, cost_code_id = cost_code_id_param, equipment_id = equipment_id_param,
        machines = case when machines_param is null then e.machines else nullif(machines_param, '[]') end,
        classification_id = classification_id_param, notes = notes_param, meal_waived = coalesce(meal_waived_param, e.meal_waived),
        custom = coalesce(custom_param, e.custom)
      where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  else
    insert into public.time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, machines, classification_id, notes, meal_waived, custom)
      values (coalesce(id_param, gen_random_uuid()), coalesce(employee_id_param, private.my_employee_id()), clock_in_param, clock_out_param,
        project_id_param, cost_code_id_param, equipment_id_param, nullif(machines_param, '[]'), classification_id_param, notes_param, coalesce(meal_waived_param, false),
        coalesce(custom_param, '{}'))
      returning * into entry;
  end if;

  if breaks_param <> '[]' then
    insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      select entry.company_id, entry.id, w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)
      from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
      where not exists (select from public.time_entry_breaks b
        where b.company_id = entry.company_id and b.time_entry_id = entry.id
          and (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;
  return entry;
end $$;
comment on function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb,uuid,jsonb,jsonb) is 'Adds or changes an entry with its breaks: [{"started_at", "ended_at", "kind", "paid"}], null leaves them. Idempotent by id. Changing someone else''s time needs a reason where the company asks for one (edit_reason_required), and always of a foreman. based_on: the entry as it was read, with its breaks; what equals it stays as it is by now, what somebody else changed meanwhile is refused with changed_meanwhile. Start, end and breaks are one. classification: of public work; null leaves it, or with based_on that names it has it filled anew. custom: values of custom fields, all of them; null leaves them. machines: shares of several machines, as in time_entries; null leaves them, [] makes it the one of equipment.';
grant execute on function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb,uuid,jsonb,jsonb) to authenticated;

create or replace function private.has_entry(company_id_param uuid, id_param uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.time_entries e where e.company_id = company_id_param and e.id = id_param);
end $$;
comment on function private.has_entry(uuid,uuid) is 'Whether an entry is stored, whoever may see it. Asked before an entry is read under the policies, which cost most: a new one has none to pass.';
grant execute on function private.has_entry(uuid,uuid) to authenticated, service_role;

create or replace function private.unchanged_of_entry(entry public.time_entries, based_on_param jsonb, sent_param jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  times constant text[] := '{clock_in,clock_out,breaks}';
  machines constant text[] := '{equipment_id,machines}';
  based_on constant jsonb := private.entry_fields_read(based_on_param);
  sent constant jsonb := private.entry_fields_read(sent_param);
  stored constant jsonb := private.entry_fields_read(to_jsonb(entry) || jsonb_build_object('breaks', (
    select coalesce(jsonb_agg(to_jsonb(b)), '[]') from public.time_entry_breaks b
    where b.company_id = entry.company_id and b.time_entry_id = entry.id)));
  changed text[];
begin
  select coalesce(array_agg(b.key), '{}') into changed from jsonb_each(based_on) b
    where sent -> b.key <> b.value and not (b.key = 'breaks' and sent_param -> 'breaks' = 'null');
  if changed && times then
    changed := changed || array(select t from unnest(times) t where based_on ? t and not (t = 'breaks' and sent_param -> 'breaks' = 'null'));
  end if;
  if changed && machines then
    changed := changed || array(select m from unnest(machines) m where based_on ? m);
  end if;
  perform private.require_unchanged('time_entries', entry.id, stored, based_on,
    (select coalesce(jsonb_object_agg(f, sent -> f), '{}') from unnest(changed) f));
  return based_on - changed;
end $$;
comment on function private.unchanged_of_entry(public.time_entries,jsonb,jsonb) is 'The fields of an entry the caller did not change, after checking that those it changes are still what it saw. Start, end and breaks are one, and so are the machine and the split of machines.';
grant execute on function private.unchanged_of_entry(public.time_entries,jsonb,jsonb) to authenticated, service_role;

create or replace function private.entry_fields_read(fields_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}')
  from jsonb_each(to_jsonb(jsonb_populate_record(null::public.time_entries, fields_param - 'breaks'))
    || jsonb_build_object('breaks', private.entry_breaks_read(fields_param -> 'breaks'))) f
  where fields_param ? f.key
    and f.key in ('employee_id', 'clock_in', 'clock_out', 'project_id', 'cost_code_id', 'equipment_id', 'machines', 'classification_id', 'notes', 'meal_waived', 'custom', 'breaks');
$$;
comment on function private.entry_fields_read(jsonb) is 'The fields of an entry that save_time_entry changes, as they would be stored.';
grant execute on function private.entry_fields_read(jsonb) to authenticated, service_role;

create or replace function private.entry_of(me public.employees, id_param uuid) returns public.time_entries
language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  select * into entry from public.time_entries e where e.company_id = me.company_id and e.id = id_param;
  if entry.employee_id <> me.id then
    raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
  end if;
  return entry;
end $$;
comment on function private.entry_of(public.employees,uuid) is 'The person''s entry of that id, or null if there is none.';

create or replace function private.require_view_of_time(employee_id_param uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if employee_id_param is distinct from me.id then
    perform private.require_right('payroll');
    perform private.require_colleague(me.company_id, employee_id_param);
  end if;
  return me.company_id;
end $$;

create or replace function private.is_forgotten(clock_in_param timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select clock_in_param < now() - interval '12 hours';
$$;
comment on function private.is_forgotten(timestamp with time zone) is 'Whether a running entry is too old to be somebody still at work.';

create or replace function private.check_time_zone(zone_param text) returns void
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

create or replace function private.check_new_time(entry public.time_entries, mode_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.zone_of(entry.company_id, entry.project_id);
  first_day date := (entry.clock_in at time zone zone)::date;
  code_required boolean;
begin
  if private.is_locked(entry.company_id, first_day, (coalesce(entry.clock_out, clock_timestamp()) at time zone zone)::date) then
    perform private.refuse_frozen_time(true);
  end if;
  if mode_param <> 'consent' and exists (select from public.approvals a
      where a.company_id = entry.company_id and a.employee_id = entry.employee_id and a.work_date = first_day and a.approved_at > entry.clock_in) then
    perform private.refuse_frozen_time(false);
  end if;
  if entry.project_id is not null and not exists (select from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id) then
    perform private.hold('project_not_active');
  end if;
  if entry.cost_code_id is not null and not exists (select from public.cost_codes c where c.company_id = entry.company_id and c.id = entry.cost_code_id) then
    perform private.hold('cost_code_archived');
  end if;
  select c.cost_code_required into code_required from public.companies c where c.id = entry.company_id;
  perform private.check_booking(entry, private.is_manager(), code_required);
  perform private.check_overlap(entry);
  if mode_param <> 'consent' and entry.clock_out - entry.clock_in > interval '24 hours' then
    perform private.hold('too_long');
  end if;
end $$;
comment on function private.check_new_time(public.time_entries,text) is 'Closed, approved, booking, overlap, length, in this order: the upper row of the table decides.';

create or replace function private.entry_to_act_on(event public.synced_events) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  meant uuid := private.entry_meant(event);
  started public.synced_events;
  entry public.time_entries;
begin
  select * into started from public.synced_events s
    where s.company_id = event.company_id and s.employee_id = event.employee_id and s.entry_id = meant and s.id <> event.id
      and s.kind in ('clock_in', 'switch', 'entry') and s.state = 'held' limit 1;
  -- With its end at hand a clock-in that was held may fit after all.
  if started.id is not null and event.kind in ('clock_out', 'switch') then
    perform private.check_event_again(started);
  end if;
  entry := private.own_entry(event, meant);
  if entry.id is null then
    perform private.hold('waiting');
  end if;
  return entry;
end $$;
comment on function private.entry_to_act_on(public.synced_events) is 'The entry a clock-out, switch or break belongs to; held as waiting while its clock-in is not there.';

create or replace function private.entry_meant(event public.synced_events) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  named uuid := case event.kind when 'switch' then (event.payload ->> 'from_entry_id')::uuid else event.entry_id end;
  started public.synced_events;
  running uuid;
begin
  if named is not null then
    return named;
  end if;
  select * into started from public.synced_events s
    where s.company_id = event.company_id and s.employee_id = event.employee_id and s.device_id = event.device_id
      and s.sequence < event.sequence and s.kind in ('clock_in', 'switch') and s.state not in ('adjusted', 'discarded')
    order by s.sequence desc limit 1;
  select e.id into running from public.time_entries e
    where e.company_id = event.company_id and e.employee_id = event.employee_id and e.clock_out is null and e.clock_in <= event.counts_at;
  if started.state in ('received', 'held') then
    return started.entry_id;
  end if;
  return coalesce(running, (select e.id from public.time_entries e
    where e.company_id = event.company_id and e.employee_id = event.employee_id and e.clock_in <= event.counts_at
    order by e.clock_in desc limit 1), started.entry_id);
end $$;
comment on function private.entry_meant(public.synced_events) is 'The entry an event acts on: named, or the one its device started and the server does not have yet, or the one that runs, or the last one.';

create or replace function private.own_entry(event public.synced_events, id_param uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  select * into entry from public.time_entries e
    where e.company_id = event.company_id and e.id = id_param for no key update;
  if entry.employee_id <> event.employee_id then
    raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
  end if;
  return entry;
end $$;
comment on function private.own_entry(public.synced_events,uuid) is 'The entry of the event''s person, its row locked, or null.';

create or replace function private.entry_source(event public.synced_events) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.employees e
      where e.company_id = event.company_id and e.id = event.employee_id and e.user_id = event.created_by) then 'timer'
    when exists (select from public.kiosks k where k.company_id = event.company_id and k.user_id = event.created_by) then 'kiosk'
    else 'crew' end;
$$;
comment on function private.entry_source(public.synced_events) is 'Who punched: the person (timer), a tablet (kiosk) or someone for them (crew).';

create or replace function public.change_time_entries(ids_param uuid[], changes_param jsonb, reason_param text default null::text, based_on_param jsonb default null::jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  changed integer;
begin
  if not private.is_manager() and not private.has_right('edit_time') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  if cardinality(ids_param) > 500 or changes_param - '{project_id,cost_code_id,classification_id}'::text[] <> '{}' or changes_param = '{}' then
    raise exception using errcode = '22023', hint = 'invalid_changes', message = 'Name a project, a cost code or a classification, and at most 500 entries.';
  end if;
  perform from public.time_entries t
    where t.company_id = (select private.my_company_id()) and t.id = any (ids_param) order by t.id for update;
  if exists (
    select from jsonb_array_elements(based_on_param) read
    cross join lateral jsonb_to_record(read) b (id uuid, project_id uuid, cost_code_id uuid, classification_id uuid)
    join public.time_entries t on t.company_id = (select private.my_company_id()) and t.id = b.id
    where (t.project_id, t.cost_code_id) is distinct from (b.project_id, b.cost_code_id)
      or read ? 'classification_id' and t.classification_id is distinct from b.classification_id) then
    raise exception using errcode = 'P0001', hint = 'entries_changed', message = 'Somebody else changed one of these entries meanwhile.';
  end if;
  perform private.give_reason(reason_param);
  update public.time_entries t set
    project_id = case when changes_param ? 'project_id' then (changes_param ->> 'project_id')::uuid else t.project_id end,
    cost_code_id = case when changes_param ? 'cost_code_id' then (changes_param ->> 'cost_code_id')::uuid else t.cost_code_id end,
    classification_id = case when changes_param ? 'classification_id' then (changes_param ->> 'classification_id')::uuid else t.classification_id end
  where t.company_id = (select private.my_company_id()) and t.id = any (ids_param);
  get diagnostics changed = row_count;
  if changed <> (select count(distinct id) from unnest(ids_param) id) then
    raise exception using errcode = 'P0001', hint = 'entry_gone', message = 'One of these entries was deleted meanwhile.';
  end if;
  return changed;
end $$;
comment on function public.change_time_entries(uuid[],jsonb,text,jsonb) is 'Manager, owner: sets project_id, cost_code_id, classification_id or several of them of many entries, all or none. based_on (optional): [{"id", "project_id", "cost_code_id", "classification_id"}] as they were read; refused where one is another by now. Changing someone else''s needs a reason where the company asks for one (edit_reason_required).';
grant execute on function public.change_time_entries(uuid[],jsonb,text,jsonb) to authenticated;
