-- Time of one person, day, project, cost code and kind of hours, with the records it is matched with.
create type private.accounting_line as (
  employee_id uuid,
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  hours_kind text,
  seconds bigint,
  person_id uuid,
  person_kind text,
  customer_id uuid,
  item_id uuid,
  class_id uuid,
  payroll_item_id uuid,
  department_id uuid,
  billable boolean,
  bill_rate numeric
);

create type private.accounting_entry as (
  employee_id uuid,
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  entry_id uuid,
  seconds integer,
  is_running boolean,
  is_approved boolean,
  day_approved boolean
);

create type private.accounting_check as (
  employee_id uuid,
  work_date date,
  seconds integer,
  state text,
  problems jsonb,
  approval_gone boolean
);

create type private.accounting_wish as (
  employee_id uuid,
  work_date date,
  person_id uuid,
  customer_id uuid,
  item_id uuid,
  class_id uuid,
  payroll_item_id uuid,
  department_id uuid,
  seconds integer,
  content jsonb,
  content_hash text,
  entry_ids uuid[],
  billable boolean,
  bill_rate numeric
);

create or replace function private.accounting_entries(company_id_param uuid, employee_ids_param uuid[], first_date_param date, last_date_param date) returns setof private.accounting_entry
language sql stable set search_path = '' as $$
  select t.employee_id, d.work_date, t.project_id, t.cost_code_id, t.id,
    case when t.clock_out is null then 0 else greatest(extract(epoch from d.ends - d.starts) - coalesce(pause.seconds, 0), 0) end::integer,
    t.clock_out is null,
    -- A shift over midnight has time on both days; its approval is that of the day it began.
    private.approval_covers(a.approved_at, t.updated_at, t.clock_out) or t.clock_out is not null and coalesce(l.is_locked, false),
    a.id is not null or coalesce(l.is_locked, false)
  from public.time_entries t
  cross join lateral (select private.zone_of(t.company_id, t.project_id) as zone offset 0) z
  cross join lateral (
    select t.work_date + n.number as work_date,
      greatest(t.clock_in, (t.work_date + n.number)::timestamp at time zone z.zone) as starts,
      least(t.clock_out, (t.work_date + n.number + 1)::timestamp at time zone z.zone) as ends
    from generate_series(0, private.last_date_of(t.work_date, t.clock_out, z.zone) - t.work_date) n (number)
  ) d
  left join lateral (
    select extract(epoch from sum(least(b.ended_at, d.ends) - greatest(b.started_at, d.starts))) as seconds
    from public.time_entry_breaks b
    where b.company_id = t.company_id and b.time_entry_id = t.id and t.clock_out is not null
      and least(b.ended_at, d.ends) > greatest(b.started_at, d.starts)
      and private.break_is_deducted(b.paid, private.epoch_minute(b.started_at), private.epoch_minute(b.ended_at),
        private.unpaid_break_minimum(t.company_id, t.employee_id, t.project_id, t.work_date))
  ) pause on true
  left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
  left join lateral (
    select true as is_locked from public.pay_periods p
    where p.company_id = t.company_id and p.status = 'locked' and t.work_date between p.start_date and p.end_date limit 1
  ) l on true
  where t.company_id = company_id_param and (employee_ids_param is null or t.employee_id = any (employee_ids_param))
    and t.clock_in >= first_date_param::timestamp at time zone 'UTC' - interval '9 days'
    and t.clock_in < last_date_param::timestamp at time zone 'UTC' + interval '3 days'
    and d.work_date between first_date_param and last_date_param;
$$;
comment on function private.accounting_entries(uuid,uuid[],date,date) is 'Entries by the days they lie on, with exact seconds net of the breaks that are taken off (C-4: elapsed time, whatever the clocks did), and whether each is approved or locked. day_approved: whether the day it began has an approval at all.';

create or replace function private.accounting_hours(connection public.accounting_connections, employee_ids_param uuid[], first_date_param date, last_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, hours_kind text, seconds bigint)
language plpgsql set search_path = '' as $$
declare
  settings constant jsonb := private.accounting_settings(connection);
begin
  if settings ->> 'hours' = 'worked' then
    return query
    select e.employee_id, e.work_date, e.project_id, e.cost_code_id, 'REG', sum(e.seconds)
    from private.accounting_entries(connection.company_id, employee_ids_param, first_date_param, last_date_param) e
    where not e.is_running
    group by 1, 2, 3, 4;
    return;
  end if;
  -- One engine of pay for everything: lines frozen in locked periods, today's elsewhere.
  return query
  select l.employee_id, l.work_date, l.project_id, l.cost_code_id, case when (settings ->> 'payroll_items')::boolean or (settings ->> 'billable')::boolean then l.pay_code else 'REG' end, sum(l.minutes) * 60
  from private.payroll_lines_between(connection.company_id, first_date_param, last_date_param,
    case when cardinality(employee_ids_param) = 1 then employee_ids_param[1] end, null) l
  where (employee_ids_param is null or l.employee_id = any (employee_ids_param))
    and (l.pay_code in ('REG', 'OT', 'DT') or (settings ->> 'leave')::boolean and private.is_leave_code(l.pay_code))
  group by 1, 2, 3, 4, 5
  having sum(l.minutes) > 0;
end $$;
comment on function private.accounting_hours(public.accounting_connections,uuid[],date,date) is 'What a connection sends of a range, by project, cost code and kind of hours: as clocked to the second, or the paid minutes of the pay engine.';

create or replace function private.accounting_billed(connection public.accounting_connections, lines_param private.accounting_line[]) returns setof private.accounting_line
language plpgsql stable set search_path = '' as $$
declare
  -- As clocked nobody knows which hours are overtime.
  by_kind constant boolean := private.accounting_settings(connection) ->> 'hours' = 'paid';
  people constant uuid[] := array(select distinct l.employee_id from unnest(lines_param) l);
begin
  return query
  with split as (
    select x.l, coalesce(t.bills_time, false) as billed, e.seconds as not_billed
    from unnest(private.allocate_time(
      array(select row(l.employee_id, l.work_date, l.project_id, l.cost_code_id, null,
        case when by_kind then case l.hours_kind when 'OT' then 'overtime' when 'DT' then 'double' else 'regular' end end, l.seconds, null)::private.worked_line from unnest(lines_param) l),
      array(select b from private.billed_time(connection.company_id, (select min(l.work_date) from unnest(lines_param) l), (select max(l.work_date) from unnest(lines_param) l), people) b)))
      with ordinality e (seconds, number)
    cross join lateral (select lines_param[e.number] as l) x
    -- A phase is billed as its project is, where it has no terms of its own.
    left join lateral (
      select b.bills_time from private.project_line((x.l).project_id, connection.company_id) with ordinality as a (id, n)
      join public.billing_terms b on b.company_id = connection.company_id and b.project_id = a.id order by a.n limit 1
    ) t on true
  )
  select (s.l).employee_id, (s.l).work_date, (s.l).project_id, (s.l).cost_code_id, (s.l).hours_kind, v.seconds, (s.l).person_id, (s.l).person_kind, (s.l).customer_id,
    (s.l).item_id, (s.l).class_id, (s.l).payroll_item_id, (s.l).department_id, v.billable,
    -- QuickBooks Desktop has its own price of an item; QuickBooks Online asks for one.
    case when v.billable and connection.system = 'quickbooks_online' then (private.labor_bill_rate(connection.company_id, (s.l).employee_id, null, null, (s.l).project_id, (s.l).work_date,
      case (s.l).hours_kind when 'OT' then 'overtime' when 'DT' then 'double' else 'regular' end)).rate end
  from split s
  cross join lateral (values (false, case when s.billed then s.not_billed else (s.l).seconds end), (true, case when s.billed then (s.l).seconds - s.not_billed else 0 end)) v (billable, seconds)
  where v.seconds > 0;
end $$;
comment on function private.accounting_billed(public.accounting_connections,private.accounting_line[]) is 'Lines by whether a customer pays for them there: time of projects that bill their time (billing_terms.bills_time), without what is billed from here, at the bill rate of the day for their kind of hours; as clocked all hours are regular.';

create or replace function private.accounting_period(connection public.accounting_connections, date_param date, out start_date date, out end_date date) returns record
language plpgsql stable set search_path = '' as $$
begin
  start_date := date_param;
  end_date := date_param;
  if connection.system in ('adp', 'paychex') then
    select coalesce(p.start_date, date_param), coalesce(p.end_date, date_param) into start_date, end_date
    from private.pay_period_at(connection.company_id, date_param) p;
  end if;
end $$;
comment on function private.accounting_period(public.accounting_connections,date) is 'What one activity of a connection is about: a day, or for payroll systems the pay period of the day.';

create or replace function private.accounting_reference(records_param public.accounting_records) returns jsonb
language sql immutable set search_path = '' as $$
  select case when records_param.id is not null then jsonb_build_object('kind', records_param.kind, 'external_id', records_param.external_id, 'name', records_param.name) end;
$$;

create or replace function private.accounting_lines(connection public.accounting_connections, days_param date[], people_param uuid[]) returns setof private.accounting_line
language plpgsql set search_path = '' as $$
declare
  settings constant jsonb := private.accounting_settings(connection);
  is_quickbooks constant boolean := connection.system in ('quickbooks_online', 'quickbooks_desktop');
begin
  return query
  with hours as materialized (
    select h.* from private.accounting_hours(connection, array(select distinct p from unnest(people_param) p),
      (select min(d) from unnest(days_param) d), (select max(d) from unnest(days_param) d)) h
    where (h.work_date, h.employee_id) in (select k.work_date, k.employee_id from unnest(days_param, people_param) k (work_date, employee_id))
  )
  select h.*, person.record_id as person_id, r.kind as person_kind,
    case when is_quickbooks then coalesce(customer.record_id, parent_customer.record_id, top_customer.record_id) end as customer_id,
    case when (settings ->> 'items')::boolean then coalesce(item.record_id, (settings ->> 'default_item_id')::uuid) end as item_id,
    case when is_quickbooks then coalesce(code_class.record_id, project_class.record_id, (settings ->> 'default_class_id')::uuid) end as class_id,
    case when (settings ->> 'payroll_items')::boolean and r.kind is distinct from 'vendor' then payroll_item.record_id end as payroll_item_id,
    case when not is_quickbooks then department.record_id end as department_id, false as billable, null::numeric as bill_rate
  from hours h
  left join public.projects p on p.company_id = connection.company_id and p.id = h.project_id
  left join public.projects parent on parent.company_id = p.company_id and parent.id = p.parent_id
  left join public.accounting_mappings person on person.company_id = connection.company_id and person.connection_id = connection.id
    and person.target = 'person' and person.employee_id = h.employee_id
  left join public.accounting_records r on r.company_id = connection.company_id and r.id = person.record_id
  left join public.accounting_mappings customer on customer.company_id = connection.company_id and customer.connection_id = connection.id
    and customer.target = 'customer' and customer.project_id = h.project_id
  left join public.accounting_mappings parent_customer on parent_customer.company_id = connection.company_id and parent_customer.connection_id = connection.id
    and parent_customer.target = 'customer' and parent_customer.project_id = p.parent_id
  left join public.accounting_mappings top_customer on top_customer.company_id = connection.company_id and top_customer.connection_id = connection.id
    and top_customer.target = 'customer' and top_customer.project_id = parent.parent_id
  left join public.accounting_mappings department on department.company_id = connection.company_id and department.connection_id = connection.id
    and department.target = 'department' and department.project_id = h.project_id
  left join public.accounting_mappings project_class on project_class.company_id = connection.company_id and project_class.connection_id = connection.id
    and project_class.target = 'class' and project_class.project_id = h.project_id
  left join public.accounting_mappings item on item.company_id = connection.company_id and item.connection_id = connection.id
    and item.target = 'item' and item.cost_code_id = h.cost_code_id
  left join public.accounting_mappings code_class on code_class.company_id = connection.company_id and code_class.connection_id = connection.id
    and code_class.target = 'class' and code_class.cost_code_id = h.cost_code_id
  left join public.accounting_mappings payroll_item on payroll_item.company_id = connection.company_id and payroll_item.connection_id = connection.id
    and payroll_item.target = 'payroll_item' and payroll_item.hours_kind = h.hours_kind;
end $$;
comment on function private.accounting_lines(public.accounting_connections,date[],uuid[]) is 'Hours of days of people (two lists of the same length), each matched: a phase without a customer of its own has that of what it is a part of; a class is the cost code''s, else the project''s; what has none has the default.';

create or replace function private.check_accounting_days(connection public.accounting_connections, lines_param private.accounting_line[], entries_param private.accounting_entry[]) returns setof private.accounting_check
language plpgsql stable set search_path = '' as $$
declare
  settings constant jsonb := private.accounting_settings(connection);
  is_quickbooks constant boolean := connection.system in ('quickbooks_online', 'quickbooks_desktop');
begin
  return query
  with problems as (
    select m.employee_id, m.work_date, v.problem
    from unnest(lines_param) m
    cross join lateral (
      values (case when m.person_id is null then jsonb_build_object('code', 'person_unmapped') end),
        (case when is_quickbooks and m.project_id is not null and m.customer_id is null then jsonb_build_object('code', 'project_unmapped', 'project_id', m.project_id) end),
        (case when (settings ->> 'items')::boolean and m.item_id is null then jsonb_strip_nulls(jsonb_build_object('code', 'item_unmapped', 'cost_code_id', m.cost_code_id)) end),
        (case when (settings ->> 'payroll_items')::boolean and m.person_kind is distinct from 'vendor' and m.payroll_item_id is null
          then jsonb_build_object('code', 'hours_unmapped', 'hours_kind', m.hours_kind) end)
    ) v (problem)
    where v.problem is not null
    union
    select m.employee_id, m.work_date, jsonb_build_object('code', 'record_inactive', 'record_id', r.id)
    from unnest(lines_param) m
    join public.accounting_records r on r.company_id = connection.company_id and not r.active
      and r.id in (m.person_id, m.customer_id, m.item_id, m.class_id, m.payroll_item_id, m.department_id)
    union
    -- What QuickBooks Online has as not billable can never become billable.
    select m.employee_id, m.work_date, jsonb_strip_nulls(jsonb_build_object('code', 'bill_rate_missing', 'project_id', m.project_id, 'hours_kind', nullif(m.hours_kind, 'REG')))
    from unnest(lines_param) m where m.billable and m.bill_rate is null and connection.system = 'quickbooks_online'
    union
    select m.employee_id, m.work_date, jsonb_build_object('code', 'over_24_hours')
    from unnest(lines_param) m group by 1, 2 having sum(m.seconds) > 86400
  ), waiting as (
    select e.employee_id, e.work_date, jsonb_build_object('code', case when e.is_running then 'running' else 'unapproved' end) as problem
    from unnest(entries_param) e where not e.is_approved
    union
    select h.employee_id, h.work_date, jsonb_build_object('code', 'not_locked')
    from unnest(lines_param) h
    where settings ->> 'send_when' = 'locked' and not exists (select from public.pay_periods p
      where p.company_id = connection.company_id and p.status = 'locked' and h.work_date between p.start_date and p.end_date)
  )
  select k.employee_id, k.work_date, k.seconds::integer,
    case when w.problems is not null then 'waiting' when p.problems is not null then 'problem' else 'ready' end,
    coalesce(w.problems, '[]') || coalesce(p.problems, '[]'), k.approval_gone
  from (
    select d.employee_id, d.work_date, sum(d.seconds) as seconds, not bool_and(d.day_approved) as approval_gone
    from (select l.employee_id, l.work_date, l.seconds, true as day_approved from unnest(lines_param) l
      union all
      select e.employee_id, e.work_date, 0, e.day_approved from unnest(entries_param) e) d
    group by 1, 2
  ) k
  left join (select w.employee_id, w.work_date, jsonb_agg(w.problem order by w.problem) as problems from waiting w group by 1, 2) w using (employee_id, work_date)
  left join (select p.employee_id, p.work_date, jsonb_agg(p.problem order by p.problem) as problems from problems p group by 1, 2) p using (employee_id, work_date);
end $$;
comment on function private.check_accounting_days(public.accounting_connections,private.accounting_line[],private.accounting_entry[]) is 'Whether each day of a person can be sent, and if not, why.';

create or replace function private.wanted_activities(connection public.accounting_connections, lines_param private.accounting_line[], entries_param private.accounting_entry[], checks_param private.accounting_check[]) returns setof private.accounting_wish
language plpgsql stable set search_path = '' as $$
begin
  return query
  with places as materialized (
    select e.employee_id, e.work_date, concat(e.project_id, '/', e.cost_code_id) as place, array_agg(e.entry_id order by e.entry_id) as entry_ids
    from unnest(entries_param) e group by 1, 2, 3
  ), ready as materialized (
    -- Of a pay period nothing goes before all of it can.
    select c.employee_id, c.work_date, p.start_date, p.end_date, bool_and(c.state = 'ready') over (partition by c.employee_id, p.start_date) as is_ready
    from unnest(checks_param) c
    join (select d.work_date, (private.accounting_period(connection, d.work_date)).* from (select distinct c.work_date from unnest(checks_param) c) d) p using (work_date)
  ), summed as (
    -- Added up first, then rounded (C-2).
    select m.employee_id, c.start_date as work_date, c.end_date, m.person_id, m.customer_id, m.item_id, m.class_id, m.payroll_item_id, m.department_id, m.billable, m.bill_rate,
      sum(m.seconds)::integer as seconds, private.half_up(sum(m.seconds)::bigint, 60)::integer as minutes,
      array_agg(distinct m.project_id) filter (where m.project_id is not null) as project_ids,
      array_agg(distinct m.cost_code_id) filter (where m.cost_code_id is not null) as cost_code_ids,
      string_agg(array_to_string(e.entry_ids, ','), ',') as entries
    from unnest(lines_param) m
    join ready c using (employee_id, work_date)
    left join places e on e.employee_id = m.employee_id and e.work_date = m.work_date and e.place = concat(m.project_id, '/', m.cost_code_id)
    where c.is_ready
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  )
  select s.employee_id, s.work_date, s.person_id, s.customer_id, s.item_id, s.class_id, s.payroll_item_id, s.department_id, s.seconds,
    jsonb_build_object('work_date', s.work_date, 'person', private.accounting_reference(person),
      'customer', case when customer.kind = 'project' then coalesce(private.accounting_reference(parent), private.accounting_reference(customer)) else private.accounting_reference(customer) end,
      'project', case when customer.kind = 'project' then private.accounting_reference(customer) end,
      'item', private.accounting_reference(item), 'class', private.accounting_reference(class), 'payroll_item', private.accounting_reference(payroll_item),
      'department', private.accounting_reference(department), 'hours', s.minutes / 60, 'minutes', s.minutes % 60, 'seconds', s.seconds, 'billable', s.billable,
      'description', (select left(concat_ws(' · ',
          (select string_agg(p.name, ', ' order by p.name) from public.projects p where p.company_id = connection.company_id and p.id = any (s.project_ids)),
          (select string_agg(concat_ws(' ', k.code, k.name), ', ' order by k.code) from public.cost_codes k where k.company_id = connection.company_id and k.id = any (s.cost_code_ids))), 3900)))
      || case when s.end_date <> s.work_date then jsonb_build_object('period_end', s.end_date) else '{}' end
      || case when s.bill_rate is not null then jsonb_build_object('rate', s.bill_rate) else '{}' end,
    md5(concat_ws('|', s.work_date, person.kind, person.external_id, coalesce(customer.external_id, ''), coalesce(item.external_id, ''), coalesce(class.external_id, ''),
      coalesce(payroll_item.external_id, ''), coalesce(department.external_id, ''), s.minutes, case when s.billable then 'billable' end, s.bill_rate)),
    array(select distinct e::uuid from unnest(string_to_array(s.entries, ',')) e order by 1), s.billable, s.bill_rate
  from summed s
  join public.accounting_records person on person.company_id = connection.company_id and person.id = s.person_id
  left join public.accounting_records customer on customer.company_id = connection.company_id and customer.id = s.customer_id
  left join public.accounting_records parent on parent.company_id = connection.company_id and parent.connection_id = connection.id
    and parent.kind = 'customer' and parent.external_id = customer.parent_external_id
  left join public.accounting_records item on item.company_id = connection.company_id and item.id = s.item_id
  left join public.accounting_records class on class.company_id = connection.company_id and class.id = s.class_id
  left join public.accounting_records payroll_item on payroll_item.company_id = connection.company_id and payroll_item.id = s.payroll_item_id
  left join public.accounting_records department on department.company_id = connection.company_id and department.id = s.department_id
  where s.minutes > 0;
end $$;
comment on function private.wanted_activities(public.accounting_connections,private.accounting_line[],private.accounting_entry[],private.accounting_check[]) is 'The activities that days mean that can be sent.';

create or replace function private.compute_accounting_days(connection public.accounting_connections, days_param date[], people_param uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  first_date constant date := (select min(d) from unnest(days_param) d);
  last_date constant date := (select max(d) from unnest(days_param) d);
  people constant uuid[] := array(select distinct p from unnest(people_param) p);
  entries private.accounting_entry[];
  lines private.accounting_line[];
  checks private.accounting_check[];
  wanted private.accounting_wish[];
begin
  entries := array(select e from private.accounting_entries(connection.company_id, people, first_date, last_date) e
    where (e.work_date, e.employee_id) in (select k.work_date, k.employee_id from unnest(days_param, people_param) k (work_date, employee_id)));
  lines := array(select l from private.accounting_lines(connection, days_param, people_param) l);
  if (private.accounting_settings(connection) ->> 'billable')::boolean then
    lines := array(select l from private.accounting_billed(connection, lines) l);
  end if;
  checks := array(select c from private.check_accounting_days(connection, lines, entries) c);
  wanted := array(select w from private.wanted_activities(connection, lines, entries, checks) w);

  insert into public.accounting_days as d (company_id, connection_id, employee_id, work_date, seconds, state, problems)
    select connection.company_id, connection.id, c.employee_id, c.work_date, c.seconds, c.state, c.problems from unnest(checks) c
    on conflict on constraint accounting_days_once do update set seconds = excluded.seconds, state = excluded.state, problems = excluded.problems
      where (d.seconds, d.state, d.problems) is distinct from (excluded.seconds, excluded.state, excluded.problems);
  delete from public.accounting_days d
    using unnest(days_param, people_param) k (work_date, employee_id)
    where d.company_id = connection.company_id and d.connection_id = connection.id and d.work_date = k.work_date and d.employee_id = k.employee_id
      and (d.work_date, d.employee_id) not in (select c.work_date, c.employee_id from unnest(checks) c);

  insert into public.accounting_activities as a (company_id, connection_id, employee_id, work_date, person_id, customer_id, item_id, class_id,
      payroll_item_id, department_id, billable, bill_rate, seconds, content, content_hash, entry_ids)
    select connection.company_id, connection.id, w.employee_id, w.work_date, w.person_id, w.customer_id, w.item_id, w.class_id,
      w.payroll_item_id, w.department_id, w.billable, w.bill_rate, w.seconds, w.content, w.content_hash, w.entry_ids
    from unnest(wanted) w
    on conflict on constraint accounting_activities_once do update
      set employee_id = excluded.employee_id, seconds = excluded.seconds, content = excluded.content, content_hash = excluded.content_hash, entry_ids = excluded.entry_ids,
        -- What waited to be deleted and is wanted again does not wait.
        next_attempt_at = case when a.request_id is null then null else a.next_attempt_at end,
        attempts = case when a.request_id is null and a.content_hash is distinct from excluded.content_hash then 0 else a.attempts end
      where (a.content, a.content_hash, a.entry_ids, a.employee_id) is distinct from (excluded.content, excluded.content_hash, excluded.entry_ids, excluded.employee_id);

  -- A day that cannot be sent keeps what is there, except when its approval was taken back: then it goes, after an hour for a correction.
  update public.accounting_activities a
    set seconds = null, content = null, content_hash = null, entry_ids = '{}',
      next_attempt_at = case when a.request_id is not null then a.next_attempt_at when g.approval_gone then clock_timestamp() + interval '1 hour' end,
      attempts = case when a.request_id is null then 0 else a.attempts end
    from (
      select p.start_date as work_date, k.employee_id, bool_or(coalesce(c.approval_gone, false)) as approval_gone
      from unnest(days_param, people_param) k (work_date, employee_id)
      cross join lateral private.accounting_period(connection, k.work_date) p
      left join unnest(checks) c on c.work_date = k.work_date and c.employee_id = k.employee_id
      group by 1, 2
      having bool_and(c.employee_id is null or c.state = 'ready' or c.approval_gone)
    ) g
    where a.company_id = connection.company_id and a.connection_id = connection.id and a.work_date = g.work_date and a.employee_id = g.employee_id
      and a.content_hash is not null
      and (a.work_date, a.person_id, concat_ws('/', coalesce(a.customer_id::text, ''), coalesce(a.item_id::text, ''), coalesce(a.class_id::text, ''),
        coalesce(a.payroll_item_id::text, ''), coalesce(a.department_id::text, ''), a.billable, coalesce(a.bill_rate::text, ''))) not in (
          select w.work_date, w.person_id, concat_ws('/', coalesce(w.customer_id::text, ''), coalesce(w.item_id::text, ''), coalesce(w.class_id::text, ''),
            coalesce(w.payroll_item_id::text, ''), coalesce(w.department_id::text, ''), w.billable, coalesce(w.bill_rate::numeric(10,4)::text, '')) from unnest(wanted) w);
  -- What never left us leaves no trace.
  delete from public.accounting_activities a
    where a.company_id = connection.company_id and a.connection_id = connection.id and a.work_date between first_date and last_date
      and a.content_hash is null and a.external_id is null and a.request_id is null and a.conflict is null and a.sent_at is null and a.decided_at is null;
end $$;
comment on function private.compute_accounting_days(public.accounting_connections,date[],uuid[]) is 'Computes the days of people (two lists of the same length) anew: whether each can be sent and why not, and the activities it means. Nothing of a day is sent unless all of it can be.';

create or replace function private.compute_accounting(company_id_param uuid, connection_id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  connection public.accounting_connections;
  before bigint;
  now_at bigint;
  everything boolean;
  by_week boolean;
  bills boolean;
  week_start constant integer := (select c.week_start from public.companies c where c.id = company_id_param);
  last_date constant date := private.company_today(company_id_param) + 1;
  days date[];
  people uuid[];
  part record;
  events jsonb[] := '{}';
begin
  select l.computed_position into before from private.accounting_leases l
    where l.company_id = company_id_param and l.connection_id = connection_id_param for update;
  select * into connection from public.accounting_connections c where c.company_id = company_id_param and c.id = connection_id_param;
  if connection.id is null or connection.state in ('set_up', 'disconnected') then
    return;
  end if;
  -- The chain is written one transaction after the other, so nothing appears later before this position; what waits to be linked is read as well.
  select coalesce(max(l.position), 0) into now_at from private.audit_links l where l.company_id = company_id_param;
  by_week := private.accounting_settings(connection) ->> 'hours' = 'paid';
  bills := (private.accounting_settings(connection) ->> 'billable')::boolean;
  if before is not null then
    events := array(
      select jsonb_build_object('entity', e.entity, 'before', e.before, 'after', e.after)
      from (
        select l.sequence, l.event_id from private.audit_links l where l.company_id = company_id_param and l.position > before and l.position <= now_at
        union
        select u.sequence, u.event_id from private.audit_unlinked u where u.company_id = company_id_param
      ) n
      join public.audit_events e on e.company_id = company_id_param and e.sequence = n.sequence and e.id = n.event_id
      where e.entity in ('time_entries', 'time_entry_breaks', 'approvals', 'pay_periods', 'accounting_mappings', 'accounting_connections')
        or by_week and e.entity in ('pay_items', 'overtime_policies', 'holidays', 'companies', 'travel_rules', 'wage_determinations', 'public_contracts', 'employee_classifications', 'cost_codes')
        or bills and e.entity in ('billing_terms', 'bill_rates', 'ticket_lines', 'invoiced_time'));
  end if;
  everything := before is null or exists (select from jsonb_to_recordset(to_jsonb(events)) e (entity text, before jsonb, after jsonb)
    where e.entity in ('overtime_policies', 'holidays', 'companies', 'travel_rules', 'wage_determinations', 'public_contracts', 'employee_classifications', 'cost_codes', 'billing_terms', 'bill_rates')
      or e.entity = 'accounting_mappings' and coalesce(e.after, e.before) ->> 'hours_kind' is not null
      or e.entity = 'accounting_connections' and (coalesce(e.before -> 'settings', 'null') <> coalesce(e.after -> 'settings', 'null') or e.before -> 'send_from' <> e.after -> 'send_from'));
  with spans as (
    select (v.r ->> 'employee_id')::uuid as employee_id, (v.r ->> 'work_date')::date as from_date,
      coalesce((v.r ->> 'clock_out')::timestamptz::date + 1, (v.r ->> 'work_date')::date + 1) as to_date
    from jsonb_to_recordset(to_jsonb(events)) e (entity text, before jsonb, after jsonb) cross join lateral (values (e.before), (e.after)) v (r)
    where e.entity in ('time_entries', 'approvals', 'pay_items') and v.r is not null
    union
    select t.employee_id, t.work_date, coalesce(t.clock_out::date, t.work_date) + 1
    from jsonb_to_recordset(to_jsonb(events)) e (entity text, before jsonb, after jsonb)
    join public.time_entries t on t.company_id = company_id_param and t.id = (coalesce(e.after, e.before) ->> 'time_entry_id')::uuid
    where e.entity in ('time_entry_breaks', 'ticket_lines', 'invoiced_time')
    union
    select (v.r ->> 'employee_id')::uuid, connection.send_from, last_date
    from jsonb_to_recordset(to_jsonb(events)) e (entity text, before jsonb, after jsonb) cross join lateral (values (e.before), (e.after)) v (r)
    where e.entity = 'accounting_mappings' and v.r ->> 'employee_id' is not null
    union
    -- What a project or a cost code is matched with changed: found once for all of them, then their days.
    select w.employee_id, w.work_date, w.work_date
    from (
      select distinct b.id
      from jsonb_to_recordset(to_jsonb(events)) e (entity text, before jsonb, after jsonb) cross join lateral (values (e.before), (e.after)) v (r)
      cross join lateral private.project_branch((v.r ->> 'project_id')::uuid, company_id_param) b (id)
      where e.entity = 'accounting_mappings' and v.r ->> 'project_id' is not null
    ) m
    join public.work_totals w on w.company_id = company_id_param and w.work_date >= connection.send_from and w.project_id = m.id
    union
    select w.employee_id, w.work_date, w.work_date
    from (
      select distinct (v.r ->> 'cost_code_id')::uuid as id
      from jsonb_to_recordset(to_jsonb(events)) e (entity text, before jsonb, after jsonb) cross join lateral (values (e.before), (e.after)) v (r)
      where e.entity = 'accounting_mappings' and v.r ->> 'cost_code_id' is not null
    ) m
    join public.work_totals w on w.company_id = company_id_param and w.work_date >= connection.send_from and w.cost_code_id = m.id
    union
    select p.id, (v.r ->> 'start_date')::date, (v.r ->> 'end_date')::date
    from jsonb_to_recordset(to_jsonb(events)) e (entity text, before jsonb, after jsonb) cross join lateral (values (e.before), (e.after)) v (r)
    join public.employees p on p.company_id = company_id_param
    where e.entity = 'pay_periods'
    union
    select p.id, connection.send_from, last_date from public.employees p where everything and p.company_id = company_id_param
  ), wanted as materialized (
    select distinct s.employee_id, d::date as work_date
    from spans s
    -- Overtime of a week depends on all of its days.
    cross join lateral (select case when by_week then private.week_of(s.from_date, week_start) else s.from_date end as first,
      case when by_week then private.week_of(s.to_date, week_start) + 6 else s.to_date end as last) w
    -- An activity of a payroll system has all days of its pay period.
    cross join lateral generate_series(greatest((private.accounting_period(connection, w.first)).start_date, connection.send_from),
      least((private.accounting_period(connection, w.last)).end_date, last_date + 31), interval '1 day') d
    where s.employee_id is not null
  ), bounds as materialized (
    select min(w.work_date) as first, max(w.work_date) as last, array_agg(distinct w.employee_id) as people from wanted w
  ), touched as (
    -- Only days that have something, or had; found for all of them at once.
    select w.* from wanted w
    join (
      select t.employee_id, t.work_date from public.work_totals t
      where t.company_id = company_id_param and t.work_date between (select b.first from bounds b) and (select b.last from bounds b) and t.employee_id = any ((select b.people from bounds b)::uuid[])
      union
      select d.employee_id, d.work_date from public.accounting_days d
      where d.company_id = company_id_param and d.connection_id = connection.id and d.work_date between (select b.first from bounds b) and (select b.last from bounds b)
      union
      select t.employee_id, t.work_date from public.time_entries t where t.company_id = company_id_param and t.clock_out is null
      union
      select i.employee_id, i.work_date from public.pay_items i
      where by_week and i.company_id = company_id_param and i.work_date between (select b.first from bounds b) and (select b.last from bounds b)
    ) h using (employee_id, work_date)
  )
  select array_agg(t.work_date order by t.work_date, t.employee_id), array_agg(t.employee_id order by t.work_date, t.employee_id) into days, people from touched t;
  -- Lists of tens of thousands of days are joined slowly: many are computed in parts, all days of a person together. One person is quick for the pay engine too.
  for part in
    select array_agg(x.work_date order by x.work_date, x.employee_id) as days, array_agg(x.employee_id order by x.work_date, x.employee_id) as people
    from (
      select t.work_date, t.employee_id, case when by_week then dense_rank() over (order by t.employee_id) else count(*) over (order by t.employee_id) / 4000 end as number
      from unnest(days, people) t (work_date, employee_id)
    ) x
    group by case when cardinality(days) > 4000 then x.number end
  loop
    perform private.compute_accounting_days(connection, part.days, part.people);
  end loop;
  if everything then
    delete from public.accounting_days d where d.company_id = company_id_param and d.connection_id = connection.id and d.work_date < connection.send_from;
  end if;
  update private.accounting_leases l set computed_position = now_at where l.company_id = company_id_param and l.connection_id = connection.id;
end $$;
comment on function private.compute_accounting(uuid,uuid) is 'Brings the outbox of a connection up to date with what the history says has changed since the last time. A company without a connection pays nothing for it: nothing is written when somebody clocks in or approves.';
