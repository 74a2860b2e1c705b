create or replace function public.packet_part(packet_id_param uuid, name_param text) returns text
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  packet public.evidence_packets := private.require_own_packet(packet_id_param);
begin
  -- Somebody who might have it when the packet was opened may not for ever.
  if packet.kind = 'record' then
    perform private.record_person(packet.employee_id);
  elsif packet.company_id <> (private.require_manager()).company_id then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This packet was not found.';
  end if;
  return private.make_packet_part(packet, name_param);
end $$;
comment on function public.packet_part(uuid,text) is 'Whoever asked for the packet, while they may: the text of one of the parts that claim_packet, project_packet or my_record named in to_come. Its SHA-256 is noted before it is handed out.';
grant execute on function public.packet_part(uuid,text) to authenticated;

create or replace function private.make_packet_part(packet public.evidence_packets, name_param text) returns text
language plpgsql security definer set search_path = '' set jit = 'off' as $$
declare
  found text[] := regexp_match(name_param, '^data/(time|pay|month)-(\d{4})(?:-(\d{2}))?\.json$');
  first_date date;
  last_date date;
  content jsonb;
begin
  if found is not null and (found[1] = 'month') = (found[3] is not null) and (found[1] = 'month') = (packet.kind = 'project') and found[2] >= '1900' then
    first_date := greatest(packet.start_date, make_date(found[2]::integer, coalesce(found[3], '01')::integer, 1));
    last_date := least(packet.end_date, (make_date(found[2]::integer, coalesce(found[3], '12')::integer, 1) + interval '1 month')::date - 1);
  end if;
  if first_date is null or first_date > last_date then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This packet has no such part.';
  end if;
  content := case found[1]
    when 'time' then case when packet.kind = 'record' then private.record_time(packet, first_date, last_date) else private.claim_time(packet, first_date, last_date) end
    when 'pay' then case when packet.kind = 'record' then private.record_pay(packet, first_date, last_date) else private.claim_pay(packet, first_date, last_date) end
    else private.project_month(packet, first_date, last_date) end;
  return private.hand_out_part(packet, name_param, jsonb_build_object('start_date', first_date, 'end_date', last_date) || content);
end $$;
comment on function private.make_packet_part(public.evidence_packets,text) is 'A year of a claim packet or of one''s own record, or a month of a project packet, as it is handed out.';

create or replace function private.hand_out_part(packet public.evidence_packets, name_param text, content_param jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  names jsonb;
begin
  if (packet.request ->> 'redact')::boolean is not true then
    return private.add_packet_part(packet.id, name_param, content_param::text);
  end if;
  names := private.names_in(content_param::text, private.redacted_names(packet));
  return private.add_packet_part(packet.id, name_param, private.redact_names(private.without_changed_texts(content_param, names)::text, names));
end $$;
comment on function private.hand_out_part(public.evidence_packets,text,jsonb) is 'Takes others'' names out where that was asked for, notes the hash and hands the text out.';

create or replace function private.without_changed_texts(content_param jsonb, names_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when names_param = '[]' or not content_param ? 'timesheet_signatures' then content_param
    else content_param || jsonb_build_object('timesheet_signatures', (
      select coalesce(jsonb_agg(case when private.redact_names(t.text, private.names_in(t.text, names_param)) <> t.text
        then s.value || '{"signed_text": null}' else s.value end order by s.number), '[]')
      from jsonb_array_elements(content_param -> 'timesheet_signatures') with ordinality as s (value, number)
      cross join lateral (select to_json(s.value ->> 'signed_text')::text as text) t)) end;
$$;
comment on function private.without_changed_texts(jsonb,jsonb) is 'Takes the signed text of a timesheet out where it names somebody: with another name in it, it would look forged.';

create or replace function private.packet_answer(packet public.evidence_packets, subject_param jsonb, parts_param jsonb, names_param text[], inline_days_param integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  parts jsonb := '[]';
  part record;
  inline boolean := packet.end_date - packet.start_date <= inline_days_param;
begin
  for part in select e.key, e.value from jsonb_each(parts_param) e order by e.key collate "C" loop
    parts := parts || jsonb_build_object('name', 'data/' || part.key || '.json', 'text', private.hand_out_part(packet, 'data/' || part.key || '.json', part.value));
  end loop;
  if inline then
    select parts || coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'text', private.make_packet_part(packet, n.name)) order by n.number), '[]') into parts
      from unnest(names_param) with ordinality as n (name, number);
  end if;
  return jsonb_build_object(
    'about', jsonb_build_object('kind', packet.kind, 'packet_id', packet.id, 'subject', subject_param, 'start_date', packet.start_date, 'end_date', packet.end_date,
      'company', (select jsonb_build_object('id', c.id, 'name', c.name) from public.companies c where c.id = packet.company_id),
      'made_at', private.instant_text(packet.created_at), 'made_by', private.account_name(packet.company_id, packet.created_by)),
    'parts', parts, 'to_come', case when inline then '[]' else to_jsonb(names_param) end);
end $$;
comment on function private.packet_answer(public.evidence_packets,jsonb,jsonb,text[],integer) is 'What a packet begins with: its first parts, and the names of those to ask for with packet_part(). Short ranges have all of them at once.';

create or replace function private.require_packet_request(start_date_param date, end_date_param date, request_param jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  request jsonb := jsonb_strip_nulls(coalesce(nullif(request_param, 'null'), '{}'));
begin
  if start_date_param is null or end_date_param is null or start_date_param > end_date_param or not isfinite(start_date_param) or not isfinite(end_date_param) then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'The first day must not be after the last.';
  end if;
  if end_date_param > start_date_param + interval '7 years' then
    raise exception using errcode = 'P0001', hint = 'packet_range_too_long', message = 'Choose a range of at most seven years.';
  end if;
  if jsonb_typeof(request) <> 'object' or request - '{asked_by,organization,asked_as,asked_on,redact,files}'::text[] <> '{}'
    or exists (select from jsonb_each(request) e where jsonb_typeof(e.value) <> case when e.key in ('redact', 'files') then 'boolean' else 'string' end
      or char_length(e.value #>> '{}') > 200)
    or coalesce(request ->> 'asked_as', 'other') not in ('person', 'labor_department', 'agency', 'other')
    or not coalesce(pg_input_is_valid(request ->> 'asked_on', 'date') and isfinite((request ->> 'asked_on')::date), true) then
    raise exception using errcode = 'P0001', hint = 'invalid_packet_request', message = 'Say who asked (asked_by, organization, asked_as, asked_on), and whether names are redacted (redact) and files included (files).';
  end if;
  return jsonb_build_object('asked_as', 'other', 'redact', false, 'files', true) || request;
end $$;
comment on function private.require_packet_request(date,date,jsonb) is 'Who asked for a packet and what it shall contain, checked and complete; refuses ranges over seven years.';

create or replace function private.packet_cover(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', packet.kind, 'packet_id', packet.id, 'start_date', packet.start_date, 'end_date', packet.end_date,
    'made_at', packet.created_at, 'made_by', private.account_name(packet.company_id, packet.created_by), 'request', packet.request,
    'deadlines', case when packet.request ? 'asked_on' then jsonb_build_array(
      jsonb_build_object('rule', 'california_226', 'due_on', (packet.request ->> 'asked_on')::date + 21, 'applies', packet.request ->> 'asked_as' = 'person'),
      jsonb_build_object('rule', 'dol_516_7', 'due_on', (packet.request ->> 'asked_on')::date + 3, 'applies', packet.request ->> 'asked_as' = 'labor_department')) else '[]' end,
    'company', jsonb_build_object('id', c.id, 'name', c.name, 'legal_name', d.legal_name, 'street', d.street, 'city', d.city, 'state', d.state, 'zip', d.zip, 'phone', d.phone,
      'time_zone', c.time_zone, 'week_start', c.week_start, 'pay_period_kind', c.pay_period_kind, 'pay_period_anchor', c.pay_period_anchor,
      'rounding_minutes', c.rounding_minutes, 'auto_meal_minutes', c.auto_meal_minutes, 'auto_meal_after_minutes', c.auto_meal_after_minutes))
  from public.companies c left join public.contractor_details d on d.company_id = c.id where c.id = packet.company_id;
$$;
comment on function private.packet_cover(public.evidence_packets) is 'The cover of a packet: who asked, until when (Labor Code 226(c), 29 CFR 516.7), and the employer. applies: the rule is about whoever asked.';

create or replace function private.packet_months(start_date_param date, end_date_param date) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg('data/month-' || to_char(m, 'YYYY-MM') || '.json' order by m) from generate_series(date_trunc('month', start_date_param::timestamp), end_date_param::timestamp, '1 month') m;
$$;

create or replace function private.packet_photo(packet public.evidence_packets, photo public.photos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', photo.id, 'path', photo.path, 'sha256', photo.sha256, 'size_bytes', photo.size_bytes, 'media_type', photo.media_type,
    'taken_at', photo.taken_at, 'taken_on', photo.taken_on, 'taken_from', photo.taken_from, 'uploaded_at', photo.uploaded_at, 'caption', photo.caption,
    'time_entry_id', photo.time_entry_id, 'field_report_id', photo.field_report_id, 'taken_by', private.person_name(photo.company_id, photo.employee_id))
    || private.packet_file(packet, 'photos/' || photo.taken_on || '-', photo.id, photo.path);
$$;
comment on function private.packet_photo(public.evidence_packets,public.photos) is 'A photo as packets list it, with the hash of the original.';

create or replace function private.packet_file(packet public.evidence_packets, start_param text, id_param uuid, path_param text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when (packet.request ->> 'files')::boolean
    then jsonb_build_object('file', start_param || left(id_param::text, 8) || right(id_param::text, 4) || '.' || split_part(path_param, '.', 2)) else '{}' end;
$$;
comment on function private.packet_file(public.evidence_packets,text,uuid,text) is 'The name a stored file has in the packet, where files are part of it.';

create or replace function public.packets_made(employee_id_param uuid default null, project_id_param uuid default null) returns table(id uuid, kind text, employee_id uuid, project_id uuid, subject text, start_date date, end_date date, request jsonb, made_by text, created_at timestamptz, finished_at timestamptz, manifest_sha256 text, signed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
    select p.id, p.kind, p.employee_id, p.project_id,
      coalesce(private.person_name(p.company_id, p.employee_id), (select j.name from public.projects j where j.company_id = p.company_id and j.id = p.project_id)),
      p.start_date, p.end_date, p.request, coalesce(private.account_name(p.company_id, p.created_by), ''), p.created_at, p.finished_at, p.manifest_sha256,
      exists (select from private.signatures s where s.id = p.signature_id and s.signature is not null)
    from public.evidence_packets p
    where p.company_id = me.company_id and (employee_id_param is null or p.employee_id = employee_id_param) and (project_id_param is null or p.project_id = project_id_param)
    order by p.created_at desc, p.id limit 200;
end $$;
comment on function public.packets_made(uuid,uuid) is 'Managers: the newest 200 packets of evidence of the company, of one person or of one project: who made which when, who had asked, and the hash of its manifest.';
grant execute on function public.packets_made(uuid,uuid) to authenticated;
