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
  constraint evidence_packets_pkey primary key (company_id, id),
  constraint evidence_packets_kind_known check (kind in ('claim', 'project', 'record')),
  constraint evidence_packets_subject check (case when kind = 'project' then project_id else employee_id end is not null),
  constraint evidence_packets_start_before_end check (start_date <= end_date),
  constraint evidence_packets_hash_form check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  constraint evidence_packets_finished check ((manifest_sha256 is null) = (finished_at is null) and (manifest_sha256 is null) = (signature_id is null)),
  constraint evidence_packets_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.evidence_packets');
create index evidence_packets_recent on public.evidence_packets (company_id, created_at desc);
create index evidence_packets_by_account on public.evidence_packets (created_by, id);
create table private.evidence_packet_parts (
  company_id uuid not null,
  packet_id uuid not null,
  name text not null,
  sha256 text not null,
  constraint evidence_packet_parts_pkey primary key (company_id, packet_id, name),
  constraint evidence_packet_parts_name_form check (name ~ '^[a-z0-9_/.-]{1,100}$'),
  constraint evidence_packet_parts_packet foreign key (company_id, packet_id) references public.evidence_packets(company_id, id) on delete cascade
);
create table private.signatures (
  id uuid default gen_random_uuid() not null,
  company_id uuid not null,
  purpose text not null,
  signed_text text not null,
  requested_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  key_id text,
  signature text,
  signed_at timestamptz,
  checked_at timestamptz,
  holds boolean,
  constraint signatures_pkey primary key (id),
  constraint signatures_purpose_form check (purpose ~ '^[a-z_]{1,40}$'),
  constraint signatures_complete check ((signature is null) = (key_id is null) and (signature is null) = (signed_at is null)),
  constraint signatures_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
create index signatures_by_company on private.signatures (company_id);
create index signatures_to_work_on on private.signatures (created_at) where checked_at is null;
