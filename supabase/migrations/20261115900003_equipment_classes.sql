-- Classes of machines with their rates, and everything else a machine has.

create table public.equipment_classes (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null constraint equipment_classes_name_length check (char_length(btrim(name)) between 1 and 100),
  operating_rate numeric(12, 2) constraint equipment_classes_operating_rate_range check (operating_rate between 0 and 1000000),
  standby_rate numeric(12, 2) constraint equipment_classes_standby_rate_range check (standby_rate between 0 and 1000000),
  meter_at_clock_out boolean not null default false,
  checklist text[] not null default '{}' constraint equipment_classes_checklist_length check (cardinality(checklist) <= 50),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_classes_name_once_per_company unique (company_id, name)
);
comment on table public.equipment_classes is 'Kinds of machines with what an hour costs.';
comment on column public.equipment_classes.operating_rate is 'Cost of a working hour.';
comment on column public.equipment_classes.standby_rate is 'Cost of an idle hour on site; a machine that is down costs nothing.';
comment on column public.equipment_classes.meter_at_clock_out is 'Whether operators are asked for the meter when they clock out.';
comment on column public.equipment_classes.checklist is 'What an inspection looks at; empty: the usual points.';

alter table public.equipment
  add column class_id uuid,
  add column ownership text not null default 'owned' constraint equipment_ownership_known check (ownership in ('owned', 'rented')),
  add column meter_unit text constraint equipment_meter_unit_known check (meter_unit in ('hours', 'miles')),
  add column off_rent_date date,
  add column photo_path text constraint equipment_photo_path_length check (char_length(photo_path) <= 400),
  add column notes text constraint equipment_notes_length check (char_length(notes) <= 2000),
  add constraint equipment_class foreign key (company_id, class_id) references public.equipment_classes (company_id, id);
select private.refuse_non_finite('public.equipment');
create index equipment_by_class on public.equipment (company_id, class_id) where class_id is not null;
comment on column public.equipment.off_rent_date is 'The last day of the rental.';

create table public.equipment_readings (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  equipment_id uuid not null,
  reading numeric(12, 1) not null constraint equipment_readings_reading_range check (reading between 0 and 10000000),
  read_at timestamptz not null default now(),
  photo_path text constraint equipment_readings_photo_path_length check (char_length(photo_path) <= 400),
  flag text constraint equipment_readings_flag_known check (flag in ('below_last', 'too_high')),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_readings_equipment foreign key (company_id, equipment_id) references public.equipment (company_id, id) on delete cascade
);
create index equipment_readings_by_time on public.equipment_readings (company_id, equipment_id, read_at desc);
comment on table public.equipment_readings is 'What the meter of a machine showed; written by record_meter.';
comment on column public.equipment_readings.flag is 'below_last: below the last reading that is not flagged. too_high: more than the time since can hold.';

create table public.equipment_days (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  equipment_id uuid not null,
  work_date date not null,
  project_id uuid,
  working_minutes integer not null default 0,
  idle_minutes integer not null default 0,
  down_minutes integer not null default 0,
  note text constraint equipment_days_note_length check (char_length(note) <= 500),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_days_once unique nulls not distinct (company_id, equipment_id, work_date, project_id),
  constraint equipment_days_minutes check (working_minutes >= 0 and idle_minutes >= 0 and down_minutes >= 0
    and working_minutes + idle_minutes + down_minutes between 1 and 1440),
  constraint equipment_days_equipment foreign key (company_id, equipment_id) references public.equipment (company_id, id) on delete cascade,
  constraint equipment_days_project foreign key (company_id, project_id) references public.projects (company_id, id)
);
create index equipment_days_by_project on public.equipment_days (company_id, project_id, work_date) where project_id is not null;
comment on table public.equipment_days is 'Machine time without an operator, by day: working, idle or down. It adds to the hours of operators.';

create table public.equipment_services (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  equipment_id uuid not null,
  name text not null constraint equipment_services_name_length check (char_length(btrim(name)) between 1 and 100),
  every_hours numeric(10, 1) constraint equipment_services_every_hours_range check (every_hours > 0 and every_hours <= 1000000),
  every_days integer constraint equipment_services_every_days_range check (every_days between 1 and 10000),
  last_done_at timestamptz,
  last_done_reading numeric(12, 1) constraint equipment_services_last_done_reading_range check (last_done_reading between 0 and 10000000),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_services_interval check (every_hours is not null or every_days is not null),
  constraint equipment_services_equipment foreign key (company_id, equipment_id) references public.equipment (company_id, id) on delete cascade
);
create index equipment_services_by_equipment on public.equipment_services (company_id, equipment_id);
comment on table public.equipment_services is 'What is serviced how often, by meter or by days, and when it was done last.';
comment on column public.equipment_services.every_hours is 'In the unit of the meter.';

create table public.equipment_inspections (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  equipment_id uuid not null,
  employee_id uuid not null default private.my_employee_id(),
  inspected_at timestamptz not null default now(),
  passed boolean not null,
  items jsonb not null default '[]' constraint equipment_inspections_items_is_array check (jsonb_typeof(items) = 'array' and pg_column_size(items) < 20000),
  note text constraint equipment_inspections_note_length check (char_length(note) <= 2000),
  photo_path text constraint equipment_inspections_photo_path_length check (char_length(photo_path) <= 400),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_inspections_equipment foreign key (company_id, equipment_id) references public.equipment (company_id, id) on delete cascade,
  constraint equipment_inspections_employee foreign key (company_id, employee_id) references public.employees (company_id, id)
);
create index equipment_inspections_by_equipment on public.equipment_inspections (company_id, equipment_id, inspected_at desc);
comment on table public.equipment_inspections is 'Checks of a machine by list: [{"name", "passed"}]. A failed one takes the machine out of service.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['equipment_classes', 'equipment_readings', 'equipment_days', 'equipment_services', 'equipment_inspections'] loop
    execute format('create trigger keep_creator before insert or update on public.%I for each row execute function private.keep_creator()', table_name);
    execute format('create trigger fill_company_id before insert on public.%I for each row execute function private.fill_company_id(%s)', table_name,
      case when table_name <> 'equipment_classes' then '''equipment'', ''equipment_id''' end);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    if table_name not in ('equipment_readings', 'equipment_inspections') then
      execute format('create trigger touch_updated_at before update on public.%I for each row execute function private.touch_updated_at()', table_name);
    end if;
    execute format('alter table public.%I enable row level security', table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;

create policy "Managers read classes of equipment" on public.equipment_classes
  for select to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers add classes of equipment" on public.equipment_classes
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change classes of equipment" on public.equipment_classes
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete classes of equipment" on public.equipment_classes
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, insert, update, delete on public.equipment_classes to authenticated, service_role;

create policy "Employees read the meters of their company" on public.equipment_readings
  for select to authenticated using (company_id = (select private.my_company_id()));
create policy "Managers delete readings" on public.equipment_readings
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, delete on public.equipment_readings to authenticated;
grant select, insert, update, delete on public.equipment_readings to service_role;

create policy "Foremen and managers read the days of machines" on public.equipment_days
  for select to authenticated using (company_id = (select private.my_company_id()) and (select private.my_role()) <> 'employee');
create policy "Foremen and managers add days of machines" on public.equipment_days
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.my_role()) <> 'employee');
create policy "Foremen and managers change days of machines" on public.equipment_days
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.my_role()) <> 'employee')
  with check (company_id = (select private.my_company_id()));
create policy "Foremen and managers delete days of machines" on public.equipment_days
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.my_role()) <> 'employee');
grant select, insert, update, delete on public.equipment_days to authenticated, service_role;

create policy "Foremen and managers read services" on public.equipment_services
  for select to authenticated using (company_id = (select private.my_company_id()) and (select private.my_role()) <> 'employee');
create policy "Managers add services" on public.equipment_services
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change services" on public.equipment_services
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete services" on public.equipment_services
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, insert, update, delete on public.equipment_services to authenticated, service_role;

create policy "Employees read the inspections of their company" on public.equipment_inspections
  for select to authenticated using (company_id = (select private.my_company_id()));
create policy "Employees inspect in their own name" on public.equipment_inspections
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));
create policy "Managers delete inspections" on public.equipment_inspections
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, insert, delete on public.equipment_inspections to authenticated;
grant select, insert, update, delete on public.equipment_inspections to service_role;

create function private.take_failed_machine_down() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.passed then
    update public.equipment q set status = 'down'
      where q.company_id = new.company_id and q.id = new.equipment_id and q.status = 'available';
  end if;
  return null;
end $$;
revoke execute on function private.take_failed_machine_down() from public;
create trigger take_failed_machine_down after insert on public.equipment_inspections
  for each row execute function private.take_failed_machine_down();
