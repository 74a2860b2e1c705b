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
comment on table public.availability is 'When someone cannot work: every week on a weekday, or from a date to a date; all day, or from a time to a time.';
comment on column public.availability.weekday is '0 is Sunday; null: every day from start_date to end_date.';
alter table public.availability enable row level security;
alter publication supabase_realtime add table public.availability;
grant select, insert, delete on table public.availability to authenticated;

create policy "Company roles that schedule read when their people can work" on public.availability
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('schedule')) and private.covers_person((select private.scope_of('schedule')), employee_id));

create policy "Foremen and managers read when people cannot work, others their" on public.availability
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (((select private.my_role())) <> 'employee' or employee_id = (select private.my_employee_id())));

create policy "Managers add when people cannot work, others their own" on public.availability
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers delete when people cannot work, others their own" on public.availability
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.availability
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.availability
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.availability
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.availability
  for each row execute function private.record_change();
