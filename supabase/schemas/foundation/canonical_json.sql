create or replace function private.canonical_json(value_param jsonb) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(value_param) = 'object' then
    return '{' || coalesce((select string_agg(to_json(e.key)::text || ':' || private.canonical_json(e.value), ',' order by e.key collate "C") from jsonb_each(value_param) e), '') || '}';
  elsif jsonb_typeof(value_param) = 'array' then
    return '[' || coalesce((select string_agg(private.canonical_json(e.value), ',' order by e.number) from jsonb_array_elements(value_param) with ordinality as e (value, number)), '') || ']';
  elsif jsonb_typeof(value_param) = 'number' then
    if value_param::numeric <> trunc(value_param::numeric) or abs(value_param::numeric) > 9007199254740991 then
      raise exception using errcode = '22023', message = 'Only integers that every language reads alike are signed; write other numbers as strings.';
    end if;
    return trunc(value_param::numeric)::text;
  end if;
  return value_param::text;
end $$;
comment on function private.canonical_json(jsonb) is 'The text of RFC 8785 for a value of integers, strings, booleans, lists and objects with plain names: what we sign. PostgreSQL escapes strings as the RFC does.';

create or replace function private.instant_text(instant_param timestamptz) returns text
language sql immutable parallel safe set search_path = '' as $$
  select to_char(instant_param at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
$$;
comment on function private.instant_text(timestamptz) is 'An instant as it stands in what is signed: UTC, with microseconds.';

create or replace function private.sha256_hex(text_param text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(text_param, 'UTF8')), 'hex');
$$;
comment on function private.sha256_hex(text) is 'SHA-256 of the UTF-8 bytes of a text, hex.';

create or replace function private.json_object_or_null(text_param text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(text_param::jsonb) = 'object' then text_param::jsonb end;
exception when others then
  return null;
end $$;
comment on function private.json_object_or_null(text) is 'A text that is a JSON object, else null.';
