create table public.form_submissions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  form_id uuid not null,
  form_version_id uuid not null,
  assignment_id uuid,
  project_id uuid not null,
  crew_id uuid,
  equipment_id uuid,
  employee_id uuid not null,
  corrects_id uuid,
  answers jsonb not null,
  photo_ids uuid[] default '{}' not null,
  failed integer default 0 not null,
  language text default 'en' not null,
  work_date date not null,
  filled_at timestamptz not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint form_submissions_pkey primary key (company_id, id),
  constraint form_submissions_answers_size check (octet_length(answers::text) <= 2000000),
  constraint form_submissions_failed check (failed >= 0),
  constraint form_submissions_language_known check (language in ('en', 'es')),
  constraint form_submissions_not_itself check (corrects_id <> id),
  constraint form_submissions_assignment foreign key (company_id, assignment_id) references public.form_assignments(company_id, id) on delete set null (assignment_id),
  constraint form_submissions_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint form_submissions_corrects foreign key (company_id, corrects_id) references public.form_submissions(company_id, id),
  constraint form_submissions_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete set null (crew_id),
  constraint form_submissions_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint form_submissions_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete set null (equipment_id),
  constraint form_submissions_form foreign key (company_id, form_id) references public.forms(company_id, id),
  constraint form_submissions_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint form_submissions_version foreign key (company_id, form_version_id) references public.form_versions(company_id, id)
);
select private.refuse_non_finite('public.form_submissions');
create index form_submissions_by_assignment on public.form_submissions (company_id, assignment_id, work_date);
create index form_submissions_by_corrected on public.form_submissions (company_id, corrects_id) where corrects_id is not null;
create index form_submissions_by_employee on public.form_submissions (company_id, employee_id, filled_at desc);
create index form_submissions_by_equipment on public.form_submissions (company_id, equipment_id) where equipment_id is not null;
create index form_submissions_by_crew on public.form_submissions (company_id, crew_id) where crew_id is not null;
create index form_submissions_by_form on public.form_submissions (company_id, form_id, filled_at desc);
create index form_submissions_by_version on public.form_submissions (company_id, form_version_id);
create index form_submissions_by_photo on public.form_submissions using gin (photo_ids);
create index form_submissions_by_project on public.form_submissions (company_id, project_id, filled_at desc);
create index form_submissions_by_time on public.form_submissions (company_id, filled_at desc, id);
comment on table public.form_submissions is 'Forms as they were filled, with the version the person saw. Written by submit_form alone and never changed: a correction is another one that names it.';
comment on column public.form_submissions.answers is '{"values": {question: answer, "question.photo": [photos]}, "people": {section: [{"employee_id", "name", "values"}]}}: of what was shown alone.';
comment on column public.form_submissions.photo_ids is 'Photos of its answers, which are sent by themselves and may arrive later.';
comment on column public.form_submissions.failed is 'How many answers became items to verify.';
comment on column public.form_submissions.filled_at is 'When it was sent off on the phone, by the phone''s corrected clock; created_at is when it arrived.';
alter table public.form_submissions enable row level security;
alter publication supabase_realtime add table public.form_submissions;
grant select on table public.form_submissions to authenticated;

create or replace function private.people_i_lead() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role() = 'foreman' then
    return query select private.my_crew();
  end if;
end $$;
comment on function private.people_i_lead() is 'A foreman''s crew and the teams of their projects; nobody for everyone else.';
grant execute on function private.people_i_lead() to authenticated;

create or replace function private.projects_i_lead() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.projects_of_member(private.my_company_id(), private.my_employee_id()) where private.my_role() = 'foreman';
$$;
comment on function private.projects_i_lead() is 'The projects a foreman is on the team of, with their phases; none for everyone else.';
grant execute on function private.projects_i_lead() to authenticated;

create policy "Managers read filled forms, foremen their crews', others own" on public.form_submissions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())
    or employee_id in (select private.people_i_lead()) or project_id in (select private.projects_i_lead())));

create or replace trigger keep_creator before insert or update on public.form_submissions
  for each row execute function private.lock_creator();

create or replace trigger keep_submission before update on public.form_submissions
  for each row execute function private.protect_submission();

create or replace function private.protect_submission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A crew or machine that is deleted takes its name off, nothing else.
  if to_jsonb(new) - '{crew_id,equipment_id,assignment_id}'::text[] <> to_jsonb(old) - '{crew_id,equipment_id,assignment_id}'::text[]
    or new.crew_id is not null and new.crew_id is distinct from old.crew_id or new.equipment_id is not null and new.equipment_id is distinct from old.equipment_id
    or new.assignment_id is not null and new.assignment_id is distinct from old.assignment_id then
    raise exception using errcode = '42501', hint = 'append_only', message = 'A form that was sent stays as it is. Send a correction.';
  end if;
  return new;
end $$;
comment on function private.protect_submission() is 'What was sent stays, for every role.';

create or replace trigger zz_record_change after insert or delete or update on public.form_submissions
  for each row execute function private.record_change();

create or replace function private.assignment_to_fill(me public.employees, form public.forms, given public.form_submissions) returns public.form_assignments
language sql stable security definer set search_path = '' as $$
  select a.* from public.form_assignments a
  where a.company_id = me.company_id and (a.form_id = form.id or a.series = form.series)
    and (a.filled_by = 'anyone' or me.role <> 'employee')
    and case when a.project_id is not null then a.project_id in (select private.project_line(given.project_id, me.company_id))
      when a.equipment_id is not null then a.equipment_id = given.equipment_id
      when a.equipment_class_id is not null then exists (select from public.equipment q
        where q.company_id = a.company_id and q.id = given.equipment_id and q.class_id = a.equipment_class_id)
      when a.crew_id is not null then a.crew_id = given.crew_id and (me.role in ('owner', 'manager')
        or exists (select from public.crews c where c.company_id = a.company_id and c.id = a.crew_id and c.foreman_id = me.id)
        or exists (select from public.crew_members m where m.company_id = a.company_id and m.crew_id = a.crew_id and m.employee_id = me.id
          and daterange(m.from_date, m.to_date + 14, '[]') @> given.work_date))
      else true end
  -- The one that was filled, then the one that applies that day: who was without a signal still fills what ended meanwhile.
  order by a.id = given.assignment_id desc nulls last, given.work_date between a.starts_on and coalesce(a.ends_on, given.work_date) desc, num_nonnulls(a.project_id, a.crew_id, a.equipment_id, a.equipment_class_id) desc, a.created_at
  limit 1;
$$;
comment on function private.assignment_to_fill(public.employees,public.forms,public.form_submissions) is 'The assignment by which a person may fill this form there, or null.';

create or replace function public.submit_form(id_param uuid, submission_param jsonb) returns public.form_submissions
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  given public.form_submissions;
  version public.form_versions;
  form public.forms;
  former public.form_submissions;
begin
  select * into given from public.form_submissions s where s.company_id = me.company_id and s.id = id_param;
  if given.id is not null then
    -- Sent before; the answer was lost on the way.
    if given.created_by is distinct from auth.uid() then
      raise exception using errcode = 'unique_violation', hint = 'id_taken', message = 'This id is already in use.';
    end if;
    return given;
  elsif me.id is null or id_param is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people fill forms.';
  end if;
  select * into version from public.form_versions v where v.company_id = me.company_id and v.id = private.uuid_or_null(submission_param ->> 'form_version_id');
  select * into form from public.forms f where f.company_id = me.company_id and f.id = version.form_id;
  if form.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This form was not found.';
  end if;
  given.company_id := me.company_id;
  given.id := id_param;
  given.form_id := form.id;
  given.form_version_id := version.id;
  given.employee_id := me.id;
  given.assignment_id := private.uuid_or_null(submission_param ->> 'assignment_id');
  given.project_id := private.uuid_or_null(submission_param ->> 'project_id');
  given.crew_id := private.uuid_or_null(submission_param ->> 'crew_id');
  given.equipment_id := private.uuid_or_null(submission_param ->> 'equipment_id');
  given.corrects_id := private.uuid_or_null(submission_param ->> 'corrects_id');
  given.language := case submission_param ->> 'language' when 'es' then 'es' else 'en' end;
  given.filled_at := private.form_filled_at(submission_param ->> 'filled_at');
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = given.project_id
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  given.work_date := (given.filled_at at time zone private.zone_of(me.company_id, given.project_id))::date;
  given.assignment_id := (private.assignment_to_fill(me, form, given)).id;
  if given.assignment_id is null and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'form_not_assigned', message = 'This form is not assigned to you.';
  end if;
  select * into former from public.form_submissions s where s.company_id = me.company_id and s.id = given.corrects_id;
  if given.corrects_id is not null and (former.form_id is distinct from form.id or former.employee_id <> me.id and me.role not in ('owner', 'manager')) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'The form that this corrects was not found.';
  end if;
  perform private.check_form_answers(version.definition, submission_param -> 'answers');
  given.answers := private.shown_form_answers(version.definition, private.form_people(me.company_id, submission_param -> 'answers'));
  given.photo_ids := array(select distinct p::uuid from private.form_shown(version.definition, given.answers) s
    cross join lateral jsonb_array_elements_text(private.form_list(s.photos) || case when s.question ->> 'kind' = 'photo' then private.form_list(s.answer) else '[]' end) p);
  given.failed := (select count(*) from private.form_shown(version.definition, given.answers) s where private.is_form_failed(s.question, s.answer));
  insert into public.form_submissions (company_id, id, form_id, form_version_id, assignment_id, project_id, crew_id, equipment_id, employee_id, corrects_id, answers, photo_ids, failed, language, work_date, filled_at)
    values (given.company_id, given.id, given.form_id, given.form_version_id, given.assignment_id, given.project_id, given.crew_id, given.equipment_id, given.employee_id,
      given.corrects_id, given.answers, given.photo_ids, given.failed, given.language, given.work_date, given.filled_at)
    on conflict on constraint form_submissions_pkey do nothing;
  if found then
    perform private.verify_failed_answers(given, form, version.definition);
    perform private.inspect_by_form(given, form, version.definition);
    perform private.settle_form_reminders(given);
  end if;
  select * into given from public.form_submissions s where s.company_id = me.company_id and s.id = id_param;
  return given;
end $$;
comment on function public.submit_form(uuid,jsonb) is 'Everyone, of what is assigned to them; managers any form: stores a filled form, once for an id. {"form_version_id" (the version that was seen), "assignment_id", "project_id", "crew_id", "equipment_id", "corrects_id", "language", "filled_at", "answers": {"values": {}, "people": {}}}. Each failed answer becomes an item to verify. Refuses what is missing, answers a question cannot have and signatures without a name.';
grant execute on function public.submit_form(uuid,jsonb) to authenticated;

create or replace function private.settle_form_reminders(given public.form_submissions) returns void
language sql security definer set search_path = '' as $$
  select private.settle_notifications(n.company_id, n.employee_id, '{form_due}', n.data) from public.notifications n
  where n.company_id = given.company_id and n.event = 'form_due' and n.read_at is null and given.corrects_id is null
    and n.data ->> 'assignment_id' = given.assignment_id::text and (n.data ->> 'period_start')::date <= given.work_date
    and (not n.data ? 'equipment_id' or n.data ->> 'equipment_id' = given.equipment_id::text) and (not n.data ? 'own' or n.employee_id = given.employee_id);
$$;
comment on function private.settle_form_reminders(public.form_submissions) is 'Reminders of a form that was filled are read: those of whoever filled it, or of all where one fills it for all.';

create or replace function private.form_filled_at(moment_param text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  -- A phone's clock that is ahead fills nothing in the future.
  return least(greatest(coalesce(moment_param::timestamptz, now()), now() - interval '90 days'), now());
exception when others then
  return now();
end $$;
comment on function private.form_filled_at(text) is 'When a form was filled, by what the phone says: not in the future, at most 90 days ago.';

create or replace function private.form_people(company_id_param uuid, answers_param jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('values', answers_param -> 'values', 'people', (
    select coalesce(jsonb_object_agg(s.key, (
      select coalesce(jsonb_agg(p.value || jsonb_build_object('employee_id', e.id, 'name', coalesce(private.person_name(company_id_param, e.id), p.value ->> 'name')) order by p.place), '[]')
      from jsonb_array_elements(private.form_list(s.value)) with ordinality as p (value, place)
      left join public.employees e on e.company_id = company_id_param and e.id = private.uuid_or_null(p.value ->> 'employee_id'))), '{}')
    from jsonb_each(case jsonb_typeof(answers_param -> 'people') when 'object' then answers_param -> 'people' else '{}' end) s));
$$;
comment on function private.form_people(uuid,jsonb) is 'The people of a form by the names of the company; who is not an employee keeps the name that was typed.';

create or replace function private.form_answer_label(question_param jsonb, answer_param jsonb, language_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select string_agg(coalesce((select c #>> array['label', language_param] from jsonb_array_elements(private.form_list(question_param -> 'choices')) c where c ->> 'id' = a), a), ', ')
  from jsonb_array_elements_text(case jsonb_typeof(answer_param) when 'array' then answer_param else jsonb_build_array(answer_param) end) a;
$$;
comment on function private.form_answer_label(jsonb,jsonb,text) is 'What was pressed, as the form calls it; ids of checks and yes or no as they are.';

create or replace function private.verify_failed_answers(given public.form_submissions, form public.forms, definition_param jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.open_verification(given.company_id, 'failed_form_answer', md5(given.id || ':' || (s.question ->> 'id') || ':' || coalesce(s.person, 0))::uuid,
    given.employee_id, given.project_id, given.filled_at, format('%s: %s', form.name, s.question #>> '{label,en}'),
    jsonb_strip_nulls(jsonb_build_object('submission_id', given.id, 'form_name', jsonb_build_object('en', form.name, 'es', coalesce(nullif(form.name_es, ''), form.name)),
      'question', s.question -> 'label', 'kind', s.question ->> 'kind', 'answer_text', jsonb_build_object('en', private.form_answer_label(s.question, s.answer, 'en'), 'es', private.form_answer_label(s.question, s.answer, 'es')),
      'person', s.person_name, 'equipment_id', given.equipment_id,
      'equipment_name', (select btrim(concat_ws(' ', q.number, q.name)) from public.equipment q where q.company_id = given.company_id and q.id = given.equipment_id))))
  from private.form_shown(definition_param, given.answers) s where private.is_form_failed(s.question, s.answer);
$$;
comment on function private.verify_failed_answers(public.form_submissions,public.forms,jsonb) is 'An item to verify for each failed answer, once.';

create or replace function private.inspect_by_form(given public.form_submissions, form public.forms, definition_param jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.equipment_inspections (company_id, id, equipment_id, employee_id, inspected_at, passed, items, note)
  select given.company_id, given.id, given.equipment_id, given.employee_id, given.filled_at, given.failed = 0,
    (select coalesce(jsonb_agg(jsonb_build_object('name', left(s.question #>> array['label', given.language], 80), 'passed', not private.is_form_failed(s.question, s.answer)) order by s.place), '[]')
      from (select f.*, row_number() over () as place from private.form_shown(definition_param, given.answers) f) s
      where s.place <= 100 and cardinality(private.form_failing(s.question)) > 0 and s.answer is not null and s.answer <> '"na"'),
    coalesce(case given.language when 'es' then nullif(form.name_es, '') end, form.name)
  where form.category = 'equipment_check' and given.equipment_id is not null;
$$;
comment on function private.inspect_by_form(public.form_submissions,public.forms,jsonb) is 'A filled check of a machine is its inspection, under the id of the form: passed where nothing failed.';

create or replace function private.is_photo_of_form(company_id_param uuid, photo_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.form_submissions s where s.company_id = company_id_param and s.photo_ids @> array[photo_id_param]);
$$;
comment on function private.is_photo_of_form(uuid,uuid) is 'Whether a photo belongs to a form that was sent.';
grant execute on function private.is_photo_of_form(uuid,uuid) to authenticated, service_role;
