-- The preview of a payroll file was 19 MB for 1,400 people: what the lines rest on, a summary and
-- columns of lines that no screen reads before anything is exported. Asked briefly, it leaves them
-- out and names each column once. Pages opened before go on getting everything.

create function private.payroll_export_lists(company_id_param uuid, start_date_param date, end_date_param date,
  employee_ids_param uuid[], project_ids_param uuid[], cost_code_ids_param uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
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
      where e.company_id = company_id_param and e.id = any (employee_ids_param)),
    'projects', (
      select coalesce(jsonb_object_agg(p.id, jsonb_build_object('number', p.number, 'name', p.name, 'client', p.client)), '{}')
      from public.projects p
      where p.company_id = company_id_param and p.id = any (project_ids_param)),
    'cost_codes', (
      select coalesce(jsonb_object_agg(c.id, jsonb_build_object('code', c.code, 'name', c.name)), '{}')
      from public.cost_codes c
      where c.company_id = company_id_param and c.id = any (cost_code_ids_param)),
    'frequency', (select c.pay_period_kind from public.companies c where c.id = company_id_param),
    'locked', (
      select coalesce(sum(least(p.end_date, end_date_param) - greatest(p.start_date, start_date_param) + 1), 0)
        = end_date_param - start_date_param + 1
      from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked'
        and p.start_date <= end_date_param and p.end_date >= start_date_param));
$$;
comment on function private.payroll_export_lists(uuid, date, date, uuid[], uuid[], uuid[]) is 'Who and what the lines of a payroll file name, and its period: {"people", "projects", "cost_codes", "frequency", "locked"}.';
revoke execute on function private.payroll_export_lists(uuid, date, date, uuid[], uuid[], uuid[]) from public;

create or replace function private.payroll_export_source(company_id_param uuid, start_date_param date, end_date_param date) returns jsonb
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
      select coalesce(jsonb_agg(to_jsonb(o)), '[]') from public.payroll_line_origins(start_date_param, end_date_param) o))
    || (
      select private.payroll_export_lists(company_id_param, start_date_param, end_date_param,
        array_agg(distinct l.employee_id), array_agg(distinct l.project_id), array_agg(distinct l.cost_code_id))
      from jsonb_to_recordset(lines) l (employee_id uuid, project_id uuid, cost_code_id uuid));
end $$;

create function private.payroll_export_brief(company_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lines as materialized (
    select * from public.payroll_lines_for(company_id_param, start_date_param, end_date_param)
  )
  select jsonb_build_object('lines', jsonb_build_object(
      'employee_id', coalesce(jsonb_agg(l.employee_id), '[]'), 'work_date', coalesce(jsonb_agg(l.work_date), '[]'),
      'project_id', coalesce(jsonb_agg(l.project_id), '[]'), 'cost_code_id', coalesce(jsonb_agg(l.cost_code_id), '[]'),
      'hourly_rate', coalesce(jsonb_agg(l.hourly_rate), '[]'), 'pay_code', coalesce(jsonb_agg(l.pay_code), '[]'),
      'minutes', coalesce(jsonb_agg(l.minutes), '[]'), 'straight_cents', coalesce(jsonb_agg(l.straight_cents), '[]'),
      'premium_cents', coalesce(jsonb_agg(l.premium_cents), '[]'), 'total_cents', coalesce(jsonb_agg(l.total_cents), '[]')))
    || (
      select private.payroll_export_lists(company_id_param, start_date_param, end_date_param,
        array_agg(distinct d.employee_id), array_agg(distinct d.project_id), array_agg(distinct d.cost_code_id))
      from lines d)
  from lines l;
$$;
comment on function private.payroll_export_brief(uuid, date, date) is 'What stops a payroll file is found with: {"lines", "people", "projects", "cost_codes", "frequency", "locked"}, the lines as a list for each column.';
revoke execute on function private.payroll_export_brief(uuid, date, date) from public;

drop function public.payroll_export_preview(date, date);
create function public.payroll_export_preview(start_date_param date, end_date_param date, brief_param boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if brief_param then
    return private.payroll_export_brief(company, start_date_param, end_date_param);
  end if;
  return private.payroll_export_source(company, start_date_param, end_date_param);
end $$;
comment on function public.payroll_export_preview(date, date, boolean) is 'Manager, owner: what record_payroll_export would record now, so that missing IDs and fields show before anything is exported. brief_param: without summary and origins, each column of the lines as a list.';
revoke execute on function public.payroll_export_preview(date, date, boolean) from public, anon;
grant execute on function public.payroll_export_preview(date, date, boolean) to authenticated;
