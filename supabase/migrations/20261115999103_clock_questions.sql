-- Questions at clock-in and clock-out, their answers, and incidents. Answering never keeps anyone from the clock.

create table public.clock_questions (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  moment text not null constraint clock_questions_moment_known check (moment in ('in', 'out')),
  text_en text not null constraint clock_questions_text_en_length check (char_length(btrim(text_en)) between 1 and 300),
  text_es text not null constraint clock_questions_text_es_length check (char_length(btrim(text_es)) between 1 and 300),
  alarm_answer text constraint clock_questions_alarm_known check (alarm_answer in ('yes', 'no')),
  opens_incident boolean not null default false,
  position integer not null default 0,
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint clock_questions_incident_needs_alarm check (not opens_incident or alarm_answer is not null)
);
create index clock_questions_by_moment on public.clock_questions (company_id, moment, position);
comment on table public.clock_questions is 'Yes-or-no questions after the clock was started or stopped, in both languages.';
comment on column public.clock_questions.alarm_answer is 'The answer someone must look at; null: none.';
comment on column public.clock_questions.opens_incident is 'The alarm answer opens an incident, as for "Were you injured today?".';

create table public.clock_answers (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  question_id uuid not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  moment text not null,
  text_en text not null,
  text_es text not null,
  answer text not null constraint clock_answers_answer_known check (answer in ('yes', 'no')),
  note text constraint clock_answers_note_length check (char_length(note) <= 1000),
  language text not null constraint clock_answers_language_known check (language in ('en', 'es')),
  answered_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint clock_answers_once unique (company_id, time_entry_id, question_id),
  constraint clock_answers_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index clock_answers_by_employee on public.clock_answers (company_id, employee_id, answered_at desc);
comment on table public.clock_answers is 'Answers with the question as it was asked. They outlive the question and the entry, and are kept as given.';

create table public.incidents (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  number text not null default '',
  employee_id uuid not null default private.my_employee_id(),
  project_id uuid,
  answer_id uuid,
  happened_at timestamptz not null default now(),
  status text not null default 'open' constraint incidents_status_known check (status in ('open', 'closed')),
  description text constraint incidents_description_length check (char_length(description) <= 5000),
  body_part text constraint incidents_body_part_length check (char_length(body_part) <= 200),
  place text constraint incidents_place_length check (char_length(place) <= 300),
  witnesses text constraint incidents_witnesses_length check (char_length(witnesses) <= 1000),
  treatment text constraint incidents_treatment_known check (treatment in ('none', 'first_aid', 'clinic', 'hospital')),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint incidents_number_once unique (company_id, number),
  constraint incidents_answer_once unique (company_id, answer_id),
  constraint incidents_employee foreign key (company_id, employee_id) references public.employees (company_id, id),
  constraint incidents_project foreign key (company_id, project_id) references public.projects (company_id, id),
  constraint incidents_answer foreign key (company_id, answer_id) references public.clock_answers (company_id, id)
);
create index incidents_by_time on public.incidents (company_id, happened_at desc);
create index incidents_by_employee on public.incidents (company_id, employee_id);
create index incidents_by_project on public.incidents (company_id, project_id, happened_at) where project_id is not null;
comment on table public.incidents is 'Injuries and other incidents: a short form, and a timeline in incident_notes. A closed one stays as it is.';

create table public.incident_notes (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  incident_id uuid not null,
  kind text not null default 'note' constraint incident_notes_kind_known check (kind in ('opened', 'note', 'changed', 'closed', 'reopened')),
  body text not null default '' constraint incident_notes_body_length check (char_length(body) <= 5000),
  changes jsonb not null default '{}' constraint incident_notes_changes_size check (pg_column_size(changes) < 30000),
  author text not null default '',
  created_by uuid default auth.uid(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint incident_notes_incident foreign key (company_id, incident_id) references public.incidents (company_id, id) on delete cascade
);
create index incident_notes_by_incident on public.incident_notes (company_id, incident_id, created_at);
comment on table public.incident_notes is 'The timeline of an incident; every change of its form is in it. Append-only.';
comment on column public.incident_notes.author is 'The name at that time.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['clock_questions', 'clock_answers', 'incidents', 'incident_notes'] loop
    execute format('create trigger keep_creator before insert or update on public.%I for each row execute function private.keep_creator()', table_name);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('alter table public.%I enable row level security', table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;
create trigger fill_company_id before insert on public.clock_questions for each row execute function private.fill_company_id();
create trigger fill_company_id before insert on public.incidents for each row execute function private.fill_company_id('employees', 'employee_id');
create trigger fill_company_id before insert on public.incident_notes for each row execute function private.fill_company_id('incidents', 'incident_id');
create trigger touch_updated_at before update on public.clock_questions for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.incidents for each row execute function private.touch_updated_at();
create trigger keep_answer before update on public.clock_answers for each row execute function private.refuse_change();
create trigger keep_note before update on public.incident_notes for each row execute function private.refuse_change();

create policy "Employees read the questions of their company" on public.clock_questions
  for select to authenticated using (company_id = (select private.my_company_id()));
create policy "Owners add questions" on public.clock_questions
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_owner()));
create policy "Owners change questions" on public.clock_questions
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));
create policy "Owners delete questions" on public.clock_questions
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_owner()));
grant select, insert, update, delete on public.clock_questions to authenticated, service_role;

create policy "Managers read answers, others their own" on public.clock_answers
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select on public.clock_answers to authenticated;
grant select, insert, update, delete on public.clock_answers to service_role;

create policy "Managers read incidents, others their own" on public.incidents
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "People report their own incidents, managers anyone's" on public.incidents
  for insert to authenticated with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "People complete their own incidents, managers all" on public.incidents
  for update to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select, insert, update on public.incidents to authenticated;
grant select, insert, update, delete on public.incidents to service_role;

create policy "Whoever reads an incident reads its timeline" on public.incident_notes
  for select to authenticated using (company_id = (select private.my_company_id())
    and incident_id in (select i.id from public.incidents i));
create policy "Whoever reads an incident adds to its timeline" on public.incident_notes
  for insert to authenticated with check (company_id = (select private.my_company_id())
    and incident_id in (select i.id from public.incidents i));
grant select, insert on public.incident_notes to authenticated;
grant select, insert, update, delete on public.incident_notes to service_role;

create function private.name_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 and not private.is_system() then
    new.kind := 'note';
    new.changes := '{}';
    if btrim(new.body) = '' then
      raise exception using errcode = 'P0001', hint = 'note_required', message = 'Write a note first.';
    end if;
  end if;
  new.author := coalesce((select btrim(concat_ws(' ', e.first_name, e.last_name)) from public.employees e
    where e.company_id = new.company_id and e.user_id = auth.uid()), new.author);
  return new;
end $$;
revoke execute on function private.name_author() from public;
create trigger name_author before insert on public.incident_notes for each row execute function private.name_author();

create function private.keep_incident() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not private.is_system() then
      new.status := 'open';
    end if;
    -- One number after the other, also when two are reported at once.
    perform pg_advisory_xact_lock(hashtextextended('incidents:' || new.company_id, 0));
    select format('INC-%s-%s', year, lpad((coalesce(max(right(i.number, 4)::integer), 0) + 1)::text, 4, '0')) into new.number
      from (select extract(year from new.happened_at at time zone private.zone_of(new.company_id, null))::integer as year) y
      left join public.incidents i on i.company_id = new.company_id and i.number like 'INC-' || year || '-%' group by year;
    return new;
  end if;
  if (new.number, new.employee_id, new.answer_id) is distinct from (old.number, old.employee_id, old.answer_id) then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'The number and the person of an incident stay.';
  end if;
  if new.status <> old.status and not private.is_system() and not private.is_manager() then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners close incidents.';
  end if;
  if old.status = 'closed' and new.status = 'closed' and to_jsonb(new) - 'updated_at' <> to_jsonb(old) - 'updated_at' then
    raise exception using errcode = 'P0001', hint = 'incident_closed', message = 'This incident is closed. Reopen it first.';
  end if;
  return new;
end $$;
revoke execute on function private.keep_incident() from public;
create trigger keep_incident before insert or update on public.incidents for each row execute function private.keep_incident();

create function private.tell_incident_story() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb;
begin
  if tg_op = 'INSERT' then
    insert into public.incident_notes (company_id, incident_id, kind) values (new.company_id, new.id, 'opened');
    return null;
  end if;
  select coalesce(jsonb_object_agg(n.key, jsonb_build_object('before', to_jsonb(old) -> n.key, 'after', n.value)), '{}') into changed
    from jsonb_each(to_jsonb(new)) n
    where n.key not in ('updated_at', 'status') and n.value is distinct from to_jsonb(old) -> n.key;
  if changed <> '{}' then
    insert into public.incident_notes (company_id, incident_id, kind, changes) values (new.company_id, new.id, 'changed', changed);
  end if;
  if new.status <> old.status then
    insert into public.incident_notes (company_id, incident_id, kind)
      values (new.company_id, new.id, case new.status when 'closed' then 'closed' else 'reopened' end);
  end if;
  return null;
end $$;
revoke execute on function private.tell_incident_story() from public;
create trigger tell_incident_story after insert or update on public.incidents for each row execute function private.tell_incident_story();

create function private.raise_alarm() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  question public.clock_questions;
  entry public.time_entries;
  person text := private.person_name(new.company_id, new.employee_id);
begin
  select * into question from public.clock_questions q where q.company_id = new.company_id and q.id = new.question_id;
  if question.alarm_answer is distinct from new.answer then
    return null;
  end if;
  select * into entry from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id;
  if question.opens_incident then
    insert into public.incidents (company_id, employee_id, project_id, answer_id, happened_at, description)
      values (new.company_id, new.employee_id, entry.project_id, new.id, new.answered_at, new.note);
  end if;
  perform private.open_verification(new.company_id, case when question.opens_incident then 'injury' else 'answer' end, new.id, new.employee_id,
    entry.project_id, new.answered_at, format('%s answered "%s" to: %s', person, new.answer, new.text_en),
    jsonb_build_object('moment', new.moment, 'answer', new.answer, 'text_en', new.text_en, 'text_es', new.text_es, 'note', new.note));
  perform private.notify(r, 'time_reminders', 'alarm ' || new.id, 'clock_alarm', jsonb_build_object('person', person, 'note', new.note,
      'question', case when r.language = 'es' then new.text_es else new.text_en end, 'yes', new.answer = 'yes', 'no', new.answer = 'no',
      'incident', question.opens_incident))
    from private.notification_recipients r
    where r.company_id = new.company_id and r.role in ('owner', 'manager') and r.employee_id <> new.employee_id;
  return null;
end $$;
revoke execute on function private.raise_alarm() from public;
create trigger raise_alarm after insert on public.clock_answers for each row execute function private.raise_alarm();

create function public.answer_clock_questions(time_entry_id_param uuid, answers_param jsonb, language_param text default 'en')
returns table (question_id uuid, answer text, incident_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  if jsonb_typeof(coalesce(answers_param, '[]')) <> 'array' or jsonb_array_length(coalesce(answers_param, '[]')) > 30 then
    raise exception using errcode = 'P0001', hint = 'invalid_answers', message = 'These answers cannot be read.';
  end if;
  -- The entry may still be on its way from a phone without signal; someone else's is refused.
  if time_entry_id_param is null or exists (select from public.time_entries t
      where t.company_id = me.company_id and t.id = time_entry_id_param and t.employee_id <> me.id) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This entry was not found.';
  end if;
  insert into public.clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, note, language, answered_at)
    select me.company_id, q.id, time_entry_id_param, me.id, q.moment, q.text_en, q.text_es, given.answer, left(nullif(btrim(given.note), ''), 1000),
      case when language_param = 'es' then 'es' else 'en' end,
      greatest(least(coalesce(given.answered_at, now()), now()), now() - interval '30 days')
    from jsonb_to_recordset(coalesce(answers_param, '[]')) as given (question_id uuid, answer text, note text, answered_at timestamptz)
    join public.clock_questions q on q.company_id = me.company_id and q.id = given.question_id
    on conflict on constraint clock_answers_once do nothing;
  return query
    select a.question_id, a.answer, (select i.id from public.incidents i where i.company_id = a.company_id and i.answer_id = a.id)
    from public.clock_answers a where a.company_id = me.company_id and a.time_entry_id = time_entry_id_param and a.employee_id = me.id
    order by a.answered_at, a.id;
end $$;
revoke execute on function public.answer_clock_questions(uuid, jsonb, text) from public, anon;
grant execute on function public.answer_clock_questions(uuid, jsonb, text) to authenticated;
comment on function public.answer_clock_questions(uuid, jsonb, text) is 'Everyone, for themselves: answers [{"question_id", "answer", "note", "answered_at"}] about an entry. The first answer to a question stays; repeating changes nothing.';

create or replace function private.dashboard_needs(company_id_param uuid, today_param date) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select b.start_date, b.end_date from private.pay_periods_back(company_id_param, today_param, 2) b order by b.start_date limit 1)
  select jsonb_build_object(
    'long_running', (select coalesce(jsonb_agg(jsonb_build_object('entry_id', t.id, 'employee_id', e.id, 'first_name', e.first_name,
        'last_name', e.last_name, 'clock_in', t.clock_in) order by t.clock_in), '[]')
      from public.time_entries t join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
      where t.company_id = company_id_param and t.clock_out is null and t.clock_in < now() - interval '12 hours'),
    'missing_rates', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name) order by e.last_name), '[]')
      from public.employees e
      where e.company_id = company_id_param and e.active
        and not exists (select from public.employee_rates r where r.company_id = e.company_id and r.employee_id = e.id and r.effective_from <= today_param)
        and exists (select from public.time_entries t where t.company_id = e.company_id and t.employee_id = e.id)),
    'disputes', private.open_disputes(company_id_param),
    'verifications', (select count(*) from public.verifications v where v.company_id = company_id_param and v.status = 'open'),
    'unapproved_seconds', private.unapproved_seconds(company_id_param, period.start_date, period.end_date),
    'period_start', period.start_date, 'period_end', period.end_date)
  from period;
$$;
