-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.pay_lines (
  company_id uuid not null,
  employee_id uuid not null,
  week date not null,
  work_date date not null,
  week_start date not null,
  project_id uuid,
  cost_code_id uuid,
  rate numeric(10,4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  flsa_premium_cents bigint not null,
  rule text not null,
  paid_break_minutes integer not null,
  first_minute integer not null,
  pay_item_id uuid,
  rules jsonb,
  constraint finite_multiplier check (multiplier > '-Infinity'::numeric and multiplier < 'Infinity'::numeric),
  constraint finite_rate check (rate > '-Infinity'::numeric and rate < 'Infinity'::numeric),
  constraint finite_week check (isfinite(week)),
  constraint finite_week_start check (isfinite(week_start)),
  constraint finite_work_date check (isfinite(work_date))
);
create index pay_lines_by_employee on private.pay_lines using btree (company_id, employee_id, week);
create index pay_lines_by_project on private.pay_lines using btree (company_id, project_id, week) where project_id is not null;
comment on table private.pay_lines is 'Pay as today''s time, rates and rules give it. Filled by private.payroll_lines_now(), deleted by triggers.';
alter table private.pay_lines enable row level security;

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
comment on function private.fill_pay(uuid,date,date,uuid[]) is 'Computes and keeps the missing lines of a range. Returns whose lines could not be kept, because somebody writes or the transaction only reads.';

create or replace function private.keep_past_pay(limit_param interval default '00:00:05'::interval) returns bigint
language plpgsql set search_path = '' as $$
declare
  last_moment timestamptz := clock_timestamp() + limit_param;
  company uuid;
  part record;
  part_before record;
  kept bigint := 0;
begin
  for company in select c.id from public.companies c order by c.id loop
    part_before := null;
    loop
      if clock_timestamp() > last_moment then return kept; end if;
      -- The newest first, as much as a second or two computes.
      select min(w.week) as first_week, max(w.week) as last_week, sum(w.missing) as missing into part
      from (
        select m.week, m.missing, sum(m.missing) over newest_first - m.missing as newer, max(m.week) over newest_first as newest
        from private.past_pay_weeks_missing(company) m window newest_first as (order by m.week desc)
      ) w
      where w.newer < 2000 and w.week > w.newest - 182;
      exit when part.first_week is null or part = part_before;
      -- Somebody writes: a minute later it will go.
      exit when private.fill_pay(company, part.first_week, part.last_week, null) is not null;
      kept := kept + part.missing;
      part_before := part;
    end loop;
  end loop;
  return kept;
end $$;
comment on function private.keep_past_pay(interval) is 'Computes and keeps pay of past weeks that nobody has asked for yet, for as long as it is told; returns of how many weeks of how many people.';

create or replace function private.pay_line_key(grouping_param text, employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, work_date_param date, week_start_param integer) returns text
language sql immutable parallel safe
return case grouping_param when 'employee'::text then (employee_id_param)::text when 'project'::text then (project_id_param)::text when 'cost_code'::text then (cost_code_id_param)::text when 'day'::text then (work_date_param)::text when 'week'::text then ((work_date_param - ((((extract(dow from work_date_param))::integer - week_start_param) + 7) % 7)))::text when 'month'::text then ((date_trunc('month'::text, (work_date_param)::timestamp without time zone))::date)::text else null::text end;
comment on function private.pay_line_key(text,uuid,uuid,uuid,date,integer) is 'Key of a line of pay in a grouping of hours_report; lines of pay know no equipment.';
