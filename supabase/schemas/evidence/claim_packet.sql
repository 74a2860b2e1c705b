create or replace function public.claim_packet(employee_id_param uuid, start_date_param date, end_date_param date, request_param jsonb default '{}'::jsonb) returns jsonb
language plpgsql security definer set search_path = '' set jit = 'off' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  request jsonb := private.require_packet_request(start_date_param, end_date_param, request_param);
  opened uuid;
  packet public.evidence_packets;
  years text[];
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  opened := private.open_packet(me.company_id, 'claim', employee_id_param, null, start_date_param, end_date_param, request);
  select * into packet from public.evidence_packets p where p.company_id = me.company_id and p.id = opened;
  select array_agg(format('data/%s-%s.json', k.kind, y.year) order by y.year, k.kind desc) into years
    from generate_series(extract(year from start_date_param)::integer, extract(year from end_date_param)::integer) y (year)
    cross join (values ('time'), ('pay')) k (kind);
  return private.packet_answer(packet, private.claim_subject(packet), jsonb_build_object(
    'cover', private.packet_cover(packet) || jsonb_build_object('person', private.claim_subject(packet)),
    'access', private.claim_access(packet), 'certified-payrolls', private.claim_certified_payrolls(packet),
    'documents', private.claim_documents(packet), 'policies', private.claim_policies(packet), 'rates', private.claim_rates(packet)), years, 400);
end $$;
comment on function public.claim_packet(uuid,date,date,jsonb) is 'Managers: everything the records of one person and range of up to seven years are made of, for a wage claim: {about, parts: [{name, text}], to_come: [name]}. What is to come is asked for with packet_part(); ranges up to 400 days have everything at once. request_param: who asked (asked_by, organization, asked_as, asked_on), redact: others'' names become "Person 1", files. That it was made is recorded, and seen by the person.';
grant execute on function public.claim_packet(uuid,date,date,jsonb) to authenticated;

create or replace function private.claim_subject(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', e.id, 'name', btrim(e.first_name || ' ' || e.last_name), 'employee_number', e.employee_number, 'job_title', e.job_title,
    'hired_on', e.hired_on, 'left_on', (e.deactivated_at at time zone private.zone_of(e.company_id, null))::date, 'language', e.language)
  from public.employees e where e.company_id = packet.company_id and e.id = packet.employee_id;
$$;

create or replace function private.claim_access(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'packets', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'made_by', private.account_name(p.company_id, p.created_by), 'made_at', p.created_at,
        'start_date', p.start_date, 'end_date', p.end_date, 'finished_at', p.finished_at, 'manifest_sha256', p.manifest_sha256) order by p.created_at, p.id), '[]')
      from public.evidence_packets p where p.company_id = packet.company_id and p.employee_id = packet.employee_id),
    'location_views', (select coalesce(jsonb_agg(jsonb_build_object('viewed_at', v.viewed_at, 'viewer', private.person_name(v.company_id, v.viewer_id), 'purpose', v.purpose,
        'start_date', v.start_date, 'end_date', v.end_date) order by v.viewed_at, v.id), '[]')
      from public.location_views v where v.company_id = packet.company_id and v.employee_id = packet.employee_id
        and v.start_date <= packet.end_date and v.end_date >= packet.start_date));
$$;
comment on function private.claim_access(public.evidence_packets) is 'Who made packets of this person''s records before, and who looked at the locations in it.';

create or replace function private.claim_certified_payrolls(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The others on a report are nobody's here: the hash of what was signed stands for it.
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'project', j.name, 'week_end', p.week_end, 'number', p.number, 'revision', p.revision, 'status', p.status,
    'signed_name', p.signed_name, 'signed_title', p.signed_title, 'signed_at', p.signed_at, 'delivered_at', p.delivered_at, 'sha256', p.sha256,
    'rows', (select coalesce(jsonb_agg(r.value order by r.number), '[]') from jsonb_array_elements(p.content -> 'report' -> 'rows') with ordinality as r (value, number)
      where r.value ->> 'employee_id' = packet.employee_id::text)) order by p.week_end, p.number, p.revision), '[]')
  from public.certified_payrolls p join public.projects j on j.company_id = p.company_id and j.id = p.project_id
  where p.company_id = packet.company_id and p.employee_ids @> array[packet.employee_id] and p.week_end between packet.start_date and packet.end_date + 6;
$$;
comment on function private.claim_certified_payrolls(public.evidence_packets) is 'Certified payrolls that contain the person: the rows of this person alone, and the hash of the complete report.';

create or replace function private.claim_documents(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('document_id', d.id, 'name', d.name, 'version', v.version, 'version_id', v.id, 'sha256', v.sha256, 'size_bytes', v.size_bytes, 'path', v.path,
    'media_type', v.media_type,
    'opened_at', r.opened_at, 'signed_at', s.signed_at, 'signed_name', s.signed_name, 'signed_through', s.signed_through, 'language', s.language) || private.packet_file(packet, 'documents/', v.id, v.path) order by s.signed_at, v.id), '[]')
  from public.document_signatures s
  join public.document_versions v on v.company_id = s.company_id and v.id = s.version_id
  join public.documents d on d.company_id = v.company_id and d.id = v.document_id
  left join public.document_reads r on r.company_id = s.company_id and r.version_id = s.version_id and r.employee_id = s.employee_id
  where s.company_id = packet.company_id and s.employee_id = packet.employee_id and s.signed_at < (packet.end_date + 1)::timestamp at time zone private.zone_of(s.company_id, null);
$$;
comment on function private.claim_documents(public.evidence_packets) is 'Notices and other documents the person signed until the end of the range, earlier ones included: they were in force.';

create or replace function private.claim_policies(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'overtime_policies', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'effective_from', p.effective_from, 'preset', p.preset, 'policy', p.policy,
        'project', (select j.name from public.projects j where j.company_id = p.company_id and j.id = p.project_id), 'for_this_person', p.employee_id is not null,
        'set_by', private.account_name(p.company_id, p.created_by), 'set_at', p.created_at) order by p.effective_from, p.created_at), '[]')
      from public.overtime_policies p where p.company_id = packet.company_id and (p.employee_id is null or p.employee_id = packet.employee_id)),
    'changes', (select coalesce(jsonb_agg(private.packet_edit(a) order by a.sequence, a.id), '[]') from public.audit_events a
      where a.company_id = packet.company_id and a.entity = 'overtime_policies' and coalesce(a.after ->> 'employee_id', a.before ->> 'employee_id', packet.employee_id::text) = packet.employee_id::text),
    'company_settings', (select coalesce(jsonb_agg(jsonb_build_object('at', a.occurred_at, 'by', private.account_name(a.company_id, a.actor_id),
        'before', b.before, 'after', b.after) order by a.sequence, a.id), '[]')
      from public.audit_events a
      cross join lateral (select jsonb_object_agg(k, a.before -> k) as before, jsonb_object_agg(k, a.after -> k) as after
        from unnest('{name,time_zone,week_start,pay_period_kind,pay_period_anchor,rounding_minutes,auto_meal_minutes,auto_meal_after_minutes,own_time_add,own_time_edit,own_time_delete}'::text[]) k
        where a.before -> k is distinct from a.after -> k) b
      where a.company_id = packet.company_id and a.entity = 'companies' and a.action = 'updated' and b.after is not null));
$$;
comment on function private.claim_policies(public.evidence_packets) is 'The rules of overtime with their history, and when the workweek, rounding and the like were changed.';

create or replace function private.claim_rates(packet public.evidence_packets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'employee_rates', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'effective_from', r.effective_from, 'hourly_rate', r.hourly_rate, 'project', j.name, 'cost_code', k.code,
        'set_by', private.account_name(r.company_id, r.created_by), 'set_at', r.created_at) order by r.effective_from, r.created_at, r.id), '[]')
      from public.employee_rates r
      left join public.projects j on j.company_id = r.company_id and j.id = r.project_id
      left join public.cost_codes k on k.company_id = r.company_id and k.id = r.cost_code_id
      where r.company_id = packet.company_id and r.employee_id = packet.employee_id and r.effective_from <= packet.end_date),
    'changes', (select coalesce(jsonb_agg(private.packet_edit(a) order by a.sequence, a.id), '[]') from public.audit_events a
      where a.company_id = packet.company_id and a.employee_id = packet.employee_id and a.entity = 'employee_rates'),
    'classifications', (select coalesce(jsonb_agg(jsonb_build_object('project', j.name, 'classification', w.name, 'from_date', c.from_date, 'cash_in_lieu', c.cash_in_lieu,
        'base_rate', w.base_rate, 'fringe_rate', w.fringe_rate) order by c.from_date, c.id), '[]')
      from public.employee_classifications c
      join public.work_classifications w on w.company_id = c.company_id and w.id = c.classification_id
      join public.projects j on j.company_id = c.company_id and j.id = c.project_id
      where c.company_id = packet.company_id and c.employee_id = packet.employee_id and c.from_date <= packet.end_date));
$$;

create or replace function private.packet_edit(event public.audit_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Of a change what changed, of everything else what there was.
  select jsonb_build_object('event_id', event.id, 'at', event.occurred_at, 'by', e.name, 'role', e.role, 'by_this_person', e.id = event.employee_id, 'source', event.source,
    'action', event.action, 'entity', event.entity, 'record_id', event.entity_id, 'reason', event.reason,
    'before', case when event.action = 'updated' then (select jsonb_object_agg(b.key, b.value) from jsonb_each(event.before) b
      where b.value is distinct from event.after -> b.key and b.key not in ('updated_at', 'updated_by')) else jsonb_strip_nulls(event.before - '{company_id,created_by,updated_by,updated_at,link_hash}'::text[]) end,
    'after', case when event.action = 'updated' then (select jsonb_object_agg(a.key, a.value) from jsonb_each(event.after) a
      where a.value is distinct from event.before -> a.key and a.key not in ('updated_at', 'updated_by')) else jsonb_strip_nulls(event.after - '{company_id,created_by,updated_by,updated_at,link_hash}'::text[]) end)
  from (select 1) one left join lateral (select x.id, x.role, btrim(x.first_name || ' ' || x.last_name) as name from public.employees x
    where x.company_id = event.company_id and x.user_id = event.actor_id limit 1) e on true;
$$;
comment on function private.packet_edit(public.audit_events) is 'An event of the history as packets show it: who changed what from what to what, when, through what and why.';
