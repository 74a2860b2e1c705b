create table public.cost_code_groups (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint cost_code_groups_pkey primary key (company_id, id),
  constraint cost_code_groups_name_once_per_company unique (company_id, name),
  constraint cost_code_groups_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint cost_code_groups_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.cost_code_groups');
comment on table public.cost_code_groups is 'Groups of cost codes to choose from. Cost codes hold the name (code_group); a renamed group renames it there.';
alter table public.cost_code_groups enable row level security;
alter publication supabase_realtime add table public.cost_code_groups;
grant select, insert, update, delete on table public.cost_code_groups to authenticated;

create policy "Company roles that manage lists add groups of codes" on public.cost_code_groups
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists change groups of codes" on public.cost_code_groups
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone)
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists delete groups of codes" on public.cost_code_groups
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Employees read the cost code groups of their company" on public.cost_code_groups
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add groups of cost codes" on public.cost_code_groups
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change groups of cost codes" on public.cost_code_groups
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete groups of cost codes" on public.cost_code_groups
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.cost_code_groups
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.cost_code_groups
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.cost_code_groups
  for each row execute function private.lock_identity();

create or replace trigger rename_group after update on public.cost_code_groups
  for each row when (old.name is distinct from new.name) execute function private.rename_cost_code_group();

create or replace function private.rename_cost_code_group() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cost_codes k set code_group = new.name where k.company_id = new.company_id and k.code_group = old.name;
  return null;
end $$;

create or replace trigger touch_updated_at before update on public.cost_code_groups
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.cost_code_groups
  for each row execute function private.record_change();
