-- Public work: contracts, determinations, fringe plans, apprentices, payroll facts.
create table public.public_contracts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  regime text default 'federal' not null,
  cwhssa text default 'unknown' not null,
  contractor_role text default 'prime' not null,
  prime_name text,
  contract_number text,
  agency text,
  county text,
  state text,
  location text,
  external_ids jsonb default '{}'::jsonb not null,
  week_ends_on smallint default 0 not null,
  top_up boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint public_contracts_pkey primary key (company_id, id),
  constraint public_contracts_one_per_project unique (company_id, project_id),
  constraint public_contracts_regime_known check (regime in ('federal', 'ca', 'ny', 'wa', 'other')),
  constraint public_contracts_cwhssa_known check (cwhssa in ('applies', 'does_not', 'unknown')),
  constraint public_contracts_role_known check (contractor_role in ('prime', 'sub')),
  constraint public_contracts_week_ends_on_range check (week_ends_on >= 0 and week_ends_on <= 6),
  constraint public_contracts_text_length check (char_length(prime_name) <= 200 and char_length(contract_number) <= 100 and char_length(agency) <= 200 and char_length(county) <= 200 and char_length(state) <= 50 and char_length(location) <= 500),
  constraint public_contracts_external_ids_object check (jsonb_typeof(external_ids) = 'object' and char_length(external_ids::text) <= 2000),
  constraint public_contracts_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.public_contracts');
create table public.wage_determinations (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  number text not null,
  modification text default '0' not null,
  published_on date,
  effective_from date not null,
  kind text default 'federal' not null,
  source_text text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint wage_determinations_pkey primary key (company_id, id),
  constraint wage_determinations_once unique (company_id, project_id, number, effective_from),
  constraint wage_determinations_number_length check (char_length(btrim(number)) >= 1 and char_length(number) <= 60),
  constraint wage_determinations_modification_length check (char_length(modification) <= 40),
  constraint wage_determinations_kind_known check (kind in ('federal', 'ca', 'other')),
  constraint wage_determinations_source_length check (char_length(source_text) <= 2000000),
  constraint wage_determinations_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.wage_determinations');
create table public.work_classifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  determination_id uuid not null,
  code text not null,
  name text not null,
  name_es text,
  craft text,
  base_rate numeric(10,4) not null,
  fringe_rate numeric(10,4) default 0 not null,
  zone_add numeric(10,4) default 0 not null,
  overtime jsonb,
  ends_on date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint work_classifications_pkey primary key (company_id, id),
  constraint work_classifications_code_once unique (company_id, determination_id, code),
  constraint work_classifications_code_length check (char_length(btrim(code)) >= 1 and char_length(code) <= 60),
  constraint work_classifications_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 300 and char_length(name_es) <= 300 and char_length(craft) <= 200),
  constraint work_classifications_base_positive check (base_rate > 0 and base_rate < 10000),
  constraint work_classifications_fringe_not_negative check (fringe_rate >= 0 and fringe_rate < 10000),
  constraint work_classifications_zone_not_negative check (zone_add >= 0 and zone_add < 10000),
  constraint work_classifications_overtime_object check (overtime is null or jsonb_typeof(overtime) = 'object'),
  constraint work_classifications_determination foreign key (company_id, determination_id) references public.wage_determinations(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.work_classifications');
create table public.cost_code_classifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid not null,
  classification_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint cost_code_classifications_pkey primary key (company_id, id),
  constraint cost_code_classifications_once unique (company_id, project_id, cost_code_id),
  constraint cost_code_classifications_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint cost_code_classifications_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete cascade,
  constraint cost_code_classifications_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.cost_code_classifications');
create table public.employee_classifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  project_id uuid not null,
  classification_id uuid not null,
  from_date date default CURRENT_DATE not null,
  cash_in_lieu numeric(10,4),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_classifications_pkey primary key (company_id, id),
  constraint employee_classifications_once unique (company_id, employee_id, project_id, from_date),
  constraint employee_classifications_cash_not_negative check (cash_in_lieu >= 0 and cash_in_lieu < 10000),
  constraint employee_classifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint employee_classifications_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint employee_classifications_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_classifications');
create table public.fringe_plans (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  kind text default 'health' not null,
  plan_number text,
  funded boolean default true not null,
  approval text,
  cost_amount numeric(12,4) not null,
  cost_period text default 'hour' not null,
  hours_basis numeric(8,2),
  from_date date default CURRENT_DATE not null,
  to_date date,
  hourly_credit numeric(10,2) generated always as (
    case cost_period when 'hour' then trunc(cost_amount, 2) when 'month' then trunc(cost_amount * 12 / hours_basis, 2) else trunc(cost_amount / hours_basis, 2) end) stored,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint fringe_plans_pkey primary key (company_id, id),
  constraint fringe_plans_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200 and char_length(plan_number) <= 100 and char_length(approval) <= 500),
  constraint fringe_plans_kind_known check (kind in ('health', 'pension', 'vacation_holiday', 'training', 'other')),
  constraint fringe_plans_period_known check (cost_period in ('hour', 'month', 'year')),
  constraint fringe_plans_cost_positive check (cost_amount > 0),
  constraint fringe_plans_hours check (cost_period = 'hour' or hours_basis is not null and hours_basis >= 1),
  constraint fringe_plans_dates check (to_date >= from_date),
  constraint fringe_plans_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.fringe_plans');
create table public.employee_fringe_plans (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  plan_id uuid not null,
  from_date date default CURRENT_DATE not null,
  to_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_fringe_plans_pkey primary key (company_id, id),
  constraint employee_fringe_plans_dates check (to_date >= from_date),
  constraint employee_fringe_plans_once_at_a_time exclude using gist (uuid_hash_extended(plan_id, uuid_hash_extended(company_id, 0)) with =, uuid_hash_extended(employee_id, 0) with =, daterange(from_date, to_date, '[]') with &&),
  constraint employee_fringe_plans_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint employee_fringe_plans_plan foreign key (company_id, plan_id) references public.fringe_plans(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_fringe_plans');
create table public.apprenticeship_programs (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  registered_with text default 'OA' not null,
  occupation text not null,
  ratio_apprentices smallint default 1 not null,
  ratio_journeyworkers smallint default 1 not null,
  fringe_rule text default 'full' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint apprenticeship_programs_pkey primary key (company_id, id),
  constraint apprenticeship_programs_once unique (company_id, name, occupation),
  constraint apprenticeship_programs_text_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200 and char_length(btrim(occupation)) >= 1 and char_length(occupation) <= 200),
  constraint apprenticeship_programs_registered_known check (registered_with in ('OA', 'SAA')),
  constraint apprenticeship_programs_ratio check (ratio_apprentices >= 1 and ratio_apprentices <= 100 and ratio_journeyworkers >= 1 and ratio_journeyworkers <= 100),
  constraint apprenticeship_programs_fringe_known check (fringe_rule in ('program', 'full')),
  constraint apprenticeship_programs_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.apprenticeship_programs');
create table public.apprenticeships (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  program_id uuid not null,
  registration_number text,
  from_date date not null,
  to_date date,
  level text not null,
  percent numeric(5,2) not null,
  fringe_percent numeric(5,2),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint apprenticeships_pkey primary key (company_id, id),
  constraint apprenticeships_dates check (to_date >= from_date),
  constraint apprenticeships_level_length check (char_length(btrim(level)) >= 1 and char_length(level) <= 100 and char_length(registration_number) <= 100),
  constraint apprenticeships_percent_range check (percent > 0 and percent <= 100 and fringe_percent >= 0 and fringe_percent <= 100),
  constraint apprenticeships_one_at_a_time exclude using gist (uuid_hash_extended(employee_id, uuid_hash_extended(company_id, 0)) with =, daterange(from_date, to_date, '[]') with &&),
  constraint apprenticeships_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint apprenticeships_program foreign key (company_id, program_id) references public.apprenticeship_programs(company_id, id)
);
select private.refuse_non_finite('public.apprenticeships');
create table public.payroll_facts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  week_end date not null,
  gross_all numeric(12,2),
  federal_tax numeric(12,2),
  state_tax numeric(12,2),
  fica numeric(12,2),
  medicare numeric(12,2),
  sdi numeric(12,2),
  other jsonb default '[]'::jsonb not null,
  net numeric(12,2),
  check_number text,
  paid_on date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint payroll_facts_pkey primary key (company_id, id),
  constraint payroll_facts_once unique (company_id, employee_id, week_end),
  constraint payroll_facts_amounts check (gross_all >= 0 and federal_tax >= 0 and state_tax >= 0 and fica >= 0 and medicare >= 0 and sdi >= 0 and net >= 0),
  constraint payroll_facts_other_list check (jsonb_typeof(other) = 'array' and char_length(other::text) <= 4000),
  constraint payroll_facts_check_number_length check (char_length(check_number) <= 40),
  constraint payroll_facts_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.payroll_facts');
create table public.employee_identities (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  last_four text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_identities_pkey primary key (company_id, id),
  constraint employee_identities_one_per_person unique (company_id, employee_id),
  constraint employee_identities_four_digits check (last_four ~ '^[0-9]{4}$'),
  constraint employee_identities_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_identities');
create table public.identity_views (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  viewed_by uuid,
  purpose text not null,
  viewed_at timestamptz default now() not null,
  constraint identity_views_pkey primary key (company_id, id),
  constraint identity_views_purpose_length check (char_length(btrim(purpose)) >= 1 and char_length(purpose) <= 200),
  constraint identity_views_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.identity_views');
create index identity_views_by_employee on public.identity_views (company_id, employee_id, viewed_at desc);
alter publication supabase_realtime add table public.cost_code_classifications;
alter publication supabase_realtime add table public.public_contracts;
alter table public.time_entries add column classification_id uuid;
alter table public.time_entries add constraint time_entries_classification
  foreign key (company_id, classification_id) references public.work_classifications(company_id, id);
create index time_entries_by_classification on public.time_entries using btree (company_id, classification_id) where classification_id is not null;
