create table private.pay_weeks (
  company_id uuid not null,
  week date not null,
  employee_id uuid not null,
  constraint pay_weeks_pkey primary key (company_id, week, employee_id),
  constraint pay_weeks_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.pay_weeks');
create index pay_weeks_by_employee on private.pay_weeks (company_id, employee_id, week);
comment on table private.pay_weeks is 'Which weeks of whom are in private.pay_lines, those without a line included.';
alter table private.pay_weeks enable row level security;

create table private.pay_weeks_outdated (
  company_id uuid not null,
  employee_id uuid,
  first_date date not null,
  last_date date not null,
  constraint pay_weeks_outdated_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.pay_weeks_outdated');
create index pay_weeks_outdated_by_company on private.pay_weeks_outdated (company_id);
comment on table private.pay_weeks_outdated is 'Changes made while somebody was filling: what they concern does not hold, whatever is cached. employee_id null: everyone. Emptied by the next who fills.';
alter table private.pay_weeks_outdated enable row level security;

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
comment on function private.pay_weeks_missing(uuid,date,date,uuid[]) is 'Weeks in a range whose pay is not cached, or cached from before a change, and whose they are.';

create or replace function private.outdated_pay(company_id_param uuid, notes_param private.pay_weeks_outdated[]) returns table(employee_id uuid, dates datemultirange)
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
comment on function private.outdated_pay(uuid,private.pay_weeks_outdated[]) is 'The dates that notes call outdated, once for each person they are about; a note about nobody in particular is about everybody.';

create or replace function private.invalidate_pay_of_work(company_id_param uuid, employee_id_param uuid, from_param timestamptz, to_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company record;
  first_date date;
  last_date date;
  begins timestamptz;
  ends timestamptz;
  margin interval;
begin
  select c.time_zone, c.week_start, private.has_site_zones(c.id) as has_site_zones into company
    from public.companies c where c.id = company_id_param;
  -- At a site in another zone the same work may belong to the day before or after.
  margin := case when company.has_site_zones then interval '26 hours' else interval '1 hour' end;
  first_date := ((from_param - margin) at time zone company.time_zone)::date;
  last_date := ((to_param + margin) at time zone company.time_zone)::date;
  begins := private.week_of(first_date, company.week_start)::timestamp at time zone company.time_zone;
  ends := (private.week_of(last_date, company.week_start) + 7)::timestamp at time zone company.time_zone;
  if from_param < begins + interval '4 days' then
    if exists (select from public.time_entries t
        where t.company_id = company_id_param and t.employee_id = employee_id_param
          and t.clock_in >= begins - interval '4 days' and t.clock_in < begins + margin and t.clock_out > begins - interval '1 day') then
      first_date := private.week_of(first_date, company.week_start) - 1;
    end if;
  end if;
  if to_param > ends - interval '4 days' then
    if exists (select from public.time_entries t
        where t.company_id = company_id_param and t.employee_id = employee_id_param
          and t.clock_in >= ends - interval '4 days' and t.clock_in < ends + interval '1 day' and t.clock_out > ends - margin) then
      last_date := private.week_of(last_date, company.week_start) + 7;
    end if;
  end if;
  perform private.invalidate_pay(company_id_param, employee_id_param, first_date, last_date);
end $$;

create or replace function private.invalidate_pay(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  week_start integer;
  reach integer;
  first_week date;
  last_week date;
begin
  -- A policy with another day or hour for its week has weeks that reach into the next of the company's.
  select c.week_start, case when exists (
      select from public.overtime_policies p
      where p.company_id = company_id_param and (p.policy ->> 'workweek_start_dow' is not null
        or coalesce(p.policy ->> 'workday_start', '00:00') <> '00:00')) then 7 else 0 end
    into week_start, reach from public.companies c where c.id = company_id_param;
  first_week := case when isfinite(first_date_param) then private.week_of(first_date_param, week_start) - reach else first_date_param end;
  last_week := case when isfinite(last_date_param) then private.week_of(last_date_param, week_start) + reach else last_date_param end;
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
comment on function private.invalidate_pay(uuid,uuid,date,date) is 'Deletes the cached lines of these weeks; employee null is everyone.';

create or replace function private.pay_lock(company_id_param uuid, alone_param boolean) returns boolean
language sql
return current_setting('transaction_isolation') = 'read committed'
    and case when alone_param then pg_try_advisory_xact_lock(hashtextextended('pay:' || company_id_param::text, 0))
      else pg_try_advisory_xact_lock_shared(hashtextextended('pay:' || company_id_param::text, 0)) end;

create or replace function private.rule_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.invalidate_pay(old.company_id, old.employee_id, old.effective_from, 'infinity');
  end if;
  if tg_op <> 'DELETE' then
    perform private.invalidate_pay(new.company_id, new.employee_id, new.effective_from, 'infinity');
  end if;
  return null;
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
comment on function private.past_pay_weeks_missing(uuid) is 'Weeks before the last one whose pay is not cached and not locked, and of how many people.';
