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
  no_work_reports boolean default true not null,
  first_number integer default 1 not null,
  first_week_end date,
  paid_after_days smallint default 5 not null,
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
  constraint public_contracts_first_number_range check (first_number >= 1 and first_number <= 9999),
  constraint public_contracts_first_week_ends check (extract(dow from first_week_end) = week_ends_on),
  constraint public_contracts_paid_after_days_range check (paid_after_days >= 0 and paid_after_days <= 60),
  constraint public_contracts_external_ids_object check (jsonb_typeof(external_ids) = 'object' and char_length(external_ids::text) <= 2000),
  constraint public_contracts_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.public_contracts');
comment on table public.public_contracts is 'The contract that makes a project public work: its law, role, numbers and week. docs/rules/public-work.md';
comment on column public.public_contracts.cwhssa is 'Whether overtime over 40 hours on covered contracts is owed by the contract; unknown is paid as if it were.';
comment on column public.public_contracts.external_ids is 'What portals call this project: dir_project_id, prc_number, intent_id, lcp_project_code.';
comment on column public.public_contracts.week_ends_on is 'Last day of the reported week: 0 is Sunday.';
comment on column public.public_contracts.top_up is 'Pay is raised to what the determination requires; else it stays as agreed and reports say what is short.';
comment on column public.public_contracts.no_work_reports is 'Weeks without work have a numbered report that says so; else they have none.';
comment on column public.public_contracts.first_number is 'Number of the first certified payroll made here; more than 1 where earlier ones were made elsewhere.';
comment on column public.public_contracts.first_week_end is 'First week that is certified here; null: that of the first work.';
comment on column public.public_contracts.paid_after_days is 'Days from the end of a week to its regular pay day; known pay days (payroll_facts.paid_on) count instead.';
alter table public.public_contracts enable row level security;
alter publication supabase_realtime add table public.public_contracts;
grant select, insert, update, delete on table public.public_contracts to authenticated;

create policy "Managers add contracts of public work" on public.public_contracts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change contracts of public work" on public.public_contracts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete contracts of public work" on public.public_contracts
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read contracts of public work" on public.public_contracts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger check_certified_weeks before update on public.public_contracts
  for each row when ((old.week_ends_on, old.first_number, old.first_week_end) is distinct from (new.week_ends_on, new.first_number, new.first_week_end)) execute function private.check_certified_weeks();

create or replace function private.check_certified_weeks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.certified_payrolls p where p.company_id = old.company_id and p.project_id = old.project_id) then
    raise exception using errcode = 'P0001', hint = 'certified_weeks_fixed',
      message = 'Certified payrolls of this contract are signed: its week and its first number stay as they are.';
  end if;
  return new;
end $$;
comment on function private.check_certified_weeks() is 'Numbers and weeks that were signed do not move.';

create or replace trigger fill_company_id before insert on public.public_contracts
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.public_contracts
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.public_contracts
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.public_contracts
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.public_contracts
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.public_contracts
  for each row execute function private.record_change();
