create or replace function public.list_expenses(filter_param jsonb default '{}'::jsonb, before_param date default null::date, before_id_param uuid default null::uuid, limit_param integer default 100) returns table(id uuid, employee_id uuid, employee_name text, project_id uuid, project_name text, cost_code_id uuid, cost_code text, spent_on date, kind text, amount numeric, miles numeric, rate numeric, from_place text, to_place text, note text, receipt_photo_id uuid, receipt_path text, receipt_type text, travel_day boolean, nights smallint, trip_id uuid, status text, decision_note text, decided_by_name text, decided_at timestamptz, pay_date date, created_at timestamptz, flags text[], same_as jsonb, can_decide boolean)
language plpgsql stable set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  me uuid := private.my_employee_id();
  manages boolean := private.is_manager();
  not_mine boolean := private.another_must('own_approval', me);
  f jsonb := coalesce(filter_param, '{}');
begin
  if me is null then
    raise exception using errcode = '42501', hint = 'no_employee', message = 'Only people of a company may do this.';
  end if;
  return query
  with page as materialized (
    select e.* from public.expenses e
    where e.company_id = company
      and (before_param is null or (e.spent_on, e.id) < (before_param, before_id_param))
      and (not f ? 'ids' or e.id in (select i.id::uuid from jsonb_array_elements_text(f -> 'ids') as i (id)))
      and (not f ? 'status' or e.status = f ->> 'status')
      and (not f ? 'kind' or e.kind = f ->> 'kind')
      and (not f ? 'employee_id' or e.employee_id = (f ->> 'employee_id')::uuid)
      and (not f ? 'project_id' or e.project_id in (select private.project_branch((f ->> 'project_id')::uuid, company)))
      and (not f ? 'from' or e.spent_on >= (f ->> 'from')::date)
      and (not f ? 'to' or e.spent_on <= (f ->> 'to')::date)
      and (not coalesce((f ->> 'mine')::boolean, false) or e.employee_id = me)
      and (not coalesce((f ->> 'to_decide')::boolean, false)
        or e.status = 'entered' and case when e.employee_id = me then manages and not not_mine else true end)
    order by e.spent_on desc, e.id desc
    limit least(greatest(coalesce(limit_param, 100), 1), 500)
  )
  select e.id, e.employee_id, private.colleague_name(e.employee_id), e.project_id, j.name, e.cost_code_id, c.code, e.spent_on, e.kind, e.amount,
    e.miles, e.rate, e.from_place, e.to_place, e.note, e.receipt_photo_id, p.path, p.media_type, e.travel_day, e.nights, e.trip_id, e.status,
    e.decision_note, private.account_name(company, e.decided_by),
    e.decided_at, e.pay_date, e.created_at, private.expense_flags(e),
    (select jsonb_agg(jsonb_build_object('id', o.id, 'employee_name', private.colleague_name(o.employee_id), 'spent_on', o.spent_on, 'amount', o.amount)
        order by o.created_at, o.id)
      from public.photos q join public.expenses o on o.company_id = company and o.receipt_photo_id = q.id and o.id <> e.id and o.status <> 'declined'
      where q.company_id = company and q.is_receipt and q.sha256 = p.sha256),
    e.status = 'entered' and case when e.employee_id = me then manages and not not_mine else true end
  from page e
  left join public.projects j on j.company_id = company and j.id = e.project_id
  left join public.cost_codes c on c.company_id = company and c.id = e.cost_code_id
  left join public.photos p on p.company_id = company and p.id = e.receipt_photo_id and p.uploaded_at is not null
  order by e.spent_on desc, e.id desc;
end $$;
comment on function public.list_expenses(jsonb,date,uuid,integer) is 'Expenses the caller sees, newest day first, a page at a time, with what an approver should look at (flags) and the same receipt elsewhere. Filter: ids, status, kind, employee_id, project_id (with its phases), from, to, mine, to_decide.';
grant execute on function public.list_expenses(jsonb,date,uuid,integer) to authenticated;

create or replace function private.expense_flags(expense public.expenses) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when expense.kind <> 'receipt' and not exists (select from public.time_entries t
      where t.company_id = expense.company_id and t.employee_id = expense.employee_id and t.work_date = expense.spent_on) then 'no_work' end,
    case when exists (select from public.photos p
      join public.photos q on q.company_id = p.company_id and q.sha256 = p.sha256 and q.is_receipt
      join public.expenses o on o.company_id = q.company_id and o.receipt_photo_id = q.id and o.id <> expense.id and o.status <> 'declined'
      where p.company_id = expense.company_id and p.id = expense.receipt_photo_id) then 'same_receipt' end,
    case when exists (select from public.expenses o
      where o.company_id = expense.company_id and o.employee_id = expense.employee_id and o.spent_on = expense.spent_on and o.id <> expense.id
        and o.kind = expense.kind and o.kind <> 'per_diem' and o.amount = expense.amount and o.status <> 'declined') then 'same_amount' end,
    case when expense.kind = 'receipt' and expense.receipt_photo_id is null and expense.amount >= 75 then 'no_receipt' end,
    case when expense.receipt_photo_id is not null and not exists (select from public.photos p
      where p.company_id = expense.company_id and p.id = expense.receipt_photo_id and p.uploaded_at is not null and p.deleted_at is null)
      then 'photo_waiting' end,
    case when expense.kind = 'mileage' and (expense.from_place is null or expense.to_place is null or expense.note is null) then 'no_purpose' end,
    case when (expense.created_at at time zone private.zone_of(expense.company_id, expense.project_id))::date - expense.spent_on > 60 then 'late' end
  ], null);
$$;
comment on function private.expense_flags(public.expenses) is 'What whoever approves an expense should look at: no_work (miles or per diem on a day without time), same_receipt, same_amount, no_receipt (75.00 or more), photo_waiting, no_purpose, late (over 60 days).';
grant execute on function private.expense_flags(public.expenses) to authenticated;

create or replace function public.find_receipt(sha256_param text) returns table(expense_id uuid, employee_name text, spent_on date, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query
  select case when v.seen then e.id end, case when v.seen then private.person_name(e.company_id, e.employee_id) end,
    case when v.seen then e.spent_on end, case when v.seen then e.amount end
  from public.photos p
  join public.expenses e on e.company_id = p.company_id and e.receipt_photo_id = p.id and e.status <> 'declined'
  cross join lateral (select me.role in ('owner', 'manager') or e.employee_id = me.id
    or e.employee_id = any (private.people_i_approve()) and private.leads_on(e.employee_id, e.spent_on) as seen) v
  where p.company_id = me.company_id and p.is_receipt and p.sha256 = lower(sha256_param)
  order by e.created_at limit 5;
end $$;
comment on function public.find_receipt(text) is 'Everyone: whether a receipt with this SHA-256 was handed in before; whose, when and how much only where the caller sees that expense.';
grant execute on function public.find_receipt(text) to authenticated;

create or replace function public.expense_report(start_date_param date, end_date_param date, group_by_param text, then_by_param text default null::text, project_id_param uuid default null::uuid) returns table(group_key text, label text, then_key text, then_label text, receipts numeric, mileage numeric, per_diem numeric, miles numeric, entered numeric, approved numeric, paid numeric, total numeric, expenses bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  if not coalesce(group_by_param in ('employee', 'project', 'cost_code', 'kind', 'month', 'period'), false)
    or then_by_param not in ('employee', 'project', 'cost_code', 'kind', 'month', 'period') or then_by_param = group_by_param then
    raise exception using errcode = 'P0001', hint = 'unknown_cost_grouping', message = 'Group expenses by one or two of employee, project, cost code, kind, month and pay period.';
  end if;
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  with rows as materialized (
    select e.*, private.expense_key(group_by_param, e) as key, private.expense_key(then_by_param, e) as second_key
    from public.expenses e
    where e.company_id = me.company_id and e.status <> 'declined' and e.spent_on between start_date_param and end_date_param
      and (project_id_param is null or e.project_id in (select private.project_branch(project_id_param, me.company_id)))
  )
  select r.key, coalesce(one.label, case when group_by_param in ('kind', 'month', 'period') then r.key end), r.second_key,
    coalesce(two.label, case when then_by_param in ('kind', 'month', 'period') then r.second_key end),
    coalesce(sum(r.amount) filter (where r.kind = 'receipt'), 0), coalesce(sum(r.amount) filter (where r.kind = 'mileage'), 0),
    coalesce(sum(r.amount) filter (where r.kind = 'per_diem'), 0), coalesce(sum(r.miles) filter (where r.kind = 'mileage'), 0),
    coalesce(sum(r.amount) filter (where r.status = 'entered'), 0), coalesce(sum(r.amount) filter (where r.status = 'approved'), 0),
    coalesce(sum(r.amount) filter (where r.status = 'paid'), 0), sum(r.amount), count(*)
  from rows r
  left join private.report_labels(me.company_id, group_by_param) one on one.key = r.key
  left join private.report_labels(me.company_id, then_by_param) two on two.key = r.second_key
  group by r.key, one.label, r.second_key, two.label
  order by 2 nulls last, 1, 4 nulls last, 3;
end $$;
comment on function public.expense_report(date,date,text,text,uuid) is 'Managers: expenses of up to 400 days, without declined ones, by one or two of employee, project, cost_code, kind, month and period (the pay period, by its first day): amounts by kind and by status, and miles.';
grant execute on function public.expense_report(date,date,text,text,uuid) to authenticated;

create or replace function private.expense_key(group_param text, expense public.expenses) returns text
language sql stable security definer set search_path = '' as $$
  select case group_param when 'employee' then expense.employee_id::text when 'project' then expense.project_id::text
    when 'cost_code' then expense.cost_code_id::text when 'kind' then expense.kind when 'month' then to_char(expense.spent_on, 'YYYY-MM-01')
    when 'period' then (select p.start_date::text from private.pay_period_at(expense.company_id, coalesce(expense.pay_date, expense.spent_on)) p) end;
$$;
comment on function private.expense_key(text,public.expenses) is 'What an expense is grouped under.';

create or replace function private.expense_cost(company_id_param uuid, project_id_param uuid) returns table(cost_code_id uuid, approved numeric, entered numeric)
language sql stable security definer set search_path = '' as $$
  select r.root, coalesce(sum(e.amount) filter (where e.status <> 'entered'), 0), coalesce(sum(e.amount) filter (where e.status = 'entered'), 0)
  from (
    select x.cost_code_id, x.amount, x.status from public.expenses x
    where x.company_id = company_id_param and x.project_id = project_id_param and x.status <> 'declined'
    union all
    -- Repaid without an expense.
    select i.cost_code_id, i.amount_cents * 0.01, 'approved' from public.pay_items i
    where i.company_id = company_id_param and i.project_id = project_id_param and i.expense_id is null
      and private.is_reimbursement_code(i.pay_code)
  ) e
  left join private.cost_code_roots(company_id_param) r on r.id = e.cost_code_id
  group by r.root;
$$;
comment on function private.expense_cost(uuid,uuid) is 'What was repaid for a project by code, approved or paid, and what waits for a decision. Beside private.labor_cost, which leaves it out.';
