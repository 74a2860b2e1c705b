create table public.restitutions (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  project_id uuid not null,
  week_end date not null,
  base_cents bigint not null,
  fringe_cents bigint not null,
  premium_cents bigint not null,
  amount_cents bigint generated always as (base_cents + fringe_cents + premium_cents) stored,
  due_cents bigint not null,
  paid_cents bigint not null,
  basis jsonb not null,
  reason text not null,
  post_date date not null,
  paid_on date,
  payment_reference text,
  payment_recorded_by uuid,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint restitutions_pkey primary key (company_id, id),
  constraint restitutions_parts check (base_cents >= 0 and fringe_cents >= 0 and premium_cents >= 0 and base_cents + fringe_cents + premium_cents > 0),
  constraint restitutions_text_length check (char_length(btrim(reason)) >= 1 and char_length(reason) <= 500 and char_length(payment_reference) <= 100 and char_length(withdrawn_reason) <= 500),
  constraint restitutions_basis_list check (jsonb_typeof(basis) = 'array'),
  constraint restitutions_paid_after_decision check (paid_on is null or withdrawn_at is null),
  constraint restitutions_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint restitutions_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.restitutions');
create index restitutions_by_week on public.restitutions (company_id, week_end);
create index restitutions_by_person on public.restitutions (company_id, employee_id, week_end);
create index restitutions_by_project on public.restitutions (company_id, project_id, week_end);
comment on table public.restitutions is 'Wages of public work paid later: what was short of a week and why, who decided it, the adjustments it became (pay_items.restitution_id) and when it was paid.';
comment on column public.restitutions.due_cents is 'What the week required when it was decided.';
comment on column public.restitutions.paid_cents is 'What had been paid for the week when it was decided, plans included.';
comment on column public.restitutions.basis is 'How it was computed: a row for each class, rate and kind of hours, with what was required and paid.';
comment on column public.restitutions.post_date is 'The open day on which payroll pays it.';
alter table public.restitutions enable row level security;
grant select on table public.restitutions to authenticated;

create policy "Managers read restitutions, people their own unless the company" on public.restitutions
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace trigger keep_identity before update on public.restitutions
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.restitutions
  for each row execute function private.record_change();

create or replace function public.prevailing_wage_owed(start_date_param date, end_date_param date, project_id_param uuid default null::uuid) returns table(employee_id uuid, first_name text, last_name text, project_id uuid, project_name text, week_end date, classes text[], minutes integer, due_cents bigint, paid_cents bigint, base_cents bigint, fringe_cents bigint, premium_cents bigint, short_cents bigint, locked boolean)
language plpgsql security definer set search_path = '' set jit = 'off' set enable_nestloop = 'off' set statement_timeout = '60s' as $$
declare
  company uuid := (private.require_manager()).company_id;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with owed as materialized (
    select d.* from private.wages_due(company, start_date_param - 6, end_date_param, project_id_param, null) d
    where d.week_start + 6 between start_date_param and end_date_param and d.base_cents + d.fringe_cents + d.premium_cents > 0
  ), worked as (
    select o.employee_id, o.project_id, o.week_start, sum(l.minutes)::integer as minutes, array_agg(distinct k.name order by k.name) as classes
    from owed o
    join private.public_work_lines(company, start_date_param - 6, end_date_param, null, false) l
      on l.employee_id = o.employee_id and l.project_id = o.project_id and l.week_start = o.week_start and l.minutes > 0
    join public.work_classifications k on k.company_id = company and k.id = l.effective_id
    group by o.employee_id, o.project_id, o.week_start
  )
  select e.id, e.first_name, e.last_name, p.id, p.name, o.week_start + 6, w.classes, w.minutes, o.due_cents, o.paid_cents, o.base_cents,
    o.fringe_cents, o.premium_cents, o.base_cents + o.fringe_cents + o.premium_cents, private.is_locked(company, o.week_start, o.week_start + 6)
  from owed o
  join public.employees e on e.company_id = company and e.id = o.employee_id
  join public.projects p on p.company_id = company and p.id = o.project_id
  left join worked w on w.employee_id = o.employee_id and w.project_id = o.project_id and w.week_start = o.week_start
  order by o.week_start desc, p.name, e.last_name, e.first_name, e.id;
end $$;
comment on function public.prevailing_wage_owed(date,date,uuid) is 'Manager, owner: for workweeks of public work that end in the range, who was paid less than the determinations require today, as base, fringe and overtime premium. One project or all.';
grant execute on function public.prevailing_wage_owed(date,date,uuid) to authenticated;

create or replace function public.post_restitution(id_param uuid, employee_id_param uuid, project_id_param uuid, week_end_param date, reason_param text, post_date_param date default null::date) returns public.restitutions
language plpgsql security definer set search_path = '' set statement_timeout = '60s' set jit = 'off' set enable_nestloop = 'off' as $$
declare
  me public.employees := private.require_manager();
  post_date date := coalesce(post_date_param, private.company_today(me.company_id));
  stored public.restitutions;
  owed private.wage_due;
  short bigint;
  recomputed bigint;
  is_unknown boolean;
  rounding constant bigint := 5;
begin
  perform private.require_colleague(me.company_id, employee_id_param);
  perform private.require_date_range(week_end_param - 6, week_end_param);
  if id_param is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'Send an id, so that a repeat posts nothing twice.';
  elsif nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this is paid now.';
  end if;
  perform private.lock_time_exclusive(me.company_id);
  select * into stored from public.restitutions r where r.company_id = me.company_id and r.id = id_param;
  if stored.id is not null then
    -- The answer to the first call was lost.
    perform private.require_same_call(stored, jsonb_build_object('employee_id', employee_id_param, 'project_id', project_id_param,
      'week_end', week_end_param, 'reason', btrim(reason_param), 'post_date', coalesce(post_date_param, stored.post_date)));
    return stored;
  elsif private.is_locked(me.company_id, post_date, post_date) then
    raise exception using errcode = 'P0001', hint = 'period_locked', message = 'This pay period is locked. Post the change in an open period.';
  end if;
  -- Locked days that recomputing would pay more for: those lines are corrected one by one, as adjustments owed are.
  select coalesce(sum(o.difference_cents), 0), coalesce(bool_or(o.difference_cents is null), false) into recomputed, is_unknown
  from private.payroll_owed(me.company_id, week_end_param - 6, week_end_param) o
  where o.employee_id = employee_id_param and o.project_id = project_id_param;
  if is_unknown then
    raise exception using errcode = 'P0001', hint = 'unknown_pay',
      message = 'Pay of this week is not known, because a rate is missing. Set it first.';
  end if;
  select * into owed from private.wages_due(me.company_id, week_end_param - 6, week_end_param, project_id_param, employee_id_param) d
  where d.week_start = week_end_param - 6 and d.project_id = project_id_param;
  short := coalesce(owed.base_cents + owed.fringe_cents + owed.premium_cents, 0);
  if short = 0 then
    raise exception using errcode = 'P0001', hint = 'nothing_short', message = 'Nothing is short in this week.';
  end if;
  if recomputed > short + rounding or recomputed < 0 then
    raise exception using errcode = 'P0001', hint = 'adjustments_first',
      message = 'Locked pay of this week differs for other reasons as well. Post the adjustments owed in Payroll first.';
  end if;
  perform private.decide_for_self('own_pay', employee_id_param, id_param,
    jsonb_build_object('entity', 'restitutions', 'action', 'insert', 'amount_cents', short, 'day', week_end_param));
  perform private.give_reason(reason_param);
  insert into public.restitutions (company_id, id, employee_id, project_id, week_end, base_cents, fringe_cents, premium_cents, due_cents,
    paid_cents, basis, reason, post_date, created_by)
  values (me.company_id, id_param, employee_id_param, project_id_param, week_end_param, owed.base_cents + greatest(recomputed - short, 0),
    owed.fringe_cents, owed.premium_cents, owed.due_cents, owed.paid_cents,
    private.restitution_basis(me.company_id, employee_id_param, project_id_param, week_end_param), btrim(reason_param), post_date, auth.uid())
  returning * into stored;
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, minutes, amount_cents, flsa_premium_cents, project_id, cost_code_id,
    note, payroll_line_id, corrects_date, corrects_pay_code, restitution_id)
  select me.company_id, employee_id_param, post_date, 'ADJUSTMENT', o.difference_minutes, o.difference_cents, o.difference_flsa_cents,
    o.project_id, o.cost_code_id, stored.reason, o.line_id, o.work_date, o.pay_code, stored.id
  from private.payroll_owed(me.company_id, week_end_param - 6, week_end_param) o
  where recomputed > 0 and o.employee_id = employee_id_param and o.project_id = project_id_param and o.difference_cents <> 0;
  if stored.amount_cents > recomputed then
    insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, flsa_premium_cents, project_id, note, restitution_id)
    values (me.company_id, employee_id_param, post_date, 'ADJUSTMENT', stored.amount_cents - recomputed,
      case when recomputed = 0 then stored.premium_cents else 0 end, project_id_param, stored.reason, stored.id);
  end if;
  return stored;
end $$;
comment on function public.post_restitution(uuid,uuid,uuid,date,text,date) is 'Manager, owner: pays what is short of a person''s week on a public project as adjustments on an open day, with a reason. Idempotent by id.';
grant execute on function public.post_restitution(uuid,uuid,uuid,date,text,date) to authenticated;

create or replace function private.restitution_basis(company_id_param uuid, employee_id_param uuid, project_id_param uuid, week_end_param date) returns jsonb
language sql set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('side', x.side, 'classification', k.name, 'code', k.code, 'pay_code', x.pay_code, 'minutes', x.minutes,
    'base', (x.base_e4 * 0.0001)::numeric(10, 4), 'fringe', (x.fringe_e4 * 0.0001)::numeric(10, 4), 'rate', (x.rate_e4 * 0.0001)::numeric(10, 4),
    'straight_cents', x.straight_cents, 'premium_cents', x.premium_cents) order by x.side, k.name, x.pay_code, x.rate_e4), '[]')
  from (
    select case when f.frozen then 'paid' else 'computed' end as side, l.effective_id, l.pay_code, l.rate_e4, l.base_e4, l.fringe_e4,
      sum(l.minutes) as minutes, sum(l.straight_cents) as straight_cents, sum(l.premium_cents) as premium_cents
    from (values (true), (false)) f (frozen)
    cross join lateral private.public_work_lines(company_id_param, week_end_param - 6, week_end_param, employee_id_param, f.frozen) l
    where l.project_id = project_id_param
    group by f.frozen, l.effective_id, l.pay_code, l.rate_e4, l.base_e4, l.fringe_e4
  ) x
  left join public.work_classifications k on k.company_id = company_id_param and k.id = x.effective_id;
$$;
comment on function private.restitution_basis(uuid,uuid,uuid,date) is 'The hours and rates of a week as they were paid, and as they are computed today.';

create or replace function public.withdraw_restitution(id_param uuid, reason_param text) returns public.restitutions
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  stored public.restitutions;
begin
  if nullif(btrim(reason_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why this is taken back.';
  end if;
  perform private.lock_time_exclusive(company);
  select * into stored from public.restitutions r where r.company_id = company and r.id = id_param for update;
  if stored.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This restitution was not found.';
  elsif stored.withdrawn_at is not null then
    return stored;
  elsif stored.paid_on is not null or exists (
      select from public.pay_items i
      join public.payroll_exports x on x.company_id = company and i.work_date between x.start_date and x.end_date
        and x.rows -> 'lines' @> jsonb_build_array(jsonb_build_object('pay_item_id', i.id))
      where i.company_id = company and i.restitution_id = stored.id) then
    raise exception using errcode = 'P0001', hint = 'restitution_paid', message = 'This restitution was paid.';
  end if;
  perform private.give_reason(reason_param);
  -- Refused by pay_items where the day is locked by now.
  delete from public.pay_items i where i.company_id = company and i.restitution_id = stored.id;
  perform private.deduct_adjustments(company, stored.week_end - 6, stored.week_end);
  update public.restitutions r set withdrawn_at = clock_timestamp(), withdrawn_by = auth.uid(), withdrawn_reason = btrim(reason_param)
  where r.company_id = company and r.id = stored.id
  returning * into stored;
  return stored;
end $$;
comment on function public.withdraw_restitution(uuid,text) is 'Manager, owner: takes back restitution that is not paid yet and in no payroll file, with a reason; its adjustments are deleted, its record stays.';
grant execute on function public.withdraw_restitution(uuid,text) to authenticated;

create or replace function public.record_restitution_payment(id_param uuid, paid_on_param date, reference_param text default null::text) returns public.restitutions
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  stored public.restitutions;
begin
  if paid_on_param is null or not isfinite(paid_on_param) or paid_on_param > private.company_today(company) + 31 then
    raise exception using errcode = 'P0001', hint = 'invalid_date', message = 'Enter the day it was paid.';
  end if;
  update public.restitutions r set paid_on = paid_on_param, payment_reference = nullif(btrim(reference_param), ''), payment_recorded_by = auth.uid()
  where r.company_id = company and r.id = id_param and r.withdrawn_at is null
  returning * into stored;
  if stored.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This restitution was not found.';
  end if;
  return stored;
end $$;
comment on function public.record_restitution_payment(uuid,date,text) is 'Manager, owner: when restitution was paid, and its check or deposit number.';
grant execute on function public.record_restitution_payment(uuid,date,text) to authenticated;
