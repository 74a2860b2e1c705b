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
