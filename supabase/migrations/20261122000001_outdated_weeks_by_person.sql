-- Whoever changes time while somebody keeps pay leaves a note of the weeks that are outdated. An import leaves tens of
-- thousands, one for each entry, and every note was held against every kept week and line: the job that keeps pay of past
-- weeks took minutes instead of seconds, during which the import left more notes. They are put together for each person
-- first, which leaves as many to look at as there are people.

create function private.outdated_pay(company_id_param uuid, notes_param private.pay_weeks_outdated[]) returns table(employee_id uuid, dates datemultirange)
language sql stable set search_path = '' as $$
  with notes as (
    select n.employee_id, range_agg(daterange(least(n.first_date, n.last_date), greatest(n.first_date, n.last_date), '[]')) as dates
    from unnest(notes_param) n group by n.employee_id
  )
  select e.id, coalesce(o.dates, '{}') + coalesce(a.dates, '{}')
  from public.employees e
  left join notes o on o.employee_id = e.id
  left join notes a on a.employee_id is null
  where e.company_id = company_id_param and (o.dates is not null or a.dates is not null);
$$;
comment on function private.outdated_pay(uuid, private.pay_weeks_outdated[]) is
  'The dates that notes call outdated, once for each person they are about; a note about nobody in particular is about everybody.';
revoke execute on function private.outdated_pay(uuid, private.pay_weeks_outdated[]) from public, anon, authenticated;

create or replace function private.fill_pay(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' set jit = 'off' as $$
declare
  week_start integer := (select c.week_start from public.companies c where c.id = company_id_param);
  first_week date := private.week_of(first_date_param, week_start);
  last_week date := private.week_of(last_date_param, week_start);
  missing uuid[];
begin
  select array_agg(distinct m.employee_id) into missing
  from private.pay_weeks_missing(company_id_param, first_week, last_week, employee_ids_param) m;

  if missing is not null and current_setting('transaction_read_only') = 'off' and private.pay_lock(company_id_param, true) then
    -- What is outdated is taken and forgotten by one statement: a change that commits after it keeps its row
    -- for the next who fills, one that commits before it is not deleted unread.
    with taken as (
      delete from private.pay_weeks_outdated o where o.company_id = company_id_param returning o
    ), outdated as materialized (
      select o.employee_id, o.dates from private.outdated_pay(company_id_param, array(select t.o from taken t)) o
    ), lines_gone as (
      delete from private.pay_lines l using outdated o
      where l.company_id = company_id_param and l.employee_id = o.employee_id and o.dates && daterange(l.week, l.week + 7)
    )
    delete from private.pay_weeks k using outdated o
    where k.company_id = company_id_param and k.employee_id = o.employee_id and o.dates && daterange(k.week, k.week + 7);
    -- Weeks that became outdated since keep their lines, or they would be kept twice.
    with gone as materialized (
      select e.id as employee_id, w.week
      from public.employees e
      cross join (select first_week + 7 * i as week from generate_series(0, (last_week - first_week) / 7) i) w
      where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
        and not exists (select from private.pay_weeks k
          where k.company_id = company_id_param and k.week = w.week and k.employee_id = e.id)
    ), marked as (
      insert into private.pay_weeks (company_id, week, employee_id)
      select company_id_param, g.week, g.employee_id from gone g on conflict do nothing
    ), range as (
      select min(g.week) as first_week, max(g.week) + 6 as last_date, array_agg(distinct g.employee_id) as people from gone g
    )
    insert into private.pay_lines
    select l.* from range r
    cross join lateral private.payroll_lines_computed(company_id_param, r.first_week, r.last_date,
      case when employee_ids_param is not null or cardinality(r.people) < 50 then r.people end, null) l
    join gone g on g.employee_id = l.employee_id and g.week = l.week
    where r.people is not null;
    missing := null;
  end if;
  return missing;
end $$;

create or replace function private.pay_weeks_missing(company_id_param uuid, first_week_param date, last_week_param date, employee_ids_param uuid[]) returns table(employee_id uuid, week date)
language plpgsql stable set search_path = '' as $$
declare
  weeks integer := (last_week_param - first_week_param) / 7 + 1;
  -- Of some people all weeks are counted at once, of everybody those that the job keeps: this week's is missing for somebody all day.
  past_weeks integer := case when employee_ids_param is not null then weeks when first_week_param > current_date - 14 then 0
    else least(weeks, (current_date - 14 - first_week_param) / 7 + 1) end;
  first_week date := first_week_param;
  last_past_week date := first_week_param + 7 * (past_weeks - 1);
  notes private.pay_weeks_outdated[] := array(select o from private.pay_weeks_outdated o where o.company_id = company_id_param);
  people_asked bigint;
  kept bigint;
begin
  if employee_ids_param is null then
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param);
    kept := (select count(*) from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week_param and last_past_week);
  else
    people_asked := (select count(*) from public.employees e where e.company_id = company_id_param and e.id = any (employee_ids_param));
    kept := (select count(*) from private.pay_weeks k where k.company_id = company_id_param and k.employee_id = any (employee_ids_param)
      and k.week between first_week_param and last_past_week);
  end if;
  -- Mostly none of them is missing: there are as many rows as there are people and weeks.
  if kept = people_asked * past_weeks and not exists (
      select from private.pay_weeks_outdated o where o.company_id = company_id_param and o.first_date <= last_past_week + 6) then
    first_week := first_week_param + 7 * past_weeks;
  end if;
  if first_week > last_week_param then
    return;
  end if;
  return query
  with asked as materialized (
    select e.id from public.employees e
    where e.company_id = company_id_param and (employee_ids_param is null or e.id = any (employee_ids_param))
  ), outdated as materialized (
    select o.employee_id, o.dates from private.outdated_pay(company_id_param, notes) o where notes <> '{}'
  ), short as materialized (
    select w.week
    from (select first_week + 7 * i as week from generate_series(0, (last_week_param - first_week) / 7) i) w
    left join (
      select k.week, count(*) as people from private.pay_weeks k
      where k.company_id = company_id_param and k.week between first_week and last_week_param
        and (employee_ids_param is null or k.employee_id = any (employee_ids_param))
      group by k.week
    ) k on k.week = w.week
    where coalesce(k.people, 0) < people_asked
      or exists (select from outdated o where o.dates && daterange(w.week, w.week + 7))
  )
  select a.id, s.week
  from short s
  cross join asked a
  left join private.pay_weeks k on k.company_id = company_id_param and k.week = s.week and k.employee_id = a.id
    and k.week between first_week and last_week_param
  left join outdated o on o.employee_id = a.id
  where k.employee_id is null or o.dates && daterange(s.week, s.week + 7);
end $$;

create or replace function private.past_pay_weeks_missing(company_id_param uuid) returns table(week date, missing bigint)
language sql stable set search_path = '' as $$
  with company as materialized (
    select c.week_start,
      (select range_agg(daterange(least(o.first_date, o.last_date), greatest(o.first_date, o.last_date), '[]'))
        from private.pay_weeks_outdated o where o.company_id = c.id) as outdated,
      (select count(*) from public.employees e where e.company_id = c.id) as people,
      (select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
        where p.company_id = c.id and p.status = 'locked') as locked_dates,
      -- A policy with another zone may count the first day's work to the day before.
      private.week_of((select min(k.work_date) - 1 from public.work_totals k where k.company_id = c.id), c.week_start) as first_week,
      private.week_of(current_date, c.week_start) - 14 as last_week
    from public.companies c where c.id = company_id_param
  ), kept as (
    select k.week, count(*) as people from private.pay_weeks k where k.company_id = company_id_param group by k.week
  ), weeks as (
    select w.week, case when c.outdated && daterange(w.week, w.week + 7) then c.people else c.people - coalesce(k.people, 0) end as missing
    from company c
    cross join lateral (select c.first_week + 7 * i as week from generate_series(0, (c.last_week - c.first_week) / 7) i) w
    left join kept k on k.week = w.week
    where c.locked_dates is null or not c.locked_dates @> daterange(w.week, w.week + 7)
  )
  select w.week, w.missing from weeks w where w.missing > 0;
$$;

create or replace function private.labor_cost_kept(company_id_param uuid, project_id_param uuid, compute_param boolean) returns table (cost_code_id uuid, amount numeric, unpriced_minutes bigint)
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
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.pay_lines l
      left join outdated o on o.employee_id = l.employee_id and o.dates && daterange(l.week, l.week + 7)
     where l.company_id = company_id_param and l.project_id = project_id_param and l.week between first_date - 6 and last_date
       and (locked_dates is null or not locked_dates @> l.work_date)
       and (missing is null or l.week not between from_week and last_week or not l.employee_id = any (missing))
       -- Lines of somebody whose work left the project while somebody filled.
       and o.employee_id is null
    union all
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.minutes, l.total_cents
      from private.payroll_lines_computed(company_id_param, from_week, last_week + 6, missing, null) l
     where missing is not null and l.project_id = project_id_param and (locked_dates is null or not locked_dates @> l.work_date)
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
