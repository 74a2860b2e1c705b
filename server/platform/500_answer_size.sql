-- Used by the data API: what embedded rows of one statement weigh together. An embedded resource can
-- repeat rows without end, and PostgreSQL alone would build a gigabyte before it gives up.

create schema if not exists platform_api;
grant usage on schema platform_api to public;

create or replace function platform_api.measured(part json) returns json
language plpgsql volatile strict as $$
declare
  most constant bigint := 20 * 1024 * 1024;
  total bigint := coalesce(nullif(pg_catalog.current_setting('request.answer_bytes', true), ''), '0')::bigint
    + pg_catalog.octet_length(part::text);
begin
  if total > most then
    raise exception 'The answer is too large' using
      errcode = 'program_limit_exceeded',
      detail = 'Embedded rows may have 20 MB together.',
      hint = 'Ask for fewer rows or columns, or for the embedded rows in requests of their own.';
  end if;
  perform pg_catalog.set_config('request.answer_bytes', total::text, true);
  return part;
end
$$;
grant execute on function platform_api.measured(json) to public;
