-- Lists that had no table: customers, units, groups of cost codes, reasons of delays, certificates.

create table public.customers (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint customers_name_length check (char_length(btrim(name)) between 1 and 200),
  number text constraint customers_number_length check (char_length(number) between 1 and 40),
  contact_name text constraint customers_contact_name_length check (char_length(contact_name) <= 200),
  email text constraint customers_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  phone text constraint customers_phone_length check (char_length(phone) <= 40),
  address text constraint customers_address_length check (char_length(address) <= 500),
  external_id text constraint customers_external_id_length check (char_length(external_id) between 1 and 100),
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint customers_name_once_per_company unique (company_id, name),
  constraint customers_number_once_per_company unique (company_id, number)
);
comment on table public.customers is 'Whom projects are built for. projects.client is their name, which everybody on the project may read.';

create table public.units (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint units_name_length check (char_length(btrim(name)) between 1 and 20),
  description text constraint units_description_length check (char_length(description) <= 100),
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint units_name_once_per_company unique (company_id, name)
);
comment on table public.units is 'Units of measure to choose from. Cost codes and budget lines hold the name; a renamed unit renames it on cost codes.';

create table public.cost_code_groups (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint cost_code_groups_name_length check (char_length(btrim(name)) between 1 and 100),
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint cost_code_groups_name_once_per_company unique (company_id, name)
);
comment on table public.cost_code_groups is 'Groups of cost codes to choose from. Cost codes hold the name (code_group); a renamed group renames it there.';

create table public.delay_reasons (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint delay_reasons_name_length check (char_length(btrim(name)) between 1 and 100),
  name_es text constraint delay_reasons_name_es_length check (char_length(name_es) <= 100),
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint delay_reasons_name_once_per_company unique (company_id, name)
);
comment on table public.delay_reasons is 'Why work stood still, to choose from in field reports.';

create table public.certification_types (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint certification_types_name_length check (char_length(btrim(name)) between 1 and 100),
  issuer text constraint certification_types_issuer_length check (char_length(issuer) <= 100),
  valid_months smallint constraint certification_types_valid_months_range check (valid_months between 1 and 600),
  warn_days smallint not null default 30 constraint certification_types_warn_days_range check (warn_days between 0 and 365),
  active boolean not null default true,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint certification_types_name_once_per_company unique (company_id, name)
);
comment on table public.certification_types is 'Kinds of certificates people hold: OSHA 10, crane operator, first aid.';
comment on column public.certification_types.valid_months is 'How long one lasts; fills expires_on where only the day of issue is given. Null: it does not expire by itself.';
comment on column public.certification_types.warn_days is 'How many days before the end managers are told.';

create table public.certifications (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  type_id uuid not null,
  number text constraint certifications_number_length check (char_length(number) <= 100),
  issued_on date,
  expires_on date,
  note text constraint certifications_note_length check (char_length(note) <= 500),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint certifications_expire_after_issue check (expires_on >= issued_on),
  constraint certifications_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint certifications_type foreign key (company_id, type_id) references public.certification_types (company_id, id)
);
create index certifications_by_employee on public.certifications (company_id, employee_id);
create index certifications_by_type on public.certifications (company_id, type_id);
create index certifications_by_end on public.certifications (company_id, expires_on) where expires_on is not null;
comment on table public.certifications is 'Certificates of people. A renewed one is a new row; what counts is the latest end.';
comment on column public.certifications.expires_on is 'The last day it counts; null: it does not expire.';

do $$
declare
  table_name text;
  words text;
begin
  for table_name, words in values ('customers', 'customers'), ('units', 'units'), ('cost_code_groups', 'groups of cost codes'),
      ('delay_reasons', 'reasons of delays'), ('certification_types', 'kinds of certificates'), ('certifications', 'certificates') loop
    execute format('create trigger fill_company_id before insert on public.%I for each row execute function private.fill_company_id(%s)',
      table_name, case table_name when 'certifications' then '''employees'', ''employee_id''' else '' end);
    execute format('create trigger keep_creator before insert or update on public.%I for each row execute function private.keep_creator()', table_name);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger touch_updated_at before update on public.%I for each row execute function private.touch_updated_at()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('alter table public.%I enable row level security', table_name);
    execute format('grant select, insert, update, delete on public.%I to authenticated, service_role', table_name);
    execute format('create policy %I on public.%I for insert to authenticated
      with check (company_id = (select private.my_company_id()) and (select private.is_manager()))', 'Managers add ' || words, table_name);
    execute format('create policy %I on public.%I for update to authenticated
      using (company_id = (select private.my_company_id()) and (select private.is_manager()))
      with check (company_id = (select private.my_company_id()))', 'Managers change ' || words, table_name);
    execute format('create policy %I on public.%I for delete to authenticated
      using (company_id = (select private.my_company_id()) and (select private.is_manager()))', 'Managers delete ' || words, table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
  foreach table_name in array array['units', 'cost_code_groups', 'delay_reasons', 'certification_types'] loop
    execute format('create policy %I on public.%I for select to authenticated using (company_id = (select private.my_company_id()))',
      'Employees read the ' || replace(table_name, '_', ' ') || ' of their company', table_name);
  end loop;
end $$;
create policy "Managers read customers" on public.customers
  for select to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers read all certificates, people their own" on public.certifications
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create function private.fill_certification_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.expires_on := (select (new.issued_on + make_interval(months => t.valid_months))::date - 1
    from public.certification_types t where t.company_id = new.company_id and t.id = new.type_id);
  return new;
end $$;
comment on function private.fill_certification_end() is 'Where only the day of issue is known, the end follows from how long this kind lasts.';
create trigger fill_end before insert on public.certifications
  for each row when (new.expires_on is null and new.issued_on is not null) execute function private.fill_certification_end();
