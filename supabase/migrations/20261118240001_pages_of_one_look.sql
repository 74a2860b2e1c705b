-- A day with more punches than an answer holds is read page by page, and that is one look.

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
