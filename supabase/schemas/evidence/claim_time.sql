create or replace function private.claim_time(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  company constant uuid := packet.company_id;
  person constant uuid := packet.employee_id;
  zone constant text := private.zone_of(company, null);
  first_instant constant timestamptz := first_date_param::timestamp at time zone zone;
  last_instant constant timestamptz := (last_date_param + 1)::timestamp at time zone zone;
  time jsonb;
begin
  time := jsonb_build_object(
    'time_entries', private.packet_time_entries(company, person, null, first_date_param, last_date_param),
    'edits', private.claim_edits(packet, first_date_param, last_date_param),
    'locations', (select coalesce(jsonb_agg(to_jsonb(l) - '{company_id,employee_id,created_by}'::text[] order by l.punched_at, l.id), '[]') from public.punch_locations l
      where l.company_id = company and l.employee_id = person and l.punched_at >= first_instant and l.punched_at < last_instant),
    'photos', (select coalesce(jsonb_agg(private.packet_photo(packet, p) order by p.taken_at, p.id), '[]') from public.photos p
      where p.company_id = company and p.employee_id = person and p.taken_on between first_date_param and last_date_param
        and p.uploaded_at is not null and p.deleted_at is null and not p.is_private),
    'kiosk_photos', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'time_entry_id', p.time_entry_id, 'moment', p.moment, 'taken_at', p.taken_at, 'review', p.review,
        'reviewed_by', private.account_name(company, p.reviewed_by), 'reviewed_at', p.reviewed_at) order by p.taken_at, p.id), '[]')
      from public.kiosk_photos p where p.company_id = company and p.employee_id = person and p.taken_at >= first_instant and p.taken_at < last_instant),
    'break_offers', (select coalesce(jsonb_agg(to_jsonb(o) - '{company_id,employee_id,created_by}'::text[] order by o.offered_at, o.id), '[]') from public.break_offers o
      where o.company_id = company and o.employee_id = person and o.offered_at >= first_instant and o.offered_at < last_instant),
    'clock_answers', (select coalesce(jsonb_agg(to_jsonb(a) - '{company_id,employee_id,created_by}'::text[] order by a.answered_at, a.id), '[]') from public.clock_answers a
      where a.company_id = company and a.employee_id = person and a.answered_at >= first_instant and a.answered_at < last_instant),
    'forgotten_punches', (select coalesce(jsonb_agg(to_jsonb(f) - '{company_id,employee_id,created_by,link_hash}'::text[] order by f.asked_at, f.id), '[]') from public.forgotten_punches f
      where f.company_id = company and f.employee_id = person and f.clock_in >= first_instant and f.clock_in < last_instant),
    'held_events', (select coalesce(jsonb_agg(to_jsonb(h) - '{company_id,employee_id,created_by}'::text[] order by h.happened_at, h.id), '[]') from public.held_events h
      where h.company_id = company and h.employee_id = person and h.happened_at >= first_instant and h.happened_at < last_instant),
    'approvals', (select coalesce(jsonb_agg(jsonb_build_object('work_date', a.work_date, 'approved_by', private.account_name(company, a.approved_by), 'approved_at', a.approved_at) order by a.work_date), '[]')
      from public.approvals a where a.company_id = company and a.employee_id = person and a.work_date between first_date_param and last_date_param),
    'timesheet_signatures', (select coalesce(jsonb_agg(to_jsonb(s) - '{company_id,employee_id}'::text[] order by s.signed_at, s.id), '[]') from public.timesheet_signatures s
      where s.company_id = company and s.employee_id = person and s.start_date <= last_date_param and s.end_date >= first_date_param),
    'pay_periods', (select coalesce(jsonb_agg(jsonb_build_object('start_date', p.start_date, 'end_date', p.end_date, 'status', p.status, 'locked_at', p.locked_at,
        'locked_by', private.account_name(company, p.locked_by), 'unlocked_at', p.unlocked_at, 'unlock_reason', p.unlock_reason) order by p.start_date), '[]')
      from public.pay_periods p where p.company_id = company and p.start_date <= last_date_param and p.end_date >= first_date_param),
    'plan_and_actual', (select coalesce(jsonb_agg(to_jsonb(r) - '{employee_id,running}'::text[] order by r.work_date, r.planned_start), '[]')
      from private.plan_and_actual_at(company, array[person], first_date_param, last_date_param, now()) r),
    'time_off', (select coalesce(jsonb_agg(jsonb_build_object('start_date', r.start_date, 'end_date', r.end_date, 'hours', r.hours, 'status', r.status, 'note', r.note,
        'decision_note', r.decision_note, 'decided_by', private.account_name(company, r.decided_by), 'decided_at', r.decided_at) order by r.start_date, r.id), '[]')
      from public.time_off_requests r where r.company_id = company and r.employee_id = person and r.start_date <= last_date_param and r.end_date >= first_date_param));
  -- Somebody else's locations are never handed out unseen.
  if time -> 'locations' <> '[]' and packet.kind <> 'record' and person is distinct from private.my_employee_id() then
    insert into public.location_views (company_id, viewer_id, employee_id, purpose, start_date, end_date)
      values (company, private.my_employee_id(), person, 'Claim packet', first_date_param, last_date_param);
  end if;
  return time;
end $$;
comment on function private.claim_time(public.evidence_packets,date,date) is 'A year of a person''s time: entries as first recorded and as they are, every change, places, photos, breaks and answers, approvals, signatures and disputes, plan beside actual.';

create or replace function private.claim_edits(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.packet_edit(a) order by a.sequence, a.id), '[]') from public.audit_events a
  where a.company_id = packet.company_id and a.employee_id = packet.employee_id
    and a.entity in ('time_entries', 'time_entry_breaks', 'approvals', 'timesheet_signatures', 'time_off_requests')
    -- Whether the record lies in these days, before or after the change.
    and (private.event_touches(a.before, first_date_param, last_date_param) or private.event_touches(a.after, first_date_param, last_date_param));
$$;

create or replace function private.event_touches(row_param jsonb, first_date_param date, last_date_param date) returns boolean
language sql immutable parallel safe as $$
  select coalesce(row_param ->> 'work_date', left(row_param ->> 'started_at', 10), row_param ->> 'end_date') >= first_date_param::pg_catalog.text
    and coalesce(row_param ->> 'work_date', left(row_param ->> 'started_at', 10), row_param ->> 'start_date') <= last_date_param::pg_catalog.text;
$$;
comment on function private.event_touches(jsonb,date,date) is 'Whether a row of time, as an event has it, lies in these days; false for a row that is not there. No search_path is set, so that it is inlined.';

create or replace function private.packet_time_entries(company_id_param uuid, employee_id_param uuid, project_id_param uuid, first_date_param date, last_date_param date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'employee_id', t.employee_id, 'name', private.person_name(t.company_id, t.employee_id), 'job_title', e.job_title,
    'work_date', t.work_date, 'clock_in', t.clock_in, 'clock_out', t.clock_out, 'time_zone', coalesce(j.time_zone, c.time_zone),
    'project', j.name, 'cost_code', k.code, 'cost_code_name', k.name, 'classification', w.name, 'source', t.source, 'device', t.device, 'status', t.status, 'notes', t.notes, 'meal_waived', t.meal_waived,
    'entered_by', private.account_name(t.company_id, t.created_by), 'created_at', t.created_at, 'updated_at', t.updated_at,
    'original', o.original, 'changes', o.changes,
    'breaks', (select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'kind', b.kind, 'paid', b.paid) order by b.started_at), '[]')
      from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id)) order by t.work_date, t.clock_in, t.id), '[]')
  from public.time_entries t
  join public.companies c on c.id = t.company_id
  join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
  left join public.projects j on j.company_id = t.company_id and j.id = t.project_id
  left join public.cost_codes k on k.company_id = t.company_id and k.id = t.cost_code_id
  left join public.work_classifications w on w.company_id = t.company_id and w.id = t.classification_id
  left join lateral (
    -- The punches as they were first recorded: the clock-in of the first event, the first clock-out of any.
    select jsonb_build_object('clock_in', (array_agg(a.after ->> 'clock_in' order by a.sequence))[1],
        'clock_out', (array_agg(a.after ->> 'clock_out' order by a.sequence) filter (where a.after ->> 'clock_out' is not null))[1],
        'recorded_at', min(a.occurred_at), 'source', (array_agg(a.source order by a.sequence))[1]) as original,
      count(*) filter (where a.before ->> 'clock_out' is not null) as changes
    from public.audit_events a where a.company_id = t.company_id and a.entity_id = t.id and a.entity = 'time_entries'
  ) o on true
  -- A work date is at most a day from the instant, in any zone: the range of instants is what the indexes know.
  where t.company_id = company_id_param and (employee_id_param is null or t.employee_id = employee_id_param) and (project_id_param is null or t.project_id = project_id_param)
    and t.work_date between first_date_param and last_date_param
    and t.clock_in >= (first_date_param - 1)::timestamp at time zone 'utc' and t.clock_in < (last_date_param + 2)::timestamp at time zone 'utc';
$$;
comment on function private.packet_time_entries(uuid,uuid,uuid,date,date) is 'Time entries as packets list them, of a person or of a project: the punches as first recorded beside what they are now, breaks, source, device.';
