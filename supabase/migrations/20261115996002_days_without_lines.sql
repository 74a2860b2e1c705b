-- Adjustments are owed for days too on which nothing was paid: after a change of the time zone, hours of a locked
-- period count for another day of it. Only days with lines were compared, so those hours were taken back and paid nowhere.

create or replace function private.payroll_owed(company_id_param uuid, first_date_param date, last_date_param date) returns table(employee_id uuid, work_date date, pay_period_id uuid, line_id uuid, frozen_cents bigint, posted_cents bigint, computed_cents bigint, difference_cents bigint)
language sql set search_path = '' as $$
  with amounts as (
    select l.employee_id, l.work_date, l.id as line_id, l.first_minute, l.total_cents as frozen, 0::bigint as posted, 0::bigint as computed
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
    union all
    select i.employee_id, i.corrects_date, null, null, 0, i.amount_cents, 0
    from public.pay_items i
    where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT'
      and i.corrects_date between first_date_param and last_date_param
    union all
    select v.employee_id, v.work_date, null, null, 0, 0, v.straight_cents + v.premium_cents
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param, null) v
  ), days as (
    select a.employee_id, a.work_date,
      (array_agg(a.line_id order by a.first_minute, a.line_id) filter (where a.line_id is not null))[1] as line_id,
      coalesce(sum(a.frozen), 0)::bigint as frozen, coalesce(sum(a.posted), 0)::bigint as posted, coalesce(sum(a.computed), 0)::bigint as computed
    from amounts a group by a.employee_id, a.work_date
  )
  select d.employee_id, d.work_date, p.id, d.line_id, d.frozen, d.posted, d.computed, d.computed - d.frozen - d.posted
  from days d
  join public.pay_periods p on p.company_id = company_id_param and p.status = 'locked'
    and d.work_date between p.start_date and p.end_date;
$$;

create or replace function private.post_adjustments(company_id_param uuid, start_date_param date, end_date_param date, post_date_param date, note_param text) returns table(employee_id uuid, amount_cents bigint)
language sql set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, note, payroll_line_id, corrects_date)
  select company_id_param, o.employee_id, post_date_param, 'ADJUSTMENT', o.difference_cents, left(note_param, 500), o.line_id, o.work_date
  from private.payroll_owed(company_id_param, start_date_param, end_date_param) o
  where o.difference_cents <> 0
  returning employee_id, amount_cents;
$$;

create or replace function public.lock_pay_period(start_date_param date, end_date_param date) returns public.pay_periods
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
