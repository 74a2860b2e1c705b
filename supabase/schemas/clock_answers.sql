-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  constraint clock_answers_answer_known check (answer = any (array['yes'::text, 'no'::text])),
  constraint clock_answers_language_known check (language = any (array['en'::text, 'es'::text])),
  constraint clock_answers_note_length check (char_length(note) <= 1000),
  constraint finite_answered_at check (isfinite(answered_at)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint clock_answers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
create index clock_answers_by_employee on public.clock_answers using btree (company_id, employee_id, answered_at desc);
comment on table public.clock_answers is 'Answers with the question as it was asked. They outlive the question and the entry, and are kept as given.';
alter table public.clock_answers enable row level security;
grant select on table public.clock_answers to authenticated;

create policy "Managers read answers, others their own" on public.clock_answers
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.clock_answers;

create or replace trigger keep_answer before update on public.clock_answers
  for each row execute function private.refuse_change();

create or replace trigger keep_identity before update on public.clock_answers
  for each row execute function private.keep_identity();

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
  perform private.notify(r, 'time_reminders', 'alarm ' || new.id, 'clock_alarm', jsonb_build_object('person', person, 'note', new.note,
      'question', case when r.language = 'es' then new.text_es else new.text_en end, 'yes', new.answer = 'yes', 'no', new.answer = 'no',
      'incident', question.opens_incident))
    from private.notification_recipients r
    where r.company_id = new.company_id and r.role in ('owner', 'manager') and r.employee_id <> new.employee_id;
  return null;
end $$;

create or replace trigger raise_alarm after insert on public.clock_answers
  for each row execute function private.raise_alarm();

create or replace trigger zz_record_change after insert or delete or update on public.clock_answers
  for each row execute function private.record_change();
