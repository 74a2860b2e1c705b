-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  constraint equipment_readings_flag_known check (flag = any (array['below_last'::text, 'too_high'::text])),
  constraint equipment_readings_photo_path_length check (char_length(photo_path) <= 400),
  constraint equipment_readings_reading_range check (reading >= 0::numeric and reading <= 10000000::numeric),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_read_at check (isfinite(read_at)),
  constraint finite_reading check (reading > '-Infinity'::numeric and reading < 'Infinity'::numeric),
  constraint equipment_readings_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint equipment_readings_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade
);
create index equipment_readings_by_time on public.equipment_readings using btree (company_id, equipment_id, read_at desc);
comment on table public.equipment_readings is 'What the meter of a machine showed; written by record_meter.';
comment on column public.equipment_readings.flag is 'below_last: below the last reading that is not flagged. too_high: more than the time since can hold.';
alter table public.equipment_readings enable row level security;
grant select, delete on table public.equipment_readings to authenticated;

create policy "Employees read the meters of their company" on public.equipment_readings
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers delete readings" on public.equipment_readings
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

alter publication supabase_realtime add table public.equipment_readings;

create or replace trigger fill_company_id before insert on public.equipment_readings
  for each row execute function private.fill_company_id('equipment', 'equipment_id');

create or replace trigger flag_changed_readings after insert or delete on public.equipment_readings
  for each row execute function private.flag_changed_readings();

create or replace trigger keep_identity before update on public.equipment_readings
  for each row execute function private.keep_identity();

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

create or replace trigger verify_reading after insert or delete or update on public.equipment_readings
  for each row execute function private.verify_reading();

create or replace trigger zz_record_change after insert or delete or update on public.equipment_readings
  for each row execute function private.record_change();

create or replace function public.record_meter(equipment_id_param uuid, reading_param numeric, read_at_param timestamptz default now(), photo_path_param text default null::text, id_param uuid default null::uuid) returns public.equipment_readings
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  machine public.equipment;
  kept public.equipment_readings;
begin
  -- One reading of a machine at a time, so that each is judged against the one before.
  select * into machine from public.equipment q where q.company_id = me.company_id and q.id = equipment_id_param for update;
  if machine.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This machine was not found.';
  end if;
  select * into kept from public.equipment_readings r where r.company_id = me.company_id and r.id = id_param;
  if kept.equipment_id = machine.id then
    return kept;
  end if;
  if read_at_param > now() + interval '5 minutes' then
    raise exception using errcode = 'P0001', hint = 'time_in_future', message = 'You can''t enter time in the future.';
  end if;
  insert into public.equipment_readings (company_id, id, equipment_id, reading, read_at, photo_path)
    values (me.company_id, coalesce(id_param, gen_random_uuid()), machine.id, reading_param, coalesce(read_at_param, now()), photo_path_param)
    returning * into kept;
  select * into kept from public.equipment_readings r where r.company_id = me.company_id and r.id = kept.id;
  return kept;
end $$;
comment on function public.record_meter(uuid,numeric,timestamp with time zone,text,uuid) is 'Keeps a reading and flags what cannot be; idempotent by id.';
grant execute on function public.record_meter(uuid,numeric,timestamp with time zone,text,uuid) to authenticated;
