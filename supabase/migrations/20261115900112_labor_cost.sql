-- What the hours of a range cost, by one or two groupings.

create function private.pay_line_key(grouping_param text, employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid,
  work_date_param date, week_start_param integer) returns text
language sql immutable parallel safe
return case grouping_param
  when 'employee' then employee_id_param::text
  when 'project' then project_id_param::text
  when 'cost_code' then cost_code_id_param::text
  when 'day' then work_date_param::text
  when 'week' then (work_date_param - (extract(dow from work_date_param)::integer - week_start_param + 7) % 7)::text
  when 'month' then date_trunc('month', work_date_param::timestamp)::date::text end;
comment on function private.pay_line_key(text, uuid, uuid, uuid, date, integer) is 'Key of a line of pay in a grouping of hours_report; lines of pay know no equipment.';

create function public.labor_cost_report(start_date_param date, end_date_param date, group_by_param text, then_by_param text default null)
returns table (group_key text, label text, detail text, then_key text, then_label text, minutes bigint, straight_cents bigint,
  premium_cents bigint, other_cents bigint, total_cents bigint, unrated_minutes bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  first_day integer;
begin
  if not coalesce(group_by_param in ('employee', 'project', 'cost_code', 'day', 'week', 'month'), false)
    or then_by_param not in ('employee', 'project', 'cost_code', 'day', 'week', 'month') or then_by_param = group_by_param then
    raise exception using errcode = 'P0001', hint = 'unknown_cost_grouping',
      message = 'Group the cost by one or two of employee, project, cost code, day, week and month.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  select c.week_start into first_day from public.companies c where c.id = me.company_id;
  return query
    with summed as (
      select private.pay_line_key(group_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day) as key,
        private.pay_line_key(then_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day) as second_key,
        sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) as worked,
        sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as straight,
        sum(l.premium_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as premium,
        sum(l.total_cents) filter (where l.pay_code not in ('REG', 'OT', 'DT')) as other,
        sum(l.total_cents) as total,
        sum(l.minutes) filter (where l.total_cents is null) as unrated
      from private.payroll_lines_between(me.company_id, start_date_param, end_date_param, null, null) l
      group by 1, 2
    )
    select s.key, coalesce(one.label, case when group_by_param in ('day', 'week', 'month') then s.key end), one.detail,
      s.second_key, coalesce(two.label, case when then_by_param in ('day', 'week', 'month') then s.second_key end),
      coalesce(s.worked, 0)::bigint, coalesce(s.straight, 0)::bigint, coalesce(s.premium, 0)::bigint, coalesce(s.other, 0)::bigint,
      coalesce(s.total, 0)::bigint, coalesce(s.unrated, 0)::bigint
    from summed s
    left join private.report_labels(me.company_id, group_by_param) one on one.key = s.key
    left join private.report_labels(me.company_id, then_by_param) two on two.key = s.second_key
    order by 2 nulls last, 1, 5 nulls last, 4;
end $$;
comment on function public.labor_cost_report(date, date, text, text) is 'Managers and owners: what up to 400 days cost as payroll pays them, by one or two of employee, project, cost_code, day, week, month. Hours without a rate are told apart.';
revoke execute on function public.labor_cost_report(date, date, text, text) from public, anon;
grant execute on function public.labor_cost_report(date, date, text, text) to authenticated;
