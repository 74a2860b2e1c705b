-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.pay_weeks (
  company_id uuid not null,
  week date not null,
  employee_id uuid not null,
  constraint pay_weeks_pkey primary key (company_id, week, employee_id),
  constraint finite_week check (isfinite(week)),
  constraint pay_weeks_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
create index pay_weeks_by_employee on private.pay_weeks using btree (company_id, employee_id, week);
comment on table private.pay_weeks is 'Which weeks of whom are in private.pay_lines, those without a line included.';
alter table private.pay_weeks enable row level security;

create or replace function private.past_pay_weeks_missing(company_id_param uuid) returns table(week date, missing bigint)
language sql stable set search_path = '' as $$
  with company as materialized (
    select c.week_start,
      (select range_agg(daterange(least(o.first_date, o.last_date), greatest(o.first_date, o.last_date), '[]'))
        from private.pay_weeks_outdated o where o.company_id = c.id) as outdated,
      (select count(*) from public.employees e where e.company_id = c.id) as people,
      (select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
        where p.company_id = c.id and p.status = 'locked') as locked_dates,
      -- A policy with another zone may count the first day's work to the day before.
      private.week_of((select min(k.work_date) - 1 from public.work_totals k where k.company_id = c.id), c.week_start) as first_week,
      private.week_of(current_date, c.week_start) - 14 as last_week
    from public.companies c where c.id = company_id_param
  ), kept as (
    select k.week, count(*) as people from private.pay_weeks k where k.company_id = company_id_param group by k.week
  ), weeks as (
    select w.week, case when c.outdated && daterange(w.week, w.week + 7) then c.people else c.people - coalesce(k.people, 0) end as missing
    from company c
    cross join lateral (select c.first_week + 7 * i as week from generate_series(0, (c.last_week - c.first_week) / 7) i) w
    left join kept k on k.week = w.week
    where c.locked_dates is null or not c.locked_dates @> daterange(w.week, w.week + 7)
  )
  select w.week, w.missing from weeks w where w.missing > 0;
$$;
comment on function private.past_pay_weeks_missing(uuid) is 'Weeks before the last one whose pay is not kept and not locked, and of how many people.';

create or replace function private.pay_weeks_missing(company_id_param uuid, first_week_param date, last_week_param date, employee_ids_param uuid[]) returns table(employee_id uuid, week date)
language plpgsql stable set search_path = '' as $$
declare
  weeks integer := (last_week_param - first_week_param) / 7 + 1;
  -- Of some people all weeks are counted at once, of everybody those that the job keeps: this week's is missing for somebody all day.
  past_weeks integer := case when employee_ids_param is not null then weeks when first_week_param > current_date - 14 then 0
    else least(weeks, (current_date - 14 - first_week_param) / 7 + 1) end;
  first_week date := first_week_param;
  last_past_week date := first_week_param + 7 * (past_weeks - 1);
  notes private.pay_weeks_outdated[] := array(select o from private.pay_weeks_outdated o where o.company_id = company_id_param);
  people_asked bigint;
  kept bigint;
begin
  if employee_ids_param is null then
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param);
    kept := (select count(*) from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week_param and last_past_week);
  else
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param and e.id = any (employee_ids_param));
    kept := (select count(*) from private.pay_weeks k where k.company_id = company_id_param and k.employee_id = any (employee_ids_param)
      and k.week between first_week_param and last_past_week);
  end if;
  -- Mostly none of them is missing: there are as many rows as there are people and weeks.
  if kept = people_asked * past_weeks and not exists (
      select from private.pay_weeks_outdated o where o.company_id = company_id_param and o.first_date <= last_past_week + 6) then
    first_week := first_week_param + 7 * past_weeks;
  end if;
  if first_week > last_week_param then
    return;
  end if;
  return query
  with asked as materialized (
    select e.id from public.employees e
    where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
  ), outdated as materialized (
    select o.employee_id, o.dates from private.outdated_pay(company_id_param, notes) o where notes <> '{}'
  ), short as materialized (
    select w.week
    from (select first_week + 7 * i as week from generate_series(0, (last_week_param - first_week) / 7) i) w
    left join (
      select k.week, count(*) as people from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week and last_week_param
        and (employee_ids_param is null or k.employee_id = any (employee_ids_param))
      group by k.week
    ) k on k.week = w.week
    where coalesce(k.people, 0) < people_asked
      or exists (select from outdated o where o.dates && daterange(w.week, w.week + 7))
  )
  select a.id, s.week
  from short s
  cross join asked a
  left join private.pay_weeks k on k.company_id = company_id_param and k.week = s.week and k.employee_id = a.id
    and k.week between first_week and last_week_param
  left join outdated o on o.employee_id = a.id
  where k.employee_id is null or o.dates && daterange(s.week, s.week + 7);
end $$;
comment on function private.pay_weeks_missing(uuid,date,date,uuid[]) is 'Weeks in a range whose pay is not kept, or kept from before a change, and whose they are.';
