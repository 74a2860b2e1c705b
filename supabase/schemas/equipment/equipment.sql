create table public.equipment (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  number text,
  status text default 'available' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  class_id uuid,
  ownership text default 'owned' not null,
  meter_unit text,
  off_rent_date date,
  photo_path text,
  notes text,
  external_id text,
  custom jsonb default '{}'::jsonb not null,
  constraint equipment_pkey primary key (company_id, id),
  constraint equipment_number_once_per_company unique (company_id, number),
  constraint equipment_external_id_length check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint equipment_meter_unit_known check (meter_unit in ('hours', 'miles')),
  constraint equipment_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint equipment_notes_length check (char_length(notes) <= 2000),
  constraint equipment_number_length check (char_length(number) >= 1 and char_length(number) <= 40),
  constraint equipment_ownership_known check (ownership in ('owned', 'rented')),
  constraint equipment_photo_path_length check (char_length(photo_path) <= 400),
  constraint equipment_status_known check (status in ('available', 'down', 'retired')),
  constraint equipment_class foreign key (company_id, class_id) references public.equipment_classes(company_id, id),
  constraint equipment_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.equipment');
create index equipment_by_class on public.equipment (company_id, class_id) where class_id is not null;
comment on table public.equipment is 'A machine or vehicle that time is booked on; one with time is retired, never deleted.';
comment on column public.equipment.off_rent_date is 'The last day of the rental.';
comment on column public.equipment.external_id is 'Its id in accounting or another system.';
comment on column public.equipment.custom is 'Values of the company''s own fields, by the id of the field in custom_fields.';
alter table public.equipment enable row level security;
alter publication supabase_realtime add table public.equipment;
grant select, insert, update, delete on table public.equipment to authenticated;

create policy "Company roles that manage lists add equipment" on public.equipment
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists change equipment" on public.equipment
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone)
  with check (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

create policy "Company roles that manage lists delete equipment" on public.equipment
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('manage_lists')) and ((select private.scope_of('manage_lists'))).everyone);

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

create or replace trigger fill_company_id before insert on public.equipment
  for each row execute function private.fill_company_id();

create or replace trigger h_check_new_custom_values before insert on public.equipment
  for each row execute function private.check_custom_values();

create or replace trigger h_check_custom_values before update on public.equipment
  for each row when (old.custom is distinct from new.custom) execute function private.check_custom_values();

create or replace trigger keep_creator before insert or update on public.equipment
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.equipment
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.equipment
  for each row execute function private.touch_updated_at();

create or replace trigger keep_machine_with_time before delete on public.equipment
  for each row execute function private.keep_machine_with_time();

create or replace trigger zz_record_change after insert or delete or update on public.equipment
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
  if kept.id is not null then
    perform private.require_same_call(kept, jsonb_build_object('equipment_id', machine.id, 'reading', reading_param));
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

create or replace function public.equipment_hours(start_date_param date, end_date_param date, equipment_id_param uuid default null::uuid) returns table(equipment_id uuid, project_id uuid, project_name text, employee_id uuid, employee_name text, operator_seconds bigint, working_seconds bigint, idle_seconds bigint, down_seconds bigint, overlap_seconds bigint, cost numeric, travel_seconds bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role = 'employee' then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen and managers may do this.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    with parts as (
      select p.equipment_id, p.project_id, p.employee_id, p.seconds as operator, p.working_seconds as working,
        p.standby_seconds as idle, 0::bigint as down, p.overlap_seconds as overlap, p.travel_seconds as travel
      from private.machine_pieces(me.company_id, start_date_param, end_date_param, equipment_id_param) p
      union all
      select d.equipment_id, d.project_id, null, 0, d.working_minutes * 60, d.idle_minutes * 60, d.down_minutes * 60, 0, 0
      from public.equipment_days d
      where d.company_id = me.company_id and d.work_date between start_date_param and end_date_param
        and (equipment_id_param is null or d.equipment_id = equipment_id_param)
    ), sums as (
      select p.equipment_id, p.project_id, p.employee_id, sum(p.operator)::bigint as operator, sum(p.working)::bigint as working,
        sum(p.idle)::bigint as idle, sum(p.down)::bigint as down, sum(p.overlap)::bigint as overlap, sum(p.travel)::bigint as travel
      from parts p group by 1, 2, 3
    )
    select s.equipment_id, s.project_id, j.name, s.employee_id, btrim(concat_ws(' ', e.first_name, e.last_name)),
      s.operator, s.working, s.idle, s.down, s.overlap,
      case when me.role in ('owner', 'manager') then private.machine_amount(c, s.working, s.travel, s.idle) end, s.travel
    from sums s
    join public.equipment q on q.company_id = me.company_id and q.id = s.equipment_id
    left join public.equipment_classes c on c.company_id = me.company_id and c.id = q.class_id
    left join public.projects j on j.company_id = me.company_id and j.id = s.project_id
    left join public.employees e on e.company_id = me.company_id and e.id = s.employee_id
    order by q.name, j.name, s.operator desc;
end $$;
comment on function public.equipment_hours(date,date,uuid) is 'Machine time by project and operator: operator seconds, the working ones without those two spent on the machine at once, travel, idle (standby of operators and entered by day) and down ones. Cost by the rates of the class for managers.';
grant execute on function public.equipment_hours(date,date,uuid) to authenticated;

create or replace function private.machine_pieces(company_id_param uuid, start_date_param date, end_date_param date, equipment_id_param uuid) returns table(equipment_id uuid, entry_id uuid, employee_id uuid, project_id uuid, work_date date, seconds bigint, overlap_seconds bigint, kind text, working_seconds bigint, travel_seconds bigint, standby_seconds bigint)
language sql stable security definer set search_path = '' as $$
  with worked as materialized (
    select t.equipment_id, t.id, t.employee_id, t.project_id, t.work_date, t.clock_in, t.kind, t.share, t.is_split,
      int8multirange(int8range(private.epoch_minute(t.clock_in), private.epoch_minute(coalesce(t.clock_out, now())))) - coalesce((
        select range_agg(int8range(private.epoch_minute(b.started_at), private.epoch_minute(coalesce(b.ended_at, t.clock_out, now()))))
        from public.time_entry_breaks b
        where b.company_id = t.company_id and b.time_entry_id = t.id
          and private.break_is_deducted(b.paid, private.epoch_minute(b.started_at), private.epoch_minute(b.ended_at),
            private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date))), '{}') as minutes
    from (
      select e.company_id, e.id, e.employee_id, e.project_id, e.work_date, e.clock_in, e.clock_out, e.equipment_id, 'working' as kind, 100::numeric as share, false as is_split
      from public.time_entries e
      where e.company_id = company_id_param and e.equipment_id is not null and e.machines is null and (equipment_id_param is null or e.equipment_id = equipment_id_param)
        and e.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '7 days'
        and e.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '38 hours'
      union all
      select e.company_id, e.id, e.employee_id, e.project_id, e.work_date, e.clock_in, e.clock_out, m.equipment_id, m.kind, m.share, true
      from public.time_entries e cross join lateral private.machine_parts(e.machines) m
      where e.company_id = company_id_param and e.machines is not null and m.equipment_id is not null
        and (equipment_id_param is null or m.equipment_id = equipment_id_param)
        and e.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '7 days'
        and e.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '38 hours') t
    where private.epoch_minute(coalesce(t.clock_out, now())) > private.epoch_minute(t.clock_in)
  ), judged as materialized (
    -- When within a split entry a machine ran is not known: its part is doubled by who had the machine all along, for its share, and doubles nobody.
    select w.*, w.minutes * coalesce(range_agg(w.minutes) filter (where not w.is_split) over (
        partition by w.equipment_id order by w.is_split, w.clock_in, w.id rows between unbounded preceding and 1 preceding), '{}') as doubled
    from worked w
  )
  select d.equipment_id, d.id, d.employee_id, d.project_id, d.work_date, d.seconds, d.overlap, d.kind,
    case d.kind when 'working' then d.seconds - d.overlap else 0 end, case d.kind when 'travel' then d.seconds else 0 end, case d.kind when 'standby' then d.seconds else 0 end
  from (
    select j.equipment_id, j.id, j.employee_id, j.project_id, p.work_date, p.seconds::bigint as seconds, j.kind,
      case when j.kind <> 'working' then 0 else least(p.seconds, round(j.share / 100 * coalesce((select sum(upper(part) - lower(part)) * 60 from unnest(j.doubled * int8multirange(int8range(
      private.epoch_minute(p.work_date::timestamp at time zone private.zone_of(company_id_param, j.project_id)),
      private.epoch_minute((p.work_date + 1)::timestamp at time zone private.zone_of(company_id_param, j.project_id))))) as part), 0) / 60) * 60)::bigint end as overlap
    from judged j
    join private.work_pieces p on p.company_id = company_id_param and p.entry_id = j.id and p.equipment_id = j.equipment_id and p.machine_kind = j.kind
    where p.work_date between start_date_param and end_date_param) d;
$$;
comment on function private.machine_pieces(uuid,date,date,uuid) is 'Operator seconds of machines by entry, day and what the machine did, with the share of an entry that has several; how many of the working ones somebody who started earlier was on the machine as well. Everything that totals hours or cost of machines reads this.';

create or replace function public.equipment_overview() returns table(equipment_id uuid, name text, number text, class_id uuid, class_name text, ownership text, status text, meter_unit text, off_rent_date date, photo_path text, notes text, checklist text[], reading numeric, read_at timestamptz, project_id uuid, project_name text, operators text[], working_since timestamptz, last_used_on date, week_seconds bigint, services json, service_state text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  today date := (now() at time zone private.zone_of(me.company_id, null))::date;
  week date := private.week_of(today, (select c.week_start from public.companies c where c.id = me.company_id));
begin
  if me.role = 'employee' then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen and managers may do this.';
  end if;
  return query
    with hours as materialized (
      select p.equipment_id, sum(p.working_seconds) as seconds
      from private.machine_pieces(me.company_id, week, today, null) p group by 1
    ), days as materialized (
      select d.equipment_id, sum(d.working_minutes) * 60 as seconds from public.equipment_days d
      where d.company_id = me.company_id and d.work_date between week and today group by 1
    ), running as materialized (
      select m.equipment_id, min(t.clock_in) as since, (array_agg(t.project_id order by t.clock_in))[1] as project_id,
        array_agg(btrim(concat_ws(' ', e.first_name, e.last_name)) order by t.clock_in) as operators
      from public.time_entries t join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
      cross join lateral (select distinct x.equipment_id from private.machines_of(t.equipment_id, t.machines) x) m
      where t.company_id = me.company_id and t.clock_out is null and t.equipment_id is not null group by 1
    ), services as materialized (
      select s.equipment_id, json_agg(s order by s.left_hours, s.left_days) as list,
        (array['ok', 'soon', 'due', 'overdue'])[max(array_position(array['ok', 'soon', 'due', 'overdue'], s.state))] as state
      from private.service_states(me.company_id) s group by 1
    )
    select q.id, q.name, q.number, q.class_id, c.name, q.ownership, q.status, q.meter_unit, q.off_rent_date, q.photo_path, q.notes,
      c.checklist, meter.reading, meter.read_at, coalesce(r.project_id, used.project_id), p.name, coalesce(r.operators, '{}'), r.since,
      used.work_date, (coalesce(h.seconds, 0) + coalesce(d.seconds, 0))::bigint, coalesce(s.list, '[]'), s.state
    from public.equipment q
    left join public.equipment_classes c on c.company_id = q.company_id and c.id = q.class_id
    left join hours h on h.equipment_id = q.id
    left join days d on d.equipment_id = q.id
    left join running r on r.equipment_id = q.id
    left join services s on s.equipment_id = q.id
    left join lateral (select m.reading, m.read_at from public.equipment_readings m
      where m.company_id = q.company_id and m.equipment_id = q.id and m.flag is null order by m.read_at desc limit 1) meter on true
    left join lateral (select k.project_id, k.work_date from public.work_totals k
      where k.company_id = q.company_id and k.equipment_id = q.id order by k.work_date desc limit 1) used on true
    left join public.projects p on p.company_id = q.company_id and p.id = coalesce(r.project_id, used.project_id)
    where q.company_id = me.company_id
    order by q.status = 'retired', q.number, q.name;
end $$;
comment on function public.equipment_overview() is 'Every machine with its meter, where and by whom it is used, hours of this week and services with what is left. For foremen and managers.';
grant execute on function public.equipment_overview() to authenticated;

create or replace function private.service_states(company_id_param uuid) returns table(id uuid, equipment_id uuid, name text, every_hours numeric, every_days integer, last_done_at timestamptz, last_done_reading numeric, left_hours numeric, left_days integer, state text)
language sql stable security definer set search_path = '' as $$
  select s.id, s.equipment_id, s.name, s.every_hours, s.every_days, s.last_done_at, s.last_done_reading,
    s.every_hours - used.hours, s.every_days - used.days,
    (array['ok', 'soon', 'due', 'overdue'])[greatest(
      array_position(array['ok', 'soon', 'due', 'overdue'], private.service_state(used.hours, s.every_hours)),
      array_position(array['ok', 'soon', 'due', 'overdue'], private.service_state(used.days, s.every_days)), 1)]
  from public.equipment_services s
  join public.companies c on c.id = s.company_id
  left join lateral (
    select r.reading from public.equipment_readings r
    where r.company_id = s.company_id and r.equipment_id = s.equipment_id and r.flag is null
    order by r.read_at desc limit 1) meter on true
  cross join lateral (
    select meter.reading - coalesce(s.last_done_reading, 0) as hours,
      (now() at time zone c.time_zone)::date - (coalesce(s.last_done_at, s.created_at) at time zone c.time_zone)::date as days) used
  where s.company_id = company_id_param;
$$;
comment on function private.service_states(uuid) is 'Every service with what is left until it is due, by meter and by days, whichever comes first.';

create or replace function private.service_state(used_param numeric, every_param numeric) returns text
language sql immutable parallel safe
return case when ((used_param is null) or (every_param is null)) then null::text when (used_param > every_param) then 'overdue'::text when (used_param = every_param) then 'due'::text when (used_param >= (every_param * 0.9)) then 'soon'::text else 'ok'::text end;
comment on function private.service_state(numeric,numeric) is 'ok; soon in the last tenth; due; overdue.';

create or replace function public.meters_to_read() returns table(equipment_id uuid, name text, number text, meter_unit text, reading numeric, read_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select q.id, q.name, q.number, q.meter_unit, last.reading, last.read_at
    from public.equipment q
    join public.equipment_classes c on c.company_id = q.company_id and c.id = q.class_id and c.meter_at_clock_out
    left join lateral (
      select r.reading, r.read_at from public.equipment_readings r
      where r.company_id = q.company_id and r.equipment_id = q.id and r.flag is null
      order by r.read_at desc limit 1) last on true
    where q.company_id = me.company_id and q.meter_unit is not null and q.status <> 'retired'
    order by q.name, q.id;
end $$;
comment on function public.meters_to_read() is 'Everyone: machines whose class wants the meter at clock-out, with the last reading that is not flagged.';
grant execute on function public.meters_to_read() to authenticated;

create or replace function private.set_failed_machine_out_of_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.passed then
    update public.equipment q set status = 'down'
      where q.company_id = new.company_id and q.id = new.equipment_id and q.status = 'available'
        -- What a phone sends late says nothing about a machine that was inspected since.
        and not exists (select from public.equipment_inspections i where i.company_id = new.company_id and i.equipment_id = new.equipment_id
          and i.passed and i.inspected_at > new.inspected_at);
  end if;
  return null;
end $$;

create or replace function private.flag_changed_readings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.flag_readings(new.company_id, new.equipment_id, new.read_at);
  else
    perform private.flag_readings(old.company_id, old.equipment_id, old.read_at);
  end if;
  return null;
end $$;

create or replace function private.flag_readings(company_id_param uuid, equipment_id_param uuid, from_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant numeric := case (select q.meter_unit from public.equipment q
    where q.company_id = company_id_param and q.id = equipment_id_param) when 'miles' then 80 else 1 end;
  spare constant numeric := case per_hour when 1 then 0.1 else 0 end;
  last_reading numeric;
  last_read_at timestamptz;
  next record;
  judged text;
begin
  select r.reading, r.read_at into last_reading, last_read_at from public.equipment_readings r
    where r.company_id = company_id_param and r.equipment_id = equipment_id_param and r.read_at < from_param and r.flag is null
    order by r.read_at desc limit 1;
  for next in
    select r.id, r.reading, r.read_at, r.flag from public.equipment_readings r
    where r.company_id = company_id_param and r.equipment_id = equipment_id_param and r.read_at >= from_param
    order by r.read_at, r.created_at, r.id
  loop
    judged := case
      when next.reading < last_reading then 'below_last'
      when next.reading - last_reading > extract(epoch from next.read_at - last_read_at) / 3600 * per_hour + spare then 'too_high' end;
    if judged is distinct from next.flag then
      update public.equipment_readings r set flag = judged where r.company_id = company_id_param and r.id = next.id;
    end if;
    if judged is null then
      last_reading := next.reading;
      last_read_at := next.read_at;
    end if;
  end loop;
end $$;
comment on function private.flag_readings(uuid,uuid,timestamp with time zone) is 'Judges the readings from this moment on, each against the last before it that is not flagged.';

create or replace function private.meters_between(latitude_a double precision, longitude_a double precision, latitude_b double precision, longitude_b double precision) returns double precision
language sql immutable strict parallel safe set search_path = '' as $$
  select 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(latitude_b - latitude_a) / 2) ^ 2
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * sin(radians(longitude_b - longitude_a) / 2) ^ 2)));
$$;

create or replace function private.machine_cost(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_seconds bigint)
language sql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
  with machines as materialized (
    select w.equipment_id, min(w.work_date) as first_date, max(w.work_date) as last_date from private.work_done w
     where w.company_id = company_id_param and w.project_id = project_id_param and w.equipment_id is not null
     group by w.equipment_id
  ), parts as (
    select p.equipment_id, t.cost_code_id, p.working_seconds as working, p.travel_seconds as travel, p.standby_seconds as idle
      from machines m
      cross join lateral private.machine_pieces(company_id_param, m.first_date, m.last_date, m.equipment_id) p
      join public.time_entries t on t.company_id = company_id_param and t.id = p.entry_id
     where p.project_id = project_id_param
    union all
    select d.equipment_id, null, d.working_minutes * 60, 0, d.idle_minutes * 60 from public.equipment_days d
     where d.company_id = company_id_param and d.project_id = project_id_param
  ), sums as (
    select p.equipment_id, r.root, sum(p.working) as working, sum(p.travel) as travel, sum(p.idle) as idle
      from parts p left join private.cost_code_roots(company_id_param) r on r.id = p.cost_code_id
     group by p.equipment_id, r.root
  )
  select s.root, coalesce(sum(private.machine_amount(c, s.working, s.travel, s.idle)), 0),
    coalesce(sum(s.working + s.travel) filter (where private.machine_amount(c, s.working, s.travel, s.idle) is null), 0)::bigint
  from sums s
  join public.equipment q on q.company_id = company_id_param and q.id = s.equipment_id
  left join public.equipment_classes c on c.company_id = company_id_param and c.id = q.class_id
  group by s.root;
$$;
comment on function private.machine_cost(uuid,uuid) is 'What the machines of a project cost by code: private.machine_amount to the cent by machine and code. Days entered without an operator have no code.';

create or replace function private.machine_amount(class public.equipment_classes, working_seconds_param numeric, travel_seconds_param numeric, standby_seconds_param numeric) returns numeric
language sql immutable parallel safe
return round((working_seconds_param * class.operating_rate + travel_seconds_param * coalesce(class.travel_rate, class.operating_rate)
  + standby_seconds_param * coalesce(class.standby_rate, 0)) / 3600, 2);
comment on function private.machine_amount(public.equipment_classes,numeric,numeric,numeric) is 'What machine time costs, to the cent: work at the operating rate of its class, travel at its travel rate or else the operating rate, standby at its standby rate or nothing. Null without an operating rate.';
