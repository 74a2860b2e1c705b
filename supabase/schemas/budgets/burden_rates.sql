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
comment on table public.burden_rates is 'What labor costs on top of pay, in percent, from a date on: of a person, else of a trade (employees.job_title), else of the company.';
alter table public.burden_rates enable row level security;
grant select, insert, update, delete on table public.burden_rates to authenticated;

create policy "Managers add burden rates" on public.burden_rates
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change burden rates" on public.burden_rates
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete burden rates" on public.burden_rates
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read burden rates" on public.burden_rates
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.burden_rates
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.burden_rates
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.burden_rates
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.burden_rates
  for each row execute function private.record_change();
