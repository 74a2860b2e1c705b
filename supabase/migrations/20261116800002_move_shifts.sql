-- Several shifts moved at once, all or none: a crew dragged to another day is one change.

create function public.move_shifts(moves_param jsonb) returns setof public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  move record;
  moved public.shifts;
begin
  if jsonb_typeof(moves_param) is distinct from 'array' or jsonb_array_length(moves_param) > 500 then
    raise exception using errcode = 'P0001', hint = 'moves_form', message = 'Send a list of up to 500 moves.';
  end if;
  -- In one order for everybody, so that two planners wait for one another instead of failing.
  for move in
    select (m ->> 'id')::uuid as id, m as fields from jsonb_array_elements(moves_param) m order by 1
  loop
    update public.shifts s set
      employee_id = case when move.fields ? 'employee_id' then (move.fields ->> 'employee_id')::uuid else s.employee_id end,
      crew_id = case when move.fields ? 'crew_id' then (move.fields ->> 'crew_id')::uuid else s.crew_id end,
      equipment_id = case when move.fields ? 'equipment_id' then (move.fields ->> 'equipment_id')::uuid else s.equipment_id end,
      starts_at = coalesce((move.fields ->> 'starts_at')::timestamptz, s.starts_at),
      ends_at = coalesce((move.fields ->> 'ends_at')::timestamptz, s.ends_at)
      where s.company_id = me.company_id and s.id = move.id returning * into moved;
    if moved.id is null then
      raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule, or it has begun.';
    end if;
    return next moved;
  end loop;
end $$;
comment on function public.move_shifts(jsonb) is 'Managers: moves shifts [{"id", "employee_id", "crew_id", "equipment_id", "starts_at", "ends_at"}], all or none; what is left out stays.';
revoke execute on function public.move_shifts(jsonb) from public, anon;
grant execute on function public.move_shifts(jsonb) to authenticated;
