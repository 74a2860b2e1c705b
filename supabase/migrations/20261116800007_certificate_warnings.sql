-- Whoever is planned on a day their certificate no longer counts is warned about, like time off and rest.

create function private.expired_certificates(company_id_param uuid, start_date_param date, end_date_param date)
returns table (employee_id uuid, shift_id uuid, work_date date)
language sql stable security definer set search_path = '' as $$
  select s.employee_id, s.id, s.work_date
  from public.shifts s
  where s.company_id = company_id_param and s.work_date between start_date_param and end_date_param and not s.cancelled and s.employee_id is not null
    and exists (
      select from public.certifications k
      join public.certification_types t on t.company_id = k.company_id and t.id = k.type_id and t.active
      where k.company_id = s.company_id and k.employee_id = s.employee_id
      group by k.type_id
      -- A renewed one is a row of its own: the latest end counts, and one without an end always does.
      having bool_and(k.expires_on is not null) and max(k.expires_on) < s.work_date);
$$;
comment on function private.expired_certificates(uuid, date, date) is 'Shifts of people of whom some certificate has expired by that day.';
revoke execute on function private.expired_certificates(uuid, date, date) from public;

create or replace function public.schedule_warnings(start_date_param date, end_date_param date) returns table (kind text, severity text, employee_id uuid,
  equipment_id uuid, shift_id uuid, other_shift_id uuid, work_date date, minutes bigint, cents bigint, premium_cents bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select c.kind, c.severity, c.employee_id, c.equipment_id, c.shift_id, c.other_shift_id, c.work_date, c.minutes, null::bigint, null::bigint
  from private.shift_conflicts(me.company_id, start_date_param, end_date_param) c
  union all
  select 'certificate', 'warning', e.employee_id, null, e.shift_id, null, e.work_date, null, null, null
  from private.expired_certificates(me.company_id, start_date_param, end_date_param) e
  union all
  select 'overtime', 'warning', p.employee_id, null, null, null, p.week_start, p.overtime_minutes, p.overtime_cents, p.premium_cents
  from private.projected_pay(me.company_id, start_date_param, end_date_param, now()) p
  where p.overtime_minutes > 0 and p.planned_minutes > 0
  order by 2, 7, 1, 3;
end $$;
comment on function public.schedule_warnings(date, date) is 'Managers: what is wrong with a plan: overlap, equipment_overlap, time_off, equipment_down, equipment_retired, equipment_off_rent, rest, availability, certificate, and per workweek overtime with what its hours cost. Nothing is refused.';
