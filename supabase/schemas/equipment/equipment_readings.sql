create table public.equipment_readings (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  equipment_id uuid not null,
  reading numeric(12,1) not null,
  read_at timestamptz default now() not null,
  photo_path text,
  flag text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint equipment_readings_pkey primary key (company_id, id),
  constraint equipment_readings_flag_known check (flag in ('below_last', 'too_high')),
  constraint equipment_readings_photo_path_length check (char_length(photo_path) <= 400),
  constraint equipment_readings_reading_range check (reading >= 0 and reading <= 10000000),
  constraint equipment_readings_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_readings_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.equipment_readings');
create index equipment_readings_by_time on public.equipment_readings (company_id, equipment_id, read_at desc);
comment on table public.equipment_readings is 'What the meter of a machine showed; written by record_meter.';
comment on column public.equipment_readings.flag is 'below_last: below the last reading that is not flagged. too_high: more than the time since can hold.';
alter table public.equipment_readings enable row level security;
alter publication supabase_realtime add table public.equipment_readings;
grant select, delete on table public.equipment_readings to authenticated;

create policy "Employees read the meters of their company" on public.equipment_readings
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers delete readings" on public.equipment_readings
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.equipment_readings
  for each row execute function private.fill_company_id('equipment', 'equipment_id');

create or replace trigger flag_changed_readings after insert or delete on public.equipment_readings
  for each row execute function private.flag_changed_readings();

create or replace trigger keep_creator before insert or update on public.equipment_readings
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.equipment_readings
  for each row execute function private.lock_identity();

create or replace trigger verify_reading after insert or delete or update on public.equipment_readings
  for each row execute function private.verify_reading();

create or replace function private.verify_reading() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_verifications(old.company_id, '{meter_jump}', array[old.id]);
  elsif new.flag is null then
    -- A new reading is flagged by an update of the same moment, which has been here before this.
    if tg_op = 'UPDATE' then
      perform private.settle_verifications(new.company_id, '{meter_jump}', array[new.id]);
    end if;
  else
    perform private.open_verification(new.company_id, 'meter_jump', new.id,
      (select e.id from public.employees e where e.company_id = new.company_id and e.user_id = new.created_by), null, new.read_at,
      'Meter jump: ' || q.name, jsonb_build_object('equipment_id', q.id, 'equipment_name', btrim(concat_ws(' ', q.number, q.name)), 'reading', new.reading,
        'flag', new.flag, 'unit', q.meter_unit, 'before', (select r.reading from public.equipment_readings r
          where r.company_id = new.company_id and r.equipment_id = new.equipment_id and r.flag is null and r.read_at < new.read_at
          order by r.read_at desc limit 1)))
    from public.equipment q where q.company_id = new.company_id and q.id = new.equipment_id;
  end if;
  return null;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.equipment_readings
  for each row execute function private.record_change();

