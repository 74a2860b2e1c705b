create table public.employee_groups (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint employee_groups_pkey primary key (company_id, id),
  constraint employee_groups_name_once_per_company unique (company_id, name),
  constraint employee_groups_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint employee_groups_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 100),
  constraint employee_groups_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.employee_groups');
comment on table public.employee_groups is 'People a role of the company''s own or an approval chain is about, beside crews and teams.';
comment on column public.employee_groups.name_es is 'What people who work in Spanish read; null: the name.';
alter table public.employee_groups enable row level security;
grant select, insert, update, delete on table public.employee_groups to authenticated;

create policy "Employees read the groups of their company" on public.employee_groups
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add groups" on public.employee_groups
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change groups" on public.employee_groups
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete groups" on public.employee_groups
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.employee_groups
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.employee_groups
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.employee_groups
  for each row execute function private.lock_identity();

create or replace trigger refuse_used before delete on public.employee_groups
  for each row execute function private.refuse_used_group();

create or replace function private.refuse_used_group() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  used_by text;
begin
  select u.name into used_by from (
    select r.name from public.company_roles r where r.company_id = old.company_id and r.group_id = old.id
    union all
    select c.name from public.approval_chains c where c.company_id = old.company_id and c.group_id = old.id) u order by u.name limit 1;
  -- With the company itself everything goes.
  if used_by is not null and exists (select from public.companies c where c.id = old.company_id) then
    raise exception using errcode = 'P0001', hint = 'group_in_use', detail = used_by,
      message = 'A role or an approval chain is about this group. Change or delete that first.';
  end if;
  return old;
end $$;
comment on function private.refuse_used_group() is 'A group that a role or an approval chain is about stays.';

create or replace trigger touch_updated_at before update on public.employee_groups
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.employee_groups
  for each row execute function private.record_change();

create table public.employee_group_members (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  group_id uuid not null,
  employee_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint employee_group_members_pkey primary key (company_id, id),
  constraint employee_group_members_once unique (company_id, group_id, employee_id),
  constraint employee_group_members_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint employee_group_members_group foreign key (company_id, group_id) references public.employee_groups(company_id, id) on delete cascade,
  constraint employee_group_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.employee_group_members');
create index employee_group_members_by_employee on public.employee_group_members (company_id, employee_id);
comment on table public.employee_group_members is 'Who is in a group.';
alter table public.employee_group_members enable row level security;
grant select, insert, delete on table public.employee_group_members to authenticated;

create policy "Managers add people to groups" on public.employee_group_members
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read who is in which group, others themselves" on public.employee_group_members
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "Managers take people out of groups" on public.employee_group_members
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.employee_group_members
  for each row execute function private.fill_company_id('employee_groups', 'group_id');

create or replace trigger keep_creator before insert on public.employee_group_members
  for each row execute function private.lock_creator();

create or replace trigger zz_record_change after insert or delete on public.employee_group_members
  for each row execute function private.record_change();
