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
