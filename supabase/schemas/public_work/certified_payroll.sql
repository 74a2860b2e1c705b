create or replace function public.certified_payroll(project_id_param uuid, week_end_param date) returns jsonb
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' set statement_timeout = '60s' as $$
declare
  me public.employees := private.require_manager();
begin
  return private.certified_report(me, private.require_public_contract(me.company_id, project_id_param, week_end_param), week_end_param);
end $$;
comment on function public.certified_payroll(uuid,date) is 'Manager, owner: the certified payroll of a public project and week as the lines of pay give it: header, rows (columns 1A to 9), plans, apprentices, checks, and what is due, paid and short, and restitution. version names these figures, signed what was signed of the week. Money and hours are texts with two decimals; null is not known.';
grant execute on function public.certified_payroll(uuid,date) to authenticated;

create or replace function private.certified_report(viewer_param public.employees, contract_param public.public_contracts, week_end_param date) returns jsonb
language plpgsql set search_path = '' set jit = 'off' set enable_nestloop = 'off' as $$
declare
  company constant uuid := contract_param.company_id;
  first_date constant date := week_end_param - 6;
  lines private.certified_line[] := array(select l from private.certified_lines(company, contract_param.project_id, first_date, week_end_param) l);
  due private.wage_due[] := array(select d from private.wages_due(company, first_date, week_end_param, contract_param.project_id, null) d);
  rows jsonb := private.certified_rows(viewer_param, first_date, lines);
  restitutions jsonb := private.certified_restitutions(contract_param, week_end_param, rows);
  header jsonb := private.certified_header(contract_param, week_end_param, lines)
    || jsonb_build_object('required_statements', private.certified_statements(rows), 'remarks', private.certified_remarks(week_end_param, rows, restitutions));
  figures jsonb := jsonb_build_object('rows', rows, 'plans', private.certified_plans(company, lines),
    'apprentices', private.certified_apprentices(company, week_end_param, lines), 'due', private.certified_due(lines, due), 'restitutions', restitutions);
begin
  figures := figures || jsonb_build_object('version', md5(jsonb_build_array(header, figures)::text));
  header := header || private.certified_number(contract_param, week_end_param);
  return figures || jsonb_build_object('header', header, 'signed', private.certified_signature(contract_param, week_end_param),
    'checks', private.certified_checks(company, contract_param, week_end_param, lines, due, rows, header));
end $$;
comment on function private.certified_report(public.employees,public.public_contracts,date) is 'What certified_payroll answers, for whoever may ask it. version: a digest of what would be signed, without number and deadline.';

create or replace function private.certified_due(lines_param private.certified_line[], due_param private.wage_due[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', d.employee_id, 'due', private.cents_text(d.due_cents),
    'paid', private.cents_text(d.paid_cents), 'short', private.cents_text(d.base_cents + d.fringe_cents + d.premium_cents),
    'base', private.cents_text(d.base_cents), 'fringe', private.cents_text(d.fringe_cents), 'premium', private.cents_text(d.premium_cents))
    order by d.entry), '[]')
  from (
    select o.employee_id, min(e.entry) as entry, sum(o.due_cents)::bigint as due_cents, sum(o.paid_cents)::bigint as paid_cents, sum(o.base_cents)::bigint as base_cents,
      sum(o.fringe_cents)::bigint as fringe_cents, sum(o.premium_cents)::bigint as premium_cents
    from unnest(due_param) o
    left join (select l.employee_id, min(l.entry) as entry from unnest(lines_param) l group by l.employee_id) e on e.employee_id = o.employee_id
    group by o.employee_id
  ) d;
$$;

create or replace function private.certified_restitutions(contract_param public.public_contracts, week_end_param date, rows_param jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('employee_id', r.employee_id, 'entry', w.entry, 'name', btrim(concat_ws(' ', e.first_name, e.last_name)),
    'amount', private.cents_text(r.amount_cents), 'base', private.cents_text(r.base_cents), 'fringe', private.cents_text(r.fringe_cents),
    'premium', private.cents_text(r.premium_cents), 'reason', r.reason, 'post_date', r.post_date, 'paid_on', r.paid_on,
    'payment_reference', r.payment_reference) order by w.entry, r.created_at, r.id), '[]')
  from public.restitutions r
  join public.employees e on e.company_id = r.company_id and e.id = r.employee_id
  left join lateral (select min((x.value ->> 'entry')::integer) as entry from jsonb_array_elements(rows_param) x
    where x.value ->> 'employee_id' = r.employee_id::text) w on true
  where r.company_id = contract_param.company_id and r.project_id = contract_param.project_id and r.week_end = week_end_param and r.withdrawn_at is null;
$$;
comment on function private.certified_restitutions(public.public_contracts,date,jsonb) is 'Wages of the week that were paid later: the adjustments of a corrected report (A-16).';

create or replace function private.certified_statements(rows_param jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select '[1, 2, 3]'::jsonb
    || case when bool_or(r.value ->> 'kind' = 'RA') then '[4]'::jsonb else '[]' end
    || case when bool_or((r.value ->> 'determination_fringe')::numeric > 0 or (r.value ->> 'fringe_credit')::numeric > 0
      or (r.value ->> 'cash_in_lieu')::numeric > 0) then '[5]'::jsonb else '[]' end || '[6]'::jsonb
  from jsonb_array_elements(rows_param) r;
$$;
comment on function private.certified_statements(jsonb) is 'Which of the six statements the rows ask for: 4 with an apprentice, 5 where fringe is owed or paid, the others always.';

create or replace function private.certified_remarks(week_end_param date, rows_param jsonb, restitutions_param jsonb) returns text
language sql stable set search_path = '' as $$
  select nullif(concat_ws(E'\n', (
    select string_agg(o.text, E'\n' order by o.entry) from (
      select min((r.value ->> 'entry')::integer) as entry, format('Other deductions of %s: %s.', r.value ->> 'name',
        (select string_agg(format('%s %s', i.value ->> 'name', ((i.value ->> 'amount')::numeric(12, 2))::text), ', ') from jsonb_array_elements(r.value #> '{deductions,items}') i)) as text
      from jsonb_array_elements(rows_param) r
      where (r.value #>> '{deductions,other}')::numeric <> 0 group by 2) o
  ), (
    select string_agg(format('Restitution, week ending %s: %s, gross %s (base %s, fringe %s, overtime premium %s)%s.', week_end_param, x.value ->> 'name',
      x.value ->> 'amount', x.value ->> 'base', x.value ->> 'fringe', x.value ->> 'premium',
      coalesce(', paid ' || (x.value ->> 'paid_on') || coalesce(', ' || (x.value ->> 'payment_reference'), ''), '')), E'\n' order by x.ordinality)
    from jsonb_array_elements(restitutions_param) with ordinality x
  )), '');
$$;
comment on function private.certified_remarks(date,jsonb,jsonb) is 'What the form wants said in Additional Remarks: what other deductions are, and wages that were paid later.';

create or replace function private.certified_number(contract_param public.public_contracts, week_end_param date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('number', coalesce(max(w.number) filter (where w.week_end = week_end_param),
      -- The one it would have once the weeks before it are signed.
      coalesce(max(w.number), contract_param.first_number - 1) + 1 + count(*) filter (where w.week_end < week_end_param and w.certified_payroll_id is null)),
    'revision', coalesce(max(w.revision) filter (where w.week_end = week_end_param), 0),
    'final', coalesce(bool_or(w.final) filter (where w.week_end = week_end_param), false),
    'missing_weeks', coalesce(jsonb_agg(w.week_end order by w.week_end) filter (where w.week_end < week_end_param and w.certified_payroll_id is null), '[]'),
    'due_on', max(w.due_on) filter (where w.week_end = week_end_param),
    'delivered_on', max(w.delivered_on) filter (where w.week_end = week_end_param),
    'is_late', coalesce(bool_or(w.is_late) filter (where w.week_end = week_end_param), false))
  from private.certified_weeks(contract_param.company_id, contract_param.project_id, private.company_today(contract_param.company_id)) w;
$$;
comment on function private.certified_number(public.public_contracts,date) is 'Number and revision of the week''s report, or those it would have, and until when it is due.';

create or replace function private.certified_signature(contract_param public.public_contracts, week_end_param date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'number', p.number, 'revision', p.revision, 'final', p.final, 'status', p.status, 'signed_name', p.signed_name,
    'signed_title', p.signed_title, 'signed_at', p.signed_at, 'sha256', p.sha256, 'version', p.content #>> '{report,version}')
  from public.certified_payrolls p
  where p.company_id = contract_param.company_id and p.project_id = contract_param.project_id and p.week_end = week_end_param
  order by p.revision desc limit 1;
$$;
comment on function private.certified_signature(public.public_contracts,date) is 'The newest signed report of a week, or null. Another version than today''s: figures changed since.';

create or replace function public.certified_payroll_lines(project_id_param uuid, week_end_param date) returns table(row_number integer, entry integer, employee_id uuid, work_date date, pay_code text, minutes integer, hourly_rate numeric, multiplier numeric, straight_cents bigint, premium_cents bigint, rule text, rate_reason text, cost_code_id uuid, classification_id uuid, line_id uuid, entry_ids uuid[])
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' as $$
declare
  company uuid := (private.require_manager()).company_id;
  contract public.public_contracts := private.require_public_contract(company, project_id_param, week_end_param);
begin
  return query
  with origins as materialized (
    -- A shift over midnight is behind lines of both days.
    select t.employee_id, d::date as work_date, concat_ws(' ', t.cost_code_id, k.effective_classification_id) as place,
      array_agg(t.id order by t.clock_in, t.id) as entry_ids
    from public.time_entries t
    cross join lateral generate_series(t.work_date,
      private.last_date_of(t.work_date, t.clock_out, private.zone_of(company, t.project_id)), interval '1 day') d
    left join private.classification_terms(company) k on k.classification_id = t.classification_id and d >= k.valid_from and d < k.valid_to
    where t.company_id = company and t.project_id = contract.project_id and t.clock_out is not null
      and t.work_date between week_end_param - 8 and week_end_param
    group by t.employee_id, d, place
  )
  select l.row_number, l.entry, l.employee_id, l.work_date, l.pay_code, l.minutes, (l.rate_e4 * 0.0001)::numeric(10, 4), l.multiplier,
    l.straight_cents, l.premium_cents, l.rule, l.rate_reason, l.cost_code_id, l.classification_id, l.line_id, o.entry_ids
  from private.certified_lines(company, project_id_param, week_end_param - 6, week_end_param) l
  left join origins o on o.employee_id = l.employee_id and o.work_date = l.work_date and o.place = concat_ws(' ', l.cost_code_id, l.effective_id)
  order by l.row_number, l.work_date, l.multiplier, l.pay_code;
end $$;
comment on function public.certified_payroll_lines(uuid,date) is 'Manager, owner: the lines of pay behind each row of certified_payroll (row_number counts its rows from 1), and the time entries behind each line.';
grant execute on function public.certified_payroll_lines(uuid,date) to authenticated;

create or replace function private.require_public_contract(company_id_param uuid, project_id_param uuid, week_end_param date) returns public.public_contracts
language plpgsql stable set search_path = '' as $$
declare
  contract public.public_contracts;
begin
  select * into contract from public.public_contracts c where c.company_id = company_id_param and c.project_id = project_id_param;
  if contract.id is null then
    raise exception using errcode = 'P0001', hint = 'no_public_contract', message = 'This project has no public contract.';
  elsif week_end_param is null or not isfinite(week_end_param) or extract(year from week_end_param) not between 1970 and 2200 then
    raise exception using errcode = 'P0001', hint = 'invalid_date', message = 'Enter the last day of a week.';
  elsif extract(dow from week_end_param) <> contract.week_ends_on then
    raise exception using errcode = 'P0001', hint = 'not_a_week_end', message = 'Weeks of this contract end on another day.';
  end if;
  return contract;
end $$;
comment on function private.require_public_contract(uuid,uuid,date) is 'The contract of a project; refuses other projects, and days on which its weeks do not end.';

create or replace function private.cents_text(cents_param bigint) returns text
language sql immutable parallel safe
return to_char(cents_param::numeric / 100, 'FM9999999999990.00');

-- A line of pay of work under a public contract, with what its day requires: rates in 1/10000 of a dollar.
create type private.public_work_line as (
  employee_id uuid,
  project_id uuid,
  work_date date,
  week_start date,
  cost_code_id uuid,
  pay_code text,
  rate_e4 integer,
  multiplier numeric,
  minutes integer,
  straight_cents bigint,
  premium_cents bigint,
  flsa_premium_cents bigint,
  rule text,
  rate_reason text,
  line_id uuid,
  is_public boolean,
  classification_id uuid,
  effective_id uuid,
  base_e4 integer,
  fringe_e4 integer,
  level text,
  over_ratio boolean,
  first_minute integer,
  overtime_base_e4 integer
);

create or replace function private.public_work_lines(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, frozen_param boolean) returns setof private.public_work_line
language sql rows 3000 set search_path = '' as $$
  with lines as materialized (
    select l.employee_id, l.project_id, l.work_date, l.week_start, l.cost_code_id, l.pay_code, (l.hourly_rate * 10000)::integer as rate_e4,
      l.multiplier, l.minutes, l.straight_cents, l.premium_cents, l.flsa_premium_cents, l.rule, l.rate_reason, l.line_id, l.classification_id,
      l.first_minute
    from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, employee_id_param, null) l
    where frozen_param and l.pay_code in ('REG', 'OT', 'DT', 'FRINGE_CASH')
    union all
    select l.employee_id, l.project_id, l.work_date, l.week_start, l.cost_code_id, l.pay_code, (l.rate * 10000)::integer,
      l.multiplier, l.minutes, l.straight_cents, l.premium_cents, l.flsa_premium_cents, l.rule, l.rate_reason, null::uuid, l.classification_id,
      l.first_minute
    from private.payroll_lines_now(company_id_param, first_date_param, last_date_param,
      case when employee_id_param is not null then array[employee_id_param] end) l
    where not frozen_param and l.pay_code in ('REG', 'OT', 'DT', 'FRINGE_CASH')
  ), terms as materialized (
    select * from private.classification_terms(company_id_param) t where t.valid_from <= last_date_param and t.valid_to > first_date_param
  ), steps as materialized (
    -- By the class in effect, so that lines find their day whichever of the two they name.
    select distinct on (a.employee_id, a.project_id, a.work_date, t.effective_classification_id)
      a.employee_id, a.project_id, a.work_date, t.effective_classification_id, a.percent, a.fringe_percent, a.level, a.over_ratio
    from private.apprentice_days(company_id_param, first_date_param, last_date_param) a
    join terms t on t.classification_id = a.classification_id and a.work_date >= t.valid_from and a.work_date < t.valid_to
  ), cash as materialized (
    select l.employee_id, l.project_id, l.work_date, l.classification_id, max(l.rate_e4) as rate_e4
    from lines l where l.pay_code = 'FRINGE_CASH' group by l.employee_id, l.project_id, l.work_date, l.classification_id
  ), credits as materialized (
    select * from private.fringe_credits(company_id_param, first_date_param, last_date_param)
  )
  select l.employee_id, l.project_id, l.work_date, l.week_start, l.cost_code_id, l.pay_code, l.rate_e4, l.multiplier, l.minutes,
    l.straight_cents, l.premium_cents, l.flsa_premium_cents, l.rule, l.rate_reason, l.line_id, c.id is not null, l.classification_id,
    case when c.id is not null then t.effective_classification_id end,
    x.base_e4, x.fringe_e4, s.level, coalesce(s.over_ratio, false), l.first_minute,
    private.overtime_base(l.rate_e4, x.base_e4, x.fringe_e4, coalesce(f.credit_e4, 0), coalesce(i.rate_e4, 0), coalesce(c.top_up, true))
  from lines l
  left join public.public_contracts c on c.company_id = company_id_param and c.project_id = l.project_id
  left join terms t on t.classification_id = l.classification_id and t.project_id = l.project_id
    and l.work_date >= t.valid_from and l.work_date < t.valid_to
  left join steps s on s.employee_id = l.employee_id and s.project_id = l.project_id and s.work_date = l.work_date
    and s.effective_classification_id = t.effective_classification_id
  left join cash i on i.employee_id = l.employee_id and i.project_id = l.project_id and i.work_date = l.work_date
    and i.classification_id = l.classification_id
  left join credits f on f.employee_id = l.employee_id and l.work_date >= f.valid_from and l.work_date < f.valid_to
  cross join lateral (
    select private.apprentice_rate(t.base_e4, s.percent, s.over_ratio) as base_e4, private.apprentice_rate(t.fringe_e4, s.fringe_percent, s.over_ratio) as fringe_e4) x;
$$;
comment on function private.public_work_lines(uuid,date,date,uuid,boolean) is 'Lines of hours and of cash in lieu, with what the determination requires for them under today''s terms. frozen_param: as paid, locked periods as they were frozen; else as today''s time, rates and rules give them.';

create or replace function private.paid_work_lines(company_id_param uuid, project_id_param uuid, first_date_param date, last_date_param date) returns setof private.public_work_line
language sql rows 3000 set search_path = '' as $$
  with adjusted as materialized (
    -- Posted since for locked days. Restitution is stated as such (A-16).
    select i.employee_id, i.corrects_date as work_date, i.cost_code_id, i.corrects_pay_code as pay_code,
      sum(i.minutes)::bigint as minutes, sum(i.amount_cents)::bigint as cents
    from public.pay_items i
    where i.company_id = company_id_param and i.project_id = project_id_param and i.pay_code = 'ADJUSTMENT' and i.restitution_id is null
      and i.corrects_date between first_date_param and last_date_param and i.corrects_pay_code in ('REG', 'OT', 'DT', 'FRINGE_CASH')
      and private.is_locked(company_id_param, i.corrects_date, i.corrects_date)
    group by i.employee_id, i.corrects_date, i.cost_code_id, i.corrects_pay_code having sum(i.minutes) <> 0 or sum(i.amount_cents) <> 0
  ), paid as materialized (
    select * from private.public_work_lines(company_id_param, first_date_param, last_date_param, null, true) l where l.project_id = project_id_param
  ), today as materialized (
    select * from private.public_work_lines(company_id_param, first_date_param, last_date_param, null, false) l
    where exists (select from adjusted) and l.project_id = project_id_param
  ), keys as materialized (
    select a.*, (coalesce(p.minutes, 0) + a.minutes, coalesce(p.cents, 0) + a.cents, false) is not distinct from (t.minutes, t.cents, t.unknown) as settled
    from adjusted a
    left join (
      select l.employee_id, l.work_date, l.cost_code_id, l.pay_code, sum(l.minutes) as minutes, sum(l.straight_cents + l.premium_cents) as cents
      from paid l group by l.employee_id, l.work_date, l.cost_code_id, l.pay_code
    ) p on (p.employee_id, p.work_date, p.pay_code) = (a.employee_id, a.work_date, a.pay_code) and p.cost_code_id is not distinct from a.cost_code_id
    left join (
      select l.employee_id, l.work_date, l.cost_code_id, l.pay_code, sum(l.minutes) as minutes, sum(l.straight_cents + l.premium_cents) as cents,
        bool_or(l.straight_cents is null or l.premium_cents is null) as unknown
      from today l group by l.employee_id, l.work_date, l.cost_code_id, l.pay_code
    ) t on (t.employee_id, t.work_date, t.pay_code) = (a.employee_id, a.work_date, a.pay_code) and t.cost_code_id is not distinct from a.cost_code_id
  )
  select l.* from paid l
  where not exists (select from keys k where k.settled and (k.employee_id, k.work_date, k.pay_code) = (l.employee_id, l.work_date, l.pay_code)
    and k.cost_code_id is not distinct from l.cost_code_id)
  union all
  select l.* from today l
  where exists (select from keys k where k.settled and (k.employee_id, k.work_date, k.pay_code) = (l.employee_id, l.work_date, l.pay_code)
    and k.cost_code_id is not distinct from l.cost_code_id)
  union all
  -- Paid neither as locked nor as it would be today: what was posted, in the row it corrects.
  select l.employee_id, l.project_id, l.work_date, l.week_start, l.cost_code_id, l.pay_code, l.rate_e4, l.multiplier, k.minutes::integer,
    x.straight, case when x.straight is not null then k.cents - x.straight end, 0, 'adjustment', l.rate_reason, null, l.is_public, l.classification_id,
    l.effective_id, l.base_e4, l.fringe_e4, l.level, l.over_ratio, l.first_minute, l.overtime_base_e4
  from keys k
  cross join lateral (
    select c.* from (select true as was_paid, p.* from paid p union all select false, t.* from today t) c
    where (c.employee_id, c.work_date, c.pay_code) = (k.employee_id, k.work_date, k.pay_code) and c.cost_code_id is not distinct from k.cost_code_id
    order by c.was_paid <> (k.minutes < 0), c.minutes desc limit 1
  ) l
  cross join lateral (
    select case when l.straight_cents is null then null when k.pay_code in ('OT', 'DT') then private.half_up(k.minutes * l.rate_e4, 6000) else k.cents end as straight) x
  where not k.settled;
$$;
comment on function private.paid_work_lines(uuid,uuid,date,date) is 'Lines of a project''s work as they were paid, locked days with what was posted for them since: where that makes what today''s time and rules give, as these have it, hours on their day and in their class.';

-- A line of a certified payroll: of which row and entry number it is.
create type private.certified_line as (
  row_number integer,
  entry integer,
  employee_id uuid,
  work_date date,
  week_start date,
  cost_code_id uuid,
  pay_code text,
  rate_e4 integer,
  multiplier numeric,
  minutes integer,
  straight_cents bigint,
  premium_cents bigint,
  rule text,
  rate_reason text,
  line_id uuid,
  classification_id uuid,
  effective_id uuid,
  base_e4 integer,
  fringe_e4 integer,
  level text,
  over_ratio boolean,
  overtime_base_e4 integer
);

create or replace function private.certified_lines(company_id_param uuid, project_id_param uuid, first_date_param date, last_date_param date) returns setof private.certified_line
language sql rows 3000 set search_path = '' as $$
  with lines as materialized (
    select * from private.paid_work_lines(company_id_param, project_id_param, first_date_param, last_date_param)
  ), work as materialized (
    select * from lines l where l.pay_code <> 'FRINGE_CASH'
  ), rows as materialized (
    -- One for each worker, class and rate; a step of an apprentice or a changed determination begins another.
    select (row_number() over (order by e.last_name collate "C", e.first_name collate "C", e.id, g.first_date, g.first_minute, g.rate_e4))::integer as row_number,
      (dense_rank() over (order by e.last_name collate "C", e.first_name collate "C", e.id))::integer as entry, g.*
    from (
      select w.employee_id, w.effective_id, w.rate_e4, w.base_e4, w.fringe_e4, w.level, w.over_ratio,
        min(w.work_date) as first_date, min(w.first_minute) as first_minute
      from work w group by w.employee_id, w.effective_id, w.rate_e4, w.base_e4, w.fringe_e4, w.level, w.over_ratio
    ) g
    join public.employees e on e.company_id = company_id_param and e.id = g.employee_id
  ), placed as materialized (
    select r.row_number, r.entry, w.*
    from work w
    join rows r on r.employee_id = w.employee_id and (r.effective_id, r.rate_e4, r.base_e4, r.fringe_e4, r.level, r.over_ratio)
      is not distinct from (w.effective_id, w.rate_e4, w.base_e4, w.fringe_e4, w.level, w.over_ratio)
  ), row_days as (
    select p.row_number, p.entry, p.employee_id, p.effective_id, p.cost_code_id, p.work_date, sum(p.minutes) as minutes
    from placed p group by p.row_number, p.entry, p.employee_id, p.effective_id, p.cost_code_id, p.work_date having sum(p.minutes) > 0
  ), cash as materialized (
    select l.*, row_number() over () as number from lines l where l.pay_code = 'FRINGE_CASH'
  ), cash_rows as (
    -- Cash of a day belongs to the rows of its class on that day, by their hours; cash entered by hand to those of the day, or to the first.
    select c.number, d.row_number, d.entry, d.minutes
    from cash c
    join row_days d on d.employee_id = c.employee_id and d.work_date = c.work_date and (c.effective_id is null
      or d.effective_id = c.effective_id and d.cost_code_id is not distinct from c.cost_code_id)
    union all
    select c.number, r.row_number, r.entry, 1
    from cash c
    cross join lateral (select r.row_number, r.entry from rows r where r.employee_id = c.employee_id order by r.row_number limit 1) r
    where not exists (
      select from row_days d
      where d.employee_id = c.employee_id and d.work_date = c.work_date and (c.effective_id is null
        or d.effective_id = c.effective_id and d.cost_code_id is not distinct from c.cost_code_id))
  ), cash_shares as (
    select s.*, s.straight_cents * s.minutes / s.all_minutes
        + case when row_number() over (partition by s.number order by s.straight_cents * s.minutes % s.all_minutes desc, s.row_number)
          <= s.straight_cents - sum(div(s.straight_cents * s.minutes, s.all_minutes)) over (partition by s.number) then 1 else 0 end as cents
    from (
      select r.number, r.row_number, r.entry, r.minutes::bigint as minutes, sum(r.minutes) over (partition by r.number)::bigint as all_minutes, c.straight_cents
      from cash_rows r join cash c on c.number = r.number
    ) s
  )
  select p.row_number, p.entry, p.employee_id, p.work_date, p.week_start, p.cost_code_id, p.pay_code, p.rate_e4, p.multiplier, p.minutes,
    p.straight_cents, p.premium_cents, p.rule, p.rate_reason, p.line_id, p.classification_id, p.effective_id, p.base_e4, p.fringe_e4,
    p.level, p.over_ratio, p.overtime_base_e4
  from placed p
  union all
  select s.row_number, s.entry, c.employee_id, c.work_date, c.week_start, c.cost_code_id, c.pay_code, c.rate_e4, c.multiplier, 0,
    s.cents::bigint, 0, c.rule, c.rate_reason, c.line_id, c.classification_id, c.effective_id, c.base_e4, c.fringe_e4, c.level, c.over_ratio, c.overtime_base_e4
  from cash_shares s
  join cash c on c.number = s.number
  union all
  -- Earned on the project and part of 7A, though no wage of a class: in the row with most of the day.
  select r.row_number, r.entry, r.employee_id, m.work_date, coalesce(m.week_start, r.week_start), m.cost_code_id, m.pay_code, r.rate_e4, m.multiplier, 0,
    m.straight_cents, m.premium_cents, m.rule, null, m.line_id, r.classification_id, r.effective_id, r.base_e4, r.fringe_e4, r.level, r.over_ratio,
    r.overtime_base_e4
  from (
    select l.employee_id, l.work_date, l.week_start, l.cost_code_id, l.pay_code, l.multiplier, l.straight_cents, l.premium_cents, l.rule, l.line_id
    from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, null, null) l
    where l.project_id = project_id_param and l.pay_code in ('MEAL_PREM', 'REST_PREM')
      and (select bool_or(p.meal_premium or p.rest_premium) or exists (
        select from public.payroll_lines f
        where f.company_id = company_id_param and f.work_date between first_date_param and last_date_param and f.pay_code in ('MEAL_PREM', 'REST_PREM')
      ) from private.payroll_policies(company_id_param) p)
    union all
    -- Posted since for locked days.
    select i.employee_id, i.corrects_date, null, i.cost_code_id, i.corrects_pay_code, 1, sum(i.amount_cents)::bigint, 0, 'adjustment', null
    from public.pay_items i
    where i.company_id = company_id_param and i.project_id = project_id_param and i.pay_code = 'ADJUSTMENT' and i.restitution_id is null
      and i.corrects_date between first_date_param and last_date_param and i.corrects_pay_code in ('MEAL_PREM', 'REST_PREM')
      and private.is_locked(company_id_param, i.corrects_date, i.corrects_date)
    group by i.employee_id, i.corrects_date, i.cost_code_id, i.corrects_pay_code having sum(i.amount_cents) <> 0
  ) m
  cross join lateral (
    select p.* from placed p where p.employee_id = m.employee_id order by p.work_date <> m.work_date, p.minutes desc, p.row_number limit 1) r;
$$;
comment on function private.certified_lines(uuid,uuid,date,date) is 'The lines of pay of a project and week, each in its row of the certified payroll; cash in lieu is shared among the rows it is for, and pay for a missed meal or rest is in the row of its day.';

create or replace function private.certified_rows(viewer_param public.employees, first_date_param date, lines_param private.certified_line[]) returns jsonb
language sql set search_path = '' as $$
  with lines as materialized (
    select * from unnest(lines_param)
  ), days as (
    select l.row_number, d.kind, l.work_date, coalesce(sum(l.minutes) filter (where l.pay_code = d.code), 0)::bigint as minutes
    from lines l cross join (values ('st', 'REG'), ('ot', 'OT'), ('dt', 'DT')) d (kind, code)
    where l.pay_code <> 'FRINGE_CASH'
    group by l.row_number, d.kind, l.work_date
  ), floors as (
    select d.*, d.minutes * 5 / 3 as part, d.minutes * 5 % 3 as rest, sum(d.minutes) over row_kind as total,
      sum(d.minutes * 5 / 3) over row_kind as parts
    from days d window row_kind as (partition by d.row_number, d.kind)
  ), hundredths as (
    -- Days add up to the hours of the row (largest remainder, as hours in files do).
    select f.row_number, f.kind, f.work_date, f.part + case when row_number() over (partition by f.row_number, f.kind order by f.rest desc, f.work_date)
      <= (10 * f.total + 3) / 6 - f.parts then 1 else 0 end as hours
    from floors f
  ), hours as (
    select r.row_number, jsonb_agg(jsonb_build_object('date', r.date, 'st', private.cents_text(r.st), 'ot', private.cents_text(r.ot),
        'dt', private.cents_text(r.dt)) order by r.date) as days, sum(r.st)::bigint as st, sum(r.ot)::bigint as ot, sum(r.dt)::bigint as dt
    from (
      select k.row_number, first_date_param + i as date,
        coalesce(sum(h.hours) filter (where h.kind = 'st'), 0)::bigint as st, coalesce(sum(h.hours) filter (where h.kind = 'ot'), 0)::bigint as ot,
        coalesce(sum(h.hours) filter (where h.kind = 'dt'), 0)::bigint as dt
      from (select distinct row_number from days) k
      cross join generate_series(0, 6) i
      left join hundredths h on h.row_number = k.row_number and h.work_date = first_date_param + i
      group by k.row_number, i
    ) r group by r.row_number
  ), money as (
    select l.row_number, min(l.entry) as entry, (array_agg(l.employee_id))[1] as employee_id,
      min(l.rate_e4) filter (where l.pay_code <> 'FRINGE_CASH') as rate_e4,
      (array_agg(l.classification_id) filter (where l.pay_code <> 'FRINGE_CASH'))[1] as classification_id,
      (array_agg(l.effective_id) filter (where l.pay_code <> 'FRINGE_CASH'))[1] as effective_id,
      min(l.base_e4) filter (where l.pay_code <> 'FRINGE_CASH') as base_e4,
      min(l.overtime_base_e4) filter (where l.pay_code <> 'FRINGE_CASH') as overtime_base_e4,
      min(l.fringe_e4) filter (where l.pay_code <> 'FRINGE_CASH') as fringe_e4,
      min(l.level) filter (where l.pay_code <> 'FRINGE_CASH') as level,
      bool_or(l.over_ratio) filter (where l.pay_code <> 'FRINGE_CASH') as over_ratio,
      case when not bool_or(l.straight_cents is null or l.premium_cents is null) then sum(l.straight_cents + l.premium_cents)::bigint end as gross,
      coalesce(sum(l.straight_cents) filter (where l.pay_code = 'FRINGE_CASH'), 0)::bigint as cash,
      sum(l.minutes) filter (where l.pay_code = 'OT') as ot_minutes, sum(l.premium_cents) filter (where l.pay_code = 'OT')::bigint as ot_premium,
      sum(l.minutes * (l.multiplier - 1) * l.overtime_base_e4) filter (where l.pay_code = 'OT') as ot_contract,
      count(*) filter (where l.pay_code = 'OT') as ot_lines,
      sum(l.minutes) filter (where l.pay_code = 'DT') as dt_minutes, sum(l.premium_cents) filter (where l.pay_code = 'DT')::bigint as dt_premium,
      sum(l.minutes * (l.multiplier - 1) * l.overtime_base_e4) filter (where l.pay_code = 'DT') as dt_contract,
      count(*) filter (where l.pay_code = 'DT') as dt_lines,
      array_agg(distinct l.rate_reason) filter (where l.rate_reason is not null and l.pay_code <> 'FRINGE_CASH') as reasons
    from lines l group by l.row_number
  ), credits as (
    select c.row_number, sum(c.cents)::bigint as cents, jsonb_agg(jsonb_build_object('plan_id', c.plan_id, 'kind', p.kind,
      'hourly_credit', c.hourly_credit::numeric(10, 2)::text, 'credit', private.cents_text(c.cents)) order by p.name, p.id, c.hourly_credit) as plans
    from private.certified_credits(viewer_param.company_id, lines_param) c
    join public.fringe_plans p on p.company_id = viewer_param.company_id and p.id = c.plan_id
    group by c.row_number
  ), numbers as materialized (
    select * from private.certified_numbers(viewer_param, array(select distinct m.employee_id from money m), first_date_param + 6)
  )
  select coalesce(jsonb_agg(jsonb_build_object('entry', m.entry, 'employee_id', m.employee_id,
    'name', btrim(concat_ws(' ', e.first_name, e.last_name)), 'last_name', e.last_name, 'first_name', e.first_name,
    'identifying_number', n.number, 'is_last_four', coalesce(n.is_last_four, false), 'kind', case when m.level is null or m.over_ratio then 'J' else 'RA' end, 'level', case when not m.over_ratio then m.level end,
    'over_ratio', coalesce(m.over_ratio, false),
    'classification', k.name, 'classification_code', k.code, 'classification_id', m.classification_id,
    'days', h.days, 'total_st', private.cents_text(h.st), 'total_ot', private.cents_text(h.ot), 'total_dt', private.cents_text(h.dt),
    'total', private.cents_text(h.st + h.ot + h.dt),
    'rate_st', private.cents_text(private.half_up(m.rate_e4, 100)),
    'rate_ot', private.certified_rate(m.rate_e4, m.overtime_base_e4, m.ot_minutes, m.ot_premium, m.ot_contract, m.ot_lines),
    'rate_dt', case when m.dt_lines > 0 then private.certified_rate(m.rate_e4, m.overtime_base_e4, m.dt_minutes, m.dt_premium, m.dt_contract, m.dt_lines) end,
    'rate', (m.rate_e4 * 0.0001)::numeric(10, 4)::text, 'rate_reasons', coalesce(to_jsonb(m.reasons), '[]'),
    'determination_base', private.cents_text(private.half_up(m.base_e4, 100)), 'determination_fringe', private.cents_text(private.half_up(m.fringe_e4, 100)),
    'fringe_credit', private.cents_text(coalesce(c.cents, 0)), 'plan_credits', coalesce(c.plans, '[]'), 'cash_in_lieu', private.cents_text(m.cash),
    'gross_project', private.cents_text(m.gross), 'gross_all', f.gross_all::text,
    'deductions', case when f.id is null then null else jsonb_build_object('tax', (f.federal_tax + f.state_tax + f.sdi)::numeric(12, 2)::text,
      'fica', (f.fica + f.medicare)::numeric(12, 2)::text, 'other', f.other_total::text,
      'federal_tax', f.federal_tax::numeric(12, 2)::text, 'state_tax', f.state_tax::numeric(12, 2)::text, 'sdi', f.sdi::numeric(12, 2)::text,
      'social_security', f.fica::numeric(12, 2)::text, 'medicare', f.medicare::numeric(12, 2)::text,
      'total', (f.federal_tax + f.state_tax + f.sdi + f.fica + f.medicare + f.other_total)::numeric(12, 2)::text, 'items', f.other) end,
    'net', f.net::text, 'check_number', f.check_number, 'paid_on', f.paid_on) order by m.row_number), '[]')
  from money m
  join hours h on h.row_number = m.row_number
  join public.employees e on e.company_id = viewer_param.company_id and e.id = m.employee_id
  left join credits c on c.row_number = m.row_number
  left join numbers n on n.employee_id = m.employee_id
  left join public.work_classifications k on k.company_id = viewer_param.company_id and k.id = m.effective_id
  left join private.certified_facts(viewer_param.company_id, first_date_param + 6) f on f.employee_id = m.employee_id;
$$;
comment on function private.certified_rows(public.employees,date,private.certified_line[]) is 'Columns 1A to 9 of each row. Nothing is computed beside the lines of pay: cells are their sums.';

create or replace function private.certified_rate(rate_e4_param integer, overtime_base_e4_param integer, minutes_param bigint, premium_cents_param bigint, contract_param numeric, lines_param bigint) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- A premium by the average of the week makes a rate that is good for display only (A-10: 17.46): it is what was paid for an hour.
  select private.cents_text(round((rate_e4_param + case
    when coalesce(minutes_param, 0) = 0 then 0.5 * coalesce(overtime_base_e4_param, rate_e4_param)
    when abs(premium_cents_param - contract_param / 6000) <= lines_param then contract_param / minutes_param
    else premium_cents_param * 6000.0 / minutes_param end) / 100)::bigint);
$$;
comment on function private.certified_rate(integer,integer,bigint,bigint,numeric,bigint) is 'What an hour of overtime or double time of a row was paid, without cash in lieu; of overtime that was not worked, what it would be. contract_param: minutes times the premium of their own rate.';

create or replace function private.certified_credits(company_id_param uuid, lines_param private.certified_line[]) returns table(row_number integer, plan_id uuid, hourly_credit numeric, minutes bigint, cents bigint)
language sql stable set search_path = '' as $$
  select l.row_number, p.plan_id, p.credit, sum(l.minutes)::bigint, private.half_up((sum(l.minutes) * p.credit * 10000)::bigint, 6000)
  from unnest(lines_param) l
  join private.fringe_enrollments(company_id_param) p on p.employee_id = l.employee_id and daterange(p.from_date, p.to_date, '[]') @> l.work_date
  where l.pay_code <> 'FRINGE_CASH' and l.minutes > 0
  group by l.row_number, p.plan_id, p.credit;
$$;
comment on function private.certified_credits(uuid,private.certified_line[]) is 'Column 6B by row and plan: the hours of the row times the hourly credit, rounded once for each plan.';

create or replace function private.certified_facts(company_id_param uuid, week_end_param date) returns table(employee_id uuid, id uuid, gross_all numeric, federal_tax numeric, state_tax numeric, fica numeric, medicare numeric, sdi numeric, other jsonb, other_total numeric, net numeric, check_number text, paid_on date, complete boolean)
language sql stable set search_path = '' as $$
  select f.employee_id, f.id, f.gross_all,
    -- A system that prints one line leaves the others empty; a week without any line is not known.
    case when x.known then coalesce(f.federal_tax, 0) end, case when x.known then coalesce(f.state_tax, 0) end,
    case when x.known then coalesce(f.fica, 0) end, case when x.known then coalesce(f.medicare, 0) end, case when x.known then coalesce(f.sdi, 0) end,
    f.other, o.total, f.net, f.check_number, f.paid_on, x.known and f.gross_all is not null and f.net is not null
  from public.payroll_facts f
  cross join lateral (select num_nonnulls(f.federal_tax, f.state_tax, f.fica, f.medicare) > 0 as known) x
  cross join lateral (
    select coalesce(sum((i.value ->> 'amount')::numeric), 0)::numeric(12, 2) as total from jsonb_array_elements(f.other) i
    where i.value ->> 'amount' ~ '^-?[0-9]{1,9}(\.[0-9]+)?$') o
  where f.company_id = company_id_param and f.week_end = week_end_param and f.period_start is null;
$$;

create or replace function private.certified_numbers(viewer_param public.employees, employee_ids_param uuid[], week_end_param date) returns table(employee_id uuid, number text, is_last_four boolean)
language sql set search_path = '' as $$
  select e.id, coalesce(i.last_four, nullif(btrim(e.employee_number), '')), i.last_four is not null
  from public.employees e
  left join private.read_identities(viewer_param, employee_ids_param, 'Certified payroll, week ending ' || week_end_param) i on i.employee_id = e.id
  where e.company_id = viewer_param.company_id and e.id = any (employee_ids_param);
$$;
comment on function private.certified_numbers(public.employees,uuid[],date) is 'Column 1E: the last four digits where they are stored (who read them is recorded), else the employee number; never nine digits.';

create or replace function private.certified_header(contract_param public.public_contracts, week_end_param date, lines_param private.certified_line[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('project_id', p.id, 'project_name', p.name, 'project_number', p.number, 'contract_number', contract_param.contract_number,
    'contractor_role', contract_param.contractor_role, 'prime_name', contract_param.prime_name, 'business_name', coalesce(k.legal_name, c.name),
    'business_address', coalesce(nullif(concat_ws(', ', k.street, k.city, nullif(concat_ws(' ', k.state, k.zip), '')), ''), nullif(b.address, '')),
    'contractor', jsonb_build_object('legal_name', k.legal_name, 'street', k.street, 'city', k.city, 'state', k.state, 'zip', k.zip, 'phone', k.phone,
      'email', k.email, 'fein', k.fein, 'license_type', k.license_type, 'license_number', k.license_number, 'pwcr', k.pwcr,
      'insurance_number', k.insurance_number, 'external_ids', coalesce(k.external_ids, '{}')),
    'location', coalesce(nullif(btrim(contract_param.location), ''), p.address), 'county', contract_param.county, 'state', contract_param.state,
    'agency', contract_param.agency, 'regime', contract_param.regime, 'cwhssa', contract_param.cwhssa, 'external_ids', contract_param.external_ids,
    'top_up', contract_param.top_up, 'week_start', week_end_param - 6, 'week_end', week_end_param, 'no_work', cardinality(lines_param) = 0,
    'determinations', (
      -- Those that governed work of the week; in a week without work those in effect.
      select coalesce(jsonb_agg(jsonb_build_object('number', d.number, 'modification', d.modification, 'published_on', d.published_on,
        'effective_from', d.effective_from) order by d.number, d.effective_from), '[]')
      from public.wage_determinations d
      where d.company_id = contract_param.company_id and d.project_id = contract_param.project_id and (
        exists (select from unnest(lines_param) l
          join public.work_classifications k on k.company_id = d.company_id and k.id = l.effective_id where k.determination_id = d.id)
        or cardinality(lines_param) = 0 and d.effective_from <= week_end_param and not exists (
          select from public.wage_determinations n
          where n.company_id = d.company_id and n.project_id = d.project_id and n.number = d.number
            and n.effective_from <= week_end_param and n.effective_from > d.effective_from))))
  from public.projects p
  join public.companies c on c.id = p.company_id
  left join public.contractor_details k on k.company_id = c.id
  left join public.billing_contacts b on b.company_id = c.id
  where p.company_id = contract_param.company_id and p.id = contract_param.project_id;
$$;

create or replace function private.certified_plans(company_id_param uuid, lines_param private.certified_line[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name, 'kind', p.kind, 'plan_number', p.plan_number, 'funded', p.funded,
    'approval', p.approval, 'workers', w.workers) order by p.name, p.id), '[]')
  from (
    select c.plan_id, jsonb_agg(jsonb_build_object('entry', c.entry, 'employee_id', c.employee_id, 'hourly_credit', c.hourly_credit::numeric(10, 2)::text,
      'credit', private.cents_text(c.cents)) order by c.entry, c.hourly_credit) as workers
    from (
      select x.plan_id, l.entry, l.employee_id, x.hourly_credit, sum(x.cents)::bigint as cents
      from private.certified_credits(company_id_param, lines_param) x
      join (select distinct u.row_number, u.entry, u.employee_id from unnest(lines_param) u) l on l.row_number = x.row_number
      group by x.plan_id, l.entry, l.employee_id, x.hourly_credit
    ) c
    group by c.plan_id
  ) w
  join public.fringe_plans p on p.company_id = company_id_param and p.id = w.plan_id;
$$;

create or replace function private.certified_apprentices(company_id_param uuid, week_end_param date, lines_param private.certified_line[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('program_id', p.id, 'name', p.name, 'registered_with', p.registered_with, 'occupation', p.occupation,
    'workers', w.workers) order by p.name, p.id), '[]')
  from (
    select s.program_id, jsonb_agg(jsonb_build_object('entry', l.entry, 'employee_id', l.employee_id, 'registration_number', s.registration_number,
      'level', s.level, 'percent', s.percent::text, 'fringe_percent', s.fringe_percent::text, 'over_ratio', l.over_dates) order by l.entry, s.from_date) as workers
    from (
      select u.entry, u.employee_id, u.level, min(u.work_date) as first_date,
        coalesce(jsonb_agg(distinct u.work_date) filter (where u.over_ratio), '[]') as over_dates
      from unnest(lines_param) u where u.level is not null and u.pay_code <> 'FRINGE_CASH'
      group by u.entry, u.employee_id, u.level
    ) l
    join public.apprenticeships s on s.company_id = company_id_param and s.employee_id = l.employee_id
      and daterange(s.from_date, s.to_date, '[]') @> l.first_date
    group by s.program_id
  ) w
  join public.apprenticeship_programs p on p.company_id = company_id_param and p.id = w.program_id;
$$;
