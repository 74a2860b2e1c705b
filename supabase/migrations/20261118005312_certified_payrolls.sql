create or replace function private.sha256_of(text_param text) returns text
language sql immutable parallel safe
return encode(sha256(convert_to(text_param, 'UTF8'::name)), 'hex'::text);
create table public.certified_payrolls (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  week_end date not null,
  number integer not null,
  revision integer default 0 not null,
  corrects_id uuid,
  final boolean default false not null,
  no_work boolean default false not null,
  status text default 'signed' not null,
  signed_text text not null,
  content jsonb generated always as (signed_text::jsonb) stored,
  sha256 text generated always as (private.sha256_of(signed_text)) stored,
  employee_ids uuid[] default '{}'::uuid[] not null,
  signed_by uuid default auth.uid(),
  signed_name text not null,
  signed_title text not null,
  signed_at timestamptz default clock_timestamp() not null,
  delivered_at timestamptz,
  delivery_reference text,
  constraint certified_payrolls_pkey primary key (company_id, id),
  constraint certified_payrolls_week_once unique (company_id, project_id, week_end, revision),
  constraint certified_payrolls_number_once unique (company_id, project_id, number, revision),
  constraint certified_payrolls_corrected_once unique (company_id, corrects_id),
  constraint certified_payrolls_number_range check (number >= 1 and revision >= 0),
  constraint certified_payrolls_revision_corrects check ((revision = 0) = (corrects_id is null)),
  constraint certified_payrolls_status_known check (status in ('signed', 'delivered') and (status = 'delivered') = (delivered_at is not null)),
  constraint certified_payrolls_signer_length check (char_length(btrim(signed_name)) between 1 and 200 and char_length(btrim(signed_title)) between 1 and 100),
  constraint certified_payrolls_reference_length check (char_length(delivery_reference) <= 200),
  constraint certified_payrolls_contract foreign key (company_id, project_id) references public.public_contracts(company_id, project_id),
  constraint certified_payrolls_corrects foreign key (company_id, corrects_id) references public.certified_payrolls(company_id, id)
);
select private.refuse_non_finite('public.certified_payrolls');
create index certified_payrolls_by_signature on public.certified_payrolls (company_id, signed_at desc);
create table public.certified_payroll_deliveries (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  certified_payroll_id uuid not null,
  channel text not null,
  recipient text,
  reference text,
  delivered_at timestamptz default clock_timestamp() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint certified_payroll_deliveries_pkey primary key (company_id, id),
  constraint certified_payroll_deliveries_channel_known check (channel in ('mail', 'portal', 'link', 'paper', 'other')),
  constraint certified_payroll_deliveries_text_length check (char_length(recipient) <= 254 and char_length(reference) <= 200),
  constraint certified_payroll_deliveries_payroll foreign key (company_id, certified_payroll_id) references public.certified_payrolls(company_id, id)
);
select private.refuse_non_finite('public.certified_payroll_deliveries');
create index certified_payroll_deliveries_by_payroll on public.certified_payroll_deliveries (company_id, certified_payroll_id, delivered_at);
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
alter table public.public_contracts add column first_number integer default 1 not null;
alter table public.public_contracts add column first_week_end date;
alter table public.public_contracts add column no_work_reports boolean default true not null;
alter table public.public_contracts add column paid_after_days smallint default 5 not null;
alter table public.public_contracts add constraint public_contracts_first_number_range check (first_number >= 1 and first_number <= 9999);
alter table public.public_contracts add constraint public_contracts_first_week_ends check (extract(dow from first_week_end) = week_ends_on::numeric);
alter table public.public_contracts add constraint public_contracts_paid_after_days_range check (paid_after_days >= 0 and paid_after_days <= 60);
select private.refuse_non_finite('public.public_contracts');
