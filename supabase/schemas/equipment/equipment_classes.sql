create table public.equipment_classes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  operating_rate numeric(12,2),
  standby_rate numeric(12,2),
  meter_at_clock_out boolean default false not null,
  checklist text[] default '{}'::text[] not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  travel_rate numeric(12,2),
  constraint equipment_classes_pkey primary key (company_id, id),
  constraint equipment_classes_name_once_per_company unique (company_id, name),
  constraint equipment_classes_checklist_length check (cardinality(checklist) <= 50),
  constraint equipment_classes_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint equipment_classes_operating_rate_range check (operating_rate >= 0 and operating_rate <= 1000000),
  constraint equipment_classes_standby_rate_range check (standby_rate >= 0 and standby_rate <= 1000000),
  constraint equipment_classes_travel_rate_range check (travel_rate >= 0 and travel_rate <= 1000000),
  constraint equipment_classes_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.equipment_classes');
comment on table public.equipment_classes is 'Kinds of machines with what an hour costs.';
comment on column public.equipment_classes.operating_rate is 'Cost of a working hour.';
comment on column public.equipment_classes.standby_rate is 'Cost of an idle hour on site; a machine that is down costs nothing.';
comment on column public.equipment_classes.travel_rate is 'Cost of an hour on the road; null: as a working hour.';
comment on column public.equipment_classes.meter_at_clock_out is 'Whether operators are asked for the meter when they clock out.';
comment on column public.equipment_classes.checklist is 'What an inspection looks at; empty: the usual points.';
alter table public.equipment_classes enable row level security;
alter publication supabase_realtime add table public.equipment_classes;
grant select, insert, update, delete on table public.equipment_classes to authenticated;

create policy "Managers add classes of equipment" on public.equipment_classes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change classes of equipment" on public.equipment_classes
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete classes of equipment" on public.equipment_classes
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read classes of equipment" on public.equipment_classes
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.equipment_classes
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.equipment_classes
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.equipment_classes
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.equipment_classes
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.equipment_classes
  for each row execute function private.record_change();
