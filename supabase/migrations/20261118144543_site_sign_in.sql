create table public.site_sign_in_settings (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  at_kiosk boolean default true not null,
  in_portal boolean default false not null,
  rules text default '' not null,
  rules_es text default '' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint site_sign_in_settings_pkey primary key (company_id, id),
  constraint site_sign_in_settings_once unique (company_id, project_id),
  constraint site_sign_in_settings_rules_length check (char_length(rules) <= 4000 and char_length(rules_es) <= 4000),
  constraint site_sign_in_settings_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.site_sign_in_settings');
alter publication supabase_realtime add table public.site_sign_in_settings;
create table public.site_sign_in_links (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  label text default '' not null,
  token_hash text not null,
  revoked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint site_sign_in_links_pkey primary key (company_id, id),
  constraint site_sign_in_links_token_once unique (token_hash),
  constraint site_sign_in_links_label_length check (char_length(label) <= 100),
  constraint site_sign_in_links_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.site_sign_in_links');
create index site_sign_in_links_by_project on public.site_sign_in_links (company_id, project_id, created_at desc);
alter publication supabase_realtime add table public.site_sign_in_links;
create table public.site_visits (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  kind text not null,
  name text not null,
  company_name text,
  trade text,
  phone text,
  visiting text,
  plate text,
  headcount integer default 1 not null,
  agreed_at timestamptz,
  work_date date not null,
  signed_in_at timestamptz not null,
  how_in text not null,
  signed_out_at timestamptz,
  how_out text,
  closed_at timestamptz,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint site_visits_pkey primary key (company_id, id),
  constraint site_visits_kind_known check (kind in ('visitor', 'subcontractor')),
  constraint site_visits_name_length check (char_length(btrim(name)) between 1 and 120),
  constraint site_visits_company_name check (char_length(btrim(company_name)) between 1 and 120 and (kind = 'visitor' or company_name is not null)),
  constraint site_visits_text_length check (char_length(trade) <= 120 and char_length(phone) <= 40 and char_length(visiting) <= 120 and char_length(plate) <= 20 and char_length(note) <= 500),
  constraint site_visits_headcount_range check (headcount between 1 and 200),
  constraint site_visits_how_in_known check (how_in in ('kiosk', 'qr', 'office', 'foreman')),
  constraint site_visits_how_out_known check (how_out in ('kiosk', 'qr', 'office', 'foreman', 'automatic')),
  constraint site_visits_end check ((signed_out_at is not null) = coalesce(how_out <> 'automatic', false)),
  constraint site_visits_closed check (how_out is distinct from 'automatic' or closed_at is not null),
  constraint site_visits_day_at_most check (signed_out_at between signed_in_at and signed_in_at + interval '24 hours'),
  constraint site_visits_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint site_visits_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.site_visits');
create index site_visits_by_day on public.site_visits (company_id, project_id, work_date desc);
create index site_visits_open on public.site_visits (company_id, project_id) where how_out is null;
alter publication supabase_realtime add table public.site_visits;
create table private.site_visit_secrets (
  company_id uuid not null,
  visit_id uuid not null,
  link_id uuid not null,
  secret_hash text not null,
  created_at timestamptz default now() not null,
  constraint site_visit_secrets_pkey primary key (company_id, visit_id),
  constraint site_visit_secrets_visit foreign key (company_id, visit_id) references public.site_visits(company_id, id) on delete cascade,
  constraint site_visit_secrets_link foreign key (company_id, link_id) references public.site_sign_in_links(company_id, id)
);
select private.refuse_non_finite('private.site_visit_secrets');
create index site_visit_secrets_by_link on private.site_visit_secrets (company_id, link_id, created_at desc);
alter table public.retention_rules drop constraint retention_rules_kind_known;
alter table public.retention_rules add constraint retention_rules_kind_known check (kind in ('history', 'answers', 'payments', 'incidents', 'messages', 'photos', 'visits'));
alter table public.retention_rules drop constraint retention_rules_years_range;
alter table public.retention_rules add constraint retention_rules_years_range check (years between 1 and 100);
alter table public.verifications drop constraint verifications_kind_known;
alter table public.verifications add constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate', 'own_pay', 'own_approval', 'pin_by_other', 'forgotten_punch', 'long_clock', 'clock_rule', 'clock_stop', 'visit_not_signed_out'));
