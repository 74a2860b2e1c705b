-- A project's labor is read by its own lines, not by all lines of everybody who ever worked on it.
create index pay_lines_by_project on private.pay_lines (company_id, project_id, week) where project_id is not null;

create or replace function private.labor_cost(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql set search_path = '' as $$
declare
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  open_work record;
  missing uuid[];
begin
  select min(w.work_date) - 1 as first_date, max(w.work_date) + 1 as last_date, array_agg(distinct w.employee_id) as people into open_work
  from (
    select k.work_date, k.employee_id from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
    union all
    select i.work_date, i.employee_id from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
  ) w
  where locked_dates is null or not locked_dates @> w.work_date;
  if open_work.people is not null then
    missing := private.fill_pay(company_id_param, open_work.first_date, open_work.last_date, open_work.people);
  end if;
  return query
  with lines as (
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from public.payroll_lines l where l.company_id = company_id_param and l.project_id = project_id_param
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.pay_lines l
     where l.company_id = company_id_param and l.project_id = project_id_param and l.employee_id = any (open_work.people)
       and l.week between open_work.first_date - 6 and open_work.last_date
       and (locked_dates is null or not locked_dates @> l.work_date) and (missing is null or not l.employee_id = any (missing))
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.payroll_lines_computed(company_id_param, open_work.first_date, open_work.last_date, missing, null) l
     where missing is not null and l.project_id = project_id_param and (locked_dates is null or not locked_dates @> l.work_date)
  ), weeks as (
    -- Burden is rounded once per person, week and code.
    select r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(burden.percent, 0) as percent,
      coalesce(sum(l.minutes) filter (where l.total_cents is null), 0) as unpriced
    from lines l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join lateral private.burden_of(company_id_param, l.employee_id, l.work_date) as burden (percent) on true
    group by l.employee_id, l.week_start, r.root, burden.percent
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, sum(w.unpriced)::bigint
  from weeks w group by w.root;
end $$;
