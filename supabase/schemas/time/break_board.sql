create or replace function private.break_states(company_id_param uuid, employee_ids_param uuid[], as_of_param timestamptz) returns table(employee_id uuid, entry_id uuid, project_id uuid, clock_in timestamptz, shift_start timestamptz, shift_date date, break_id uuid, break_kind text, break_paid boolean, break_started_at timestamptz, worked integer, meal_rule boolean, rest_rule boolean, waived boolean, meals integer, by_fifth_hour integer, by_tenth_hour integer, rests integer)
language plpgsql stable rows 300 set search_path = '' as $$
#variable_conflict use_column
declare
  first_date date := (as_of_param at time zone 'UTC')::date - 3;
  last_date date := (as_of_param at time zone 'UTC')::date + 1;
  now_minute integer := private.epoch_minute(as_of_param);
  has_rules boolean := exists (select from private.payroll_policies_between(company_id_param, first_date, last_date) p where p.meal_premium or p.rest_premium);
  -- A clock that nobody stopped since the day before yesterday is a mistake to fix, not a shift.
  people uuid[] := array(
    select t.employee_id from public.time_entries t
    where t.company_id = company_id_param and t.clock_out is null and t.clock_in > as_of_param - interval '36 hours' and t.clock_in <= as_of_param
      and (employee_ids_param is null or t.employee_id = any (employee_ids_param)));
  names private.pay_names;
  segments private.pay_segment[];
begin
  if has_rules and cardinality(people) > 0 then
    names := private.pay_names(company_id_param, people);
    segments := array(select s from private.payroll_segments(company_id_param, first_date, last_date, 0, 0, people, as_of_param, null, names) s);
  end if;
  return query
  with shifts as (
    select distinct on (s.person) (names).people[s.person] as employee_id, s.*, y.meal_premium, y.rest_premium
    from private.payroll_shifts(company_id_param, first_date, last_date, segments, names) s
    join private.payroll_policies_between(company_id_param, first_date, last_date) y on y.number = s.policy
    where has_rules
    order by s.person, s.last_minute desc
  ), running as (
    select t.id, t.employee_id, t.project_id, t.clock_in, t.work_date, b.id as break_id, b.kind, b.paid, b.started_at,
      private.epoch_minute(t.clock_in) as in_minute, private.epoch_minute(b.started_at) as break_minute
    from public.time_entries t
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null and b.started_at <= as_of_param
    where t.company_id = company_id_param and t.clock_out is null and t.employee_id = any (people)
  ), counted as (
    -- In the minute in which somebody starts there is no work yet.
    select r.*, s.shift_date, s.meal_premium, s.rest_premium, s.waived, s.meals, s.by_fifth_hour, s.by_tenth_hour, s.rests, s.first_minute,
      -- An unpaid break stops the count when it begins, though pay takes it off once it is long enough.
      s.worked + case when r.break_id is not null and not r.paid then r.break_minute else now_minute end - s.last_minute as worked,
      now_minute - r.break_minute as break_minutes
    from running r
    left join shifts s on s.employee_id = r.employee_id and s.last_minute >= r.in_minute
  )
  select c.employee_id, c.id, c.project_id, c.clock_in, to_timestamp(coalesce(c.first_minute, c.in_minute) * 60.0), coalesce(c.shift_date, c.work_date),
    c.break_id, c.kind, c.paid, c.started_at, coalesce(c.worked, 0),
    coalesce(c.meal_premium, p.meal_premium, false), coalesce(c.rest_premium, p.rest_premium, false), coalesce(c.waived, false),
    coalesce(c.meals, 0) + o.is_meal, coalesce(c.by_fifth_hour, 0) + case when o.begun_worked > private.meal_limit(1, false) then 0 else o.is_meal end,
    coalesce(c.by_tenth_hour, 0) + case when o.begun_worked > private.meal_limit(2, false) then 0 else o.is_meal end, coalesce(c.rests, 0) + o.is_rest
  from counted c
  -- A break that goes on will count when it has lasted long enough; pay has counted it by then.
  cross join lateral (select
    c.worked - case when c.paid then c.break_minutes else 0 end as begun_worked,
    case when c.kind = 'meal' and not (c.paid and c.break_minutes >= private.meal_length()) then 1 else 0 end as is_meal,
    case when c.kind = 'rest' and c.break_minutes < private.rest_length() then 1 else 0 end as is_rest) o
  left join lateral (
    select y.meal_premium, y.rest_premium
    from private.payroll_policies(company_id_param) y
    where has_rules and c.first_minute is null
      and y.policy_id = private.governing_policy_id(company_id_param, c.employee_id, c.project_id, c.work_date)) p on true;
end $$;
comment on function private.break_states(uuid,uuid[],timestamptz) is 'Who is on the clock, with the work of the shift, the meals and rests in it, by the rules pay goes by (private.payroll_shifts).';

create or replace function private.breaks_due(company_id_param uuid, employee_ids_param uuid[], as_of_param timestamptz) returns table(employee_id uuid, entry_id uuid, project_id uuid, shift_start timestamptz, kind text, number integer, due_at timestamptz, rest_minutes integer)
language sql stable rows 600 set search_path = '' as $$
  with states as materialized (
    select s.*, date_trunc('minute', as_of_param) as this_minute from private.break_states(company_id_param, employee_ids_param, as_of_param) s
    where s.break_id is null
  ), heat as (
    select h.* from private.heat_now(company_id_param, as_of_param) h where h.level = 'high'
  )
  select s.employee_id, s.entry_id, s.project_id, s.shift_start, 'meal', s.meals + 1,
    s.this_minute + make_interval(mins => case when s.meals = 0 then private.meal_limit(1, s.waived)
      else private.meal_limit(2, s.waived and s.by_fifth_hour > 0) end - s.worked), private.meal_length()
  from states s where s.meal_rule and s.meals < 2
  union all
  -- One in each four hours of work.
  select s.employee_id, s.entry_id, s.project_id, s.shift_start, 'rest', s.rests + 1, s.this_minute + make_interval(mins => private.rest_limit(s.rests + 1) - s.worked), private.rest_length()
  from states s where s.rest_rule
  union all
  select s.employee_id, s.entry_id, s.project_id, s.shift_start, 'heat_rest', r.rests + 1, date_trunc('minute', greatest(r.rested_at, h.high_since)) + make_interval(mins => h.every_minutes), h.rest_minutes
  from states s
  join heat h on h.project_id = s.project_id
  cross join lateral (
    -- Any pause that was long enough is a rest from the heat.
    select max(p.ended_at) as rested_at, count(*) filter (where p.is_break)::integer as rests
    from (
      select b.ended_at, true as is_break from public.time_entries t
      join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id
      where t.company_id = company_id_param and t.employee_id = s.employee_id and t.clock_in > as_of_param - interval '36 hours'
        and b.ended_at - b.started_at >= make_interval(mins => h.rest_minutes) and b.started_at >= h.high_since
      union all
      select g.clock_in, false from (
        select t.clock_in, t.clock_in - lag(t.clock_out) over (order by t.clock_in) as pause from public.time_entries t
        where t.company_id = company_id_param and t.employee_id = s.employee_id and t.clock_in > as_of_param - interval '36 hours') g
      where g.pause is null or g.pause >= make_interval(mins => h.rest_minutes)) p) r;
$$;
comment on function private.breaks_due(uuid,uuid[],timestamptz) is 'The next meal, rest and rest from heat of everyone on the clock who is on no break, and the last minute in which it begins in time.';

create or replace function public.break_board() returns table(employee_id uuid, first_name text, last_name text, job_title text, crew_ids uuid[], crew_names text[], entry_id uuid, project_id uuid, project_name text, clock_in timestamptz, may_clock boolean, break_id uuid, break_kind text, break_started_at timestamptz, worked_minutes integer, meal_rule boolean, rest_rule boolean, waived boolean, meals integer, rests integer, missed_meals integer, missed_rests integer, temperature_f smallint, temperature_read_at timestamptz, temperature_source text, heat_level text, due jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  moment timestamptz := clock_timestamp();
  people uuid[] := case when me.role in ('owner', 'manager') then null else array(select private.my_crew() union select me.id) end;
begin
  return query
  with due as materialized (
    select * from private.breaks_due(me.company_id, people, moment)
  ), offers as materialized (
    select distinct on (o.employee_id, o.kind, o.number) o.*
    from public.break_offers o
    where o.company_id = me.company_id and o.offered_at > moment - interval '36 hours' and (people is null or o.employee_id = any (people))
    order by o.employee_id, o.kind, o.number, o.offered_at desc, o.created_at desc
  )
  select e.id, e.first_name, e.last_name, e.job_title, coalesce(crew.ids, '{}'), coalesce(crew.names, '{}'), s.entry_id, p.id, p.name, s.clock_in,
    me.role <> 'employee' and e.id <> me.id, s.break_id, s.break_kind, s.break_started_at, s.worked, s.meal_rule, s.rest_rule, s.waived, s.meals, s.rests,
    -- What can no longer be made up for: a meal begun late, or not before the next was due.
    case when s.meal_rule then (s.worked > private.meal_limit(1, s.waived) and s.by_fifth_hour = 0 and (s.meals > 0 or s.worked > private.meal_limit(2, false)))::integer
      + (s.worked > private.meal_limit(2, false) and s.meals > 1 and s.by_tenth_hour < 2)::integer else 0 end,
    case when s.rest_rule then greatest((s.worked - 1) / private.rest_limit(1) - s.rests - 1, 0) else 0 end,
    h.temperature_f, h.read_at, h.source, h.level,
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', d.kind, 'number', d.number, 'due_at', d.due_at, 'minutes', d.rest_minutes, 'offer', case when o.id is not null then
        jsonb_build_object('answer', o.answer, 'offered_at', o.offered_at, 'take_at', o.take_at, 'note', o.note, 'waives', o.waives,
          'by', private.account_name(me.company_id, o.created_by)) end) order by d.due_at, d.kind)
      from due d
      left join offers o on o.employee_id = d.employee_id and o.kind = d.kind and o.number = d.number and o.offered_at >= s.shift_start
      where d.employee_id = s.employee_id), '[]')
  from private.break_states(me.company_id, people, moment) s
  join public.employees e on e.company_id = me.company_id and e.id = s.employee_id
  left join lateral (
    select array_agg(c.id order by c.name) as ids, array_agg(c.name order by c.name) as names
    from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    where m.company_id = me.company_id and m.employee_id = e.id
      and daterange(m.from_date, m.to_date, '[]') @> (moment at time zone private.zone_of(me.company_id, null))::date) crew on me.role <> 'employee'
  -- Who works on a project the caller may not read works; on what is not said.
  left join public.projects p on p.company_id = me.company_id and p.id = s.project_id
    and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))
  left join private.heat_now(me.company_id, moment) h on h.project_id = p.id
  order by (select min(d.due_at) from due d where d.employee_id = s.employee_id) nulls last, e.last_name, e.first_name, e.id;
end $$;
comment on function public.break_board() is 'Who is on the clock and which breaks are due: managers everyone, foremen their crew and themselves, others themselves. due: [{"kind": "meal"|"rest"|"heat_rest", "number", "due_at" (the last minute in which it begins in time), "minutes", "offer"}], soonest first, none on a break. missed: meals and rests that can no longer be had in time.';
grant execute on function public.break_board() to authenticated;

create or replace function private.notify_of_breaks(moment_param timestamptz default clock_timestamp()) returns integer
language sql security definer set search_path = '' as $$
  select private.for_each_company(array_agg(c.id), format('select private.notify_of_breaks_in($1, %L)', moment_param))::integer
  from public.companies c
  where exists (select from public.time_entries t where t.company_id = c.id and t.clock_out is null and t.clock_in > moment_param - interval '36 hours')
    and (exists (select from public.heat_rules h where h.company_id = c.id and h.active)
      or exists (select from public.overtime_policies p where p.company_id = c.id
        and (p.policy ->> 'meal_premium' = 'true' or p.policy ->> 'rest_premium' = 'true')));
$$;
comment on function private.notify_of_breaks(timestamptz) is 'Reminds people ten minutes before a break is due, and their foremen when it is late; once each. Who is on a break or has clocked out hears nothing.';
select cron.schedule('breaks-due', '* * * * *', 'select private.notify_of_breaks()');

create or replace function private.notify_of_breaks_in(company_id_param uuid, moment_param timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  notified integer;
begin
  with due as materialized (
    select d.*, case d.kind when 'heat_rest' then 'heat_rest' else 'break_due' end as event,
      d.kind || ' ' || case d.kind when 'heat_rest' then extract(epoch from d.due_at)::bigint::text
        else d.number || ' ' || extract(epoch from d.shift_start)::bigint end as occasion,
      d.due_at < date_trunc('minute', moment_param) as late
    from private.breaks_due(company_id_param, null, moment_param) d
    -- After an hour without a server nobody wants to hear what was due then.
    where d.due_at <= moment_param + interval '10 minutes' and d.due_at > moment_param - interval '30 minutes'
  ), messages as materialized (
    select d.employee_id as recipient, d.event, d.occasion, d.kind || '_due' as template, null as person, d.due_at, '/my-status' as path
    from due d where not d.late
    union all
    select f.employee_id, d.event, 'late ' || d.employee_id || ' ' || d.occasion, d.kind || '_late',
      private.person_name(company_id_param, d.employee_id), d.due_at, '/breaks'
    from due d
    cross join lateral private.foremen_of(company_id_param, d.employee_id, d.project_id, moment_param) f (employee_id)
    where d.late and f.employee_id <> d.employee_id and not exists (
      -- Offered and declined, or put off: the foreman knows.
      select from public.break_offers o
      where o.company_id = company_id_param and o.employee_id = d.employee_id and o.kind = d.kind and o.number = d.number
        and o.offered_at >= d.shift_start and (o.answer = 'declined' or o.answer = 'postponed' and o.take_at > moment_param))
  )
  select count(*) filter (where private.notify_person(company_id_param, m.recipient, m.event, m.occasion, m.template,
      jsonb_build_object('due_at', to_char(m.due_at at time zone r.time_zone, r.time_format), 'person', m.person),
      jsonb_build_object('path', m.path, 'tag', m.template || coalesce(m.person, ''), 'expires_at', m.due_at + interval '1 hour')))
    into notified
  from messages m
  join private.notification_recipients r on r.company_id = company_id_param and r.employee_id = m.recipient
  where not private.was_notified(company_id_param, m.recipient, m.event, m.occasion);
  return notified;
end $$;

create or replace function private.foremen_of(company_id_param uuid, employee_id_param uuid, project_id_param uuid, moment_param timestamptz) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with led as (
    select c.foreman_id from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    where m.company_id = company_id_param and m.employee_id = employee_id_param and c.foreman_id is not null
      and daterange(m.from_date, m.to_date, '[]') @> (moment_param at time zone private.zone_of(company_id_param, null))::date
  )
  select e.id from public.employees e
  where e.company_id = company_id_param and e.active and e.role <> 'employee' and (
    e.id in (select l.foreman_id from led l)
    -- Whose crew has no foreman has the foremen of the project's team.
    or e.role = 'foreman' and not exists (select from led) and exists (
      select from public.project_members m where m.company_id = company_id_param and m.project_id in (select private.project_line(project_id_param, company_id_param)) and m.employee_id = e.id));
$$;
comment on function private.foremen_of(uuid,uuid,uuid,timestamptz) is 'The foremen of the crews someone is in today, else those on the team of the project.';
