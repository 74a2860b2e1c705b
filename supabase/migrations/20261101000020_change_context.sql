-- Why and from where a change is made. supabase-js can send headers with any call, so a plain update
-- of someone else's time may carry its reason: x-reason, percent-encoded because headers are ASCII.
-- Functions with a reason_param set chalkline.reason for their transaction; that one wins.

create function private.request_header(name_param text) returns text
language sql stable parallel safe set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::json ->> name_param;
$$;
comment on function private.request_header(text) is 'A header of the API request, or null.';

create function private.percent_decode(text_param text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (
    select convert_from(string_agg(
      case when part[1] ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end,
      ''::bytea order by position), 'UTF8')
    from regexp_matches(text_param, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as parts (part, position));
exception when character_not_in_repertoire or untranslatable_character then
  return text_param;
end $$;
comment on function private.percent_decode(text) is 'Decodes percent-encoded UTF-8; text that is none stays as it is.';

create function private.change_reason() returns text
language sql stable set search_path = '' as $$
  select nullif(btrim(left(coalesce(
    nullif(current_setting('chalkline.reason', true), ''),
    private.percent_decode(private.request_header('x-reason'))), 500)), '');
$$;
comment on function private.change_reason() is 'Reason given for the change being made, or null.';

create function private.change_source() returns text
language sql stable set search_path = '' as $$
  select case
    when private.request_header('x-client-source') in ('web', 'mobile', 'kiosk', 'import')
      then private.request_header('x-client-source')
    when nullif(current_setting('request.jwt.claims', true), '') is not null then 'api'
    else 'database' end;
$$;
comment on function private.change_source() is 'Where the change comes from, as audit_events.source.';

create function private.give_reason(reason_param text) returns void
language sql volatile set search_path = '' as $$
  select set_config('chalkline.reason', coalesce(reason_param, ''), true);
$$;
comment on function private.give_reason(text) is 'Sets the reason for the rest of the transaction.';

grant execute on function private.request_header(text), private.percent_decode(text),
  private.change_reason(), private.give_reason(text) to authenticated, service_role;
