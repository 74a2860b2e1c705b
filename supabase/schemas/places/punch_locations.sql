create table public.punch_locations (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  moment text not null,
  punched_at timestamptz not null,
  latitude numeric(8,5),
  longitude numeric(8,5),
  accuracy_m numeric(9,1),
  fix_age_s integer,
  inside boolean,
  edge_m numeric(9,1),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint punch_locations_pkey primary key (company_id, id),
  constraint punch_locations_once unique (company_id, time_entry_id, moment),
  constraint punch_locations_accuracy_range check (accuracy_m >= 0 and accuracy_m <= 10000000),
  constraint punch_locations_edge_range check (edge_m >= '-99999999'::integer::numeric and edge_m <= 99999999),
  constraint punch_locations_fix_age_range check (fix_age_s >= 0),
  constraint punch_locations_latitude_range check (latitude >= '-90'::integer::numeric and latitude <= 90),
  constraint punch_locations_longitude_range check (longitude >= '-180'::integer::numeric and longitude <= 180),
  constraint punch_locations_moment_known check (moment in ('in', 'out', 'switch')),
  constraint punch_locations_whole check ((latitude is null) = (longitude is null)),
  constraint punch_locations_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint punch_locations_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint punch_locations_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.punch_locations');
create index punch_locations_by_employee on public.punch_locations (company_id, employee_id, punched_at desc);
create index punch_locations_with_place on public.punch_locations (company_id, punched_at) where latitude is not null;
comment on table public.punch_locations is 'Where a person was at a punch. Written by the clock only; coordinates go after companies.location_days.';
comment on column public.punch_locations.moment is 'in, out, or switch: the start of the entry that follows another at once.';
comment on column public.punch_locations.fix_age_s is 'Age of the position at the punch, in seconds.';
comment on column public.punch_locations.inside is 'Decided at the punch with exact coordinates: inside or outside the project''s fences; null is unknown.';
comment on column public.punch_locations.edge_m is 'Meters from the nearest edge, negative inside; null without a fence or once the coordinates are gone.';
alter table public.punch_locations enable row level security;
grant select on table public.punch_locations to authenticated;

create policy "People read where they punched" on public.punch_locations
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create or replace trigger forget_punch_place after delete on public.punch_locations
  for each row execute function private.verify_punch_place();

create or replace function private.verify_punch_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_verifications(old.company_id, '{off_site_punch}', array[old.id]);
    return null;
  end if;
  perform private.open_verification(new.company_id, 'off_site_punch', new.id, new.employee_id, t.project_id, new.punched_at,
    format('%s clocked %s off site', private.person_name(new.company_id, new.employee_id), case new.moment when 'out' then 'out' else 'in' end),
    -- No distance: it is forgotten with the coordinates, and read from there while it is known.
    jsonb_build_object('moment', new.moment, 'entry_id', t.id, 'work_date', t.work_date))
  from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id;
  return null;
end $$;

create or replace trigger keep_punch_location before delete or update on public.punch_locations
  for each row execute function private.protect_punch_location();

create or replace function private.protect_punch_location() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.time_entries e join public.companies c on c.id = e.company_id
        where e.company_id = old.company_id and e.id = old.time_entry_id and (old.moment <> 'out' or e.clock_out is not null)) then
      raise exception using errcode = '42501', hint = 'append_only', message = 'The location of a punch cannot be changed.';
    end if;
    return old;
  end if;
  if num_nonnulls(new.latitude, new.longitude, new.accuracy_m, new.fix_age_s, new.edge_m) > 0
    or to_jsonb(new) - '{latitude,longitude,accuracy_m,fix_age_s,edge_m}'::text[]
      <> to_jsonb(old) - '{latitude,longitude,accuracy_m,fix_age_s,edge_m}'::text[] then
    raise exception using errcode = '42501', hint = 'append_only', message = 'The location of a punch cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.protect_punch_location() is 'A location can only be forgotten, or go with its entry or a stop that is undone; for every role.';

create or replace trigger verify_punch_place after insert on public.punch_locations
  for each row when (new.inside = false) execute function private.verify_punch_place();

create or replace function public.punch_locations_for(employee_id_param uuid, start_date_param date, end_date_param date, purpose_param text default null::text) returns table(id uuid, time_entry_id uuid, employee_id uuid, project_id uuid, moment text, punched_at timestamptz, latitude numeric, longitude numeric, accuracy_m numeric, fix_age_s integer, inside boolean, edge_m numeric)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  zone text := (select c.time_zone from public.companies c where c.id = me.company_id);
  purpose text := btrim(purpose_param);
  people uuid[];
  scope private.right_scope;
  crew uuid[];
begin
  if employee_id_param is distinct from me.id then
    perform private.refuse_undo();
    scope := case when me.company_role_id is not null then private.scope_of('see_locations') end;
    if (scope).everyone is null then
      me := private.require_foreman();
    end if;
    crew := array(select private.my_crew());
    people := crew;
    if (scope).everyone is not null then
      people := crew || array(select e.id from public.employees e
        where e.company_id = me.company_id and e.id <> all (crew) and private.covers_person(scope, e.id));
    end if;
    if employee_id_param is not null then
      if me.role not in ('owner', 'manager') and not employee_id_param = any (people) then
        raise exception using errcode = '42501', hint = 'not_your_crew', message = 'This person is not in your crew.';
      end if;
      perform private.require_colleague(me.company_id, employee_id_param);
    end if;
    if coalesce(purpose, '') = '' or char_length(purpose) > 200 then
      raise exception using errcode = 'P0001', hint = 'purpose_required', message = 'Say in up to 200 characters why you look at these locations.';
    end if;
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  people := case when employee_id_param is null then people else array[employee_id_param] end;
  return query
    with seen as (
      select l.id, l.time_entry_id, l.employee_id, t.project_id, l.moment, l.punched_at,
        l.latitude, l.longitude, l.accuracy_m, l.fix_age_s, l.inside, l.edge_m
      from unnest(people) as person (id)
      join public.punch_locations l on l.company_id = me.company_id and l.employee_id = person.id
        and l.punched_at >= start_date_param::timestamp at time zone zone
        and l.punched_at < (end_date_param + 1)::timestamp at time zone zone
      join public.time_entries t on t.company_id = l.company_id and t.id = l.time_entry_id
      where (scope).everyone is null or l.employee_id = any (crew) or private.covers_work(scope, l.employee_id, t.project_id)
    ), looked as (
      insert into public.location_views (company_id, viewer_id, employee_id, purpose, start_date, end_date)
        select me.company_id, me.id, who.id, purpose, start_date_param, end_date_param
        from (select employee_id_param as id where employee_id_param is not null union select s.employee_id from seen s) who
        where who.id <> me.id
          -- The pages of a long answer are one view.
          and not exists (select from public.location_views v where v.company_id = me.company_id and v.viewer_id = me.id and v.employee_id = who.id
            and v.purpose = btrim(purpose_param) and v.start_date = start_date_param and v.end_date = end_date_param
            and v.viewed_at > now() - interval '30 seconds')
    )
    select s.* from seen s order by s.punched_at desc, s.id;
end $$;
comment on function public.punch_locations_for(uuid,date,date,text) is 'Where people punched on these days, newest first; null is everyone the caller may see. Own locations need no purpose; every view of someone else is recorded for them to see, once for the pages of one answer.';
grant execute on function public.punch_locations_for(uuid,date,date,text) to authenticated;

create or replace function public.off_site_punches(start_date_param date, end_date_param date) returns table(id uuid, time_entry_id uuid, employee_id uuid, employee_name text, project_id uuid, project_name text, moment text, punched_at timestamptz, edge_m numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman_or_right('see_locations');
  zone text := (select c.time_zone from public.companies c where c.id = me.company_id);
  crew uuid[] := array(select private.my_crew());
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('see_locations') end;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select l.id, l.time_entry_id, l.employee_id, btrim(concat_ws(' ', e.first_name, e.last_name)), t.project_id, p.name,
      l.moment, l.punched_at, l.edge_m
    from (select unnest(crew) union select e.id from public.employees e
      where (scope).everyone is not null and e.company_id = me.company_id and private.covers_person(scope, e.id)) as people (person)
    join public.punch_locations l on l.company_id = me.company_id and l.employee_id = person
      and l.punched_at >= start_date_param::timestamp at time zone zone
      and l.punched_at < (end_date_param + 1)::timestamp at time zone zone and l.inside = false
    join public.employees e on e.company_id = l.company_id and e.id = l.employee_id
    join public.time_entries t on t.company_id = l.company_id and t.id = l.time_entry_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    where (scope).everyone is null or l.employee_id = any (crew) or private.covers_work(scope, l.employee_id, t.project_id)
    order by l.punched_at desc, l.id;
end $$;
comment on function public.off_site_punches(date,date) is 'Punches outside the fences of their project, without coordinates: people of the caller''s crew, everyone for managers.';
grant execute on function public.off_site_punches(date,date) to authenticated;

create or replace function public.on_site_now(project_id_param uuid default null::uuid) returns table(employee_id uuid, first_name text, last_name text, job_title text, phone text, project_id uuid, project_name text, time_entry_id uuid, since timestamptz, status text, inside boolean, edge_m numeric, emergency_name text, emergency_phone text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman_or_right('see_locations');
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('see_locations') end;
begin
  return query
    select e.id, e.first_name, e.last_name, e.job_title, case when not private.is_api_token() then e.phone end, t.project_id, p.name, t.id, t.clock_in,
      case when b.id is null then 'in' else 'break' end, l.inside, l.edge_m, k.name, k.phone
    from public.time_entries t
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment in ('in', 'switch')
    left join public.emergency_contacts k on k.company_id = t.company_id and k.employee_id = t.employee_id and k.on_roll_call and not private.is_api_token()
    where t.company_id = me.company_id and t.clock_out is null
      and (project_id_param is null or t.project_id in (select private.project_branch(project_id_param, me.company_id)))
      and (me.role in ('owner', 'manager') or me.role = 'foreman' and (t.project_id is null or t.project_id not in (select private.projects_closed_to_me()))
        or (scope).everyone is not null and private.covers_work(scope, t.employee_id, t.project_id))
    order by p.name nulls last, e.last_name, e.first_name, e.id;
end $$;
comment on function public.on_site_now(uuid) is 'Who is on the clock at a project or its phases, from punches and never from tracking; null is every project the caller may see. The emergency contact where the person allows it; API tokens get no telephone numbers.';
grant execute on function public.on_site_now(uuid) to authenticated;

create or replace function private.forget_locations(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  forgotten bigint;
begin
  update public.punch_locations l set latitude = null, longitude = null, accuracy_m = null, fix_age_s = null, edge_m = null
    from public.companies c
    where c.id = l.company_id and l.latitude is not null and l.punched_at < moment_param - make_interval(days => c.location_days)
      and not private.is_held(l.company_id, l.employee_id, (select t.project_id::text from public.time_entries t where t.company_id = l.company_id and t.id = l.time_entry_id));
  get diagnostics forgotten = row_count;
  delete from private.event_places p using public.companies c, public.synced_events e
    where c.id = p.company_id and e.company_id = p.company_id and e.id = p.event_id and (not c.capture_location or p.punched_at < moment_param - make_interval(days => c.location_days))
      and not private.is_held(e.company_id, e.employee_id, e.payload ->> 'project_id');
  return forgotten;
end $$;
comment on function private.forget_locations(timestamp with time zone) is 'Takes the coordinates off punches older than their company keeps them, and says how many. None of a person or project on legal hold.';
select cron.schedule('forget-locations', '17 * * * *', 'select private.forget_locations()');

create or replace function private.require_location(company_id_param uuid, project_id_param uuid, location_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  place record := private.read_location(location_param);
begin
  if (place.latitude is null or place.longitude is null) and private.asks_for_location(company_id_param, project_id_param) then
    raise exception using errcode = 'P0001', hint = 'location_required',
      message = 'This project asks for your location. Share it, or ask your foreman to start your clock.';
  end if;
end $$;

create or replace function private.read_location(location_param jsonb, out latitude double precision, out longitude double precision, out accuracy_m double precision, out fix_age_s double precision) returns record
language plpgsql immutable set search_path = '' as $$
begin
  if location_param is null then
    return;
  end if;
  latitude := private.number_within(location_param -> 'latitude', -90, 90);
  longitude := private.number_within(location_param -> 'longitude', -180, 180);
  accuracy_m := private.number_within(location_param -> 'accuracy_m', 0, 10000000);
  fix_age_s := case when jsonb_typeof(location_param -> 'fix_age_s') = 'number'
    then greatest(0, least(31536000, (location_param -> 'fix_age_s')::numeric)) end;
end $$;

create or replace function private.asks_for_location(company_id_param uuid, project_id_param uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  required boolean;
  above uuid;
begin
  select p.location_required, p.parent_id into required, above
    from public.projects p join public.companies c on c.id = p.company_id and c.capture_location
    where p.company_id = company_id_param and p.id = project_id_param;
  if required or above is null then
    return coalesce(required, false);
  end if;
  return exists (select from public.projects u
    left join public.projects t on t.company_id = u.company_id and t.id = u.parent_id
    where u.company_id = company_id_param and u.id = above and (u.location_required or t.location_required));
end $$;

create or replace function private.require_location_reason(company_id_param uuid, project_id_param uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.change_reason() is null and private.asks_for_location(company_id_param, project_id_param) then
    raise exception using errcode = 'P0001', hint = 'location_reason_required',
      message = 'This project asks for a location. Say why you start the clock without one.';
  end if;
end $$;

create or replace function private.take_start_location(entry public.time_entries, location_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if location_param is not null then
    perform private.take_location(entry, case when (select last.clock_out from public.time_entries last
        where last.company_id = entry.company_id and last.employee_id = entry.employee_id and last.clock_in < entry.clock_in
        order by last.clock_in desc limit 1) = entry.clock_in then 'switch' else 'in' end, location_param);
  end if;
end $$;
comment on function private.take_start_location(public.time_entries,jsonb) is 'A start at the very end of the entry before is a switch.';

create or replace function private.take_location(entry public.time_entries, moment_param text, location_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function private.take_location(public.time_entries,text,jsonb) is 'Keeps where someone was at a punch and notes one off site in the history of the entry.';
