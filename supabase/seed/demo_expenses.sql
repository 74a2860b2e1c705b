-- Expenses of the demo company, none decided yet, and a project that pays per diem. Loaded after demo.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

update public.companies set expenses_on = true where id = pg_temp.demo_id('company');

insert into public.per_diem_rules (company_id, project_id, from_date, daily_amount, lodging_amount, min_distance_miles)
  select p.company_id, p.id, current_date - 120, 68, 110, 60
  from public.projects p where p.company_id = pg_temp.demo_id('company') order by p.name limit 1;

-- What people spent on days they worked.
insert into public.expenses (company_id, employee_id, project_id, cost_code_id, spent_on, kind, amount, miles, from_place, to_place, note)
  select t.company_id, t.employee_id, t.project_id, t.cost_code_id, t.work_date,
    case when t.place % 2 = 0 then 'mileage' else 'receipt' end,
    (array[18.45, 64.20, 112.90, 27.35])[t.place % 4 + 1], case when t.place % 2 = 0 then 11.5 + 7 * t.place end,
    case when t.place % 2 = 0 then 'Yard' end, case when t.place % 2 = 0 then 'Supply house' end,
    (array['Fetched the pump', 'Anchor bolts', 'Drove the crew', 'Saw blades'])[t.place % 4 + 1]
  from (
    select e.company_id, e.employee_id, e.project_id, e.cost_code_id, e.work_date, (row_number() over (order by e.work_date desc, e.id))::integer as place
    from (select distinct on (x.employee_id) x.* from public.time_entries x
      where x.company_id = pg_temp.demo_id('company') and x.project_id is not null and x.clock_out is not null and x.work_date < current_date
      order by x.employee_id, x.work_date desc, x.id) e
  ) t
  where t.place <= 6;
