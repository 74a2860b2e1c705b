create or replace function public.billable_work(project_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
begin
  perform private.require_date_range(start_date_param, end_date_param);
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  return private.billable_work(me.company_id, project_id_param, start_date_param, end_date_param);
end $$;
comment on function public.billable_work(uuid,date,date) is 'Managers: what could go on an invoice of a project: {"tickets" approved up to the last day, "time" by person and rate where the project bills its time, "missing" rates, "unapproved_minutes"}. docs/rules/extra-work.md#invoices';
grant execute on function public.billable_work(uuid,date,date) to authenticated;

create or replace function private.billable_work(company_id_param uuid, project_id_param uuid, start_date_param date, end_date_param date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  terms record := private.billing_terms_of(company_id_param, project_id_param);
  work jsonb := jsonb_build_object('bills_time', terms.bills_time, 'time', '[]'::jsonb, 'missing', '[]'::jsonb, 'unapproved_minutes', 0);
begin
  if terms.bills_time then
    work := work || private.billable_time(company_id_param, project_id_param, start_date_param, end_date_param, terms.labor);
  end if;
  return work || jsonb_build_object('tickets', (
    select coalesce(jsonb_agg(jsonb_build_object('ticket_id', t.id, 'number', t.number, 'revision', t.revision, 'work_date', t.work_date, 'description', t.description,
      'total', b.total_amount, 'approved_on', b.decided_on, 'signed_name', t.signed_name) order by t.number, t.revision), '[]')
    from public.extra_work_tickets t
    join public.ticket_billings b on b.company_id = t.company_id and b.ticket_id = t.id and b.invoice_id is null
    where t.company_id = company_id_param and t.project_id = project_id_param and t.status = 'approved' and t.work_date <= end_date_param
      and not private.is_ticket_superseded(t.company_id, t.id)));
end $$;

create or replace function private.billable_time(company_id_param uuid, project_id_param uuid, start_date_param date, end_date_param date, markup_param numeric) returns jsonb
language sql security definer set search_path = '' as $$
  with worked as materialized (
    select v.employee_id, v.work_date, v.cost_code_id, v.classification_id, case v.pay_code when 'OT' then 'overtime' when 'DT' then 'double' else 'regular' end as hours_kind,
      bool_or(v.locked) as locked, sum(v.minutes)::integer as minutes, row_number() over () as number
    from (
      select l.employee_id, l.work_date, l.cost_code_id, l.classification_id, l.pay_code, l.minutes, l.locked
      from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, null, null) l
      where l.project_id = project_id_param and l.pay_code in ('REG', 'OT', 'DT')
      union all
      -- What reached a locked period late.
      select i.employee_id, i.corrects_date, i.cost_code_id, coalesce(l.classification_id, e.classification_id), i.corrects_pay_code, i.minutes, true
      from public.pay_items i
      left join public.payroll_lines l on l.company_id = i.company_id and l.id = i.payroll_line_id
      left join lateral (select t.classification_id from public.time_entries t
        where t.company_id = i.company_id and t.employee_id = i.employee_id and t.work_date = i.corrects_date and t.project_id = i.project_id
          and t.cost_code_id is not distinct from i.cost_code_id order by t.clock_in desc limit 1) e on true
      where i.company_id = company_id_param and i.pay_code = 'ADJUSTMENT' and i.corrects_date between start_date_param and end_date_param
        and i.project_id = project_id_param and i.corrects_pay_code in ('REG', 'OT', 'DT') and private.is_locked(company_id_param, i.corrects_date, i.corrects_date)
    ) v
    group by 1, 2, 3, 4, 5
    having sum(v.minutes) <> 0
  ), people as materialized (
    select array_agg(distinct w.employee_id) as ids from worked w
  ), billed as materialized (
    select b.* from people p cross join private.billed_time(company_id_param, start_date_param, end_date_param, p.ids) b where b.project_id = project_id_param
  ), entries as materialized (
    -- The approval of a shift is that of the day it began.
    select d.employee_id, d.work_date, d.cost_code_id, d.entry_id, d.in_minute, a.approved_at is not null as approved,
      greatest(0, d.minutes - (select coalesce(sum(b.seconds), 0) / 60 from billed b where b.entry_id = d.entry_id and b.work_date = d.work_date))::integer as minutes
    from people p
    cross join private.paid_entry_days(company_id_param, start_date_param, end_date_param, p.ids) d
    join public.time_entries t on t.company_id = company_id_param and t.id = d.entry_id
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date and private.approval_covers(a.approved_at, t.updated_at, t.clock_out)
    where d.project_id = project_id_param
  ), allocated as (
    select u.seconds / 60 as minutes, u.number
    from unnest(private.allocate_time(
      array(select row(w.employee_id, w.work_date, project_id_param, w.cost_code_id, w.classification_id, w.hours_kind, greatest(w.minutes, 0) * 60, null)::private.worked_line
        from worked w order by w.number),
      array(select b::private.worked_line from billed b) || array(select row(w.employee_id, w.work_date, project_id_param, w.cost_code_id, w.classification_id, w.hours_kind,
        -w.minutes * 60, null)::private.worked_line from worked w where w.minutes < 0))) with ordinality u (seconds, number)
  ), open_time as materialized (
    select w.employee_id, w.work_date, w.cost_code_id, w.classification_id, w.hours_kind, w.number, w.minutes - a.minutes as minutes,
      w.locked or coalesce((select bool_and(e.approved) from entries e
        where e.employee_id = w.employee_id and e.work_date = w.work_date and e.cost_code_id is not distinct from w.cost_code_id), false) as approved
    from worked w
    join allocated a on a.number = w.number
    where w.minutes > a.minutes
  ), entry_parts as (
    -- Entries of a day one after the other, beside its hours by kind: what is left over belongs to the last.
    select o.number, jsonb_agg(jsonb_build_object('id', e.entry_id, 'minutes', least(o.ends, e.ends) - greatest(o.starts, e.starts)) order by e.starts) as entries
    from (
      select n.*, sum(n.minutes) over before_it - n.minutes as starts, sum(n.minutes) over before_it as ends from open_time n
      window before_it as (partition by n.employee_id, n.work_date, n.cost_code_id order by array_position(array['regular', 'overtime', 'double'], n.hours_kind), n.number)
    ) o
    join (
      select n.*, sum(n.minutes) over before_it - n.minutes as starts,
        case when lead(n.entry_id) over before_it is null then 1000000 else sum(n.minutes) over before_it end as ends
      from entries n
      window before_it as (partition by n.employee_id, n.work_date, n.cost_code_id order by n.in_minute, n.entry_id)
    ) e on e.employee_id = o.employee_id and e.work_date = o.work_date and e.cost_code_id is not distinct from o.cost_code_id and e.starts < o.ends and e.ends > o.starts
    group by o.number
  ), rated as materialized (
    select n.*, r.id as rate_id, r.rate from open_time n
    cross join lateral private.labor_bill_rate(company_id_param, n.employee_id, n.classification_id, null, project_id_param, n.work_date, n.hours_kind) r
    where n.approved
  ), lines as (
    select r.employee_id, r.classification_id, r.hours_kind, r.rate, round(sum(r.minutes) / 60.0, 2) as hours,
      jsonb_agg(jsonb_build_object('work_date', r.work_date, 'minutes', r.minutes, 'entries', coalesce(p.entries, '[]')) order by r.work_date) as days
    from rated r left join entry_parts p on p.number = r.number where r.rate is not null
    group by r.employee_id, r.classification_id, r.hours_kind, r.rate
  )
  select jsonb_build_object(
    'time', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', l.employee_id, 'hours_kind', l.hours_kind, 'hours', l.hours, 'rate', l.rate,
        'amount', round(l.hours * l.rate, 2), 'markup_percent', trim_scale(markup_param), 'markup_amount', round(round(l.hours * l.rate, 2) * markup_param / 100, 2), 'days', l.days,
        'description', concat_ws(', ', private.person_name(company_id_param, l.employee_id), coalesce(k.name, nullif(e.job_title, '')),
          case l.hours_kind when 'overtime' then 'OT' when 'double' then 'DT' end))
        order by e.last_name, e.first_name, l.employee_id, k.name, array_position(array['regular', 'overtime', 'double'], l.hours_kind), l.rate), '[]')
      from lines l join public.employees e on e.company_id = company_id_param and e.id = l.employee_id
      left join public.work_classifications k on k.company_id = company_id_param and k.id = l.classification_id),
    'missing', (select coalesce(jsonb_agg(to_jsonb(m) order by m.name, m.hours_kind), '[]') from (
      select r.employee_id, private.person_name(company_id_param, r.employee_id) as name, r.hours_kind, min(r.work_date) as first_date, sum(r.minutes) as minutes,
        case when bool_or(r.rate_id is null) or r.hours_kind = 'regular' then 'bill_rate' else r.hours_kind || '_rate' end as missing
      from rated r where r.rate is null group by r.employee_id, r.hours_kind) m),
    'unapproved_minutes', (select coalesce(sum(n.minutes), 0) from open_time n where not n.approved));
$$;
comment on function private.billable_time(uuid,uuid,date,date,numeric) is 'Time of a project that is paid and approved, on no ticket and on no invoice, by person, class and rate of its work date: hours half up to the hundredth, amounts from those.';
