create table public.pay_items (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  work_date date not null,
  pay_code text not null,
  minutes integer default 0 not null,
  hourly_rate numeric(10,4),
  amount_cents bigint,
  project_id uuid,
  cost_code_id uuid,
  note text,
  payroll_line_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  corrects_date date,
  time_off_request_id uuid,
  corrects_pay_code text,
  flsa_premium_cents bigint default 0 not null,
  restitution_id uuid,
  expense_id uuid,
  flat_sum boolean default false not null,
  constraint pay_items_pkey primary key (company_id, id),
  constraint pay_items_amount_range check (amount_cents between -1000000000 and 1000000000),
  constraint pay_items_code_known check (pay_code in ('SHIFT_DIFF', 'BONUS_ND', 'BONUS_D', 'PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY', 'SHOWUP', 'PER_DIEM', 'MILEAGE', 'TOOLS', 'EXPENSE', 'FRINGE_CASH', 'ADJUSTMENT')),
  constraint pay_items_corrects_code_with_date check (corrects_pay_code is null or corrects_date is not null),
  constraint pay_items_flat_sum_is_a_bonus check (not flat_sum or pay_code = 'BONUS_ND'),
  constraint pay_items_has_value check (amount_cents is not null or minutes <> 0),
  constraint pay_items_minutes_range check (minutes between -600000 and 600000),
  constraint pay_items_note_length check (char_length(note) <= 500),
  constraint pay_items_only_adjustments_subtract check (pay_code = 'ADJUSTMENT' or minutes >= 0 and (coalesce(amount_cents, 0) >= 0 or expense_id is not null)),
  constraint pay_items_rate_at_most check (hourly_rate <= 9999.99),
  constraint pay_items_rate_not_negative check (hourly_rate >= 0),
  constraint pay_items_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint pay_items_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint pay_items_expense foreign key (company_id, expense_id) references public.expenses(company_id, id),
  constraint pay_items_line foreign key (company_id, payroll_line_id) references public.payroll_lines(company_id, id) on delete set null (payroll_line_id),
  constraint pay_items_project foreign key (company_id, project_id) references public.projects(company_id, id),
  constraint pay_items_restitution foreign key (company_id, restitution_id) references public.restitutions(company_id, id),
  constraint pay_items_time_off foreign key (company_id, time_off_request_id) references public.time_off_requests(company_id, id)
);
select private.refuse_non_finite('public.pay_items');
create index pay_items_by_corrected_date on public.pay_items (company_id, corrects_date) where corrects_date is not null;
create index pay_items_by_date on public.pay_items (company_id, work_date, employee_id);
create index pay_items_by_expense on public.pay_items (company_id, expense_id) where expense_id is not null;
create index pay_items_by_line on public.pay_items (company_id, payroll_line_id) where payroll_line_id is not null;
create index pay_items_by_project on public.pay_items (company_id, project_id, work_date) where project_id is not null;
create index pay_items_by_restitution on public.pay_items (company_id, restitution_id) where restitution_id is not null;
create index pay_items_by_time_off on public.pay_items (company_id, time_off_request_id) where time_off_request_id is not null;
create index pay_items_corrections_of_person on public.pay_items (company_id, employee_id, corrects_date) where corrects_date is not null;
comment on table public.pay_items is 'Pay that is not worked time: leave, bonuses, reimbursements, and adjustments of locked periods posted into an open one.';
comment on column public.pay_items.minutes is 'Hours paid but not worked, e.g. leave; negative only for adjustments.';
comment on column public.pay_items.hourly_rate is 'With minutes and no amount: the rate paid; null takes the employee''s own rate on that date.';
comment on column public.pay_items.amount_cents is 'Fixed amount; null is minutes times rate, rounded half up (away from zero).';
comment on column public.pay_items.payroll_line_id is 'Adjustments: the frozen line that is corrected.';
comment on column public.pay_items.corrects_date is 'Adjustments of locked pay: the work date that is corrected.';
comment on column public.pay_items.time_off_request_id is 'Approved time off that is paid here; changes with the request only.';
comment on column public.pay_items.restitution_id is 'Wages of public work paid later; changes with the restitution only.';
comment on column public.pay_items.expense_id is 'The expense that is repaid here; changes with the expense only. A correction of one that was paid is a further item, which may be negative.';
comment on column public.pay_items.corrects_pay_code is 'Adjustments of locked pay: the pay code of the corrected line (REG, OT, PTO ...); project_id and cost_code_id are that line''s, minutes what it gained or lost. Null: of the day as a whole.';
comment on column public.pay_items.flat_sum is 'A promised bonus that does not grow with hours or production: California divides it by the hours without a premium (docs/rules/overtime.md#l20).';
comment on column public.pay_items.flsa_premium_cents is 'Adjustments: the part of the amount that the FLSA itself requires as premium (W-2 box 12 code TT).';
alter table public.pay_items enable row level security;
grant select, delete on table public.pay_items to authenticated;
grant insert (company_id, id, employee_id, work_date, pay_code, minutes, hourly_rate, amount_cents, project_id, cost_code_id, note, payroll_line_id, flat_sum) on public.pay_items to authenticated;
grant update (company_id, id, employee_id, work_date, pay_code, minutes, hourly_rate, amount_cents, project_id, cost_code_id, note, payroll_line_id, flat_sum) on public.pay_items to authenticated;

create policy "Company roles with payroll read other pay" on public.pay_items
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.has_right('payroll')));

create policy "Managers add pay items" on public.pay_items
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change pay items" on public.pay_items
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and time_off_request_id is null and restitution_id is null and expense_id is null)
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete pay items" on public.pay_items
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and time_off_request_id is null and restitution_id is null and expense_id is null);

create policy "Managers read pay items, people their own unless the company hi" on public.pay_items
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace trigger fill_company_id before insert on public.pay_items
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_identity before update on public.pay_items
  for each row execute function private.lock_identity();

create or replace trigger locked_periods_stay before insert or delete or update on public.pay_items
  for each row execute function private.check_pay_item();

create or replace function private.check_pay_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'UPDATE' then
    if new.payroll_line_id is null and to_jsonb(new) - 'payroll_line_id' = to_jsonb(old) - 'payroll_line_id' then
      return new;
    end if;
  end if;
  perform private.lock_time_shared(case when tg_op = 'DELETE' then old.company_id else new.company_id end);
  -- Late time off belongs to its day; what it is worth is posted on an open one.
  if coalesce(current_setting('chalkline.late_time', true), '') = 'on'
    and 'ADJUSTMENT' not in (case when tg_op <> 'INSERT' then old.pay_code else '' end, case when tg_op <> 'DELETE' then new.pay_code else '' end) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  for changed in
    select p.start_date from public.pay_periods p
    where p.status = 'locked'
      and ((tg_op <> 'INSERT' and p.company_id = old.company_id and old.work_date between p.start_date and p.end_date)
        or (tg_op <> 'DELETE' and p.company_id = new.company_id and new.work_date between p.start_date and p.end_date))
    limit 1
  loop
    raise exception using errcode = 'P0001', hint = 'period_locked',
      message = 'This pay period is locked. Post the change in an open period.';
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace trigger name_corrected_day before insert on public.pay_items
  for each row when (new.payroll_line_id is not null and new.corrects_date is null) execute function private.name_corrected_day();

create or replace function private.name_corrected_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select l.work_date into new.corrects_date from public.payroll_lines l
  where l.company_id = new.company_id and l.id = new.payroll_line_id;
  return new;
end $$;
comment on function private.name_corrected_day() is 'An adjustment that names a frozen line corrects that line''s day.';

create or replace trigger own_pay after insert or delete or update on public.pay_items
  for each row execute function private.check_own_decision('own_pay');

create or replace trigger x_changes_pay after insert or delete or update on public.pay_items
  for each row execute function private.item_changes_pay();

create or replace function private.item_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.invalidate_pay(old.company_id, old.employee_id, old.work_date, old.work_date);
  end if;
  if tg_op <> 'DELETE' then
    perform private.invalidate_pay(new.company_id, new.employee_id, new.work_date, new.work_date);
  end if;
  return null;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.pay_items
  for each row execute function private.record_change();
