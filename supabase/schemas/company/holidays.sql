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
comment on table public.holidays is 'The company''s (or union''s) holiday calendar: a day rule {"holiday": true} of an overtime policy applies on these work dates, and time off takes no hours of them.';
comment on column public.holidays.paid_hours is 'What the company pays for the day; post_holiday_pay posts it as pay items (HOLIDAY).';
alter table public.holidays enable row level security;
alter publication supabase_realtime add table public.holidays;
grant select, insert, update, delete on table public.holidays to authenticated;

create policy "Employees read the holidays of their company" on public.holidays
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners add holidays" on public.holidays
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change holidays" on public.holidays
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners remove holidays" on public.holidays
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.holidays
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.holidays
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.holidays
  for each row execute function private.lock_identity();

create or replace trigger x_changes_pay after insert or delete or update on public.holidays
  for each row execute function private.holiday_changes_pay();

create or replace function private.holiday_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.invalidate_pay(old.company_id, null, old.date, old.date);
  end if;
  if tg_op <> 'DELETE' then
    perform private.invalidate_pay(new.company_id, null, new.date, new.date);
  end if;
  return null;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.holidays
  for each row execute function private.record_change();

create or replace function public.post_holiday_pay(holiday_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  holiday public.holidays;
  posted integer;
begin
  -- Locked, so that two who post at once do not pay twice.
  select * into holiday from public.holidays h where h.company_id = me.company_id and h.id = holiday_id_param for update;
  if holiday.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This holiday was not found.';
  end if;
  if holiday.paid_hours <= 0 then
    raise exception using errcode = 'P0001', hint = 'holiday_unpaid', message = 'This holiday pays no hours.';
  end if;
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, note)
  select e.company_id, e.id, holiday.date, 'HOLIDAY', round(holiday.paid_hours * 60)::integer, nullif(holiday.name, '')
  from public.employees e
  where e.company_id = me.company_id and e.active and private.hire_date(e) <= holiday.date
    and not exists (select from public.pay_items i
      where i.company_id = e.company_id and i.employee_id = e.id and i.work_date = holiday.date and i.pay_code = 'HOLIDAY');
  get diagnostics posted = row_count;
  return posted;
end $$;
comment on function public.post_holiday_pay(uuid) is 'Managers: posts the paid hours of a holiday for everyone employed on it who has no holiday pay on that day; says for how many. A locked period refuses.';
grant execute on function public.post_holiday_pay(uuid) to authenticated;
