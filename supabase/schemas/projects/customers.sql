create table public.customers (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  number text,
  contact_name text,
  email text,
  phone text,
  address text,
  external_id text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint customers_pkey primary key (company_id, id),
  constraint customers_name_once_per_company unique (company_id, name),
  constraint customers_number_once_per_company unique (company_id, number),
  constraint customers_address_length check (char_length(address) <= 500),
  constraint customers_contact_name_length check (char_length(contact_name) <= 200),
  constraint customers_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  constraint customers_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint customers_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint customers_number_length check (char_length(number) >= 1 and char_length(number) <= 40),
  constraint customers_phone_length check (char_length(phone) <= 40),
  constraint customers_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.customers');
comment on table public.customers is 'Whom projects are built for. projects.client is their name, which everybody on the project may read.';
alter table public.customers enable row level security;
alter publication supabase_realtime add table public.customers;
grant select, insert, update, delete on table public.customers to authenticated;

create policy "Company roles that manage lists add customers" on public.customers
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists change customers" on public.customers
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone)
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists delete customers" on public.customers
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists read customers" on public.customers
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Managers add customers" on public.customers
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change customers" on public.customers
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete customers" on public.customers
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read customers" on public.customers
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.customers
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.customers
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.customers
  for each row execute function private.lock_identity();

create or replace trigger rename_customer after update on public.customers
  for each row when (old.name is distinct from new.name) execute function private.rename_customer();

create or replace function private.rename_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects p set client = new.name where p.company_id = new.company_id and p.customer_id = new.id;
  return null;
end $$;
comment on function private.rename_customer() is 'Projects show the customer''s new name.';

create or replace trigger touch_updated_at before update on public.customers
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.customers
  for each row execute function private.record_change();

create or replace function private.sync_project_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.customer_id is not null and (tg_op = 'INSERT' or new.customer_id is distinct from old.customer_id) then
    new.client := (select c.name from public.customers c where c.company_id = new.company_id and c.id = new.customer_id);
    return new;
  end if;
  if tg_op = 'UPDATE' and old.customer_id is not null and new.customer_id is null and new.client is not distinct from old.client then
    new.client := null;
  end if;
  new.client := nullif(btrim(new.client), '');
  if new.client is null then
    new.customer_id := null;
    return new;
  end if;
  insert into public.customers (company_id, name)
    select new.company_id, new.client
     where not exists (select from public.customers c where c.company_id = new.company_id and lower(c.name) = lower(new.client))
    on conflict do nothing;
  new.customer_id := (select c.id from public.customers c where c.company_id = new.company_id and lower(c.name) = lower(new.client)
    order by c.name = new.client desc, c.created_at limit 1);
  return new;
end $$;
comment on function private.sync_project_customer() is 'client is the name of the customer: a chosen customer writes it, a typed name finds the customer or adds it.';
