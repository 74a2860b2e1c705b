create or replace function public.my_record(start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns jsonb
language plpgsql security definer set search_path = '' set jit = 'off' set statement_timeout = '60s' as $$
declare
  person public.employees := private.record_person(employee_id_param);
  request jsonb := private.require_packet_request(start_date_param, end_date_param, '{"asked_as": "person"}');
  opened uuid;
  packet public.evidence_packets;
  years text[];
begin
  opened := private.open_packet(person.company_id, 'record', person.id, null, start_date_param, end_date_param, request);
  select * into packet from public.evidence_packets p where p.company_id = person.company_id and p.id = opened;
  select array_agg(format('data/%s-%s.json', k.kind, y.year) order by y.year, k.kind desc) into years
    from generate_series(extract(year from start_date_param)::integer, extract(year from end_date_param)::integer) y (year)
    cross join (values ('time'), ('pay')) k (kind);
  return private.packet_answer(packet, private.claim_subject(packet), jsonb_build_object(
    'cover', private.packet_cover(packet) || jsonb_build_object('person', private.claim_subject(packet)),
    'devices', private.record_devices(packet), 'documents', private.claim_documents(packet)), years, 400);
end $$;
comment on function public.my_record(date,date,uuid) is 'Everyone for themselves, also people who left, with the id of past_employments(): everything of their own in a range of up to seven years, as claim_packet answers it: time, breaks, changes, signatures and disputes, pay explained, photos, documents signed, expenses, time off. Pay is left out where the company hides it. What is to come is asked for with packet_part(). That it was made is recorded.';
grant execute on function public.my_record(date,date,uuid) to authenticated;

create or replace function private.record_person(employee_id_param uuid) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.employees := private.past_employment(employee_id_param);
begin
  if person.id is not null then
    return person;
  end if;
  if employee_id_param is null then
    return private.require_employee();
  end if;
  person := private.me();
  if person.id is distinct from employee_id_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  return person;
end $$;
comment on function private.record_person(uuid) is 'The caller, as employee of today or of a company they left and may still read in; refuses everybody else''s record.';

create or replace function private.record_devices(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'device_name', k.device_name, 'public_key', k.public_key, 'fingerprint', k.fingerprint,
    'created_at', k.created_at, 'ended_at', k.ended_at) order by k.created_at, k.id), '[]')
  from public.device_keys k where k.company_id = packet.company_id and k.employee_id = packet.employee_id;
$$;
comment on function private.record_devices(public.evidence_packets) is 'The devices somebody signed with.';

create or replace function private.record_time(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language sql security definer set search_path = '' as $$
  -- Why a period was opened again, and who looked at pictures of a tablet, is the office's.
  select private.claim_time(packet, first_date_param, last_date_param) - '{pay_periods,kiosk_photos,held_events}'::text[];
$$;
comment on function private.record_time(public.evidence_packets,date,date) is 'A year of one''s own time, as people may see it.';

create or replace function private.record_pay(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  shows_pay constant boolean := (select c.own_rate_visible from public.companies c where c.id = packet.company_id);
  pay jsonb := private.packet_pay_rows(packet, first_date_param, last_date_param);
begin
  if not shows_pay then
    pay := pay - '{pay_items,payroll_facts,restitutions}'::text[];
  end if;
  if packet.employee_id = private.my_employee_id() then
    return pay || jsonb_build_object('lines', private.packet_pay_lines(packet, first_date_param, last_date_param));
  end if;
  return pay || jsonb_build_object('lines', (
    select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('week_regular_rate', null) order by l.work_date, l.pay_code, l.multiplier), '[]')
    from public.past_pay(packet.employee_id, first_date_param, last_date_param) l));
end $$;
comment on function private.record_pay(public.evidence_packets,date,date) is 'A year of one''s own pay, explained; amounts and rates alone where the company shows them.';

create policy "Who left reads the photos they took and sheets they signed" on storage.objects
  for select to authenticated
  using (bucket_id in ('photos', 'signed-sheets') and (coalesce(storage.operation(), '') not in ('storage.object.sign', 'storage.object.sign_many')) and private.is_file_of_past(bucket_id, name));

create or replace function private.is_file_of_past(bucket_param text, name_param text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.past_employments() past join public.employees e on e.id = past.employee_id
    where name_param like e.company_id || '/%' and case bucket_param
      when 'signed-sheets' then name_param like e.company_id || '/' || e.id || '/%'
      else exists (select from public.photos p where p.company_id = e.company_id and p.path = name_param and p.employee_id = e.id
        and p.deleted_at is null and not p.is_private) end);
$$;
comment on function private.is_file_of_past(text,text) is 'Whether a file is the caller''s own in a company they left, while they may still read there.';
grant execute on function private.is_file_of_past(text,text) to authenticated, service_role;
