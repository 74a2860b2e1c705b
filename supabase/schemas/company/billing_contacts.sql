create table public.billing_contacts (
  company_id uuid not null,
  name text default '' not null,
  email text default '' not null,
  address text default '' not null,
  updated_at timestamptz default now() not null,
  constraint billing_contacts_pkey primary key (company_id),
  constraint billing_contacts_address_length check (char_length(address) <= 500),
  constraint billing_contacts_email_length check (char_length(email) <= 254),
  constraint billing_contacts_name_length check (char_length(name) <= 200),
  constraint billing_contacts_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.billing_contacts');
comment on table public.billing_contacts is 'Whom to contact about billing, for owners only. Never card numbers.';
alter table public.billing_contacts enable row level security;
grant select, insert, update on table public.billing_contacts to authenticated;

create policy "Owners add the billing contact" on public.billing_contacts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change the billing contact" on public.billing_contacts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners read the billing contact" on public.billing_contacts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.billing_contacts
  for each row execute function private.fill_company_id();

create or replace trigger touch_updated_at before update on public.billing_contacts
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.billing_contacts
  for each row execute function private.record_change();
