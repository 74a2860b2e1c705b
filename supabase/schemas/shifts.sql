-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.shifts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid,
  crew_id uuid,
  equipment_id uuid,
  project_id uuid,
  cost_code_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  work_date date default CURRENT_DATE not null,
  note text,
  status text default 'draft'::text not null,
  cancelled boolean default false not null,
  published jsonb,
  previous jsonb,
  acknowledged_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint shifts_pkey primary key (company_id, id),
  constraint finite_acknowledged_at check (isfinite(acknowledged_at)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_ends_at check (isfinite(ends_at)),
  constraint finite_starts_at check (isfinite(starts_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint finite_work_date check (isfinite(work_date)),
  constraint shifts_end_after_start check (ends_at > starts_at and ends_at <= (starts_at + '24:00:00'::interval)),
  constraint shifts_note_length check (char_length(note) <= 500),
  constraint shifts_status_known check (status = any (array['draft'::text, 'published'::text])),
  constraint shifts_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint shifts_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete set null (cost_code_id),
  constraint shifts_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete set null (crew_id),
  constraint shifts_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint shifts_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete set null (equipment_id),
  constraint shifts_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
create index shifts_by_cost_code on public.shifts using btree (company_id, cost_code_id) where cost_code_id is not null;
create index shifts_by_crew on public.shifts using btree (company_id, crew_id) where crew_id is not null;
create index shifts_by_date on public.shifts using btree (company_id, work_date);
create index shifts_by_employee on public.shifts using btree (company_id, employee_id, work_date);
create index shifts_by_equipment on public.shifts using btree (company_id, equipment_id) where equipment_id is not null;
create index shifts_by_project on public.shifts using btree (company_id, project_id) where project_id is not null;
create index shifts_by_published_employee on public.shifts using btree (company_id, (published ->> 'employee_id'::text), ((published ->> 'ends_at'::text)::bigint)) where published is not null;
comment on table public.shifts is 'Planned work. With neither person nor machine it is an open shift that people can take, those of a crew where crew_id is set.';
comment on column public.shifts.crew_id is 'Planned together with this crew.';
comment on column public.shifts.work_date is 'The day it begins, in the zone of its project; follows by trigger.';
comment on column public.shifts.status is 'A change after publication makes it a draft again; publish_shifts tells what changed.';
comment on column public.shifts.cancelled is 'Was published and will be taken off the schedule by the next publication.';
comment on column public.shifts.published is 'What the person was told last.';
comment on column public.shifts.previous is 'What the person had been told before a change they have not acknowledged yet.';
alter table public.shifts enable row level security;
grant select, delete on table public.shifts to authenticated;
grant insert (company_id, id, employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note, status) on public.shifts to authenticated;
grant update (employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note, cancelled) on public.shifts to authenticated;

create policy "Managers change shifts" on public.shifts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete shifts nobody was told of" on public.shifts
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and published is null);

create policy "Managers plan shifts" on public.shifts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()) and status = 'draft'::text);

create policy "Managers read shifts, foremen the published ones, others their " on public.shifts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or status = 'published'::text and (((select private.my_role())) = 'foreman'::text or employee_id = (select private.my_employee_id()) or employee_id is null and equipment_id is null and (crew_id is null or (crew_id = any (((select private.my_crew_ids()))::uuid[]))))));

alter publication supabase_realtime add table public.shifts;

create or replace trigger fill_company_id before insert on public.shifts
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_identity before update on public.shifts
  for each row execute function private.keep_identity();

create or replace function private.keep_shift() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.starts_at := date_trunc('minute', new.starts_at);
  new.ends_at := date_trunc('minute', new.ends_at);
  new.work_date := (new.starts_at at time zone private.zone_of(new.company_id, new.project_id))::date;
  new.note := nullif(btrim(new.note), '');
  if tg_op = 'INSERT' then
    if not private.is_system() then
      new.status := 'draft';
    elsif new.status = 'published' then
      new.published := coalesce(new.published, private.shift_snapshot(new));
    end if;
  elsif new.published is not null and new.published is not distinct from old.published then
    -- Moved back to where it was: nothing to tell.
    new.status := case when not new.cancelled and private.shift_snapshot(new) = new.published then 'published' else 'draft' end;
  end if;
  return new;
end $$;

create or replace trigger keep_shift before insert or update on public.shifts
  for each row execute function private.keep_shift();

create or replace trigger touch_updated_at before update on public.shifts
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.shifts
  for each row execute function private.record_change();

create or replace function private.calendar_shifts(employee public.employees, from_param date, to_param date) returns text
language sql stable set search_path = '' as $$
  select string_agg(E'BEGIN:VEVENT\r\n'
    || private.calendar_line('UID', s.id || '@shifts')
    || private.calendar_line('DTSTAMP', private.calendar_instant(s.updated_at))
    || private.calendar_line('DTSTART', private.calendar_instant(told.starts))
    || private.calendar_line('DTEND', private.calendar_instant(told.ends))
    || private.calendar_line('SUMMARY', private.calendar_text(coalesce(p.name, c.name)))
    || private.calendar_line('LOCATION', private.calendar_text(p.address))
    || private.calendar_line('DESCRIPTION', private.calendar_text(concat_ws(E'\n',
        to_char(told.starts at time zone told.zone, 'FMHH12:MI AM') || ' – ' || to_char(told.ends at time zone told.zone, 'FMHH12:MI AM')
          || ' (' || told.zone || ')',
        nullif(btrim(concat_ws(' ', k.code, k.name)), ''), q.name, s.published ->> 'note')))
    || E'STATUS:CONFIRMED\r\nEND:VEVENT\r\n', '' order by told.starts, s.id)
  from public.shifts s
  join public.companies c on c.id = s.company_id
  cross join lateral (select to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends,
    private.zone_of(s.company_id, (s.published ->> 'project_id')::uuid) as zone) told
  left join public.projects p on p.company_id = s.company_id and p.id = (s.published ->> 'project_id')::uuid
  left join public.cost_codes k on k.company_id = s.company_id and k.id = (s.published ->> 'cost_code_id')::uuid
  left join public.equipment q on q.company_id = s.company_id and q.id = (s.published ->> 'equipment_id')::uuid
  where s.company_id = employee.company_id and s.published ->> 'employee_id' = employee.id::text
    and s.work_date between from_param and to_param;
$$;
comment on function private.calendar_shifts(public.employees,date,date) is 'A person''s shifts as they were told, in UTC: every calendar shows them in the zone of its owner.';

create or replace function private.count_from_shift() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  starts timestamptz;
begin
  select e.shift_starts_at into starts from public.early_clock_ins e
    where e.company_id = new.company_id and e.time_entry_id = new.id and e.rule = 'from_shift' and e.clocked_in_at = new.clock_in;
  -- Whoever left before the shift, or took a break before it, keeps their time: somebody has to look at it.
  if starts is null or starts >= new.clock_out or exists (select from public.time_entry_breaks b
      where b.company_id = new.company_id and b.time_entry_id = new.id and b.started_at < starts) then
    return new;
  end if;
  perform private.give_reason('Counts from the start of the shift');
  new.clock_in := starts;
  new.work_date := (starts at time zone private.zone_of(new.company_id, new.project_id))::date;
  return new;
end $$;
comment on function private.count_from_shift() is 'When the clock stops, time counts from the start of the shift where the rule says so. The history keeps when the person clocked in.';

create or replace function private.published_shifts(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz) returns table(shift_id uuid, project_id uuid, starts timestamptz, ends timestamptz)
language sql stable parallel safe security definer set search_path = '' as $$
  select s.id, (s.published ->> 'project_id')::uuid, told.starts, told.ends
  from public.shifts s
  cross join lateral (select to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends) told
  where s.company_id = company_id_param and s.published is not null and s.published ->> 'employee_id' = employee_id_param::text
    and (s.published ->> 'ends_at')::bigint >= floor(extract(epoch from from_param))::bigint
    and told.ends > from_param and told.starts < to_param;
$$;
comment on function private.published_shifts(uuid,uuid,timestamp with time zone,timestamp with time zone) is 'A person''s shifts as they were told, between two instants; drafts do not count.';

create or replace function private.rezone_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.shifts s set updated_at = now()
  where s.company_id = case tg_table_name when 'companies' then new.id else (to_jsonb(new) ->> 'company_id')::uuid end
    and (tg_table_name = 'companies' or s.project_id = new.id) and s.ends_at > now();
  return null;
end $$;

create or replace function private.shift_conflicts(company_id_param uuid, start_date_param date, end_date_param date) returns table(kind text, severity text, employee_id uuid, equipment_id uuid, shift_id uuid, other_shift_id uuid, work_date date, minutes bigint)
language sql stable security definer set search_path = '' as $$
  with planned as materialized (
    select s.*, private.zone_of(s.company_id, s.project_id) as zone from public.shifts s
    where s.company_id = company_id_param and s.work_date between start_date_param - 1 and end_date_param + 1 and not s.cancelled
  ), wanted as (
    select * from planned p where p.work_date between start_date_param and end_date_param
  ), followed as (
    select p.*, lead(p.id) over next as next_id, lead(p.starts_at) over next as next_starts, lead(p.work_date) over next as next_date
    from planned p where p.employee_id is not null
    window next as (partition by p.employee_id order by p.starts_at, p.ends_at, p.id)
  )
  -- Two at the same time; ends are exclusive.
  select 'overlap', 'error', a.employee_id, null::uuid, b.id, a.id, b.work_date,
    (extract(epoch from least(a.ends_at, b.ends_at) - b.starts_at) / 60)::bigint
  from planned a join planned b on b.employee_id = a.employee_id and b.id <> a.id and a.ends_at > b.starts_at
    and (a.starts_at, a.id) < (b.starts_at, b.id)
  where b.work_date between start_date_param and end_date_param
  union all
  select 'equipment_overlap', 'error', b.employee_id, a.equipment_id, b.id, a.id, b.work_date,
    (extract(epoch from least(a.ends_at, b.ends_at) - b.starts_at) / 60)::bigint
  from planned a join planned b on b.equipment_id = a.equipment_id and b.id <> a.id and a.ends_at > b.starts_at
    and (a.starts_at, a.id) < (b.starts_at, b.id)
    -- A machine and its operators on one project are together.
    and (b.project_id is distinct from a.project_id or b.employee_id = a.employee_id or (a.employee_id is null and b.employee_id is null))
  where b.work_date between start_date_param and end_date_param
  union all
  select 'time_off', 'error', w.employee_id, null, w.id, null, w.work_date, d.minutes
  from wanted w
  join public.time_off_requests r on r.company_id = w.company_id and r.employee_id = w.employee_id and r.status = 'approved'
    and w.work_date between r.start_date and r.end_date
  cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
  where d.day = w.work_date and d.minutes > 0
  union all
  select 'equipment_' || q.status, 'error', w.employee_id, q.id, w.id, null, w.work_date, null
  from wanted w join public.equipment q on q.company_id = w.company_id and q.id = w.equipment_id and q.status in ('down', 'retired')
  union all
  select 'equipment_off_rent', 'warning', w.employee_id, q.id, w.id, null, w.work_date, null
  from wanted w join public.equipment q on q.company_id = w.company_id and q.id = w.equipment_id and q.off_rent_date < w.work_date
  union all
  -- Under ten hours between the work of one day and the next, by the clock that runs, not the one on the wall.
  select 'rest', 'warning', f.employee_id, null, f.next_id, f.id, f.next_date, (extract(epoch from f.next_starts - f.ends_at) / 60)::bigint
  from followed f
  where f.next_date <> f.work_date and f.next_starts > f.ends_at and f.next_starts < f.ends_at + interval '10 hours'
    and f.next_date between start_date_param and end_date_param
  union all
  select 'availability', 'warning', w.employee_id, null, w.id, null, w.work_date, null
  from wanted w
  where exists (select from public.availability v
    where v.company_id = w.company_id and v.employee_id = w.employee_id
      and (v.weekday is null or v.weekday = extract(dow from w.work_date))
      and w.work_date >= coalesce(v.start_date, w.work_date) and w.work_date <= coalesce(v.end_date, w.work_date)
      and w.starts_at < (w.work_date + coalesce(v.end_time, time '24:00')) at time zone w.zone
      and w.ends_at > (w.work_date + coalesce(v.start_time, time '00:00')) at time zone w.zone)
  union all
  -- Managers book time on any project.
  select 'not_on_team', 'warning', w.employee_id, null, w.id, null, w.work_date, null
  from wanted w
  join public.employees e on e.company_id = w.company_id and e.id = w.employee_id and e.role not in ('owner', 'manager')
  where exists (select from public.project_members m where m.company_id = w.company_id and m.project_id = w.project_id)
    and not exists (select from public.project_members m
      where m.company_id = w.company_id and m.project_id = w.project_id and m.employee_id = w.employee_id);
$$;

create or replace function private.shift_snapshot(shift public.shifts) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('employee_id', shift.employee_id, 'equipment_id', shift.equipment_id, 'project_id', shift.project_id,
    'cost_code_id', shift.cost_code_id, 'starts_at', to_jsonb(extract(epoch from shift.starts_at)::bigint),
    'ends_at', to_jsonb(extract(epoch from shift.ends_at)::bigint), 'note', shift.note);
$$;
comment on function private.shift_snapshot(public.shifts) is 'What a person is told of a shift; instants as seconds since 1970, so that no zone or format changes them.';

create or replace function private.shift_words(snapshot_param jsonb, company_id_param uuid, recipient private.notification_recipients) returns text
language sql stable security definer set search_path = '' as $$
  select private.day_text((i.starts at time zone z.zone)::date, recipient) || ', '
    || to_char(i.starts at time zone z.zone, recipient.time_format) || ' – ' || to_char(i.ends at time zone z.zone, recipient.time_format)
    || coalesce(', ' || p.name, '')
  from (select to_timestamp((snapshot_param ->> 'starts_at')::bigint) as starts, to_timestamp((snapshot_param ->> 'ends_at')::bigint) as ends) i
  cross join lateral (select private.zone_of(company_id_param, (snapshot_param ->> 'project_id')::uuid) as zone) z
  left join public.projects p on p.company_id = company_id_param and p.id = (snapshot_param ->> 'project_id')::uuid;
$$;

create or replace function private.tell_shifts(company_id_param uuid, told_param jsonb) returns void
language sql security definer set search_path = '' as $$
  -- One mail for each person, however many shifts.
  select count(private.notify(mail.r, 'project_updates', 'schedule ' || clock_timestamp(), 'schedule_published', mail.data))
  from (
    select r, words.data
    from private.notification_recipients r
    cross join lateral (select count(*) as shifts, jsonb_build_object(
        'added', string_agg(private.shift_words(t.now, r.company_id, r), E'\n' order by t.now ->> 'starts_at') filter (where t.change = 'new'),
        'changed', string_agg(private.shift_words(t.was, r.company_id, r) || ' → ' || private.shift_words(t.now, r.company_id, r), E'\n'
          order by t.now ->> 'starts_at') filter (where t.change = 'changed'),
        'cancelled', string_agg(private.shift_words(t.was, r.company_id, r), E'\n' order by t.was ->> 'starts_at')
          filter (where t.change = 'cancelled')) as data
      from jsonb_to_recordset(told_param) as t (employee_id uuid, change text, was jsonb, now jsonb)
      where t.employee_id = r.employee_id) words
    where r.company_id = company_id_param and r.notify_project_updates and r.user_id is distinct from auth.uid() and words.shifts > 0
    order by r.user_id offset 0) mail;
$$;
comment on function private.tell_shifts(uuid,jsonb) is 'Mails what is new, changed and cancelled: [{"employee_id", "change", "was", "now"}].';

create or replace function public.acknowledge_shift(shift_id_param uuid) returns public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  shift public.shifts;
begin
  update public.shifts s set acknowledged_at = now(), previous = null
  where s.company_id = me.company_id and s.id = shift_id_param and s.published ->> 'employee_id' = me.id::text
    and (s.acknowledged_at is null or s.previous is not null)
  returning * into shift;
  if shift.id is null then
    select * into shift from public.shifts s
    where s.company_id = me.company_id and s.id = shift_id_param and s.published ->> 'employee_id' = me.id::text;
  end if;
  if shift.id is null then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule.';
  end if;
  return shift;
end $$;
comment on function public.acknowledge_shift(uuid) is 'Everyone: says that they have seen a published shift of theirs. A repeat changes nothing.';
grant execute on function public.acknowledge_shift(uuid) to authenticated;

create or replace function public.copy_shifts(from_start_param date, to_start_param date, days_param integer) returns setof public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  days integer := to_start_param - from_start_param;
begin
  if days_param is null or days_param not between 1 and 62 or days is null or days = 0 or abs(days) > 3660 then
    raise exception using errcode = 'P0001', hint = 'copy_range', message = 'Choose 1 to 62 days and another day to copy them to.';
  end if;
  return query
  with source as (
    select s.*, private.zone_of(s.company_id, s.project_id) as zone from public.shifts s
    where s.company_id = me.company_id and s.work_date between from_start_param and from_start_param + days_param - 1 and not s.cancelled
      and not exists (select from public.employees e where e.company_id = s.company_id and e.id = s.employee_id and not e.active)
      and not exists (select from public.equipment q where q.company_id = s.company_id and q.id = s.equipment_id and q.status = 'retired')
  ), moved as (
    -- The clock on the wall stays: a shift from 7:00 to 15:30 is that also across a change of the clocks.
    select s.*, (s.starts_at at time zone s.zone + make_interval(days => days)) at time zone s.zone as starts,
      (s.ends_at at time zone s.zone + make_interval(days => days)) at time zone s.zone as ends
    from source s
  )
  insert into public.shifts (company_id, employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note)
  select m.company_id, m.employee_id, m.crew_id, m.equipment_id, m.project_id, m.cost_code_id, m.starts, m.ends, m.note
  from moved m
  where m.ends > m.starts and not exists (
    select from public.shifts t where t.company_id = m.company_id and t.starts_at = m.starts and t.ends_at = m.ends and not t.cancelled
      and t.employee_id is not distinct from m.employee_id and t.equipment_id is not distinct from m.equipment_id
      and t.project_id is not distinct from m.project_id)
  returning *;
end $$;
comment on function public.copy_shifts(date,date,integer) is 'Managers: copies the shifts of some days as drafts, at the same time of day. What is there already is not copied again.';
grant execute on function public.copy_shifts(date,date,integer) to authenticated;

create or replace function public.move_shifts(moves_param jsonb) returns setof public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  move record;
  moved public.shifts;
begin
  if jsonb_typeof(moves_param) is distinct from 'array' or jsonb_array_length(moves_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'moves_form', message = 'Send a list of up to 500 moves.';
  end if;
  -- In one order for everybody, so that two planners wait for one another instead of failing.
  for move in
    select (m ->> 'id')::uuid as id, m as fields from jsonb_array_elements(moves_param) m order by 1
  loop
    update public.shifts s set
      employee_id = case when move.fields ? 'employee_id' then (move.fields ->> 'employee_id')::uuid else s.employee_id end,
      crew_id = case when move.fields ? 'crew_id' then (move.fields ->> 'crew_id')::uuid else s.crew_id end,
      equipment_id = case when move.fields ? 'equipment_id' then (move.fields ->> 'equipment_id')::uuid else s.equipment_id end,
      project_id = case when move.fields ? 'project_id' then (move.fields ->> 'project_id')::uuid else s.project_id end,
      cost_code_id = case when move.fields ? 'cost_code_id' then (move.fields ->> 'cost_code_id')::uuid else s.cost_code_id end,
      note = case when move.fields ? 'note' then move.fields ->> 'note' else s.note end,
      cancelled = coalesce((move.fields ->> 'cancelled')::boolean, s.cancelled),
      starts_at = coalesce((move.fields ->> 'starts_at')::timestamptz, s.starts_at),
      ends_at = coalesce((move.fields ->> 'ends_at')::timestamptz, s.ends_at)
      where s.company_id = me.company_id and s.id = move.id returning * into moved;
    if moved.id is null then
      raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule, or it has begun.';
    end if;
    return next moved;
  end loop;
end $$;
comment on function public.move_shifts(jsonb) is 'Managers: changes shifts [{"id", "employee_id", "crew_id", "equipment_id", "project_id", "cost_code_id", "starts_at", "ends_at", "note", "cancelled"}], all or none; what is left out stays.';
grant execute on function public.move_shifts(jsonb) to authenticated;

create or replace function public.my_shifts(start_date_param date, end_date_param date) returns table(id uuid, work_date date, starts_at timestamptz, ends_at timestamptz, project_id uuid, project_name text, cost_code_id uuid, cost_code text, equipment_name text, note text, open boolean, acknowledged_at timestamptz, previous_starts_at timestamptz, previous_ends_at timestamptz, previous_project_name text, time_zone text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select s.id, (told.starts at time zone told.zone)::date, told.starts, told.ends, p.id, p.name, k.id, btrim(k.code || ' ' || k.name), q.name,
    s.published ->> 'note', s.published ->> 'employee_id' is null, s.acknowledged_at,
    to_timestamp((s.previous ->> 'starts_at')::bigint), to_timestamp((s.previous ->> 'ends_at')::bigint), old.name, told.zone
  from public.shifts s
  cross join lateral (select to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends,
    private.zone_of(s.company_id, (s.published ->> 'project_id')::uuid) as zone) told
  left join public.projects p on p.company_id = s.company_id and p.id = (s.published ->> 'project_id')::uuid
  left join public.projects old on old.company_id = s.company_id and old.id = (s.previous ->> 'project_id')::uuid
  left join public.cost_codes k on k.company_id = s.company_id and k.id = (s.published ->> 'cost_code_id')::uuid
  left join public.equipment q on q.company_id = s.company_id and q.id = (s.published ->> 'equipment_id')::uuid
  where s.company_id = me.company_id and s.published is not null
    and (s.published ->> 'employee_id' = me.id::text
      or s.published ->> 'employee_id' is null and s.published ->> 'equipment_id' is null and s.status = 'published' and told.ends > now()
        and (s.crew_id is null or exists (select from public.crew_members m
          where m.company_id = s.company_id and m.crew_id = s.crew_id and m.employee_id = me.id and daterange(m.from_date, m.to_date, '[]') @> s.work_date)))
    and s.work_date between start_date_param - 31 and end_date_param + 31
    and (told.starts at time zone told.zone)::date between start_date_param and end_date_param
  order by told.starts, s.id;
end $$;
comment on function public.my_shifts(date,date) is 'Everyone: their own shifts as they were told, with what changed since they acknowledged them, and open shifts they can take.';
grant execute on function public.my_shifts(date,date) to authenticated;

create or replace function public.publish_shifts(start_date_param date, end_date_param date) returns table(shift_id uuid, employee_id uuid, change text)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  told jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  with drafts as materialized (
    select s.id, s.cancelled, s.published as was, private.shift_snapshot(s) as now
    from public.shifts s
    where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param and s.status = 'draft'
    order by s.id for update
  ), removed as (
    delete from public.shifts s using drafts d where s.company_id = me.company_id and s.id = d.id and d.cancelled
  ), updated as (
    update public.shifts s set status = 'published', published = d.now, acknowledged_at = null,
      previous = case when d.was ->> 'employee_id' = d.now ->> 'employee_id' then d.was end
    from drafts d where s.company_id = me.company_id and s.id = d.id and not d.cancelled
  ), changes as (
    select d.id, (d.was ->> 'employee_id')::uuid as person, 'cancelled' as change, d.was, d.now from drafts d
    where d.was is not null and (d.cancelled or d.was ->> 'employee_id' is distinct from d.now ->> 'employee_id')
    union all
    select d.id, (d.now ->> 'employee_id')::uuid,
      case when d.was ->> 'employee_id' = d.now ->> 'employee_id' then 'changed' else 'new' end, d.was, d.now
    from drafts d where not d.cancelled
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'employee_id', c.person, 'change', c.change, 'was', c.was, 'now', c.now)), '[]')
  into told from changes c;
  perform private.tell_shifts(me.company_id, told);
  return query select t.id, t.employee_id, t.change from jsonb_to_recordset(told) as t (id uuid, employee_id uuid, change text);
end $$;
comment on function public.publish_shifts(date,date) is 'Managers: publishes the drafts of a range and tells each person what is new, changed (as it was) or cancelled.';
grant execute on function public.publish_shifts(date,date) to authenticated;

create or replace function public.take_shift(shift_id_param uuid) returns public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  shift public.shifts;
begin
  -- Locked first: of two who take it at once, the second sees whose it is.
  select * into shift from public.shifts s where s.company_id = me.company_id and s.id = shift_id_param for update;
  if shift.id is null or shift.published is null or shift.equipment_id is not null
      or (shift.crew_id is not null and not exists (select from public.crew_members m
        where m.company_id = shift.company_id and m.crew_id = shift.crew_id and m.employee_id = me.id
          and daterange(m.from_date, m.to_date, '[]') @> shift.work_date)) then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not open to you.';
  end if;
  if shift.employee_id = me.id then
    return shift;
  end if;
  if shift.employee_id is not null or shift.status <> 'published' or shift.ends_at <= now() then
    raise exception using errcode = 'P0001', hint = 'shift_taken', message = 'Someone else has taken this shift, or it is over.';
  end if;
  perform private.require_free(shift, me.id);
  update public.shifts s set employee_id = me.id, acknowledged_at = now(),
    published = s.published || jsonb_build_object('employee_id', me.id)
  where s.company_id = me.company_id and s.id = shift.id
  returning * into shift;
  return shift;
end $$;
comment on function public.take_shift(uuid) is 'Everyone: takes an open published shift; who comes second is refused, and so is who works elsewhere then (shift_overlap, with the other shift) or has time off.';
grant execute on function public.take_shift(uuid) to authenticated;

create or replace trigger rezone_shifts after update of time_zone on public.companies
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.rezone_shifts();

create or replace trigger rezone_shifts after update of time_zone on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.rezone_shifts();
