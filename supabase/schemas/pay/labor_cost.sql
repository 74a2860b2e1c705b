create or replace function public.labor_cost_report(start_date_param date, end_date_param date, group_by_param text, then_by_param text default null::text) returns table(group_key text, label text, detail text, then_key text, then_label text, minutes bigint, straight_cents bigint, premium_cents bigint, other_cents bigint, total_cents bigint, unrated_minutes bigint)
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
  first_day integer;
begin
  if not coalesce(group_by_param in ('employee', 'project', 'cost_code', 'classification', 'day', 'week', 'month'), false)
    or then_by_param not in ('employee', 'project', 'cost_code', 'classification', 'day', 'week', 'month') or then_by_param = group_by_param then
    raise exception using errcode = 'P0001', hint = 'unknown_cost_grouping',
      message = 'Group the cost by one or two of employee, project, cost code, classification, day, week and month.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  select c.week_start into first_day from public.companies c where c.id = me.company_id;
  return query
    with summed as (
      select private.pay_line_key(group_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day, s.newest_id) as key,
        private.pay_line_key(then_by_param, l.employee_id, l.project_id, l.cost_code_id, l.work_date, first_day, s.newest_id) as second_key,
        sum(l.minutes) filter (where l.pay_code in ('REG', 'OT', 'DT')) as worked,
        sum(l.straight_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as straight,
        sum(l.premium_cents) filter (where l.pay_code in ('REG', 'OT', 'DT')) as premium,
        sum(l.total_cents) filter (where l.pay_code not in ('REG', 'OT', 'DT')) as other,
        sum(l.total_cents) as total,
        sum(l.minutes) filter (where l.total_cents is null) as unrated
      from private.payroll_lines_between(me.company_id, start_date_param, end_date_param, null, null) l
      left join private.class_series(me.company_id) s on s.id = l.classification_id
      where not private.is_reimbursement_code(l.pay_code)
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
comment on function public.labor_cost_report(date,date,text,text) is 'Managers and owners: what up to 400 days cost as payroll pays them, by one or two of employee, project, cost_code, classification, day, week, month. Hours without a rate are told apart.';
grant execute on function public.labor_cost_report(date,date,text,text) to authenticated;

create or replace function private.labor_cost_to_now(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language sql set search_path = '' as $$
  with running as (
    select l.sign, r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(b.percent, 0) as percent,
      coalesce(sum(l.minutes) filter (where l.total_cents is null), 0) as unpriced
    from private.running_pay(company_id_param, project_id_param) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join lateral private.burden_of(company_id_param, l.employee_id, l.work_date) as b (percent) on true
    where l.project_id = project_id_param
    group by l.sign, l.employee_id, l.week_start, r.root, b.percent
  )
  select c.root, sum(c.amount), sum(c.unpriced)::bigint
  from (
    select l.cost_code_id as root, l.amount, l.unpriced_minutes as unpriced from private.labor_cost(company_id_param, project_id_param) l
    union all
    -- Burden is rounded once per person, week and code, as in private.labor_cost.
    select r.root, r.sign * (r.cents + floor(r.cents * r.percent / 100 + 0.5)) / 100, r.sign * r.unpriced from running r
  ) c
  group by c.root;
$$;
comment on function private.labor_cost_to_now(uuid,uuid) is 'As private.labor_cost, with running clocks up to now, as the hours of a project are.';

create or replace function private.labor_cost(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql set search_path = '' set plan_cache_mode = 'auto' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  week date := private.week_of(current_date, week_start);
  workers uuid[] := private.labor_workers(company_id_param, project_id_param, week - 7, week);
  missing uuid[];
  locked_dates datemultirange;
  first_week date;
  last_week date;
begin
  -- This week and the last one change all day, and are asked about for those who worked here in them.
  if cardinality(workers) > 0 then
    missing := private.fill_pay(company_id_param, week - 7, week, workers);
  end if;
  return query select * from private.labor_cost_cached(company_id_param, project_id_param, missing is not null);
  if found or missing is not null then
    return;
  end if;
  -- There is nothing, or other weeks are missing: from the first of them on.
  locked_dates := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  select private.week_of(min(d.first_date) - 1, week_start), private.week_of(max(d.last_date) + 1, week_start) into first_week, last_week
  from (
    select min(k.work_date) as first_date, max(k.work_date) as last_date
      from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
    union all
    select min(i.work_date), max(i.work_date)
      from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
  ) d;
  first_week := (
    select min(m.week) from private.pay_weeks_missing(company_id_param, first_week, last_week, null) m
    where locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7));
  if first_week is not null then
    perform private.fill_pay(company_id_param, first_week, last_week, private.labor_workers(company_id_param, project_id_param, first_week, last_week));
    return query select * from private.labor_cost_cached(company_id_param, project_id_param, true);
  end if;
end $$;
comment on function private.labor_cost(uuid,uuid) is 'What the labor of a project costs by code: its pay lines, as frozen or as of now, with burden; and the minutes nobody knows a rate of.';

create or replace function private.labor_workers(company_id_param uuid, project_id_param uuid, first_week_param date, last_week_param date) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select k.employee_id from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and k.work_date between first_week_param - 1 and last_week_param + 7
    union
    select i.employee_id from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and i.work_date between first_week_param - 1 and last_week_param + 7);
$$;
comment on function private.labor_workers(uuid,uuid,date,date) is 'Who worked on a project, or was paid something for it, in some weeks.';

create or replace function private.labor_cost_cached(company_id_param uuid, project_id_param uuid, compute_param boolean) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
language plpgsql stable set search_path = '' as $$
declare
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  -- Days on which a percentage may change; between two of them lies a stretch in which none does.
  burden_dates date[] := (select array_agg(distinct b.effective_from) from public.burden_rates b where b.company_id = company_id_param);
  percents numeric[] := (select array_agg(coalesce(b.percent, 0) order by d.date)
    from unnest(burden_dates) as d (date) left join lateral private.burden_of(company_id_param, null, d.date) as b (percent) on true);
  first_date date := least(
    (select min(k.work_date) from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> k.work_date)),
    (select min(i.work_date) from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> i.work_date))) - 1;
  last_date date := greatest(
    (select max(k.work_date) from public.work_totals k where k.company_id = company_id_param and k.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> k.work_date)),
    (select max(i.work_date) from public.pay_items i where i.company_id = company_id_param and i.project_id = project_id_param
      and (locked_dates is null or not locked_dates @> i.work_date))) + 1;
  last_week date := private.week_of(last_date, week_start);
  from_week date := greatest(private.week_of(first_date, week_start), private.week_of(current_date, week_start) - 7);
  -- What is repaid stands beside labor (private.expense_cost) and has no burden.
  repaid uuid[] := array(select i.id from public.pay_items i
    where i.company_id = company_id_param and i.project_id = project_id_param and private.is_reimbursement_code(i.pay_code));
  notes private.pay_weeks_outdated[] := array(select o from private.pay_weeks_outdated o where o.company_id = company_id_param);
  missing uuid[];
begin
  from_week := least(from_week, (
    select min(m.week) from private.pay_weeks_missing(company_id_param, private.week_of(first_date, week_start), least(last_week, from_week - 7), null) m
    where locked_dates is null or not locked_dates @> daterange(m.week, m.week + 7)));
  missing := (
    select array_agg(distinct m.employee_id)
    from private.pay_weeks_missing(company_id_param, from_week, last_week, private.labor_workers(company_id_param, project_id_param, from_week, last_week)) m);
  if missing is not null and not compute_param then
    return;
  end if;
  return query
  with outdated as materialized (
    select o.employee_id, o.dates from private.outdated_pay(company_id_param, notes) o where notes <> '{}'
  ), lines as not materialized (
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from public.payroll_lines l where l.company_id = company_id_param and l.project_id = project_id_param
       and (l.pay_item_id is null or l.pay_item_id <> all (repaid))
    union all
    select p.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.straight_cents + l.premium_cents
      from private.pay_lines p
      left join outdated o on o.employee_id = p.employee_id and o.dates && daterange(p.week, p.week + 7)
      cross join lateral unnest(p.lines) l
     where p.company_id = company_id_param and p.project_id = project_id_param and p.week between first_date - 6 and last_date
       and (locked_dates is null or not locked_dates @> l.work_date) and (l.pay_item_id is null or l.pay_item_id <> all (repaid))
       and (missing is null or p.week not between from_week and last_week or not p.employee_id = any (missing))
       -- Lines of somebody whose work left the project while somebody filled.
       and o.employee_id is null
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.payroll_lines_computed(company_id_param, from_week, last_week + 6, missing, null) l
     where missing is not null and l.project_id = project_id_param and (locked_dates is null or not locked_dates @> l.work_date)
       and (l.pay_item_id is null or l.pay_item_id <> all (repaid))
  ), special as materialized (
    -- Most people have the percentage of the company.
    select e.id as employee_id, s.stretch, b.percent
    from public.employees e
    cross join generate_subscripts(burden_dates, 1) s (stretch)
    cross join lateral private.burden_of(company_id_param, e.id, burden_dates[s.stretch]) as b (percent)
    where e.company_id = company_id_param and exists (
      select from public.burden_rates r where r.company_id = company_id_param
        and (r.employee_id = e.id or lower(btrim(r.trade)) = lower(btrim(e.job_title))))
  ), weeks as (
    -- Burden is rounded once per person, week and code.
    select r.root, coalesce(sum(l.total_cents), 0) as cents, coalesce(p.percent, percents[l.stretch], 0) as percent,
      sum(l.minutes) filter (where l.total_cents is null) as unpriced
    from (select k.*, width_bucket(k.work_date, burden_dates) as stretch from lines k where burden_dates is not null) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
    left join special p on p.employee_id = l.employee_id and p.stretch = l.stretch
    group by l.employee_id, l.week_start, r.root, 3
    union all
    -- Without burden nothing is rounded, and people and weeks need not be told apart.
    select r.root, coalesce(l.cents, 0), 0, l.unpriced
    from (
      select k.cost_code_id, sum(k.total_cents) as cents, sum(k.minutes) filter (where k.total_cents is null) as unpriced
      from lines k where burden_dates is null group by k.cost_code_id
    ) l
    left join private.cost_code_roots(company_id_param) r on r.id = l.cost_code_id
  )
  select w.root, sum(w.cents + floor(w.cents * w.percent / 100 + 0.5)) / 100, coalesce(sum(w.unpriced), 0)::bigint
  from weeks w group by w.root;
end $$;
comment on function private.labor_cost_cached(uuid,uuid,boolean) is 'As private.labor_cost, from cached lines alone: nothing while pay of the project is missing, or with compute_param computed for this answer.';
