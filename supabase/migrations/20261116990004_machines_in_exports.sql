-- Payroll files say which machines the hours of a line were worked with.

drop function public.payroll_line_origins(date, date);
create function public.payroll_line_origins(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, entry_ids uuid[], certified boolean, approved_by text, approved_at timestamptz, equipment text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  zone text;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  select c.time_zone into zone from public.companies c where c.id = company;
  return query
  with entries as (
    -- A shift over midnight has lines on both days; its approval is that of the day it began.
    select t.id, t.employee_id, d::date as work_date, t.project_id, t.cost_code_id, t.clock_in, a.approved_by, a.approved_at,
      coalesce(q.number, q.name) as machine
    from public.time_entries t
    left join public.equipment q on q.company_id = t.company_id and q.id = t.equipment_id
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
      and a.approved_at >= t.updated_at
    cross join lateral generate_series(t.work_date,
      greatest(t.work_date, ((t.clock_out - interval '1 microsecond') at time zone zone)::date), interval '1 day') d
    where t.company_id = company and t.clock_out is not null
      and t.work_date between start_date_param - 7 and end_date_param
  ), origins as (
    select e.employee_id, e.work_date, e.project_id, e.cost_code_id, array_agg(e.id order by e.clock_in, e.id) as entry_ids,
      bool_and(e.approved_at is not null) as approved, max(e.approved_at) as approved_at,
      (array_agg(e.approved_by order by e.approved_at desc nulls last))[1] as approver,
      array_agg(distinct e.machine) filter (where e.machine is not null) as machines
    from entries e
    where e.work_date between start_date_param and end_date_param
    group by e.employee_id, e.work_date, e.project_id, e.cost_code_id
  )
  select o.employee_id, o.work_date, o.project_id, o.cost_code_id, o.entry_ids,
    coalesce(frozen.certified, p.prevailing_wage, false),
    case when o.approved then btrim(concat_ws(' ', who.first_name, who.last_name)) end,
    case when o.approved then o.approved_at end, coalesce(o.machines, '{}')
  from origins o
  left join public.projects p on p.company_id = company and p.id = o.project_id
  -- What a locked period says stays, whatever becomes of the project.
  left join lateral (
    select l.certified from public.payroll_lines l
    where l.company_id = company and l.employee_id = o.employee_id and l.work_date = o.work_date and l.project_id = o.project_id
    limit 1) frozen on true
  left join public.employees who on who.company_id = company and who.user_id = o.approver
  order by o.employee_id, o.work_date, o.project_id, o.cost_code_id;
end $$;
comment on function public.payroll_line_origins(date, date) is
  'Manager, owner: per person, day, project and cost code the entries behind the lines, whether the work is certified (prevailing wage), who approved it when, and the machines, by number or name.';
revoke execute on function public.payroll_line_origins(date, date) from public, anon;
grant execute on function public.payroll_line_origins(date, date) to authenticated;
