-- One rule for how long something took, for every screen, report and pay:
-- punches count with the minute they fell in (RN-7), and a break is taken off only if it is unpaid and at
-- least as long as the overtime policy asks (BR-1 to BR-3). All are plain SQL without settings, so that
-- they melt into the query that asks, also per row.

create function private.unpaid_break_default() returns integer
language sql immutable parallel safe return 30;

-- The more specific policy wins: employee on a project, project (the work state governs), employee, company.
create function private.unpaid_break_minimum(company_id_param uuid, employee_id_param uuid, project_id_param uuid, date_param date)
returns integer
language sql stable parallel safe
return coalesce((
  select (p.policy ->> 'unpaid_break_minutes')::integer
  from public.overtime_policies p
  where p.company_id = company_id_param and p.effective_from <= date_param
    and (p.project_id is null or p.project_id = project_id_param)
    and (p.employee_id is null or p.employee_id = employee_id_param)
  order by p.project_id is null, p.employee_id is null, p.effective_from desc
  limit 1), private.unpaid_break_default());
comment on function private.unpaid_break_minimum(uuid, uuid, uuid, date) is
  'Minutes an unpaid break must last to be taken off, by the overtime policy that holds for this work.';

create function private.break_is_deducted(paid_param boolean, started_minute_param integer, ended_minute_param integer, minimum_param integer)
returns boolean
language sql immutable parallel safe
return not paid_param and coalesce(ended_minute_param - started_minute_param >= minimum_param, true);
comment on function private.break_is_deducted(boolean, integer, integer, integer) is
  'Whether a break (in private.epoch_minute) is taken off: unpaid and long enough. One that is not over (end null) is off for now.';

-- What each entry adds to each day: cut at midnight in the zone of its work date, net of breaks that are
-- taken off. A running entry counts up to now. Its number of entries stands on the day it began.
create view private.work_pieces as
select t.company_id, t.id as entry_id, t.employee_id, t.project_id, t.cost_code_id, t.equipment_id, t.clock_in,
  t.clock_out is null as running, t.work_date + day.number as work_date,
  (day.ends - day.starts - coalesce(pause.deducted, 0)) * 60 as seconds,
  coalesce(pause.deducted, 0) * 60 as unpaid_break_seconds,
  coalesce(pause.counted, 0) * 60 as paid_break_seconds,
  (day.number = 0)::integer as entries
from public.time_entries t
cross join lateral (
  select z.zone, z.ended, (t.clock_in at time zone z.zone)::date as first_day,
    ((z.ended - interval '1 microsecond') at time zone z.zone)::date as last_day
  from (select private.zone_of(t.company_id, t.project_id) as zone,
    coalesce(t.clock_out, greatest(now(), t.clock_in + interval '1 microsecond')) as ended offset 0) z
  offset 0
) span
cross join lateral (
  select n.number,
    case when n.number = 0 then private.epoch_minute(t.clock_in)
      else private.epoch_minute((span.first_day + n.number)::timestamp at time zone span.zone) end as starts,
    case when span.first_day + n.number = span.last_day then private.epoch_minute(span.ended)
      else private.epoch_minute((span.first_day + n.number + 1)::timestamp at time zone span.zone) end as ends
  from generate_series(0, span.last_day - span.first_day) as n (number)
) day
left join lateral (
  select sum(b.minutes) filter (where b.deducted)::integer as deducted,
    sum(b.minutes) filter (where not b.deducted)::integer as counted
  from (
    select private.break_is_deducted(x.paid, private.epoch_minute(x.started_at), private.epoch_minute(x.ended_at),
        private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date)) as deducted,
      least(private.epoch_minute(coalesce(x.ended_at, span.ended)), day.ends)
        - greatest(private.epoch_minute(x.started_at), day.starts) as minutes
    from public.time_entry_breaks x
    where x.company_id = t.company_id and x.time_entry_id = t.id
  ) b
  where b.minutes > 0
) pause on true;
comment on view private.work_pieces is 'Seconds of every entry by day, as they count: the only place that says how long work took.';

revoke all on private.work_pieces from public, anon, authenticated;
revoke execute on function private.unpaid_break_default(), private.unpaid_break_minimum(uuid, uuid, uuid, date),
  private.break_is_deducted(boolean, integer, integer, integer), private.epoch_minute(timestamptz) from public;
grant execute on function private.unpaid_break_default(), private.unpaid_break_minimum(uuid, uuid, uuid, date),
  private.break_is_deducted(boolean, integer, integer, integer), private.epoch_minute(timestamptz) to authenticated, service_role;
