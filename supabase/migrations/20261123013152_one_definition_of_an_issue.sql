-- What is wrong with time, in one place: the list "Fix first", "Approve all without issues", approving a person and
-- locking a period ask the same function.

create function private.time_issues(company_id_param uuid, employee_id_param uuid, start_date_param date, end_date_param date)
returns table(employee_id uuid, work_date date, time_entry_id uuid, kind text, severity text)
language sql set search_path = '' as $$
  with entries as (
    select t.employee_id, t.work_date, t.id, t.clock_in, t.clock_out, t.project_id, t.cost_code_id,
      coalesce(a.approved_at >= t.updated_at and t.clock_out is not null, false) as approved,
      coalesce(a.approved_at < t.updated_at, false) as changed_after,
      -- A shift is cut in two by every change of job, so the length is that of the day.
      sum(coalesce(t.clock_out, now()) - t.clock_in) over (partition by t.employee_id, t.work_date) > interval '16 hours' as long_day
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company_id_param and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
      and (employee_id_param is null or t.employee_id = employee_id_param)
  ), company as (
    select c.cost_code_required, exists (select from public.projects p where p.company_id = c.id) as has_projects
    from public.companies c where c.id = company_id_param
  )
  select e.employee_id, e.work_date, e.id, i.kind, i.severity
  from entries e
  cross join company c
  cross join lateral (values
    ('missing_clock_out', 'stop', e.clock_out is null and private.is_forgotten(e.clock_in)),
    ('on_the_clock', 'wait', e.clock_out is null and not private.is_forgotten(e.clock_in)),
    ('long_entry', 'check', e.clock_out is not null and e.long_day and not e.approved),
    ('no_project', 'check', c.has_projects and e.project_id is null and not e.approved),
    ('no_cost_code', 'check', c.cost_code_required and e.cost_code_id is null and not e.approved),
    ('changed_after_approval', 'check', e.changed_after)) i (kind, severity, found)
  where i.found
  union all
  select distinct l.employee_id, l.work_date, null::uuid, 'no_rate', 'stop'
  from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
  where l.total_cents is null
  union all
  select s.employee_id, greatest(s.start_date, start_date_param), null::uuid, 'disputed', 'check'
  from public.timesheet_signatures s
  where s.company_id = company_id_param and s.disputed and s.invalidated_at is null
    and s.start_date <= end_date_param and s.end_date >= start_date_param
    and (employee_id_param is null or s.employee_id = employee_id_param);
$$;
comment on function private.time_issues(uuid,uuid,date,date) is 'What is wrong with the time of a range, of one person or of all. stop: cannot be approved; wait: still at work; check: somebody must look, and approving that person''s day says that somebody did.';

drop function private.approval_blockers(uuid, uuid, date, date);

create or replace function public.approve_time(employee_id_param uuid, start_date_param date, end_date_param date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_approver(employee_id_param, start_date_param, end_date_param);
  blocker record;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.require_colleague(company, employee_id_param);
  perform private.lock_time_exclusive(company);
  select b.problem, json_agg(b.work_date order by b.work_date) as days into blocker
  from (
    select i.work_date, case i.kind when 'on_the_clock' then 'missing_clock_out' else i.kind end as problem
    from private.time_issues(company, employee_id_param, start_date_param, end_date_param) i
    where i.severity in ('stop', 'wait')
  ) b
  group by b.problem order by b.problem limit 1;
  if blocker.problem is not null then
    raise exception using errcode = 'P0001', hint = blocker.problem, detail = blocker.days::text,
      message = case blocker.problem when 'no_rate' then 'This person has no rate on some of these days. Set the rate first.'
        else 'This person has time without an end. Set the clock-out first.' end;
  end if;
  return private.write_approvals(company, array[employee_id_param], start_date_param, end_date_param);
end $$;

create or replace function public.approve_clean_time(start_date_param date, end_date_param date) returns table(employee_id uuid, approved_days integer)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_manager()).company_id;
  clean uuid[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_time_exclusive(company);
  clean := array(
    select distinct t.employee_id from public.time_entries t
    where t.company_id = company and t.work_date between start_date_param and end_date_param
      and t.employee_id not in (select i.employee_id from private.time_issues(company, null, start_date_param, end_date_param) i));
  perform private.write_approvals(company, clean, start_date_param, end_date_param);
  return query
  select a.employee_id, count(*)::integer from public.approvals a
  where a.company_id = company and a.employee_id = any (clean) and a.work_date between start_date_param and end_date_param
  group by a.employee_id;
end $$;
comment on function public.approve_clean_time(date,date) is 'Manager, owner: approves everyone of whom private.time_issues names nothing.';

drop function public.lock_pay_period(date, date);
create function public.lock_pay_period(start_date_param date, end_date_param date, unknown_pay_param boolean default false) returns public.pay_periods
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_manager()).company_id;
  period public.pay_periods;
  open_people json;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.lock_time_exclusive(company);
  select p.* into period from public.pay_periods p
  where p.company_id = company and p.status = 'locked'
    and daterange(p.start_date, p.end_date, '[]') && daterange(start_date_param, end_date_param, '[]') limit 1;
  if period.start_date = start_date_param and period.end_date = end_date_param then
    return period;
  elsif period.id is not null then
    raise exception using errcode = 'P0001', hint = 'period_overlaps_locked',
      message = 'Some of these days are in a locked pay period.',
      detail = json_build_object('start_date', period.start_date, 'end_date', period.end_date)::text;
  end if;
  -- Nobody could clock in on a locked day.
  if end_date_param >= private.company_today(company) then
    raise exception using errcode = 'P0001', hint = 'period_not_over',
      message = 'This period is not over. Lock it after its last day.',
      detail = json_build_object('end_date', end_date_param)::text;
  end if;
  -- A running entry that touched a locked day could never be ended.
  select json_agg(t.employee_id) into open_people from public.time_entries t
  where t.company_id = company and t.clock_out is null and t.work_date <= end_date_param;
  if open_people is not null then
    raise exception using errcode = 'P0001', hint = 'missing_clock_out', detail = open_people::text,
      message = 'Someone has time without an end in this period. Set the clock-out first.';
  end if;
  -- Frozen without a rate, somebody would be missing in every file of the period.
  select json_agg(distinct i.employee_id) into open_people from private.time_issues(company, null, start_date_param, end_date_param) i
  where i.kind = 'no_rate';
  if open_people is not null and unknown_pay_param is not true then
    raise exception using errcode = 'P0001', hint = 'unknown_pay', detail = open_people::text,
      message = 'The pay of someone in this period is unknown. Set the rate first, or lock it with unknown pay.';
  end if;

  -- A week that began in the period before was frozen half done; its regular rate is known only now.
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, note, payroll_line_id, corrects_date)
  select company, o.employee_id, start_date_param, 'ADJUSTMENT', o.difference_cents, 'Workweek completed', o.line_id, o.work_date
  from private.payroll_owed(company, start_date_param - 6, start_date_param - 1) o
  join public.companies c on c.id = company
  left join public.payroll_lines l on l.company_id = company and l.id = o.line_id
  where o.difference_cents <> 0 and coalesce(l.week_start, private.week_of(o.work_date, c.week_start)) + 6 >= start_date_param;

  delete from public.pay_periods p
  where p.company_id = company and p.status = 'open'
    and daterange(p.start_date, p.end_date, '[]') && daterange(start_date_param, end_date_param, '[]')
    and (p.start_date, p.end_date) is distinct from (start_date_param, end_date_param);
  update public.pay_periods p set status = 'locked', locked_at = clock_timestamp(), locked_by = auth.uid()
  where p.company_id = company and p.start_date = start_date_param and p.end_date = end_date_param
  returning * into period;
  if not found then
    insert into public.pay_periods (company_id, start_date, end_date, status, locked_at, locked_by)
    values (company, start_date_param, end_date_param, 'locked', clock_timestamp(), auth.uid())
    returning * into period;
  end if;
  perform private.freeze_lines(company, period.id, start_date_param, end_date_param);
  return period;
end $$;
comment on function public.lock_pay_period(date,date,boolean) is 'Manager, owner: locks a period whose last day is over and freezes its payroll lines. Unapproved time is locked too; running entries stop it, and unknown pay unless unknown_pay_param says so.';
revoke execute on function public.lock_pay_period(date, date, boolean) from public, anon;
grant execute on function public.lock_pay_period(date,date,boolean) to authenticated;

create or replace function public.payroll_overview(start_date_param date, end_date_param date) returns table(employee_id uuid, first_name text, last_name text, employee_number text, active boolean, regular_minutes integer, overtime_minutes integer, double_time_minutes integer, paid_break_minutes integer, total_hours numeric, hourly_rate numeric, total_earnings numeric, other_pay numeric, flags text[], days_worked integer, days_approved integer, approval text, signature text, signed_at timestamptz, signature_note text, locked boolean, has_account boolean)
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_manager()).company_id;
  whole_locked boolean;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  whole_locked := not exists (
    select from generate_series(start_date_param, end_date_param, interval '1 day') d
    where not private.is_locked(company, d::date, d::date));
  return query
  with days as (
    select t.employee_id, t.work_date, bool_and(coalesce(a.approved_at >= t.updated_at and t.clock_out is not null, false)) as approved
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company and t.work_date between start_date_param and end_date_param
      and t.clock_in >= start_date_param::timestamp at time zone 'UTC' - interval '1 day'
      and t.clock_in < end_date_param::timestamp at time zone 'UTC' + interval '2 days'
    group by t.employee_id, t.work_date
  ), people as (
    select d.employee_id, count(*)::integer as worked, (count(*) filter (where d.approved))::integer as approved
    from days d group by d.employee_id
  ), issues as (
    select i.employee_id, array_agg(distinct i.kind) as kinds
    from private.time_issues(company, null, start_date_param, end_date_param) i group by i.employee_id
  ), answers as (
    select distinct on (s.employee_id) s.employee_id, s.disputed, s.signed_at, s.note, s.invalidated_at
    from public.timesheet_signatures s
    where s.company_id = company and s.start_date <= start_date_param and s.end_date >= end_date_param
    order by s.employee_id, s.signed_at desc
  )
  select e.id, e.first_name, e.last_name, e.employee_number, e.active,
    coalesce(x.regular_minutes, 0), coalesce(x.overtime_minutes, 0), coalesce(x.double_time_minutes, 0), coalesce(x.paid_break_minutes, 0),
    coalesce(x.total_hours, 0.00), x.hourly_rate, case when x.employee_id is null then 0.00 else x.total_earnings end,
    case when x.employee_id is null then 0.00 else x.other_pay end,
    array_remove(array[case when x.unapproved then 'unapproved' end], null) || coalesce(i.kinds, '{}'),
    coalesce(p.worked, 0), coalesce(p.approved, 0),
    case when coalesce(p.worked, 0) = 0 then 'nothing' when p.approved = p.worked then 'approved'
      when p.approved > 0 then 'partly' else 'open' end,
    case when s.employee_id is null then 'none' when s.invalidated_at is not null then 'outdated'
      when s.disputed then 'disputed' else 'signed' end,
    s.signed_at, s.note, whole_locked, e.user_id is not null
  from public.employees e
  left join public.generate_payroll_export_data(company, start_date_param, end_date_param) x on x.employee_id = e.id
  left join people p on p.employee_id = e.id
  left join issues i on i.employee_id = e.id
  left join answers s on s.employee_id = e.id
  where e.company_id = company and (e.active or x.employee_id is not null)
  order by e.last_name, e.first_name, e.id;
end $$;
comment on function public.payroll_overview(date,date) is 'Manager, owner: every employee with hours, earnings, issues (flags, with unapproved), approval and signature of a period.';
