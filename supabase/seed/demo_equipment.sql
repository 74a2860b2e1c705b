-- Machines, crews and kiosk PINs of the demo company. Loaded after demo.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

insert into public.equipment_classes (company_id, id, name, operating_rate, standby_rate)
  select pg_temp.demo_id('company'), pg_temp.demo_id('class ' || name), name, operating, standby
  from (values ('Excavators', 118, 46), ('Lifts', 54, 21), ('Skid steers', 62, 24), ('Trucks', 48, 15), ('Power', 16, 6))
    as class (name, operating, standby);

insert into public.equipment (company_id, id, name, number, class_id, ownership, status, meter_unit, off_rent_date)
  select pg_temp.demo_id('company'), pg_temp.demo_id(number), name, number, pg_temp.demo_id('class ' || class), ownership, status, unit, off_rent
  from (values
    ('EX-04', 'Excavator, 20 t', 'Excavators', 'owned', 'available', 'hours', null),
    ('TH-02', 'Telehandler', 'Lifts', 'owned', 'down', 'hours', null),
    ('SS-07', 'Skid steer', 'Skid steers', 'rented', 'available', 'hours', current_date + 6),
    ('DT-11', 'Dump truck', 'Trucks', 'owned', 'available', 'miles', null),
    ('GN-05', 'Generator, 45 kW', 'Power', 'owned', 'available', 'hours', null)
  ) as machine (number, name, class, ownership, status, unit, off_rent);

-- The operator's days were worked with the excavator, some of the laborer's with the skid steer.
update public.time_entries t set equipment_id = pg_temp.demo_id('EX-04')
  where t.company_id = pg_temp.demo_id('company') and t.employee_id = pg_temp.demo_id('Hank Sorensen')
    and not private.is_locked(t.company_id, t.work_date, t.work_date) and not private.is_approved(t);
update public.time_entries t set equipment_id = pg_temp.demo_id('SS-07')
  where t.company_id = pg_temp.demo_id('company') and t.employee_id = pg_temp.demo_id('Pete Kowalski')
    and extract(dow from t.work_date) in (1, 3, 5)
    and not private.is_locked(t.company_id, t.work_date, t.work_date) and not private.is_approved(t);

insert into public.equipment_readings (company_id, equipment_id, reading, read_at)
  select pg_temp.demo_id('company'), pg_temp.demo_id(number), first + per_day * (14 - days_ago), now() - make_interval(days => days_ago, hours => 2)
  from (values ('EX-04', 4118.6, 4.8), ('TH-02', 2851.0, 3.8), ('SS-07', 1315.5, 4.4), ('DT-11', 87720, 37.0), ('GN-05', 7310.6, 7.5))
    as meter (number, first, per_day), generate_series(0, 14, 2) as days_ago
  order by days_ago desc;

insert into public.equipment_services (company_id, equipment_id, name, every_hours, every_days, last_done_at, last_done_reading)
  select pg_temp.demo_id('company'), pg_temp.demo_id(number), name, every_hours, every_days, now() - make_interval(days => days_ago), reading
  from (values
    ('EX-04', 'Oil and filters', 250, null, 60, 3950.0), ('EX-04', 'Yearly inspection', null, 365, 297, null),
    ('TH-02', 'Oil and filters', 250, null, 40, 2750.0), ('SS-07', 'Hydraulic filter', 500, null, 50, 1250.0),
    ('DT-11', 'Oil and tires', 5000, null, 45, 85000.0), ('GN-05', 'Oil and air filter', 200, null, 35, 7195.0)
  ) as service (number, name, every_hours, every_days, days_ago, reading);

insert into public.equipment_days (company_id, equipment_id, work_date, project_id, working_minutes, idle_minutes, down_minutes)
  select pg_temp.demo_id('company'), pg_temp.demo_id('GN-05'), current_date - n, pg_temp.demo_id('P100'), 480, 0, 0
  from generate_series(0, 9) as n where extract(isodow from current_date - n) < 6
  union all
  select pg_temp.demo_id('company'), pg_temp.demo_id('DT-11'), current_date - n, pg_temp.demo_id('P110'), 180, 120, 0
  from generate_series(0, 9, 2) as n where extract(isodow from current_date - n) < 6;

insert into public.equipment_inspections (company_id, equipment_id, employee_id, inspected_at, passed, items, note)
  select pg_temp.demo_id('company'), pg_temp.demo_id(number), pg_temp.demo_id(person), now() - make_interval(hours => hours_ago), passed, items::jsonb, note
  from (values
    ('EX-04', 'Hank Sorensen', 26, true, '[{"name": "Oil and coolant", "passed": true}, {"name": "Brakes", "passed": true}, {"name": "Lights and alarms", "passed": true}]', null),
    ('TH-02', 'Luis Ortega', 50, false, '[{"name": "Oil and coolant", "passed": true}, {"name": "No leaks", "passed": false}, {"name": "Lights and alarms", "passed": true}]', 'Boom cylinder drips')
  ) as inspection (number, person, hours_ago, passed, items, note);

insert into public.crews (company_id, id, name, foreman_id)
  select pg_temp.demo_id('company'), pg_temp.demo_id('crew ' || name), name, pg_temp.demo_id(foreman)
  from (values ('Concrete crew', 'Luis Ortega'), ('Carpentry crew', 'Aisha Grant')) as crew (name, foreman);

insert into public.crew_members (company_id, crew_id, employee_id, from_date)
  select pg_temp.demo_id('company'), pg_temp.demo_id('crew ' || crew), pg_temp.demo_id(person), current_date - 120
  from (values ('Concrete crew', 'Luis Ortega'), ('Concrete crew', 'Pete Kowalski'), ('Concrete crew', 'Hank Sorensen'),
    ('Concrete crew', 'Tomás Rivera'), ('Concrete crew', 'Trevor Nolan'), ('Carpentry crew', 'Aisha Grant'),
    ('Carpentry crew', 'Elena Torres'), ('Carpentry crew', 'Maria Lopez'), ('Carpentry crew', 'Cole Ramsey')) as member (crew, person);

-- People without an account clock in at the kiosk: 2468 for all of them.
insert into public.employee_pins (company_id, employee_id)
  select e.company_id, e.id from public.employees e where e.company_id = pg_temp.demo_id('company') and e.user_id is null;
insert into private.employee_pin_hashes (company_id, employee_id, pin_hash)
  select p.company_id, p.employee_id, extensions.crypt('2468', extensions.gen_salt('bf', 8))
  from public.employee_pins p where p.company_id = pg_temp.demo_id('company');
