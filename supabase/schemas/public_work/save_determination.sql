create or replace function public.save_determination(project_id_param uuid, determinations_param jsonb, source_text_param text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  problems jsonb;
  saved jsonb := '[]';
  item jsonb;
begin
  if not coalesce(private.is_manager(), false) then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  -- One save of a project after the other; a punch refers to the project and does not wait for this.
  perform from public.projects p where p.company_id = company and p.id = project_id_param for no key update;
  if not found then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  if coalesce(jsonb_typeof(determinations_param) <> 'array', true) or jsonb_array_length(determinations_param) not between 1 and 50 then
    raise exception using errcode = 'P0001', hint = 'determination_not_readable', message = 'One to 50 determinations are saved at once.';
  end if;
  if char_length(source_text_param) > 2000000 then
    raise exception using errcode = 'P0001', hint = 'determination_too_long', message = 'The text is too long.';
  end if;
  problems := private.determination_problems(company, project_id_param, determinations_param);
  if problems <> '[]' then
    raise exception using errcode = 'P0001', hint = 'determination_lines', detail = problems::text,
      message = 'Some lines cannot be saved. Nothing was saved.';
  end if;
  for item in select d from jsonb_array_elements(determinations_param) with ordinality as l(d, place) order by l.place loop
    saved := saved || private.store_determination(company, project_id_param, item, source_text_param);
  end loop;
  return jsonb_build_object('determinations', saved);
end $$;
comment on function public.save_determination(uuid, jsonb, text) is 'Managers: the determinations of one pasted text with their classes, all of them or none. Rates of classes that time was recorded on are not replaced. Errors name each line.';
grant execute on function public.save_determination(uuid, jsonb, text) to authenticated;

create or replace function private.store_determination(company_id_param uuid, project_id_param uuid, item_param jsonb, source_text_param text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  stored uuid;
  classes integer;
begin
  insert into public.wage_determinations as d (company_id, project_id, number, modification, published_on, effective_from, kind, source_text)
  values (company_id_param, project_id_param, btrim(item_param ->> 'number'), coalesce(btrim(item_param ->> 'modification'), ''),
    (item_param ->> 'published_on')::date, (item_param ->> 'effective_from')::date, coalesce(item_param ->> 'kind', 'federal'), source_text_param)
  on conflict on constraint wage_determinations_once do update
    set modification = excluded.modification, published_on = excluded.published_on, kind = excluded.kind,
      source_text = coalesce(excluded.source_text, d.source_text)
    where (d.modification, d.published_on, d.kind, d.source_text)
      is distinct from (excluded.modification, excluded.published_on, excluded.kind, coalesce(excluded.source_text, d.source_text));
  select d.id into strict stored from public.wage_determinations d
   where d.company_id = company_id_param and d.project_id = project_id_param
     and d.number = btrim(item_param ->> 'number') and d.effective_from = (item_param ->> 'effective_from')::date;
  insert into public.work_classifications as k (company_id, determination_id, code, name, name_es, craft, base_rate, fringe_rate, zone_add, overtime, ends_on)
  select company_id_param, stored, c.code, c.name, c.name_es, c.craft, c.base_rate, c.fringe_rate, c.zone_add, c.overtime, c.ends_on
    from private.determination_classes(item_param) c
  on conflict on constraint work_classifications_code_once do update
    set name = excluded.name, name_es = excluded.name_es, craft = excluded.craft, base_rate = excluded.base_rate,
      fringe_rate = excluded.fringe_rate, zone_add = excluded.zone_add, overtime = excluded.overtime, ends_on = excluded.ends_on
    where (k.name, k.name_es, k.craft, k.base_rate, k.fringe_rate, k.zone_add, k.overtime, k.ends_on)
      is distinct from (excluded.name, excluded.name_es, excluded.craft, excluded.base_rate, excluded.fringe_rate, excluded.zone_add, excluded.overtime, excluded.ends_on);
  select count(*) into classes from public.work_classifications k where k.company_id = company_id_param and k.determination_id = stored;
  return jsonb_build_object('id', stored, 'number', btrim(item_param ->> 'number'), 'effective_from', item_param ->> 'effective_from', 'classes', classes);
end $$;
comment on function private.store_determination(uuid, uuid, jsonb, text) is 'One determination that has no problems. Pasted again from the same date it adds to what is there: classes that are missing in it stay.';

create or replace function private.determination_classes(item_param jsonb) returns table(place integer, code text, name text, name_es text, craft text, base_rate numeric, fringe_rate numeric, zone_add numeric, overtime jsonb, ends_on date, based_on jsonb)
language sql immutable set search_path = '' as $$
  select l.place::integer - 1, btrim(c ->> 'code'), btrim(c ->> 'name'), nullif(btrim(c ->> 'name_es'), ''), nullif(btrim(c ->> 'craft'), ''),
    (c ->> 'base_rate')::numeric, (c ->> 'fringe_rate')::numeric, coalesce((c ->> 'zone_add')::numeric, 0),
    nullif(c -> 'overtime', 'null'), (c ->> 'ends_on')::date, c -> 'based_on'
  from jsonb_array_elements(item_param -> 'classes') with ordinality as l(c, place);
$$;
comment on function private.determination_classes(jsonb) is 'The classes of a determination as it is sent, once their fields are known to be readable.';

create or replace function private.is_rate(value_param jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(value_param) in ('number', 'string') and (value_param #>> '{}') ~ '^-?\d{1,6}(\.\d{1,4})?$', false);
$$;
comment on function private.is_rate(jsonb) is 'An amount with at most four decimals, as number or text.';

create or replace function private.is_calendar_date(text_param text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case when text_param ~ '^(19|20)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
    then extract(month from make_date(left(text_param, 4)::integer, substr(text_param, 6, 2)::integer, 1) + substr(text_param, 9, 2)::integer - 1)
      = substr(text_param, 6, 2)::integer end, false);
$$;
comment on function private.is_calendar_date(text) is 'Whether a text is a date of this or the last century, written 2026-11-14.';

create or replace function private.determination_problems(company_id_param uuid, project_id_param uuid, determinations_param jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  item jsonb;
  class jsonb;
  place integer;
  row_place integer;
  problem text;
  problems jsonb := '[]';
  seen text[] := '{}';
  codes text[];
begin
  for item, place in select d, l.place::integer - 1 from jsonb_array_elements(determinations_param) with ordinality as l(d, place) order by l.place loop
    problem := private.determination_problem(item, seen);
    seen := seen || (btrim(item ->> 'number') || ' ' || (item ->> 'effective_from'));
    if problem is not null then
      problems := problems || jsonb_build_object('determination', place, 'class', null, 'code', null, 'problem', problem);
    end if;
    if coalesce(jsonb_typeof(item -> 'classes') <> 'array', true) then
      continue;
    end if;
    codes := '{}';
    for class, row_place in select c, l.place::integer - 1 from jsonb_array_elements(item -> 'classes') with ordinality as l(c, place) order by l.place loop
      problem := private.class_problem(class, codes);
      codes := codes || btrim(class ->> 'code');
      if problem is not null then
        problems := problems || jsonb_build_object('determination', place, 'class', row_place, 'code', class ->> 'code', 'problem', problem);
      end if;
    end loop;
  end loop;
  if problems = '[]' then
    problems := private.determination_conflicts(company_id_param, project_id_param, determinations_param);
  end if;
  return problems;
end $$;
comment on function private.determination_problems(uuid, uuid, jsonb) is 'What keeps determinations from being saved, line by line: places count from 0.';

create or replace function private.determination_problem(item_param jsonb, seen_param text[]) returns text
language sql stable set search_path = '' as $$
  select case
    when jsonb_typeof(item_param) <> 'object' then 'not_readable'
    when coalesce(btrim(item_param ->> 'number'), '') = '' then 'number_missing'
    when char_length(item_param ->> 'number') > 60 then 'number_too_long'
    when char_length(item_param ->> 'modification') > 40 then 'modification_too_long'
    when not private.is_calendar_date(item_param ->> 'effective_from') then 'effective_from_missing'
    when item_param ->> 'published_on' is not null and not private.is_calendar_date(item_param ->> 'published_on') then 'published_on_wrong'
    when coalesce(item_param ->> 'kind', 'federal') not in ('federal', 'ca', 'other') then 'kind_unknown'
    when btrim(item_param ->> 'number') || ' ' || (item_param ->> 'effective_from') = any(seen_param) then 'determination_twice'
    when coalesce(jsonb_typeof(item_param -> 'classes') <> 'array', true) or jsonb_array_length(item_param -> 'classes') = 0 then 'no_classes'
    when jsonb_array_length(item_param -> 'classes') > 2000 then 'too_many_classes'
  end;
$$;
comment on function private.determination_problem(jsonb, text[]) is 'What is wrong with a determination as it is sent, apart from its classes; null: nothing.';

create or replace function private.class_problem(class_param jsonb, codes_param text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  problem text := case
    when jsonb_typeof(class_param) <> 'object' then 'not_readable'
    when coalesce(btrim(class_param ->> 'code'), '') = '' then 'code_missing'
    when char_length(class_param ->> 'code') > 60 then 'code_too_long'
    when btrim(class_param ->> 'code') = any(codes_param) then 'code_twice'
    when coalesce(btrim(class_param ->> 'name'), '') = '' then 'name_missing'
    when char_length(class_param ->> 'name') > 300 or char_length(class_param ->> 'name_es') > 300 or char_length(class_param ->> 'craft') > 200 then 'name_too_long'
    when jsonb_typeof(class_param -> 'based_on') = 'object' and not (private.is_rate(class_param #> '{based_on,base_rate}')
      and private.is_rate(class_param #> '{based_on,fringe_rate}') and private.is_rate(class_param #> '{based_on,zone_add}')) then 'not_readable'
    when not private.is_rate(class_param -> 'base_rate') then 'base_rate_missing'
    when (class_param ->> 'base_rate')::numeric <= 0 then 'base_rate_not_positive'
    when (class_param ->> 'base_rate')::numeric >= 10000 then 'base_rate_too_high'
    when not private.is_rate(class_param -> 'fringe_rate') then 'fringe_rate_missing'
    when (class_param ->> 'fringe_rate')::numeric < 0 then 'fringe_rate_negative'
    when (class_param ->> 'fringe_rate')::numeric >= 10000 then 'fringe_rate_too_high'
    when class_param ->> 'zone_add' is not null and (not private.is_rate(class_param -> 'zone_add')
      or (class_param ->> 'zone_add')::numeric not between 0 and 9999.9999) then 'zone_add_wrong'
    when class_param ->> 'ends_on' is not null and not private.is_calendar_date(class_param ->> 'ends_on') then 'ends_on_wrong'
  end;
begin
  if problem is null and class_param ->> 'overtime' is not null then
    if jsonb_typeof(class_param -> 'overtime') <> 'object'
      or exists (select from jsonb_object_keys(class_param -> 'overtime') k where k not in ('daily', 'day_rules')) then
      return 'overtime_wrong';
    end if;
    begin
      perform private.check_overtime_rules(private.overtime_policy_defaults() || (class_param -> 'overtime'));
    exception when others then
      return 'overtime_wrong';
    end;
  end if;
  return problem;
end $$;
comment on function private.class_problem(jsonb, text[]) is 'What is wrong with a class as it is sent; null: nothing.';

create or replace function private.determination_conflicts(company_id_param uuid, project_id_param uuid, determinations_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('determination', l.place - 1, 'class', c.place, 'code', c.code,
      'problem', case when b.is_outdated then 'changed_meanwhile' else 'class_in_use' end)
    order by l.place, c.place), '[]')
  from jsonb_array_elements(determinations_param) with ordinality as l(item, place)
  join public.wage_determinations d on d.company_id = company_id_param and d.project_id = project_id_param
    and d.number = btrim(l.item ->> 'number') and d.effective_from = (l.item ->> 'effective_from')::date
  cross join lateral private.determination_classes(l.item) c
  join public.work_classifications k on k.company_id = d.company_id and k.determination_id = d.id and k.code = c.code
  -- based_on: the rates that stood there when the text was compared, null for none. Not sent: whatever stands there.
  cross join lateral (select coalesce(c.based_on = 'null' or jsonb_typeof(c.based_on) = 'object'
    and (k.base_rate, k.fringe_rate, k.zone_add) is distinct from
      ((c.based_on ->> 'base_rate')::numeric, (c.based_on ->> 'fringe_rate')::numeric, (c.based_on ->> 'zone_add')::numeric), false) as is_outdated) b
  where (k.base_rate, k.fringe_rate, k.zone_add, k.overtime) is distinct from (c.base_rate, c.fringe_rate, c.zone_add, c.overtime)
    and (b.is_outdated or exists (
      select from public.work_classifications named
      join public.wage_determinations n on n.company_id = named.company_id and n.id = named.determination_id
        and n.project_id = d.project_id and n.number = d.number
      join public.time_entries t on t.company_id = named.company_id and t.classification_id = named.id
      where named.company_id = k.company_id and named.code = k.code));
$$;
comment on function private.determination_conflicts(uuid, uuid, jsonb) is 'Classes that are stored from the same date with other rates, while time was recorded on them or somebody saved them since the text was compared: a paste does not replace those.';
