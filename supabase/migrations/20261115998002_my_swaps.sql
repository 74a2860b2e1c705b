-- Swaps one takes part in, with the shift they are about: the colleague cannot read it yet.

create function public.my_swaps()
returns table (id uuid, status text, asked_by_me boolean, person text, note text, shift_id uuid, work_date date, starts_at timestamptz, ends_at timestamptz,
  project_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query
  select w.id, w.status, w.employee_id = me.id, btrim(e.first_name || ' ' || e.last_name), w.note, s.id, s.work_date, s.starts_at, s.ends_at, p.name
  from public.shift_swaps w
  join public.shifts s on s.company_id = w.company_id and s.id = w.shift_id
  join public.employees e on e.company_id = w.company_id and e.id = case when w.employee_id = me.id then w.to_employee_id else w.employee_id end
  left join public.projects p on p.company_id = s.company_id and p.id = s.project_id
  where w.company_id = me.company_id and me.id in (w.employee_id, w.to_employee_id) and w.status in ('asked', 'accepted')
  order by s.starts_at, w.id;
end $$;
revoke execute on function public.my_swaps() from public, anon;
grant execute on function public.my_swaps() to authenticated;
comment on function public.my_swaps() is 'Everyone: open swaps they asked for or were asked for, with the shift.';
