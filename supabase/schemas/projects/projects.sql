create table public.projects (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  client text,
  number text,
  status text default 'active' not null,
  address text,
  deadline date,
  percent_complete smallint default 0 not null,
  color text,
  archived_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  prevailing_wage boolean default false not null,
  time_zone text,
  location_required boolean default false not null,
  percent_computed boolean default false not null,
  customer_id uuid,
  parent_id uuid,
  external_id text,
  name_es text,
  phases_only boolean default false not null,
  custom jsonb default '{}'::jsonb not null,
  manager_id uuid,
  constraint projects_pkey primary key (company_id, id),
  constraint projects_number_once_per_company unique (company_id, number),
  constraint projects_address_length check (char_length(address) <= 500),
  constraint projects_client_length check (char_length(client) <= 200),
  constraint projects_color_form check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint projects_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint projects_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 200),
  constraint projects_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint projects_number_length check (char_length(number) >= 1 and char_length(number) <= 40),
  constraint projects_percent_range check (percent_complete >= 0 and percent_complete <= 100),
  constraint projects_status_known check (status in ('active', 'completed', 'on_hold')),
  constraint projects_time_zone_length check (char_length(time_zone) >= 1 and char_length(time_zone) <= 64),
  constraint projects_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint projects_customer foreign key (company_id, customer_id) references public.customers(company_id, id),
  constraint projects_manager foreign key (company_id, manager_id) references public.employees(company_id, id) on delete set null (manager_id),
  constraint projects_parent foreign key (company_id, parent_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.projects');
create index projects_by_customer on public.projects (company_id, customer_id) where customer_id is not null;
create index projects_by_manager on public.projects (company_id, manager_id) where manager_id is not null;
create index projects_by_parent on public.projects (company_id, parent_id) where parent_id is not null;
create index projects_recent on public.projects (company_id, updated_at desc);
create index projects_with_own_zone on public.projects (company_id, time_zone) where time_zone is not null;
comment on table public.projects is 'A job that time is booked on. One with time is archived, never deleted.';
comment on column public.projects.percent_complete is 'Progress: set by hand, or computed (percent_computed), then at most 100.';
comment on column public.projects.prevailing_wage is 'Rates set for this project are minimums (wage determination): nobody is paid less than their own rate.';
comment on column public.projects.time_zone is 'IANA zone of the place; null is the company''s. The work date of an entry follows its project''s zone.';
comment on column public.projects.location_required is 'Starting time here needs a location, unless the company records none. A foreman can start the clock without one by giving a reason.';
comment on column public.projects.percent_computed is 'Whether percent_complete follows from budget and quantities; else it is set by hand.';
comment on column public.projects.customer_id is 'Whom it is built for; client is the name and follows.';
comment on column public.projects.parent_id is 'The project this one is a part of; two levels below a project.';
comment on column public.projects.external_id is 'Its id in accounting or another system.';
comment on column public.projects.phases_only is 'Time is booked on its phases only, while it has any.';
comment on column public.projects.manager_id is 'Who runs it; approves time on it and its phases where an approval chain has that step.';
comment on column public.projects.name_es is 'What people who work in Spanish read where they choose; null: the name.';
comment on column public.projects.custom is 'Values of the company''s own fields, by the id of the field in custom_fields.';
alter table public.projects enable row level security;
alter publication supabase_realtime add table public.projects;
grant select, insert, update, delete on table public.projects to authenticated;

create policy "Company roles over everyone that manage lists add projects" on public.projects
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles over everyone that manage lists delete projects" on public.projects
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists change their projects" on public.projects
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), id))
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and private.covers_project((select private.scope_of('manage_lists')), id));

create policy "Company roles with rights over projects read them" on public.projects
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_a_right('{edit_time,approve_time,schedule,budgets,tickets,manage_lists,payroll}')) and private.covers_project((select private.scope_of_a('{edit_time,approve_time,schedule,budgets,tickets,manage_lists,payroll}')), id));

create policy "Employees read the projects they may clock into, managers all" on public.projects
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (id in (select private.projects_closed_to_me()))));

create policy "Managers add projects" on public.projects
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change projects" on public.projects
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete projects" on public.projects
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger check_new_project_zone before update on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.check_project_zone();

create or replace function private.check_project_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company_zone text := (select c.time_zone from public.companies c where c.id = new.company_id);
begin
  if new.time_zone is not null then
    perform private.check_time_zone(new.time_zone);
  end if;
  if tg_op = 'UPDATE' then
    perform private.lock_time_exclusive(new.company_id);
    perform private.refuse_zone_that_moves_paid_time(new.company_id, new.id, coalesce(old.time_zone, company_zone),
      coalesce(new.time_zone, company_zone));
  end if;
  return new;
end $$;
comment on function private.check_project_zone() is 'A known zone that moves no paid time; writers of time wait for a new one, so none uses the old one.';

create or replace trigger check_project_zone before insert on public.projects
  for each row when (new.time_zone is not null) execute function private.check_project_zone();

create or replace trigger fill_company_id before insert on public.projects
  for each row execute function private.fill_company_id();

create or replace trigger h_check_new_custom_values before insert on public.projects
  for each row execute function private.check_custom_values();

create or replace trigger h_check_custom_values before update on public.projects
  for each row when (old.custom is distinct from new.custom) execute function private.check_custom_values();

create or replace trigger keep_identity before update on public.projects
  for each row execute function private.lock_identity();

create or replace trigger keep_project_manager before insert or update of manager_id on public.projects
  for each row when (new.manager_id is not null) execute function private.keep_project_manager();

create or replace function private.keep_project_manager() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Who runs a project approves its time and has it in the scope of their role: that is not for who manages lists.
  if private.is_client() and not private.is_manager() and (tg_op = 'INSERT' or new.manager_id is distinct from old.manager_id) then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return new;
end $$;
comment on function private.keep_project_manager() is 'Only managers and owners say who runs a project.';

create or replace trigger keep_new_percent before insert on public.projects
  for each row when (new.percent_computed) execute function private.check_percent();

create or replace function private.check_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  computed smallint := case when tg_op = 'UPDATE' then private.computed_percent(new.company_id, new.id) end;
begin
  new.percent_computed := computed is not null;
  if computed is not null then
    new.percent_complete := computed;
  end if;
  return new;
end $$;
comment on function private.check_percent() is 'A computed percentage is not set by hand.';

create or replace trigger keep_new_project_customer before update on public.projects
  for each row when (old.client is distinct from new.client or old.customer_id is distinct from new.customer_id) execute function private.sync_project_customer();

create or replace trigger keep_percent before update on public.projects
  for each row when (old.percent_complete <> new.percent_complete or old.percent_computed <> new.percent_computed) execute function private.check_percent();

create or replace trigger keep_project_customer before insert on public.projects
  for each row when (new.client is not null or new.customer_id is not null) execute function private.sync_project_customer();

create or replace trigger move_work_dates after update on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.move_work_dates();

create or replace trigger notify_of_project_change after update on public.projects
  for each row when (old.status is distinct from new.status or old.deadline is distinct from new.deadline) execute function private.notify_of_project_change();

create or replace trigger rezone_shifts after update of time_zone on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.rezone_shifts();

create or replace trigger touch_updated_at before update on public.projects
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after update on public.projects
  for each row when (old.prevailing_wage is distinct from new.prevailing_wage or old.time_zone is distinct from new.time_zone) execute function private.company_changes_pay();

create or replace trigger zy_count_project_anew after update on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.recount_project();

create or replace trigger zz_record_change after insert or delete or update on public.projects
  for each row execute function private.record_change();

create table public.project_members (
  company_id uuid default private.my_company_id() not null,
  project_id uuid not null,
  employee_id uuid not null,
  created_at timestamptz default now() not null,
  constraint project_members_pkey primary key (company_id, project_id, employee_id),
  constraint project_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint project_members_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.project_members');
create index project_members_by_employee on public.project_members (company_id, employee_id);
comment on table public.project_members is 'The team of a project. A project without members is open to the whole company.';
alter table public.project_members enable row level security;
alter publication supabase_realtime add table public.project_members;
grant select, insert, delete on table public.project_members to authenticated;

create policy "Managers add team members" on public.project_members
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read all teams, others their own memberships" on public.project_members
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers remove team members" on public.project_members
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.project_members
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger notify_added_members after insert on public.project_members referencing new table as added
  for each statement execute function private.notify_added_members();

create or replace function public.project_overview() returns table(project_id uuid, team_size bigint, seconds bigint, entries bigint, branch_seconds bigint, branch_percent numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
begin
  return query
    with seen as materialized (
      select p.id, p.parent_id, u.parent_id as top_id, p.percent_complete as percent, p.archived_at is null or p.status = 'completed' as counts,
        coalesce(t.seconds, 0)::bigint as seconds, coalesce(t.entries, 0)::bigint as entries
      from public.projects p
      left join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
      left join (
        select w.project_id, sum(w.seconds) as seconds, sum(w.entries) as entries
          from private.work_ever w
         where w.company_id = me.company_id and (manages or w.employee_id = me.id) and w.project_id is not null
         group by w.project_id) t on t.project_id = p.id
      where p.company_id = me.company_id and (manages or p.id not in (select private.projects_closed_to_me()))
    ), phases as materialized (
      select s.* from seen s where s.parent_id is not null
    ), planned as materialized (
      select l.project_id as id, sum(l.hours) as hours from private.current_budget_lines l
      where l.company_id = me.company_id and exists (select from phases) group by l.project_id
    ), branches as (
      -- Weighted by the hours of the budgets; without any, what has no phases itself counts alike.
      select a.id, sum(s.seconds)::bigint as seconds, coalesce(sum(s.percent * b.hours) filter (where s.counts) / nullif(sum(b.hours) filter (where s.counts), 0),
        avg(s.percent) filter (where s.counts and s.id not in (select f.parent_id from phases f))) as percent
      from seen s
      cross join lateral (values (s.id), (s.parent_id), (s.top_id)) a (id)
      left join planned b on b.id = s.id
      where a.id in (select f.parent_id from phases f union all select f.top_id from phases f where f.top_id is not null)
      group by a.id
    )
    select s.id, (select count(*) from public.project_members m where m.company_id = me.company_id and m.project_id = s.id),
      s.seconds, s.entries, coalesce(b.seconds, s.seconds), b.percent
    from seen s left join branches b on b.id = s.id;
end $$;
comment on function public.project_overview() is 'Team size and hours of every project the caller may see, its own and with its phases; branch_percent is its progress over the phases, null without any. Workers get their own hours.';
grant execute on function public.project_overview() to authenticated;

create or replace function private.projects_closed_to_me() returns setof uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  me uuid := private.my_employee_id();
begin
  if not exists (select from public.projects p where p.company_id = company and p.parent_id is not null) then
    return query
      select m.project_id from public.project_members m
      where m.company_id = company
      group by m.project_id having not bool_or(m.employee_id = me)
      except
      select s.project_id from private.published_shifts(company, me, now() - interval '14 days', 'infinity') s;
    return;
  end if;
  return query
    select c from private.projects_of_other_teams(company, me) c
    except
    (with sent as materialized (
      -- Whoever is sent there needs its name, address and papers, and two weeks later still reads what they worked on.
      select s.project_id as id from private.published_shifts(company, me, now() - interval '14 days', 'infinity') s
    )
    select private.project_branch(s.id, company) from sent s
    union all
    -- Who works on a part of it reads what that is a part of.
    select private.project_line(s.id, company) from sent s
    union all
    select a.id from public.project_members m
    join public.projects p on p.company_id = m.company_id and p.id = m.project_id and p.parent_id is not null
    join public.projects u on u.company_id = p.company_id and u.id = p.parent_id
    cross join lateral (values (p.parent_id), (u.parent_id)) a (id)
    where m.company_id = company and m.employee_id = me);
end $$;
comment on function private.projects_closed_to_me() is 'Projects of teams the caller is not on, without the line of what they are on the team of, and the branch and line of what they have a published shift on, until two weeks after it.';
grant execute on function private.projects_closed_to_me() to authenticated, service_role;

create or replace function public.project_details(project_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
  branch uuid[] := private.branch_for(me, project_id_param);
  result jsonb;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (manages or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  with worked as (
    select w.employee_id, w.cost_code_id, sum(w.seconds) as seconds, sum(w.entries) as entries
      from private.work_ever w
     where w.company_id = me.company_id and (manages or w.employee_id = me.id) and w.project_id = any (branch)
     group by w.employee_id, w.cost_code_id
  ), latest as (
    select t.* from public.time_entries t
     where t.company_id = me.company_id and t.project_id = any (branch) and (manages or t.employee_id = me.id)
     order by t.clock_in desc limit 8)
  select jsonb_build_object(
    'seconds', (select coalesce(sum(w.seconds), 0)::bigint from worked w),
    'by_cost_code', (select coalesce(jsonb_agg(jsonb_build_object('id', g.cost_code_id, 'code', k.code, 'name', k.name, 'seconds', g.seconds) order by g.seconds desc), '[]')
      from (select w.cost_code_id, sum(w.seconds)::bigint as seconds from worked w group by w.cost_code_id having sum(w.entries) > 0) g
      left join public.cost_codes k on k.company_id = me.company_id and k.id = g.cost_code_id),
    'by_person', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name, 'seconds', g.seconds) order by g.seconds desc), '[]')
      from (select w.employee_id, sum(w.seconds)::bigint as seconds from worked w group by w.employee_id having sum(w.entries) > 0) g
      join public.employees e on e.company_id = me.company_id and e.id = g.employee_id),
    'recent', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'clock_in', r.clock_in, 'clock_out', r.clock_out, 'seconds', (select sum(w.seconds) from private.work_pieces w where w.company_id = r.company_id and w.entry_id = r.id)) order by r.clock_in desc), '[]')
      from latest r
      join public.employees e on e.company_id = me.company_id and e.id = r.employee_id))
    into result;
  return result;
end $$;
comment on function public.project_details(uuid) is 'Hours of a project and its phases by cost code and person, and its latest entries; workers get their own.';
grant execute on function public.project_details(uuid) to authenticated;

create or replace function private.require_project(project_id_param uuid, foremen_only_param boolean) returns public.employees
language plpgsql stable set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if foremen_only_param and me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  return me;
end $$;
create or replace function private.require_project_for(project_id_param uuid, right_param text) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.company_role_id is not null and private.has_right(right_param, null, project_id_param)
      and exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    return me;
  end if;
  return private.require_project(project_id_param, true);
end $$;
comment on function private.require_project_for(uuid,text) is 'As private.require_project() for foremen, and for whom a role of the company''s own gives this right over the project.';

comment on function private.require_project(uuid,boolean) is 'The caller''s employee record; refuses projects the caller does not see, and employees where foremen are asked for.';
