-- A timesheet that waits for its worker, and a dispute that waits for managers, are told.

create function private.timesheets_waiting(company_id_param uuid, employee_id_param uuid, today_param date)
returns table (start_date date, end_date date, seconds bigint)
language sql stable set search_path = '' as $$
  select p.start_date, p.end_date, w.seconds
  from private.pay_periods_back(company_id_param, today_param, 2) p
  cross join lateral (
    select sum(t.seconds)::bigint as seconds from public.work_totals t
    where t.company_id = company_id_param and t.employee_id = employee_id_param
      and t.work_date between p.start_date and p.end_date) w
  where p.end_date < today_param and w.seconds > 0
    and not exists (select from public.timesheet_signatures s
      where s.company_id = company_id_param and s.employee_id = employee_id_param and s.invalidated_at is null
        and s.start_date <= p.start_date and s.end_date >= p.end_date);
$$;
comment on function private.timesheets_waiting(uuid, uuid, date) is 'The last period that is over, while its worker has neither signed nor disputed it as it is now.';

create function public.waiting_timesheets() returns table (start_date date, end_date date, seconds bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role in ('owner', 'manager') then
    return; -- they run payroll and sign nothing
  end if;
  return query select * from private.timesheets_waiting(me.company_id, me.id, private.company_today(me.company_id));
end $$;
comment on function public.waiting_timesheets() is 'Everyone, for themselves: the timesheet that waits to be signed, with its seconds of work.';
revoke execute on function public.waiting_timesheets() from public, anon;
grant execute on function public.waiting_timesheets() to authenticated;

create function private.ask_for_signatures(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'time_reminders', 'sign ' || due.start_date, 'timesheet_waiting',
      jsonb_build_object('start_date', due.start_date, 'hours', private.hours_text(due.seconds),
        'first_day', to_char(due.start_date, (due.r).date_format), 'last_day', to_char(due.end_date, (due.r).date_format))))
  from (
    select r, w.start_date, w.end_date, w.seconds
    from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::time as time,
      (moment_param at time zone r.company_zone)::date as today) local
    cross join lateral private.timesheets_waiting(r.company_id, r.employee_id, local.today) w
    where r.notify_time_reminders and r.role not in ('owner', 'manager') and local.time >= '09:00' and local.time < '19:00'
      -- Someone who switches reminders on later is not asked about long ago.
      and local.today - w.end_date <= 4
      and not private.was_notified(r.user_id, 'time_reminders', 'sign ' || w.start_date)
    order by r.user_id offset 0) due;
$$;
comment on function private.ask_for_signatures(timestamptz) is 'From the morning after a pay period: once to everyone who worked in it and has not answered.';

create or replace function private.send_notifications(moment_param timestamptz default now()) returns bigint
language sql set search_path = '' as $$
  delete from private.notification_log where sent_at < moment_param - interval '90 days';
  select private.remind_of_running_clocks(moment_param) + private.remind_of_missing_time(moment_param)
    + private.ask_for_signatures(moment_param) + private.send_team_activity(moment_param) + private.send_digests(moment_param);
$$;

create function private.tell_dispute() returns trigger
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
comment on function private.tell_dispute() is 'Mails managers what a worker says is wrong with their hours.';

create trigger tell_dispute after insert on public.timesheet_signatures
  for each row when (new.disputed) execute function private.tell_dispute();

create function private.open_disputes(company_id_param uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name,
      'start_date', s.start_date, 'end_date', s.end_date, 'note', s.note) order by s.signed_at), '[]')
  from public.timesheet_signatures s
  join public.employees e on e.company_id = s.company_id and e.id = s.employee_id
  where s.company_id = company_id_param and s.disputed and s.invalidated_at is null
    -- What was locked in spite of a dispute is decided.
    and not exists (select from public.pay_periods p where p.company_id = s.company_id and p.status = 'locked'
      and p.start_date <= s.start_date and p.end_date >= s.end_date and p.locked_at > s.signed_at);
$$;

create or replace function private.dashboard_needs(company_id_param uuid, today_param date) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select b.start_date, b.end_date from private.pay_periods_back(company_id_param, today_param, 2) b order by b.start_date limit 1)
  select jsonb_build_object(
    'long_running', (select coalesce(jsonb_agg(jsonb_build_object('entry_id', t.id, 'employee_id', e.id, 'first_name', e.first_name,
        'last_name', e.last_name, 'clock_in', t.clock_in) order by t.clock_in), '[]')
      from public.time_entries t join public.employees e on e.company_id = t.company_id and e.id = t.employee_id
      where t.company_id = company_id_param and t.clock_out is null and t.clock_in < now() - interval '12 hours'),
    'missing_rates', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.id, 'first_name', e.first_name, 'last_name', e.last_name) order by e.last_name), '[]')
      from public.employees e
      where e.company_id = company_id_param and e.active
        and not exists (select from public.employee_rates r where r.company_id = e.company_id and r.employee_id = e.id and r.effective_from <= today_param)
        and exists (select from public.time_entries t where t.company_id = e.company_id and t.employee_id = e.id)),
    'disputes', private.open_disputes(company_id_param),
    'unapproved_seconds', private.unapproved_seconds(company_id_param, period.start_date, period.end_date),
    'period_start', period.start_date, 'period_end', period.end_date)
  from period;
$$;
