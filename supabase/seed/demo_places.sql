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
