-- Projects: customer, one level of sub-projects, id in other systems. Cost codes and equipment: the same id; the usual hours of a unit.

alter table public.projects
  add column customer_id uuid,
  add column parent_id uuid,
  add column external_id text constraint projects_external_id_length check (char_length(external_id) between 1 and 100),
  add constraint projects_customer foreign key (company_id, customer_id) references public.customers (company_id, id),
  add constraint projects_parent foreign key (company_id, parent_id) references public.projects (company_id, id);
create index projects_by_customer on public.projects (company_id, customer_id) where customer_id is not null;
create index projects_by_parent on public.projects (company_id, parent_id) where parent_id is not null;
comment on column public.projects.customer_id is 'Whom it is built for; client is the name and follows.';
comment on column public.projects.parent_id is 'The project this one is a part of; one level deep.';
comment on column public.projects.external_id is 'Its id in accounting or another system.';

alter table public.cost_codes
  add column external_id text constraint cost_codes_external_id_length check (char_length(external_id) between 1 and 100),
  add column hours_per_unit numeric(12, 3) constraint cost_codes_hours_per_unit_range check (hours_per_unit > 0);
comment on column public.cost_codes.external_id is 'Its id in accounting or another system.';
comment on column public.cost_codes.hours_per_unit is 'Labor hours that one unit usually takes.';
select private.refuse_non_finite('public.cost_codes');

alter table public.equipment
  add column external_id text constraint equipment_external_id_length check (char_length(external_id) between 1 and 100);
comment on column public.equipment.external_id is 'Its id in accounting or another system.';

create function private.keep_project_depth() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  grandparent uuid;
begin
  -- The lock makes a parent that is being moved wait, and the other way round.
  select p.parent_id into grandparent from public.projects p where p.company_id = new.company_id and p.id = new.parent_id for share;
  if new.parent_id = new.id or grandparent is not null
    or exists (select from public.projects c where c.company_id = new.company_id and c.parent_id = new.id) then
    raise exception using errcode = 'P0001', hint = 'sub_project_depth', column = 'parent_id',
      message = 'A sub-project belongs to a project that is no sub-project itself, and has none of its own.';
  end if;
  return new;
end $$;
comment on function private.keep_project_depth() is 'Sub-projects are one level deep.';
create trigger keep_project_depth before insert or update of parent_id on public.projects
  for each row when (new.parent_id is not null) execute function private.keep_project_depth();

create function private.keep_project_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.customer_id is not null and (tg_op = 'INSERT' or new.customer_id is distinct from old.customer_id) then
    new.client := (select c.name from public.customers c where c.company_id = new.company_id and c.id = new.customer_id);
    return new;
  end if;
  if tg_op = 'UPDATE' and old.customer_id is not null and new.customer_id is null and new.client is not distinct from old.client then
    new.client := null;
  end if;
  new.client := nullif(btrim(new.client), '');
  if new.client is null then
    new.customer_id := null;
    return new;
  end if;
  insert into public.customers (company_id, name)
    select new.company_id, new.client
     where not exists (select from public.customers c where c.company_id = new.company_id and lower(c.name) = lower(new.client))
    on conflict do nothing;
  new.customer_id := (select c.id from public.customers c where c.company_id = new.company_id and lower(c.name) = lower(new.client)
    order by c.name = new.client desc, c.created_at limit 1);
  return new;
end $$;
comment on function private.keep_project_customer() is 'client is the name of the customer: a chosen customer writes it, a typed name finds the customer or adds it.';
create trigger keep_project_customer before insert on public.projects
  for each row when (new.client is not null or new.customer_id is not null) execute function private.keep_project_customer();
create trigger keep_new_project_customer before update on public.projects
  for each row when (old.client is distinct from new.client or old.customer_id is distinct from new.customer_id)
  execute function private.keep_project_customer();

create function private.rename_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects p set client = new.name where p.company_id = new.company_id and p.customer_id = new.id;
  return null;
end $$;
comment on function private.rename_customer() is 'Projects show the customer''s new name.';
create trigger rename_customer after update on public.customers
  for each row when (old.name is distinct from new.name) execute function private.rename_customer();

create function private.keep_cost_code_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.units (company_id, name)
    select new.company_id, new.unit where btrim(new.unit) <> ''
      and not exists (select from public.units u where u.company_id = new.company_id and lower(u.name) = lower(new.unit))
    on conflict do nothing;
  insert into public.cost_code_groups (company_id, name)
    select new.company_id, new.code_group where btrim(new.code_group) <> ''
      and not exists (select from public.cost_code_groups g where g.company_id = new.company_id and lower(g.name) = lower(new.code_group))
    on conflict do nothing;
  return null;
end $$;
comment on function private.keep_cost_code_lists() is 'The lists of units and groups hold every one that a cost code uses.';
create trigger keep_lists after insert on public.cost_codes
  for each row when (new.unit is not null or new.code_group is not null) execute function private.keep_cost_code_lists();
create trigger keep_lists_of_changed after update on public.cost_codes
  for each row when (old.unit is distinct from new.unit or old.code_group is distinct from new.code_group)
  execute function private.keep_cost_code_lists();

create function private.rename_unit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cost_codes k set unit = new.name where k.company_id = new.company_id and k.unit = old.name;
  return null;
end $$;
create trigger rename_unit after update on public.units
  for each row when (old.name is distinct from new.name) execute function private.rename_unit();

create function private.rename_cost_code_group() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cost_codes k set code_group = new.name where k.company_id = new.company_id and k.code_group = old.name;
  return null;
end $$;
create trigger rename_group after update on public.cost_code_groups
  for each row when (old.name is distinct from new.name) execute function private.rename_cost_code_group();

revoke execute on function private.fill_certification_end(), private.keep_project_depth(), private.keep_project_customer(),
  private.rename_customer(), private.keep_cost_code_lists(), private.rename_unit(), private.rename_cost_code_group()
  from public, anon, authenticated;

-- What is there already.
insert into public.customers (company_id, name)
  select distinct on (p.company_id, lower(btrim(p.client))) p.company_id, btrim(p.client) from public.projects p
   where btrim(p.client) <> '' order by p.company_id, lower(btrim(p.client)), p.created_at;
update public.projects p set customer_id = c.id from public.customers c
  where c.company_id = p.company_id and lower(c.name) = lower(btrim(p.client));
insert into public.units (company_id, name)
  select distinct on (k.company_id, lower(btrim(k.unit))) k.company_id, btrim(k.unit) from public.cost_codes k
   where btrim(k.unit) <> '' order by k.company_id, lower(btrim(k.unit)), k.created_at;
insert into public.cost_code_groups (company_id, name)
  select distinct on (k.company_id, lower(btrim(k.code_group))) k.company_id, btrim(k.code_group) from public.cost_codes k
   where btrim(k.code_group) <> '' order by k.company_id, lower(btrim(k.code_group)), k.created_at;
