-- What a planner changes of a crew's shifts is changed for all of them or for none, not only where
-- and when they are: what they work on, the note, and taking back a cancellation.
create or replace function public.move_shifts(moves_param jsonb) returns setof public.shifts
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
      project_id = case when move.fields ? 'project_id' then (move.fields ->> 'project_id')::uuid else s.project_id end,
      cost_code_id = case when move.fields ? 'cost_code_id' then (move.fields ->> 'cost_code_id')::uuid else s.cost_code_id end,
      note = case when move.fields ? 'note' then move.fields ->> 'note' else s.note end,
      cancelled = coalesce((move.fields ->> 'cancelled')::boolean, s.cancelled),
      starts_at = coalesce((move.fields ->> 'starts_at')::timestamptz, s.starts_at),
      ends_at = coalesce((move.fields ->> 'ends_at')::timestamptz, s.ends_at)
      where s.company_id = me.company_id and s.id = move.id returning * into moved;
    if moved.id is null then
      raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not on your schedule, or it has begun.';
    end if;
    return next moved;
  end loop;
end $$;
comment on function public.move_shifts(jsonb) is 'Managers: changes shifts [{"id", "employee_id", "crew_id", "equipment_id", "project_id", "cost_code_id", "starts_at", "ends_at", "note", "cancelled"}], all or none; what is left out stays.';
