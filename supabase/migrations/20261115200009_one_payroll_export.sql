-- One path for every payroll file: all it is made of is recorded in one statement, and the file is a
-- function of the record alone. Until now files for payroll systems were built from several later
-- requests, so that an open period could differ between file and record.

create function private.payroll_export_source(company_id_param uuid, start_date_param date, end_date_param date)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  summary jsonb;
  lines jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into summary
  from public.generate_payroll_export_data(company_id_param, start_date_param, end_date_param) r;
  select coalesce(jsonb_agg(to_jsonb(l)), '[]') into lines
  from public.payroll_lines_for(company_id_param, start_date_param, end_date_param) l;
  return jsonb_build_object(
    'summary', summary,
    'lines', lines,
    'origins', (
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from public.payroll_line_origins(start_date_param, end_date_param) o),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'first_name', e.first_name, 'last_name', e.last_name, 'employee_number', e.employee_number,
        'job_title', e.job_title, 'external_ids', e.external_ids,
        'rates', (
          select coalesce(jsonb_agg(jsonb_build_object('hourly_rate', r.hourly_rate, 'effective_from', r.effective_from,
            'project_id', r.project_id, 'cost_code_id', r.cost_code_id) order by r.effective_from, r.created_at, r.id), '[]')
          from public.employee_rates r where r.company_id = e.company_id and r.employee_id = e.id))
        order by e.last_name, e.first_name, e.id), '[]')
      from public.employees e
      where e.company_id = company_id_param
        and e.id in (select (l ->> 'employee_id')::uuid from jsonb_array_elements(lines) l)),
    'projects', (
      select coalesce(jsonb_object_agg(p.id, jsonb_build_object('number', p.number, 'name', p.name, 'client', p.client)), '{}')
      from public.projects p
      where p.company_id = company_id_param
        and p.id in (select (l ->> 'project_id')::uuid from jsonb_array_elements(lines) l)),
    'cost_codes', (
      select coalesce(jsonb_object_agg(c.id, jsonb_build_object('code', c.code, 'name', c.name)), '{}')
      from public.cost_codes c
      where c.company_id = company_id_param
        and c.id in (select (l ->> 'cost_code_id')::uuid from jsonb_array_elements(lines) l)),
    'frequency', (select c.pay_period_kind from public.companies c where c.id = company_id_param),
    'locked', (
      select coalesce(sum(least(p.end_date, end_date_param) - greatest(p.start_date, start_date_param) + 1), 0)
        = end_date_param - start_date_param + 1
      from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked'
        and p.start_date <= end_date_param and p.end_date >= start_date_param));
end $$;
comment on function private.payroll_export_source(uuid, date, date) is
  'Everything a payroll file of any format is made of: {"summary", "lines", "origins", "people", "projects", "cost_codes", "frequency", "locked"}.';

create function public.payroll_export_preview(start_date_param date, end_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return private.payroll_export_source(company, start_date_param, end_date_param);
end $$;
comment on function public.payroll_export_preview(date, date) is
  'Manager, owner: what record_payroll_export would record now, so that missing IDs and fields show before anything is exported.';

create or replace function public.record_payroll_export(
  start_date_param date, end_date_param date, format_param text, file_hash_param text default null,
  settings_param jsonb default null, id_param uuid default null
) returns public.payroll_exports
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  source jsonb;
  saved public.payroll_exports;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  select * into saved from public.payroll_exports x where x.company_id = company and x.id = id_param;
  if found then
    return saved;
  end if;
  source := private.payroll_export_source(company, start_date_param, end_date_param);
  insert into public.payroll_exports (company_id, id, exported_by, start_date, end_date, format, rows, totals, file_hash)
  select company, coalesce(id_param, gen_random_uuid()), auth.uid(), start_date_param, end_date_param, format_param,
    source || jsonb_build_object('settings', settings_param),
    jsonb_build_object('employees', count(*), 'total_hours', coalesce(sum(r.total_hours), 0), 'total_earnings', sum(r.total_earnings),
      'regular_minutes', coalesce(sum(r.regular_minutes), 0), 'overtime_minutes', coalesce(sum(r.overtime_minutes), 0),
      'double_time_minutes', coalesce(sum(r.double_time_minutes), 0)),
    lower(file_hash_param)
  from jsonb_to_recordset(source -> 'summary') r (total_hours numeric, total_earnings numeric,
    regular_minutes bigint, overtime_minutes bigint, double_time_minutes bigint)
  returning * into saved;
  return saved;
end $$;
comment on function public.record_payroll_export(date, date, text, text, jsonb, uuid) is
  'Manager, owner: records everything a file is made of, then the file is made from the record. Idempotent by id.';

-- The hash of a file is known once it is made from its record. It is noted once and never changes.
drop trigger exports_are_append_only on public.payroll_exports;
create trigger exports_are_append_only before update on public.payroll_exports
  for each row
  when (old.file_hash is not null or (to_jsonb(old) - 'file_hash') is distinct from (to_jsonb(new) - 'file_hash'))
  execute function private.refuse_change();

create function public.note_payroll_file_hash(export_id_param uuid, file_hash_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  update public.payroll_exports x set file_hash = lower(file_hash_param)
  where x.company_id = company and x.id = export_id_param and x.exported_by = auth.uid() and x.file_hash is null;
end $$;
comment on function public.note_payroll_file_hash(uuid, text) is
  'Who made the export: the SHA-256 of its file, once. Later calls change nothing.';

revoke all on function private.payroll_export_source(uuid, date, date) from public;
revoke all on function public.payroll_export_preview(date, date), public.note_payroll_file_hash(uuid, text) from public, anon;
grant execute on function public.payroll_export_preview(date, date), public.note_payroll_file_hash(uuid, text)
  to authenticated, service_role;
