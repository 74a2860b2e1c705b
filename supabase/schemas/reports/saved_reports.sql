create table public.saved_reports (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  definition jsonb not null,
  shared boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  schedule jsonb,
  recipients uuid[] default '{}'::uuid[] not null,
  scheduled_at timestamptz default now() not null,
  constraint saved_reports_pkey primary key (company_id, id),
  constraint saved_reports_definition_size check (pg_column_size(definition) <= 20000),
  constraint saved_reports_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint saved_reports_recipients_count check (cardinality(recipients) <= 50),
  constraint saved_reports_schedule_valid check (coalesce(private.report_schedule_is_valid(schedule), false)),
  constraint saved_reports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.saved_reports');
comment on table public.saved_reports is 'A report that somebody keeps under a name; shared ones are for all managers and owners.';
comment on column public.saved_reports.definition is 'As activity_report() takes it; under "shape" what the screen makes of it, such as a period by name that moves along.';
comment on column public.saved_reports.schedule is 'When it is mailed to whoever saved it: {"every": "day" | "week" | "month", "weekday": 0 to 6 from Sunday, "day": 1 to 28, "hour": 0 to 23, "file": "csv" | "xlsx" | "pdf"}, in that person''s zone; without a file the mail has the link alone; null: never.';
comment on column public.saved_reports.recipients is 'Employees who get it as well, each with what they may see. Managers choose them.';
comment on column public.saved_reports.scheduled_at is 'Since when it is mailed at these hours: what was due before is not sent after the fact.';
alter table public.saved_reports enable row level security;
alter publication supabase_realtime add table public.saved_reports;
grant select, insert, update, delete on table public.saved_reports to authenticated;

create policy "Everyone changes their own reports" on public.saved_reports
  for update to authenticated
  using (company_id = (select private.my_company_id()) and created_by = (select auth.uid()))
  with check (company_id = (select private.my_company_id()) and (not shared or (select private.is_manager())));

create policy "Everyone deletes their own reports" on public.saved_reports
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and created_by = (select auth.uid()));

create policy "Everyone reads their own reports, managers shared ones" on public.saved_reports
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (created_by = (select auth.uid()) or shared and (select private.is_manager())
    or (select private.my_employee_id()) = any (recipients)));

create policy "Everyone saves reports, managers share them" on public.saved_reports
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and created_by = (select auth.uid()) and (not shared or (select private.is_manager())));

create or replace trigger check_saved_report before insert or update on public.saved_reports
  for each row execute function private.check_saved_report();

create or replace function private.check_saved_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_report(new.definition);
  -- Taking somebody off is always possible, also of those who left.
  if not private.is_system() and not new.recipients <@ (case when tg_op = 'UPDATE' then old.recipients else '{}' end) then
    if not private.is_manager() then
      raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
    elsif not new.recipients <@ array(select e.id from public.employees e where e.company_id = new.company_id and e.active) then
      raise exception using errcode = 'P0001', hint = 'recipient_unknown', message = 'Choose people of your company.';
    end if;
  end if;
  if private.is_system() then
    null;
  elsif tg_op = 'INSERT' or (new.schedule - 'file') is distinct from (old.schedule - 'file') then
    new.scheduled_at := now();
  else
    new.scheduled_at := old.scheduled_at;
  end if;
  if tg_op = 'UPDATE' then
    new.created_by := old.created_by;
    new.created_at := old.created_at;
  end if;
  return new;
end $$;
comment on function private.check_saved_report() is 'Keeps what could not be read out, and whose a report is; nobody saves one for somebody else.';

create or replace trigger fill_company_id before insert on public.saved_reports
  for each row execute function private.fill_company_id();

create or replace trigger keep_identity before update on public.saved_reports
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.saved_reports
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.saved_reports
  for each row execute function private.record_change();

create table private.report_mails (
  company_id uuid not null,
  report_id uuid not null,
  sent_on date not null,
  constraint report_mails_pkey primary key (company_id, report_id, sent_on),
  constraint report_mails_report foreign key (company_id, report_id) references public.saved_reports(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.report_mails');
comment on table private.report_mails is 'Which report went out on which day, so that each goes once however many servers run.';
alter table private.report_mails enable row level security;

create table private.report_requests (
  company_id uuid not null,
  report_id uuid not null,
  asked_at timestamptz default now() not null,
  constraint report_requests_pkey primary key (company_id, report_id),
  constraint report_requests_report foreign key (company_id, report_id) references public.saved_reports(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.report_requests');
comment on table private.report_requests is 'When somebody last asked for a report at once, so that nobody fills a mailbox.';
alter table private.report_requests enable row level security;
