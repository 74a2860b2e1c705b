create or replace function public.decide_expense(id_param uuid, approve_param boolean, note_param text default null::text) returns public.expenses
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  expense public.expenses := private.expense_to_decide(me, id_param);
  said text := nullif(btrim(note_param), '');
begin
  if expense.status <> 'entered' or approve_param is null then
    raise exception using errcode = 'P0001', hint = 'expense_decided', message = 'This expense has been decided and cannot be changed.';
  elsif not approve_param and said is null then
    raise exception using errcode = 'P0001', hint = 'decline_needs_note', message = 'Say why you decline it. The person reads this.';
  end if;
  update public.expenses e set status = case when approve_param then 'approved' else 'declined' end, decision_note = said,
    decided_by = auth.uid(), decided_at = now(), pay_date = case when approve_param then private.expense_pay_date(e.company_id, e.spent_on) end
  where e.company_id = me.company_id and e.id = expense.id
  returning * into expense;
  if approve_param then
    perform private.pay_expense(expense, expense.pay_date, expense.amount, null);
  end if;
  perform private.notify_person(r.company_id, r.employee_id, 'expense_decided', 'expense ' || expense.id, 'expense_' || expense.status,
      jsonb_build_object('amount', to_char(expense.amount, 'FM999990.00'), 'note', said, 'day', to_char(expense.spent_on, r.date_format),
        'project', (select p.name from public.projects p where p.company_id = expense.company_id and p.id = expense.project_id)),
      '{"path": "/expenses"}')
    from private.notification_recipients r
    where r.company_id = expense.company_id and r.employee_id = expense.employee_id and r.employee_id <> me.id;
  return expense;
end $$;
comment on function public.decide_expense(uuid,boolean,text) is 'Managers, and where the owner allows it the foreman who led the person that day: approves an expense, which payroll repays from then on, or declines it with a note.';
grant execute on function public.decide_expense(uuid,boolean,text) to authenticated;

create or replace function private.expense_to_decide(me public.employees, id_param uuid) returns public.expenses
language plpgsql security definer set search_path = '' as $$
declare
  expense public.expenses;
begin
  -- The company before its expenses, as locking a pay period and making a payroll file do.
  perform private.lock_time_shared(me.company_id);
  perform pg_advisory_xact_lock_shared(hashtextextended('payroll_file:' || me.company_id::text, 0));
  select * into expense from public.expenses e where e.company_id = me.company_id and e.id = id_param for update;
  -- Whose expenses a foreman may not see are not there for them.
  if expense.id is null or me.role = 'foreman' and expense.employee_id <> me.id
      and not (expense.employee_id = any (private.people_i_approve()) and private.leads_on(expense.employee_id, expense.spent_on)) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This expense was not found.';
  elsif me.role = 'foreman' and expense.employee_id = me.id then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners may do this.';
  end if;
  return expense;
end $$;
comment on function private.expense_to_decide(public.employees,uuid) is 'An expense, locked, that the caller may decide about.';

create or replace function private.expense_pay_date(company_id_param uuid, spent_on_param date) returns date
language sql stable security definer set search_path = '' as $$
  select case when private.is_locked(company_id_param, spent_on_param, spent_on_param) or private.is_exported(company_id_param, spent_on_param)
    then private.company_today(company_id_param) else least(spent_on_param, private.company_today(company_id_param)) end;
$$;
comment on function private.expense_pay_date(uuid,date) is 'The day payroll repays an expense on: the day it was spent, or today where that pay was handed out already.';

create or replace function private.is_exported(company_id_param uuid, day_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payroll_exports x
    where x.company_id = company_id_param and x.rows is not null and day_param between x.start_date and x.end_date);
$$;
comment on function private.is_exported(uuid,date) is 'Whether a payroll file with this day was handed out.';

create or replace function private.pay_expense(expense public.expenses, day_param date, amount_param numeric, note_param text) returns void
language sql security definer set search_path = '' as $$
  insert into public.pay_items (company_id, employee_id, work_date, pay_code, amount_cents, project_id, cost_code_id, note, expense_id)
  values (expense.company_id, expense.employee_id, day_param,
    case expense.kind when 'mileage' then 'MILEAGE' when 'per_diem' then 'PER_DIEM' else 'EXPENSE' end,
    (amount_param * 100)::bigint, expense.project_id, expense.cost_code_id,
    left(coalesce(note_param, expense.note, concat_ws(' – ', expense.from_place, expense.to_place)), 500), expense.id);
$$;
comment on function private.pay_expense(public.expenses,date,numeric,text) is 'The pay item that repays an expense: its own pay code, never wages, in no regular rate.';

create or replace function public.undo_expense_decision(id_param uuid) returns public.expenses
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  expense public.expenses := private.expense_to_decide(me, id_param);
begin
  if expense.status = 'paid' then
    raise exception using errcode = 'P0001', hint = 'expense_paid', message = 'This expense was paid. Correct its amount instead; the next payroll pays the difference.';
  elsif expense.status = 'entered' then
    return expense;
  end if;
  delete from public.pay_items i where i.company_id = me.company_id and i.expense_id = expense.id;
  update public.expenses e set status = 'entered', decision_note = null, decided_by = null, decided_at = null, pay_date = null
  where e.company_id = me.company_id and e.id = expense.id
  returning * into expense;
  return expense;
end $$;
comment on function public.undo_expense_decision(uuid) is 'Managers: takes back a decision about an expense that was not paid yet.';
grant execute on function public.undo_expense_decision(uuid) to authenticated;

create or replace function public.correct_expense(id_param uuid, amount_param numeric, note_param text) returns public.expenses
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  expense public.expenses := private.expense_to_decide(me, id_param);
  difference numeric;
begin
  if expense.status <> 'paid' then
    raise exception using errcode = 'P0001', hint = 'expense_not_paid', message = 'Only an expense that was paid is corrected. Take the decision back instead.';
  elsif nullif(btrim(note_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'reason_required', message = 'Say why the amount changes.';
  elsif amount_param is null or not amount_param between 0 and 25000 then
    raise exception using errcode = 'P0001', hint = 'expenses_amount_range', message = 'Enter an amount from 0.01 to 25,000.00.';
  end if;
  perform private.decide_for_self('own_approval', expense.employee_id, expense.id,
    jsonb_build_object('entity', 'expenses', 'action', 'update', 'day', expense.spent_on));
  perform private.give_reason(note_param);
  select round(amount_param, 2) - sum(i.amount_cents) / 100.0 into difference
  from public.pay_items i where i.company_id = me.company_id and i.expense_id = expense.id;
  if difference <> 0 then
    perform private.pay_expense(expense, private.company_today(me.company_id), difference, note_param);
  end if;
  -- Taken back completely: what it was stays, the pay items say that nothing is left of it.
  update public.expenses e set decision_note = left(btrim(note_param), 500),
    amount = case when round(amount_param, 2) = 0 then e.amount else round(amount_param, 2) end
  where e.company_id = me.company_id and e.id = expense.id
  returning * into expense;
  return expense;
end $$;
comment on function public.correct_expense(uuid,numeric,text) is 'Managers: another amount for an expense that was paid, 0 takes it back; the difference is a pay item of today under the same pay code.';
grant execute on function public.correct_expense(uuid,numeric,text) to authenticated;

create or replace function private.mark_expenses_paid(company_id_param uuid, start_date_param date, end_date_param date) returns void
language sql security definer set search_path = '' as $$
  update public.expenses e set status = 'paid'
  where e.company_id = company_id_param and e.status = 'approved' and e.pay_date between start_date_param and end_date_param;
$$;
comment on function private.mark_expenses_paid(uuid,date,date) is 'What payroll repays in this range is paid: its period was locked.';

create or replace function private.reopen_paid_expenses(company_id_param uuid, start_date_param date, end_date_param date) returns void
language sql security definer set search_path = '' as $$
  update public.expenses e set status = 'approved'
  where e.company_id = company_id_param and e.status = 'paid' and e.pay_date between start_date_param and end_date_param
    and not private.is_exported(company_id_param, e.pay_date);
$$;
comment on function private.reopen_paid_expenses(uuid,date,date) is 'A period that is unlocked before any file of it was made has paid nothing yet.';
