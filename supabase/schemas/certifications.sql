-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.certifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  type_id uuid not null,
  number text,
  issued_on date,
  expires_on date,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint certifications_pkey primary key (company_id, id),
  constraint certifications_expire_after_issue check (expires_on >= issued_on),
  constraint certifications_note_length check (char_length(note) <= 500),
  constraint certifications_number_length check (char_length(number) <= 100),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_expires_on check (isfinite(expires_on)),
  constraint finite_issued_on check (isfinite(issued_on)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint certifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint certifications_type foreign key (company_id, type_id) references public.certification_types(company_id, id)
);
create index certifications_by_employee on public.certifications using btree (company_id, employee_id);
create index certifications_by_end on public.certifications using btree (company_id, expires_on) where expires_on is not null;
create index certifications_by_type on public.certifications using btree (company_id, type_id);
comment on table public.certifications is 'Certificates of people. A renewed one is a new row; what counts is the latest end.';
comment on column public.certifications.expires_on is 'The last day it counts; null: it does not expire.';
alter table public.certifications enable row level security;
grant select, insert, update, delete on table public.certifications to authenticated;

create policy "Managers add certificates" on public.certifications
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change certificates" on public.certifications
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete certificates" on public.certifications
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read all certificates, people their own" on public.certifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.certifications;

create or replace trigger fill_company_id before insert on public.certifications
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace function private.fill_certification_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.expires_on := (select (new.issued_on + make_interval(months => t.valid_months))::date - 1
    from public.certification_types t where t.company_id = new.company_id and t.id = new.type_id);
  return new;
end $$;
comment on function private.fill_certification_end() is 'Where only the day of issue is known, the end follows from how long this kind lasts.';

create or replace trigger fill_end before insert on public.certifications
  for each row when (new.expires_on is null and new.issued_on is not null) execute function private.fill_certification_end();

create or replace trigger keep_creator before insert or update on public.certifications
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.certifications
  for each row execute function private.keep_identity();

create or replace function private.settle_certificates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject public.certifications := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.settle_verifications(subject.company_id, array['expiring_certificate'], array(
    select c.id from public.certifications c
    where c.company_id = subject.company_id and c.employee_id = subject.employee_id and c.type_id = subject.type_id
    union select subject.id where tg_op = 'DELETE'));
  return null;
end $$;
comment on function private.settle_certificates() is 'A new, changed or deleted certificate closes what was told; the next morning tells again what still ends.';

create or replace trigger settle_items after insert or delete or update of expires_on, type_id, employee_id on public.certifications
  for each row execute function private.settle_certificates();

create or replace trigger touch_updated_at before update on public.certifications
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.certifications
  for each row execute function private.record_change();
