-- Time off and the schedule of the demo company. Loaded after demo_equipment.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

-- Monday of this week, on weekends of the next: the planned week lies ahead on any day.
create or replace function pg_temp.demo_monday() returns date language sql stable as $$
  select d + case when extract(isodow from d) > 5 then 8 else 1 end - extract(isodow from d)::integer
  from (select (now() at time zone c.time_zone)::date as d from public.companies c where c.id = pg_temp.demo_id('company')) today;
$$;

create or replace function pg_temp.demo_at(day_param date, time_param time) returns timestamptz language sql stable as $$
  select (day_param + time_param) at time zone c.time_zone from public.companies c where c.id = pg_temp.demo_id('company');
$$;

insert into public.time_off_types (company_id, id, name, pay_code, paid, accrual)
  select pg_temp.demo_id('company'), pg_temp.demo_id('off ' || name), name, pay_code, pay_code is not null, accrual::jsonb
  from (values ('Vacation', 'PTO', '{"kind": "per_year", "hours": 80, "carry_over": 40, "cap": 120}'),
    ('Sick', 'SICK', '{"kind": "per_hours_worked", "hours": 1, "worked": 30, "cap": 80}'), ('Unpaid', null, null)) as kind (name, pay_code, accrual);

insert into public.holidays (company_id, date, name, paid_hours)
  select pg_temp.demo_id('company'), make_date(y, month, day), name, 8
  from generate_series(extract(year from current_date)::integer, extract(year from current_date)::integer + 1) y,
    (values (1, 1, 'New Year''s Day'), (7, 4, 'Independence Day'), (12, 25, 'Christmas Day')) as holiday (month, day, name)
  union all
  -- The fourth Thursday of November.
  select pg_temp.demo_id('company'), n + (11 - extract(isodow from n)::integer) % 7 + 21, 'Thanksgiving', 8
  from (select make_date(y, 11, 1) as n from generate_series(extract(year from current_date)::integer, extract(year from current_date)::integer + 1) y) november
  on conflict do nothing;

insert into public.time_off_requests (company_id, id, employee_id, type_id, start_date, end_date, hours, status, note)
  select pg_temp.demo_id('company'), pg_temp.demo_id('request ' || person || first), pg_temp.demo_id(person), pg_temp.demo_id('off ' || kind),
    pg_temp.demo_monday() + first, pg_temp.demo_monday() + last, hours, status, note
  from (values
    ('Pete Kowalski', 'Vacation', 10, 11, 16, 'approved', null),
    ('Tomás Rivera', 'Vacation', 9, 9, 8, 'approved', null),
    ('Maria Lopez', 'Sick', 7, 8, 12, 'requested', null),
    ('Trevor Nolan', 'Vacation', 14, 25, 80, 'requested', 'My sister is visiting from El Paso.'),
    ('Cole Ramsey', 'Unpaid', 10, 10, 4, 'requested', 'Appointment in the morning')
  ) as request (person, kind, first, last, hours, status, note);

select private.pay_time_off(r, t) from public.time_off_requests r
  join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
  where r.company_id = pg_temp.demo_id('company') and r.status = 'approved';

-- Whoever is planned below is on the team, except Maria Lopez: her shifts let her clock in all the same, and the plan says so.
insert into public.project_members (company_id, project_id, employee_id)
  select pg_temp.demo_id('company'), pg_temp.demo_id(project), pg_temp.demo_id(person)
  from (values ('P100', 'Tomás Rivera'), ('P110', 'Hank Sorensen'), ('P120', 'Aisha Grant'), ('P120', 'Elena Torres')) as added (project, person)
  on conflict do nothing;

-- The week before is published and over, this one has a Friday that is not published yet.
insert into public.shifts (company_id, employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note, status, acknowledged_at)
  select pg_temp.demo_id('company'), pg_temp.demo_id(plan.person), m.crew_id,
    case when plan.person = 'Hank Sorensen' then pg_temp.demo_id('EX-04') end, pg_temp.demo_id(plan.project),
    (select k.id from public.cost_codes k where k.company_id = pg_temp.demo_id('company') order by k.code offset plan.code limit 1),
    pg_temp.demo_at(pg_temp.demo_monday() + week + day, plan.starts), pg_temp.demo_at(pg_temp.demo_monday() + week + day, plan.ends), null,
    case when week < 0 or day < 4 then 'published' else 'draft' end, case when week < 0 or day < 4 and plan.person <> 'Maria Lopez' then now() end
  from (values
    ('Luis Ortega', 'P100', 0, time '06:30', time '15:00'), ('Pete Kowalski', 'P100', 0, '06:30', '15:00'), ('Hank Sorensen', 'P110', 1, '07:00', '15:30'),
    ('Tomás Rivera', 'P100', 0, '06:30', '15:00'), ('Trevor Nolan', 'P100', 0, '06:30', '17:00'), ('Aisha Grant', 'P120', 2, '07:00', '15:30'),
    ('Elena Torres', 'P120', 2, '07:00', '15:30'), ('Maria Lopez', 'P120', 2, '07:00', '15:30')
  ) as plan (person, project, code, starts, ends)
  cross join generate_series(0, 4) day cross join (values (-7), (0)) as weeks (week)
  left join public.crew_members m on m.company_id = pg_temp.demo_id('company') and m.employee_id = pg_temp.demo_id(plan.person) and m.to_date is null;

-- A conflict to solve: Maria is planned twice on Wednesday, the telehandler is down on Tuesday, and two shifts are open.
insert into public.shifts (company_id, employee_id, equipment_id, project_id, starts_at, ends_at, note, status)
  select pg_temp.demo_id('company'), case when who is not null then pg_temp.demo_id(who) end, case when machine is not null then pg_temp.demo_id(machine) end,
    pg_temp.demo_id(project), pg_temp.demo_at(pg_temp.demo_monday() + day, starts), pg_temp.demo_at(pg_temp.demo_monday() + day, ends), note, status
  from (values
    ('Maria Lopez', null, 'P100', 2, time '13:30', time '18:00', 'Finish the stairs', 'draft'), (null, 'TH-02', 'P120', 1, '07:00', '15:30', null, 'published'),
    (null, null, 'P100', 3, '07:00', '15:30', 'Laborer', 'published'), (null, null, 'P110', 5, '06:00', '12:00', 'Laborer', 'published')
  ) as extra (who, machine, project, day, starts, ends, note, status);

insert into public.availability (company_id, employee_id, weekday, start_time, end_time, note)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('Elena Torres'), 5, '14:00', null, 'School pickup');
