-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.time_off_types (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  pay_code text,
  paid boolean default true not null,
  accrual jsonb,
  starts_on date,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint time_off_types_pkey primary key (company_id, id),
  constraint time_off_types_name_once_per_company unique (company_id, name),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_starts_on check (isfinite(starts_on)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint time_off_types_accrual_valid check (private.accrual_is_valid(accrual)),
  constraint time_off_types_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint time_off_types_paid_has_code check (not paid or pay_code is not null),
  constraint time_off_types_pay_code_known check (pay_code = any (array['PTO'::text, 'SICK'::text, 'HOLIDAY'::text, 'BEREAVEMENT'::text, 'JURY'::text])),
  constraint time_off_types_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
comment on table public.time_off_types is 'Kinds of time off: vacation, sick, unpaid, own ones.';
comment on column public.time_off_types.pay_code is 'Under which code approved hours are paid.';
comment on column public.time_off_types.accrual is 'kind per_year or per_period with hours, or per_hours_worked with hours and worked; optional cap, carry_over, waiting_days. Null: hours are given by hand (time_off_grants).';
comment on column public.time_off_types.starts_on is 'Accrues from this date on; null: from the hire date.';
alter table public.time_off_types enable row level security;
grant select, insert, update, delete on table public.time_off_types to authenticated;

create policy "Employees read the time off types of their company" on public.time_off_types
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add time off types" on public.time_off_types
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change time off types" on public.time_off_types
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete time off types" on public.time_off_types
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

alter publication supabase_realtime add table public.time_off_types;

create or replace trigger fill_company_id before insert on public.time_off_types
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.time_off_types
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.time_off_types
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.time_off_types
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.time_off_types
  for each row execute function private.record_change();

create or replace function private.time_off_accruals(employee public.employees, type public.time_off_types, on_date_param date) returns table(day date, place integer, kind text, hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  amount numeric := (type.accrual ->> 'hours')::numeric;
  first_day date := greatest(private.hire_date(employee), type.starts_on);
  last_day date := least(on_date_param, (employee.deactivated_at at time zone private.zone_of(employee.company_id, null))::date);
  period record;
begin
  if type.accrual ->> 'kind' = 'per_year' then
    return query
      select y.day, 1, 'per_year', amount * (y.year_end - y.day + 1) / extract(doy from y.year_end)
      from (select greatest(first_day, make_date(n, 1, 1)) as day, make_date(n, 12, 31) as year_end
        from generate_series(extract(year from first_day)::integer, extract(year from last_day)::integer) n) y
      where y.day <= last_day;
  elsif type.accrual ->> 'kind' = 'per_hours_worked' then
    return query
      select w.work_date, 3, 'worked', sum(w.seconds) * amount / ((type.accrual ->> 'worked')::numeric * 3600)
      from public.work_totals w
      where w.company_id = employee.company_id and w.employee_id = employee.id and w.work_date between first_day and last_day
      group by w.work_date;
  elsif type.accrual ->> 'kind' = 'per_period' then
    day := first_day;
    loop
      select * into period from private.pay_period_at(employee.company_id, day);
      exit when period.end_date is null or period.end_date > last_day;
      return query select period.end_date, 3, 'per_period',
        amount * (period.end_date - greatest(first_day, period.start_date) + 1) / (period.end_date - period.start_date + 1);
      day := period.end_date + 1;
    end loop;
  end if;
end $$;
comment on function private.time_off_accruals(public.employees,public.time_off_types,date) is 'What a type''s rule gives a person until a date, before cap and carry-over.';

create or replace function private.time_off_hours(employee public.employees, type public.time_off_types, on_date_param date) returns numeric
language sql stable security definer set search_path = '' as $$
  -- Thirds of an hour are not exact: the ninth decimal takes that away before rounding half up.
  select round(round(coalesce(sum(l.change), 0), 9), 2) from private.time_off_ledger(employee, type, on_date_param) l;
$$;

create or replace function private.time_off_ledger(employee public.employees, type public.time_off_types, on_date_param date) returns table(day date, kind text, change numeric, balance numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  event record;
  cap numeric := (type.accrual ->> 'cap')::numeric;
  carry_over numeric := (type.accrual ->> 'carry_over')::numeric;
begin
  balance := 0;
  for event in
    select a.day, a.place, a.kind, a.hours from private.time_off_accruals(employee, type, on_date_param) a
    union all
    select g.date, 1, 'granted', g.hours from public.time_off_grants g
    where g.company_id = employee.company_id and g.employee_id = employee.id and g.type_id = type.id and g.date <= on_date_param
    union all
    select d.day, 2, 'taken', -d.minutes / 60.0 from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = employee.company_id and r.employee_id = employee.id and r.type_id = type.id
      and r.status = 'approved' and d.day <= on_date_param
    union all
    select make_date(n, 1, 1), 0, 'carried_over', 0
    from generate_series(extract(year from private.hire_date(employee))::integer + 1, extract(year from on_date_param)::integer) n
    where carry_over is not null
    order by 1, 2
  loop
    day := event.day;
    kind := event.kind;
    change := case
      when event.place = 0 then least(carry_over - balance, 0)
      when event.hours > 0 and cap is not null then least(event.hours, greatest(cap - balance, 0))
      else event.hours end;
    balance := balance + change;
    return next;
  end loop;
end $$;
comment on function private.time_off_ledger(public.employees,public.time_off_types,date) is 'Every step to a balance, in order: on a day first the cut to carry_over, then grants, then time off, then accrual. What is over the cap is lost.';
