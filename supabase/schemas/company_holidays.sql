-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.company_holidays (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  holiday_date date not null,
  name text default ''::text not null,
  created_at timestamptz default now() not null,
  constraint company_holidays_pkey primary key (company_id, id),
  constraint company_holidays_once unique (company_id, holiday_date),
  constraint company_holidays_name_length check (char_length(name) <= 100),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_holiday_date check (isfinite(holiday_date)),
  constraint company_holidays_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
comment on table public.company_holidays is 'The company''s (or union''s) holiday calendar: a day rule {"holiday": true} of an overtime policy applies on these work dates.';
alter table public.company_holidays enable row level security;
grant select, insert, update, delete on table public.company_holidays to authenticated;

create policy "Employees read the holidays of their company" on public.company_holidays
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners add holidays" on public.company_holidays
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change holidays" on public.company_holidays
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners remove holidays" on public.company_holidays
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.company_holidays
  for each row execute function private.fill_company_id();

create or replace trigger keep_identity before update on public.company_holidays
  for each row execute function private.keep_identity();

create or replace function private.holiday_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.forget_pay(old.company_id, null, old.holiday_date, old.holiday_date);
  end if;
  if tg_op <> 'DELETE' then
    perform private.forget_pay(new.company_id, null, new.holiday_date, new.holiday_date);
  end if;
  return null;
end $$;

create or replace trigger x_changes_pay after insert or delete or update on public.company_holidays
  for each row execute function private.holiday_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.company_holidays
  for each row execute function private.record_change();
