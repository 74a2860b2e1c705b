-- As it is cached: what is never null first, which is found fastest.
create type private.pay_line as (
  work_date date,
  week_start date,
  minutes integer,
  multiplier integer,
  rules integer,
  paid_break_minutes integer,
  first_minute integer,
  flsa_premium_cents bigint,
  pay_code text,
  straight_cents bigint,
  premium_cents bigint,
  rate_e4 integer,
  threshold integer,
  cost_code_id uuid,
  pay_item_id uuid,
  rule_minutes jsonb,
  classification_id uuid,
  rate_reason text
);

-- As it is read. Where rule_minutes is null, one rule with one threshold is behind all minutes of the line.
create type private.computed_line as (
  employee_id uuid,
  week date,
  work_date date,
  week_start date,
  project_id uuid,
  cost_code_id uuid,
  rate numeric,
  multiplier numeric,
  pay_code text,
  minutes integer,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  flsa_premium_cents bigint,
  rule text,
  paid_break_minutes integer,
  first_minute integer,
  pay_item_id uuid,
  threshold integer,
  rule_minutes jsonb,
  classification_id uuid,
  rate_reason text
);

create or replace function private.payroll_rule_list(rules_param integer) returns text
language sql immutable parallel safe
return (select string_agg(names.name, '+'::text order by names."bit") as string_agg from unnest(array['regular'::text, 'weekly'::text, 'consecutive'::text, 'daily'::text, 'seventh_day'::text, 'day_of_week'::text, 'holiday'::text, 'flsa_floor'::text, 'meal_premium'::text, 'rest_premium'::text, 'pay_item'::text, 'adjustment'::text, 'cwhssa'::text, 'determination_daily'::text, 'determination_day'::text, 'fringe_cash'::text]) with ordinality names(name, "bit") where ((payroll_rule_list.rules_param & (1 << ((names."bit")::integer - 1))) <> 0));

create or replace function private.payroll_rule_names(rules_param integer) returns text
language sql immutable parallel safe
return case rules_param when 1 then 'regular'::text when 2 then 'weekly'::text when 4 then 'consecutive'::text when 8 then 'daily'::text when 16 then 'seventh_day'::text when 32 then 'day_of_week'::text when 64 then 'holiday'::text when 128 then 'flsa_floor'::text when 256 then 'meal_premium'::text when 512 then 'rest_premium'::text when 1024 then 'pay_item'::text when 2048 then 'adjustment'::text when 4096 then 'cwhssa'::text when 8192 then 'determination_daily'::text when 16384 then 'determination_day'::text when 32768 then 'fringe_cash'::text else private.payroll_rule_list(rules_param) end;
comment on function private.payroll_rule_names(integer) is 'Names of the rules in a bit mask, as shown in payroll_lines.rule.';

create table private.pay_lines (
  company_id uuid not null,
  employee_id uuid not null,
  week date not null,
  project_id uuid,
  unpriced boolean not null,
  lines private.pay_line[] not null
) with (toast_tuple_target=8160);
select private.refuse_non_finite('private.pay_lines');
create index pay_lines_by_employee on private.pay_lines (company_id, employee_id, week);
create index pay_lines_by_project on private.pay_lines (company_id, project_id, week) where project_id is not null;
create index pay_lines_unpriced on private.pay_lines (company_id, week) where unpriced;
comment on table private.pay_lines is 'Pay as today''s time, rates and rules give it, a row for each person, week and project. Filled by private.fill_pay(), deleted by triggers.';
comment on column private.pay_lines.unpriced is 'Whether the amount of one of the lines is not known.';
alter table private.pay_lines enable row level security;

create or replace function private.lines_of(employee_id_param uuid, week_param date, project_id_param uuid, lines_param private.pay_line[]) returns setof private.computed_line
language sql stable parallel safe rows 10 as $$
  select employee_id_param, week_param, l.work_date, l.week_start, project_id_param, l.cost_code_id, (l.rate_e4 * 0.0001)::numeric(10, 4),
    l.multiplier * 0.01, l.pay_code, l.minutes, l.straight_cents, l.premium_cents, l.straight_cents + l.premium_cents, l.flsa_premium_cents,
    private.payroll_rule_names(l.rules), l.paid_break_minutes, l.first_minute, l.pay_item_id, l.threshold, l.rule_minutes, l.classification_id, l.rate_reason
  from unnest(lines_param) l;
$$;
comment on function private.lines_of(uuid,date,uuid,private.pay_line[]) is 'The lines of a row of private.pay_lines. No search_path is set, so that it is inlined.';

create or replace function private.line_rules(pay_code_param text, rule_param text, threshold_param integer, minutes_param integer, rule_minutes_param jsonb) returns jsonb
language sql stable parallel safe as $$
  select case when rule_minutes_param is not null or pay_code_param not in ('REG', 'OT', 'DT') then rule_minutes_param
    else jsonb_build_array(jsonb_build_object('rule', rule_param, 'threshold_minutes', threshold_param, 'minutes', minutes_param)) end;
$$;
comment on function private.line_rules(text,text,integer,integer,jsonb) is 'The rules behind the minutes of a line, as public.payroll_lines.rules has them.';

create or replace function private.pay_line_key(grouping_param text, employee_id_param uuid, project_id_param uuid, cost_code_id_param uuid, work_date_param date, week_start_param integer, classification_id_param uuid) returns text
language sql immutable parallel safe
return case grouping_param when 'employee'::text then (employee_id_param)::text when 'project'::text then (project_id_param)::text when 'cost_code'::text then (cost_code_id_param)::text when 'classification'::text then (classification_id_param)::text when 'day'::text then (work_date_param)::text when 'week'::text then (private.week_of(work_date_param, week_start_param))::text when 'month'::text then ((date_trunc('month'::text, (work_date_param)::timestamp without time zone))::date)::text else null::text end;
comment on function private.pay_line_key(text,uuid,uuid,uuid,date,integer,uuid) is 'Key of a line of pay in a grouping of hours_report; lines of pay know no equipment.';

create or replace function private.cache_past_pay(limit_param interval default '00:00:05'::interval) returns bigint
language sql set search_path = '' as $$
  select private.for_each_company(array_agg(c.id), format('select private.cache_past_pay($1, %L::interval)', limit_param), limit_param) from public.companies c;
$$;
comment on function private.cache_past_pay(interval) is 'Computes and caches pay of past weeks that nobody has asked for yet, for as long as it is told; returns of how many weeks of how many people.';

create or replace function private.cache_past_pay(company_id_param uuid, limit_param interval) returns bigint
language plpgsql set search_path = '' as $$
declare
  last_moment constant timestamptz := clock_timestamp() + limit_param;
  part record;
  part_before record;
  cached bigint := 0;
begin
  loop
    exit when clock_timestamp() > last_moment;
    -- The newest first, as much as a second or two computes.
    select min(w.week) as first_week, max(w.week) as last_week, sum(w.missing) as missing into part
    from (
      select m.week, m.missing, sum(m.missing) over newest_first - m.missing as newer, max(m.week) over newest_first as newest
      from private.past_pay_weeks_missing(company_id_param) m window newest_first as (order by m.week desc)
    ) w
    where w.newer < 2000 and w.week > w.newest - 182;
    exit when part.first_week is null or part = part_before;
    -- Somebody writes: a minute later it will go.
    exit when private.fill_pay(company_id_param, part.first_week, part.last_week, null) is not null;
    cached := cached + part.missing;
    part_before := part;
  end loop;
  return cached;
end $$;
select cron.schedule('cache-past-pay', '* * * * *', 'select private.cache_past_pay()');

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
    -- Weeks that became outdated since keep their lines, or they would be stored twice.
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
    insert into private.pay_lines (company_id, employee_id, week, project_id, unpriced, lines)
    select company_id_param, l.employee_id, l.week, l.project_id, l.unpriced, l.lines from range r
    cross join lateral private.payroll_computed(company_id_param, r.first_week, r.last_date,
      case when employee_ids_param is not null or cardinality(r.people) < 50 then r.people end, null) l
    join gone g on g.employee_id = l.employee_id and g.week = l.week
    where r.people is not null;
    missing := null;
  end if;
  return missing;
end $$;
comment on function private.fill_pay(uuid,date,date,uuid[]) is 'Computes and caches the missing lines of a range. Returns whose lines could not be cached, because somebody writes or the transaction only reads.';
