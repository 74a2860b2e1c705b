-- Which pay period a date lies in.

-- Weekly and biweekly count from the anchor in both directions; semimonthly is 1st to 15th and 16th to
-- the end, monthly the calendar month.
create function private.pay_period_bounds(kind_param text, anchor_param date, date_param date, out start_date date, out end_date date)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  days integer := case kind_param when 'weekly' then 7 when 'biweekly' then 14 end;
  month_start date := date_trunc('month', date_param)::date;
  month_end date := (date_trunc('month', date_param) + interval '1 month')::date - 1;
begin
  if days is not null then
    start_date := date_param - ((date_param - anchor_param) % days + days) % days;
    end_date := start_date + days - 1;
  elsif kind_param = 'semimonthly' then
    start_date := case when extract(day from date_param) <= 15 then month_start else month_start + 15 end;
    end_date := case when extract(day from date_param) <= 15 then month_start + 14 else month_end end;
  else
    start_date := month_start;
    end_date := month_end;
  end if;
end $$;

create function private.company_today(company_id_param uuid) returns date
language sql stable set search_path = '' as $$
  select (now() at time zone c.time_zone)::date from public.companies c where c.id = company_id_param;
$$;

-- The newest periods, the one with date_param first. A locked period keeps the dates it was locked with.
create function private.pay_periods_back(company_id_param uuid, date_param date, count_param integer)
returns table (start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language sql stable set search_path = '' as $$
  with recursive periods as (
    select b.start_date, b.end_date, 1 as number
    from public.companies c
    cross join lateral private.pay_period_bounds(c.pay_period_kind, c.pay_period_anchor, date_param) b
    where c.id = company_id_param
    union all
    select b.start_date, b.end_date, p.number + 1
    from periods p
    join public.companies c on c.id = company_id_param
    cross join lateral private.pay_period_bounds(c.pay_period_kind, c.pay_period_anchor, p.start_date - 1) b
    where p.number < count_param
  )
  select p.start_date, p.end_date, coalesce(l.status, 'open'), l.locked_at, l.locked_by,
    private.company_today(company_id_param) between p.start_date and p.end_date
  from periods p
  left join public.pay_periods l on l.company_id = company_id_param
    and l.start_date <= p.start_date and l.end_date >= p.end_date and l.status = 'locked'
  order by p.number;
$$;

create function public.pay_period_for(date_param date)
returns table (start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.pay_periods_back((private.require_employee()).company_id, date_param, 1);
end $$;
comment on function public.pay_period_for(date) is 'Everyone: the pay period of their company that a date lies in.';

create function public.current_pay_period()
returns table (start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_employee()).company_id;
begin
  return query select * from private.pay_periods_back(company, private.company_today(company), 1);
end $$;
comment on function public.current_pay_period() is 'Everyone: the pay period of their company that today lies in.';

create function public.recent_pay_periods(count_param integer default 12)
returns table (start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_employee()).company_id;
begin
  return query select * from private.pay_periods_back(company, private.company_today(company), least(greatest(count_param, 1), 100));
end $$;
comment on function public.recent_pay_periods(integer) is 'Everyone: the current pay period and those before it, newest first.';

revoke all on function private.pay_period_bounds(text, date, date), private.company_today(uuid),
  private.pay_periods_back(uuid, date, integer) from public;
revoke all on function public.pay_period_for(date), public.current_pay_period(), public.recent_pay_periods(integer) from public, anon;
grant execute on function public.pay_period_for(date), public.current_pay_period(), public.recent_pay_periods(integer)
  to authenticated, service_role;
