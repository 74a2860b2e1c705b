create table public.expenses (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid default private.my_employee_id() not null,
  project_id uuid not null,
  cost_code_id uuid,
  spent_on date not null,
  kind text default 'receipt' not null,
  amount numeric(12,2) not null,
  miles numeric(8,2),
  rate numeric(10,4),
  from_place text,
  to_place text,
  note text,
  receipt_photo_id uuid,
  travel_day boolean default false not null,
  nights smallint default 0 not null,
  trip_id uuid,
  status text default 'entered' not null,
  decision_note text,
  decided_by uuid,
  decided_at timestamptz,
  pay_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint expenses_pkey primary key (company_id, id),
  constraint expenses_kind_known check (kind in ('receipt', 'mileage', 'per_diem')),
  constraint expenses_status_known check (status in ('entered', 'approved', 'declined', 'paid')),
  constraint expenses_amount_range check (amount >= 0.01 and amount <= 25000),
  constraint expenses_miles_range check (miles >= 0.1 and miles <= 2000),
  constraint expenses_mileage_has_miles check (kind <> 'mileage' or miles is not null and rate is not null),
  constraint expenses_nights check (nights >= 0 and nights <= 1),
  constraint expenses_only_per_diem_has_nights check (kind = 'per_diem' or not travel_day and nights = 0 and trip_id is null),
  constraint expenses_photo_of_receipt check (receipt_photo_id is null or kind = 'receipt'),
  constraint expenses_text_length check (char_length(from_place) <= 200 and char_length(to_place) <= 200 and char_length(note) <= 500 and char_length(decision_note) <= 500),
  constraint expenses_pay_date check ((pay_date is not null) = (status in ('approved', 'paid'))),
  constraint expenses_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint expenses_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint expenses_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint expenses_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.expenses');
create unique index expenses_one_per_diem_a_day on public.expenses (company_id, employee_id, spent_on) where kind = 'per_diem' and status <> 'declined';
create unique index expenses_one_per_photo on public.expenses (company_id, receipt_photo_id) where receipt_photo_id is not null and status <> 'declined';
create index expenses_by_employee on public.expenses (company_id, employee_id, spent_on desc);
create index expenses_by_project on public.expenses (company_id, project_id, spent_on);
create index expenses_by_cost_code on public.expenses (company_id, cost_code_id) where cost_code_id is not null;
create index expenses_by_date on public.expenses (company_id, spent_on desc, id);
create index expenses_by_pay_date on public.expenses (company_id, pay_date) where pay_date is not null;
create index expenses_to_decide on public.expenses (company_id, spent_on) where status = 'entered';
create index expenses_by_photo on public.expenses (company_id, receipt_photo_id) where receipt_photo_id is not null;
create index expenses_by_trip on public.expenses (company_id, trip_id) where trip_id is not null;
comment on table public.expenses is 'What somebody spent for the work: a receipt, miles in their own vehicle, a day away from home. Approved ones become pay items of their own code (pay_items.expense_id), never wages.';
comment on column public.expenses.amount is 'Dollars. Of miles and per diem worked out by the database.';
comment on column public.expenses.miles is 'Mileage: miles driven. Per diem: how far from the project the person lives, where the rule asks.';
comment on column public.expenses.rate is 'Mileage: dollars for a mile on the day of the trip.';
comment on column public.expenses.note is 'What it was for; of miles the purpose of the trip.';
comment on column public.expenses.receipt_photo_id is 'Its photo (photos.is_receipt), which is sent by itself and may arrive later. Fixed once approved.';
comment on column public.expenses.travel_day is 'Per diem: first or last day of a trip.';
comment on column public.expenses.nights is 'Per diem: the night after this day, where the person pays the room.';
comment on column public.expenses.trip_id is 'Per diem: days that were claimed together.';
comment on column public.expenses.status is 'entered: may still be changed; paid: its pay period was locked or exported.';
comment on column public.expenses.pay_date is 'The day payroll pays it on: spent_on, or the day of the decision where that period was locked or exported.';
alter table public.expenses enable row level security;
alter publication supabase_realtime add table public.expenses;
grant select, delete on table public.expenses to authenticated;
grant insert (company_id, id, employee_id, project_id, cost_code_id, spent_on, kind, amount, miles, from_place, to_place, note, receipt_photo_id, travel_day, nights, trip_id) on public.expenses to authenticated;
grant update (project_id, cost_code_id, spent_on, kind, amount, miles, from_place, to_place, note, receipt_photo_id, travel_day, nights) on public.expenses to authenticated;

create policy "Managers read expenses, foremen of those they approve, others t" on public.expenses
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) or employee_id = any ((select private.people_i_approve())::uuid[]) and private.leads_on(employee_id, spent_on)));

create policy "People enter their own expenses, managers anybody's" on public.expenses
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and not (project_id in (select private.projects_closed_to_me()))));

create policy "People change their own expenses until they are decided, manage" on public.expenses
  for update to authenticated
  using (company_id = (select private.my_company_id()) and status = 'entered' and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "People delete their own expenses until they are decided, manage" on public.expenses
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and status = 'entered' and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace function private.people_i_approve() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct m.employee_id), '{}') from public.crews c
  join public.crew_members m on m.company_id = c.company_id and m.crew_id = c.id
  where (select private.leads_a_crew()) and (select o.foremen_approve from public.companies o where o.id = (select private.my_company_id()))
    and c.company_id = (select private.my_company_id()) and c.foreman_id = (select private.my_employee_id())
    and m.employee_id <> (select private.my_employee_id());
$$;
comment on function private.people_i_approve() is 'Whose days the caller approves as their foreman, on the days they led them; nobody''s for everyone else.';
grant execute on function private.people_i_approve() to authenticated, service_role;

create or replace trigger a_fill_company_id before insert on public.expenses
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger check_expense before insert or update on public.expenses
  for each row execute function private.check_expense();

create or replace function private.check_expense() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rule public.per_diem_rules;
  -- Where the day ends first: a site ahead of the office.
  today date := greatest(private.company_today(new.company_id), (now() at time zone private.zone_of(new.company_id, new.project_id))::date);
begin
  if tg_op = 'UPDATE' then
    if old.status <> 'entered' and to_jsonb(new) - '{status,decision_note,decided_by,decided_at,pay_date,amount,updated_at}'::text[]
        <> to_jsonb(old) - '{status,decision_note,decided_by,decided_at,pay_date,amount,updated_at}'::text[] then
      raise exception using errcode = 'P0001', hint = 'expense_decided', message = 'This expense has been decided and cannot be changed.';
    elsif new.employee_id <> old.employee_id then
      raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'An expense stays with the person it was entered for.';
    elsif old.status <> 'entered' or new.status <> 'entered' then
      return new; -- what was worked out when it was entered is what was decided about
    end if;
  end if;
  if not isfinite(new.spent_on) or new.spent_on > today or new.spent_on < today - 730 and not private.is_system() then
    raise exception using errcode = 'P0001', hint = 'expense_date', message = 'Choose the day it was spent, within the last two years and not in the future.';
  end if;
  new.from_place := nullif(btrim(new.from_place), '');
  new.to_place := nullif(btrim(new.to_place), '');
  new.note := nullif(btrim(new.note), '');
  if new.kind = 'mileage' then
    new.rate := private.reimbursement_rate(new.company_id, 'mileage', new.spent_on);
    if new.rate is null then
      raise exception using errcode = 'P0001', hint = 'no_mileage_rate', message = 'There is no mileage rate for this day. Ask a manager to enter one.';
    elsif new.miles is null or not new.miles between 0.1 and 2000 then
      raise exception using errcode = 'P0001', hint = 'expenses_miles_range', message = 'Enter between 0.1 and 2,000 miles.';
    end if;
    new.amount := round(new.miles * new.rate, 2);
  elsif new.kind = 'per_diem' then
    new.rate := null;
    rule := private.per_diem_rule(new.company_id, new.project_id, new.spent_on);
    if rule.id is null or private.per_diem_amount(rule, new.travel_day, new.nights) = 0 then
      raise exception using errcode = 'P0001', hint = 'no_per_diem_rule', message = 'This project pays no per diem on this day.';
    elsif rule.min_distance_miles > coalesce(new.miles, 0) then
      raise exception using errcode = 'P0001', hint = 'per_diem_too_near', detail = rule.min_distance_miles::text,
        message = format('Per diem of this project is for people who live at least %s miles away.', trim_scale(rule.min_distance_miles));
    end if;
    new.amount := private.per_diem_amount(rule, new.travel_day, new.nights);
  else
    new.rate := null;
    new.miles := null;
  end if;
  if new.receipt_photo_id is not null and exists (select from public.photos p
      where p.company_id = new.company_id and p.id = new.receipt_photo_id and (not p.is_receipt or p.employee_id is distinct from new.employee_id
        and p.created_by is distinct from auth.uid())) then
    raise exception using errcode = 'P0001', hint = 'receipt_unknown', message = 'This photo is not a receipt of this person.';
  end if;
  return new;
end $$;
comment on function private.check_expense() is 'Works out miles and per diem by the rates of the day; what was decided stays.';

create or replace trigger keep_creator before insert or update on public.expenses
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.expenses
  for each row execute function private.lock_identity();

create or replace trigger own_approval after update on public.expenses
  for each row when (new.status = 'approved' and old.status = 'entered') execute function private.check_own_decision('own_approval');

create or replace trigger receipt_goes after delete on public.expenses
  for each row when (old.receipt_photo_id is not null) execute function private.receipt_goes();

create or replace function private.receipt_goes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.photos p set deleted_at = now(), deleted_by = auth.uid()
    where p.company_id = old.company_id and p.id = old.receipt_photo_id and p.is_receipt and p.deleted_at is null
      and not exists (select from public.expenses e where e.company_id = old.company_id and e.receipt_photo_id = old.receipt_photo_id);
  return null;
end $$;
comment on function private.receipt_goes() is 'The photo of an expense that was withdrawn goes with it, as deleted photos do.';

create or replace trigger touch_updated_at before update on public.expenses
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.expenses
  for each row execute function private.record_change();

create or replace function private.reprice_trips() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := case when tg_op = 'DELETE' then old.company_id else new.company_id end;
begin
  update public.expenses e set updated_at = now()
  where e.company_id = company and e.status = 'entered' and case tg_table_name
    when 'reimbursement_rates' then e.kind = 'mileage' and e.rate <> private.reimbursement_rate(company, 'mileage', e.spent_on)
    else e.kind = 'per_diem' and exists (
      select from private.per_diem_rule(company, e.project_id, e.spent_on) r
      where e.amount <> nullif(private.per_diem_amount(r, e.travel_day, e.nights), 0)
        and coalesce(e.miles, 0) >= coalesce(r.min_distance_miles, 0)) end;
  return null;
end $$;
comment on function private.reprice_trips() is 'A rate that was corrected applies to what is not decided yet.';
