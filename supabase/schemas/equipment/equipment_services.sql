create table public.equipment_services (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  name text not null,
  every_hours numeric(10,1),
  every_days integer,
  last_done_at timestamptz,
  last_done_reading numeric(12,1),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint equipment_services_pkey primary key (company_id, id),
  constraint equipment_services_every_days_range check (every_days >= 1 and every_days <= 10000),
  constraint equipment_services_every_hours_range check (every_hours > 0 and every_hours <= 1000000),
  constraint equipment_services_interval check (every_hours is not null or every_days is not null),
  constraint equipment_services_last_done_reading_range check (last_done_reading >= 0 and last_done_reading <= 10000000),
  constraint equipment_services_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint equipment_services_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_services_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.equipment_services');
create index equipment_services_by_equipment on public.equipment_services (company_id, equipment_id);
comment on table public.equipment_services is 'What is serviced how often, by meter or by days, and when it was done last.';
comment on column public.equipment_services.every_hours is 'In the unit of the meter.';
alter table public.equipment_services enable row level security;
alter publication supabase_realtime add table public.equipment_services;
grant select, insert, update, delete on table public.equipment_services to authenticated;

create policy "Foremen and managers read services" on public.equipment_services
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee');

create policy "Managers add services" on public.equipment_services
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change services" on public.equipment_services
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete services" on public.equipment_services
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.equipment_services
  for each row execute function private.fill_company_id('equipment', 'equipment_id');

create or replace trigger keep_creator before insert or update on public.equipment_services
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.equipment_services
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.equipment_services
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.equipment_services
  for each row execute function private.record_change();
