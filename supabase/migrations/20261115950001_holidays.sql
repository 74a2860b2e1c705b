-- One calendar of holidays for pay, reminders and time off: company_holidays becomes holidays.

alter table public.company_holidays rename to holidays;
alter table public.holidays rename column holiday_date to date;
alter table public.holidays rename constraint company_holidays_pkey to holidays_pkey;
alter table public.holidays rename constraint company_holidays_once to holidays_once;
alter table public.holidays rename constraint company_holidays_name_length to holidays_name_length;
alter table public.holidays rename constraint company_holidays_company_id_fkey to holidays_company_id_fkey;
alter table public.holidays rename constraint finite_holiday_date to finite_date;
alter table public.holidays
  add column paid_hours numeric(5, 2) not null default 0 constraint holidays_paid_hours_range check (paid_hours between 0 and 24),
  add column created_by uuid default auth.uid();
create trigger keep_creator before insert or update on public.holidays for each row execute function private.keep_creator();
select private.refuse_non_finite('public.holidays');
comment on table public.holidays is 'The company''s (or union''s) holiday calendar: a day rule {"holiday": true} of an overtime policy applies on these work dates, and time off takes no hours of them.';
comment on column public.holidays.paid_hours is 'What the company pays for the day; posted as pay items (HOLIDAY) by hand.';

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.holidays;
  end if;
end $$;

create or replace function private.holiday_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.forget_pay(old.company_id, null, old.date, old.date);
  end if;
  if tg_op <> 'DELETE' then
    perform private.forget_pay(new.company_id, null, new.date, new.date);
  end if;
  return null;
end $$;

create or replace function private.remind_of_missing_time(moment_param timestamptz) returns bigint
language sql set search_path = '' as $$
  select count(*) filter (where private.notify(due.r, 'time_reminders', 'missing ' || due.today, 'time_missing',
      jsonb_build_object('day', private.day_text(due.today, due.r))))
  from (
    select r, local.today from private.notification_recipients r
    cross join lateral (select (moment_param at time zone r.time_zone)::date as today, (moment_param at time zone r.time_zone)::time as time) local
    where r.notify_time_reminders and local.time >= '10:00' and local.time < '12:00'
      and not private.was_notified(r.user_id, 'time_reminders', 'missing ' || local.today)
      and not exists (select from public.holidays h where h.company_id = r.company_id and h.date = local.today)
      and not exists (
        select from public.time_entries t where t.company_id = r.company_id and t.employee_id = r.employee_id
          and (t.clock_out is null or t.clock_out > local.today::timestamp at time zone r.time_zone))
      and (select count(distinct (t.clock_in at time zone r.time_zone)::date) >= 3 from public.time_entries t
        where t.company_id = r.company_id and t.employee_id = r.employee_id
          and t.clock_in >= (local.today - 28)::timestamp at time zone r.time_zone
          and extract(dow from t.clock_in at time zone r.time_zone) = extract(dow from local.today)
          and (t.clock_in at time zone r.time_zone)::time < '10:00')
    order by r.user_id offset 0) due;
$$;

create or replace function private.payroll_work(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[], as_of_param timestamptz) returns table(employee_id uuid, week_start date, work_date date, project_id uuid, cost_code_id uuid, rate_e4 integer, start_minute integer, minutes integer, multiplier integer, rule integer, threshold integer, paid_break_minutes integer, week_policy_id uuid)
language sql stable rows 10000 set search_path = '' set enable_nestloop = 'off' as $$
  with policies as materialized (
    select * from private.payroll_policies(company_id_param)
  ), daily_rules as (
    select p.policy_id, (d ->> 'after')::integer as after, ((d ->> 'mult')::numeric * 100)::integer as multiplier
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'daily') d
  ), cuts as (
    -- The minutes of a workday at which a rule begins, with and without the daily rules (L13) and the seventh day.
    select p.policy_id, v.daily_applies, v.seventh, 0 as lower
    from policies p cross join (values (true, false), (true, true), (false, false), (false, true)) v (daily_applies, seventh)
    union
    select d.policy_id, true, v.seventh, d.after from daily_rules d cross join (values (true), (false)) v (seventh)
    union
    select p.policy_id, v.daily_applies, true, (p.policy #>> '{seventh_day,first}')::integer
    from policies p cross join (values (true), (false)) v (daily_applies) where p.seventh_day
  ), bands as materialized (
    select c.policy_id, c.daily_applies, c.seventh, c.lower,
      lead(c.lower, 1, 1000000) over (partition by c.policy_id, c.daily_applies, c.seventh order by c.lower) as upper,
      greatest(100, d.multiplier, s.multiplier) as multiplier,
      case when s.multiplier > 100 and s.multiplier >= coalesce(d.multiplier, 100) then 4
        when d.multiplier > 100 then 3 else 0 end as rule,
      case when s.multiplier > 100 and s.multiplier >= coalesce(d.multiplier, 100) then s.after
        when d.multiplier > 100 then d.after end as threshold
    from cuts c
    join policies p on p.policy_id = c.policy_id
    left join lateral (
      select r.multiplier, r.after from daily_rules r
      where c.daily_applies and r.policy_id = c.policy_id and r.after <= c.lower
      order by r.multiplier desc, r.after limit 1
    ) d on true
    left join lateral (
      select case when c.lower < (p.policy #>> '{seventh_day,first}')::integer
          then (p.policy #>> '{seventh_day,mult1}')::numeric else (p.policy #>> '{seventh_day,mult2}')::numeric end * 100 as multiplier,
        case when c.lower < (p.policy #>> '{seventh_day,first}')::integer then 0
          else (p.policy #>> '{seventh_day,first}')::integer end as after
      where c.seventh and p.seventh_day
    ) s on true
  ), day_rules as materialized (
    select p.policy_id, (d ->> 'dow')::integer as dow, coalesce((d ->> 'holiday')::boolean, false) as holiday,
      ((d ->> 'mult')::numeric * 100)::integer as multiplier,
      p.saturday_makeup and (d ->> 'dow')::integer = 6 as makeup
    from policies p cross join lateral jsonb_array_elements(p.policy -> 'day_rules') d
  ), holidays as materialized (
    select p.policy_id, h.date
    from policies p join public.holidays h on h.company_id = company_id_param
    union
    select p.policy_id, (h #>> '{}')::date from policies p cross join lateral jsonb_array_elements(p.policy -> 'holidays') h
  ), pieces as materialized (
    select * from private.payroll_pieces(company_id_param, first_date_param, last_date_param, employee_ids_param, as_of_param)
  ), weeks as (
    -- L13: the rate that decides about daily overtime is the week's weighted one, unrounded, strictly below.
    select p.employee_id, p.week_start, sum(p.minutes) as minutes,
      sum(p.minutes::bigint * p.rate_e4) as value_e4, bool_or(p.rate_e4 is null) as unpriced
    from pieces p group by p.employee_id, p.week_start
  ), days as (
    select p.employee_id, p.day_key, p.day_date, p.day_week, p.rule_policy_id
    from pieces p group by p.employee_id, p.day_key, p.day_date, p.day_week, p.rule_policy_id
  ), full_weeks as (
    -- L7, L9: work on all seven workdays of the fixed workweek.
    select d.employee_id, d.day_week from days d
    group by d.employee_id, d.day_week having count(distinct d.day_date) = 7
  ), special_days as materialized (
    select distinct on (d.employee_id, d.day_key) d.employee_id, d.day_key, r.multiplier,
      case when r.holiday then 6 else 5 end as rule
    from days d
    join day_rules r on r.policy_id = d.rule_policy_id and not r.makeup
    left join holidays h on h.policy_id = d.rule_policy_id and h.date = d.day_date
    where case when r.holiday then h.date is not null else r.dow = extract(dow from d.day_date)::integer end
      and r.multiplier > 100
    order by d.employee_id, d.day_key, r.multiplier desc, r.holiday desc
  ), placed as (
    select p.*, y.consecutive_after, z.weekly_after, makeup.multiplier as makeup_multiplier,
      y.rate_below_cents is null or w.unpriced or w.value_e4 < y.rate_below_cents::bigint * 100 * w.minutes as daily_applies,
      y.seventh_day and p.day_date = p.day_week + 6 and f.employee_id is not null as seventh,
      s.multiplier as special_multiplier, s.rule as special_rule,
      (sum(p.minutes) over (partition by p.employee_id, p.day_key order by p.start_minute))::integer - p.minutes as day_offset,
      (sum(p.minutes) over (partition by p.employee_id, p.run_start order by p.start_minute))::integer - p.minutes as run_offset
    from pieces p
    join policies y on y.policy_id = p.rule_policy_id
    join policies z on z.policy_id = p.week_policy_id
    join weeks w on w.employee_id = p.employee_id and w.week_start = p.week_start
    left join full_weeks f on f.employee_id = p.employee_id and f.day_week = p.day_week
    left join special_days s on s.employee_id = p.employee_id and s.day_key = p.day_key
    left join day_rules makeup on makeup.policy_id = p.rule_policy_id and makeup.makeup
      and extract(dow from p.day_date)::integer = 6
  ), daily as (
    -- Step 4: the highest of day rule, seventh day and daily overtime.
    select p.employee_id, p.week_start, p.work_date, p.project_id, p.cost_code_id, p.rate_e4, p.week_policy_id,
      p.weekly_after, p.consecutive_after, p.makeup_multiplier,
      p.start_minute + greatest(b.lower - p.day_offset, 0) as start_minute,
      p.run_offset + greatest(b.lower - p.day_offset, 0) as run_offset,
      least(b.upper, p.day_offset + p.minutes) - greatest(b.lower, p.day_offset) as minutes,
      greatest(b.multiplier, p.special_multiplier)::integer as multiplier,
      case when p.special_multiplier >= b.multiplier then p.special_rule else b.rule end as rule,
      case when p.special_multiplier >= b.multiplier then 0 else b.threshold end as threshold,
      case when b.lower <= p.day_offset then p.paid_break_minutes else 0 end as paid_break_minutes
    from placed p
    join bands b on b.policy_id = p.rule_policy_id and b.daily_applies = p.daily_applies and b.seventh = p.seventh
      and b.lower < p.day_offset + p.minutes and b.upper > p.day_offset
  ), consecutive as (
    -- L14: beyond twelve consecutive hours, unless the minute already has a premium.
    select d.employee_id, d.week_start, d.work_date, d.project_id, d.cost_code_id, d.rate_e4, d.week_policy_id,
      d.weekly_after, d.makeup_multiplier, d.start_minute,
      case when d.multiplier > 100 or d.consecutive_after is null then d.minutes
        else least(d.minutes, greatest(d.consecutive_after - d.run_offset, 0)) end as minutes,
      d.multiplier, d.rule, d.threshold, d.paid_break_minutes
    from daily d
    union all
    select d.employee_id, d.week_start, d.work_date, d.project_id, d.cost_code_id, d.rate_e4, d.week_policy_id,
      d.weekly_after, d.makeup_multiplier, greatest(d.start_minute, d.start_minute + d.consecutive_after - d.run_offset),
      least(d.minutes, d.run_offset + d.minutes - d.consecutive_after), 150, 2, d.consecutive_after,
      case when d.run_offset >= d.consecutive_after then d.paid_break_minutes else 0 end
    from daily d
    where d.multiplier = 100 and d.run_offset + d.minutes > d.consecutive_after
  ), counted as materialized (
    -- Step 5, chronological: only minutes still at 1.0 count toward the week (L8, L18).
    select c.*,
      (sum(case when c.multiplier = 100 then c.minutes else 0 end)
        over (partition by c.employee_id, c.week_start order by c.start_minute, c.multiplier))::integer
      - case when c.multiplier = 100 then c.minutes else 0 end as week_offset
    from consecutive c where c.minutes > 0
  )
  select c.employee_id, c.week_start, c.work_date, c.project_id, c.cost_code_id, c.rate_e4, c.start_minute,
    case when c.multiplier > 100 or c.weekly_after is null then c.minutes
      else least(c.minutes, greatest(c.weekly_after - c.week_offset, 0)) end,
    c.multiplier, c.rule, c.threshold, c.paid_break_minutes, c.week_policy_id
  from counted c
  where c.multiplier > 100 or c.weekly_after is null or c.week_offset < c.weekly_after
  union all
  select c.employee_id, c.week_start, c.work_date, c.project_id, c.cost_code_id, c.rate_e4,
    greatest(c.start_minute, c.start_minute + c.weekly_after - c.week_offset),
    least(c.minutes, c.week_offset + c.minutes - c.weekly_after),
    coalesce(c.makeup_multiplier, 150), 1, c.weekly_after,
    case when c.week_offset >= c.weekly_after then c.paid_break_minutes else 0 end, c.week_policy_id
  from counted c
  where c.multiplier = 100 and c.week_offset + c.minutes > c.weekly_after;
$$;
