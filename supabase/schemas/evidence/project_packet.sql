create or replace function public.project_packet(project_id_param uuid, start_date_param date, end_date_param date, request_param jsonb default '{}'::jsonb) returns jsonb
language plpgsql security definer set search_path = '' set jit = 'off' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  request jsonb := private.require_packet_request(start_date_param, end_date_param, request_param);
  opened uuid;
  packet public.evidence_packets;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This project was not found.';
  end if;
  opened := private.open_packet(me.company_id, 'project', null, project_id_param, start_date_param, end_date_param, request);
  select * into packet from public.evidence_packets p where p.company_id = me.company_id and p.id = opened;
  return private.packet_answer(packet, private.project_subject(packet), jsonb_build_object(
    'cover', private.packet_cover(packet) || jsonb_build_object('project', private.project_subject(packet)),
    'changes', private.project_changes(packet), 'documents', private.project_documents(packet)),
    private.packet_months(start_date_param, end_date_param), 92);
end $$;
comment on function public.project_packet(uuid,date,date,jsonb) is 'Managers: everything the records of a project and range of up to seven years are made of, for a delay or a dispute: {about, parts: [{name, text}], to_come: [name]}. What is to come is asked for with packet_part(), a month each; ranges up to 92 days have everything at once. request_param as of claim_packet. That it was made is recorded.';
grant execute on function public.project_packet(uuid,date,date,jsonb) to authenticated;

create or replace function private.project_subject(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'number', p.number, 'client', p.client, 'address', p.address, 'status', p.status, 'deadline', p.deadline,
    'percent_complete', p.percent_complete, 'customer', c.name, 'contract_number', k.contract_number, 'agency', k.agency, 'time_zone', private.zone_of(p.company_id, p.id))
  from public.projects p
  left join public.customers c on c.company_id = p.company_id and c.id = p.customer_id
  left join public.public_contracts k on k.company_id = p.company_id and k.project_id = p.id
  where p.company_id = packet.company_id and p.id = packet.project_id;
$$;

create or replace function private.project_changes(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'project', (select coalesce(jsonb_agg(private.packet_edit(a) order by a.sequence, a.id), '[]') from public.audit_events a
      where a.company_id = packet.company_id and a.entity_id = packet.project_id and a.entity = 'projects'),
    -- A change order is a version of the budget; amounts stay in the office.
    'budget_versions', (select coalesce(jsonb_agg(jsonb_build_object('version', b.version, 'name', b.name, 'status', b.status, 'created_at', b.created_at,
        'approved_at', b.approved_at, 'approved_by', private.account_name(b.company_id, b.approved_by)) order by b.version), '[]')
      from public.budgets b where b.company_id = packet.company_id and b.project_id = packet.project_id),
    'certified_payrolls', (select coalesce(jsonb_agg(jsonb_build_object('week_end', p.week_end, 'number', p.number, 'revision', p.revision, 'status', p.status, 'signed_name', p.signed_name,
        'signed_at', p.signed_at, 'sha256', p.sha256) order by p.week_end, p.number, p.revision), '[]')
      from public.certified_payrolls p where p.company_id = packet.company_id and p.project_id = packet.project_id and p.week_end between packet.start_date and packet.end_date + 6));
$$;
comment on function private.project_changes(public.evidence_packets) is 'Changes of the project''s own record, versions of its budget (change orders), and the certified payrolls by their hash.';

create or replace function private.project_documents(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('document_id', d.id, 'name', d.name, 'version', v.version, 'version_id', v.id, 'sha256', v.sha256, 'size_bytes', v.size_bytes, 'path', v.path,
    'media_type', v.media_type, 'note', v.note,
    'added_by', private.account_name(v.company_id, v.created_by), 'added_at', v.created_at, 'superseded_at', v.superseded_at) || private.packet_file(packet, 'documents/', v.id, v.path) order by d.name, v.version, v.id), '[]')
  from public.documents d join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id
  where d.company_id = packet.company_id and d.project_id = packet.project_id and d.deleted_at is null
    and v.created_at < (packet.end_date + 1)::timestamp at time zone private.zone_of(d.company_id, d.project_id)
    and coalesce(v.superseded_at, 'infinity') >= packet.start_date::timestamp at time zone private.zone_of(d.company_id, d.project_id);
$$;
comment on function private.project_documents(public.evidence_packets) is 'Versions of the project''s documents that were current at some time of the range.';

create or replace function private.project_month(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'by_day_and_trade', (select coalesce(jsonb_agg(to_jsonb(d) order by d.work_date, d.trade), '[]') from (
        select w.work_date, coalesce(k.name, e.job_title, '') as trade, count(distinct w.employee_id) as people, round(sum(w.seconds) / 60)::bigint as minutes
        from private.work_done w
        join public.employees e on e.company_id = w.company_id and e.id = w.employee_id
        left join public.work_classifications k on k.company_id = w.company_id and k.id = w.classification_id
        where w.company_id = packet.company_id and w.project_id = packet.project_id and w.work_date between first_date_param and last_date_param
        group by 1, 2) d),
    'time_entries', private.packet_time_entries(packet.company_id, null, packet.project_id, first_date_param, last_date_param),
    'plan_and_actual', (select coalesce(jsonb_agg(to_jsonb(r) - 'running' || jsonb_build_object('name', private.person_name(packet.company_id, r.employee_id)) order by r.work_date, r.planned_start, r.employee_id), '[]')
      from private.plan_and_actual_at(packet.company_id, null, first_date_param, last_date_param, now()) r where r.project_id = packet.project_id),
    'field_reports', (select coalesce(jsonb_agg(to_jsonb(f) - '{company_id,project_id,created_by}'::text[] || jsonb_build_object('submitted_by', private.account_name(f.company_id, f.submitted_by),
        'reviewed_by', private.account_name(f.company_id, f.reviewed_by),
        'versions', (select coalesce(jsonb_agg(to_jsonb(v) - '{company_id,report_id,created_by}'::text[] order by v.version), '[]') from public.field_report_versions v
          where v.company_id = f.company_id and v.report_id = f.id)) order by f.report_date, f.id), '[]')
      from public.field_reports f where f.company_id = packet.company_id and f.project_id = packet.project_id and f.report_date between first_date_param and last_date_param),
    'delays', (select coalesce(jsonb_agg(jsonb_build_object('report_date', f.report_date, 'report', f.number, 'status', f.status, 'reason', d.value ->> 'text', 'detail', d.value ->> 'detail',
        'hours', d.value ->> 'hours', 'people', d.value ->> 'people') order by f.report_date, f.id, d.number), '[]')
      from public.field_reports f cross join lateral jsonb_array_elements(case when jsonb_typeof(f.content -> 'delays') = 'array' then f.content -> 'delays' else '[]' end) with ordinality as d (value, number)
      where f.company_id = packet.company_id and f.project_id = packet.project_id and f.report_date between first_date_param and last_date_param),
    'weather', (select coalesce(jsonb_agg(to_jsonb(w) - '{company_id,project_id,created_by}'::text[] order by w.work_date, w.read_at, w.id), '[]') from public.site_weather w
      where w.company_id = packet.company_id and w.project_id = packet.project_id and w.work_date between first_date_param and last_date_param),
    'quantities', (select coalesce(jsonb_agg(to_jsonb(q) - '{company_id,project_id,cost_code_id,created_by}'::text[] || jsonb_build_object('cost_code', k.code, 'cost_code_name', k.name,
        'entered_by', private.account_name(q.company_id, q.created_by), 'approved_by', private.account_name(q.company_id, q.approved_by)) order by q.work_date, q.id), '[]')
      from public.quantities q left join public.cost_codes k on k.company_id = q.company_id and k.id = q.cost_code_id
      where q.company_id = packet.company_id and q.project_id = packet.project_id and q.work_date between first_date_param and last_date_param),
    'equipment_days', (select coalesce(jsonb_agg(to_jsonb(q) - '{company_id,project_id,created_by}'::text[] || jsonb_build_object('equipment', m.name) order by q.work_date, q.id), '[]')
      from public.equipment_days q join public.equipment m on m.company_id = q.company_id and m.id = q.equipment_id
      where q.company_id = packet.company_id and q.project_id = packet.project_id and q.work_date between first_date_param and last_date_param),
    'tickets', (select coalesce(jsonb_agg(to_jsonb(x) - '{company_id,project_id,created_by,tax_percent}'::text[] || jsonb_build_object('written_by', private.person_name(x.company_id, x.employee_id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(l) - '{company_id,ticket_id,created_by}'::text[] order by l.position, l.id), '[]') from public.ticket_lines l
          where l.company_id = x.company_id and l.ticket_id = x.id)) order by x.number, x.revision), '[]')
      from public.extra_work_tickets x where x.company_id = packet.company_id and x.project_id = packet.project_id and x.work_date between first_date_param and last_date_param),
    'photos', (select coalesce(jsonb_agg(private.packet_photo(packet, p) order by p.taken_at, p.id), '[]') from public.photos p
      where p.company_id = packet.company_id and p.project_id = packet.project_id and p.taken_on between first_date_param and last_date_param
        and p.uploaded_at is not null and p.deleted_at is null and not p.is_private and not p.is_receipt));
$$;
comment on function private.project_month(public.evidence_packets,date,date) is 'A month of a project: time by day and trade and by person, plan beside actual, field reports as submitted, delays with reasons, weather, quantities, machines, tickets without prices, photos. Injuries are left out: they are about people.';
