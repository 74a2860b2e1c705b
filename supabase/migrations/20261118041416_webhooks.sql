-- The rule of a table uses it.
create or replace function private.are_webhook_events(events_param text[]) returns boolean
language sql immutable parallel safe
return events_param <@ array['time_entry.started', 'time_entry.stopped', 'time_entry.changed', 'time_entry.deleted', 'time_entry.approved',
  'timesheet.signed', 'timesheet.disputed', 'pay_period.locked', 'employee.added', 'employee.changed', 'employee.left', 'project.changed',
  'shift.published', 'photo.added', 'ticket.signed', 'incident.opened', 'certified_payroll.signed'];
create table public.webhook_endpoints (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  url text not null,
  events text[] not null,
  project_ids uuid[] default '{}'::uuid[] not null,
  description text default '' not null,
  active boolean default true not null,
  off_since timestamptz,
  off_reason text,
  failing_since timestamptz,
  held_until timestamptz,
  last_success_at timestamptz,
  last_duration_ms integer,
  secret_changed_at timestamptz default now() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint webhook_endpoints_pkey primary key (company_id, id),
  constraint webhook_endpoints_url_form check (url ~* '^https?://[^/@?#[:space:][:cntrl:]]+([/?][^#[:space:][:cntrl:]]*)?$' and char_length(url) <= 1000),
  constraint webhook_endpoints_events_known check (cardinality(events) >= 1 and private.are_webhook_events(events)),
  constraint webhook_endpoints_projects_count check (cardinality(project_ids) <= 200),
  constraint webhook_endpoints_description_length check (char_length(description) <= 200),
  constraint webhook_endpoints_off_says_why check (active = (off_since is null) and active = (off_reason is null)),
  constraint webhook_endpoints_off_reason_known check (off_reason in ('paused', 'gone', 'failing')),
  constraint webhook_endpoints_duration_range check (last_duration_ms >= 0),
  constraint webhook_endpoints_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.webhook_endpoints');
create table private.webhook_secrets (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  endpoint_id uuid not null,
  secret text not null,
  created_at timestamptz default clock_timestamp() not null,
  valid_until timestamptz,
  constraint webhook_secrets_pkey primary key (company_id, id),
  constraint webhook_secrets_secret_form check (secret ~ '^whsec_[A-Za-z0-9+/=]{32,90}$'),
  constraint webhook_secrets_endpoint foreign key (company_id, endpoint_id) references public.webhook_endpoints(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.webhook_secrets');
create index webhook_secrets_by_endpoint on private.webhook_secrets (company_id, endpoint_id);
create table public.webhook_events (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  "position" bigint generated always as identity not null,
  type text not null,
  occurred_at timestamptz not null,
  entity_id uuid not null,
  project_ids uuid[],
  data jsonb not null,
  sequence bigint,
  payload json,
  created_at timestamptz default clock_timestamp() not null,
  constraint webhook_events_pkey primary key (company_id, id),
  constraint webhook_events_type_form check (type ~ '^[a-z_]+\.[a-z_]+$'),
  constraint webhook_events_data_is_object check (jsonb_typeof(data) = 'object'),
  constraint webhook_events_numbered_complete check ((sequence is null) = (payload is null)),
  constraint webhook_events_payload_size check (octet_length(payload::text) < 20000),
  constraint webhook_events_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.webhook_events');
create index webhook_events_to_number on public.webhook_events (occurred_at, "position") where sequence is null;
create index webhook_events_by_time on public.webhook_events (created_at);
create table public.webhook_deliveries (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  entity_id uuid not null,
  event_sequence bigint not null,
  kind text default 'event' not null,
  attempt integer default 1 not null,
  status text default 'waiting' not null,
  send_after timestamptz default clock_timestamp() not null,
  claimed_until timestamptz,
  sent_at timestamptz,
  duration_ms integer,
  response_code integer,
  response text,
  error text,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint webhook_deliveries_pkey primary key (company_id, id),
  constraint webhook_deliveries_kind_known check (kind in ('event', 'repeat', 'test')),
  constraint webhook_deliveries_status_known check (status in ('queued', 'waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_attempt_range check (attempt between 1 and 1000),
  constraint webhook_deliveries_sent_once_finished check ((status in ('delivered', 'failed')) = (sent_at is not null)),
  constraint webhook_deliveries_response_length check (char_length(response) <= 4000 and char_length(error) <= 500),
  constraint webhook_deliveries_code_range check (response_code between 100 and 999 and duration_ms >= 0),
  constraint webhook_deliveries_endpoint foreign key (company_id, endpoint_id) references public.webhook_endpoints(company_id, id) on delete cascade,
  constraint webhook_deliveries_event foreign key (company_id, event_id) references public.webhook_events(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.webhook_deliveries');
create index webhook_deliveries_due on public.webhook_deliveries (company_id, endpoint_id, send_after) where status = 'waiting';
create index webhook_deliveries_unfinished on public.webhook_deliveries (company_id, endpoint_id, entity_id, event_sequence) where status in ('queued', 'waiting');
create index webhook_deliveries_by_endpoint on public.webhook_deliveries (company_id, endpoint_id, created_at desc);
create index webhook_deliveries_by_event on public.webhook_deliveries (company_id, event_id);
create index webhook_deliveries_by_time on public.webhook_deliveries (created_at);
create table private.webhook_sequences (
  company_id uuid not null,
  entity_id uuid not null,
  sequence bigint not null,
  constraint webhook_sequences_pkey primary key (company_id, entity_id),
  constraint webhook_sequences_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
