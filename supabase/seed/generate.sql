-- A made-up load for the bench and the plan tests; not part of the product, so not a migration.
-- Load this file as the owner of the tables, then:
--   select private.generate_load(companies => 10, employees => 100, days => 1000);
-- makes 10 companies × 100 employees × 1,000 days = 1,000,000 entries up to yesterday. Running it again
-- with the same numbers on an empty database gives the same ids, names and times of day.
-- Account n of company c is bench-c-n@example.com; 1 is the owner, 2 the manager, 3 a foreman.
-- private.generate_companies(array[5000, 50, 15], array[500, 500, 5], 4, 2) makes companies of different sizes
-- and histories, here with two entries on each weekday.
-- Every account has the password 'chalkline-bench'. Returns the number of entries made.

-- No search_path is set here, so that the planner can inline it; it uses pg_catalog only.
create or replace function private.generate_id(key text) returns uuid
language sql immutable parallel safe as $$
  select overlay(overlay(md5('chalkline bench ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

-- As clients make them: UUIDv7, in the order of time.
create or replace function private.generate_time_id(moment timestamptz, key text) returns uuid
language sql stable parallel safe as $$
  select (lpad(to_hex((date_part('epoch', moment) * 1000)::bigint), 12, '0') || '7' || substr(md5(key), 1, 3)
    || 'a' || substr(md5(key), 4, 15))::uuid;
$$;

create or replace function private.generate_people(sizes integer[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  password_hash text := extensions.crypt('chalkline-bench', extensions.gen_salt('bf', 6));
begin
  insert into public.companies (id, name)
    select private.generate_id('company ' || c), 'Bench Builders ' || c from generate_subscripts(sizes, 1) as c;

  insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    select private.generate_id('user ' || c || ' ' || n), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated',
      'bench-' || c || '-' || n || '@example.com', password_hash, now(), '{"provider": "email", "providers": ["email"]}',
      jsonb_build_object('first_name', 'Worker', 'last_name', 'No. ' || n)
    from generate_subscripts(sizes, 1) as c, generate_series(1, sizes[c]) as n;
  insert into auth.identities (provider_id, user_id, identity_data, provider)
    select u.id::text, u.id, jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true), 'email'
    from auth.users u where u.email like 'bench-%';
  insert into public.employees (company_id, id, user_id, first_name, last_name, email, role, employee_number)
    select private.generate_id('company ' || c), private.generate_id('employee ' || c || ' ' || n),
      private.generate_id('user ' || c || ' ' || n), 'Worker', 'No. ' || n, 'bench-' || c || '-' || n || '@example.com',
      case n when 1 then 'owner' when 2 then 'manager' when 3 then 'foreman' else 'employee' end, n::text
    from generate_subscripts(sizes, 1) as c, generate_series(1, sizes[c]) as n;
  insert into public.employee_rates (company_id, employee_id, hourly_rate)
    select e.company_id, e.id, 20 + (e.employee_number::integer % 25) from public.employees e where e.email like 'bench-%';

  insert into public.projects (company_id, id, name, client, number)
    select private.generate_id('company ' || c), private.generate_id('project ' || c || ' ' || p), 'Site ' || p, 'Client ' || p % 7, p::text
    from generate_subscripts(sizes, 1) as c, generate_series(1, 20) as p;
  insert into public.cost_codes (company_id, id, code, name)
    select private.generate_id('company ' || c), private.generate_id('code ' || c || ' ' || k), lpad(k::text, 2, '0') || ' 00 00', 'Work of kind ' || k
    from generate_subscripts(sizes, 1) as c, generate_series(1, 40) as k;
end $$;

-- What checks and indexes row by row is taken off the table and put back at once over all rows,
-- which is what makes a million entries a matter of a minute. The statements to put it back are returned.
create or replace function private.generate_bare(table_param text) returns text[]
language plpgsql volatile set search_path = '' as $$
declare
  item record;
  restore text[] := '{}';
begin
  for item in
    select c.conname as name, 'alter table public.' || table_param || ' add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid) as again,
        'alter table public.' || table_param || ' drop constraint ' || c.conname as away
      from pg_constraint c where c.conrelid = ('public.' || table_param)::regclass and c.contype in ('f', 'x')
    union all
    select i.relname, pg_get_indexdef(i.oid), 'drop index public.' || i.relname
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = ('public.' || table_param)::regclass and not exists (select from pg_constraint c where c.conindid = i.oid)
  loop
    execute item.away;
    restore := restore || item.again;
  end loop;
  return restore;
end $$;

-- Derived columns are filled here and the triggers are off.
-- `sizes`, `histories`: employees and days of each company; with several entries a day, weekends are free.
create or replace function private.generate_companies(sizes integer[], histories integer[], breaks_every integer, a_day integer)
returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  days constant integer := (select max(h) from unnest(histories) h);
  made bigint;
  entries_restore text[];
  breaks_restore text[];
  statement text;
begin
  alter table public.employees disable trigger zz_record_change;
  alter table public.time_entries disable trigger user;
  alter table public.time_entry_breaks disable trigger user;
  perform private.generate_people(sizes);
  breaks_restore := private.generate_bare('time_entry_breaks');
  entries_restore := private.generate_bare('time_entries');

  insert into public.time_entries (company_id, id, employee_id, clock_in, clock_out, work_date, project_id, cost_code_id,
      notes, status, source, created_by, updated_by, created_at, updated_at)
    select e.company_id, private.generate_time_id(started, e.email), e.id, started, started + make_interval(mins => (480 + (n * 7 + d * 13) % 90) / a_day),
      day, projects.ids[1 + (n + d / 5) % 20], codes.ids[1 + (n * 3 + d) % 40],
      case when (n + d) % 5 = 0 then 'As planned' end, 'completed', 'timer', e.user_id, e.user_id, started, started
    from generate_series(1, days) as d
    cross join (select *, employee_number::integer as n from public.employees where email like 'bench-%') as e
    join (select company_id, array_agg(id order by number) as ids from public.projects group by 1) as projects using (company_id)
    join (select company_id, array_agg(id order by code) as ids from public.cost_codes group by 1) as codes using (company_id)
    cross join lateral (select (now() at time zone 'America/New_York')::date - (days - d + 1) as day) as calendar
    join (select private.generate_id('company ' || c) as company_id, histories[c] as history from generate_subscripts(histories, 1) c) as past using (company_id)
    cross join generate_series(0, a_day - 1) as part
    cross join lateral (select (day + make_interval(mins => 400 + (n + d * 3) % 40 + part * 600 / a_day)) at time zone 'America/New_York' as started) as punch
    where d > days - history and (a_day = 1 or extract(isodow from day) < 6)
    order by d;
  get diagnostics made = row_count;

  insert into public.time_entry_breaks (company_id, id, time_entry_id, employee_id, started_at, ended_at, kind, paid)
    select t.company_id, private.generate_id('break ' || t.id), t.id, t.employee_id, t.clock_in + interval '5 hours' / a_day,
      t.clock_in + interval '5 hours' / a_day + interval '30 minutes', 'meal', false
    from public.time_entries t
    where breaks_every > 0 and ('x' || substr(t.id::text, 1, 7))::bit(28)::integer % breaks_every = 0;

  foreach statement in array entries_restore || breaks_restore loop
    execute statement;
  end loop;
  alter table public.employees enable trigger zz_record_change;
  alter table public.time_entries enable trigger user;
  alter table public.time_entry_breaks enable trigger user;
  perform private.recount_work();
  return made;
end $$;

create or replace function private.generate_load(companies integer, employees integer, days integer, breaks_every integer default 4)
returns bigint
language sql volatile set search_path = '' as $$
  select private.generate_companies(array_fill(employees, array[companies]), array_fill(days, array[companies]), breaks_every, 1);
$$;
