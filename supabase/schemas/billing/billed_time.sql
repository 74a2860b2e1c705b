create type private.worked_line as (
  employee_id uuid,
  work_date date,
  project_id uuid,
  cost_code_id uuid,
  classification_id uuid,
  hours_kind text,
  seconds bigint,
  entry_id uuid
);

create or replace function private.paid_entry_days(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns table(entry_id uuid, employee_id uuid, project_id uuid, cost_code_id uuid, classification_id uuid, in_minute integer, work_date date, minutes integer)
language sql stable set search_path = '' as $$
  with punches as materialized (
    select * from private.payroll_punches(company_id_param, first_date_param - 3, last_date_param + 1, employee_ids_param, null)
  ), unpaid as (
    select b.entry_id, range_agg(int4range(b.start_minute, b.end_minute)) as minutes
    from private.payroll_breaks(company_id_param, first_date_param - 3, last_date_param + 1, array(select row(p.*)::private.pay_punch from punches p)) b
    where b.deducted
    group by b.entry_id
  ), stretches as (
    select p.entry_id, p.employee_id, p.project_id, p.cost_code_id, p.classification_id, p.in_minute, y.workday_start, coalesce(s.time_zone, y.time_zone) as zone,
      lower(m) as starts, upper(m) as ends
    from punches p
    join private.payroll_policies_between(company_id_param, first_date_param - 3, last_date_param + 1) y on y.number = p.policy
    left join private.site_zones(company_id_param) s on s.project_id = p.project_id
    left join unpaid u on u.entry_id = p.entry_id
    cross join unnest(int4multirange(int4range(p.in_minute, p.out_minute)) - coalesce(u.minutes, '{}')) m
  )
  select s.entry_id, s.employee_id, s.project_id, s.cost_code_id, s.classification_id, s.in_minute, d.day,
    sum(least(s.ends, private.epoch_minute(((d.day + 1) + make_interval(mins => s.workday_start)) at time zone s.zone))
      - greatest(s.starts, private.epoch_minute((d.day + make_interval(mins => s.workday_start)) at time zone s.zone)))::integer
  from stretches s
  cross join lateral (select private.local_date(s.starts, s.zone, s.workday_start) as first_day, private.local_date(s.ends - 1, s.zone, s.workday_start) as last_day) r
  cross join lateral (select r.first_day + n from generate_series(0, r.last_day - r.first_day) n) d (day)
  where d.day between first_date_param and last_date_param
  group by s.entry_id, s.employee_id, s.project_id, s.cost_code_id, s.classification_id, s.in_minute, d.day;
$$;
comment on function private.paid_entry_days(uuid,date,date,uuid[]) is 'Minutes of each entry by work date as payroll counts them: rounded, without unpaid and automatic breaks, cut where the workday begins.';

create or replace function private.billed_time(company_id_param uuid, first_date_param date, last_date_param date, employee_ids_param uuid[]) returns setof private.worked_line
language sql stable set search_path = '' as $$
  with on_tickets as materialized (
    select t.id, e.id as entry_id, coalesce(e.employee_id, t.employee_id) as employee_id, case when e.id is null then x.project_id else e.project_id end as project_id,
      e.cost_code_id, e.classification_id, coalesce(e.work_date, x.work_date) as work_date, t.hours_kind, round(t.quantity * 60)::integer as minutes
    from public.ticket_lines t
    join public.extra_work_tickets x on x.company_id = t.company_id and x.id = t.ticket_id
    left join public.time_entries e on e.company_id = t.company_id and e.id = t.time_entry_id
    where t.company_id = company_id_param and t.kind = 'labor' and coalesce(e.employee_id, t.employee_id) = any (employee_ids_param)
      and coalesce(e.work_date, x.work_date) between first_date_param - 3 and last_date_param + 1
      and not exists (select from public.extra_work_tickets later where later.company_id = x.company_id and later.revises_id = x.id)
  ), on_invoices as materialized (
    select i.time_entry_id, i.employee_id, i.work_date, i.minutes, v.project_id
    from public.invoiced_time i
    join public.invoice_drafts v on v.company_id = i.company_id and v.id = i.invoice_id
    where i.company_id = company_id_param and i.employee_id = any (employee_ids_param) and i.work_date between first_date_param - 3 and last_date_param + 3
  ), days as materialized (
    select * from private.paid_entry_days(company_id_param, first_date_param - 3, last_date_param + 3,
      array(select t.employee_id from on_tickets t union select i.employee_id from on_invoices i))
  ), invoiced as (
    select i.time_entry_id, i.employee_id, i.work_date, sum(coalesce(i.minutes, d.minutes, 0))::integer as minutes,
      case when e.id is null then i.project_id else e.project_id end as project_id, e.cost_code_id, e.classification_id
    from on_invoices i
    left join public.time_entries e on e.company_id = company_id_param and e.id = i.time_entry_id
    left join days d on d.entry_id = i.time_entry_id and d.work_date = i.work_date
    group by i.time_entry_id, i.employee_id, i.work_date, 5, 6, 7
  ), open_days as (
    -- The hours of a ticket come one after the other over the days of its entry; what is too much is on the last one.
    select n.entry_id, n.work_date, sum(n.minutes) over before_it - n.minutes as starts,
      case when lead(n.work_date) over before_it is null then 1000000 else sum(n.minutes) over before_it end as ends
    from (select d.entry_id, d.work_date, greatest(0, d.minutes - coalesce(i.minutes, 0)) as minutes
      from days d left join invoiced i on i.time_entry_id = d.entry_id and i.work_date = d.work_date) n
    window before_it as (partition by n.entry_id order by n.work_date)
  ), ticketed as (
    select t.*, sum(t.minutes) over before_it - t.minutes as starts, sum(t.minutes) over before_it as ends
    from on_tickets t
    window before_it as (partition by coalesce(t.entry_id, t.id) order by t.id)
  )
  select t.employee_id, coalesce(o.work_date, t.work_date), t.project_id, t.cost_code_id, t.classification_id, t.hours_kind,
    (case when o.entry_id is null then t.minutes else least(o.ends, t.ends) - greatest(o.starts, t.starts) end * 60)::bigint, t.entry_id
  from ticketed t
  left join open_days o on o.entry_id = t.entry_id and o.starts < t.ends and o.ends > t.starts
  where coalesce(o.work_date, t.work_date) between first_date_param and last_date_param
  union all
  select i.employee_id, i.work_date, i.project_id, i.cost_code_id, i.classification_id, null, i.minutes * 60::bigint, i.time_entry_id
  from invoiced i
  where i.work_date between first_date_param and last_date_param;
$$;
comment on function private.billed_time(uuid,date,date,uuid[]) is 'Time of people that is on tickets and invoice drafts, where its entry is now; of a ticket that was revised its last revision counts. Without an entry, or when it was deleted, it is time of the person on that day and project.';

create or replace function private.allocate_time(lines_param private.worked_line[], taken_param private.worked_line[]) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  allocated bigint[] := array_fill(0::bigint, array[cardinality(lines_param)]);
begin
  for level in 1..4 loop
    allocated := array(
      with lines as (
        select l.number, l.seconds - a.seconds as room, a.seconds as allocated, array_position(array['regular', 'overtime', 'double'], l.hours_kind) as place,
          concat_ws('|', l.employee_id, l.work_date, coalesce(l.project_id::text, '-'), case when level <= 3 then coalesce(l.cost_code_id::text, '-') end,
            case when level <= 2 then coalesce(l.hours_kind, '-') end, case when level = 1 then l.classification_id end) as key
        from unnest(lines_param) with ordinality l (employee_id, work_date, project_id, cost_code_id, classification_id, hours_kind, seconds, entry_id, number)
        join unnest(allocated) with ordinality a (seconds, number) on a.number = l.number
      ), taken as (
        select sum(t.seconds) as seconds,
          concat_ws('|', t.employee_id, t.work_date, coalesce(t.project_id::text, '-'), case when level <= 3 then coalesce(t.cost_code_id::text, '-') end,
            case when level <= 2 then coalesce(t.hours_kind, '-') end, case when level = 1 then t.classification_id end) as key
        from unnest(taken_param) t
        group by 2
      )
      select (l.allocated + greatest(0, least(l.room, coalesce(t.seconds, 0) - sum(l.allocated) over (partition by l.key)
        - (sum(l.room) over (partition by l.key order by l.place, l.number) - l.room))))::bigint
      from lines l left join taken t on t.key = l.key
      order by l.number);
  end loop;
  return allocated;
end $$;
comment on function private.allocate_time(private.worked_line[],private.worked_line[]) is 'How much of each line is used up by what was taken: first of the same code, class and kind of hours, then of the same code and kind, of the same code, and at last of that person, day and project, straight time before overtime.';
