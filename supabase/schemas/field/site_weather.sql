create table public.site_weather (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  work_date date not null,
  read_at timestamptz default now() not null,
  source text not null,
  temperature_f smallint,
  low_f smallint,
  high_f smallint,
  conditions text,
  wind_mph smallint,
  precipitation_in numeric(5,2),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint site_weather_pkey primary key (company_id, id),
  constraint site_weather_source_length check (char_length(btrim(source)) >= 1 and char_length(btrim(source)) <= 200),
  constraint site_weather_degrees_range check (least(temperature_f, low_f, high_f) >= -90 and greatest(temperature_f, low_f, high_f) <= 140),
  constraint site_weather_low_not_above_high check (low_f <= high_f),
  constraint site_weather_conditions_known check (conditions in ('clear', 'cloudy', 'rain', 'storm', 'snow', 'wind', 'fog', 'heat')),
  constraint site_weather_wind_range check (wind_mph >= 0 and wind_mph <= 300),
  constraint site_weather_precipitation_range check (precipitation_in >= 0 and precipitation_in <= 100),
  constraint site_weather_says_something check (num_nonnulls(temperature_f, low_f, high_f, conditions, wind_mph, precipitation_in) > 0),
  constraint site_weather_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint site_weather_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.site_weather');
create index site_weather_by_day on public.site_weather (company_id, project_id, work_date, read_at desc);
comment on table public.site_weather is 'Weather of a site and day, each reading as it was: typed by a foreman or read from WEATHER_URL. The newest counts; none is changed.';
comment on column public.site_weather.source is 'entered, or the host of WEATHER_URL that it was read from.';
comment on column public.site_weather.temperature_f is 'At read_at; null of a day that was over.';
alter table public.site_weather enable row level security;
alter publication supabase_realtime add table public.site_weather;
grant select on table public.site_weather to authenticated;

create policy "Employees read the weather of projects they see" on public.site_weather
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create or replace trigger keep_identity before update on public.site_weather
  for each row execute function private.lock_identity();

create or replace trigger keep_reading before update on public.site_weather
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.site_weather
  for each row execute function private.record_change();

create or replace function public.record_site_weather(project_id_param uuid, work_date_param date, weather_param jsonb, id_param uuid default null::uuid) returns public.site_weather
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  happened timestamptz;
  saved public.site_weather;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (me.role <> 'foreman' or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  if work_date_param is null or work_date_param > (now() at time zone private.zone_of(me.company_id, project_id_param))::date then
    raise exception using errcode = 'P0001', hint = 'weather_in_future', message = 'Weather can be recorded once the day has begun.';
  end if;
  if id_param is not null then
    select * into saved from public.site_weather w where w.company_id = me.company_id and w.id = id_param;
    if found then
      return saved;
    end if;
  end if;
  if jsonb_typeof(weather_param) is distinct from 'object' then
    raise exception using errcode = 'P0001', hint = 'invalid_weather', message = 'Check the temperature and the other figures.';
  end if;
  -- When it was read: on a device without a signal that was a while ago.
  happened := least(greatest(coalesce((weather_param ->> 'read_at')::timestamptz, now()), now() - interval '7 days'), now());
  return private.store_weather(me.company_id, project_id_param, work_date_param, weather_param, happened, id_param);
exception when invalid_text_representation or numeric_value_out_of_range or check_violation or not_null_violation or datetime_field_overflow or invalid_datetime_format then
  raise exception using errcode = 'P0001', hint = 'invalid_weather', message = 'Check the temperature and the other figures.';
end $$;
comment on function public.record_site_weather(uuid,date,jsonb,uuid) is 'Foremen of the project, managers: a temperature or the weather of a site and day: {"temperature_f", "low_f", "high_f", "conditions", "wind_mph", "precipitation_in", "source", "read_at"}; without source it was typed. Readings before it stay. A repeated id changes nothing.';
grant execute on function public.record_site_weather(uuid,date,jsonb,uuid) to authenticated;

create or replace function private.store_weather(company_id_param uuid, project_id_param uuid, work_date_param date, weather_param jsonb, read_at_param timestamptz, id_param uuid) returns public.site_weather
language sql volatile security definer set search_path = '' as $$
  insert into public.site_weather (company_id, id, project_id, work_date, read_at, source, temperature_f, low_f, high_f, conditions, wind_mph, precipitation_in)
  select company_id_param, coalesce(id_param, gen_random_uuid()), project_id_param, work_date_param, read_at_param,
    coalesce(nullif(btrim(w.source), ''), 'entered'), round(w.temperature_f), round(w.low_f), round(w.high_f), nullif(w.conditions, ''), round(w.wind_mph),
    round(w.precipitation_in, 2)
  from jsonb_to_record(weather_param) as w (source text, temperature_f numeric, low_f numeric, high_f numeric, conditions text, wind_mph numeric, precipitation_in numeric)
  returning *;
$$;

create or replace function private.project_place(company_id_param uuid, project_id_param uuid) returns point
language sql stable security definer set search_path = '' as $$
  -- About a kilometer: enough for the weather, and less than what a fence says.
  select point(round(avg(c.latitude)::numeric, 2)::double precision, round(avg(c.longitude)::numeric, 2)::double precision)
  from public.geofences g
  cross join lateral (
    select g.latitude, g.longitude where g.shape = 'circle'
    union all
    select avg((corner ->> 1)::double precision), avg((corner ->> 0)::double precision)
    from jsonb_array_elements(g.polygon -> 0) corner where g.shape = 'polygon') c
  where g.company_id = company_id_param and g.project_id = private.place_of_project(company_id_param, project_id_param)
  having count(*) > 0;
$$;
comment on function private.project_place(uuid,uuid) is 'The middle of a project''s fences, rounded to about a kilometer, or null.';

create or replace function public.weather_place(project_id_param uuid) returns table(latitude double precision, longitude double precision)
language sql stable security definer set search_path = '' as $$
  select place[0], place[1]
  from private.project_place((select private.my_company_id()), project_id_param) place
  where place is not null and ((select private.is_manager()) or not (project_id_param in (select private.projects_closed_to_me())));
$$;
comment on function public.weather_place(uuid) is 'Who sees the project: where its weather is asked for, rounded to about a kilometer; no row without a fence.';
grant execute on function public.weather_place(uuid) to authenticated;

create or replace function public.may_read_weather(latitude_param numeric, longitude_param numeric) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.projects p
    cross join lateral private.project_place(p.company_id, p.id) place
    where p.company_id = (select private.my_company_id())
      and ((select private.is_manager()) or not (p.id in (select private.projects_closed_to_me())))
      and exists (select from public.geofences g where g.company_id = p.company_id and g.project_id = p.id)
      and abs(place[0] - latitude_param::double precision) < 0.0051 and abs(place[1] - longitude_param::double precision) < 0.0051);
$$;
comment on function public.may_read_weather(numeric,numeric) is 'Whether there is a project there that the caller sees. Asked by the server before it asks WEATHER_URL.';
grant execute on function public.may_read_weather(numeric,numeric) to authenticated;

create or replace function private.weather_places() returns table(key text, latitude double precision, longitude double precision, day date)
language sql stable security definer set search_path = '' as $$
  with sites as (
    select t.company_id, t.project_id, (now() at time zone private.zone_of(t.company_id, t.project_id))::date as today,
      bool_or(t.clock_out is null) as working, max(t.work_date) as last_day
    from public.time_entries t
    where t.project_id is not null and t.clock_in > now() - interval '36 hours'
    group by 1, 2
  ), wanted as (
    -- Heat changes within the hour; other days need a reading in the morning and some later.
    select s.company_id, s.project_id, s.today as day, s.today as sorting from sites s
    where s.working and not exists (
      select from public.site_weather w
      where w.company_id = s.company_id and w.project_id = s.project_id and w.work_date = s.today
        and w.source <> 'entered' and w.read_at > now() - case when exists (
          select from public.heat_rules h where h.company_id = s.company_id and h.active and (h.project_id is null or h.project_id = s.project_id))
          then interval '25 minutes' else interval '4 hours' end)
    union all
    -- What the day was like in the end.
    select s.company_id, s.project_id, s.today - 1, s.today - 1 from sites s
    where exists (select from public.time_entries t where t.company_id = s.company_id and t.project_id = s.project_id
        and t.work_date = s.today - 1 and t.clock_in > now() - interval '36 hours')
      and not exists (
        select from public.site_weather w
        where w.company_id = s.company_id and w.project_id = s.project_id and w.work_date = s.today - 1
          and w.source <> 'entered' and w.read_at >= s.today::timestamp at time zone private.zone_of(s.company_id, s.project_id))
  )
  select w.company_id || ' ' || w.project_id, place[0], place[1], w.day
  from wanted w
  cross join lateral private.project_place(w.company_id, w.project_id) place
  where place is not null
  order by w.sorting desc, 1 limit 50;
$$;
comment on function private.weather_places() is 'For the server: sites with work whose weather is wanted now, with a key that private.take_weather understands.';

create or replace function private.take_weather(key_param text, day_param date, weather_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_weather(p.company_id, p.id, day_param, weather_param, coalesce((weather_param ->> 'read_at')::timestamptz, now()), null)
  from public.projects p
  where p.company_id = split_part(key_param, ' ', 1)::uuid and p.id = split_part(key_param, ' ', 2)::uuid;
end $$;
comment on function private.take_weather(text,date,jsonb) is 'For the server: stores what WEATHER_URL said of a place of private.weather_places.';
