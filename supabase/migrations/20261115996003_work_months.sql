-- The totals of a month by person, and by person and one of project, cost code and equipment: a report over
-- a year reads its months, not its days. Kept from what changed in work_totals.

create table private.work_months (
  company_id uuid not null,
  employee_id uuid not null,
  month date not null,
  kind text not null check (kind in ('all', 'project', 'cost_code', 'equipment')),
  item_id uuid,
  seconds integer not null,
  unpaid_break_seconds integer not null,
  paid_break_seconds integer not null,
  entries integer not null,
  constraint work_months_one_of_a_kind unique nulls not distinct (company_id, employee_id, month, kind, item_id)
) with (fillfactor = 80);
comment on table private.work_months is 'work_totals of a month, named by its first day, once over everything and once by each of project, cost code and equipment; kept by triggers, and checked with them. A row whose work was deleted stays, with zeros.';
comment on column private.work_months.item_id is 'The project, cost code or piece of equipment that kind says; null for work without one.';
alter table private.work_months enable row level security;
revoke all on private.work_months from public, anon, authenticated;
select private.refuse_non_finite('private.work_months');

create function private.sum_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.work_months as m (company_id, employee_id, month, kind, item_id,
        seconds, unpaid_break_seconds, paid_break_seconds, entries)
      select d.company_id, d.employee_id, date_trunc('month', d.work_date::timestamp)::date, i.kind, i.item_id,
        sum(d.seconds), sum(d.unpaid_break_seconds), sum(d.paid_break_seconds), sum(d.entries)
      from new_rows d
      cross join lateral (values ('all', null), ('project', d.project_id), ('cost_code', d.cost_code_id), ('equipment', d.equipment_id))
        as i (kind, item_id)
      group by 1, 2, 3, 4, 5
      on conflict on constraint work_months_one_of_a_kind do update
        set seconds = m.seconds + excluded.seconds, unpaid_break_seconds = m.unpaid_break_seconds + excluded.unpaid_break_seconds,
          paid_break_seconds = m.paid_break_seconds + excluded.paid_break_seconds, entries = m.entries + excluded.entries;
  elsif tg_op = 'DELETE' then
    insert into private.work_months as m (company_id, employee_id, month, kind, item_id,
        seconds, unpaid_break_seconds, paid_break_seconds, entries)
      select d.company_id, d.employee_id, date_trunc('month', d.work_date::timestamp)::date, i.kind, i.item_id,
        -sum(d.seconds), -sum(d.unpaid_break_seconds), -sum(d.paid_break_seconds), -sum(d.entries)
      from old_rows d
      cross join lateral (values ('all', null), ('project', d.project_id), ('cost_code', d.cost_code_id), ('equipment', d.equipment_id))
        as i (kind, item_id)
      group by 1, 2, 3, 4, 5
      on conflict on constraint work_months_one_of_a_kind do update
        set seconds = m.seconds + excluded.seconds, unpaid_break_seconds = m.unpaid_break_seconds + excluded.unpaid_break_seconds,
          paid_break_seconds = m.paid_break_seconds + excluded.paid_break_seconds, entries = m.entries + excluded.entries;
  else
    insert into private.work_months as m (company_id, employee_id, month, kind, item_id,
        seconds, unpaid_break_seconds, paid_break_seconds, entries)
      select d.company_id, d.employee_id, date_trunc('month', d.work_date::timestamp)::date, i.kind, i.item_id,
        sum(d.sign * d.seconds), sum(d.sign * d.unpaid_break_seconds), sum(d.sign * d.paid_break_seconds), sum(d.sign * d.entries)
      from (select 1 as sign, n.* from new_rows n union all select -1, o.* from old_rows o) d
      cross join lateral (values ('all', null), ('project', d.project_id), ('cost_code', d.cost_code_id), ('equipment', d.equipment_id))
        as i (kind, item_id)
      group by 1, 2, 3, 4, 5
      on conflict on constraint work_months_one_of_a_kind do update
        set seconds = m.seconds + excluded.seconds, unpaid_break_seconds = m.unpaid_break_seconds + excluded.unpaid_break_seconds,
          paid_break_seconds = m.paid_break_seconds + excluded.paid_break_seconds, entries = m.entries + excluded.entries;
  end if;
  return null;
end $$;
comment on function private.sum_months() is 'Books what changed in work_totals; one person''s rows are only ever changed by one transaction at a time.';

insert into private.work_months (company_id, employee_id, month, kind, item_id, seconds, unpaid_break_seconds, paid_break_seconds, entries)
  select d.company_id, d.employee_id, date_trunc('month', d.work_date::timestamp)::date, i.kind, i.item_id,
    sum(d.seconds), sum(d.unpaid_break_seconds), sum(d.paid_break_seconds), sum(d.entries)
  from public.work_totals d
  cross join lateral (values ('all', null), ('project', d.project_id), ('cost_code', d.cost_code_id), ('equipment', d.equipment_id))
    as i (kind, item_id)
  group by 1, 2, 3, 4, 5;
create index work_months_by_month on private.work_months (company_id, kind, month);

create trigger sum_months_of_new_totals after insert on public.work_totals
  referencing new table as new_rows for each statement execute function private.sum_months();
create trigger sum_months_of_changed_totals after update on public.work_totals
  referencing old table as old_rows new table as new_rows for each statement execute function private.sum_months();
create trigger sum_months_of_deleted_totals after delete on public.work_totals
  referencing old table as old_rows for each statement execute function private.sum_months();

drop function private.work_totals_differences();
create function private.work_totals_differences() returns table(kept_in text, company_id uuid, employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, equipment_id uuid, kept jsonb, counted jsonb)
language sql stable security definer set search_path = '' as $$
  with kept as materialized (
    select 'work_totals' as kept_in, k.company_id, k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id,
      jsonb_build_array(k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries) as figures
    from public.work_totals k
    union all
    select 'work_months by ' || m.kind, m.company_id, m.employee_id, m.month,
      case m.kind when 'project' then m.item_id end, case m.kind when 'cost_code' then m.item_id end,
      case m.kind when 'equipment' then m.item_id end,
      jsonb_build_array(m.seconds, m.unpaid_break_seconds, m.paid_break_seconds, m.entries)
    from private.work_months m where m.seconds <> 0 or m.entries <> 0
    union all
    select 'work_sums', s.company_id, s.employee_id, null, s.project_id, s.cost_code_id, null, jsonb_build_array(s.seconds, s.entries)
    from private.work_sums s where s.seconds <> 0 or s.entries <> 0
  ), days as materialized (
    select * from private.counted_work
  ), counted as materialized (
    select 'work_totals' as kept_in, w.company_id, w.employee_id, w.work_date, w.project_id, w.cost_code_id, w.equipment_id,
      jsonb_build_array(w.seconds, w.unpaid_break_seconds, w.paid_break_seconds, w.entries) as figures
    from days w
    union all
    select 'work_months by ' || i.kind, w.company_id, w.employee_id, date_trunc('month', w.work_date::timestamp)::date,
      i.project_id, i.cost_code_id, i.equipment_id,
      jsonb_build_array(sum(w.seconds), sum(w.unpaid_break_seconds), sum(w.paid_break_seconds), sum(w.entries))
    from days w
    cross join lateral (values ('all', null::uuid, null::uuid, null::uuid), ('project', w.project_id, null, null),
      ('cost_code', null, w.cost_code_id, null), ('equipment', null, null, w.equipment_id)) as i (kind, project_id, cost_code_id, equipment_id)
    group by 1, 2, 3, 4, 5, 6, 7 having sum(w.seconds) <> 0 or sum(w.entries) <> 0
    union all
    select 'work_sums', w.company_id, w.employee_id, null, w.project_id, w.cost_code_id, null, jsonb_build_array(sum(w.seconds), sum(w.entries))
    from days w group by w.company_id, w.employee_id, w.project_id, w.cost_code_id having sum(w.seconds) <> 0 or sum(w.entries) <> 0
  ), different as (
    (select *, true as is_kept from kept except select *, true from counted)
    union all
    (select *, false from counted except select *, false from kept)
  )
  select d.kept_in, d.company_id, d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.equipment_id,
    jsonb_agg(d.figures) filter (where d.is_kept) -> 0, jsonb_agg(d.figures) filter (where not d.is_kept) -> 0
  from different d
  group by d.kept_in, d.company_id, d.employee_id, d.work_date, d.project_id, d.cost_code_id, d.equipment_id
  order by d.kept_in, d.company_id, d.employee_id, d.work_date;
$$;
comment on function private.work_totals_differences() is 'Every row of work_totals, work_months and work_sums that is not what its entries say, with [seconds, unpaid, paid break seconds, entries] as kept and as counted; of work_sums [seconds, entries].';
revoke execute on function private.work_totals_differences() from public, anon, authenticated;

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
