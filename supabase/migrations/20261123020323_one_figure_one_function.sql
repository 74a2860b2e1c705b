-- Figures that disagreed: what running clocks cost, codes outside the budget, time off to come, two forecasts.

create function private.running_pay(company_id_param uuid, project_id_param uuid default null)
returns table(employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, minutes integer, total_cents bigint, sign integer)
language plpgsql set search_path = '' as $$
declare
  -- Clocks nobody stopped for weeks are a mistake to fix, not a cost.
  first_date date := (select min(t.work_date) from public.time_entries t
    where t.company_id = company_id_param and t.clock_out is null and t.work_date > private.company_today(company_id_param) - 35) - 6;
  last_date date := private.company_today(company_id_param) + 6;
  people uuid[] := array(
    select distinct t.employee_id from public.time_entries t
    where t.company_id = company_id_param and t.clock_out is null and t.work_date > first_date
      and (project_id_param is null or exists (select from public.time_entries o where o.company_id = company_id_param
        and o.employee_id = t.employee_id and o.project_id = project_id_param and o.work_date >= first_date)));
  locked_dates datemultirange := (
    select range_agg(daterange(p.start_date, p.end_date, '[]')) from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked');
begin
  if cardinality(people) = 0 then
    return;
  end if;
  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.minutes, l.total_cents, 1
  from private.payroll_lines_computed(company_id_param, first_date, last_date, people, clock_timestamp()) l
  where locked_dates is null or not locked_dates @> l.work_date
  union all
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.minutes, l.total_cents, -1
  from private.payroll_lines_now(company_id_param, first_date, last_date, people) l
  where locked_dates is null or not locked_dates @> l.work_date;
end $$;
comment on function private.running_pay(uuid,uuid) is 'What running clocks up to now add to pay: the lines of those on the clock as they would be (sign 1) and as they are kept without it (sign -1), of all or of who worked on a project.';

create function private.labor_cost_to_now(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, amount numeric, unpriced_minutes bigint)
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

create or replace function public.budget_report(project_id_param uuid) returns table(cost_code_id uuid, code text, name text, code_group text, unit text, budgeted boolean, budget_hours numeric, actual_hours numeric, percent_used numeric, percent_complete numeric, earned_hours numeric, variance_hours numeric, forecast_hours numeric, budget_amount numeric, actual_amount numeric, budget_quantity numeric, actual_quantity numeric, productivity_factor numeric, unpriced_hours numeric, equipment_budget_amount numeric, equipment_amount numeric)
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_project(project_id_param, true);
  manages boolean := me.role in ('owner', 'manager');
begin
  return query
  with roots as materialized (
    select * from private.cost_code_roots(me.company_id)
  ), labor as materialized (
    select * from private.labor_cost_to_now(me.company_id, project_id_param) where manages
  ), machines as materialized (
    select * from private.machine_cost(me.company_id, project_id_param) where manages
  ), planned as materialized (
    select r.root, sum(l.equipment_amount) as amount
      from private.current_budget_lines l join roots r on r.id = l.cost_code_id
     where manages and l.company_id = me.company_id and l.project_id = project_id_param group by r.root
  ), figures as materialized (
    select * from private.budget_figures(me.company_id, array[project_id_param])
  ), codes as (
    select f.cost_code_id as id from figures f union select l.cost_code_id from labor l union select m.cost_code_id from machines m
  )
  select c.id, k.code, k.name, k.code_group, f.unit, coalesce(f.budgeted, false), coalesce(f.budget_hours, 0),
    coalesce(f.actual_hours, 0), f.percent_used, f.percent_complete, f.earned_hours, f.variance_hours, f.forecast_hours,
    case when manages then f.budget_amount end, case when manages then coalesce(l.amount, 0) end,
    f.budget_quantity, coalesce(f.actual_quantity, 0), f.productivity_factor, case when manages then coalesce(l.unpriced_minutes, 0) / 60.0 end,
    p.amount, case when manages then coalesce(m.amount, 0) end
  from codes c
  left join figures f on coalesce(f.cost_code_id::text, '') = coalesce(c.id::text, '')
  left join labor l on coalesce(l.cost_code_id::text, '') = coalesce(c.id::text, '')
  left join machines m on coalesce(m.cost_code_id::text, '') = coalesce(c.id::text, '')
  left join planned p on p.root = c.id
  left join public.cost_codes k on k.company_id = me.company_id and k.id = c.id
  order by k.code_group collate "C" nulls last, k.code collate "C" nulls last;
end $$;

create or replace function private.find_budget_alerts(company_id_param uuid) returns setof public.budget_alerts
language sql set search_path = '' as $$
  with versions as materialized (
    select b.project_id, max(b.version) as version from public.budgets b
      join public.projects p on p.company_id = b.company_id and p.id = b.project_id and p.status = 'active' and p.archived_at is null
     where b.company_id = company_id_param and b.status = 'approved' group by b.project_id
  ), figures as materialized (
    select f.* from private.budget_figures(company_id_param, array(select v.project_id from versions v)) f
  ), cost as materialized (
    select v.project_id, l.cost_code_id, l.amount from versions v
     cross join lateral private.labor_cost_to_now(company_id_param, v.project_id) l
     where exists (select from figures f where f.project_id = v.project_id and f.budget_amount > 0)
  ), levels as (
    select f.project_id, f.cost_code_id, 'hours' as kind, f.percent_used as used, f.percent_complete as complete from figures f where f.budgeted
    union all
    select f.project_id, null, 'hours', 100 * sum(f.actual_hours) / nullif(sum(f.budget_hours), 0), 100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0)
      from figures f group by f.project_id
    union all
    select f.project_id, f.cost_code_id, 'cost', 100 * c.amount / nullif(f.budget_amount, 0), f.percent_complete
      from figures f join cost c on c.project_id = f.project_id and c.cost_code_id = f.cost_code_id where f.budgeted
    union all
    -- Of the whole project, as the report has it: with codes outside the budget, and work without a code.
    select f.project_id, null, 'cost', 100 * (select sum(c.amount) from cost c where c.project_id = f.project_id) / nullif(sum(f.budget_amount), 0),
        100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0)
      from figures f group by f.project_id
  ), found as (
    select l.project_id, l.cost_code_id, l.kind, case when l.used >= 100 then 100 when l.used >= 90 then 90 else 75 end as threshold, l.used, l.complete
      from levels l where l.used >= 75
    union all
    select l.project_id, l.cost_code_id, 'ahead', 0, l.used, l.complete
      from levels l join public.companies c on c.id = company_id_param
     where l.kind = 'hours' and l.used - l.complete >= c.budget_alert_points
  )
  insert into public.budget_alerts (company_id, project_id, cost_code_id, version, kind, threshold, percent_used, percent_complete)
  select company_id_param, f.project_id, f.cost_code_id, v.version, f.kind, f.threshold, f.used, f.complete
    from found f join versions v on v.project_id = f.project_id
   -- What falls back below a threshold is no news.
   where not exists (select from public.budget_alerts a where a.company_id = company_id_param and a.project_id = f.project_id
     and a.cost_code_id is not distinct from f.cost_code_id and a.version = v.version and a.kind = f.kind and a.threshold >= f.threshold)
  on conflict do nothing
  returning *;
$$;

create or replace function private.budget_forecasts(company_id_param uuid, project_ids_param uuid[], today_param date) returns table(project_id uuid, cost_code_id uuid, is_project boolean, weeks integer, too_early boolean, recent_factor numeric, trend numeric[], forecast_hours numeric, low_hours numeric, high_hours numeric, open_hours numeric)
language sql stable rows 200 set search_path = '' as $$
  with calendar as (
    select private.week_of(today_param, c.week_start) as this_week from public.companies c where c.id = company_id_param
  ), scopes as (
    -- What the budget measures by quantities; the rest takes its budget, or what it took already.
    select f.project_id, f.cost_code_id, false as is_project, f.actual_hours as actual, 0::numeric as unmeasured,
        greatest(0, f.budget_hours - f.earned_hours) as left_to_earn, f.percent_complete as complete,
        coalesce(f.forecast_hours, greatest(f.budget_hours, f.actual_hours)) as at_completion, f.actual_hours as worked
      from private.budget_figures(company_id_param, project_ids_param) f where f.earned_hours is not null
    union all
    select f.project_id, null, true, sum(f.actual_hours) filter (where f.earned_hours is not null),
        coalesce(sum(greatest(f.budget_hours, f.actual_hours)) filter (where f.earned_hours is null), 0),
        sum(greatest(0, f.budget_hours - f.earned_hours)), 100 * sum(f.earned_hours) / nullif(sum(f.budget_hours), 0),
        sum(coalesce(f.forecast_hours, greatest(f.budget_hours, f.actual_hours))), sum(f.actual_hours)
      from private.budget_figures(company_id_param, project_ids_param) f group by f.project_id having count(f.earned_hours) > 0
  ), weeks as materialized (
    select w.* from calendar c
     cross join lateral private.budget_weeks(company_id_param, project_ids_param, c.this_week - 182, c.this_week - 1) w
     where w.earned_hours is not null
  ), samples as (
    select w.project_id, w.cost_code_id, false as is_project, w.week, w.actual_hours as actual, w.earned_hours as earned from weeks w where w.actual_hours > 0
    union all
    select w.project_id, null, true, w.week, sum(w.actual_hours), sum(w.earned_hours) from weeks w group by w.project_id, w.week having sum(w.actual_hours) > 0
  ), recent as (
    select s.* from (
      select s.*, row_number() over (partition by s.project_id, s.is_project, s.cost_code_id order by s.week desc) as place from samples s) s
     where s.place <= 6
  ), paces as (
    select r.project_id, r.is_project, r.cost_code_id, count(*)::integer as n, sum(r.actual) as actual, sum(r.earned) as earned,
      array_agg(round(r.earned / r.actual, 4) order by r.week) as trend
    from recent r group by 1, 2, 3
  ), spreads as (
    -- Variance of a week's hours around what the pace says they should be.
    select p.project_id, p.is_project, p.cost_code_id, sum((r.actual - p.actual / p.earned * r.earned) ^ 2) / (p.n - 1) as variance
    from paces p join recent r on r.project_id = p.project_id and r.is_project = p.is_project and r.cost_code_id is not distinct from p.cost_code_id
    where p.n > 1 and p.earned > 0 group by 1, 2, 3, p.n
  ), judged as (
    select s.*, coalesce(p.n, 0) as n, p.trend, p.earned / nullif(p.actual, 0) as factor, p.actual / nullif(p.earned, 0) as pace,
      (s.left_to_earn > 0 and (coalesce(p.n, 0) < 3 or coalesce(p.earned, 0) <= 0 or s.complete < 10)) is not false as early,
      -- Of the pace itself, and of the weeks to come around it.
      (array[3.078, 1.886, 1.638, 1.533, 1.476])[p.n - 1]
        * sqrt(v.variance * p.n * ((s.left_to_earn / nullif(p.earned, 0)) ^ 2 + s.left_to_earn / nullif(p.earned, 0))) as margin
    from scopes s
    left join paces p on p.project_id = s.project_id and p.is_project = s.is_project and p.cost_code_id is not distinct from s.cost_code_id
    left join spreads v on v.project_id = s.project_id and v.is_project = s.is_project and v.cost_code_id is not distinct from s.cost_code_id
  ), expected as (
    select j.*, case when not j.early then j.left_to_earn * coalesce(j.pace, 0) end as to_come from judged j
  )
  select e.project_id, e.cost_code_id, e.is_project, e.n, e.early, e.factor, e.trend,
    -- The forecast of the report; the pace of the last weeks says how far it may be off.
    case when not e.early then e.at_completion end,
    case when not e.early then least(e.at_completion, e.actual + e.unmeasured + greatest(0, e.to_come - coalesce(e.margin, 0))) end,
    case when not e.early then greatest(e.at_completion, e.actual + e.unmeasured + e.to_come + coalesce(e.margin, 0)) end,
    case when not e.early then e.at_completion - e.worked end
  from expected e;
$$;
comment on function private.budget_forecasts(uuid,uuid[],date) is 'Hours at completion by project and by code, as in the report, with the range eight of ten such projects end in at the pace of the last six weeks with work. Too early: under three such weeks, nothing earned in them, or less than a tenth done.';

create or replace function public.activity_report(definition_param jsonb) returns table(keys jsonb, measures jsonb, labels jsonb)
language plpgsql security definer set search_path = '' set work_mem = '64MB' as $$
declare
  me public.employees := private.require_employee();
  row_keys text[];
  asked text[];
  first_day date;
  last_day date;
  week_start integer;
  months record;
  filtered text;
  groupings text;
  chosen uuid[];
  projects uuid[];
  codes uuid[];
  machines uuid[];
begin
  perform private.check_report(definition_param);
  projects := private.report_filter(definition_param, 'project');
  codes := private.report_filter(definition_param, 'cost_code');
  machines := private.report_filter(definition_param, 'equipment');
  row_keys := array(select jsonb_array_elements_text(definition_param -> 'rows'));
  asked := array(select jsonb_array_elements_text(definition_param -> 'measures'));
  first_day := (definition_param ->> 'start_date')::date;
  last_day := (definition_param ->> 'end_date')::date;
  if not isfinite(first_day) or not isfinite(last_day) or last_day < first_day or last_day > first_day + interval '5 years' then
    raise exception using errcode = 'P0001', hint = 'report_period_wrong', message = 'Choose a period of at most five years that ends after it begins.';
  end if;
  if 'cost' = any (asked) then
    perform private.require_manager();
    perform private.require_date_range(first_day, last_day);
  end if;
  chosen := case when me.role in ('owner', 'manager') then private.report_filter(definition_param, 'employee') else array[me.id] end;
  select c.week_start into week_start from public.companies c where c.id = me.company_id;
  months := private.report_months(first_day, last_day, row_keys || case when projects is not null then 'project' end
    || case when codes is not null then 'cost_code' end || case when machines is not null then 'equipment' end);
  filtered := concat(case when chosen is not null then ' and w.employee_id = any ($4)' end,
    case when projects is not null then ' and w.project_id = any ($5)' end,
    case when codes is not null then ' and w.cost_code_id = any ($6)' end,
    case when machines is not null then ' and w.equipment_id = any ($7)' end);
  groupings := format('%s as one, %s as two, %s as three', private.report_key(row_keys[1]),
    coalesce(private.report_key(row_keys[2]), 'null::text'), coalesce(private.report_key(row_keys[3]), 'null::text'));
  return query execute format($query$
    with %1$s, figures as (
      select s.one::text as one, s.two::text as two, s.three::text as three, s.seconds::bigint as seconds, s.entries::bigint as entries, s.people,
        null::bigint as cents, null::bigint as unpriced, null::numeric as quantity
      from sums s
      union all
      -- Lines of pay know no equipment; time off to come has cost nothing yet.
      select %2$s, null, null, null, sum(w.total_cents)::bigint, (sum(w.minutes) filter (where w.total_cents is null) * 60)::bigint, null
      from (
        select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.minutes, l.total_cents, null::uuid as equipment_id
        from private.payroll_lines_between($1, $2, least($3, $14), null, null) l where %4$L
        union all
        -- Running clocks up to now, as in the hours.
        select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.sign * l.minutes, l.sign * l.total_cents, null
        from private.running_pay($1) l where %4$L and l.work_date between $2 and least($3, $14)) w
      where true %3$s group by 1, 2, 3
      union all
      -- Quantities know no people and no equipment.
      select %2$s, null, null, null, null, null, sum(w.quantity)
      from (select q.project_id, q.cost_code_id, q.work_date, q.quantity, null::uuid as employee_id, null::uuid as equipment_id
        from public.quantities q
        where q.company_id = $1 and q.work_date between $2 and $3 and q.status = 'approved' and %5$L) w
      where true %3$s group by 1, 2, 3
    ), summed as (
      select f.one, f.two, f.three, coalesce(sum(f.seconds), 0) as seconds, coalesce(sum(f.entries), 0) as entries,
        coalesce(max(f.people), 0) as people, sum(f.cents) as cents, sum(f.unpriced) as unpriced, sum(f.quantity) as quantity
      from figures f group by 1, 2, 3
    )
    select (select jsonb_object_agg(k.name, k.value) from (values ($12[1], s.one), ($12[2], s.two), ($12[3], s.three)) as k (name, value)
        where k.name is not null),
      (select jsonb_object_agg(m.name, m.value) from (values ('hours', to_jsonb(s.seconds)), ('entries', to_jsonb(s.entries)),
          ('people', to_jsonb(s.people)), ('cost', to_jsonb(round(s.cents / 100.0, 2))), ('unpriced', to_jsonb(s.unpriced)),
          ('quantity', to_jsonb(s.quantity))) as m (name, value)
        where m.name = any ($13) or (m.name = 'unpriced' and s.unpriced > 0)),
      jsonb_build_array(jsonb_build_array(coalesce(one.label, s.one), one.detail))
        || case when $12[2] is null then '[]' else jsonb_build_array(jsonb_build_array(coalesce(two.label, s.two), two.detail)) end
        || case when $12[3] is null then '[]' else jsonb_build_array(jsonb_build_array(coalesce(three.label, s.three), three.detail)) end
    from summed s
    left join private.report_labels($1, $12[1]) one on one.key = s.one
    left join private.report_labels($1, $12[2]) two on two.key = s.two
    left join private.report_labels($1, $12[3]) three on three.key = s.three
    order by coalesce(one.label, s.one) nulls last, s.one, coalesce(two.label, s.two) nulls last, s.two,
      coalesce(three.label, s.three) nulls last, s.three
    $query$,
    private.report_sums(row_keys, filtered, months.months_from < months.months_until, 'people' = any (asked)), groupings, filtered, 'cost' = any (asked), 'quantity' = any (asked) and me.role in ('owner', 'manager'))
  using me.company_id, first_day, last_day, chosen, projects, codes, machines, week_start,
    months.months_from, months.months_until, months.kind, row_keys, asked, private.company_today(me.company_id);
end $$;
