create or replace function public.certified_payroll_weeks(project_id_param uuid) returns table(week_end date, number integer, revision integer, certified_payroll_id uuid, state text, has_work boolean, final boolean, due_on date, is_late boolean, is_over boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  if not exists (select from public.public_contracts c where c.company_id = company and c.project_id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'no_public_contract', message = 'This project has no public contract.';
  end if;
  return query
  select w.week_end, w.number, w.revision, w.certified_payroll_id, w.state, w.has_work, w.final, w.due_on, w.is_late, w.is_over
  from private.certified_weeks(company, project_id_param, private.company_today(company)) w
  order by w.week_end;
end $$;
comment on function public.certified_payroll_weeks(uuid) is 'Manager, owner: the weeks of a public project that have or need a certified payroll, from the first work to today. state: missing (no time recorded and nothing signed: time is to be entered, or signed as no work performed), not_approved (also while the week runs), ready, signed, delivered, needs_correction (other hours since it was signed). is_late: not handed in by due_on, or later.';
grant execute on function public.certified_payroll_weeks(uuid) to authenticated;

create or replace function public.certified_payroll_calendar() returns table(project_id uuid, project_name text, week_end date, number integer, revision integer, certified_payroll_id uuid, state text, has_work boolean, final boolean, due_on date, is_late boolean, is_over boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  return query
  select w.project_id, p.name, w.week_end, w.number, w.revision, w.certified_payroll_id, w.state, w.has_work, w.final, w.due_on, w.is_late, w.is_over
  from private.certified_weeks(company, null, private.company_today(company)) w
  join public.projects p on p.company_id = company and p.id = w.project_id
  where w.state <> 'delivered'
  order by w.due_on, p.name, p.id, w.week_end;
end $$;
comment on function public.certified_payroll_calendar() is 'Manager, owner: certified payrolls of all public projects that are not handed in yet, by the day they are due.';
grant execute on function public.certified_payroll_calendar() to authenticated;

create or replace function private.certified_weeks(company_id_param uuid, project_id_param uuid, today_param date) returns table(project_id uuid, week_end date, number integer, revision integer, certified_payroll_id uuid, state text, has_work boolean, final boolean, due_on date, delivered_on date, is_late boolean, is_over boolean, is_approved boolean)
language sql stable set search_path = '' as $$
  with contracts as materialized (
    select c.project_id, c.week_ends_on, c.no_work_reports, c.first_week_end, c.paid_after_days, p.status = 'completed' or p.archived_at is not null as completed,
      private.zone_of(company_id_param, c.project_id) as zone, private.week_end_of(today_param, c.week_ends_on) as this_week
    from public.public_contracts c
    join public.projects p on p.company_id = c.company_id and p.id = c.project_id
    where c.company_id = company_id_param and (project_id_param is null or c.project_id = project_id_param)
  ), worked as materialized (
    -- From the first and the last entries alone: a day is not before the one of an entry three days earlier.
    select c.project_id, private.week_end_of(f.first_day, c.week_ends_on) as first_week, private.week_end_of(l.last_day, c.week_ends_on) as last_week
    from contracts c
    cross join lateral (
      select min(t.work_date) as first_day
      from (select e.clock_in from public.time_entries e where e.company_id = company_id_param and e.project_id = c.project_id order by e.clock_in limit 1) first
      join public.time_entries t on t.company_id = company_id_param and t.project_id = c.project_id and t.clock_in < first.clock_in + interval '3 days') f
    cross join lateral (
      select max(private.last_date_of(r.work_date, r.clock_out, c.zone)) as last_day
      from (
        select t.work_date, t.clock_out
        from (select e.clock_in from public.time_entries e where e.company_id = company_id_param and e.project_id = c.project_id order by e.clock_in desc limit 1) last
        join public.time_entries t on t.company_id = company_id_param and t.project_id = c.project_id and t.clock_in > last.clock_in - interval '3 days'
        union all
        select t.work_date, t.clock_out from public.time_entries t
        where t.company_id = company_id_param and t.project_id = c.project_id and t.clock_out - t.clock_in > '24:00:00'::interval) r) l
  ), signed as materialized (
    select distinct on (p.project_id, p.week_end) p.project_id, p.week_end, p.id, p.number, p.revision, p.final, p.status,
      min(p.delivered_at) over (partition by p.project_id, p.week_end) as delivered_at
    from public.certified_payrolls p
    join contracts c on c.project_id = p.project_id
    where p.company_id = company_id_param
    order by p.project_id, p.week_end, p.revision desc
  ), paid as materialized (
    -- The regular pay day of a week: that of most people.
    select f.week_end, mode() within group (order by f.paid_on) as paid_on
    from public.payroll_facts f where f.company_id = company_id_param and f.period_start is null and f.paid_on is not null group by f.week_end
  ), spans as (
    select c.*, s.final_week, coalesce(c.first_week_end, least(w.first_week, s.first_week)) as first_week,
      greatest(case when s.final_week is null and not c.completed then c.this_week end, w.last_week, s.last_week) as last_week
    from contracts c
    left join worked w on w.project_id = c.project_id
    left join (
      select project_id, min(week_end) as first_week, max(week_end) as last_week, max(week_end) filter (where final) as final_week
      from signed group by project_id) s on s.project_id = c.project_id
  ), weeks as materialized (
    select c.*, d.week_end, s.id, s.number, s.revision, s.final, s.status, s.delivered_at, private.project_worked(company_id_param, c.project_id, d.week_end, c.zone) as has_work
    from spans c
    cross join lateral (select g::date as week_end from generate_series(c.first_week, c.last_week, interval '7 days') g) d
    left join signed s on s.project_id = c.project_id and s.week_end = d.week_end
  ), judged as materialized (
    select w.*, case when w.id is null then not w.has_work or private.project_week_approved(company_id_param, w.project_id, w.week_end, w.zone) end as is_approved
    from weeks w
  )
  select w.project_id, w.week_end, w.number, w.revision, w.id,
    case when w.id is not null then w.status
      when not w.has_work and w.week_end < today_param then 'missing'
      when w.is_approved and w.week_end < today_param then 'ready'
      else 'not_approved' end,
    w.has_work, coalesce(w.final, false), x.due_on, x.delivered_on,
    coalesce(x.delivered_on, today_param) > x.due_on, w.week_end < today_param, w.is_approved
  from judged w
  left join paid f on f.week_end = w.week_end
  -- Handed in within seven days after the regular pay day (29 CFR 3.4(a)).
  cross join lateral (select coalesce(f.paid_on, w.week_end + w.paid_after_days) + 7 as due_on, (w.delivered_at at time zone w.zone)::date as delivered_on) x
  where w.id is not null or w.has_work or w.no_work_reports and (w.final_week is null or w.week_end < w.final_week);
$$;
comment on function private.certified_weeks(uuid,uuid,date) is 'Weeks of public projects that have or need a certified payroll, and how far each is. After the final one only weeks with work; of a completed project none after its last work. is_approved: of weeks that are not signed yet; the time of the others is not read.';

create or replace function private.project_worked(company_id_param uuid, project_id_param uuid, week_end_param date, zone_param text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.project_id = project_id_param
        and t.clock_in >= (week_end_param - 9)::timestamp at time zone 'UTC' and t.clock_in < (week_end_param + 2)::timestamp at time zone 'UTC'
        and t.work_date <= week_end_param and private.last_date_of(t.work_date, t.clock_out, zone_param) >= week_end_param - 6)
    or exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.project_id = project_id_param and t.clock_out - t.clock_in > '24:00:00'::interval
        and t.work_date <= week_end_param and private.last_date_of(t.work_date, t.clock_out, zone_param) >= week_end_param - 6);
$$;
comment on function private.project_worked(uuid,uuid,date,text) is 'Whether there is time on a project in the week that ends on this day. A shift over midnight is work of both its days.';

create or replace function private.project_week_approved(company_id_param uuid, project_id_param uuid, week_end_param date, zone_param text) returns boolean
language sql stable set search_path = '' as $$
  with days as materialized (
    select week_end_param - 6 as first, week_end_param as last
    union
    -- A day before it that reaches into it by somebody's shift belongs to it.
    select t.work_date, t.work_date from public.time_entries t
    where t.company_id = company_id_param and t.project_id = project_id_param
      and t.clock_in >= (week_end_param - 9)::timestamp at time zone 'UTC' and t.clock_in < (week_end_param - 4)::timestamp at time zone 'UTC'
      and t.work_date < week_end_param - 6 and private.last_date_of(t.work_date, t.clock_out, zone_param) >= week_end_param - 6
    union
    select t.work_date, t.work_date from public.time_entries t
    where t.company_id = company_id_param and t.project_id = project_id_param and t.clock_out - t.clock_in > '24:00:00'::interval
      and t.work_date < week_end_param - 6 and private.last_date_of(t.work_date, t.clock_out, zone_param) >= week_end_param - 6
  )
  select not exists (
    select from days d
    join public.time_entries t on t.company_id = company_id_param and t.project_id = project_id_param and t.work_date between d.first and d.last
      and t.clock_in >= (d.first - 1)::timestamp at time zone 'UTC' and t.clock_in < (d.last + 2)::timestamp at time zone 'UTC'
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where not private.approval_covers(a.approved_at, t.updated_at, t.clock_out));
$$;
comment on function private.project_week_approved(uuid,uuid,date,text) is 'Whether all time on a project is approved that belongs to the week that ends on this day.';

create or replace function private.week_end_of(date_param date, week_ends_on_param integer) returns date
language sql immutable parallel safe
return (date_param + (((week_ends_on_param - (extract(dow from date_param))::integer) + 7) % 7));
comment on function private.week_end_of(date,integer) is 'Last day of the week that has this day, of weeks that end on this day of the week (0 is Sunday).';

create or replace function private.remind_of_certified_payrolls(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  with offices as materialized (
    select c.id, (moment_param at time zone c.time_zone)::date as today from public.companies c
    -- Once an hour is enough for what is due by the day.
    where extract(minute from moment_param) < 5 and exists (select from public.public_contracts p where p.company_id = c.id)
      and (moment_param at time zone c.time_zone)::time >= '07:00' and (moment_param at time zone c.time_zone)::time < '19:00'
  ), open as materialized (
    -- From two days before the deadline to a week after it: whoever begins with old weeks is not flooded.
    select o.id as company_id, w.project_id, p.name as project_name, w.week_end, w.due_on, w.state, o.today > w.due_on as is_late
    from offices o
    cross join lateral private.certified_weeks(o.id, null, o.today) w
    join public.projects p on p.company_id = o.id and p.id = w.project_id
    where w.is_over and w.delivered_on is null and w.due_on between o.today - 7 and o.today + 2
  )
  select count(*) filter (where private.notify_person(n.company_id, n.employee_id, 'certified_payroll_due', n.occasion,
      case when n.is_late then 'certified_payroll_late' else 'certified_payroll_due' end, n.data,
      jsonb_build_object('path', '/public-work?tab=certified&project=' || n.project_id || '&week=' || n.week_end)))
  from (
    select r.company_id, r.employee_id, d.is_late, d.project_id, d.week_end, x.occasion, jsonb_build_object('project_id', d.project_id,
      'project_name', d.project_name, 'week_end', d.week_end, 'week', to_char(d.week_end, r.date_format), 'day', to_char(d.due_on, r.date_format),
      'unsigned', nullif(d.state not in ('signed', 'needs_correction'), false), 'signed', nullif(d.state in ('signed', 'needs_correction'), false)) as data
    from open d
    join private.notification_recipients r on r.company_id = d.company_id and r.role in ('owner', 'manager')
    cross join lateral (select concat_ws(' ', 'certified', case when d.is_late then 'late' else 'due' end, d.project_id, d.week_end) as occasion) x
    where not private.was_notified(r.company_id, r.employee_id, 'certified_payroll_due', x.occasion)
    order by r.company_id, r.employee_id, d.due_on offset 0) n;
$$;
comment on function private.remind_of_certified_payrolls(timestamptz) is 'By day, to managers: two days before a certified payroll is due, and once when it is late; each project and week once.';
