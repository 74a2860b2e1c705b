-- What payroll needs beside punches and rates: holidays, pay that is not a punch, wage determinations.

create table public.company_holidays (
  company_id uuid not null references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  holiday_date date not null,
  name text not null default '' constraint company_holidays_name_length check (char_length(name) <= 100),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint company_holidays_once unique (company_id, holiday_date)
);
comment on table public.company_holidays is
  'The company''s (or union''s) holiday calendar: a day rule {"holiday": true} of an overtime policy applies on these work dates.';

create trigger fill_company_id before insert on public.company_holidays
  for each row execute function private.fill_company_id();
create trigger keep_identity before update on public.company_holidays
  for each row execute function private.keep_identity();

alter table public.company_holidays enable row level security;
create policy "Employees read the holidays of their company" on public.company_holidays
  for select to authenticated using (company_id = (select private.my_company_id()));
create policy "Owners add holidays" on public.company_holidays
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));
create policy "Owners change holidays" on public.company_holidays
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));
create policy "Owners remove holidays" on public.company_holidays
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));
grant select, insert, update, delete on public.company_holidays to authenticated, service_role;

-- A wage determination is a floor: on such a project the higher of project rate and own rate is paid (RT-2).
alter table public.projects add column prevailing_wage boolean not null default false;
comment on column public.projects.prevailing_wage is
  'Rates set for this project are minimums (wage determination): nobody is paid less than their own rate.';

-- Pay codes that are not punches (section 1.3): whether they enter the regular rate.
-- None of them counts as hours worked.
create function private.pay_code_in_regular_rate(pay_code_param text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select pay_code_param in ('SHIFT_DIFF', 'BONUS_ND');
$$;

create table public.pay_items (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  work_date date not null,
  pay_code text not null constraint pay_items_code_known check (pay_code in
    ('SHIFT_DIFF', 'BONUS_ND', 'BONUS_D', 'PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY', 'SHOWUP',
     'PER_DIEM', 'MILEAGE', 'TOOLS', 'FRINGE_CASH', 'ADJUSTMENT')),
  minutes integer not null default 0,
  hourly_rate numeric(10, 4) constraint pay_items_rate_not_negative check (hourly_rate >= 0),
  amount_cents bigint,
  project_id uuid,
  cost_code_id uuid,
  note text constraint pay_items_note_length check (char_length(note) <= 500),
  payroll_line_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint pay_items_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id),
  constraint pay_items_project foreign key (company_id, project_id) references public.projects (company_id, id),
  constraint pay_items_cost_code foreign key (company_id, cost_code_id) references public.cost_codes (company_id, id),
  constraint pay_items_line foreign key (company_id, payroll_line_id) references public.payroll_lines (company_id, id)
    on delete set null (payroll_line_id),
  constraint pay_items_has_value check (amount_cents is not null or minutes <> 0),
  constraint pay_items_only_adjustments_subtract check
    (pay_code = 'ADJUSTMENT' or (minutes >= 0 and coalesce(amount_cents, 0) >= 0))
);
create index pay_items_by_date on public.pay_items (company_id, work_date, employee_id);
create index pay_items_by_line on public.pay_items (company_id, payroll_line_id) where payroll_line_id is not null;

comment on table public.pay_items is
  'Pay that is not worked time: leave, bonuses, reimbursements, and adjustments of locked periods posted into an open one.';
comment on column public.pay_items.minutes is 'Hours paid but not worked, e.g. leave; negative only for adjustments.';
comment on column public.pay_items.hourly_rate is 'With minutes and no amount: the rate paid; null takes the employee''s own rate on that date.';
comment on column public.pay_items.amount_cents is 'Fixed amount; null is minutes times rate, rounded half up (away from zero).';
comment on column public.pay_items.payroll_line_id is 'Adjustments: the frozen line that is corrected.';

-- Locked periods never change: an item belongs to an open one.
create function private.check_pay_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  perform private.open_time(case when tg_op = 'DELETE' then old.company_id else new.company_id end);
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

create trigger fill_company_id before insert on public.pay_items
  for each row execute function private.fill_company_id('employees', 'employee_id');
create trigger keep_identity before update on public.pay_items
  for each row execute function private.keep_identity();
create trigger locked_periods_stay before insert or update or delete on public.pay_items
  for each row execute function private.check_pay_item();

alter table public.pay_items enable row level security;
create policy "Managers read pay items, people their own unless the company hides pay" on public.pay_items
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager())
      or (employee_id = (select private.my_employee_id()) and (select private.own_rate_visible()))));
create policy "Managers add pay items" on public.pay_items
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change pay items" on public.pay_items
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete pay items" on public.pay_items
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, delete on public.pay_items to authenticated;
grant insert (id, company_id, employee_id, work_date, pay_code, minutes, hourly_rate, amount_cents, project_id,
  cost_code_id, note, payroll_line_id) on public.pay_items to authenticated;
grant update (id, company_id, employee_id, work_date, pay_code, minutes, hourly_rate, amount_cents, project_id,
  cost_code_id, note, payroll_line_id) on public.pay_items to authenticated;
grant select, insert, update, delete on public.pay_items to service_role;

-- Frozen lines keep what the live ones show, so that a locked range reads the same as before.
-- Amounts are null where no rate was known: unknown pay is never 0 (RT-3).
alter table public.payroll_lines
  add column week_start date,
  add column flsa_premium_cents bigint not null default 0,
  add column paid_break_minutes integer not null default 0,
  add column first_minute integer not null default 0,
  add column pay_item_id uuid,
  add column rules jsonb,
  alter column straight_cents drop not null,
  alter column premium_cents drop not null,
  alter column total_cents drop not null;
create index payroll_lines_by_date on public.payroll_lines (company_id, work_date);
comment on column public.payroll_lines.flsa_premium_cents is 'Part of the premium that the FLSA itself requires (W-2 box 12 code TT).';
comment on column public.payroll_lines.straight_cents is 'Null where no rate was known when the period was locked.';
comment on column public.payroll_lines.rules is 'The rules behind the minutes: [{"rule", "threshold_minutes", "minutes"}].';
comment on column public.payroll_lines.first_minute is 'Order within the day: minutes since 1970 of the first minute in the line.';

-- Only a manager enters more than a day at once: payroll need not look for such entries row by row.
create index time_entries_over_a_day on public.time_entries (company_id, clock_in)
  where clock_out - clock_in > interval '24 hours';

-- Payroll reads all breaks of a period at once.
create index time_entry_breaks_by_company on public.time_entry_breaks (company_id, started_at);

create trigger zz_record_change after insert or update or delete on public.company_holidays
  for each row execute function private.record_change();
create trigger zz_record_change after insert or update or delete on public.pay_items
  for each row execute function private.record_change();
