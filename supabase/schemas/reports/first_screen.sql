-- As the app writes an instant in the keys of its queries.
create or replace function private.written_instant(at_param timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(at_param at time zone 'UTC', case when at_param = date_trunc('second', at_param)
    then 'YYYY-MM-DD"T"HH24:MI:SS"Z"' else 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' end)
$$;
grant execute on function private.written_instant(timestamptz) to authenticated;

create or replace function public.first_screen(screen_param text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  viewer jsonb := public.viewer();
  me uuid := viewer -> 'employee' ->> 'id';
  company uuid := viewer -> 'employee' ->> 'company_id';
  is_office boolean := viewer -> 'employee' ->> 'role' in ('owner', 'manager');
  leads boolean := viewer -> 'employee' ->> 'role' <> 'employee';
  today date := (clock_timestamp() at time zone (viewer -> 'company' ->> 'time_zone'))::date;
  -- Lists of entries are those of the person's own zone.
  zone text := coalesce(viewer -> 'preferences' ->> 'time_zone', viewer -> 'company' ->> 'time_zone', 'UTC');
  day_start timestamptz := (clock_timestamp() at time zone zone)::date::timestamp at time zone zone;
  day_end timestamptz := ((clock_timestamp() at time zone zone)::date + 1)::timestamp at time zone zone;
  stored_since timestamptz := date_trunc('milliseconds', clock_timestamp() - interval '14 days');
  has_public_work boolean := coalesce((viewer ->> 'public_work')::boolean, false);
  has_certificates boolean := coalesce((viewer ->> 'certificates')::boolean, false);
  known jsonb := jsonb_build_array(
    jsonb_build_object('key', jsonb_build_array('viewer', auth.uid()), 'data', viewer - 'server_time'));
begin
  if screen_param not in ('my_status', 'crew', 'dashboard', 'time_tracker', 'payroll', 'clock', 'clock_after_my_status') then
    raise exception using errcode = '22023',
      message = 'The screens are my_status, crew, dashboard, time_tracker, payroll, clock and clock_after_my_status.';
  end if;
  if me is null then
    return jsonb_build_object('screen', screen_param, 'at', viewer -> 'server_time', 'queries', known);
  end if;

  if screen_param not in ('clock', 'clock_after_my_status') then
    known := known
      || jsonb_build_object('key', jsonb_build_array('notifications', 'bell', me), 'data', jsonb_build_object(
        'pageParams', jsonb_build_array(null), 'pages', jsonb_build_array(
          (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
            select id, event, template, data, path, created_at, read_at
              from public.notifications where employee_id = me order by created_at desc, id desc limit 30) n))))
      || jsonb_build_object('key', jsonb_build_array('held-events', company, me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from (
          select id, employee_id, entry_id, kind, payload, problem, detail, counts_at, offset_ms, reason, status, resolution,
              explanation, created_at
            from public.held_events
           where company_id = company and employee_id = me and status <> 'applied'
             and (resolved_at is null or resolved_at >= clock_timestamp() - interval '14 days')
           order by counts_at limit 200) h));
  end if;
  if screen_param in ('my_status', 'crew', 'time_tracker', 'dashboard', 'clock') then
    known := known
      || jsonb_build_object('key', jsonb_build_array('projects', 'options', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (
          select id, name, name_es, client, number, status, color, archived_at, time_zone, parent_id, phases_only
            from public.projects where company_id = company order by name, id) p));
  end if;
  if screen_param in ('my_status', 'crew', 'time_tracker', 'clock') then
    known := known
      || jsonb_build_object('key', jsonb_build_array('cost-codes', 'options', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
          select id, code, name, name_es, code_group, active
            from public.cost_codes where company_id = company order by code, id) c))
      || jsonb_build_object('key', jsonb_build_array('cost-codes', 'allowed', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from (
          select project_id, cost_code_id
            from public.project_cost_codes where company_id = company order by project_id, cost_code_id) a));
  end if;
  if screen_param in ('my_status', 'time_tracker', 'clock') then
    known := known || jsonb_build_object('key', jsonb_build_array('time-entries', 'recent-work', me), 'data',
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.recent_work(4) r));
  end if;
  if screen_param in ('my_status', 'time_tracker') then
    known := known
      || jsonb_build_object('key', jsonb_build_array('equipment', 'options', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
          select id, name, number, status, meter_unit from public.equipment where company_id = company order by name, id) e))
      || jsonb_build_object(
        'key', jsonb_build_array('time-entries', 'list', company, jsonb_build_object(
          'employeeId', case when screen_param = 'my_status' then me end, 'projectId', null, 'costCodeId', null,
          'classificationId', null, 'status', null, 'groupBy', null,
          'range', jsonb_build_object('start', private.written_instant(day_start), 'end', private.written_instant(day_end)))),
        'data', jsonb_build_object('pageParams', jsonb_build_array(0), 'pages', jsonb_build_array(
          public.list_time_entries(day_start, day_end, case when screen_param = 'my_status' then me end))));
    if not is_office then
      known := known || jsonb_build_object('key', jsonb_build_array('payroll', 'waiting-timesheets', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from public.waiting_timesheets() w));
    end if;
  end if;
  if has_public_work and screen_param in ('time_tracker', 'clock', 'clock_after_my_status') then
    known := known || jsonb_build_object('key', jsonb_build_array('classifications', company), 'data', jsonb_build_object(
      'classes', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.project_classifications() c),
      'defaults', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from public.classification_defaults() d)));
  end if;
  if has_certificates and screen_param in ('my_status', 'crew') then
    known := known || jsonb_build_object('key', jsonb_build_array('certificates', 'missing', me), 'data',
      (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.missing_certificates() m));
  end if;
  if screen_param in ('my_status', 'payroll') then
    known := known || jsonb_build_object('key', jsonb_build_array('payroll', 'recent-periods', company), 'data',
      (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from public.recent_pay_periods(2) p));
  end if;
  if screen_param = 'dashboard' and is_office then
    known := known
      || jsonb_build_object('key', jsonb_build_array('dashboard', me), 'data', public.dashboard())
      || jsonb_build_object('key', jsonb_build_array('held-events', company, null), 'data',
        (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from (
          select id, employee_id, entry_id, kind, payload, problem, detail, counts_at, offset_ms, reason, status, resolution,
              explanation, created_at
            from public.held_events where company_id = company and status = 'held' order by counts_at limit 200) h))
      || jsonb_build_object('key', jsonb_build_array('recovery', me), 'data', (select to_jsonb(r) from public.my_recovery() r))
      || jsonb_build_object('key', jsonb_build_array('time-off', 'open', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
          select id from public.time_off_requests where company_id = company and status = 'requested' limit 100) t))
      || jsonb_build_object('key', jsonb_build_array('verification', 'off-site', company), 'data',
        (select count(*) from public.verifications
          where company_id = company and status = 'open' and kind = 'off_site_punch'))
      || jsonb_build_object('key', jsonb_build_array('budgets', 'alerts', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from (
          select b.id, b.project_id, b.kind, b.percent_used, b.percent_complete, b.created_at,
              (select jsonb_build_object('name', p.name) from public.projects p
                where p.company_id = b.company_id and p.id = b.project_id) as project,
              (select jsonb_build_object('code', c.code, 'name', c.name) from public.cost_codes c
                where c.company_id = b.company_id and c.id = b.cost_code_id) as code
            from public.budget_alerts b where b.company_id = company and b.seen_at is null
           order by b.cost_code_id nulls first, b.created_at desc limit 200) a));
  end if;
  if screen_param in ('dashboard', 'payroll') and is_office then
    known := known || jsonb_build_object('key', jsonb_build_array('employees', 'options', company), 'data',
      (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
        select id, user_id, first_name, last_name, role, active
          from public.employees where company_id = company order by first_name, last_name, id) e));
  end if;
  if leads and (screen_param = 'crew' or screen_param like 'clock%' and not is_office) then
    known := known || jsonb_build_object('key', jsonb_build_array('team', 'crew', me), 'data',
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.crew_today() c));
  end if;
  if screen_param = 'crew' and leads then
    known := known
      || jsonb_build_object('key', jsonb_build_array('held-events', 'made by', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from public.my_held_events() h))
      || jsonb_build_object('key', jsonb_build_array('crews', 'list', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
          select id, name, foreman_id from public.crews where company_id = company order by name) c));
  end if;

  if screen_param in ('my_status', 'clock') then
    known := known
      || jsonb_build_object('key', jsonb_build_array('schedule', 'mine', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.my_shifts(today, today + 27) s))
      || jsonb_build_object('key', jsonb_build_array('bulletins', 'mine', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from public.my_bulletins() b))
      || jsonb_build_object('key', jsonb_build_array('team', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.my_team() t));
  end if;
  if screen_param = 'my_status' then
    known := known
      || jsonb_build_object('key', jsonb_build_array('time-entries', 'week-summary', me), 'data',
        (select to_jsonb(w) from public.week_summary() w))
      || jsonb_build_object('key', jsonb_build_array('documents', 'to-sign', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from public.documents_to_sign() d))
      || jsonb_build_object('key', jsonb_build_array('location-views', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(v)), '[]') from public.my_location_views() v))
      || jsonb_build_object('key', jsonb_build_array('time-entries', 'own-places', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from (
          select id, moment, punched_at, latitude, longitude, accuracy_m, fix_age_s, inside, edge_m
            from public.punch_locations where company_id = company and employee_id = me
           order by punched_at desc limit 5) l))
      || jsonb_build_object('key', jsonb_build_array('time-off', 'types', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(t) order by t.name), '[]') from public.time_off_types t where t.company_id = company))
      || jsonb_build_object('key', jsonb_build_array('time-off', 'own', company, me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
          select * from public.time_off_requests where company_id = company and employee_id = me
           order by start_date desc limit 100) r))
      || jsonb_build_object('key', jsonb_build_array('forgotten-punches', 'mine', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
          select id, time_entry_id, project_id, clock_in, proposed_at, reason, sample_size
            from public.forgotten_punches where company_id = company and employee_id = me and answer is null
           order by asked_at desc limit 3) f))
      || jsonb_build_object('key', jsonb_build_array('verification', 'questions', company, me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(q)), '[]') from (
          select q.id, q.question, q.author, q.created_at,
              jsonb_build_object('happened_at', v.happened_at, 'project_id', v.project_id, 'status', v.status) as verifications
            from public.verification_questions q
            join public.verifications v on v.company_id = q.company_id and v.id = q.verification_id
           where q.company_id = company and q.employee_id = me and q.answer is null and v.status = 'open'
           order by q.created_at limit 20) q))
      || jsonb_build_object('key', jsonb_build_array('certified-payroll', 'own', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.my_certified_payrolls() c))
      || jsonb_build_object('key', jsonb_build_array('public-work', 'my-identity-views', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.my_identity_views() i));
    if has_certificates then
      known := known || jsonb_build_object('key', jsonb_build_array('certificates', 'of', company, me), 'data', jsonb_build_object(
        'held', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
          select c.id, c.type_id, c.number, c.issued_on, c.expires_on,
              (select jsonb_build_object('name', t.name, 'warn_days', t.warn_days) from public.certification_types t
                where t.company_id = c.company_id and t.id = c.type_id) as type
            from public.certifications c where c.company_id = company and c.employee_id = me
           order by c.expires_on desc nulls first) c),
        'proofs', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (
          select p.id, p.type_id, p.certification_id, p.path, p.media_type, p.taken_at, p.review, p.review_note,
              (select jsonb_build_object('name', t.name) from public.certification_types t
                where t.company_id = p.company_id and t.id = p.type_id) as type
            from public.certificate_proofs p where p.company_id = company and p.employee_id = me and p.uploaded_at is not null
           order by p.taken_at desc) p)));
    end if;
  end if;

  if screen_param in ('clock', 'clock_after_my_status') then
    known := known
      || jsonb_build_object('key', jsonb_build_array('time-entries', 'kept', me), 'data', jsonb_build_object(
        'since', private.written_instant(stored_since), 'entries',
        public.list_time_entries(stored_since, clock_timestamp() + interval '1 day', me, limit_param => 1000) -> 'entries'))
      || jsonb_build_object('key', jsonb_build_array('clock-questions', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(q)), '[]') from (
          select id, moment, text_en, text_es, alarm_answer, opens_incident, position, active
            from public.clock_questions where company_id = company order by moment, position, created_at) q))
      || jsonb_build_object('key', jsonb_build_array('break-types', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from (
          select name, name_es, kind, paid, usual_minutes, active from public.break_types where company_id = company) b))
      || jsonb_build_object('key', jsonb_build_array('settings', 'clock-in-rules', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
          select id, name, project_id, employee_id, rule, grace_minutes, on_site, stop_after_minutes, stop_at_edge, ends_day,
              day_ends_at, updated_at
            from public.clock_in_rules where company_id = company order by created_at) r))
      || jsonb_build_object('key', jsonb_build_array('equipment', 'meters-to-read', company), 'data',
        (select coalesce(jsonb_agg(jsonb_build_object('id', m.equipment_id,
            'name', concat_ws(' ', nullif(m.number, ''), nullif(m.name, '')), 'meterUnit', m.meter_unit, 'reading', m.reading,
            'readAt', m.read_at)), '[]') from public.meters_to_read() m));
  end if;
  return jsonb_build_object('screen', screen_param, 'at', viewer -> 'server_time', 'queries', known);
end $$;
comment on function public.first_screen(text) is 'The caller and what a first screen (my_status, crew, dashboard, time_tracker, payroll) shows, or what a clock needs without a signal (clock, or what My Status has not brought: clock_after_my_status), in one round trip: for each of its queries the key and exactly what its own call answers, under the caller''s rights.';
grant execute on function public.first_screen(text) to authenticated;
