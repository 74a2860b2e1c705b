-- `pg_input_is_valid` came with PostgreSQL 16; reports could not be asked for on 15.
create function private.can_be(text_param text, type_param regtype) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  execute format('select %L::%s', text_param, type_param);
  return text_param is not null;
exception when data_exception then
  return false;
end $$;
comment on function private.can_be(text, regtype) is 'Whether a text is a value of the type.';
revoke all on function private.can_be(text, regtype) from public;

create or replace function private.check_report(definition_param jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  rows_asked jsonb := definition_param -> 'rows';
  measures jsonb := definition_param -> 'measures';
  filters jsonb := coalesce(definition_param -> 'filters', '{}');
begin
  if jsonb_typeof(definition_param) is distinct from 'object' or jsonb_typeof(rows_asked) is distinct from 'array'
    or jsonb_typeof(measures) is distinct from 'array' or jsonb_typeof(filters) is distinct from 'object'
    or jsonb_array_length(rows_asked) not between 1 and 3 or jsonb_array_length(measures) not between 1 and 5
    or not rows_asked <@ '["employee", "project", "cost_code", "equipment", "day", "week", "month"]'
    or not measures <@ '["hours", "entries", "people", "cost", "quantity"]'
    or (select count(distinct x) from jsonb_array_elements(rows_asked) x) <> jsonb_array_length(rows_asked)
    or exists (select from jsonb_each(filters) f
      where f.key not in ('employee', 'project', 'cost_code', 'equipment') or jsonb_typeof(f.value) <> 'array'
        or exists (select from jsonb_array_elements(f.value) i
          where jsonb_typeof(i) <> 'string' or not private.can_be(i #>> '{}', 'uuid')))
    or not private.can_be(definition_param ->> 'start_date', 'date')
    or not private.can_be(definition_param ->> 'end_date', 'date') then
    raise exception using errcode = 'P0001', hint = 'report_unknown',
      message = 'A report has one to three rows, at least one measure, filters by id, a start date and an end date.';
  end if;
end $$;
