create table public.forgotten_punches (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  project_id uuid,
  clock_in timestamptz not null,
  cause text not null,
  asked_at timestamptz default now() not null,
  proposed_at timestamptz not null,
  reason text not null,
  sample_size integer default 0 not null,
  evidence jsonb default '{}'::jsonb not null,
  link_hash text,
  expires_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  answered_time timestamptz,
  answered_by uuid,
  channel text,
  device text,
  language text,
  outcome text,
  disputed boolean default false not null,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint forgotten_punches_pkey primary key (company_id, id),
  constraint forgotten_punches_link_once unique (link_hash),
  constraint forgotten_punches_answer_complete check ((answer is null) = (answered_at is null) and (answer is not distinct from 'stopped') = (answered_time is not null)),
  constraint forgotten_punches_answer_known check (answer in ('still_working', 'stopped')),
  constraint forgotten_punches_cause_known check (cause in ('schedule', 'habit', 'long_day', 'again', 'left_site', 'long_clock')),
  constraint forgotten_punches_channel_known check (channel in ('link', 'app', 'clock', 'kiosk', 'crew')),
  constraint forgotten_punches_device_length check (char_length(device) <= 300),
  constraint forgotten_punches_evidence_size check (pg_column_size(evidence) < 5000),
  constraint forgotten_punches_language_known check (language in ('en', 'es')),
  constraint forgotten_punches_outcome_known check (outcome in ('applied', 'already_stopped', 'deleted', 'locked')),
  constraint forgotten_punches_reason_known check (reason in ('schedule', 'crew', 'company', 'habit', 'eight_hours', 'photo', 'quantity', 'question', 'break', 'punch', 'left_site')),
  constraint forgotten_punches_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint forgotten_punches_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint forgotten_punches_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
select private.refuse_non_finite('public.forgotten_punches');
create index forgotten_punches_by_employee on public.forgotten_punches (company_id, employee_id, asked_at desc);
create index forgotten_punches_by_entry on public.forgotten_punches (company_id, time_entry_id, asked_at desc);
create index forgotten_punches_by_project on public.forgotten_punches (company_id, project_id) where project_id is not null;
create index forgotten_punches_disputed on public.forgotten_punches (company_id, time_entry_id) where disputed and decided_at is null;
alter publication supabase_realtime add table public.forgotten_punches;
alter table public.companies add column ask_forgotten_punches boolean default true not null;
alter table public.companies add column forgotten_punch_grace_minutes smallint default 30 not null;
alter table public.companies add constraint companies_forgotten_punch_grace_range check (forgotten_punch_grace_minutes >= 0 and forgotten_punch_grace_minutes <= 240);
alter table public.verifications drop constraint verifications_kind_known;
alter table public.verifications add constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate', 'own_pay', 'own_approval', 'pin_by_other', 'forgotten_punch', 'long_clock'));
