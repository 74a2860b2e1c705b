-- Baseline in place of the migrations up to 20261123030402, which commit f31e62d has. Tables, types and indexes as they were
-- on 2026-11-17; functions, policies, triggers, views and rights are in supabase/schemas.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated;
grant usage on schema private to service_role;

create extension if not exists btree_gist with schema extensions;

create extension if not exists pg_trgm with schema extensions;

create extension if not exists pgcrypto with schema extensions;

create extension if not exists unaccent with schema extensions;

alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to service_role;

alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public grant select, update, usage on sequences to service_role;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to service_role;

alter default privileges revoke all on functions from public;

create type private.crew_day_plan as (
  reason text,
  entries jsonb,
  less boolean
);

create type private.late_difference as (
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  pay_code text,
  minutes integer,
  amount_cents bigint,
  flsa_premium_cents bigint,
  locked boolean
);

create type private.pay_break as (
  entry_id uuid,
  start_minute integer,
  end_minute integer,
  kind text,
  deducted boolean,
  automatic boolean
);

create type private.pay_piece as (
  piece integer,
  person integer,
  week integer,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  rate_e4 integer,
  week_start date,
  work_date date,
  week_policy_id uuid,
  rule_policy_id uuid,
  day_key integer,
  day_date date,
  day_week date,
  run_start integer,
  start_minute integer,
  minutes integer,
  paid_break_minutes integer
);

create type private.pay_planned as (
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  work_date date,
  starts timestamptz,
  ends timestamptz
);

create type private.pay_punch as (
  entry_id uuid,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  meal_waived boolean,
  work_date date,
  policy_id uuid,
  day_policy_id uuid,
  in_minute integer,
  out_minute integer
);

create type private.pay_segment as (
  entry_id uuid,
  employee_id uuid,
  project_id uuid,
  cost_code_id uuid,
  policy_id uuid,
  day_policy_id uuid,
  meal_waived boolean,
  start_minute integer,
  end_minute integer,
  run_start integer,
  gap_before integer,
  paid_breaks int4multirange
);

create type private.payroll_total as (
  employee_id uuid,
  regular_minutes bigint,
  overtime_minutes bigint,
  double_time_minutes bigint,
  paid_break_minutes bigint,
  regular_cents bigint,
  overtime_cents bigint,
  double_time_cents bigint,
  other_cents bigint,
  straight_cents bigint,
  flsa_cents bigint,
  unpriced boolean,
  rates bigint,
  one_rate_e4 integer
);

create domain public."text/calendar" as text;

-- Defaults and rules of tables call these; supabase/schemas has them as they are today.
set check_function_bodies = off;

create or replace function private.my_company_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  passed boolean := auth.jwt() ->> 'aal' = 'aal2';
begin
  return e.company_id from public.employees e where e.user_id = account and e.active
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
end $$;

create or replace function private.my_employee_id() returns uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  passed boolean := auth.jwt() ->> 'aal' = 'aal2';
begin
  return e.id from public.employees e where e.user_id = account and e.active
    and (passed or not exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'));
end $$;

create or replace function private.budget_milestones_add_up(milestones_param text) returns boolean
language sql immutable set search_path = '' as $$
  select bool_and(coalesce(m.weight, 0) > 0) and sum(m.weight) = 100
    from (select substring(btrim(part) from '^.*\S\s+(\d+(?:\.\d+)?)\s*%?$')::numeric as weight
      from unnest(string_to_array(milestones_param, ',')) part) m;
$$;

create or replace function private.is_polygon(polygon_param jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  ring jsonb;
  corner jsonb;
begin
  if jsonb_typeof(polygon_param) is distinct from 'array' or jsonb_array_length(polygon_param) not between 1 and 20 then
    return false;
  end if;
  for ring in select r from jsonb_array_elements(polygon_param) as r loop
    if jsonb_typeof(ring) <> 'array' or jsonb_array_length(ring) not between 3 and 1000 then
      return false;
    end if;
    for corner in select c from jsonb_array_elements(ring) as c loop
      if jsonb_typeof(corner -> 0) is distinct from 'number' or jsonb_typeof(corner -> 1) is distinct from 'number' then
        return false;
      elsif (corner ->> 0)::numeric not between -180 and 180 or (corner ->> 1)::numeric not between -90 and 90 then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end $$;

create or replace function private.report_schedule_is_valid(schedule_param jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select schedule_param is null or jsonb_typeof(schedule_param) = 'object' and case schedule_param ->> 'every'
    when 'day' then true
    when 'week' then schedule_param ->> 'weekday' ~ '^[0-6]$'
    when 'month' then schedule_param ->> 'day' ~ '^([1-9]|1\d|2[0-8])$'
    else false end and schedule_param ->> 'hour' ~ '^([0-9]|1\d|2[0-3])$'
    and coalesce(schedule_param ->> 'file' in ('csv', 'xlsx', 'pdf'), not schedule_param ? 'file');
$$;

create or replace function private.accrual_is_valid(accrual_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select accrual_param is null or jsonb_typeof(accrual_param) = 'object'
    and accrual_param - '{kind,hours,worked,cap,carry_over,waiting_days}'::text[] = '{}'
    and coalesce(accrual_param ->> 'kind' in ('per_year', 'per_period', 'per_hours_worked'), false)
    and coalesce(accrual_param @@ 'strict $.hours > 0 && $.hours <= 10000', false)
    and (accrual_param ->> 'kind' = 'per_hours_worked') = coalesce(accrual_param @@ 'strict $.worked > 0 && $.worked <= 10000', false)
    and (accrual_param ->> 'cap' is null or coalesce(accrual_param @@ 'strict $.cap >= 0 && $.cap <= 10000', false))
    and (accrual_param ->> 'carry_over' is null or coalesce(accrual_param @@ 'strict $.carry_over >= 0 && $.carry_over <= 10000', false))
    and (accrual_param ->> 'waiting_days' is null or coalesce(accrual_param @@ 'strict $.waiting_days >= 0 && $.waiting_days <= 3650', false));
$$;

create or replace function private.refuse_non_finite(table_param regclass) returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  for found in
    select a.attname as name, t.typname in ('numeric', 'float8', 'float4') as is_number
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = table_param and a.attnum > 0 and not a.attisdropped
       and t.typname in ('timestamptz', 'timestamp', 'date', 'numeric', 'float8', 'float4')
       and not exists (select from pg_constraint k where k.conrelid = table_param and k.conname = 'finite_' || a.attname)
     order by a.attnum
  loop
    execute format('alter table %s add constraint %I check (%s)', table_param, 'finite_' || found.name,
      case when found.is_number then format('%1$I > ''-Infinity'' and %1$I < ''Infinity''', found.name)
        else format('isfinite(%I)', found.name) end);
  end loop;
end $$;

create table private.audit_links (
  company_id uuid not null,
  "position" bigint not null,
  sequence bigint not null,
  event_id uuid not null,
  hash bytea not null,
  constraint audit_links_pkey primary key (company_id, "position"),
  constraint audit_links_once unique (company_id, event_id)
);
alter table private.audit_links enable row level security;

create table private.audit_unlinked (
  company_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  event_hash text not null,
  constraint audit_unlinked_pkey primary key (company_id, sequence, event_id)
);
alter table private.audit_unlinked enable row level security;

create table public.companies (
  id uuid default gen_random_uuid() not null,
  name text not null,
  time_zone text default 'America/New_York' not null,
  week_start smallint default 0 not null,
  pay_period_kind text default 'weekly' not null,
  pay_period_anchor date default '2026-01-04'::date not null,
  cost_code_required boolean default false not null,
  team_visible boolean default true not null,
  own_rate_visible boolean default true not null,
  edit_reason_required boolean default false not null,
  capture_location boolean default true not null,
  rounding_minutes smallint,
  auto_meal_minutes smallint,
  auto_meal_after_minutes smallint,
  settings jsonb default '{}'::jsonb not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  location_days smallint default 90 not null,
  own_time_add text default 'allowed' not null,
  own_time_edit text default 'allowed' not null,
  own_time_delete text default 'allowed' not null,
  leaver_access_months smallint default 24 not null,
  late_after_minutes smallint default 15 not null,
  foremen_approve boolean default false not null,
  storage_limit_bytes bigint default '21474836480'::bigint not null,
  document_retention_days smallint default 365 not null,
  budget_alert_points integer default 10 not null,
  kiosk_photos boolean default false not null,
  own_pay_by_others boolean default true not null,
  own_approval_by_others boolean default true not null,
  office_pins_by_owners boolean default true not null,
  late_punch_hours smallint default 48 not null,
  constraint companies_pkey primary key (id),
  constraint companies_auto_meal_after check (auto_meal_after_minutes >= 60 and auto_meal_after_minutes <= 1440),
  constraint companies_auto_meal_complete check ((auto_meal_minutes is null) = (auto_meal_after_minutes is null)),
  constraint companies_auto_meal_length check (auto_meal_minutes >= 1 and auto_meal_minutes <= 120),
  constraint companies_budget_alert_points_range check (budget_alert_points >= 1 and budget_alert_points <= 100),
  constraint companies_document_retention check (document_retention_days >= 1 and document_retention_days <= 3650),
  constraint companies_late_after_range check (late_after_minutes >= 1 and late_after_minutes <= 240),
  constraint companies_late_punch_hours_range check (late_punch_hours >= 1 and late_punch_hours <= 720),
  constraint companies_leaver_access check (leaver_access_months >= 0 and leaver_access_months <= 120),
  constraint companies_location_days_range check (location_days >= 1 and location_days <= 3650),
  constraint companies_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint companies_own_time_add_known check (own_time_add in ('allowed', 'with_reason', 'not_allowed')),
  constraint companies_own_time_delete_known check (own_time_delete in ('allowed', 'with_reason', 'not_allowed')),
  constraint companies_own_time_edit_known check (own_time_edit in ('allowed', 'with_reason', 'not_allowed')),
  constraint companies_pay_period_kind_known check (pay_period_kind in ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  constraint companies_rounding_known check (rounding_minutes = any (array[5, 6, 15])),
  constraint companies_settings_is_object check (jsonb_typeof(settings) = 'object'),
  constraint companies_storage_limit_range check (storage_limit_bytes >= 0 and storage_limit_bytes <= '1125899906842624'::bigint),
  constraint companies_week_start_is_a_day check (week_start >= 0 and week_start <= 6)
);
select private.refuse_non_finite('public.companies');
alter table public.companies enable row level security;

create table public.employees (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  first_name text not null,
  last_name text default '' not null,
  email text,
  phone text,
  job_title text,
  language text default 'en' not null,
  role text default 'employee' not null,
  active boolean default true not null,
  employee_number text,
  external_ids jsonb default '{}'::jsonb not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deactivated_at timestamptz,
  own_time_add text,
  own_time_edit text,
  own_time_delete text,
  hired_on date,
  recovery_made_at timestamptz,
  recovery_made_by uuid,
  join_asked_at timestamptz,
  constraint employees_pkey primary key (company_id, id),
  constraint employees_email_once_per_company unique (company_id, email),
  constraint employees_number_once_per_company unique (company_id, employee_number),
  constraint employees_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  constraint employees_external_ids_is_object check (jsonb_typeof(external_ids) = 'object'),
  constraint employees_first_name_length check (char_length(btrim(first_name)) >= 1 and char_length(btrim(first_name)) <= 100),
  constraint employees_job_title_length check (char_length(job_title) <= 100),
  constraint employees_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint employees_last_name_length check (char_length(last_name) <= 100),
  constraint employees_number_length check (char_length(employee_number) >= 1 and char_length(employee_number) <= 40),
  constraint employees_own_time_add_known check (own_time_add in ('allowed', 'with_reason', 'not_allowed')),
  constraint employees_own_time_delete_known check (own_time_delete in ('allowed', 'with_reason', 'not_allowed')),
  constraint employees_own_time_edit_known check (own_time_edit in ('allowed', 'with_reason', 'not_allowed')),
  constraint employees_phone_length check (char_length(phone) <= 40),
  constraint employees_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint employees_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint employees_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null
);
select private.refuse_non_finite('public.employees');
create index employees_by_name on public.employees (company_id, last_name, first_name);
create unique index employees_one_active_per_account on public.employees (user_id) where active and user_id is not null;
create index employees_user on public.employees (user_id) where user_id is not null;
alter table public.employees enable row level security;
alter publication supabase_realtime add table public.employees;

create table private.calendar_feeds (
  company_id uuid not null,
  employee_id uuid not null,
  token_hash text not null,
  created_at timestamptz default now() not null,
  constraint calendar_feeds_pkey primary key (company_id, employee_id),
  constraint calendar_feeds_token_hash_key unique (token_hash),
  constraint calendar_feeds_company_id_employee_id_fkey foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.calendar_feeds');
alter table private.calendar_feeds enable row level security;

create table public.cost_codes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  code text not null,
  name text not null,
  code_group text,
  unit text,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  merged_into uuid,
  external_id text,
  hours_per_unit numeric(12,3),
  constraint cost_codes_pkey primary key (company_id, id),
  constraint cost_codes_code_once_per_company unique (company_id, code),
  constraint cost_codes_code_length check (char_length(btrim(code)) >= 1 and char_length(btrim(code)) <= 40),
  constraint cost_codes_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint cost_codes_group_length check (char_length(code_group) <= 100),
  constraint cost_codes_hours_per_unit_range check (hours_per_unit > 0),
  constraint cost_codes_merged_is_archived check (merged_into is null or not active),
  constraint cost_codes_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint cost_codes_unit_length check (char_length(unit) <= 20),
  constraint cost_codes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint cost_codes_merged_into foreign key (company_id, merged_into) references public.cost_codes(company_id, id)
);
select private.refuse_non_finite('public.cost_codes');
create index cost_codes_by_merged_into on public.cost_codes (company_id, merged_into) where merged_into is not null;
alter table public.cost_codes enable row level security;

create table public.equipment_classes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  operating_rate numeric(12,2),
  standby_rate numeric(12,2),
  meter_at_clock_out boolean default false not null,
  checklist text[] default '{}'::text[] not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint equipment_classes_pkey primary key (company_id, id),
  constraint equipment_classes_name_once_per_company unique (company_id, name),
  constraint equipment_classes_checklist_length check (cardinality(checklist) <= 50),
  constraint equipment_classes_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint equipment_classes_operating_rate_range check (operating_rate >= 0 and operating_rate <= 1000000),
  constraint equipment_classes_standby_rate_range check (standby_rate >= 0 and standby_rate <= 1000000),
  constraint equipment_classes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.equipment_classes');
alter table public.equipment_classes enable row level security;
alter publication supabase_realtime add table public.equipment_classes;

create table public.equipment (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  number text,
  status text default 'available' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  class_id uuid,
  ownership text default 'owned' not null,
  meter_unit text,
  off_rent_date date,
  photo_path text,
  notes text,
  external_id text,
  constraint equipment_pkey primary key (company_id, id),
  constraint equipment_number_once_per_company unique (company_id, number),
  constraint equipment_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint equipment_meter_unit_known check (meter_unit in ('hours', 'miles')),
  constraint equipment_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint equipment_notes_length check (char_length(notes) <= 2000),
  constraint equipment_number_length check (char_length(number) >= 1 and char_length(number) <= 40),
  constraint equipment_ownership_known check (ownership in ('owned', 'rented')),
  constraint equipment_photo_path_length check (char_length(photo_path) <= 400),
  constraint equipment_status_known check (status in ('available', 'down', 'retired')),
  constraint equipment_class foreign key (company_id, class_id) references public.equipment_classes(company_id, id),
  constraint equipment_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.equipment');
create index equipment_by_class on public.equipment (company_id, class_id) where class_id is not null;
alter table public.equipment enable row level security;
alter publication supabase_realtime add table public.equipment;

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
alter table public.customers enable row level security;
alter publication supabase_realtime add table public.customers;

create table public.projects (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  client text,
  number text,
  status text default 'active' not null,
  address text,
  deadline date,
  percent_complete smallint default 0 not null,
  color text,
  archived_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  prevailing_wage boolean default false not null,
  time_zone text,
  location_required boolean default false not null,
  percent_computed boolean default false not null,
  customer_id uuid,
  parent_id uuid,
  external_id text,
  constraint projects_pkey primary key (company_id, id),
  constraint projects_number_once_per_company unique (company_id, number),
  constraint projects_address_length check (char_length(address) <= 500),
  constraint projects_client_length check (char_length(client) <= 200),
  constraint projects_color_form check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint projects_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint projects_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint projects_number_length check (char_length(number) >= 1 and char_length(number) <= 40),
  constraint projects_percent_range check (percent_complete >= 0 and percent_complete <= 100),
  constraint projects_status_known check (status in ('active', 'completed', 'on_hold')),
  constraint projects_time_zone_length check (char_length(time_zone) >= 1 and char_length(time_zone) <= 64),
  constraint projects_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint projects_customer foreign key (company_id, customer_id) references public.customers(company_id, id),
  constraint projects_parent foreign key (company_id, parent_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.projects');
create index projects_by_customer on public.projects (company_id, customer_id) where customer_id is not null;
create index projects_by_parent on public.projects (company_id, parent_id) where parent_id is not null;
create index projects_recent on public.projects (company_id, updated_at desc);
create index projects_with_own_zone on public.projects (company_id, time_zone) where time_zone is not null;
alter table public.projects enable row level security;
alter publication supabase_realtime add table public.projects;

create table public.time_entries (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  clock_in timestamptz not null,
  clock_out timestamptz,
  work_date date default CURRENT_DATE not null,
  project_id uuid,
  cost_code_id uuid,
  notes text,
  status text default 'active' not null,
  source text default 'manual' not null,
  meal_waived boolean default false not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  equipment_id uuid,
  device text,
  constraint time_entries_pkey primary key (company_id, id),
  constraint time_entries_no_overlap exclude using gist (uuid_hash_extended(employee_id, uuid_hash_extended(company_id, 0)) with =, tstzrange(clock_in, clock_out) with &&),
  constraint time_entries_device_length check (char_length(device) <= 300),
  constraint time_entries_end_after_start check (clock_out > clock_in),
  constraint time_entries_notes_length check (char_length(notes) <= 2000),
  constraint time_entries_source_known check (source in ('timer', 'manual', 'crew', 'kiosk', 'import')),
  constraint time_entries_status_follows_clock_out check (status =
case
    when clock_out is null then 'active'
    else 'completed'
end),
  constraint time_entries_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint time_entries_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint time_entries_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id),
  constraint time_entries_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.time_entries');
create index time_entries_by_company on public.time_entries (company_id, clock_in desc);
create index time_entries_by_cost_code on public.time_entries (company_id, cost_code_id) where cost_code_id is not null;
create index time_entries_by_employee on public.time_entries (company_id, employee_id, clock_in desc);
create index time_entries_by_equipment on public.time_entries (company_id, equipment_id, clock_in desc) where equipment_id is not null;
create index time_entries_by_project on public.time_entries (company_id, project_id, clock_in desc);
create unique index time_entries_one_running on public.time_entries (company_id, employee_id) where clock_out is null;
create index time_entries_over_a_day on public.time_entries (company_id, clock_in) where (clock_out - clock_in) > '24:00:00'::interval;
alter table public.time_entries enable row level security;
alter publication supabase_realtime add table public.time_entries;

create table private.crew_day_entries (
  company_id uuid not null,
  entry_id uuid not null,
  crew_id uuid not null,
  saved_at timestamptz not null,
  constraint crew_day_entries_pkey primary key (company_id, entry_id),
  constraint crew_day_entries_company_id_entry_id_fkey foreign key (company_id, entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.crew_day_entries');
alter table private.crew_day_entries enable row level security;

create table public.folders (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  name text not null,
  audience jsonb default '{"everyone": true}'::jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint folders_pkey primary key (company_id, id),
  constraint folders_audience_known check (jsonb_typeof(audience) = 'object' and pg_column_size(audience) < 60000 and (audience - '{everyone,roles,projects,crews,employees}'::text[]) = '{}'::jsonb and (coalesce(audience ->> 'everyone', '') = 'true' or audience ?| '{roles,projects,crews,employees}'::text[])),
  constraint folders_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint folders_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint folders_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.folders');
create unique index folders_name_once on public.folders (company_id, project_id, lower(btrim(name))) nulls not distinct;
alter table public.folders enable row level security;
alter publication supabase_realtime add table public.folders;

create table public.documents (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  folder_id uuid,
  name text not null,
  expires_on date,
  required_reading boolean default false not null,
  deleted_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint documents_pkey primary key (company_id, id),
  constraint documents_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint documents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint documents_folder foreign key (company_id, folder_id) references public.folders(company_id, id),
  constraint documents_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.documents');
create index documents_by_folder on public.documents (company_id, folder_id);
create index documents_deleted on public.documents (deleted_at) where deleted_at is not null;
create index documents_expiring on public.documents (company_id, expires_on) where expires_on is not null and deleted_at is null;
create unique index documents_name_once on public.documents (company_id, project_id, folder_id, lower(btrim(name))) nulls not distinct where deleted_at is null;
alter table public.documents enable row level security;
alter publication supabase_realtime add table public.documents;

create table public.document_versions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  document_id uuid not null,
  version integer not null,
  path text not null,
  file_name text,
  media_type text,
  size_bytes bigint,
  page_count integer,
  sha256 text,
  note text,
  superseded_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint document_versions_pkey primary key (company_id, id),
  constraint document_versions_once unique (company_id, document_id, version),
  constraint document_versions_path_once unique (path),
  constraint document_versions_file_name_length check (char_length(file_name) >= 1 and char_length(file_name) <= 255),
  constraint document_versions_media_type_length check (char_length(media_type) <= 200),
  constraint document_versions_note_length check (char_length(note) <= 500),
  constraint document_versions_page_count_positive check (page_count > 0),
  constraint document_versions_path_form check (path ~ '^[0-9a-f-]{36}/([0-9a-f-]{36}|company)/[0-9a-f-]{36}\.[a-z0-9]{1,10}$' and split_part(path, '/', 1) = company_id::text and split_part(split_part(path, '/', 3), '.', 1) = id::text),
  constraint document_versions_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint document_versions_size_positive check (size_bytes >= 0),
  constraint document_versions_version_positive check (version > 0),
  constraint document_versions_document foreign key (company_id, document_id) references public.documents(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.document_versions');
create unique index document_versions_current on public.document_versions (company_id, document_id) where superseded_at is null;
alter table public.document_versions enable row level security;
alter publication supabase_realtime add table public.document_versions;

create table private.document_texts (
  company_id uuid not null,
  version_id uuid not null,
  content text not null,
  words tsvector generated always as (to_tsvector('simple'::regconfig, content)) stored,
  constraint document_texts_pkey primary key (company_id, version_id),
  constraint document_texts_length check (char_length(content) <= 300000),
  constraint document_texts_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
create index document_texts_words on private.document_texts using gin (words);
alter table private.document_texts enable row level security;

create table public.employee_pins (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  failed_attempts integer default 0 not null,
  locked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  set_by uuid,
  set_at timestamptz,
  constraint employee_pins_pkey primary key (company_id, id),
  constraint employee_pins_one_each unique (company_id, employee_id),
  constraint employee_pins_failed_attempts_range check (failed_attempts >= 0 and failed_attempts <= 5),
  constraint employee_pins_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint employee_pins_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_pins');
alter table public.employee_pins enable row level security;
alter publication supabase_realtime add table public.employee_pins;

create table private.employee_pin_hashes (
  company_id uuid not null,
  employee_id uuid not null,
  pin_hash text not null,
  constraint employee_pin_hashes_pkey primary key (company_id, employee_id),
  constraint employee_pin_hashes_company_id_employee_id_fkey foreign key (company_id, employee_id) references public.employee_pins(company_id, employee_id) on delete cascade
);
alter table private.employee_pin_hashes enable row level security;

create table public.synced_events (
  company_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  device_id text not null,
  sequence bigint not null,
  kind text not null,
  happened_at timestamptz not null,
  offset_ms bigint not null,
  counts_at timestamptz not null,
  payload jsonb not null,
  entry_id uuid,
  ends_id uuid,
  state text default 'received' not null,
  created_by uuid,
  created_at timestamptz default clock_timestamp() not null,
  constraint synced_events_pkey primary key (company_id, id),
  constraint synced_events_device_length check (char_length(device_id) >= 1 and char_length(device_id) <= 100),
  constraint synced_events_kind_length check (char_length(kind) >= 1 and char_length(kind) <= 40),
  constraint synced_events_state_known check (state in ('received', 'unreadable', 'closing', 'applied', 'repeated', 'held', 'adjusted', 'discarded')),
  constraint synced_events_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.synced_events');
create index synced_events_by_device on public.synced_events (company_id, device_id, sequence);
create index synced_events_by_employee on public.synced_events (company_id, employee_id, sequence);
create index synced_events_by_ended_entry on public.synced_events (company_id, ends_id) where ends_id is not null;
create index synced_events_by_entry on public.synced_events (company_id, entry_id);
create index synced_events_by_sender on public.synced_events (company_id, created_by, created_at);
alter table public.synced_events enable row level security;

create table private.event_places (
  company_id uuid not null,
  event_id uuid not null,
  punched_at timestamptz not null,
  place jsonb not null,
  constraint event_places_pkey primary key (company_id, event_id),
  constraint event_places_event foreign key (company_id, event_id) references public.synced_events(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.event_places');
create index event_places_by_age on private.event_places (company_id, punched_at);
alter table private.event_places enable row level security;

create table public.imports (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  list text not null,
  file_name text,
  mapping jsonb default '{}'::jsonb not null,
  new_rows integer default 0 not null,
  changed_rows integer default 0 not null,
  same_rows integer default 0 not null,
  error_rows integer default 0 not null,
  totals_before jsonb,
  totals_after jsonb,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  undone_at timestamptz,
  undone_by uuid,
  constraint imports_pkey primary key (company_id, id),
  constraint imports_file_name_length check (char_length(file_name) <= 200),
  constraint imports_list_length check (char_length(list) >= 1 and char_length(list) <= 40),
  constraint imports_mapping_size check (pg_column_size(mapping) <= 20000),
  constraint imports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.imports');
create index imports_by_time on public.imports (company_id, created_at desc);
alter table public.imports enable row level security;
alter publication supabase_realtime add table public.imports;

create table private.import_steps (
  company_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  part smallint default 1 not null,
  result text not null,
  message text,
  entity text,
  row_id uuid,
  before jsonb,
  after jsonb,
  undone boolean default false not null,
  kept text,
  constraint import_steps_pkey primary key (company_id, import_id, row_number, part),
  constraint import_steps_import foreign key (company_id, import_id) references public.imports(company_id, id) on delete cascade
);
create index import_steps_to_undo on private.import_steps (company_id, import_id, row_number desc, part desc) where (result in ('new', 'changed')) and not undone and kept is null;
create index import_steps_undone on private.import_steps (company_id, import_id) where undone;
alter table private.import_steps enable row level security;

create table public.kiosks (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  project_id uuid,
  user_id uuid,
  paired_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint kiosks_pkey primary key (company_id, id),
  constraint kiosks_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint kiosks_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint kiosks_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint kiosks_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null
);
select private.refuse_non_finite('public.kiosks');
create unique index kiosks_one_per_account on public.kiosks (user_id) where revoked_at is null and user_id is not null;
alter table public.kiosks enable row level security;
alter publication supabase_realtime add table public.kiosks;

create table private.kiosk_codes (
  company_id uuid not null,
  kiosk_id uuid not null,
  code_hash text not null,
  expires_at timestamptz not null,
  constraint kiosk_codes_pkey primary key (company_id, kiosk_id),
  constraint kiosk_codes_code_hash_key unique (code_hash),
  constraint kiosk_codes_company_id_kiosk_id_fkey foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.kiosk_codes');
alter table private.kiosk_codes enable row level security;

create table private.kiosk_pairing_attempts (
  user_id uuid not null,
  attempted_at timestamptz default clock_timestamp() not null,
  constraint kiosk_pairing_attempts_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.kiosk_pairing_attempts');
create index kiosk_pairing_attempts_user_id_idx on private.kiosk_pairing_attempts (user_id, attempted_at);
alter table private.kiosk_pairing_attempts enable row level security;

create table private.kiosk_seals (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  kiosk_id uuid not null,
  secret bytea default extensions.gen_random_bytes(32) not null,
  created_at timestamptz default now() not null,
  constraint kiosk_seals_pkey primary key (company_id, id),
  constraint kiosk_seals_company_id_kiosk_id_fkey foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.kiosk_seals');
create index kiosk_seals_by_kiosk on private.kiosk_seals (company_id, kiosk_id, created_at);
alter table private.kiosk_seals enable row level security;

create table private.known_devices (
  company_id uuid not null,
  user_id uuid not null,
  device_id text not null,
  first_seen_at timestamptz default clock_timestamp() not null,
  constraint known_devices_pkey primary key (company_id, user_id, device_id),
  constraint known_devices_device_length check (char_length(device_id) >= 1 and char_length(device_id) <= 100),
  constraint known_devices_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.known_devices');
alter table private.known_devices enable row level security;

create table private.mfa_recovery_attempts (
  user_id uuid not null,
  attempted_at timestamptz default clock_timestamp() not null,
  constraint mfa_recovery_attempts_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.mfa_recovery_attempts');
create index mfa_recovery_attempts_user_id_idx on private.mfa_recovery_attempts (user_id, attempted_at);
alter table private.mfa_recovery_attempts enable row level security;

create table private.mfa_recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamptz default now() not null,
  used_at timestamptz,
  constraint mfa_recovery_codes_pkey primary key (user_id, code_hash),
  constraint mfa_recovery_codes_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.mfa_recovery_codes');
alter table private.mfa_recovery_codes enable row level security;

create table private.notification_log (
  user_id uuid not null,
  kind text not null,
  occasion text not null,
  sent_at timestamptz default now() not null,
  constraint notification_log_pkey primary key (user_id, kind, occasion),
  constraint notification_log_kind_known check (kind in ('project_updates', 'time_reminders', 'team_activity', 'email_digests')),
  constraint notification_log_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.notification_log');
create index notification_log_by_time on private.notification_log (sent_at);
alter table private.notification_log enable row level security;

create table private.notification_secret (
  only_row boolean default true not null,
  secret bytea not null,
  constraint notification_secret_pkey primary key (only_row),
  constraint notification_secret_is_one_row check (only_row)
);
alter table private.notification_secret enable row level security;

create table private.pay_lines (
  company_id uuid not null,
  employee_id uuid not null,
  week date not null,
  work_date date not null,
  week_start date not null,
  project_id uuid,
  cost_code_id uuid,
  rate numeric(10,4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  flsa_premium_cents bigint not null,
  rule text not null,
  paid_break_minutes integer not null,
  first_minute integer not null,
  pay_item_id uuid,
  rules jsonb
);
select private.refuse_non_finite('private.pay_lines');
create index pay_lines_by_employee on private.pay_lines (company_id, employee_id, week);
create index pay_lines_by_project on private.pay_lines (company_id, project_id, week) where project_id is not null;
alter table private.pay_lines enable row level security;

create table private.pay_weeks (
  company_id uuid not null,
  week date not null,
  employee_id uuid not null,
  constraint pay_weeks_pkey primary key (company_id, week, employee_id),
  constraint pay_weeks_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.pay_weeks');
create index pay_weeks_by_employee on private.pay_weeks (company_id, employee_id, week);
alter table private.pay_weeks enable row level security;

create table private.pay_weeks_outdated (
  company_id uuid not null,
  employee_id uuid,
  first_date date not null,
  last_date date not null,
  constraint pay_weeks_outdated_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.pay_weeks_outdated');
create index pay_weeks_outdated_by_company on private.pay_weeks_outdated (company_id);
alter table private.pay_weeks_outdated enable row level security;

create table public.saved_reports (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  definition jsonb not null,
  shared boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  schedule jsonb,
  constraint saved_reports_pkey primary key (company_id, id),
  constraint saved_reports_definition_size check (pg_column_size(definition) <= 20000),
  constraint saved_reports_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint saved_reports_schedule_valid check (coalesce(private.report_schedule_is_valid(schedule), false)),
  constraint saved_reports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.saved_reports');
alter table public.saved_reports enable row level security;
alter publication supabase_realtime add table public.saved_reports;

create table private.report_mails (
  company_id uuid not null,
  report_id uuid not null,
  sent_on date not null,
  constraint report_mails_pkey primary key (company_id, report_id, sent_on),
  constraint report_mails_report foreign key (company_id, report_id) references public.saved_reports(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.report_mails');
alter table private.report_mails enable row level security;

create table private.report_requests (
  company_id uuid not null,
  report_id uuid not null,
  asked_at timestamptz default now() not null,
  constraint report_requests_pkey primary key (company_id, report_id),
  constraint report_requests_report foreign key (company_id, report_id) references public.saved_reports(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.report_requests');
alter table private.report_requests enable row level security;

create table private.work_months (
  company_id uuid not null,
  employee_id uuid not null,
  month date not null,
  kind text not null,
  item_id uuid,
  seconds integer not null,
  unpaid_break_seconds integer not null,
  paid_break_seconds integer not null,
  entries integer not null,
  constraint work_months_one_of_a_kind unique nulls not distinct (company_id, employee_id, month, kind, item_id),
  constraint work_months_kind_check check (kind in ('all', 'project', 'cost_code', 'equipment'))
) with (fillfactor=80);
select private.refuse_non_finite('private.work_months');
create index work_months_by_month on private.work_months (company_id, kind, month);
alter table private.work_months enable row level security;

create table private.work_sums (
  company_id uuid not null,
  employee_id uuid not null,
  project_id uuid,
  cost_code_id uuid,
  seconds bigint not null,
  entries bigint not null,
  constraint work_sums_one_of_a_kind unique nulls not distinct (company_id, employee_id, project_id, cost_code_id)
) with (fillfactor=80);
create index work_sums_by_project on private.work_sums (company_id, project_id);
alter table private.work_sums enable row level security;

create table public.approvals (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  work_date date not null,
  approved_by uuid,
  approved_at timestamptz default clock_timestamp() not null,
  constraint approvals_pkey primary key (company_id, id),
  constraint approvals_once_per_day unique (company_id, employee_id, work_date),
  constraint approvals_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.approvals');
create index approvals_by_date on public.approvals (company_id, work_date);
alter table public.approvals enable row level security;
alter publication supabase_realtime add table public.approvals;

create table public.audit_events (
  company_id uuid not null,
  sequence bigint not null,
  id uuid default gen_random_uuid() not null,
  occurred_at timestamptz default clock_timestamp() not null,
  actor_id uuid,
  source text not null,
  action text not null,
  entity text not null,
  entity_id uuid,
  employee_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash text,
  hash text not null,
  constraint audit_events_pkey primary key (company_id, sequence, id)
);
select private.refuse_non_finite('public.audit_events');
create index audit_events_by_employee on public.audit_events (company_id, employee_id, sequence desc) where employee_id is not null;
create index audit_events_by_entity on public.audit_events (company_id, entity_id, sequence desc);
create index audit_events_by_entry_of_break on public.audit_events (company_id, (coalesce(after, before) ->> 'time_entry_id')) where entity = 'time_entry_breaks';
create index audit_events_by_kind on public.audit_events (company_id, entity, occurred_at desc);
alter table public.audit_events enable row level security;

create table public.availability (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  weekday smallint,
  start_date date,
  end_date date,
  start_time time without time zone,
  end_time time without time zone,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint availability_pkey primary key (company_id, id),
  constraint availability_note_length check (char_length(note) <= 200),
  constraint availability_start_before_end check (start_date <= end_date),
  constraint availability_times_in_order check (start_time < end_time),
  constraint availability_weekday_range check (weekday >= 0 and weekday <= 6),
  constraint availability_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint availability_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.availability');
create index availability_by_employee on public.availability (company_id, employee_id);
alter table public.availability enable row level security;
alter publication supabase_realtime add table public.availability;

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
alter table public.billing_contacts enable row level security;

create table public.break_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text,
  kind text not null,
  paid boolean default false not null,
  usual_minutes smallint,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint break_types_pkey primary key (company_id, id),
  constraint break_types_name_once_per_company unique (company_id, name),
  constraint break_types_once_per_kind unique (company_id, kind, paid),
  constraint break_types_kind_known check (kind in ('meal', 'rest')),
  constraint break_types_minutes_range check (usual_minutes >= 1 and usual_minutes <= 480),
  constraint break_types_name_es_length check (char_length(name_es) <= 100),
  constraint break_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint break_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.break_types');
alter table public.break_types enable row level security;
alter publication supabase_realtime add table public.break_types;

create table public.budget_alerts (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid,
  version integer not null,
  kind text not null,
  threshold integer not null,
  percent_used numeric not null,
  percent_complete numeric,
  created_at timestamptz default now() not null,
  seen_at timestamptz,
  seen_by uuid,
  constraint budget_alerts_pkey primary key (company_id, id),
  constraint budget_alerts_once unique nulls not distinct (company_id, project_id, cost_code_id, version, kind, threshold),
  constraint budget_alerts_kind_known check (kind in ('hours', 'cost', 'ahead')),
  constraint budget_alerts_threshold_range check (threshold >= 0 and threshold <= 100),
  constraint budget_alerts_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint budget_alerts_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.budget_alerts');
create index budget_alerts_open on public.budget_alerts (company_id, created_at desc) where seen_at is null;
alter table public.budget_alerts enable row level security;
alter publication supabase_realtime add table public.budget_alerts;

create table public.budgets (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  version integer default 0 not null,
  name text default '' not null,
  status text default 'draft' not null,
  approved_at timestamptz,
  approved_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint budgets_pkey primary key (company_id, id),
  constraint budgets_version_once_per_project unique (company_id, project_id, version),
  constraint budgets_name_length check (char_length(name) <= 200),
  constraint budgets_status_known check (status in ('draft', 'approved')),
  constraint budgets_version_range check (version >= 1 and version <= 10000),
  constraint budgets_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.budgets');
create index budgets_approved on public.budgets (company_id, project_id, version desc) where status = 'approved';
alter table public.budgets enable row level security;
alter publication supabase_realtime add table public.budgets;

create table public.budget_lines (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  budget_id uuid not null,
  cost_code_id uuid not null,
  hours numeric(12,2) default 0 not null,
  labor_amount numeric(14,2),
  quantity numeric(16,4),
  unit text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  equipment_amount numeric(14,2),
  milestones text,
  constraint budget_lines_pkey primary key (company_id, id),
  constraint budget_lines_code_once_per_budget unique (company_id, budget_id, cost_code_id),
  constraint budget_lines_amount_not_negative check (labor_amount >= 0),
  constraint budget_lines_equipment_not_negative check (equipment_amount >= 0),
  constraint budget_lines_hours_not_negative check (hours >= 0),
  constraint budget_lines_milestones_add_up check (milestones is null or coalesce(unit = '%' and quantity = 100, false) and private.budget_milestones_add_up(milestones)),
  constraint budget_lines_milestones_length check (char_length(milestones) <= 1000),
  constraint budget_lines_quantity_not_negative check (quantity >= 0),
  constraint budget_lines_unit_length check (char_length(unit) <= 20),
  constraint budget_lines_budget foreign key (company_id, budget_id) references public.budgets(company_id, id) on delete cascade,
  constraint budget_lines_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id)
);
select private.refuse_non_finite('public.budget_lines');
create index budget_lines_by_cost_code on public.budget_lines (company_id, cost_code_id);
alter table public.budget_lines enable row level security;

create table public.budget_scenarios (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  name text not null,
  people integer,
  weeks_later integer default 0 not null,
  four_tens boolean default false not null,
  no_overtime boolean default false not null,
  productivity_change integer default 0 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint budget_scenarios_pkey primary key (company_id, id),
  constraint budget_scenarios_name_once_per_project unique (company_id, project_id, name),
  constraint budget_scenarios_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint budget_scenarios_people_range check (people >= 1 and people <= 1000),
  constraint budget_scenarios_productivity_range check (productivity_change >= '-50'::integer and productivity_change <= 50),
  constraint budget_scenarios_weeks_later_range check (weeks_later >= 0 and weeks_later <= 104),
  constraint budget_scenarios_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.budget_scenarios');
alter table public.budget_scenarios enable row level security;
alter publication supabase_realtime add table public.budget_scenarios;

create table public.bulletins (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text default 'post' not null,
  title text not null,
  body text default '' not null,
  title_es text,
  body_es text,
  audience jsonb default '{"everyone": true}'::jsonb not null,
  publish_at timestamptz default now() not null,
  expires_at timestamptz,
  pinned boolean default false not null,
  must_acknowledge boolean default false not null,
  comments_allowed boolean default false not null,
  attachments jsonb default '[]'::jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint bulletins_pkey primary key (company_id, id),
  constraint bulletins_attachments_is_array check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 20 and pg_column_size(attachments) < 20000),
  constraint bulletins_audience_known check (jsonb_typeof(audience) = 'object' and pg_column_size(audience) < 60000 and (audience - '{everyone,roles,projects,crews,employees}'::text[]) = '{}'::jsonb and (coalesce(audience ->> 'everyone', '') = 'true' or audience ?| '{roles,projects,crews,employees}'::text[])),
  constraint bulletins_body_es_length check (char_length(body_es) <= 20000),
  constraint bulletins_body_length check (char_length(body) <= 20000),
  constraint bulletins_expires_after_publish check (expires_at > publish_at),
  constraint bulletins_kind_known check (kind in ('post', 'talk')),
  constraint bulletins_title_es_length check (char_length(btrim(title_es)) >= 1 and char_length(btrim(title_es)) <= 200),
  constraint bulletins_title_length check (char_length(btrim(title)) >= 1 and char_length(btrim(title)) <= 200),
  constraint bulletins_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.bulletins');
create index bulletins_by_time on public.bulletins (company_id, publish_at desc);
alter table public.bulletins enable row level security;
alter publication supabase_realtime add table public.bulletins;

create table public.bulletin_comments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  body text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint bulletin_comments_pkey primary key (company_id, id),
  constraint bulletin_comments_body_length check (char_length(btrim(body)) >= 1 and char_length(btrim(body)) <= 2000),
  constraint bulletin_comments_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint bulletin_comments_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.bulletin_comments');
create index bulletin_comments_by_bulletin on public.bulletin_comments (company_id, bulletin_id, created_at);
alter table public.bulletin_comments enable row level security;
alter publication supabase_realtime add table public.bulletin_comments;

create table public.bulletin_reads (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  employee_id uuid not null,
  read_at timestamptz,
  acknowledged_at timestamptz,
  postponed_at timestamptz,
  postponed_count integer default 0 not null,
  reminded_at timestamptz,
  language text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint bulletin_reads_pkey primary key (company_id, id),
  constraint bulletin_reads_once unique (company_id, bulletin_id, employee_id),
  constraint bulletin_reads_language_known check (language in ('en', 'es')),
  constraint bulletin_reads_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint bulletin_reads_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.bulletin_reads');
create index bulletin_reads_by_employee on public.bulletin_reads (company_id, employee_id);
alter table public.bulletin_reads enable row level security;
alter publication supabase_realtime add table public.bulletin_reads;

create table public.burden_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid,
  trade text,
  percent numeric(6,3) not null,
  effective_from date default '1970-01-01'::date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint burden_rates_pkey primary key (company_id, id),
  constraint burden_rates_one_per_day unique nulls not distinct (company_id, employee_id, trade, effective_from),
  constraint burden_rates_one_scope check (employee_id is null or trade is null),
  constraint burden_rates_percent_range check (percent >= 0 and percent <= 300),
  constraint burden_rates_trade_length check (char_length(btrim(trade)) >= 1 and char_length(btrim(trade)) <= 100),
  constraint burden_rates_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint burden_rates_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.burden_rates');
alter table public.burden_rates enable row level security;

create table public.certification_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  issuer text,
  valid_months smallint,
  warn_days smallint default 30 not null,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint certification_types_pkey primary key (company_id, id),
  constraint certification_types_name_once_per_company unique (company_id, name),
  constraint certification_types_issuer_length check (char_length(issuer) <= 100),
  constraint certification_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint certification_types_valid_months_range check (valid_months >= 1 and valid_months <= 600),
  constraint certification_types_warn_days_range check (warn_days >= 0 and warn_days <= 365),
  constraint certification_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.certification_types');
alter table public.certification_types enable row level security;
alter publication supabase_realtime add table public.certification_types;

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
  constraint certifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint certifications_type foreign key (company_id, type_id) references public.certification_types(company_id, id)
);
select private.refuse_non_finite('public.certifications');
create index certifications_by_employee on public.certifications (company_id, employee_id);
create index certifications_by_end on public.certifications (company_id, expires_on) where expires_on is not null;
create index certifications_by_type on public.certifications (company_id, type_id);
alter table public.certifications enable row level security;
alter publication supabase_realtime add table public.certifications;

create table public.clock_answers (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  question_id uuid not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  moment text not null,
  text_en text not null,
  text_es text not null,
  answer text not null,
  note text,
  language text not null,
  answered_at timestamptz default now() not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint clock_answers_pkey primary key (company_id, id),
  constraint clock_answers_once unique (company_id, time_entry_id, question_id),
  constraint clock_answers_answer_known check (answer in ('yes', 'no')),
  constraint clock_answers_language_known check (language in ('en', 'es')),
  constraint clock_answers_note_length check (char_length(note) <= 1000),
  constraint clock_answers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_answers');
create index clock_answers_by_employee on public.clock_answers (company_id, employee_id, answered_at desc);
alter table public.clock_answers enable row level security;
alter publication supabase_realtime add table public.clock_answers;

create table public.clock_in_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  employee_id uuid,
  rule text not null,
  grace_minutes smallint default 5 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint clock_in_rules_pkey primary key (company_id, id),
  constraint clock_in_rules_one_each unique nulls not distinct (company_id, project_id, employee_id),
  constraint clock_in_rules_grace_range check (grace_minutes >= 0 and grace_minutes <= 120),
  constraint clock_in_rules_one_subject check (project_id is null or employee_id is null),
  constraint clock_in_rules_rule_known check (rule in ('allowed', 'ask_reason', 'from_shift')),
  constraint clock_in_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint clock_in_rules_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint clock_in_rules_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.clock_in_rules');
alter table public.clock_in_rules enable row level security;
alter publication supabase_realtime add table public.clock_in_rules;

create table public.clock_questions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  moment text not null,
  text_en text not null,
  text_es text not null,
  alarm_answer text,
  opens_incident boolean default false not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint clock_questions_pkey primary key (company_id, id),
  constraint clock_questions_alarm_known check (alarm_answer in ('yes', 'no')),
  constraint clock_questions_incident_needs_alarm check (not opens_incident or alarm_answer is not null),
  constraint clock_questions_moment_known check (moment in ('in', 'out')),
  constraint clock_questions_text_en_length check (char_length(btrim(text_en)) >= 1 and char_length(btrim(text_en)) <= 300),
  constraint clock_questions_text_es_length check (char_length(btrim(text_es)) >= 1 and char_length(btrim(text_es)) <= 300),
  constraint clock_questions_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.clock_questions');
create index clock_questions_by_moment on public.clock_questions (company_id, moment, "position");
alter table public.clock_questions enable row level security;
alter publication supabase_realtime add table public.clock_questions;

create table public.cost_code_groups (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint cost_code_groups_pkey primary key (company_id, id),
  constraint cost_code_groups_name_once_per_company unique (company_id, name),
  constraint cost_code_groups_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint cost_code_groups_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.cost_code_groups');
alter table public.cost_code_groups enable row level security;
alter publication supabase_realtime add table public.cost_code_groups;

create table public.crews (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  foreman_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint crews_pkey primary key (company_id, id),
  constraint crews_name_once_per_company unique (company_id, name),
  constraint crews_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint crews_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint crews_foreman foreign key (company_id, foreman_id) references public.employees(company_id, id)
);
select private.refuse_non_finite('public.crews');
create index crews_by_foreman on public.crews (company_id, foreman_id) where foreman_id is not null;
alter table public.crews enable row level security;
alter publication supabase_realtime add table public.crews;

create table public.crew_members (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  crew_id uuid not null,
  employee_id uuid not null,
  from_date date default CURRENT_DATE not null,
  to_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint crew_members_pkey primary key (company_id, id),
  constraint crew_members_once_at_a_time exclude using gist (uuid_hash_extended(crew_id, uuid_hash_extended(company_id, 0)) with =, uuid_hash_extended(employee_id, 0) with =, daterange(from_date, to_date, '[]') with &&),
  constraint crew_members_end_after_start check (to_date >= from_date),
  constraint crew_members_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint crew_members_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete cascade,
  constraint crew_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.crew_members');
create index crew_members_by_crew on public.crew_members (company_id, crew_id);
create index crew_members_by_employee on public.crew_members (company_id, employee_id);
alter table public.crew_members enable row level security;
alter publication supabase_realtime add table public.crew_members;

create table public.delay_reasons (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint delay_reasons_pkey primary key (company_id, id),
  constraint delay_reasons_name_once_per_company unique (company_id, name),
  constraint delay_reasons_name_es_length check (char_length(name_es) <= 100),
  constraint delay_reasons_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint delay_reasons_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.delay_reasons');
alter table public.delay_reasons enable row level security;
alter publication supabase_realtime add table public.delay_reasons;

create table public.document_reads (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  version_id uuid not null,
  employee_id uuid not null,
  opened_at timestamptz,
  reminded_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint document_reads_pkey primary key (company_id, id),
  constraint document_reads_once unique (company_id, version_id, employee_id),
  constraint document_reads_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint document_reads_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.document_reads');
create index document_reads_by_employee on public.document_reads (company_id, employee_id);
alter table public.document_reads enable row level security;
alter publication supabase_realtime add table public.document_reads;

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
  constraint document_signatures_language_known check (language in ('en', 'es')),
  constraint document_signatures_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint document_signatures_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.document_signatures');
create index document_signatures_by_employee on public.document_signatures (company_id, employee_id);
alter table public.document_signatures enable row level security;
alter publication supabase_realtime add table public.document_signatures;

create table public.early_clock_ins (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  rule text not null,
  clocked_in_at timestamptz not null,
  shift_starts_at timestamptz not null,
  reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint early_clock_ins_pkey primary key (company_id, id),
  constraint early_clock_ins_once unique (company_id, time_entry_id),
  constraint early_clock_ins_reason_length check (char_length(reason) <= 500),
  constraint early_clock_ins_rule_known check (rule in ('ask_reason', 'from_shift')),
  constraint early_clock_ins_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint early_clock_ins_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint early_clock_ins_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.early_clock_ins');
create index early_clock_ins_by_employee on public.early_clock_ins (company_id, employee_id, clocked_in_at desc);
alter table public.early_clock_ins enable row level security;
alter publication supabase_realtime add table public.early_clock_ins;

create table public.emergency_contacts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  name text not null,
  phone text not null,
  on_roll_call boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint emergency_contacts_pkey primary key (company_id, id),
  constraint emergency_contacts_one_each unique (company_id, employee_id),
  constraint emergency_contacts_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint emergency_contacts_phone_length check (char_length(btrim(phone)) >= 3 and char_length(btrim(phone)) <= 40),
  constraint emergency_contacts_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint emergency_contacts_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.emergency_contacts');
alter table public.emergency_contacts enable row level security;
alter publication supabase_realtime add table public.emergency_contacts;

create table public.employee_invitations (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  email text,
  invited_by uuid,
  created_at timestamptz default now() not null,
  sent_at timestamptz,
  link_made_at timestamptz,
  expires_at timestamptz default now() + '7 days'::interval not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  phone text,
  constraint employee_invitations_pkey primary key (company_id, id),
  constraint employee_invitations_addressed check (num_nonnulls(email, phone) = 1),
  constraint employee_invitations_one_end check (accepted_at is null or withdrawn_at is null),
  constraint employee_invitations_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_invitations');
create unique index employee_invitations_one_open on public.employee_invitations (company_id, employee_id) where accepted_at is null and withdrawn_at is null;
create index employee_invitations_open_by_email on public.employee_invitations (email) where accepted_at is null and withdrawn_at is null;
alter table public.employee_invitations enable row level security;

create table public.employee_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  hourly_rate numeric(10,4) not null,
  effective_from date default '1970-01-01'::date not null,
  project_id uuid,
  cost_code_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint employee_rates_pkey primary key (company_id, id),
  constraint employee_rates_one_per_day unique nulls not distinct (company_id, employee_id, project_id, cost_code_id, effective_from),
  constraint employee_rates_not_negative check (hourly_rate >= 0),
  constraint employee_rates_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint employee_rates_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint employee_rates_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.employee_rates');
create index employee_rates_cost_code on public.employee_rates (company_id, cost_code_id) where cost_code_id is not null;
create index employee_rates_project on public.employee_rates (company_id, project_id) where project_id is not null;
alter table public.employee_rates enable row level security;

create table public.equipment_days (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  work_date date not null,
  project_id uuid,
  working_minutes integer default 0 not null,
  idle_minutes integer default 0 not null,
  down_minutes integer default 0 not null,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint equipment_days_pkey primary key (company_id, id),
  constraint equipment_days_once unique nulls not distinct (company_id, equipment_id, work_date, project_id),
  constraint equipment_days_minutes check (working_minutes >= 0 and idle_minutes >= 0 and down_minutes >= 0 and (working_minutes + idle_minutes + down_minutes) >= 1 and (working_minutes + idle_minutes + down_minutes) <= 1440),
  constraint equipment_days_note_length check (char_length(note) <= 500),
  constraint equipment_days_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_days_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade,
  constraint equipment_days_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.equipment_days');
create index equipment_days_by_project on public.equipment_days (company_id, project_id, work_date) where project_id is not null;
alter table public.equipment_days enable row level security;
alter publication supabase_realtime add table public.equipment_days;

create table public.equipment_inspections (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  inspected_at timestamptz default now() not null,
  passed boolean not null,
  items jsonb default '[]'::jsonb not null,
  note text,
  photo_path text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint equipment_inspections_pkey primary key (company_id, id),
  constraint equipment_inspections_items_is_array check (jsonb_typeof(items) = 'array' and pg_column_size(items) < 20000),
  constraint equipment_inspections_note_length check (char_length(note) <= 2000),
  constraint equipment_inspections_photo_path_length check (char_length(photo_path) <= 400),
  constraint equipment_inspections_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_inspections_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint equipment_inspections_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.equipment_inspections');
create index equipment_inspections_by_equipment on public.equipment_inspections (company_id, equipment_id, inspected_at desc);
alter table public.equipment_inspections enable row level security;
alter publication supabase_realtime add table public.equipment_inspections;

create table public.equipment_readings (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  reading numeric(12,1) not null,
  read_at timestamptz default now() not null,
  photo_path text,
  flag text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint equipment_readings_pkey primary key (company_id, id),
  constraint equipment_readings_flag_known check (flag in ('below_last', 'too_high')),
  constraint equipment_readings_photo_path_length check (char_length(photo_path) <= 400),
  constraint equipment_readings_reading_range check (reading >= 0 and reading <= 10000000),
  constraint equipment_readings_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_readings_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.equipment_readings');
create index equipment_readings_by_time on public.equipment_readings (company_id, equipment_id, read_at desc);
alter table public.equipment_readings enable row level security;
alter publication supabase_realtime add table public.equipment_readings;

create table public.equipment_services (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  name text not null,
  every_hours numeric(10,1),
  every_days integer,
  last_done_at timestamptz,
  last_done_reading numeric(12,1),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint equipment_services_pkey primary key (company_id, id),
  constraint equipment_services_every_days_range check (every_days >= 1 and every_days <= 10000),
  constraint equipment_services_every_hours_range check (every_hours > 0 and every_hours <= 1000000),
  constraint equipment_services_interval check (every_hours is not null or every_days is not null),
  constraint equipment_services_last_done_reading_range check (last_done_reading >= 0 and last_done_reading <= 10000000),
  constraint equipment_services_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint equipment_services_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_services_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.equipment_services');
create index equipment_services_by_equipment on public.equipment_services (company_id, equipment_id);
alter table public.equipment_services enable row level security;
alter publication supabase_realtime add table public.equipment_services;

create table public.field_reports (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  report_date date not null,
  number text not null,
  status text default 'draft' not null,
  content jsonb default '{}'::jsonb not null,
  version integer default 0 not null,
  submitted_by uuid,
  submitted_at timestamptz,
  signed_name text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  review_note text,
  locked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint field_reports_pkey primary key (company_id, id),
  constraint field_reports_number_once unique (company_id, project_id, number),
  constraint field_reports_once_a_day unique (company_id, project_id, report_date),
  constraint field_reports_content_is_object check (jsonb_typeof(content) = 'object' and pg_column_size(content) < 200000),
  constraint field_reports_review_note_length check (char_length(review_note) <= 2000),
  constraint field_reports_signed_name_length check (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200),
  constraint field_reports_status_known check (status in ('draft', 'submitted', 'reviewed', 'locked')),
  constraint field_reports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint field_reports_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.field_reports');
create index field_reports_by_date on public.field_reports (company_id, report_date desc);
alter table public.field_reports enable row level security;
alter publication supabase_realtime add table public.field_reports;

create table public.field_report_versions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  report_id uuid not null,
  version integer not null,
  content jsonb not null,
  figures jsonb not null,
  signed_name text not null,
  language text not null,
  sha256 text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint field_report_versions_pkey primary key (company_id, id),
  constraint field_report_versions_once unique (company_id, report_id, version),
  constraint field_report_versions_report foreign key (company_id, report_id) references public.field_reports(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.field_report_versions');
alter table public.field_report_versions enable row level security;
alter publication supabase_realtime add table public.field_report_versions;

create table public.geofences (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  shape text default 'circle' not null,
  latitude double precision,
  longitude double precision,
  radius_m double precision,
  polygon jsonb,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint geofences_pkey primary key (company_id, id),
  constraint geofences_complete check (
case shape
    when 'circle' then latitude is not null and longitude is not null and radius_m is not null and polygon is null
    else coalesce(private.is_polygon(polygon), false) and latitude is null and longitude is null and radius_m is null
end),
  constraint geofences_latitude_range check (latitude >= '-90'::integer::double precision and latitude <= 90),
  constraint geofences_longitude_range check (longitude >= '-180'::integer::double precision and longitude <= 180),
  constraint geofences_radius_range check (radius_m >= 1 and radius_m <= 100000),
  constraint geofences_shape_known check (shape in ('circle', 'polygon')),
  constraint geofences_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint geofences_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.geofences');
create index geofences_by_project on public.geofences (company_id, project_id);
alter table public.geofences enable row level security;
alter publication supabase_realtime add table public.geofences;

create table public.held_events (
  company_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  device_id text not null,
  sequence bigint not null,
  kind text not null,
  happened_at timestamptz not null,
  offset_ms bigint not null,
  counts_at timestamptz not null,
  payload jsonb not null,
  entry_id uuid,
  problem text not null,
  detail jsonb default '{}'::jsonb not null,
  reason text not null,
  status text default 'held' not null,
  resolution text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid,
  created_at timestamptz default clock_timestamp() not null,
  explanation text,
  constraint held_events_pkey primary key (company_id, id),
  constraint held_events_explanation_length check (char_length(explanation) <= 500),
  constraint held_events_problem_known check (problem in ('not_allowed', 'unreadable', 'clock_wrong', 'late', 'new_device', 'contradiction', 'waiting', 'already_stopped', 'locked', 'approved', 'booking', 'overlap', 'too_long', 'wrong_pin', 'kiosk_revoked', 'other')),
  constraint held_events_resolution_length check (char_length(resolution) <= 500),
  constraint held_events_resolved_has_time check ((status = 'held') = (resolved_at is null)),
  constraint held_events_status_known check (status in ('held', 'applied', 'adjusted', 'discarded')),
  constraint held_events_event foreign key (company_id, id) references public.synced_events(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.held_events');
create index held_events_by_employee on public.held_events (company_id, employee_id, counts_at);
create index held_events_by_sender on public.held_events (company_id, created_by) where status = 'held';
create index held_events_open on public.held_events (company_id, counts_at) where status = 'held';
alter table public.held_events enable row level security;
alter publication supabase_realtime add table public.held_events;

create table public.holidays (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  date date not null,
  name text default '' not null,
  created_at timestamptz default now() not null,
  paid_hours numeric(5,2) default 0 not null,
  created_by uuid default auth.uid(),
  constraint holidays_pkey primary key (company_id, id),
  constraint holidays_once unique (company_id, date),
  constraint holidays_name_length check (char_length(name) <= 100),
  constraint holidays_paid_hours_range check (paid_hours >= 0 and paid_hours <= 24),
  constraint holidays_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.holidays');
alter table public.holidays enable row level security;
alter publication supabase_realtime add table public.holidays;

create table public.incidents (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  number text default '' not null,
  employee_id uuid default private.my_employee_id() not null,
  project_id uuid,
  answer_id uuid,
  happened_at timestamptz default now() not null,
  status text default 'open' not null,
  description text,
  body_part text,
  place text,
  witnesses text,
  treatment text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint incidents_pkey primary key (company_id, id),
  constraint incidents_answer_once unique (company_id, answer_id),
  constraint incidents_number_once unique (company_id, number),
  constraint incidents_body_part_length check (char_length(body_part) <= 200),
  constraint incidents_description_length check (char_length(description) <= 5000),
  constraint incidents_place_length check (char_length(place) <= 300),
  constraint incidents_status_known check (status in ('open', 'closed')),
  constraint incidents_treatment_known check (treatment in ('none', 'first_aid', 'clinic', 'hospital')),
  constraint incidents_witnesses_length check (char_length(witnesses) <= 1000),
  constraint incidents_answer foreign key (company_id, answer_id) references public.clock_answers(company_id, id),
  constraint incidents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint incidents_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint incidents_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.incidents');
create index incidents_by_employee on public.incidents (company_id, employee_id);
create index incidents_by_project on public.incidents (company_id, project_id, happened_at) where project_id is not null;
create index incidents_by_time on public.incidents (company_id, happened_at desc);
alter table public.incidents enable row level security;
alter publication supabase_realtime add table public.incidents;

create table public.incident_notes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  incident_id uuid not null,
  kind text default 'note' not null,
  body text default '' not null,
  changes jsonb default '{}'::jsonb not null,
  author text default '' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint incident_notes_pkey primary key (company_id, id),
  constraint incident_notes_body_length check (char_length(body) <= 5000),
  constraint incident_notes_changes_size check (pg_column_size(changes) < 30000),
  constraint incident_notes_kind_known check (kind in ('opened', 'note', 'changed', 'closed', 'reopened')),
  constraint incident_notes_incident foreign key (company_id, incident_id) references public.incidents(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.incident_notes');
create index incident_notes_by_incident on public.incident_notes (company_id, incident_id, created_at);
alter table public.incident_notes enable row level security;
alter publication supabase_realtime add table public.incident_notes;

create table public.kiosk_photos (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  kiosk_id uuid,
  time_entry_id uuid,
  moment text not null,
  path text not null,
  taken_at timestamptz default now() not null,
  uploaded_at timestamptz,
  review text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint kiosk_photos_pkey primary key (company_id, id),
  constraint kiosk_photos_path_once unique (path),
  constraint kiosk_photos_moment_known check (moment in ('clock_in', 'clock_out', 'switch', 'start_break', 'end_break')),
  constraint kiosk_photos_path_form check (path = (((((company_id || '/') || employee_id) || '/') || id) || '.jpg')),
  constraint kiosk_photos_review_known check (review in ('them', 'not_them')),
  constraint kiosk_photos_reviewed_has_time check ((review is null) = (reviewed_at is null)),
  constraint kiosk_photos_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint kiosk_photos_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint kiosk_photos_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete set null (time_entry_id),
  constraint kiosk_photos_kiosk foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete set null (kiosk_id)
);
select private.refuse_non_finite('public.kiosk_photos');
create index kiosk_photos_by_employee on public.kiosk_photos (company_id, employee_id, taken_at desc);
create index kiosk_photos_by_entry on public.kiosk_photos (company_id, time_entry_id) where time_entry_id is not null;
create index kiosk_photos_by_kiosk on public.kiosk_photos (company_id, kiosk_id) where kiosk_id is not null;
create index kiosk_photos_by_time on public.kiosk_photos (taken_at);
create index kiosk_photos_missing on public.kiosk_photos (company_id, created_at) where uploaded_at is null;
create index kiosk_photos_reviewed on public.kiosk_photos (company_id, reviewed_at desc) where review is not null;
create index kiosk_photos_to_review on public.kiosk_photos (company_id, taken_at) where review is null and uploaded_at is not null;
alter table public.kiosk_photos enable row level security;
alter publication supabase_realtime add table public.kiosk_photos;

create table public.location_views (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  viewer_id uuid not null,
  employee_id uuid not null,
  viewed_at timestamptz default now() not null,
  purpose text not null,
  start_date date not null,
  end_date date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint location_views_pkey primary key (company_id, id),
  constraint location_views_purpose_length check (char_length(purpose) >= 1 and char_length(purpose) <= 200),
  constraint location_views_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint location_views_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint location_views_viewer foreign key (company_id, viewer_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.location_views');
create index location_views_by_employee on public.location_views (company_id, employee_id, viewed_at desc);
create index location_views_by_viewer on public.location_views (company_id, viewer_id);
alter table public.location_views enable row level security;
alter publication supabase_realtime add table public.location_views;

create table public.overtime_policies (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  effective_from date not null,
  preset text not null,
  policy jsonb not null,
  project_id uuid,
  employee_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint overtime_policies_pkey primary key (company_id, id),
  constraint overtime_policies_one_per_day unique nulls not distinct (company_id, project_id, employee_id, effective_from),
  constraint overtime_policies_policy_is_object check (jsonb_typeof(policy) = 'object'),
  constraint overtime_policies_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint overtime_policies_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint overtime_policies_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.overtime_policies');
alter table public.overtime_policies enable row level security;

create table public.pay_periods (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  start_date date not null,
  end_date date not null,
  status text default 'open' not null,
  locked_at timestamptz,
  locked_by uuid,
  unlocked_at timestamptz,
  unlocked_by uuid,
  unlock_reason text,
  created_at timestamptz default now() not null,
  constraint pay_periods_pkey primary key (company_id, id),
  constraint pay_periods_no_overlap exclude using gist (company_id with =, daterange(start_date, end_date, '[]') with &&),
  constraint pay_periods_locked_has_time check ((status = 'locked') = (locked_at is not null)),
  constraint pay_periods_start_before_end check (start_date <= end_date),
  constraint pay_periods_status_known check (status in ('open', 'locked')),
  constraint pay_periods_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.pay_periods');
alter table public.pay_periods enable row level security;
alter publication supabase_realtime add table public.pay_periods;

create table public.payroll_lines (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  pay_period_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  project_id uuid,
  cost_code_id uuid,
  classification text,
  rate numeric(10,4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  rule text not null,
  certified boolean default false not null,
  week_start date,
  flsa_premium_cents bigint default 0 not null,
  paid_break_minutes integer default 0 not null,
  first_minute integer default 0 not null,
  pay_item_id uuid,
  rules jsonb,
  constraint payroll_lines_pkey primary key (company_id, id),
  constraint payroll_lines_total_adds_up check (total_cents = (straight_cents + premium_cents)),
  constraint payroll_lines_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint payroll_lines_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint payroll_lines_pay_period foreign key (company_id, pay_period_id) references public.pay_periods(company_id, id) on delete cascade,
  constraint payroll_lines_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.payroll_lines');
create index payroll_lines_by_date on public.payroll_lines (company_id, work_date);
create index payroll_lines_by_employee on public.payroll_lines (company_id, employee_id, work_date);
create index payroll_lines_by_period on public.payroll_lines (company_id, pay_period_id, employee_id, work_date);
create index payroll_lines_cost_code on public.payroll_lines (company_id, cost_code_id) where cost_code_id is not null;
create index payroll_lines_project on public.payroll_lines (company_id, project_id) where project_id is not null;
alter table public.payroll_lines enable row level security;

create table public.time_off_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  pay_code text,
  paid boolean default true not null,
  accrual jsonb,
  starts_on date,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint time_off_types_pkey primary key (company_id, id),
  constraint time_off_types_name_once_per_company unique (company_id, name),
  constraint time_off_types_accrual_valid check (private.accrual_is_valid(accrual)),
  constraint time_off_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint time_off_types_paid_has_code check (not paid or pay_code is not null),
  constraint time_off_types_pay_code_known check (pay_code in ('PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY')),
  constraint time_off_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.time_off_types');
alter table public.time_off_types enable row level security;
alter publication supabase_realtime add table public.time_off_types;

create table public.time_off_requests (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  type_id uuid not null,
  start_date date not null,
  end_date date not null,
  hours numeric(8,4) not null,
  status text default 'requested' not null,
  note text,
  decision_note text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint time_off_requests_pkey primary key (company_id, id),
  constraint time_off_requests_once_at_a_time exclude using gist (uuid_hash_extended(type_id, uuid_hash_extended(company_id, 0)) with =, uuid_hash_extended(employee_id, 0) with =, daterange(start_date, end_date, '[]') with &&) where (status in ('requested', 'approved')),
  constraint time_off_requests_decision_note_length check (char_length(decision_note) <= 500),
  constraint time_off_requests_hours_range check (hours >= 0.01 and hours <= 9600),
  constraint time_off_requests_note_length check (char_length(note) <= 500),
  constraint time_off_requests_start_before_end check (start_date <= end_date),
  constraint time_off_requests_status_known check (status in ('requested', 'approved', 'declined', 'withdrawn')),
  constraint time_off_requests_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint time_off_requests_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint time_off_requests_type foreign key (company_id, type_id) references public.time_off_types(company_id, id)
);
select private.refuse_non_finite('public.time_off_requests');
create index time_off_requests_by_date on public.time_off_requests (company_id, start_date);
create index time_off_requests_by_employee on public.time_off_requests (company_id, employee_id, start_date);
create index time_off_requests_by_type on public.time_off_requests (company_id, type_id);
alter table public.time_off_requests enable row level security;
alter publication supabase_realtime add table public.time_off_requests;

create table public.pay_items (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  work_date date not null,
  pay_code text not null,
  minutes integer default 0 not null,
  hourly_rate numeric(10,4),
  amount_cents bigint,
  project_id uuid,
  cost_code_id uuid,
  note text,
  payroll_line_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  corrects_date date,
  time_off_request_id uuid,
  corrects_pay_code text,
  flsa_premium_cents bigint default 0 not null,
  constraint pay_items_pkey primary key (company_id, id),
  constraint pay_items_code_known check (pay_code in ('SHIFT_DIFF', 'BONUS_ND', 'BONUS_D', 'PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY', 'SHOWUP', 'PER_DIEM', 'MILEAGE', 'TOOLS', 'FRINGE_CASH', 'ADJUSTMENT')),
  constraint pay_items_corrects_code_with_date check (corrects_pay_code is null or corrects_date is not null),
  constraint pay_items_corrects_finite check (isfinite(corrects_date)),
  constraint pay_items_has_value check (amount_cents is not null or minutes <> 0),
  constraint pay_items_note_length check (char_length(note) <= 500),
  constraint pay_items_only_adjustments_subtract check (pay_code = 'ADJUSTMENT' or minutes >= 0 and coalesce(amount_cents, 0) >= 0),
  constraint pay_items_rate_not_negative check (hourly_rate >= 0),
  constraint pay_items_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint pay_items_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint pay_items_line foreign key (company_id, payroll_line_id) references public.payroll_lines(company_id, id) on delete set null (payroll_line_id),
  constraint pay_items_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint pay_items_time_off foreign key (company_id, time_off_request_id) references public.time_off_requests(company_id, id)
);
select private.refuse_non_finite('public.pay_items');
create index pay_items_by_corrected_date on public.pay_items (company_id, corrects_date) where corrects_date is not null;
create index pay_items_by_date on public.pay_items (company_id, work_date, employee_id);
create index pay_items_by_line on public.pay_items (company_id, payroll_line_id) where payroll_line_id is not null;
create index pay_items_by_project on public.pay_items (company_id, project_id, work_date) where project_id is not null;
create index pay_items_by_time_off on public.pay_items (company_id, time_off_request_id) where time_off_request_id is not null;
create index pay_items_corrections_of_person on public.pay_items (company_id, employee_id, corrects_date) where corrects_date is not null;
alter table public.pay_items enable row level security;

create table public.pay_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  code text not null,
  name text not null,
  name_es text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint pay_types_pkey primary key (company_id, id),
  constraint pay_types_code_once_per_company unique (company_id, code),
  constraint pay_types_name_once_per_company unique (company_id, name),
  constraint pay_types_code_known check (code in ('BONUS_ND', 'BONUS_D', 'SHIFT_DIFF', 'PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY', 'SHOWUP', 'PER_DIEM', 'MILEAGE', 'TOOLS', 'FRINGE_CASH', 'ADJUSTMENT')),
  constraint pay_types_name_es_length check (char_length(name_es) <= 100),
  constraint pay_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint pay_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.pay_types');
alter table public.pay_types enable row level security;
alter publication supabase_realtime add table public.pay_types;

create table public.payroll_exports (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  exported_by uuid default auth.uid() not null,
  start_date date not null,
  end_date date not null,
  format text not null,
  rows jsonb,
  totals jsonb,
  file_hash text,
  created_at timestamptz default now() not null,
  constraint payroll_exports_pkey primary key (company_id, id),
  constraint payroll_exports_format_length check (char_length(format) >= 1 and char_length(format) <= 40),
  constraint payroll_exports_hash_form check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint payroll_exports_start_before_end check (start_date <= end_date),
  constraint payroll_exports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.payroll_exports');
create index payroll_exports_recent on public.payroll_exports (company_id, created_at desc);
alter table public.payroll_exports enable row level security;

create table public.quantities (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid not null,
  work_date date not null,
  quantity numeric(16,4) not null,
  area text,
  note text,
  photo_id uuid,
  status text default 'entered' not null,
  approved_by uuid,
  approved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint quantities_pkey primary key (company_id, id),
  constraint quantities_area_length check (char_length(area) <= 200),
  constraint quantities_note_length check (char_length(note) <= 2000),
  constraint quantities_status_known check (status in ('entered', 'approved')),
  constraint quantities_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint quantities_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.quantities');
create index quantities_by_cost_code on public.quantities (company_id, cost_code_id);
create index quantities_by_photo on public.quantities (company_id, photo_id) where photo_id is not null;
create index quantities_by_project on public.quantities (company_id, project_id, cost_code_id, work_date);
alter table public.quantities enable row level security;
alter publication supabase_realtime add table public.quantities;

create table public.photos (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid,
  time_entry_id uuid,
  equipment_id uuid,
  field_report_id uuid,
  before_id uuid,
  employee_id uuid default private.my_employee_id(),
  path text not null,
  sha256 text,
  media_type text default 'image/jpeg' not null,
  size_bytes bigint,
  width integer,
  height integer,
  taken_at timestamptz default now() not null,
  taken_from text default 'device' not null,
  taken_on date not null,
  uploaded_at timestamptz,
  latitude double precision,
  longitude double precision,
  accuracy_m double precision,
  caption text default '' not null,
  tags text[] default '{}'::text[] not null,
  markup jsonb,
  is_private boolean default false not null,
  deleted_at timestamptz,
  deleted_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  quantity_id uuid,
  constraint photos_pkey primary key (company_id, id),
  constraint photos_path_once unique (path),
  constraint photos_accuracy_range check (accuracy_m >= 0 and accuracy_m <= 1000000),
  constraint photos_before_another check (before_id <> id),
  constraint photos_caption_length check (char_length(caption) <= 500),
  constraint photos_height_range check (height >= 1 and height <= 100000),
  constraint photos_latitude_range check (latitude >= '-90'::integer::double precision and latitude <= 90),
  constraint photos_longitude_range check (longitude >= '-180'::integer::double precision and longitude <= 180),
  constraint photos_markup_is_array check (jsonb_typeof(markup) = 'array' and pg_column_size(markup) < 100000),
  constraint photos_media_type_known check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/quicktime', 'video/webm')),
  constraint photos_path_form check (path ~ (((('^' || company_id) || '/[0-9a-f-]{36}/') || id) || '\.[a-z0-9]{2,5}$')),
  constraint photos_place_complete check ((latitude is null) = (longitude is null)),
  constraint photos_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint photos_sha256_known check (sha256 is not null or uploaded_at is null),
  constraint photos_size_range check (size_bytes >= 1 and size_bytes <= 104857600),
  constraint photos_tags_limit check (cardinality(tags) <= 20 and pg_column_size(tags) < 2000),
  constraint photos_taken_from_known check (taken_from in ('file', 'device')),
  constraint photos_width_range check (width >= 1 and width <= 100000),
  constraint photos_before foreign key (company_id, before_id) references public.photos(company_id, id) on delete set null (before_id),
  constraint photos_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint photos_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint photos_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete set null (employee_id),
  constraint photos_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete set null (equipment_id),
  constraint photos_field_report foreign key (company_id, field_report_id) references public.field_reports(company_id, id) on delete set null (field_report_id),
  constraint photos_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint photos_quantity foreign key (company_id, quantity_id) references public.quantities(company_id, id) on delete set null (quantity_id),
  constraint photos_time_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete set null (time_entry_id)
);
select private.refuse_non_finite('public.photos');
create index photos_by_before on public.photos (company_id, before_id) where before_id is not null;
create index photos_by_cost_code on public.photos (company_id, cost_code_id) where cost_code_id is not null;
create index photos_by_employee on public.photos (company_id, employee_id, taken_at desc);
create index photos_by_equipment on public.photos (company_id, equipment_id) where equipment_id is not null;
create index photos_by_field_report on public.photos (company_id, field_report_id) where field_report_id is not null;
create index photos_by_project on public.photos (company_id, project_id, taken_at desc, id desc);
create index photos_by_quantity on public.photos (company_id, quantity_id) where quantity_id is not null;
create index photos_by_time on public.photos (company_id, taken_at desc, id desc);
create index photos_by_time_entry on public.photos (company_id, time_entry_id) where time_entry_id is not null;
alter table public.photos enable row level security;
alter publication supabase_realtime add table public.photos;

create table public.photo_comments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  photo_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  body text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint photo_comments_pkey primary key (company_id, id),
  constraint photo_comments_body_length check (char_length(btrim(body)) >= 1 and char_length(btrim(body)) <= 2000),
  constraint photo_comments_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint photo_comments_photo foreign key (company_id, photo_id) references public.photos(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.photo_comments');
create index photo_comments_by_employee on public.photo_comments (company_id, employee_id);
create index photo_comments_by_photo on public.photo_comments (company_id, photo_id, created_at);
alter table public.photo_comments enable row level security;
alter publication supabase_realtime add table public.photo_comments;

create table public.photo_consents (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  agreed boolean not null,
  language text not null,
  kiosk_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint photo_consents_pkey primary key (company_id, id),
  constraint photo_consents_one_each unique (company_id, employee_id),
  constraint photo_consents_language_known check (language in ('en', 'es')),
  constraint photo_consents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint photo_consents_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint photo_consents_kiosk foreign key (company_id, kiosk_id) references public.kiosks(company_id, id) on delete set null (kiosk_id)
);
select private.refuse_non_finite('public.photo_consents');
create index photo_consents_by_kiosk on public.photo_consents (company_id, kiosk_id) where kiosk_id is not null;
alter table public.photo_consents enable row level security;
alter publication supabase_realtime add table public.photo_consents;

create table public.photo_shares (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  title text default '' not null,
  photo_ids uuid[] not null,
  token_hash text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer default 0 not null,
  last_viewed_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint photo_shares_pkey primary key (company_id, id),
  constraint photo_shares_token_once unique (token_hash),
  constraint photo_shares_photos_limit check (cardinality(photo_ids) >= 1 and cardinality(photo_ids) <= 500),
  constraint photo_shares_title_length check (char_length(title) <= 200),
  constraint photo_shares_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.photo_shares');
create index photo_shares_by_time on public.photo_shares (company_id, created_at desc);
alter table public.photo_shares enable row level security;
alter publication supabase_realtime add table public.photo_shares;

create table public.preferences (
  user_id uuid not null,
  company_id uuid,
  notify_project_updates boolean default true not null,
  notify_time_reminders boolean default true not null,
  notify_team_activity boolean default false not null,
  notify_email_digests boolean default false not null,
  time_zone text,
  date_format text default 'MM/DD/YYYY' not null,
  time_format text default '12h' not null,
  week_start smallint,
  auto_start_timer boolean default false not null,
  theme text default 'system' not null,
  language text,
  current_project_id uuid,
  extra jsonb default '{}'::jsonb not null,
  updated_at timestamptz default now() not null,
  constraint preferences_pkey primary key (user_id),
  constraint preferences_date_format_known check (date_format in ('MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD')),
  constraint preferences_extra_is_small check (jsonb_typeof(extra) = 'object' and pg_column_size(extra) < 8192),
  constraint preferences_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint preferences_theme_known check (theme in ('system', 'light', 'dark')),
  constraint preferences_time_format_known check (time_format in ('12h', '24h')),
  constraint preferences_time_zone_length check (char_length(time_zone) <= 64),
  constraint preferences_week_start_is_a_day check (week_start >= 0 and week_start <= 6),
  constraint preferences_company_id_fkey foreign key (company_id) references public.companies(id) on delete set null,
  constraint preferences_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.preferences');
create index preferences_company on public.preferences (company_id);
alter table public.preferences enable row level security;

create table public.profiles (
  id uuid not null,
  company_id uuid,
  first_name text,
  last_name text,
  role text,
  phone text,
  job_title text,
  avatar_path text,
  language text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint profiles_pkey primary key (id),
  constraint profiles_avatar_path_length check (char_length(avatar_path) <= 400),
  constraint profiles_first_name_length check (char_length(first_name) <= 100),
  constraint profiles_job_title_length check (char_length(job_title) <= 100),
  constraint profiles_language_form check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  constraint profiles_last_name_length check (char_length(last_name) <= 100),
  constraint profiles_phone_length check (char_length(phone) <= 40),
  constraint profiles_role_known check (role in ('owner', 'manager', 'foreman', 'employee')),
  constraint profiles_company_id_fkey foreign key (company_id) references public.companies(id) on delete set null,
  constraint profiles_id_fkey foreign key (id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('public.profiles');
create index profiles_company on public.profiles (company_id);
alter table public.profiles enable row level security;

create table public.project_cost_codes (
  company_id uuid default private.my_company_id() not null,
  project_id uuid not null,
  cost_code_id uuid not null,
  constraint project_cost_codes_pkey primary key (company_id, project_id, cost_code_id),
  constraint project_cost_codes_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete cascade,
  constraint project_cost_codes_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
create index project_cost_codes_by_code on public.project_cost_codes (company_id, cost_code_id);
alter table public.project_cost_codes enable row level security;

create table public.project_members (
  company_id uuid default private.my_company_id() not null,
  project_id uuid not null,
  employee_id uuid not null,
  created_at timestamptz default now() not null,
  constraint project_members_pkey primary key (company_id, project_id, employee_id),
  constraint project_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint project_members_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.project_members');
create index project_members_by_employee on public.project_members (company_id, employee_id);
alter table public.project_members enable row level security;
alter publication supabase_realtime add table public.project_members;

create table public.punch_locations (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  moment text not null,
  punched_at timestamptz not null,
  latitude numeric(8,5),
  longitude numeric(8,5),
  accuracy_m numeric(9,1),
  fix_age_s integer,
  inside boolean,
  edge_m numeric(9,1),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint punch_locations_pkey primary key (company_id, id),
  constraint punch_locations_once unique (company_id, time_entry_id, moment),
  constraint punch_locations_accuracy_range check (accuracy_m >= 0 and accuracy_m <= 10000000),
  constraint punch_locations_edge_range check (edge_m >= '-99999999'::integer::numeric and edge_m <= 99999999),
  constraint punch_locations_fix_age_range check (fix_age_s >= 0),
  constraint punch_locations_latitude_range check (latitude >= '-90'::integer::numeric and latitude <= 90),
  constraint punch_locations_longitude_range check (longitude >= '-180'::integer::numeric and longitude <= 180),
  constraint punch_locations_moment_known check (moment in ('in', 'out', 'switch')),
  constraint punch_locations_whole check ((latitude is null) = (longitude is null)),
  constraint punch_locations_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint punch_locations_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint punch_locations_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.punch_locations');
create index punch_locations_by_employee on public.punch_locations (company_id, employee_id, punched_at desc);
create index punch_locations_with_place on public.punch_locations (company_id, punched_at) where latitude is not null;
alter table public.punch_locations enable row level security;

create table public.shifts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid,
  crew_id uuid,
  equipment_id uuid,
  project_id uuid,
  cost_code_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  work_date date default CURRENT_DATE not null,
  note text,
  status text default 'draft' not null,
  cancelled boolean default false not null,
  published jsonb,
  previous jsonb,
  acknowledged_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint shifts_pkey primary key (company_id, id),
  constraint shifts_end_after_start check (ends_at > starts_at and ends_at <= (starts_at + '24:00:00'::interval)),
  constraint shifts_note_length check (char_length(note) <= 500),
  constraint shifts_status_known check (status in ('draft', 'published')),
  constraint shifts_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint shifts_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete set null (cost_code_id),
  constraint shifts_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete set null (crew_id),
  constraint shifts_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint shifts_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete set null (equipment_id),
  constraint shifts_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
select private.refuse_non_finite('public.shifts');
create index shifts_by_cost_code on public.shifts (company_id, cost_code_id) where cost_code_id is not null;
create index shifts_by_crew on public.shifts (company_id, crew_id) where crew_id is not null;
create index shifts_by_date on public.shifts (company_id, work_date);
create index shifts_by_employee on public.shifts (company_id, employee_id, work_date);
create index shifts_by_equipment on public.shifts (company_id, equipment_id) where equipment_id is not null;
create index shifts_by_project on public.shifts (company_id, project_id) where project_id is not null;
create index shifts_by_published_employee on public.shifts (company_id, (published ->> 'employee_id'), ((published ->> 'ends_at')::bigint)) where published is not null;
alter table public.shifts enable row level security;
alter publication supabase_realtime add table public.shifts;

create table public.shift_swaps (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  shift_id uuid not null,
  employee_id uuid not null,
  to_employee_id uuid not null,
  status text default 'asked' not null,
  note text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint shift_swaps_pkey primary key (company_id, id),
  constraint shift_swaps_note_length check (char_length(note) <= 500),
  constraint shift_swaps_status_known check (status in ('asked', 'accepted', 'approved', 'declined', 'withdrawn')),
  constraint shift_swaps_with_someone_else check (employee_id <> to_employee_id),
  constraint shift_swaps_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint shift_swaps_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint shift_swaps_shift foreign key (company_id, shift_id) references public.shifts(company_id, id) on delete cascade,
  constraint shift_swaps_to_employee foreign key (company_id, to_employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.shift_swaps');
create index shift_swaps_by_employee on public.shift_swaps (company_id, employee_id);
create index shift_swaps_by_to_employee on public.shift_swaps (company_id, to_employee_id);
create unique index shift_swaps_one_open on public.shift_swaps (company_id, shift_id) where status in ('asked', 'accepted');
alter table public.shift_swaps enable row level security;
alter publication supabase_realtime add table public.shift_swaps;

create table public.talk_signatures (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  project_id uuid,
  employee_id uuid,
  signed_name text not null,
  strokes jsonb default '[]'::jsonb not null,
  language text default 'en' not null,
  held_by uuid default private.my_employee_id() not null,
  held_on date default CURRENT_DATE not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint talk_signatures_pkey primary key (company_id, id),
  constraint talk_signatures_once unique (company_id, bulletin_id, held_on, employee_id),
  constraint talk_signatures_language_known check (language in ('en', 'es')),
  constraint talk_signatures_name_length check (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200),
  constraint talk_signatures_strokes check (jsonb_typeof(strokes) = 'array' and pg_column_size(strokes) < 30000),
  constraint talk_signatures_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint talk_signatures_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint talk_signatures_held_by foreign key (company_id, held_by) references public.employees(company_id, id),
  constraint talk_signatures_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.talk_signatures');
create index talk_signatures_by_employee on public.talk_signatures (company_id, employee_id);
alter table public.talk_signatures enable row level security;
alter publication supabase_realtime add table public.talk_signatures;

create table public.time_entry_breaks (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  kind text default 'meal' not null,
  paid boolean default false not null,
  created_at timestamptz default now() not null,
  constraint time_entry_breaks_pkey primary key (company_id, id),
  constraint time_entry_breaks_no_overlap exclude using gist (uuid_hash_extended(time_entry_id, uuid_hash_extended(company_id, 0)) with =, tstzrange(started_at, ended_at) with &&),
  constraint time_entry_breaks_end_after_start check (ended_at > started_at),
  constraint time_entry_breaks_kind_known check (kind in ('meal', 'rest')),
  constraint time_entry_breaks_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.time_entry_breaks');
create index time_entry_breaks_by_company on public.time_entry_breaks (company_id, started_at);
create index time_entry_breaks_by_entry on public.time_entry_breaks (company_id, time_entry_id, started_at);
create index time_entry_breaks_by_time on public.time_entry_breaks (company_id, started_at) where not paid;
create unique index time_entry_breaks_one_open on public.time_entry_breaks (company_id, time_entry_id) where ended_at is null;
alter table public.time_entry_breaks enable row level security;
alter publication supabase_realtime add table public.time_entry_breaks;

create table public.time_off_grants (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  type_id uuid not null,
  date date not null,
  hours numeric(8,4) not null,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint time_off_grants_pkey primary key (company_id, id),
  constraint time_off_grants_hours_range check (hours >= '-9999'::integer::numeric and hours <= 9999 and hours <> 0),
  constraint time_off_grants_note_length check (char_length(note) <= 500),
  constraint time_off_grants_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint time_off_grants_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint time_off_grants_type foreign key (company_id, type_id) references public.time_off_types(company_id, id)
);
select private.refuse_non_finite('public.time_off_grants');
create index time_off_grants_by_employee on public.time_off_grants (company_id, employee_id, type_id, date);
create index time_off_grants_by_type on public.time_off_grants (company_id, type_id);
alter table public.time_off_grants enable row level security;
alter publication supabase_realtime add table public.time_off_grants;

create table public.timesheet_signatures (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  start_date date not null,
  end_date date not null,
  disputed boolean default false not null,
  note text,
  signed_name text,
  statement text not null,
  language text not null,
  version text not null,
  hours jsonb not null,
  signed_at timestamptz default clock_timestamp() not null,
  signed_by uuid default auth.uid(),
  invalidated_at timestamptz,
  constraint timesheet_signatures_pkey primary key (company_id, id),
  constraint timesheet_signatures_dispute_says_why check (not disputed or char_length(btrim(note)) > 0),
  constraint timesheet_signatures_name_length check (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200),
  constraint timesheet_signatures_note_length check (char_length(note) <= 2000),
  constraint timesheet_signatures_signed_by_name check (disputed or signed_name is not null),
  constraint timesheet_signatures_start_before_end check (start_date <= end_date),
  constraint timesheet_signatures_statement_length check (char_length(statement) >= 1 and char_length(statement) <= 4000),
  constraint timesheet_signatures_version_length check (char_length(version) >= 1 and char_length(version) <= 40),
  constraint timesheet_signatures_employee foreign key (company_id, employee_id) references public.employees(company_id, id)
);
select private.refuse_non_finite('public.timesheet_signatures');
create index timesheet_signatures_current on public.timesheet_signatures (company_id, employee_id, start_date) where invalidated_at is null;
alter table public.timesheet_signatures enable row level security;

create table public.units (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  description text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint units_pkey primary key (company_id, id),
  constraint units_name_once_per_company unique (company_id, name),
  constraint units_description_length check (char_length(description) <= 100),
  constraint units_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 20),
  constraint units_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.units');
alter table public.units enable row level security;
alter publication supabase_realtime add table public.units;

create table public.verifications (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject_id uuid not null,
  employee_id uuid,
  project_id uuid,
  happened_at timestamptz not null,
  summary text not null,
  detail jsonb default '{}'::jsonb not null,
  status text default 'open' not null,
  assigned_to uuid,
  note text,
  resolved_by uuid,
  resolved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint verifications_pkey primary key (company_id, id),
  constraint verifications_once unique (company_id, kind, subject_id),
  constraint verifications_detail_size check (pg_column_size(detail) < 20000),
  constraint verifications_kind_known check (kind in ('held_event', 'device_clock', 'disputed_timesheet', 'unsigned_timesheet', 'signed_time_edited', 'off_site_punch', 'failed_inspection', 'meter_jump', 'injury', 'answer', 'pin_locked', 'early_clock_in', 'kiosk_photo', 'expiring_certificate', 'own_pay', 'own_approval', 'pin_by_other')),
  constraint verifications_note_length check (char_length(note) <= 2000),
  constraint verifications_resolved_has_time check ((status = 'resolved') = (resolved_at is not null)),
  constraint verifications_status_known check (status in ('open', 'resolved')),
  constraint verifications_summary_length check (char_length(summary) <= 500),
  constraint verifications_assigned_to foreign key (company_id, assigned_to) references public.employees(company_id, id),
  constraint verifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint verifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint verifications_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete set null (project_id)
);
select private.refuse_non_finite('public.verifications');
create index verifications_by_employee on public.verifications (company_id, employee_id, happened_at desc);
create index verifications_by_project on public.verifications (company_id, project_id) where project_id is not null;
create index verifications_open on public.verifications (company_id, happened_at desc) where status = 'open';
create index verifications_resolved on public.verifications (company_id, resolved_at desc) where status = 'resolved';
alter table public.verifications enable row level security;
alter publication supabase_realtime add table public.verifications;

create table public.work_totals (
  company_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  project_id uuid,
  cost_code_id uuid,
  equipment_id uuid,
  seconds integer not null,
  unpaid_break_seconds integer not null,
  paid_break_seconds integer not null,
  entries integer not null,
  constraint work_totals_one_of_a_kind unique nulls not distinct (company_id, employee_id, work_date, project_id, cost_code_id, equipment_id),
  constraint work_totals_date_finite check (isfinite(work_date))
) with (fillfactor=90);
select private.refuse_non_finite('public.work_totals');
create index work_totals_by_cost_code on public.work_totals (company_id, cost_code_id, employee_id, work_date) include (seconds, unpaid_break_seconds, paid_break_seconds, entries);
create index work_totals_by_date on public.work_totals (company_id, work_date, employee_id) include (project_id, seconds, unpaid_break_seconds, paid_break_seconds, entries);
create index work_totals_by_equipment on public.work_totals (company_id, equipment_id, work_date) where equipment_id is not null;
create index work_totals_by_project on public.work_totals (company_id, project_id, work_date);
alter table public.work_totals enable row level security;

insert into private.notification_secret (secret) values (extensions.gen_random_bytes(32));
