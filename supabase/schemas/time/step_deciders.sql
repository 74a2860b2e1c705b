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

create or replace function private.open_steps(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date) returns table(time_entry_id uuid, employee_id uuid, project_id uuid, work_date date, entry_version text, step_id uuid, level smallint, decider_id uuid, stands_in_for uuid, via text)
language sql stable set search_path = '' as $$
  with steps as materialized (
    select s.id, s.chain_id, s.level, s.decider, s.role, s.employee_id, s.company_role_id from public.approval_steps s where s.company_id = company_id_param
  ), open as materialized (
    select o.*, s.chain_id, s.decider from private.time_steps(company_id_param, employee_ids_param, start_date_param, end_date_param) o
    join steps s on s.id = o.step_id
    where o.is_open
  ), approvers as materialized (
    select e.id, e.role, e.company_role_id, private.decides_own(e.company_id, e.id) as own,
      private.is_off(e.company_id, e.id, private.company_today(e.company_id)) as is_off
    from public.employees e
    where e.company_id = company_id_param and (e.role <> 'employee' or e.company_role_id is not null) and private.can_approve(e)
  ), present as materialized (
    select a.id as named_id, a.id as decider_id, null::uuid as stands_in_for, a.own from approvers a where not a.is_off
    union all
    select a.id, b.id, a.id, b.own from approvers a
    join public.approval_substitutes s on s.company_id = company_id_param and s.employee_id = a.id
    join approvers b on b.id = s.substitute_id and not b.is_off
    where a.is_off
  ), named as materialized (
    -- Whose a step is, there or not. It depends on the step alone, on the project, or on the worker and the day.
    select s.id as named_for, start_date_param as day, a.id from steps s
    join approvers a on case s.decider when 'person' then a.id = s.employee_id when 'company_role' then a.company_role_id = s.company_role_id
      when 'role' then a.role = 'owner' or a.role = s.role end
    union all
    select p.id, start_date_param, a.id from (select distinct o.project_id as id from open o) p
    join approvers a on a.id = (
      select m.manager_id from private.project_line(p.id, company_id_param) with ordinality l (id, place)
      join public.projects m on m.company_id = company_id_param and m.id = l.id
      where m.manager_id is not null order by l.place limit 1)
    union all
    select distinct d.employee_id, d.work_date, a.id from (select distinct o.employee_id, o.work_date from open o) d
    join public.crew_members m on m.company_id = company_id_param and m.employee_id = d.employee_id and daterange(m.from_date, m.to_date, '[]') @> d.work_date
    join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    join approvers a on a.id = c.foreman_id
  ), own as materialized (
    select o.time_entry_id, o.step_id, p.decider_id, p.stands_in_for,
      -- About themselves only where they decide that, and nobody stands in for them.
      (p.decider_id <> o.employee_id or p.own) and (p.stands_in_for is null or n.id <> o.employee_id) as can
    from open o
    join named n on n.named_for = case o.decider when 'project_manager' then o.project_id when 'crew_foreman' then o.employee_id else o.step_id end
      and n.day = case o.decider when 'crew_foreman' then o.work_date else start_date_param end
    left join present p on p.named_id = n.id
  ), left_open as materialized (
    select o.*, exists (select from own w where w.time_entry_id = o.time_entry_id and w.step_id = o.step_id) as is_named
    from open o
    where not exists (select from own w where w.time_entry_id = o.time_entry_id and w.step_id = o.step_id and w.can)
  ), later as materialized (
    -- Everybody is off, or it is about themselves: whoever comes after them may decide.
    select o.time_entry_id, o.step_id, p.decider_id, p.stands_in_for,
      rank() over (partition by o.time_entry_id, o.step_id order by s.level) as place
    from left_open o
    join steps s on s.chain_id = o.chain_id and s.level > o.level
    join named n on n.named_for = case s.decider when 'project_manager' then o.project_id when 'crew_foreman' then o.employee_id else s.id end
      and n.day = case s.decider when 'crew_foreman' then o.work_date else start_date_param end
    join present p on p.named_id = n.id
    where o.is_named and (p.decider_id <> o.employee_id or p.own) and (p.stands_in_for is null or n.id <> o.employee_id)
  ), deciders as (
    select w.time_entry_id, w.step_id, w.decider_id, w.stands_in_for, case when w.stands_in_for is null then 'approver' else 'substitute' end as via
    from own w where w.can
    union all
    select distinct l.time_entry_id, l.step_id, l.decider_id, l.stands_in_for, 'next_level' from later l where l.place = 1
    union all
    select o.time_entry_id, o.step_id, a.id, null, case when o.is_named then 'owner' else 'nobody' end
    from left_open o join approvers a on a.role = 'owner' and (a.id <> o.employee_id or a.own)
    where not exists (select from later l where l.time_entry_id = o.time_entry_id and l.step_id = o.step_id)
  )
  select o.time_entry_id, o.employee_id, o.project_id, o.work_date, o.entry_version, o.step_id, o.level, d.decider_id, d.stands_in_for, d.via
  from open o
  join deciders d on d.time_entry_id = o.time_entry_id and d.step_id = o.step_id;
$$;
comment on function private.open_steps(uuid,uuid[],date,date) is 'Steps that are open now, a row for everybody who may decide each today, and how they come to: approver; substitute of somebody who is off; next_level, where nobody of the step is there; owner, where nobody of the chain is; nobody, where the step has no one any more, so that owners decide.';
