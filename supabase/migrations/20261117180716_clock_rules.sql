create table public.clock_rule_members (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  rule_id uuid not null,
  crew_id uuid,
  employee_id uuid,
  project_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_rule_members_pkey primary key (company_id, id),
  constraint clock_rule_members_once unique nulls not distinct (company_id, rule_id, crew_id, employee_id, project_id),
  constraint clock_rule_members_one_subject check (num_nonnulls(crew_id, employee_id, project_id) = 1),
  constraint clock_rule_members_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_rule_members_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete cascade,
  constraint clock_rule_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_rule_members_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint clock_rule_members_rule foreign key (company_id, rule_id) references public.clock_in_rules(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_rule_members');
create index clock_rule_members_by_crew on public.clock_rule_members (company_id, crew_id) where crew_id is not null;
create index clock_rule_members_by_employee on public.clock_rule_members (company_id, employee_id) where employee_id is not null;
create index clock_rule_members_by_project on public.clock_rule_members (company_id, project_id) where project_id is not null;
alter publication supabase_realtime add table public.clock_rule_members;
create table public.clock_rule_exceptions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  rule text not null,
  outcome text not null,
  reason text,
  by_employee_id uuid,
  happened_at timestamptz not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_rule_exceptions_pkey primary key (company_id, id),
  constraint clock_rule_exceptions_once unique (company_id, time_entry_id, rule),
  constraint clock_rule_exceptions_outcome_known check (outcome in ('flagged', 'overridden')),
  constraint clock_rule_exceptions_override_complete check (outcome = 'flagged' or (reason is not null and by_employee_id is not null)),
  constraint clock_rule_exceptions_reason_length check (char_length(reason) <= 500),
  constraint clock_rule_exceptions_rule_known check (rule in ('early', 'off_site', 'no_fix')),
  constraint clock_rule_exceptions_by foreign key (company_id, by_employee_id) references public.employees(company_id, id) on delete set null (by_employee_id),
  constraint clock_rule_exceptions_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_rule_exceptions_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_rule_exceptions_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_rule_exceptions');
create index clock_rule_exceptions_by_employee on public.clock_rule_exceptions (company_id, employee_id, happened_at desc);
alter publication supabase_realtime add table public.clock_rule_exceptions;
create table public.clock_stops (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  rule text not null,
  stopped_at timestamptz not null,
  status text default 'open' not null,
  claimed_at timestamptz,
  note text,
  answered_at timestamptz,
  device text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_stops_pkey primary key (company_id, id),
  constraint clock_stops_once unique (company_id, time_entry_id),
  constraint clock_stops_device_length check (char_length(device) <= 300),
  constraint clock_stops_dispute_has_time check (status <> 'disputed' or claimed_at is not null),
  constraint clock_stops_note_length check (char_length(note) <= 500),
  constraint clock_stops_rule_known check (rule in ('hours', 'day_end', 'edge')),
  constraint clock_stops_status_known check (status in ('open', 'confirmed', 'disputed', 'settled')),
  constraint clock_stops_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_stops_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_stops_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_stops');
create index clock_stops_by_employee on public.clock_stops (company_id, employee_id, stopped_at desc);
alter publication supabase_realtime add table public.clock_stops;
alter table public.clock_in_rules add column name text;
alter table public.clock_in_rules add column on_site text;
alter table public.clock_in_rules add column stop_after_minutes smallint;
alter table public.clock_in_rules add column stop_at_edge boolean;
alter table public.clock_in_rules add column ends_day boolean;
alter table public.clock_in_rules add column day_ends_at time without time zone;
alter table public.clock_in_rules alter column rule drop not null;
alter table public.clock_in_rules
  add constraint clock_in_rules_day_end_complete check (ends_day is not true or day_ends_at is not null),
  add constraint clock_in_rules_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 80),
  add constraint clock_in_rules_on_site_known check (on_site in ('off', 'flag', 'refuse')),
  add constraint clock_in_rules_stop_after_range check (stop_after_minutes = 0 or stop_after_minutes >= 60 and stop_after_minutes <= 1440),
  drop constraint clock_in_rules_one_each,
  add constraint clock_in_rules_one_each unique nulls not distinct (company_id, project_id, employee_id, name),
  drop constraint clock_in_rules_one_subject,
  add constraint clock_in_rules_one_subject check (num_nonnulls(project_id, employee_id, name) <= 1),
  drop constraint clock_in_rules_rule_known,
  add constraint clock_in_rules_rule_known check (rule in ('allowed', 'ask_reason', 'from_shift', 'refuse'));
alter table public.held_events
  drop constraint held_events_problem_known,
  add constraint held_events_problem_known check (problem in ('not_allowed', 'unreadable', 'clock_wrong', 'late', 'new_device', 'contradiction', 'waiting', 'already_stopped', 'locked', 'approved', 'booking', 'overlap', 'too_long', 'wrong_pin', 'kiosk_revoked', 'clock_rule', 'other'));
alter table public.verifications
  drop constraint verifications_kind_known,
  add constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate', 'own_pay', 'own_approval', 'pin_by_other', 'forgotten_punch', 'long_clock', 'clock_rule', 'clock_stop'));
-- Made in supabase/schemas with other parameters; with a record of them the old ones go.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', name, ''
  from unnest(array['public.crew_clock_in(uuid[],uuid,uuid,text,uuid[],uuid)', 'public.crew_switch(uuid[],uuid,uuid,text,uuid[],uuid)']) as name
 where to_regprocedure(name) is not null
on conflict do nothing;
