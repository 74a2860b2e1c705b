create table public.payroll_worker_ids (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  source text not null,
  worker_key text not null,
  employee_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint payroll_worker_ids_pkey primary key (company_id, id),
  constraint payroll_worker_ids_once unique (company_id, source, worker_key),
  constraint payroll_worker_ids_key_length check (char_length(btrim(worker_key)) >= 1 and char_length(worker_key) <= 120),
  constraint payroll_worker_ids_no_nine_digits check (worker_key !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint payroll_worker_ids_source_known check (source in ('gusto', 'paychex', 'adp', 'quickbooks', 'sage', 'other')),
  constraint payroll_worker_ids_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.payroll_worker_ids');
create index payroll_worker_ids_by_employee on public.payroll_worker_ids (company_id, employee_id);
comment on table public.payroll_worker_ids is 'Whom a payroll system means by an id or a name that is not ours: chosen once at an import, remembered for the next.';
comment on column public.payroll_worker_ids.worker_key is 'The id as the system prints it, else the name, in small letters.';
alter table public.payroll_worker_ids enable row level security;
grant select, insert, update, delete on table public.payroll_worker_ids to authenticated;

create policy "Managers read whom a payroll system means" on public.payroll_worker_ids
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers say whom a payroll system means" on public.payroll_worker_ids
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change whom a payroll system means" on public.payroll_worker_ids
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers forget whom a payroll system means" on public.payroll_worker_ids
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.payroll_worker_ids
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.payroll_worker_ids
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.payroll_worker_ids
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.payroll_worker_ids
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.payroll_worker_ids
  for each row execute function private.record_change();

create or replace trigger check_worker_key before insert or update on public.payroll_worker_ids
  for each row execute function private.check_worker_key();

create or replace function private.check_worker_key() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Before the constraint, whose message would write the row into the log.
  if private.has_nine_digits(new.worker_key) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Nine digits in a row are not stored: they could be a social security number.';
  end if;
  return new;
end $$;
