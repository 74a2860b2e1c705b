create function public.hours_report(start_date_param date, end_date_param date, group_by_param text)
returns table (group_key text, label text, detail text, seconds bigint, entries bigint, people bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  scope uuid := case when me.role in ('owner', 'manager') then null else me.id end;
  zone text;
begin
  if group_by_param not in ('employee', 'project', 'cost_code', 'day') then
    raise exception using errcode = 'P0001', hint = 'unknown_grouping', message = 'Group by employee, project, cost code or day.';
  end if;
  if end_date_param < start_date_param or end_date_param - start_date_param > 366 then
    raise exception using errcode = 'P0001', hint = 'report_period_wrong', message = 'Choose a period of at most a year that ends after it begins.';
  end if;
  select c.time_zone into zone from public.companies c where c.id = me.company_id;
  return query
    with worked as (
      select t.employee_id, t.project_id, t.cost_code_id, t.work_date, private.net_seconds(t, now()) as seconds
        from public.time_entries t
       where t.company_id = me.company_id and (scope is null or t.employee_id = scope)
         and t.clock_in >= start_date_param::timestamp at time zone zone
         and t.clock_in < (end_date_param + 1)::timestamp at time zone zone)
    select case group_by_param when 'employee' then w.employee_id::text when 'project' then w.project_id::text
        when 'cost_code' then w.cost_code_id::text else w.work_date::text end,
      max(case group_by_param when 'employee' then btrim(concat_ws(' ', e.first_name, e.last_name)) when 'project' then p.name
        when 'cost_code' then k.code else w.work_date::text end),
      max(case group_by_param when 'employee' then e.job_title when 'project' then p.client when 'cost_code' then k.name end),
      sum(w.seconds)::bigint, count(*), count(distinct w.employee_id)
    from worked w
    join public.employees e on e.company_id = me.company_id and e.id = w.employee_id
    left join public.projects p on p.company_id = me.company_id and p.id = w.project_id
    left join public.cost_codes k on k.company_id = me.company_id and k.id = w.cost_code_id
    group by 1
    order by 2 nulls last;
end $$;
comment on function public.hours_report(date, date, text) is 'Hours of a period by employee, project, cost code or day; managers and owners the company''s, others their own.';
revoke execute on function public.hours_report(date, date, text) from public, anon;
grant execute on function public.hours_report(date, date, text) to authenticated, service_role;
