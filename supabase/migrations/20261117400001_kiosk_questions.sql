-- The owner's questions at the clock are asked at the kiosk too, after the punch.

create function public.answer_kiosk_questions(employee_id_param uuid, pin_param text, entry_id_param uuid, answers_param jsonb, language_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  pin record := private.check_pin(kiosk, employee_id_param, pin_param);
begin
  if pin.result = 'ok' then
    insert into public.clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, language)
      select e.company_id, q.id, e.id, e.employee_id, q.moment, q.text_en, q.text_es, given.answer, case language_param when 'es' then 'es' else 'en' end
      from jsonb_to_recordset(case jsonb_typeof(answers_param) when 'array' then answers_param else '[]' end) as given (question_id uuid, answer text)
      join public.clock_questions q on q.company_id = kiosk.company_id and q.id = given.question_id
      join public.time_entries e on e.company_id = kiosk.company_id and e.employee_id = employee_id_param and e.id = entry_id_param
      -- The first answer stays.
      on conflict on constraint clock_answers_once do nothing;
  end if;
  return pin.result;
end $$;
revoke execute on function public.answer_kiosk_questions(uuid, text, uuid, jsonb, text) from public, anon;
grant execute on function public.answer_kiosk_questions(uuid, text, uuid, jsonb, text) to authenticated;
comment on function public.answer_kiosk_questions(uuid, text, uuid, jsonb, text) is 'With the PIN: answers ([{"question_id", "answer"}]) to the questions about a punch of that person at a kiosk. The first answer stays. Result: ok, wrong_pin, locked, no_pin.';

create or replace function public.kiosk_person(employee_id_param uuid, pin_param text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  pin record;
  person public.employees;
begin
  pin := private.check_pin(kiosk, employee_id_param, pin_param);
  if pin.result <> 'ok' then
    return json_build_object('result', pin.result, 'tries_left', pin.tries_left);
  end if;
  select * into person from public.employees e where e.company_id = kiosk.company_id and e.id = employee_id_param;
  return json_build_object('result', 'ok', 'first_name', person.first_name, 'last_name', person.last_name,
    'language', coalesce((select p.language from public.profiles p where p.id = person.user_id), person.language),
    'running', (select json_build_object('since', t.clock_in, 'project_name', p.name, 'cost_code_name', c.name, 'on_break', exists (
          select from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null))
      from public.time_entries t
      left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
      left join public.cost_codes c on c.company_id = t.company_id and c.id = t.cost_code_id
      where t.company_id = kiosk.company_id and t.employee_id = person.id and t.clock_out is null),
    'recent', (select coalesce(json_agg(r order by r.last_used_at desc), '[]') from (
      select e.project_id, e.cost_code_id, max(e.clock_in) as last_used_at from (
        select t.project_id, t.cost_code_id, t.clock_in from public.time_entries t
        where t.company_id = kiosk.company_id and t.employee_id = person.id and t.project_id is not null
        order by t.clock_in desc limit 40) e
      group by 1, 2 order by 3 desc limit 6) r),
    'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id is distinct from kiosk.project_id, p.name), '[]')
      from public.projects p
      where p.company_id = kiosk.company_id and p.status = 'active' and p.archived_at is null
        and (not exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id)
          or exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id and m.employee_id = person.id))),
    'cost_codes', (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'projects',
        (select json_agg(l.project_id) from public.project_cost_codes l where l.company_id = c.company_id and l.cost_code_id = c.id)) order by c.code), '[]')
      from public.cost_codes c where c.company_id = kiosk.company_id and c.active),
    'limited_projects', (select coalesce(json_agg(distinct l.project_id), '[]') from public.project_cost_codes l where l.company_id = kiosk.company_id),
    'cost_code_required', (select c.cost_code_required from public.companies c where c.id = kiosk.company_id),
    'photo', private.wants_kiosk_photos(kiosk.company_id, person.id),
    'questions', (select coalesce(json_agg(json_build_object('id', q.id, 'moment', q.moment, 'text_en', q.text_en, 'text_es', q.text_es)
        order by q.position, q.created_at), '[]')
      from public.clock_questions q where q.company_id = kiosk.company_id and q.active));
end $$;
