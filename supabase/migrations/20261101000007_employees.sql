-- A person is not an account: employees exist without a user and are linked when an invited address confirms.
-- The key is (company_id, id): ids are unique per company only, so that no unique violation can tell of
-- another company's row, and the table can be distributed by company.

create table public.employees (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  first_name text not null constraint employees_first_name_length check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null default '' constraint employees_last_name_length check (char_length(last_name) <= 100),
  email text constraint employees_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  phone text constraint employees_phone_length check (char_length(phone) <= 40),
  job_title text constraint employees_job_title_length check (char_length(job_title) <= 100),
  language text not null default 'en' constraint employees_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  role text not null default 'employee' constraint employees_role_known
    check (role in ('owner', 'manager', 'foreman', 'employee')),
  active boolean not null default true,
  employee_number text constraint employees_number_length check (char_length(employee_number) between 1 and 40),
  external_ids jsonb not null default '{}' constraint employees_external_ids_is_object check (jsonb_typeof(external_ids) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deactivated_at timestamptz,
  primary key (company_id, id),
  constraint employees_email_once_per_company unique (company_id, email),
  constraint employees_number_once_per_company unique (company_id, employee_number)
);
-- One active employment per account; a person who left one company may join another.
create unique index employees_one_active_per_account on public.employees (user_id) where active and user_id is not null;
create index employees_user on public.employees (user_id) where user_id is not null;
create index employees_by_name on public.employees (company_id, last_name, first_name);

comment on table public.employees is 'People of a company, with or without an account.';
comment on column public.employees.user_id is 'The account, once linked. Set by invitation or create_company, never by a client.';
comment on column public.employees.email is 'Stored in lower case; the address an invitation goes to.';
comment on column public.employees.external_ids is 'Ids in payroll providers, e.g. {"adp_file_number": "000101"}.';

alter table public.employees enable row level security;

create policy "Managers read the people of their company, others themselves" on public.employees
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or id = (select private.my_employee_id())));
create policy "Managers add people to their company" on public.employees
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change the people of their company" on public.employees
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers remove people who never had an account" on public.employees
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and user_id is null);

grant select, delete on public.employees to authenticated;
grant insert (id, company_id, first_name, last_name, email, phone, job_title, language, role, employee_number, external_ids)
  on public.employees to authenticated;
grant update (id, company_id, first_name, last_name, email, phone, job_title, language, role, active, employee_number, external_ids)
  on public.employees to authenticated;
grant select, insert, update, delete on public.employees to service_role;
