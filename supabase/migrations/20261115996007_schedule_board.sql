-- One answer for the board, one for a person's own schedule.

create function public.schedule_board(start_date_param date, end_date_param date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  manages boolean := me.role in ('owner', 'manager');
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if end_date_param - start_date_param > 62 then
    raise exception using errcode = 'P0001', hint = 'date_range_too_long', message = 'Choose a range of at most 63 days.';
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
        'job_title', e.job_title, 'crew_id', (select m.crew_id from public.crew_members m
          where m.company_id = e.company_id and m.employee_id = e.id and m.from_date <= end_date_param
            and (m.to_date is null or m.to_date >= start_date_param) order by m.from_date desc limit 1))
      order by e.first_name, e.last_name, e.id), '[]')
      from public.employees e where e.company_id = me.company_id and (e.active or exists (
        select from public.shifts s where s.company_id = e.company_id and s.employee_id = e.id and s.work_date between start_date_param and end_date_param))),
    'crews', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'foreman_id', c.foreman_id) order by c.name), '[]')
      from public.crews c where c.company_id = me.company_id),
    'equipment', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'number', q.number, 'status', q.status,
        'ownership', q.ownership, 'off_rent_date', q.off_rent_date) order by q.number, q.name), '[]')
      from public.equipment q where q.company_id = me.company_id and (q.status <> 'retired' or exists (
        select from public.shifts s where s.company_id = q.company_id and s.equipment_id = q.id and s.work_date between start_date_param and end_date_param))),
    'projects', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'time_zone', p.time_zone, 'status', p.status) order by p.name), '[]')
      from public.projects p where p.company_id = me.company_id),
    'cost_codes', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'code', k.code, 'name', k.name) order by k.code), '[]')
      from public.cost_codes k where k.company_id = me.company_id and exists (
        select from public.shifts s where s.company_id = k.company_id and s.cost_code_id = k.id and s.work_date between start_date_param and end_date_param)),
    'shifts', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'employee_id', s.employee_id, 'crew_id', s.crew_id,
        'equipment_id', s.equipment_id, 'project_id', s.project_id, 'cost_code_id', s.cost_code_id, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
        'work_date', s.work_date, 'note', s.note, 'status', s.status, 'cancelled', s.cancelled, 'told', s.published is not null,
        'acknowledged_at', s.acknowledged_at) order by s.starts_at, s.id), '[]')
      from public.shifts s where s.company_id = me.company_id and s.work_date between start_date_param and end_date_param
        and (manages or s.status = 'published')),
    'time_off', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', r.employee_id, 'day', d.day, 'minutes', d.minutes,
        'type', case when manages then t.name end, 'status', r.status)), '[]')
      from public.time_off_requests r
      join public.time_off_types t on t.company_id = r.company_id and t.id = r.type_id
      cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
      where r.company_id = me.company_id and r.status in ('approved', 'requested') and (manages or r.status = 'approved')
        and r.start_date <= end_date_param and r.end_date >= start_date_param and d.day between start_date_param and end_date_param and d.minutes > 0),
    'holidays', (select coalesce(jsonb_agg(jsonb_build_object('date', h.date, 'name', h.name)), '[]')
      from public.holidays h where h.company_id = me.company_id and h.date between start_date_param and end_date_param),
    'availability', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', v.employee_id, 'weekday', v.weekday, 'start_date', v.start_date,
        'end_date', v.end_date, 'start_time', v.start_time, 'end_time', v.end_time, 'note', v.note)), '[]')
      from public.availability v where v.company_id = me.company_id),
    'swaps', (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'shift_id', w.shift_id, 'employee_id', w.employee_id,
        'to_employee_id', w.to_employee_id, 'status', w.status, 'note', w.note) order by w.created_at), '[]')
      from public.shift_swaps w where w.company_id = me.company_id and w.status in ('asked', 'accepted') and manages));
end $$;
revoke execute on function public.schedule_board(date, date) from public, anon;
grant execute on function public.schedule_board(date, date) to authenticated;
comment on function public.schedule_board(date, date) is 'Foremen and managers: everything the board shows, in one answer; foremen see published shifts only.';

create function public.my_shifts(start_date_param date, end_date_param date)
returns table (id uuid, work_date date, starts_at timestamptz, ends_at timestamptz, project_id uuid, project_name text, cost_code_id uuid,
  cost_code text, equipment_name text, note text, open boolean, acknowledged_at timestamptz, previous_starts_at timestamptz, previous_ends_at timestamptz,
  previous_project_name text, time_zone text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select s.id, (told.starts at time zone told.zone)::date, told.starts, told.ends, p.id, p.name, k.id, btrim(k.code || ' ' || k.name), q.name,
    s.published ->> 'note', s.published ->> 'employee_id' is null, s.acknowledged_at,
    to_timestamp((s.previous ->> 'starts_at')::bigint), to_timestamp((s.previous ->> 'ends_at')::bigint), old.name, told.zone
  from public.shifts s
  cross join lateral (select to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends,
    private.zone_of(s.company_id, (s.published ->> 'project_id')::uuid) as zone) told
  left join public.projects p on p.company_id = s.company_id and p.id = (s.published ->> 'project_id')::uuid
  left join public.projects old on old.company_id = s.company_id and old.id = (s.previous ->> 'project_id')::uuid
  left join public.cost_codes k on k.company_id = s.company_id and k.id = (s.published ->> 'cost_code_id')::uuid
  left join public.equipment q on q.company_id = s.company_id and q.id = (s.published ->> 'equipment_id')::uuid
  where s.company_id = me.company_id and s.published is not null
    and (s.published ->> 'employee_id' = me.id::text
      or s.published ->> 'employee_id' is null and s.published ->> 'equipment_id' is null and s.status = 'published' and told.ends > now()
        and (s.crew_id is null or exists (select from public.crew_members m
          where m.company_id = s.company_id and m.crew_id = s.crew_id and m.employee_id = me.id and daterange(m.from_date, m.to_date, '[]') @> s.work_date)))
    and s.work_date between start_date_param - 31 and end_date_param + 31
    and (told.starts at time zone told.zone)::date between start_date_param and end_date_param
  order by told.starts, s.id;
end $$;
revoke execute on function public.my_shifts(date, date) from public, anon;
grant execute on function public.my_shifts(date, date) to authenticated;
comment on function public.my_shifts(date, date) is 'Everyone: their own shifts as they were told, with what changed since they acknowledged them, and open shifts they can take.';
