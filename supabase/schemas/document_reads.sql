-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.document_reads (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  version_id uuid not null,
  employee_id uuid not null,
  opened_at timestamptz,
  reminded_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint document_reads_pkey primary key (company_id, id),
  constraint document_reads_once unique (company_id, version_id, employee_id),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_opened_at check (isfinite(opened_at)),
  constraint finite_reminded_at check (isfinite(reminded_at)),
  constraint document_reads_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint document_reads_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
create index document_reads_by_employee on public.document_reads using btree (company_id, employee_id);
comment on table public.document_reads is 'When someone first opened a version that is to be signed, and when they were last reminded. Written by functions only.';
alter table public.document_reads enable row level security;
grant select on table public.document_reads to authenticated;

create policy "Foremen and managers read who opened what, others their own" on public.document_reads
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (employee_id = (select private.my_employee_id()) or ((select private.my_role())) <> 'employee'::text and (version_id in ( select v.id
   from public.document_versions v
  where v.company_id = (select private.my_company_id())))));

alter publication supabase_realtime add table public.document_reads;

create or replace trigger fill_company_id before insert on public.document_reads
  for each row execute function private.fill_company_id('document_versions', 'version_id');

create or replace trigger keep_creator before insert or update on public.document_reads
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.document_reads
  for each row execute function private.keep_identity();

create or replace trigger zz_record_change after insert or delete or update on public.document_reads
  for each row execute function private.record_change();
