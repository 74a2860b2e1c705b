create table public.time_entry_breaks (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  kind text default 'meal' not null,
  paid boolean default false not null,
  created_at timestamptz default now() not null,
  constraint time_entry_breaks_pkey primary key (company_id, id),
  constraint time_entry_breaks_no_overlap exclude using gist (uuid_hash_extended(time_entry_id, uuid_hash_extended(company_id, 0)) with =, tstzrange(started_at, ended_at) with &&),
  constraint time_entry_breaks_end_after_start check (ended_at > started_at),
  constraint time_entry_breaks_kind_known check (kind in ('meal', 'rest')),
  constraint time_entry_breaks_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.time_entry_breaks');
create index time_entry_breaks_by_company on public.time_entry_breaks (company_id, started_at);
create index time_entry_breaks_by_entry on public.time_entry_breaks (company_id, time_entry_id, started_at);
create index time_entry_breaks_by_time on public.time_entry_breaks (company_id, started_at) where not paid;
create unique index time_entry_breaks_one_open on public.time_entry_breaks (company_id, time_entry_id) where ended_at is null;
comment on table public.time_entry_breaks is 'Breaks within an entry. A meal may be unpaid; what is deducted is a pay rule.';
comment on column public.time_entry_breaks.employee_id is 'The employee of the entry, maintained by trigger so that policies need no join.';
comment on column public.time_entry_breaks.ended_at is 'Null while on break.';
alter table public.time_entry_breaks enable row level security;
alter publication supabase_realtime add table public.time_entry_breaks;
grant select, insert, update, delete on table public.time_entry_breaks to authenticated;

create policy "Company roles that edit time add breaks in their scope" on public.time_entry_breaks
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and employee_id <> (select private.my_employee_id()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));

create policy "Company roles that edit time change breaks in their scope" on public.time_entry_breaks
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and employee_id <> (select private.my_employee_id()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)))
  with check (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and employee_id <> (select private.my_employee_id()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));

create policy "Company roles that edit time delete breaks in their scope" on public.time_entry_breaks
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('edit_time')) and employee_id <> (select private.my_employee_id()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));

create policy "Company roles with rights over time read breaks in their scope" on public.time_entry_breaks
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_a_right('{edit_time,approve_time,payroll}')) and employee_id <> (select private.my_employee_id()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id)));

create policy "Foremen add breaks for their crews" on public.time_entry_breaks
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id
    and (not (select private.has_a_right('{edit_time,approve_time,payroll}')) or private.leads_on(t.employee_id, t.work_date)))));

create policy "Foremen change the breaks of their crews" on public.time_entry_breaks
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id
    and (not (select private.has_a_right('{edit_time,approve_time,payroll}')) or private.leads_on(t.employee_id, t.work_date)))))
  with check (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id
    and (not (select private.has_a_right('{edit_time,approve_time,payroll}')) or private.leads_on(t.employee_id, t.work_date)))));

create policy "Foremen delete the breaks of their crews" on public.time_entry_breaks
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id
    and (not (select private.has_a_right('{edit_time,approve_time,payroll}')) or private.leads_on(t.employee_id, t.work_date)))));

create policy "Foremen read the breaks of their crews" on public.time_entry_breaks
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.leads_a_crew()) and (exists ( select
   from public.time_entries t
  where t.company_id = time_entry_breaks.company_id and t.id = time_entry_breaks.time_entry_id
    and (not (select private.has_a_right('{edit_time,approve_time,payroll}')) or private.leads_on(t.employee_id, t.work_date)))));

create policy "Managers add breaks for their company, others for themselves" on public.time_entry_breaks
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers change the breaks of their company, others their own" on public.time_entry_breaks
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers delete the breaks of their company, others their own" on public.time_entry_breaks
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers read the breaks of their own company, others their own" on public.time_entry_breaks
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger a_refuse_breaks_of_others before insert on public.time_entry_breaks
  for each row execute function private.refuse_breaks_of_others();

create or replace function private.refuse_breaks_of_others() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    new.company_id := coalesce(new.company_id, private.my_company_id());
    -- The caller's own policies decide whether the entry is visible here.
    if not exists (select from public.time_entries e where e.company_id = new.company_id and e.id = new.time_entry_id) then
      raise exception using errcode = '42501',
        message = 'new row violates row-level security policy for table "time_entry_breaks"';
    end if;
  elsif new.company_id is null then
    select (array_agg(e.company_id))[1] into new.company_id from public.time_entries e
     where e.id = new.time_entry_id having count(*) = 1;
  end if;
  return new;
end $$;

create or replace trigger b_keep_break_rules before insert or delete or update on public.time_entry_breaks
  for each row execute function private.check_break();

create or replace function private.check_break() returns trigger
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
  perform private.lock_person_time(subject.company_id,
    (select e.employee_id from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id));
  select * into entry from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id;
  select private.zone_of(c.id, entry.project_id) as time_zone, c.edit_reason_required into company from public.companies c where c.id = entry.company_id;

  if private.is_locked(entry.company_id, entry.work_date, (coalesce(entry.clock_out, now()) at time zone company.time_zone)::date) then
    perform private.refuse_frozen_time(true);
  elsif private.is_approved(entry) then
    perform private.refuse_frozen_time(false);
  end if;
  if tg_op <> 'INSERT' then
    perform private.check_reason(entry.company_id, entry.employee_id, company.edit_reason_required);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;

  new.employee_id := entry.employee_id;
  if new.started_at > clock_timestamp() + interval '5 minutes' or new.ended_at > clock_timestamp() + interval '5 minutes' then
    raise exception using errcode = 'P0001', hint = 'time_in_future', message = 'You can''t enter time in the future.';
  end if;
  if new.started_at < entry.clock_in or coalesce(new.ended_at, new.started_at) > coalesce(entry.clock_out, 'infinity')
    or (new.ended_at is null and entry.clock_out is not null) then
    raise exception using errcode = 'P0001', hint = 'break_outside_entry',
      message = 'A break must be within the time worked.';
  end if;
  return new;
end $$;
comment on function private.check_break() is 'Breaks inside their entry, not in frozen time; fills employee_id.';

create or replace trigger c_keep_own_break_rights before insert or delete or update on public.time_entry_breaks
  for each row execute function private.check_own_break_rights();

create or replace function private.check_own_break_rights() returns trigger
language plpgsql set search_path = '' as $$
declare
  subject public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  if private.is_client() and subject.employee_id is not distinct from private.my_employee_id()
    and not (tg_op = 'INSERT' and new.ended_at is null and private.is_now(new.started_at))
    and not (tg_op = 'UPDATE' and old.ended_at is null and private.is_now(new.ended_at)
      and (new.started_at, new.kind, new.paid) is not distinct from (old.started_at, old.kind, old.paid))
    -- Breaks that come with an entry added in the same call belong to the adding.
    and not exists (select from public.time_entries e
      where e.company_id = subject.company_id and e.id = subject.time_entry_id and e.created_at >= now()) then
    perform private.require_own_time_right('edit');
  end if;
  return subject;
end $$;
comment on function private.check_own_break_rights() is 'As for entries: going on and off a break is the clock, changing one by hand is an edit.';

create or replace trigger d_foremen_say_why before insert or delete or update on public.time_entry_breaks
  for each row execute function private.foremen_say_why();

create or replace trigger x_changes_pay after insert or delete or update on public.time_entry_breaks
  for each row execute function private.break_changes_pay();

create or replace function private.break_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.invalidate_pay_of_work(t.company_id, t.employee_id, t.clock_in, t.clock_out)
  from public.time_entries t
  where t.company_id = changed.company_id and t.id = changed.time_entry_id and t.clock_out is not null;
  return null;
end $$;

create or replace trigger y_changes_ask_again after insert or delete or update on public.time_entry_breaks
  for each row execute function private.break_changes_ask_again();

create or replace trigger zy_count_changed_breaks after update on public.time_entry_breaks referencing new table as new_rows
  for each statement execute function private.count_breaks();

create or replace function private.count_breaks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  companies uuid[];
  people uuid[];
  dates date[];
begin
  -- Breaks that go with their entry find none here; the entry's own trigger counts its days.
  if tg_op = 'DELETE' then
    select array_agg(t.company_id), array_agg(t.employee_id), array_agg(day) into companies, people, dates
      from (select distinct o.company_id, o.time_entry_id from old_rows o) b
      join public.time_entries t on t.company_id = b.company_id and t.id = b.time_entry_id and t.clock_out is not null
      cross join private.days_reached(t.work_date, t.clock_in, t.clock_out) as day;
  else
    select array_agg(t.company_id), array_agg(t.employee_id), array_agg(day) into companies, people, dates
      from (select distinct n.company_id, n.time_entry_id from new_rows n) b
      join public.time_entries t on t.company_id = b.company_id and t.id = b.time_entry_id and t.clock_out is not null
      cross join private.days_reached(t.work_date, t.clock_in, t.clock_out) as day;
  end if;
  if dates is not null then
    perform private.recount_days(companies, people, dates);
  end if;
  return null;
end $$;
comment on function private.count_breaks() is 'Counts the days of entries anew whose breaks changed.';

create or replace trigger zy_count_deleted_breaks after delete on public.time_entry_breaks referencing old table as old_rows
  for each statement execute function private.count_breaks();

create or replace trigger zy_count_new_breaks after insert on public.time_entry_breaks referencing new table as new_rows
  for each statement execute function private.count_breaks();

create or replace trigger zz_record_change after insert or delete or update on public.time_entry_breaks
  for each row execute function private.record_change();

create or replace function private.has_breaks(company_id_param uuid, time_entry_id_param uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.time_entry_breaks b where b.company_id = company_id_param and b.time_entry_id = time_entry_id_param);
end $$;
comment on function private.has_breaks(uuid,uuid) is 'Whether an entry has breaks, whoever may see them.';
grant execute on function private.has_breaks(uuid,uuid) to authenticated, service_role;

create or replace function private.check_breaks_inside() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_breaks(new.company_id, new.id) then
    return null;
  end if;
  -- Counting is a matter of the statement: one that changes no break costs nearly as much.
  if exists (select from public.time_entry_breaks b
      where b.company_id = new.company_id and b.time_entry_id = new.id and b.ended_at is null and b.started_at < new.clock_out) then
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
      message = 'A break is outside this time. Change or delete the break first.';
  end if;
  return null;
end $$;

create or replace function private.unpaid_break_default() returns integer
language sql immutable parallel safe
return 30;
grant execute on function private.unpaid_break_default() to authenticated, service_role;

create or replace function private.unpaid_break_minimum(company_id_param uuid, employee_id_param uuid, project_id_param uuid, date_param date) returns integer
language sql stable parallel safe
return coalesce((select ((p.policy ->> 'unpaid_break_minutes'::text))::integer as int4 from private.governing_policy(company_id_param, employee_id_param, project_id_param, date_param) p), private.unpaid_break_default());
comment on function private.unpaid_break_minimum(uuid,uuid,uuid,date) is 'Minutes an unpaid break must last to be taken off, by the overtime policy that holds for this work.';
grant execute on function private.unpaid_break_minimum(uuid,uuid,uuid,date) to authenticated, service_role;

create or replace function private.break_is_deducted(paid_param boolean, started_minute_param integer, ended_minute_param integer, minimum_param integer) returns boolean
language sql immutable parallel safe
return ((not paid_param) and coalesce(((ended_minute_param - started_minute_param) >= minimum_param), true));
comment on function private.break_is_deducted(boolean,integer,integer,integer) is 'Whether a break (in private.epoch_minute) is taken off: unpaid and long enough. One that is not over (end null) is off for now.';
grant execute on function private.break_is_deducted(boolean,integer,integer,integer) to authenticated, service_role;

create or replace function private.write_breaks(entry public.time_entries, breaks_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    select entry.company_id, entry.id, w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)
    from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean);
end $$;
comment on function private.write_breaks(public.time_entries,jsonb) is 'The breaks of time typed by hand, as save_time_entry takes them.';

create or replace function private.entry_breaks_read(breaks_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'kind', coalesce(b.kind, 'meal'),
    'paid', coalesce(b.paid, false)) order by b.started_at, b.ended_at), '[]')
  from jsonb_to_recordset(case jsonb_typeof(breaks_param) when 'array' then breaks_param else '[]' end)
    as b (started_at timestamptz, ended_at timestamptz, kind text, paid boolean);
$$;
comment on function private.entry_breaks_read(jsonb) is 'Breaks in one order and one way of writing, to compare them.';
grant execute on function private.entry_breaks_read(jsonb) to authenticated, service_role;
