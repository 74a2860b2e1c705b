-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  constraint finite_accuracy_m check (accuracy_m > '-Infinity'::numeric and accuracy_m < 'Infinity'::numeric),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_edge_m check (edge_m > '-Infinity'::numeric and edge_m < 'Infinity'::numeric),
  constraint finite_latitude check (latitude > '-Infinity'::numeric and latitude < 'Infinity'::numeric),
  constraint finite_longitude check (longitude > '-Infinity'::numeric and longitude < 'Infinity'::numeric),
  constraint finite_punched_at check (isfinite(punched_at)),
  constraint punch_locations_accuracy_range check (accuracy_m >= 0::numeric and accuracy_m <= 10000000::numeric),
  constraint punch_locations_edge_range check (edge_m >= '-99999999'::integer::numeric and edge_m <= 99999999::numeric),
  constraint punch_locations_fix_age_range check (fix_age_s >= 0),
  constraint punch_locations_latitude_range check (latitude >= '-90'::integer::numeric and latitude <= 90::numeric),
  constraint punch_locations_longitude_range check (longitude >= '-180'::integer::numeric and longitude <= 180::numeric),
  constraint punch_locations_moment_known check (moment = any (array['in'::text, 'out'::text, 'switch'::text])),
  constraint punch_locations_whole check ((latitude is null) = (longitude is null)),
  constraint punch_locations_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint punch_locations_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint punch_locations_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
create index punch_locations_by_employee on public.punch_locations using btree (company_id, employee_id, punched_at desc);
create index punch_locations_with_place on public.punch_locations using btree (company_id, punched_at) where latitude is not null;
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

create or replace trigger forget_punch_place after delete on public.punch_locations
  for each row execute function private.verify_punch_place();

create or replace function private.keep_punch_location() returns trigger
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
comment on function private.keep_punch_location() is 'A location can only be forgotten, or go with its entry or a stop that is undone; for every role.';

create or replace trigger keep_punch_location before delete or update on public.punch_locations
  for each row execute function private.keep_punch_location();

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
begin
  if employee_id_param is distinct from me.id then
    perform private.refuse_undo();
    me := private.require_foreman();
    people := array(select private.my_crew());
    if employee_id_param is not null then
      if me.role = 'foreman' and not employee_id_param = any (people) then
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
    ), looked as (
      insert into public.location_views (company_id, viewer_id, employee_id, purpose, start_date, end_date)
        select me.company_id, me.id, who.id, purpose, start_date_param, end_date_param
        from (select employee_id_param as id where employee_id_param is not null union select s.employee_id from seen s) who
        where who.id <> me.id
          -- The pages of a long answer are one look.
          and not exists (select from public.location_views v where v.company_id = me.company_id and v.viewer_id = me.id and v.employee_id = who.id
            and v.purpose = btrim(purpose_param) and v.start_date = start_date_param and v.end_date = end_date_param
            and v.viewed_at > now() - interval '30 seconds')
    )
    select s.* from seen s order by s.punched_at desc, s.id;
end $$;
comment on function public.punch_locations_for(uuid,date,date,text) is 'Where people punched on these days, newest first; null is everyone the caller may see. Own locations need no purpose; every look at someone else is recorded for them to see, once for the pages of one answer.';
grant execute on function public.punch_locations_for(uuid,date,date,text) to authenticated;
