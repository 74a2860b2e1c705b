create table public.fringe_plans (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  kind text default 'health' not null,
  plan_number text,
  funded boolean default true not null,
  approval text,
  cost_amount numeric(12,4) not null,
  cost_period text default 'hour' not null,
  hours_basis numeric(8,2),
  from_date date default CURRENT_DATE not null,
  to_date date,
  hourly_credit numeric(10,2) generated always as (
    case cost_period when 'hour' then trunc(cost_amount, 2) when 'month' then trunc(cost_amount * 12 / hours_basis, 2) else trunc(cost_amount / hours_basis, 2) end) stored,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  approved_by text,
  approved_on date,
  evidence text,
  constraint fringe_plans_pkey primary key (company_id, id),
  constraint fringe_plans_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200 and char_length(plan_number) <= 100 and char_length(approval) <= 500),
  constraint fringe_plans_kind_known check (kind in ('health', 'pension', 'vacation_holiday', 'training', 'other')),
  constraint fringe_plans_period_known check (cost_period in ('hour', 'month', 'year')),
  constraint fringe_plans_cost_positive check (cost_amount > 0),
  constraint fringe_plans_hours check (cost_period = 'hour' or hours_basis is not null and hours_basis >= 1),
  constraint fringe_plans_credit_range check (hourly_credit < 10000),
  constraint fringe_plans_approval_length check (char_length(approved_by) <= 200),
  constraint fringe_plans_evidence_length check (char_length(evidence) <= 2000),
  constraint fringe_plans_dates check (to_date >= from_date),
  constraint fringe_plans_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.fringe_plans');
comment on table public.fringe_plans is 'Benefit plans whose cost counts toward the fringe of a determination.';
comment on column public.fringe_plans.approval is 'Of an unfunded plan: the letter or reference by which it was approved. Without it nothing is credited.';
comment on column public.fringe_plans.approved_on is 'From this day on an unfunded plan counts; null: as long as the plan.';
comment on column public.fringe_plans.evidence is 'Where it is shown that this is paid: fund, policy, statements.';
comment on column public.fringe_plans.hours_basis is 'All hours worked in a year, public and private: what a cost by month or year is divided by.';
comment on column public.fringe_plans.kind is 'training: goes to a fund, and no part of it is ever paid in cash (docs/rules/public-work.md).';
comment on column public.fringe_plans.hourly_credit is 'Per hour worked, rounded down to the cent.';
alter table public.fringe_plans enable row level security;
grant select, insert, update, delete on table public.fringe_plans to authenticated;

create policy "Managers add fringe plans" on public.fringe_plans
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change fringe plans" on public.fringe_plans
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete fringe plans" on public.fringe_plans
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read fringe plans, people those they are in" on public.fringe_plans
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or (select private.own_rate_visible()) and id in ( select m.plan_id
   from public.employee_fringe_plans m
  where m.company_id = (select private.my_company_id()) and m.employee_id = (select private.my_employee_id()))));

create or replace trigger fill_company_id before insert on public.fringe_plans
  for each row execute function private.fill_company_id();

create or replace trigger b_check_division before insert or update of cost_amount, cost_period, hours_basis on public.fringe_plans
  for each row execute function private.check_fringe_division();

create or replace function private.check_fringe_division() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Before the column of the credit divides by them, whose errors name no rule.
  if new.cost_period in ('month', 'year') and coalesce(new.hours_basis, 0) < 1 then
    raise exception using errcode = 'check_violation', constraint = 'fringe_plans_hours', schema = 'public', table = 'fringe_plans', column = 'hours_basis',
      message = 'new row for relation "fringe_plans" violates check constraint "fringe_plans_hours"';
  elsif (new.cost_amount * case new.cost_period when 'month' then 12 else 1 end / case new.cost_period when 'hour' then 1 else new.hours_basis end) >= 10000 then
    raise exception using errcode = 'check_violation', constraint = 'fringe_plans_credit_range', schema = 'public', table = 'fringe_plans', column = 'cost_amount',
      message = 'new row for relation "fringe_plans" violates check constraint "fringe_plans_credit_range"';
  end if;
  return new;
end $$;
comment on function private.check_fringe_division() is 'Refuses a plan without hours, and one that would be worth more than anybody earns.';

create or replace trigger keep_creator before insert or update on public.fringe_plans
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.fringe_plans
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.fringe_plans
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.fringe_plans
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.fringe_plans
  for each row execute function private.record_change();

create or replace function public.renew_fringe_plan(id_param uuid, new_id_param uuid, from_date_param date, cost_amount_param numeric, hours_basis_param numeric default null::numeric) returns public.fringe_plans
language plpgsql set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  plan public.fringe_plans;
  renewed public.fringe_plans;
begin
  select * into plan from public.fringe_plans p where p.company_id = me.company_id and p.id = id_param for update;
  if plan.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  select * into renewed from public.fringe_plans p where p.company_id = me.company_id and p.id = new_id_param;
  if renewed.id is not null then
    perform private.require_same_call(renewed, jsonb_build_object('name', plan.name, 'from_date', from_date_param, 'cost_amount', cost_amount_param));
    return renewed;
  end if;
  if from_date_param is null or from_date_param <= plan.from_date or from_date_param > coalesce(plan.to_date, 'infinity') then
    raise exception using errcode = 'P0001', hint = 'renewal_outside_plan', message = 'The new cost must begin after the plan began, and before it ends.';
  end if;
  insert into public.fringe_plans (company_id, id, name, kind, plan_number, funded, approval, approved_by, approved_on, evidence,
      cost_amount, cost_period, hours_basis, from_date, to_date)
    values (me.company_id, new_id_param, plan.name, plan.kind, plan.plan_number, plan.funded, plan.approval, plan.approved_by, plan.approved_on, plan.evidence,
      cost_amount_param, plan.cost_period, case when plan.cost_period <> 'hour' then coalesce(hours_basis_param, plan.hours_basis) end, from_date_param, plan.to_date)
    returning * into renewed;
  -- Who is in the plan goes on in the new one; who enters later enters the new one.
  insert into public.employee_fringe_plans (company_id, employee_id, plan_id, from_date, to_date)
    select m.company_id, m.employee_id, renewed.id, greatest(m.from_date, from_date_param), m.to_date
    from public.employee_fringe_plans m
    where m.company_id = me.company_id and m.plan_id = plan.id and coalesce(m.to_date, 'infinity') >= from_date_param;
  delete from public.employee_fringe_plans m where m.company_id = me.company_id and m.plan_id = plan.id and m.from_date >= from_date_param;
  update public.employee_fringe_plans m set to_date = from_date_param - 1
    where m.company_id = me.company_id and m.plan_id = plan.id and coalesce(m.to_date, 'infinity') >= from_date_param;
  update public.fringe_plans p set to_date = from_date_param - 1 where p.company_id = me.company_id and p.id = plan.id;
  return renewed;
end $$;
comment on function public.renew_fringe_plan(uuid,uuid,date,numeric,numeric) is 'Manager, owner: a new cost from a date on. The plan ends the day before, and everybody in it goes on in a copy with the new cost. Idempotent by the new id.';
grant execute on function public.renew_fringe_plan(uuid,uuid,date,numeric,numeric) to authenticated;
