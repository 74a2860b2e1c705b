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
comment on table public.time_off_grants is 'Hours of time off given (or taken back) by hand, opening balances among them.';
alter table public.time_off_grants enable row level security;
alter publication supabase_realtime add table public.time_off_grants;
grant select, insert, delete on table public.time_off_grants to authenticated;

create policy "Managers give hours" on public.time_off_grants
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read hours that were given, others their own" on public.time_off_grants
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers take back hours" on public.time_off_grants
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.time_off_grants
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.time_off_grants
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.time_off_grants
  for each row execute function private.lock_identity();

create or replace trigger own_pay after insert or delete or update on public.time_off_grants
  for each row execute function private.check_own_decision('own_pay');

create or replace trigger zz_record_change after insert or delete or update on public.time_off_grants
  for each row execute function private.record_change();
