-- A photo is linked by hand to a machine, a time entry, a quantity or a report in draft, and to a quantity it was taken for by itself.

alter table public.photos add column quantity_id uuid,
  add constraint photos_quantity foreign key (company_id, quantity_id) references public.quantities(company_id, id) on delete set null (quantity_id);
create index photos_by_quantity on public.photos using btree (company_id, quantity_id) where quantity_id is not null;
create index quantities_by_photo on public.quantities using btree (company_id, photo_id) where photo_id is not null;
comment on column public.photos.quantity_id is 'The work put in place that it shows.';
comment on column public.quantities.photo_id is 'A photo that was taken with it and is sent by itself. All photos of a quantity are those that name it.';

update public.photos p set quantity_id = q.id from public.quantities q
  where q.company_id = p.company_id and q.photo_id = p.id and q.project_id = p.project_id;

create function private.check_photo_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Of a quantity that arrived before its photo.
    new.quantity_id := coalesce(new.quantity_id, (select q.id from public.quantities q
      where q.company_id = new.company_id and q.photo_id = new.id and q.project_id = new.project_id order by q.created_at limit 1));
    -- The entry was given to another project while the photo waited for a signal: no reason to refuse the photo.
    if exists (select from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id and t.project_id is distinct from new.project_id) then
      new.time_entry_id := null;
    end if;
  end if;
  if private.is_system() then
    return new;
  end if;
  if (tg_op = 'INSERT' or (new.field_report_id, new.project_id) is distinct from (old.field_report_id, old.project_id))
    and exists (select from public.field_reports r where r.company_id = new.company_id and (
      tg_op = 'UPDATE' and r.id = old.field_report_id and r.status in ('submitted', 'reviewed')
      or r.id = new.field_report_id and (r.status <> 'draft' or r.project_id <> new.project_id))) then
    raise exception using errcode = 'P0001', hint = 'photo_report_closed', message = 'Photos are put into a report and taken out of it while it is a draft of the same project.';
  end if;
  if exists (select from public.quantities q where q.company_id = new.company_id and q.id = new.quantity_id and q.project_id <> new.project_id)
    or (tg_op = 'UPDATE' and (new.time_entry_id, new.project_id) is distinct from (old.time_entry_id, old.project_id)
      and exists (select from public.time_entries t where t.company_id = new.company_id and t.id = new.time_entry_id and t.project_id is distinct from new.project_id)) then
    raise exception using errcode = 'P0001', hint = 'photo_other_project', message = 'A photo is linked to what belongs to its project.';
  end if;
  return new;
end $$;
comment on function private.check_photo_links() is 'A photo is linked to time and quantities of its project, and to a report while that is a draft.';
create trigger check_photo_links before insert or update of project_id, field_report_id, quantity_id, time_entry_id on public.photos
  for each row execute function private.check_photo_links();

create function private.link_photo_of_quantity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.photos p set quantity_id = new.id
    where p.company_id = new.company_id and p.id = new.photo_id and p.project_id = new.project_id and p.quantity_id is null;
  return null;
end $$;
comment on function private.link_photo_of_quantity() is 'A photo that arrived before its quantity.';
create trigger link_photo_of_quantity after insert on public.quantities
  for each row when (new.photo_id is not null) execute function private.link_photo_of_quantity();
revoke execute on function private.check_photo_links(), private.link_photo_of_quantity() from public, anon;

create or replace function public.list_photos(filter_param jsonb default '{}'::jsonb, before_param timestamptz default null::timestamptz, before_id_param uuid default null::uuid, limit_param integer default 100) returns table(id uuid, project_id uuid, cost_code_id uuid, employee_id uuid, employee_name text, path text, media_type text, width integer, height integer, size_bytes bigint, taken_at timestamptz, taken_on date, uploaded_at timestamptz, caption text, tags text[], markup jsonb, is_private boolean, before_id uuid, latitude double precision, longitude double precision, locked boolean, comments bigint)
language plpgsql stable set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  f jsonb := coalesce(filter_param, '{}');
  -- What people type is text to look for, not a pattern.
  wanted text := '%' || replace(replace(replace(nullif(btrim(f ->> 'search'), ''), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if company is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return query
    with page as materialized (
      select p.* from public.photos p
      where p.company_id = company and p.uploaded_at is not null
        and (p.deleted_at is not null) = coalesce((f ->> 'deleted')::boolean, false)
        and (before_param is null or (p.taken_at, p.id) < (before_param, before_id_param))
        and (not f ? 'project_id' or p.project_id = (f ->> 'project_id')::uuid)
        and (not f ? 'employee_id' or p.employee_id = (f ->> 'employee_id')::uuid)
        and (not f ? 'cost_code_id' or p.cost_code_id = (f ->> 'cost_code_id')::uuid)
        and (not f ? 'equipment_id' or p.equipment_id = (f ->> 'equipment_id')::uuid)
        and (not f ? 'time_entry_id' or p.time_entry_id = (f ->> 'time_entry_id')::uuid)
        and (not f ? 'field_report_id' or p.field_report_id = (f ->> 'field_report_id')::uuid)
        and (not f ? 'quantity_id' or p.quantity_id = (f ->> 'quantity_id')::uuid)
        and (not f ? 'from' or p.taken_on >= (f ->> 'from')::date)
        and (not f ? 'to' or p.taken_on <= (f ->> 'to')::date)
        and (not f ? 'tag' or p.tags @> array[f ->> 'tag'])
        and (not f ? 'ids' or p.id in (select i.id::uuid from jsonb_array_elements_text(f -> 'ids') as i (id)))
        and (not coalesce((f ->> 'pairs')::boolean, false) or p.before_id is not null)
        and (not coalesce((f ->> 'placed')::boolean, false) or p.latitude is not null)
        and (wanted is null or p.caption ilike wanted or array_to_string(p.tags, ' ') ilike wanted
          or exists (select from public.cost_codes c where c.company_id = p.company_id and c.id = p.cost_code_id
            and (c.code ilike wanted or c.name ilike wanted)))
      order by p.taken_at desc, p.id desc
      limit least(greatest(coalesce(limit_param, 100), 1), 500)
    )
    select p.id, p.project_id, p.cost_code_id, p.employee_id, private.colleague_name(p.employee_id), p.path, p.media_type, p.width, p.height,
      p.size_bytes, p.taken_at, p.taken_on, p.uploaded_at, p.caption, p.tags, p.markup, p.is_private, p.before_id, p.latitude, p.longitude,
      p.field_report_id is not null and private.is_photo_locked(p.company_id, p.field_report_id),
      (select count(*) from public.photo_comments c where c.company_id = p.company_id and c.photo_id = p.id)
    from page p order by p.taken_at desc, p.id desc;
end $$;
comment on function public.list_photos(jsonb,timestamp with time zone,uuid,integer) is 'Photos whose file has arrived, newest first, a page at a time. Filter: search, project_id, employee_id, cost_code_id, equipment_id, time_entry_id, field_report_id, quantity_id, tag, from, to, pairs, placed, deleted.';

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
  return jsonb_build_object('crew', crew, 'equipment', machines, 'quantities', installed, 'planned', planned, 'photos', photos,
    'people', jsonb_array_length(crew), 'seconds', (select coalesce(sum((c ->> 'seconds')::bigint), 0) from jsonb_array_elements(crew) c)) || happened;
end $$;
