create or replace function private.is_notification_event(event_param text) returns boolean
language sql immutable parallel safe
return event_param = any (array['forgot_clock_out', 'not_clocked_in', 'clock_stopped', 'break_due', 'heat_rest', 'shift_published', 'shift_changed',
  'time_edited', 'timesheet_to_sign', 'question_asked', 'time_off_decided', 'bulletin', 'document_to_sign', 'certificate_expiring', 'project_added',
  'project_changed', 'weekly_summary', 'person_late', 'overtime_soon', 'budget_alert', 'approval_needed', 'timesheet_disputed', 'clock_alarm',
  'pin_locked', 'question_answered', 'document_expiring', 'team_activity', 'restore_test_failed', 'text_cap_reached', 'daily_digest', 'test',
  'ticket_signed', 'certified_payroll_due']);
create table public.notifications (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  event text not null,
  template text not null,
  data jsonb default '{}'::jsonb not null,
  path text,
  created_at timestamptz default now() not null,
  read_at timestamptz,
  constraint notifications_pkey primary key (company_id, id),
  constraint notifications_data_is_object check (jsonb_typeof(data) = 'object'),
  constraint notifications_event_known check (private.is_notification_event(event)),
  constraint notifications_path_form check (path ~ '^/([^/\\]|$)' and char_length(path) <= 500),
  constraint notifications_template_form check (template ~ '^[a-z0-9_]{1,80}$'),
  constraint notifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint notifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.notifications');
create index notifications_by_employee on public.notifications (company_id, employee_id, created_at desc);
create index notifications_unread on public.notifications (company_id, employee_id) where read_at is null;
create index notifications_by_time on public.notifications (created_at);
alter publication supabase_realtime add table public.notifications;
create table public.notification_choices (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  event text not null,
  channel text not null,
  "on" boolean not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint notification_choices_pkey primary key (company_id, id),
  constraint notification_choices_once unique (company_id, employee_id, event, channel),
  constraint notification_choices_event_known check (private.is_notification_event(event)),
  constraint notification_choices_channel_known check (channel in ('push', 'mail', 'sms')),
  constraint notification_choices_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint notification_choices_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.notification_choices');
create table public.quiet_hours (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  starts_at time without time zone,
  ends_at time without time zone,
  weekdays smallint[] default '{0,1,2,3,4,5,6}'::smallint[] not null,
  snoozed_until timestamptz,
  digest_at time without time zone,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint quiet_hours_pkey primary key (company_id, id),
  constraint quiet_hours_once unique (company_id, employee_id),
  constraint quiet_hours_from_and_to check ((starts_at is null) = (ends_at is null)),
  constraint quiet_hours_weekdays_known check (weekdays <@ '{0,1,2,3,4,5,6}'::smallint[] and cardinality(weekdays) <= 7),
  constraint quiet_hours_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint quiet_hours_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.quiet_hours');
create table private.notification_deliveries (
  company_id uuid not null,
  notification_id uuid not null,
  channel text not null,
  employee_id uuid not null,
  status text default 'waiting' not null,
  send_after timestamptz not null,
  digest boolean default false not null,
  options jsonb default '{}'::jsonb not null,
  error text,
  updated_at timestamptz default now() not null,
  constraint notification_deliveries_pkey primary key (company_id, notification_id, channel),
  constraint notification_deliveries_channel_known check (channel in ('push', 'mail', 'sms')),
  constraint notification_deliveries_status_known check (status in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'dropped')),
  constraint notification_deliveries_notification foreign key (company_id, notification_id) references public.notifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.notification_deliveries');
create index notification_deliveries_waiting on private.notification_deliveries (send_after) where status = 'waiting';
create index notification_deliveries_queued on private.notification_deliveries (updated_at) where status = 'queued';
create table private.notification_dispatches (
  channel text not null,
  outbox_id uuid not null,
  company_id uuid not null,
  notification_id uuid not null,
  subscription_id uuid,
  status text default 'queued' not null,
  constraint notification_dispatches_pkey primary key (outbox_id, company_id, notification_id),
  constraint notification_dispatches_status_known check (status in ('queued', 'sent', 'delivered', 'failed')),
  constraint notification_dispatches_delivery foreign key (company_id, notification_id, channel)
    references private.notification_deliveries(company_id, notification_id, channel) on delete cascade
);
select private.refuse_non_finite('private.notification_dispatches');
create index notification_dispatches_by_delivery on private.notification_dispatches (company_id, notification_id, channel);
create table public.notifications_sent (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  notification_id uuid not null,
  employee_id uuid not null,
  event text not null,
  channel text not null,
  status text not null,
  error text,
  sent_at timestamptz default now() not null,
  due_at timestamptz,
  created_at timestamptz default now() not null,
  constraint notifications_sent_pkey primary key (company_id, id),
  constraint notifications_sent_once unique (company_id, notification_id, channel),
  constraint notifications_sent_event_known check (private.is_notification_event(event)),
  constraint notifications_sent_channel_known check (channel in ('push', 'mail', 'sms')),
  constraint notifications_sent_status_known check (status in ('waiting', 'sent', 'delivered', 'failed')),
  constraint notifications_sent_error_length check (char_length(error) <= 300),
  constraint notifications_sent_notification foreign key (company_id, notification_id) references public.notifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.notifications_sent');
create index notifications_sent_by_time on public.notifications_sent (company_id, sent_at desc);
create index notifications_sent_by_employee on public.notifications_sent (company_id, employee_id, sent_at desc);
alter publication supabase_realtime add table public.notifications_sent;
create table public.company_notification_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  event text not null,
  channel text not null,
  default_on boolean not null,
  forced boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_by uuid default auth.uid(),
  updated_at timestamptz default now() not null,
  constraint company_notification_rules_pkey primary key (company_id, id),
  constraint company_notification_rules_once unique (company_id, event, channel),
  constraint company_notification_rules_event_known check (private.is_notification_event(event)),
  constraint company_notification_rules_channel_known check (channel in ('push', 'mail', 'sms')),
  constraint company_notification_rules_forced_is_on check (default_on or not forced),
  constraint company_notification_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.company_notification_rules');
create table private.notification_occasions (
  company_id uuid not null,
  employee_id uuid not null,
  event text not null,
  occasion text not null,
  notified_at timestamptz default now() not null,
  constraint notification_occasions_pkey primary key (company_id, employee_id, event, occasion),
  constraint notification_occasions_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.notification_occasions');
create index notification_occasions_by_time on private.notification_occasions (notified_at);
alter table public.preferences add column chosen_switches text[] default '{}'::text[] not null;
-- What differs from a new account was chosen by somebody.
update public.preferences set chosen_switches = array_remove(array[
  case when not notify_project_updates then 'project_updates' end, case when not notify_time_reminders then 'time_reminders' end,
  case when notify_team_activity then 'team_activity' end, case when notify_email_digests then 'email_digests' end], null);
