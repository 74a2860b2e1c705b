create table public.geofences (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  shape text default 'circle' not null,
  latitude double precision,
  longitude double precision,
  radius_m double precision,
  polygon jsonb,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint geofences_pkey primary key (company_id, id),
  constraint geofences_complete check (
case shape
    when 'circle' then latitude is not null and longitude is not null and radius_m is not null and polygon is null
    else coalesce(private.is_polygon(polygon), false) and latitude is null and longitude is null and radius_m is null
end),
  constraint geofences_latitude_range check (latitude >= '-90'::integer::double precision and latitude <= 90),
  constraint geofences_longitude_range check (longitude >= '-180'::integer::double precision and longitude <= 180),
  constraint geofences_radius_range check (radius_m >= 1 and radius_m <= 100000),
  constraint geofences_shape_known check (shape in ('circle', 'polygon')),
  constraint geofences_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint geofences_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.geofences');
create index geofences_by_project on public.geofences (company_id, project_id);
comment on table public.geofences is 'The ground of a project: a circle by center and radius, or a polygon. A project may have several.';
comment on column public.geofences.polygon is 'Rings of [longitude, latitude], the first the outer one; a hole is outside.';
alter table public.geofences enable row level security;
alter publication supabase_realtime add table public.geofences;
grant select, insert, update, delete on table public.geofences to authenticated;

create policy "Company roles that manage lists add fences of their projects" on public.geofences
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), project_id));

create policy "Company roles that manage lists change fences of their projects" on public.geofences
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), project_id))
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), project_id));

create policy "Company roles that manage lists delete fences of their projects" on public.geofences
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), project_id));

create policy "Employees read the fences of projects they may clock into, mana" on public.geofences
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "Managers add fences" on public.geofences
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change fences" on public.geofences
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete fences" on public.geofences
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.geofences
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.geofences
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.geofences
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.geofences
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.geofences
  for each row execute function private.record_change();

create or replace function private.is_polygon(polygon_param jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  ring jsonb;
  corner jsonb;
begin
  if jsonb_typeof(polygon_param) is distinct from 'array' or jsonb_array_length(polygon_param) not between 1 and 20 then
    return false;
  end if;
  for ring in select r from jsonb_array_elements(polygon_param) as r loop
    if jsonb_typeof(ring) <> 'array' or jsonb_array_length(ring) not between 3 and 1000 then
      return false;
    end if;
    for corner in select c from jsonb_array_elements(ring) as c loop
      if jsonb_typeof(corner -> 0) is distinct from 'number' or jsonb_typeof(corner -> 1) is distinct from 'number' then
        return false;
      elsif (corner ->> 0)::numeric not between -180 and 180 or (corner ->> 1)::numeric not between -90 and 90 then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end $$;
comment on function private.is_polygon(jsonb) is 'Rings of [longitude, latitude], the first the outer one, each of three corners or more.';
grant execute on function private.is_polygon(jsonb) to authenticated, service_role;

create or replace function private.place_on_project(company_id_param uuid, project_id_param uuid, latitude_param double precision, longitude_param double precision, accuracy_m_param double precision, fix_age_s_param double precision, out inside boolean, out edge_m double precision) returns record
language plpgsql stable set search_path = '' as $$
begin
  select case
      when fix_age_s_param > 120 then null
      when bool_or(f.away_m <= -accuracy_m_param) then true
      when bool_and(f.away_m > accuracy_m_param) then false end,
    min(f.away_m)
  into inside, edge_m
  from (
    select private.edge_m(g, latitude_param, longitude_param) as away_m from public.geofences g
    where g.company_id = company_id_param and g.project_id = private.place_of_project(company_id_param, project_id_param)
    -- Keeps the planner from writing the distance into each of the three uses.
    offset 0) f;
end $$;
comment on function private.place_on_project(uuid,uuid,double precision,double precision,double precision,double precision) is 'Whether a position is inside the fences of a project, or of what it is a part of where it has none, and its distance from the nearest edge.';

create or replace function private.edge_m(fence public.geofences, latitude_param double precision, longitude_param double precision) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case fence.shape
    when 'circle' then private.meters_between(fence.latitude, fence.longitude, latitude_param, longitude_param) - fence.radius_m
    else private.polygon_edge_m(fence.polygon, latitude_param, longitude_param) end;
$$;
comment on function private.edge_m(public.geofences,double precision,double precision) is 'Meters from the edge of a fence, negative inside.';

create or replace function private.polygon_edge_m(polygon_param jsonb, latitude_param double precision, longitude_param double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  with corners as (
    select ring.n as ring, corner.n as corner, (corner.point ->> 1)::double precision as latitude, (corner.point ->> 0)::double precision as longitude
    from jsonb_array_elements(polygon_param) with ordinality as ring (points, n)
    cross join jsonb_array_elements(ring.points) with ordinality as corner (point, n)
  ), plane as (
    select ring, corner, distance * sin(bearing) as x, distance * cos(bearing) as y
    from corners
    cross join lateral (select private.meters_between(latitude_param, longitude_param, latitude, longitude) as distance,
      atan2(sind(longitude - longitude_param) * cosd(latitude),
        cosd(latitude_param) * sind(latitude) - sind(latitude_param) * cosd(latitude) * cosd(longitude - longitude_param)) as bearing) polar
  ), edges as (
    select x, y, coalesce(lead(x) over ring, first_value(x) over ring) - x as dx, coalesce(lead(y) over ring, first_value(y) over ring) - y as dy
    from plane window ring as (partition by ring order by corner)
  ), nearest as (
    select x, y, dx, dy, coalesce(greatest(0, least(1, -(x * dx + y * dy) / nullif(dx * dx + dy * dy, 0))), 0) as t from edges
  )
  select sqrt(min((x + t * dx) ^ 2 + (y + t * dy) ^ 2))
    * case when count(*) filter (where (y > 0) <> (y + dy > 0) and x - y * dx / nullif(dy, 0) > 0) % 2 = 1 then -1 else 1 end
  from nearest;
$$;
