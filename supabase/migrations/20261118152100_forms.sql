create table public.forms (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text default '' not null,
  category text default 'other' not null,
  series text,
  series_position smallint,
  template_id text,
  archived_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint forms_pkey primary key (company_id, id),
  constraint forms_category_known check (category in ('toolbox_talk', 'hazard_analysis', 'equipment_check', 'near_miss', 'sign_in', 'other')),
  constraint forms_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name_es) <= 200),
  constraint forms_series_known check (series = 'toolbox_talks'),
  constraint forms_series_position check ((series is null) = (series_position is null) and series_position between 1 and 520),
  constraint forms_template_length check (char_length(template_id) between 1 and 100),
  constraint forms_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.forms');
create index forms_by_series on public.forms (company_id, series, series_position) where series is not null;
alter publication supabase_realtime add table public.forms;
create table public.form_versions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  form_id uuid not null,
  number integer not null,
  definition jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint form_versions_pkey primary key (company_id, id),
  constraint form_versions_once unique (company_id, form_id, number),
  constraint form_versions_number check (number >= 1),
  constraint form_versions_form foreign key (company_id, form_id) references public.forms(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.form_versions');
create table public.form_assignments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  form_id uuid,
  series text,
  project_id uuid,
  crew_id uuid,
  equipment_id uuid,
  every text default 'day' not null,
  weekdays smallint[] default '{1,2,3,4,5}' not null,
  filled_by text default 'anyone' not null,
  starts_on date default CURRENT_DATE not null,
  ends_on date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint form_assignments_pkey primary key (company_id, id),
  constraint form_assignments_ends_after_start check (ends_on >= starts_on),
  constraint form_assignments_every_known check (every in ('day', 'week', 'month', 'once', 'shift', 'any_time')),
  constraint form_assignments_filled_by_known check (filled_by in ('anyone', 'foreman')),
  constraint form_assignments_one_form check (num_nonnulls(form_id, series) = 1),
  constraint form_assignments_one_target check (num_nonnulls(project_id, crew_id, equipment_id) <= 1),
  constraint form_assignments_series_known check (series = 'toolbox_talks'),
  constraint form_assignments_series_weekly check (series is null or every = 'week'),
  constraint form_assignments_weekdays check (weekdays <@ '{1,2,3,4,5,6,7}' and cardinality(weekdays) between 1 and 7),
  constraint form_assignments_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint form_assignments_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete cascade,
  constraint form_assignments_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade,
  constraint form_assignments_form foreign key (company_id, form_id) references public.forms(company_id, id) on delete cascade,
  constraint form_assignments_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.form_assignments');
create index form_assignments_by_form on public.form_assignments (company_id, form_id);
create index form_assignments_by_crew on public.form_assignments (company_id, crew_id) where crew_id is not null;
create index form_assignments_by_equipment on public.form_assignments (company_id, equipment_id) where equipment_id is not null;
create index form_assignments_by_project on public.form_assignments (company_id, project_id) where project_id is not null;
alter publication supabase_realtime add table public.form_assignments;
create table public.form_submissions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  form_id uuid not null,
  form_version_id uuid not null,
  assignment_id uuid,
  project_id uuid not null,
  crew_id uuid,
  equipment_id uuid,
  employee_id uuid not null,
  corrects_id uuid,
  answers jsonb not null,
  photo_ids uuid[] default '{}' not null,
  failed integer default 0 not null,
  language text default 'en' not null,
  work_date date not null,
  filled_at timestamptz not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint form_submissions_pkey primary key (company_id, id),
  constraint form_submissions_answers_size check (octet_length(answers::text) <= 2000000),
  constraint form_submissions_failed check (failed >= 0),
  constraint form_submissions_language_known check (language in ('en', 'es')),
  constraint form_submissions_not_itself check (corrects_id <> id),
  constraint form_submissions_assignment foreign key (company_id, assignment_id) references public.form_assignments(company_id, id) on delete set null (assignment_id),
  constraint form_submissions_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint form_submissions_corrects foreign key (company_id, corrects_id) references public.form_submissions(company_id, id),
  constraint form_submissions_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete set null (crew_id),
  constraint form_submissions_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint form_submissions_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete set null (equipment_id),
  constraint form_submissions_form foreign key (company_id, form_id) references public.forms(company_id, id),
  constraint form_submissions_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint form_submissions_version foreign key (company_id, form_version_id) references public.form_versions(company_id, id)
);
select private.refuse_non_finite('public.form_submissions');
create index form_submissions_by_assignment on public.form_submissions (company_id, assignment_id, work_date);
create index form_submissions_by_corrected on public.form_submissions (company_id, corrects_id) where corrects_id is not null;
create index form_submissions_by_employee on public.form_submissions (company_id, employee_id, filled_at desc);
create index form_submissions_by_equipment on public.form_submissions (company_id, equipment_id) where equipment_id is not null;
create index form_submissions_by_crew on public.form_submissions (company_id, crew_id) where crew_id is not null;
create index form_submissions_by_form on public.form_submissions (company_id, form_id, filled_at desc);
create index form_submissions_by_version on public.form_submissions (company_id, form_version_id);
create index form_submissions_by_photo on public.form_submissions using gin (photo_ids);
create index form_submissions_by_project on public.form_submissions (company_id, project_id, filled_at desc);
create index form_submissions_by_time on public.form_submissions (company_id, filled_at desc, id);
alter publication supabase_realtime add table public.form_submissions;
alter table public.verifications drop constraint verifications_kind_known;
alter table public.verifications add constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate', 'certificate_proof', 'own_pay', 'own_approval', 'pin_by_other', 'forgotten_punch', 'long_clock', 'clock_rule', 'clock_stop', 'visit_not_signed_out', 'failed_form_answer'));
