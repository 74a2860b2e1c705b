create table private.notification_log (
  user_id uuid not null,
  kind text not null,
  occasion text not null,
  sent_at timestamptz default now() not null,
  constraint notification_log_pkey primary key (user_id, kind, occasion),
  constraint notification_log_kind_known check (kind in ('project_updates', 'time_reminders', 'team_activity', 'email_digests')),
  constraint notification_log_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
select private.refuse_non_finite('private.notification_log');
create index notification_log_by_time on private.notification_log (sent_at);
comment on table private.notification_log is 'Which notification went to whom, so that each goes once however many servers run.';
comment on column private.notification_log.occasion is 'What the mail was about, e.g. the running entry or the day.';
alter table private.notification_log enable row level security;

create table private.notification_secret (
  only_row boolean default true not null,
  secret bytea not null,
  constraint notification_secret_pkey primary key (only_row),
  constraint notification_secret_is_one_row check (only_row)
);
alter table private.notification_secret enable row level security;

create or replace view private.notification_recipients as
 select e.user_id,
    e.company_id,
    e.id as employee_id,
    e.role,
    e.first_name,
    u.email::text as email,
    "left"(coalesce(p.language, e.language), 2) as language,
    private.zone_or(p.time_zone, c.time_zone) as time_zone,
    c.time_zone as company_zone,
    coalesce(p.week_start, c.week_start) as week_start,
    c.name as company_name,
    p.date_format,
        case p.time_format
            when '24h'::text then 'HH24:MI'::text
            else 'FMHH12:MI AM'::text
        end as time_format,
    p.notify_project_updates,
    p.notify_time_reminders,
    p.notify_team_activity,
    p.notify_email_digests
   from public.employees e
     join public.companies c on c.id = e.company_id
     join public.preferences p on p.user_id = e.user_id
     join auth.users u on u.id = e.user_id
  where e.active and u.email_confirmed_at is not null and u.email is not null;
comment on view private.notification_recipients is 'Everyone who can be written to, in their zone, language and formats.';

create or replace function public.unsubscribe(token_param text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  kind text := split_part(token_param, '.', 2);
begin
  if token_param ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z_]+\.[0-9a-f]{64}$' then
    account := split_part(token_param, '.', 1)::uuid;
  end if;
  -- Compared as digests, so that the time it takes tells nothing about the right one.
  if account is null or extensions.digest(token_param, 'sha256')
      is distinct from extensions.digest(private.unsubscribe_token(account, kind), 'sha256') then
    raise exception using errcode = 'P0001', hint = 'unsubscribe_link_invalid', message = 'This link is not valid.';
  end if;
  if kind = 'report' then
    -- The token of a report names the report.
    update public.saved_reports s set schedule = null where s.id = account and s.schedule is not null;
    return kind;
  elsif kind = 'report_copy' then
    update public.saved_reports s set recipients = array_remove(s.recipients, c.employee_id)
      from (select r.company_id, r.id, unnest(r.recipients) as employee_id from public.saved_reports r where r.recipients <> '{}') c
      where s.company_id = c.company_id and s.id = c.id and private.report_copy_id(c.id, c.employee_id) = account;
    return 'report';
  end if;
  update public.preferences p set
    notify_project_updates = p.notify_project_updates and kind <> 'project_updates',
    notify_time_reminders = p.notify_time_reminders and kind <> 'time_reminders',
    notify_team_activity = p.notify_team_activity and kind <> 'team_activity',
    notify_email_digests = p.notify_email_digests and kind <> 'email_digests'
    where p.user_id = account;
  return kind;
end $$;
comment on function public.unsubscribe(text) is 'Anyone with the link of a mail: switches off mails of that kind for the account it went to, and says which kind.';
grant execute on function public.unsubscribe(text) to anon, authenticated;

create or replace function private.unsubscribe_token(user_id_param uuid, kind_param text) returns text
language sql stable set search_path = '' as $$
  select user_id_param || '.' || kind_param || '.'
    || encode(extensions.hmac(convert_to(user_id_param || '.' || kind_param, 'UTF8'), s.secret, 'sha256'), 'hex')
  from private.notification_secret s;
$$;
comment on function private.unsubscribe_token(uuid,text) is 'Switches off one kind of mail for one account and can do nothing else.';

create or replace function public.remind_of_bulletin(bulletin_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  bulletin public.bulletins;
  missing uuid[];
begin
  select * into bulletin from public.bulletins b where b.company_id = me.company_id and b.id = bulletin_id_param for update;
  if bulletin.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This bulletin was not found.';
  end if;
  missing := array(
    select p from private.bulletin_people(bulletin) p
    where not exists (select from public.bulletin_reads r where r.company_id = bulletin.company_id and r.bulletin_id = bulletin.id
      and r.employee_id = p and case when bulletin.must_acknowledge then r.acknowledged_at else r.read_at end is not null));
  -- On the phone it comes up again at the clock; where there is an address, a mail goes out once an hour at most.
  insert into public.bulletin_reads (company_id, bulletin_id, employee_id, reminded_at)
    select bulletin.company_id, bulletin.id, p, now() from unnest(missing) p
    on conflict on constraint bulletin_reads_once do update set reminded_at = excluded.reminded_at, postponed_at = null;
  perform private.notify_of_bulletin(r, array[bulletin.id], 'bulletin ' || bulletin.id || ' ' || to_char(now(), 'YYYY-MM-DD HH24'), true)
    from private.notification_recipients r where r.company_id = bulletin.company_id and r.employee_id = any (missing);
  return cardinality(missing);
end $$;
comment on function public.remind_of_bulletin(uuid) is 'Managers: reminds everyone who has not read (or acknowledged) a bulletin, and says how many these are.';
grant execute on function public.remind_of_bulletin(uuid) to authenticated;

create or replace function public.remind_to_sign(document_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  document public.documents;
  current_version uuid;
  missing uuid[];
begin
  select * into document from public.documents d
    where d.company_id = me.company_id and d.id = document_id_param and d.required_reading and d.id in (select private.documents_for_me()) for update;
  current_version := (select v.id from public.document_versions v
    where v.company_id = me.company_id and v.document_id = document.id and v.superseded_at is null);
  if current_version is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This document was not found.';
  end if;
  missing := array(select p from private.document_people(document) p
    where not exists (select from public.document_signatures s
      where s.company_id = document.company_id and s.version_id = current_version and s.employee_id = p));
  insert into public.document_reads (company_id, version_id, employee_id, reminded_at)
    select document.company_id, current_version, p, now() from unnest(missing) p
    on conflict on constraint document_reads_once do update set reminded_at = excluded.reminded_at;
  perform private.notify_of_documents(r, array[document.id], 'document ' || document.id || ' ' || to_char(now(), 'YYYY-MM-DD HH24'), 'to_sign')
    from private.notification_recipients r where r.company_id = document.company_id and r.employee_id = any (missing);
  return cardinality(missing);
end $$;
comment on function public.remind_to_sign(uuid) is 'Foremen and managers: reminds everyone who has not signed the current version, by mail once an hour at most, and says how many these are.';
grant execute on function public.remind_to_sign(uuid) to authenticated;

create or replace function private.send_invitation(employee public.employees, inviter public.employees) returns public.employee_invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.employee_invitations;
begin
  -- Counted one after the other, so that calls at the same moment are counted as well.
  perform pg_advisory_xact_lock(hashtextextended('invitations:' || employee.company_id::text, 0));
  if (select count(*) from public.employee_invitations i
      where i.company_id = employee.company_id and i.sent_at > now() - interval '1 hour')
    >= (select case when c.created_at > now() - interval '1 day' then 100 else 1000 end
      from public.companies c where c.id = employee.company_id) then
    raise exception using errcode = 'P0001', hint = 'too_many_invitations',
      message = 'Too many invitations within an hour. Try again later, or add people without inviting them.';
  end if;
  insert into public.employee_invitations (company_id, employee_id, email, invited_by, sent_at)
    values (employee.company_id, employee.id, employee.email, auth.uid(), now())
    on conflict (company_id, employee_id) where accepted_at is null and withdrawn_at is null
      do update set sent_at = now(), expires_at = now() + interval '7 days', email = excluded.email, invited_by = excluded.invited_by
    returning * into invitation;
  -- The queue belongs to the platform; where there is none the invitation still stands and can be accepted.
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is not null then
    execute 'select mail.enqueue($1, $2, $3, $4, $5)' using employee.email, 'employee_invitation', employee.language,
      jsonb_build_object('first_name', employee.first_name,
        'company_name', (select c.name from public.companies c where c.id = employee.company_id),
        'inviter_name', btrim(concat_ws(' ', inviter.first_name, inviter.last_name))), 'invite';
  end if;
  return invitation;
end $$;

create or replace function private.notify_added_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Once a day for each project, as saving a team may take someone out and put them back.
  perform private.notify(r, 'project_updates', 'added ' || a.project_id || ' ' || current_date, 'project_added',
      jsonb_build_object('project_id', a.project_id, 'project_name', p.name, 'client', p.client, 'address', p.address,
        'deadline', to_char(p.deadline, r.date_format)))
    from added a
    join public.projects p on p.company_id = a.company_id and p.id = a.project_id
    join private.notification_recipients r on r.company_id = a.company_id and r.employee_id = a.employee_id
    where auth.role() is not null and r.notify_project_updates and r.user_id is distinct from auth.uid();
  return null;
end $$;

create or replace function private.notify(recipient_param private.notification_recipients, kind_param text, occasion_param text, template_param text, data_param jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null or not private.wants(recipient_param, kind_param) then
    return false;
  end if;
  insert into private.notification_log (user_id, kind, occasion)
    values (recipient_param.user_id, kind_param, occasion_param) on conflict do nothing;
  if not found then
    return false;
  end if;
  execute 'select mail.enqueue($1, $2, $3, $4, null)' using recipient_param.email, template_param, recipient_param.language,
    data_param || jsonb_build_object('first_name', recipient_param.first_name, 'company_name', recipient_param.company_name,
      'unsubscribe_token', private.unsubscribe_token(recipient_param.user_id, kind_param));
  return true;
exception when check_violation then
  -- An address no mail can go to: the others still get theirs.
  raise warning 'No notification could be queued for account %', recipient_param.user_id;
  return false;
end $$;
comment on function private.notify(private.notification_recipients,text,text,text,jsonb) is 'Queues a mail if its switch is on and nobody was notified of this occasion yet.';

create or replace function private.wants(recipient_param private.notification_recipients, kind_param text) returns boolean
language sql immutable set search_path = '' as $$
  select case kind_param
    when 'project_updates' then recipient_param.notify_project_updates
    when 'time_reminders' then recipient_param.notify_time_reminders
    when 'team_activity' then recipient_param.notify_team_activity
    when 'email_digests' then recipient_param.notify_email_digests
    else false end;
$$;

create or replace function private.notify_of_project_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(r, 'project_updates', 'changed ' || new.id || ' ' || clock_timestamp(), 'project_changed',
      jsonb_build_object('project_id', new.id, 'project_name', new.name,
        'status_' || new.status, new.status <> old.status,
        'deadline', case when new.deadline is distinct from old.deadline then to_char(new.deadline, r.date_format) end,
        'deadline_removed', new.deadline is null and old.deadline is not null))
    from public.project_members m
    join private.notification_recipients r on r.company_id = m.company_id and r.employee_id = m.employee_id
    where m.company_id = new.company_id and m.project_id = new.id
      and auth.role() is not null and r.notify_project_updates and r.user_id is distinct from auth.uid();
  return null;
end $$;

create or replace function private.send_notifications(moment_param timestamptz default now()) returns bigint
language sql set search_path = '' as $$
  delete from private.notification_log where sent_at < moment_param - interval '90 days';
  select private.remind_of_running_clocks(moment_param) + private.remind_of_missing_time(moment_param)
    + private.ask_for_signatures(moment_param) + private.send_team_activity(moment_param) + private.send_digests(moment_param)
    + private.send_bulletin_digests(moment_param) + private.notify_of_late_start(moment_param) + private.notify_of_failed_restore();
$$;
comment on function private.send_notifications(timestamp with time zone) is 'Queues every mail that is due and says how many; may run anywhere, any number of times.';
select cron.schedule('notifications', '*/5 * * * *', 'select private.send_notifications()');

create or replace function private.remind_of_running_clocks(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
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

create or replace function private.day_text(day_param date, recipient_param private.notification_recipients) returns text
language sql stable set search_path = '' as $$
  select (case recipient_param.language
      when 'es' then array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
      else array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] end)[extract(dow from day_param)::integer + 1]
    || ' ' || to_char(day_param, recipient_param.date_format);
$$;

create or replace function private.was_notified(user_id_param uuid, kind_param text, occasion_param text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.notification_log l
    where l.user_id = user_id_param and l.kind = kind_param and l.occasion = occasion_param);
$$;

create or replace function private.remind_of_missing_time(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'time_reminders', 'missing ' || due.today, 'time_missing',
      jsonb_build_object('day', private.day_text(due.today, due.r))))
  from (
    select r, local.today from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where r.notify_time_reminders and local.time >= '10:00' and local.time < '12:00'
      and not private.was_notified(r.user_id, 'time_reminders', 'missing ' || local.today)
      and not exists (select from public.holidays h where h.company_id = r.company_id and h.date = local.today)
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

create or replace function private.send_team_activity(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
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

create or replace function private.hours_text(seconds_param numeric) returns text
language sql immutable set search_path = '' as $$
  select case when minutes < 60 then minutes || ' min'
    when minutes % 60 = 0 then minutes / 60 || ' h'
    else minutes / 60 || ' h ' || minutes % 60 || ' min' end
  from (select round(seconds_param / 60)::bigint as minutes) m;
$$;

create or replace function private.send_digests(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'email_digests', 'week ' || due.first_day, 'email_digest', due.data))
  from (
    select r, week.first_day, private.week_summary(r, week.first_day, moment_param) || private.restore_test_summary(r, moment_param) as data
    from private.notification_recipients r
    cross join lateral (select moment_param at time zone r.time_zone as at) local
    cross join lateral (select local.at::date - 7 - (extract(dow from local.at)::integer - r.week_start + 7) % 7 as first_day) week
    where r.notify_email_digests and extract(dow from local.at) = 1 and local.at::time >= '07:00' and local.at::time < '12:00'
      and not private.was_notified(r.user_id, 'email_digests', 'week ' || week.first_day)
    order by r.user_id offset 0) due
  where due.data is not null;
$$;

create or replace function private.send_bulletin_digests(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify_of_bulletin(due.r, due.ids, 'bulletins ' || due.today, false))
  from (
    select r, local.today, array(
        select b.id from public.bulletins b
        left join public.bulletin_reads d on d.company_id = b.company_id and d.bulletin_id = b.id and d.employee_id = r.employee_id
        where b.company_id = r.company_id and b.publish_at <= moment_param and b.publish_at > moment_param - interval '24 hours'
          and (b.expires_at is null or b.expires_at > moment_param) and d.read_at is null
          and r.employee_id in (select private.bulletin_people(b))) as ids
    from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where r.notify_email_digests and local.time >= '16:00' and local.time < '19:00'
      and exists (select from public.bulletins n where n.company_id = r.company_id and n.publish_at > moment_param - interval '24 hours')
      and not private.was_notified(r.user_id, 'email_digests', 'bulletins ' || local.today)
    order by r.user_id offset 0) due
  where cardinality(due.ids) > 0;
$$;
comment on function private.send_bulletin_digests(timestamp with time zone) is 'In the afternoon, one mail with the bulletins of the last day that a person has not read.';

create or replace function private.notify_of_dispute() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(r, 'time_reminders', 'dispute ' || new.id, 'timesheet_disputed',
      jsonb_build_object('person', btrim(e.first_name || ' ' || e.last_name), 'note', new.note,
        'employee_id', e.id, 'start_date', new.start_date,
        'first_day', to_char(new.start_date, r.date_format), 'last_day', to_char(new.end_date, r.date_format)))
    from public.employees e
    join private.notification_recipients r on r.company_id = new.company_id and r.role in ('owner', 'manager') and r.notify_time_reminders
    where e.company_id = new.company_id and e.id = new.employee_id;
  return null;
end $$;
comment on function private.notify_of_dispute() is 'Mails managers what a worker says is wrong with their hours.';
