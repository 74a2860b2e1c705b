create table public.contractor_details (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  legal_name text,
  street text,
  city text,
  state text,
  zip text,
  phone text,
  email text,
  fein text,
  license_type text,
  license_number text,
  pwcr text,
  insurance_number text,
  external_ids jsonb default '{}'::jsonb not null,
  signers uuid[] default '{}'::uuid[] not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint contractor_details_pkey primary key (company_id, id),
  constraint contractor_details_one_per_company unique (company_id),
  constraint contractor_details_text_length check (char_length(legal_name) <= 200 and char_length(street) <= 200 and char_length(city) <= 100 and char_length(phone) <= 40 and char_length(email) <= 254 and char_length(license_number) <= 56 and char_length(insurance_number) <= 40),
  constraint contractor_details_state_code check (state ~ '^[A-Z]{2}$'),
  constraint contractor_details_zip_form check (zip ~ '^[0-9]{5}(-[0-9]{4})?$'),
  constraint contractor_details_email_form check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  constraint contractor_details_fein_form check (fein ~ '^[0-9]{9}$'),
  constraint contractor_details_license_type_known check (license_type in ('CSLB', 'PL', 'OTHER')),
  constraint contractor_details_pwcr_form check (pwcr ~ '^[0-9]{10}$'),
  constraint contractor_details_external_ids_object check (jsonb_typeof(external_ids) = 'object' and char_length(external_ids::text) <= 2000),
  constraint contractor_details_signers_count check (cardinality(signers) <= 100),
  constraint contractor_details_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.contractor_details');
comment on table public.contractor_details is 'The company as agencies know it: legal name, address and the numbers that certified payrolls carry.';
comment on column public.contractor_details.fein is 'Federal employer number, nine digits without a dash; never a person''s number.';
comment on column public.contractor_details.license_type is 'CSLB: contractor''s license of California, PL: another professional license, OTHER: type and number in license_number.';
comment on column public.contractor_details.pwcr is 'Registration as a public works contractor with the DIR of California, ten digits.';
comment on column public.contractor_details.insurance_number is 'Workers'' compensation policy, or certificate of self-insurance.';
comment on column public.contractor_details.external_ids is 'What portals call this company, by portal.';
comment on column public.contractor_details.signers is 'Managers who supervise the payment of wages and may sign; empty: every manager. Owners always may.';
alter table public.contractor_details enable row level security;
grant select, insert, update, delete on table public.contractor_details to authenticated;

create policy "Managers read what agencies know of the company" on public.contractor_details
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Owners add what agencies know of the company" on public.contractor_details
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change what agencies know of the company" on public.contractor_details
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete what agencies know of the company" on public.contractor_details
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger clean_contractor_details before insert or update on public.contractor_details
  for each row execute function private.clean_contractor_details();

create or replace function private.clean_contractor_details() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.legal_name := nullif(btrim(new.legal_name), '');
  new.street := nullif(btrim(new.street), '');
  new.city := nullif(btrim(new.city), '');
  new.state := nullif(upper(btrim(new.state)), '');
  new.zip := nullif(btrim(new.zip), '');
  new.phone := nullif(btrim(new.phone), '');
  new.email := nullif(btrim(new.email), '');
  -- Printed as 12-3456789, stored as files want it.
  new.fein := nullif(replace(btrim(new.fein), '-', ''), '');
  new.license_type := nullif(new.license_type, '');
  new.license_number := nullif(btrim(new.license_number), '');
  new.pwcr := nullif(btrim(new.pwcr), '');
  new.insurance_number := nullif(btrim(new.insurance_number), '');
  return new;
end $$;
comment on function private.clean_contractor_details() is 'Empty fields are null, codes are written one way.';

create or replace trigger fill_company_id before insert on public.contractor_details
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.contractor_details
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.contractor_details
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.contractor_details
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.contractor_details
  for each row execute function private.record_change();
