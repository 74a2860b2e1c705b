-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.units (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  description text,
  active boolean default true not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint units_pkey primary key (company_id, id),
  constraint units_name_once_per_company unique (company_id, name),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint units_description_length check (char_length(description) <= 100),
  constraint units_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 20),
  constraint units_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
comment on table public.units is 'Units of measure to choose from. Cost codes and budget lines hold the name; a renamed unit renames it on cost codes.';
alter table public.units enable row level security;
grant select, insert, update, delete on table public.units to authenticated;

create policy "Employees read the units of their company" on public.units
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add units" on public.units
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change units" on public.units
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete units" on public.units
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

alter publication supabase_realtime add table public.units;

create or replace trigger fill_company_id before insert on public.units
  for each row execute function private.fill_company_id();

create or replace trigger keep_identity before update on public.units
  for each row execute function private.keep_identity();

create or replace function private.rename_unit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cost_codes k set unit = new.name where k.company_id = new.company_id and k.unit = old.name;
  return null;
end $$;

create or replace trigger rename_unit after update on public.units
  for each row when (old.name is distinct from new.name) execute function private.rename_unit();

create or replace trigger touch_updated_at before update on public.units
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.units
  for each row execute function private.record_change();

create or replace function private.check_merged_units() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.budget_lines a
    join public.budget_lines b on b.company_id = a.company_id and b.budget_id = a.budget_id
    join private.cost_code_roots(new.company_id) ka on ka.id = a.cost_code_id
    join private.cost_code_roots(new.company_id) kb on kb.id = b.cost_code_id
    join public.cost_codes ca on ca.company_id = a.company_id and ca.id = ka.id
    join public.cost_codes cb on cb.company_id = b.company_id and cb.id = kb.id
    where a.company_id = new.company_id and ka.root = old.id and kb.root = new.merged_into
      and a.quantity > 0 and b.quantity > 0
      and lower(coalesce(a.unit, ca.unit, '')) <> lower(coalesce(b.unit, cb.unit, ''))
  ) then
    raise exception using errcode = 'P0001', hint = 'cost_code_units_differ',
      message = 'A budget counts these two codes in different units, so they cannot become one.';
  end if;
  return new;
end $$;
comment on function private.check_merged_units() is 'Refuses to merge two codes that one budget counts in different units.';
