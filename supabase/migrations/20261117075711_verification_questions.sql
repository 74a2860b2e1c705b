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
alter publication supabase_realtime add table public.verification_questions;
