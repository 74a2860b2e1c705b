create table public.pay_periods (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  start_date date not null,
  end_date date not null,
  status text default 'open' not null,
  locked_at timestamptz,
  locked_by uuid,
  unlocked_at timestamptz,
  unlocked_by uuid,
  unlock_reason text,
  created_at timestamptz default now() not null,
  constraint pay_periods_pkey primary key (company_id, id),
  constraint pay_periods_no_overlap exclude using gist (company_id with =, daterange(start_date, end_date, '[]') with &&),
  constraint pay_periods_locked_has_time check ((status = 'locked') = (locked_at is not null)),
  constraint pay_periods_start_before_end check (start_date <= end_date),
  constraint pay_periods_status_known check (status in ('open', 'locked')),
  constraint pay_periods_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.pay_periods');
comment on table public.pay_periods is 'Periods that were locked at least once. A locked one freezes every entry that touches its dates. Written by lock_pay_period and unlock_pay_period only, under private.lock_time_exclusive(). Locking is refused while an entry still runs in the period: nobody could stop it.';
alter table public.pay_periods enable row level security;
alter publication supabase_realtime add table public.pay_periods;
grant select on table public.pay_periods to authenticated;

create policy "Employees read the pay periods of their company" on public.pay_periods
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create or replace trigger zz_record_change after insert or delete or update on public.pay_periods
  for each row execute function private.record_change();

create or replace function public.pay_period_for(date_param date) returns table(start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.pay_periods_back((private.require_employee()).company_id, date_param, 1);
end $$;
comment on function public.pay_period_for(date) is 'Everyone: the pay period of their company that a date lies in.';
grant execute on function public.pay_period_for(date) to authenticated;

create or replace function private.pay_periods_back(company_id_param uuid, date_param date, count_param integer) returns table(start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
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

create or replace function private.pay_period_at(company_id_param uuid, date_param date, out start_date date, out end_date date) returns record
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
comment on function private.pay_period_at(uuid,date) is 'Bounds of the pay period of a date: as locked, else by the company''s rule, cut short by locked neighbours.';

create or replace function private.pay_period_bounds(kind_param text, anchor_param date, date_param date, out start_date date, out end_date date) returns record
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  days integer := case kind_param when 'weekly' then 7 when 'biweekly' then 14 end;
  month_start date := date_trunc('month', date_param)::date;
  month_end date := (date_trunc('month', date_param) + interval '1 month')::date - 1;
begin
  if days is not null then
    start_date := date_param - ((date_param - anchor_param) % days + days) % days;
    end_date := start_date + days - 1;
  elsif kind_param = 'semimonthly' then
    start_date := case when extract(day from date_param) <= 15 then month_start else month_start + 15 end;
    end_date := case when extract(day from date_param) <= 15 then month_start + 14 else month_end end;
  else
    start_date := month_start;
    end_date := month_end;
  end if;
end $$;

create or replace function public.current_pay_period() returns table(start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_employee()).company_id;
begin
  return query select * from private.pay_periods_back(company, private.company_today(company), 1);
end $$;
comment on function public.current_pay_period() is 'Everyone: the pay period of their company that today lies in.';
grant execute on function public.current_pay_period() to authenticated;

create or replace function public.recent_pay_periods(count_param integer default 12) returns table(start_date date, end_date date, status text, locked_at timestamptz, locked_by uuid, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_employee()).company_id;
begin
  return query select * from private.pay_periods_back(company, private.company_today(company), least(greatest(count_param, 1), 100));
end $$;
comment on function public.recent_pay_periods(integer) is 'Everyone: the current pay period and those before it, newest first.';
grant execute on function public.recent_pay_periods(integer) to authenticated;

create or replace function public.unlock_pay_period(start_date_param date, end_date_param date, reason_param text, keep_adjustments_param boolean default false) returns public.pay_periods
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  period public.pay_periods;
begin
  if nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this period is unlocked.';
  end if;
  perform private.lock_time_exclusive(company);
  perform private.give_reason(reason_param);
  update public.pay_periods p set status = 'open', locked_at = null, locked_by = null,
    unlocked_at = clock_timestamp(), unlocked_by = auth.uid(), unlock_reason = btrim(reason_param)
  where p.company_id = company and p.start_date = start_date_param and p.end_date = end_date_param and p.status = 'locked'
  returning * into period;
  if not found then
    raise exception using errcode = 'P0001', hint = 'period_not_locked', message = 'There is no locked period with these dates.';
  end if;
  delete from public.payroll_lines l where l.company_id = company and l.pay_period_id = period.id;

  -- The period pays its days in full from now on. What was posted for them and is paid nowhere yet is taken back.
  if not coalesce(keep_adjustments_param, false) then
    delete from public.pay_items i
    where i.company_id = company and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
      and not private.adjustment_stays(i);
  end if;
  perform private.deduct_adjustments(company, start_date_param, end_date_param);
  perform private.reopen_paid_expenses(company, start_date_param, end_date_param);
  return period;
end $$;
comment on function public.unlock_pay_period(date,date,text,boolean) is 'Owner: opens a locked period again, with a reason that is recorded. Adjustments posted for its days are taken back unless they stay (posted_adjustments); those that stay, or are kept, are deducted in the period.';
grant execute on function public.unlock_pay_period(date,date,text,boolean) to authenticated;

create or replace function private.adjustment_stays(item public.pay_items) returns boolean
language sql stable set search_path = '' as $$
  select item.restitution_id is not null or private.is_locked(item.company_id, item.work_date, item.work_date)
    or private.is_exported(item.company_id, item.work_date);
$$;
comment on function private.adjustment_stays(public.pay_items) is 'Whether an adjustment outlives the lock of what it corrects: it is locked itself, a payroll file with its day was handed out, or it changes with its restitution only.';

create or replace function private.deduct_adjustments(company_id_param uuid, start_date_param date, end_date_param date) returns void
language sql set search_path = '' as $$
  delete from public.pay_items i
  where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT' and i.corrects_date = i.work_date
    and i.corrects_date between start_date_param and end_date_param and not private.is_locked(company_id_param, i.work_date, i.work_date);
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents, flsa_premium_cents, project_id, cost_code_id,
    note, corrects_date, corrects_pay_code)
  select company_id_param, i.employee_id, i.corrects_date, 'ADJUSTMENT', -sum(i.minutes), -sum(i.amount_cents), -sum(i.flsa_premium_cents),
    i.project_id, i.cost_code_id, 'Adjustment already posted', i.corrects_date, i.corrects_pay_code
  from public.pay_items i
  where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
    and not private.is_locked(company_id_param, i.corrects_date, i.corrects_date)
  group by i.employee_id, i.corrects_date, i.project_id, i.cost_code_id, i.corrects_pay_code
  having sum(i.amount_cents) <> 0 or sum(i.minutes) <> 0;
$$;
comment on function private.deduct_adjustments(uuid,date,date) is 'Open days pay in full: what was posted for them elsewhere is deducted on the day it was for, so that nothing is paid twice.';

create or replace function private.lock_time_exclusive(company_id_param uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('time:' || company_id_param::text, 0));
$$;
comment on function private.lock_time_exclusive(uuid) is 'Taken first by whatever approves, locks or unlocks time: exclusive, until the transaction ends. Read entries in a statement after it.';

create or replace function private.is_locked(company_id_param uuid, from_param date, to_param date) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked'
      and daterange(p.start_date, p.end_date, '[]') && daterange(from_param, to_param, '[]'));
end $$;
comment on function private.is_locked(uuid,date,date) is 'Whether any of these dates lies in a locked pay period.';

create or replace function public.pay_period_preview(kind_param text, anchor_param date) returns table(start_date date, end_date date, shortened boolean, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  today date := private.company_today(company);
  first_open date;
begin
  if not coalesce(kind_param in ('weekly', 'biweekly', 'semimonthly', 'monthly') and isfinite(anchor_param), false) then
    raise exception using errcode = 'P0001', hint = 'invalid_pay_period', message = 'Choose a length and a first day.';
  end if;
  -- Locked periods stay; without any, it begins with the period of today.
  select max(p.end_date) + 1 into first_open from public.pay_periods p where p.company_id = company and p.status = 'locked';
  first_open := coalesce(first_open, (private.pay_period_at(company, today)).start_date);
  return query
  with recursive periods as (
    select first_open as first_day, b.start_date as from_day, b.end_date as to_day, 1 as number
    from private.pay_period_bounds(kind_param, anchor_param, first_open) b
    union all
    select p.to_day + 1, b.start_date, b.end_date, p.number + 1
    from periods p cross join lateral private.pay_period_bounds(kind_param, anchor_param, p.to_day + 1) b
    where p.number < 4
  )
  select greatest(p.from_day, p.first_day), p.to_day, p.from_day < p.first_day,
    today between greatest(p.from_day, p.first_day) and p.to_day
  from periods p order by p.number;
end $$;
comment on function public.pay_period_preview(text,date) is 'Owner: the first four open pay periods there would be with this length and first day; shortened ones begin after a locked period.';
grant execute on function public.pay_period_preview(text,date) to authenticated;

create or replace function public.lock_pay_period(start_date_param date, end_date_param date, unknown_pay_param boolean default false) returns public.pay_periods
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_right('payroll')).company_id;
  period public.pay_periods;
  open_people json;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  -- Pay is computed while everybody can clock in. Changes made meanwhile are noted, and computed anew.
  perform private.fill_pay(company, start_date_param - 6, end_date_param, null);
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
  if end_date_param >= private.last_today(company) then
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

  if private.has_chains(company) then
    perform private.refuse_others_steps(company, null, start_date_param, end_date_param);
  end if;

  -- A week that began in the period before was frozen half done; its regular rate is known only now.
  perform private.post_adjustments(company, start_date_param - 6, start_date_param - 1, start_date_param, 'Workweek completed', start_date_param);

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
  perform private.mark_expenses_paid(company, start_date_param, end_date_param);
  return period;
end $$;
comment on function public.lock_pay_period(date,date,boolean) is 'Manager, owner: locks a period whose last day is over and freezes its payroll lines. Unapproved time is locked too; running entries stop it, open steps of approval chains, and unknown pay unless unknown_pay_param says so.';
grant execute on function public.lock_pay_period(date,date,boolean) to authenticated;

create or replace function private.lock_time_shared(company_id_param uuid) returns void
language sql
return pg_advisory_xact_lock_shared(hashtextextended('time:' || company_id_param::text, 0));
comment on function private.lock_time_shared(uuid) is 'Taken by every write of time: shared, until the transaction ends.';
grant execute on function private.lock_time_shared(uuid) to authenticated, service_role;

create or replace function private.refuse_frozen_time(locked_param boolean) returns void
language plpgsql set search_path = '' as $$
begin
  -- A manager decided to record it late: what it changes is posted on an open day.
  if coalesce(current_setting('chalkline.late_time', true), '') = 'on' then
    return;
  end if;
  if locked_param then
    raise exception using errcode = 'P0001', hint = 'period_locked',
      message = 'This pay period is locked. Enter a correction in an open period.';
  end if;
  raise exception using errcode = 'P0001', hint = 'time_approved',
    message = 'This time has been approved and cannot be changed.';
end $$;

create or replace function private.lock_time_for_new_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_time_exclusive(new.id);
  perform private.refuse_zone_that_moves_paid_time(new.id, null, old.time_zone, new.time_zone);
  return new;
end $$;

create or replace function private.refuse_zone_that_moves_paid_time(company_id_param uuid, project_id_param uuid, old_zone_param text, new_zone_param text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  period record;
begin
  select p.start_date, p.end_date into period
    from public.pay_periods p
    cross join lateral (values (p.start_date), (p.end_date + 1)) as edge (day)
    cross join lateral (
      select least(m.before, m.after) as starts, greatest(m.before, m.after) as ends
        from (select edge.day::timestamp at time zone old_zone_param as before, edge.day::timestamp at time zone new_zone_param as after) m
    ) moved
    join public.time_entries t on t.company_id = company_id_param
      and t.clock_in < moved.ends and coalesce(t.clock_out, 'infinity') > moved.starts
    left join public.projects site on site.company_id = t.company_id and site.id = t.project_id
   where p.company_id = company_id_param and p.status = 'locked'
     and case when project_id_param is null then site.time_zone is null else t.project_id = project_id_param end
   order by p.start_date limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'zone_moves_locked_time',
      message = 'This time zone would move hours in or out of a locked pay period. Unlock the period first.',
      detail = json_build_object('start_date', period.start_date, 'end_date', period.end_date)::text;
  end if;
end $$;
comment on function private.refuse_zone_that_moves_paid_time(uuid,uuid,text,text) is 'Refuses a change of the zone of a company (project null) or project while its time lies between the old and the new midnight of a locked period''s edge.';
