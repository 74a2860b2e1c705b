-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create type private.payroll_line as (
  employee_id uuid,
  work_date date,
  week_start date,
  project_id uuid,
  cost_code_id uuid,
  rate_e4 integer,
  multiplier integer,
  pay_code text,
  minutes integer,
  straight_cents bigint,
  premium_cents bigint,
  flsa_premium_cents bigint,
  rules integer,
  first_minute integer,
  paid_break_minutes integer,
  pay_item_id uuid
);

create table public.payroll_lines (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  pay_period_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  project_id uuid,
  cost_code_id uuid,
  classification text,
  rate numeric(10,4),
  multiplier numeric not null,
  pay_code text not null,
  minutes integer not null,
  straight_cents bigint,
  premium_cents bigint,
  total_cents bigint,
  rule text not null,
  certified boolean default false not null,
  week_start date,
  flsa_premium_cents bigint default 0 not null,
  paid_break_minutes integer default 0 not null,
  first_minute integer default 0 not null,
  pay_item_id uuid,
  rules jsonb,
  constraint payroll_lines_pkey primary key (company_id, id),
  constraint payroll_lines_total_adds_up check (total_cents = (straight_cents + premium_cents)),
  constraint payroll_lines_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint payroll_lines_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint payroll_lines_pay_period foreign key (company_id, pay_period_id) references public.pay_periods(company_id, id) on delete cascade,
  constraint payroll_lines_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
create index payroll_lines_by_date on public.payroll_lines using btree (company_id, work_date);
create index payroll_lines_by_employee on public.payroll_lines using btree (company_id, employee_id, work_date);
create index payroll_lines_by_period on public.payroll_lines using btree (company_id, pay_period_id, employee_id, work_date);
create index payroll_lines_cost_code on public.payroll_lines using btree (company_id, cost_code_id) where cost_code_id is not null;
create index payroll_lines_project on public.payroll_lines using btree (company_id, project_id) where project_id is not null;
comment on table public.payroll_lines is 'Payroll of a locked period as it was when locked: integer minutes and cents, with the rule that produced each line.';
comment on column public.payroll_lines.straight_cents is 'Null where no rate was known when the period was locked.';
comment on column public.payroll_lines.rule is 'Why this multiplier: e.g. weekly_over_40, daily_over_8, seventh_day.';
comment on column public.payroll_lines.flsa_premium_cents is 'Part of the premium that the FLSA itself requires (W-2 box 12 code TT).';
comment on column public.payroll_lines.first_minute is 'Order within the day: minutes since 1970 of the first minute in the line.';
comment on column public.payroll_lines.rules is 'The rules behind the minutes: [{"rule", "threshold_minutes", "minutes"}].';
alter table public.payroll_lines enable row level security;
grant select on table public.payroll_lines to authenticated;

create policy "Managers read the payroll of their company, others their own" on public.payroll_lines
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) and (select private.own_rate_visible())));

create or replace function private.payroll_lines_between(company_id_param uuid, first_date_param date, last_date_param date, employee_id_param uuid, as_of_param timestamptz) returns table(employee_id uuid, work_date date, week_start date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric, pay_code text, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint, flsa_premium_cents bigint, rule text, paid_break_minutes integer, first_minute integer, pay_item_id uuid, line_id uuid, locked boolean, rules jsonb)
language plpgsql stable rows 10000 set search_path = '' as $$
declare
  open_dates record;
begin
  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate::numeric, l.multiplier, l.pay_code, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.flsa_premium_cents, l.rule, l.paid_break_minutes, l.first_minute,
    l.pay_item_id, l.id, true, l.rules
  from public.payroll_lines l
  where l.company_id = company_id_param and l.work_date between first_date_param and last_date_param
    and (employee_id_param is null or l.employee_id = employee_id_param);

  select min(d::date) as first_date, max(d::date) as last_date into open_dates
  from generate_series(first_date_param, last_date_param, interval '1 day') d
  where not exists (
    select from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked' and d::date between p.start_date and p.end_date);
  if open_dates.first_date is null then
    return;
  end if;

  return query
  select l.employee_id, l.work_date, l.week_start, l.project_id, l.cost_code_id, l.rate_e4 * 0.0001,
    l.multiplier * 0.01, l.pay_code, l.minutes, l.straight_cents, l.premium_cents, l.straight_cents + l.premium_cents,
    l.flsa_premium_cents, private.payroll_rule_names(l.rules), l.paid_break_minutes, l.first_minute,
    l.pay_item_id, null::uuid, false, null::jsonb
  from private.payroll_lines_live(private.payroll_scope(
    company_id_param, open_dates.first_date, open_dates.last_date, employee_id_param, as_of_param)) l
  where not exists (
    select from public.pay_periods p
    where p.company_id = company_id_param and p.status = 'locked' and l.work_date between p.start_date and p.end_date);
end $$;
comment on function private.payroll_lines_between(uuid,date,date,uuid,timestamp with time zone) is 'Lines of a range: as frozen in locked periods, computed elsewhere.';

create or replace function public.payroll_line_origins(start_date_param date, end_date_param date) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, entry_ids uuid[], certified boolean, approved_by text, approved_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  zone text;
begin
  perform private.require_date_range(start_date_param, end_date_param);
  select c.time_zone into zone from public.companies c where c.id = company;
  return query
  with entries as (
    -- A shift over midnight has lines on both days; its approval is that of the day it began.
    select t.id, t.employee_id, d::date as work_date, t.project_id, t.cost_code_id, t.clock_in, a.approved_by, a.approved_at
    from public.time_entries t
    left join public.approvals a on a.company_id = t.company_id and a.employee_id = t.employee_id and a.work_date = t.work_date
      and a.approved_at >= t.updated_at
    cross join lateral generate_series(t.work_date,
      greatest(t.work_date, ((t.clock_out - interval '1 microsecond') at time zone zone)::date), interval '1 day') d
    where t.company_id = company and t.clock_out is not null
      and t.work_date between start_date_param - 7 and end_date_param
  ), origins as (
    select e.employee_id, e.work_date, e.project_id, e.cost_code_id, array_agg(e.id order by e.clock_in, e.id) as entry_ids,
      bool_and(e.approved_at is not null) as approved, max(e.approved_at) as approved_at,
      (array_agg(e.approved_by order by e.approved_at desc nulls last))[1] as approver
    from entries e
    where e.work_date between start_date_param and end_date_param
    group by e.employee_id, e.work_date, e.project_id, e.cost_code_id
  )
  select o.employee_id, o.work_date, o.project_id, o.cost_code_id, o.entry_ids,
    coalesce(frozen.certified, p.prevailing_wage, false),
    case when o.approved then btrim(concat_ws(' ', who.first_name, who.last_name)) end,
    case when o.approved then o.approved_at end
  from origins o
  left join public.projects p on p.company_id = company and p.id = o.project_id
  -- What a locked period says stays, whatever becomes of the project.
  left join lateral (
    select l.certified from public.payroll_lines l
    where l.company_id = company and l.employee_id = o.employee_id and l.work_date = o.work_date and l.project_id = o.project_id
    limit 1) frozen on true
  left join public.employees who on who.company_id = company and who.user_id = o.approver
  order by o.employee_id, o.work_date, o.project_id, o.cost_code_id;
end $$;
comment on function public.payroll_line_origins(date,date) is 'Manager, owner: per person, day, project and cost code the entries behind the lines, whether the work is certified (prevailing wage), and who approved it when.';
grant execute on function public.payroll_line_origins(date,date) to authenticated;

create or replace function public.payroll_lines_for(company_id_param uuid, start_date_param date, end_date_param date, employee_id_param uuid default null::uuid) returns table(employee_id uuid, work_date date, project_id uuid, cost_code_id uuid, hourly_rate numeric, multiplier numeric, minutes integer, straight_cents bigint, premium_cents bigint, total_cents bigint, rule text, pay_code text, flsa_premium_cents bigint, paid_break_minutes integer, week_start date, locked boolean, line_id uuid, pay_item_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_payroll_rights(company_id_param);
  perform private.require_date_range(start_date_param, end_date_param);
  return query
  select l.employee_id, l.work_date, l.project_id, l.cost_code_id, l.hourly_rate, l.multiplier, l.minutes,
    l.straight_cents, l.premium_cents, l.total_cents, l.rule, l.pay_code, l.flsa_premium_cents, l.paid_break_minutes,
    l.week_start, l.locked, l.line_id, l.pay_item_id
  from private.payroll_lines_between(company_id_param, start_date_param, end_date_param, employee_id_param, null) l
  join public.employees e on e.company_id = company_id_param and e.id = l.employee_id
  order by e.last_name collate "C", e.first_name collate "C", e.id, l.work_date, l.first_minute, l.multiplier,
    l.project_id, l.cost_code_id, l.hourly_rate;
end $$;
comment on function public.payroll_lines_for(uuid,date,date,uuid) is 'Managers and owners: one row per employee, work date, project, cost code, rate and multiplier, with the rule that produced it. Premium pay, leave and adjustments follow as rows of their own pay code with multiplier 1.';
grant execute on function public.payroll_lines_for(uuid,date,date,uuid) to authenticated;
