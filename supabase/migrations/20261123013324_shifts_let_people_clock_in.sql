-- The schedule and the clock agree: who was told of a shift may clock in to its project on that day, also without
-- being on the project's team; planning says who is not on it; nobody takes a shift they cannot work.

create index shifts_by_published_employee on public.shifts
  using btree (company_id, (published ->> 'employee_id'), ((published ->> 'ends_at')::bigint)) where published is not null;

create function private.published_shifts(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz)
  returns table (shift_id uuid, project_id uuid, starts timestamptz, ends timestamptz)
language sql stable parallel safe security definer set search_path = '' as $$
  select s.id, (s.published ->> 'project_id')::uuid, told.starts, told.ends
  from public.shifts s
  cross join lateral (select to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends) told
  where s.company_id = company_id_param and s.published is not null and s.published ->> 'employee_id' = employee_id_param::text
    and (s.published ->> 'ends_at')::bigint >= floor(extract(epoch from from_param))::bigint
    and told.ends > from_param and told.starts < to_param;
$$;
comment on function private.published_shifts(uuid,uuid,timestamptz,timestamptz) is 'A person''s shifts as they were told, between two instants; drafts do not count.';

create function private.is_scheduled_on(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz) returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select exists (
    select from private.published_shifts(company_id_param, employee_id_param, moment_param - interval '2 days', moment_param + interval '2 days') s
    cross join lateral (select private.zone_of(company_id_param, project_id_param) as name) zone
    where s.project_id = project_id_param
      -- On its days, and the evening before where it starts in the small hours.
      and (moment_param at time zone zone.name)::date
        between ((s.starts - interval '4 hours') at time zone zone.name)::date and (s.ends at time zone zone.name)::date);
$$;
comment on function private.is_scheduled_on(uuid,uuid,uuid,timestamptz) is 'Whether a published shift puts the person on the project on the day of that instant, by the project''s clock.';

create function private.may_work_on(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz) returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select not exists (select from public.project_members m where m.company_id = company_id_param and m.project_id = project_id_param)
    or exists (select from public.project_members m
      where m.company_id = company_id_param and m.project_id = project_id_param and m.employee_id = employee_id_param)
    or private.is_scheduled_on(company_id_param, employee_id_param, project_id_param, moment_param);
$$;
comment on function private.may_work_on(uuid,uuid,uuid,timestamptz) is 'Whether time of a person at that instant may be booked on a project: it has no team, they are on it, or a published shift puts them there that day.';

create or replace function private.check_booking(entry public.time_entries, manages_param boolean, code_required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  project record;
  -- What comes from another program may belong to what is over by now.
  history boolean := private.change_source() = 'import' and entry.clock_out is not null;
begin
  if entry.project_id is not null then
    select p.status, p.archived_at into project
      from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id;
    -- Who is asking is looked up here, unless the caller of this function knows.
    if found and not private.may_work_on(entry.company_id, entry.employee_id, entry.project_id, entry.clock_in)
        and not coalesce(manages_param, private.is_system() or private.is_manager()) then
      raise exception using errcode = 'P0001', hint = 'project_not_open_to_you',
        message = 'You are not on the team of this project, and not scheduled there on this day.';
    end if;
    if project.archived_at is not null and not history or (project.status <> 'active' and entry.clock_out is null) then
      raise exception using errcode = 'P0001', hint = 'project_not_active',
        message = 'This project is not active, so no time can be started on it.';
    end if;
  end if;

  if entry.cost_code_id is null then
    if code_required_param then
      raise exception using errcode = 'P0001', hint = 'cost_code_required',
        message = 'Your company asks for a cost code on every entry.';
    end if;
    return;
  end if;
  if not history and exists (select from public.cost_codes c
      where c.company_id = entry.company_id and c.id = entry.cost_code_id and not c.active) then
    raise exception using errcode = 'P0001', hint = 'cost_code_archived',
      message = 'This cost code is no longer in use.';
  end if;
  if exists (select from public.project_cost_codes l
      where l.company_id = entry.company_id and l.project_id = entry.project_id)
    and not exists (select from public.project_cost_codes l
      where l.company_id = entry.company_id and l.project_id = entry.project_id and l.cost_code_id = entry.cost_code_id) then
    raise exception using errcode = 'P0001', hint = 'cost_code_not_on_project',
      message = 'This cost code is not used on this project.';
  end if;
end $$;

create or replace function private.projects_closed_to_me() returns setof uuid
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  me uuid := private.my_employee_id();
begin
  return query
    select m.project_id from public.project_members m
    where m.company_id = company
    group by m.project_id having not bool_or(m.employee_id = me)
    except
    -- Whoever is sent there needs its name, address and papers, and two weeks later still reads what they worked on.
    select s.project_id from private.published_shifts(company, me, now() - interval '14 days', 'infinity') s;
end $$;

comment on function private.projects_closed_to_me() is 'Projects with a team the caller is not on, without those they have a published shift on, until two weeks after it.';

create or replace function public.recent_work(limit_param integer default 3) returns table(project_id uuid, cost_code_id uuid, last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  -- The last 60 entries, not the history: what was worked on longer ago is not worth a button.
  with me as materialized (select (private.me()).*),
  last_entries as materialized (
    select e.project_id, e.cost_code_id, e.clock_in
      from me join public.time_entries e on e.company_id = me.company_id and e.employee_id = me.id
      where e.project_id is not null
      order by e.clock_in desc limit 60),
  pairs as (
    select l.project_id, l.cost_code_id, max(l.clock_in) as last_used_at
      from last_entries l group by l.project_id, l.cost_code_id)
  select p.project_id, p.cost_code_id, p.last_used_at
    from pairs p, me
    where exists (
        select from public.projects j
          where j.company_id = me.company_id and j.id = p.project_id and j.status = 'active')
      and (me.role in ('owner', 'manager') or private.may_work_on(me.company_id, me.id, p.project_id, now()))
      and (p.cost_code_id is null or exists (
        select from public.cost_codes c
          where c.company_id = me.company_id and c.id = p.cost_code_id and c.active))
      and (p.cost_code_id is null or not exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id)
        or exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id and a.cost_code_id = p.cost_code_id))
    order by p.last_used_at desc
    limit least(greatest(coalesce(limit_param, 3), 0), 20)
$$;

create or replace function public.kiosk_person(employee_id_param uuid, pin_param text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  pin record;
  person public.employees;
begin
  pin := private.check_pin(kiosk, employee_id_param, pin_param);
  if pin.result <> 'ok' then
    return json_build_object('result', pin.result, 'tries_left', pin.tries_left);
  end if;
  select * into person from public.employees e where e.company_id = kiosk.company_id and e.id = employee_id_param;
  return json_build_object('result', 'ok', 'first_name', person.first_name, 'last_name', person.last_name,
    'language', coalesce((select p.language from public.profiles p where p.id = person.user_id), person.language),
    'running', (select json_build_object('since', t.clock_in, 'project_name', p.name, 'cost_code_name', c.name, 'on_break', exists (
          select from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null))
      from public.time_entries t
      left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
      left join public.cost_codes c on c.company_id = t.company_id and c.id = t.cost_code_id
      where t.company_id = kiosk.company_id and t.employee_id = person.id and t.clock_out is null),
    'recent', (select coalesce(json_agg(r order by r.last_used_at desc), '[]') from (
      select e.project_id, e.cost_code_id, max(e.clock_in) as last_used_at from (
        select t.project_id, t.cost_code_id, t.clock_in from public.time_entries t
        where t.company_id = kiosk.company_id and t.employee_id = person.id and t.project_id is not null
        order by t.clock_in desc limit 40) e
      group by 1, 2 order by 3 desc limit 6) r),
    'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id is distinct from kiosk.project_id, p.name), '[]')
      from public.projects p
      where p.company_id = kiosk.company_id and p.status = 'active' and p.archived_at is null
        and private.may_work_on(p.company_id, person.id, p.id, now())),
    'cost_codes', (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'projects',
        (select json_agg(l.project_id) from public.project_cost_codes l where l.company_id = c.company_id and l.cost_code_id = c.id)) order by c.code), '[]')
      from public.cost_codes c where c.company_id = kiosk.company_id and c.active),
    'limited_projects', (select coalesce(json_agg(distinct l.project_id), '[]') from public.project_cost_codes l where l.company_id = kiosk.company_id),
    'cost_code_required', (select c.cost_code_required from public.companies c where c.id = kiosk.company_id),
    'photo', private.wants_kiosk_photos(kiosk.company_id, person.id),
    'questions', (select coalesce(json_agg(json_build_object('id', q.id, 'moment', q.moment, 'text_en', q.text_en, 'text_es', q.text_es)
        order by q.position, q.created_at), '[]')
      from public.clock_questions q where q.company_id = kiosk.company_id and q.active));
end $$;

create or replace function private.shift_conflicts(company_id_param uuid, start_date_param date, end_date_param date) returns table(kind text, severity text, employee_id uuid, equipment_id uuid, shift_id uuid, other_shift_id uuid, work_date date, minutes bigint)
language sql stable security definer set search_path = '' as $$
  with planned as materialized (
    select s.*, private.zone_of(s.company_id, s.project_id) as zone from public.shifts s
    where s.company_id = company_id_param and s.work_date between start_date_param - 1 and end_date_param + 1 and not s.cancelled
  ), wanted as (
    select * from planned p where p.work_date between start_date_param and end_date_param
  ), followed as (
    select p.*, lead(p.id) over next as next_id, lead(p.starts_at) over next as next_starts, lead(p.work_date) over next as next_date
    from planned p where p.employee_id is not null
    window next as (partition by p.employee_id order by p.starts_at, p.ends_at, p.id)
  )
  -- Two at the same time; ends are exclusive.
  select 'overlap', 'error', a.employee_id, null::uuid, b.id, a.id, b.work_date,
    (extract(epoch from least(a.ends_at, b.ends_at) - b.starts_at) / 60)::bigint
  from planned a join planned b on b.employee_id = a.employee_id and b.id <> a.id and a.ends_at > b.starts_at
    and (a.starts_at, a.id) < (b.starts_at, b.id)
  where b.work_date between start_date_param and end_date_param
  union all
  select 'equipment_overlap', 'error', b.employee_id, a.equipment_id, b.id, a.id, b.work_date,
    (extract(epoch from least(a.ends_at, b.ends_at) - b.starts_at) / 60)::bigint
  from planned a join planned b on b.equipment_id = a.equipment_id and b.id <> a.id and a.ends_at > b.starts_at
    and (a.starts_at, a.id) < (b.starts_at, b.id)
    -- A machine and its operators on one project are together.
    and (b.project_id is distinct from a.project_id or b.employee_id = a.employee_id or (a.employee_id is null and b.employee_id is null))
  where b.work_date between start_date_param and end_date_param
  union all
  select 'time_off', 'error', w.employee_id, null, w.id, null, w.work_date, d.minutes
  from wanted w
  join public.time_off_requests r on r.company_id = w.company_id and r.employee_id = w.employee_id and r.status = 'approved'
    and w.work_date between r.start_date and r.end_date
  cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
  where d.day = w.work_date and d.minutes > 0
  union all
  select 'equipment_' || q.status, 'error', w.employee_id, q.id, w.id, null, w.work_date, null
  from wanted w join public.equipment q on q.company_id = w.company_id and q.id = w.equipment_id and q.status in ('down', 'retired')
  union all
  select 'equipment_off_rent', 'warning', w.employee_id, q.id, w.id, null, w.work_date, null
  from wanted w join public.equipment q on q.company_id = w.company_id and q.id = w.equipment_id and q.off_rent_date < w.work_date
  union all
  -- Under ten hours between the work of one day and the next, by the clock that runs, not the one on the wall.
  select 'rest', 'warning', f.employee_id, null, f.next_id, f.id, f.next_date, (extract(epoch from f.next_starts - f.ends_at) / 60)::bigint
  from followed f
  where f.next_date <> f.work_date and f.next_starts > f.ends_at and f.next_starts < f.ends_at + interval '10 hours'
    and f.next_date between start_date_param and end_date_param
  union all
  select 'availability', 'warning', w.employee_id, null, w.id, null, w.work_date, null
  from wanted w
  where exists (select from public.availability v
    where v.company_id = w.company_id and v.employee_id = w.employee_id
      and (v.weekday is null or v.weekday = extract(dow from w.work_date))
      and w.work_date >= coalesce(v.start_date, w.work_date) and w.work_date <= coalesce(v.end_date, w.work_date)
      and w.starts_at < (w.work_date + coalesce(v.end_time, time '24:00')) at time zone w.zone
      and w.ends_at > (w.work_date + coalesce(v.start_time, time '00:00')) at time zone w.zone)
  union all
  -- Managers book time on any project.
  select 'not_on_team', 'warning', w.employee_id, null, w.id, null, w.work_date, null
  from wanted w
  join public.employees e on e.company_id = w.company_id and e.id = w.employee_id and e.role not in ('owner', 'manager')
  where exists (select from public.project_members m where m.company_id = w.company_id and m.project_id = w.project_id)
    and not exists (select from public.project_members m
      where m.company_id = w.company_id and m.project_id = w.project_id and m.employee_id = w.employee_id);
$$;

comment on function public.schedule_warnings(date,date) is 'Managers: what is wrong with a plan: overlap, equipment_overlap, time_off, equipment_down, equipment_retired, equipment_off_rent, rest, availability, not_on_team, certificate, and per workweek overtime with what its hours cost. Nothing is refused.';

create function private.require_free(shift public.shifts, employee_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  -- Of two shifts taken by one person at once, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('shifts:' || shift.company_id || employee_id_param, 0));
  select s.shift_id, p.name as project, s.starts, s.ends into other
    from private.published_shifts(shift.company_id, employee_id_param, shift.starts_at, shift.ends_at) s
    left join public.projects p on p.company_id = shift.company_id and p.id = s.project_id
    where s.shift_id <> shift.id
    order by s.starts limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'shift_overlap',
      detail = jsonb_build_object('shift_id', other.shift_id, 'project', other.project, 'starts_at', other.starts, 'ends_at', other.ends)::text,
      message = format('Already on the schedule at that time: %s, %s – %s.', coalesce(other.project, 'another shift'),
        to_char(other.starts at time zone private.zone_of(shift.company_id, shift.project_id), 'Mon FMDD, FMHH12:MI AM'),
        to_char(other.ends at time zone private.zone_of(shift.company_id, shift.project_id), 'FMHH12:MI AM'));
  end if;
  if exists (select from public.time_off_requests r
      cross join lateral private.time_off_days(r.company_id, r.start_date, r.end_date, r.hours) d
      where r.company_id = shift.company_id and r.employee_id = employee_id_param and r.status = 'approved'
        and shift.work_date between r.start_date and r.end_date and d.day = shift.work_date and d.minutes > 0) then
    raise exception using errcode = 'P0001', hint = 'shift_time_off', message = 'Time off is approved for this day.';
  end if;
end $$;
comment on function private.require_free(public.shifts,uuid) is 'Refuses to give a person a shift while another one they were told of, or approved time off, is in the way.';

create or replace function public.take_shift(shift_id_param uuid) returns public.shifts
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  shift public.shifts;
begin
  -- Locked first: of two who take it at once, the second sees whose it is.
  select * into shift from public.shifts s where s.company_id = me.company_id and s.id = shift_id_param for update;
  if shift.id is null or shift.published is null or shift.equipment_id is not null
      or (shift.crew_id is not null and not exists (select from public.crew_members m
        where m.company_id = shift.company_id and m.crew_id = shift.crew_id and m.employee_id = me.id
          and daterange(m.from_date, m.to_date, '[]') @> shift.work_date)) then
    raise exception using errcode = 'P0001', hint = 'shift_not_found', message = 'This shift is not open to you.';
  end if;
  if shift.employee_id = me.id then
    return shift;
  end if;
  if shift.employee_id is not null or shift.status <> 'published' or shift.ends_at <= now() then
    raise exception using errcode = 'P0001', hint = 'shift_taken', message = 'Someone else has taken this shift, or it is over.';
  end if;
  perform private.require_free(shift, me.id);
  update public.shifts s set employee_id = me.id, acknowledged_at = now(),
    published = s.published || jsonb_build_object('employee_id', me.id)
  where s.company_id = me.company_id and s.id = shift.id
  returning * into shift;
  return shift;
end $$;

comment on function public.take_shift(uuid) is 'Everyone: takes an open published shift; who comes second is refused, and so is who works elsewhere then (shift_overlap, with the other shift) or has time off.';

create or replace function public.answer_swap(swap_id_param uuid, accept_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
  shift public.shifts;
begin
  if accept_param is null or me.id not in (swap.employee_id, swap.to_employee_id) or me.id = swap.employee_id and accept_param then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This swap was not found.';
  end if;
  if accept_param then
    select * into shift from public.shifts s where s.company_id = me.company_id and s.id = swap.shift_id;
    perform private.require_free(shift, me.id);
  end if;
  update public.shift_swaps w set status = case when accept_param then 'accepted' when me.id = swap.employee_id then 'withdrawn' else 'declined' end
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;

create or replace function public.decide_swap(swap_id_param uuid, approve_param boolean) returns public.shift_swaps
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  swap public.shift_swaps := private.lock_swap(me.company_id, swap_id_param);
  shift public.shifts;
begin
  if approve_param is null or approve_param and swap.status <> 'accepted' then
    raise exception using errcode = 'P0001', hint = 'swap_not_accepted', message = 'The colleague has not accepted this swap yet.';
  end if;
  if approve_param then
    select * into shift from public.shifts s where s.company_id = me.company_id and s.id = swap.shift_id for update;
    if shift.employee_id is distinct from swap.employee_id or shift.status <> 'published' then
      raise exception using errcode = 'P0001', hint = 'swap_outdated', message = 'This shift was changed since the swap was asked for.';
    end if;
    perform private.require_free(shift, swap.to_employee_id);
    update public.shifts s set employee_id = swap.to_employee_id, acknowledged_at = now(), previous = null,
      published = s.published || jsonb_build_object('employee_id', swap.to_employee_id)
    where s.company_id = me.company_id and s.id = shift.id;
    perform private.tell_shifts(me.company_id, jsonb_build_array(
      jsonb_build_object('employee_id', swap.employee_id, 'change', 'cancelled', 'was', shift.published),
      jsonb_build_object('employee_id', swap.to_employee_id, 'change', 'new', 'now', shift.published)));
  end if;
  update public.shift_swaps w set status = case when approve_param then 'approved' else 'declined' end, decided_by = auth.uid(), decided_at = now()
  where w.company_id = me.company_id and w.id = swap.id returning * into swap;
  return swap;
end $$;
