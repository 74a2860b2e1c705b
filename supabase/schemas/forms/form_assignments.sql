create table public.form_assignments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  form_id uuid,
  series text,
  project_id uuid,
  crew_id uuid,
  equipment_id uuid,
  every text default 'day' not null,
  weekdays smallint[] default '{1,2,3,4,5}' not null,
  filled_by text default 'anyone' not null,
  starts_on date default CURRENT_DATE not null,
  ends_on date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  equipment_class_id uuid,
  constraint form_assignments_pkey primary key (company_id, id),
  constraint form_assignments_ends_after_start check (ends_on >= starts_on),
  constraint form_assignments_every_known check (every in ('day', 'week', 'month', 'once', 'shift', 'any_time')),
  constraint form_assignments_filled_by_known check (filled_by in ('anyone', 'foreman')),
  constraint form_assignments_one_form check (num_nonnulls(form_id, series) = 1),
  constraint form_assignments_one_target check (num_nonnulls(project_id, crew_id, equipment_id, equipment_class_id) <= 1),
  constraint form_assignments_series_known check (series = 'toolbox_talks'),
  constraint form_assignments_series_weekly check (series is null or every = 'week'),
  constraint form_assignments_weekdays check (weekdays <@ '{1,2,3,4,5,6,7}' and cardinality(weekdays) between 1 and 7),
  constraint form_assignments_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint form_assignments_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete cascade,
  constraint form_assignments_equipment foreign key (company_id, equipment_id) references public.equipment(company_id, id) on delete cascade,
  constraint form_assignments_equipment_class foreign key (company_id, equipment_class_id) references public.equipment_classes(company_id, id) on delete cascade,
  constraint form_assignments_form foreign key (company_id, form_id) references public.forms(company_id, id) on delete cascade,
  constraint form_assignments_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.form_assignments');
create index form_assignments_by_form on public.form_assignments (company_id, form_id);
create index form_assignments_by_crew on public.form_assignments (company_id, crew_id) where crew_id is not null;
create index form_assignments_by_equipment on public.form_assignments (company_id, equipment_id) where equipment_id is not null;
create index form_assignments_by_equipment_class on public.form_assignments (company_id, equipment_class_id) where equipment_class_id is not null;
create index form_assignments_by_project on public.form_assignments (company_id, project_id) where project_id is not null;
comment on table public.form_assignments is 'Which form is filled where and how often: once in the period for a project with its phases, a crew, a machine or each machine of a class; without any of them by each person. Ended by a last day, never deleted: who was without a signal may still send.';
comment on column public.form_assignments.series is 'Instead of one form: the talks of this series one after the other, one for each week of the year.';
comment on column public.form_assignments.every is 'day: on the weekdays. shift: each person each day they work there. any_time: offered always, never missing.';
comment on column public.form_assignments.weekdays is 'Of every day: 1 Monday to 7 Sunday.';
comment on column public.form_assignments.filled_by is 'foreman: foremen and the office alone.';
alter table public.form_assignments enable row level security;
alter publication supabase_realtime add table public.form_assignments;
grant select, insert, update on table public.form_assignments to authenticated;

create policy "Managers read which forms are assigned" on public.form_assignments
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers assign forms" on public.form_assignments
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change which forms are assigned" on public.form_assignments
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create or replace trigger fill_company_id before insert on public.form_assignments
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.form_assignments
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.form_assignments
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.form_assignments
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.form_assignments
  for each row execute function private.record_change();

create or replace function private.form_periods(company_id_param uuid, day_param date) returns table(assignment_id uuid, form_id uuid, project_id uuid, crew_id uuid, equipment_id uuid, every text, filled_by text, period_start date, period_end date)
language sql stable security definer set search_path = '' as $$
  with week as (
    select private.week_of(day_param, c.week_start::integer) as first_day from public.companies c where c.id = company_id_param
  ), talks as materialized (
    select f.id, f.series, row_number() over (partition by f.series order by f.series_position, f.id) - 1 as place, count(*) over (partition by f.series) as total
    from public.forms f where f.company_id = company_id_param and f.series is not null and f.archived_at is null
  )
  select a.id, coalesce(f.id, k.id), a.project_id, a.crew_id, coalesce(a.equipment_id, q.id), a.every, a.filled_by,
    greatest(a.starts_on, case a.every when 'week' then w.first_day when 'month' then date_trunc('month', day_param)::date when 'once' then a.starts_on else day_param end),
    least(a.ends_on, case a.every when 'week' then w.first_day + 6 when 'month' then (date_trunc('month', day_param) + interval '1 month - 1 day')::date
      when 'once' then '9999-12-31' else day_param end)
  from public.form_assignments a
  cross join week w
  left join public.forms f on f.company_id = a.company_id and f.id = a.form_id and f.archived_at is null
  left join public.equipment q on q.company_id = a.company_id and q.class_id = a.equipment_class_id
  -- Talks follow the seasons, whenever a company begins with them: the middle of a week says which week of the year it is.
  left join talks k on k.series = a.series and k.place = (extract(week from w.first_day + 3)::integer - 1) % k.total
  where a.company_id = company_id_param and day_param between a.starts_on and coalesce(a.ends_on, day_param)
    and coalesce(f.id, k.id) is not null and (a.equipment_class_id is null or q.id is not null)
    and (a.every <> 'day' or extract(isodow from day_param)::smallint = any (a.weekdays));
$$;
comment on function private.form_periods(uuid,date) is 'Assignments that apply on a day, with the form and the period in which it is filled once; of a series the talk of that week of the year, from the first to the last and then again; of a class of machines a line for each.';

create or replace function private.form_workers(company_id_param uuid, from_param date, to_param date) returns table(employee_id uuid, work_date date, project_id uuid, equipment_id uuid)
language sql stable security definer set search_path = '' as $$
  select t.employee_id, t.work_date, t.project_id, t.equipment_id from public.time_entries t
    where t.company_id = company_id_param and t.work_date between from_param and to_param
  union
  select s.employee_id, s.work_date, s.project_id, s.equipment_id from public.shifts s
    where s.company_id = company_id_param and s.work_date between from_param and to_param and s.status = 'published' and not s.cancelled and s.employee_id is not null;
$$;
comment on function private.form_workers(uuid,date,date) is 'Who works on which day where, by the clock and by published shifts.';

create or replace function public.forms_due(day_param date default null::date) returns table(assignment_id uuid, form_id uuid, version_id uuid, version integer, name text, name_es text, category text, definition jsonb, every text, project_id uuid, project_name text, crew_id uuid, crew_name text, equipment_id uuid, equipment_name text, period_start date, period_end date, per_person boolean, done_id uuid, done_at timestamptz, done_by text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  day date := coalesce(day_param, private.company_today(me.company_id));
begin
  if not exists (select from public.form_assignments a where a.company_id = me.company_id) then
    return;
  end if;
  return query
    with worked as materialized (
      -- Who has no team works where they worked this week.
      select w.project_id, w.equipment_id from private.form_workers(me.company_id, day - 7, day + 1) w where w.employee_id = me.id
    ), projects as materialized (
      select private.project_line(w.project_id, me.company_id) as id from worked w where w.project_id is not null
      union
      select private.projects_of_member(me.company_id, me.id)
      union
      select p.id from public.projects p where p.company_id = me.company_id and p.manager_id = me.id
    ), crews as materialized (
      select c.id from public.crews c where c.company_id = me.company_id and c.foreman_id = me.id
      union
      select m.crew_id from public.crew_members m where m.company_id = me.company_id and m.employee_id = me.id and daterange(m.from_date, m.to_date, '[]') @> day
    ), mine as (
      select d.*, d.every = 'shift' or num_nonnulls(d.project_id, d.crew_id, d.equipment_id) = 0 as per_person
      from private.form_periods(me.company_id, day) d
      where (d.filled_by = 'anyone' or me.role <> 'employee')
        and (num_nonnulls(d.project_id, d.crew_id, d.equipment_id) = 0 or d.project_id in (select p.id from projects p)
          or d.crew_id in (select c.id from crews c) or d.equipment_id in (select w.equipment_id from worked w))
    )
    select m.assignment_id, m.form_id, v.id, v.number, f.name, f.name_es, f.category, v.definition, m.every, m.project_id, p.name, m.crew_id, c.name,
      m.equipment_id, btrim(concat_ws(' ', q.number, q.name)), m.period_start, m.period_end, m.per_person, s.id, s.filled_at, private.person_name(me.company_id, s.employee_id)
    from mine m
    join public.forms f on f.company_id = me.company_id and f.id = m.form_id
    cross join lateral private.form_version(me.company_id, m.form_id) v
    left join public.projects p on p.company_id = me.company_id and p.id = m.project_id
    left join public.crews c on c.company_id = me.company_id and c.id = m.crew_id
    left join public.equipment q on q.company_id = me.company_id and q.id = m.equipment_id
    left join lateral (select o.* from public.form_submissions o
      where o.company_id = me.company_id and o.assignment_id = m.assignment_id and o.work_date between m.period_start and m.period_end
        and (m.equipment_id is null or o.equipment_id = m.equipment_id) and o.corrects_id is null and m.every <> 'any_time' and (not m.per_person or o.employee_id = me.id) order by o.filled_at desc limit 1) s on true
    where m.project_id is null or me.role in ('owner', 'manager') or m.project_id not in (select private.projects_closed_to_me())
    order by s.id is not null, m.every = 'any_time', f.name, p.name, c.name, q.number, q.name;
end $$;
comment on function public.forms_due(date) is 'Everyone for themselves: the forms to fill on a day, today without one: on projects they work on or are on the team of, for crews they lead or are in, for machines they use, and what everyone fills. With the questions, the period and what was filled in it.';
grant execute on function public.forms_due(date) to authenticated;

create or replace function public.forms_missing(from_param date, to_param date) returns table(assignment_id uuid, form_id uuid, form_name text, form_name_es text, every text, employee_id uuid, employee_name text, project_id uuid, project_name text, crew_id uuid, crew_name text, equipment_id uuid, equipment_name text, period_start date, period_end date, done_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
begin
  if from_param is null or to_param is null or to_param < from_param or to_param - from_param > 31 then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'Choose at most 31 days.';
  end if;
  return query
    with workers as materialized (
      select w.*, array(select private.project_line(w.project_id, me.company_id) where w.project_id is not null) as line
      from private.form_workers(me.company_id, from_param, least(to_param, private.company_today(me.company_id))) w
    ), periods as (
      select distinct d.*, case when d.every in ('day', 'shift') then g.day::date end as day
      from generate_series(from_param, least(to_param, private.company_today(me.company_id)), interval '1 day') as g (day)
      cross join lateral private.form_periods(me.company_id, g.day::date) d where d.every <> 'any_time'
    ), at_work as (
      select p.*, w.employee_id from periods p join workers w on (p.day is null or w.work_date = p.day)
        and w.work_date between p.period_start and p.period_end
        and (p.project_id is null or p.project_id = any (w.line)) and (p.equipment_id is null or p.equipment_id = w.equipment_id)
        and (p.crew_id is null or exists (select from public.crew_members m
          where m.company_id = me.company_id and m.crew_id = p.crew_id and m.employee_id = w.employee_id and daterange(m.from_date, m.to_date, '[]') @> w.work_date))
    ), due as (
      -- Where nobody works nothing is missing; who works fills alone, or one of them for all.
      select distinct a.assignment_id, a.form_id, a.project_id, a.crew_id, a.equipment_id, a.every, a.period_start, a.period_end,
        case when a.every = 'shift' or num_nonnulls(a.project_id, a.crew_id, a.equipment_id) = 0 then a.employee_id end as employee_id
      from at_work a
    )
    select d.assignment_id, d.form_id, f.name, f.name_es, d.every, d.employee_id, private.person_name(me.company_id, d.employee_id), d.project_id, p.name,
      d.crew_id, c.name, d.equipment_id, btrim(concat_ws(' ', q.number, q.name)), d.period_start, d.period_end,
      (select s.id from public.form_submissions s where s.company_id = me.company_id and s.assignment_id = d.assignment_id
        and s.work_date between d.period_start and d.period_end and (d.equipment_id is null or s.equipment_id = d.equipment_id) and s.corrects_id is null and (d.employee_id is null or s.employee_id = d.employee_id) order by s.filled_at limit 1)
    from due d
    join public.forms f on f.company_id = me.company_id and f.id = d.form_id
    left join public.projects p on p.company_id = me.company_id and p.id = d.project_id
    left join public.crews c on c.company_id = me.company_id and c.id = d.crew_id
    left join public.equipment q on q.company_id = me.company_id and q.id = d.equipment_id
    order by d.period_start desc, f.name, p.name, c.name, q.number, q.name, 7 limit 2000;
end $$;
comment on function public.forms_missing(date,date) is 'Managers: what was to be filled in these days by assignments where somebody worked, and the submission where there is one. Forms of every person and of every shift have a line for each person.';
grant execute on function public.forms_missing(date,date) to authenticated;

create or replace function private.remind_of_forms(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  with offices as materialized (
    select c.id, c.time_zone, (moment_param at time zone c.time_zone)::date as today from public.companies c
    where exists (select from public.form_assignments a where a.company_id = c.id and a.every <> 'any_time')
  ), due as materialized (
    -- What may wait is asked for on the last four days: two of them are working days.
    select row_number() over () as line, o.id as company_id, (o.today + 1)::timestamp at time zone o.time_zone as expires_at, d.*,
      d.every = 'shift' or num_nonnulls(d.project_id, d.crew_id, d.equipment_id) = 0 as per_person,
      concat_ws(' ', 'form', d.assignment_id, d.equipment_id, d.period_start) as occasion
    from offices o cross join lateral private.form_periods(o.id, o.today) d
    where d.every in ('day', 'shift', 'once') or d.every in ('week', 'month') and d.period_end - o.today <= 3
  ), working as materialized (
    select w.*, array(select private.project_line(w.project_id, w.company_id) where w.project_id is not null) as projects
    from (
      select t.company_id, t.employee_id, t.work_date, t.project_id, t.equipment_id, t.clock_in as began_at, t.clock_out is null as on_clock, t.clock_out is null as present
        from offices o join public.time_entries t on t.company_id = o.id and t.work_date = o.today and t.clock_in between moment_param - interval '2 days' and moment_param
      union all
      select s.company_id, s.employee_id, s.work_date, s.project_id, s.equipment_id, s.starts_at, false, true
        from offices o join public.shifts s on s.company_id = o.id and s.work_date = o.today
        where s.status = 'published' and not s.cancelled and s.employee_id is not null and moment_param between s.starts_at and s.ends_at) w
  ), there as materialized (
    select d.line, w.employee_id, min(w.began_at) as began_at, bool_or(w.on_clock) as on_clock, bool_or(w.present) as present
    from due d join working w on w.company_id = d.company_id
      and (d.project_id is null or d.project_id = any (w.projects)) and (d.equipment_id is null or d.equipment_id = w.equipment_id)
      and (d.crew_id is null or exists (select from public.crew_members m
        where m.company_id = d.company_id and m.crew_id = d.crew_id and m.employee_id = w.employee_id and daterange(m.from_date, m.to_date, '[]') @> w.work_date))
    group by 1, 2
  ), begun as materialized (
    select d.* from due d
    where not d.per_person and (select bool_or(t.present) and min(t.began_at) <= moment_param - interval '1 hour' from there t where t.line = d.line)
  ), asked as (
    -- Each for themselves, on the clock alone: nobody is asked to work off it.
    select d.line, t.employee_id, 1 as distance from due d join there t on t.line = d.line
    where d.per_person and t.on_clock and t.began_at <= moment_param - interval '1 hour'
    union all
    -- One for all: whoever leads or runs the machine there, else all who are there, else whoever leads it from elsewhere.
    select b.line, t.employee_id, case when e.role <> 'employee' or b.equipment_id is not null then 1 else 2 end
    from begun b join there t on t.line = b.line and t.on_clock join public.employees e on e.company_id = b.company_id and e.id = t.employee_id
    union all
    select b.line, c.foreman_id, case when exists (select from working w where w.company_id = b.company_id and w.employee_id = c.foreman_id and w.on_clock) then 1 else 3 end
    from begun b join public.crews c on c.company_id = b.company_id and c.id = b.crew_id
    union all
    select b.line, e.id, 3
    from begun b
    join public.projects p on p.company_id = b.company_id and p.id = b.project_id
    join public.employees e on e.company_id = b.company_id and e.role <> 'employee' and (e.id = p.manager_id or exists (select from public.project_members m
      where m.company_id = b.company_id and m.employee_id = e.id and m.project_id in (select private.project_line(b.project_id, b.company_id))))
  ), people as (
    select d.*, r.employee_id, r.language, a.distance, min(a.distance) over (partition by d.line) as nearest
    from asked a
    join due d on d.line = a.line
    join private.notification_recipients r on r.company_id = d.company_id and r.employee_id = a.employee_id and (d.filled_by = 'anyone' or r.role <> 'employee')
  )
  select count(*) filter (where private.notify_person(n.company_id, n.employee_id, 'form_due', n.occasion, 'form_due', n.data,
      jsonb_build_object('path', '/forms/fill?assignment=' || n.assignment_id || coalesce('&machine=' || n.equipment_id, ''), 'moment', moment_param, 'expires_at', n.expires_at)))
  from (
    select d.company_id, d.employee_id, d.assignment_id, d.equipment_id, d.occasion, d.expires_at, jsonb_build_object('assignment_id', d.assignment_id,
      'equipment_id', d.equipment_id, 'period_start', d.period_start, 'own', nullif(d.per_person, false),
      'form', case d.language when 'es' then coalesce(nullif(f.name_es, ''), f.name) else f.name end,
      'place', nullif(concat_ws(' · ', p.name, c.name, nullif(btrim(concat_ws(' ', q.number, q.name)), '')), '')) as data
    from people d
    join public.forms f on f.company_id = d.company_id and f.id = d.form_id
    left join public.projects p on p.company_id = d.company_id and p.id = d.project_id
    left join public.crews c on c.company_id = d.company_id and c.id = d.crew_id
    left join public.equipment q on q.company_id = d.company_id and q.id = d.equipment_id
    where d.distance = d.nearest
      and not exists (select from private.notification_occasions l
        where l.company_id = d.company_id and l.employee_id = d.employee_id and l.event = 'form_due' and l.occasion = d.occasion)
      and not exists (select from public.form_submissions s where s.company_id = d.company_id and s.assignment_id = d.assignment_id
        and s.work_date between d.period_start and d.period_end and (d.equipment_id is null or s.equipment_id = d.equipment_id)
        and s.corrects_id is null and (not d.per_person or s.employee_id = d.employee_id))
    order by d.company_id, d.employee_id, f.name offset 0) n;
$$;
comment on function private.remind_of_forms(timestamptz) is 'An hour after work began where a form is due today and not filled: once to each who fills it for themselves, else to who leads there or runs the machine. Forms of a week or month on its last four days.';
