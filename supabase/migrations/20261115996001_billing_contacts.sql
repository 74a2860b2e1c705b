-- The billing contact is for owners. It was a column of companies, which everyone in the company reads.

create table public.billing_contacts (
  company_id uuid primary key references public.companies (id) on delete cascade,
  name text not null default '' constraint billing_contacts_name_length check (char_length(name) <= 200),
  email text not null default '' constraint billing_contacts_email_length check (char_length(email) <= 254),
  address text not null default '' constraint billing_contacts_address_length check (char_length(address) <= 500),
  updated_at timestamptz not null default now()
);
comment on table public.billing_contacts is 'Whom to contact about billing, for owners only. Never card numbers.';
select private.refuse_non_finite('public.billing_contacts');

insert into public.billing_contacts (company_id, name, email, address)
select c.id, left(coalesce(c.billing ->> 'name', ''), 200), left(coalesce(c.billing ->> 'email', ''), 254),
  left(coalesce(c.billing ->> 'address', ''), 500)
from public.companies c where c.billing <> '{}';
alter table public.companies drop column billing;

create trigger fill_company_id before insert on public.billing_contacts
  for each row execute function private.fill_company_id();
create trigger touch_updated_at before update on public.billing_contacts
  for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or delete or update on public.billing_contacts
  for each row execute function private.record_change();

alter table public.billing_contacts enable row level security;
revoke all on public.billing_contacts from anon, authenticated;
grant select, insert, update on public.billing_contacts to authenticated;
create policy "Owners read the billing contact" on public.billing_contacts for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));
create policy "Owners add the billing contact" on public.billing_contacts for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));
create policy "Owners change the billing contact" on public.billing_contacts for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

-- The history is no way around it: neither the new table's, nor what the column left in the company's.
drop policy "Managers read the history of their company, others their own" on public.audit_events;
create policy "Managers read the history of their company, others their own" on public.audit_events
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())
      and (entity not in ('employee_rates', 'pay_items') or (select private.own_rate_visible())))
    and (entity not in ('companies', 'billing_contacts') or (select private.is_owner())
      or entity = 'companies' and coalesce(before -> 'billing', '{}') = '{}' and coalesce(after -> 'billing', '{}') = '{}'));
