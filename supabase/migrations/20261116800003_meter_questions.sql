-- Which machines want their meter read at clock-out. Classes with their rates stay with managers.

create function public.meters_to_read() returns table (equipment_id uuid, name text, number text, meter_unit text, reading numeric, read_at timestamptz)
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
revoke execute on function public.meters_to_read() from public, anon;
grant execute on function public.meters_to_read() to authenticated;
