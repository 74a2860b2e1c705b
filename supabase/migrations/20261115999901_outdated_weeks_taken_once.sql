-- A change of pay that committed while somebody began to fill could be forgotten: its row in
-- pay_weeks_outdated was deleted without its weeks.

create or replace function private.payroll_lines_now(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns setof private.pay_lines
language plpgsql security definer rows 10000 set search_path = '' set jit = 'off' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  missing record;
begin
  select array_agg(distinct m.employee_id) as people, min(m.week) as first_week, max(m.week) as last_week into missing
  from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param) m;

  if missing.people is not null and current_setting('transaction_read_only') = 'off' and private.pay_lock(company_id_param, true) then
    -- What is outdated is taken and forgotten by one statement: a change that commits after it keeps its row
    -- for the next who fills, one that commits before it is not deleted unread.
    with taken as (
      delete from private.pay_weeks_outdated o where o.company_id = company_id_param returning o.employee_id, o.first_date, o.last_date
    ), lines_gone as (
      delete from private.pay_lines l using taken o
      where l.company_id = company_id_param
        and (o.employee_id is null or o.employee_id = l.employee_id) and o.first_date <= l.week + 6 and o.last_date >= l.week
    )
    delete from private.pay_weeks k using taken o
    where k.company_id = company_id_param
      and (o.employee_id is null or o.employee_id = k.employee_id) and o.first_date <= k.week + 6 and o.last_date >= k.week;
    -- Weeks that became outdated since keep their lines, or they would be kept twice.
    with gone as materialized (
      select e.id as employee_id, w.week
      from public.employees e
      cross join (select first_week + 7 * i as week from generate_series(0, (last_week - first_week) / 7) i) w
      where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
        and not exists (select from private.pay_weeks k
          where k.company_id = company_id_param and k.week = w.week and k.employee_id = e.id)
    ), marked as (
      insert into private.pay_weeks (company_id, week, employee_id)
      select company_id_param, g.week, g.employee_id from gone g on conflict do nothing
    ), range as (
      select min(g.week) as first_week, max(g.week) + 6 as last_date, array_agg(distinct g.employee_id) as people from gone g
    )
    insert into private.pay_lines
    select l.* from range r
    cross join lateral private.payroll_lines_computed(company_id_param, r.first_week, r.last_date,
      case when employee_ids_param is not null or cardinality(r.people) < 50 then r.people end, null) l
    join gone g on g.employee_id = l.employee_id and g.week = l.week
    where r.people is not null;
    select null::uuid[] as people, null::date as first_week, null::date as last_week into missing;
  end if;

  return query
  select l.* from private.pay_lines l
  where l.company_id = company_id_param and l.week between first_week and last_week
    and l.work_date between first_date_param and last_date_param
    and (employee_ids_param is null or l.employee_id = any (employee_ids_param))
    and (missing.people is null or not l.employee_id = any (missing.people));
  if missing.people is not null then
    return query
    select l.* from private.payroll_lines_computed(company_id_param, first_date_param, last_date_param, missing.people, null) l;
  end if;
end $$;
