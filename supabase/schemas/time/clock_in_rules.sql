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
comment on table public.clock_in_rules is 'What a clock-in before the shift does: for a person, else for the project, else for the company; without a rule nothing.';
comment on column public.clock_in_rules.rule is 'allowed; ask_reason: the person is asked why; from_shift: time counts from the start of the shift.';
comment on column public.clock_in_rules.grace_minutes is 'So many minutes before the shift are not early.';
alter table public.clock_in_rules enable row level security;
alter publication supabase_realtime add table public.clock_in_rules;
grant select, insert, update, delete on table public.clock_in_rules to authenticated;

create policy "Managers read the rules of clocking in, others those about them" on public.clock_in_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id is null or employee_id = (select private.my_employee_id())));

create policy "Owners add rules of clocking in" on public.clock_in_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change rules of clocking in" on public.clock_in_rules
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete rules of clocking in" on public.clock_in_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.clock_in_rules
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.clock_in_rules
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.clock_in_rules
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.clock_in_rules
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.clock_in_rules
  for each row execute function private.record_change();
