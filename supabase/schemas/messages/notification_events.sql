create or replace view private.notification_events as
  select * from (values
    -- position, event, group of the four switches, whom it concerns, push and text by default, forceable: an owner may switch it on
    -- for everybody, digestible: can wait for one message a day, urgent: passes quiet hours, opt_in: not even in the bell of who
    -- switched on no channel, required: mailed whatever anybody chose
    (10, 'forgot_clock_out', 'time_reminders', 'everyone', true, false, true, false, true, false, false),
    (20, 'not_clocked_in', 'time_reminders', 'everyone', true, false, true, false, true, false, false),
    (30, 'clock_stopped', 'time_reminders', 'everyone', true, false, true, false, false, false, false),
    (40, 'break_due', 'time_reminders', 'everyone', true, false, true, false, true, false, false),
    (50, 'heat_rest', 'time_reminders', 'everyone', true, false, true, false, true, false, false),
    (60, 'shift_published', 'project_updates', 'everyone', true, false, true, true, false, false, false),
    (70, 'shift_changed', 'project_updates', 'everyone', true, false, true, false, false, false, false),
    (80, 'time_edited', 'time_reminders', 'everyone', true, false, true, true, false, false, false),
    (90, 'timesheet_to_sign', 'time_reminders', 'everyone', true, false, true, false, false, false, false),
    (100, 'question_asked', 'time_reminders', 'everyone', true, false, true, false, false, false, false),
    (110, 'time_off_decided', 'time_reminders', 'everyone', true, false, true, true, false, false, false),
    (115, 'expense_decided', 'time_reminders', 'everyone', true, false, true, true, false, false, false),
    (120, 'bulletin', 'email_digests', 'everyone', true, false, true, true, false, false, false),
    (130, 'document_to_sign', 'email_digests', 'everyone', true, false, true, true, false, false, false),
    (135, 'form_due', 'email_digests', 'everyone', true, false, true, false, false, false, false),
    (140, 'certificate_expiring', 'email_digests', 'everyone', true, false, true, true, false, false, false),
    (145, 'proof_unreadable', 'time_reminders', 'everyone', true, false, true, false, false, false, false),
    (150, 'project_added', 'project_updates', 'everyone', true, false, true, true, false, false, false),
    (160, 'project_changed', 'project_updates', 'everyone', true, false, true, true, false, false, false),
    (170, 'weekly_summary', 'email_digests', 'everyone', false, false, false, false, false, true, false),
    (180, 'person_late', 'team_activity', 'foremen', true, false, true, false, true, false, false),
    (185, 'crew_held', 'time_reminders', 'foremen', true, false, true, false, true, false, false),
    (190, 'overtime_soon', 'team_activity', 'everyone', true, false, true, false, true, false, false),
    (200, 'budget_alert', 'project_updates', 'foremen', true, false, true, true, false, false, false),
    (210, 'approval_needed', 'time_reminders', 'managers', true, false, true, false, false, false, false),
    (220, 'timesheet_disputed', 'time_reminders', 'managers', true, false, true, true, false, false, false),
    (230, 'clock_alarm', 'time_reminders', 'managers', true, false, true, false, true, false, false),
    (240, 'pin_locked', 'time_reminders', 'managers', true, false, true, true, false, false, false),
    (250, 'question_answered', 'time_reminders', 'managers', true, false, true, true, false, false, false),
    (255, 'ticket_signed', 'project_updates', 'managers', true, false, true, true, false, false, false),
    (260, 'document_expiring', 'email_digests', 'managers', true, false, true, true, false, false, false),
    (265, 'certified_payroll_due', 'time_reminders', 'managers', true, false, true, false, false, false, false),
    (270, 'team_activity', 'team_activity', 'managers', false, false, false, false, false, true, false),
    (275, 'text_cap_reached', 'time_reminders', 'managers', true, false, true, false, false, false, false),
    (280, 'restore_test_failed', 'email_digests', 'owners', true, false, true, false, false, false, true),
    (286, 'history_changed', 'email_digests', 'owners', true, false, true, false, false, false, true),
    (285, 'webhook_off', 'email_digests', 'owners', true, false, true, false, false, false, true),
    (287, 'accounting_sign_in', 'email_digests', 'owners', true, false, true, false, false, false, true),
    (290, 'token_created', 'email_digests', 'everyone', true, false, true, false, false, false, true),
    (293, 'owner_added', 'email_digests', 'owners', true, false, true, false, false, false, true)
  ) as e (position, event, grouping, audience, push, sms, forceable, digestible, urgent, opt_in, required);
comment on view private.notification_events is 'Everything somebody can be notified of, in the order of the settings. An event is here once something sends it.';

create or replace function private.is_notification_event(event_param text) returns boolean
language sql immutable parallel safe
return event_param = any (array['forgot_clock_out', 'not_clocked_in', 'clock_stopped', 'break_due', 'heat_rest', 'shift_published', 'shift_changed',
  'time_edited', 'timesheet_to_sign', 'question_asked', 'time_off_decided', 'bulletin', 'document_to_sign', 'certificate_expiring', 'project_added',
  'project_changed', 'weekly_summary', 'person_late', 'overtime_soon', 'budget_alert', 'approval_needed', 'timesheet_disputed', 'clock_alarm',
  'pin_locked', 'question_answered', 'document_expiring', 'team_activity', 'restore_test_failed', 'text_cap_reached', 'daily_digest', 'test',
  'ticket_signed', 'certified_payroll_due', 'expense_decided', 'history_changed', 'webhook_off', 'accounting_sign_in', 'proof_unreadable',
  'form_due', 'token_created', 'owner_added', 'crew_held']);
comment on function private.is_notification_event(text) is 'Names that rows about notifications may have, also those that nothing sends yet and those nobody chooses channels for: the daily message and the test of one''s channels.';
grant execute on function private.is_notification_event(text) to authenticated, service_role;

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
comment on table public.company_notification_rules is 'How a company notifies its people of an event unless they choose otherwise; without a row, as the product does.';
comment on column public.company_notification_rules.forced is 'Nobody can switch it off.';
alter table public.company_notification_rules enable row level security;
grant select, insert, update, delete on table public.company_notification_rules to authenticated;

create policy "Employees read how their company notifies" on public.company_notification_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners add rules of notifications" on public.company_notification_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change rules of notifications" on public.company_notification_rules
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete rules of notifications" on public.company_notification_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger check_rule before insert or update on public.company_notification_rules
  for each row execute function private.check_notification_rule();

create or replace function private.check_notification_rule() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.forced and not exists (select from private.notification_events v where v.event = new.event and v.forceable) then
    raise exception using errcode = 'P0001', hint = 'notification_not_forceable', message = 'Everybody decides about this notification for themselves.';
  end if;
  if not private.is_system() then
    new.updated_by := auth.uid();
  end if;
  return new;
end $$;

create or replace trigger fill_company_id before insert on public.company_notification_rules
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.company_notification_rules
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.company_notification_rules
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.company_notification_rules
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.company_notification_rules
  for each row execute function private.record_change();
