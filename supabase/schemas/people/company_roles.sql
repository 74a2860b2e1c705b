create table public.company_roles (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  base text default 'employee' not null,
  rights text[] not null,
  scope text not null,
  group_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint company_roles_pkey primary key (company_id, id),
  constraint company_roles_name_once_per_company unique (company_id, name),
  constraint company_roles_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 60),
  constraint company_roles_base_known check (base in ('employee', 'foreman')),
  constraint company_roles_rights_known check (rights <@ array['see_rates', 'edit_time', 'approve_time', 'schedule', 'see_locations', 'budgets', 'tickets', 'manage_lists', 'payroll']),
  constraint company_roles_rights_given check (cardinality(rights) > 0 and array_position(rights, null) is null),
  constraint company_roles_scope_known check (scope in ('everyone', 'own_crews', 'own_projects', 'group')),
  constraint company_roles_group_given check ((scope = 'group') = (group_id is not null)),
  constraint company_roles_scope_of_projects check (scope in ('everyone', 'own_projects') or not rights && array['budgets', 'tickets', 'manage_lists']),
  constraint company_roles_scope_of_payroll check (scope = 'everyone' or not rights && array['payroll']),
  constraint company_roles_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint company_roles_group foreign key (company_id, group_id) references public.employee_groups(company_id, id)
);
select private.refuse_non_finite('public.company_roles');
create index company_roles_by_group on public.company_roles (company_id, group_id) where group_id is not null;
comment on table public.company_roles is 'Roles of the company''s own: what an employee or a foreman may do, and rights on top of it over a scope (private.rights()).';
comment on column public.company_roles.base is 'The built-in role whoever has this one has besides (employees.role).';
comment on column public.company_roles.rights is 'Names of private.rights(). They add to the base and take nothing away.';
comment on column public.company_roles.scope is 'Over whom: everyone, the crews the person leads or is in, the projects whose team they are on or which they run, or a group of people.';
alter table public.company_roles enable row level security;
grant select, insert, update, delete on table public.company_roles to authenticated;

create policy "Employees read the roles of their company" on public.company_roles
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners change roles" on public.company_roles
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete roles" on public.company_roles
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners make roles" on public.company_roles
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.company_roles
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.company_roles
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.company_roles
  for each row execute function private.lock_identity();

create or replace trigger refuse_used before delete on public.company_roles
  for each row execute function private.refuse_used_role();

create or replace function private.refuse_used_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  people bigint := (select count(*) from public.employees e where e.company_id = old.company_id and e.company_role_id = old.id);
begin
  if people > 0 and exists (select from public.companies c where c.id = old.company_id) then
    raise exception using errcode = 'P0001', hint = 'role_in_use', detail = people::text,
      message = 'People have this role. Give them another one first.';
  elsif exists (select from public.approval_steps s where s.company_id = old.company_id and s.company_role_id = old.id)
      and exists (select from public.companies c where c.id = old.company_id) then
    raise exception using errcode = 'P0001', hint = 'role_in_chain', message = 'A step of an approval chain has this role. Change that chain first.';
  end if;
  return old;
end $$;
comment on function private.refuse_used_role() is 'A role that somebody has stays, whether they are active or not.';

create or replace trigger tidy_role before insert or update on public.company_roles
  for each row execute function private.tidy_role();

create or replace function private.tidy_role() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  new.rights := array(select distinct r from unnest(new.rights) r order by r);
  return new;
end $$;

create or replace trigger touch_updated_at before update on public.company_roles
  for each row execute function private.touch_updated_at();

create or replace trigger x_people_follow_base after update of base on public.company_roles
  for each row when (old.base is distinct from new.base) execute function private.people_follow_base();

create or replace function private.people_follow_base() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.employees e set role = new.base, company_role_id = new.id
    where e.company_id = new.company_id and e.company_role_id = new.id and e.role <> new.base;
  return null;
end $$;
comment on function private.people_follow_base() is 'Whoever has a role of the company''s own has its base as built-in role.';

create or replace trigger zz_record_change after insert or delete or update on public.company_roles
  for each row execute function private.record_change();
