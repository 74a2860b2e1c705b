-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.field_report_versions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  report_id uuid not null,
  version integer not null,
  content jsonb not null,
  figures jsonb not null,
  signed_name text not null,
  language text not null,
  sha256 text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint field_report_versions_pkey primary key (company_id, id),
  constraint field_report_versions_once unique (company_id, report_id, version),
  constraint finite_created_at check (isfinite(created_at)),
  constraint field_report_versions_report foreign key (company_id, report_id) references public.field_reports(company_id, id) on delete cascade
);
comment on table public.field_report_versions is 'Every report as it was submitted, kept as it is. sha256 is of number, date, version, name, time, content and figures as canonical JSON text.';
alter table public.field_report_versions enable row level security;
grant select on table public.field_report_versions to authenticated;

create policy "Whoever reads a report reads its versions" on public.field_report_versions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (report_id in ( select r.id
   from public.field_reports r)));

alter publication supabase_realtime add table public.field_report_versions;

create or replace trigger keep_identity before update on public.field_report_versions
  for each row execute function private.keep_identity();

create or replace trigger keep_version before update on public.field_report_versions
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.field_report_versions
  for each row execute function private.record_change();
