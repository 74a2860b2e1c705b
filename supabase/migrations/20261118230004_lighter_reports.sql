-- Weeks and months are grouped as dates: their text is made once a group, not once a row.
create or replace function private.report_column(grouping_param text) returns text
language sql immutable set search_path = '' as $$
  select case grouping_param when 'employee' then 'w.employee_id' when 'project' then 'w.project_id' when 'cost_code' then 'w.cost_code_id'
    when 'equipment' then 'w.equipment_id' when 'day' then 'w.work_date' when 'week' then 'private.week_of(w.work_date, $8)'
    when 'month' then 'date_trunc(''month'', w.work_date::timestamp)::date' end;
$$;

-- A year of 1,400 people by day is half a million people on a day; on disk they take twice as long.
alter function public.hours_report(date, date, text, text, uuid[], uuid[], uuid[], uuid[]) set work_mem = '64MB';

-- What sums by day and week ask for stands in the index they read by; going to the table for each row took most of their time.
drop index public.work_totals_by_date;
create index work_totals_by_date on public.work_totals (company_id, work_date)
  include (employee_id, project_id, seconds, unpaid_break_seconds, paid_break_seconds, entries);
