-- The mails that come by the clock of the person they go to. The job runs every five minutes and asks
-- who is due; the windows are hours wide, so a server that was down in between makes up for it, and one
-- that comes back in the afternoon does not send what has lost its point.
-- Everything goes through people in the order of their accounts, so two runs at once cannot deadlock.

create function private.hours_text(seconds_param numeric) returns text
language sql immutable set search_path = '' as $$
  select case when minutes < 60 then minutes || ' min'
    when minutes % 60 = 0 then minutes / 60 || ' h'
    else minutes / 60 || ' h ' || minutes % 60 || ' min' end
  from (select round(seconds_param / 60)::bigint as minutes) m;
$$;

create function private.day_text(day_param date, recipient_param private.notification_recipients) returns text
language sql stable set search_path = '' as $$
  select (case recipient_param.language
      when 'es' then array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
      else array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] end)[extract(dow from day_param)::integer + 1]
    || ' ' || to_char(day_param, recipient_param.date_format);
$$;

-- A clock that was forgotten is told of once, while it is still news.
create function private.remind_of_running_clocks(moment_param timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'time_reminders', 'running ' || due.entry_id, 'clock_running', due.data))
  from (
    select r, t.id as entry_id, jsonb_build_object('project_name', p.name,
        'started_at', to_char(t.clock_in at time zone (r).time_zone, (r).time_format),
        'started_on', private.day_text((t.clock_in at time zone (r).time_zone)::date, r)) as data
    from public.time_entries t
    join private.notification_recipients r on r.company_id = t.company_id and r.employee_id = t.employee_id
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
    where t.clock_out is null and t.clock_in < moment_param - interval '10 hours' and t.clock_in > moment_param - interval '7 days'
      and r.notify_time_reminders and not private.was_notified(r.user_id, 'time_reminders', 'running ' || t.id)
    order by r.user_id offset 0) due;
$$;

-- Usual is: on three of the last four such weekdays the person had started by ten.
create function private.remind_of_missing_time(moment_param timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'time_reminders', 'missing ' || due.today, 'time_missing',
      jsonb_build_object('day', private.day_text(due.today, due.r))))
  from (
    select r, local.today from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where r.notify_time_reminders and local.time >= '10:00' and local.time < '12:00'
      and not private.was_notified(r.user_id, 'time_reminders', 'missing ' || local.today)
      and not exists (select from public.company_holidays h where h.company_id = r.company_id and h.holiday_date = local.today)
      and not exists (
        select from public.time_entries t where t.company_id = r.company_id and t.employee_id = r.employee_id
          and (t.clock_out is null or t.clock_out > local.today::timestamp at time zone r.time_zone))
      and (select count(distinct (t.clock_in at time zone r.time_zone)::date) >= 3 from public.time_entries t
        where t.company_id = r.company_id and t.employee_id = r.employee_id
          and t.clock_in >= (local.today - 28)::timestamp at time zone r.time_zone
          and extract(dow from t.clock_in at time zone r.time_zone) = extract(dow from local.today)
          and (t.clock_in at time zone r.time_zone)::time < '10:00')
    order by r.user_id offset 0) due;
$$;

create function private.day_summary(company_id_param uuid, day_param date, zone_param text, moment_param timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with spans as (
    select t.employee_id, t.project_id, sum(private.net_seconds(t, moment_param)) as seconds
    from public.time_entries t
    where t.company_id = company_id_param and t.work_date = day_param
      and t.clock_in >= day_param::timestamp at time zone zone_param and t.clock_in < (day_param + 1)::timestamp at time zone zone_param
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
comment on function private.day_summary(uuid, date, text, timestamptz) is 'Who worked where on a day, a line for each person; null when nobody did.';

create function private.send_team_activity(moment_param timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with due as materialized (
    select r, r.user_id, r.company_id, r.company_zone, (moment_param at time zone r.time_zone)::date - 1 as day
    from private.notification_recipients r
    where r.notify_team_activity and r.role in ('owner', 'manager')
      and (moment_param at time zone r.time_zone)::time >= '06:00' and (moment_param at time zone r.time_zone)::time < '12:00'
      and not private.was_notified(r.user_id, 'team_activity', 'day ' || (moment_param at time zone r.time_zone)::date - 1)
  ), days as materialized (
    select d.company_id, d.day, private.day_summary(d.company_id, d.day, d.company_zone, moment_param) as summary
    from (select distinct company_id, company_zone, day from due) d)
  select count(*) filter (where private.notify(told.r, 'team_activity', 'day ' || told.day, 'team_activity',
      told.summary || jsonb_build_object('day', private.day_text(told.day, told.r))))
  from (select due.r, due.day, days.summary from due join days using (company_id, day)
    where days.summary is not null order by due.user_id offset 0) told;
$$;

create function private.week_summary(recipient_param private.notification_recipients, first_day_param date, moment_param timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with days as (
    select t.work_date, sum(private.net_seconds(t, moment_param)) as seconds
    from public.time_entries t
    where t.company_id = recipient_param.company_id and t.employee_id = recipient_param.employee_id
      and t.clock_in >= first_day_param::timestamp at time zone recipient_param.company_zone
      and t.clock_in < (first_day_param + 7)::timestamp at time zone recipient_param.company_zone
    group by 1
  ), company as (
    select sum(private.net_seconds(t, moment_param)) as seconds from public.time_entries t
    where recipient_param.role in ('owner', 'manager') and t.company_id = recipient_param.company_id
      and t.clock_in >= first_day_param::timestamp at time zone recipient_param.company_zone
      and t.clock_in < (first_day_param + 7)::timestamp at time zone recipient_param.company_zone)
  select jsonb_build_object('total', private.hours_text(coalesce(sum(d.seconds), 0)),
      'days', string_agg(private.day_text(d.work_date, recipient_param) || ': ' || private.hours_text(d.seconds), E'\n' order by d.work_date),
      'company_total', private.hours_text((select seconds from company)),
      'first_day', to_char(first_day_param, recipient_param.date_format),
      'last_day', to_char(first_day_param + 6, recipient_param.date_format))
  from days d having count(*) > 0 or (select seconds from company) is not null;
$$;
comment on function private.week_summary(private.notification_recipients, date, timestamptz) is
  'The week of one person, for managers with the hours of the company; null when there is nothing to tell.';

create function private.send_digests(moment_param timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'email_digests', 'week ' || due.first_day, 'email_digest', due.data))
  from (
    select r, week.first_day, private.week_summary(r, week.first_day, moment_param) as data
    from private.notification_recipients r
    cross join lateral (select moment_param at time zone r.time_zone as at) local
    cross join lateral (select local.at::date - 7 - (extract(dow from local.at)::integer - r.week_start + 7) % 7 as first_day) week
    where r.notify_email_digests and extract(dow from local.at) = 1 and local.at::time >= '07:00' and local.at::time < '12:00'
      and not private.was_notified(r.user_id, 'email_digests', 'week ' || week.first_day)
    order by r.user_id offset 0) due
  where due.data is not null;
$$;

create function private.send_notifications(moment_param timestamptz default now()) returns bigint
language sql volatile set search_path = '' as $$
  delete from private.notification_log where sent_at < moment_param - interval '90 days';
  select private.remind_of_running_clocks(moment_param) + private.remind_of_missing_time(moment_param)
    + private.send_team_activity(moment_param) + private.send_digests(moment_param);
$$;
comment on function private.send_notifications(timestamptz) is 'Queues every mail that is due and says how many; may run anywhere, any number of times.';

revoke execute on function private.hours_text(numeric), private.day_text(date, private.notification_recipients),
  private.remind_of_running_clocks(timestamptz), private.remind_of_missing_time(timestamptz),
  private.day_summary(uuid, date, text, timestamptz), private.send_team_activity(timestamptz),
  private.week_summary(private.notification_recipients, date, timestamptz), private.send_digests(timestamptz),
  private.send_notifications(timestamptz) from public, anon, authenticated, service_role;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('notifications', '*/5 * * * *', 'select private.send_notifications()');
  end if;
end $$;
