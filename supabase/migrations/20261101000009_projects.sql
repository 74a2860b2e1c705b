create table public.projects (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint projects_name_length check (char_length(btrim(name)) between 1 and 200),
  client text constraint projects_client_length check (char_length(client) <= 200),
  number text constraint projects_number_length check (char_length(number) between 1 and 40),
  status text not null default 'active' constraint projects_status_known check (status in ('active', 'completed', 'on_hold')),
  address text constraint projects_address_length check (char_length(address) <= 500),
  deadline date,
  percent_complete smallint not null default 0 constraint projects_percent_range check (percent_complete between 0 and 100),
  color text constraint projects_color_form check (color ~ '^#[0-9a-fA-F]{6}$'),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint projects_number_once_per_company unique (company_id, number)
);
create index projects_recent on public.projects (company_id, updated_at desc);

comment on table public.projects is 'A job that time is booked on. One with time is archived, never deleted.';
comment on column public.projects.percent_complete is 'Progress as set by hand.';

create table public.project_members (
  company_id uuid not null default private.my_company_id(),
  project_id uuid not null,
  employee_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, project_id, employee_id),
  constraint project_members_project foreign key (company_id, project_id)
    references public.projects (company_id, id) on delete cascade,
  constraint project_members_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id) on delete cascade
);
create index project_members_by_employee on public.project_members (company_id, employee_id);

comment on table public.project_members is 'The team of a project. A project without members is open to the whole company.';

-- Projects with a team the caller is not in. Few, read once per statement, hashed.
create function private.projects_closed_to_me() returns setof uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  me uuid := private.my_employee_id();
begin
  return query
    select m.project_id from public.project_members m
    where m.company_id = company
    group by m.project_id having not bool_or(m.employee_id = me);
end $$;
revoke all on function private.projects_closed_to_me() from public;
grant execute on function private.projects_closed_to_me() to authenticated, service_role;

create trigger fill_company_id before insert on public.projects
  for each row execute function private.fill_company_id();
create trigger keep_identity before update on public.projects
  for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.projects
  for each row execute function private.touch_updated_at();
create trigger fill_company_id before insert on public.project_members
  for each row execute function private.fill_company_id('projects', 'project_id');

alter table public.projects enable row level security;
alter table public.project_members enable row level security;

create policy "Employees read the projects they may clock into, managers all" on public.projects
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or id not in (select private.projects_closed_to_me())));
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

create policy "Managers read all teams, others their own memberships" on public.project_members
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers add team members" on public.project_members
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers remove team members" on public.project_members
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

grant select, insert, update, delete on public.projects to authenticated, service_role;
grant select, insert, delete on public.project_members to authenticated;
grant select, insert, update, delete on public.project_members to service_role;
