create or replace function private.report_totals(company_id_param uuid, first_day_param date, last_day_param date, keys_param text[], employee_ids_param uuid[], project_ids_param uuid[], cost_code_ids_param uuid[], equipment_ids_param uuid[], people_param boolean, classification_ids_param uuid[] default null::uuid[], fields_param jsonb default '{}'::jsonb) returns table(one text, two text, three text, seconds bigint, entries bigint, people bigint, unpaid bigint, paid bigint)
language plpgsql stable rows 20000 set search_path = '' as $$
declare
  field_keys constant text[] := keys_param || array(select jsonb_object_keys(fields_param));
  by_entries constant boolean := exists (select from unnest(field_keys) k where k like 'entry_field:%');
  asked constant text[] := array_remove(array_replace(keys_param, 'top_project', 'project') || array[case when exists (select from unnest(field_keys) k where k like 'project_field:%') then 'project' end, case when project_ids_param is not null then 'project' end,
    case when cost_code_ids_param is not null then 'cost_code' end, case when equipment_ids_param is not null then 'equipment' end,
    case when classification_ids_param is not null then 'classification' end], null);
  filters constant text := concat(case when employee_ids_param is not null then ' and w.employee_id = any ($4)' end,
    case when project_ids_param is not null then ' and w.project_id = any ($5)' end,
    case when cost_code_ids_param is not null then ' and w.cost_code_id = any ($6)' end,
    case when equipment_ids_param is not null then ' and w.equipment_id = any ($7)' end,
    case when classification_ids_param is not null then ' and w.classification_id = any ($12)' end, private.report_field_filters(fields_param, true));
  week_start constant integer := (select c.week_start from public.companies c where c.id = company_id_param);
  months record;
  days record;
begin
  -- What is added up for the company knows no classes: few companies have them, and those on few projects.
  if employee_ids_param is null and 'employee' <> all (keys_param) and 'classification' <> all (asked) and not by_entries then
    days := private.report_days(company_id_param, first_day_param, last_day_param, asked);
    if days.most then
      return query execute private.report_added_up(keys_param, filters, people_param)
        using company_id_param, first_day_param, last_day_param, null::uuid[], project_ids_param, cost_code_ids_param, equipment_ids_param, week_start,
          days.months, days.days, days.outdated, days.kind, days.people, repeat('0', days.people + days.people_without)::bit varying, private.project_tops(company_id_param, keys_param);
      return;
    end if;
  end if;
  months := private.report_months(first_day_param, last_day_param, asked);
  return query execute private.report_sums(keys_param, filters, months.months_from < months.months_until and not by_entries, people_param, by_entries)
    using company_id_param, first_day_param, last_day_param, employee_ids_param, project_ids_param, cost_code_ids_param, equipment_ids_param, week_start,
      months.months_from, months.months_until, months.kind, private.same_classes(company_id_param, classification_ids_param), private.newest_classes(company_id_param, asked), null::text,
      private.project_tops(company_id_param, keys_param);
end $$;
comment on function private.report_totals(uuid,date,date,text[],uuid[],uuid[],uuid[],uuid[],boolean,uuid[],jsonb) is 'Work up to now by one to three groupings, for whoever may see it: of everybody from company_work, with people or of some from their own totals, by custom fields of time from the entries. All of it in the snapshot of its caller, what is outdated included.';

create or replace function private.report_days(company_id_param uuid, first_day_param date, last_day_param date, asked_param text[], out months date[], out days date[], out outdated date[], out most boolean, out kind text, out people integer, out people_without integer) returns record
language plpgsql stable set search_path = '' as $$
declare
  items constant text[] := array(select distinct i from unnest(asked_param) i where i in ('project', 'cost_code', 'equipment'));
begin
  kind := case cardinality(items) when 0 then 'all' when 1 then items[1] else 'each' end;
  outdated := array(select distinct o.work_date from private.company_work_outdated o
    where o.company_id = company_id_param and o.work_date between first_day_param and last_day_param);
  months := array(select m::date
    from generate_series(date_trunc('month', first_day_param + interval '1 month - 1 day'), last_day_param + interval '1 day - 1 month', interval '1 month') m
    where not asked_param && array['day', 'week']
      and m::date <> all (array(select date_trunc('month', o::timestamp)::date from unnest(outdated) o)));
  days := array(select first_day_param + i from generate_series(0, last_day_param - first_day_param) i
    where first_day_param + i <> all (outdated) and date_trunc('month', (first_day_param + i)::timestamp)::date <> all (months));
  -- Beyond a fifth, putting people together bit by bit costs more than what was added up saves.
  most := cardinality(days) + 30 * cardinality(months) > 4 * cardinality(outdated);
  people := coalesce((select max(n.number) + 1 from private.people_numbers n where n.company_id = company_id_param), 0);
  people_without := (select count(*) from public.employees e where e.company_id = company_id_param)
    - (select count(*) from private.people_numbers n where n.company_id = company_id_param);
end $$;
comment on function private.report_days(uuid,date,date,text[]) is 'What of a period can be read in company_work, as whole months and days, and what cannot, because it changed since; whether the first is most of it; how many bits people have there, and how many people have none.';

create or replace function private.report_added_up(keys_param text[], filters_param text, people_param boolean) returns text
language sql immutable set search_path = '' as $$
  select format($query$
    with running as materialized (
      select * from private.work_pieces r where r.company_id = $1 and r.running and r.work_date between $2 and $3
    ), numbers as materialized (
      select n.employee_id, n.number from private.people_numbers n where n.company_id = $1
      union all
      select e.id, $13 + row_number() over ()::integer - 1 from public.employees e
       where e.company_id = $1 and not exists (select from private.people_numbers n where n.company_id = $1 and n.employee_id = e.id)
    ), parts as (
      select %1$s, w.seconds, w.entries, w.unpaid_break_seconds as unpaid, w.paid_break_seconds as paid, %3$s as people
      from (
        select m.first_day as work_date, m.project_id, m.cost_code_id, m.equipment_id, m.seconds, m.entries, m.unpaid_break_seconds, m.paid_break_seconds, m.people
        from private.company_work m where m.company_id = $1 and m.span = 'month' and m.kind = $12 and m.first_day = any ($9)
        union all
        select d.first_day, d.project_id, d.cost_code_id, d.equipment_id, d.seconds, d.entries, d.unpaid_break_seconds, d.paid_break_seconds, d.people
        from private.company_work d where d.company_id = $1 and d.span = 'day' and d.kind = $12 and d.first_day = any ($10)
      ) w where true %2$s
      union all
      select w.one, w.two, w.three, sum(w.seconds), sum(w.entries), sum(w.unpaid), sum(w.paid), %4$s
      from (
        select %1$s, w.employee_id, sum(w.seconds) as seconds, sum(w.entries) as entries, sum(w.unpaid_break_seconds) as unpaid, sum(w.paid_break_seconds) as paid
        from (
          select k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id, k.seconds, k.entries, k.unpaid_break_seconds, k.paid_break_seconds
          from public.work_totals k where k.company_id = $1 and k.work_date = any ($11)
          union all
          select r.employee_id, r.work_date, r.project_id, r.cost_code_id, r.equipment_id, r.seconds, r.entries, r.unpaid_break_seconds, r.paid_break_seconds
          from running r
        ) w where true %2$s group by 1, 2, 3, 4
      ) w join numbers n on n.employee_id = w.employee_id group by 1, 2, 3
    )
    select p.one::text, p.two::text, p.three::text, sum(p.seconds)::bigint, sum(p.entries)::bigint, %5$s, sum(p.unpaid)::bigint, sum(p.paid)::bigint
    from parts p group by p.one, p.two, p.three
    $query$,
    private.report_columns(keys_param), filters_param,
    case when people_param then 'private.padded(w.people, $14)' else 'null::bit varying' end,
    case when people_param then 'bit_or(set_bit($14, n.number, 1))' else 'null' end,
    case when people_param then 'bit_count(bit_or(p.people))' else 'null::bigint' end);
$$;
comment on function private.report_added_up(text[],text,boolean) is 'The query of a report over company_work: $1 company, $2 and $3 first and last day, $5 to $8 as in report_totals(), $9 months, $10 days, $11 outdated days, $12 kind, $13 how many people have a number, $14 as many zeros as there are people, $15 the tops of phases.';

create or replace function private.report_months(start_date_param date, end_date_param date, asked_param text[], out months_from date, out months_until date, out kind text) returns record
language plpgsql immutable set search_path = '' as $$
declare
  items text[] := array(select distinct i from unnest(asked_param) as i where i in ('project', 'equipment'));
begin
  kind := coalesce(items[1], 'all');
  months_from := date_trunc('month', start_date_param + interval '1 month' - interval '1 day')::date;
  months_until := date_trunc('month', end_date_param + interval '1 day')::date;
  if cardinality(items) > 1 or asked_param && array['cost_code', 'classification', 'day', 'week'] or months_from >= months_until then
    months_from := end_date_param + 1;
    months_until := months_from;
  end if;
end $$;
comment on function private.report_months(date,date,text[]) is 'Whole months of a period that can be read as such, for groupings and filters; none where cost codes, classes, days, weeks or both project and equipment are asked for.';

create or replace function private.report_sums(keys_param text[], filters_param text, months_param boolean, people_param boolean, by_entries_param boolean default false) returns text
language plpgsql immutable set search_path = '' as $$
declare
  kept constant text := $query$(
      select k.company_id, k.employee_id, k.work_date, k.project_id, k.cost_code_id, k.equipment_id, k.classification_id,
        k.seconds, k.unpaid_break_seconds, k.paid_break_seconds, k.entries from public.work_totals k
      union all
      select r.company_id, r.employee_id, r.work_date, r.project_id, r.cost_code_id, r.equipment_id, r.classification_id,
        r.seconds, r.unpaid_break_seconds, r.paid_break_seconds, r.entries from running r) w
      where w.company_id = $1 and w.work_date between $2 and $3$query$;
  -- Totals know no custom fields of entries.
  pieces constant text := $query$(
      select p.*, t.custom from public.time_entries t join private.work_pieces p on p.company_id = t.company_id and p.entry_id = t.id
      where t.company_id = $1 and t.clock_in < ($3 + 2)::timestamptz
        and (t.clock_in >= ($2 - 3)::timestamptz or t.clock_out - t.clock_in > interval '24 hours' or t.clock_out is null)) w
      where w.work_date between $2 and $3$query$;
  figures constant text := 'sum(w.seconds) as seconds, sum(w.entries) as entries, sum(w.unpaid_break_seconds) as unpaid, sum(w.paid_break_seconds) as paid';
  sums constant text := 'sum(p.seconds) as seconds, sum(p.entries) as entries, sum(p.unpaid) as unpaid, sum(p.paid) as paid, count(*) as people';
  work constant text := case when months_param then format('(%s) w where true', private.report_work()) when by_entries_param then pieces else kept end || filters_param;
  keys constant text := private.report_columns(keys_param);
begin
  return $query$with running as materialized (
      select * from private.work_pieces r where r.company_id = $1 and r.running and r.work_date between $2 and $3
    ), sums as ($query$ || case
    when not people_param then format('select %s, %s, null::bigint as people from %s group by 1, 2, 3', keys, figures, work)
    when 'employee' = any (keys_param) then format('select %s, %s, 1::bigint as people from %s group by 1, 2, 3', keys, figures, work)
    -- In the order of an index, so that a person is new where the one before is another.
    when keys_param in ('{day}', '{cost_code}') and not months_param then
      format('select %s, %s, count(distinct w.employee_id) as people from %s group by 1, 2, 3', keys, figures, work)
    -- Week by week: few people at a time.
    when keys_param = '{week}' and filters_param = '' then
      format($weeks$select d.week as one, null as two, null as three, s.*
        from (select private.week_of($2, $8) + 7 * i as week from generate_series(0, (private.week_of($3, $8) - private.week_of($2, $8)) / 7) i) d
        cross join lateral (select %s
          from (select %s from %s and w.work_date between d.week and d.week + 6 group by w.employee_id) p) s
        where s.people > 0$weeks$, sums, figures, work)
    else format('select p.one, p.two, p.three, %s from (select %s, %s from %s group by 1, 2, 3, w.employee_id) p group by 1, 2, 3', sums, keys, figures, work)
    end || ')
    select s.one::text, s.two::text, s.three::text, s.seconds::bigint, s.entries::bigint, s.people, s.unpaid::bigint, s.paid::bigint from sums s';
end $$;
comment on function private.report_sums(text[],text,boolean,boolean,boolean) is 'The query of a report over the totals of people; parameters as in report_work(), $8 the first day of the week, $15 the tops of phases.';

create or replace function private.report_work() returns text
language sql immutable set search_path = '' as $$
  select $query$
  select m.employee_id, m.month as work_date, m.item_id as project_id, null::uuid as cost_code_id, m.item_id as equipment_id,
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
  from running r
  $query$;
$$;
comment on function private.report_work() is 'The work of a report with full months as a query: $1 company, $2 and $3 first and last day, $9 up to $10 the months, $11 what the months are by.';

create or replace function private.report_column(grouping_param text) returns text
language sql immutable set search_path = '' as $$
  select case grouping_param when 'employee' then 'w.employee_id' when 'project' then 'w.project_id'
    when 'top_project' then 'coalesce($15 ->> w.project_id::text, w.project_id::text)' when 'cost_code' then 'w.cost_code_id'
    when 'equipment' then 'w.equipment_id' when 'classification' then '($13 ->> w.classification_id::text)' when 'day' then 'w.work_date' when 'week' then 'private.week_of(w.work_date, $8)'
    when 'month' then 'date_trunc(''month'', w.work_date::timestamp)::date' else private.report_field_column(grouping_param) end;
$$;

create or replace function private.project_tops(company_id_param uuid, keys_param text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(n.id, n.top_id), '{}') from private.project_paths n
  where 'top_project' = any (keys_param) and n.company_id = company_id_param and n.depth > 0;
$$;
comment on function private.project_tops(uuid,text[]) is 'The top project of each phase, by id, where a report asks for top projects.';

create or replace function private.project_branches(company_id_param uuid, project_ids_param uuid[]) returns uuid[]
language sql stable set search_path = '' as $$
  select case when project_ids_param is not null then
    array(select distinct b from unnest(project_ids_param) p cross join lateral private.project_branch(p, company_id_param) b) end;
$$;
comment on function private.project_branches(uuid,uuid[]) is 'Projects that were chosen, with their phases; null stays null.';

create or replace function private.newest_classes(company_id_param uuid, asked_param text[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(s.id, s.newest_id) from private.class_series(company_id_param) s where 'classification' = any (asked_param);
$$;
comment on function private.newest_classes(uuid,text[]) is 'The row that stands for each class, by id, where a report asks for classes: the modifications of a class are one line.';

create or replace function private.report_columns(keys_param text[]) returns text
language sql immutable set search_path = '' as $$
  select format('%s as one, %s as two, %s as three', private.report_column(keys_param[1]),
    coalesce(private.report_column(keys_param[2]), 'null'), coalesce(private.report_column(keys_param[3]), 'null'));
$$;
comment on function private.report_columns(text[]) is 'The groupings of a report over work w as columns one, two and three.';

create or replace function private.is_report_field(grouping_param text) returns boolean
language sql immutable parallel safe
return grouping_param ~ '^(project|entry)_field:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
comment on function private.is_report_field(text) is 'Whether a grouping or filter of a report is by a custom field: of the project, or of the entry.';

create or replace function private.report_field_column(grouping_param text) returns text
language sql immutable set search_path = '' as $$
  select case when grouping_param like 'project_field:%' and private.is_report_field(grouping_param) then
      format('(select f.custom ->> %L from public.projects f where f.company_id = $1 and f.id = w.project_id)', split_part(grouping_param, ':', 2))
    when private.is_report_field(grouping_param) then format('(w.custom ->> %L)', split_part(grouping_param, ':', 2)) end;
$$;
comment on function private.report_field_column(text) is 'Expression of a custom field over work w of company $1; null for what is none.';

create or replace function private.report_field_filters(fields_param jsonb, entries_param boolean) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(format(' and %s = any (%L::text[])', private.report_field_column(f.key), array(select jsonb_array_elements_text(f.value))), ''), '')
  from jsonb_each(fields_param) f where entries_param or f.key not like 'entry_field:%';
$$;
comment on function private.report_field_filters(jsonb,boolean) is 'Conditions of filters {"project_field:id": [values]} over work w; those about entries only where w has them.';
