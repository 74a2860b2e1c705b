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
  status text default 'open' not null,
  assigned_to uuid,
  note text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint verifications_pkey primary key (company_id, id),
  constraint verifications_once unique (company_id, kind, subject_id),
  constraint verifications_detail_size check (pg_column_size(detail) < 20000),
  constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate', 'certificate_proof', 'own_pay', 'own_approval', 'pin_by_other', 'forgotten_punch', 'long_clock', 'clock_rule', 'clock_stop', 'visit_not_signed_out', 'failed_form_answer')),
  constraint verifications_note_length check (char_length(note) <= 2000),
  constraint verifications_resolved_has_time check ((status = 'resolved') = (resolved_at is not null)),
  constraint verifications_status_known check (status in ('open', 'resolved')),
  constraint verifications_summary_length check (char_length(summary) <= 500),
  constraint verifications_assigned_to foreign key (company_id, assigned_to) references public.employees(company_id, id),
  constraint verifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint verifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint verifications_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
select private.refuse_non_finite('public.verifications');
create index verifications_by_employee on public.verifications (company_id, employee_id, happened_at desc);
create index verifications_by_project on public.verifications (company_id, project_id) where project_id is not null;
create index verifications_open on public.verifications (company_id, happened_at desc) where status = 'open';
create index verifications_resolved on public.verifications (company_id, resolved_at desc) where status = 'resolved';
comment on table public.verifications is 'What a person must look at, open or resolved. Made and settled by triggers, resolved by managers; so the open ones are counted without looking at any history.';
comment on column public.verifications.subject_id is 'The row it is about: a held event, a punch location, an inspection, a reading, a signature or an answer; of a filled form one id for each failed answer.';
comment on column public.verifications.summary is 'In English, for mails and scripts; the screen writes its own text from kind and detail.';
comment on column public.verifications.resolved_by is 'Null where it settled by itself, such as a machine that passed its next inspection.';
alter table public.verifications enable row level security;
alter publication supabase_realtime add table public.verifications;
grant select on table public.verifications to authenticated;

create policy "Managers read what is to verify, others what is about them" on public.verifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.verifications
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.verifications
  for each row execute function private.record_change();

create or replace function public.verification_items(status_param text default 'open'::text) returns table(kind text, subject_id uuid, employee_id uuid, happened_at timestamptz, summary text, id uuid, first_name text, last_name text, project_id uuid, project_name text, detail jsonb, status text, assigned_to uuid, assigned_name text, note text, resolved_at timestamptz, resolved_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select v.kind, v.subject_id, v.employee_id, v.happened_at, v.summary, v.id, e.first_name, e.last_name, v.project_id, p.name,
      v.detail || case when v.kind = 'off_site_punch' then private.punch_facts(v) else '{}' end || private.questions_of(v),
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

create or replace function private.punch_facts(item public.verifications) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_strip_nulls(jsonb_build_object('edge_m', l.edge_m, 'accuracy_m', l.accuracy_m, 'clock_in', t.clock_in, 'clock_out', t.clock_out,
      'seconds', extract(epoch from t.clock_out - t.clock_in)::integer - (
        select coalesce(sum(extract(epoch from b.ended_at - b.started_at)), 0)::integer from public.time_entry_breaks b
        where b.company_id = t.company_id and b.time_entry_id = t.id and not b.paid and b.ended_at is not null),
      'on_site_at', (
        -- The nearest punch on site within two hours: when they came, or when they left.
        select case l.moment when 'out' then max(near.punched_at) else min(near.punched_at) end
        from public.punch_locations near
        where near.company_id = l.company_id and near.employee_id = l.employee_id and near.inside
          and near.punched_at between l.punched_at - case l.moment when 'out' then interval '2 hours' else interval '0' end
            and l.punched_at + case l.moment when 'out' then interval '0' else interval '2 hours' end)))
    from public.punch_locations l
    join public.time_entries t on t.company_id = l.company_id and t.id = l.time_entry_id
    where l.company_id = item.company_id and l.id = item.subject_id), '{}');
$$;
comment on function private.punch_facts(public.verifications) is 'How far off site a punch was, the entry it belongs to, and the nearest punch on site; never where.';

create or replace function private.questions_of(item public.verifications) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when count(*) = 0 then '{}' else jsonb_build_object('questions', jsonb_agg(jsonb_build_object('id', q.id, 'question', q.question,
    'author', q.author, 'asked_at', q.created_at, 'answer', q.answer, 'answered_at', q.answered_at) order by q.created_at, q.id)) end
  from public.verification_questions q where q.company_id = item.company_id and q.verification_id = item.id;
$$;
comment on function private.questions_of(public.verifications) is 'What the office asked the person about an item, and the answers.';

create or replace function public.verification_count() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return case when me.role in ('owner', 'manager') then private.open_items(me.company_id) else 0 end;
end $$;
comment on function public.verification_count() is 'Managers: how many items are open; the photos of the kiosk nobody has looked at are one. Everyone else: 0.';
grant execute on function public.verification_count() to authenticated;

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
  elsif item.kind = 'clock_stop' then
    perform public.decide_clock_stop(item.subject_id, 'keep', note_param);
    select * into item from public.verifications v where v.company_id = item.company_id and v.id = item.id;
    return item;
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

create or replace function public.reopen_verification(kind_param text, subject_id_param uuid) returns public.verifications
language plpgsql security definer set search_path = '' as $$
declare
  item public.verifications := private.require_verification(kind_param, subject_id_param);
begin
  if item.kind in ('held_event', 'device_clock', 'clock_stop') then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  end if;
  if item.status = 'resolved' and item.detail ? 'entry' then
    perform private.restore_entry((item.detail ->> 'entry_id')::uuid, item.employee_id, item.detail -> 'entry');
  end if;
  update public.verifications v set status = 'open', resolved_at = null, resolved_by = null,
      detail = v.detail - '{outcome,after,entry}'::text[]
    where v.company_id = item.company_id and v.id = item.id returning * into item;
  return item;
end $$;
comment on function public.reopen_verification(text,uuid) is 'Managers: puts a resolved item back into the inbox. A punch that was corrected or refused gets its time back.';
grant execute on function public.reopen_verification(text,uuid) to authenticated;

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
        'inside', h.inside, 'no_class', h.no_class) order by h.at), '[]')
    from (
      select t.clock_in as at, coalesce(l.moment, 'in') as kind, t.project_id, t.cost_code_id, l.inside,
        t.classification_id is null and exists (select from public.public_contracts c where c.company_id = t.company_id and c.project_id = t.project_id) as no_class
      from public.time_entries t
      left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment in ('in', 'switch')
      where t.company_id = me.company_id and t.employee_id = item.employee_id and t.work_date = day
      union all
      select t.clock_out, 'out', t.project_id, t.cost_code_id, l.inside, false
      from public.time_entries t
      left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment = 'out'
      where t.company_id = me.company_id and t.employee_id = item.employee_id and t.work_date = day and t.clock_out is not null) h
    left join public.projects p on p.company_id = me.company_id and p.id = h.project_id
    left join public.cost_codes k on k.company_id = me.company_id and k.id = h.cost_code_id) end);
end $$;
comment on function public.verification_evidence(text,uuid) is 'Managers: what speaks for or against an item: the punches of that day, inside or outside, never where, and public work without a class; answers, meters.';
grant execute on function public.verification_evidence(text,uuid) to authenticated;

create or replace function private.open_verification(company_id_param uuid, kind_param text, subject_id_param uuid, employee_id_param uuid, project_id_param uuid, happened_at_param timestamptz, summary_param text, detail_param jsonb default '{}'::jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.verifications (company_id, kind, subject_id, employee_id, project_id, happened_at, summary, detail)
  values (company_id_param, kind_param, subject_id_param, employee_id_param, project_id_param, happened_at_param, left(summary_param, 500), detail_param)
  on conflict on constraint verifications_once do update
    set status = 'open', resolved_at = null, resolved_by = null, detail = excluded.detail, summary = excluded.summary
    where verifications.status = 'resolved' and verifications.resolved_by is null;
$$;
comment on function private.open_verification(uuid,text,uuid,uuid,uuid,timestamp with time zone,text,jsonb) is 'Puts something into the inbox once. What a person resolved stays resolved.';

create or replace function private.settle_verifications(company_id_param uuid, kinds_param text[], subject_ids_param uuid[], note_param text default null::text, by_param uuid default null::uuid) returns void
language sql security definer set search_path = '' as $$
  update public.verifications v set status = 'resolved', resolved_at = clock_timestamp(), resolved_by = by_param, note = coalesce(note_param, v.note)
  where v.company_id = company_id_param and v.kind = any (kinds_param) and v.subject_id = any (subject_ids_param) and v.status = 'open';
$$;

create or replace function public.decide_punch(subject_id_param uuid, action_param text, at_param timestamptz default null::timestamptz, note_param text default null::text) returns public.verifications
language plpgsql security definer set search_path = '' as $$
declare
  item public.verifications := private.require_verification('off_site_punch', subject_id_param);
  why text := nullif(btrim(note_param), '');
  entry public.time_entries;
  is_deleted boolean := action_param = 'refuse';
begin
  if coalesce(action_param, '') not in ('accept', 'correct', 'refuse') then
    raise exception using errcode = 'P0001', hint = 'unknown_action', message = 'Choose accept, correct or refuse.';
  elsif item.status = 'resolved' then
    raise exception using errcode = 'P0001', hint = 'held_event_resolved', message = 'Someone has already decided about this punch.';
  elsif action_param = 'refuse' and why is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Give a reason for the decision.';
  end if;
  select * into entry from public.time_entries t
    where t.company_id = item.company_id and t.id = (item.detail ->> 'entry_id')::uuid for update;
  if action_param <> 'accept' then
    if entry.id is null then
      raise exception using errcode = 'P0001', hint = 'not_found', message = 'This entry was not found.';
    end if;
    perform private.give_reason(coalesce(why, 'Punched off site'));
  end if;
  if action_param = 'correct' then
    if at_param is null or at_param > clock_timestamp() then
      raise exception using errcode = 'P0001', hint = 'time_required', message = 'Enter the time the punch should have.';
    end if;
    if item.detail ->> 'moment' = 'out' then
      update public.time_entries t set clock_out = at_param where t.company_id = entry.company_id and t.id = entry.id and at_param > t.clock_in;
    else
      update public.time_entries t set clock_in = at_param
        where t.company_id = entry.company_id and t.id = entry.id and (t.clock_out is null or at_param < t.clock_out);
    end if;
    -- Up to the other end of the entry: on site from the next one on, so that nothing of this one stays.
    if not found and at_param is distinct from (case item.detail ->> 'moment' when 'out' then entry.clock_in else entry.clock_out end) then
      raise exception using errcode = 'P0001', hint = 'nothing_left', message = 'Nothing would be left of this entry. Refuse the punch instead.';
    end if;
    is_deleted := not found;
  end if;
  update public.verifications v set status = 'resolved', resolved_at = now(), resolved_by = auth.uid(), note = why,
      detail = v.detail || jsonb_build_object('outcome', action_param) || case when action_param = 'accept' then '{}'
        else jsonb_build_object('after', at_param, 'entry', private.entry_to_restore(entry)) end
    where v.company_id = item.company_id and v.id = item.id returning * into item;
  if is_deleted then
    delete from public.time_entries t where t.company_id = entry.company_id and t.id = entry.id;
  end if;
  return item;
end $$;
comment on function public.decide_punch(uuid,text,timestamp with time zone,text) is 'Managers: accepts a punch off site, gives it another time (correct, with at_param), or refuses it with a reason: its entry is deleted and stays in the history. Approved days and locked periods refuse.';
grant execute on function public.decide_punch(uuid,text,timestamp with time zone,text) to authenticated;

create or replace function private.entry_to_restore(entry public.time_entries) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('clock_in', entry.clock_in, 'clock_out', entry.clock_out, 'project_id', entry.project_id,
    'cost_code_id', entry.cost_code_id, 'equipment_id', entry.equipment_id, 'machines', entry.machines, 'classification_id', entry.classification_id, 'notes', entry.notes,
    'meal_waived', entry.meal_waived, 'custom', entry.custom,
    'breaks', (select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'kind', b.kind, 'paid', b.paid)
      order by b.started_at), '[]') from public.time_entry_breaks b where b.company_id = entry.company_id and b.time_entry_id = entry.id)));
$$;

create or replace function private.restore_entry(entry_id_param uuid, employee_id_param uuid, entry_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.save_time_entry(entry_id_param, employee_id_param, (entry_param ->> 'clock_in')::timestamptz, (entry_param ->> 'clock_out')::timestamptz,
    (entry_param ->> 'project_id')::uuid, (entry_param ->> 'cost_code_id')::uuid, entry_param ->> 'notes', entry_param -> 'breaks',
    'Decision about an off-site punch taken back', (entry_param ->> 'meal_waived')::boolean, (entry_param ->> 'equipment_id')::uuid,
    null, (entry_param ->> 'classification_id')::uuid, entry_param -> 'custom', coalesce(entry_param -> 'machines', '[]'));
end $$;
comment on function private.restore_entry(uuid,uuid,jsonb) is 'An entry as it was before a decision, by what entry_to_restore wrote down then.';

create table public.verification_questions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  verification_id uuid not null,
  employee_id uuid not null,
  question text not null,
  author text default '' not null,
  answer text,
  answered_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint verification_questions_pkey primary key (company_id, id),
  constraint verification_questions_answer_length check (char_length(btrim(answer)) between 1 and 500),
  constraint verification_questions_answered_has_time check ((answer is null) = (answered_at is null)),
  constraint verification_questions_question_length check (char_length(btrim(question)) between 1 and 500),
  constraint verification_questions_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint verification_questions_item foreign key (company_id, verification_id) references public.verifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.verification_questions');
create index verification_questions_by_item on public.verification_questions (company_id, verification_id, created_at);
create index verification_questions_by_employee on public.verification_questions (company_id, employee_id) where answer is null;
comment on table public.verification_questions is 'What the office asked a person about an item of Verification, and what they answered. Nothing of it is changed afterwards.';
comment on column public.verification_questions.author is 'Who asked, by the name at that time.';
alter table public.verification_questions enable row level security;
alter publication supabase_realtime add table public.verification_questions;
grant select on table public.verification_questions to authenticated;

create policy "Managers read questions, others those put to them" on public.verification_questions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.verification_questions
  for each row execute function private.lock_identity();

create or replace trigger keep_question before update on public.verification_questions
  for each row execute function private.protect_question();

create or replace function private.protect_question() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.answer is not null or to_jsonb(new) - '{answer,answered_at}'::text[] <> to_jsonb(old) - '{answer,answered_at}'::text[] then
    raise exception using errcode = '42501', hint = 'append_only', message = 'A question and its answer stay as they are.';
  end if;
  return new;
end $$;
comment on function private.protect_question() is 'A question is answered once; for every role.';

create or replace trigger zz_record_change after insert or delete or update on public.verification_questions
  for each row execute function private.record_change();

create or replace function public.ask_about_verification(kind_param text, subject_id_param uuid, question_param text, id_param uuid default null::uuid) returns public.verification_questions
language plpgsql security definer set search_path = '' as $$
declare
  item public.verifications := private.require_verification(kind_param, subject_id_param);
  me public.employees := private.me();
  asked public.verification_questions;
begin
  select * into asked from public.verification_questions q where q.company_id = item.company_id and q.id = id_param;
  if asked.id is not null then
    perform private.require_same_call(asked, jsonb_build_object('verification_id', item.id, 'question', btrim(question_param)));
    return asked;
  elsif item.status = 'resolved' then
    raise exception using errcode = 'P0001', hint = 'verification_resolved', message = 'This item is resolved. Reopen it first.';
  elsif item.employee_id is null or item.employee_id = me.id then
    raise exception using errcode = 'P0001', hint = 'nobody_to_ask', message = 'There is nobody to ask about this.';
  elsif (select count(*) from public.verification_questions q where q.company_id = item.company_id and q.verification_id = item.id) >= 10 then
    raise exception using errcode = 'P0001', hint = 'too_many_questions', message = 'Ten questions about one item are enough. Call the person.';
  end if;
  insert into public.verification_questions (company_id, id, verification_id, employee_id, question, author)
    values (item.company_id, coalesce(id_param, gen_random_uuid()), item.id, item.employee_id, btrim(question_param),
      btrim(concat_ws(' ', me.first_name, me.last_name)))
    returning * into asked;
  perform private.notify_person(item.company_id, item.employee_id, 'question_asked', 'question ' || asked.id, 'question_asked',
    jsonb_build_object('person', asked.author, 'question', asked.question, 'question_id', asked.id),
    '{"path": "/my-status", "mail_template": "verification_question"}');
  return asked;
end $$;
comment on function public.ask_about_verification(text,uuid,text,uuid) is 'Managers: asks the person an item is about. They are notified and answer on My Status. Idempotent by id.';
grant execute on function public.ask_about_verification(text,uuid,text,uuid) to authenticated;

create or replace function public.answer_verification_question(id_param uuid, answer_param text) returns public.verification_questions
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  asked public.verification_questions;
begin
  select * into asked from public.verification_questions q
    where q.company_id = me.company_id and q.id = id_param and q.employee_id = me.id for update;
  if asked.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This question was not found.';
  elsif asked.answer is not null then
    return asked;
  end if;
  update public.verification_questions q set answer = left(btrim(answer_param), 500), answered_at = clock_timestamp()
    where q.company_id = asked.company_id and q.id = asked.id returning * into asked;
  perform private.settle_notifications(me.company_id, me.id, '{question_asked}', jsonb_build_object('question_id', asked.id));
  perform private.notify_person(r.company_id, r.employee_id, 'question_answered', 'answer ' || asked.id, 'question_answered',
      jsonb_build_object('person', btrim(concat_ws(' ', me.first_name, me.last_name)), 'question', asked.question, 'answer', asked.answer),
      '{"path": "/verification", "mail_template": "verification_answer"}')
    from private.notification_recipients r where r.company_id = me.company_id and r.user_id = asked.created_by;
  return asked;
end $$;
comment on function public.answer_verification_question(uuid,text) is 'Everyone, for themselves: answers what a manager asked. The first answer stays; whoever asked is notified.';
grant execute on function public.answer_verification_question(uuid,text) to authenticated;
