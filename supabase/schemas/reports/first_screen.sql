create or replace function public.first_screen(screen_param text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  viewer jsonb := public.viewer();
  me uuid := viewer -> 'employee' ->> 'id';
  company uuid := viewer -> 'employee' ->> 'company_id';
  is_office boolean := viewer -> 'employee' ->> 'role' in ('owner', 'manager');
  leads boolean := viewer -> 'employee' ->> 'role' <> 'employee';
  today date := (clock_timestamp() at time zone (viewer -> 'company' ->> 'time_zone'))::date;
  known jsonb := jsonb_build_array(
    jsonb_build_object('key', jsonb_build_array('viewer', auth.uid()), 'data', viewer - 'server_time'));
begin
  if screen_param not in ('my_status', 'crew', 'dashboard', 'time_tracker', 'payroll') then
    raise exception using errcode = '22023', message = 'The screens are my_status, crew, dashboard, time_tracker and payroll.';
  end if;
  if me is null then
    return jsonb_build_object('screen', screen_param, 'at', viewer -> 'server_time', 'queries', known);
  end if;

  if screen_param in ('my_status', 'crew', 'time_tracker') then
    known := known
      || jsonb_build_object('key', jsonb_build_array('projects', 'options', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (
          select id, name, name_es, client, number, status, color, archived_at, time_zone, parent_id, phases_only
            from public.projects where company_id = company order by name, id) p))
      || jsonb_build_object('key', jsonb_build_array('cost-codes', 'options', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
          select id, code, name, name_es, code_group, active
            from public.cost_codes where company_id = company order by code, id) c))
      || jsonb_build_object('key', jsonb_build_array('cost-codes', 'allowed', company), 'data',
        (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from (
          select project_id, cost_code_id
            from public.project_cost_codes where company_id = company order by project_id, cost_code_id) a));
  end if;
  if screen_param in ('my_status', 'time_tracker') then
    known := known || jsonb_build_object('key', jsonb_build_array('time-entries', 'recent-work', me), 'data',
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.recent_work(4) r));
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
            from public.held_events where company_id = company and status = 'held' order by counts_at limit 200) h));
  end if;
  if screen_param = 'crew' and leads then
    known := known || jsonb_build_object('key', jsonb_build_array('team', 'crew', me), 'data',
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.crew_today() c));
  end if;

  if screen_param = 'my_status' then
    known := known
      || jsonb_build_object('key', jsonb_build_array('time-entries', 'week-summary', me), 'data',
        (select to_jsonb(w) from public.week_summary() w))
      || jsonb_build_object('key', jsonb_build_array('schedule', 'mine', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.my_shifts(today, today + 27) s))
      || jsonb_build_object('key', jsonb_build_array('held-events', company, me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from (
          select id, employee_id, entry_id, kind, payload, problem, detail, counts_at, offset_ms, reason, status, resolution,
              explanation, created_at
            from public.held_events
           where company_id = company and employee_id = me and status <> 'applied'
             and (resolved_at is null or resolved_at >= clock_timestamp() - interval '14 days')
           order by counts_at limit 200) h))
      || jsonb_build_object('key', jsonb_build_array('bulletins', 'mine', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from public.my_bulletins() b))
      || jsonb_build_object('key', jsonb_build_array('documents', 'to-sign', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from public.documents_to_sign() d))
      || jsonb_build_object('key', jsonb_build_array('team', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.my_team() t))
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
           order by asked_at desc limit 3) f));
    if not is_office then
      known := known || jsonb_build_object('key', jsonb_build_array('payroll', 'waiting-timesheets', me), 'data',
        (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from public.waiting_timesheets() w));
    end if;
  end if;
  return jsonb_build_object('screen', screen_param, 'at', viewer -> 'server_time', 'queries', known);
end $$;
comment on function public.first_screen(text) is 'The caller and what a first screen (my_status, crew, dashboard, time_tracker, payroll) shows, in one round trip: for each of its queries the key and exactly what its own call answers, under the caller''s rights.';
grant execute on function public.first_screen(text) to authenticated;
