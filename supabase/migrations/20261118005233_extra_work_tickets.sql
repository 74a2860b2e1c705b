create table public.extra_work_tickets (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  number integer not null,
  revision integer default 0 not null,
  revises_id uuid,
  employee_id uuid not null,
  work_date date not null,
  description text default '' not null,
  location text default '' not null,
  reference text default '' not null,
  directed_by text default '' not null,
  directed_title text default '' not null,
  directed_company text default '' not null,
  directed_phone text default '' not null,
  directed_email text,
  photo_ids uuid[] default '{}'::uuid[] not null,
  status text default 'draft' not null,
  signed_name text,
  signed_title text,
  signed_at timestamptz,
  signed_through text,
  signature_path text,
  signature_id uuid,
  language text,
  refused_name text,
  refused_title text,
  refused_at timestamptz,
  refused_through text,
  refusal_reason text,
  witness_name text,
  witness_at timestamptz,
  shown_at timestamptz,
  latitude double precision,
  longitude double precision,
  accuracy_m double precision,
  received_at timestamptz,
  content jsonb,
  sha256 text,
  tax_percent numeric(6,4),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint extra_work_tickets_pkey primary key (company_id, id),
  constraint extra_work_tickets_number_once unique (company_id, project_id, number, revision),
  constraint extra_work_tickets_revised_once unique (company_id, revises_id),
  constraint extra_work_tickets_number_range check (number >= 1 and revision >= 0),
  constraint extra_work_tickets_revision_of check ((revision > 0) = (revises_id is not null)),
  constraint extra_work_tickets_status_known check (status in ('draft', 'signed', 'refused', 'priced', 'submitted', 'approved', 'rejected', 'billed')),
  constraint extra_work_tickets_texts_length check (char_length(description) <= 2000 and char_length(location) <= 200 and char_length(reference) <= 100),
  constraint extra_work_tickets_directed_length check (char_length(directed_by) <= 200 and char_length(directed_title) <= 200 and char_length(directed_company) <= 200 and char_length(directed_phone) <= 40),
  constraint extra_work_tickets_email_form check (directed_email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(directed_email) <= 254),
  constraint extra_work_tickets_photos_limit check (cardinality(photo_ids) <= 60),
  constraint extra_work_tickets_signature check ((signed_name is null) = (signed_at is null) and (signed_name is null) = (signature_id is null)
    and (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200) and char_length(signed_title) <= 200),
  constraint extra_work_tickets_signature_path_form check (signature_path ~ '^(M[0-9.]+ [0-9.]+(L[0-9.]+ [0-9.]+)*)+$' and char_length(signature_path) <= 30000),
  constraint extra_work_tickets_refusal check ((refused_at is null) = (refusal_reason is null) and char_length(btrim(refusal_reason)) >= 1 and char_length(btrim(refusal_reason)) <= 1000
    and char_length(refused_name) <= 200 and char_length(refused_title) <= 200),
  constraint extra_work_tickets_witness check ((witness_name is null) = (witness_at is null) and char_length(btrim(witness_name)) >= 1 and char_length(btrim(witness_name)) <= 200),
  constraint extra_work_tickets_through_known check (signed_through in ('phone', 'link') and refused_through in ('phone', 'link')),
  constraint extra_work_tickets_language_known check (language in ('en', 'es')),
  constraint extra_work_tickets_place check ((latitude is null) = (longitude is null) and latitude >= -90 and latitude <= 90 and longitude >= -180 and longitude <= 180
    and accuracy_m >= 0 and accuracy_m <= 1000000),
  constraint extra_work_tickets_frozen check ((status = 'draft') = (content is null) and (content is null) = (sha256 is null) and pg_column_size(content) < 200000),
  constraint extra_work_tickets_answered check (status = 'draft' or signed_at is not null or refused_at is not null),
  constraint extra_work_tickets_tax_percent_range check (tax_percent >= 0 and tax_percent <= 30),
  constraint extra_work_tickets_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint extra_work_tickets_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint extra_work_tickets_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint extra_work_tickets_revises foreign key (company_id, revises_id) references public.extra_work_tickets(company_id, id)
);
select private.refuse_non_finite('public.extra_work_tickets');
create index extra_work_tickets_by_date on public.extra_work_tickets (company_id, work_date desc);
create index extra_work_tickets_by_employee on public.extra_work_tickets (company_id, employee_id, work_date desc);
create index extra_work_tickets_by_photo on public.extra_work_tickets using gin (photo_ids);
alter publication supabase_realtime add table public.extra_work_tickets;
create table public.ticket_copies (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  recipient text not null,
  address text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint ticket_copies_pkey primary key (company_id, id),
  constraint ticket_copies_recipient_known check (recipient in ('customer', 'company')),
  constraint ticket_copies_address_length check (char_length(address) <= 254),
  constraint ticket_copies_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.ticket_copies');
create index ticket_copies_by_ticket on public.ticket_copies (company_id, ticket_id);
alter publication supabase_realtime add table public.ticket_copies;
create table public.ticket_lines (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  position integer default 0 not null,
  kind text not null,
  time_entry_id uuid,
  employee_id uuid,
  classification_id uuid,
  equipment_id uuid,
  photo_id uuid,
  description text not null,
  trade text default '' not null,
  hours_kind text default 'regular' not null,
  started_at timestamptz,
  ended_at timestamptz,
  quantity numeric(12,3) not null,
  unit text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint ticket_lines_pkey primary key (company_id, id),
  constraint ticket_lines_kind_known check (kind in ('labor', 'equipment', 'material', 'other')),
  constraint ticket_lines_hours_kind_known check (hours_kind in ('regular', 'overtime', 'double')),
  constraint ticket_lines_description_length check (char_length(btrim(description)) >= 1 and char_length(btrim(description)) <= 300),
  constraint ticket_lines_trade_length check (char_length(trade) <= 200),
  constraint ticket_lines_unit_length check (char_length(btrim(unit)) >= 1 and char_length(btrim(unit)) <= 20),
  constraint ticket_lines_quantity_range check (quantity > 0 and quantity <= 1000000),
  constraint ticket_lines_hours_range check (kind not in ('labor', 'equipment') or unit <> 'h' or (quantity <= 24 and quantity = round(quantity, 2))),
  constraint ticket_lines_time_order check (ended_at >= started_at),
  constraint ticket_lines_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id),
  constraint ticket_lines_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint ticket_lines_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id),
  constraint ticket_lines_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.ticket_lines');
create index ticket_lines_by_ticket on public.ticket_lines (company_id, ticket_id, position);
create index ticket_lines_by_time_entry on public.ticket_lines (company_id, time_entry_id) where time_entry_id is not null;
create index ticket_lines_by_photo on public.ticket_lines (company_id, photo_id) where photo_id is not null;
create index ticket_lines_by_employee on public.ticket_lines (company_id, employee_id) where employee_id is not null;
create index ticket_lines_by_equipment on public.ticket_lines (company_id, equipment_id) where equipment_id is not null;
create index ticket_lines_by_classification on public.ticket_lines (company_id, classification_id) where classification_id is not null;
alter publication supabase_realtime add table public.ticket_lines;
create table private.ticket_links (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  ticket_id uuid not null,
  sent_to text not null,
  language text default 'en' not null,
  token_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  views integer default 0 not null,
  last_viewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint ticket_links_pkey primary key (company_id, id),
  constraint ticket_links_token_once unique (token_hash),
  constraint ticket_links_language_known check (language in ('en', 'es')),
  constraint ticket_links_sent_to_form check (sent_to ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(sent_to) <= 254),
  constraint ticket_links_ticket foreign key (company_id, ticket_id) references public.extra_work_tickets(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.ticket_links');
create index ticket_links_by_ticket on private.ticket_links (company_id, ticket_id, created_at desc);
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
