-- Approving days, locking periods. Everything here takes private.close_time() first, so that no entry
-- changes between what is read and what is frozen.

create function private.require_owner() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_owner() then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only an owner may do this.';
  end if;
  return private.my_company_id();
end $$;

create function private.require_colleague(company_id_param uuid, employee_id_param uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.employees e where e.company_id = company_id_param and e.id = employee_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This person was not found.';
  end if;
end $$;

-- What stands in the way of approving someone's days: no end, or no rate (RT-3).
create function private.approval_blockers(company_id_param uuid, employee_id_param uuid, start_date_param date, end_date_param date)
returns table (employee_id uuid, work_date date, problem text)
language sql stable set search_path = '' as $$
  select t.employee_id, t.work_date, 'missing_clock_out'
  from public.time_entries t
  where t.company_id = company_id_param and t.clock_out is null and t.work_date between start_date_param and end_date_param
    and (employee_id_param is null or t.employee_id = employee_id_param)
  union all
  select distinct l.employee_id, l.work_date, 'no_rate'
  from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
  where l.minutes <> 0 and l.hourly_rate is null and l.pay_code in ('REG', 'OT', 'DT');
$$;

create function private.write_approvals(company_id_param uuid, employee_ids_param uuid[], start_date_param date, end_date_param date)
returns integer
language plpgsql set search_path = '' as $$
declare
  written integer;
begin
  insert into public.approvals (company_id, employee_id, work_date, approved_by, approved_at)
  -- Days first: with the clock beside them, two entries of one day would be two rows.
  select d.company_id, d.employee_id, d.work_date, auth.uid(), clock_timestamp()
  from (
    select distinct t.company_id, t.employee_id, t.work_date
    from public.time_entries t
    where t.company_id = company_id_param and t.employee_id = any (employee_ids_param)
      and t.work_date between start_date_param and end_date_param and t.clock_out is not null
      and not exists (
        select from public.approvals a
        where a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
          and a.approved_at >= t.updated_at)
  ) d
  on conflict on constraint approvals_once_per_day do update
    set approved_by = excluded.approved_by, approved_at = excluded.approved_at;
  get diagnostics written = row_count;
  return written;
end $$;

create function public.approve_time(employee_id_param uuid, start_date_param date, end_date_param date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  blocker record;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.require_colleague(company, employee_id_param);
  perform private.close_time(company);
  select b.problem, json_agg(b.work_date order by b.work_date) as days into blocker
  from private.approval_blockers(company, employee_id_param, start_date_param, end_date_param) b
  group by b.problem order by b.problem limit 1;
  if blocker.problem is not null then
    raise exception using errcode = 'P0001', hint = blocker.problem, detail = blocker.days::text,
      message = case blocker.problem when 'no_rate' then 'This person has no rate on some of these days. Set the rate first.'
        else 'This person has time without an end. Set the clock-out first.' end;
  end if;
  return private.write_approvals(company, array[employee_id_param], start_date_param, end_date_param);
end $$;
comment on function public.approve_time(uuid, date, date) is
  'Manager, owner: approves the days of one person and freezes them; returns how many days were newly approved.';

create function public.approve_clean_time(start_date_param date, end_date_param date)
returns table (employee_id uuid, approved_days integer)
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  clean uuid[];
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.close_time(company);
  clean := array(
    select distinct t.employee_id from public.time_entries t
    where t.company_id = company and t.work_date between start_date_param and end_date_param
      and t.employee_id not in (select b.employee_id from private.approval_blockers(company, null, start_date_param, end_date_param) b)
      and t.employee_id not in (
        select s.employee_id from public.timesheet_signatures s
        where s.company_id = company and s.disputed and s.invalidated_at is null
          and s.start_date <= end_date_param and s.end_date >= start_date_param));
  perform private.write_approvals(company, clean, start_date_param, end_date_param);
  return query
  select a.employee_id, count(*)::integer from public.approvals a
  where a.company_id = company and a.employee_id = any (clean) and a.work_date between start_date_param and end_date_param
  group by a.employee_id;
end $$;
comment on function public.approve_clean_time(date, date) is
  'Manager, owner: approves everyone without missing clock-out, missing rate or dispute.';

create function public.unapprove_time(employee_id_param uuid, start_date_param date, end_date_param date, reason_param text default null)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  removed integer;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.require_colleague(company, employee_id_param);
  perform private.close_time(company);
  if private.is_locked(company, start_date_param, end_date_param) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Unlock it first.';
  end if;
  perform private.give_reason(reason_param);
  delete from public.approvals a
  where a.company_id = company and a.employee_id = employee_id_param and a.work_date between start_date_param and end_date_param;
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function public.unapprove_time(uuid, date, date, text) is 'Manager, owner: takes approvals back; returns how many days.';

-- Freezes what the live lines say now.
create function private.freeze_lines(company_id_param uuid, pay_period_id_param uuid, start_date_param date, end_date_param date)
returns void
language sql set search_path = '' as $$
  insert into public.payroll_lines (company_id, pay_period_id, employee_id, work_date, week_start, project_id, cost_code_id,
    rate, multiplier, pay_code, minutes, straight_cents, premium_cents, total_cents, flsa_premium_cents, rule,
    paid_break_minutes, first_minute, pay_item_id, rules, certified)
  select company_id_param, pay_period_id_param, l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id,
    l.rate_e4 * 0.0001, l.multiplier * 0.01, l.pay_code, l.minutes, l.straight_cents, l.premium_cents,
    l.straight_cents + l.premium_cents, l.flsa_premium_cents, private.payroll_rule_names(l.rules),
    l.paid_break_minutes, l.first_minute, l.pay_item_id, r.rules, coalesce(p.prevailing_wage, false)
  from private.payroll_lines_live(private.payroll_scope(company_id_param, start_date_param, end_date_param, null, null)) l
  left join public.projects p on p.company_id = company_id_param and p.id = l.project_id
  -- Null keys as zeros, so that the join can be hashed.
  left join private.payroll_rule_minutes(company_id_param, start_date_param, end_date_param, null) r
    on r.employee_id = l.employee_id and r.work_date = l.work_date and r.multiplier = l.multiplier * 0.01
    and coalesce(r.project_id, '00000000-0000-0000-0000-000000000000') = coalesce(l.project_id, '00000000-0000-0000-0000-000000000000')
    and coalesce(r.cost_code_id, '00000000-0000-0000-0000-000000000000') = coalesce(l.cost_code_id, '00000000-0000-0000-0000-000000000000')
    and coalesce(r.hourly_rate, -1) = coalesce(l.rate_e4 * 0.0001, -1) and l.pay_code in ('REG', 'OT', 'DT');
$$;

create function public.lock_pay_period(start_date_param date, end_date_param date) returns public.pay_periods
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  period public.pay_periods;
  open_people json;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  perform private.close_time(company);
  select p.* into period from public.pay_periods p
  where p.company_id = company and p.status = 'locked'
    and daterange(p.start_date, p.end_date, '[]') && daterange(start_date_param, end_date_param, '[]') limit 1;
  if period.start_date = start_date_param and period.end_date = end_date_param then
    return period;
  elsif period.id is not null then
    raise exception using errcode = 'P0001', hint = 'period_overlaps_locked',
      message = 'Some of these days lie in a period that is already locked.',
      detail = json_build_object('start_date', period.start_date, 'end_date', period.end_date)::text;
  end if;
  -- A running entry that touched a locked day could never be ended.
  select json_agg(t.employee_id) into open_people from public.time_entries t
  where t.company_id = company and t.clock_out is null and t.work_date <= end_date_param;
  if open_people is not null then
    raise exception using errcode = 'P0001', hint = 'missing_clock_out', detail = open_people::text,
      message = 'Someone has time without an end in this period. Set the clock-out first.';
  end if;

  -- A week that began in the period before was frozen half done; its regular rate is known only now.
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, note, payroll_line_id)
  select company, o.employee_id, start_date_param, 'ADJUSTMENT', o.difference_cents, 'Workweek completed', o.line_id
  from private.payroll_owed(company, start_date_param - 6, start_date_param - 1) o
  join public.payroll_lines l on l.company_id = company and l.id = o.line_id and l.week_start + 6 >= start_date_param
  where o.difference_cents <> 0;

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
comment on function public.lock_pay_period(date, date) is
  'Manager, owner: locks the period and freezes its payroll lines. Unapproved time is locked too; running entries stop it.';

create function public.unlock_pay_period(start_date_param date, end_date_param date, reason_param text) returns public.pay_periods
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  period public.pay_periods;
begin
  if nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this period is unlocked.';
  end if;
  perform private.close_time(company);
  perform private.give_reason(reason_param);
  update public.pay_periods p set status = 'open', locked_at = null, locked_by = null,
    unlocked_at = clock_timestamp(), unlocked_by = auth.uid(), unlock_reason = btrim(reason_param)
  where p.company_id = company and p.start_date = start_date_param and p.end_date = end_date_param and p.status = 'locked'
  returning * into period;
  if not found then
    raise exception using errcode = 'P0001', hint = 'period_not_locked', message = 'There is no locked period with these dates.';
  end if;
  delete from public.payroll_lines l where l.company_id = company and l.pay_period_id = period.id;
  return period;
end $$;
comment on function public.unlock_pay_period(date, date, text) is 'Owner: opens a locked period again, with a reason that is kept.';

revoke all on function private.require_owner(), private.require_colleague(uuid, uuid),
  private.approval_blockers(uuid, uuid, date, date), private.write_approvals(uuid, uuid[], date, date),
  private.freeze_lines(uuid, uuid, date, date) from public;
revoke all on function public.approve_time(uuid, date, date), public.approve_clean_time(date, date),
  public.unapprove_time(uuid, date, date, text), public.lock_pay_period(date, date),
  public.unlock_pay_period(date, date, text) from public, anon;
grant execute on function public.approve_time(uuid, date, date), public.approve_clean_time(date, date),
  public.unapprove_time(uuid, date, date, text), public.lock_pay_period(date, date),
  public.unlock_pay_period(date, date, text) to authenticated, service_role;
