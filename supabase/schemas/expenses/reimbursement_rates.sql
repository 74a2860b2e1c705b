create table public.reimbursement_rates (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text default 'mileage' not null,
  from_date date not null,
  rate numeric(10,4) not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint reimbursement_rates_pkey primary key (company_id, id),
  constraint reimbursement_rates_once_a_day unique (company_id, kind, from_date),
  constraint reimbursement_rates_kind_known check (kind in ('mileage', 'per_diem', 'lodging')),
  constraint reimbursement_rates_range check (rate >= 0 and rate <= case kind when 'mileage' then 10 else 1000 end::numeric),
  constraint reimbursement_rates_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.reimbursement_rates');
comment on table public.reimbursement_rates is 'What the company repays from a date on: dollars for a mile, a day of meals, a night. Before its first row, and without one, the federal rates apply (private.federal_rates).';
comment on column public.reimbursement_rates.from_date is 'The first day; a trip has the rate of its own date.';
alter table public.reimbursement_rates enable row level security;
grant select, insert, update, delete on table public.reimbursement_rates to authenticated;

create policy "Employees read what their company repays" on public.reimbursement_rates
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add reimbursement rates" on public.reimbursement_rates
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change reimbursement rates" on public.reimbursement_rates
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete reimbursement rates" on public.reimbursement_rates
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.reimbursement_rates
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.reimbursement_rates
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.reimbursement_rates
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.reimbursement_rates
  for each row execute function private.touch_updated_at();

create or replace trigger x_reprice_trips after insert or delete or update on public.reimbursement_rates
  for each row execute function private.reprice_trips();

create or replace trigger zz_record_change after insert or delete or update on public.reimbursement_rates
  for each row execute function private.record_change();

create or replace view private.federal_rates as
  select * from (values
    -- IRS standard mileage rate for business (2026: Notice 2026-10), GSA standard per diem of fiscal year 2026: docs/rules/expenses.md
    ('mileage', date '2022-01-01', 0.585), ('mileage', date '2022-07-01', 0.625), ('mileage', date '2023-01-01', 0.655),
    ('mileage', date '2024-01-01', 0.67), ('mileage', date '2025-01-01', 0.70), ('mileage', date '2026-01-01', 0.725),
    ('per_diem', date '2025-10-01', 68), ('lodging', date '2025-10-01', 110)
  ) as r (kind, from_date, rate);
comment on view private.federal_rates is 'The federal rates an installation comes with, each from a date on.';

create or replace function private.reimbursement_rate(company_id_param uuid, kind_param text, on_param date) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.rate from public.reimbursement_rates r
      where r.company_id = company_id_param and r.kind = kind_param and r.from_date <= on_param order by r.from_date desc limit 1),
    (select f.rate from private.federal_rates f where f.kind = kind_param and f.from_date <= on_param order by f.from_date desc limit 1));
$$;
comment on function private.reimbursement_rate(uuid,text,date) is 'The rate of a day: the company''s own, else the federal one; null before the first of them.';

create or replace function public.reimbursement_rate_table() returns table(id uuid, kind text, from_date date, rate numeric, federal boolean, in_effect boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_employee()).company_id;
begin
  return query
  with own as (
    select r.id, r.kind, r.from_date, r.rate, false as federal from public.reimbursement_rates r where r.company_id = company
  ), rates as (
    select * from own
    union all
    -- From the company's first rate on, the federal ones say nothing.
    select null, f.kind, f.from_date, f.rate::numeric, true from private.federal_rates f
    where not exists (select from own o where o.kind = f.kind and o.from_date <= f.from_date)
  )
  select r.id, r.kind, r.from_date, r.rate, r.federal,
    r.from_date = (select max(n.from_date) from rates n where n.kind = r.kind and n.from_date <= private.company_today(company))
  from rates r order by r.kind, r.from_date desc;
end $$;
comment on function public.reimbursement_rate_table() is 'Everyone: what is repaid for a mile, a day of meals and a night, from which date on: the company''s own rates and, before its first one, the federal ones (id null).';
grant execute on function public.reimbursement_rate_table() to authenticated;
