create or replace function private.certified_checks(company_id_param uuid, contract_param public.public_contracts, week_end_param date, lines_param private.certified_line[], due_param private.wage_due[], rows_param jsonb, header_param jsonb) returns jsonb
language sql set search_path = '' as $$
  with lines as materialized (
    select * from unnest(lines_param)
  ), people as materialized (
    select l.employee_id, min(l.entry) as entry from lines l group by l.employee_id
  ), rows as materialized (
    select (r.value ->> 'employee_id')::uuid as employee_id, r.value, (r.value ->> 'gross_project')::numeric as gross_project,
      (r.value ->> 'rate')::numeric as rate, (r.value ->> 'rate_ot')::numeric as rate_ot, (r.value ->> 'total_ot')::numeric as total_ot,
      (r.value ->> 'determination_base')::numeric as base, r.value ->> 'classification' as class
    from jsonb_array_elements(rows_param) r
  ), facts as materialized (
    select p.employee_id, f.id is not null as found, f.complete, f.gross_all, f.net, f.other_total, f.other,
      f.federal_tax + f.state_tax + f.sdi + f.fica + f.medicare + f.other_total as deductions
    from people p left join private.certified_facts(company_id_param, week_end_param) f on f.employee_id = p.employee_id
  ), computed as materialized (
    -- Expenses paid back are not earned.
    select l.employee_id, sum(l.total_cents)::numeric / 100 as gross, bool_or(l.total_cents is null) as unknown
    from private.payroll_lines_between(company_id_param, week_end_param - 6, week_end_param, null, null) l
    join people p on p.employee_id = l.employee_id
    where exists (select from facts f where f.gross_all is not null) and not private.is_reimbursement_code(l.pay_code)
    group by l.employee_id
  ), days as materialized (
    select t.employee_id, bool_or(t.clock_out is null) as running,
      bool_or(t.clock_out is not null and not private.approval_covers(a.approved_at, t.updated_at, t.clock_out)) as unapproved
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
    where t.company_id = company_id_param and t.project_id = contract_param.project_id and t.work_date between week_end_param - 6 and week_end_param
    group by t.employee_id
  ), found (code, severity, employee_id, message, figures) as (
    -- Errors: what makes the report wrong or incomplete.
    select 'determination_missing', 'error', null::uuid, 'No wage determination of this project is in effect in this week.', null::text[]
    where not exists (
      select from public.wage_determinations d
      where d.company_id = company_id_param and d.project_id = contract_param.project_id and d.effective_from <= week_end_param)
    union all
    select 'no_classification', 'error', l.employee_id,
      format('%s hours without a class of the determination.', private.cents_text(private.half_up(sum(l.minutes) * 100, 60))),
      array[private.cents_text(private.half_up(sum(l.minutes) * 100, 60))]
    from lines l where l.effective_id is null and l.minutes > 0 group by l.employee_id
    union all
    select 'class_not_in_determination', 'error', l.employee_id,
      format('%s is not in modification %s of %s: work needs a class that is, or a conformance.', k.name, n.modification, n.number),
      array[k.name, n.modification, n.number]
    from (select distinct l.employee_id, l.effective_id, l.work_date from lines l where l.effective_id is not null) l
    join public.work_classifications k on k.company_id = company_id_param and k.id = l.effective_id
    join public.wage_determinations d on d.company_id = company_id_param and d.id = k.determination_id
    join lateral (
      select n.number, n.modification, n.id from public.wage_determinations n
      where n.company_id = company_id_param and n.project_id = d.project_id and n.number = d.number and n.effective_from <= l.work_date
      order by n.effective_from desc limit 1
    ) n on n.id <> d.id
    group by l.employee_id, k.name, n.modification, n.number
    union all
    select 'rate_missing', 'error', l.employee_id, 'Hours without a rate: what was earned is not known.', null
    from lines l where l.minutes > 0 and l.straight_cents is null group by l.employee_id
    union all
    select 'workweek_differs', 'error', l.employee_id,
      format('The workweek that overtime is counted in starts on %s, the week of this report on %s.', min(l.week_start), week_end_param - 6),
      array[min(l.week_start)::text, (week_end_param - 6)::text]
    from lines l where l.minutes > 0 and l.week_start <> week_end_param - 6 group by l.employee_id
    union all
    select 'time_missing', 'error', t.employee_id, format('Time of this week is not in it as it is recorded: %s. Post what is owed for locked periods in Payroll.',
        string_agg(t.work_date::text, ', ' order by t.work_date)),
      array_agg(t.work_date::text order by t.work_date)
    from (
      select w.employee_id, w.work_date
      from (
        select l.employee_id, l.work_date, l.minutes from lines l where l.pay_code <> 'FRINGE_CASH'
        union all
        select n.employee_id, n.work_date, -n.minutes
        from private.payroll_lines_now(company_id_param, week_end_param - 6, week_end_param, null) n
        where n.project_id = contract_param.project_id and n.pay_code in ('REG', 'OT', 'DT')
      ) w
      group by w.employee_id, w.work_date having sum(w.minutes) <> 0
    ) t
    where private.is_locked(company_id_param, week_end_param - 6, week_end_param) group by t.employee_id
    union all
    select 'clock_running', 'error', d.employee_id, 'A clock is still running in this week.', null from days d where d.running
    union all
    select case when r.value ->> 'identifying_number' is null then 'identifying_number_missing' else 'nine_digit_number' end, 'error', r.employee_id,
      case when r.value ->> 'identifying_number' is null then 'Column 1E needs a number of this worker: the last four digits, or an employee number.'
        else 'Column 1E has nine digits. A full social security number is not allowed in this report.' end, null
    from rows r
    where r.value ->> 'identifying_number' is null or regexp_replace(r.value ->> 'identifying_number', '[^0-9]', '', 'g') ~ '^[0-9]{9}$'
    group by r.employee_id, 1, 4
    union all
    select 'payroll_facts_missing', 'error', f.employee_id,
      case when f.found then 'Gross, taxes or net pay of this week are incomplete: columns 7B, 8 and 9 cannot be filled.'
        else 'Gross, taxes and net pay of this week are missing: columns 7B, 8 and 9 are blank.' end,
      array[f.found::text]
    from facts f where f.complete is not true
    union all
    select 'gross_over_all', 'error', r.employee_id,
      format('Column 7A is %s, more than the %s earned for all work in column 7B.', sum(r.gross_project), f.gross_all),
      array[sum(r.gross_project)::text, f.gross_all::text]
    from rows r join facts f on f.employee_id = r.employee_id group by r.employee_id, f.gross_all having sum(r.gross_project) > f.gross_all
    union all
    select 'net_differs', 'error', f.employee_id,
      format('Net pay %s is not gross %s less deductions %s.', f.net, f.gross_all, f.deductions::numeric(12, 2)),
      array[f.net::text, f.gross_all::text, f.deductions::numeric(12, 2)::text]
    from facts f where f.complete and f.net <> f.gross_all - f.deductions
    union all
    select 'short_paid', 'error', d.employee_id, format('%s less than due: base %s, fringe %s, overtime premium %s.',
      private.cents_text(sum(d.base_cents + d.fringe_cents + d.premium_cents)::bigint), private.cents_text(sum(d.base_cents)::bigint),
      private.cents_text(sum(d.fringe_cents)::bigint), private.cents_text(sum(d.premium_cents)::bigint)),
      array[private.cents_text(sum(d.base_cents + d.fringe_cents + d.premium_cents)::bigint)]
    from unnest(due_param) d group by d.employee_id having sum(d.base_cents + d.fringe_cents + d.premium_cents) > 0
    union all
    select 'unfunded_plan', 'error', m.employee_id, format('%s is not funded and has no approval: it gives no credit.', p.name), array[p.name]
    from public.employee_fringe_plans m
    join public.fringe_plans p on p.company_id = m.company_id and p.id = m.plan_id
    where m.company_id = company_id_param and m.employee_id in (select w.employee_id from people w)
      and not p.funded and nullif(btrim(p.approval), '') is null
      and daterange(m.from_date, m.to_date, '[]') * daterange(p.from_date, p.to_date, '[]') && daterange(week_end_param - 6, week_end_param, '[]')
    union all
    -- Warnings: legal in some cases, worth a view.
    select 'over_40_without_overtime', 'warning', l.employee_id,
      format('%s straight hours on a contract with overtime over 40 hours.', private.cents_text(private.half_up(sum(l.minutes) * 100, 60))),
      array[private.cents_text(private.half_up(sum(l.minutes) * 100, 60))]
    from lines l where l.pay_code = 'REG' and private.owes_over_forty(contract_param.regime, contract_param.cwhssa) group by l.employee_id having sum(l.minutes) > 2400
    union all
    select 'base_below_determination', 'warning', r.employee_id,
      format('%s: %s an hour is below the base of %s. This is allowed only where cash and plans make up for it.', r.class, r.value ->> 'rate_st', r.value ->> 'determination_base'),
      array[r.class, r.value ->> 'rate_st', r.value ->> 'determination_base']
    from rows r where r.rate < r.base group by r.employee_id, r.class, r.value ->> 'rate_st', r.value ->> 'determination_base'
    union all
    select 'overtime_rate_low', 'warning', r.employee_id,
      format('%s: overtime at %s is below one and a half times %s. This is allowed where the week has several rates.', r.class, r.value ->> 'rate_ot', r.value ->> 'rate_st'),
      array[r.class, r.value ->> 'rate_ot', r.value ->> 'rate_st']
    from rows r where r.total_ot > 0 and r.rate_ot < round(1.5 * r.rate, 2) group by r.employee_id, r.class, r.value ->> 'rate_ot', r.value ->> 'rate_st'
    union all
    select 'modification_missing', 'warning', null, format('Determination %s has no modification number.', d.number), array[d.number]
    from public.wage_determinations d
    where d.company_id = company_id_param and d.project_id = contract_param.project_id and btrim(d.modification) = ''
      and exists (select from lines l join public.work_classifications k on k.company_id = company_id_param and k.id = l.effective_id
        where k.determination_id = d.id)
    union all
    select 'apprentice_over_ratio', 'warning', l.employee_id,
      format('More apprentices than the program allows: full rate on %s.', string_agg(distinct l.work_date::text, ', ')),
      array_agg(distinct l.work_date::text)
    from lines l where l.over_ratio and l.minutes > 0 group by l.employee_id
    union all
    select 'class_ended', 'warning', l.employee_id, format('%s ended on %s and was worked after it.', k.name, k.ends_on), array[k.name, k.ends_on::text]
    from lines l
    join public.work_classifications k on k.company_id = company_id_param and k.id = l.effective_id and k.ends_on < l.work_date
    where l.minutes > 0 group by l.employee_id, k.name, k.ends_on
    union all
    select 'gross_differs', 'warning', f.employee_id, format('Payroll paid %s for all work of the week, the time is worth %s.', f.gross_all, c.gross::numeric(12, 2)),
      array[f.gross_all::text, c.gross::numeric(12, 2)::text]
    from facts f join computed c on c.employee_id = f.employee_id where not c.unknown and f.gross_all <> c.gross
    union all
    select 'other_deductions', 'warning', f.employee_id, format('Other deductions (%s): say what they are in the remarks, and that 29 CFR part 3 permits them.',
      (select string_agg(i.value ->> 'name', ', ') from jsonb_array_elements(f.other) i)),
      array(select i.value ->> 'name' from jsonb_array_elements(f.other) i)
    from facts f where f.other_total <> 0
    union all
    select 'time_not_approved', 'warning', d.employee_id, 'Time of this week is not approved.', null from days d where d.unapproved
    union all
    select 'cwhssa_unknown', 'warning', null, 'Whether overtime over 40 hours is owed by this contract is not known. It is paid as if it were.', null
    where contract_param.cwhssa = 'unknown'
    union all
    select 'contract_number_missing', 'warning', null, 'The contract has no number.', null where nullif(btrim(contract_param.contract_number), '') is null
    union all
    select 'business_address_missing', 'warning', null, 'The form asks for the address of your business.', null where header_param ->> 'business_address' is null
    union all
    select 'location_missing', 'warning', null, 'The form asks where the project is: its address, or county and state.', null
    where header_param ->> 'location' is null and num_nulls(header_param ->> 'county', header_param ->> 'state') > 0
    union all
    select 'payroll_number_gap', 'warning', null, format('Weeks before this one have no certified payroll yet: those ending %s.', string_agg(m.value, ', ' order by m.value)),
      array_agg(m.value order by m.value)
    from jsonb_array_elements_text(header_param -> 'missing_weeks') m having count(*) > 0
    union all
    select 'delivered_late', 'warning', null, format('Handed in on %s, later than seven days after the pay day (%s).', header_param ->> 'delivered_on', header_param ->> 'due_on'),
      array[header_param ->> 'delivered_on', header_param ->> 'due_on']
    where (header_param ->> 'delivered_on')::date > (header_param ->> 'due_on')::date
    union all
    select 'delivery_overdue', 'warning', null, format('Not handed in, and it was due on %s.', header_param ->> 'due_on'), array[header_param ->> 'due_on']
    where header_param ->> 'delivered_on' is null and (header_param ->> 'is_late')::boolean
  )
  select coalesce(jsonb_agg(jsonb_build_object('code', f.code, 'severity', f.severity, 'employee_id', f.employee_id, 'message', f.message,
    'figures', coalesce(to_jsonb(f.figures), '[]'))
    order by f.severity, p.entry nulls first, f.code, f.message), '[]')
  from found f left join people p on p.employee_id = f.employee_id;
$$;
comment on function private.certified_checks(uuid,public.public_contracts,date,private.certified_line[],private.wage_due[],jsonb,jsonb) is 'What is wrong with a certified payroll (error) and what somebody should view before signing (warning). The figures of a message stand beside it, for texts in other languages. docs/rules/public-work.md#checks';
