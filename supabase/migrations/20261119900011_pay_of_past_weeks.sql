-- Pay of weeks that are over is computed before somebody asks for it: the first look at a budget reads all weeks of its
-- people, more than one request may take after years of time were imported or a rule of the whole company changed.

create function private.past_pay_weeks_missing(company_id_param uuid) returns table(week date, missing bigint)
language sql stable set search_path = '' as $$
  with company as (
    select c.week_start, (select count(*) from public.employees e where e.company_id = c.id) as people,
      (select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
        where p.company_id = c.id and p.status = 'locked') as locked_dates,
      private.week_of((select min(k.work_date) from public.work_totals k where k.company_id = c.id), c.week_start) as first_week,
      private.week_of(current_date, c.week_start) - 14 as last_week
    from public.companies c where c.id = company_id_param
  ), kept as (
    select k.week, count(*) as people from private.pay_weeks k where k.company_id = company_id_param group by k.week
  ), weeks as (
    select w.week, case when exists (
        select from private.pay_weeks_outdated o
        where o.company_id = company_id_param and o.first_date <= w.week + 6 and o.last_date >= w.week)
      then c.people else c.people - coalesce(k.people, 0) end as missing
    from company c
    cross join lateral (select c.first_week + 7 * i as week from generate_series(0, (c.last_week - c.first_week) / 7) i) w
    left join kept k on k.week = w.week
    where c.locked_dates is null or not c.locked_dates @> daterange(w.week, w.week + 7)
  )
  select w.week, w.missing from weeks w where w.missing > 0;
$$;
comment on function private.past_pay_weeks_missing(uuid) is 'Weeks before the last one whose pay is not kept and not locked, and of how many people.';

create function private.keep_past_pay(limit_param interval default '5 seconds') returns bigint
language plpgsql set search_path = '' as $$
declare
  last_moment timestamptz := clock_timestamp() + limit_param;
  company uuid;
  part record;
  part_before record;
  kept bigint := 0;
begin
  for company in select c.id from public.companies c order by c.id loop
    part_before := null;
    loop
      if clock_timestamp() > last_moment then return kept; end if;
      -- The newest first, as much as a second or two computes.
      select min(w.week) as first_week, max(w.week) as last_week, sum(w.missing) as missing into part
      from (
        select m.week, m.missing, sum(m.missing) over newest_first - m.missing as newer, max(m.week) over newest_first as newest
        from private.past_pay_weeks_missing(company) m window newest_first as (order by m.week desc)
      ) w
      where w.newer < 2000 and w.week > w.newest - 182;
      exit when part.first_week is null or part = part_before;
      -- Somebody writes: a minute later it will go.
      exit when private.fill_pay(company, part.first_week, part.last_week, null) is not null;
      kept := kept + part.missing;
      part_before := part;
    end loop;
  end loop;
  return kept;
end $$;
comment on function private.keep_past_pay(interval) is 'Computes and keeps pay of past weeks that nobody has asked for yet, for as long as it is told; returns of how many weeks of how many people.';

revoke execute on function private.past_pay_weeks_missing(uuid), private.keep_past_pay(interval) from public, anon, authenticated;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('keep-past-pay', '* * * * *', 'select private.keep_past_pay()');
  end if;
end $$;
