-- Two people write one report: nothing is lost silently. Talks of the day are part of it. Photos of the kiosk nobody has looked at
-- are counted with the items of Verification.

create function private.merge_report_part(stored jsonb, mine jsonb, seen jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  was constant text := seen #>> '{}';
  ours constant text := mine #>> '{}';
  theirs constant text := stored #>> '{}';
  known constant jsonb := case jsonb_typeof(seen) when 'array' then seen else '[]' end;
  -- Without the beginning that both know.
  added constant text := case when was <> '' and starts_with(ours, was) then btrim(substr(ours, length(was) + 1), E' 
') else ours end;
begin
  if stored is null or stored in ('null', '""', '[]', mine, coalesce(seen, '""')) then
    return mine;
  elsif jsonb_typeof(mine) = 'array' and jsonb_typeof(stored) = 'array' then
    -- What I took away goes, what I added comes; the rest is theirs.
    return (select coalesce(jsonb_agg(l.line order by l.side, l.place), '[]') from (
      select 1 as side, s.place, s.line from jsonb_array_elements(stored) with ordinality as s (line, place)
        where s.line in (select jsonb_array_elements(mine)) or s.line not in (select jsonb_array_elements(known))
      union all
      select 2, m.place, m.line from jsonb_array_elements(mine) with ordinality as m (line, place)
        where m.line not in (select jsonb_array_elements(known)) and m.line not in (select jsonb_array_elements(stored))) l);
  elsif jsonb_typeof(mine) = 'string' and jsonb_typeof(stored) = 'string' then
    -- Mine after theirs, once.
    return case when strpos(theirs, added) > 0 then stored else to_jsonb(theirs || E'
' || added) end;
  end if;
  return mine;
end $$;
revoke execute on function private.merge_report_part(jsonb, jsonb, jsonb) from public;
comment on function private.merge_report_part(jsonb, jsonb, jsonb) is 'A part of a report that someone else saved since I saw it: lines and texts of both.';

drop function public.save_field_report(uuid, jsonb);
create function public.save_field_report(id_param uuid, changes_param jsonb, seen_param jsonb default null) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  report public.field_reports := private.require_report(id_param);
begin
  if jsonb_typeof(changes_param) is distinct from 'object'
    or changes_param - '{weather,work,deliveries,visitors,delays,directed,notes,none,left_out}'::text[] <> '{}' then
    raise exception using errcode = 'P0001', hint = 'invalid_report', message = 'This part of a report is not known.';
  end if;
  -- One after the other: what the first saved is what the second is compared with.
  select * into report from public.field_reports r where r.company_id = report.company_id and r.id = report.id for update;
  if report.status <> 'draft' then
    raise exception using errcode = 'P0001', hint = 'report_not_draft', message = 'This report was submitted. Ask a manager to send it back.';
  end if;
  update public.field_reports r set content = r.content || case when jsonb_typeof(seen_param) is distinct from 'object' then changes_param
      else (select coalesce(jsonb_object_agg(c.key, private.merge_report_part(report.content -> c.key, c.value, seen_param -> c.key)), '{}') from jsonb_each(changes_param) c) end
    where r.company_id = report.company_id and r.id = report.id returning * into report;
  return report;
end $$;
revoke execute on function public.save_field_report(uuid, jsonb, jsonb) from public, anon;
grant execute on function public.save_field_report(uuid, jsonb, jsonb) to authenticated;
comment on function public.save_field_report(uuid, jsonb, jsonb) is 'Foremen of the project, managers: saves the given parts of a draft; others stay. With seen_param, the same parts as the writer last saw them, a part that someone else saved meanwhile keeps the lines and texts of both.';

create or replace function private.field_report_figures(company_id_param uuid, project_id_param uuid, report_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.zone_of(company_id_param, project_id_param);
  starts constant timestamptz := report_date_param::timestamp at time zone zone;
  ends constant timestamptz := (report_date_param + 1)::timestamp at time zone zone;
  report constant uuid := (select r.id from public.field_reports r
    where r.company_id = company_id_param and r.project_id = project_id_param and r.report_date = report_date_param);
  crew jsonb;
  machines jsonb;
  installed jsonb;
  happened jsonb;
  planned jsonb;
  photos jsonb;
  talks jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', w.employee_id, 'name', btrim(concat_ws(' ', e.first_name, e.last_name)),
      'trade', e.job_title, 'seconds', w.seconds, 'break_seconds', w.breaks, 'running', t.running, 'clock_in', t.clock_in, 'clock_out', t.clock_out)
      order by e.job_title nulls last, e.last_name, e.first_name, e.id), '[]') into crew
    from (select d.employee_id, sum(d.seconds)::bigint as seconds, sum(d.unpaid_break_seconds)::bigint as breaks
      from private.work_done d
      where d.company_id = company_id_param and d.project_id = project_id_param and d.work_date = report_date_param group by 1) w
    join public.employees e on e.company_id = company_id_param and e.id = w.employee_id
    left join lateral (select min(x.clock_in) as clock_in, case when bool_or(x.clock_out is null) then null else max(x.clock_out) end as clock_out,
        coalesce(bool_or(x.clock_out is null), false) as running
      from public.time_entries x where x.company_id = company_id_param and x.employee_id = w.employee_id
        and x.project_id = project_id_param and x.work_date = report_date_param) t on true;

  select coalesce(jsonb_agg(jsonb_build_object('equipment_id', q.id, 'name', btrim(concat_ws(' ', q.number, q.name)), 'operators', m.operators,
      'working_seconds', m.working, 'idle_seconds', m.idle, 'down_seconds', m.down) order by q.number, q.name, q.id), '[]') into machines
    from (
      select s.equipment_id, sum(s.working)::bigint as working, sum(s.idle)::bigint as idle, sum(s.down)::bigint as down,
        coalesce(array_agg(distinct s.operator) filter (where s.operator is not null), '{}') as operators
      from (
        select p.equipment_id, p.seconds - p.overlap_seconds as working, 0 as idle, 0 as down, private.person_name(company_id_param, p.employee_id) as operator
        from private.machine_pieces(company_id_param, report_date_param, report_date_param, null) p where p.project_id = project_id_param
        union all
        select d.equipment_id, d.working_minutes * 60, d.idle_minutes * 60, d.down_minutes * 60, null
        from public.equipment_days d
        where d.company_id = company_id_param and d.project_id = project_id_param and d.work_date = report_date_param) s
      group by 1) m
    join public.equipment q on q.company_id = company_id_param and q.id = m.equipment_id;

  select coalesce(jsonb_agg(jsonb_build_object('cost_code_id', c.id, 'code', c.code, 'name', c.name, 'area', s.area, 'quantity', s.quantity,
      'to_date', s.to_date, 'unit', b.unit, 'budget', b.quantity) order by c.code, s.area), '[]') into installed
    from (
      select q.cost_code_id, nullif(string_agg(distinct q.area, ', ') filter (where q.work_date = report_date_param), '') as area,
        sum(q.quantity) filter (where q.work_date = report_date_param) as quantity, sum(q.quantity) as to_date
      from public.quantities q
      where q.company_id = company_id_param and q.project_id = project_id_param and q.work_date <= report_date_param
      group by 1 having count(*) filter (where q.work_date = report_date_param) > 0) s
    join public.cost_codes c on c.company_id = company_id_param and c.id = s.cost_code_id
    left join lateral (select l.unit, l.quantity from public.budget_lines l join public.budgets g on g.company_id = l.company_id and g.id = l.budget_id
      where l.company_id = company_id_param and g.project_id = project_id_param and g.status = 'approved' and l.cost_code_id = s.cost_code_id
      order by g.version desc limit 1) b on true;

  select jsonb_build_object(
    'incidents', (select coalesce(jsonb_agg(jsonb_build_object('number', i.number, 'at', i.happened_at, 'description', i.description) order by i.happened_at), '[]')
      from public.incidents i where i.company_id = company_id_param and i.project_id = project_id_param and i.happened_at >= starts and i.happened_at < ends),
    'injury_answers', (select jsonb_build_object('no', count(*) filter (where a.answer <> q.alarm_answer), 'yes', count(*) filter (where a.answer = q.alarm_answer))
      from public.clock_answers a join public.clock_questions q on q.company_id = a.company_id and q.id = a.question_id and q.opens_incident
      join public.time_entries t on t.company_id = a.company_id and t.id = a.time_entry_id
      where a.company_id = company_id_param and t.project_id = project_id_param and t.work_date = report_date_param),
    'bulletins', (select coalesce(jsonb_agg(jsonb_build_object('title', b.title, 'title_es', b.title_es) order by b.publish_at), '[]')
      from public.bulletins b where b.company_id = company_id_param and b.publish_at >= starts and b.publish_at < ends and b.publish_at <= now()
        and (b.audience ->> 'everyone' = 'true' or b.audience -> 'projects' ? project_id_param::text))) into happened;

  -- These modules may not be there yet.
  if to_regclass('public.shifts') is not null then
    execute 'select jsonb_build_object(''people'', count(distinct s.employee_id), ''seconds'', coalesce(sum(extract(epoch from s.ends_at - s.starts_at)), 0)::bigint)
      from public.shifts s where s.company_id = $1 and s.project_id = $2 and s.status = ''published'' and s.employee_id is not null
        and s.starts_at >= $3 and s.starts_at < $4' into planned using company_id_param, project_id_param, starts, ends;
  end if;
  -- What everyone who reads the report may see, and what can be printed.
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path, 'sha256', p.sha256, 'taken_at', p.taken_at, 'caption', p.caption,
      'by', private.person_name(company_id_param, p.employee_id)) order by p.taken_at, p.id), '[]') into photos
    from (select * from public.photos k where k.company_id = company_id_param and k.uploaded_at is not null and k.deleted_at is null
        and not k.is_private and k.media_type like 'image/%' and k.id in (
          select d.id from public.photos d where d.company_id = company_id_param and d.project_id = project_id_param
            and d.taken_at >= starts and d.taken_at < ends and (d.field_report_id is null or d.field_report_id = report)
          union
          -- Put into it by hand, whatever day they were taken on.
          select l.id from public.photos l where l.company_id = company_id_param and l.field_report_id = report)
      order by k.taken_at, k.id limit 60) p;
  -- Where no site was noted, a talk belongs to where those who signed worked that day.
  select coalesce(jsonb_agg(t.talk order by t.began), '[]') into talks from (
    select min(s.created_at) as began, jsonb_build_object('bulletin_id', b.id, 'title', b.title, 'title_es', b.title_es,
        'held_by', private.person_name(company_id_param, min(s.held_by::text)::uuid),
        'signatures', jsonb_agg(jsonb_build_object('name', s.signed_name, 'visitor', s.employee_id is null, 'at', s.created_at, 'strokes', s.strokes) order by s.created_at, s.id)) as talk
    from public.talk_signatures s join public.bulletins b on b.company_id = s.company_id and b.id = s.bulletin_id
    where s.company_id = company_id_param and s.held_on = report_date_param and (s.project_id = project_id_param or s.project_id is null
      and exists (select from jsonb_array_elements(crew) c where (c ->> 'employee_id')::uuid = coalesce(s.employee_id, s.held_by)))
    group by b.id, b.title, b.title_es) t;
  return jsonb_build_object('crew', crew, 'talks', talks, 'equipment', machines, 'quantities', installed, 'planned', planned, 'photos', photos,
    'people', jsonb_array_length(crew), 'seconds', (select coalesce(sum((c ->> 'seconds')::bigint), 0) from jsonb_array_elements(crew) c)) || happened;
end $$;
comment on function private.field_report_figures(uuid,uuid,date) is 'What is recorded of a project''s day: people with hours (equal to work_totals plus what runs), machines, quantities, incidents, answers, bulletins, talks with their signatures, the plan, photos.';

create function private.open_items(company_id_param uuid) returns bigint
language sql stable set search_path = '' as $$
  -- Two partial indexes.
  select (select count(*) from public.verifications v where v.company_id = company_id_param and v.status = 'open')
    + (select count(*) from public.kiosk_photos p join public.companies c on c.id = p.company_id and c.kiosk_photos
      where p.company_id = company_id_param and p.review is null and p.uploaded_at is not null);
$$;
revoke execute on function private.open_items(uuid) from public;
grant execute on function private.open_items(uuid) to authenticated, service_role;
comment on function private.open_items(uuid) is 'Items of Verification that are open, and photos of the kiosk nobody has looked at.';

create or replace function private.dashboard_needs(company_id_param uuid, today_param date) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select b.start_date, b.end_date from private.pay_periods_back(company_id_param, today_param, 2) b order by b.start_date limit 1)
  select jsonb_build_object(
    'long_running', (select coalesce(jsonb_agg(jsonb_build_object('entry_id', t.id, 'employee_id', e.id, 'first_name', e.first_name,
        'last_name', e.last_name, 'clock_in', t.clock_in) order by t.clock_in), '[]')
      from public.time_entries t join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
      where t.company_id = company_id_param and t.clock_out is null and t.clock_in < now() - interval '12 hours'),
    'missing_rates', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name) order by e.last_name), '[]')
      from public.employees e
      where e.company_id = company_id_param and e.active
        and not exists (select from public.employee_rates r where r.company_id = e.company_id and r.employee_id = e.id and r.effective_from <= today_param)
        and exists (select from public.time_entries t where t.company_id = e.company_id and t.employee_id = e.id)),
    'disputes', private.open_disputes(company_id_param),
    'verifications', private.open_items(company_id_param),
    'unapproved_seconds', private.unapproved_seconds(company_id_param, period.start_date, period.end_date),
    'period_start', period.start_date, 'period_end', period.end_date)
  from period;
$$;

create or replace function public.verification_count() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return case when me.role in ('owner', 'manager') then private.open_items(me.company_id) else 0 end;
end $$;
comment on function public.verification_count() is 'Managers: how many items are open, with the photos of the kiosk nobody has looked at. Everyone else: 0.';
