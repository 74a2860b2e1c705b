-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  constraint clock_questions_alarm_known check (alarm_answer = any (array['yes'::text, 'no'::text])),
  constraint clock_questions_incident_needs_alarm check (not opens_incident or alarm_answer is not null),
  constraint clock_questions_moment_known check (moment = any (array['in'::text, 'out'::text])),
  constraint clock_questions_text_en_length check (char_length(btrim(text_en)) >= 1 and char_length(btrim(text_en)) <= 300),
  constraint clock_questions_text_es_length check (char_length(btrim(text_es)) >= 1 and char_length(btrim(text_es)) <= 300),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint clock_questions_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
create index clock_questions_by_moment on public.clock_questions using btree (company_id, moment, "position");
comment on table public.clock_questions is 'Yes-or-no questions after the clock was started or stopped, in both languages.';
comment on column public.clock_questions.alarm_answer is 'The answer someone must look at; null: none.';
comment on column public.clock_questions.opens_incident is 'The alarm answer opens an incident, as for "Were you injured today?".';
alter table public.clock_questions enable row level security;
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

alter publication supabase_realtime add table public.clock_questions;

create or replace trigger fill_company_id before insert on public.clock_questions
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.clock_questions
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.clock_questions
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.clock_questions
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.clock_questions
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
