-- What another pay period would do to which days, before it is chosen.

create function public.pay_period_preview(kind_param text, anchor_param date)
returns table (start_date date, end_date date, shortened boolean, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  today date := private.company_today(company);
  first_open date;
begin
  if not coalesce(kind_param in ('weekly', 'biweekly', 'semimonthly', 'monthly') and isfinite(anchor_param), false) then
    raise exception using errcode = 'P0001', hint = 'invalid_pay_period', message = 'Choose a length and a first day.';
  end if;
  -- Locked periods stay; without any, it begins with the period of today.
  select max(p.end_date) + 1 into first_open from public.pay_periods p where p.company_id = company and p.status = 'locked';
  first_open := coalesce(first_open, (private.pay_period_at(company, today)).start_date);
  return query
  with recursive periods as (
    select first_open as first_day, b.start_date as from_day, b.end_date as to_day, 1 as number
    from private.pay_period_bounds(kind_param, anchor_param, first_open) b
    union all
    select p.to_day + 1, b.start_date, b.end_date, p.number + 1
    from periods p cross join lateral private.pay_period_bounds(kind_param, anchor_param, p.to_day + 1) b
    where p.number < 4
  )
  select greatest(p.from_day, p.first_day), p.to_day, p.from_day < p.first_day,
    today between greatest(p.from_day, p.first_day) and p.to_day
  from periods p order by p.number;
end $$;
comment on function public.pay_period_preview(text, date) is 'Owner: the first four open pay periods there would be with this length and first day; shortened ones begin after a locked period.';
revoke execute on function public.pay_period_preview(text, date) from public, anon;
grant execute on function public.pay_period_preview(text, date) to authenticated;
