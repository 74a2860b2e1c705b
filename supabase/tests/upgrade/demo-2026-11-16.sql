-- Demo Construction Co.: what a small contractor's data look like after eight weeks.
-- Everything is relative to the moment of loading and otherwise the same every time, at any hour of
-- any day of the week. Runs as the owner of the database, through all rules and triggers.

create function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;
-- A number from 0 to sides - 1 that depends on nothing but its key.
create function pg_temp.roll(key text, sides integer) returns integer language sql immutable as $$
  select ('x' || substr(md5(key), 1, 7))::bit(28)::integer % sides;
$$;

insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
    raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
  select pg_temp.demo_id(email), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', email,
    extensions.crypt('chalkline-demo', extensions.gen_salt('bf', 10)), now(),
    '{"provider": "email", "providers": ["email"]}', jsonb_build_object('first_name', first_name, 'last_name', last_name),
    now(), now(), '', '', '', ''
  from (values ('owner@example.com', 'Dana', 'Whitfield'), ('manager@example.com', 'Marcus', 'Bell'),
    ('employee@example.com', 'Elena', 'Torres')) as account (email, first_name, last_name);

insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select pg_temp.demo_id('identity ' || u.email), u.id::text, u.id,
    jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), 'email', now(), now(), now()
  from auth.users u where u.email in ('owner@example.com', 'manager@example.com', 'employee@example.com');

-- Weeks start on Sunday; made on a Sunday they start on Monday, so that the current week is never empty.
insert into public.companies (id, name, time_zone, week_start, pay_period_kind, pay_period_anchor)
  select pg_temp.demo_id('company'), 'Demo Construction Co.', 'America/New_York', week_start, 'weekly', date '2026-01-04' + week_start
  from (select (extract(dow from now() at time zone 'America/New_York') = 0)::integer as week_start) as calendar;

insert into public.billing_contacts (company_id, name, email, address)
  values (pg_temp.demo_id('company'), 'Demo Construction Co.', 'owner@example.com', '18 Quarry Road, Albany, NY 12205');

create temporary table demo_people on commit drop as
  select pg_temp.demo_id(first_name || ' ' || last_name) as id, person.*
  from (values
    ('Dana', 'Whitfield', 'owner@example.com', '(518) 555-0100', 'Owner', 'owner', 'en', '1001', 62.0000),
    ('Marcus', 'Bell', 'manager@example.com', '(518) 555-0101', 'Project manager', 'manager', 'en', '1002', 48.5000),
    ('Elena', 'Torres', 'employee@example.com', '(518) 555-0102', 'Carpenter', 'employee', 'en', '1003', 32.5000),
    ('Luis', 'Ortega', 'luis.ortega@example.com', '(518) 555-0103', 'Concrete foreman', 'foreman', 'es', '1004', 41.0000),
    ('Maria', 'Lopez', 'maria.lopez@example.com', '(518) 555-0104', 'Carpenter', 'employee', 'es', '1005', 33.0000),
    ('Trevor', 'Nolan', 'trevor.nolan@example.com', '(518) 555-0105', 'Electrician', 'employee', 'en', '1006', 38.7500),
    ('Aisha', 'Grant', 'aisha.grant@example.com', '(518) 555-0106', 'Carpentry foreman', 'foreman', 'en', '1007', 40.2500),
    ('Pete', 'Kowalski', 'pete.kowalski@example.com', '(518) 555-0107', 'Laborer', 'employee', 'en', '1008', 24.0000),
    ('Rosa', 'Delgado', 'rosa.delgado@example.com', '(518) 555-0108', 'Painter', 'employee', 'es', '1009', 27.2500),
    ('Jamal', 'Reeves', 'jamal.reeves@example.com', '(518) 555-0109', 'Plumber', 'employee', 'en', '1010', 37.0000),
    ('Hank', 'Sorensen', null, '(518) 555-0110', 'Equipment operator', 'employee', 'en', '1011', 35.5000),
    ('Nadia', 'Petrov', null, '(518) 555-0111', 'Drywall finisher', 'employee', 'en', '1012', 29.0000),
    ('Cole', 'Ramsey', null, '(518) 555-0112', 'Apprentice', 'employee', 'en', '1013', 21.5000),
    ('Tomás', 'Rivera', null, '(518) 555-0113', 'Mason', 'employee', 'es', '1014', 34.2500)
  ) as person (first_name, last_name, email, phone, job_title, role, language, employee_number, rate);

insert into public.employees (company_id, id, user_id, first_name, last_name, email, phone, job_title, role, language, employee_number, created_at)
  select pg_temp.demo_id('company'), p.id, u.id, p.first_name, p.last_name, p.email, p.phone, p.job_title, p.role, p.language,
    p.employee_number, now() - interval '1 year'
  from demo_people p left join auth.users u on u.email = p.email
  order by p.employee_number;

update public.profiles p set phone = e.phone, job_title = e.job_title, language = e.language
  from public.employees e where e.user_id = p.id and e.company_id = pg_temp.demo_id('company');

insert into public.employee_rates (company_id, employee_id, hourly_rate, effective_from)
  select pg_temp.demo_id('company'), p.id, p.rate, date '1970-01-01' from demo_people p
  union all
  select pg_temp.demo_id('company'), p.id, p.rate + 1.5, current_date - 28 from demo_people p where p.job_title in ('Carpenter', 'Laborer');

insert into public.projects (company_id, id, name, client, number, status, address, deadline, percent_complete, color, created_at)
  select pg_temp.demo_id('company'), pg_temp.demo_id(number), name, client, number, status, address, current_date + days, percent, color,
    now() - interval '10 weeks'
  from (values
    ('P100', 'Harborview Medical Annex', 'Harborview Health', 'active', '200 Bay Street, Albany, NY', 96, 58, '#f97316'),
    ('P110', 'Maple Street Townhomes', 'Brightwater Homes', 'active', '41 Maple Street, Troy, NY', 41, 73, '#0ea5e9'),
    ('P120', 'Riverside Elementary Gym', 'Riverside School District', 'active', '9 School Lane, Schenectady, NY', 150, 22, '#22c55e'),
    ('P130', 'Oakmont Office Renovation', 'Oakmont Partners', 'active', '75 Oak Avenue, Albany, NY', 18, 86, '#a855f7'),
    ('P140', 'Pine Hill Water Main', 'Town of Pine Hill', 'on_hold', 'Route 9, Pine Hill, NY', 210, 12, '#eab308'),
    ('P090', 'Cedar Court Duplex', 'Private owner', 'completed', '3 Cedar Court, Colonie, NY', -20, 100, '#64748b')
  ) as project (number, name, client, status, address, days, percent, color);

-- Oakmont has no team: it is open to everyone.
insert into public.project_members (company_id, project_id, employee_id)
  select pg_temp.demo_id('company'), pg_temp.demo_id(team.number), p.id
  from (values
    ('P100', array['Ortega', 'Torres', 'Lopez', 'Nolan', 'Kowalski', 'Sorensen', 'Ramsey']),
    ('P110', array['Grant', 'Torres', 'Delgado', 'Reeves', 'Petrov', 'Ramsey']),
    ('P120', array['Ortega', 'Rivera', 'Kowalski', 'Sorensen', 'Nolan'])
  ) as team (number, last_names)
  join demo_people p on p.last_name = any (team.last_names);

insert into public.cost_codes (company_id, id, code, name, code_group, unit)
  select pg_temp.demo_id('company'), pg_temp.demo_id(code), code, name, code_group, unit
  from (values
  ('01 31 00', 'Project management & supervision', 'General requirements', 'HR'),
  ('01 35 29', 'Safety', 'General requirements', 'HR'),
  ('01 50 00', 'Temporary facilities', 'General requirements', 'HR'),
  ('01 54 23', 'Scaffolding & platforms', 'General requirements', 'SF'),
  ('01 56 00', 'Temporary barriers', 'General requirements', 'LF'),
  ('01 71 23', 'Layout & field engineering', 'General requirements', 'HR'),
  ('01 74 00', 'Cleanup & waste', 'General requirements', 'HR'),
  ('01 77 00', 'Closeout & punch list', 'General requirements', 'HR'),
  ('02 41 00', 'Demolition', 'Existing conditions', 'SF'),
  ('02 41 19', 'Selective demolition', 'Existing conditions', 'SF'),
  ('02 82 00', 'Asbestos remediation', 'Existing conditions', 'SF'),
  ('03 11 00', 'Concrete forming', 'Concrete', 'SF'),
  ('03 20 00', 'Reinforcing', 'Concrete', 'TON'),
  ('03 30 00', 'Cast-in-place concrete', 'Concrete', 'CY'),
  ('03 35 00', 'Concrete finishing', 'Concrete', 'SF'),
  ('03 41 00', 'Precast structural', 'Concrete', 'EA'),
  ('03 60 00', 'Grouting', 'Concrete', 'CF'),
  ('04 20 00', 'Unit masonry', 'Masonry', 'SF'),
  ('04 40 00', 'Stone assemblies', 'Masonry', 'SF'),
  ('05 12 00', 'Structural steel', 'Metals', 'TON'),
  ('05 30 00', 'Metal decking', 'Metals', 'SF'),
  ('05 50 00', 'Metal fabrications', 'Metals', 'EA'),
  ('05 51 00', 'Metal stairs', 'Metals', 'EA'),
  ('06 10 00', 'Rough carpentry', 'Wood, plastics and composites', 'BF'),
  ('06 16 00', 'Sheathing', 'Wood, plastics and composites', 'SF'),
  ('06 17 53', 'Wood trusses', 'Wood, plastics and composites', 'EA'),
  ('06 20 00', 'Finish carpentry', 'Wood, plastics and composites', 'LF'),
  ('06 40 00', 'Architectural woodwork', 'Wood, plastics and composites', 'LF'),
  ('07 10 00', 'Waterproofing', 'Thermal and moisture protection', 'SF'),
  ('07 21 00', 'Thermal insulation', 'Thermal and moisture protection', 'SF'),
  ('07 31 00', 'Shingles', 'Thermal and moisture protection', 'SQ'),
  ('07 46 00', 'Siding', 'Thermal and moisture protection', 'SF'),
  ('07 50 00', 'Membrane roofing', 'Thermal and moisture protection', 'SQ'),
  ('07 60 00', 'Flashing & sheet metal', 'Thermal and moisture protection', 'LF'),
  ('07 92 00', 'Joint sealants', 'Thermal and moisture protection', 'LF'),
  ('08 10 00', 'Doors & frames', 'Openings', 'EA'),
  ('08 41 00', 'Storefronts', 'Openings', 'SF'),
  ('08 50 00', 'Windows', 'Openings', 'EA'),
  ('08 71 00', 'Door hardware', 'Openings', 'EA'),
  ('09 22 16', 'Non-structural metal framing', 'Finishes', 'SF'),
  ('09 29 00', 'Gypsum board', 'Finishes', 'SF'),
  ('09 30 00', 'Tiling', 'Finishes', 'SF'),
  ('09 51 00', 'Acoustical ceilings', 'Finishes', 'SF'),
  ('09 60 00', 'Flooring', 'Finishes', 'SF'),
  ('09 91 00', 'Painting', 'Finishes', 'SF'),
  ('10 28 00', 'Toilet & bath accessories', 'Specialties', 'EA'),
  ('12 35 30', 'Residential casework', 'Furnishings', 'LF'),
  ('12 36 00', 'Countertops', 'Furnishings', 'SF'),
  ('14 20 00', 'Elevators', 'Conveying', 'EA'),
  ('21 10 00', 'Fire sprinklers', 'Fire suppression', 'EA'),
  ('22 10 00', 'Plumbing piping', 'Plumbing', 'LF'),
  ('22 40 00', 'Plumbing fixtures', 'Plumbing', 'EA'),
  ('23 05 93', 'Testing & balancing', 'HVAC', 'HR'),
  ('23 20 00', 'HVAC piping', 'HVAC', 'LF'),
  ('23 30 00', 'Ductwork', 'HVAC', 'LB'),
  ('26 05 00', 'Electrical common work (conduit, wire)', 'Electrical', 'LF'),
  ('26 20 00', 'Power distribution', 'Electrical', 'EA'),
  ('26 50 00', 'Lighting', 'Electrical', 'EA'),
  ('27 10 00', 'Structured cabling', 'Communications', 'LF'),
  ('28 46 00', 'Fire alarm', 'Electronic safety and security', 'EA'),
  ('31 10 00', 'Site clearing', 'Earthwork', 'AC'),
  ('31 22 00', 'Grading', 'Earthwork', 'SY'),
  ('31 23 00', 'Excavation & fill', 'Earthwork', 'CY'),
  ('31 23 33', 'Trenching & backfill', 'Earthwork', 'LF'),
  ('31 25 00', 'Erosion control', 'Earthwork', 'LF'),
  ('31 62 00', 'Driven piles', 'Earthwork', 'LF'),
  ('32 12 16', 'Asphalt paving', 'Exterior improvements', 'TON'),
  ('32 13 00', 'Concrete paving', 'Exterior improvements', 'SY'),
  ('32 16 00', 'Curbs, gutters, sidewalks', 'Exterior improvements', 'LF'),
  ('32 31 00', 'Fences & gates', 'Exterior improvements', 'LF'),
  ('32 90 00', 'Planting', 'Exterior improvements', 'EA'),
  ('33 10 00', 'Water utilities', 'Utilities', 'LF'),
  ('33 30 00', 'Sanitary sewer', 'Utilities', 'LF'),
  ('33 40 00', 'Storm drainage', 'Utilities', 'LF'),
  ('90 10', 'Shop & yard', 'Company', 'HR'),
  ('90 20', 'Travel between sites', 'Company', 'HR'),
  ('90 30', 'Training & toolbox talks', 'Company', 'HR'),
  ('90 40', 'Equipment maintenance', 'Company', 'HR'),
  ('90 50', 'Warranty & rework', 'Company', 'HR')
  ) as starter (code, name, code_group, unit);

-- Eight weeks of working days: who worked, where and on what. Office people book little time.
create temporary table demo_days on commit drop as
  select p.id as employee_id, p.last_name, day::date as work_date,
    case when p.last_name in ('Torres', 'Lopez', 'Nolan', 'Kowalski', 'Sorensen', 'Ortega')
        then (array['P100', 'P100', 'P100', 'P130'])[1 + pg_temp.roll(p.last_name || 'p' || ((day::date - date '2026-01-01') / 3), 4)]
      when p.last_name in ('Grant', 'Delgado', 'Reeves', 'Petrov', 'Ramsey')
        then (array['P110', 'P110', 'P110', 'P130'])[1 + pg_temp.roll(p.last_name || 'p' || ((day::date - date '2026-01-01') / 3), 4)]
      when p.last_name = 'Rivera' then case when day::date < current_date - 25 then 'P090' else 'P120' end
      else 'P130' end as project,
    case p.job_title
      when 'Carpenter' then (array['06 10 00', '06 16 00', '06 20 00', '08 10 00'])[1 + pg_temp.roll(p.last_name || 'c' || day::date, 4)]
      when 'Carpentry foreman' then (array['06 10 00', '01 31 00'])[1 + pg_temp.roll(p.last_name || 'c' || day::date, 2)]
      when 'Concrete foreman' then (array['03 11 00', '03 30 00', '01 31 00'])[1 + pg_temp.roll(p.last_name || 'c' || day::date, 3)]
      when 'Electrician' then (array['26 05 00', '26 50 00'])[1 + pg_temp.roll(p.last_name || 'c' || day::date, 2)]
      when 'Laborer' then (array['01 74 00', '02 41 19'])[1 + pg_temp.roll(p.last_name || 'c' || day::date, 2)]
      when 'Painter' then '09 91 00' when 'Plumber' then (array['22 10 00', '22 40 00'])[1 + pg_temp.roll(p.last_name || 'c' || day::date, 2)]
      when 'Equipment operator' then '31 23 00' when 'Drywall finisher' then '09 29 00'
      when 'Apprentice' then '06 10 00' when 'Mason' then '04 20 00' else '01 31 00' end as cost_code,
    -- Wall-clock minutes of the day, so that seven o'clock stays seven o'clock when the clocks change.
    405 + pg_temp.roll(p.last_name || 'in' || day::date, 31) as start_minute,
    900 + pg_temp.roll(p.last_name || 'out' || day::date, 95) as end_minute,
    719 + pg_temp.roll(p.last_name || 'meal' || day::date, 12) as meal_minute,
    30 + pg_temp.roll(p.last_name || 'eat' || day::date, 6) as meal_minutes,
    pg_temp.roll(p.last_name || 'split' || day::date, 4) = 0 as has_two_entries
  from demo_people p
  cross join generate_series((now() at time zone 'America/New_York')::date - 56, (now() at time zone 'America/New_York')::date, interval '1 day') as day
  where p.role <> 'owner'
    and (extract(isodow from day) between 1 and 5 or (extract(isodow from day) = 6 and pg_temp.roll(p.last_name || 'sat' || day::date, 6) = 0)
      -- A small weekend crew, so that today is alive whenever the demo is made.
      or (day::date = (now() at time zone 'America/New_York')::date and pg_temp.roll(p.last_name || 'weekend', 3) = 0))
    and pg_temp.roll(p.last_name || 'off' || day::date, 18) > 0
    and (p.role <> 'manager' or pg_temp.roll(p.last_name || 'site' || day::date, 3) = 0);

create temporary table demo_entries on commit drop as
  select pg_temp.demo_id(d.last_name || d.work_date || part) as id, d.*, part,
    (d.work_date + make_interval(mins => case part when 'afternoon' then d.meal_minute + d.meal_minutes else d.start_minute end)) at time zone 'America/New_York' as clock_in,
    (d.work_date + make_interval(mins => case part when 'morning' then d.meal_minute else d.end_minute end)) at time zone 'America/New_York' as clock_out
  from demo_days d
  cross join lateral unnest(case when d.has_two_entries then array['morning', 'afternoon'] else array['day'] end) as part;

insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, cost_code_id, notes, source)
  select pg_temp.demo_id('company'), e.id, e.employee_id, e.clock_in, e.clock_out, pg_temp.demo_id(e.project), pg_temp.demo_id(e.cost_code),
    case pg_temp.roll(e.id::text, 7)
      when 0 then 'Second floor, east wing' when 1 then 'Waited on delivery until 9' when 2 then 'Punch list items'
      when 3 then 'Prep for inspection' when 4 then 'Worked with the crane crew' end, 'timer'
  from demo_entries e
  where e.clock_out < now()
    -- Luis is on the clock now, so he has nothing else in the last hours.
    and not (e.last_name = 'Ortega' and e.clock_out > now() - interval '4 hours')
  order by e.clock_in, e.id;

insert into public.time_entry_breaks (company_id, time_entry_id, employee_id, started_at, ended_at, kind, paid)
  select t.company_id, t.id, t.employee_id,
    (e.work_date + make_interval(mins => e.meal_minute)) at time zone 'America/New_York',
    (e.work_date + make_interval(mins => e.meal_minute + e.meal_minutes)) at time zone 'America/New_York', 'meal', false
  from demo_entries e join public.time_entries t on t.company_id = pg_temp.demo_id('company') and t.id = e.id
  where e.part = 'day'
  union all
  select t.company_id, t.id, t.employee_id,
    (e.work_date + make_interval(mins => 565)) at time zone 'America/New_York',
    (e.work_date + make_interval(mins => 575)) at time zone 'America/New_York', 'rest', true
  from demo_entries e join public.time_entries t on t.company_id = pg_temp.demo_id('company') and t.id = e.id
  where e.part = 'morning';

insert into public.time_entries (company_id, id, employee_id, clock_in, project_id, cost_code_id, notes, source)
  select pg_temp.demo_id('company'), pg_temp.demo_id('running'), p.id, date_trunc('minute', now() - interval '2 hours 13 minutes'),
    pg_temp.demo_id('P100'), pg_temp.demo_id('03 30 00'), 'Slab pour, level 2', 'timer'
  from demo_people p where p.last_name = 'Ortega';

-- Everything before last week has been looked at and approved.
insert into public.approvals (company_id, employee_id, work_date, approved_by)
  select distinct t.company_id, t.employee_id, t.work_date, pg_temp.demo_id('manager@example.com')
  from public.time_entries t
  where t.company_id = pg_temp.demo_id('company') and t.clock_out is not null
    and t.work_date < current_date - 7 - extract(dow from current_date)::integer;
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
-- Budgets and quantities of the demo company: Harborview runs over, Maple Street is on course, Cedar
-- Court is finished and gives the company unit rates of its own.
-- Plans follow from the hours that were made up, so that the story is the same on any day.

-- Work without a unit that has steps: at the end of the second one.
create temporary table demo_milestones (code, milestones, step_ends) on commit drop as values
  ('26 50 00', 'Rough-in 40, Set fixtures 30, Connect 20, Test 10', array[40, 70, 90, 100]),
  ('22 40 00', 'Rough-in 40, Set fixtures 30, Test 30', array[40, 70, 100]);

create temporary table demo_budget_work on commit drop as
  select w.project_id, p.number as project, w.cost_code_id, k.code, sum(w.seconds) / 3600.0 as hours,
    -- Supervision and cleanup have no unit of their own: percent.
    case when k.unit = 'HR' or m.code is not null then '%' else k.unit end as unit, m.milestones, m.step_ends,
    -- How far the work is, and how many hours it took for each hour planned.
    case when p.number = 'P090' then 1 when m.code is not null then 0.7
      else case p.number when 'P100' then 0.56 else 0.74 end + (('x' || substr(md5(k.code), 1, 4))::bit(16)::integer % 9 - 4) / 100.0 end as complete,
    case when p.number = 'P100' and k.code in ('06 10 00', '26 05 00', '06 16 00') then 1.28
      when p.number = 'P100' then 1.04 else 0.95 end as pace
  from private.work_sums w
  join public.projects p on p.company_id = w.company_id and p.id = w.project_id and p.number in ('P090', 'P100', 'P110')
  join public.companies c on c.id = p.company_id and c.name = 'Demo Construction Co.'
  join public.cost_codes k on k.company_id = w.company_id and k.id = w.cost_code_id
  left join demo_milestones m on m.code = k.code and p.number <> 'P090'
  group by 1, 2, 3, 4, k.unit, m.code, m.milestones, m.step_ends having sum(w.seconds) >= 4 * 3600;

create temporary table demo_budget_plan on commit drop as
  select d.*, greatest(1, round(d.hours / d.pace / d.complete)) as planned_hours,
    case when d.unit = '%' then 100 else 20 * greatest(1, round(d.hours / d.pace / d.complete)) end as planned_quantity
  from demo_budget_work d;

insert into public.budgets (company_id, project_id, name, status, approved_at)
  select p.company_id, p.id, v.name, 'draft', null
  from public.projects p join public.companies c on c.id = p.company_id and c.name = 'Demo Construction Co.'
  cross join (values (1, 'Original'), (2, 'Change order 1')) as v (version, name)
  where p.number = 'P100' or (p.number in ('P090', 'P110') and v.version = 1)
  order by p.number, v.version;

-- The change order added a tenth to the carpentry of Harborview.
insert into public.budget_lines (company_id, budget_id, cost_code_id, hours, labor_amount, quantity, unit, milestones)
  select b.company_id, b.id, d.cost_code_id,
    round(d.planned_hours * f.share), round(d.planned_hours * f.share * 48),
    case when d.unit = '%' then 100 else round(d.planned_quantity * f.share) end, d.unit, d.milestones
  from demo_budget_plan d
  join public.budgets b on b.project_id = d.project_id
  cross join lateral (select case when b.version = 1 and d.project = 'P100' and d.code like '06%' then 0.9 else 1 end as share) f;

update public.budgets b set status = 'approved', approved_at = now() - (case b.version when 1 then 50 else 20 end) * interval '1 day',
    approved_by = (select e.user_id from public.employees e where e.company_id = b.company_id and e.role = 'owner' limit 1)
  from public.companies c where c.id = b.company_id and c.name = 'Demo Construction Co.';

-- Quantities on the days people worked on the code; those of the last three days wait for approval.
insert into public.quantities (company_id, project_id, cost_code_id, work_date, quantity, area, status, approved_at)
  select w.company_id, w.project_id, w.cost_code_id, w.work_date,
    -- Some days went better than others.
    round(d.planned_quantity * d.complete * sum(w.seconds) / 3600.0 / d.hours
      * (0.7 + ('x' || substr(md5(d.code || w.work_date::text), 1, 4))::bit(16)::integer * 0.6 / 65536), 1),
    case ('x' || substr(md5(w.work_date::text || d.code), 1, 4))::bit(16)::integer % 4
      when 0 then 'Level 1' when 1 then 'Level 2, east' when 2 then 'Level 2, west' end,
    case when w.work_date > current_date - 3 then 'entered' else 'approved' end,
    case when w.work_date > current_date - 3 then null else w.work_date + time '17:00' end
  from public.work_totals w
  join demo_budget_plan d on d.project_id = w.project_id and d.cost_code_id = w.cost_code_id
  where d.milestones is null
  group by w.company_id, w.project_id, w.cost_code_id, w.work_date, d.planned_quantity, d.complete, d.hours, d.code
  having round(d.planned_quantity * d.complete * sum(w.seconds) / 3600.0 / d.hours, 1) > 0
  order by w.work_date, d.code;

-- A step is entered whole on the day it was done; the second one a while before the last day.
insert into public.quantities (company_id, project_id, cost_code_id, work_date, quantity, status, approved_at)
  select d.company_id, d.project_id, d.cost_code_id, min(d.work_date), d.step_end - d.step_start, 'approved', min(d.work_date) + time '17:00'
  from (
    select w.company_id, w.project_id, w.cost_code_id, w.work_date, step.step_end, step.step_start,
      82 * sum(w.seconds) over (partition by w.project_id, w.cost_code_id, step.step_end order by w.work_date) / 3600.0 / p.hours as done
    from public.work_totals w
    join demo_budget_plan p on p.project_id = w.project_id and p.cost_code_id = w.cost_code_id
    cross join lateral (select e as step_end, lag(e, 1, 0) over (order by e) as step_start from unnest(p.step_ends) e) step) d
  where d.done >= d.step_end
  group by d.company_id, d.project_id, d.cost_code_id, d.step_end, d.step_start
  order by min(d.work_date), d.cost_code_id;

insert into public.burden_rates (company_id, percent, effective_from)
  select c.id, 31.5, date '2020-01-01' from public.companies c where c.name = 'Demo Construction Co.';

select count(*) from public.companies c cross join lateral private.find_budget_alerts(c.id) where c.name = 'Demo Construction Co.';
-- Sites of the demo company and where its people punched in the last two weeks. Loaded after demo.sql.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;
create or replace function pg_temp.roll(key text, sides integer) returns integer language sql immutable as $$
  select ('x' || substr(md5(key), 1, 7))::bit(28)::integer % sides;
$$;

create temporary table demo_sites on commit drop as
  select * from (values
    ('P100', 42.65260, -73.75620, 110.0), ('P110', 42.72840, -73.69180, 80.0),
    ('P120', 42.81420, -73.93960, 120.0), ('P130', 42.66650, -73.78000, 60.0)
  ) as site (number, latitude, longitude, radius_m);

insert into public.geofences (company_id, id, project_id, shape, latitude, longitude, radius_m)
  select pg_temp.demo_id('company'), pg_temp.demo_id('site ' || number), pg_temp.demo_id(number), 'circle', latitude, longitude, radius_m
  from demo_sites where number <> 'P100';
insert into public.geofences (company_id, id, project_id, shape, polygon)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('site P100'), pg_temp.demo_id('P100'), 'polygon',
    '[[[-73.75770, 42.65330], [-73.75480, 42.65345], [-73.75450, 42.65240], [-73.75530, 42.65230], [-73.75530, 42.65165], [-73.75750, 42.65160]]]');

-- Three of four punches have a position; one of twelve was taken down the road.
create temporary table demo_punches on commit drop as
  select t.id as time_entry_id, t.employee_id, t.project_id, moment, case moment when 'in' then t.clock_in else t.clock_out end as punched_at,
    s.latitude + (pg_temp.roll(t.id || moment || 'y', 61) - 30) * 0.00001 + case when away then 0.00190 else 0 end as latitude,
    s.longitude + (pg_temp.roll(t.id || moment || 'x', 61) - 30) * 0.00001 as longitude,
    case when away then 12 else 5 + pg_temp.roll(t.id || moment || 'a', 22) end as accuracy_m, pg_temp.roll(t.id || moment || 'f', 9) as fix_age_s
  from public.time_entries t
  join demo_sites s on pg_temp.demo_id(s.number) = t.project_id
  cross join lateral unnest(case when t.clock_out is null then array['in'] else array['in', 'out'] end) as moment
  cross join lateral (select pg_temp.roll(t.id || moment || 'away', 12) = 0 as away) as place
  where t.company_id = pg_temp.demo_id('company') and t.clock_in > now() - interval '14 days'
    and (pg_temp.roll(t.id || moment, 4) > 0 or t.clock_out is null);

insert into public.punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude, accuracy_m, fix_age_s, inside, edge_m)
  select pg_temp.demo_id('company'), p.time_entry_id, p.employee_id, p.moment, p.punched_at, p.latitude, p.longitude, p.accuracy_m, p.fix_age_s,
    at.inside, at.edge_m
  from demo_punches p
  cross join lateral private.place_on_project(pg_temp.demo_id('company'), p.project_id, p.latitude, p.longitude, p.accuracy_m, p.fix_age_s) as at;

insert into public.location_views (company_id, viewer_id, employee_id, viewed_at, purpose, start_date, end_date)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('Marcus Bell'), pg_temp.demo_id('Elena Torres'), now() - interval '26 hours',
    'Question from the customer about Tuesday', current_date - 5, current_date - 5);
-- Bulletins, things to verify and field reports of the demo company. Loaded after demo.sql,
-- demo_equipment.sql and demo_budgets.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

insert into public.bulletins (company_id, id, kind, title, body, title_es, body_es, audience, publish_at, pinned, must_acknowledge, comments_allowed, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('bulletin ' || title), kind, title, body, title_es, body_es, audience::jsonb,
    now() - make_interval(hours => hours_ago), pinned, important, comments, pg_temp.demo_id('owner@example.com')
  from (values
    ('post', 'Tie off on level 3 from today', 'The deck edge on level 3 is open. Wear your harness and tie off before you step past the red line. No exceptions, not even for a minute.',
      'Nivel 3: engánchate desde hoy', 'El borde de la losa del nivel 3 está abierto. Ponte el arnés y engánchate antes de pasar la línea roja. Sin excepciones, ni por un minuto.',
      '{"everyone": true}', 3, true, true, false),
    ('post', 'Parking moves to the north lot', 'The south lot is closed for the crane until further notice.', 'El estacionamiento pasa al lote norte',
      'El lote sur está cerrado por la grúa hasta nuevo aviso.', '{"everyone": true}', 30, false, false, true),
    ('talk', 'Ladders: three points of contact', E'1. Check the feet and the rungs.\n2. Three points of contact, always.\n3. Face the ladder, tools in the belt.',
      'Escaleras: tres puntos de apoyo', E'1. Revisa las patas y los peldaños.\n2. Siempre tres puntos de apoyo.\n3. De frente a la escalera, herramientas en el cinturón.',
      '{"everyone": true}', 54, false, false, false)
  ) as post (kind, title, body, title_es, body_es, audience, hours_ago, pinned, important, comments);

insert into public.bulletin_reads (company_id, bulletin_id, employee_id, read_at, acknowledged_at, postponed_count, language)
  select e.company_id, pg_temp.demo_id('bulletin Tie off on level 3 from today'), e.id, now() - interval '2 hours',
    case when e.employee_number in ('1004', '1005', '1007', '1009') then now() - interval '2 hours' end,
    (e.employee_number = '1006')::integer, e.language
  from public.employees e where e.company_id = pg_temp.demo_id('company') and e.employee_number between '1004' and '1010';
insert into public.bulletin_comments (company_id, bulletin_id, employee_id, body, created_at)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('bulletin Parking moves to the north lot'), pg_temp.demo_id('Aisha Grant'),
    'Is the gate on Bay Street open at six?', now() - interval '20 hours');
insert into public.talk_signatures (company_id, bulletin_id, project_id, employee_id, signed_name, held_by, held_on, language, strokes)
  select e.company_id, pg_temp.demo_id('bulletin Ladders: three points of contact'), pg_temp.demo_id('P100'), e.id,
    e.first_name || ' ' || e.last_name, pg_temp.demo_id('Luis Ortega'), current_date - 2, e.language,
    '[[[30,70],[60,30],[80,75],[120,40],[150,72],[190,45],[240,66]]]'
  from public.employees e where e.company_id = pg_temp.demo_id('company') and e.last_name in ('Lopez', 'Nolan', 'Kowalski', 'Ramsey');

insert into public.clock_questions (company_id, id, moment, text_en, text_es, alarm_answer, opens_incident, position)
  select pg_temp.demo_id('company'), pg_temp.demo_id('question ' || position), moment, text_en, text_es, alarm, incident, position
  from (values
    (1, 'in', 'Do you have your harness and hard hat?', '¿Tienes tu arnés y tu casco?', 'no', false),
    (2, 'out', 'Did you take your breaks?', '¿Tomaste tus descansos?', null, false),
    (3, 'out', 'Were you injured today?', '¿Te lastimaste hoy?', 'yes', true)
  ) as question (position, moment, text_en, text_es, alarm, incident);

-- What waits in Verification: an injury, a punch off site, a phone with a wrong clock, a meter that jumped;
-- the failed inspection comes with the machines.
insert into public.clock_answers (company_id, id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, note, language, answered_at)
  select t.company_id, pg_temp.demo_id('answer ' || t.id), q.id, t.id, t.employee_id, 'out', q.text_en, q.text_es,
    case when e.last_name = 'Ramsey' and q.opens_incident then 'yes' else case when q.opens_incident then 'no' else 'yes' end end,
    case when e.last_name = 'Ramsey' and q.opens_incident then 'Nail through the glove, left hand. Cleaned and bandaged on site.' end,
    case when e.language = 'es' then 'es' else 'en' end, t.clock_out
  from (select distinct on (x.employee_id) x.* from public.time_entries x
    where x.company_id = pg_temp.demo_id('company') and x.clock_out is not null order by x.employee_id, x.clock_in desc) t
  join public.employees e on e.company_id = t.company_id and e.id = t.employee_id and e.role <> 'owner'
  join public.clock_questions q on q.company_id = t.company_id and q.opens_incident;

insert into public.punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude, accuracy_m, fix_age_s, inside, edge_m)
  select t.company_id, t.id, t.employee_id, 'in', t.clock_in, 42.6604, -73.7492, 18, 2, false, 960
  from public.time_entries t where t.company_id = pg_temp.demo_id('company') and t.employee_id = pg_temp.demo_id('Trevor Nolan')
  order by t.clock_in desc limit 1
  on conflict do nothing;

insert into public.equipment_readings (company_id, equipment_id, reading, read_at)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('GN-05'), 7810.2, now() - interval '30 minutes');

insert into public.synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, state)
  select pg_temp.demo_id('company'), pg_temp.demo_id('held'), pg_temp.demo_id('Cole Ramsey'), 'demo phone', 1, 'clock_in',
    now() - interval '26 hours', -840000, now() - interval '26 hours 14 minutes',
    jsonb_build_object('entry_id', pg_temp.demo_id('held entry'), 'project_id', pg_temp.demo_id('P130')), 'held';
insert into public.held_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, entry_id, problem, detail, reason)
  select s.company_id, s.id, s.employee_id, s.device_id, s.sequence, s.kind, s.happened_at, s.offset_ms, s.counts_at, s.payload,
    pg_temp.demo_id('held entry'), 'clock_wrong', jsonb_build_object('at', s.counts_at), 'Your phone''s clock was wrong.'
  from public.synced_events s where s.company_id = pg_temp.demo_id('company') and s.id = pg_temp.demo_id('held');

-- Field reports of the last five working days of two projects: the oldest locked, the newest still to review.
create temporary table demo_reports on commit drop as
  select d.project_id, d.work_date, row_number() over (partition by d.project_id order by d.work_date desc) as age,
    row_number() over (partition by d.project_id, extract(year from d.work_date) order by d.work_date) as position
  from (select w.project_id, w.work_date, dense_rank() over (partition by w.project_id order by w.work_date desc) as place
    from public.work_totals w where w.company_id = pg_temp.demo_id('company') and w.project_id in (pg_temp.demo_id('P100'), pg_temp.demo_id('P110'))
      and w.work_date < current_date group by w.project_id, w.work_date) d
  where d.place <= 5;

insert into public.field_reports (company_id, id, project_id, report_date, number, status, content, version, submitted_at, signed_name, reviewed_at, locked_at)
  select pg_temp.demo_id('company'), pg_temp.demo_id('report ' || r.project_id || r.work_date), r.project_id, r.work_date,
    format('FR-%s-%s', extract(year from r.work_date), lpad(r.position::text, 4, '0')),
    case when r.age = 1 then 'submitted' when r.age < 4 then 'reviewed' else 'locked' end,
    jsonb_build_object(
      'weather', jsonb_build_array(jsonb_build_object('minute', 420, 'temperature', 41 + r.age, 'conditions', 'clear', 'effect', ''),
        jsonb_build_object('minute', 780, 'temperature', 47 + r.age, 'conditions', case when r.age = 2 then 'rain' else 'cloudy' end,
          'effect', case when r.age = 2 then 'Slowed finishing' else '' end)),
      'work', (array['Placed level 2 slab, east bay, grid C4 to E6. Forms stripped at column line 4.', 'Formed walls at column line 4, set embeds.',
        'Framed interior walls on level 2, units 3 and 4.', 'Hung board in units 1 and 2, taped unit 1.', 'Layout and sleeves for the next pour.'])[r.age],
      'notes', '', 'deliveries', case when r.age = 3 then '[{"text": "Rebar, 4 tons", "detail": "Northeast Steel"}]'::jsonb else '[]' end,
      'visitors', case when r.age = 2 then '[{"text": "City inspector", "detail": "Slab pre-pour, passed"}]'::jsonb else '[]' end,
      'delays', case when r.age = 1 then '[{"text": "Pump hose blocked", "detail": "10:20 to 11:05", "hours": "0.75", "people": "2"}]'::jsonb else '[]' end,
      'directed', '[]'::jsonb, 'none', case when r.age = 1 then '["deliveries", "directed", "notes", "visitors"]'::jsonb else '["directed", "notes"]' end),
    1, (r.work_date + time '20:34') at time zone 'UTC', case when r.project_id = pg_temp.demo_id('P100') then 'Luis Ortega' else 'Aisha Grant' end,
    case when r.age > 1 then (r.work_date + time '22:10') at time zone 'UTC' end, case when r.age >= 4 then (r.work_date + time '22:15') at time zone 'UTC' end
  from demo_reports r;

insert into public.field_report_versions (company_id, report_id, version, content, figures, signed_name, language, sha256, created_at)
  select r.company_id, r.id, 1, r.content, f.figures, r.signed_name, 'en',
    encode(extensions.digest(convert_to(jsonb_build_object('number', r.number, 'date', r.report_date, 'version', 1, 'signed_name', r.signed_name,
      'submitted_at', r.submitted_at, 'content', r.content, 'figures', f.figures)::text, 'UTF8'), 'sha256'), 'hex'), r.submitted_at
  from public.field_reports r cross join lateral (select private.field_report_figures(r.company_id, r.project_id, r.report_date) as figures) f
  where r.company_id = pg_temp.demo_id('company');
-- Documents of the demo company; their files are in seed/documents. Loaded after demo.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

insert into public.folders (company_id, id, project_id, name, audience, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('folder ' || name), pg_temp.demo_id(project), name, audience::jsonb, pg_temp.demo_id('owner@example.com')
  from (values
    (null, 'Handbook', '{"everyone": true}'),
    (null, 'Safety', '{"everyone": true}'),
    (null, 'Insurance', '{"roles": ["owner", "manager"]}'),
    ('P100', 'Plans', '{"everyone": true}'),
    ('P100', 'Safety on site', '{"everyone": true}'),
    ('P100', 'Permits', '{"roles": ["owner", "manager", "foreman"]}')
  ) as folder (project, name, audience);

insert into public.documents (company_id, id, folder_id, name, expires_on, required_reading, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('document ' || name), pg_temp.demo_id('folder ' || folder), name,
    current_date + expires_in, required, pg_temp.demo_id('owner@example.com')
  from (values
    ('Safety on site', 'Fall protection plan', null, true),
    ('Safety on site', 'Crane certificate', 19, false),
    ('Safety on site', 'Site safety orientation', null, true),
    ('Safety on site', 'Emergency contacts', null, false),
    ('Safety on site', 'Silica exposure plan', 317, true),
    ('Permits', 'Street use permit', 26, false),
    ('Plans', 'Level 2 floor plan', null, false),
    ('Handbook', 'Employee handbook', null, false),
    ('Safety', 'Company safety policy', null, true),
    ('Insurance', 'General liability certificate', 120, false)
  ) as document (folder, name, expires_in, required);

create temporary table demo_versions on commit drop as
  select * from (values
    ('Fall protection plan', 1, 'P100', 'First issue', 68, 1039, '441e89e1928f2649eebc7f5e39fded3bfc73d014ae639860e88cfda3e4f74dc8',
      'Fall protection plan Harborview Medical Annex 1. Tie off before you step past the red line. Anchor points are marked yellow. 2. Inspect harness and lanyard every morning. A damaged one is cut up, not put back. 3. Nobody works alone at the edge.'),
    ('Fall protection plan', 2, 'P100', 'New rescue procedure', 44, 1160, '0055152464c6457dd33746664890875f5b183bba14cf77443d35ddcf028672b9',
      'Fall protection plan Harborview Medical Annex 1. Tie off before you step past the red line. Anchor points are marked yellow. 2. Inspect harness and lanyard every morning. A damaged one is cut up, not put back. 3. Nobody works alone at the edge. 4. Rescue: call the foreman on channel 2, then 911. The rescue kit hangs at stair B.'),
    ('Fall protection plan', 3, 'P100', 'Tie-off points on level 3', 2, 1379, '952e4af9fc22e5b815a3a16a9f459fdb5be8b7d8d00fd9a3a7ee1c5005838d5e',
      'Fall protection plan Harborview Medical Annex 1. Tie off before you step past the red line. Anchor points are marked yellow. 2. Inspect harness and lanyard every morning. A damaged one is cut up, not put back. 3. Nobody works alone at the edge. 4. Rescue: call the foreman on channel 2, then 911. The rescue kit hangs at stair B. 5. Level 3: tie off to the steel columns only, not to the deck rail. Engánchate antes de pasar la línea roja. Los puntos de anclaje están marcados en amarillo.'),
    ('Crane certificate', 1, 'P100', 'Inspection of last year', 360, 779, '62f1099620f71fb397823ebef9a5ba6fe6593313edd7c81ef8fb351655a3c029',
      'Crane certificate Annual inspection of tower crane TC-1. Passed.'),
    ('Crane certificate', 2, 'P100', 'Annual inspection', 70, 802, '49d758802e23b6bba6b17daf06edc3c631a8bc96c032a2dd0f2456eedeb25fb7',
      'Crane certificate Annual inspection of tower crane TC-1. Passed. Load test 110 percent.'),
    ('Site safety orientation', 1, 'P100', 'Spanish and English', 50, 901, '84ec3b02cb42bc71b6c9b7154167aabf3d9e17aa48fcd05caca63495416a9f21',
      'Site safety orientation Hard hat, vest and boots from the gate on. Assembly point: north lot. Casco, chaleco y botas desde la entrada. Punto de reunión: lote norte.'),
    ('Emergency contacts', 1, 'P100', 'First issue', 18, 890, 'da243acd695edaa36c501b33e07def50584eaf39e6e92102ea5c39ac054049f3',
      'Emergency contacts Fire, police, ambulance: 911 Nearest hospital: Harborview Health, 200 Bay Street Foreman: Luis Ortega, channel 2'),
    ('Silica exposure plan', 1, 'P100', 'First issue', 46, 832, '7f0a9058ce870d9d75d44099fdcb0938ce4210730fbeee2242f6c2b57fd6914a',
      'Silica exposure plan Cut wet or with a vacuum shroud. Half mask with P100 filter when grinding indoors.'),
    ('Street use permit', 1, 'P100', 'First issue', 64, 799, '3ae622a81c604da766a5469bb89c84b4225d9903a22d2b151a95076b6a6cdd57',
      'Street use permit City of Albany. Sidewalk and one lane of Bay Street, 7 AM to 5 PM.'),
    ('Level 2 floor plan', 1, 'P100', 'Issued for construction', 30, 789, 'a5d18c51c165aa774572c9efdb2f1fe70cf5fd2aa675b5f5554f68a45dfaa557',
      'Level 2 floor plan Sheet A-102. Slab edge, stairs A and B, shaft openings.'),
    ('Employee handbook', 1, null, 'First issue', 200, 865, '6a6f8feeac01ac1611314727d0cf8b37ce60bd694955d75411b2577d510f2126',
      'Employee handbook Hours, breaks, time off and how to reach the office. Horas, descansos, días libres y cómo llamar a la oficina.'),
    ('Company safety policy', 1, null, 'First issue', 90, 851, '796b37295e8e4958414f721ccc26cbfbe195099f639fd21e3d263a12bf87b6d3',
      'Company safety policy Everyone may stop work that is not safe. Cualquiera puede parar un trabajo que no es seguro.'),
    ('General liability certificate', 1, null, 'Policy year', 120, 817, '3f16459bd33bb561189641a817d3bd79d5926adbeb4fcc9e1e850e95e5f35c0e',
      'General liability certificate Certificate of insurance. General liability, two million per occurrence.')
  ) as version (name, version, project, note, days_ago, size_bytes, sha256, content);
insert into public.document_versions (company_id, id, document_id, version, path, file_name, media_type, size_bytes, page_count, sha256, note,
    superseded_at, created_at, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('document ' || v.name || ' v' || v.version), pg_temp.demo_id('document ' || v.name), v.version,
    pg_temp.demo_id('company') || '/' || coalesce(pg_temp.demo_id(v.project)::text, 'company') || '/' || pg_temp.demo_id('document ' || v.name || ' v' || v.version) || '.pdf',
    v.name || '.pdf', 'application/pdf', v.size_bytes, 1, v.sha256, v.note,
    (select now() - make_interval(days => n.days_ago) from demo_versions n where n.name = v.name and n.version = v.version + 1),
    now() - make_interval(days => v.days_ago), pg_temp.demo_id('owner@example.com')
  from demo_versions v order by v.name, v.version;
insert into private.document_texts (company_id, version_id, content)
  select pg_temp.demo_id('company'), pg_temp.demo_id('document ' || v.name || ' v' || v.version), v.content from demo_versions v;

-- The plan was signed by nearly everyone in its second version, and by some in the third; the orientation by all.
insert into public.document_signatures (company_id, version_id, employee_id, signed_name, language, signed_at)
  select e.company_id, pg_temp.demo_id('document ' || s.document), e.id, e.first_name || ' ' || e.last_name, case when e.language like 'es%' then 'es' else 'en' end,
    now() - make_interval(days => s.days_ago)
  from (values ('Fall protection plan v2', 40, '9999'), ('Fall protection plan v3', 1, '1007'), ('Site safety orientation v1', 45, '9999'),
    ('Silica exposure plan v1', 41, '1010'), ('Company safety policy v1', 80, '1008')) as s (document, days_ago, up_to)
  join public.employees e on e.company_id = pg_temp.demo_id('company') and e.active and e.employee_number <= s.up_to;
insert into public.document_reads (company_id, version_id, employee_id, opened_at)
  select e.company_id, pg_temp.demo_id('document Fall protection plan v3'), e.id, now() - interval '1 day'
  from public.employees e where e.company_id = pg_temp.demo_id('company') and e.employee_number = '1008';
-- Lists of the demo company: reasons of delays and certificates. Loaded after demo.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

insert into public.delay_reasons (company_id, id, name, name_es)
  select pg_temp.demo_id('company'), pg_temp.demo_id('delay ' || name), name, name_es
  from (values
    ('Weather', 'Clima'), ('Material not on site', 'Falta material en la obra'), ('Equipment breakdown', 'Equipo descompuesto'),
    ('Waiting for inspection', 'En espera de inspección'), ('Waiting for another trade', 'En espera de otro oficio')
  ) as reason (name, name_es);

insert into public.certification_types (company_id, id, name, issuer, valid_months, warn_days)
  select pg_temp.demo_id('company'), pg_temp.demo_id('certificate ' || name), name, issuer, months, 30
  from (values
    ('OSHA 10', 'OSHA', null), ('OSHA 30', 'OSHA', null), ('First aid and CPR', 'Red Cross', 24), ('Forklift operator', null, 36)
  ) as kind (name, issuer, months);

-- By place in the list of people, so that every kind has holders; none ends soon enough to ask for something today.
insert into public.certifications (company_id, employee_id, type_id, number, issued_on, expires_on)
  select e.company_id, e.id, t.id, 'C-' || (4000 + 37 * e.place + 11 * t.place), current_date - 40 * e.place::integer,
    case when t.valid_months is not null then current_date + 45 + 60 * e.place::integer end
  from (select p.company_id, p.id, row_number() over (order by p.last_name, p.first_name) as place
    from public.employees p where p.company_id = pg_temp.demo_id('company') and p.active) e
  join (select k.id, k.valid_months, row_number() over (order by k.name) as place
    from public.certification_types k where k.company_id = pg_temp.demo_id('company')) t on e.place % 4 = t.place % 4 or (e.place % 3 = 0 and t.place = 3);

insert into public.break_types (company_id, name, name_es, kind, paid, usual_minutes)
  select pg_temp.demo_id('company'), kind.*
  from (values ('Lunch', 'Almuerzo', 'meal', false, 30), ('Rest break', 'Descanso', 'rest', true, 10)) as kind;

insert into public.pay_types (company_id, code, name, name_es)
  select pg_temp.demo_id('company'), kind.*
  from (values
    ('BONUS_ND', 'Bonus, promised', 'Bono prometido'), ('BONUS_D', 'Bonus, unannounced', 'Bono no anunciado'), ('PTO', 'Vacation', 'Vacaciones'),
    ('SICK', 'Sick pay', 'Pago por enfermedad'), ('HOLIDAY', 'Holiday pay', 'Pago de día festivo'), ('PER_DIEM', 'Per diem', 'Viáticos'),
    ('MILEAGE', 'Mileage', 'Millas'), ('TOOLS', 'Tools and expenses', 'Herramientas y gastos')
  ) as kind;
