-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.export_content(summary_param jsonb, lines_param jsonb) returns table(employee_id uuid, first_name text, last_name text, hours numeric, earnings numeric, figures jsonb, lines jsonb)
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

create or replace function private.forget_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- A policy with another day, hour or zone for its week has weeks that reach into the next of the company's.
  reach integer := case when exists (
    select from public.overtime_policies p
    where p.company_id = company_id_param and (p.policy ->> 'workweek_start_dow' is not null or p.policy ->> 'tz' is not null
      or coalesce(p.policy ->> 'workday_start', '00:00') <> '00:00')) then 7 else 0 end;
  first_week date := case when isfinite(first_date_param) then private.week_of(first_date_param, week_start) - reach else first_date_param end;
  last_week date := case when isfinite(last_date_param) then private.week_of(last_date_param, week_start) + reach else last_date_param end;
begin
  if private.pay_lock(company_id_param, false) then
    if employee_id_param is null then
      delete from private.pay_lines l where l.company_id = company_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k where k.company_id = company_id_param and k.week between first_week and last_week;
    else
      delete from private.pay_lines l
      where l.company_id = company_id_param and l.employee_id = employee_id_param and l.week between first_week and last_week;
      delete from private.pay_weeks k
      where k.company_id = company_id_param and k.employee_id = employee_id_param and k.week between first_week and last_week;
    end if;
  else
    insert into private.pay_weeks_outdated (company_id, employee_id, first_date, last_date)
    -- Stored dates have no infinity.
    values (company_id_param, employee_id_param, greatest(first_week, date '0001-01-01'), least(last_week, date '9999-12-31'));
  end if;
end $$;
comment on function private.forget_pay(uuid,uuid,date,date) is 'Deletes the kept lines of these weeks; employee null is everyone.';

create or replace function private.forget_pay_of_work(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  first_date date;
  last_date date;
  begins timestamptz;
  ends timestamptz;
begin
  select c.time_zone, c.week_start into company from public.companies c where c.id = company_id_param;
  first_date := ((from_param - interval '1 hour') at time zone company.time_zone)::date;
  last_date := ((to_param + interval '1 hour') at time zone company.time_zone)::date;
  begins := private.week_of(first_date, company.week_start)::timestamp at time zone company.time_zone;
  ends := (private.week_of(last_date, company.week_start) + 7)::timestamp at time zone company.time_zone;
  if from_param < begins + interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= begins - interval '4 days' and t.clock_in < begins and t.clock_out > begins - interval '1 day') then
    first_date := private.week_of(first_date, company.week_start) - 1;
  end if;
  if to_param > ends - interval '4 days' and exists (
      select from public.time_entries t
      where t.company_id = company_id_param and t.employee_id = employee_id_param
        and t.clock_in >= ends - interval '4 days' and t.clock_in < ends + interval '1 day' and t.clock_out > ends) then
    last_date := private.week_of(last_date, company.week_start) + 7;
  end if;
  perform private.forget_pay(company_id_param, employee_id_param, first_date, last_date);
end $$;

create or replace function private.is_now(moment_param timestamptz) returns boolean
language sql set search_path = '' as $$
  select coalesce(moment_param between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes', false);
$$;
comment on function private.is_now(timestamp with time zone) is 'Whether an instant that a client sent means this moment: the clock, not a time by hand.';
grant execute on function private.is_now(timestamp with time zone) to authenticated, service_role;

create or replace function private.open_disputes(company_id_param uuid) returns jsonb
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

create or replace function private.pay_lock(company_id_param uuid, alone_param boolean) returns boolean
language sql set search_path = '' as $$
  select current_setting('transaction_isolation') = 'read committed'
    and case when alone_param then pg_try_advisory_xact_lock(hashtextextended('pay:' || company_id_param::text, 0))
      else pg_try_advisory_xact_lock_shared(hashtextextended('pay:' || company_id_param::text, 0)) end;
$$;

create or replace function private.rule_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.forget_pay(old.company_id, old.employee_id, old.effective_from, 'infinity');
  end if;
  if tg_op <> 'DELETE' then
    perform private.forget_pay(new.company_id, new.employee_id, new.effective_from, 'infinity');
  end if;
  return null;
end $$;

create or replace function private.week_of(date_param date, week_start_param integer) returns date
language sql immutable parallel safe
return (date_param - ((((extract(dow from date_param))::integer - week_start_param) + 7) % 7));
comment on function private.week_of(date,integer) is 'First day of the week of a date, for weeks that begin on this day of the week (0 is Sunday).';

create or replace function private.zone_of(company_id_param uuid, project_id_param uuid) returns text
language sql stable parallel safe
return (select coalesce((select p.time_zone from public.projects p where ((p.company_id = zone_of.company_id_param) and (p.id = zone_of.project_id_param))), (select c.time_zone from public.companies c where (c.id = zone_of.company_id_param))) as "coalesce");
comment on function private.zone_of(uuid,uuid) is 'Zone in which the work date of an entry on this project, or on none, begins and ends.';
grant execute on function private.zone_of(uuid,uuid) to authenticated, service_role;

create or replace function public.labor_cost_report(start_date_param date, end_date_param date, group_by_param text, then_by_param text default null::text) returns table(group_key text, label text, detail text, then_key text, then_label text, minutes bigint, straight_cents bigint, premium_cents bigint, other_cents bigint, total_cents bigint, unrated_minutes bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  first_day integer;
begin
  if not coalesce(group_by_param in ('employee', 'project', 'cost_code', 'day', 'week', 'month'), false)
    or then_by_param not in ('employee', 'project', 'cost_code', 'day', 'week', 'month') or then_by_param = group_by_param then
    raise exception using errcode = 'P0001', hint = 'unknown_cost_grouping',
      message = 'Group the cost by one or two of employee, project, cost code, day, week and month.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  select c.week_start into first_day from public.companies c where c.id = me.company_id;
  return query
    with summed as (
      select private.pay_line_key(group_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day) as key,
        private.pay_line_key(then_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day) as second_key,
        sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) as worked,
        sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as straight,
        sum(l.premium_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as premium,
        sum(l.total_cents) filter (where l.pay_code not in ('REG', 'OT', 'DT')) as other,
        sum(l.total_cents) as total,
        sum(l.minutes) filter (where l.total_cents is null) as unrated
      from private.payroll_lines_between(me.company_id, start_date_param, end_date_param, null, null) l
      group by 1, 2
    )
    select s.key, coalesce(one.label, case when group_by_param in ('day', 'week', 'month') then s.key end), one.detail,
      s.second_key, coalesce(two.label, case when then_by_param in ('day', 'week', 'month') then s.second_key end),
      coalesce(s.worked, 0)::bigint, coalesce(s.straight, 0)::bigint, coalesce(s.premium, 0)::bigint, coalesce(s.other, 0)::bigint,
      coalesce(s.total, 0)::bigint, coalesce(s.unrated, 0)::bigint
    from summed s
    left join private.report_labels(me.company_id, group_by_param) one on one.key = s.key
    left join private.report_labels(me.company_id, then_by_param) two on two.key = s.second_key
    order by 2 nulls last, 1, 5 nulls last, 4;
end $$;
comment on function public.labor_cost_report(date,date,text,text) is 'Managers and owners: what up to 400 days cost as payroll pays them, by one or two of employee, project, cost_code, day, week, month. Hours without a rate are told apart.';
grant execute on function public.labor_cost_report(date,date,text,text) to authenticated;

create or replace function public.posted_adjustments(start_date_param date, end_date_param date) returns table(employee_id uuid, first_name text, last_name text, posted_on date, amount_cents bigint, locked boolean)
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
comment on function public.posted_adjustments(date,date) is 'Manager, owner: adjustments posted elsewhere that correct days of the range, and whether the day they stand on is locked.';
grant execute on function public.posted_adjustments(date,date) to authenticated;

create or replace function public.recent_work(limit_param integer default 3) returns table(project_id uuid, cost_code_id uuid, last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  -- The last 60 entries, not the history: what was worked on longer ago is not worth a button.
  with me as materialized (select (private.me()).*),
  last_entries as materialized (
    select e.project_id, e.cost_code_id, e.clock_in
      from me join public.time_entries e on e.company_id = me.company_id and e.employee_id = me.id
      where e.project_id is not null
      order by e.clock_in desc limit 60),
  pairs as (
    select l.project_id, l.cost_code_id, max(l.clock_in) as last_used_at
      from last_entries l group by l.project_id, l.cost_code_id)
  select p.project_id, p.cost_code_id, p.last_used_at
    from pairs p, me
    where exists (
        select from public.projects j
          where j.company_id = me.company_id and j.id = p.project_id and j.status = 'active')
      and (not exists (select from public.project_members m
            where m.company_id = me.company_id and m.project_id = p.project_id)
        or me.role in ('owner', 'manager')
        or exists (select from public.project_members m
            where m.company_id = me.company_id and m.project_id = p.project_id and m.employee_id = me.id))
      and (p.cost_code_id is null or exists (
        select from public.cost_codes c
          where c.company_id = me.company_id and c.id = p.cost_code_id and c.active))
      and (p.cost_code_id is null or not exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id)
        or exists (select from public.project_cost_codes a
            where a.company_id = me.company_id and a.project_id = p.project_id and a.cost_code_id = p.cost_code_id))
    order by p.last_used_at desc
    limit least(greatest(coalesce(limit_param, 3), 0), 20)
$$;
comment on function public.recent_work(integer) is 'The caller''s last pairs of project and cost code that can still be booked, newest first.';
grant execute on function public.recent_work(integer) to authenticated;

create or replace trigger x_changes_pay after insert or delete or update on public.employee_rates
  for each row execute function private.rule_changes_pay();
