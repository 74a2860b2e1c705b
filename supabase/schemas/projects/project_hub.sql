create or replace function public.project_hub(project_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me public.employees := private.require_project(project_id_param, false);
  branch uuid[] := private.branch_for(me, project_id_param);
  leads boolean := me.role <> 'employee';
  today date := (now() at time zone private.zone_of(me.company_id, project_id_param))::date;
  this_week date := private.week_of(today, (select c.week_start from public.companies c where c.id = me.company_id));
  scope uuid := case when me.role = 'employee' then me.id end;
begin
  -- One plan for every list of phases: making one for each takes longer than running it.
  return jsonb_build_object(
    'today', today, 'this_week', this_week, 'leads', leads,
    'people', private.project_people(me.company_id, branch, scope, today),
    'machines', (select coalesce(jsonb_agg(q.name order by q.name), '[]') from public.equipment q
      where q.company_id = me.company_id and q.id in (select m.equipment_id from public.time_entries t
        cross join lateral private.machines_of(t.equipment_id, t.machines) m
        where t.company_id = me.company_id and t.clock_out is null and t.project_id = any (branch) and (scope is null or t.employee_id = scope))),
    'seconds', (select coalesce(sum(w.seconds), 0)::bigint from private.work_ever w
      where w.company_id = me.company_id and w.project_id = any (branch) and (scope is null or w.employee_id = scope)),
    'weeks', (select jsonb_agg(jsonb_build_object('week', this_week - 7 * g.back, 'seconds', coalesce(w.seconds, 0)) order by g.back desc)
      from generate_series(0, 6) g (back)
      left join (
        select (this_week - private.week_of(w.work_date, extract(dow from this_week)::integer)) / 7 as back, sum(w.seconds)::bigint as seconds
        -- Phase by phase: for a list PostgreSQL would rather read the weeks of the company.
        from unnest(branch) b (id)
        cross join lateral (select d.work_date, d.seconds from private.work_done d
          where d.company_id = me.company_id and d.project_id = b.id and d.work_date >= this_week - 42
            and (scope is null or d.employee_id = scope) offset 0) w
        group by 1) w on w.back = g.back),
    'shifts', private.project_shifts(me, branch, today),
    'reports', case when leads then (select coalesce(jsonb_agg(to_jsonb(r) order by r.report_date desc), '[]')
      from (select f.id, f.number, f.report_date, f.status, f.signed_name, f.project_id from public.field_reports f
        where f.company_id = me.company_id and f.project_id = any (branch) order by f.report_date desc limit 3) r) else '[]' end,
    'documents', (select coalesce(jsonb_agg(to_jsonb(r) order by r.changed_at desc), '[]')
      from (select d.id, d.name, d.folder_id, d.project_id, v.version, v.created_at as changed_at
        from public.documents d
        join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
        where d.company_id = me.company_id and d.project_id = any (branch) and d.deleted_at is null
          and (me.role in ('owner', 'manager') or d.folder_id is null or d.folder_id in (select private.folders_for_me()))
        order by v.created_at desc limit 3) r),
    'has_extra_work', me.role in ('owner', 'manager') and private.has_extra_work(me.company_id, project_id_param),
    'needs', case when leads then private.project_needs(me, branch, today) else '[]' end);
end $$;
comment on function public.project_hub(uuid) is 'The first page of a project the caller sees, with its phases: today''s people and machines, hours by week, the next shifts, the latest reports and documents, and what needs someone. Foremen and above; employees get their own hours and shifts.';
grant execute on function public.project_hub(uuid) to authenticated;

create or replace function private.project_people(company_id_param uuid, project_ids_param uuid[], employee_id_param uuid, today_param date) returns jsonb
language sql stable set search_path = '' as $$
  with running as (
    select t.employee_id, t.id, t.clock_in, t.project_id, t.cost_code_id, b.started_at as break_since
    from public.time_entries t
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    where t.company_id = company_id_param and t.clock_out is null
  ), worked as (
    select w.employee_id, sum(w.seconds)::bigint as seconds from private.work_done w
    where w.company_id = company_id_param and w.project_id = any (project_ids_param) and w.work_date = today_param
    group by w.employee_id having sum(w.entries) > 0
  ), planned as (
    select p.employee_id, p.starts from private.day_plans(company_id_param, today_param, today_param) p where p.project_id = any (project_ids_param)
  ), off as (
    select r.employee_id from public.time_off_requests r
    cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
    where r.company_id = company_id_param and r.status = 'approved' and today_param between r.start_date and r.end_date
      and d.day = today_param and d.minutes > 0
  ), people as (
    select r.employee_id from running r where r.project_id = any (project_ids_param)
    union select w.employee_id from worked w union select p.employee_id from planned p
  )
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name, 'job_title', e.job_title,
      'status', s.status, 'since', case s.status when 'break' then r.break_since when 'in' then r.clock_in end,
      'seconds', coalesce(w.seconds, 0), 'planned', p.employee_id is not null, 'planned_start', p.starts,
      'code', k.code, 'code_name', k.name, 'project_id', case when r.project_id = any (project_ids_param) then r.project_id end, 'elsewhere', case when s.status = 'elsewhere' then o.name end)
    order by s.place, r.clock_in, e.last_name, e.first_name, e.id), '[]')
  from people
  join public.employees e on e.company_id = company_id_param and e.id = people.employee_id
  left join running r on r.employee_id = e.id
  left join worked w on w.employee_id = e.id
  left join planned p on p.employee_id = e.id
  left join public.cost_codes k on k.company_id = company_id_param and k.id = r.cost_code_id and r.project_id = any (project_ids_param)
  left join public.projects o on o.company_id = company_id_param and o.id = r.project_id
  cross join (select make_interval(mins => c.late_after_minutes) as late from public.companies c where c.id = company_id_param) limits
  cross join lateral (select case
      when r.project_id = any (project_ids_param) then case when r.break_since is null then 'in' else 'break' end
      when w.employee_id is not null then 'done'
      when r.employee_id is not null then 'elsewhere'
      when e.id in (select off.employee_id from off) then 'time_off'
      when now() < p.starts then 'upcoming'
      when now() < p.starts + limits.late then 'due'
      else 'absent' end as name) named
  cross join lateral (select named.name as status, array_position(array['in', 'break', 'absent', 'due', 'upcoming', 'elsewhere', 'done', 'time_off'], named.name) as place) s
  where employee_id_param is null or e.id = employee_id_param;
$$;
comment on function private.project_people(uuid,uuid[],uuid,date) is 'Who is, was or should be on these projects today: in, break, absent, due, upcoming, elsewhere, done or time_off.';

create or replace function private.project_shifts(me_param public.employees, project_ids_param uuid[], today_param date) returns jsonb
language sql stable set search_path = '' as $$
  -- As the board has it for who plans; what was published for everybody else.
  with shown as (
    select s.work_date, s.employee_id, s.equipment_id, s.starts_at, s.ends_at, s.note, s.status
    from public.shifts s
    where s.company_id = me_param.company_id and s.project_id = any (project_ids_param) and s.work_date between today_param and today_param + 13 and not s.cancelled
      and (me_param.role in ('owner', 'manager') or (s.status = 'published' and (me_param.role = 'foreman' or s.employee_id = me_param.id)))
  )
  select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
    select s.work_date as day, count(distinct s.employee_id) as people,
      count(*) filter (where s.employee_id is null and s.equipment_id is null) as open,
      count(*) filter (where s.status = 'draft') as drafts,
      min(s.starts_at) as starts_at, max(s.ends_at) as ends_at, min(s.note) as note
    from shown s group by s.work_date order by s.work_date limit 4) d;
$$;

create or replace function private.project_needs(me_param public.employees, project_ids_param uuid[], today_param date) returns jsonb
language sql stable set search_path = '' as $$
  with reports as (
    select coalesce(r.report_date, w.work_date) as day, r.status
    from (select d.work_date from unnest(project_ids_param) b (id)
      cross join lateral (select w.work_date, w.seconds from private.work_done w
        where w.company_id = me_param.company_id and w.project_id = b.id and w.work_date >= today_param - 14 and w.work_date < today_param offset 0) d
      group by d.work_date having sum(d.seconds) > 0) w
    -- Where phases have a report each, the one that is furthest from done.
    full join (select distinct on (f.report_date) f.report_date, f.status from public.field_reports f
      where f.company_id = me_param.company_id and f.project_id = any (project_ids_param) and f.report_date >= today_param - 14 and f.report_date < today_param
      order by f.report_date, f.status = 'draft' desc, f.status = 'submitted' desc) r
      on r.report_date = w.work_date
  ), needs as (
    (select 1 as place, v.happened_at as at, jsonb_build_object('kind', 'verification', 'id', v.id, 'what', v.kind,
        'name', private.person_name(v.company_id, v.employee_id), 'at', v.happened_at) as need
      from public.verifications v
      where me_param.role in ('owner', 'manager') and v.company_id = me_param.company_id and v.project_id = any (project_ids_param) and v.status = 'open'
      order by v.happened_at desc limit 20)
    union all
    select 2, r.day::timestamptz, jsonb_build_object('kind', case when r.status is null then 'report_missing' when r.status = 'draft' then 'report_draft' else 'report_review' end, 'day', r.day)
      from reports r where r.status is null or r.status = 'draft' or (r.status = 'submitted' and me_param.role in ('owner', 'manager'))
    union all
    select 3, a.created_at, jsonb_build_object('kind', 'budget', 'what', a.kind, 'percent', round(a.percent_used), 'name', k.code || ' ' || k.name)
      from public.budget_alerts a left join public.cost_codes k on k.company_id = a.company_id and k.id = a.cost_code_id
      where a.company_id = me_param.company_id and a.project_id = any (project_ids_param) and a.seen_at is null
        and (me_param.role in ('owner', 'manager') or a.kind <> 'cost')
    union all
    select 4, d.updated_at, jsonb_build_object('kind', 'reading', 'id', d.id, 'name', d.name, 'folder_id', d.folder_id, 'count', u.people)
      from public.documents d
      join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
      cross join lateral (select count(*) as people from private.document_people(d) p (employee_id)
        where not exists (select from public.document_signatures s where s.company_id = v.company_id and s.version_id = v.id and s.employee_id = p.employee_id)) u
      where d.company_id = me_param.company_id and d.project_id = any (project_ids_param) and d.required_reading and d.deleted_at is null and u.people > 0
        and (me_param.role in ('owner', 'manager') or d.folder_id is null or d.folder_id in (select private.folders_for_me()))
    union all
    select 5, max(q.created_at), jsonb_build_object('kind', 'quantities', 'count', count(*))
      from public.quantities q
      where q.company_id = me_param.company_id and q.project_id = any (project_ids_param) and q.status = 'entered' having count(*) > 0
    union all
    select 6, max(s.updated_at), jsonb_build_object('kind', 'drafts', 'count', count(*), 'day', min(s.work_date))
      from public.shifts s
      where me_param.role in ('owner', 'manager') and s.company_id = me_param.company_id and s.project_id = any (project_ids_param) and s.status = 'draft'
        and s.work_date between today_param and today_param + 13 having count(*) > 0
  )
  select coalesce(jsonb_agg(n.need order by n.place, n.at desc), '[]') from needs n;
$$;
comment on function private.project_needs(public.employees,uuid[],date) is 'What is open about projects in all modules, as far as the caller decides it: verifications, days without a signed report, alerts of the budget, required reading, quantities, drafts of the schedule.';
