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
  status text default 'draft' not null,
  cancelled boolean default false not null,
  published jsonb,
  previous jsonb,
  acknowledged_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint shifts_pkey primary key (company_id, id),
  constraint shifts_end_after_start check (ends_at > starts_at and ends_at <= (starts_at + '24:00:00'::interval)),
  constraint shifts_note_length check (char_length(note) <= 500),
  constraint shifts_status_known check (status in ('draft', 'published')),
  constraint shifts_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint shifts_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete set null (cost_code_id),
  constraint shifts_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete set null (crew_id),
  constraint shifts_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint shifts_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete set null (equipment_id),
  constraint shifts_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
select private.refuse_non_finite('public.shifts');
create index shifts_by_cost_code on public.shifts (company_id, cost_code_id) where cost_code_id is not null;
create index shifts_by_crew on public.shifts (company_id, crew_id) where crew_id is not null;
create index shifts_by_date on public.shifts (company_id, work_date);
create index shifts_by_employee on public.shifts (company_id, employee_id, work_date);
create index shifts_by_equipment on public.shifts (company_id, equipment_id) where equipment_id is not null;
create index shifts_by_project on public.shifts (company_id, project_id) where project_id is not null;
create index shifts_by_published_employee on public.shifts (company_id, (published ->> 'employee_id'), ((published ->> 'ends_at')::bigint)) where published is not null;
comment on table public.shifts is 'Planned work. With neither person nor machine it is an open shift that people can take, those of a crew where crew_id is set.';
comment on column public.shifts.crew_id is 'Planned together with this crew.';
comment on column public.shifts.work_date is 'The day it begins, in the zone of its project; follows by trigger.';
comment on column public.shifts.status is 'A change after publication makes it a draft again; publish_shifts notifies of what changed.';
comment on column public.shifts.cancelled is 'Was published and will be taken off the schedule by the next publication.';
comment on column public.shifts.published is 'What the person was last notified of.';
comment on column public.shifts.previous is 'What the person had been notified of before a change they have not acknowledged yet.';
alter table public.shifts enable row level security;
alter publication supabase_realtime add table public.shifts;
grant select, delete on table public.shifts to authenticated;
grant insert (company_id, id, employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note, status) on public.shifts to authenticated;
grant update (employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note, cancelled) on public.shifts to authenticated;

create policy "Company roles that schedule change shifts in their scope" on public.shifts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('schedule')) and private.covers_work((select private.scope_of('schedule')), employee_id, project_id))
  with check (company_id = (select private.my_company_id()) and (select private.has_right('schedule')) and private.covers_work((select private.scope_of('schedule')), employee_id, project_id));

create policy "Company roles that schedule delete drafts in their scope" on public.shifts
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('schedule')) and private.covers_work((select private.scope_of('schedule')), employee_id, project_id) and published is null);

create policy "Company roles that schedule plan shifts in their scope" on public.shifts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('schedule')) and private.covers_work((select private.scope_of('schedule')), employee_id, project_id) and status = 'draft');

create policy "Company roles that schedule read shifts in their scope" on public.shifts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('schedule')) and private.covers_work((select private.scope_of('schedule')), employee_id, project_id));

create policy "Managers change shifts" on public.shifts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete shifts nobody was told of" on public.shifts
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and published is null);

create policy "Managers plan shifts" on public.shifts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()) and status = 'draft');

create policy "Managers read shifts, foremen the published ones, others their " on public.shifts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or status = 'published' and (((select private.my_role())) = 'foreman' or employee_id = (select private.my_employee_id()) or employee_id is null and equipment_id is null and (crew_id is null or (crew_id = any (((select private.my_crew_ids()))::uuid[]))))));

create or replace trigger fill_company_id before insert on public.shifts
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.shifts
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.shifts
  for each row execute function private.lock_identity();

create or replace trigger keep_shift before insert or update on public.shifts
  for each row execute function private.derive_shift_columns();

create or replace function private.derive_shift_columns() returns trigger
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
    -- Moved back to where it was: nothing to notify of.
    new.status := case when not new.cancelled and private.shift_snapshot(new) = new.published then 'published' else 'draft' end;
  end if;
  return new;
end $$;

create or replace function private.shift_snapshot(shift public.shifts) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('employee_id', shift.employee_id, 'equipment_id', shift.equipment_id, 'project_id', shift.project_id,
    'cost_code_id', shift.cost_code_id, 'starts_at', to_jsonb(extract(epoch from shift.starts_at)::bigint),
    'ends_at', to_jsonb(extract(epoch from shift.ends_at)::bigint), 'note', shift.note);
$$;
comment on function private.shift_snapshot(public.shifts) is 'What a person is notified of about a shift; instants as seconds since 1970, so that no zone or format changes them.';

create or replace trigger touch_updated_at before update on public.shifts
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.shifts
  for each row execute function private.record_change();

create or replace function public.publish_shifts(start_date_param date, end_date_param date, shift_ids_param uuid[] default null) returns table(shift_id uuid, employee_id uuid, change text, change_id uuid)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
  changes jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  with drafts as materialized (
    select s.id, s.cancelled, s.published as was, private.shift_snapshot(s) as now, to_jsonb(s) as before
    from public.shifts s
    where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param and s.status = 'draft'
      and (shift_ids_param is null or s.id = any (shift_ids_param)) and private.schedules(scope, s)
    order by s.id for update
  ), removed as (
    delete from public.shifts s using drafts d where s.company_id = me.company_id and s.id = d.id and d.cancelled
  ), updated as (
    update public.shifts s set status = 'published', published = d.now, acknowledged_at = null,
      previous = case when d.was ->> 'employee_id' = d.now ->> 'employee_id' then d.was end
    from drafts d where s.company_id = me.company_id and s.id = d.id and not d.cancelled
    returning s.id, to_jsonb(s) as after
  )
  select coalesce(jsonb_agg(jsonb_build_object('before', d.before, 'after', u.after)), '[]') into changes
    from drafts d left join updated u on u.id = d.id;
  return query select (c -> 'before' ->> 'id')::uuid, n.employee_id, n.change, step.id
    from (select private.record_schedule_change(me.company_id, changes) as id) step
    cross join jsonb_array_elements(changes) c
    cross join lateral private.shift_news(nullif(c -> 'before' -> 'published', 'null'), c -> 'after' -> 'published') n;
end $$;
comment on function public.publish_shifts(date,date,uuid[]) is 'Managers: publishes the drafts of a range, or those named of it. A minute later each person is notified of what is new, changed (as it was) or cancelled; undo_schedule_change takes it back.';
grant execute on function public.publish_shifts(date,date,uuid[]) to authenticated;

create or replace function private.notify_of_shifts(company_id_param uuid, changes_param jsonb) returns bigint
language sql security definer set search_path = '' as $$
  -- One message for each person, however many shifts.
  select count(*) filter (where private.notify_person(company_id_param, m.employee_id, m.event, 'schedule ' || clock_timestamp(), m.event,
      m.data || jsonb_build_object('shift_ids', m.shift_ids, 'count', m.count),
      jsonb_build_object('path', '/scheduling', 'tag', 'schedule', 'mail_template', 'schedule_published', 'mail_data', m.lists,
        'expires_at', to_timestamp(m.ends), 'urgent', to_timestamp(m.starts) < now() + interval '12 hours')
        || case when m.shift_ids is not null then jsonb_build_object('actions', jsonb_build_array('confirm'),
          'action_data', jsonb_build_object('shift_ids', m.shift_ids)) else '{}' end))
  from (
    select r.employee_id, own.*, case when own.all_new then 'shift_published' else 'shift_changed' end as event,
      private.shift_message(own.changes, r) as lists, private.shift_lines(own.changes, r) as data
    from private.notification_recipients r
    join (
      select (c ->> 'employee_id')::uuid as person, jsonb_agg(c) as changes, bool_and(c ->> 'change' = 'new') as all_new, count(*) as count,
        jsonb_agg(c ->> 'shift_id') filter (where c ->> 'change' <> 'cancelled' and c ? 'shift_id') as shift_ids,
        min(coalesce(c -> 'now' ->> 'starts_at', c -> 'was' ->> 'starts_at')::bigint) as starts,
        max(coalesce(c -> 'now' ->> 'ends_at', c -> 'was' ->> 'ends_at')::bigint) as ends
      from jsonb_array_elements(changes_param) c
      join public.employees e on e.company_id = company_id_param and e.id = (c ->> 'employee_id')::uuid
        and e.user_id is distinct from coalesce((c ->> 'changed_by')::uuid, auth.uid())
      group by 1) own on own.person = r.employee_id
    where r.company_id = company_id_param
    order by r.employee_id offset 0) m;
$$;
comment on function private.notify_of_shifts(uuid,jsonb) is 'Notifies everyone concerned of what is new, changed and cancelled: [{"employee_id", "shift_id", "change", "was", "now", "changed_by"}], and says how many. Whoever changed it (the caller, unless named) knows. What begins within twelve hours passes quiet hours.';

create or replace function private.shift_lines(changes_param jsonb, recipient private.notification_recipients) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('lines', string_agg(l.line, E'\n' order by l.starts), 'first_line', (array_agg(l.line order by l.starts))[1]
    || case when count(*) > 1 then ' (+' || count(*) - 1 || ')' else '' end)
  from (
    select coalesce(c.now, c.was) ->> 'starts_at' as starts, case
      when c.change = 'cancelled' then case recipient.language when 'es' then 'Cancelado: ' else 'Canceled: ' end || private.shift_text(c.was, recipient.company_id, recipient)
      when c.change = 'changed' then case recipient.language when 'es' then 'Ahora: ' else 'Now: ' end || private.shift_text(c.now, recipient.company_id, recipient)
      else private.shift_text(c.now, recipient.company_id, recipient) end as line
    from jsonb_to_recordset(changes_param) as c (change text, was jsonb, now jsonb)) l;
$$;
comment on function private.shift_lines(jsonb,private.notification_recipients) is 'The short form of a message about shifts: a line for each, and the first with how many follow.';

create or replace function private.shift_message(changes_param jsonb, recipient private.notification_recipients) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'added', string_agg(private.shift_text(c.now, recipient.company_id, recipient), E'\n' order by c.now ->> 'starts_at') filter (where c.change = 'new'),
    'changed', string_agg(private.shift_text(c.was, recipient.company_id, recipient) || ' → ' || private.shift_text(c.now, recipient.company_id, recipient), E'\n'
      order by c.now ->> 'starts_at') filter (where c.change = 'changed'),
    'cancelled', string_agg(private.shift_text(c.was, recipient.company_id, recipient), E'\n' order by c.was ->> 'starts_at')
      filter (where c.change = 'cancelled'))
  from jsonb_to_recordset(changes_param) as c (change text, was jsonb, now jsonb);
$$;
comment on function private.shift_message(jsonb,private.notification_recipients) is 'The lists of a mail about shifts, in the language and formats of its reader.';

create or replace function private.shift_text(snapshot_param jsonb, company_id_param uuid, recipient private.notification_recipients) returns text
language sql stable security definer set search_path = '' as $$
  select private.day_text((i.starts at time zone z.zone)::date, recipient) || ', '
    || to_char(i.starts at time zone z.zone, recipient.time_format) || ' – ' || to_char(i.ends at time zone z.zone, recipient.time_format)
    || coalesce(', ' || p.name, '')
  from (select to_timestamp((snapshot_param ->> 'starts_at')::bigint) as starts, to_timestamp((snapshot_param ->> 'ends_at')::bigint) as ends) i
  cross join lateral (select private.zone_of(company_id_param, (snapshot_param ->> 'project_id')::uuid) as zone) z
  left join public.projects p on p.company_id = company_id_param and p.id = (snapshot_param ->> 'project_id')::uuid;
$$;

create or replace function public.acknowledge_shift(shift_id_param uuid) returns public.shifts
language sql security definer set search_path = '' as $$
  select private.confirm_shift(private.require_employee(), shift_id_param);
$$;
comment on function public.acknowledge_shift(uuid) is 'Everyone: says that they have seen a published shift of theirs. A repeat changes nothing.';
grant execute on function public.acknowledge_shift(uuid) to authenticated;

create or replace function private.confirm_shift(me public.employees, shift_id_param uuid) returns public.shifts
language plpgsql set search_path = '' as $$
declare
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
  perform private.settle_notifications(me.company_id, me.id, '{shift_published,shift_changed}',
    jsonb_build_object('count', 1, 'shift_ids', jsonb_build_array(shift.id)));
  return shift;
end $$;

create or replace function public.copy_shifts(from_start_param date, to_start_param date, days_param integer) returns setof public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
  days integer := to_start_param - from_start_param;
begin
  if days_param is null or days_param not between 1 and 62 or days is null or days = 0 or abs(days) > 3660 then
    raise exception using errcode = 'P0001', hint = 'copy_range', message = 'Choose 1 to 62 days and another day to copy them to.';
  end if;
  return query
  with source as (
    select s.*, private.zone_of(s.company_id, s.project_id) as zone from public.shifts s
    where s.company_id = me.company_id and s.work_date between from_start_param and from_start_param + days_param - 1 and not s.cancelled
      and private.covers_work(scope, s.employee_id, s.project_id)
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

create or replace function private.require_free(shift public.shifts, employee_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  -- Of two shifts taken by one person at once, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('shifts:' || shift.company_id || employee_id_param, 0));
  select s.shift_id, p.name as project, s.starts, s.ends into other
    from private.published_shifts(shift.company_id, employee_id_param, shift.starts_at, shift.ends_at) s
    left join public.projects p on p.company_id = shift.company_id and p.id = s.project_id
    where s.shift_id <> shift.id
    order by s.starts limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'shift_overlap',
      detail = jsonb_build_object('shift_id', other.shift_id, 'project', other.project, 'starts_at', other.starts, 'ends_at', other.ends)::text,
      message = format('Already on the schedule at that time: %s, %s – %s.', coalesce(other.project, 'another shift'),
        to_char(other.starts at time zone private.zone_of(shift.company_id, shift.project_id), 'Mon FMDD, FMHH12:MI AM'),
        to_char(other.ends at time zone private.zone_of(shift.company_id, shift.project_id), 'FMHH12:MI AM'));
  end if;
  if exists (select from public.time_off_requests r
      cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
      where r.company_id = shift.company_id and r.employee_id = employee_id_param and r.status = 'approved'
        and shift.work_date between r.start_date and r.end_date and d.day = shift.work_date and d.minutes > 0) then
    raise exception using errcode = 'P0001', hint = 'shift_time_off', message = 'Time off is approved for this day.';
  end if;
end $$;
comment on function private.require_free(public.shifts,uuid) is 'Refuses to give a person a shift while another one they were notified of, or approved time off, is in the way.';

create or replace function private.published_shifts(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz) returns table(shift_id uuid, project_id uuid, starts timestamptz, ends timestamptz)
language sql stable parallel safe security definer set search_path = '' as $$
  select s.id, (s.published ->> 'project_id')::uuid, told.starts, told.ends
  from public.shifts s
  cross join lateral (select to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends) told
  where s.company_id = company_id_param and s.published is not null and s.published ->> 'employee_id' = employee_id_param::text
    and (s.published ->> 'ends_at')::bigint >= floor(extract(epoch from from_param))::bigint
    and told.ends > from_param and told.starts < to_param;
$$;
comment on function private.published_shifts(uuid,uuid,timestamp with time zone,timestamp with time zone) is 'A person''s shifts as published, between two instants; drafts do not count.';

create or replace function public.schedule_warnings(start_date_param date, end_date_param date) returns table(kind text, severity text, employee_id uuid, equipment_id uuid, shift_id uuid, other_shift_id uuid, work_date date, minutes bigint, cents bigint, premium_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
  costs boolean := me.role in ('owner', 'manager') or private.has_right('see_rates');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select c.kind, c.severity, c.employee_id, c.equipment_id, c.shift_id, c.other_shift_id, c.work_date, c.minutes, null::bigint, null::bigint
  from private.shift_conflicts(me.company_id, start_date_param, end_date_param) c
  where (scope).everyone or exists (select from public.shifts s where s.company_id = me.company_id and s.id = c.shift_id and private.schedules(scope, s))
  union all
  select 'certificate', 'warning', e.employee_id, null, e.shift_id, null, e.work_date, null, null, null
  from private.expired_certificates(me.company_id, start_date_param, end_date_param) e
  where (scope).everyone or exists (select from public.shifts s where s.company_id = me.company_id and s.id = e.shift_id and private.schedules(scope, s))
  union all
  select 'overtime', 'warning', p.employee_id, null, null, null, p.week_start, p.overtime_minutes,
    case when costs then p.overtime_cents end, case when costs then p.premium_cents end
  from private.projected_pay(me.company_id, start_date_param, end_date_param, now()) p
  where p.overtime_minutes > 0 and p.planned_minutes > 0
    -- All the work of a week makes overtime, on whatever project: it is told of people.
    and ((scope).everyone or not (scope).by_project and private.covers_person(scope, p.employee_id))
  order by 2, 7, 1, 3;
end $$;
comment on function public.schedule_warnings(date,date) is 'Managers: what is wrong with a plan: overlap, equipment_overlap, time_off, equipment_down, equipment_retired, equipment_off_rent, rest, availability, not_on_team, holiday, certificate, and per workweek (work_date is its first day) overtime with what its hours cost. Nothing is refused.';
grant execute on function public.schedule_warnings(date,date) to authenticated;

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
  where not private.is_on_team(w.company_id, w.employee_id, w.project_id)
  union all
  select 'holiday', 'warning', w.employee_id, w.equipment_id, w.id, null, w.work_date, null
  from wanted w join public.holidays h on h.company_id = w.company_id and h.date = w.work_date;
$$;

create or replace function public.plan_and_actual(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, planned_start timestamptz, planned_end timestamptz, planned_minutes bigint, actual_start timestamptz, actual_end timestamptz, actual_minutes bigint, running boolean, result text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  people uuid[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if me.role = 'foreman' then
    people := array(select private.my_crew()) || me.id;
  elsif me.role = 'employee' then
    people := array[me.id];
  end if;
  return query select * from private.plan_and_actual_at(me.company_id, people, start_date_param, end_date_param, now()) r
    order by r.work_date, r.planned_start nulls last, r.employee_id;
end $$;
comment on function public.plan_and_actual(date,date) is 'The published plan beside what was worked, per person and day: on_time, late, early, left_early, absent, due, upcoming, time_off or unplanned. Managers everyone, foremen their crew, others themselves.';
grant execute on function public.plan_and_actual(date,date) to authenticated;

create or replace function private.plan_and_actual_at(company_id_param uuid, people_param uuid[], start_date_param date, end_date_param date, moment_param timestamptz) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, planned_start timestamptz, planned_end timestamptz, planned_minutes bigint, actual_start timestamptz, actual_end timestamptz, actual_minutes bigint, running boolean, result text)
language sql stable security definer set search_path = '' as $$
  with plans as (
    select * from private.day_plans(company_id_param, start_date_param, end_date_param) p
    where people_param is null or p.employee_id = any (people_param)
  ), punches as (
    select t.employee_id, t.work_date, min(t.clock_in) as clock_in, max(t.clock_out) as clock_out, bool_or(t.clock_out is null) as running,
      (array_agg(t.project_id order by t.clock_in))[1] as project_id
    from public.time_entries t
    where t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= (start_date_param - 1)::timestamp at time zone 'UTC' and t.clock_in < (end_date_param + 3)::timestamp at time zone 'UTC'
      and (people_param is null or t.employee_id = any (people_param))
    group by 1, 2
  ), worked as (
    select w.employee_id, w.work_date, sum(w.seconds) / 60 as minutes from private.work_done w
    where w.company_id = company_id_param and w.work_date between start_date_param and end_date_param group by 1, 2
  ), off as (
    select r.employee_id, d.day from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = company_id_param and r.status = 'approved' and r.start_date <= end_date_param and r.end_date >= start_date_param and d.minutes > 0
  )
  select coalesce(p.employee_id, a.employee_id), coalesce(p.work_date, a.work_date), p.shift_id, coalesce(p.project_id, a.project_id),
    p.starts, p.ends, p.minutes, a.clock_in, case when not a.running then a.clock_out end, round(w.minutes)::bigint, coalesce(a.running, false),
    case
      when p.employee_id is null then 'unplanned'
      when a.employee_id is null and o.day is not null then 'time_off'
      when a.employee_id is null and moment_param < p.starts then 'upcoming'
      when a.employee_id is null and moment_param < p.starts + limits.late then 'due'
      when a.employee_id is null then 'absent'
      when a.clock_in > p.starts + limits.late then 'late'
      when a.clock_in < p.starts - limits.late then 'early'
      when not a.running and a.clock_out < p.ends - limits.late and moment_param >= p.ends then 'left_early'
      else 'on_time' end
  from plans p
  full join punches a on a.employee_id = p.employee_id and a.work_date = p.work_date
  left join worked w on w.employee_id = coalesce(p.employee_id, a.employee_id) and w.work_date = coalesce(p.work_date, a.work_date)
  left join off o on o.employee_id = p.employee_id and o.day = p.work_date
  cross join (select make_interval(mins => c.late_after_minutes) as late from public.companies c where c.id = company_id_param) limits;
$$;

create or replace function private.day_plans(company_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, starts timestamptz, ends timestamptz, minutes bigint, shifts bigint)
language sql stable security definer set search_path = '' as $$
  with told as (
    select s.id, (s.published ->> 'employee_id')::uuid as employee_id, (s.published ->> 'project_id')::uuid as project_id,
      to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends
    from public.shifts s
    where s.company_id = company_id_param and s.published ->> 'employee_id' is not null
      and s.work_date between start_date_param - 31 and end_date_param + 31
  ), dated as (
    select t.*, (t.starts at time zone private.zone_of(company_id_param, t.project_id))::date as work_date from told t
  )
  select d.employee_id, d.work_date, (array_agg(d.id order by d.starts))[1], (array_agg(d.project_id order by d.starts))[1],
    min(d.starts), max(d.ends),
    sum(extract(epoch from d.ends - d.starts) / 60 - case when d.ends - d.starts > interval '5 hours' then 30 else 0 end)::bigint, count(*)
  from dated d where d.work_date between start_date_param and end_date_param
  group by d.employee_id, d.work_date;
$$;
comment on function private.day_plans(uuid,date,date) is 'The published plan of each person and day, as published.';

create or replace function public.schedule_board(start_date_param date, end_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman_or_right('schedule');
  manages boolean := me.role in ('owner', 'manager');
  leads boolean := me.role <> 'employee';
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('schedule') end;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if end_date_param - start_date_param > 62 then
    raise exception using errcode = 'P0001', hint = 'date_range_too_long', message = 'Choose a range of at most 63 days.';
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'job_title', e.job_title, 'crew_id', (select m.crew_id from public.crew_members m
          where m.company_id = e.company_id and m.employee_id = e.id and m.from_date <= end_date_param
            and (m.to_date is null or m.to_date >= start_date_param) order by m.from_date desc limit 1))
      order by e.first_name, e.last_name, e.id), '[]')
      from public.employees e where e.company_id = me.company_id and (leads or private.covers_person(scope, e.id)) and (e.active or exists (
        select from public.shifts s where s.company_id = e.company_id and s.employee_id = e.id and s.work_date between start_date_param and end_date_param))),
    'crews', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'foreman_id', c.foreman_id) order by c.name), '[]')
      from public.crews c where c.company_id = me.company_id),
    'equipment', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'number', q.number, 'status', q.status,
        'ownership', q.ownership, 'off_rent_date', q.off_rent_date, 'class_id', q.class_id) order by q.number, q.name), '[]')
      from public.equipment q where q.company_id = me.company_id and (q.status <> 'retired' or exists (
        select from public.shifts s where s.company_id = q.company_id and s.equipment_id = q.id and s.work_date between start_date_param and end_date_param))),
    'projects', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'time_zone', p.time_zone, 'status', p.status) order by p.name), '[]')
      from public.projects p where p.company_id = me.company_id and (leads or private.covers_project(scope, p.id)
        or p.id not in (select private.projects_closed_to_me()))),
    'cost_codes', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'code', k.code, 'name', k.name) order by k.code), '[]')
      from public.cost_codes k where k.company_id = me.company_id and exists (
        select from public.shifts s where s.company_id = k.company_id and s.cost_code_id = k.id and s.work_date between start_date_param and end_date_param)),
    'shifts', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'employee_id', s.employee_id, 'crew_id', s.crew_id,
        'equipment_id', s.equipment_id, 'project_id', s.project_id, 'cost_code_id', s.cost_code_id, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
        'work_date', s.work_date, 'note', s.note, 'status', s.status, 'cancelled', s.cancelled, 'told', s.published is not null,
        'acknowledged_at', s.acknowledged_at) order by s.starts_at, s.id), '[]')
      from public.shifts s where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param
        and (manages or leads and s.status = 'published' or (scope).everyone is not null and private.covers_work(scope, s.employee_id, s.project_id))),
    'time_off', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', r.employee_id, 'day', d.day, 'minutes', d.minutes,
        'type', case when manages then t.name end, 'status', r.status)), '[]')
      from public.time_off_requests r
      join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
      cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
      where r.company_id = me.company_id and r.status in ('approved', 'requested') and (manages or r.status = 'approved')
        and (leads or private.covers_person(scope, r.employee_id))
        and r.start_date <= end_date_param and r.end_date >= start_date_param and d.day between start_date_param and end_date_param and d.minutes > 0),
    'holidays', (select coalesce(jsonb_agg(jsonb_build_object('date', h.date, 'name', h.name)), '[]')
      from public.holidays h where h.company_id = me.company_id and h.date between start_date_param and end_date_param),
    'availability', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', v.employee_id, 'weekday', v.weekday, 'start_date', v.start_date,
        'end_date', v.end_date, 'start_time', v.start_time, 'end_time', v.end_time, 'note', v.note)), '[]')
      from public.availability v where v.company_id = me.company_id and (leads or private.covers_person(scope, v.employee_id))),
    'swaps', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'shift_id', w.shift_id, 'employee_id', w.employee_id,
        'to_employee_id', w.to_employee_id, 'status', w.status, 'note', w.note) order by w.created_at), '[]')
      from public.shift_swaps w where w.company_id = me.company_id and w.status in ('asked', 'accepted') and manages),
    'demands', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'project_id', n.project_id, 'job_title', n.job_title, 'people', n.people,
        'start_date', n.start_date, 'end_date', n.end_date, 'weekends', n.weekends) order by n.start_date, n.id), '[]')
      from public.labor_demands n where n.company_id = me.company_id and manages and n.start_date <= end_date_param and n.end_date >= start_date_param));
end $$;
comment on function public.schedule_board(date,date) is 'Foremen and managers: everything the board shows, in one answer; foremen see published shifts only.';
grant execute on function public.schedule_board(date,date) to authenticated;

create or replace function private.schedules(scope_param private.right_scope, shift public.shifts) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- What its person was notified of counts too: a shift is not taken from somebody out of scope.
  return coalesce(scope_param.everyone or private.covers_work(scope_param, shift.employee_id, shift.project_id)
    and (shift.published is null
      or private.covers_work(scope_param, (shift.published ->> 'employee_id')::uuid, (shift.published ->> 'project_id')::uuid)), false);
end $$;
comment on function private.schedules(private.right_scope,public.shifts) is 'Whether a scope covers a shift, as it is and as it was published.';

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
comment on function public.my_shifts(date,date) is 'Everyone: their own shifts as published, with what changed since they acknowledged them, and open shifts they can take.';
grant execute on function public.my_shifts(date,date) to authenticated;

create or replace function public.move_shifts(moves_param jsonb) returns setof public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_right('schedule');
  scope private.right_scope := private.scope_of('schedule');
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
      where s.company_id = me.company_id and s.id = move.id and private.schedules(scope, s) returning * into moved;
    if moved.id is null then
      raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule, or it has begun.';
    elsif not coalesce(private.covers_work(scope, moved.employee_id, moved.project_id), false) then
      perform private.refuse_out_of_scope();
    end if;
    return next moved;
  end loop;
end $$;
comment on function public.move_shifts(jsonb) is 'Managers: changes shifts [{"id", "employee_id", "crew_id", "equipment_id", "project_id", "cost_code_id", "starts_at", "ends_at", "note", "cancelled"}], all or none; what is left out stays.';
grant execute on function public.move_shifts(jsonb) to authenticated;

create or replace function private.week_of(date_param date, week_start_param integer) returns date
language sql immutable parallel safe
return (date_param - (((((date_param - '2000-01-02'::date) - week_start_param) % 7) + 7) % 7));
comment on function private.week_of(date,integer) is 'First day of the week of a date, for weeks that begin on this day of the week (0 is Sunday).';

create or replace function private.lock_people(company_id_param uuid, people_param uuid[], entries_param uuid[] default '{}'::uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.time_entries e
    where e.company_id = company_id_param and e.employee_id = any (people_param) and e.id in (
      select t.id from public.time_entries t where t.company_id = company_id_param and t.employee_id = any (people_param) and t.clock_out is null
      union select unnest(entries_param))
    order by e.employee_id, e.id for no key update;
  perform private.lock_person_time(company_id_param, people.id) from (select distinct p as id from unnest(people_param) p order by p) people;
end $$;
comment on function private.lock_people(uuid,uuid[],uuid[]) is 'Locks running entries of people and the entries named, then the company (shared), then the people. Every writer of time keeps this order: an update has its row before a trigger is asked.';

create or replace function private.rezone_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.shifts s set updated_at = now()
  where s.company_id = case tg_table_name when 'companies' then new.id else (to_jsonb(new) ->> 'company_id')::uuid end
    and (tg_table_name = 'companies' or s.project_id = new.id) and s.ends_at > now();
  return null;
end $$;

create or replace function private.planned_work(company_id_param uuid, start_date_param date, end_date_param date, moment_param timestamptz) returns table(employee_id uuid, work_date date, shift_id uuid, project_id uuid, cost_code_id uuid, starts timestamptz, ends timestamptz)
language sql stable security definer set search_path = '' as $$
  with ordered as (
    select s.*, max(s.ends_at) over (partition by s.employee_id order by s.starts_at, s.ends_at, s.id
        rows between unbounded preceding and 1 preceding) as busy_until
    from public.shifts s
    where s.company_id = company_id_param and s.employee_id is not null and not s.cancelled
      and s.work_date between start_date_param and end_date_param
  ), coming as (
    -- Of a shift under way everything that is not worked yet: what it leads to must not melt from minute to minute.
    select o.*, case when o.starts_at < moment_param then (
        select max(coalesce(t.clock_out, moment_param)) from public.time_entries t
        where t.company_id = o.company_id and t.employee_id = o.employee_id
          and t.clock_in >= o.starts_at - interval '1 day' and t.clock_in < o.ends_at and coalesce(t.clock_out, moment_param) > o.starts_at)
      end as worked_until
    from ordered o where o.ends_at > moment_param
  ), pieces as (
    -- Half an hour off a shift of more than five hours, after four, where rules ask for a meal.
    select o.*, p.starts, p.ends from coming o
    cross join lateral (values
      (o.starts_at, case when o.ends_at - o.starts_at > interval '5 hours' then o.starts_at + interval '4 hours' else o.ends_at end),
      (case when o.ends_at - o.starts_at > interval '5 hours' then o.starts_at + interval '4 hours 30 minutes' end, o.ends_at)) p (starts, ends)
    where p.starts is not null
  )
  select p.employee_id, p.work_date, p.id, p.project_id, p.cost_code_id, greatest(p.starts, p.busy_until, p.worked_until), p.ends
  from pieces p
  where p.ends > greatest(p.starts, p.busy_until, p.worked_until);
$$;
comment on function private.planned_work(uuid,date,date,timestamp with time zone) is 'What is still to be worked of shifts that are not over: less half an hour if over five hours, less what was worked since they began, time that is booked twice once.';

create or replace function private.notify_of_late_start(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  with absent as materialized (
    select c.id as company_id, a.employee_id, a.shift_id, a.work_date, a.planned_start, a.planned_end, p.path as project_name,
      private.person_name(c.id, a.employee_id) as person
    from public.companies c
    cross join lateral private.plan_and_actual_at(c.id, null, private.company_today(c.id) - 1, private.company_today(c.id), moment_param) a
    join public.employees e on e.company_id = c.id and e.id = a.employee_id and e.active
    left join private.project_paths p on p.company_id = c.id and p.id = a.project_id
    where a.result = 'absent' and a.planned_start > moment_param - interval '3 hours' and a.planned_end > moment_param
      and exists (select from public.shifts s where s.company_id = c.id and s.work_date between private.company_today(c.id) - 1 and private.company_today(c.id))
  ), due as (
    select a.*, r.employee_id as recipient, case when r.employee_id = a.employee_id then 'not_clocked_in' else 'person_late' end as event,
      to_char(a.planned_start at time zone r.time_zone, r.time_format) as starts
    from absent a
    join private.notification_recipients r on r.company_id = a.company_id
      and (r.employee_id = a.employee_id or r.employee_id in (select private.foremen_of(a.company_id, a.employee_id, a.work_date)))
    order by r.company_id, r.employee_id offset 0
  )
  select count(*) filter (where private.notify_person(d.company_id, d.recipient, d.event, 'late ' || d.shift_id || ' ' || d.work_date, d.event,
      jsonb_build_object('project_name', d.project_name, 'starts', d.starts) || case when d.event = 'person_late' then jsonb_build_object('person', d.person) else '{}' end,
      jsonb_build_object('path', case when d.event = 'person_late' then '/scheduling?view=today' else '/my-status' end, 'moment', moment_param, 'expires_at', d.planned_end)))
  from due d
  where not private.was_notified(d.company_id, d.recipient, d.event, 'late ' || d.shift_id || ' ' || d.work_date);
$$;
comment on function private.notify_of_late_start(timestamp with time zone) is 'Who has not clocked in for a shift: to themselves and to the foremen of their crew, or managers where there is none, once for each shift.';

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
comment on function private.calendar_shifts(public.employees,date,date) is 'A person''s shifts as published, in UTC: every calendar shows them in the zone of its owner.';

create or replace function private.count_from_shift() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  starts timestamptz;
begin
  select e.shift_starts_at into starts from public.early_clock_ins e
    where e.company_id = new.company_id and e.time_entry_id = new.id and e.rule = 'from_shift' and e.clocked_in_at = new.clock_in;
  if starts is null then
    return new;
  end if;
  -- Whoever left before the shift, or took a break before it, keeps their time: somebody has to look at it.
  if starts >= new.clock_out or exists (select from public.time_entry_breaks b
      where b.company_id = new.company_id and b.time_entry_id = new.id and b.started_at < starts) then
    return new;
  end if;
  perform private.give_reason('Counts from the start of the shift');
  new.clock_in := starts;
  new.work_date := (starts at time zone private.zone_of(new.company_id, new.project_id))::date;
  return new;
end $$;
comment on function private.count_from_shift() is 'When the clock stops, time counts from the start of the shift where the rule says so. The history keeps when the person clocked in.';

create or replace function private.may_work_on(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz) returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  -- Where no project has a team this one look is all.
  return not exists (select from public.project_members m where m.company_id = company_id_param)
    or private.is_on_team(company_id_param, employee_id_param, project_id_param)
    or private.is_scheduled_on(company_id_param, employee_id_param, project_id_param, moment_param);
end $$;
comment on function private.may_work_on(uuid,uuid,uuid,timestamp with time zone) is 'Whether time of a person at that instant may be booked on a project: it has no team, they are on it or on that of a project above, or a published shift puts them there or on a project above that day.';

create or replace function private.is_scheduled_on(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz) returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select exists (
    select from private.published_shifts(company_id_param, employee_id_param, moment_param - interval '2 days', moment_param + interval '2 days') s
    cross join lateral (select private.zone_of(company_id_param, project_id_param) as name) zone
    where s.project_id in (select private.project_line(project_id_param, company_id_param))
      -- On its days, and the evening before where it starts in the small hours.
      and (moment_param at time zone zone.name)::date
        between ((s.starts - interval '4 hours') at time zone zone.name)::date and (s.ends at time zone zone.name)::date);
$$;
comment on function private.is_scheduled_on(uuid,uuid,uuid,timestamp with time zone) is 'Whether a published shift puts the person on the project, or on what it is a part of, on the day of that instant, by the project''s clock.';

create or replace function private.clocks_for(employee_id_param uuid, moment_param timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from private.projects_of_member(me.company_id, me.id) part
      join public.project_members theirs on theirs.company_id = me.company_id and theirs.project_id = part
      where theirs.employee_id = employee_id_param)
    or private.leads_on(employee_id_param, (moment_param at time zone private.zone_of(me.company_id, null))::date)
  from private.me() me;
$$;
comment on function private.clocks_for(uuid,timestamp with time zone) is 'Whether the calling foreman may clock this person in and out at that moment: a project''s team together, or in the crew on that day.';
