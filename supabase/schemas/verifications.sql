-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.verifications (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject_id uuid not null,
  employee_id uuid,
  project_id uuid,
  happened_at timestamptz not null,
  summary text not null,
  detail jsonb default '{}'::jsonb not null,
  status text default 'open'::text not null,
  assigned_to uuid,
  note text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint verifications_pkey primary key (company_id, id),
  constraint verifications_once unique (company_id, kind, subject_id),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_happened_at check (isfinite(happened_at)),
  constraint finite_resolved_at check (isfinite(resolved_at)),
  constraint verifications_detail_size check (pg_column_size(detail) < 20000),
  constraint verifications_kind_known check (kind = any (array['held_event'::text, 'device_clock'::text, 'disputed_timesheet'::text, 'unsigned_timesheet'::text, 'signed_time_edited'::text, 'off_site_punch'::text, 'failed_inspection'::text, 'meter_jump'::text, 'injury'::text, 'answer'::text, 'pin_locked'::text, 'early_clock_in'::text, 'kiosk_photo'::text, 'expiring_certificate'::text, 'own_pay'::text, 'own_approval'::text, 'pin_by_other'::text])),
  constraint verifications_note_length check (char_length(note) <= 2000),
  constraint verifications_resolved_has_time check ((status = 'resolved'::text) = (resolved_at is not null)),
  constraint verifications_status_known check (status = any (array['open'::text, 'resolved'::text])),
  constraint verifications_summary_length check (char_length(summary) <= 500),
  constraint verifications_assigned_to foreign key (company_id, assigned_to) references public.employees(company_id, id),
  constraint verifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint verifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint verifications_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
create index verifications_by_employee on public.verifications using btree (company_id, employee_id, happened_at desc);
create index verifications_by_project on public.verifications using btree (company_id, project_id) where project_id is not null;
create index verifications_open on public.verifications using btree (company_id, happened_at desc) where status = 'open'::text;
create index verifications_resolved on public.verifications using btree (company_id, resolved_at desc) where status = 'resolved'::text;
comment on table public.verifications is 'What a person must look at, open or resolved. Made and settled by triggers, resolved by managers; so the open ones are counted without looking at any history.';
comment on column public.verifications.subject_id is 'The row it is about: a held event, a punch location, an inspection, a reading, a signature or an answer.';
comment on column public.verifications.summary is 'In English, for mails and scripts; the screen writes its own words from kind and detail.';
comment on column public.verifications.resolved_by is 'Null where it settled by itself, such as a machine that passed its next inspection.';
alter table public.verifications enable row level security;
grant select on table public.verifications to authenticated;

create policy "Managers read what is to verify, others what is about them" on public.verifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.verifications;

create or replace trigger keep_identity before update on public.verifications
  for each row execute function private.keep_identity();

create or replace trigger zz_record_change after insert or delete or update on public.verifications
  for each row execute function private.record_change();

create or replace function private.open_verification(company_id_param uuid, kind_param text, subject_id_param uuid, employee_id_param uuid, project_id_param uuid, happened_at_param timestamptz, summary_param text, detail_param jsonb default '{}'::jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.verifications (company_id, kind, subject_id, employee_id, project_id, happened_at, summary, detail)
  values (company_id_param, kind_param, subject_id_param, employee_id_param, project_id_param, happened_at_param, left(summary_param, 500), detail_param)
  on conflict on constraint verifications_once do update
    set status = 'open', resolved_at = null, resolved_by = null, detail = excluded.detail, summary = excluded.summary
    where verifications.status = 'resolved' and verifications.resolved_by is null;
$$;
comment on function private.open_verification(uuid,text,uuid,uuid,uuid,timestamp with time zone,text,jsonb) is 'Puts something into the inbox once. What a person resolved stays resolved.';

create or replace function private.require_verification(kind_param text, subject_id_param uuid) returns public.verifications
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

create or replace function private.settle_verifications(company_id_param uuid, kinds_param text[], subject_ids_param uuid[], note_param text default null::text, by_param uuid default null::uuid) returns void
language sql security definer set search_path = '' as $$
  update public.verifications v set status = 'resolved', resolved_at = clock_timestamp(), resolved_by = by_param, note = coalesce(note_param, v.note)
  where v.company_id = company_id_param and v.kind = any (kinds_param) and v.subject_id = any (subject_ids_param) and v.status = 'open';
$$;

create or replace function public.assign_verification(kind_param text, subject_id_param uuid, employee_id_param uuid) returns public.verifications
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
comment on function public.assign_verification(text,uuid,uuid) is 'Managers: says who looks after an item; null is nobody.';
grant execute on function public.assign_verification(text,uuid,uuid) to authenticated;

create or replace function public.reopen_verification(kind_param text, subject_id_param uuid) returns public.verifications
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
comment on function public.reopen_verification(text,uuid) is 'Managers: puts a resolved item back into the inbox.';
grant execute on function public.reopen_verification(text,uuid) to authenticated;

create or replace function public.resolve_verification(kind_param text, subject_id_param uuid, note_param text default null::text) returns public.verifications
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
  if item.detail ->> 'by' = private.my_employee_id()::text and private.somebody_else_decides(private.my_employee_id()) then
    raise exception using errcode = '42501', hint = 'another_looks', message = 'You did this yourself. Another manager or owner must look at it.';
  end if;
  update public.verifications v set status = 'resolved', resolved_at = now(), resolved_by = auth.uid(), note = nullif(btrim(note_param), '')
    where v.company_id = item.company_id and v.id = item.id returning * into item;
  return item;
end $$;
comment on function public.resolve_verification(text,uuid,text) is 'Managers: says that they looked at an item, with a note. Held punches are decided with resolve_held_event and resolve by that.';
grant execute on function public.resolve_verification(text,uuid,text) to authenticated;

create or replace function public.verification_count() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return case when me.role in ('owner', 'manager') then private.open_items(me.company_id) else 0 end;
end $$;
comment on function public.verification_count() is 'Managers: how many items are open, with the photos of the kiosk nobody has looked at. Everyone else: 0.';
grant execute on function public.verification_count() to authenticated;

create or replace function public.verification_evidence(kind_param text, subject_id_param uuid) returns jsonb
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
        order by k.read_at desc limit 5) r),
      'photo_path', coalesce((select r.photo_path from public.equipment_readings r where r.company_id = me.company_id and r.id = item.subject_id),
        (select i.photo_path from public.equipment_inspections i where i.company_id = me.company_id and i.id = item.subject_id)));
  elsif item.kind in ('injury', 'answer') then
    evidence := (select jsonb_build_object('answer', a.answer, 'note', a.note, 'language', a.language, 'question_en', a.text_en, 'question_es', a.text_es,
        'incident_id', (select i.id from public.incidents i where i.company_id = a.company_id and i.answer_id = a.id))
      from public.clock_answers a where a.company_id = me.company_id and a.id = item.subject_id);
  end if;
  return coalesce(evidence, '{}') || jsonb_build_object('day', case when item.employee_id is null then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'kind', h.kind, 'project_id', h.project_id, 'project_name', p.name, 'cost_code', concat_ws(' ', k.code, k.name),
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
comment on function public.verification_evidence(text,uuid) is 'Managers: what speaks for or against an item: the punches of that day, inside or outside, never where; answers, meters.';
grant execute on function public.verification_evidence(text,uuid) to authenticated;

create or replace function public.verification_items(status_param text default 'open'::text) returns table(kind text, subject_id uuid, employee_id uuid, happened_at timestamptz, summary text, id uuid, first_name text, last_name text, project_id uuid, project_name text, detail jsonb, status text, assigned_to uuid, assigned_name text, note text, resolved_at timestamptz, resolved_name text)
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
comment on function public.verification_items(text) is 'Managers: what is open (or resolved), injuries first, then newest. Everyone else: what is about them.';
grant execute on function public.verification_items(text) to authenticated;
