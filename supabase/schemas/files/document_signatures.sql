create table public.document_signatures (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  version_id uuid not null,
  employee_id uuid not null,
  signed_name text not null,
  language text not null,
  signed_at timestamptz default now() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  signed_through text default 'account' not null,
  constraint document_signatures_pkey primary key (company_id, id),
  constraint document_signatures_once unique (company_id, version_id, employee_id),
  constraint document_signatures_language_known check (language in ('en', 'es')),
  constraint document_signatures_signed_through_known check (signed_through in ('account', 'pin', 'text_code')),
  constraint document_signatures_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint document_signatures_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.document_signatures');
create index document_signatures_by_employee on public.document_signatures (company_id, employee_id);
comment on table public.document_signatures is 'Who signed that they read a version, in which language. Written by sign_document, kept as signed.';
alter table public.document_signatures enable row level security;
alter publication supabase_realtime add table public.document_signatures;
grant select on table public.document_signatures to authenticated;

create policy "Foremen and managers read who signed, others their own" on public.document_signatures
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (employee_id = (select private.my_employee_id()) or ((select private.my_role())) <> 'employee' and (version_id in ( select v.id
   from public.document_versions v
  where v.company_id = (select private.my_company_id())))));

create or replace trigger fill_company_id before insert on public.document_signatures
  for each row execute function private.fill_company_id('document_versions', 'version_id');

create or replace trigger keep_creator before insert or update on public.document_signatures
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.document_signatures
  for each row execute function private.lock_identity();

create or replace trigger keep_signature before update on public.document_signatures
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.document_signatures
  for each row execute function private.record_change();
