-- A saved report that comes by mail: a link that needs sign-in, on the days its owner says.
create function private.report_schedule_is_valid(schedule_param jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select schedule_param is null or jsonb_typeof(schedule_param) = 'object' and case schedule_param ->> 'every'
    when 'day' then true
    when 'week' then schedule_param ->> 'weekday' ~ '^[0-6]$'
    when 'month' then schedule_param ->> 'day' ~ '^([1-9]|1\d|2[0-8])$'
    else false end and schedule_param ->> 'hour' ~ '^([0-9]|1\d|2[0-3])$';
$$;
grant execute on function private.report_schedule_is_valid(jsonb) to authenticated;

alter table public.saved_reports add column schedule jsonb
  constraint saved_reports_schedule_valid check (coalesce(private.report_schedule_is_valid(schedule), false));
comment on column public.saved_reports.schedule is 'When a link to it is mailed to whoever saved it: {"every": "day" | "week" | "month", "weekday": 0 to 6 from Sunday, "day": 1 to 28, "hour": 0 to 23}, in that person''s zone; null: never.';

create table private.report_mails (
  company_id uuid not null,
  report_id uuid not null,
  sent_on date not null,
  constraint report_mails_pkey primary key (company_id, report_id, sent_on),
  constraint report_mails_report foreign key (company_id, report_id) references public.saved_reports (company_id, id) on delete cascade
);
comment on table private.report_mails is 'Which report went out on which day, so that each goes once however many servers run.';
select private.refuse_non_finite('private.report_mails');
alter table private.report_mails enable row level security;

create function private.send_scheduled_reports(moment_param timestamptz default now()) returns bigint
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
    select s.company_id, s.id, s.name, r.email, r.language, r.first_name, r.company_name, l.today
    from public.saved_reports s
    join private.notification_recipients r on r.company_id = s.company_id and r.user_id = s.created_by
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, extract(hour from moment_param at time zone r.time_zone)::integer as hour) l
    -- Six hours are enough to come back from an outage; later the next day's is better.
    where s.schedule is not null and l.hour between (s.schedule ->> 'hour')::integer and (s.schedule ->> 'hour')::integer + 6
      and case s.schedule ->> 'every' when 'week' then extract(dow from l.today)::integer = (s.schedule ->> 'weekday')::integer
        when 'month' then extract(day from l.today)::integer = (s.schedule ->> 'day')::integer else true end
      and not exists (select from private.report_mails m where m.company_id = s.company_id and m.report_id = s.id and m.sent_on = l.today)
  loop
    insert into private.report_mails (company_id, report_id, sent_on) values (due.company_id, due.id, due.today) on conflict do nothing;
    if found then
      begin
        execute 'select mail.enqueue($1, $2, $3, $4, null)' using due.email, 'scheduled_report', due.language,
          jsonb_build_object('first_name', due.first_name, 'company_name', due.company_name, 'report_name', due.name, 'report_id', due.id);
        sent := sent + 1;
      exception when check_violation then
        raise warning 'No report could be queued for report %', due.id;
      end;
    end if;
  end loop;
  return sent;
end $$;
comment on function private.send_scheduled_reports(timestamptz) is 'Queues the reports that are due and says how many; may run anywhere, any number of times.';
select cron.schedule('scheduled-reports', '*/5 * * * *', 'select private.send_scheduled_reports()');
