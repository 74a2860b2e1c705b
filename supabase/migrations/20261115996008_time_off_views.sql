-- What the screens of time off show: the steps to a balance, what is to decide, who is away; and holiday pay.

create function public.time_off_explanation(employee_id_param uuid, type_id_param uuid, on_date_param date)
returns table (day date, kind text, change numeric, balance numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  person public.employees;
  type public.time_off_types;
begin
  if employee_id_param is distinct from me.id and me.role not in ('owner', 'manager') then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  select * into person from public.employees e where e.company_id = me.company_id and e.id = employee_id_param;
  select * into type from public.time_off_types t where t.company_id = me.company_id and t.id = type_id_param;
  if person.id is null or type.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person or kind of time off was not found.';
  end if;
  if on_date_param is null or on_date_param not between '1970-01-01' and private.company_today(me.company_id) + 3660 then
    raise exception using errcode = 'P0001', hint = 'time_off_date_too_far', message = 'Choose a date within the next ten years.';
  end if;
  return query select l.day, l.kind, round(round(l.change, 9), 4), round(round(l.balance, 9), 4)
    from private.time_off_ledger(person, type, on_date_param) l;
end $$;
revoke execute on function public.time_off_explanation(uuid, uuid, date) from public, anon;
grant execute on function public.time_off_explanation(uuid, uuid, date) to authenticated;
comment on function public.time_off_explanation(uuid, uuid, date) is 'Everyone for themselves, managers for all: every step to a balance, in order: per_year, per_period, worked, granted, taken, carried_over.';

create function public.time_off_to_decide()
returns table (request_id uuid, days integer, left_after numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
  select r.id, (select count(*)::integer from private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d where d.minutes > 0),
    case when t.paid or t.accrual is not null then private.lowest_after(r, t) end
  from public.time_off_requests r
  join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
  where r.company_id = me.company_id and r.status = 'requested';
end $$;
revoke execute on function public.time_off_to_decide() from public, anon;
grant execute on function public.time_off_to_decide() to authenticated;
comment on function public.time_off_to_decide() is 'Managers: the open requests with their working days and the balance that would be left; null where none is kept.';

create function public.time_off_calendar(start_date_param date, end_date_param date)
returns table (request_id uuid, employee_id uuid, person text, day date, minutes integer, status text, type_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select r.id, r.employee_id, btrim(e.first_name || ' ' || e.last_name), d.day, d.minutes, r.status,
    case when manages or r.employee_id = me.id then t.name end
  from public.time_off_requests r
  join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
  join public.employees e on e.company_id = r.company_id and e.id = r.employee_id
  cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
  where r.company_id = me.company_id and r.start_date <= end_date_param and r.end_date >= start_date_param
    and d.day between start_date_param and end_date_param and d.minutes > 0
    and (r.status = 'approved' or r.status = 'requested' and (manages or r.employee_id = me.id))
    -- Of colleagues only those of the own crews, and not why they are away.
    and (manages or r.employee_id = me.id or exists (
      select from public.crew_members mine join public.crew_members theirs on theirs.company_id = mine.company_id and theirs.crew_id = mine.crew_id
      where mine.company_id = me.company_id and mine.employee_id = me.id and theirs.employee_id = r.employee_id
        and daterange(mine.from_date, mine.to_date, '[]') @> d.day and daterange(theirs.from_date, theirs.to_date, '[]') @> d.day)
      or exists (select from public.crews c join public.crew_members m on m.company_id = c.company_id and m.crew_id = c.id
        where c.company_id = me.company_id and c.foreman_id = me.id and m.employee_id = r.employee_id
          and daterange(m.from_date, m.to_date, '[]') @> d.day))
  order by d.day, 3, r.id;
end $$;
revoke execute on function public.time_off_calendar(date, date) from public, anon;
grant execute on function public.time_off_calendar(date, date) to authenticated;
comment on function public.time_off_calendar(date, date) is 'Who is away on which days: managers everyone with the kind and what is asked for; others themselves and approved days of their crews, without the kind.';

create function public.post_holiday_pay(holiday_id_param uuid) returns integer
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
revoke execute on function public.post_holiday_pay(uuid) from public, anon;
grant execute on function public.post_holiday_pay(uuid) to authenticated;
comment on function public.post_holiday_pay(uuid) is 'Managers: posts the paid hours of a holiday for everyone employed on it who has no holiday pay on that day; says for how many. A locked period refuses.';
comment on column public.holidays.paid_hours is 'What the company pays for the day; post_holiday_pay posts it as pay items (HOLIDAY).';
