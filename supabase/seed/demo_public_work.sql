-- Public work of the demo company: a town's water main that begins when it is no longer on hold. Nobody has worked
-- there, so pay and reports of the other projects stay what they are. Loaded after demo.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

insert into public.public_contracts (company_id, id, project_id, regime, cwhssa, contractor_role, contract_number, agency, county, state, location, week_ends_on,
    first_week_end)
  select c.id, pg_temp.demo_id('public contract'), pg_temp.demo_id('P140'), 'federal', 'unknown', 'prime', 'PH-2026-014', 'Town of Pine Hill',
    'Rensselaer', 'NY', 'Route 9, Pine Hill, NY', (c.week_start + 6) % 7, private.week_end_of(current_date - 28, (c.week_start + 6) % 7)
  from public.companies c where c.id = pg_temp.demo_id('company');

insert into public.wage_determinations (company_id, id, project_id, number, modification, published_on, effective_from)
  select pg_temp.demo_id('company'), pg_temp.demo_id('determination ' || modification), pg_temp.demo_id('P140'), 'NY20260014', modification,
    current_date + published, current_date + effective
  from (values ('3', -120, -90), ('4', -10, 45)) as edition (modification, published, effective);

insert into public.work_classifications (company_id, id, determination_id, code, name, name_es, craft, base_rate, fringe_rate, zone_add)
  select pg_temp.demo_id('company'), pg_temp.demo_id('class ' || code || modification), pg_temp.demo_id('determination ' || modification),
    code, name, name_es, craft, base + raise, fringe + raise / 2.0, zone
  from (values
    ('LABO0190-001', 'Laborer, pipelayer', 'Peón, tendido de tubería', 'Laborer', 34.15, 16.70, 0),
    ('CARP0291-004', 'Carpenter, heavy and highway', 'Carpintero, obra pesada y carreteras', 'Carpenter', 36.85, 24.10, 0),
    ('ENGI0158-002', 'Operating engineer, excavator', 'Operador, excavadora', 'Operating engineer', 47.33, 28.45, 1.25),
    ('PLUM0007-003', 'Plumber', 'Plomero', 'Plumber', 45.90, 29.32, 0)
  ) as class (code, name, name_es, craft, base, fringe, zone)
  cross join (values ('3', 0), ('4', 1)) as edition (modification, raise);

insert into public.cost_code_classifications (company_id, project_id, cost_code_id, classification_id)
  select k.company_id, pg_temp.demo_id('P140'), k.id, pg_temp.demo_id('class ' || map.class || '3')
  from (values ('03 11 00', 'CARP0291-004'), ('03 30 00', 'LABO0190-001'), ('01 74 00', 'LABO0190-001')) as map (code, class)
  join public.cost_codes k on k.company_id = pg_temp.demo_id('company') and k.code = map.code;

insert into public.employee_classifications (company_id, employee_id, project_id, classification_id, from_date, cash_in_lieu)
  select e.company_id, e.id, pg_temp.demo_id('P140'), pg_temp.demo_id('class ' || usual.class || '3'), current_date - 30, usual.cash
  from (values ('Kowalski', 'LABO0190-001', null), ('Sorensen', 'ENGI0158-002', null), ('Reeves', 'PLUM0007-003', 12.50), ('Ramsey', 'CARP0291-004', null))
    as usual (last_name, class, cash)
  join public.employees e on e.company_id = pg_temp.demo_id('company') and e.last_name = usual.last_name;

insert into public.fringe_plans (company_id, id, name, kind, plan_number, cost_amount, cost_period, hours_basis, from_date)
  select pg_temp.demo_id('company'), pg_temp.demo_id('plan ' || name), plan.*, current_date - 300
  from (values
    ('Northeast Health', 'health', 'NH-4471', 650.00, 'month', 2080.0),
    ('401(k), employer share', 'pension', '001', 2.25, 'hour', null)
  ) as plan (name, kind, plan_number, cost_amount, cost_period, hours_basis);

insert into public.employee_fringe_plans (company_id, employee_id, plan_id, from_date)
  select e.company_id, e.id, pg_temp.demo_id('plan ' || enrolled.plan), current_date - 300
  from (values ('Kowalski', 'Northeast Health'), ('Sorensen', 'Northeast Health'), ('Sorensen', '401(k), employer share'), ('Ramsey', 'Northeast Health'))
    as enrolled (last_name, plan)
  join public.employees e on e.company_id = pg_temp.demo_id('company') and e.last_name = enrolled.last_name;

insert into public.apprenticeship_programs (company_id, id, name, registered_with, occupation, ratio_apprentices, ratio_journeyworkers)
  values (pg_temp.demo_id('company'), pg_temp.demo_id('program'), 'Capital Region Carpenters JATC', 'OA', 'Carpenter', 1, 3);

insert into public.apprenticeships (company_id, employee_id, program_id, registration_number, from_date, level, percent)
  select e.company_id, e.id, pg_temp.demo_id('program'), 'NY-118-2026', current_date - 200, '3rd period', 60
  from public.employees e where e.company_id = pg_temp.demo_id('company') and e.last_name = 'Ramsey';

insert into public.contractor_details (company_id, legal_name, street, city, state, zip, phone, email, insurance_number)
  select c.id, c.name, '41 River Street', 'Troy', 'NY', '12180', '(518) 555-0100', 'office@example.com', 'WC-208841'
  from public.companies c where c.id = pg_temp.demo_id('company');

-- The site is on hold: weeks without work, signed by the owner as the screen does it. The last one is still open.
do $$
declare
  signer public.employees;
  signed public.certified_payrolls;
  week_end date := (select c.first_week_end from public.public_contracts c where c.id = pg_temp.demo_id('public contract'));
begin
  select * into signer from public.employees e where e.company_id = pg_temp.demo_id('company') and e.role = 'owner' and e.user_id is not null limit 1;
  perform set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', signer.user_id, 'aal', 'aal1')::text, true);
  for number in 1..2 loop
    signed := public.sign_certified_payroll(pg_temp.demo_id('P140'), week_end, btrim(signer.first_name || ' ' || signer.last_name), 'President', '{1,2,3,6}');
    if number = 1 then
      perform public.record_certified_payroll_delivery(signed.id, 'mail', 'PH-0001', 'clerk@pinehill.example');
    end if;
    week_end := week_end + 7;
  end loop;
  perform set_config('request.jwt.claims', '', true);
end $$;
