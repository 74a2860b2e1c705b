-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  status text default 'active'::text not null,
  source text default 'manual'::text not null,
  meal_waived boolean default false not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  equipment_id uuid,
  device text,
  constraint time_entries_pkey primary key (company_id, id),
  constraint time_entries_no_overlap exclude using gist (uuid_hash_extended(employee_id, uuid_hash_extended(company_id, 0::bigint)) with =, tstzrange(clock_in, clock_out) with &&),
  constraint finite_clock_in check (isfinite(clock_in)),
  constraint finite_clock_out check (isfinite(clock_out)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint finite_work_date check (isfinite(work_date)),
  constraint time_entries_device_length check (char_length(device) <= 300),
  constraint time_entries_end_after_start check (clock_out > clock_in),
  constraint time_entries_notes_length check (char_length(notes) <= 2000),
  constraint time_entries_source_known check (source = any (array['timer'::text, 'manual'::text, 'crew'::text, 'kiosk'::text, 'import'::text])),
  constraint time_entries_status_follows_clock_out check (status =
case
    when clock_out is null then 'active'::text
    else 'completed'::text
end),
  constraint time_entries_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint time_entries_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint time_entries_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id),
  constraint time_entries_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
create index time_entries_by_company on public.time_entries using btree (company_id, clock_in desc);
create index time_entries_by_cost_code on public.time_entries using btree (company_id, cost_code_id) where cost_code_id is not null;
create index time_entries_by_employee on public.time_entries using btree (company_id, employee_id, clock_in desc);
create index time_entries_by_equipment on public.time_entries using btree (company_id, equipment_id, clock_in desc) where equipment_id is not null;
create index time_entries_by_project on public.time_entries using btree (company_id, project_id, clock_in desc);
create unique index time_entries_one_running on public.time_entries using btree (company_id, employee_id) where clock_out is null;
create index time_entries_over_a_day on public.time_entries using btree (company_id, clock_in) where (clock_out - clock_in) > '24:00:00'::interval;
comment on table public.time_entries is 'A stretch of time one person worked. Exact instants; rounding is a pay rule.';
comment on column public.time_entries.clock_out is 'Null while running.';
comment on column public.time_entries.work_date is 'Local date of clock_in in the zone of its project or else its company, kept by trigger.';
comment on column public.time_entries.status is 'active while running, completed otherwise; follows clock_out by trigger.';
comment on column public.time_entries.source is 'How the entry came to be: timer, manual, crew (by a foreman), kiosk, import.';
comment on column public.time_entries.meal_waived is 'The person says there was no full meal break, so none is deducted.';
comment on column public.time_entries.equipment_id is 'The machine or vehicle worked with, if any.';
comment on column public.time_entries.device is 'What the device of the last punch calls itself (its browser''s agent text). Not the client''s to write.';
alter table public.time_entries enable row level security;
grant select, insert, update, delete on table public.time_entries to authenticated;

create policy "Foremen correct the time of their crews" on public.time_entries
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.crew_members m
     join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
  where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]'::text) @> time_entries.work_date)))
  with check (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.crew_members m
     join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
  where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]'::text) @> time_entries.work_date)));

create policy "Foremen read the time of their crews" on public.time_entries
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.crew_members m
     join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
  where m.company_id = time_entries.company_id and m.employee_id = time_entries.employee_id and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]'::text) @> time_entries.work_date)));

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

alter publication supabase_realtime add table public.time_entries;

create or replace function private.refuse_time_of_others() returns trigger
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

create or replace trigger a_refuse_time_of_others before insert on public.time_entries
  for each row execute function private.refuse_time_of_others();

create or replace trigger b_keep_deletion_rules before delete on public.time_entries
  for each row execute function private.keep_deletion_rules();

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
comment on function private.keep_time_rules() is 'The rules of time for inserts and updates, and the derived columns.';

create or replace trigger b_keep_time_rules before insert or update on public.time_entries
  for each row execute function private.keep_time_rules();

create or replace function private.keep_own_time_rights() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The time of others is a manager's or their foreman's to correct, with its own rules.
  if current_user = 'authenticated' and coalesce(new.employee_id, old.employee_id) is not distinct from private.my_employee_id() then
    if tg_op = 'INSERT' then
      if not (new.clock_out is null and private.is_now(new.clock_in)) then
        perform private.require_own_time_right('add');
      end if;
    elsif tg_op = 'DELETE' then
      perform private.require_own_time_right('delete');
    elsif (new.clock_in, new.clock_out, new.project_id, new.cost_code_id, new.equipment_id)
        is distinct from (old.clock_in, old.clock_out, old.project_id, old.cost_code_id, old.equipment_id)
      and not (old.clock_out is null and private.is_now(new.clock_out)
        and (new.clock_in, new.project_id, new.cost_code_id, new.equipment_id)
          is not distinct from (old.clock_in, old.project_id, old.cost_code_id, old.equipment_id)) then
      perform private.require_own_time_right('edit');
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_own_time_rights() is 'Starting and stopping the clock, notes, place and waiving a meal are always open; times and bookings by hand follow the rule.';

create or replace trigger c_keep_own_time_rights before insert or delete or update on public.time_entries
  for each row execute function private.keep_own_time_rights();

create or replace trigger d_foremen_say_why before update on public.time_entries
  for each row execute function private.foremen_say_why();

create or replace trigger e_count_from_shift before update on public.time_entries
  for each row when (old.clock_out is null and new.clock_out is not null) execute function private.count_from_shift();

create or replace function private.note_device() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_system() then
    return new;
  end if;
  new.device := case when tg_op = 'INSERT' or (old.clock_out is null and new.clock_out is not null)
    then left(nullif(private.request_header('user-agent'), ''), 300) else old.device end;
  return new;
end $$;
comment on function private.note_device() is 'Notes the device at the start and the end of an entry, whatever a client sends; an edit keeps it.';

create or replace trigger f_note_device before insert or update on public.time_entries
  for each row execute function private.note_device();

create or replace function private.entry_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    if old.clock_out is not null then
      perform private.forget_pay_of_work(old.company_id, old.employee_id, old.clock_in, old.clock_out);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.clock_out is not null and (tg_op = 'INSERT' or (old.clock_in, old.clock_out) is distinct from (new.clock_in, new.clock_out)) then
      perform private.forget_pay_of_work(new.company_id, new.employee_id, new.clock_in, new.clock_out);
    end if;
  end if;
  return null;
end $$;

create or replace trigger x_changes_pay after insert or delete on public.time_entries
  for each row execute function private.entry_changes_pay();

create or replace trigger x_update_changes_pay after update on public.time_entries
  for each row when (old.clock_in is distinct from new.clock_in or old.clock_out is distinct from new.clock_out or old.project_id is distinct from new.project_id or old.cost_code_id is distinct from new.cost_code_id or old.meal_waived is distinct from new.meal_waived or old.work_date is distinct from new.work_date) execute function private.entry_changes_pay();

create or replace trigger y_changes_ask_again after insert or delete on public.time_entries
  for each row execute function private.entry_changes_ask_again();

create or replace trigger y_updates_ask_again after update on public.time_entries
  for each row when (old.clock_in is distinct from new.clock_in or old.clock_out is distinct from new.clock_out or old.project_id is distinct from new.project_id or old.cost_code_id is distinct from new.cost_code_id or old.meal_waived is distinct from new.meal_waived) execute function private.entry_changes_ask_again();

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
        and (n.clock_in, n.clock_out, n.work_date, n.project_id, n.cost_code_id, n.equipment_id)
          is distinct from (o.clock_in, o.clock_out, o.work_date, o.project_id, o.cost_code_id, o.equipment_id)
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

create or replace trigger zy_count_changed_entries after update on public.time_entries referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_entries();

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

create or replace function private.apply_entry(event public.synced_events, mode_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries := private.own_entry(event, event.entry_id);
  starts timestamptz := (event.payload ->> 'clock_in')::timestamptz;
  ends timestamptz := (event.payload ->> 'clock_out')::timestamptz;
  breaks jsonb := case when jsonb_typeof(event.payload -> 'breaks') = 'array' then event.payload -> 'breaks' end;
  known boolean := entry.id is not null;
begin
  if starts is null then
    -- Only words about time that is there.
    if not known then
      perform private.hold('waiting');
    end if;
    update public.time_entries e set notes = event.payload ->> 'notes' where e.company_id = entry.company_id and e.id = entry.id;
    return 'applied';
  end if;
  if known and (entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.notes) is not distinct from
      (starts, ends, (event.payload ->> 'project_id')::uuid, (event.payload ->> 'cost_code_id')::uuid, event.payload ->> 'notes') then
    return 'repeated';
  end if;
  if mode_param <> 'consent' then
    if event.employee_id = private.my_employee_id() then
      perform private.require_own_time_right(case when known then 'edit' else 'add' end);
    end if;
    if known and entry.updated_at > event.counts_at then
      raise exception using errcode = 'P0001', hint = 'changed_meanwhile', message = 'Someone changed this entry in the meantime.';
    elsif ends - starts > interval '24 hours' then
      perform private.hold('too_long');
    end if;
  end if;
  if known and breaks is not null then
    delete from public.time_entry_breaks b where b.company_id = entry.company_id and b.time_entry_id = entry.id;
  end if;
  if known then
    update public.time_entries e set clock_in = starts, clock_out = ends, project_id = (event.payload ->> 'project_id')::uuid,
        cost_code_id = (event.payload ->> 'cost_code_id')::uuid, notes = event.payload ->> 'notes'
      where e.company_id = entry.company_id and e.id = entry.id;
  else
    perform private.insert_offline_entry(event, starts, ends, 'manual', mode_param);
    entry := private.own_entry(event, event.entry_id);
  end if;
  perform private.write_breaks(entry, breaks);
  update public.time_entries e set meal_waived = (event.payload ->> 'meal_waived')::boolean
    where e.company_id = entry.company_id and e.id = entry.id and e.meal_waived <> (event.payload ->> 'meal_waived')::boolean;
  return 'applied';
end $$;

create or replace function private.check_booking(entry public.time_entries, manages_param boolean, code_required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  project record;
  -- What comes from another program may belong to what is over by now.
  history boolean := private.change_source() = 'import' and entry.clock_out is not null;
begin
  if entry.project_id is not null then
    select p.status, p.archived_at into project
      from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id;
    -- Who is asking is looked up here, unless the caller of this function knows.
    if found and not private.may_work_on(entry.company_id, entry.employee_id, entry.project_id, entry.clock_in)
        and not coalesce(manages_param, private.is_system() or private.is_manager()) then
      raise exception using errcode = 'P0001', hint = 'project_not_open_to_you',
        message = 'You are not on the team of this project, and not scheduled there on this day.';
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
comment on function private.check_booking(public.time_entries,boolean,boolean) is 'Project open to the person and active, cost code in use and allowed there. What does not exist is left to the foreign key.';

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

create or replace function private.check_overlap(entry public.time_entries) returns void
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

create or replace function private.crew_day_written(company_id_param uuid, employee_id_param uuid, work_date_param date, project_id_param uuid) returns setof public.time_entries
language sql stable security definer set search_path = '' as $$
  select t.* from public.time_entries t
  join private.crew_day_entries k on k.company_id = t.company_id and k.entry_id = t.id and k.saved_at = t.updated_at
  where t.company_id = company_id_param and t.employee_id = employee_id_param and t.work_date = work_date_param
    and t.project_id = project_id_param
    and t.clock_in >= work_date_param::timestamp at time zone 'UTC' - interval '14 hours'
    and t.clock_in < work_date_param::timestamp at time zone 'UTC' + interval '38 hours';
$$;

create or replace function private.decide_late_time_off(request public.time_off_requests, type public.time_off_types, approve_param boolean, note_param text) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  before private.late_difference[];
begin
  if not private.is_locked(request.company_id, request.start_date, request.end_date) then
    if approve_param then
      perform private.pay_time_off(request, type);
    else
      delete from public.pay_items i where i.company_id = request.company_id and i.time_off_request_id = request.id;
    end if;
    return;
  end if;
  perform private.lock_time_shared(request.company_id);
  perform private.lock_employee_time(request.company_id, request.employee_id);
  before := private.pay_by_line(request.company_id, request.employee_id, request.start_date - 7, request.end_date + 7);
  perform set_config('chalkline.late_time', 'on', true);
  if approve_param then
    perform private.pay_time_off(request, type);
  else
    delete from public.pay_items i where i.company_id = request.company_id and i.time_off_request_id = request.id;
  end if;
  return query select * from private.post_late_pay(request.company_id, request.employee_id, request.start_date - 7, request.end_date + 7,
    before, note_param);
end $$;
comment on function private.decide_late_time_off(public.time_off_requests,public.time_off_types,boolean,text) is 'Pays approved time off, or takes its pay back; days of a locked period are recorded late.';

create or replace function private.enter_late_time(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid, notes_param text, breaks_param jsonb, reason_param text, id_param uuid, equipment_id_param uuid, meal_waived_param boolean, based_on_param jsonb) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text := private.zone_of(me.company_id, project_id_param);
  first_date date;
  last_date date;
  before private.late_difference[];
  stored public.time_entries;
  entry public.time_entries;
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  if clock_out_param is null or not coalesce(clock_in_param < clock_out_param, false) then
    raise exception using errcode = 'P0001', hint = 'end_before_start', message = 'The end is before the start.';
  elsif nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this time is late.';
  end if;
  perform private.lock_people(me.company_id, array[employee_id_param], '{}');
  select * into stored from public.time_entries t where t.company_id = me.company_id and t.id = id_param;
  if stored.id is not null and based_on_param is null then
    return; -- the answer to the first call was lost
  elsif stored.id is null and based_on_param is not null or stored.employee_id <> employee_id_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This entry of this person was not found.';
  elsif not (private.is_locked(me.company_id, (clock_in_param at time zone zone)::date, (clock_out_param at time zone zone)::date)
      or coalesce(private.is_locked(me.company_id, stored.work_date, stored.work_date), false)) then
    raise exception using errcode = 'P0001', hint = 'period_open', message = 'This pay period is open. Save the time as usual.';
  end if;
  first_date := least(clock_in_param, stored.clock_in)::date - 9;
  last_date := greatest(clock_out_param, stored.clock_out)::date + 9;
  perform private.decide_for_self('own_approval', employee_id_param, id_param,
    jsonb_build_object('entity', 'time_entries', 'action', case when stored.id is null then 'insert' else 'update' end,
      'day', left(clock_in_param::text, 10)));
  before := private.pay_by_line(me.company_id, employee_id_param, first_date, last_date);
  perform set_config('chalkline.late_time', 'on', true);
  entry := public.save_time_entry(id_param, employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param,
    notes_param, breaks_param, reason_param, meal_waived_param, equipment_id_param, based_on_param);
  perform private.approve_late_time(me.company_id, employee_id_param, entry.work_date);
  return query select * from private.post_late_pay(me.company_id, employee_id_param, first_date, last_date, before, btrim(reason_param));
end $$;

create or replace function private.entry_conditions(employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, status_param text, equipment_id_param uuid) returns text
language sql immutable parallel safe set search_path = '' as $$
  select concat(
    't.company_id = $1 and t.clock_in >= $2 and t.clock_in < $3',
    case when employee_id_param is not null then ' and t.employee_id = $4' end,
    case when project_id_param is not null then ' and t.project_id = $5' end,
    case when cost_code_id_param is not null then ' and t.cost_code_id = $6' end,
    case when equipment_id_param is not null then ' and t.equipment_id = $9' end,
    case when status_param = 'active' then ' and t.clock_out is null' when status_param = 'completed' then ' and t.clock_out is not null' end);
$$;

create or replace function private.entry_fields_read(fields_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}')
  from jsonb_each(to_jsonb(jsonb_populate_record(null::public.time_entries, fields_param - 'breaks'))
    || jsonb_build_object('breaks', private.entry_breaks_read(fields_param -> 'breaks'))) f
  where fields_param ? f.key
    and f.key in ('employee_id', 'clock_in', 'clock_out', 'project_id', 'cost_code_id', 'equipment_id', 'notes', 'meal_waived', 'breaks');
$$;
comment on function private.entry_fields_read(jsonb) is 'The fields of an entry that save_time_entry changes, as they would be stored.';
grant execute on function private.entry_fields_read(jsonb) to authenticated, service_role;

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

create or replace function private.entry_source(event public.synced_events) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.employees e
      where e.company_id = event.company_id and e.id = event.employee_id and e.user_id = event.created_by) then 'timer'
    when exists (select from public.kiosks k where k.company_id = event.company_id and k.user_id = event.created_by) then 'kiosk'
    else 'crew' end;
$$;
comment on function private.entry_source(public.synced_events) is 'Who punched: the person (timer), a tablet (kiosk) or someone for them (crew).';

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

create or replace function private.insert_offline_entry(event public.synced_events, from_param timestamptz, to_param timestamptz, source_param text, mode_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
begin
  entry.company_id := event.company_id;
  entry.id := event.entry_id;
  entry.employee_id := event.employee_id;
  entry.clock_in := from_param;
  entry.clock_out := to_param;
  entry.project_id := (event.payload ->> 'project_id')::uuid;
  entry.cost_code_id := (event.payload ->> 'cost_code_id')::uuid;
  entry.equipment_id := (event.payload ->> 'equipment_id')::uuid;
  perform private.check_new_time(entry, mode_param);
  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, source)
    values (entry.company_id, entry.id, entry.employee_id, entry.clock_in, entry.clock_out, entry.project_id, entry.cost_code_id, entry.equipment_id,
      event.payload ->> 'notes', source_param)
    returning * into entry;
  perform private.take_start_location(entry, private.event_place(event));
end $$;

create or replace function private.is_forgotten(clock_in_param timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select clock_in_param < now() - interval '12 hours';
$$;
comment on function private.is_forgotten(timestamp with time zone) is 'Whether a running entry is too old to be somebody still at work.';

create or replace function private.is_known_time(company_id_param uuid, employee_id_param uuid, time_entry_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.time_entries t
      where t.company_id = company_id_param and t.id = time_entry_id_param and t.employee_id = employee_id_param)
    -- Held events, too: the answers are there when the entry is.
    or exists (select from public.synced_events s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.entry_id = time_entry_id_param)
    or exists (select from public.synced_events s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.id = time_entry_id_param)
    -- Deleted meanwhile: what was said about it is still worth hearing.
    or exists (select from public.audit_events a where a.company_id = company_id_param and a.entity_id = time_entry_id_param
      and a.entity = 'time_entries' and a.employee_id = employee_id_param);
$$;
comment on function private.is_known_time(uuid,uuid,uuid) is 'Whether a person has or had this entry, or an event of theirs names it.';

create or replace function private.kiosk_break(running public.time_entries, id_param uuid, moment_param timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.time_entry_breaks (company_id, id, time_entry_id, employee_id, started_at, kind, paid)
    values (running.company_id, coalesce(id_param, gen_random_uuid()), running.id, running.employee_id,
      greatest(moment_param, running.clock_in), 'meal', false)
    on conflict do nothing;
$$;

create or replace function private.lock_employee_time(company_id_param uuid, employee_id_param uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('employee:' || company_id_param::text || employee_id_param::text, 0));
$$;
comment on function private.lock_employee_time(uuid,uuid) is 'Serialises writes of one employee''s time until the transaction ends.';
grant execute on function private.lock_employee_time(uuid,uuid) to authenticated, service_role;

create or replace function private.open_time_off(company_id_param uuid, request_id_param uuid) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  request public.time_off_requests;
begin
  -- All of the person, so that two decisions at once do not both use the last hours.
  perform from public.time_off_requests r
  where r.company_id = company_id_param and r.employee_id = (
    select o.employee_id from public.time_off_requests o where o.company_id = company_id_param and o.id = request_id_param)
  order by r.id for update;
  select * into request from public.time_off_requests r where r.company_id = company_id_param and r.id = request_id_param;
  if request.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This request was not found.';
  end if;
  return request;
end $$;

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

create or replace function private.pay_held_time(held public.held_events, reason_param text) returns setof private.late_difference
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := array(select g.id from private.held_group(held) g);
  first_date date;
  last_date date;
  before private.late_difference[];
  entry record;
  days integer := 0;
begin
  if held.kind = 'quantity' then
    raise exception using errcode = 'P0001', hint = 'not_adjustable', message = 'There is no time to pay here. Apply it, or discard it.';
  end if;
  -- Wide enough for the workweek of every day that the events or their entry touch, in any zone.
  select min(m.at)::date - 9, max(m.at)::date + 9 into first_date, last_date
  from (
    select s.counts_at as at from public.synced_events s where s.company_id = held.company_id and s.id = any (chosen)
    union all
    select unnest(array[t.clock_in, t.clock_out]) from public.time_entries t where t.company_id = held.company_id and t.id = held.entry_id
    union all
    select unnest(array[(held.payload ->> 'clock_in')::timestamptz, (held.payload ->> 'clock_out')::timestamptz]) where held.kind = 'entry'
  ) m;
  before := private.pay_by_line(held.company_id, held.employee_id, first_date, last_date);
  perform set_config('chalkline.late_time', 'on', true);
  perform private.apply_held_events(held);
  for entry in
    select distinct t.id, t.work_date, t.clock_out, private.is_locked(t.company_id, t.work_date,
      (t.clock_out at time zone private.zone_of(t.company_id, t.project_id))::date) as locked
    from public.synced_events s
    join public.time_entries t on t.company_id = s.company_id and t.id = s.entry_id
    where s.company_id = held.company_id and s.id = any (chosen) and s.kind <> 'quantity'
  loop
    if entry.clock_out is null then
      raise exception using errcode = 'P0001', hint = 'not_adjustable',
        message = 'There is no complete time to pay here. Apply it, or discard it and enter the time by hand.';
    end if;
    perform private.approve_late_time(held.company_id, held.employee_id, entry.work_date) where entry.locked;
    days := days + entry.locked::integer;
  end loop;
  if days = 0 then
    raise exception using errcode = 'P0001', hint = 'not_adjustable',
      message = 'There is no complete time to pay here. Apply it, or discard it and enter the time by hand.';
  end if;
  return query select * from private.post_late_pay(held.company_id, held.employee_id, first_date, last_date, before, reason_param);
end $$;
comment on function private.pay_held_time(public.held_events,text) is 'Puts held time of a locked period on its true day and posts the difference.';

create or replace function private.pay_time_off(request public.time_off_requests, type public.time_off_types) returns void
language sql security definer set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, note, time_off_request_id)
  select request.company_id, request.employee_id, d.day, type.pay_code, d.minutes, type.name, request.id
  from private.time_off_days(request.company_id, request.start_date, request.end_date, request.hours) d
  where type.paid and d.minutes > 0;
$$;
comment on function private.pay_time_off(public.time_off_requests,public.time_off_types) is 'Pay items of approved time off: paid at the person''s rate, never hours worked.';

create or replace function private.require_known_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_known_time(new.company_id, new.employee_id, new.time_entry_id) then
    -- No refusal for good: the punch may still be on its way, and the device keeps the answer until then.
    raise exception using errcode = 'foreign_key_violation', hint = 'time_not_known_yet',
      message = 'The time this answer is about has not arrived yet.';
  end if;
  return new;
end $$;
comment on function private.require_known_time() is 'Stands for a foreign key: an answer may come with a held event, and outlives its entry.';

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

create or replace function private.require_view_of_time(employee_id_param uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if employee_id_param is distinct from me.id then
    perform private.require_manager();
    perform private.require_colleague(me.company_id, employee_id_param);
  end if;
  return me.company_id;
end $$;

create or replace function private.take_location(entry public.time_entries, moment_param text, location_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  place record := private.read_location(location_param);
  found_at record;
begin
  if place.latitude is null or place.longitude is null
    or not (select c.capture_location from public.companies c where c.id = entry.company_id) then
    return;
  end if;
  found_at := private.place_on_project(entry.company_id, entry.project_id, place.latitude, place.longitude, place.accuracy_m, place.fix_age_s);
  insert into public.punch_locations (company_id, time_entry_id, employee_id, moment, punched_at,
      latitude, longitude, accuracy_m, fix_age_s, inside, edge_m)
    values (entry.company_id, entry.id, entry.employee_id, moment_param,
      case moment_param when 'out' then entry.clock_out else entry.clock_in end,
      place.latitude, place.longitude, place.accuracy_m, place.fix_age_s, found_at.inside, found_at.edge_m)
    on conflict (company_id, time_entry_id, moment) do nothing;
  if found_at.inside = false then
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, after)
      values (entry.company_id, auth.uid(), private.change_source(), 'created', 'punch_locations', entry.id, entry.employee_id,
        jsonb_build_object('time_entry_id', entry.id, 'moment', moment_param, 'inside', false, 'edge_m', round(found_at.edge_m)));
  end if;
end $$;
comment on function private.take_location(public.time_entries,text,jsonb) is 'Keeps where someone was at a punch and notes one off site in the history of the entry.';

create or replace function private.take_start_location(entry public.time_entries, location_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if location_param is not null then
    perform private.take_location(entry, case when (select last.clock_out from public.time_entries last
        where last.company_id = entry.company_id and last.employee_id = entry.employee_id and last.clock_in < entry.clock_in
        order by last.clock_in desc limit 1) = entry.clock_in then 'switch' else 'in' end, location_param);
  end if;
end $$;
comment on function private.take_start_location(public.time_entries,jsonb) is 'A start at the very end of the entry before is a switch.';

create or replace function private.time_issues(company_id_param uuid, employee_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, time_entry_id uuid, kind text, severity text)
language sql set search_path = '' as $$
  with entries as (
    select t.employee_id, t.work_date, t.id, t.clock_in, t.clock_out, t.project_id, t.cost_code_id,
      coalesce(a.approved_at >= t.updated_at and t.clock_out is not null, false) as approved,
      coalesce(a.approved_at < t.updated_at, false) as changed_after,
      -- A shift is cut in two by every change of job, so the length is that of the day.
      sum(coalesce(t.clock_out, now()) - t.clock_in) over (partition by t.employee_id, t.work_date) > interval '16 hours' as long_day
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
      and (employee_id_param is null or t.employee_id = employee_id_param)
  ), company as (
    select c.cost_code_required, exists (select from public.projects p where p.company_id = c.id) as has_projects
    from public.companies c where c.id = company_id_param
  )
  select e.employee_id, e.work_date, e.id, i.kind, i.severity
  from entries e
  cross join company c
  cross join lateral (values
    ('missing_clock_out', 'stop', e.clock_out is null and private.is_forgotten(e.clock_in)),
    ('on_the_clock', 'wait', e.clock_out is null and not private.is_forgotten(e.clock_in)),
    ('long_entry', 'check', e.clock_out is not null and e.long_day and not e.approved),
    ('no_project', 'check', c.has_projects and e.project_id is null and not e.approved),
    ('no_cost_code', 'check', c.cost_code_required and e.cost_code_id is null and not e.approved),
    ('changed_after_approval', 'check', e.changed_after)) i (kind, severity, found)
  where i.found
  union all
  select distinct l.employee_id, l.work_date, null::uuid, 'no_rate', 'stop'
  from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
  where l.total_cents is null
  union all
  select s.employee_id, greatest(s.start_date, start_date_param), null::uuid, 'disputed', 'check'
  from public.timesheet_signatures s
  where s.company_id = company_id_param and s.disputed and s.invalidated_at is null
    and s.start_date <= end_date_param and s.end_date >= start_date_param
    and (employee_id_param is null or s.employee_id = employee_id_param);
$$;
comment on function private.time_issues(uuid,uuid,date,date) is 'What is wrong with the time of a range, of one person or of all. stop: cannot be approved; wait: still at work; check: somebody must look, and approving that person''s day says that somebody did.';

create or replace function private.time_off_accruals(employee public.employees, type public.time_off_types, on_date_param date) returns table(day date, place integer, kind text, hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  amount numeric := (type.accrual ->> 'hours')::numeric;
  first_day date := greatest(private.hire_date(employee), type.starts_on);
  last_day date := least(on_date_param, (employee.deactivated_at at time zone private.zone_of(employee.company_id, null))::date);
  period record;
begin
  if type.accrual ->> 'kind' = 'per_year' then
    return query
      select y.day, 1, 'per_year', amount * (y.year_end - y.day + 1) / extract(doy from y.year_end)
      from (select greatest(first_day, make_date(n, 1, 1)) as day, make_date(n, 12, 31) as year_end
        from generate_series(extract(year from first_day)::integer, extract(year from last_day)::integer) n) y
      where y.day <= last_day;
  elsif type.accrual ->> 'kind' = 'per_hours_worked' then
    return query
      select w.work_date, 3, 'worked', sum(w.seconds) * amount / ((type.accrual ->> 'worked')::numeric * 3600)
      from public.work_totals w
      where w.company_id = employee.company_id and w.employee_id = employee.id and w.work_date between first_day and last_day
      group by w.work_date;
  elsif type.accrual ->> 'kind' = 'per_period' then
    day := first_day;
    loop
      select * into period from private.pay_period_at(employee.company_id, day);
      exit when period.end_date is null or period.end_date > last_day;
      return query select period.end_date, 3, 'per_period',
        amount * (period.end_date - greatest(first_day, period.start_date) + 1) / (period.end_date - period.start_date + 1);
      day := period.end_date + 1;
    end loop;
  end if;
end $$;
comment on function private.time_off_accruals(public.employees,public.time_off_types,date) is 'What a type''s rule gives a person until a date, before cap and carry-over.';

create or replace function private.time_off_days(company_id_param uuid, start_date_param date, end_date_param date, hours_param numeric) returns table(day date, minutes integer)
language sql stable security definer set search_path = '' as $$
  with work_days as (
    select d.day from (select start_date_param + n as day from generate_series(0, end_date_param - start_date_param) n) d
    where extract(isodow from d.day) < 6
      and not exists (select from public.holidays h where h.company_id = company_id_param and h.date = d.day)
  ), days as (
    select w.day from work_days w
    union all
    select start_date_param where not exists (select from work_days)
  ), numbered as (
    select d.day, row_number() over (order by d.day) as number, count(*) over () as days, round(hours_param * 60)::integer as minutes from days d
  )
  select n.day, (n.minutes / n.days + (n.number <= n.minutes % n.days)::integer)::integer from numbered n order by n.day;
$$;
comment on function private.time_off_days(uuid,date,date,numeric) is 'Hours of a request by day: evenly over Monday to Friday without holidays, leftover minutes to the first days. All on the first day where there is no such day.';

create or replace function private.time_off_hours(employee public.employees, type public.time_off_types, on_date_param date) returns numeric
language sql stable security definer set search_path = '' as $$
  -- Thirds of an hour are not exact: the ninth decimal takes that away before rounding half up.
  select round(round(coalesce(sum(l.change), 0), 9), 2) from private.time_off_ledger(employee, type, on_date_param) l;
$$;

create or replace function private.time_off_ledger(employee public.employees, type public.time_off_types, on_date_param date) returns table(day date, kind text, change numeric, balance numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  event record;
  cap numeric := (type.accrual ->> 'cap')::numeric;
  carry_over numeric := (type.accrual ->> 'carry_over')::numeric;
begin
  balance := 0;
  for event in
    select a.day, a.place, a.kind, a.hours from private.time_off_accruals(employee, type, on_date_param) a
    union all
    select g.date, 1, 'granted', g.hours from public.time_off_grants g
    where g.company_id = employee.company_id and g.employee_id = employee.id and g.type_id = type.id and g.date <= on_date_param
    union all
    select d.day, 2, 'taken', -d.minutes / 60.0 from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = employee.company_id and r.employee_id = employee.id and r.type_id = type.id
      and r.status = 'approved' and d.day <= on_date_param
    union all
    select make_date(n, 1, 1), 0, 'carried_over', 0
    from generate_series(extract(year from private.hire_date(employee))::integer + 1, extract(year from on_date_param)::integer) n
    where carry_over is not null
    order by 1, 2
  loop
    day := event.day;
    kind := event.kind;
    change := case
      when event.place = 0 then least(carry_over - balance, 0)
      when event.hours > 0 and cap is not null then least(event.hours, greatest(cap - balance, 0))
      else event.hours end;
    balance := balance + change;
    return next;
  end loop;
end $$;
comment on function private.time_off_ledger(public.employees,public.time_off_types,date) is 'Every step to a balance, in order: on a day first the cut to carry_over, then grants, then time off, then accrual. What is over the cap is lost.';

create or replace function private.unchanged_of_entry(entry public.time_entries, based_on_param jsonb, sent_param jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  times constant text[] := '{clock_in,clock_out,breaks}';
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
  perform private.require_unchanged('time_entries', entry.id, stored, based_on,
    (select coalesce(jsonb_object_agg(f, sent -> f), '{}') from unnest(changed) f));
  return based_on - changed;
end $$;
comment on function private.unchanged_of_entry(public.time_entries,jsonb,jsonb) is 'The fields of an entry the caller did not change, after checking that those it changes are still what it saw. Start, end and breaks are one.';
grant execute on function private.unchanged_of_entry(public.time_entries,jsonb,jsonb) to authenticated, service_role;

create or replace function public.decide_time_off(request_id_param uuid, approve_param boolean, note_param text default null::text) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  type public.time_off_types;
begin
  if request.status <> 'requested' or approve_param is null then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = request.type_id;
  if approve_param and (type.paid or type.accrual is not null) and nullif(btrim(note_param), '') is null
    and private.lowest_after(request, type) < 0 then
    raise exception using errcode = 'P0001', hint = 'time_off_below_zero', message = 'This takes the balance below zero. Say why you approve it.';
  end if;
  update public.time_off_requests r set status = case when approve_param then 'approved' else 'declined' end,
    decision_note = nullif(btrim(note_param), ''), decided_by = auth.uid(), decided_at = now()
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  if approve_param then
    perform private.decide_late_time_off(request, type, true, concat_ws(': ', type.name, request.decision_note));
  end if;
  return request;
end $$;
comment on function public.decide_time_off(uuid,boolean,text) is 'Managers: approves or declines a request. Below a balance of 0 with a note only. Paid hours become pay items; those of a locked period are posted as adjustments of today (time_off_preview shows them before).';
grant execute on function public.decide_time_off(uuid,boolean,text) to authenticated;

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
  perform private.require_reason(owner_id, reason_param);
  delete from public.time_entries e where e.company_id = (select private.my_company_id()) and e.id = id_param;
  if not found then
    -- A foreman reads it, and may not delete it.
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return true;
end $$;
comment on function public.delete_time_entry(uuid,text) is 'Deletes an entry with its breaks; false if there is none (any more). Deleting someone else''s needs a reason.';
grant execute on function public.delete_time_entry(uuid,text) to authenticated;

create or replace function public.enter_late_time(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, reason_param text, cost_code_id_param uuid default null::uuid, notes_param text default null::text, breaks_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, meal_waived_param boolean default null::boolean, based_on_param jsonb default null::jsonb) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language sql security definer set search_path = '' as $$
  select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked
  from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param, cost_code_id_param, notes_param,
    breaks_param, reason_param, id_param, equipment_id_param, meal_waived_param, based_on_param) d;
$$;
comment on function public.enter_late_time(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb) is 'Manager, owner: records time of a locked period on its true day and posts the difference on today, with a reason. Idempotent by id. With based_on_param (the entry as it was read, as in save_time_entry) it corrects an entry.';
grant execute on function public.enter_late_time(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,text,uuid,text,jsonb,uuid,boolean,jsonb) to authenticated;

create or replace function public.late_time_preview(employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid default null::uuid, breaks_param jsonb default null::jsonb, equipment_id_param uuid default null::uuid, meal_waived_param boolean default null::boolean, entry_id_param uuid default null::uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  differences private.late_difference[];
begin
  begin
    differences := array(select d from private.enter_late_time(employee_id_param, clock_in_param, clock_out_param, project_id_param,
      cost_code_id_param, null, breaks_param, 'Preview', coalesce(entry_id_param, gen_random_uuid()), equipment_id_param, meal_waived_param,
      case when entry_id_param is not null then '{}'::jsonb end) d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.late_time_preview(uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,jsonb,uuid,boolean,uuid) is 'Manager, owner: what enter_late_time would change, line by line; entry_id_param: of the entry it corrects. Changes nothing.';
grant execute on function public.late_time_preview(uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,jsonb,uuid,boolean,uuid) to authenticated;

create or replace function public.list_time_entries(start_param timestamptz, end_param timestamptz, employee_id_param uuid default null::uuid, project_id_param uuid default null::uuid, cost_code_id_param uuid default null::uuid, status_param text default null::text, group_by_param text default null::text, offset_param integer default 0, limit_param integer default 200, equipment_id_param uuid default null::uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  me uuid := private.my_employee_id();
  leads boolean := private.leads_a_crew();
  -- Managers see the company's, foremen that of the crews they lead, everyone else their own.
  person uuid := case when leads or private.is_manager() then employee_id_param else me end;
  conditions text;
  page uuid[];
  entries json;
  summary json;
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'You are not an employee of any company.';
  end if;
  conditions := private.entry_conditions(person, project_id_param, cost_code_id_param, status_param, equipment_id_param);
  if leads then
    conditions := conditions || format(' and (t.employee_id = %1$L or exists (
      select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
      where m.company_id = t.company_id and m.employee_id = t.employee_id and c.foreman_id = %1$L
        and daterange(m.from_date, m.to_date, ''[]'') @> t.work_date))', me);
  end if;

  execute format('select array(select t.id from public.time_entries t %s where %s order by %s limit $7 offset $8)',
      case group_by_param
        when 'employee' then 'join public.employees e on e.company_id = t.company_id and e.id = t.employee_id'
        when 'project' then 'left join public.projects p on p.company_id = t.company_id and p.id = t.project_id'
        when 'cost_code' then 'left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id'
        when 'equipment' then 'left join public.equipment q on q.company_id = t.company_id and q.id = t.equipment_id'
        else '' end,
      conditions,
      case group_by_param
        when 'employee' then 'e.last_name, e.first_name, t.employee_id, t.clock_in desc, t.id'
        when 'project' then 'p.name nulls last, t.project_id, t.clock_in desc, t.id'
        when 'cost_code' then 'k.code nulls last, t.cost_code_id, t.clock_in desc, t.id'
        when 'equipment' then 'q.name nulls last, t.equipment_id, t.clock_in desc, t.id'
        else 't.clock_in desc, t.id' end)
    into page
    using company, start_param, end_param, person, project_id_param, cost_code_id_param,
      least(greatest(limit_param, 1), 1000), greatest(offset_param, 0), equipment_id_param;

  select coalesce(json_agg(json_build_object(
      'id', t.id, 'employee_id', t.employee_id, 'first_name', e.first_name, 'last_name', e.last_name,
      'clock_in', t.clock_in, 'clock_out', t.clock_out, 'work_date', t.work_date, 'project_id', t.project_id,
      'cost_code_id', t.cost_code_id, 'equipment_id', t.equipment_id, 'notes', t.notes, 'status', t.status, 'meal_waived', t.meal_waived,
      'breaks', breaks.list,
      'offline', exists (select from public.synced_events s where s.company_id = company and s.entry_id = t.id and s.state = 'applied')
        or exists (select from public.synced_events s where s.company_id = company and s.ends_id = t.id),
      'minutes', private.epoch_minute(t.clock_out) - private.epoch_minute(t.clock_in) - coalesce(breaks.deducted, 0),
      'frozen', case
        when exists (select from public.pay_periods l where l.company_id = company and l.status = 'locked'
          and l.start_date <= t.work_date and l.end_date >= t.work_date) then 'locked'
        when t.clock_out is not null and exists (select from public.approvals a where a.company_id = company
          and a.employee_id = t.employee_id and a.work_date = t.work_date and a.approved_at >= t.updated_at) then 'approved' end)
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
        when 'cost_code' then 't.cost_code_id::text' when 'equipment' then 't.equipment_id::text'
        when 'day' then 't.work_date::text' else 'null::text' end,
      conditions)
    into summary
    using company, start_param, end_param, person, project_id_param, cost_code_id_param, null::integer, null::integer, equipment_id_param;
  end if;
  return json_build_object('entries', entries, 'summary', summary);
end $$;
comment on function public.list_time_entries(timestamp with time zone,timestamp with time zone,uuid,uuid,uuid,text,text,integer,integer,uuid) is 'Entries that start in [start, end), newest first or by group (employee, project, cost_code, equipment, day), one page at a time. The first page carries the figures of the whole range: minutes of ended entries net of breaks that are taken off, and what still runs.';
grant execute on function public.list_time_entries(timestamp with time zone,timestamp with time zone,uuid,uuid,uuid,text,text,integer,integer,uuid) to authenticated;

create or replace function public.past_time(employee_id_param uuid, start_date_param date, end_date_param date) returns table(id uuid, work_date date, clock_in timestamptz, clock_out timestamptz, project_name text, cost_code text, break_minutes bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  past public.employees := private.past_employment(employee_id_param);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select t.id, t.work_date, t.clock_in, t.clock_out, p.name, k.code,
      coalesce((select sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at))
        from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and not b.paid), 0)::bigint
    from public.time_entries t
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id
    where t.company_id = past.company_id and t.employee_id = past.id and t.work_date between start_date_param and end_date_param
    order by t.clock_in;
end $$;
comment on function public.past_time(uuid,date,date) is 'Someone who left: their own clock times of up to 400 days; nothing of anybody else.';
grant execute on function public.past_time(uuid,date,date) to authenticated;

create or replace function public.request_time_off(type_id_param uuid, start_date_param date, end_date_param date, hours_param numeric, note_param text default null::text, employee_id_param uuid default null::uuid) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees := me;
  type public.time_off_types;
  request public.time_off_requests;
begin
  if employee_id_param is distinct from me.id and employee_id_param is not null then
    perform private.require_manager();
    select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param and e.active;
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = type_id_param and t.active;
  if person.id is null or type.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person or kind of time off was not found.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  if hours_param is null or hours_param not between 0.01 and 9600 or exists (
    select from private.time_off_days(me.company_id, start_date_param, end_date_param, hours_param) d where d.minutes > 1440) then
    raise exception using errcode = 'P0001', hint = 'time_off_hours', message = 'Enter hours that fit into these days.';
  end if;
  if start_date_param < private.hire_date(person) + (type.accrual ->> 'waiting_days')::numeric::integer - 1 then
    raise exception using errcode = 'P0001', hint = 'time_off_waiting', message = 'The waiting time for this kind of time off is not over on that day.';
  end if;
  insert into public.time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, note)
  values (me.company_id, person.id, type.id, start_date_param, end_date_param, hours_param, nullif(btrim(note_param), ''))
  returning * into request;
  return request;
end $$;
comment on function public.request_time_off(uuid,date,date,numeric,text,uuid) is 'Everyone: asks for time off; managers also for someone else.';
grant execute on function public.request_time_off(uuid,date,date,numeric,text,uuid) to authenticated;

create or replace function public.save_time_entry(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz, project_id_param uuid, cost_code_id_param uuid default null::uuid, notes_param text default null::text, breaks_param jsonb default null::jsonb, reason_param text default null::text, meal_waived_param boolean default null::boolean, equipment_id_param uuid default null::uuid, based_on_param jsonb default null::jsonb) returns public.time_entries
language plpgsql set search_path = '' as $$
declare
  entry public.time_entries;
  known boolean;
  kept jsonb;
begin
  select * into entry from public.time_entries e
    where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  if not found then
    -- The same call may be under way on another connection, after a lost answer: wait for it and look again.
    perform private.lock_employee_time(private.my_company_id(), coalesce(employee_id_param, private.my_employee_id()));
    select * into entry from public.time_entries e
      where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  end if;
  known := found;
  if known then
    perform private.require_reason(entry.employee_id, reason_param);
  else
    perform private.give_reason(reason_param);
  end if;

  if known and jsonb_typeof(based_on_param) = 'object' then
    -- What the caller did not change stays as it is by now.
    kept := private.unchanged_of_entry(entry, based_on_param, jsonb_build_object('employee_id', coalesce(employee_id_param, entry.employee_id),
      'clock_in', clock_in_param, 'clock_out', clock_out_param, 'project_id', project_id_param, 'cost_code_id', cost_code_id_param,
      'equipment_id', equipment_id_param, 'notes', notes_param, 'meal_waived', coalesce(meal_waived_param, entry.meal_waived),
      'breaks', breaks_param));
    employee_id_param := case when kept ? 'employee_id' then entry.employee_id else employee_id_param end;
    clock_in_param := case when kept ? 'clock_in' then entry.clock_in else clock_in_param end;
    clock_out_param := case when kept ? 'clock_out' then entry.clock_out else clock_out_param end;
    project_id_param := case when kept ? 'project_id' then entry.project_id else project_id_param end;
    cost_code_id_param := case when kept ? 'cost_code_id' then entry.cost_code_id else cost_code_id_param end;
    equipment_id_param := case when kept ? 'equipment_id' then entry.equipment_id else equipment_id_param end;
    notes_param := case when kept ? 'notes' then entry.notes else notes_param end;
    meal_waived_param := case when kept ? 'meal_waived' then entry.meal_waived else meal_waived_param end;
    breaks_param := case when kept ? 'breaks' then null else breaks_param end;
  end if;

  -- Breaks that stay untouched leave no trace in the history.
  if breaks_param is not null and known then
    delete from public.time_entry_breaks b
      where b.company_id = entry.company_id and b.time_entry_id = entry.id
        and not exists (select from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
          where (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;

  if known then
    update public.time_entries e
      set employee_id = coalesce(employee_id_param, e.employee_id), clock_in = clock_in_param, clock_out = clock_out_param,
        project_id = project_id_param, cost_code_id = cost_code_id_param, equipment_id = equipment_id_param, notes = notes_param,
        meal_waived = coalesce(meal_waived_param, e.meal_waived)
      where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  else
    insert into public.time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, equipment_id, notes, meal_waived)
      values (coalesce(id_param, gen_random_uuid()), coalesce(employee_id_param, private.my_employee_id()), clock_in_param, clock_out_param,
        project_id_param, cost_code_id_param, equipment_id_param, notes_param, coalesce(meal_waived_param, false))
      returning * into entry;
  end if;

  if breaks_param is not null then
    insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      select entry.company_id, entry.id, w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)
      from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
      where not exists (select from public.time_entry_breaks b
        where b.company_id = entry.company_id and b.time_entry_id = entry.id
          and (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;
  return entry;
end $$;
comment on function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb) is 'Adds or changes an entry with its breaks: [{"started_at", "ended_at", "kind", "paid"}], null leaves them. Idempotent by id. Changing someone else''s time needs a reason. based_on: the entry as it was read, with its breaks; what equals it stays as it is by now, what somebody else changed meanwhile is refused with changed_meanwhile. Start, end and breaks are one.';
grant execute on function public.save_time_entry(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text,jsonb,text,boolean,uuid,jsonb) to authenticated;

create or replace function public.time_entry_history(entry_id_param uuid) returns table(occurred_at timestamptz, action text, entity text, actor_name text, source text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query
    select a.occurred_at, a.action, a.entity, btrim(concat_ws(' ', who.first_name, who.last_name)), a.source, a.before, a.after, a.reason
    from public.audit_events a
    left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
    where a.company_id = me.company_id
      and (me.role in ('owner', 'manager') or a.employee_id = me.id or (me.role = 'foreman' and exists (
        select from public.time_entries t where t.company_id = me.company_id and t.id = entry_id_param
          and t.employee_id = a.employee_id and private.leads_on(t.employee_id, t.work_date))))
      and (a.entity_id = entry_id_param
        or (a.entity = 'time_entry_breaks' and coalesce(a.after, a.before) ->> 'time_entry_id' = entry_id_param::text))
    order by a.sequence;
end $$;
comment on function public.time_entry_history(uuid) is 'Who changed an entry and its breaks, when and why, oldest first. For the person and for managers.';
grant execute on function public.time_entry_history(uuid) to authenticated;

create or replace function public.time_off_balance(employee_id_param uuid, on_date_param date) returns table(type_id uuid, hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
begin
  if employee_id_param is distinct from me.id and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  if person.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  if on_date_param is null or on_date_param not between '1970-01-01' and private.company_today(me.company_id) + 3660 then
    raise exception using errcode = 'P0001', hint = 'time_off_date_too_far', message = 'Choose a date within the next ten years.';
  end if;
  return query
    select t.id, private.time_off_hours(person, t, on_date_param)
    from public.time_off_types t
    where t.company_id = me.company_id and t.active and (t.paid or t.accrual is not null)
    order by t.name;
end $$;
comment on function public.time_off_balance(uuid,date) is 'Everyone for themselves, managers for all: hours left per type at the end of a date; later dates with known grants and approved requests only. Unpaid types without accrual keep no balance.';
grant execute on function public.time_off_balance(uuid,date) to authenticated;

create or replace function public.time_off_explanation(employee_id_param uuid, type_id_param uuid, on_date_param date) returns table(day date, kind text, change numeric, balance numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
  type public.time_off_types;
begin
  if employee_id_param is distinct from me.id and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = type_id_param;
  if person.id is null or type.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person or kind of time off was not found.';
  end if;
  if on_date_param is null or on_date_param not between '1970-01-01' and private.company_today(me.company_id) + 3660 then
    raise exception using errcode = 'P0001', hint = 'time_off_date_too_far', message = 'Choose a date within the next ten years.';
  end if;
  return query select l.day, l.kind, round(round(l.change, 9), 4), round(round(l.balance, 9), 4)
    from private.time_off_ledger(person, type, on_date_param) l;
end $$;
comment on function public.time_off_explanation(uuid,uuid,date) is 'Everyone for themselves, managers for all: every step to a balance, in order: per_year, per_period, worked, granted, taken, carried_over.';
grant execute on function public.time_off_explanation(uuid,uuid,date) to authenticated;

create or replace function public.time_off_preview(request_id_param uuid) returns table(work_date date, project_id uuid, cost_code_id uuid, pay_code text, minutes integer, amount_cents bigint, posted boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  type public.time_off_types;
  differences private.late_difference[];
begin
  if request.status <> 'requested' then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = request.type_id;
  begin
    differences := array(select d from private.decide_late_time_off(request, type, true, 'Preview') d);
    raise exception using errcode = 'CKUND';
  exception when sqlstate 'CKUND' then
    null;
  end;
  return query select d.work_date, d.project_id, d.cost_code_id, d.pay_code, d.minutes, d.amount_cents, d.locked from unnest(differences) d;
end $$;
comment on function public.time_off_preview(uuid) is 'Manager, owner: what approving a request for days of a locked period would post, line by line; nothing for open days. Changes nothing.';
grant execute on function public.time_off_preview(uuid) to authenticated;

create or replace function public.time_off_to_decide() returns table(request_id uuid, days integer, left_after numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
  select r.id, (select count(*)::integer from private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d where d.minutes > 0),
    case when t.paid or t.accrual is not null then private.lowest_after(r, t) end
  from public.time_off_requests r
  join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
  where r.company_id = me.company_id and r.status = 'requested';
end $$;
comment on function public.time_off_to_decide() is 'Managers: the open requests with their working days and the balance that would be left; null where none is kept.';
grant execute on function public.time_off_to_decide() to authenticated;

create or replace function public.undo_clock_out(entry_id_param uuid) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  perform private.lock_time_shared(me.company_id);
  perform private.lock_employee_time(me.company_id, me.id);
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

create or replace function public.withdraw_time_off(request_id_param uuid) returns public.time_off_requests
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  request public.time_off_requests := private.open_time_off(me.company_id, request_id_param);
  manages boolean := me.role in ('owner', 'manager');
begin
  if request.employee_id <> me.id and not manages then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This request was not found.';
  end if;
  if request.status not in ('requested', 'approved') then
    raise exception using errcode = 'P0001', hint = 'time_off_decided', message = 'This request has already been decided or withdrawn.';
  end if;
  if request.status = 'approved' and not manages and request.start_date <= private.company_today(me.company_id) then
    raise exception using errcode = 'P0001', hint = 'time_off_begun', message = 'This time off has begun. Ask a manager.';
  end if;
  perform private.decide_late_time_off(request, null, false, 'Time off withdrawn');
  update public.time_off_requests r set status = 'withdrawn'
  where r.company_id = me.company_id and r.id = request.id
  returning * into request;
  return request;
end $$;
comment on function public.withdraw_time_off(uuid) is 'Everyone: takes back their own request, approved ones until they begin; managers anyone''s. Its pay items go; what a locked period paid is posted back as adjustments of today.';
grant execute on function public.withdraw_time_off(uuid) to authenticated;

create or replace trigger require_known_time before insert on public.clock_answers
  for each row execute function private.require_known_time();
