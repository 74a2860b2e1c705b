create table public.equipment_days (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  work_date date not null,
  project_id uuid,
  working_minutes integer default 0 not null,
  idle_minutes integer default 0 not null,
  down_minutes integer default 0 not null,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint equipment_days_pkey primary key (company_id, id),
  constraint equipment_days_once unique nulls not distinct (company_id, equipment_id, work_date, project_id),
  constraint equipment_days_minutes check (working_minutes >= 0 and idle_minutes >= 0 and down_minutes >= 0 and (working_minutes + idle_minutes + down_minutes) >= 1 and (working_minutes + idle_minutes + down_minutes) <= 1440),
  constraint equipment_days_note_length check (char_length(note) <= 500),
  constraint equipment_days_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_days_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade,
  constraint equipment_days_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.equipment_days');
create index equipment_days_by_project on public.equipment_days (company_id, project_id, work_date) where project_id is not null;
comment on table public.equipment_days is 'Machine time without an operator, by day: working, idle or down. It adds to the hours of operators.';
alter table public.equipment_days enable row level security;
alter publication supabase_realtime add table public.equipment_days;
grant select, insert, update, delete on table public.equipment_days to authenticated;

create policy "Foremen and managers add days of machines" on public.equipment_days
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee');

create policy "Foremen and managers change days of machines" on public.equipment_days
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee')
  with check (company_id = (select private.my_company_id()));

create policy "Foremen and managers delete days of machines" on public.equipment_days
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee');

create policy "Foremen and managers read the days of machines" on public.equipment_days
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee');

create or replace trigger fill_company_id before insert on public.equipment_days
  for each row execute function private.fill_company_id('equipment', 'equipment_id');

create or replace trigger keep_creator before insert or update on public.equipment_days
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.equipment_days
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.equipment_days
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.equipment_days
  for each row execute function private.record_change();
