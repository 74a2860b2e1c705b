-- Periods that were locked stay where they are; a period is locked when its last day is over; an adjustment
-- is paid once, whatever is unlocked and locked again; an export is compared with what its file contains.

-- The pay period a date lies in: a locked one as it was locked, else the company's rule, cut short where
-- a locked period begins or ends. So a change of the rule takes effect after what was locked.
create function private.pay_period_at(company_id_param uuid, date_param date, out start_date date, out end_date date)
language plpgsql stable set search_path = '' as $$
begin
  select p.start_date, p.end_date into start_date, end_date from public.pay_periods p
  where p.company_id = company_id_param and p.status = 'locked' and date_param between p.start_date and p.end_date;
  if found then
    return;
  end if;
  select greatest(b.start_date, (select max(p.end_date) + 1 from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked' and p.end_date < date_param)),
    least(b.end_date, (select min(p.start_date) - 1 from public.pay_periods p
      where p.company_id = company_id_param and p.status = 'locked' and p.start_date > date_param))
    into start_date, end_date
  from public.companies c
  cross join lateral private.pay_period_bounds(c.pay_period_kind, c.pay_period_anchor, date_param) b
  where c.id = company_id_param;
end $$;
comment on function private.pay_period_at(uuid, date) is
  'Bounds of the pay period of a date: as locked, else by the company''s rule, cut short by locked neighbours.';

create or replace function private.pay_periods_back(company_id_param uuid, date_param date, count_param integer)
returns table (start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language sql stable set search_path = '' as $$
  with recursive periods as (
    select b.start_date, b.end_date, 1 as number
    from private.pay_period_at(company_id_param, date_param) b
    where b.start_date is not null
    union all
    select b.start_date, b.end_date, p.number + 1
    from periods p
    cross join lateral private.pay_period_at(company_id_param, p.start_date - 1) b
    where p.number < count_param
  )
  select p.start_date, p.end_date, coalesce(l.status, 'open'), l.locked_at, l.locked_by,
    private.company_today(company_id_param) between p.start_date and p.end_date
  from periods p
  left join public.pay_periods l on l.company_id = company_id_param
    and l.start_date = p.start_date and l.end_date = p.end_date and l.status = 'locked'
  order by p.number;
$$;

create or replace function private.pay_by_period(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date)
returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('start_date', p.start_date, 'end_date', p.end_date, 'locked', p.locked, 'cents', p.cents)), '[]')
  from (
    select b.start_date, b.end_date,
      exists (select from public.pay_periods k where k.company_id = company_id_param and k.status = 'locked'
        and k.start_date = b.start_date) as locked,
      case when bool_or(l.cents is null) then null else sum(l.cents) end as cents
    from (
      select v.work_date, case when not bool_or(v.straight_cents is null or v.premium_cents is null)
          then sum(v.straight_cents + v.premium_cents) end as cents
      from private.payroll_lines_live(private.payroll_scope(company_id_param, first_date_param, last_date_param, employee_id_param, null)) v
      where v.pay_code <> 'ADJUSTMENT'
      group by v.work_date
    ) l
    cross join lateral private.pay_period_at(company_id_param, l.work_date) b
    group by b.start_date, b.end_date
  ) p;
$$;

-- Adjustments name the day they correct, so that they are known after its lines were unlocked.
alter table public.pay_items add column corrects_date date
  constraint pay_items_corrects_finite check (isfinite(corrects_date));
comment on column public.pay_items.corrects_date is 'Adjustments of locked pay: the work date that is corrected.';
create index pay_items_by_corrected_date on public.pay_items (company_id, corrects_date) where corrects_date is not null;

alter table public.pay_items disable trigger user;
update public.pay_items i set corrects_date = l.work_date
from public.payroll_lines l
where l.company_id = i.company_id and l.id = i.payroll_line_id and i.pay_code = 'ADJUSTMENT';
alter table public.pay_items enable trigger user;

create function private.name_corrected_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select l.work_date into new.corrects_date from public.payroll_lines l
  where l.company_id = new.company_id and l.id = new.payroll_line_id;
  return new;
end $$;
comment on function private.name_corrected_day() is 'An adjustment that names a frozen line corrects that line''s day.';
create trigger name_corrected_day before insert on public.pay_items
  for each row when (new.payroll_line_id is not null and new.corrects_date is null)
  execute function private.name_corrected_day();

-- The line an adjustment names goes when its period is unlocked; the adjustment, locked or not, keeps its day.
create or replace function private.check_pay_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'UPDATE' then
    if new.payroll_line_id is null and to_jsonb(new) - 'payroll_line_id' = to_jsonb(old) - 'payroll_line_id' then
      return new;
    end if;
  end if;
  perform private.open_time(case when tg_op = 'DELETE' then old.company_id else new.company_id end);
  for changed in
    select p.start_date from public.pay_periods p
    where p.status = 'locked'
      and ((tg_op <> 'INSERT' and p.company_id = old.company_id and old.work_date between p.start_date and p.end_date)
        or (tg_op <> 'DELETE' and p.company_id = new.company_id and new.work_date between p.start_date and p.end_date))
    limit 1
  loop
    raise exception using errcode = 'P0001', hint = 'period_locked',
      message = 'This pay period is locked. Post the change in an open period.';
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function private.payroll_owed(company_id_param uuid, first_date_param date, last_date_param date)
returns table (employee_id uuid, work_date date, pay_period_id uuid, line_id uuid,
  frozen_cents bigint, posted_cents bigint, computed_cents bigint, difference_cents bigint)
language sql stable set search_path = '' as $$
  with frozen as (
    select l.employee_id, l.work_date, l.pay_period_id, (array_agg(l.id order by l.first_minute, l.id))[1] as line_id,
      coalesce(sum(l.total_cents), 0)::bigint as cents
    from public.payroll_lines l
    where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
    group by l.employee_id, l.work_date, l.pay_period_id
  ), posted as (
    select i.employee_id, i.corrects_date as work_date, sum(i.amount_cents)::bigint as cents
    from public.pay_items i
    where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT'
      and i.corrects_date between first_date_param and last_date_param
    group by i.employee_id, i.corrects_date
  ), computed as (
    select v.employee_id, v.work_date, sum(v.straight_cents + v.premium_cents)::bigint as cents
    from private.payroll_lines_live(private.payroll_scope(company_id_param, first_date_param, last_date_param, null, null)) v
    group by v.employee_id, v.work_date
  )
  select f.employee_id, f.work_date, f.pay_period_id, f.line_id, f.cents, coalesce(p.cents, 0), coalesce(c.cents, 0),
    coalesce(c.cents, 0) - f.cents - coalesce(p.cents, 0)
  from frozen f
  left join posted p on p.employee_id = f.employee_id and p.work_date = f.work_date
  left join computed c on c.employee_id = f.employee_id and c.work_date = f.work_date;
$$;

-- What unlocking has to decide about: adjustments that corrected days of the period.
create function public.posted_adjustments(start_date_param date, end_date_param date)
returns table (employee_id uuid, first_name text, last_name text, posted_on date, amount_cents bigint, locked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select e.id, e.first_name, e.last_name, i.work_date, sum(i.amount_cents)::bigint,
    private.is_locked(company, i.work_date, i.work_date)
  from public.pay_items i
  join public.employees e on e.company_id = company and e.id = i.employee_id
  where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
    and i.work_date not between start_date_param and end_date_param
  group by e.id, e.first_name, e.last_name, i.work_date
  having sum(i.amount_cents) <> 0
  order by e.last_name, e.first_name, e.id, i.work_date;
end $$;
comment on function public.posted_adjustments(date, date) is
  'Manager, owner: adjustments posted elsewhere that correct days of the range, and whether the day they stand on is locked.';

drop function public.unlock_pay_period(date, date, text);
create function public.unlock_pay_period(
  start_date_param date, end_date_param date, reason_param text, keep_adjustments_param boolean default false
) returns public.pay_periods
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

  -- The period pays its days in full from now on. What was posted for them is taken back where its day is
  -- open; what stays is deducted here, on the day it was for, so that nothing is paid twice.
  if not coalesce(keep_adjustments_param, false) then
    delete from public.pay_items i
    where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
      and not private.is_locked(company, i.work_date, i.work_date);
  end if;
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, note, corrects_date)
  select company, i.employee_id, i.corrects_date, 'ADJUSTMENT', -sum(i.amount_cents), 'Adjustment already posted', i.corrects_date
  from public.pay_items i
  where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
  group by i.employee_id, i.corrects_date
  having sum(i.amount_cents) <> 0;
  return period;
end $$;
comment on function public.unlock_pay_period(date, date, text, boolean) is
  'Owner: opens a locked period again, with a reason that is kept. Adjustments posted for its days are taken back where their day is open; those kept are deducted in the period.';

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
  'Manager, owner: locks a period whose last day is over and freezes its payroll lines. Unapproved time is locked too; running entries stop it.';

-- What a file is made of: the people's figures and their lines. What locking adds to a line is no change.
create function private.export_content(summary_param jsonb, lines_param jsonb)
returns table (employee_id uuid, first_name text, last_name text, hours numeric, earnings numeric, figures jsonb, lines jsonb)
language sql stable set search_path = '' as $$
  select (s.row ->> 'employee_id')::uuid, s.row ->> 'first_name', s.row ->> 'last_name',
    (s.row ->> 'total_hours')::numeric, (s.row ->> 'total_earnings')::numeric,
    s.row - 'flags' - 'unapproved' - 'missing_clock_out', l.lines
  from jsonb_array_elements(coalesce(summary_param, '[]')) s (row)
  left join (
    select l.row ->> 'employee_id' as employee_id,
      jsonb_agg(l.row - 'line_id' - 'locked' - 'pay_item_id' order by (l.row - 'line_id' - 'locked' - 'pay_item_id')::text) as lines
    from jsonb_array_elements(coalesce(lines_param, '[]')) l (row)
    group by l.row ->> 'employee_id'
  ) l on l.employee_id = s.row ->> 'employee_id';
$$;

drop function public.payroll_export_changes(uuid);
create function public.payroll_export_changes(export_id_param uuid)
returns table (
  employee_id uuid, first_name text, last_name text, hours_then numeric, hours_now numeric, earnings_then numeric,
  earnings_now numeric, moved boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  made public.payroll_exports;
begin
  select * into made from public.payroll_exports x where x.company_id = company and x.id = export_id_param;
  if not found then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This export was not found.';
  end if;
  return query
  with today as (
    select * from private.export_content(
      (select jsonb_agg(to_jsonb(r)) from public.generate_payroll_export_data(company, made.start_date, made.end_date) r),
      (select jsonb_agg(to_jsonb(l)) from public.payroll_lines_for(company, made.start_date, made.end_date) l))
  )
  select coalesce(n.employee_id, t.employee_id), coalesce(n.first_name, t.first_name), coalesce(n.last_name, t.last_name),
    t.hours, n.hours, t.earnings, n.earnings, (t.hours, t.earnings) is not distinct from (n.hours, n.earnings)
  from private.export_content(made.rows -> 'summary', made.rows -> 'lines') t
  full join today n on n.employee_id = t.employee_id
  where (t.figures, t.lines) is distinct from (n.figures, n.lines)
  order by 3, 2;
end $$;
comment on function public.payroll_export_changes(uuid) is
  'Manager, owner: people whose part of an export would be another today. moved: same hours and pay, but on other days, jobs, cost codes or rates.';

revoke all on function private.pay_period_at(uuid, date), private.name_corrected_day(),
  private.export_content(jsonb, jsonb) from public;
revoke all on function public.posted_adjustments(date, date), public.unlock_pay_period(date, date, text, boolean),
  public.payroll_export_changes(uuid) from public, anon;
grant execute on function public.posted_adjustments(date, date), public.unlock_pay_period(date, date, text, boolean),
  public.payroll_export_changes(uuid) to authenticated, service_role;
