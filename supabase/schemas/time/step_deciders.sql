create or replace function private.step_people(step public.approval_steps, employee_id_param uuid, project_id_param uuid, day_param date) returns setof uuid
language sql stable set search_path = '' as $$
  select e.id from public.employees e
  where e.company_id = step.company_id and private.can_approve(e) and case step.decider
    when 'person' then e.id = step.employee_id
    when 'company_role' then e.company_role_id = step.company_role_id
    when 'role' then e.role = 'owner' or e.role = step.role
    when 'project_manager' then e.id = (
      select p.manager_id from private.project_line(project_id_param, step.company_id) with ordinality l (id, place)
      join public.projects p on p.company_id = step.company_id and p.id = l.id
      where p.manager_id is not null order by l.place limit 1)
    else e.id in (
      select c.foreman_id from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
      where m.company_id = step.company_id and m.employee_id = employee_id_param and daterange(m.from_date, m.to_date, '[]') @> day_param) end;
$$;
comment on function private.step_people(public.approval_steps,uuid,uuid,date) is 'Whose step it is for time of a person on a project and day, whether they are there or not.';

create or replace function private.present_people(company_id_param uuid, people_param uuid[], about_param uuid, today_param date) returns table(employee_id uuid, stands_in_for uuid)
language sql stable set search_path = '' as $$
  with people as (
    select p as id, private.is_off(company_id_param, p, today_param) as is_off from unnest(people_param) p
  )
  select p.id, null::uuid from people p where not p.is_off and (p.id <> about_param or private.decides_own(company_id_param, p.id))
  union all
  select s.substitute_id, p.id from people p
  join public.approval_substitutes s on s.company_id = company_id_param and s.employee_id = p.id
  join public.employees e on e.company_id = s.company_id and e.id = s.substitute_id and private.can_approve(e)
  where p.is_off and p.id <> about_param and not private.is_off(company_id_param, s.substitute_id, today_param)
    and (s.substitute_id <> about_param or private.decides_own(company_id_param, s.substitute_id));
$$;
comment on function private.present_people(uuid,uuid[],uuid,date) is 'Those of them who are not off today, and the substitutes of those who are; about somebody else, or themselves where that is allowed.';

create or replace function private.is_off(company_id_param uuid, employee_id_param uuid, day_param date) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.time_off_requests r where r.company_id = company_id_param and r.employee_id = employee_id_param
    and r.status = 'approved' and day_param between r.start_date and r.end_date);
$$;

create or replace function private.decides_own(company_id_param uuid, employee_id_param uuid) returns boolean
language sql stable set search_path = '' as $$
  -- As private.another_must(), of anybody: a foreman never, a manager or owner where nobody else must.
  select e.role in ('owner', 'manager') and not (c.own_approval_by_others and exists (
    select from public.employees o where o.company_id = e.company_id and o.id <> e.id and o.active and o.user_id is not null
      and (o.role = 'owner' or o.role = 'manager' and e.role <> 'owner')))
  from public.employees e join public.companies c on c.id = e.company_id
  where e.company_id = company_id_param and e.id = employee_id_param;
$$;
comment on function private.decides_own(uuid,uuid) is 'Whether somebody may decide steps of their own time.';

create or replace function private.step_deciders(step public.approval_steps, employee_id_param uuid, project_id_param uuid, day_param date, today_param date) returns table(employee_id uuid, stands_in_for uuid, via text)
language plpgsql stable set search_path = '' as $$
declare
  people uuid[] := array(select private.step_people(step, employee_id_param, project_id_param, day_param));
  is_named constant boolean := people <> '{}';
  next_level smallint := step.level;
begin
  while is_named and next_level is not null loop
    return query select p.employee_id, p.stands_in_for, case when next_level > step.level then 'next_level'
        when p.stands_in_for is not null then 'substitute' else 'approver' end
      from private.present_people(step.company_id, people, employee_id_param, today_param) p;
    if found then
      return;
    end if;
    -- Everybody is off, or it is about themselves: whoever comes after them may decide.
    select min(s.level) into next_level from public.approval_steps s
      where s.company_id = step.company_id and s.chain_id = step.chain_id and s.level > next_level;
    people := array(select distinct p from public.approval_steps s
      cross join lateral private.step_people(s, employee_id_param, project_id_param, day_param) p
      where s.company_id = step.company_id and s.chain_id = step.chain_id and s.level = next_level);
  end loop;
  return query select e.id, null::uuid, case when is_named then 'owner' else 'nobody' end from public.employees e
    where e.company_id = step.company_id and e.role = 'owner' and private.can_approve(e)
      and (e.id <> employee_id_param or private.decides_own(e.company_id, e.id));
end $$;
comment on function private.step_deciders(public.approval_steps,uuid,uuid,date,date) is 'Who may decide a step today, and how they come to: approver; substitute of somebody who is off; next_level, where nobody of the step is there; owner, where nobody of the chain is; nobody, where the step has no one any more, so that owners decide.';

create or replace function private.open_steps(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date) returns table(time_entry_id uuid, employee_id uuid, project_id uuid, work_date date, entry_version text, step_id uuid, level smallint, decider_id uuid, stands_in_for uuid, via text)
language sql stable set search_path = '' as $$
  with steps as materialized (
    select s as step, s.id, exists (select from public.approval_steps f where f.company_id = s.company_id and f.chain_id = s.chain_id
      and f.level >= s.level and f.decider = 'crew_foreman') as by_day
    from public.approval_steps s where s.company_id = company_id_param
  ), open as materialized (
    -- With the day only where who decides depends on it, so that each is found once.
    select o.*, s.step, case when s.by_day then o.work_date else start_date_param end as day
    from private.time_steps(company_id_param, employee_ids_param, start_date_param, end_date_param) o
    join steps s on s.id = o.step_id
    where o.is_open
  ), today as materialized (
    select private.company_today(company_id_param) as today
  ), deciders as materialized (
    select k.step_id, k.employee_id, k.place, k.day, d.employee_id as decider_id, d.stands_in_for, d.via
    from (select distinct o.step_id, o.step, o.employee_id, o.project_id, coalesce(o.project_id, o.employee_id) as place, o.day from open o) k
    cross join today
    cross join lateral private.step_deciders(k.step, k.employee_id, k.project_id, k.day, today.today) d
  )
  select o.time_entry_id, o.employee_id, o.project_id, o.work_date, o.entry_version, o.step_id, o.level, d.decider_id, d.stands_in_for, d.via
  from open o
  join deciders d on d.step_id = o.step_id and d.employee_id = o.employee_id and d.place = coalesce(o.project_id, o.employee_id) and d.day = o.day;
$$;
comment on function private.open_steps(uuid,uuid[],date,date) is 'Steps that are open now, a row for everybody who may decide each.';
