-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.geofences (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  shape text default 'circle'::text not null,
  latitude double precision,
  longitude double precision,
  radius_m double precision,
  polygon jsonb,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint geofences_pkey primary key (company_id, id),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_latitude check (latitude > '-Infinity'::double precision and latitude < 'Infinity'::double precision),
  constraint finite_longitude check (longitude > '-Infinity'::double precision and longitude < 'Infinity'::double precision),
  constraint finite_radius_m check (radius_m > '-Infinity'::double precision and radius_m < 'Infinity'::double precision),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint geofences_complete check (
case shape
    when 'circle'::text then latitude is not null and longitude is not null and radius_m is not null and polygon is null
    else coalesce(private.is_polygon(polygon), false) and latitude is null and longitude is null and radius_m is null
end),
  constraint geofences_latitude_range check (latitude >= '-90'::integer::double precision and latitude <= 90::double precision),
  constraint geofences_longitude_range check (longitude >= '-180'::integer::double precision and longitude <= 180::double precision),
  constraint geofences_radius_range check (radius_m >= 1::double precision and radius_m <= 100000::double precision),
  constraint geofences_shape_known check (shape = any (array['circle'::text, 'polygon'::text])),
  constraint geofences_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint geofences_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
create index geofences_by_project on public.geofences using btree (company_id, project_id);
comment on table public.geofences is 'The ground of a project: a circle by center and radius, or a polygon. A project may have several.';
comment on column public.geofences.polygon is 'Rings of [longitude, latitude], the first the outer one; a hole is outside.';
alter table public.geofences enable row level security;
grant select, insert, update, delete on table public.geofences to authenticated;

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

alter publication supabase_realtime add table public.geofences;

create or replace trigger fill_company_id before insert on public.geofences
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.geofences
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.geofences
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.geofences
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.geofences
  for each row execute function private.record_change();

create or replace function private.edge_m(fence public.geofences, latitude_param double precision, longitude_param double precision) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case fence.shape
    when 'circle' then private.meters_between(fence.latitude, fence.longitude, latitude_param, longitude_param) - fence.radius_m
    else private.polygon_edge_m(fence.polygon, latitude_param, longitude_param) end;
$$;
comment on function private.edge_m(public.geofences,double precision,double precision) is 'Meters from the edge of a fence, negative inside.';
