create or replace function private.redacted_names(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Whom it is about and who made it stay, and so do words of their names and the company's that others share.
  with named as (
    select e.id, e.first_name, e.last_name from public.employees e
    where e.company_id = packet.company_id and (e.id = packet.employee_id or e.user_id = packet.created_by)
  ), allowed as (
    select lower(w) as word from named n cross join lateral regexp_split_to_table(n.first_name || ' ' || n.last_name, '\s+') w
    union select lower(w) from public.companies c cross join lateral regexp_split_to_table(c.name, '[^[:alpha:]]+') w where c.id = packet.company_id
  ), others as (
    select e.*, 'Person ' || row_number() over (order by e.created_at, e.id) as pseudonym from public.employees e
    where e.company_id = packet.company_id and e.id not in (select n.id from named n)
  ), variants as (
    select o.pseudonym, v.text, v.alone from others o cross join lateral (values
      (btrim(o.first_name || ' ' || o.last_name), false), (btrim(o.last_name || ', ' || o.first_name), false), (btrim(o.last_name || ' ' || o.first_name), false),
      (o.email, false), (o.phone, false), (o.first_name, true), (o.last_name, true)) v (text, alone)
    union select o.pseudonym, w, true from others o cross join lateral regexp_split_to_table(o.first_name || ' ' || o.last_name, '[\s-]+') w
  )
  select coalesce(jsonb_agg(jsonb_build_array(v.text, v.pseudonym) order by char_length(v.text) desc, v.pseudonym), '[]')
  from (select btrim(s.text) as text, min(s.pseudonym) as pseudonym from variants s
    where char_length(btrim(s.text)) > 1 and not (s.alone and (lower(btrim(s.text)) in (select a.word from allowed a) or s.text !~ '[[:alpha:]]')) group by btrim(s.text)) v;
$$;
comment on function private.redacted_names(public.evidence_packets) is 'What stands in a redacted packet instead of the names, addresses and numbers of everybody else: [[text, pseudonym]], the longest first. The same person is the same number in every part.';

create or replace function private.names_in(text_param text, names_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- Between two quotes of JSON most texts are the same ones again, ids or moments. A line end is \n in JSON, and no letter of the word behind it.
  with pieces as materialized (
    select distinct p.piece from string_to_table(text_param, '"') p (piece)
  ), texts as materialized (
    select replace(replace(lower(p.piece), '\n', ' '), '\t', ' ') as text from pieces p
    where p.piece !~ '^([0-9a-f]{8}-[0-9a-f-]{27}|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.+Z-]+)?|[^a-zA-Z0-9\u0080-\uffff]*)$'
  ), words as materialized (
    select jsonb_object_agg(w.word, true) as found from (
      select regexp_split_to_table(t.text, '[^[:alpha:]]+') as word from texts t
      union select regexp_split_to_table(t.text, '[^0-9]+') from texts t) w
  )
  select coalesce(jsonb_agg(n.value order by n.number), '[]') from jsonb_array_elements(names_param) with ordinality as n (value, number) cross join words w
  where w.found ?& array_remove(regexp_split_to_array(lower(n.value ->> 0), case when n.value ->> 0 ~ '[[:alpha:]]' then '[^[:alpha:]]+' else '[^0-9]+' end), '');
$$;
comment on function private.names_in(text,jsonb) is 'Of many names those that can be in a JSON text: all their words are in it. The text is read once for that, not once for each name.';

create or replace function private.redact_names(text_param text, names_param jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  redacted text := text_param;
  name record;
  pattern text;
  flags text;
begin
  for name in
    -- As JSON writes it, without its quotes.
    select substr(to_json(n.value ->> 0)::text, 2, char_length(to_json(n.value ->> 0)::text) - 2) as text, n.value ->> 1 as pseudonym
    from jsonb_array_elements(names_param) with ordinality as n (value, number) order by n.number
  loop
    -- No part of a longer word, and no key of JSON, which is followed by a colon. Short names only as they are written.
    pattern := regexp_replace(name.text, '([][(){}.*+?^$|\\-])', '\\\1', 'g') || '(?![[:alpha:]])(?![^"\\]*":)';
    flags := case when char_length(name.text) < 4 then 'g' else 'gi' end;
    redacted := regexp_replace(redacted, '(?<![[:alpha:]])' || pattern, name.pseudonym, flags);
    -- Behind a line end or a tab, which JSON writes with a letter.
    redacted := regexp_replace(redacted, '(\\[nt])' || pattern, '\1' || name.pseudonym, flags);
  end loop;
  return redacted;
end $$;
comment on function private.redact_names(text,jsonb) is 'JSON text in which names of others are replaced, as private.redacted_names() lists them. Also in texts that people wrote; what only hints at somebody stays.';
