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

create or replace function private.pay_weeks_missing(company_id_param uuid, first_week_param date, last_week_param date, employee_ids_param uuid[]) returns table(employee_id uuid, week date)
language sql set search_path = '' as $$
  select e.id, w.week
  from public.employees e
  cross join (select first_week_param + 7 * i as week from generate_series(0, (last_week_param - first_week_param) / 7) i) w
  left join private.pay_weeks k on k.company_id = company_id_param and k.week = w.week and k.employee_id = e.id
  where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
    and (k.employee_id is null or exists (
      select from private.pay_weeks_outdated o
      where o.company_id = company_id_param and (o.employee_id is null or o.employee_id = e.id)
        and o.first_date <= w.week + 6 and o.last_date >= w.week));
$$;
