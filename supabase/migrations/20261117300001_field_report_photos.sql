-- Photos of the day are part of a field report: composed by themselves, left out one by one by who writes the report. What is
-- submitted holds them by hash, and they belong to the report from then on. A signature may be drawn.

create or replace function private.field_report_figures(company_id_param uuid, project_id_param uuid, report_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.zone_of(company_id_param, project_id_param);
  starts constant timestamptz := report_date_param::timestamp at time zone zone;
  ends constant timestamptz := (report_date_param + 1)::timestamp at time zone zone;
  crew jsonb;
  machines jsonb;
  installed jsonb;
  happened jsonb;
  planned jsonb;
  photos jsonb;
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
    from (select * from public.photos k where k.company_id = company_id_param and k.project_id = project_id_param
        and k.taken_at >= starts and k.taken_at < ends and k.uploaded_at is not null and k.deleted_at is null and not k.is_private
        and k.media_type like 'image/%'
      order by k.taken_at, k.id limit 60) p;
  return jsonb_build_object('crew', crew, 'equipment', machines, 'quantities', installed, 'planned', planned, 'photos', photos,
    'people', jsonb_array_length(crew), 'seconds', (select coalesce(sum((c ->> 'seconds')::bigint), 0) from jsonb_array_elements(crew) c)) || happened;
end $$;

create or replace function public.save_field_report(id_param uuid, changes_param jsonb) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  report public.field_reports := private.require_report(id_param);
begin
  if jsonb_typeof(changes_param) is distinct from 'object'
    or changes_param - '{weather,work,deliveries,visitors,delays,directed,notes,none,left_out}'::text[] <> '{}' then
    raise exception using errcode = 'P0001', hint = 'invalid_report', message = 'This part of a report is not known.';
  end if;
  if report.status <> 'draft' then
    raise exception using errcode = 'P0001', hint = 'report_not_draft', message = 'This report was submitted. Ask a manager to send it back.';
  end if;
  -- Part by part, so that two people who write at once keep each other's work.
  update public.field_reports r set content = r.content || changes_param
    where r.company_id = report.company_id and r.id = report.id returning * into report;
  return report;
end $$;

drop function public.submit_field_report(uuid, text, text);
create function public.submit_field_report(id_param uuid, name_param text default null::text, language_param text default 'en'::text,
  strokes_param jsonb default null) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  report public.field_reports := private.require_report(id_param);
  signed text := coalesce(nullif(btrim(name_param), ''), btrim(concat_ws(' ', me.first_name, me.last_name)));
  figures jsonb;
  whole jsonb;
  shown uuid[];
begin
  if report.status <> 'draft' then
    raise exception using errcode = 'P0001', hint = 'report_not_draft', message = 'This report was submitted. Ask a manager to send it back.';
  end if;
  if strokes_param is not null and (jsonb_typeof(strokes_param) <> 'array' or pg_column_size(strokes_param) > 30000) then
    raise exception using errcode = 'P0001', hint = 'invalid_report', message = 'This part of a report is not known.';
  end if;
  -- Blanks become explicit zeros: what has no entry is said to be none.
  whole := report.content || jsonb_build_object('none', (
    select coalesce(jsonb_agg(part order by part), '[]') from unnest('{weather,work,deliveries,visitors,delays,directed,notes}'::text[]) part
    where coalesce(report.content -> part, 'null') in ('null', '""', '[]')));
  update public.field_reports r set content = whole where r.company_id = report.company_id and r.id = report.id;
  -- The signature is of this version alone.
  whole := whole || case when jsonb_array_length(coalesce(strokes_param, '[]')) > 0 then jsonb_build_object('strokes', strokes_param) else '{}' end;
  figures := private.field_report_figures(report.company_id, report.project_id, report.report_date);
  figures := jsonb_set(figures, '{photos}', (select coalesce(jsonb_agg(p.value order by p.place), '[]')
    from jsonb_array_elements(figures -> 'photos') with ordinality as p (value, place)
    where not coalesce(whole -> 'left_out' ? (p.value ->> 'id'), false)));
  shown := array(select (p ->> 'id')::uuid from jsonb_array_elements(figures -> 'photos') p);
  update public.photos p set field_report_id = report.id where p.company_id = report.company_id and p.id = any (shown) and p.field_report_id is null;
  -- What was left out this time is free again.
  update public.photos p set field_report_id = null where p.company_id = report.company_id and p.field_report_id = report.id and p.id <> all (shown);
  update public.field_reports r set status = 'submitted', version = r.version + 1, submitted_by = auth.uid(), submitted_at = now(),
      signed_name = signed, reviewed_by = null, reviewed_at = null, review_note = null
    where r.company_id = report.company_id and r.id = report.id returning * into report;
  insert into public.field_report_versions (company_id, report_id, version, content, figures, signed_name, language, sha256)
    values (report.company_id, report.id, report.version, whole, figures, signed, case when language_param = 'es' then 'es' else 'en' end,
      encode(extensions.digest(convert_to(jsonb_build_object('number', report.number, 'date', report.report_date, 'version', report.version,
        'signed_name', signed, 'submitted_at', report.submitted_at, 'content', whole, 'figures', figures)::text, 'UTF8'), 'sha256'), 'hex'));
  return report;
end $$;
revoke execute on function public.submit_field_report(uuid, text, text, jsonb) from public, anon;
grant execute on function public.submit_field_report(uuid, text, text, jsonb) to authenticated;
comment on function public.submit_field_report(uuid, text, text, jsonb) is 'Foremen of the project, managers: signs a draft by name, and as drawn ([[[x, y], …], …] in a box of 300 by 100). What it says and what the day''s records said then is kept as a version with its hash; the photos in it belong to the report.';
