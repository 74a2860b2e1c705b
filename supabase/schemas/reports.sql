-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.report_column(grouping_param text) returns text
language sql immutable set search_path = '' as $$
  select case grouping_param when 'employee' then 'w.employee_id' when 'project' then 'w.project_id' when 'cost_code' then 'w.cost_code_id'
    when 'equipment' then 'w.equipment_id' when 'day' then 'w.work_date' else private.report_key(grouping_param) end;
$$;

create or replace function private.report_key(grouping_param text) returns text
language sql immutable set search_path = '' as $$
  select case grouping_param
    when 'employee' then 'w.employee_id::text'
    when 'project' then 'w.project_id::text'
    when 'cost_code' then 'w.cost_code_id::text'
    when 'equipment' then 'w.equipment_id::text'
    when 'day' then 'w.work_date::text'
    when 'week' then '(w.work_date - (extract(dow from w.work_date)::integer - $8 + 7) % 7)::text'
    when 'month' then 'date_trunc(''month'', w.work_date::timestamp)::date::text' end;
$$;
comment on function private.report_key(text) is 'Expression of a grouping over work w, with the first day of the week as $8; null for one that is not known.';

create or replace function private.report_labels(company_id_param uuid, grouping_param text) returns table(key text, label text, detail text)
language sql stable set search_path = '' as $$
  select e.id::text, btrim(concat_ws(' ', e.first_name, e.last_name)), e.job_title from public.employees e
   where grouping_param = 'employee' and e.company_id = company_id_param
  union all
  select p.id::text, p.name, p.client from public.projects p where grouping_param = 'project' and p.company_id = company_id_param
  union all
  select k.id::text, k.code, k.name from public.cost_codes k where grouping_param = 'cost_code' and k.company_id = company_id_param
  union all
  select q.id::text, q.name, q.number from public.equipment q where grouping_param = 'equipment' and q.company_id = company_id_param;
$$;

create or replace function public.hours_report(start_date_param date, end_date_param date, group_by_param text, then_by_param text default null::text, employee_ids_param uuid[] default null::uuid[], project_ids_param uuid[] default null::uuid[], cost_code_ids_param uuid[] default null::uuid[], equipment_ids_param uuid[] default null::uuid[]) returns table(group_key text, label text, detail text, seconds bigint, entries bigint, people bigint, then_key text, then_label text, then_detail text, unpaid_break_seconds bigint, paid_break_seconds bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  chosen uuid[] := case when me.role in ('owner', 'manager') then employee_ids_param else array[me.id] end;
  week_start integer;
  -- Whole months are read as such where they hold what is asked for; the days around them one by one.
  items text[] := array(select distinct i from unnest(array[group_by_param, then_by_param,
      case when project_ids_param is not null then 'project' end, case when cost_code_ids_param is not null then 'cost_code' end,
      case when equipment_ids_param is not null then 'equipment' end]) as i where i in ('project', 'cost_code', 'equipment'));
  in_months boolean := cardinality(items) < 2 and not array[group_by_param, then_by_param] && array['day', 'week'];
  months_from date := date_trunc('month', start_date_param + interval '1 month' - interval '1 day')::date;
  months_until date := date_trunc('month', end_date_param + interval '1 day')::date;
begin
  if private.report_key(group_by_param) is null
    or (then_by_param is not null and (private.report_key(then_by_param) is null or then_by_param = group_by_param)) then
    raise exception using errcode = 'P0001', hint = 'unknown_grouping',
      message = 'Group by one or two of employee, project, cost code, equipment, day, week and month.';
  end if;
  if end_date_param < start_date_param or end_date_param > start_date_param + interval '5 years' then
    raise exception using errcode = 'P0001', hint = 'report_period_wrong', message = 'Choose a period of at most five years that ends after it begins.';
  end if;
  select c.week_start into week_start from public.companies c where c.id = me.company_id;
  if not in_months or months_from >= months_until then
    months_from := end_date_param + 1;
    months_until := months_from;
  end if;
  return query execute format($query$
    with work as (
      select m.employee_id, m.month as work_date, m.item_id as project_id, m.item_id as cost_code_id, m.item_id as equipment_id,
        m.seconds, m.unpaid_break_seconds, m.paid_break_seconds, m.entries
      from private.work_months m
      where m.company_id = $1 and m.kind = $11 and m.month >= $9 and m.month < $10 and (m.seconds <> 0 or m.entries <> 0)
      union all
      select k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id,
        k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries
      from public.work_totals k where k.company_id = $1 and k.work_date >= $2 and k.work_date < $9
      union all
      select k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id,
        k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries
      from public.work_totals k where k.company_id = $1 and k.work_date >= $10 and k.work_date <= $3
      union all
      select r.employee_id, r.work_date, r.project_id, r.cost_code_id, r.equipment_id,
        r.seconds, r.unpaid_break_seconds, r.paid_break_seconds, r.entries
      from private.work_pieces r where r.company_id = $1 and r.running and r.work_date between $2 and $3
    ), per_person as (
      select %1$s as key, %2$s as then_key, w.employee_id, sum(w.seconds) as seconds, sum(w.entries) as entries,
        sum(w.unpaid_break_seconds) as unpaid, sum(w.paid_break_seconds) as paid
      from work w where true %3$s
      group by 1, 2, 3
    ), summed as (
      select p.key::text as key, p.then_key::text as then_key, sum(p.seconds)::bigint as seconds, sum(p.entries)::bigint as entries,
        count(*) as people, sum(p.unpaid)::bigint as unpaid, sum(p.paid)::bigint as paid
      from per_person p group by p.key, p.then_key
    )
    select s.key, coalesce(one.label, case when %5$L then s.key end), one.detail, s.seconds, s.entries, s.people,
      s.then_key, coalesce(two.label, case when %6$L then s.then_key end), two.detail, s.unpaid, s.paid
    from summed s
    left join private.report_labels($1, %4$L) one on one.key = s.key
    left join private.report_labels($1, %7$L) two on two.key = s.then_key
    order by 2 nulls last, 1, 8 nulls last, 7
    $query$,
    private.report_column(group_by_param), coalesce(private.report_column(then_by_param), 'null'),
    concat(case when chosen is not null then ' and w.employee_id = any ($4)' end,
      case when project_ids_param is not null then ' and w.project_id = any ($5)' end,
      case when cost_code_ids_param is not null then ' and w.cost_code_id = any ($6)' end,
      case when equipment_ids_param is not null then ' and w.equipment_id = any ($7)' end),
    group_by_param, group_by_param in ('day', 'week', 'month'), coalesce(then_by_param in ('day', 'week', 'month'), false), then_by_param)
  using me.company_id, start_date_param, end_date_param, chosen, project_ids_param, cost_code_ids_param, equipment_ids_param, week_start,
    months_from, months_until, coalesce(items[1], 'all');
end $$;
comment on function public.hours_report(date,date,text,text,uuid[],uuid[],uuid[],uuid[]) is 'Hours of up to five years by one or two of employee, project, cost_code, equipment, day, week, month; managers and owners the company''s, others their own.';
grant execute on function public.hours_report(date,date,text,text,uuid[],uuid[],uuid[],uuid[]) to authenticated;
