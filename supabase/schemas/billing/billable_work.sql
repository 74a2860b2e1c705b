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
    select l.employee_id, l.work_date, l.cost_code_id, l.classification_id, l.locked,
      case l.pay_code when 'OT' then 'overtime' when 'DT' then 'double' else 'regular' end as hours_kind, sum(l.minutes) as minutes
    from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, null, null) l
    where l.project_id = project_id_param and l.pay_code in ('REG', 'OT', 'DT') and l.minutes > 0
    group by 1, 2, 3, 4, 5, 6
  ), origins as materialized (
    select o.employee_id, o.work_date, o.cost_code_id, o.entry_ids, o.approved_at is not null as approved
    from public.payroll_line_origins(start_date_param, end_date_param) o
    where o.project_id = project_id_param
  ), on_tickets as materialized (
    -- Hours of a ticket are billed with the ticket, or not at all.
    select t.employee_id, e.work_date, e.cost_code_id, e.classification_id, t.hours_kind, round(sum(t.quantity) * 60) as minutes
    from public.ticket_lines t
    join public.extra_work_tickets x on x.company_id = t.company_id and x.id = t.ticket_id
    join public.time_entries e on e.company_id = t.company_id and e.id = t.time_entry_id
    where t.company_id = company_id_param and t.kind = 'labor' and x.project_id = project_id_param and e.work_date between start_date_param and end_date_param
      and not exists (select from public.extra_work_tickets later where later.company_id = x.company_id and later.revises_id = x.id)
    group by 1, 2, 3, 4, 5
  ), open_time as (
    select w.employee_id, w.work_date, w.classification_id, w.hours_kind, o.entry_ids, o.approved or w.locked as approved,
      w.minutes - coalesce(t.minutes, 0) as minutes
    from worked w
    join origins o on o.employee_id = w.employee_id and o.work_date = w.work_date and o.cost_code_id is not distinct from w.cost_code_id
    left join on_tickets t on t.employee_id = w.employee_id and t.work_date = w.work_date and t.hours_kind = w.hours_kind
      and t.cost_code_id is not distinct from w.cost_code_id and t.classification_id is not distinct from w.classification_id
    where w.minutes > coalesce(t.minutes, 0)
      and not exists (select from public.invoiced_time i
        where i.company_id = company_id_param and i.work_date = w.work_date and i.time_entry_id = any (o.entry_ids))
  ), rated as materialized (
    select n.*, r.id as rate_id, r.rate from open_time n
    cross join lateral private.labor_bill_rate(company_id_param, n.employee_id, n.classification_id, null, project_id_param, n.work_date, n.hours_kind) r
    where n.approved
  ), lines as (
    select r.employee_id, r.classification_id, r.hours_kind, r.rate, round(sum(r.minutes) / 60.0, 2) as hours,
      jsonb_agg(jsonb_build_object('work_date', r.work_date, 'minutes', r.minutes, 'entry_ids', r.entry_ids) order by r.work_date) as days
    from rated r where r.rate is not null
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
