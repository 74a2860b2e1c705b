-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.equipment (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  number text,
  status text default 'available'::text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint equipment_pkey primary key (company_id, id),
  constraint equipment_number_once_per_company unique (company_id, number),
  constraint equipment_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint equipment_number_length check (char_length(number) >= 1 and char_length(number) <= 40),
  constraint equipment_status_known check (status = any (array['available'::text, 'down'::text, 'retired'::text])),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint equipment_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
comment on table public.equipment is 'A machine or vehicle that time is booked on; one with time is retired, never deleted.';
alter table public.equipment enable row level security;
grant select, insert, update, delete on table public.equipment to authenticated;

create policy "Employees read the equipment of their company" on public.equipment
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add equipment" on public.equipment
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change equipment" on public.equipment
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete equipment" on public.equipment
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

alter publication supabase_realtime add table public.equipment;

create or replace trigger fill_company_id before insert on public.equipment
  for each row execute function private.fill_company_id();

create or replace function private.keep_creator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_by := old.created_by;
    new.created_at := old.created_at;
  elsif not private.is_system() then
    new.created_by := auth.uid();
    new.created_at := now();
  end if;
  return new;
end $$;
comment on function private.keep_creator() is 'Keeps created_by and created_at, whatever a client sends.';

create or replace trigger keep_creator before insert or update on public.equipment
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.equipment
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.equipment
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.equipment
  for each row execute function private.record_change();
