create table public.equipment_inspections (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  inspected_at timestamptz default now() not null,
  passed boolean not null,
  items jsonb default '[]'::jsonb not null,
  note text,
  photo_path text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint equipment_inspections_pkey primary key (company_id, id),
  constraint equipment_inspections_items_is_array check (jsonb_typeof(items) = 'array' and pg_column_size(items) < 20000),
  constraint equipment_inspections_note_length check (char_length(note) <= 2000),
  constraint equipment_inspections_photo_path_length check (char_length(photo_path) <= 400),
  constraint equipment_inspections_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_inspections_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint equipment_inspections_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.equipment_inspections');
create index equipment_inspections_by_equipment on public.equipment_inspections (company_id, equipment_id, inspected_at desc);
comment on table public.equipment_inspections is 'Checks of a machine by list: [{"name", "passed"}]. A failed one takes the machine out of service. That of a filled form has its id.';
alter table public.equipment_inspections enable row level security;
alter publication supabase_realtime add table public.equipment_inspections;
grant select, insert, delete on table public.equipment_inspections to authenticated;

create policy "Employees inspect in their own name" on public.equipment_inspections
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create policy "Employees read the inspections of their company" on public.equipment_inspections
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers delete inspections" on public.equipment_inspections
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.equipment_inspections
  for each row execute function private.fill_company_id('equipment', 'equipment_id');

create or replace trigger keep_creator before insert or update on public.equipment_inspections
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.equipment_inspections
  for each row execute function private.lock_identity();

create or replace trigger set_failed_machine_out_of_service after insert on public.equipment_inspections
  for each row execute function private.set_failed_machine_out_of_service();

create or replace trigger verify_inspection after insert or delete on public.equipment_inspections
  for each row execute function private.verify_inspection();

create or replace function private.verify_inspection() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_verifications(old.company_id, '{failed_inspection}', array[old.id]);
  elsif new.passed then
    perform private.settle_verifications(new.company_id, '{failed_inspection}', array(
      select i.id from public.equipment_inspections i
      where i.company_id = new.company_id and i.equipment_id = new.equipment_id and not i.passed and i.inspected_at <= new.inspected_at));
  -- Of a filled form each failed answer is an item already.
  elsif not exists (select from public.form_submissions s where s.company_id = new.company_id and s.id = new.id) then
    perform private.open_verification(new.company_id, 'failed_inspection', new.id, new.employee_id, null, new.inspected_at,
      'Failed inspection: ' || q.name, jsonb_build_object('equipment_id', q.id, 'equipment_name', btrim(concat_ws(' ', q.number, q.name)), 'note', new.note,
        'failed', (select coalesce(jsonb_agg(i ->> 'name'), '[]') from jsonb_array_elements(new.items) i where i ->> 'passed' = 'false')))
    from public.equipment q where q.company_id = new.company_id and q.id = new.equipment_id;
  end if;
  return null;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.equipment_inspections
  for each row execute function private.record_change();
