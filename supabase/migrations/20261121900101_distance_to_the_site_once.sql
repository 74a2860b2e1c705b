-- Where a punch was is asked while somebody waits at the clock. The distance to each fence was computed
-- three times, once for each use, in a function that was planned anew with every call before PostgreSQL 18.

create or replace function private.place_on_project(company_id_param uuid, project_id_param uuid,
  latitude_param double precision, longitude_param double precision, accuracy_m_param double precision,
  fix_age_s_param double precision, out inside boolean, out edge_m double precision) returns record
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
    where g.company_id = company_id_param and g.project_id = project_id_param
    -- Keeps the planner from writing the distance into each of the three uses.
    offset 0) f;
end $$;
