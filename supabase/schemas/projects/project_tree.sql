create or replace function private.project_branch(project_id_param uuid, company_id_param uuid default private.my_company_id()) returns setof uuid
language sql stable parallel safe security definer rows 10 set search_path = '' as $$
  select p.id from public.projects p where p.company_id = company_id_param and p.id = project_id_param
  union all
  select c.id from public.projects c where c.company_id = company_id_param and c.parent_id = project_id_param
  union all
  select g.id from public.projects c join public.projects g on g.company_id = c.company_id and g.parent_id = c.id
  where c.company_id = company_id_param and c.parent_id = project_id_param;
$$;
comment on function private.project_branch(uuid,uuid) is 'A project, its phases and their sub-phases, archived ones included.';
grant execute on function private.project_branch(uuid,uuid) to authenticated, service_role;

create or replace function private.project_line(project_id_param uuid, company_id_param uuid default private.my_company_id()) returns setof uuid
language sql stable parallel safe security definer rows 3 set search_path = '' as $$
  select a.id
  from public.projects p
  left join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
  cross join lateral (values (p.id), (p.parent_id), (u.parent_id)) a (id)
  where p.company_id = company_id_param and p.id = project_id_param and a.id is not null;
$$;
comment on function private.project_line(uuid,uuid) is 'A project and what it is a part of, from itself to the top.';
grant execute on function private.project_line(uuid,uuid) to authenticated, service_role;

create or replace function private.branch_for(me_param public.employees, project_id_param uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select b from private.project_branch(project_id_param, me_param.company_id) b
    where me_param.role in ('owner', 'manager') or b not in (select private.projects_closed_to_me()));
$$;
comment on function private.branch_for(public.employees,uuid) is 'Of a project and what is below it, what the caller sees.';

create or replace view private.project_paths as
  select p.company_id, p.id, coalesce(u.parent_id, p.parent_id, p.id) as top_id,
    (p.parent_id is not null)::integer + (u.parent_id is not null)::integer as depth,
    concat_ws(' › ', t.name, u.name, p.name) as path,
    case when num_nonnulls(t.name_es, u.name_es, p.name_es) > 0
      then concat_ws(' › ', coalesce(t.name_es, t.name), coalesce(u.name_es, u.name), coalesce(p.name_es, p.name)) end as path_es
  from public.projects p
  left join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
  left join public.projects t on t.company_id = u.company_id and t.id = u.parent_id;
comment on view private.project_paths is 'Every project with its top project, how far below it stands, and its full name: Riverside › Level 2 › Framing. path_es is null where no part of it has a name in Spanish.';

create or replace function private.lock_project_tree(company_id_param uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('projects:' || company_id_param::text, 0));
$$;
comment on function private.lock_project_tree(uuid) is 'Taken by whatever moves, archives or restores a part of the tree, until the transaction ends: two moves that each look right can make a circle together.';

create or replace trigger keep_project_tree before update of parent_id, archived_at on public.projects
  for each row when (new.parent_id is distinct from old.parent_id or (new.archived_at is null) <> (old.archived_at is null)) execute function private.check_project_tree();

create or replace trigger keep_new_project_tree before insert on public.projects
  for each row when (new.parent_id is not null) execute function private.check_project_tree();

create or replace function private.check_project_tree() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parent public.projects;
  above integer;
  below integer := 0;
begin
  perform private.lock_project_tree(new.company_id);
  if new.parent_id is null then
    return new;
  end if;
  select p.* into parent from public.projects p where p.company_id = new.company_id and p.id = new.parent_id;
  if new.parent_id = new.id or new.parent_id in (select private.project_branch(new.id, new.company_id)) then
    raise exception using errcode = 'P0001', hint = 'project_under_itself', column = 'parent_id',
      message = 'A project cannot be a phase of itself or of one of its own phases.';
  elsif parent.id is null then
    raise exception using errcode = 'P0001', hint = 'parent_unknown', column = 'parent_id',
      message = 'The project above does not exist.';
  elsif parent.archived_at is not null and new.archived_at is null then
    raise exception using errcode = 'P0001', hint = 'parent_archived', column = 'parent_id',
      message = 'The project above is archived. Restore it first, or choose another.';
  end if;
  select count(*) into above from private.project_line(new.parent_id, new.company_id);
  if tg_op = 'INSERT' then
    -- Days begin where the work is; later each has its own zone, so that a move changes no paid day.
    new.time_zone := coalesce(new.time_zone, parent.time_zone);
  else
    select coalesce(max(case when c.parent_id = new.id then 1 else 2 end), 0) into below
      from public.projects c
      where c.company_id = new.company_id and c.id <> new.id and c.id in (select private.project_branch(new.id, new.company_id));
  end if;
  if above + below > 2 then
    raise exception using errcode = 'P0001', hint = 'sub_project_depth', column = 'parent_id',
      message = 'A project has phases and these have sub-phases; nothing goes below those.';
  end if;
  return new;
end $$;
comment on function private.check_project_tree() is 'Two levels below a project, no circle, nothing in use below what is archived.';

create or replace trigger archive_branch after update of archived_at on public.projects
  for each row when ((new.archived_at is null) <> (old.archived_at is null)) execute function private.archive_branch();

create or replace function private.archive_branch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What was archived with it comes back with it; a phase that was archived before stays so.
  update public.projects p set archived_at = new.archived_at
    where p.company_id = new.company_id and p.parent_id = new.id and p.archived_at is not distinct from old.archived_at;
  return null;
end $$;
comment on function private.archive_branch() is 'Phases are archived and restored with their project.';

create or replace function private.is_on_team(company_id_param uuid, employee_id_param uuid, project_id_param uuid) returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select coalesce(bool_or(m.employee_id = employee_id_param), true)
  from public.projects p
  left join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
  join public.project_members m on m.company_id = p.company_id and m.project_id in (p.id, p.parent_id, u.parent_id)
  where p.company_id = company_id_param and p.id = project_id_param;
$$;
comment on function private.is_on_team(uuid,uuid,uuid) is 'Whether a project is open to a person: neither it nor what it is a part of has a team, or they are on one of those teams.';

create or replace function private.projects_of_member(company_id_param uuid, employee_id_param uuid) returns setof uuid
language sql stable parallel safe security definer rows 20 set search_path = '' as $$
  with teams as materialized (
    select m.project_id as id from public.project_members m where m.company_id = company_id_param and m.employee_id = employee_id_param
  ), phases as materialized (
    select c.id from public.projects c where c.company_id = company_id_param and c.parent_id in (select t.id from teams t)
  )
  select t.id from teams t
  union
  select f.id from phases f
  union
  select g.id from public.projects g where g.company_id = company_id_param and g.parent_id in (select f.id from phases f);
$$;
comment on function private.projects_of_member(uuid,uuid) is 'The projects somebody is on the team of, with their phases.';

create or replace function private.projects_of_other_teams(company_id_param uuid, employee_id_param uuid) returns setof uuid
language sql stable parallel safe security definer set search_path = '' as $$
  with teams as materialized (
    select m.project_id as id, coalesce(bool_or(m.employee_id = employee_id_param), false) as is_mine
    from public.project_members m where m.company_id = company_id_param group by m.project_id
  ), phases as materialized (
    select p.id, p.parent_id, u.parent_id as top_id
    from public.projects p join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
    where p.company_id = company_id_param and p.parent_id is not null and exists (select from teams)
  )
  (select t.id from teams t
   union
   select f.id from phases f where f.parent_id in (select t.id from teams t) or f.top_id in (select t.id from teams t))
  except
  (select t.id from teams t where t.is_mine
   union all
   select f.id from phases f where f.parent_id in (select t.id from teams t where t.is_mine) or f.top_id in (select t.id from teams t where t.is_mine));
$$;
comment on function private.projects_of_other_teams(uuid,uuid) is 'What is_on_team() says no to, of all projects at once: those with a team and their phases, without those where the person is on a team of the line.';

create or replace function private.bookable_projects(company_id_param uuid) returns table(id uuid, name text, name_es text)
language sql stable parallel safe security definer rows 100 set search_path = '' as $$
  select p.id, n.path, n.path_es
  from public.projects p join private.project_paths n on n.company_id = p.company_id and n.id = p.id
  where p.company_id = company_id_param and p.status = 'active' and p.archived_at is null
    and not (p.phases_only and exists (select from public.projects c
      where c.company_id = p.company_id and c.parent_id = p.id and c.archived_at is null));
$$;
comment on function private.bookable_projects(uuid) is 'What time can be started on, by the full name in both languages.';

create or replace function private.place_of_project(company_id_param uuid, project_id_param uuid) returns uuid
language sql stable parallel safe security definer set search_path = '' as $$
  select l.id
  from public.projects p
  left join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
  cross join lateral (values (1, p.id), (2, p.parent_id), (3, u.parent_id)) l (n, id)
  where p.company_id = company_id_param and p.id = project_id_param
    and exists (select from public.geofences g where g.company_id = p.company_id and g.project_id = l.id)
  order by l.n limit 1;
$$;
comment on function private.place_of_project(uuid,uuid) is 'Whose fences hold for a project: its own, else those of the nearest above; null without any.';
