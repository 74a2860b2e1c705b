create table public.certificate_proofs (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  type_id uuid not null,
  certification_id uuid,
  path text not null,
  media_type text default 'image/jpeg' not null,
  size_bytes bigint not null,
  width integer,
  height integer,
  sha256 text not null,
  taken_at timestamptz default now() not null,
  uploaded_at timestamptz,
  review text,
  review_note text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint certificate_proofs_pkey primary key (company_id, id),
  constraint certificate_proofs_path_once unique (path),
  constraint certificate_proofs_media_type_known check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  constraint certificate_proofs_note_length check (char_length(review_note) <= 300),
  constraint certificate_proofs_path_form check (path ~ (((((('^' || company_id) || '/') || employee_id) || '/') || id) || '\.(jpg|png|webp|pdf)$')),
  constraint certificate_proofs_pixels check (media_type = 'application/pdf' or width is not null and height is not null and least(width, height) >= 400 and greatest(width, height) <= 30000),
  constraint certificate_proofs_review_known check (review in ('readable', 'unreadable')),
  constraint certificate_proofs_reviewed_has_time check ((review is null) = (reviewed_at is null)),
  constraint certificate_proofs_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint certificate_proofs_size_range check (size_bytes >= 1 and size_bytes <= 26214400),
  constraint certificate_proofs_certificate foreign key (company_id, certification_id) references public.certifications(company_id, id) on delete set null (certification_id),
  constraint certificate_proofs_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certificate_proofs_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint certificate_proofs_type foreign key (company_id, type_id) references public.certification_types(company_id, id)
);
select private.refuse_non_finite('public.certificate_proofs');
create index certificate_proofs_by_certificate on public.certificate_proofs (company_id, certification_id) where certification_id is not null;
create index certificate_proofs_by_employee on public.certificate_proofs (company_id, employee_id, type_id, taken_at desc);
create index certificate_proofs_by_type on public.certificate_proofs (company_id, type_id);
alter publication supabase_realtime add table public.certificate_proofs;
alter table public.certification_requirements add column equipment_id uuid;
alter table public.certification_requirements add column needs_proof boolean default false not null;
alter table public.certification_requirements add column blocks_clock boolean default false not null;
alter table public.certification_requirements drop constraint certification_requirements_once;
alter table public.certification_requirements add constraint certification_requirements_once
  unique nulls not distinct (company_id, type_id, role, project_id, class_id, equipment_id);
alter table public.certification_requirements drop constraint certification_requirements_one_target;
alter table public.certification_requirements add constraint certification_requirements_one_target
  check (num_nonnulls(role, project_id, class_id, equipment_id) <= 1);
alter table public.certification_requirements add constraint certification_requirements_equipment
  foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade;
create index certification_requirements_by_equipment on public.certification_requirements using btree (company_id, equipment_id) where equipment_id is not null;
alter table public.clock_rule_exceptions drop constraint clock_rule_exceptions_rule_known;
alter table public.clock_rule_exceptions add constraint clock_rule_exceptions_rule_known
  check (rule in ('early', 'off_site', 'no_fix', 'certificate'));
alter table public.verifications drop constraint verifications_kind_known;
alter table public.verifications add constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate', 'certificate_proof', 'own_pay', 'own_approval', 'pin_by_other', 'forgotten_punch', 'long_clock', 'clock_rule', 'clock_stop', 'visit_not_signed_out'));
drop function if exists private.lacks_certificate(uuid, uuid, uuid, date);
drop function if exists private.required_of_shifts(uuid, date, date);
drop function if exists public.missing_certificates();
