create table public.clock_questions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  moment text not null,
  text_en text not null,
  text_es text not null,
  alarm_answer text,
  opens_incident boolean default false not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint clock_questions_pkey primary key (company_id, id),
  constraint clock_questions_alarm_known check (alarm_answer in ('yes', 'no')),
  constraint clock_questions_incident_needs_alarm check (not opens_incident or alarm_answer is not null),
  constraint clock_questions_moment_known check (moment in ('in', 'out')),
  constraint clock_questions_text_en_length check (char_length(btrim(text_en)) >= 1 and char_length(btrim(text_en)) <= 300),
  constraint clock_questions_text_es_length check (char_length(btrim(text_es)) >= 1 and char_length(btrim(text_es)) <= 300),
  constraint clock_questions_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.clock_questions');
create index clock_questions_by_moment on public.clock_questions (company_id, moment, "position");
comment on table public.clock_questions is 'Yes-or-no questions after the clock was started or stopped, in both languages.';
comment on column public.clock_questions.alarm_answer is 'The answer someone must look at; null: none.';
comment on column public.clock_questions.opens_incident is 'The alarm answer opens an incident, as for "Were you injured today?".';
alter table public.clock_questions enable row level security;
alter publication supabase_realtime add table public.clock_questions;
grant select, insert, update, delete on table public.clock_questions to authenticated;

create policy "Employees read the questions of their company" on public.clock_questions
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners add questions" on public.clock_questions
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change questions" on public.clock_questions
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete questions" on public.clock_questions
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.clock_questions
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.clock_questions
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.clock_questions
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.clock_questions
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.clock_questions
  for each row execute function private.record_change();

create table public.clock_answers (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  question_id uuid not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  moment text not null,
  text_en text not null,
  text_es text not null,
  answer text not null,
  note text,
  language text not null,
  answered_at timestamptz default now() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_answers_pkey primary key (company_id, id),
  constraint clock_answers_once unique (company_id, time_entry_id, question_id),
  constraint clock_answers_answer_known check (answer in ('yes', 'no')),
  constraint clock_answers_language_known check (language in ('en', 'es')),
  constraint clock_answers_note_length check (char_length(note) <= 1000),
  constraint clock_answers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_answers');
create index clock_answers_by_employee on public.clock_answers (company_id, employee_id, answered_at desc);
comment on table public.clock_answers is 'Answers with the question as it was asked. They outlive the question and the entry, and are kept as given.';
alter table public.clock_answers enable row level security;
alter publication supabase_realtime add table public.clock_answers;
grant select on table public.clock_answers to authenticated;

create policy "Managers read answers, others their own" on public.clock_answers
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_answer before update on public.clock_answers
  for each row execute function private.refuse_change();

create or replace trigger keep_creator before insert or update on public.clock_answers
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.clock_answers
  for each row execute function private.lock_identity();

create or replace trigger raise_alarm after insert on public.clock_answers
  for each row execute function private.raise_alarm();

create or replace function private.raise_alarm() returns trigger
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
  perform private.notify_person(r.company_id, r.employee_id, 'clock_alarm', 'alarm ' || new.id, 'clock_alarm', jsonb_build_object('person', person, 'note', new.note,
      'question', case when r.language = 'es' then new.text_es else new.text_en end, 'yes', new.answer = 'yes', 'no', new.answer = 'no',
      'answer', case when r.language = 'es' and new.answer = 'yes' then 'sí' else new.answer end, 'incident', question.opens_incident), '{"path": "/verification"}')
    from private.notification_recipients r
    where r.company_id = new.company_id and r.role in ('owner', 'manager') and r.employee_id <> new.employee_id;
  return null;
end $$;

create or replace trigger require_known_time before insert on public.clock_answers
  for each row execute function private.require_known_time();

create or replace trigger zz_record_change after insert or delete or update on public.clock_answers
  for each row execute function private.record_change();

create or replace function public.answer_clock_questions(time_entry_id_param uuid, answers_param jsonb, language_param text default 'en'::text) returns table(question_id uuid, answer text, incident_id uuid)
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
comment on function public.answer_clock_questions(uuid,jsonb,text) is 'Everyone, for themselves: answers [{"question_id", "answer", "note", "answered_at"}] about an entry. The first answer to a question stays; repeating changes nothing.';
grant execute on function public.answer_clock_questions(uuid,jsonb,text) to authenticated;
