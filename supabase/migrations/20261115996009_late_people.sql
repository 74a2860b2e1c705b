-- A message to the foreman when someone scheduled has not clocked in.

create function private.tell_who_is_late(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'team_activity', 'late ' || due.shift_id || ' ' || due.work_date, 'person_late', due.data))
  from (
    select r, a.shift_id, a.work_date, jsonb_build_object('person', btrim(e.first_name || ' ' || e.last_name), 'project_name', p.name,
        'starts', to_char(a.planned_start at time zone (r).time_zone, (r).time_format)) as data
    from public.companies c
    cross join lateral private.plan_and_actual_at(c.id, null, private.company_today(c.id) - 1, private.company_today(c.id), moment_param) a
    join public.employees e on e.company_id = c.id and e.id = a.employee_id and e.active
    left join public.projects p on p.company_id = c.id and p.id = a.project_id
    join private.notification_recipients r on r.company_id = c.id and r.notify_team_activity and r.employee_id <> e.id
      and (r.role = 'foreman' and exists (select from public.crews w join public.crew_members m on m.company_id = w.company_id and m.crew_id = w.id
          where w.company_id = c.id and w.foreman_id = r.employee_id and m.employee_id = e.id and daterange(m.from_date, m.to_date, '[]') @> a.work_date)
        -- Whoever has no foreman is missed by the managers.
        or r.role in ('owner', 'manager') and not exists (select from public.crews w join public.crew_members m on m.company_id = w.company_id and m.crew_id = w.id
          where w.company_id = c.id and w.foreman_id is not null and m.employee_id = e.id and daterange(m.from_date, m.to_date, '[]') @> a.work_date))
    where a.result = 'absent' and a.planned_start > moment_param - interval '3 hours' and a.planned_end > moment_param
      and exists (select from public.shifts s where s.company_id = c.id and s.work_date between private.company_today(c.id) - 1 and private.company_today(c.id))
    order by (r).user_id offset 0) due;
$$;
revoke execute on function private.tell_who_is_late(timestamptz) from public;
comment on function private.tell_who_is_late(timestamptz) is 'Tells the foremen of a crew, or managers where there is none, once for each shift.';

create or replace function private.send_notifications(moment_param timestamptz default now()) returns bigint
language sql set search_path = '' as $$
  delete from private.notification_log where sent_at < moment_param - interval '90 days';
  select private.remind_of_running_clocks(moment_param) + private.remind_of_missing_time(moment_param)
    + private.ask_for_signatures(moment_param) + private.send_team_activity(moment_param) + private.send_digests(moment_param)
    + private.send_bulletin_digests(moment_param) + private.tell_who_is_late(moment_param);
$$;
