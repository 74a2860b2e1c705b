create or replace function private.send_notifications(moment_param timestamptz default now()) returns bigint
language plpgsql set search_path = '' as $$
declare
  kind text;
  part bigint;
  sent bigint := 0;
begin
  foreach kind in array '{ask_forgotten_punches,notify_of_late_start,remind_of_missing_time,warn_of_overtime,ask_for_signatures,ask_for_approval,notify_of_time_edits,announce_bulletins,warn_of_certificates,send_team_activity,send_digests,remind_of_certified_payrolls,remind_of_steps,remind_of_forms}'::text[] loop
    -- One kind that fails keeps no other from being sent.
    begin
      execute format('select private.%I($1)', kind) into part using moment_param;
      sent := sent + part;
    exception when others then
      raise warning '% failed: %', kind, sqlerrm;
    end;
  end loop;
  return sent + private.notify_of_failed_restore();
end $$;
comment on function private.send_notifications(timestamp with time zone) is 'Notifies everybody of what is due by the clock and says of how much; may run anywhere, any number of times.';
select cron.schedule('notifications', '*/5 * * * *', 'select private.send_notifications()');

create or replace function private.remind_of_missing_time(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify_person((due.r).company_id, (due.r).employee_id, 'not_clocked_in', 'missing ' || due.today, 'time_missing',
      jsonb_build_object('day', private.day_text(due.today, due.r)),
      jsonb_build_object('path', '/my-status', 'moment', moment_param, 'expires_at', (due.today + 1)::timestamp at time zone (due.r).time_zone)))
  from (
    select r, local.today from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where local.time >= '10:00' and local.time < '12:00'
      -- Whoever has a shift today heard of it when that began.
      and not exists (select from private.notification_occasions o where o.company_id = r.company_id and o.employee_id = r.employee_id
        and o.event = 'not_clocked_in' and (o.occasion = 'missing ' || local.today or o.occasion like 'late %' || local.today))
      and not exists (select from public.holidays h where h.company_id = r.company_id and h.date = local.today)
      and not exists (
        select from public.time_entries t where t.company_id = r.company_id and t.employee_id = r.employee_id
          and (t.clock_out is null or t.clock_out > local.today::timestamp at time zone r.time_zone))
      and (select count(distinct (t.clock_in at time zone r.time_zone)::date) >= 3 from public.time_entries t
        where t.company_id = r.company_id and t.employee_id = r.employee_id
          and t.clock_in >= (local.today - 28)::timestamp at time zone r.time_zone
          and extract(dow from t.clock_in at time zone r.time_zone) = extract(dow from local.today)
          and (t.clock_in at time zone r.time_zone)::time < '10:00')
    order by r.company_id, r.employee_id offset 0) due;
$$;

create or replace function private.warn_of_overtime(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  with running as materialized (
    select t.company_id, t.employee_id, t.work_date, t.project_id, t.id, y.policy
    from public.time_entries t
    cross join lateral private.governing_policy(t.company_id, t.employee_id, t.project_id, t.work_date) y
    where t.clock_out is null and t.clock_in > moment_param - interval '1 day'
      and not exists (select from public.time_entry_breaks b where b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null)
  ), limits as (
    -- The first of the day's limits and the week's. What runs is counted up to now by work_done.
    select w.*, least(
        (select min((d ->> 'after')::integer) from jsonb_array_elements(w.policy -> 'daily') d) - w.today_minutes,
        (w.policy ->> 'weekly_after')::integer - w.week_minutes) as minutes_left
    from (
      select q.*, c.time_zone,
        (select coalesce(sum(d.seconds), 0) / 60 from private.work_done d
          where d.company_id = q.company_id and d.employee_id = q.employee_id and d.work_date = q.work_date) as today_minutes,
        (select coalesce(sum(d.seconds), 0) / 60 from private.work_done d
          where d.company_id = q.company_id and d.employee_id = q.employee_id
            and d.work_date between private.week_of(q.work_date, coalesce((q.policy ->> 'workweek_start_dow')::integer, c.week_start)) and q.work_date) as week_minutes
      from running q join public.companies c on c.id = q.company_id) w
  ), due as materialized (
    select l.*, moment_param + make_interval(mins => l.minutes_left::integer) as at, p.path as project_name,
      private.person_name(l.company_id, l.employee_id) as person
    from limits l left join private.project_paths p on p.company_id = l.company_id and p.id = l.project_id
    where l.minutes_left > 0 and l.minutes_left <= 30
  )
  select count(*) filter (where private.notify_person(n.company_id, n.employee_id, 'overtime_soon', 'overtime ' || n.about || ' ' || n.work_date,
      case when n.about = n.employee_id then 'own_overtime_soon' else 'overtime_soon' end,
      jsonb_build_object('person', n.person, 'project_name', n.project_name, 'at', to_char(n.at at time zone n.zone, n.time_format)),
      jsonb_build_object('path', case when n.about = n.employee_id then '/my-status' else '/scheduling?view=today' end, 'moment', moment_param, 'expires_at', n.at)))
  from (
    select r.company_id, r.employee_id, d.employee_id as about, d.work_date, d.person, d.project_name, d.at, r.time_zone as zone, r.time_format
    from due d
    join private.notification_recipients r on r.company_id = d.company_id
      and (r.employee_id = d.employee_id or r.employee_id in (select private.foremen_of(d.company_id, d.employee_id, d.work_date)))
    where not private.was_notified(r.company_id, r.employee_id, 'overtime_soon', 'overtime ' || d.employee_id || ' ' || d.work_date)
    order by r.company_id, r.employee_id offset 0) n;
$$;
comment on function private.warn_of_overtime(timestamptz) is 'Half an hour before somebody on the clock reaches the overtime of the day or the week: to them and their foremen, once a day.';

create or replace function private.foremen_of(company_id_param uuid, employee_id_param uuid, day_param date) returns setof uuid
language sql stable set search_path = '' as $$
  with foremen as (
    select distinct w.foreman_id as id from public.crews w join public.crew_members m on m.company_id = w.company_id and m.crew_id = w.id
    join public.employees f on f.company_id = w.company_id and f.id = w.foreman_id and f.active
    where w.company_id = company_id_param and m.employee_id = employee_id_param and daterange(m.from_date, m.to_date, '[]') @> day_param)
  select f.id from foremen f where f.id <> employee_id_param
  union all
  select e.id from public.employees e
  where e.company_id = company_id_param and e.active and e.role in ('owner', 'manager') and e.id <> employee_id_param and not exists (select from foremen);
$$;
comment on function private.foremen_of(uuid,uuid,date) is 'Whom a person is missed by: the foremen of their crews on a day, or managers where there is none.';

create or replace function private.ask_for_approval(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify_person((due.r).company_id, (due.r).employee_id, 'approval_needed', 'approve ' || due.start_date, 'approval_needed',
      jsonb_build_object('entries', due.days, 'people', due.people, 'start_date', due.start_date,
        'first_day', to_char(due.start_date, (due.r).date_format), 'last_day', to_char(due.end_date, (due.r).date_format)),
      jsonb_build_object('path', '/payroll?from=' || due.start_date)))
  from (
    select r, p.start_date, p.end_date, open.days, open.people
    from (
      -- The last period that is over, for three days, where nobody locked it and this company approves time at all.
      select c.id, c.time_zone, b.start_date, b.end_date from public.companies c
      cross join lateral private.pay_periods_back(c.id, (moment_param at time zone c.time_zone)::date, 2) b
      where b.end_date < (moment_param at time zone c.time_zone)::date and b.end_date >= (moment_param at time zone c.time_zone)::date - 3
        and b.status = 'open' and exists (select from public.approvals a where a.company_id = c.id)) p
    cross join lateral (
      select count(*) as days, count(distinct w.employee_id) as people
      from (select distinct t.employee_id, t.work_date from public.work_totals t
        where t.company_id = p.id and t.work_date between p.start_date and p.end_date and t.seconds > 0) w
      where not exists (select from public.approvals a where a.company_id = p.id and a.employee_id = w.employee_id and a.work_date = w.work_date)) open
    join private.notification_recipients r on r.company_id = p.id and r.role in ('owner', 'manager')
    where open.days > 0 and (moment_param at time zone r.time_zone)::time >= '07:00' and (moment_param at time zone r.time_zone)::time < '19:00'
      and not private.was_notified(r.company_id, r.employee_id, 'approval_needed', 'approve ' || p.start_date)
    order by r.company_id, r.employee_id offset 0) due;
$$;
comment on function private.ask_for_approval(timestamptz) is 'In the days after a pay period: once to managers while time in it is not approved.';

create or replace function private.warn_of_certificates(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  with due as materialized (
    -- What counts of a kind is the latest end: a renewed one warns nobody.
    select c.company_id, c.employee_id, k.name as certificate, max(c.expires_on) as expires_on
    from public.certifications c
    join public.certification_types k on k.company_id = c.company_id and k.id = c.type_id
    join public.employees e on e.company_id = c.company_id and e.id = c.employee_id and e.active
    group by c.company_id, c.employee_id, c.type_id, k.name
    having max(c.expires_on) between moment_param::date - 1 and moment_param::date + 31 and bool_and(c.expires_on is not null)
  ), morning as (
    select r, local.today from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where local.time >= '07:00' and local.time < '12:00' and r.company_id in (select d.company_id from due d)
    order by r.company_id, r.employee_id offset 0
  )
  select (
    select count(*) filter (where private.notify_person(d.company_id, d.employee_id, 'certificate_expiring', 'certificate ' || d.certificate || ' ' || m.today,
        'certificate_expiring', jsonb_build_object('certificate', d.certificate, 'day', to_char(d.expires_on, (m.r).date_format)), '{"path": "/my-status"}'))
      from morning m join due d on d.company_id = (m.r).company_id and d.employee_id = (m.r).employee_id and d.expires_on - m.today in (30, 14, 7, 1, 0)
  ) + (
    select count(*) filter (where private.notify_person(n.company_id, n.employee_id, 'certificate_expiring', 'certificates ' || n.today, 'certificates_expiring',
        jsonb_build_object('names', n.names), '{"path": "/employees"}'))
      from (
        select (m.r).company_id, (m.r).employee_id, m.today, string_agg(private.person_name(d.company_id, d.employee_id) || ': ' || d.certificate
          || ' (' || to_char(d.expires_on, (m.r).date_format) || ')', E'\n' order by d.expires_on, d.certificate) as names
        from morning m join due d on d.company_id = (m.r).company_id and d.employee_id <> (m.r).employee_id and d.expires_on - m.today in (30, 14, 7, 1, 0)
        where (m.r).role in ('owner', 'manager') group by 1, 2, 3 offset 0) n);
$$;
comment on function private.warn_of_certificates(timestamptz) is 'In the morning, 30, 14 and 7 days before, the day before and on the last day of a certificate: to its owner, and in one list to managers.';

create or replace function private.send_team_activity(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  with due as materialized (
    select r, r.company_id, r.employee_id, r.company_zone, (moment_param at time zone r.time_zone)::date - 1 as day
    from private.notification_recipients r
    where r.role in ('owner', 'manager')
      and (moment_param at time zone r.time_zone)::time >= '06:00' and (moment_param at time zone r.time_zone)::time < '12:00'
      and private.wants(r, 'team_activity')
      and not private.was_notified(r.company_id, r.employee_id, 'team_activity', 'day ' || (moment_param at time zone r.time_zone)::date - 1)
  ), days as materialized (
    select d.company_id, d.day, private.day_summary(d.company_id, d.day, d.company_zone, moment_param) as summary
    from (select distinct company_id, company_zone, day from due) d)
  select count(*) filter (where private.notify_person(n.company_id, n.employee_id, 'team_activity', 'day ' || n.day, 'team_activity',
      n.summary || jsonb_build_object('day', private.day_text(n.day, n.r)), '{"path": "/time-tracker"}'))
  from (select due.r, due.company_id, due.employee_id, due.day, days.summary from due join days using (company_id, day)
    where days.summary is not null order by due.company_id, due.employee_id offset 0) n;
$$;

create or replace function private.day_summary(company_id_param uuid, day_param date, zone_param text, moment_param timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with spans as (
    select w.employee_id, w.project_id, sum(w.seconds) as seconds
    from private.work_done w
    where w.company_id = company_id_param and w.work_date = day_param
    group by 1, 2
  ), people as (
    select btrim(e.first_name || ' ' || e.last_name) as person, sum(s.seconds) as seconds,
      string_agg(coalesce(p.name, '-') || ' ' || private.hours_text(s.seconds), ', ' order by s.seconds desc, p.name) as places
    from spans s
    join public.employees e on e.company_id = company_id_param and e.id = s.employee_id
    left join public.projects p on p.company_id = company_id_param and p.id = s.project_id
    group by e.id, 1)
  select jsonb_build_object('summary', string_agg(person || ': ' || places, E'\n' order by person), 'total', private.hours_text(sum(seconds)))
  from people having count(*) > 0;
$$;
comment on function private.day_summary(uuid,date,text,timestamp with time zone) is 'Who worked where on a day, a line for each person; null when nobody did.';

create or replace function private.send_digests(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify_person((due.r).company_id, (due.r).employee_id, 'weekly_summary', 'week ' || due.first_day, 'weekly_summary',
      due.data, '{"path": "/my-status", "mail_template": "email_digest"}'))
  from (
    select r, week.first_day, private.week_summary(r, week.first_day, moment_param) || private.restore_test_summary(r, moment_param) as data
    from private.notification_recipients r
    cross join lateral (select moment_param at time zone r.time_zone as at) local
    cross join lateral (select private.week_of(local.at::date, r.week_start) - 7 as first_day) week
    where extract(dow from local.at) = 1 and local.at::time >= '07:00' and local.at::time < '12:00'
      and private.wants(r, 'weekly_summary')
      and not private.was_notified(r.company_id, r.employee_id, 'weekly_summary', 'week ' || week.first_day)
    order by r.company_id, r.employee_id offset 0) due
  where due.data is not null;
$$;

create or replace function private.notify_added_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Once a day for each project, as saving a team may take someone out and put them back.
  perform private.notify_person(n.company_id, n.employee_id, 'project_added', 'added ' || n.project_id || ' ' || current_date, 'project_added',
      n.data, jsonb_build_object('path', '/projects?project=' || n.project_id))
    from (
      select a.company_id, a.employee_id, a.project_id, jsonb_build_object('project_id', a.project_id, 'project_name', n.path, 'client', p.client,
        'address', p.address, 'deadline', to_char(p.deadline, r.date_format)) as data
      from added a
      join public.projects p on p.company_id = a.company_id and p.id = a.project_id
      join private.project_paths n on n.company_id = p.company_id and n.id = p.id
      join private.notification_recipients r on r.company_id = a.company_id and r.employee_id = a.employee_id
      where auth.role() is not null and r.user_id is distinct from auth.uid()
      order by a.company_id, a.employee_id offset 0) n;
  return null;
end $$;

create or replace function private.notify_of_project_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_person(n.company_id, n.employee_id, 'project_changed', 'changed ' || new.id || ' ' || clock_timestamp(), 'project_changed',
      n.data, jsonb_build_object('path', '/projects?project=' || new.id, 'tag', 'project ' || new.id))
    from (
      select r.company_id, r.employee_id, jsonb_build_object('project_id', new.id, 'project_name', new.name,
        'status_' || new.status, new.status <> old.status,
        'deadline', case when new.deadline is distinct from old.deadline then to_char(new.deadline, r.date_format) end,
        'deadline_removed', new.deadline is null and old.deadline is not null) as data
      from public.project_members m
      join private.notification_recipients r on r.company_id = m.company_id and r.employee_id = m.employee_id
      where m.company_id = new.company_id and m.project_id = new.id and auth.role() is not null and r.user_id is distinct from auth.uid()
      order by r.employee_id offset 0) n;
  return null;
end $$;

create or replace function private.notify_of_dispute() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_person(r.company_id, r.employee_id, 'timesheet_disputed', 'dispute ' || new.id, 'timesheet_disputed',
      jsonb_build_object('person', btrim(e.first_name || ' ' || e.last_name), 'note', new.note,
        'employee_id', e.id, 'start_date', new.start_date,
        'first_day', to_char(new.start_date, r.date_format), 'last_day', to_char(new.end_date, r.date_format)),
      jsonb_build_object('path', '/payroll?from=' || new.start_date || '&employee=' || e.id))
    from public.employees e
    join private.notification_recipients r on r.company_id = new.company_id and r.role in ('owner', 'manager')
    where e.company_id = new.company_id and e.id = new.employee_id;
  return null;
end $$;
comment on function private.notify_of_dispute() is 'Notifies managers of what a worker says is wrong with their hours.';
