create or replace function public.certified_payroll_packet(project_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language plpgsql security definer set search_path = '' set jit = 'off' as $$
declare
  me public.employees := private.require_manager();
  company uuid := me.company_id;
  contract public.public_contracts;
  weeks date[];
  people uuid[];
  packet jsonb;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  select * into contract from public.public_contracts c where c.company_id = company and c.project_id = project_id_param;
  if contract.id is null then
    raise exception using errcode = 'P0001', hint = 'no_public_contract', message = 'This project has no public contract.';
  end if;
  weeks := array(select distinct p.week_end from public.certified_payrolls p
    where p.company_id = company and p.project_id = project_id_param and p.week_end between start_date_param and end_date_param order by 1);
  people := array(select distinct e from public.certified_payrolls p cross join lateral unnest(p.employee_ids) e
    where p.company_id = company and p.project_id = project_id_param and p.week_end = any (weeks));
  packet := jsonb_build_object('made_at', clock_timestamp(), 'made_by', btrim(concat_ws(' ', me.first_name, me.last_name)),
    'start_date', start_date_param, 'end_date', end_date_param, 'contract', to_jsonb(contract) - '{company_id,created_by}'::text[],
    'company', (select c.name from public.companies c where c.id = company),
    'project', (select jsonb_build_object('id', p.id, 'number', p.number, 'name', p.name) from public.projects p where p.company_id = company and p.id = project_id_param),
    'people', private.packet_rows('employees', company, format('r.id = any (%L)', people), '{id,employee_number,first_name,last_name,job_title}'),
    'certified_payrolls', private.packet_rows('certified_payrolls', company, format('r.project_id = %L and r.week_end = any (%L)', project_id_param, weeks),
      '{id,week_end,number,revision,corrects_id,final,no_work,status,signed_text,sha256,signed_name,signed_title,signed_at,delivered_at,delivery_reference}'),
    'deliveries', private.packet_rows('certified_payroll_deliveries', company, format('r.certified_payroll_id in (select p.id from public.certified_payrolls p
      where p.company_id = r.company_id and p.project_id = %L and p.week_end = any (%L))', project_id_param, weeks), null),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('week_end', w) || to_jsonb(l)), '[]')
      from unnest(weeks) w cross join lateral public.certified_payroll_lines(project_id_param, w) l),
    'wage_determinations', private.packet_rows('wage_determinations', company, format('r.project_id = %L', project_id_param), null),
    'work_classifications', private.packet_rows('work_classifications', company, format('r.determination_id in (select d.id from public.wage_determinations d
      where d.company_id = r.company_id and d.project_id = %L)', project_id_param), null),
    'employee_classifications', private.packet_rows('employee_classifications', company, format('r.project_id = %L', project_id_param), null),
    'employee_fringe_plans', private.packet_rows('employee_fringe_plans', company, format('r.employee_id = any (%L)', people), null),
    'fringe_plans', private.packet_rows('fringe_plans', company, format('r.id in (select m.plan_id from public.employee_fringe_plans m
      where m.company_id = r.company_id and m.employee_id = any (%L))', people), null),
    'apprenticeships', private.packet_rows('apprenticeships', company, format('r.employee_id = any (%L)', people), null),
    'apprenticeship_programs', private.packet_rows('apprenticeship_programs', company, format('r.id in (select m.program_id from public.apprenticeships m
      where m.company_id = r.company_id and m.employee_id = any (%L))', people), null),
    'payroll_facts', private.packet_rows('payroll_facts', company, format('r.employee_id = any (%L) and r.week_end between %L and %L', people, start_date_param, end_date_param), null),
    'restitutions', private.packet_rows('restitutions', company, format('r.project_id = %L and r.week_end between %L and %L', project_id_param, start_date_param, end_date_param), null),
    'subcontractors', private.packet_rows('subcontractors', company, format('r.project_id = %L', project_id_param), null),
    'subcontractor_reports', private.packet_rows('subcontractor_reports', company, format('(r.path is null or r.uploaded_at is not null) and r.week_end between %L and %L
      and r.subcontractor_id in (select s.id from public.subcontractors s where s.company_id = r.company_id and s.project_id = %L)', start_date_param, end_date_param, project_id_param), null));
  packet := packet || jsonb_build_object('time_entries', private.packet_entries(company, project_id_param, start_date_param, end_date_param, people));
  -- Its making is in the history that the proof then ends with, and everybody whose digits are in it can see that.
  insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, after)
    values (company, auth.uid(), private.change_source(), 'exported', 'public_contracts', contract.id,
      jsonb_build_object('file', 'audit packet', 'project_id', project_id_param, 'start_date', start_date_param, 'end_date', end_date_param, 'reports', jsonb_array_length(packet -> 'certified_payrolls')));
  insert into public.identity_views (company_id, employee_id, viewed_by, purpose)
    select company, e, me.id, format('Audit packet, weeks ending %s to %s', start_date_param, end_date_param) from unnest(people) e where e <> me.id;
  return packet || jsonb_build_object('history', public.audit_proof());
end $$;
comment on function public.certified_payroll_packet(uuid,date,date) is 'Managers: everything the answer to an audit of a public project is made of, for the signed payrolls of weeks that end in a range of up to 400 days: what was signed, its deliveries, the lines of pay and time entries behind it, determinations with their text, classes, plans, apprentices, payroll facts, restitution, what subcontractors handed in, and the end of the history. Recorded as an export, and with everybody it is about.';
grant execute on function public.certified_payroll_packet(uuid,date,date) to authenticated;

create or replace function private.packet_rows(table_param text, company_id_param uuid, condition_param text, columns_param text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  -- Conditions are written by the packet alone, their values quoted by format().
  execute format('select coalesce(jsonb_agg(x.row), ''[]'') from (select (select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(r)) e
      where e.key not in (''company_id'', ''created_by'', ''updated_at'') and ($2 is null or e.key = any ($2))) as row
    from public.%I r where r.company_id = $1 and (%s) order by r.id) x', table_param, condition_param)
    into found using company_id_param, columns_param;
  return found;
end $$;
comment on function private.packet_rows(text,uuid,text,text[]) is 'Rows of a table as JSON, with these columns or all of them.';

create or replace function private.packet_entries(company_id_param uuid, project_id_param uuid, start_date_param date, end_date_param date, employee_ids_param uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'employee_id', t.employee_id, 'work_date', t.work_date, 'clock_in', t.clock_in, 'clock_out', t.clock_out,
    'time_zone', private.zone_of(company_id_param, t.project_id), 'cost_code', k.code, 'classification', c.name, 'source', t.source, 'status', t.status, 'notes', t.notes,
    'breaks', (select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'paid', b.paid) order by b.started_at), '[]')
      from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id),
    'approved_by', private.account_name(company_id_param, a.approved_by), 'approved_at', a.approved_at) order by t.work_date, t.employee_id, t.clock_in, t.id), '[]')
  from public.time_entries t
  left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id
  left join public.work_classifications c on c.company_id = t.company_id and c.id = t.classification_id
  left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
  where t.company_id = company_id_param and t.project_id = project_id_param and t.clock_out is not null
    and t.work_date between start_date_param - 8 and end_date_param and t.employee_id = any (employee_ids_param);
$$;
comment on function private.packet_entries(uuid,uuid,date,date,uuid[]) is 'The time entries behind the lines of a packet, with breaks and who approved them.';
