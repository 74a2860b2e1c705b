-- Where a project is: circles and polygons, and how far a point is from their edge.

create function private.is_polygon(polygon_param jsonb) returns boolean
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

create table public.geofences (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  shape text not null default 'circle' constraint geofences_shape_known check (shape in ('circle', 'polygon')),
  latitude double precision constraint geofences_latitude_range check (latitude between -90 and 90),
  longitude double precision constraint geofences_longitude_range check (longitude between -180 and 180),
  radius_m double precision constraint geofences_radius_range check (radius_m between 1 and 100000),
  polygon jsonb,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint geofences_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete cascade,
  constraint geofences_complete check (case shape
    when 'circle' then latitude is not null and longitude is not null and radius_m is not null and polygon is null
    else coalesce(private.is_polygon(polygon), false) and latitude is null and longitude is null and radius_m is null end)
);
create index geofences_by_project on public.geofences (company_id, project_id);
select private.refuse_non_finite('public.geofences');
comment on table public.geofences is 'The ground of a project: a circle by center and radius, or a polygon. A project may have several.';
comment on column public.geofences.polygon is 'Rings of [longitude, latitude], the first the outer one; a hole is outside.';

create trigger keep_creator before insert or update on public.geofences
  for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.geofences
  for each row execute function private.fill_company_id('projects', 'project_id');
create trigger keep_identity before update on public.geofences
  for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.geofences
  for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.geofences
  for each row execute function private.record_change();

alter table public.geofences enable row level security;
create policy "Employees read the fences of projects they may clock into, managers all" on public.geofences
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or project_id not in (select private.projects_closed_to_me())));
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
grant select, insert, update, delete on public.geofences to authenticated, service_role;

-- Great circles on a sphere of 6,371,008.8 m.
create function private.meters_between(latitude_a double precision, longitude_a double precision,
  latitude_b double precision, longitude_b double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  select 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(latitude_b - latitude_a) / 2) ^ 2
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * sin(radians(longitude_b - longitude_a) / 2) ^ 2)));
$$;

-- The corners are laid on the plane around the point by distance and bearing, where the point is the origin:
-- right across the date line and near the poles, whatever the direction of a ring, closed or not.
create function private.polygon_edge_m(polygon_param jsonb, latitude_param double precision, longitude_param double precision)
returns double precision
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

create function private.edge_m(fence public.geofences, latitude_param double precision, longitude_param double precision)
returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case fence.shape
    when 'circle' then private.meters_between(fence.latitude, fence.longitude, latitude_param, longitude_param) - fence.radius_m
    else private.polygon_edge_m(fence.polygon, latitude_param, longitude_param) end;
$$;
comment on function private.edge_m(public.geofences, double precision, double precision) is
  'Meters from the edge of a fence, negative inside.';

-- Several fences: inside one is inside, outside only if outside all. What the accuracy leaves open is null,
-- and so is a position without accuracy or of more than two minutes ago.
create function private.place_on_project(company_id_param uuid, project_id_param uuid, latitude_param double precision,
  longitude_param double precision, accuracy_m_param double precision, fix_age_s_param double precision,
  out inside boolean, out edge_m double precision)
language sql stable set search_path = '' as $$
  select case
      when fix_age_s_param > 120 then null
      when bool_or(f.edge_m <= -accuracy_m_param) then true
      when bool_and(f.edge_m > accuracy_m_param) then false end,
    min(f.edge_m)
  from (select private.edge_m(g, latitude_param, longitude_param) as edge_m from public.geofences g
    where g.company_id = company_id_param and g.project_id = project_id_param) f;
$$;
comment on function private.place_on_project(uuid, uuid, double precision, double precision, double precision, double precision) is
  'Whether a position is inside the fences of a project, and its distance from the nearest edge.';

revoke execute on function private.meters_between(double precision, double precision, double precision, double precision),
  private.polygon_edge_m(jsonb, double precision, double precision),
  private.edge_m(public.geofences, double precision, double precision),
  private.place_on_project(uuid, uuid, double precision, double precision, double precision, double precision) from public, anon;
revoke execute on function private.is_polygon(jsonb) from public, anon;
grant execute on function private.is_polygon(jsonb) to authenticated, service_role;

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.geofences;
  end if;
end $$;
