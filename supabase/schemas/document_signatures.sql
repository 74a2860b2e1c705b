-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  constraint document_signatures_pkey primary key (company_id, id),
  constraint document_signatures_once unique (company_id, version_id, employee_id),
  constraint document_signatures_language_known check (language = any (array['en'::text, 'es'::text])),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_signed_at check (isfinite(signed_at)),
  constraint document_signatures_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint document_signatures_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
create index document_signatures_by_employee on public.document_signatures using btree (company_id, employee_id);
comment on table public.document_signatures is 'Who signed that they read a version, in which language. Written by sign_document, kept as signed.';
alter table public.document_signatures enable row level security;
grant select on table public.document_signatures to authenticated;

create policy "Foremen and managers read who signed, others their own" on public.document_signatures
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (employee_id = (select private.my_employee_id()) or ((select private.my_role())) <> 'employee'::text and (version_id in ( select v.id
   from public.document_versions v
  where v.company_id = (select private.my_company_id())))));

alter publication supabase_realtime add table public.document_signatures;

create or replace trigger fill_company_id before insert on public.document_signatures
  for each row execute function private.fill_company_id('document_versions', 'version_id');

create or replace trigger keep_identity before update on public.document_signatures
  for each row execute function private.keep_identity();

create or replace trigger keep_signature before update on public.document_signatures
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.document_signatures
  for each row execute function private.record_change();

create or replace function public.sign_document(version_id_param uuid, language_param text) returns public.document_signatures
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  signed public.document_versions := private.current_version_i_see(version_id_param);
  signature public.document_signatures;
begin
  if not exists (select from public.documents d where d.company_id = me.company_id and d.id = signed.document_id and d.required_reading) then
    raise exception using errcode = 'P0001', hint = 'no_signature_needed', message = 'This document does not ask for a signature.';
  end if;
  insert into public.document_signatures (company_id, version_id, employee_id, signed_name, language)
    values (me.company_id, signed.id, me.id, btrim(concat_ws(' ', me.first_name, me.last_name)), language_param)
    on conflict on constraint document_signatures_once do nothing;
  select * into signature from public.document_signatures s
    where s.company_id = me.company_id and s.version_id = signed.id and s.employee_id = me.id;
  return signature;
end $$;
comment on function public.sign_document(uuid,text) is 'Everyone, for themselves: signs that they read this version, in which language (en or es). Repeated, the first signature stays.';
grant execute on function public.sign_document(uuid,text) to authenticated;
