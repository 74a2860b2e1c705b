-- A scheduled report can bring its file along, made for whoever gets it when it is sent.
create or replace function private.report_schedule_is_valid(schedule_param jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select schedule_param is null or jsonb_typeof(schedule_param) = 'object' and case schedule_param ->> 'every'
    when 'day' then true
    when 'week' then schedule_param ->> 'weekday' ~ '^[0-6]$'
    when 'month' then schedule_param ->> 'day' ~ '^([1-9]|1\d|2[0-8])$'
    else false end and schedule_param ->> 'hour' ~ '^([0-9]|1\d|2[0-3])$'
    and coalesce(schedule_param ->> 'file' in ('csv', 'xlsx', 'pdf'), not schedule_param ? 'file');
$$;

comment on column public.saved_reports.schedule is 'When it is mailed to whoever saved it: {"every": "day" | "week" | "month", "weekday": 0 to 6 from Sunday, "day": 1 to 28, "hour": 0 to 23, "file": "csv" | "xlsx" | "pdf"}, in that person''s zone; without a file the mail has the link alone; null: never.';

create function private.queue_report(report_param public.saved_reports, recipient_param private.notification_recipients, today_param date, moment_param timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  words jsonb := jsonb_build_object('first_name', recipient_param.first_name, 'company_name', recipient_param.company_name,
    'report_name', report_param.name, 'report_id', report_param.id, 'unsubscribe_token', private.unsubscribe_token(report_param.id, 'report'));
begin
  if report_param.schedule ? 'file' and to_regprocedure('mail.enqueue_with_file(text, text, text, jsonb, jsonb)') is not null then
    execute 'select mail.enqueue_with_file($1, $2, $3, $4, $5)' using recipient_param.email, 'scheduled_report', recipient_param.language, words,
      jsonb_build_object('user_id', recipient_param.user_id, 'renderer', 'activity_report', 'report_id', report_param.id,
        'format', report_param.schedule ->> 'file', 'today', today_param, 'created_at', moment_param);
  else
    execute 'select mail.enqueue($1, $2, $3, $4, null)' using recipient_param.email, 'scheduled_report', recipient_param.language, words;
  end if;
  return true;
exception when check_violation then
  raise warning 'No mail could be queued for report %', report_param.id;
  return false;
end $$;
comment on function private.queue_report(public.saved_reports, private.notification_recipients, date, timestamptz) is 'Queues the mail of a report; its file is made when it is sent, with the rights its recipient has then.';
revoke execute on function private.queue_report(public.saved_reports, private.notification_recipients, date, timestamptz) from public;

create or replace function private.send_scheduled_reports(moment_param timestamptz default now()) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  sent bigint := 0;
begin
  if to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then
    return 0;
  end if;
  delete from private.report_mails m where m.sent_on < (moment_param - interval '90 days')::date;
  for due in
    select s as report, r as recipient, l.today
    from public.saved_reports s
    join private.notification_recipients r on r.company_id = s.company_id and r.user_id = s.created_by
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, extract(hour from moment_param at time zone r.time_zone)::integer as hour) l
    -- Six hours are enough to come back from an outage; later the next day's is better.
    where s.schedule is not null and l.hour between (s.schedule ->> 'hour')::integer and (s.schedule ->> 'hour')::integer + 6
      and case s.schedule ->> 'every' when 'week' then extract(dow from l.today)::integer = (s.schedule ->> 'weekday')::integer
        when 'month' then extract(day from l.today)::integer = (s.schedule ->> 'day')::integer else true end
      and not exists (select from private.report_mails m where m.company_id = s.company_id and m.report_id = s.id and m.sent_on = l.today)
  loop
    insert into private.report_mails (company_id, report_id, sent_on) values ((due.report).company_id, (due.report).id, due.today) on conflict do nothing;
    if found and private.queue_report(due.report, due.recipient, due.today, moment_param) then
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end $$;

create function public.scheduled_report(report_id_param uuid)
returns table (name text, definition jsonb, company_name text, language text, time_zone text, date_format text, time_format text, week_start integer)
language sql stable security definer set search_path = '' as $$
  select s.name, s.definition, r.company_name, r.language, r.time_zone, p.date_format, p.time_format, r.week_start::integer
  from public.saved_reports s
  join private.notification_recipients r on r.company_id = s.company_id and r.user_id = s.created_by
  join public.preferences p on p.user_id = s.created_by
  where s.id = report_id_param and s.created_by = auth.uid() and s.schedule is not null;
$$;
comment on function public.scheduled_report(uuid) is 'A report of the caller''s own that is still mailed, with what its file is written by; nothing after it was stopped or the caller left.';
revoke execute on function public.scheduled_report(uuid) from public, anon;
grant execute on function public.scheduled_report(uuid) to authenticated;

create table private.report_requests (
  company_id uuid not null,
  report_id uuid not null,
  asked_at timestamptz not null default now(),
  constraint report_requests_pkey primary key (company_id, report_id),
  constraint report_requests_report foreign key (company_id, report_id) references public.saved_reports (company_id, id) on delete cascade
);
comment on table private.report_requests is 'When somebody last asked for a report at once, so that nobody fills a mailbox.';
select private.refuse_non_finite('private.report_requests');
alter table private.report_requests enable row level security;

create function public.mail_report(report_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  due record;
begin
  perform private.require_employee();
  select s as report, r as recipient into due
  from public.saved_reports s
  join private.notification_recipients r on r.company_id = s.company_id and r.user_id = s.created_by
  where s.company_id = private.my_company_id() and s.id = report_id_param and s.created_by = auth.uid() and s.schedule is not null;
  if not found then
    raise exception using errcode = 'P0001', hint = 'report_not_scheduled', message = 'Only a report of your own that is mailed can be sent now.';
  elsif to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then
    raise exception using errcode = 'P0001', hint = 'no_mail_here', message = 'This installation sends no mail.';
  end if;
  insert into private.report_requests as q (company_id, report_id) values ((due.report).company_id, (due.report).id)
    on conflict (company_id, report_id) do update set asked_at = now() where q.asked_at < now() - interval '1 minute';
  if not found then
    raise exception using errcode = 'P0001', hint = 'report_just_sent', message = 'This report was sent less than a minute ago.';
  end if;
  perform private.queue_report(due.report, due.recipient, (now() at time zone (due.recipient).time_zone)::date, now());
end $$;
comment on function public.mail_report(uuid) is 'Sends a scheduled report of one''s own to oneself now, once a minute at most.';
revoke execute on function public.mail_report(uuid) from public, anon;
grant execute on function public.mail_report(uuid) to authenticated;

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
  end if;
  update public.preferences p set
    notify_project_updates = p.notify_project_updates and kind <> 'project_updates',
    notify_time_reminders = p.notify_time_reminders and kind <> 'time_reminders',
    notify_team_activity = p.notify_team_activity and kind <> 'team_activity',
    notify_email_digests = p.notify_email_digests and kind <> 'email_digests'
    where p.user_id = account;
  return kind;
end $$;
