-- Who looked at whose locations, when and why; and who is on the clock at a site.

create table public.location_views (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  viewer_id uuid not null,
  employee_id uuid not null,
  viewed_at timestamptz not null default now(),
  purpose text not null constraint location_views_purpose_length check (char_length(purpose) between 1 and 200),
  start_date date not null,
  end_date date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint location_views_viewer foreign key (company_id, viewer_id) references public.employees (company_id, id) on delete cascade,
  constraint location_views_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index location_views_by_employee on public.location_views (company_id, employee_id, viewed_at desc);
create index location_views_by_viewer on public.location_views (company_id, viewer_id);
select private.refuse_non_finite('public.location_views');
comment on table public.location_views is 'Every look at the locations of someone else. Written by punch_locations_for only, read by the person looked at.';
comment on column public.location_views.start_date is 'First day of what was looked at.';

create trigger refuse_change before update on public.location_views
  for each row execute function private.refuse_change();

alter table public.location_views enable row level security;
create policy "People read who looked at their locations" on public.location_views
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));
grant select on public.location_views to authenticated, service_role;

create function private.require_foreman() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  return me;
end $$;

create function public.punch_locations_for(employee_id_param uuid, start_date_param date, end_date_param date, purpose_param text default null)
returns table (id uuid, time_entry_id uuid, employee_id uuid, project_id uuid, moment text, punched_at timestamptz,
  latitude numeric, longitude numeric, accuracy_m numeric, fix_age_s integer, inside boolean, edge_m numeric)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  zone text := (select c.time_zone from public.companies c where c.id = me.company_id);
  purpose text := btrim(purpose_param);
  people uuid[];
begin
  if employee_id_param is distinct from me.id then
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
    )
    select s.* from seen s order by s.punched_at desc, s.id;
end $$;
comment on function public.punch_locations_for(uuid, date, date, text) is
  'Where people punched on these days; null is everyone the caller may see. Own locations need no purpose; every look at someone else is recorded for them to see.';

create function public.my_location_views()
returns table (id uuid, viewer_id uuid, viewer_name text, viewer_role text, viewed_at timestamptz, purpose text, start_date date, end_date date)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select v.id, v.viewer_id, btrim(concat_ws(' ', e.first_name, e.last_name)), e.role, v.viewed_at, v.purpose, v.start_date, v.end_date
    from public.location_views v
    join public.employees e on e.company_id = v.company_id and e.id = v.viewer_id
    where v.company_id = me.company_id and v.employee_id = me.id
    order by v.viewed_at desc, v.id limit 500;
end $$;
comment on function public.my_location_views() is 'Who looked at the caller''s locations, when and why; the newest 500.';

create function public.on_site_now(project_id_param uuid default null)
returns table (employee_id uuid, first_name text, last_name text, job_title text, phone text, project_id uuid, project_name text,
  time_entry_id uuid, since timestamptz, status text, inside boolean, edge_m numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select e.id, e.first_name, e.last_name, e.job_title, e.phone, t.project_id, p.name, t.id, t.clock_in,
      case when b.id is null then 'in' else 'break' end, l.inside, l.edge_m
    from public.time_entries t
    join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    left join public.punch_locations l on l.company_id = t.company_id and l.time_entry_id = t.id and l.moment in ('in', 'switch')
    where t.company_id = me.company_id and t.clock_out is null
      and (project_id_param is null or t.project_id = project_id_param)
      and (me.role <> 'foreman' or t.project_id is null or t.project_id not in (select private.projects_closed_to_me()))
    order by p.name nulls last, e.last_name, e.first_name, e.id;
end $$;
comment on function public.on_site_now(uuid) is
  'Who is on the clock at a project, from punches and never from tracking; null is every project the caller may see.';

create function public.off_site_punches(start_date_param date, end_date_param date)
returns table (id uuid, time_entry_id uuid, employee_id uuid, employee_name text, project_id uuid, project_name text,
  moment text, punched_at timestamptz, edge_m numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
  zone text := (select c.time_zone from public.companies c where c.id = me.company_id);
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    select l.id, l.time_entry_id, l.employee_id, btrim(concat_ws(' ', e.first_name, e.last_name)), t.project_id, p.name,
      l.moment, l.punched_at, l.edge_m
    from private.my_crew() as person
    join public.punch_locations l on l.company_id = me.company_id and l.employee_id = person
      and l.punched_at >= start_date_param::timestamp at time zone zone
      and l.punched_at < (end_date_param + 1)::timestamp at time zone zone and l.inside = false
    join public.employees e on e.company_id = l.company_id and e.id = l.employee_id
    join public.time_entries t on t.company_id = l.company_id and t.id = l.time_entry_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    order by l.punched_at desc, l.id;
end $$;
comment on function public.off_site_punches(date, date) is
  'Punches outside the fences of their project, without coordinates: people of the caller''s crew, everyone for managers.';

revoke execute on function private.require_foreman() from public, anon, authenticated, service_role;
revoke execute on function public.punch_locations_for(uuid, date, date, text), public.my_location_views(),
  public.on_site_now(uuid), public.off_site_punches(date, date) from public, anon;
grant execute on function public.punch_locations_for(uuid, date, date, text), public.my_location_views(),
  public.on_site_now(uuid), public.off_site_punches(date, date) to authenticated;

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.location_views;
  end if;
end $$;
