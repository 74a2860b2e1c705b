create table public.field_reports (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  report_date date not null,
  number text not null,
  status text default 'draft' not null,
  content jsonb default '{}'::jsonb not null,
  version integer default 0 not null,
  submitted_by uuid,
  submitted_at timestamptz,
  signed_name text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  review_note text,
  locked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint field_reports_pkey primary key (company_id, id),
  constraint field_reports_number_once unique (company_id, project_id, number),
  constraint field_reports_once_a_day unique (company_id, project_id, report_date),
  constraint field_reports_content_is_object check (jsonb_typeof(content) = 'object' and pg_column_size(content) < 200000),
  constraint field_reports_review_note_length check (char_length(review_note) <= 2000),
  constraint field_reports_signed_name_length check (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200),
  constraint field_reports_status_known check (status in ('draft', 'submitted', 'reviewed', 'locked')),
  constraint field_reports_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint field_reports_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.field_reports');
create index field_reports_by_date on public.field_reports (company_id, report_date desc);
create index field_reports_number_search on public.field_reports using gin ((translate(lower(number), 'áàâäãåéèêëíìîïóòôöõúùûüñç', 'aaaaaaeeeeiiiiooooouuuunc')) extensions.gin_trgm_ops);
comment on table public.field_reports is 'The daily report of a project. Written by functions: draft_field_report, save_field_report, submit_field_report, review_field_report, lock_field_report.';
comment on column public.field_reports.number is 'FR-2026-0042: counted per company and year; older ones per project.';
comment on column public.field_reports.content is 'What only the foreman knows: weather, day_weather (with its source and when it was read), work, subcontractors, deliveries, visitors, delays, directed, notes; {"none": ["visitors", …]} are explicit zeros. People, machines and quantities are not in here, they come from field_report_figures.';
comment on column public.field_reports.review_note is 'What the reviewer wrote; of a draft, why it was sent back.';
alter table public.field_reports enable row level security;
alter publication supabase_realtime add table public.field_reports;
grant select on table public.field_reports to authenticated;

create policy "Foremen read the reports of projects they see, managers all" on public.field_reports
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee' and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create or replace trigger keep_field_report before delete or update on public.field_reports
  for each row execute function private.check_field_report();

create or replace function private.check_field_report() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Holds for the service role too: a claims lawyer must be able to rely on it.
  if tg_op = 'DELETE' then
    if old.version > 0 and exists (select from public.companies c where c.id = old.company_id) then
      raise exception using errcode = '42501', hint = 'append_only', message = 'A report that was submitted is kept.';
    end if;
    return old;
  end if;
  if (new.project_id, new.report_date, new.number) is distinct from (old.project_id, old.report_date, old.number) or new.version < old.version then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'The project, day and number of a report stay.';
  end if;
  if old.status = 'locked' or (old.status <> 'draft' and new.content <> old.content) then
    raise exception using errcode = 'P0001', hint = 'report_not_draft', message = 'This report was submitted. Ask a manager to send it back.';
  end if;
  return new;
end $$;

create or replace trigger keep_identity before update on public.field_reports
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.field_reports
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.field_reports
  for each row execute function private.record_change();

create table public.field_report_versions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  report_id uuid not null,
  version integer not null,
  content jsonb not null,
  figures jsonb not null,
  signed_name text not null,
  language text not null,
  sha256 text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint field_report_versions_pkey primary key (company_id, id),
  constraint field_report_versions_once unique (company_id, report_id, version),
  constraint field_report_versions_report foreign key (company_id, report_id) references public.field_reports(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.field_report_versions');
comment on table public.field_report_versions is 'Every report as it was submitted, kept as it is. sha256 is of number, date, version, name, time, content and figures as canonical JSON text.';
alter table public.field_report_versions enable row level security;
alter publication supabase_realtime add table public.field_report_versions;
grant select on table public.field_report_versions to authenticated;

create policy "Whoever reads a report reads its versions" on public.field_report_versions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (report_id in ( select r.id
   from public.field_reports r)));

create or replace trigger keep_identity before update on public.field_report_versions
  for each row execute function private.lock_identity();

create or replace trigger keep_version before update on public.field_report_versions
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.field_report_versions
  for each row execute function private.record_change();

create or replace function public.draft_field_report(project_id_param uuid, report_date_param date) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  report public.field_reports;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (me.role <> 'foreman' or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  if report_date_param is null or report_date_param > (now() at time zone private.zone_of(me.company_id, project_id_param))::date then
    raise exception using errcode = 'P0001', hint = 'report_in_future', message = 'A report can be written once the day has begun.';
  end if;
  -- One number after the other, also when two foremen begin at once.
  perform pg_advisory_xact_lock(hashtextextended('field_reports:' || me.company_id, 0));
  select * into report from public.field_reports r
    where r.company_id = me.company_id and r.project_id = project_id_param and r.report_date = report_date_param;
  if report.id is null then
    insert into public.field_reports (company_id, project_id, report_date, number)
      select me.company_id, project_id_param, report_date_param, format('FR-%s-%s', year, to_char(coalesce(max(split_part(r.number, '-', 3)::integer), 0) + 1, 'FM99990000'))
      from (select extract(year from report_date_param)::integer as year) y
      left join public.field_reports r on r.company_id = me.company_id and r.number like 'FR-' || year || '-%'
      group by year
      returning * into report;
  end if;
  return report;
end $$;
comment on function public.draft_field_report(uuid,date) is 'Foremen of the project, managers: the report of the day, begun if there is none yet.';
grant execute on function public.draft_field_report(uuid,date) to authenticated;

create or replace function public.field_report_figures(project_id_param uuid, report_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (me.role <> 'foreman' or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  return private.field_report_figures(me.company_id, project_id_param, report_date_param);
end $$;
comment on function public.field_report_figures(uuid,date) is 'Foremen of the project, managers: who worked there that day and how long, machines, quantities and what else is recorded. Nothing of pay.';
grant execute on function public.field_report_figures(uuid,date) to authenticated;

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
      'working_seconds', m.working, 'idle_seconds', m.idle, 'down_seconds', m.down)
        || case when m.travel > 0 then jsonb_build_object('travel_seconds', m.travel) else '{}' end order by q.number, q.name, q.id), '[]') into machines
    from (
      select s.equipment_id, sum(s.working)::bigint as working, sum(s.idle)::bigint as idle, sum(s.down)::bigint as down, sum(s.travel)::bigint as travel,
        coalesce(array_agg(distinct s.operator) filter (where s.operator is not null), '{}') as operators
      from (
        select p.equipment_id, p.working_seconds as working, p.standby_seconds as idle, 0 as down, p.travel_seconds as travel, private.person_name(company_id_param, p.employee_id) as operator
        from private.machine_pieces(company_id_param, report_date_param, report_date_param, null) p where p.project_id = project_id_param
        union all
        select d.equipment_id, d.working_minutes * 60, d.idle_minutes * 60, d.down_minutes * 60, 0, null
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
        and not k.is_private and not k.is_receipt and k.media_type like 'image/%' and k.id in (
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
    'subcontractors', private.subcontractor_hours(company_id_param, project_id_param, report_date_param), 'people', jsonb_array_length(crew), 'seconds', (select coalesce(sum((c ->> 'seconds')::bigint), 0) from jsonb_array_elements(crew) c)) || happened;
end $$;
comment on function private.field_report_figures(uuid,uuid,date) is 'What is recorded of a project''s day: people with hours (equal to work_totals plus what runs), machines, quantities, incidents, answers, bulletins, talks with their signatures, the plan, photos, and of subcontractors people and hours by who signed in at the site.';

create or replace function public.review_field_report(id_param uuid, accept_param boolean, note_param text default null::text) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  report public.field_reports := private.require_report(id_param);
  why text := nullif(btrim(note_param), '');
begin
  if accept_param is null or report.status not in ('submitted', 'reviewed') or (accept_param and report.status = 'reviewed') then
    raise exception using errcode = 'P0001', hint = 'report_not_submitted', message = 'Only a submitted report can be reviewed.';
  elsif not accept_param and why is null then
    raise exception using errcode = 'P0001', hint = 'review_note_required', message = 'Say what to change.';
  end if;
  update public.field_reports r set status = case when accept_param then 'reviewed' else 'draft' end,
      reviewed_by = auth.uid(), reviewed_at = now(), review_note = why
    where r.company_id = report.company_id and r.id = report.id returning * into report;
  return report;
end $$;
comment on function public.review_field_report(uuid,boolean,text) is 'Managers: accepts a submitted report, or sends it back to its foreman with a note.';
grant execute on function public.review_field_report(uuid,boolean,text) to authenticated;

create or replace function private.require_report(id_param uuid) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  report public.field_reports;
begin
  select * into report from public.field_reports r where r.company_id = me.company_id and r.id = id_param
    and (me.role <> 'foreman' or r.project_id not in (select private.projects_closed_to_me())) for update;
  if report.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This report was not found.';
  end if;
  return report;
end $$;

create or replace function public.lock_field_report(id_param uuid) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  report public.field_reports := private.require_report(id_param);
begin
  if report.status = 'locked' then
    return report;
  elsif report.status <> 'reviewed' then
    raise exception using errcode = 'P0001', hint = 'report_not_reviewed', message = 'Review the report before you lock it.';
  end if;
  update public.field_reports r set status = 'locked', locked_at = now()
    where r.company_id = report.company_id and r.id = report.id returning * into report;
  return report;
end $$;
comment on function public.lock_field_report(uuid) is 'Managers: locks a reviewed report for good.';
grant execute on function public.lock_field_report(uuid) to authenticated;

create or replace function public.field_report_changes(id_param uuid) returns table(part text, subject text, field text, before text, after text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  report public.field_reports;
  then_ jsonb;
  now_ jsonb;
begin
  select * into report from public.field_reports r where r.company_id = me.company_id and r.id = id_param
    and (me.role <> 'foreman' or r.project_id not in (select private.projects_closed_to_me()));
  if report.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This report was not found.';
  end if;
  select v.figures into then_ from public.field_report_versions v
    where v.company_id = me.company_id and v.report_id = report.id order by v.version desc limit 1;
  if then_ is null then
    return;
  end if;
  now_ := private.field_report_figures(me.company_id, report.project_id, report.report_date);
  return query
    with sides as (
      select part.name as part, side.which, row.value ->> part.key as key, row.value ->> 'name' as subject, field.name as field, row.value ->> field.name as value
      from (values ('crew', 'employee_id', '{seconds}'::text[]), ('equipment', 'equipment_id', '{working_seconds,travel_seconds,idle_seconds,down_seconds}'),
        ('quantities', 'cost_code_id', '{quantity}')) as part (name, key, fields)
      cross join (values ('before', then_), ('after', now_)) as side (which, figures)
      cross join lateral jsonb_array_elements(side.figures -> part.name) as row (value)
      cross join lateral unnest(part.fields) as field (name))
    select s.part, max(s.subject), s.field, max(s.value) filter (where s.which = 'before'), max(s.value) filter (where s.which = 'after')
    from sides s group by s.part, s.key, s.field
    having max(s.value) filter (where s.which = 'before') is distinct from max(s.value) filter (where s.which = 'after')
    order by 1, 2, 3;
end $$;
comment on function public.field_report_changes(uuid) is 'Foremen of the project, managers: where the records of the day differ from what the report was submitted with; nothing for a draft never submitted.';
grant execute on function public.field_report_changes(uuid) to authenticated;

create or replace function public.field_report_days(start_date_param date, end_date_param date, project_id_param uuid default null::uuid) returns table(project_id uuid, project_name text, report_date date, people bigint, seconds bigint, report_id uuid, number text, status text, version integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
  branch uuid[] := array(select private.project_branch(project_id_param, me.company_id));
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
    with worked as (
      select w.project_id, w.work_date, count(distinct w.employee_id) as people, sum(w.seconds)::bigint as seconds
      from private.work_done w
      where w.company_id = me.company_id and w.work_date between start_date_param and end_date_param and w.project_id is not null
        and (project_id_param is null or w.project_id = any (branch))
      group by 1, 2
    ), written as (
      select r.* from public.field_reports r
      where r.company_id = me.company_id and r.report_date between start_date_param and end_date_param
        and (project_id_param is null or r.project_id = any (branch)))
    select p.id, n.path, coalesce(r.report_date, w.work_date), coalesce(w.people, 0), coalesce(w.seconds, 0), r.id, r.number, r.status, r.version
    from worked w full join written r on r.project_id = w.project_id and r.report_date = w.work_date
    join public.projects p on p.company_id = me.company_id and p.id = coalesce(r.project_id, w.project_id)
    join private.project_paths n on n.company_id = p.company_id and n.id = p.id
    where me.role <> 'foreman' or p.id not in (select private.projects_closed_to_me())
    order by 3 desc, 2;
end $$;
comment on function public.field_report_days(date,date,uuid) is 'Foremen, managers: days with work or a report by project, of a chosen one with its phases; a day without report_id is missing its report.';
grant execute on function public.field_report_days(date,date,uuid) to authenticated;

create or replace function public.submit_field_report(id_param uuid, name_param text default null::text, language_param text default 'en'::text, strokes_param jsonb default null::jsonb) returns public.field_reports
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
    select coalesce(jsonb_agg(part order by part), '[]') from unnest('{weather,work,subcontractors,deliveries,visitors,delays,directed,notes}'::text[]) part
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
comment on function public.submit_field_report(uuid,text,text,jsonb) is 'Foremen of the project, managers: signs a draft by name, and as drawn ([[[x, y], …], …] in a box of 300 by 100). What it says and what the day''s records said then is kept as a version with its hash; the photos in it belong to the report.';
grant execute on function public.submit_field_report(uuid,text,text,jsonb) to authenticated;

create or replace function public.save_field_report(id_param uuid, changes_param jsonb, seen_param jsonb default null::jsonb) returns public.field_reports
language plpgsql security definer set search_path = '' as $$
declare
  report public.field_reports := private.require_report(id_param);
begin
  if jsonb_typeof(changes_param) is distinct from 'object'
    or changes_param - '{weather,day_weather,work,subcontractors,deliveries,visitors,delays,directed,notes,none,left_out}'::text[] <> '{}' then
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
  perform private.note_report_weather(report, changes_param -> 'day_weather');
  return report;
end $$;
comment on function public.save_field_report(uuid,jsonb,jsonb) is 'Foremen of the project, managers: saves the given parts of a draft; others stay. With seen_param, the same parts as the writer last saw them, a part that someone else saved meanwhile keeps the lines and texts of both.';
grant execute on function public.save_field_report(uuid,jsonb,jsonb) to authenticated;

create or replace function private.merge_report_part(stored jsonb, mine jsonb, seen jsonb) returns jsonb
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
comment on function private.merge_report_part(jsonb,jsonb,jsonb) is 'A part of a report that someone else saved since I saw it: lines and texts of both.';

create or replace function private.foremen_say_why() returns trigger
language plpgsql set search_path = '' as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.employee_id else new.employee_id end;
begin
  if private.is_client() then
    if person is distinct from private.my_employee_id() and private.change_reason() is null and not private.is_manager() then
      raise exception using errcode = 'P0001', hint = 'reason_required',
        message = 'Say why you change the time of someone else.';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.foremen_say_why() is 'A foreman never corrects the time of the crew without a reason, whatever the company asks of managers.';

create or replace function private.note_report_weather(report public.field_reports, weather_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(weather_param) is distinct from 'object' then
    return;
  end if;
  perform private.store_weather(report.company_id, report.project_id, report.report_date,
    weather_param || case when weather_param -> 'edited' = 'true' then '{"source": "entered"}'::jsonb else '{}' end, now(), null);
exception when others then
  -- Half typed, or no weather at all: the report says what it says, the site learns nothing from it.
  null;
end $$;
comment on function private.note_report_weather(public.field_reports,jsonb) is 'What a report says of the day is known of the site, too: quantities and the heat rule read it there.';
