-- No search_path is set here, so that the planner can inline it into every sum of time; it uses pg_catalog only.
create or replace function private.machine_parts(machines_param jsonb) returns table(equipment_id uuid, kind text, share numeric, upto numeric)
language sql immutable parallel safe rows 3 as $$
  select (m.part ->> 'equipment_id')::uuid, m.part ->> 'kind', (m.part ->> 'share')::numeric,
    sum((m.part ->> 'share')::numeric) over (order by m.place)
  from jsonb_array_elements(machines_param) with ordinality as m (part, place);
$$;
comment on function private.machine_parts(jsonb) is 'The parts of time_entries.machines in order, with the percent each takes and reaches up to.';

create or replace function private.minutes_of_part(minutes_param integer, share_param numeric, upto_param numeric) returns integer
language sql immutable parallel safe
return case
  when upto_param is null then minutes_param
  else (round(minutes_param * upto_param / 100) - round(minutes_param * (upto_param - share_param) / 100))::integer end;
comment on function private.minutes_of_part(integer,numeric,numeric) is 'Minutes of a part of an entry: from one rounded end to the next, so that the parts are the minutes to the minute. Without a part: all of them.';

create or replace function private.machines_of(equipment_id_param uuid, machines_param jsonb) returns table(equipment_id uuid, kind text, share numeric)
language sql immutable parallel safe rows 1 set search_path = '' as $$
  select equipment_id_param, 'working', 100::numeric where machines_param is null and equipment_id_param is not null
  union all
  select p.equipment_id, p.kind, p.share from private.machine_parts(machines_param) p where p.equipment_id is not null;
$$;
comment on function private.machines_of(uuid,jsonb) is 'The machines of an entry, one or several, with what they did and the percent of its time.';

create or replace function private.has_machine(machines_param jsonb, equipment_id_param uuid) returns boolean
language sql immutable parallel safe
return machines_param @> jsonb_build_array(jsonb_build_object('equipment_id', equipment_id_param));
grant execute on function private.has_machine(jsonb,uuid) to authenticated, service_role;

create or replace function private.first_machine(machines_param jsonb) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select (m.part ->> 'equipment_id')::uuid from jsonb_array_elements(machines_param) with ordinality as m (part, place)
  where m.part ->> 'equipment_id' is not null order by m.place limit 1;
$$;
grant execute on function private.first_machine(jsonb) to authenticated, service_role;

create or replace function private.read_machines(company_id_param uuid, machines_param jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  parts jsonb;
  total numeric;
begin
  if jsonb_typeof(machines_param) <> 'array' or jsonb_array_length(machines_param) not between 1 and 6
    or exists (select from jsonb_array_elements(machines_param) p
      where jsonb_typeof(p) <> 'object' or coalesce(jsonb_typeof(p -> 'share'), '') <> 'number'
        or coalesce(p ->> 'kind', 'working') not in ('working', 'travel', 'standby')
        or coalesce(jsonb_typeof(p -> 'equipment_id'), 'null') not in ('string', 'null')
        or p ->> 'equipment_id' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        or p ->> 'equipment_id' is null and coalesce(p ->> 'kind', 'working') <> 'working') then
    raise exception using errcode = 'P0001', hint = 'machines_unreadable',
      message = 'Name one to six machines, each with a share in percent and working, travel or standby.';
  end if;
  select jsonb_agg(jsonb_build_object('equipment_id', lower(p ->> 'equipment_id'), 'kind', coalesce(p ->> 'kind', 'working'), 'share', trim_scale((p ->> 'share')::numeric)) order by place),
      sum((p ->> 'share')::numeric)
    into parts, total from jsonb_array_elements(machines_param) with ordinality as m (p, place);
  if exists (select from private.machine_parts(parts) p where p.share <= 0 or p.share <> round(p.share, 2)) or total <> 100 then
    raise exception using errcode = 'P0001', hint = 'machines_not_whole', detail = jsonb_build_object('total', trim_scale(total))::text,
      message = format('The shares of the machines make %s percent. Together they must make 100.', trim_scale(total));
  elsif exists (select from private.machine_parts(parts) p group by p.equipment_id, p.kind having count(*) > 1) then
    raise exception using errcode = 'P0001', hint = 'machine_named_twice', message = 'A machine is named twice. Put its shares together.';
  elsif private.first_machine(parts) is null then
    raise exception using errcode = 'P0001', hint = 'machines_unreadable',
      message = 'Name one to six machines, each with a share in percent and working, travel or standby.';
  elsif exists (select from private.machine_parts(parts) p where p.equipment_id is not null
      and not exists (select from public.equipment q where q.company_id = company_id_param and q.id = p.equipment_id)) then
    raise exception using errcode = 'foreign_key_violation', constraint = 'time_entries_equipment', schema = 'public', table = 'time_entries',
      message = 'insert or update on table "time_entries" violates foreign key constraint "time_entries_equipment"';
  end if;
  return parts;
end $$;
comment on function private.read_machines(uuid,jsonb) is 'The split of machines of an entry in one way of writing; refuses shares that are no whole, a machine named twice and one of nobody or another company.';
grant execute on function private.read_machines(uuid,jsonb) to authenticated, service_role;

create or replace function public.set_entry_machines(entry_id_param uuid, machines_param jsonb) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  entry public.time_entries;
begin
  select * into entry from public.time_entries e
    where e.company_id = me.company_id and e.employee_id = me.id and e.id = entry_id_param for no key update;
  if entry.id is null then
    raise exception using errcode = 'P0001', hint = 'entry_gone', message = 'This entry no longer exists.';
  end if;
  return private.name_machines(entry, machines_param, clock_timestamp());
end $$;
comment on function public.set_entry_machines(uuid,jsonb) is 'Everyone, of their own time: what is run during the entry, as in time_entries.machines, while the clock runs and up to an hour after it stopped; later it is an edit. [] is without a machine.';
grant execute on function public.set_entry_machines(uuid,jsonb) to authenticated;

create or replace function private.name_machines(entry public.time_entries, machines_param jsonb, moment_param timestamptz) returns public.time_entries
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(moment_param > entry.clock_out + interval '1 hour', false) then
    perform private.require_own_time_right('edit');
  end if;
  update public.time_entries e set machines = nullif(machines_param, '[]'), equipment_id = case when machines_param <> '[]' then e.equipment_id end
    where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  return entry;
end $$;
comment on function private.name_machines(public.time_entries,jsonb,timestamptz) is 'What is run during an entry. With the clock, and an hour after it, this is the clock and no edit.';

create or replace function private.event_machines(event public.synced_events) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(event.payload -> 'machines') = 'array' and event.payload -> 'machines' <> '[]' then
    return private.read_machines(event.company_id, event.payload -> 'machines');
  end if;
  return null;
exception when raise_exception or integrity_constraint_violation then
  -- Shares that cannot be are no reason to hold a punch; what was sent stays in synced_events.
  return null;
end $$;
comment on function private.event_machines(public.synced_events) is 'The split of machines that was said on the device; null where none was, or nothing that could be one.';

create or replace function private.replace_machine(machines_param jsonb, from_id_param uuid, into_id_param uuid) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('equipment_id', r.equipment_id, 'kind', r.kind, 'share', r.share) order by r.place)
  from (select case when p.equipment_id = from_id_param then into_id_param else p.equipment_id end as equipment_id, p.kind, sum(p.share) as share, min(p.upto) as place
    from private.machine_parts(machines_param) p group by 1, 2) r;
$$;
comment on function private.replace_machine(jsonb,uuid,uuid) is 'A split of machines with one of them replaced by another; what both had is put together.';

create or replace function private.keep_machine_with_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.time_entries t where t.company_id = old.company_id and t.machines is not null and private.has_machine(t.machines, old.id))
    and exists (select from public.companies c where c.id = old.company_id) then
    raise exception using errcode = 'foreign_key_violation', constraint = 'time_entries_equipment', schema = 'public', table = 'time_entries',
      message = 'update or delete on table "equipment" violates foreign key constraint "time_entries_equipment" on table "time_entries"';
  end if;
  return old;
end $$;
comment on function private.keep_machine_with_time() is 'Stands for a foreign key of time_entries.machines.';
