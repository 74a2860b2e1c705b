-- Every file handed out is kept with the rows it was made of, so that it can be made again, identical.

create function public.record_payroll_export(
  start_date_param date, end_date_param date, format_param text, file_hash_param text default null,
  settings_param jsonb default null, id_param uuid default null
) returns public.payroll_exports
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  summary jsonb;
  lines jsonb;
  totals jsonb;
  saved public.payroll_exports;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  select * into saved from public.payroll_exports x where x.company_id = company and x.id = id_param;
  if found then
    return saved;
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]'),
    jsonb_build_object('employees', count(*), 'total_hours', coalesce(sum(r.total_hours), 0), 'total_earnings', sum(r.total_earnings),
      'regular_minutes', coalesce(sum(r.regular_minutes), 0), 'overtime_minutes', coalesce(sum(r.overtime_minutes), 0),
      'double_time_minutes', coalesce(sum(r.double_time_minutes), 0))
    into summary, totals
  from public.generate_payroll_export_data(company, start_date_param, end_date_param) r;
  select coalesce(jsonb_agg(to_jsonb(l)), '[]') into lines
  from public.payroll_lines_for(company, start_date_param, end_date_param) l;
  insert into public.payroll_exports (company_id, id, exported_by, start_date, end_date, format, rows, totals, file_hash)
  values (company, coalesce(id_param, gen_random_uuid()), auth.uid(), start_date_param, end_date_param, format_param,
    jsonb_build_object('summary', summary, 'lines', lines, 'settings', settings_param), totals, lower(file_hash_param))
  returning * into saved;
  return saved;
end $$;
comment on function public.record_payroll_export(date, date, text, text, jsonb, uuid) is
  'Manager, owner: keeps an export with its rows {"summary", "lines", "settings"}, totals and the file''s SHA-256. Idempotent by id.';

-- What changed since an export was made.
create function public.payroll_export_changes(export_id_param uuid)
returns table (
  employee_id uuid, first_name text, last_name text, hours_then numeric, hours_now numeric, earnings_then numeric, earnings_now numeric
)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  made public.payroll_exports;
begin
  select * into made from public.payroll_exports x where x.company_id = company and x.id = export_id_param;
  if not found then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This export was not found.';
  end if;
  return query
  select coalesce(n.employee_id, t.employee_id), coalesce(n.first_name, t.first_name), coalesce(n.last_name, t.last_name),
    t.total_hours, n.total_hours, t.total_earnings, n.total_earnings
  from jsonb_to_recordset(coalesce(made.rows -> 'summary', '[]'))
    t (employee_id uuid, first_name text, last_name text, total_hours numeric, total_earnings numeric)
  full join public.generate_payroll_export_data(company, made.start_date, made.end_date) n on n.employee_id = t.employee_id
  where (t.total_hours, t.total_earnings) is distinct from (n.total_hours, n.total_earnings)
  order by 3, 2;
end $$;
comment on function public.payroll_export_changes(uuid) is 'Manager, owner: people whose hours or earnings differ now from those in an export.';

revoke all on function public.record_payroll_export(date, date, text, text, jsonb, uuid), public.payroll_export_changes(uuid) from public, anon;
grant execute on function public.record_payroll_export(date, date, text, text, jsonb, uuid), public.payroll_export_changes(uuid)
  to authenticated, service_role;
