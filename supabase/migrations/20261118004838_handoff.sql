create table public.portal_links (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  shows text[] not null,
  certified_payroll_id uuid,
  label text default '' not null,
  token_hash text not null,
  expires_on date not null,
  revoked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint portal_links_pkey primary key (company_id, id),
  constraint portal_links_token_once unique (token_hash),
  constraint portal_links_shows_known check (cardinality(shows) >= 1 and shows <@ '{roll_call,headcount,field_reports,photos,certificates,certified_payrolls,tickets}'::text[]),
  constraint portal_links_one_report check (certified_payroll_id is null or shows = '{certified_payrolls}'::text[]),
  constraint portal_links_label_length check (char_length(label) <= 200),
  constraint portal_links_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.portal_links');
create index portal_links_by_project on public.portal_links (company_id, project_id, created_at desc);
alter publication supabase_realtime add table public.portal_links;
create table public.portal_views (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  portal_link_id uuid not null,
  subject text default 'page' not null,
  subject_id uuid,
  address text,
  device text,
  viewed_at timestamptz default now() not null,
  constraint portal_views_pkey primary key (company_id, id),
  constraint portal_views_subject_known check (subject in ('page', 'certified_payroll', 'field_report', 'photo')),
  constraint portal_views_text_length check (char_length(address) <= 60 and char_length(device) <= 300),
  constraint portal_views_link foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.portal_views');
create index portal_views_by_link on public.portal_views (company_id, portal_link_id, viewed_at desc);
create table public.agency_contacts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  name text not null,
  email text not null,
  language text default 'en' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint agency_contacts_pkey primary key (company_id, id),
  constraint agency_contacts_once unique (company_id, project_id, email),
  constraint agency_contacts_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200),
  constraint agency_contacts_email_form check (email = lower(email) and char_length(email) <= 254 and email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@]+$'),
  constraint agency_contacts_language_known check (language in ('en', 'es')),
  constraint agency_contacts_contract foreign key (company_id, project_id) references public.public_contracts(company_id, project_id) on delete cascade
);
select private.refuse_non_finite('public.agency_contacts');
create table public.subcontractors (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  name text not null,
  email text,
  language text default 'en' not null,
  first_week_end date not null,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint subcontractors_pkey primary key (company_id, id),
  constraint subcontractors_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200),
  constraint subcontractors_email_form check (email = lower(email) and char_length(email) <= 254 and email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@]+$'),
  constraint subcontractors_language_known check (language in ('en', 'es')),
  constraint subcontractors_contract foreign key (company_id, project_id) references public.public_contracts(company_id, project_id) on delete cascade
);
select private.refuse_non_finite('public.subcontractors');
create unique index subcontractors_name_once on public.subcontractors (company_id, project_id, lower(btrim(name))) where revoked_at is null;
alter publication supabase_realtime add table public.subcontractors;
create table private.subcontractor_links (
  token_hash text not null,
  company_id uuid not null,
  subcontractor_id uuid not null,
  created_at timestamptz default now() not null,
  constraint subcontractor_links_pkey primary key (token_hash),
  constraint subcontractor_links_subcontractor foreign key (company_id, subcontractor_id) references public.subcontractors(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.subcontractor_links');
create index subcontractor_links_by_subcontractor on private.subcontractor_links (company_id, subcontractor_id, created_at);
-- Changed in the files; write how: table private.message_links
--   from 
--   to alter table private.message_links enable row level security;
-- Changed in the files; write how: table private.notification_deliveries
--   from 
--   to alter table private.notification_deliveries enable row level security;
-- Changed in the files; write how: table private.notification_dispatches
--   from 
--   to alter table private.notification_dispatches enable row level security;
-- Changed in the files; write how: table private.notification_occasions
--   from 
--   to alter table private.notification_occasions enable row level security;
-- Changed in the files; write how: table private.schedule_changes
--   from 
--   to alter table private.schedule_changes enable row level security;
-- Changed in the files; write how: table private.shift_messages
--   from 
--   to alter table private.shift_messages enable row level security;
-- Changed in the files; write how: table private.text_messages
--   from 
--   to alter table private.text_messages enable row level security;
-- Changed in the files; write how: table private.text_months
--   from 
--   to alter table private.text_months enable row level security;
-- Changed in the files; write how: table private.text_numbers
--   from 
--   to alter table private.text_numbers enable row level security;
-- Changed in the files; write how: table private.time_edits
--   from 
--   to alter table private.time_edits enable row level security;
-- Changed in the files; write how: table public.apprenticeship_programs
--   from 
--   to alter table public.apprenticeship_programs enable row level security;
-- Changed in the files; write how: table public.apprenticeships
--   from 
--   to alter table public.apprenticeships enable row level security;
-- Changed in the files; write how: table public.clock_rule_exceptions
--   from 
--   to alter table public.clock_rule_exceptions enable row level security;
-- Changed in the files; write how: table public.clock_rule_members
--   from 
--   to alter table public.clock_rule_members enable row level security;
-- Changed in the files; write how: table public.clock_stops
--   from 
--   to alter table public.clock_stops enable row level security;
-- Changed in the files; write how: table public.company_notification_rules
--   from 
--   to alter table public.company_notification_rules enable row level security;
-- Changed in the files; write how: table public.cost_code_classifications
--   from 
--   to alter table public.cost_code_classifications enable row level security;
-- Changed in the files; write how: table public.employee_classifications
--   from 
--   to alter table public.employee_classifications enable row level security;
-- Changed in the files; write how: table public.employee_fringe_plans
--   from 
--   to alter table public.employee_fringe_plans enable row level security;
-- Changed in the files; write how: table public.employee_identities
--   from 
--   to alter table public.employee_identities enable row level security;
-- Changed in the files; write how: table public.forgotten_punches
--   from 
--   to alter table public.forgotten_punches enable row level security;
-- Changed in the files; write how: table public.fringe_plans
--   from 
--   to alter table public.fringe_plans enable row level security;
-- Changed in the files; write how: table public.identity_views
--   from 
--   to alter table public.identity_views enable row level security;
-- Changed in the files; write how: table public.labor_demands
--   from 
--   to alter table public.labor_demands enable row level security;
-- Changed in the files; write how: table public.notification_choices
--   from 
--   to alter table public.notification_choices enable row level security;
-- Changed in the files; write how: table public.notifications
--   from 
--   to alter table public.notifications enable row level security;
-- Changed in the files; write how: table public.notifications_sent
--   from 
--   to alter table public.notifications_sent enable row level security;
-- Changed in the files; write how: table public.payroll_facts
--   from 
--   to alter table public.payroll_facts enable row level security;
-- Changed in the files; write how: table public.payroll_worker_ids
--   from 
--   to alter table public.payroll_worker_ids enable row level security;
-- Changed in the files; write how: table public.public_contracts
--   from 
--   to alter table public.public_contracts enable row level security;
-- Changed in the files; write how: table public.push_subscriptions
--   from 
--   to alter table public.push_subscriptions enable row level security;
-- Changed in the files; write how: table public.quiet_hours
--   from 
--   to alter table public.quiet_hours enable row level security;
-- Changed in the files; write how: table public.restitutions
--   from 
--   to alter table public.restitutions enable row level security;
-- Changed in the files; write how: table public.text_consents
--   from 
--   to alter table public.text_consents enable row level security;
-- Changed in the files; write how: table public.text_settings
--   from 
--   to alter table public.text_settings enable row level security;
-- Changed in the files; write how: table public.verification_questions
--   from 
--   to alter table public.verification_questions enable row level security;
-- Changed in the files; write how: table public.wage_determinations
--   from 
--   to alter table public.wage_determinations enable row level security;
-- Changed in the files; write how: table public.work_classifications
--   from 
--   to alter table public.work_classifications enable row level security;
create table public.subcontractor_reports (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  subcontractor_id uuid not null,
  week_end date not null,
  version integer not null,
  number integer,
  workers integer,
  hours numeric(9,2),
  gross numeric(12,2),
  no_work boolean default false not null,
  final boolean default false not null,
  note text default '' not null,
  handed_in_by text not null,
  path text,
  file_name text,
  media_type text,
  size_bytes bigint,
  sha256 text,
  uploaded_at timestamptz,
  status text default 'handed_in' not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_note text,
  address text,
  created_by uuid,
  created_at timestamptz default now() not null,
  constraint subcontractor_reports_pkey primary key (company_id, id),
  constraint subcontractor_reports_version_once unique (company_id, subcontractor_id, week_end, version),
  constraint subcontractor_reports_path_once unique (path),
  constraint subcontractor_reports_number_range check (number >= 1 and number <= 9999),
  constraint subcontractor_reports_workers_range check (workers >= 0 and workers <= 5000),
  constraint subcontractor_reports_hours_range check (hours >= 0 and hours <= 999999.99),
  constraint subcontractor_reports_gross_range check (gross >= 0 and gross <= 999999999.99),
  constraint subcontractor_reports_no_work_is_empty check (not no_work or coalesce(workers, 0) = 0 and coalesce(hours, 0) = 0 and coalesce(gross, 0) = 0),
  constraint subcontractor_reports_says_something check (no_work or path is not null or workers is not null and hours is not null and gross is not null),
  constraint subcontractor_reports_text_length check (char_length(note) <= 1000 and char_length(btrim(handed_in_by)) >= 1 and char_length(handed_in_by) <= 200 and char_length(file_name) <= 200 and char_length(decision_note) <= 1000 and char_length(address) <= 60),
  constraint subcontractor_reports_no_nine_digits check (concat_ws(' | ', note, handed_in_by, file_name) !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint subcontractor_reports_file_complete check (num_nonnulls(path, file_name, media_type, size_bytes, sha256) in (0, 5)),
  constraint subcontractor_reports_media_type_known check (media_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
  constraint subcontractor_reports_size_range check (size_bytes >= 1 and size_bytes <= 20971520),
  constraint subcontractor_reports_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint subcontractor_reports_status_known check (status in ('handed_in', 'accepted', 'returned')),
  constraint subcontractor_reports_decided check ((status = 'handed_in') = (decided_at is null) and (status <> 'returned' or decision_note is not null)),
  constraint subcontractor_reports_subcontractor foreign key (company_id, subcontractor_id) references public.subcontractors(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.subcontractor_reports');
alter publication supabase_realtime add table public.subcontractor_reports;
create table public.handoff_mails (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  kind text not null,
  to_address text not null,
  certified_payroll_id uuid,
  subcontractor_id uuid,
  portal_link_id uuid,
  outbox_id uuid,
  status text default 'queued' not null,
  error text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint handoff_mails_pkey primary key (company_id, id),
  constraint handoff_mails_kind_known check (kind in ('certified_payroll', 'subcontractor_invitation', 'subcontractor_missing', 'subcontractor_returned')),
  constraint handoff_mails_status_known check (status in ('queued', 'sent', 'failed')),
  constraint handoff_mails_text_length check (char_length(to_address) <= 254 and char_length(error) <= 300),
  constraint handoff_mails_subcontractor foreign key (company_id, subcontractor_id) references public.subcontractors(company_id, id) on delete cascade,
  constraint handoff_mails_link foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade,
  constraint handoff_mails_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.handoff_mails');
create index handoff_mails_by_project on public.handoff_mails (company_id, project_id, created_at desc);
create index handoff_mails_by_outbox on public.handoff_mails (outbox_id);
create index handoff_mails_by_subcontractor on public.handoff_mails (company_id, subcontractor_id, created_at desc) where subcontractor_id is not null;
create index handoff_mails_by_link on public.handoff_mails (company_id, portal_link_id) where portal_link_id is not null;
alter publication supabase_realtime add table public.handoff_mails;
