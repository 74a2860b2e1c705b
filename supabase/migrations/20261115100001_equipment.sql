-- Equipment as the third dimension of time beside project and cost code.

create table public.equipment (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint equipment_name_length check (char_length(btrim(name)) between 1 and 200),
  number text constraint equipment_number_length check (char_length(number) between 1 and 40),
  status text not null default 'available' constraint equipment_status_known check (status in ('available', 'down', 'retired')),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_number_once_per_company unique (company_id, number)
);
comment on table public.equipment is 'A machine or vehicle that time is booked on; one with time is retired, never deleted.';

create function private.keep_creator() returns trigger
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
revoke execute on function private.keep_creator() from public;

create trigger keep_creator before insert or update on public.equipment
  for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.equipment
  for each row execute function private.fill_company_id();
create trigger keep_identity before update on public.equipment
  for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.equipment
  for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.equipment
  for each row execute function private.record_change();

alter table public.equipment enable row level security;
create policy "Employees read the equipment of their company" on public.equipment
  for select to authenticated using (company_id = (select private.my_company_id()));
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
grant select, insert, update, delete on public.equipment to authenticated, service_role;

alter table public.time_entries add column equipment_id uuid;
alter table public.time_entries add constraint time_entries_equipment
  foreign key (company_id, equipment_id) references public.equipment (company_id, id);
create index time_entries_by_equipment on public.time_entries (company_id, equipment_id, clock_in desc) where equipment_id is not null;
comment on column public.time_entries.equipment_id is 'The machine or vehicle worked with, if any.';

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.equipment;
  end if;
end $$;
