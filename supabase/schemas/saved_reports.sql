-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  constraint saved_reports_pkey primary key (company_id, id),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint saved_reports_definition_size check (pg_column_size(definition) <= 20000),
  constraint saved_reports_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint saved_reports_schedule_valid check (coalesce(private.report_schedule_is_valid(schedule), false)),
  constraint saved_reports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
comment on table public.saved_reports is 'A report that somebody keeps under a name; shared ones are for all managers and owners.';
comment on column public.saved_reports.definition is 'As activity_report() takes it; under "shape" what the screen makes of it, such as a period by name that moves along.';
comment on column public.saved_reports.schedule is 'When it is mailed to whoever saved it: {"every": "day" | "week" | "month", "weekday": 0 to 6 from Sunday, "day": 1 to 28, "hour": 0 to 23, "file": "csv" | "xlsx" | "pdf"}, in that person''s zone; without a file the mail has the link alone; null: never.';
alter table public.saved_reports enable row level security;
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
  using (company_id = (select private.my_company_id()) and (created_by = (select auth.uid()) or shared and (select private.is_manager())));

create policy "Everyone saves reports, managers share them" on public.saved_reports
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and created_by = (select auth.uid()) and (not shared or (select private.is_manager())));

alter publication supabase_realtime add table public.saved_reports;

create or replace function private.check_saved_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_report(new.definition);
  if tg_op = 'UPDATE' then
    new.created_by := old.created_by;
    new.created_at := old.created_at;
  end if;
  return new;
end $$;
comment on function private.check_saved_report() is 'Keeps what could not be read out, and whose a report is; nobody saves one for somebody else.';

create or replace trigger check_saved_report before insert or update on public.saved_reports
  for each row execute function private.check_saved_report();

create or replace trigger fill_company_id before insert on public.saved_reports
  for each row execute function private.fill_company_id();

create or replace trigger keep_identity before update on public.saved_reports
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.saved_reports
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.saved_reports
  for each row execute function private.record_change();
