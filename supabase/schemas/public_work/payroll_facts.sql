create table public.payroll_facts (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  week_end date not null,
  gross_all numeric(12,2),
  federal_tax numeric(12,2),
  state_tax numeric(12,2),
  fica numeric(12,2),
  medicare numeric(12,2),
  sdi numeric(12,2),
  other jsonb default '[]'::jsonb not null,
  net numeric(12,2),
  check_number text,
  paid_on date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  reimbursement numeric(12,2),
  period_start date,
  constraint payroll_facts_pkey primary key (company_id, id),
  constraint payroll_facts_once unique nulls not distinct (company_id, employee_id, week_end, period_start),
  constraint payroll_facts_amounts check (gross_all >= 0 and federal_tax >= 0 and state_tax >= 0 and fica >= 0 and medicare >= 0 and sdi >= 0 and net >= 0),
  constraint payroll_facts_other_list check (jsonb_typeof(other) = 'array' and char_length(other::text) <= 4000),
  constraint payroll_facts_check_number_length check (char_length(check_number) <= 40),
  constraint payroll_facts_no_nine_digits check (check_number !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)' and other::text !~ '(^|[^0-9])[0-9]{3}[^0-9A-Za-z]{0,3}[0-9]{2}[^0-9A-Za-z]{0,3}[0-9]{4}([^0-9]|$)'),
  constraint payroll_facts_reimbursement_not_negative check (reimbursement >= 0),
  constraint payroll_facts_period_length check (week_end - period_start between 0 and 30),
  constraint payroll_facts_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.payroll_facts');
comment on table public.payroll_facts is 'What the payroll system paid a person for a week, or for a pay period that is none: taxes, deductions, net. Chalkline does not compute them.';
comment on column public.payroll_facts.other is 'Further deductions: [{"name", "amount"}].';
comment on column public.payroll_facts.week_end is 'Last day of the week, by the company''s workweek or that of one of its public contracts; of a pay period where period_start says so.';
comment on column public.payroll_facts.period_start is 'First day, of a pay period that does not lie in one week (two weeks, half a month, a month); null: the week. Certified payrolls read weeks only.';
comment on column public.payroll_facts.gross_all is 'Wages of all work of the week, without reimbursements; null: not known.';
comment on column public.payroll_facts.net is 'Gross less all deductions, without reimbursements.';
comment on column public.payroll_facts.reimbursement is 'Paid with the check and no wage. Explains a difference.';
alter table public.payroll_facts enable row level security;
grant select, insert, update, delete on table public.payroll_facts to authenticated;

create policy "Managers add payroll facts" on public.payroll_facts
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change payroll facts" on public.payroll_facts
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete payroll facts" on public.payroll_facts
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read payroll facts, people their own" on public.payroll_facts
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace trigger fill_company_id before insert on public.payroll_facts
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.payroll_facts
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.payroll_facts
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.payroll_facts
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.payroll_facts
  for each row execute function private.record_change();

create or replace trigger check_payroll_fact before insert or update on public.payroll_facts
  for each row execute function private.check_payroll_fact();

create or replace function private.check_payroll_fact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.check_number := nullif(btrim(new.check_number), '');
  -- Before the constraint, whose message would write the row into the log.
  if private.has_nine_digits(new.check_number) or private.has_nine_digits(new.other::text) then
    raise exception using errcode = 'P0001', hint = 'nine_digits', message = 'Nine digits in a row are not stored: they could be a social security number.';
  elsif jsonb_typeof(new.other) is distinct from 'array'
    or exists (select from jsonb_array_elements(new.other) d where not coalesce(private.is_deduction(d), false)) then
    raise exception using errcode = 'P0001', hint = 'fact_deduction_wrong', message = 'Each further deduction needs a name and an amount of zero or more.';
  end if;
  if new.company_id is null or tg_op = 'UPDATE' and (new.week_end, new.period_start, new.paid_on) is not distinct from (old.week_end, old.period_start, old.paid_on) then
    return new;
  elsif new.period_start is null and not private.is_week_end(new.company_id, new.week_end) then
    raise exception using errcode = 'P0001', hint = 'fact_week_end_wrong', message = 'This is not the last day of a week of this company.';
  elsif new.period_start is not null and not private.is_pay_period(new.company_id, new.period_start, new.week_end) then
    raise exception using errcode = 'P0001', hint = 'fact_period_wrong', message = 'This is not a pay period of this company.';
  elsif coalesce(new.period_start, new.week_end - 6) > private.company_today(new.company_id) then
    raise exception using errcode = 'P0001', hint = 'fact_week_ahead', message = 'This week has not begun.';
  elsif new.paid_on < coalesce(new.period_start, new.week_end - 6) or new.paid_on > new.week_end + 366 then
    raise exception using errcode = 'P0001', hint = 'fact_paid_outside', message = 'The pay day must be in the week or within a year after it.';
  end if;
  return new;
end $$;
comment on function private.check_payroll_fact() is 'Weeks and pay periods that exist, pay days that belong to them, deductions with name and amount.';

create or replace function private.is_deduction(item_param jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(item_param) = 'object' and jsonb_typeof(item_param -> 'name') = 'string' and jsonb_typeof(item_param -> 'amount') = 'number'
    and char_length(btrim(item_param ->> 'name')) between 1 and 60 and item_param - 'name' - 'amount' = '{}'
    and (item_param ->> 'amount')::numeric between 0 and 9999999 and scale(trim_scale((item_param ->> 'amount')::numeric)) <= 2;
$$;

create or replace function private.is_week_end(company_id_param uuid, date_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.companies c where c.id = company_id_param and (c.week_start + 6) % 7 = extract(dow from date_param))
    or exists (select from public.public_contracts p where p.company_id = company_id_param and p.week_ends_on = extract(dow from date_param));
$$;
comment on function private.is_week_end(uuid,date) is 'Whether a workweek of the company, or the week of one of its public contracts, ends on this day.';

create or replace function private.is_reimbursement_code(pay_code_param text) returns boolean
language sql immutable parallel safe
return (pay_code_param = any (array['PER_DIEM'::text, 'MILEAGE'::text, 'TOOLS'::text, 'EXPENSE'::text]));
comment on function private.is_reimbursement_code(text) is 'Pay that repays an expense: no wage, in no column of a certified payroll.';

create or replace function private.is_pay_period(company_id_param uuid, start_date_param date, end_date_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select (p.start_date, p.end_date) = (start_date_param, end_date_param) from private.pay_period_at(company_id_param, end_date_param) p;
$$;
comment on function private.is_pay_period(uuid,date,date) is 'Whether a pay period of the company has exactly these days.';
grant execute on function private.is_pay_period(uuid,date,date) to authenticated;

create or replace function private.spans_around(company_id_param uuid, end_date_param date, period_start_param date) returns table(start_date date, end_date date)
language sql stable security definer set search_path = '' as $$
  select end_date_param - 6 + 7 * n, end_date_param + 7 * n from generate_series(-1, 1) n where period_start_param is null
  union all
  select period_start_param, end_date_param where period_start_param is not null
  union all
  select p.start_date, p.end_date from unnest(array[period_start_param - 1, end_date_param + 1]) d
  cross join lateral private.pay_period_at(company_id_param, d) p where period_start_param is not null;
$$;
comment on function private.spans_around(uuid,date,date) is 'A week, or the pay period that begins on the third argument, with the one before and the one after.';

create or replace function private.gross_of_spans(company_id_param uuid, end_date_param date, period_start_param date) returns table(employee_id uuid, end_date date, gross_cents bigint, premium_cents bigint, fringe_cash_cents bigint, reimbursed_cents bigint)
language sql stable security definer set search_path = '' as $$
  with spans as materialized (select * from private.spans_around(company_id_param, end_date_param, period_start_param))
  select l.employee_id, s.end_date,
      -- Hours without a rate: what was earned is not known, and not zero.
      case when not bool_or(l.total_cents is null) then coalesce(sum(l.total_cents) filter (where not private.is_reimbursement_code(l.pay_code)), 0)::bigint end,
      case when not bool_or(l.total_cents is null) then coalesce(sum(l.premium_cents), 0)::bigint end,
      coalesce(sum(l.total_cents) filter (where l.pay_code = 'FRINGE_CASH'), 0)::bigint,
      coalesce(sum(l.total_cents) filter (where private.is_reimbursement_code(l.pay_code)), 0)::bigint
    from private.payroll_lines_between(company_id_param, (select min(s.start_date) from spans s), (select max(s.end_date) from spans s), null, null) l
    join spans s on l.work_date between s.start_date and s.end_date
   group by l.employee_id, s.end_date;
$$;
comment on function private.gross_of_spans(uuid,date,date) is 'Wages of everybody in the week that ends on this date, or in the pay period that begins on the third argument, in the one before and in the one after, from the lines of pay.';

create or replace function public.payroll_facts_compared(week_end_param date, period_start_param date default null::date) returns table(employee_id uuid, first_name text, last_name text, on_public_work boolean, our_gross numeric, their_gross numeric, difference numeric, reason text, reason_week date, deductions numeric, net numeric, net_difference numeric, fact_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_manager();
  first_date constant date := coalesce(period_start_param, week_end_param - 6);
begin
  if week_end_param is null or first_date > week_end_param or first_date < week_end_param - 30 then
    raise exception using errcode = 'P0001', hint = 'invalid_date_range', message = 'Choose a week.';
  end if;
  return query
  with ours as materialized (
    select g.* from private.gross_of_spans(me.company_id, week_end_param, period_start_param) g
  ), facts as (
    select f.*, f.net - (f.gross_all - f.deducted) as net_difference from (
      select f.*, coalesce(f.federal_tax, 0) + coalesce(f.state_tax, 0) + coalesce(f.fica, 0) + coalesce(f.medicare, 0) + coalesce(f.sdi, 0)
        + (select coalesce(sum((d ->> 'amount')::numeric), 0) from jsonb_array_elements(f.other) d) as deducted
      from public.payroll_facts f where f.company_id = me.company_id and f.week_end = week_end_param and f.period_start is not distinct from period_start_param) f
  ), both_sides as (
    select coalesce(o.employee_id, f.employee_id) as employee_id, case when o.employee_id is null then 0 else o.gross_cents end as gross_cents, o.premium_cents, o.fringe_cash_cents, o.reimbursed_cents,
        (f.gross_all * 100)::bigint as their_cents, (f.reimbursement * 100)::bigint as their_reimbursed, f.deducted, f.net, f.net_difference, f.id
      from (select * from ours where ours.end_date = week_end_param) o
      full join facts f on f.employee_id = o.employee_id
  )
  select b.employee_id, e.first_name, e.last_name,
      exists (select from public.time_entries t join public.public_contracts p on p.company_id = t.company_id and p.project_id = t.project_id
        where t.company_id = me.company_id and t.employee_id = b.employee_id and t.work_date between first_date and week_end_param),
      round(b.gross_cents / 100.0, 2), round(b.their_cents / 100.0, 2),
      round((b.their_cents - b.gross_cents) / 100.0, 2),
      r.reason, case r.reason when 'another_week' then other_week.end_date when 'two_weeks' then first_date - 1 end,
      case when b.id is not null then b.deducted end, b.net, b.net_difference, b.id
    from both_sides b
    join public.employees e on e.company_id = me.company_id and e.id = b.employee_id
    left join lateral (select o.end_date from ours o where o.employee_id = b.employee_id and o.end_date <> week_end_param
      and o.gross_cents = b.their_cents and b.their_cents > 0 order by o.end_date limit 1) other_week on true
    left join ours before on before.employee_id = b.employee_id and before.end_date = first_date - 1
    cross join lateral (select b.their_cents - b.gross_cents as cents) d
    cross join lateral (select case
      when b.id is null then 'no_facts'
      when b.their_cents is null then 'no_gross'
      when b.gross_cents is null then 'no_rate'
      when d.cents = 0 then null
      when other_week.end_date is not null then 'another_week'
      when b.their_cents = b.gross_cents + before.gross_cents then 'two_weeks'
      when b.gross_cents = 0 then 'no_time'
      when abs(d.cents) in (nullif(b.reimbursed_cents, 0), nullif(b.their_reimbursed, 0)) then 'reimbursement'
      when -d.cents = nullif(b.fringe_cash_cents, 0) then 'fringe_cash'
      when -d.cents = nullif(b.premium_cents, 0) then 'premium'
      when abs(d.cents) <= 5 then 'rounding' end as reason) r
   -- Somebody who was only reimbursed has no wages to compare.
   where b.id is not null or b.gross_cents is distinct from 0
   order by e.last_name collate "C", e.first_name collate "C", e.id;
end $$;
comment on function public.payroll_facts_compared(date,date) is 'Managers: everybody with pay or facts in the week that ends on this date, or in the pay period from the second date to it: our wages of all work, theirs, the difference, why it may be (no_facts, no_gross, no_rate: hours without a rate, so that ours is not known; no_time, another_week, two_weeks, reimbursement, fringe_cash, premium, rounding; null: not known or none), and how far net is from gross less deductions.';
grant execute on function public.payroll_facts_compared(date,date) to authenticated;
