-- Where someone stood at a punch: taken with the punch, never changed, coordinates forgotten after a time.
-- Not in the live updates and not in the audit history: both would show coordinates to people who did not
-- ask for them, and every look is recorded. A punch off site is noted in the history without coordinates.

alter table public.companies add column location_days smallint not null default 90
  constraint companies_location_days_range check (location_days between 1 and 3650);
comment on column public.companies.location_days is 'How many days the coordinates of a punch are kept; inside or outside stays.';
alter table public.projects add column location_required boolean not null default false;
comment on column public.projects.location_required is
  'Starting time here needs a location, unless the company records none. A foreman can start the clock without one by giving a reason.';

create table public.punch_locations (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  time_entry_id uuid not null,
  employee_id uuid not null,
  moment text not null constraint punch_locations_moment_known check (moment in ('in', 'out', 'switch')),
  punched_at timestamptz not null,
  latitude numeric(8, 5) constraint punch_locations_latitude_range check (latitude between -90 and 90),
  longitude numeric(8, 5) constraint punch_locations_longitude_range check (longitude between -180 and 180),
  accuracy_m numeric(9, 1) constraint punch_locations_accuracy_range check (accuracy_m between 0 and 10000000),
  fix_age_s integer constraint punch_locations_fix_age_range check (fix_age_s >= 0),
  inside boolean,
  edge_m numeric(9, 1) constraint punch_locations_edge_range check (edge_m between -99999999 and 99999999),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint punch_locations_once unique (company_id, time_entry_id, moment),
  constraint punch_locations_entry foreign key (company_id, time_entry_id)
    references public.time_entries (company_id, id) on delete cascade,
  constraint punch_locations_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id) on delete cascade,
  constraint punch_locations_whole check ((latitude is null) = (longitude is null))
);
create index punch_locations_by_employee on public.punch_locations (company_id, employee_id, punched_at desc);
create index punch_locations_with_place on public.punch_locations (company_id, punched_at) where latitude is not null;
select private.refuse_non_finite('public.punch_locations');
comment on table public.punch_locations is 'Where a person was at a punch. Written by the clock only; coordinates go after companies.location_days.';
comment on column public.punch_locations.moment is 'in, out, or switch: the start of the entry that follows another at once.';
comment on column public.punch_locations.fix_age_s is 'Age of the position at the punch, in seconds.';
comment on column public.punch_locations.inside is 'Decided at the punch with exact coordinates: inside or outside the project''s fences; null is unknown.';
comment on column public.punch_locations.edge_m is 'Meters from the nearest edge, negative inside; null without a fence or once the coordinates are gone.';

create function private.keep_punch_location() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.time_entries e join public.companies c on c.id = e.company_id
        where e.company_id = old.company_id and e.id = old.time_entry_id and (old.moment <> 'out' or e.clock_out is not null)) then
      raise exception using errcode = '42501', hint = 'append_only', message = 'The location of a punch is kept as it is.';
    end if;
    return old;
  end if;
  if num_nonnulls(new.latitude, new.longitude, new.accuracy_m, new.fix_age_s, new.edge_m) > 0
    or to_jsonb(new) - '{latitude,longitude,accuracy_m,fix_age_s,edge_m}'::text[]
      <> to_jsonb(old) - '{latitude,longitude,accuracy_m,fix_age_s,edge_m}'::text[] then
    raise exception using errcode = '42501', hint = 'append_only', message = 'The location of a punch is kept as it is.';
  end if;
  return new;
end $$;
comment on function private.keep_punch_location() is 'A location can only be forgotten, or go with its entry or a stop that is undone; for every role.';
create trigger keep_punch_location before update or delete on public.punch_locations
  for each row execute function private.keep_punch_location();

alter table public.punch_locations enable row level security;
create policy "People read where they punched" on public.punch_locations
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));
grant select on public.punch_locations to authenticated, service_role;

create function private.number_within(value_param jsonb, least_param numeric, greatest_param numeric) returns double precision
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value_param) = 'number' then
    case when value_param::numeric between least_param and greatest_param then value_param::double precision end end;
$$;

-- {"latitude", "longitude", "accuracy_m", "fix_age_s"}. What makes no sense is left out: it must keep nobody from the clock.
create function private.read_location(location_param jsonb, out latitude double precision, out longitude double precision,
  out accuracy_m double precision, out fix_age_s double precision)
language plpgsql immutable set search_path = '' as $$
begin
  latitude := private.number_within(location_param -> 'latitude', -90, 90);
  longitude := private.number_within(location_param -> 'longitude', -180, 180);
  accuracy_m := private.number_within(location_param -> 'accuracy_m', 0, 10000000);
  fix_age_s := case when jsonb_typeof(location_param -> 'fix_age_s') = 'number'
    then greatest(0, least(31536000, (location_param -> 'fix_age_s')::numeric)) end;
end $$;

create function private.take_location(entry public.time_entries, moment_param text, location_param jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place record := private.read_location(location_param);
  found_at record;
begin
  if place.latitude is null or place.longitude is null
    or not (select c.capture_location from public.companies c where c.id = entry.company_id) then
    return;
  end if;
  found_at := private.place_on_project(entry.company_id, entry.project_id, place.latitude, place.longitude, place.accuracy_m, place.fix_age_s);
  insert into public.punch_locations (company_id, time_entry_id, employee_id, moment, punched_at,
      latitude, longitude, accuracy_m, fix_age_s, inside, edge_m)
    values (entry.company_id, entry.id, entry.employee_id, moment_param,
      case moment_param when 'out' then entry.clock_out else entry.clock_in end,
      place.latitude, place.longitude, place.accuracy_m, place.fix_age_s, found_at.inside, found_at.edge_m)
    on conflict (company_id, time_entry_id, moment) do nothing;
  if found_at.inside = false then
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, employee_id, after)
      values (entry.company_id, auth.uid(), private.change_source(), 'created', 'punch_locations', entry.id, entry.employee_id,
        jsonb_build_object('time_entry_id', entry.id, 'moment', moment_param, 'inside', false, 'edge_m', round(found_at.edge_m)));
  end if;
end $$;
comment on function private.take_location(public.time_entries, text, jsonb) is
  'Keeps where someone was at a punch and notes one off site in the history of the entry.';

-- What the entries hold today moves over; no fence was there when those punches were made.
insert into public.punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude, accuracy_m, created_by, created_at)
  select e.company_id, e.id, e.employee_id, at.moment, at.punched_at, place.latitude, place.longitude, place.accuracy_m, e.created_by, at.punched_at
  from public.time_entries e
  cross join lateral (values ('in', e.clock_in, e.clock_in_location), ('out', e.clock_out, e.clock_out_location)) as at (moment, punched_at, location)
  cross join lateral private.read_location(jsonb_build_object(
    'latitude', at.location -> 'lat', 'longitude', at.location -> 'lon', 'accuracy_m', at.location -> 'accuracy')) as place
  where at.location is not null and at.punched_at is not null and place.latitude is not null and place.longitude is not null;

create function private.forget_locations(moment_param timestamptz default now()) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  forgotten bigint;
begin
  update public.punch_locations l set latitude = null, longitude = null, accuracy_m = null, fix_age_s = null, edge_m = null
    from public.companies c
    where c.id = l.company_id and l.latitude is not null and l.punched_at < moment_param - make_interval(days => c.location_days);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function private.forget_locations(timestamptz) is 'Takes the coordinates off punches older than their company keeps them, and says how many.';

revoke execute on function private.keep_punch_location(), private.number_within(jsonb, numeric, numeric), private.read_location(jsonb),
  private.take_location(public.time_entries, text, jsonb), private.forget_locations(timestamptz)
  from public, anon, authenticated, service_role;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('forget-locations', '17 * * * *', 'select private.forget_locations()');
  end if;
end $$;
