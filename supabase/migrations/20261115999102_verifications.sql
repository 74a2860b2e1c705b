-- Verification: one inbox of what a person must look at. Triggers put things in and take them out as they settle.

create table public.verifications (
  company_id uuid not null references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet',
    'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer')),
  subject_id uuid not null,
  employee_id uuid,
  project_id uuid,
  happened_at timestamptz not null,
  summary text not null constraint verifications_summary_length check (char_length(summary) <= 500),
  detail jsonb not null default '{}' constraint verifications_detail_size check (pg_column_size(detail) < 20000),
  status text not null default 'open' constraint verifications_status_known check (status in ('open', 'resolved')),
  assigned_to uuid,
  note text constraint verifications_note_length check (char_length(note) <= 2000),
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint verifications_once unique (company_id, kind, subject_id),
  constraint verifications_resolved_has_time check ((status = 'resolved') = (resolved_at is not null)),
  constraint verifications_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint verifications_assigned_to foreign key (company_id, assigned_to) references public.employees (company_id, id),
  constraint verifications_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete set null (project_id)
);
create index verifications_open on public.verifications (company_id, happened_at desc) where status = 'open';
create index verifications_resolved on public.verifications (company_id, resolved_at desc) where status = 'resolved';
create index verifications_by_employee on public.verifications (company_id, employee_id, happened_at desc);
create index verifications_by_project on public.verifications (company_id, project_id) where project_id is not null;
comment on table public.verifications is 'What a person must look at, open or resolved. Made and settled by triggers, resolved by managers; so the open ones are counted without looking at any history.';
comment on column public.verifications.subject_id is 'The row it is about: a held event, a punch location, an inspection, a reading, a signature or an answer.';
comment on column public.verifications.summary is 'In English, for mails and scripts; the screen writes its own words from kind and detail.';
comment on column public.verifications.resolved_by is 'Null where it settled by itself, such as a machine that passed its next inspection.';

create trigger keep_identity before update on public.verifications for each row execute function private.keep_identity();
create trigger zz_record_change after insert or update or delete on public.verifications for each row execute function private.record_change();
alter table public.verifications enable row level security;
select private.refuse_non_finite('public.verifications');
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.verifications;
  end if;
end $$;
create policy "Managers read what is to verify, others what is about them" on public.verifications
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select on public.verifications to authenticated;
grant select, insert, update, delete on public.verifications to service_role;

create function private.open_verification(company_id_param uuid, kind_param text, subject_id_param uuid, employee_id_param uuid,
  project_id_param uuid, happened_at_param timestamptz, summary_param text, detail_param jsonb default '{}')
returns void
language sql security definer set search_path = '' as $$
  insert into public.verifications (company_id, kind, subject_id, employee_id, project_id, happened_at, summary, detail)
  values (company_id_param, kind_param, subject_id_param, employee_id_param, project_id_param, happened_at_param, left(summary_param, 500), detail_param)
  on conflict on constraint verifications_once do update
    set status = 'open', resolved_at = null, resolved_by = null, detail = excluded.detail, summary = excluded.summary
    where verifications.status = 'resolved' and verifications.resolved_by is null;
$$;
revoke execute on function private.open_verification(uuid, text, uuid, uuid, uuid, timestamptz, text, jsonb) from public;
comment on function private.open_verification(uuid, text, uuid, uuid, uuid, timestamptz, text, jsonb) is 'Puts something into the inbox once. What a person resolved stays resolved.';

create function private.settle_verifications(company_id_param uuid, kinds_param text[], subject_ids_param uuid[], note_param text default null, by_param uuid default null)
returns void
language sql security definer set search_path = '' as $$
  update public.verifications v set status = 'resolved', resolved_at = clock_timestamp(), resolved_by = by_param, note = coalesce(note_param, v.note)
  where v.company_id = company_id_param and v.kind = any (kinds_param) and v.subject_id = any (subject_ids_param) and v.status = 'open';
$$;
revoke execute on function private.settle_verifications(uuid, text[], uuid[], text, uuid) from public;

create function private.person_name(company_id_param uuid, employee_id_param uuid) returns text
language sql stable security definer set search_path = '' as $$
  select btrim(concat_ws(' ', e.first_name, e.last_name)) from public.employees e
  where e.company_id = company_id_param and e.id = employee_id_param;
$$;
revoke execute on function private.person_name(uuid, uuid) from public;

create function private.verify_held_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'held' then
    perform private.open_verification(new.company_id, case when new.problem = 'clock_wrong' then 'device_clock' else 'held_event' end,
      new.id, new.employee_id, (select p.id from public.projects p where p.company_id = new.company_id
        and p.id::text = new.payload ->> 'project_id'), new.counts_at,
      private.person_name(new.company_id, new.employee_id) || ': ' || new.reason,
      jsonb_build_object('event', new.kind, 'problem', new.problem, 'counts_at', new.counts_at, 'happened_at', new.happened_at,
        'offset_ms', new.offset_ms, 'detail', new.detail));
  else
    -- Who decided and why is written after the event has been settled.
    update public.verifications v set status = 'resolved', resolved_at = coalesce(v.resolved_at, clock_timestamp()),
        resolved_by = new.resolved_by, note = new.resolution
      where v.company_id = new.company_id and v.kind in ('held_event', 'device_clock') and v.subject_id = new.id;
  end if;
  return null;
end $$;
revoke execute on function private.verify_held_event() from public;
create trigger verify_held_event after insert or update on public.held_events for each row execute function private.verify_held_event();

create function private.verify_punch_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_verifications(old.company_id, '{off_site_punch}', array[old.id]);
    return null;
  end if;
  perform private.open_verification(new.company_id, 'off_site_punch', new.id, new.employee_id, t.project_id, new.punched_at,
    format('%s clocked %s off site', private.person_name(new.company_id, new.employee_id), case new.moment when 'out' then 'out' else 'in' end),
    -- No distance: it is forgotten with the coordinates, and read from there while it is known.
    jsonb_build_object('moment', new.moment, 'entry_id', t.id, 'work_date', t.work_date))
  from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id;
  return null;
end $$;
revoke execute on function private.verify_punch_place() from public;
create trigger verify_punch_place after insert on public.punch_locations
  for each row when (new.inside = false) execute function private.verify_punch_place();
create trigger forget_punch_place after delete on public.punch_locations for each row execute function private.verify_punch_place();

create function private.verify_inspection() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_verifications(old.company_id, '{failed_inspection}', array[old.id]);
  elsif new.passed then
    perform private.settle_verifications(new.company_id, '{failed_inspection}', array(
      select i.id from public.equipment_inspections i
      where i.company_id = new.company_id and i.equipment_id = new.equipment_id and not i.passed and i.inspected_at <= new.inspected_at));
  else
    perform private.open_verification(new.company_id, 'failed_inspection', new.id, new.employee_id, null, new.inspected_at,
      'Failed inspection: ' || q.name, jsonb_build_object('equipment_id', q.id, 'equipment_name', btrim(concat_ws(' ', q.number, q.name)), 'note', new.note,
        'failed', (select coalesce(jsonb_agg(i ->> 'name'), '[]') from jsonb_array_elements(new.items) i where i ->> 'passed' = 'false')))
    from public.equipment q where q.company_id = new.company_id and q.id = new.equipment_id;
  end if;
  return null;
end $$;
revoke execute on function private.verify_inspection() from public;
create trigger verify_inspection after insert or delete on public.equipment_inspections for each row execute function private.verify_inspection();

create function private.verify_reading() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_verifications(old.company_id, '{meter_jump}', array[old.id]);
  elsif new.flag is null then
    -- A new reading is flagged by an update of the same moment, which has been here before this.
    if tg_op = 'UPDATE' then
      perform private.settle_verifications(new.company_id, '{meter_jump}', array[new.id]);
    end if;
  else
    perform private.open_verification(new.company_id, 'meter_jump', new.id,
      (select e.id from public.employees e where e.company_id = new.company_id and e.user_id = new.created_by), null, new.read_at,
      'Meter jump: ' || q.name, jsonb_build_object('equipment_id', q.id, 'equipment_name', btrim(concat_ws(' ', q.number, q.name)), 'reading', new.reading,
        'flag', new.flag, 'unit', q.meter_unit, 'before', (select r.reading from public.equipment_readings r
          where r.company_id = new.company_id and r.equipment_id = new.equipment_id and r.flag is null and r.read_at < new.read_at
          order by r.read_at desc limit 1)))
    from public.equipment q where q.company_id = new.company_id and q.id = new.equipment_id;
  end if;
  return null;
end $$;
revoke execute on function private.verify_reading() from public;
create trigger verify_reading after insert or update or delete on public.equipment_readings for each row execute function private.verify_reading();

create function private.timesheet_subject(employee_id_param uuid, start_date_param date) returns uuid
language sql immutable set search_path = '' as $$
  select md5(employee_id_param || ' ' || start_date_param)::uuid;
$$;
revoke execute on function private.timesheet_subject(uuid, date) from public;
comment on function private.timesheet_subject(uuid, date) is 'A period of a person that nobody has signed has no row of its own; this is its id in the inbox.';

create function private.verify_signature() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  period constant jsonb := jsonb_build_object('start_date', new.start_date, 'end_date', new.end_date, 'note', new.note);
begin
  if tg_op = 'UPDATE' then
    if old.invalidated_at is null and new.invalidated_at is not null then
      perform private.settle_verifications(new.company_id, '{disputed_timesheet}', array[new.id]);
      if not new.disputed then
        perform private.open_verification(new.company_id, 'signed_time_edited', new.id, new.employee_id, null, new.invalidated_at,
          private.person_name(new.company_id, new.employee_id) || ': signed time was edited', period);
      end if;
    end if;
    return null;
  end if;
  -- Signing again replaces the older signature in the same moment: nothing was edited then.
  delete from public.verifications v where v.company_id = new.company_id and v.kind = 'signed_time_edited'
    and v.employee_id = new.employee_id and v.created_at = now()
    and v.detail ->> 'start_date' = new.start_date::text and v.detail ->> 'end_date' = new.end_date::text;
  perform private.settle_verifications(new.company_id, '{signed_time_edited,disputed_timesheet}', array(
    select s.id from public.timesheet_signatures s
    where s.company_id = new.company_id and s.employee_id = new.employee_id and s.id <> new.id
      and s.start_date >= new.start_date and s.end_date <= new.end_date));
  perform private.settle_verifications(new.company_id, '{unsigned_timesheet}', array[private.timesheet_subject(new.employee_id, new.start_date)]);
  if new.disputed then
    perform private.open_verification(new.company_id, 'disputed_timesheet', new.id, new.employee_id, null, new.signed_at,
      private.person_name(new.company_id, new.employee_id) || ' disputes hours: ' || new.note, period);
  end if;
  return null;
end $$;
revoke execute on function private.verify_signature() from public;
create trigger verify_signature after insert or update on public.timesheet_signatures for each row execute function private.verify_signature();

create function private.find_unsigned_timesheets(moment_param timestamptz default now()) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from (
    select private.open_verification(e.company_id, 'unsigned_timesheet', private.timesheet_subject(e.id, w.start_date), e.id, null,
      (w.end_date + 1)::timestamp at time zone c.time_zone, private.person_name(e.company_id, e.id) || ': timesheet not signed',
      jsonb_build_object('start_date', w.start_date, 'end_date', w.end_date, 'seconds', w.seconds))
    from public.companies c
    join public.employees e on e.company_id = c.id and e.active and e.role not in ('owner', 'manager')
    cross join lateral private.timesheets_waiting(c.id, e.id, (moment_param at time zone c.time_zone)::date) w
    -- Only where people sign at all, two days after the period, once a morning.
    where extract(hour from moment_param at time zone c.time_zone) = 6 and (moment_param at time zone c.time_zone)::date - w.end_date >= 2
      and exists (select from public.timesheet_signatures s where s.company_id = c.id and s.signed_at > moment_param - interval '60 days')
  ) found;
$$;
revoke execute on function private.find_unsigned_timesheets(timestamptz) from public;
select cron.schedule('unsigned-timesheets', '41 * * * *', 'select private.find_unsigned_timesheets()');

create function public.verification_items(status_param text default 'open')
returns table (kind text, subject_id uuid, employee_id uuid, happened_at timestamptz, summary text, id uuid, first_name text, last_name text,
  project_id uuid, project_name text, detail jsonb, status text, assigned_to uuid, assigned_name text, note text, resolved_at timestamptz, resolved_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select v.kind, v.subject_id, v.employee_id, v.happened_at, v.summary, v.id, e.first_name, e.last_name, v.project_id, p.name,
      v.detail || case when v.kind = 'off_site_punch' then coalesce((select jsonb_build_object('edge_m', l.edge_m, 'accuracy_m', l.accuracy_m)
        from public.punch_locations l where l.company_id = v.company_id and l.id = v.subject_id), '{}') else '{}' end,
      v.status, v.assigned_to, btrim(concat_ws(' ', a.first_name, a.last_name)), v.note, v.resolved_at, btrim(concat_ws(' ', r.first_name, r.last_name))
    from (
      select * from public.verifications k where k.company_id = me.company_id and k.status = status_param
        and (me.role in ('owner', 'manager') or k.employee_id = me.id)
      order by coalesce(k.resolved_at, k.happened_at) desc limit 500) v
    left join public.employees e on e.company_id = v.company_id and e.id = v.employee_id
    left join public.employees a on a.company_id = v.company_id and a.id = v.assigned_to
    left join public.employees r on r.company_id = v.company_id and r.user_id = v.resolved_by
    left join public.projects p on p.company_id = v.company_id and p.id = v.project_id
    order by v.status = 'open' and v.kind = 'injury' desc, coalesce(v.resolved_at, v.happened_at) desc, v.id;
end $$;
revoke execute on function public.verification_items(text) from public, anon;
grant execute on function public.verification_items(text) to authenticated;
comment on function public.verification_items(text) is 'Managers: what is open (or resolved), injuries first, then newest. Everyone else: what is about them.';

create function public.verification_count() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return case when me.role in ('owner', 'manager') then
    (select count(*) from public.verifications v where v.company_id = me.company_id and v.status = 'open') else 0 end;
end $$;
revoke execute on function public.verification_count() from public, anon;
grant execute on function public.verification_count() to authenticated;
comment on function public.verification_count() is 'Managers: how many items are open. Everyone else: 0.';

create function private.require_verification(kind_param text, subject_id_param uuid) returns public.verifications
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  item public.verifications;
begin
  select * into item from public.verifications v
    where v.company_id = me.company_id and v.kind = kind_param and v.subject_id = subject_id_param for update;
  if item.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This item was not found.';
  end if;
  return item;
end $$;
revoke execute on function private.require_verification(text, uuid) from public;

create function public.resolve_verification(kind_param text, subject_id_param uuid, note_param text default null) returns public.verifications
language plpgsql security definer set search_path = '' as $$
declare
  item public.verifications := private.require_verification(kind_param, subject_id_param);
begin
  if item.status = 'resolved' then
    return item;
  end if;
  if item.kind in ('held_event', 'device_clock') then
    raise exception using errcode = 'P0001', hint = 'decide_held_event', message = 'Apply, adjust or discard this punch.';
  end if;
  update public.verifications v set status = 'resolved', resolved_at = now(), resolved_by = auth.uid(), note = nullif(btrim(note_param), '')
    where v.company_id = item.company_id and v.id = item.id returning * into item;
  return item;
end $$;
revoke execute on function public.resolve_verification(text, uuid, text) from public, anon;
grant execute on function public.resolve_verification(text, uuid, text) to authenticated;
comment on function public.resolve_verification(text, uuid, text) is 'Managers: says that they looked at an item, with a note. Held punches are decided with resolve_held_event and resolve by that.';

create function public.reopen_verification(kind_param text, subject_id_param uuid) returns public.verifications
language plpgsql security definer set search_path = '' as $$
declare
  item public.verifications := private.require_verification(kind_param, subject_id_param);
begin
  if item.kind in ('held_event', 'device_clock') then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  update public.verifications v set status = 'open', resolved_at = null, resolved_by = null
    where v.company_id = item.company_id and v.id = item.id returning * into item;
  return item;
end $$;
revoke execute on function public.reopen_verification(text, uuid) from public, anon;
grant execute on function public.reopen_verification(text, uuid) to authenticated;
comment on function public.reopen_verification(text, uuid) is 'Managers: puts a resolved item back into the inbox.';

create function public.assign_verification(kind_param text, subject_id_param uuid, employee_id_param uuid) returns public.verifications
language plpgsql security definer set search_path = '' as $$
declare
  item public.verifications := private.require_verification(kind_param, subject_id_param);
begin
  if employee_id_param is not null and not exists (select from public.employees e where e.company_id = item.company_id
      and e.id = employee_id_param and e.active and e.role in ('owner', 'manager')) then
    raise exception using errcode = 'P0001', hint = 'managers_only', message = 'Only managers and owners can look after this.';
  end if;
  update public.verifications v set assigned_to = employee_id_param
    where v.company_id = item.company_id and v.id = item.id returning * into item;
  return item;
end $$;
revoke execute on function public.assign_verification(text, uuid, uuid) from public, anon;
grant execute on function public.assign_verification(text, uuid, uuid) to authenticated;
comment on function public.assign_verification(text, uuid, uuid) is 'Managers: says who looks after an item; null is nobody.';

create function public.verification_evidence(kind_param text, subject_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  item public.verifications;
  day date;
  evidence jsonb := '{}';
begin
  select * into item from public.verifications v
    where v.company_id = me.company_id and v.kind = kind_param and v.subject_id = subject_id_param;
  if item.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This item was not found.';
  end if;
  day := (item.happened_at at time zone private.zone_of(me.company_id, item.project_id))::date;
  if item.kind = 'off_site_punch' then
    evidence := (select jsonb_build_object('off_site', count(*) filter (where l.inside = false), 'punches', count(*))
      from public.punch_locations l where l.company_id = me.company_id and l.employee_id = item.employee_id
        and l.punched_at > item.happened_at - interval '30 days' and l.punched_at <= item.happened_at);
  elsif item.kind in ('meter_jump', 'failed_inspection') then
    evidence := jsonb_build_object('readings', (select coalesce(jsonb_agg(jsonb_build_object('reading', r.reading, 'at', r.read_at, 'flag', r.flag)
        order by r.read_at desc), '[]')
      from (select * from public.equipment_readings k where k.company_id = me.company_id and k.equipment_id = (item.detail ->> 'equipment_id')::uuid
        order by k.read_at desc limit 5) r));
  elsif item.kind in ('injury', 'answer') then
    evidence := (select jsonb_build_object('answer', a.answer, 'note', a.note, 'language', a.language, 'question_en', a.text_en, 'question_es', a.text_es,
        'incident_id', (select i.id from public.incidents i where i.company_id = a.company_id and i.answer_id = a.id))
      from public.clock_answers a where a.company_id = me.company_id and a.id = item.subject_id);
  end if;
  return coalesce(evidence, '{}') || jsonb_build_object('day', case when item.employee_id is null then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'kind', h.kind, 'project_name', p.name, 'cost_code', concat_ws(' ', k.code, k.name),
        'inside', h.inside) order by h.at), '[]')
    from (
      select t.clock_in as at, coalesce(l.moment, 'in') as kind, t.project_id, t.cost_code_id, l.inside
      from public.time_entries t
      left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment in ('in', 'switch')
      where t.company_id = me.company_id and t.employee_id = item.employee_id and t.work_date = day
      union all
      select t.clock_out, 'out', t.project_id, t.cost_code_id, l.inside
      from public.time_entries t
      left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment = 'out'
      where t.company_id = me.company_id and t.employee_id = item.employee_id and t.work_date = day and t.clock_out is not null) h
    left join public.projects p on p.company_id = me.company_id and p.id = h.project_id
    left join public.cost_codes k on k.company_id = me.company_id and k.id = h.cost_code_id) end);
end $$;
revoke execute on function public.verification_evidence(text, uuid) from public, anon;
grant execute on function public.verification_evidence(text, uuid) to authenticated;
comment on function public.verification_evidence(text, uuid) is 'Managers: what speaks for or against an item: the punches of that day, inside or outside, never where; answers, meters.';

-- What was open before there was an inbox.
update public.held_events h set status = h.status where h.status = 'held';
select private.open_verification(s.company_id, 'disputed_timesheet', s.id, s.employee_id, null, s.signed_at,
    private.person_name(s.company_id, s.employee_id) || ' disputes hours: ' || s.note,
    jsonb_build_object('start_date', s.start_date, 'end_date', s.end_date, 'note', s.note))
  from public.timesheet_signatures s where s.disputed and s.invalidated_at is null;
