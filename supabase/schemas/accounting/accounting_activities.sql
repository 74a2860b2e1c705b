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
-- Not in the audit history: computed from it.
comment on table public.accounting_days is 'Every day of a person from the first day of a connection on: whether it can be sent, and why not. Computed by private.compute_accounting().';
comment on column public.accounting_days.state is 'waiting: not approved yet or the clock runs; problem: something is to be matched or corrected; ready: it is sent.';
comment on column public.accounting_days.problems is '[{"code", and where it belongs to one: "project_id", "cost_code_id", "hours_kind", "record_id"}]; codes: running, unapproved, not_locked, over_24_hours, person_unmapped, project_unmapped, item_unmapped, hours_unmapped, record_inactive, bill_rate_missing.';
alter table public.accounting_days enable row level security;
grant select on table public.accounting_days to authenticated;

create policy "Managers read the days of their connections" on public.accounting_days
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

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
  bill_rate numeric(10,4),
  constraint accounting_activities_pkey primary key (company_id, id),
  constraint accounting_activities_once unique nulls not distinct (company_id, connection_id, work_date, person_id, customer_id, item_id, class_id, payroll_item_id, department_id, billable, bill_rate),
  constraint accounting_activities_content_complete check (num_nonnulls(content, content_hash, seconds) in (0, 3)),
  constraint accounting_activities_seconds_range check (seconds between 1 and 2764800),
  constraint accounting_activities_request_complete check (num_nonnulls(request_id, request_action) in (0, 2) and (request_content is null) = (coalesce(request_action, 'delete') = 'delete')),
  constraint accounting_activities_action_known check (request_action in ('create', 'update', 'delete')),
  constraint accounting_activities_conflict_known check (conflict in ('edited', 'billed', 'gone', 'exists', 'unsure', 'by_hand')),
  constraint accounting_activities_decision_known check (decision in ('keep_theirs', 'send_ours', 'link')),
  constraint accounting_activities_decided_complete check (num_nonnulls(decision, decided_at) in (0, 2)),
  constraint accounting_activities_problem_length check (char_length(problem) <= 100 and char_length(problem_detail) <= 1000 and char_length(external_id) <= 200 and char_length(sync_token) <= 200),
  constraint accounting_activities_theirs_size check (octet_length(theirs::text) <= 20000),
  constraint accounting_activities_attempts_range check (attempts >= 0),
  constraint accounting_activities_rate_billed check (bill_rate is null or billable and bill_rate > 0),
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
comment on table public.accounting_activities is 'The outbox: time of one person, day, customer, item, class and kind of hours as one activity there; for payroll systems of one person, pay period (work_date is its first day) and kind of hours. What we want (content), what is there (external_id, sync_token, sent_content) and what is under way (request_…) stand side by side; the state follows from them.';
comment on column public.accounting_activities.seconds is 'Sum of the entries; the activity has minutes, rounded half up after adding.';
comment on column public.accounting_activities.bill_rate is 'What an hour is billed at there; of QuickBooks Online only, which cannot change what is billable afterwards: another rate or none is another activity.';
comment on column public.accounting_activities.request_id is 'Committed before anything is sent, and the same again after a crash or a time-out: a repeat is recognized there.';
comment on column public.accounting_activities.request_content is 'What was sent with this request id, whatever our time says by now.';
comment on column public.accounting_activities.conflict is 'edited: changed there by hand; billed: on an invoice there; gone: deleted there; exists: somebody entered the same by hand; unsure: no answer came, and only a person can see whether it arrived; by_hand: there only a person can take hours back.';
comment on column public.accounting_activities.settled_hash is 'Our content (''-'': none) for which somebody decided to leave theirs as it is.';
comment on column public.accounting_activities.state is 'new, sending, sent, changed, deleting, deleted, conflict, problem (refused there), kept (theirs, by decision).';
alter table public.accounting_activities enable row level security;
grant select on table public.accounting_activities to authenticated;

create policy "Managers read the activities of their connections" on public.accounting_activities
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger zz_record_change after update on public.accounting_activities
  for each row when (row(old.external_id, old.sent_hash, old.conflict, old.decided_at, old.problem) is distinct from row(new.external_id, new.sent_hash, new.conflict, new.decided_at, new.problem))
  execute function private.record_change('request_id', 'request_action', 'request_content', 'request_hash', 'attempts', 'next_attempt_at', 'entry_ids', 'sent_content', 'theirs');

create or replace view public.quickbooks_connections with (security_invoker = true) as
  select * from public.accounting_connections c where c.system in ('quickbooks_online', 'quickbooks_desktop');
comment on view public.quickbooks_connections is 'Managers: accounting_connections of QuickBooks.';
grant select on table public.quickbooks_connections to authenticated;

create or replace view public.quickbooks_mappings with (security_invoker = true) as
  select m.* from public.accounting_mappings m
  where exists (select from public.quickbooks_connections c where c.company_id = m.company_id and c.id = m.connection_id);
comment on view public.quickbooks_mappings is 'Managers: accounting_mappings of QuickBooks.';
grant select on table public.quickbooks_mappings to authenticated;

create or replace view public.quickbooks_activities with (security_invoker = true) as
  select a.* from public.accounting_activities a
  where exists (select from public.quickbooks_connections c where c.company_id = a.company_id and c.id = a.connection_id);
comment on view public.quickbooks_activities is 'Managers: accounting_activities of QuickBooks.';
grant select on table public.quickbooks_activities to authenticated;
