-- Balances of time off, from rules and history, at any date.

create function private.hire_date(employee public.employees) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(employee.hired_on, least(
    (employee.created_at at time zone private.zone_of(employee.company_id, null))::date,
    (select min(w.work_date) from public.work_totals w where w.company_id = employee.company_id and w.employee_id = employee.id)));
$$;
revoke execute on function private.hire_date(public.employees) from public;

create function private.time_off_days(company_id_param uuid, start_date_param date, end_date_param date, hours_param numeric)
returns table (day date, minutes integer)
language sql stable security definer set search_path = '' as $$
  with work_days as (
    select d.day from (select start_date_param + n as day from generate_series(0, end_date_param - start_date_param) n) d
    where extract(isodow from d.day) < 6
      and not exists (select from public.holidays h where h.company_id = company_id_param and h.date = d.day)
  ), days as (
    select w.day from work_days w
    union all
    select start_date_param where not exists (select from work_days)
  ), numbered as (
    select d.day, row_number() over (order by d.day) as number, count(*) over () as days, round(hours_param * 60)::integer as minutes from days d
  )
  select n.day, (n.minutes / n.days + (n.number <= n.minutes % n.days)::integer)::integer from numbered n order by n.day;
$$;
revoke execute on function private.time_off_days(uuid, date, date, numeric) from public;
comment on function private.time_off_days(uuid, date, date, numeric) is 'Hours of a request by day: evenly over Monday to Friday without holidays, leftover minutes to the first days. All on the first day where there is no such day.';

create function private.time_off_accruals(employee public.employees, type public.time_off_types, on_date_param date)
returns table (day date, place integer, kind text, hours numeric)
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
revoke execute on function private.time_off_accruals(public.employees, public.time_off_types, date) from public;
comment on function private.time_off_accruals(public.employees, public.time_off_types, date) is 'What a type''s rule gives a person until a date, before cap and carry-over.';

create function private.time_off_ledger(employee public.employees, type public.time_off_types, on_date_param date)
returns table (day date, kind text, change numeric, balance numeric)
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
revoke execute on function private.time_off_ledger(public.employees, public.time_off_types, date) from public;
comment on function private.time_off_ledger(public.employees, public.time_off_types, date) is 'Every step to a balance, in order: on a day first the cut to carry_over, then grants, then time off, then accrual. What is over the cap is lost.';

create function private.time_off_hours(employee public.employees, type public.time_off_types, on_date_param date) returns numeric
language sql stable security definer set search_path = '' as $$
  -- Thirds of an hour are not exact: the ninth decimal takes that away before rounding half up.
  select round(round(coalesce(sum(l.change), 0), 9), 2) from private.time_off_ledger(employee, type, on_date_param) l;
$$;
revoke execute on function private.time_off_hours(public.employees, public.time_off_types, date) from public;

create function public.time_off_balance(employee_id_param uuid, on_date_param date)
returns table (type_id uuid, hours numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
begin
  if employee_id_param is distinct from me.id and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  if person.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
  if on_date_param is null or on_date_param not between '1970-01-01' and private.company_today(me.company_id) + 3660 then
    raise exception using errcode = 'P0001', hint = 'time_off_date_too_far', message = 'Choose a date within the next ten years.';
  end if;
  return query
    select t.id, private.time_off_hours(person, t, on_date_param)
    from public.time_off_types t
    where t.company_id = me.company_id and t.active and (t.paid or t.accrual is not null)
    order by t.name;
end $$;
revoke execute on function public.time_off_balance(uuid, date) from public, anon;
grant execute on function public.time_off_balance(uuid, date) to authenticated;
comment on function public.time_off_balance(uuid, date) is 'Everyone for themselves, managers for all: hours left per type at the end of a date; later dates with known grants and approved requests only. Unpaid types without accrual keep no balance.';
