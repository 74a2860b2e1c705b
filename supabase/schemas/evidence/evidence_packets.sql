create table public.evidence_packets (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  employee_id uuid,
  project_id uuid,
  start_date date not null,
  end_date date not null,
  parts jsonb,
  data_signature_id uuid,
  manifest_sha256 text,
  signature_id uuid,
  finished_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  request jsonb default '{}'::jsonb not null,
  constraint evidence_packets_pkey primary key (company_id, id),
  constraint evidence_packets_kind_known check (kind in ('claim', 'project', 'record')),
  constraint evidence_packets_subject check (case when kind = 'project' then project_id else employee_id end is not null),
  constraint evidence_packets_request_is_object check (jsonb_typeof(request) = 'object' and pg_column_size(request) < 4000),
  constraint evidence_packets_start_before_end check (start_date <= end_date),
  constraint evidence_packets_hash_form check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  constraint evidence_packets_finished check ((manifest_sha256 is null) = (finished_at is null) and (manifest_sha256 is null) = (signature_id is null)),
  constraint evidence_packets_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.evidence_packets');
create index evidence_packets_recent on public.evidence_packets (company_id, created_at desc);
create index evidence_packets_by_account on public.evidence_packets (created_by, id);
comment on table public.evidence_packets is 'Every packet of evidence that was handed out: who asked for it, about whom or what, the SHA-256 of each part as the database gave it out, and of the manifest of the file that was made of them.';
comment on column public.evidence_packets.parts is 'Names and SHA-256 of the data parts, once all are handed out: [{name, sha256}].';
comment on column public.evidence_packets.data_signature_id is 'The signature of the installation under the list of parts.';
comment on column public.evidence_packets.signature_id is 'The signature of the installation under the hash of the manifest.';
comment on column public.evidence_packets.request is 'Who had asked for it (asked_by, organization, asked_as, asked_on), whether names of others are redacted (redact) and files included (files).';
alter table public.evidence_packets enable row level security;
grant select on table public.evidence_packets to authenticated;

create policy "Managers read the packets of their company, others their own" on public.evidence_packets
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.evidence_packets
  for each row execute function private.lock_identity();

create or replace trigger keep_packet before delete or update on public.evidence_packets
  for each row execute function private.keep_packet();

create or replace function private.keep_packet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- With its company it goes.
  if tg_op = 'DELETE' and not exists (select from public.companies c where c.id = old.company_id) then
    return old;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - '{parts,data_signature_id,manifest_sha256,signature_id,finished_at}'::text[] <> to_jsonb(old) - '{parts,data_signature_id,manifest_sha256,signature_id,finished_at}'::text[]
    or old.data_signature_id is not null and (new.parts, new.data_signature_id) is distinct from (old.parts, old.data_signature_id)
    or old.finished_at is not null then
    raise exception using errcode = '42501', hint = 'append_only', message = 'What is recorded about a packet cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.keep_packet() is 'A packet gets its parts once and its manifest once, and stays as it is then, for every role.';

create or replace trigger zz_record_change after insert or delete or update on public.evidence_packets
  for each row execute function private.record_change();

create table private.evidence_packet_parts (
  company_id uuid not null,
  packet_id uuid not null,
  name text not null,
  sha256 text not null,
  constraint evidence_packet_parts_pkey primary key (company_id, packet_id, name),
  constraint evidence_packet_parts_name_form check (name ~ '^[a-z0-9_/.-]{1,100}$'),
  constraint evidence_packet_parts_packet foreign key (company_id, packet_id) references public.evidence_packets(company_id, id) on delete cascade
);
comment on table private.evidence_packet_parts is 'Parts of a packet that is being handed out. Emptied when its list is signed.';
alter table private.evidence_packet_parts enable row level security;

create or replace function private.open_packet(company_id_param uuid, kind_param text, employee_id_param uuid, project_id_param uuid, start_date_param date, end_date_param date, request_param jsonb default '{}'::jsonb) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.evidence_packets (company_id, kind, employee_id, project_id, start_date, end_date, request)
    values (company_id_param, kind_param, employee_id_param, project_id_param, start_date_param, end_date_param, request_param)
    returning id;
$$;
comment on function private.open_packet(uuid,text,uuid,uuid,date,date,jsonb) is 'Records that a packet of evidence is being made; its id. The caller''s rights were checked by the function that hands out the data.';

create or replace function private.add_packet_part(packet_id_param uuid, name_param text, text_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  packet public.evidence_packets := private.require_own_packet(packet_id_param);
begin
  if packet.data_signature_id is not null then
    raise exception using errcode = 'P0001', hint = 'packet_complete', message = 'The parts of this packet are signed. Make a new packet.';
  end if;
  insert into private.evidence_packet_parts as p (company_id, packet_id, name, sha256)
    values (packet.company_id, packet.id, name_param, private.sha256_hex(text_param))
    on conflict on constraint evidence_packet_parts_pkey do update set sha256 = excluded.sha256;
  return text_param;
end $$;
comment on function private.add_packet_part(uuid,text,text) is 'Notes the SHA-256 of a part before it is handed out, and returns its text. A part that is asked for again replaces itself.';

create or replace function private.require_own_packet(packet_id_param uuid) returns public.evidence_packets
language plpgsql security definer set search_path = '' as $$
declare
  packet public.evidence_packets;
begin
  select * into packet from public.evidence_packets p where p.id = packet_id_param and p.created_by = auth.uid() for update;
  if packet.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This packet was not found.';
  end if;
  return packet;
end $$;
comment on function private.require_own_packet(uuid) is 'The packet, locked; refuses everyone but the account that asked for it. People who left still finish a packet of their own.';

create or replace function public.sign_packet_data(packet_id_param uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  packet public.evidence_packets := private.require_own_packet(packet_id_param);
  list jsonb;
begin
  if packet.data_signature_id is not null then
    return packet.data_signature_id;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'sha256', p.sha256) order by p.name collate "C"), '[]') into list
    from private.evidence_packet_parts p where p.company_id = packet.company_id and p.packet_id = packet.id;
  delete from private.evidence_packet_parts p where p.company_id = packet.company_id and p.packet_id = packet.id;
  update public.evidence_packets p set parts = list,
      data_signature_id = private.request_signature(packet.company_id, 'packet_data', private.canonical_json(jsonb_build_object(
        'format', 'chalkline-packet-data/1', 'packet_id', packet.id, 'company_id', packet.company_id, 'parts', list)))
    where p.company_id = packet.company_id and p.id = packet.id
    returning p.data_signature_id into packet.data_signature_id;
  return packet.data_signature_id;
end $$;
comment on function public.sign_packet_data(uuid) is 'Whoever asked for the packet: has the list of the parts that were handed out signed; the id for signature_of(). No part comes after it. Asked again, the same.';
grant execute on function public.sign_packet_data(uuid) to authenticated;

create or replace function public.finish_packet(packet_id_param uuid, manifest_sha256_param text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  packet public.evidence_packets := private.require_own_packet(packet_id_param);
begin
  if packet.manifest_sha256 = manifest_sha256_param then
    return packet.signature_id;
  end if;
  if packet.finished_at is not null then
    raise exception using errcode = 'P0001', hint = 'packet_complete', message = 'The parts of this packet are signed. Make a new packet.';
  end if;
  if manifest_sha256_param is null or manifest_sha256_param !~ '^[0-9a-f]{64}$' then
    raise exception using errcode = 'P0001', hint = 'not_a_hash', message = 'Give the SHA-256 of the manifest as 64 hex digits.';
  end if;
  if packet.data_signature_id is null then
    raise exception using errcode = 'P0001', hint = 'packet_not_signed', message = 'Have the data of the packet signed first.';
  end if;
  update public.evidence_packets p set manifest_sha256 = manifest_sha256_param, finished_at = clock_timestamp(),
      signature_id = private.request_signature(packet.company_id, 'packet', private.canonical_json(jsonb_build_object(
        'format', 'chalkline-packet-signature/1', 'packet_id', packet.id, 'company_id', packet.company_id,
        'manifest_sha256', manifest_sha256_param, 'signed_at', private.instant_text(clock_timestamp()))))
    where p.company_id = packet.company_id and p.id = packet.id
    returning p.signature_id into packet.signature_id;
  return packet.signature_id;
end $$;
comment on function public.finish_packet(uuid,text) is 'Whoever asked for the packet: has the hash of its manifest signed, after sign_packet_data(); the id for signature_of(). Once: asked again with the same hash, the same.';
grant execute on function public.finish_packet(uuid,text) to authenticated;
