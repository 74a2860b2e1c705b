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
comment on table public.budget_scenarios is 'A what-if of a project''s forecast under a name: what is changed, not its result, which follows from the figures of the day.';
comment on column public.budget_scenarios.people is 'People on the project; null: as many as now.';
comment on column public.budget_scenarios.productivity_change is 'Percent by which the pace of the last weeks is expected to change.';
alter table public.budget_scenarios enable row level security;
alter publication supabase_realtime add table public.budget_scenarios;
grant select, insert, delete on table public.budget_scenarios to authenticated;

create policy "Company roles with budgets delete scenarios of their projects" on public.budget_scenarios
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Company roles with budgets read scenarios of their projects" on public.budget_scenarios
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Company roles with budgets save scenarios of their projects" on public.budget_scenarios
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('budgets')) and private.covers_project((select private.scope_of('budgets')), project_id));

create policy "Managers delete scenarios" on public.budget_scenarios
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read scenarios" on public.budget_scenarios
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers save scenarios" on public.budget_scenarios
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.budget_scenarios
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.budget_scenarios
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.budget_scenarios
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.budget_scenarios
  for each row execute function private.record_change();
