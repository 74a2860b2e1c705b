create or replace function private.form_list(list_param jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case jsonb_typeof(list_param) when 'array' then list_param else '[]' end;
$$;
comment on function private.form_list(jsonb) is 'A list of a form as it is; nothing where somebody sent something else.';

create or replace function private.form_choices(question_param jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select case question_param ->> 'kind' when 'check' then '{pass,fail,na}' when 'yes_no' then '{yes,no}'
    else array(select c ->> 'id' from jsonb_array_elements(private.form_list(question_param -> 'choices')) c where question_param ->> 'kind' in ('choice', 'choices')) end;
$$;
comment on function private.form_choices(jsonb) is 'The answers of a question that can be pressed; none where something is typed, drawn or taken.';

create or replace function private.form_failing(question_param jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(question_param -> 'fails') = 'array' then array(select jsonb_array_elements_text(question_param -> 'fails'))
    when question_param ->> 'kind' = 'check' then '{fail}' else '{}' end;
$$;
comment on function private.form_failing(jsonb) is 'The answers of a question that become an item to verify; a check fails by fail unless the form says otherwise.';

create or replace function private.is_form_text(text_param jsonb, max_param integer default 500) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(text_param -> 'en') = 'string' and jsonb_typeof(text_param -> 'es') = 'string'
    and char_length(btrim(text_param ->> 'en')) between 1 and max_param and char_length(btrim(text_param ->> 'es')) between 1 and max_param, false);
$$;
comment on function private.is_form_text(jsonb,integer) is 'Whether a text of a form is there in both languages.';

create or replace function private.refuse_form(why_param text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', hint = 'form_definition_invalid', message = why_param;
end $$;

create or replace function private.check_form_condition(when_param jsonb, earlier_param jsonb, at_param text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if when_param is null then
    return;
  end if;
  -- Conditions look back only, so no two can wait for each other.
  if not coalesce(earlier_param ? (when_param ->> 'question'), false) or jsonb_array_length(private.form_list(when_param -> 'is')) = 0
    or not (array(select jsonb_array_elements_text(private.form_list(when_param -> 'is'))) <@ private.form_choices(earlier_param -> (when_param ->> 'question'))) then
    perform private.refuse_form(format('The condition of "%s" names no answer of an earlier question.', at_param));
  end if;
end $$;
comment on function private.check_form_condition(jsonb,jsonb,text) is 'Refuses a condition that does not name answers of a question before it.';

create or replace function private.check_form_question(question_param jsonb, earlier_param jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  at_question text := coalesce(question_param ->> 'id', '?');
  choices jsonb := private.form_list(question_param -> 'choices');
begin
  if not coalesce(question_param ->> 'kind' in ('check', 'yes_no', 'text', 'number', 'date', 'time', 'choice', 'choices', 'photo', 'signature'), false) then
    perform private.refuse_form(format('The question "%s" has an unknown kind.', at_question));
  end if;
  if not private.is_form_text(question_param -> 'label')
    or question_param ? 'help' and not private.is_form_text(question_param -> 'help', 2000)
    or question_param ? 'unit' and not private.is_form_text(question_param -> 'unit', 40) then
    perform private.refuse_form(format('The question "%s" needs its text in English and Spanish.', at_question));
  end if;
  if question_param ->> 'kind' in ('choice', 'choices') and (jsonb_array_length(choices) not between 2 and 50
    or exists (select from jsonb_array_elements(choices) c where not coalesce(c ->> 'id' ~ '^[a-z0-9_]{1,40}$', false) or not private.is_form_text(c -> 'label', 200))
    or (select count(distinct c ->> 'id') from jsonb_array_elements(choices) c) < jsonb_array_length(choices)) then
    perform private.refuse_form(format('The question "%s" needs 2 to 50 different choices, each in English and Spanish.', at_question));
  end if;
  if question_param ? 'fails' and (jsonb_typeof(question_param -> 'fails') <> 'array' or not (private.form_failing(question_param) <@ private.form_choices(question_param))) then
    perform private.refuse_form(format('The question "%s" fails by an answer it does not have.', at_question));
  end if;
  if exists (select from unnest('{required,photo_on_fail}'::text[]) k where question_param ? k and jsonb_typeof(question_param -> k) <> 'boolean') then
    perform private.refuse_form(format('Required and photo of the question "%s" are true or false.', at_question));
  end if;
  perform private.check_form_condition(question_param -> 'when', earlier_param, at_question);
end $$;
comment on function private.check_form_question(jsonb,jsonb) is 'Refuses a question that nobody could answer; earlier_param are the questions before it, by id.';

create or replace function private.check_form_definition(definition_param jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  section jsonb;
  question jsonb;
  ids text[] := '{}';
  earlier jsonb := '{}';
  here jsonb;
begin
  if jsonb_typeof(definition_param) is distinct from 'object' or jsonb_array_length(private.form_list(definition_param -> 'sections')) not between 1 and 40
    or octet_length(definition_param::text) > 500000 then
    perform private.refuse_form('A form has 1 to 40 sections.');
  end if;
  for section in select * from jsonb_array_elements(definition_param -> 'sections') loop
    here := earlier;
    ids := ids || coalesce(section ->> 'id', '');
    if not private.is_form_text(section -> 'title', 200) or section ? 'text' and not private.is_form_text(section -> 'text', 10000) then
      perform private.refuse_form(format('The section "%s" needs its text in English and Spanish.', section ->> 'id'));
    end if;
    if section ? 'repeat' and section ->> 'repeat' is distinct from 'person' then
      perform private.refuse_form(format('The section "%s" is answered once, or for each person.', section ->> 'id'));
    end if;
    perform private.check_form_condition(section -> 'when', earlier, section ->> 'id');
    if jsonb_array_length(private.form_list(section -> 'questions')) = 0 and not section ? 'text' then
      perform private.refuse_form(format('The section "%s" has neither a text nor a question.', section ->> 'id'));
    end if;
    for question in select * from jsonb_array_elements(private.form_list(section -> 'questions')) loop
      ids := ids || coalesce(question ->> 'id', '');
      perform private.check_form_question(question, here);
      here := here || jsonb_build_object(coalesce(question ->> 'id', ''), question);
    end loop;
    -- What one person answered says nothing about the form.
    if not section ? 'repeat' then
      earlier := here;
    end if;
  end loop;
  if (select count(distinct i) from unnest(ids) i) < cardinality(ids) or exists (select from unnest(ids) i where i !~ '^[a-z0-9_]{1,40}$') then
    perform private.refuse_form('Every section and question needs an id of its own: small letters, digits and underscores.');
  elsif cardinality(ids) > 240 then
    perform private.refuse_form('A form has at most 200 questions.');
  end if;
end $$;
comment on function private.check_form_definition(jsonb) is 'Refuses, in words, a form that nobody could fill: the same rules as the builder, for everything that writes.';

create or replace function private.form_condition_holds(when_param jsonb, values_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select when_param is null or coalesce(case jsonb_typeof(values_param -> (when_param ->> 'question'))
    when 'string' then (when_param -> 'is') ? (values_param ->> (when_param ->> 'question'))
    when 'array' then (when_param -> 'is') ?| array(select jsonb_array_elements_text(values_param -> (when_param ->> 'question'))) end, false);
$$;
comment on function private.form_condition_holds(jsonb,jsonb) is 'Whether a section or question is shown for these answers.';

create or replace function private.form_shown(definition_param jsonb, answers_param jsonb) returns table(section_id text, person integer, person_name text, employee_id uuid, question jsonb, answer jsonb, photos jsonb)
language plpgsql immutable set search_path = '' as $$
declare
  section jsonb;
  part jsonb;
  shown jsonb := '{}';
  own jsonb;
begin
  for section in select * from jsonb_array_elements(definition_param -> 'sections') loop
    continue when not private.form_condition_holds(section -> 'when', shown);
    section_id := section ->> 'id';
    person := 0;
    for part in
      select jsonb_build_object('values', answers_param -> 'values') where not section ? 'repeat'
      union all
      select p from jsonb_array_elements(private.form_list(answers_param #> array['people', section ->> 'id'])) p where section ? 'repeat'
    loop
      own := shown;
      person := case when section ? 'repeat' then person + 1 end;
      person_name := part ->> 'name';
      employee_id := private.uuid_or_null(part ->> 'employee_id');
      for question in select * from jsonb_array_elements(private.form_list(section -> 'questions')) loop
        continue when not private.form_condition_holds(question -> 'when', own);
        answer := nullif(part #> array['values', question ->> 'id'], 'null');
        photos := nullif(part #> array['values', (question ->> 'id') || '.photo'], 'null');
        if jsonb_typeof(answer) in ('string', 'array') then
          own := own || jsonb_build_object(question ->> 'id', answer);
        end if;
        return next;
      end loop;
      if not section ? 'repeat' then
        shown := own;
      end if;
    end loop;
  end loop;
end $$;
comment on function private.form_shown(jsonb,jsonb) is 'What a form asks for these answers, in its order, with each answer and the photos of a failed one; person counts from one in sections that are answered for each person. The answer of a question that is not shown counts for nothing.';

create or replace function private.is_form_failed(question_param jsonb, answer_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(case jsonb_typeof(answer_param) when 'string' then answer_param #>> '{}' = any (private.form_failing(question_param))
    when 'array' then array(select jsonb_array_elements_text(answer_param)) && private.form_failing(question_param) end, false);
$$;
comment on function private.is_form_failed(jsonb,jsonb) is 'Whether an answer becomes an item to verify.';

create or replace function private.is_photo_list(photos_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(photos_param) = 'array' and jsonb_array_length(photos_param) <= 10
    and not exists (select from jsonb_array_elements(photos_param) p where private.uuid_or_null(p #>> '{}') is null), false);
$$;

create or replace function private.is_form_answer(question_param jsonb, answer_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(case question_param ->> 'kind'
    when 'text' then jsonb_typeof(answer_param) = 'string' and char_length(answer_param #>> '{}') <= 5000
    when 'number' then jsonb_typeof(answer_param) = 'number' and abs((answer_param #>> '{}')::numeric) <= 1000000000000
    when 'date' then answer_param #>> '{}' ~ '^\d{4}-\d\d-\d\d$'
    when 'time' then answer_param #>> '{}' ~ '^([01]\d|2[0-3]):[0-5]\d$'
    when 'choices' then jsonb_typeof(answer_param) = 'array' and array(select jsonb_array_elements_text(private.form_list(answer_param))) <@ private.form_choices(question_param)
    when 'photo' then private.is_photo_list(answer_param)
    when 'signature' then jsonb_typeof(answer_param -> 'name') = 'string' and char_length(answer_param ->> 'name') <= 200
      and jsonb_typeof(answer_param -> 'strokes') = 'array' and octet_length(answer_param::text) <= 60000
    else jsonb_typeof(answer_param) = 'string' and answer_param #>> '{}' = any (private.form_choices(question_param)) end, false);
$$;
comment on function private.is_form_answer(jsonb,jsonb) is 'Whether a question can have this answer.';

create or replace function private.is_form_blank(answer_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(case jsonb_typeof(answer_param) when 'string' then btrim(answer_param #>> '{}') = '' when 'array' then jsonb_array_length(answer_param) = 0
    when 'object' then btrim(answer_param ->> 'name') = '' else answer_param is null end, true);
$$;
comment on function private.is_form_blank(jsonb) is 'Whether nothing was answered; a signature without a name is nothing.';

create or replace function private.check_form_answers(definition_param jsonb, answers_param jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  shown record;
  label text;
begin
  for shown in select * from private.form_shown(definition_param, answers_param) loop
    label := shown.question #>> '{label,en}';
    if shown.answer is not null and not private.is_form_answer(shown.question, shown.answer) or shown.photos is not null and not private.is_photo_list(shown.photos) then
      raise exception using errcode = 'P0001', hint = 'form_answer_invalid', message = format('"%s" cannot have this answer.', label);
    elsif shown.question ->> 'kind' = 'signature' and jsonb_array_length(private.form_list(shown.answer -> 'strokes')) > 0 and private.is_form_blank(shown.answer) then
      raise exception using errcode = 'P0001', hint = 'form_signature_unnamed', message = format('"%s" was signed without a name.', label);
    elsif shown.question -> 'required' = 'true' and private.is_form_blank(shown.answer) then
      raise exception using errcode = 'P0001', hint = 'form_incomplete', message = format('"%s" has no answer.', label);
    elsif shown.question -> 'photo_on_fail' = 'true' and private.is_form_failed(shown.question, shown.answer) and private.is_form_blank(shown.photos) then
      raise exception using errcode = 'P0001', hint = 'form_incomplete', message = format('"%s" needs a photo of what failed.', label);
    elsif shown.person is not null and coalesce(char_length(btrim(shown.person_name)), 0) not between 1 and 200 then
      raise exception using errcode = 'P0001', hint = 'form_person_unnamed', message = 'Enter the name of each person.';
    end if;
  end loop;
  if exists (select from jsonb_array_elements(definition_param -> 'sections') s
      where s ? 'repeat' and jsonb_array_length(private.form_list(answers_param #> array['people', s ->> 'id'])) > 200) then
    raise exception using errcode = 'P0001', hint = 'form_answer_invalid', message = 'A section has at most 200 people.';
  end if;
  if exists (select from jsonb_array_elements(definition_param -> 'sections') s
      where s ? 'repeat' and jsonb_array_length(private.form_list(answers_param #> array['people', s ->> 'id'])) = 0
        and exists (select from jsonb_array_elements(private.form_list(s -> 'questions')) q where q -> 'required' = 'true')
        and private.form_condition_holds(s -> 'when', (select coalesce(jsonb_object_agg(w.question ->> 'id', w.answer), '{}')
          from private.form_shown(definition_param, answers_param) w where w.person is null and w.answer is not null))) then
    raise exception using errcode = 'P0001', hint = 'form_incomplete', message = 'Choose the people this is about.';
  end if;
end $$;
comment on function private.check_form_answers(jsonb,jsonb) is 'Refuses answers a question cannot have, signatures without a name and what is required and missing.';

create or replace function private.shown_form_answers(definition_param jsonb, answers_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with shown as materialized (
    select s.*, coalesce(jsonb_strip_nulls(jsonb_build_object(s.question ->> 'id', s.answer, (s.question ->> 'id') || '.photo', s.photos)), '{}') as pair
    from private.form_shown(definition_param, answers_param) s
  ), people as (
    select s.section_id, s.person, min(s.person_name) as name, min(s.employee_id::text) as employee_id,
      (select coalesce(jsonb_object_agg(k.key, k.value), '{}') from shown o cross join lateral jsonb_each(o.pair) k where o.section_id = s.section_id and o.person = s.person) as given
    from shown s where s.person is not null group by 1, 2
  )
  select jsonb_build_object(
    'values', (select coalesce(jsonb_object_agg(k.key, k.value), '{}') from shown s cross join lateral jsonb_each(s.pair) k where s.person is null),
    'people', (select coalesce(jsonb_object_agg(p.section_id, p.list), '{}') from (
      select p.section_id, jsonb_agg(jsonb_build_object('employee_id', p.employee_id, 'name', btrim(p.name), 'values', p.given) order by p.person) as list
      from people p group by 1) p));
$$;
comment on function private.shown_form_answers(jsonb,jsonb) is 'Answers as they are stored: of what was shown alone.';
