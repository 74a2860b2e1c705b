-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.zone_of(company_id_param uuid, project_id_param uuid) returns text
language sql stable parallel safe
return (select coalesce((select p.time_zone from public.projects p where ((p.company_id = zone_of.company_id_param) and (p.id = zone_of.project_id_param))), (select c.time_zone from public.companies c where (c.id = zone_of.company_id_param))) as "coalesce");
comment on function private.zone_of(uuid,uuid) is 'Zone in which the work date of an entry on this project, or on none, begins and ends.';
grant execute on function private.zone_of(uuid,uuid) to authenticated, service_role;

create or replace function public.recent_work(limit_param integer default 3) returns table(project_id uuid, cost_code_id uuid, last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  -- The last 60 entries, not the history: what was worked on longer ago is not worth a button.
  with me as materialized (select (private.me()).*),
  last_entries as materialized (
    select e.project_id, e.cost_code_id, e.clock_in
      from me join public.time_entries e on e.company_id = me.company_id and e.employee_id = me.id
      where e.project_id is not null
      order by e.clock_in desc limit 60),
  pairs as (
    select l.project_id, l.cost_code_id, max(l.clock_in) as last_used_at
      from last_entries l group by l.project_id, l.cost_code_id)
  select p.project_id, p.cost_code_id, p.last_used_at
    from pairs p, me
    where exists (
        select from public.projects j
          where j.company_id = me.company_id and j.id = p.project_id and j.status = 'active')
      and (not exists (select from public.project_members m
            where m.company_id = me.company_id and m.project_id = p.project_id)
        or me.role in ('owner', 'manager')
        or exists (select from public.project_members m
            where m.company_id = me.company_id and m.project_id = p.project_id and m.employee_id = me.id))
      and (p.cost_code_id is null or exists (
        select from public.cost_codes c
          where c.company_id = me.company_id and c.id = p.cost_code_id and c.active))
      and (p.cost_code_id is null or not exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id)
        or exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id and a.cost_code_id = p.cost_code_id))
    order by p.last_used_at desc
    limit least(greatest(coalesce(limit_param, 3), 0), 20)
$$;
comment on function public.recent_work(integer) is 'The caller''s last pairs of project and cost code that can still be booked, newest first.';
grant execute on function public.recent_work(integer) to authenticated;
