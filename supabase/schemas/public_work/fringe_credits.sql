create or replace function private.fringe_enrollments(company_id_param uuid) returns table(employee_id uuid, plan_id uuid, from_date date, to_date date, credit numeric)
language sql stable rows 100 set search_path = '' as $$
  select e.employee_id, p.id, s.from_date, s.to_date, p.hourly_credit
  from public.employee_fringe_plans e
  join public.fringe_plans p on p.company_id = e.company_id and p.id = e.plan_id
  cross join lateral (select greatest(e.from_date, p.from_date, case when not p.funded then p.approved_on end) as from_date,
    least(e.to_date, p.to_date) as to_date) s
  where e.company_id = company_id_param and (p.funded or btrim(p.approval) <> '') and (s.to_date is null or s.to_date >= s.from_date);
$$;
comment on function private.fringe_enrollments(uuid) is 'Who gets credit of which plan from when to when (to_date is the last day, null while it goes on). An unfunded plan counts from the day of its approval, and never without one.';

create or replace function private.fringe_credits(company_id_param uuid, first_date_param date, last_date_param date) returns table(employee_id uuid, valid_from date, valid_to date, credit_e4 integer)
language sql stable rows 100 set search_path = '' as $$
  with spans as materialized (
    select * from private.fringe_enrollments(company_id_param)
  ), changes as (
    select s.employee_id, s.from_date as day, s.credit as change from spans s
    union all
    select s.employee_id, s.to_date + 1, -s.credit from spans s where s.to_date is not null
  ), days as (
    select c.employee_id, c.day, sum(sum(c.change)) over person as credit, lead(c.day, 1, 'infinity'::date) over person as next_day
    from changes c
    group by c.employee_id, c.day
    window person as (partition by c.employee_id order by c.day)
  )
  select d.employee_id, d.day, d.next_day, least(d.credit * 10000, 99999999)::integer
  from days d
  where d.credit > 0 and d.day <= last_date_param and d.next_day > first_date_param;
$$;
comment on function private.fringe_credits(uuid,date,date) is 'What plans are worth for each hour of a person, in 1/10000 of a dollar, from valid_from up to, not including, valid_to. The stretches of a person do not overlap.';
