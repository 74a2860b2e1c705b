create or replace function private.check_custom_values() returns trigger
language plpgsql set search_path = '' as $$
declare
  was constant jsonb := coalesce(old.custom, '{}');
  by_hand boolean;
begin
  if tg_op = 'INSERT' and new.custom = '{}' and not private.requires_custom(new.company_id, tg_table_name) then
    return new;
  end if;
  -- Somebody at a form, or a program of theirs. Files, grids and punches do not answer questions: what they leave out is listed as missing.
  by_hand := private.is_client() and coalesce(current_setting('chalkline.source', true), '') <> 'import'
    and coalesce(current_setting('chalkline.values_later', true), '') <> 'on' and private.my_employee_id() is not null;
  new.custom := private.checked_custom(new.company_id, tg_table_name, was, new.custom, by_hand);
  return new;
end $$;
comment on function private.check_custom_values() is 'The values of custom fields of a row: known, of their kind, complete where a person fills in the form.';

create or replace function private.checked_custom(company_id_param uuid, table_param text, was jsonb, given jsonb, by_hand_param boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  manages constant boolean := private.is_system() or private.is_manager();
  checked jsonb;
  changed text[];
  found_value record;
begin
  if jsonb_typeof(given) is distinct from 'object' or pg_column_size(given) > 30000 then
    raise exception using errcode = 'P0001', hint = 'custom_values_invalid', message = 'Custom values are an object by the id of the field.';
  end if;
  select coalesce(jsonb_object_agg(v.key, case when jsonb_typeof(v.value) = 'string' then to_jsonb(btrim(v.value #>> '{}')) else v.value end), '{}')
    into checked from jsonb_each(given) v where v.value <> 'null' and btrim(v.value #>> '{}') <> '';
  changed := array(select k from jsonb_object_keys(was || checked) k where checked -> k is distinct from was -> k);
  -- Kinds and choices stay as they are until this is written.
  perform from public.custom_fields f
    where f.company_id = company_id_param and f.on_table = table_param and f.id::text = any (changed) order by f.id for share;
  for found_value in
    select k.name as key, f as field, f.id is not null as is_known, private.custom_value_problem(f, checked -> k.name, by_hand_param) as problem
      from unnest(changed) as k (name)
      left join public.custom_fields f on f.company_id = company_id_param and f.on_table = table_param and f.id::text = k.name
  loop
    if not found_value.is_known and checked ? found_value.key then
      raise exception using errcode = 'P0001', hint = 'custom_field_unknown', message = 'This field does not exist here any more.', detail = found_value.key;
    elsif found_value.problem is not null then
      raise exception using errcode = 'P0001', hint = found_value.problem, detail = (found_value.field).name,
        message = format('%s: this value does not fit.', (found_value.field).name);
    elsif (found_value.field).shown = 'desk' and by_hand_param and not manages then
      raise exception using errcode = '42501', hint = 'custom_field_desk_only', message = format('%s is filled in by the office.', (found_value.field).name);
    end if;
  end loop;
  if by_hand_param then
    perform private.require_custom(company_id_param, table_param, checked, manages);
  end if;
  return checked;
end $$;
comment on function private.checked_custom(uuid,text,jsonb,jsonb,boolean) is 'Values as they are stored: no empty ones, each of what changed of a field of this table and its kind. A person at a form leaves out no required one, and none for the office unless they are a manager.';
grant execute on function private.checked_custom(uuid,text,jsonb,jsonb,boolean) to authenticated, service_role;

create or replace function private.custom_value_problem(field public.custom_fields, value jsonb, by_hand_param boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  word constant text := value #>> '{}';
begin
  if value is null then
    return null;
  elsif field.archived_at is not null and by_hand_param then
    return 'custom_field_archived';
  elsif field.kind = 'number' then
    return case when jsonb_typeof(value) <> 'number' then 'custom_number_wrong' when abs(value::numeric) > 1e12 or scale(trim_scale(value::numeric)) > 6 then 'custom_number_range' end;
  elsif jsonb_typeof(value) <> 'string' then
    return 'custom_value_wrong';
  elsif field.kind = 'text' then
    return case when char_length(word) > 500 then 'custom_text_long' end;
  elsif field.kind = 'date' then
    return case when word !~ '^\d{4}-\d\d-\d\d$' or not private.can_be(word, 'date') then 'custom_date_wrong'
      when word::date not between date '1900-01-01' and date '2199-12-31' then 'custom_date_wrong' end;
  end if;
  return case when not exists (select from jsonb_array_elements(field.choices) c
    where c ->> 'id' = word and not (by_hand_param and (c ->> 'archived')::boolean)) then 'custom_choice_unknown' end;
end $$;
comment on function private.custom_value_problem(public.custom_fields,jsonb,boolean) is 'Why a new value does not fit its field, or null. What was archived is not chosen any more by hand; a phone, a file or a revision may still bring it.';

create or replace function private.requires_custom(company_id_param uuid, table_param text) returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return exists (select from public.custom_fields f
    where f.company_id = company_id_param and f.on_table = table_param and f.required and f.archived_at is null);
end $$;
comment on function private.requires_custom(uuid,text) is 'Whether a company asks for anything of its own on rows of the table.';
grant execute on function private.requires_custom(uuid,text) to authenticated, service_role;

create or replace function private.require_custom(company_id_param uuid, table_param text, given jsonb, manages_param boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  missing text := (select string_agg(f.name, ', ' order by f.position, f.name) from public.custom_fields f
    where f.company_id = company_id_param and f.on_table = table_param and f.required and f.archived_at is null
      and (manages_param or f.shown = 'phone') and not given ? f.id::text);
begin
  if missing is not null then
    raise exception using errcode = 'P0001', hint = 'custom_field_required', message = format('Fill in: %s.', missing), detail = missing;
  end if;
end $$;
comment on function private.require_custom(uuid,text,jsonb,boolean) is 'Refuses values that leave out a required field; those for the office only of managers.';

create or replace function private.usable_custom(company_id_param uuid, table_param text, given jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  -- A punch is taken with what can be read of its answers: the office sees what is missing.
  if jsonb_typeof(given) is distinct from 'object' or given = '{}' then
    return '{}';
  end if;
  return (select coalesce(jsonb_object_agg(f.id, v.value), '{}')
    from jsonb_each(given) v
    join public.custom_fields f on f.company_id = company_id_param and f.on_table = table_param and f.id::text = v.key and f.shown = 'phone'
    where v.value <> 'null' and btrim(v.value #>> '{}') <> '' and private.custom_value_problem(f, v.value, false) is null);
end $$;
comment on function private.usable_custom(uuid,text,jsonb) is 'What of the answers to custom fields on a phone fits them now; the rest is left out.';

create or replace function private.import_custom(company_id_param uuid, table_param text, item jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  given jsonb := '{}';
  cell record;
  word text;
begin
  for cell in select c.key, f as field from jsonb_object_keys(item) as c (key)
    left join public.custom_fields f on f.company_id = company_id_param and f.on_table = table_param and f.id::text = substr(c.key, 8)
    where c.key like 'custom:%' loop
    word := private.import_cell(item, cell.key);
    if word <> '' then
      if (cell.field).id is null then
        perform private.refuse_row('custom_field_unknown');
      end if;
      given := given || jsonb_build_object((cell.field).id::text, private.import_custom_value(cell.field, word));
    end if;
  end loop;
  return given;
end $$;
comment on function private.import_custom(uuid,text,jsonb) is 'The cells "custom:" and id of a field of a row, as values; empty cells change nothing.';
grant execute on function private.import_custom(uuid,text,jsonb) to authenticated;

create or replace function private.import_custom_value(field public.custom_fields, word text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  chosen text;
begin
  if field.kind = 'number' then
    if word !~ '^-?\d{1,15}([.,]\d+)?$' then
      perform private.refuse_row('custom_number_wrong');
    end if;
    return to_jsonb(replace(word, ',', '.')::numeric);
  elsif field.kind = 'choice' then
    select c ->> 'id' into chosen from jsonb_array_elements(field.choices) c
      where lower(word) in (c ->> 'id', lower(c ->> 'name'), lower(c ->> 'name_es')) order by (c ->> 'archived')::boolean limit 1;
    if chosen is null then
      perform private.refuse_row('custom_choice_unknown');
    end if;
    return to_jsonb(chosen);
  end if;
  return to_jsonb(word);
end $$;
comment on function private.import_custom_value(public.custom_fields,text) is 'A cell as a value: numbers with a point or a comma, choices by their name in either language.';
grant execute on function private.import_custom_value(public.custom_fields,text) to authenticated;

create or replace function private.custom_conditions(custom_param jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(custom_param) <> 'object' then
    raise exception using errcode = 'P0001', hint = 'custom_values_invalid', message = 'Custom values are an object by the id of the field.';
  end if;
  return (select coalesce(string_agg(case when v.value = 'null' then format(' and not t.custom ? %L', v.key)
    else format(' and t.custom @> %L::jsonb', jsonb_build_object(v.key, v.value)) end, ''), '') from jsonb_each(custom_param) v);
end $$;
comment on function private.custom_conditions(jsonb) is 'Conditions on rows t: these values of custom fields; null: none of the field.';

create or replace function private.custom_tables(company_id_param uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(distinct f.on_table), '[]') from public.custom_fields f where f.company_id = company_id_param and f.archived_at is null;
$$;
comment on function private.custom_tables(uuid) is 'The tables a company has custom fields on that are asked for.';

create or replace function private.clock_fields(company_id_param uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'name_es', f.name_es, 'kind', f.kind, 'choices', f.choices,
      'required', true, 'shown', f.shown) order by f.position, f.name), '[]')
  from public.custom_fields f where f.company_id = company_id_param and private.asks_at_the_clock(f);
$$;
comment on function private.clock_fields(uuid) is 'The custom fields of time that an owner has asked for once the clock runs.';

create or replace function public.answer_clock_fields(entry_id_param uuid, custom_param jsonb) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
  given jsonb;
begin
  select * into entry from public.time_entries t
    where t.company_id = me.company_id and t.employee_id = me.id and t.id = entry_id_param for no key update;
  if entry.id is null then
    perform private.answer_held_start(me, entry_id_param,
      jsonb_build_object('custom', private.usable_custom(me.company_id, 'time_entries', custom_param)));
    return null;
  end if;
  -- What the office or an earlier answer wrote stays: a phone may send this hours later.
  given := private.usable_custom(me.company_id, 'time_entries', custom_param) || entry.custom;
  if given <> entry.custom then
    update public.time_entries t set custom = given where t.company_id = entry.company_id and t.id = entry.id returning * into entry;
  end if;
  return entry;
end $$;
comment on function public.answer_clock_fields(uuid,jsonb) is 'The custom fields of the caller''s own time that have no value yet, as the sheet after a clock-in asks for them. What cannot be read is left out; repeating it changes nothing. Of a punch that is held they stay with it, and the answer is null.';
grant execute on function public.answer_clock_fields(uuid,jsonb) to authenticated;
