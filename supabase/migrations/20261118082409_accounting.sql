-- The rule of a table uses it.
create or replace function private.are_accounting_settings(settings_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(settings_param) = 'object' and octet_length(settings_param::text) <= 8000 and not exists (
    select from jsonb_each(case when jsonb_typeof(settings_param) = 'object' then settings_param else '{}' end) s
    where not coalesce(case s.key
      when 'send_when' then s.value in ('"approved"', '"locked"')
      when 'hours' then s.value in ('"worked"', '"paid"')
      when 'leave' then jsonb_typeof(s.value) = 'boolean'
      when 'items' then jsonb_typeof(s.value) = 'boolean'
      when 'payroll_items' then jsonb_typeof(s.value) = 'boolean'
      when 'default_item_id' then s.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      when 'default_class_id' then s.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      when 'own' then jsonb_typeof(s.value) = 'object'
      else false end, false));
$$;
create table public.accounting_connections (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  system text not null,
  environment text default 'production' not null,
  company_name text default '' not null,
  external_company_id text,
  client_id text,
  state text default 'set_up' not null,
  settings jsonb default '{}'::jsonb not null,
  send_from date not null,
  lists_read_at timestamptz,
  lists_wanted boolean default false not null,
  last_sent_at timestamptz,
  problem text,
  problem_detail text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint accounting_connections_pkey primary key (company_id, id),
  constraint accounting_connections_system_known check (system in ('quickbooks_online', 'quickbooks_desktop', 'adp', 'paychex')),
  constraint accounting_connections_environment_known check (environment in ('production', 'sandbox')),
  constraint accounting_connections_state_known check (state in ('set_up', 'connected', 'paused', 'sign_in_needed', 'disconnected')),
  constraint accounting_connections_name_length check (char_length(company_name) <= 200),
  constraint accounting_connections_ids_length check (char_length(external_company_id) between 1 and 100 and char_length(client_id) between 1 and 300),
  constraint accounting_connections_settings_known check (private.are_accounting_settings(settings)),
  constraint accounting_connections_problem_length check (char_length(problem) between 1 and 60 and char_length(problem_detail) <= 1000),
  constraint accounting_connections_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.accounting_connections');
create unique index accounting_connections_one_of_a_system on public.accounting_connections (company_id, system) where state <> 'disconnected';
create table private.accounting_secrets (
  company_id uuid not null,
  connection_id uuid not null,
  sealed text not null,
  updated_at timestamptz default clock_timestamp() not null,
  constraint accounting_secrets_pkey primary key (company_id, connection_id),
  constraint accounting_secrets_size check (octet_length(sealed) between 1 and 60000),
  constraint accounting_secrets_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.accounting_secrets');
create table private.accounting_leases (
  company_id uuid not null,
  connection_id uuid not null,
  lease uuid,
  leased_until timestamptz,
  rests_until timestamptz,
  computed_position bigint,
  cursor jsonb default '{}'::jsonb not null,
  constraint accounting_leases_pkey primary key (company_id, connection_id),
  constraint accounting_leases_cursor_size check (jsonb_typeof(cursor) = 'object' and octet_length(cursor::text) <= 8000),
  constraint accounting_leases_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.accounting_leases');
create table public.accounting_records (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  connection_id uuid not null,
  kind text not null,
  external_id text not null,
  name text not null,
  parent_external_id text,
  email text,
  number text,
  active boolean default true not null,
  details jsonb default '{}'::jsonb not null,
  first_seen_at timestamptz default clock_timestamp() not null,
  constraint accounting_records_pkey primary key (company_id, id),
  constraint accounting_records_once unique (company_id, connection_id, kind, external_id),
  constraint accounting_records_kind_known check (kind in ('employee', 'vendor', 'customer', 'project', 'item', 'class', 'payroll_item', 'earning', 'department')),
  constraint accounting_records_text_length check (char_length(external_id) between 1 and 200 and char_length(name) <= 500
    and char_length(parent_external_id) <= 200 and char_length(email) <= 300 and char_length(number) <= 100),
  constraint accounting_records_details_size check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 4000),
  constraint accounting_records_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.accounting_records');
create table public.accounting_mappings (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  connection_id uuid not null,
  target text not null,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  hours_kind text,
  record_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint accounting_mappings_pkey primary key (company_id, id),
  constraint accounting_mappings_once unique nulls not distinct (company_id, connection_id, target, employee_id, project_id, cost_code_id, hours_kind),
  constraint accounting_mappings_target_known check (target in ('person', 'customer', 'item', 'class', 'payroll_item', 'department')),
  constraint accounting_mappings_subject check (case target
    when 'person' then employee_id is not null and num_nonnulls(project_id, cost_code_id, hours_kind) = 0
    when 'customer' then project_id is not null and num_nonnulls(employee_id, cost_code_id, hours_kind) = 0
    when 'department' then project_id is not null and num_nonnulls(employee_id, cost_code_id, hours_kind) = 0
    when 'item' then cost_code_id is not null and num_nonnulls(employee_id, project_id, hours_kind) = 0
    when 'class' then num_nonnulls(project_id, cost_code_id) = 1 and num_nonnulls(employee_id, hours_kind) = 0
    else hours_kind is not null and num_nonnulls(employee_id, project_id, cost_code_id) = 0 end),
  constraint accounting_mappings_hours_known check (hours_kind in ('REG', 'OT', 'DT', 'PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY')),
  constraint accounting_mappings_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade,
  constraint accounting_mappings_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete cascade,
  constraint accounting_mappings_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint accounting_mappings_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint accounting_mappings_record foreign key (company_id, record_id) references public.accounting_records(company_id, id)
);
select private.refuse_non_finite('public.accounting_mappings');
create index accounting_mappings_by_record on public.accounting_mappings (company_id, record_id);
create unique index accounting_mappings_one_person on public.accounting_mappings (company_id, record_id) where target = 'person';
create index accounting_mappings_by_employee on public.accounting_mappings (company_id, employee_id) where employee_id is not null;
create index accounting_mappings_by_project on public.accounting_mappings (company_id, project_id) where project_id is not null;
create index accounting_mappings_by_cost_code on public.accounting_mappings (company_id, cost_code_id) where cost_code_id is not null;
create table public.accounting_days (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  connection_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  seconds integer not null,
  state text not null,
  problems jsonb default '[]'::jsonb not null,
  constraint accounting_days_pkey primary key (company_id, id),
  constraint accounting_days_once unique (company_id, connection_id, work_date, employee_id),
  constraint accounting_days_state_known check (state in ('ready', 'waiting', 'problem')),
  constraint accounting_days_problems_form check (jsonb_typeof(problems) = 'array' and (state = 'ready') = (problems = '[]')),
  constraint accounting_days_seconds_range check (seconds >= 0),
  constraint accounting_days_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade,
  constraint accounting_days_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.accounting_days');
create index accounting_days_not_ready on public.accounting_days (company_id, connection_id, work_date) where state <> 'ready';
create index accounting_days_by_employee on public.accounting_days (company_id, employee_id);
create table public.accounting_activities (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  connection_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  person_id uuid not null,
  customer_id uuid,
  item_id uuid,
  class_id uuid,
  payroll_item_id uuid,
  department_id uuid,
  billable boolean default false not null,
  seconds integer,
  content jsonb,
  content_hash text,
  entry_ids uuid[] default '{}'::uuid[] not null,
  external_id text,
  sync_token text,
  sent_content jsonb,
  sent_hash text,
  sent_at timestamptz,
  request_id uuid,
  request_action text,
  request_content jsonb,
  request_hash text,
  conflict text,
  theirs jsonb,
  settled_hash text,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  problem text,
  problem_detail text,
  problem_hash text,
  attempts integer default 0 not null,
  next_attempt_at timestamptz,
  created_at timestamptz default clock_timestamp() not null,
  state text generated always as (case
    when conflict is not null then 'conflict'
    when request_action = 'delete' then 'deleting'
    when request_id is not null then 'sending'
    when problem is not null and problem_hash = coalesce(content_hash, '-') then 'problem'
    when settled_hash = coalesce(content_hash, '-') then 'kept'
    when content_hash is null and external_id is null then 'deleted'
    when content_hash is null then 'deleting'
    when external_id is null then 'new'
    when content_hash = sent_hash then 'sent'
    else 'changed' end) stored,
  constraint accounting_activities_pkey primary key (company_id, id),
  constraint accounting_activities_once unique nulls not distinct (company_id, connection_id, work_date, person_id, customer_id, item_id, class_id, payroll_item_id, department_id, billable),
  constraint accounting_activities_content_complete check (num_nonnulls(content, content_hash, seconds) in (0, 3)),
  constraint accounting_activities_seconds_range check (seconds between 1 and 86400),
  constraint accounting_activities_request_complete check (num_nonnulls(request_id, request_action) in (0, 2) and (request_content is null) = (coalesce(request_action, 'delete') = 'delete')),
  constraint accounting_activities_action_known check (request_action in ('create', 'update', 'delete')),
  constraint accounting_activities_conflict_known check (conflict in ('edited', 'billed', 'gone', 'exists')),
  constraint accounting_activities_decision_known check (decision in ('keep_theirs', 'send_ours', 'link')),
  constraint accounting_activities_decided_complete check (num_nonnulls(decision, decided_at) in (0, 2)),
  constraint accounting_activities_problem_length check (char_length(problem) <= 100 and char_length(problem_detail) <= 1000 and char_length(external_id) <= 200 and char_length(sync_token) <= 200),
  constraint accounting_activities_theirs_size check (octet_length(theirs::text) <= 20000),
  constraint accounting_activities_attempts_range check (attempts >= 0),
  constraint accounting_activities_connection foreign key (company_id, connection_id) references public.accounting_connections(company_id, id) on delete cascade,
  constraint accounting_activities_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint accounting_activities_person foreign key (company_id, person_id) references public.accounting_records(company_id, id)
);
select private.refuse_non_finite('public.accounting_activities');
create index accounting_activities_due on public.accounting_activities (company_id, connection_id, next_attempt_at) where state in ('new', 'sending', 'changed', 'deleting');
create index accounting_activities_to_decide on public.accounting_activities (company_id, connection_id, work_date) where state in ('conflict', 'problem');
create index accounting_activities_by_employee on public.accounting_activities (company_id, employee_id, work_date);
create index accounting_activities_by_person on public.accounting_activities (company_id, person_id);
create index accounting_activities_recent on public.accounting_activities (company_id, connection_id, sent_at desc) where sent_at is not null;
create type private.accounting_check as (
  employee_id uuid,
  work_date date,
  seconds integer,
  state text,
  problems jsonb,
  approval_gone boolean
);
create type private.accounting_entry as (
  employee_id uuid,
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  entry_id uuid,
  seconds integer,
  is_running boolean,
  is_approved boolean,
  day_approved boolean
);
create type private.accounting_line as (
  employee_id uuid,
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  hours_kind text,
  seconds bigint,
  person_id uuid,
  person_kind text,
  customer_id uuid,
  item_id uuid,
  class_id uuid,
  payroll_item_id uuid,
  department_id uuid
);
create type private.accounting_wish as (
  employee_id uuid,
  work_date date,
  person_id uuid,
  customer_id uuid,
  item_id uuid,
  class_id uuid,
  payroll_item_id uuid,
  department_id uuid,
  seconds integer,
  content jsonb,
  content_hash text,
  entry_ids uuid[]
);
